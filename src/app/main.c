/// The program `axle`: picks the command.
#include "base/print.h"
#include "base/text.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "import/import.h"
#include "platform/interrupt.h"
#include "session/load.h"

#include <stdio.h>
#include <string.h>

typedef struct CommandRow {
    const char *name;
    int (*run)(int argument_count, char **arguments);
    const char *about;
} CommandRow;

static const CommandRow rows[] = {
    {"play", command_play, "race in a window (the default)"},
    {"race", command_race, "race AI cars without a window, faster than real time"},
    {"check", command_check, "say what is wrong with track and car files"},
    {"records", command_records, "list the best laps and races of this machine's players"},
    {"replay", command_replay, "say what a replay holds and write its telemetry"},
    {"verify", command_verify, "replay races and compare every state hash"},
    {"import", command_import, "turn a real circuit, a drawing or a map of Tiled into a track"},
    {"list", command_list, "list tracks, cars, surfaces, materials or devices"},
    {"format", command_format, "format track files"},
    {"keys", command_keys, "print every key of the track format"},
    {"new", command_new, "write a track or car to begin with"},
    {"medals", command_medals, "let the AI set the lap times to beat on a track"},
    {"params", command_params, "print every number of a car with unit and range"},
    {"tune", command_tune, "measure cars in manoeuvres, and what each number does"},
    {"sound", command_sound, "render the engine of a car into a WAV file"},
    {"lab", command_lab, "draw a scene of the collision laboratory and its working"},
    {"bench", command_bench, "time the simulation on this machine"},
};

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0]
};

static void print_help(void) {
    print("Usage: axle [COMMAND] [options]\n"
          "A top-down racing game for one to four at one machine.\n\n");
    for (int i = 0; i < ROW_COUNT; i++) {
        print("  %-10s %s\n", rows[i].name, rows[i].about);
    }
    print("\naxle COMMAND --help says more. axle FILE.track.yaml plays that track.\n");
}

static int unknown_command(const char *name) {
    const char *names[ROW_COUNT];
    for (int i = 0; i < ROW_COUNT; i++) {
        names[i] = rows[i].name;
    }
    return options_unknown("unknown command", name, names, ROW_COUNT, "axle --help lists them");
}

static int run(int argument_count, char **arguments) {
    int at = 1;
    if (argument_count > 2 && strncmp(arguments[1], "--data=", 7) == 0) {
        options_data_folder = arguments[1] + 7; // allowed before the command too
        at = 2;
    }
    if (at >= argument_count) {
        return command_play(0, NULL);
    }
    const char *first = arguments[at];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        print_help();
        return EXIT_FINE;
    }
    if (strcmp(first, "--version") == 0) {
        print("axle " AXLE_VERSION "\n");
        return EXIT_FINE;
    }
    if (first[0] == '-' || text_ends_with(first, LOAD_TRACK_SUFFIX) || import_has_suffix(first)) {
        return command_play(argument_count - at, arguments + at);
    }
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, first) == 0) {
            return rows[i].run(argument_count - at - 1, arguments + at + 1);
        }
    }
    return unknown_command(first);
}

int main(int argument_count, char **arguments) {
    print_begin();
    interrupt_begin();
    int code = run(argument_count, arguments);
    if (!print_end() && code < EXIT_UNREADABLE) {
        code = EXIT_UNREADABLE;
    }
    return code;
}
