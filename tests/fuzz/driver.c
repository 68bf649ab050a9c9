// The door of drivers: YAML of a fixed form. What is good has numbers that drive and a face that
// can be drawn.
#include "driver_file/driver_file.h"
#include "geometry/polygon.h"

#include "fuzz.h"

static void check_face(const DriverFace *face) {
    ASSERT(face->polygon_count > 0 && face->polygon_count <= DRIVER_FACE_POLYGONS_MAX);
    for (int i = 0; i < face->polygon_count; i++) {
        const DriverFacePolygon *polygon = &face->polygons[i];
        ASSERT(polygon->count >= 3 && polygon->count <= DRIVER_FACE_POINTS_MAX);
        ASSERT(polygon_area(polygon->points, polygon->count) > 0.0f);
        for (int k = 0; k < polygon->count; k++) {
            vec2s point = polygon->points[k];
            ASSERT(point.x >= 0.0f && point.x <= 1.0f && point.y >= 0.0f && point.y <= 1.0f);
        }
    }
}

static void check_good(const DriverFile *driver) {
    ASSERT(driver->name[0] && strlen(driver->name) < DRIVER_NAME_MAX);
    ASSERT(strlen(driver->note) < DRIVER_NOTE_MAX);
    ASSERT(driver->number >= 0 && driver->number <= DRIVER_NUMBER_MAX);
    ASSERT(driver->color == 0 || (driver->color & 0xFFu) == 0xFFu);
    ASSERT(driver_params_are_valid(&driver->params));
    for (int level = 0; level < SKILL_COUNT; level++) {
        DriverParams at = driver_params_at(&driver->params, (RaceSkill)level);
        ASSERT(driver_params_are_valid(&at));
    }
    check_face(&driver->face);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    char *text = fuzz_copy(data, size, true);
    DriverFile driver = {0};
    bool good = driver_file_read(text, size, "fuzz.driver.yaml", &driver, &messages);
    ASSERT(good == (messages.error_count == 0));
    if (good) {
        check_good(&driver);
    }
    free(text);
    return 0;
}
