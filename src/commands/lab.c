/// `axle lab`: draws a scene of the collision laboratory, and prints its working.
#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/picture.h"
#include "formats/json.h"
#include "game_window/game_window.h"
#include "lab/panel.h"
#include "scene/scene_load.h"
#include "sheet/sheet_png.h"
#include "sheet/sheet_svg.h"

#include <stdlib.h>

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

static int write_png(const char *path, const Sheet *sheet) {
    MessageList messages = {0};
    TextBuffer png = {0};
    int code = EXIT_UNREADABLE;
    if (sheet_png(sheet, &png, &messages)) {
        code = files_write(path, png.text, png.size);
    }
    messages_print(&messages, stderr, NULL);
    free(png.text);
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
                                : digits_of(&digits, line->value, working_decimals(line));
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

// ---------------------------------------------------------------- the window

/// Opens the laboratory with `scene`, which is in the file `path`; both may be NULL.
static int open_window(GameWindowDef *run, const Scene *scene, const char *path) {
    game_window_settings(&run->settings);
    game_window_join(run);
    run->no_sound = true;
    run->game.data = options_data_folder;
    run->game.lab_alone = true;
    run->game.lab_scene = scene;
    run->game.lab_path = path;
    return game_window_run(run);
}

int command_lab(int argument_count, char **arguments) {
    static const char *const forms[] = {"text", "csv", "json", NULL};
    const char *file = NULL, *picture = NULL, *window = NULL;
    int form = FORM_NONE;
    OptionTexts screenshots = {0};
    Shot shots[OPTION_TEXTS_MAX];
    GameWindowDef run = game_window_def();
    const Option options[] = {
        {"picture", "FILE", OPTION_OUTPUT, &picture, 0, 0, NULL,
         "draw its panel into a .svg or .png file"},
        {"format", "FORM", OPTION_CHOICE, &form, 0, 0, forms, "print the panel's working as"},
        {"window", "WxH", OPTION_TEXT, &window, 0, 0, NULL,
         "size of the window (as last time, first 1280x720)"},
        {"fullscreen", NULL, OPTION_FLAG, &run.fullscreen, 0, 0, NULL, "fill the screen"},
        {"screenshot", "SECONDS:FILE.png", OPTION_TEXTS, &screenshots, 0, 0, NULL,
         "take a picture of the window at this time"},
        {"quit-after", "SECONDS", OPTION_NUMBER, &run.quit_after, 0, 1e6, NULL,
         "end after this time"},
        {"trace", NULL, OPTION_FLAG, &run.trace, 0, 0, NULL,
         "print what happens, a line each, for scripts"},
        {"timings", NULL, OPTION_FLAG, &run.timings, 0, 0, NULL, "print frame times at the end"},
    };
    const Command command =
        COMMAND("lab", "[FILE.scene.yaml]", 0, 1,
                "Opens the collision laboratory in a window, or draws a scene of it, or prints how "
                "its numbers come about.",
                options);
    int code = options_parse(&command, argument_count, arguments, &file, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    bool opens = !picture && form == FORM_NONE;
    if (!file && !opens) {
        return options_usage_error("lab needs FILE.scene.yaml for --picture and --format");
    }
    if (picture && !picture_can_write(picture)) {
        return EXIT_USAGE;
    }
    Scene scene;
    Solid solids[SCENE_SHAPES];
    code = file ? scene_load(options_data_folder, file, &scene, solids) : EXIT_FINE;
    if (code != EXIT_FINE) {
        return code;
    }
    if (opens) {
        code = game_window_parse(&run, window, &screenshots, shots);
        return code == EXIT_FINE ? open_window(&run, file ? &scene : NULL, file) : code;
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
