/// `axle verify`: plays replays back and compares every state hash.
#include "base/print.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "session/recording.h"

static int verify(const char *file) {
    Replay replay;
    int code = recording_read(file, &replay, NULL);
    if (code != EXIT_FINE) {
        return code;
    }
    Session session = {0};
    code = recording_open(options_data_folder, file, &replay, NULL, &session, stdout);
    if (code == EXIT_FINE) {
        code = recording_play(file, &replay, &session, NULL, NULL, stdout);
        char hash[HASH_TEXT_MAX];
        if (code == EXIT_FINE) {
            print("%s: ok, %u ticks, hash %s\n", file, session.race->tick,
                  hash_text64(replay.info.final_hash, hash));
        }
        session_destroy(&session);
    }
    replay_destroy(&replay);
    return code;
}

int command_verify(int argument_count, char **arguments) {
    const Option options[] = {LAYER_OPTION};
    const Command command =
        COMMAND("verify", "FILE...", 1, LOAD_FILES_MAX,
                "Plays replays back and compares every recorded state hash.", options);
    const char *files[LOAD_FILES_MAX];
    int count,
        parsed =
            LAYER_OPTION_TAKE(options_parse(&command, argument_count, arguments, files, &count));
    if (parsed != OPTIONS_GO_ON) {
        return parsed;
    }
    int code = EXIT_FINE;
    for (int i = 0; i < count; i++) {
        int result = verify(files[i]);
        code = result > code ? result : code;
    }
    return code;
}
