// The door of scenes of the laboratory. What is good is written, read again and the same; its
// shapes can be made, and its panel has numbers and a picture.
#include "lab/panel.h"
#include "scene/scene_file.h"
#include "sheet/sheet_svg.h"

#include <math.h>
#include <stdio.h>

#include "fuzz.h"

static void check_written(const Scene *scene) {
    static MessageList messages;
    messages = (MessageList){0};
    TextBuffer first = {0}, second = {0};
    Scene again;
    scene_write(scene, &first);
    ASSERT(scene_read(first.text, first.size, "again", &again, &messages));
    ASSERT(memcmp(scene, &again, sizeof again) == 0);
    scene_write(&again, &second);
    ASSERT(strcmp(first.text, second.text) == 0);
    free(first.text);
    free(second.text);
}

static void check_panel(const Scene *scene) {
    CarParams car = car_params_default();
    Solid solids[SCENE_SHAPES];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        bool is_car = scene->shapes[i].kind == SCENE_CAR;
        SolidCheck check = solid_make(&scene->shapes[i], is_car ? &car : NULL, &solids[i]);
        ASSERT(check.fault == SOLID_FINE);
    }
    static Working working;
    working.count = 0;
    panels[scene->panel].working(scene, solids, &working);
    ASSERT(working.count > 0 && working.count < WORKING_LINES_MAX);
    Sheet sheet = panel_picture(scene, solids);
    Svg svg = {0};
    sheet_svg(&sheet, &svg);
    ASSERT(svg.size > 0);
    for (int i = 0; i < sheet.point_count; i++) {
        ASSERT(isfinite(sheet.points[i].x) && isfinite(sheet.points[i].y));
    }
    for (int i = 0; i < sheet.mark_count; i++) {
        ASSERT(isfinite(sheet.marks[i].at.x) && isfinite(sheet.marks[i].at.y));
    }
    svg_destroy(&svg);
    sheet_destroy(&sheet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    char *text = fuzz_copy(data, size, true);
    Scene scene;
    memset(&scene, 0, sizeof scene);
    bool good = scene_read(text, size, "fuzz.scene.yaml", &scene, &messages);
    ASSERT(good == (messages.error_count == 0));
    if (good) {
        check_written(&scene);
        check_panel(&scene);
    }
    free(text);
    return 0;
}
