#include "command_line/options.h"

#include "base/exit_code.h"
#include "base/folder.h"
#include "base/number.h"
#include "base/print.h"
#include "formats/yaml.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const char *options_data_folder = NULL;
const char *const options_formats[] = {"text", "json", NULL};

#define SEED_MAX 9007199254740992.0 // 2^53

enum {
    NAMES_MAX = 40,
    CHOICES_TEXT_MAX = 512
};

/// The option that every command has, beside --help.
static const Option data_option = {
    .name = "data", .kind = OPTION_TEXT, .value = &options_data_folder};

/// The arguments of a command line, and which of them is read.
typedef struct Arguments {
    char **items;
    int count, at;
} Arguments;

int options_usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_to(stderr, "axle: ");
    print_list(stderr, format, arguments);
    print_to(stderr, "\n");
    va_end(arguments);
    return EXIT_USAGE;
}

/// "easy, medium, hard": up to `count` names, or up to NULL.
static char *list_names(const char *const *names, int count, char out[CHOICES_TEXT_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count && names[i] && used < CHOICES_TEXT_MAX; i++) {
        used +=
            (size_t)snprintf(out + used, CHOICES_TEXT_MAX - used, "%s%s", i ? ", " : "", names[i]);
    }
    return out;
}

int options_choice_error(const char *name, const char *text, const char *const *choices) {
    int count = 0;
    while (choices[count]) {
        count++;
    }
    char all[CHOICES_TEXT_MAX];
    const char *nearest = yaml_nearest(text, choices, count);
    return options_usage_error("--%s has no choice \"%s\"\n    help: %s%s%sthe choices are %s",
                               name, text, nearest ? "did you mean " : "", nearest ? nearest : "",
                               nearest ? "? " : "", list_names(choices, count, all));
}

int options_unknown(const char *what, const char *name, const char *const *names, int count,
                    const char *help) {
    char all[CHOICES_TEXT_MAX];
    const char *nearest = yaml_nearest(name, names, count);
    if (nearest) {
        return options_usage_error("%s \"%s\"\n    help: did you mean %s?", what, name, nearest);
    }
    return options_usage_error("%s \"%s\"\n    help: %s%s", what, name, help ? help : "one of ",
                               help ? "" : list_names(names, count, all));
}

static int print_help(const Command *command) {
    print("Usage: axle %s%s%s [options]\n", command->name, *command->operands ? " " : "",
          command->operands);
    print_as_is(stdout, command->about, strlen(command->about));
    print("\n\n");
    for (int i = 0; i < command->option_count; i++) {
        const Option *option = &command->options[i];
        char left[48];
        bool may_lack = option->kind == OPTION_SWITCH;
        snprintf(left, sizeof left, "--%s%s%s%s%s", option->name, may_lack ? "[" : "",
                 option->argument ? "=" : "", option->argument ? option->argument : "",
                 may_lack ? "]" : "");
        print("  %-26s %s", left, option->about);
        if (option->kind == OPTION_CHOICE || option->kind == OPTION_SWITCH) {
            char all[CHOICES_TEXT_MAX];
            print(": %s", list_names(option->choices, NAMES_MAX, all));
        }
        print("\n");
    }
    print("  %-26s %s\n", "--data=DIR", "folder that holds shaders, tracks, cars and drivers");
    print("  %-26s %s\n", "--help", "this text");
    return EXIT_FINE;
}

static bool is_called(const char *name, size_t length, const char *wanted) {
    return strlen(wanted) == length && memcmp(name, wanted, length) == 0;
}

static const Option *find_option(const Command *command, const char *name, size_t length) {
    for (int i = 0; i < command->option_count; i++) {
        if (is_called(name, length, command->options[i].name)) {
            return &command->options[i];
        }
    }
    return is_called(name, length, data_option.name) ? &data_option : NULL;
}

static int unknown_option(const Command *command, const char *name, size_t length) {
    const char *names[NAMES_MAX] = {"help", "data"};
    int count = 2;
    for (int i = 0; i < command->option_count && count < NAMES_MAX; i++) {
        names[count++] = command->options[i].name;
    }
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    const char *nearest = yaml_nearest(text, names, count);
    if (nearest) {
        return options_usage_error("%s: unknown option --%s\n    help: did you mean --%s?",
                                   command->name, text, nearest);
    }
    return options_usage_error("%s: unknown option --%s\n    help: axle %s --help lists them",
                               command->name, text, command->name);
}

static int set_number(const Option *option, const char *text) {
    double value = 0.0, max = option->kind == OPTION_SEED ? SEED_MAX : option->max;
    int integer = 0;
    bool whole = option->kind == OPTION_INTEGER;
    bool fine = whole ? number_parse_integer(text, &integer) : number_parse(text, &value);
    value = whole ? integer : value;
    if (!fine || !(value >= option->min && value <= max)) {
        return options_usage_error("--%s must be %s from %g to %g, found \"%s\"", option->name,
                                   whole ? "an integer" : "a number", option->min, max, text);
    }
    if (whole) {
        *(int *)option->value = integer;
    } else if (option->kind == OPTION_FLOAT) {
        *(float *)option->value = (float)value;
    } else if (option->kind == OPTION_SEED) {
        *(uint64_t *)option->value = (uint64_t)value;
    } else {
        *(double *)option->value = value;
    }
    return OPTIONS_GO_ON;
}

static int set_choice(const Option *option, const char *text) {
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *(int *)option->value = i;
            return OPTIONS_GO_ON;
        }
    }
    return options_choice_error(option->name, text, option->choices);
}

static int set_output(const Option *option, const char *text) {
    *(const char **)option->value = text;
    if (strcmp(text, "-") == 0) {
        return option->kind == OPTION_STREAM
                   ? OPTIONS_GO_ON
                   : options_usage_error("--%s: standard output is no file for this", option->name);
    }
    MessageList messages = {0};
    bool fine = folder_is_writable(text, &messages);
    messages_print(&messages, stderr, NULL);
    return fine ? OPTIONS_GO_ON : EXIT_UNREADABLE;
}

/// Returns OPTIONS_GO_ON, or the exit code to end with; so do those below.
static int set_option(const Option *option, const char *text) {
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->value = true;
        break;
    case OPTION_INTEGER:
    case OPTION_NUMBER:
    case OPTION_FLOAT:
    case OPTION_SEED:
        return set_number(option, text);
    case OPTION_TEXT:
        *(const char **)option->value = text;
        break;
    case OPTION_CHOICE:
    case OPTION_SWITCH:
        return set_choice(option, text);
    case OPTION_TEXTS: {
        OptionTexts *texts = option->value;
        if (texts->count == OPTION_TEXTS_MAX) {
            return options_usage_error("--%s is given more than %d times", option->name,
                                       OPTION_TEXTS_MAX);
        }
        texts->items[texts->count++] = text;
        break;
    }
    case OPTION_OUTPUT:
    case OPTION_STREAM:
        return set_output(option, text);
    }
    return OPTIONS_GO_ON;
}

/// Sets `option` to `value`, or where that is NULL to the argument behind it.
static int set_from(const Option *option, const char *value, Arguments *arguments) {
    if (!value && option->kind == OPTION_SWITCH) {
        value = option->choices[1];
    }
    if (!value && option->kind != OPTION_FLAG) {
        if (arguments->at + 1 >= arguments->count) {
            return options_usage_error("%s needs a value", arguments->items[arguments->at]);
        }
        value = arguments->items[++arguments->at];
    }
    return set_option(option, value);
}

/// Handles -o FILE and -oFILE, short for --out of the commands that have it.
static int parse_short(const Command *command, Arguments *arguments) {
    const char *argument = arguments->items[arguments->at];
    const Option *option = argument[1] == 'o' ? find_option(command, "out", 3) : NULL;
    if (!option) {
        return options_usage_error("%s: unknown option %s\n    help: axle %s --help lists them",
                                   command->name, argument, command->name);
    }
    return set_from(option, argument[2] ? argument + 2 : NULL, arguments);
}

/// Handles --name=value and --name value.
static int parse_long(const Command *command, Arguments *arguments) {
    const char *name = arguments->items[arguments->at] + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    if (is_called(name, length, "help")) {
        return print_help(command);
    }
    const Option *option = find_option(command, name, length);
    if (!option) {
        return unknown_option(command, name, length);
    }
    if (option->kind == OPTION_FLAG && value) {
        return options_usage_error("--%s takes no value", option->name);
    }
    return set_from(option, value, arguments);
}

int options_parse(const Command *command, int argument_count, char **items, const char **operands,
                  int *operand_count) {
    Arguments arguments = {items, argument_count, 0};
    int count = 0;
    bool options_ended = false;
    for (; arguments.at < argument_count; arguments.at++) {
        const char *argument = items[arguments.at];
        int code = OPTIONS_GO_ON;
        if (!options_ended && strcmp(argument, "--") == 0) {
            options_ended = true;
        } else if (!options_ended && strncmp(argument, "--", 2) == 0) {
            code = parse_long(command, &arguments);
        } else if (!options_ended && argument[0] == '-' && argument[1]) {
            code = parse_short(command, &arguments);
        } else if (count == command->operands_max) {
            code = options_usage_error("%s: one word too many: \"%s\"", command->name, argument);
        } else {
            operands[count++] = argument;
        }
        if (code != OPTIONS_GO_ON) {
            return code;
        }
    }
    if (operand_count) {
        *operand_count = count;
    }
    return count >= command->operands_min
               ? OPTIONS_GO_ON
               : options_usage_error("%s needs %s\n    help: axle %s --help", command->name,
                                     command->operands, command->name);
}
