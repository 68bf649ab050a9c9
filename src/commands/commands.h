/// The commands of `axle`. Each gets its own arguments and returns the exit code.
#pragma once

#include "base/exit_code.h"

int command_play(int argument_count, char **arguments);
int command_race(int argument_count, char **arguments);
int command_check(int argument_count, char **arguments);
int command_records(int argument_count, char **arguments);
int command_replay(int argument_count, char **arguments);
int command_verify(int argument_count, char **arguments);
int command_lab(int argument_count, char **arguments);
int command_list(int argument_count, char **arguments);
int command_format(int argument_count, char **arguments);
int command_keys(int argument_count, char **arguments);
int command_medals(int argument_count, char **arguments);
int command_new(int argument_count, char **arguments);
int command_params(int argument_count, char **arguments);
int command_sound(int argument_count, char **arguments);
int command_bench(int argument_count, char **arguments);
int command_tune(int argument_count, char **arguments);
int command_import(int argument_count, char **arguments);
