/// `axle sound`: what an engine sounds like, as a file.
#include "audio/engine_sweep.h"
#include "audio/wav.h"
#include "base/number.h"
#include "base/print.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "session/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Reads "FROM:TO", or one speed alone. False where it is none.
static bool read_speeds(const char *text, EngineSweep *sweep) {
    char from[NUMBER_TEXT_MAX];
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    double low = 0.0, high = 0.0;
    if (length >= sizeof from) {
        return false;
    }
    memcpy(from, text, length);
    from[length] = '\0';
    bool fine = number_parse(from, &low) && number_parse(colon ? colon + 1 : from, &high);
    sweep->rpm_from = (float)low;
    sweep->rpm_to = (float)high;
    return fine && low >= 100.0 && low <= CAR_FILE_RPM_MAX && high >= 100.0 &&
           high <= CAR_FILE_RPM_MAX;
}

/// Writes the sweep of `car` to `path`. Returns the exit code.
static int write_sweep(const CarFile *car, const EngineSweep *sweep, const char *path) {
    CarSound sound = car_file_sound(car);
    EngineBank *bank = engine_bank_bake(&sound, car->params.idle_rpm, car->params.redline_rpm);
    long frames = engine_sweep_frames(sweep);
    float *mono = calloc((size_t)frames + 1, sizeof *mono);
    MessageList messages = {0};
    int code = EXIT_UNREADABLE;
    if (mono) {
        engine_sweep_render(bank, sweep, mono);
        code = wav_write(path, mono, 1, frames, &messages) ? EXIT_FINE : EXIT_UNREADABLE;
    }
    messages_print(&messages, stderr, NULL);
    free(mono);
    engine_bank_free(bank);
    return code;
}

int command_sound(int argument_count, char **arguments) {
    EngineSweep sweep = {.load = 1.0f, .seconds = 6.0f};
    const char *name = NULL, *speeds = NULL, *out = NULL;
    const Option options[] = {
        {"rpm", "FROM:TO", OPTION_TEXT, &speeds, 0, 0, NULL,
         "speeds of the engine (idle to redline)"},
        {"load", "SHARE", OPTION_FLOAT, &sweep.load, 0, 1, NULL, "throttle, 0 to 1"},
        {"seconds", "S", OPTION_FLOAT, &sweep.seconds, 0.1, 600, NULL, "how long it takes"},
        {"out", "FILE.wav", OPTION_OUTPUT, &out, 0, 0, NULL, "write it there, or -o FILE.wav"},
    };
    const Command command = COMMAND(
        "sound", "CAR", 1, 1,
        "Renders the engine of a car, from one speed to another, into a WAV file.", options);
    int code = options_parse(&command, argument_count, arguments, &name, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (!out) {
        return options_usage_error("sound: say where to write it: -o FILE.wav");
    }
    CarFile car;
    code = load_car(options_data_folder, name, &car);
    if (code != EXIT_FINE) {
        return code;
    }
    sweep.rpm_from = car.params.idle_rpm;
    sweep.rpm_to = car.params.redline_rpm;
    if (speeds && !read_speeds(speeds, &sweep)) {
        return options_usage_error("--rpm must be FROM:TO within 100 to %d, found \"%s\"",
                                   (int)CAR_FILE_RPM_MAX, speeds);
    }
    return write_sweep(&car, &sweep, out);
}
