/// `axle medals`: lets the AI set a track's times to beat.
#include "race/medals.h"

#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "formats/yaml_build.h"
#include "session/lines.h"
#include "session/load.h"
#include "track_file/splice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Part by which a time of the file may differ from what is driven before --check says so.
#define MEDALS_TOLERANCE 0.02f

typedef struct MedalsOptions {
    const char *car;
    bool check, write;
} MedalsOptions;

/// Drives for all medals. False, which is said, where nobody completes a lap.
static bool drive(const Track *track, const CarFile *car, float medals[MEDAL_COUNT]) {
    CarModel model = car_model_make(&car->params);
    RaceData data;
    bool good = lines_race_data(NULL, &data, track, &model, 1, waiting_terminal());
    if (good) {
        for (int i = 0; i < MEDAL_COUNT; i++) {
            medals[i] = medal_drive(&data, &model, (Medal)i);
            good &= medals[i] > 0.0f;
        }
        race_data_destroy(&data);
    }
    if (!good) {
        print_to(stderr, "axle: no %s completes a lap of track \"%s\"\n", car->name, track->name);
    }
    return good;
}

/// The bytes of the file with these medals, added to `out`. False with messages.
static bool splice(const char *path, const FileBytes *bytes, const float medals[MEDAL_COUNT],
                   TextBuffer *out, MessageList *messages) {
    Arena arena = {0};
    const YamlNode *root = yaml_read(bytes->data, bytes->size, path, &arena, messages);
    if (root) {
        YamlNode *after = yaml_build_copy(&arena, root);
        YamlNode *map = yaml_build_map(&arena, (Place){0});
        for (int i = 0; i < MEDAL_COUNT; i++) {
            yaml_build_set(&arena, map, medal_names[i],
                           yaml_build_number(&arena, (Place){0}, (double)medals[i], 1));
        }
        yaml_build_set(&arena, after, "medals", map);
        splice_write(bytes->data, bytes->size, after, out);
    }
    arena_destroy(&arena);
    return root != NULL;
}

static int write_medals(const char *path, const float medals[MEDAL_COUNT]) {
    MessageList messages = {0};
    FileBytes bytes = {0};
    TextBuffer text = {0};
    bool good = file_read(path, FILE_LIMIT, &bytes, &messages) &&
                splice(path, &bytes, medals, &text, &messages) &&
                file_replace(path, text.text, text.size, &messages);
    messages_print(&messages, stderr, NULL);
    file_bytes_free(&bytes);
    free(text.text);
    return good ? EXIT_FINE : EXIT_UNREADABLE;
}

/// Says which times of the file are not those that were driven.
static int compare(const Track *track, const char *path, const float medals[MEDAL_COUNT]) {
    int code = EXIT_FINE;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        float said = track->medals[i];
        if (fabsf(said - medals[i]) > MEDALS_TOLERANCE * medals[i]) {
            char in_file[32] = "none";
            if (said > 0.0f) {
                snprintf(in_file, sizeof in_file, "%.1f s", (double)said);
            }
            print("%s: %s is %.1f s, in the file %s\n", path, medal_names[i], (double)medals[i],
                  in_file);
            code = EXIT_NO;
        }
    }
    return code;
}

static int run(const char *name, const CarFile *car, const MedalsOptions *options) {
    Track track;
    char path[PATH_LIMIT];
    int code = load_track(options_data_folder, name, false, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    float medals[MEDAL_COUNT];
    if (options->write && !text_ends_with(path, LOAD_TRACK_SUFFIX)) {
        code = options_usage_error("%s is no %s: import it first", path, "*" LOAD_TRACK_SUFFIX);
    } else if (!drive(&track, car, medals)) {
        code = EXIT_NO;
    } else if (options->check) {
        code = compare(&track, path, medals);
    } else {
        print("%s\n  medals: {author: %.1f, gold: %.1f, silver: %.1f, bronze: %.1f}\n", path,
              (double)medals[MEDAL_AUTHOR], (double)medals[MEDAL_GOLD],
              (double)medals[MEDAL_SILVER], (double)medals[MEDAL_BRONZE]);
        code = options->write ? write_medals(path, medals) : EXIT_FINE;
    }
    track_destroy(&track);
    return code;
}

int command_medals(int argument_count, char **arguments) {
    MedalsOptions chosen = {.car = MEDAL_CAR};
    const Option options[] = {
        {"write", NULL, OPTION_FLAG, &chosen.write, 0, 0, NULL,
         "write them into the files; the old ones are kept as FILE.bak"},
        {"check", NULL, OPTION_FLAG, &chosen.check, 0, 0, NULL,
         "only say which files have times more than 2 % off"},
        {"car", "CAR", OPTION_TEXT, &chosen.car, 0, 0, NULL, "path or name of the car (gt)"},
        LAYER_OPTION,
    };
    const Command command =
        COMMAND("medals", "TRACK...", 1, LOAD_FILES_MAX,
                "Lets the AI set the times to beat: its best of three laps alone on "
                "the road. Bronze is an\neasy rival's, silver a medium one's, gold a "
                "hard one's, the author's an expert's.",
                options);
    const char *tracks[LOAD_FILES_MAX];
    int count,
        code =
            LAYER_OPTION_TAKE(options_parse(&command, argument_count, arguments, tracks, &count));
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (chosen.check && chosen.write) {
        return options_usage_error("--check or --write, not both");
    }
    CarFile car;
    code = load_car(options_data_folder, chosen.car, &car);
    if (code != EXIT_FINE) {
        return code;
    }
    for (int i = 0; i < count; i++) {
        int of_track = run(tracks[i], &car, &chosen);
        code = of_track > code ? of_track : code;
    }
    return code;
}
