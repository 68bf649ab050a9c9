#include "scene/scene_keys.h"

#include "base/number.h"
#include "scene/scene.h"

#include <stdio.h>
#include <string.h>

static void put(TextBuffer *out, const char *text) { text_add(out, text, strlen(text)); }

/// The values that an option takes, as people read them.
static void put_values(const SceneOption *option, TextBuffer *out) {
    char min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX], text[128];
    for (int i = 0; i < scene_choice_count(option); i++) {
        snprintf(text, sizeof text, "%s`%s`", i > 0 ? ", " : "", option->choices[i]);
        put(out, text);
    }
    if (option->kind != SCENE_CHOICE) {
        snprintf(text, sizeof text, "%s%s to %s%s%s",
                 option->kind == SCENE_WHOLE ? "whole number, " : "",
                 number_text(option->min, 4, min), number_text(option->max, 4, max),
                 option->unit[0] ? " " : "", option->unit);
        put(out, text);
    }
}

/// The value that holds where nobody sets the option.
static void put_initial(const SceneOption *option, TextBuffer *out) {
    SceneOptions plain = scene_options_default();
    double value = scene_option_value(&plain, option);
    char text[NUMBER_TEXT_MAX];
    put(out, option->kind == SCENE_CHOICE ? option->choices[(int)value]
                                          : number_text(value, SCENE_DECIMALS, text));
}

void scene_keys_table(TextBuffer *out) {
    put(out, "| panel | option | value | without | meaning |\n|---|---|---|---|---|\n");
    for (int i = 0; i < scene_option_count; i++) {
        const SceneOption *option = &scene_options[i];
        char text[80];
        snprintf(text, sizeof text, "| `%s` | `%s` | ", scene_panels[option->panel], option->name);
        put(out, text);
        put_values(option, out);
        put(out, " | ");
        put_initial(option, out);
        put(out, " | ");
        put(out, option->about);
        put(out, " |\n");
    }
}
