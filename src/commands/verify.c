/// `axle verify`: plays replays back and compares every state hash.
#include "base/print.h"
#include "commands/commands.h"
#include "commands/options.h"
#include "session/recording.h"

#include <stdlib.h>

static int verify(const char *file) {
    Replay replay;
    int code = recording_read(file, &replay, NULL);
    if (code != EXIT_FINE) {
        return code;
    }
    Session *session = calloc(1, sizeof *session);
    code = session ? recording_open(options_data_folder, file, &replay, session, stdout)
                   : EXIT_INTERNAL;
    if (code == EXIT_FINE) {
        code = recording_play(file, &replay, session, NULL, NULL, stdout);
        char hash[HASH_TEXT_MAX];
        if (code == EXIT_FINE) {
            print("%s: ok, %u ticks, hash %s\n", file, session->race->tick,
                  hash_text64(replay.info.final_hash, hash));
        }
        session_destroy(session);
    }
    free(session);
    replay_destroy(&replay);
    return code;
}

int command_verify(int argument_count, char **arguments) {
    enum {
        FILES_MAX = 256
    };
    const Command command = {"verify",
                             "FILE...",
                             1,
                             FILES_MAX,
                             "Plays replays back and compares every recorded state hash.",
                             NULL,
                             0};
    const char *files[FILES_MAX];
    int count, code = EXIT_FINE;
    if (!options_parse(&command, argument_count, arguments, files, &count, &code)) {
        return code;
    }
    for (int i = 0; i < count; i++) {
        int result = verify(files[i]);
        code = result > code ? result : code;
    }
    return code;
}
