/// Command-line options as tables: parsing, range checks, --help and error messages come from the
/// rows.
#pragma once

#include <stdbool.h>

typedef enum OptionKind {
    OPTION_FLAG,    ///< bool
    OPTION_INTEGER, ///< int within [min, max]
    OPTION_NUMBER,  ///< double within [min, max]
    OPTION_FLOAT,   ///< float within [min, max]
    OPTION_SEED,    ///< uint64_t, from 0 to what a double holds exactly
    OPTION_TEXT,    ///< const char *
    OPTION_CHOICE,  ///< int, index into `choices` (ended by NULL)
    OPTION_SWITCH,  ///< The same, the second one where it has no value: "off", "on".
    OPTION_TEXTS,   ///< OptionTexts: may be given several times
    OPTION_OUTPUT,  ///< const char *: a file to write, whose folder has to be there
    OPTION_STREAM,  ///< The same, or - for standard output.
} OptionKind;

enum {
    OPTION_TEXTS_MAX = 128 ///< More than a car has numbers to set.
};

typedef struct OptionTexts {
    const char *items[OPTION_TEXTS_MAX];
    int count;
} OptionTexts;

typedef struct Option {
    const char *name;     ///< Without dashes: "laps".
    const char *argument; ///< As shown by --help: "N"; NULL for flags.
    OptionKind kind;
    void *value; ///< What `kind` says; holds the default before parsing.
    double min, max;
    const char *const *choices;
    const char *about;
} Option;

typedef struct Command {
    const char *name;     ///< "race"
    const char *operands; ///< "TRACK"; "" for none.
    int operands_min, operands_max;
    const char *about; ///< One sentence.
    const Option *options;
    int option_count;
} Command;

/// A Command with the rows of the array `options`.
#define COMMAND(name, operands, operands_min, operands_max, about, options) \
    { name, operands, operands_min, operands_max, about, options, sizeof options / sizeof *options }

/// The data folder, which --data names; NULL where it does not.
extern const char *options_data_folder;

/// The choices of --format of most commands: "text", "json".
extern const char *const options_formats[];

enum {
    OPTIONS_GO_ON = -1 ///< No exit code: the command does its work.
};

/// Parses `arguments` (without program and command). Long options as --name=value or --name value,
/// -o VALUE for --out, "--" ends them; every command also has --data and --help. Fills `operands`
/// (room for command->operands_max); `operand_count` may be NULL. Returns OPTIONS_GO_ON, or the
/// exit code to end with: 0 after --help; with a message on stderr 2 for wrong usage, and 3 where a
/// file could not be written, which is told before the work that it is for.
int options_parse(const Command *command, int argument_count, char **arguments,
                  const char **operands, int *operand_count);

/// Says that --`name` has no choice `text`, which ones there are (ended by NULL) and the nearest.
/// Returns EXIT_USAGE.
int options_choice_error(const char *name, const char *text, const char *const *choices);

/// Says that there is no `what` called `name`. Names the nearest of the `count` names; where none
/// is near, `help`, or all names where that is NULL. Returns EXIT_USAGE.
int options_unknown(const char *what, const char *name, const char *const *names, int count,
                    const char *help);

/// Prints `axle: <text>` to stderr and returns EXIT_USAGE.
int options_usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
