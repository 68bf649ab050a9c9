/// What `axle` can be told on the command line. Each command gets its own arguments and returns the
/// exit code.
#pragma once

enum {
    EXIT_FINE = 0,
    EXIT_NO = 1, ///< The answer is no: an invalid file too.
    EXIT_USAGE = 2,
    EXIT_UNREADABLE = 3,
    EXIT_NO_DISPLAY = 4,
    EXIT_INTERNAL = 5,
    EXIT_INTERRUPTED = 130,
};

int command_play(int argument_count, char **arguments);
int command_race(int argument_count, char **arguments);
int command_check(int argument_count, char **arguments);
int command_replay(int argument_count, char **arguments);
int command_verify(int argument_count, char **arguments);
int command_list(int argument_count, char **arguments);
int command_format(int argument_count, char **arguments);
int command_keys(int argument_count, char **arguments);
int command_medals(int argument_count, char **arguments);
int command_new(int argument_count, char **arguments);
int command_params(int argument_count, char **arguments);
int command_bench(int argument_count, char **arguments);
int command_tune(int argument_count, char **arguments);
int command_import(int argument_count, char **arguments);
