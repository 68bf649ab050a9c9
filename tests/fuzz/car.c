// The doors of cars and of limits on their figures: YAML of a fixed form. What is good is made into
// a car, and gets a look.
#include "vehicle/car.h"

#include "tune/limits.h"
#include "vehicle/car_write.h"

#include "fuzz.h"

/// A look has corners that can be drawn, and is written.
static void check_look(const Bodywork *look) {
    static char text[CAR_WRITE_MAX];
    ASSERT(look->part_count > 0);
    for (int i = 0; i < look->part_count; i++) {
        ASSERT(bodywork_fault(&look->parts[i]) == BODYWORK_FINE);
        for (int k = 0; k < bodywork_polygons(&look->parts[i]); k++) {
            vec2s points[BODYWORK_OUTLINE_MAX];
            int count = bodywork_polygon(&look->parts[i], k, points);
            ASSERT(count >= 3 && polygon_area(points, count) > 0.0f);
        }
    }
    ASSERT(car_write_look(look, text) < sizeof text);
}

static void check_good(const CarFile *car) {
    CarModel model = car_model_make(&car->params);
    Hull hull = car_model_hull(&model);
    ASSERT(hull.count > 0);
    if (car->look.part_count > 0) {
        check_look(&car->look);
    }
    Bodywork made = bodywork_make(&car->params);
    check_look(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    char *text = fuzz_copy(data, size, true);
    CarFile car = {0};
    char base[CAR_BASE_MAX];
    car_file_base(text, size, "fuzz.car.yaml", base);
    bool good = car_file_read(text, size, "fuzz.car.yaml", NULL, &car, &messages);
    ASSERT(good == (messages.error_count == 0));
    if (good) {
        check_good(&car);
    }
    messages = (MessageList){0};
    Limits limits = {0};
    good = limits_read(text, size, "limits.yaml", &limits, &messages);
    ASSERT(good == (messages.error_count == 0));
    free(text);
    return 0;
}
