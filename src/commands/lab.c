/// `axle lab`: draws a scene of the collision laboratory, and prints its working.
#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/picture.h"
#include "formats/json.h"
#include "game/view.h"
#include "lab/panel.h"
#include "platform/offscreen.h"
#include "render/list_png.h"
#include "scene/scene_load.h"
#include "sheet/sheet_draw.h"
#include "sheet/sheet_svg.h"

#include <stdlib.h>

#define PNG_SCALE 2.0f ///< px of a PNG for one of the sheet: letters stay sharp.

typedef enum Form {
    FORM_NONE = -1,
    FORM_TEXT,
    FORM_CSV,
    FORM_JSON,
} Form;

// ---------------------------------------------------------------- pictures

static int write_svg(const char *path, const Sheet *sheet) {
    Svg svg = {0};
    sheet_svg(sheet, &svg);
    int code = files_write(path, svg.text, svg.size);
    svg_destroy(&svg);
    return code;
}

static int draw_png(const char *path, View *view, const Sheet *sheet, MessageList *messages) {
    int width = (int)(PNG_SCALE * sheet->size.x), height = (int)(PNG_SCALE * sheet->size.y);
    DrawList list = {.feather = 1.0f};
    sheet_draw(sheet, &list, &view->font, (vec2s){{0.0f, 0.0f}}, PNG_SCALE);
    int code = list_png_write(view->gl, &list, width, height, SHEET_PAPER, path, messages);
    draw_list_destroy(&list);
    return code;
}

static int write_png(const char *path, const Sheet *sheet) {
    MessageList messages = {0};
    Offscreen *offscreen = offscreen_open(&messages);
    View view;
    int code = EXIT_NO_DISPLAY;
    if (offscreen && view_make(&view, options_data_folder, offscreen_gl_proc, &messages)) {
        code = draw_png(path, &view, sheet, &messages);
        view_destroy(&view);
    }
    messages_print(&messages, stderr, NULL);
    offscreen_close(offscreen);
    return code;
}

// ---------------------------------------------------------------- the working

static void print_text(const Scene *scene, const Working *working) {
    const Panel *panel = &panels[scene->panel];
    print("%s\n%s\n\n%s\n\n", scene->name, panel->title, panel->about);
    for (int i = 0; i < working->count; i++) {
        const WorkingLine *line = &working->lines[i];
        Digits digits = {0};
        const char *value = line->kind == WORKING_TRUTH
                                ? (line->value > 0.0 ? "yes" : "no")
                                : digits_of(&digits, line->value, WORKING_DECIMALS);
        print("  %-34s %12s %-4s %s\n", line->name, value, line->unit, line->text);
    }
    print("\nSource: %s\n", panel->source);
}

static void print_json(const Scene *scene, const Working *working) {
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_text(&json, "name", scene->name);
    json_text(&json, "panel", panels[scene->panel].name);
    json_array(&json, "working");
    for (int i = 0; i < working->count; i++) {
        const WorkingLine *line = &working->lines[i];
        json_object(&json, NULL);
        json_text(&json, "name", line->name);
        if (line->kind == WORKING_TRUTH) {
            json_bool(&json, "value", line->value > 0.0);
        } else {
            json_number(&json, "value", line->value, WORKING_DECIMALS);
        }
        json_text(&json, "unit", line->unit);
        json_text(&json, "working", line->text);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    json_print(&json);
}

/// Prints the working of a scene. Returns the exit code.
static int print_working(const Scene *scene, const Solid *solids, Form form) {
    Working working = {.count = 0};
    panels[scene->panel].working(scene, solids, &working);
    if (form == FORM_TEXT) {
        print_text(scene, &working);
    } else if (form == FORM_JSON) {
        print_json(scene, &working);
    } else {
        TextBuffer csv = {0};
        working_csv(&working, &csv);
        int code = files_write("-", csv.text, csv.size); // all of it is our own text
        free(csv.text);
        return code;
    }
    return EXIT_FINE;
}

int command_lab(int argument_count, char **arguments) {
    static const char *const forms[] = {"text", "csv", "json", NULL};
    const char *file = NULL, *picture = NULL;
    int form = FORM_NONE;
    const Option options[] = {
        {"picture", "FILE", OPTION_OUTPUT, &picture, 0, 0, NULL,
         "draw its panel into a .svg or .png file"},
        {"format", "FORM", OPTION_CHOICE, &form, 0, 0, forms, "print the panel's working as"},
    };
    const Command command =
        COMMAND("lab", "FILE.scene.yaml", 1, 1,
                "Draws a scene of the collision laboratory, or prints how its numbers come about.",
                options);
    int code = options_parse(&command, argument_count, arguments, &file, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (!picture && form == FORM_NONE) {
        return options_usage_error("lab: say what to make: --picture=FILE.svg or --format=text");
    }
    if (picture && !picture_can_write(picture)) {
        return EXIT_USAGE;
    }
    Scene scene;
    Solid solids[SCENE_SHAPES];
    code = scene_load(options_data_folder, file, &scene, solids);
    if (code != EXIT_FINE) {
        return code;
    }
    if (form != FORM_NONE) {
        code = print_working(&scene, solids, (Form)form);
    }
    if (picture && code == EXIT_FINE) {
        Sheet sheet = panel_picture(&scene, solids);
        code = (text_ends_with(picture, ".svg") ? write_svg : write_png)(picture, &sheet);
        sheet_destroy(&sheet);
    }
    return code;
}
