#include "commands/options.h"

#include "base/folder.h"
#include "base/number.h"
#include "base/print.h"
#include "base/yaml.h"
#include "commands/commands.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *options_data_folder = NULL;
const char *const options_formats[] = {"text", "json", NULL};

enum {
    NAMES_MAX = 40,
    CHOICES_TEXT_MAX = 512
};

int options_usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_to(stderr, "axle: ");
    print_list(stderr, format, arguments);
    print_to(stderr, "\n");
    va_end(arguments);
    return EXIT_USAGE;
}

// "easy, medium, hard"
static char *list_choices(const char *const *choices, char out[CHOICES_TEXT_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; choices[i] && used < CHOICES_TEXT_MAX; i++) {
        used += (size_t)snprintf(out + used, CHOICES_TEXT_MAX - used, "%s%s", i ? ", " : "",
                                 choices[i]);
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
                               nearest ? "? " : "", list_choices(choices, all));
}

static void print_help(const Command *command) {
    print("Usage: axle %s%s%s [options]\n", command->name, *command->operands ? " " : "",
          command->operands);
    print_as_is(stdout, command->about, strlen(command->about));
    print("\n\n");
    for (int i = 0; i < command->option_count; i++) {
        const Option *option = &command->options[i];
        char left[48];
        snprintf(left, sizeof left, "--%s%s%s", option->name, option->argument ? "=" : "",
                 option->argument ? option->argument : "");
        print("  %-26s %s", left, option->about);
        if (option->kind == OPTION_CHOICE) {
            char all[CHOICES_TEXT_MAX];
            print(": %s", list_choices(option->choices, all));
        }
        print("\n");
    }
    print("  %-26s %s\n", "--data=DIR", "folder that holds shaders, tracks and cars");
    print("  %-26s %s\n", "--help", "this text");
}

static const Option *find_option(const Command *command, const char *name, size_t length) {
    for (int i = 0; i < command->option_count; i++) {
        if (strlen(command->options[i].name) == length &&
            memcmp(command->options[i].name, name, length) == 0) {
            return &command->options[i];
        }
    }
    return NULL;
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

static bool set_number(const Option *option, const char *text) {
    double value;
    int integer;
    bool fine = option->kind == OPTION_INTEGER ? number_parse_integer(text, &integer)
                                               : number_parse(text, &value);
    if (fine && option->kind == OPTION_INTEGER) {
        value = integer;
    }
    if (!fine || !(value >= option->min && value <= option->max)) {
        options_usage_error("--%s must be %s from %g to %g, found \"%s\"", option->name,
                            option->kind == OPTION_INTEGER ? "an integer" : "a number", option->min,
                            option->max, text);
        return false;
    }
    if (option->kind == OPTION_INTEGER) {
        *(int *)option->value = integer;
    } else {
        *(double *)option->value = value;
    }
    return true;
}

static bool set_choice(const Option *option, const char *text) {
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *(int *)option->value = i;
            return true;
        }
    }
    options_choice_error(option->name, text, option->choices);
    return false;
}

static int set_output(const Option *option, const char *text) {
    MessageList messages = {0};
    *(const char **)option->value = text;
    if (strcmp(text, "-") == 0) {
        bool can = option->kind == OPTION_STREAM;
        return can ? EXIT_FINE
                   : options_usage_error("--%s: standard output is no file for this", option->name);
    }
    bool fine = folder_is_writable(text, &messages);
    messages_print(&messages, stderr, NULL);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}

// Returns the exit code.
static int set_option(const Option *option, const char *text) {
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->value = true;
        return EXIT_FINE;
    case OPTION_INTEGER:
    case OPTION_NUMBER:
        return set_number(option, text) ? EXIT_FINE : EXIT_USAGE;
    case OPTION_TEXT:
        *(const char **)option->value = text;
        return EXIT_FINE;
    case OPTION_CHOICE:
        return set_choice(option, text) ? EXIT_FINE : EXIT_USAGE;
    case OPTION_TEXTS: {
        OptionTexts *texts = option->value;
        if (texts->count == OPTION_TEXTS_MAX) {
            return options_usage_error("--%s is given more than %d times", option->name,
                                       OPTION_TEXTS_MAX);
        }
        texts->items[texts->count++] = text;
        return EXIT_FINE;
    }
    case OPTION_OUTPUT:
    case OPTION_STREAM:
        return set_output(option, text);
    }
    return EXIT_INTERNAL;
}

// Handles -o FILE and -oFILE, short for --out of the commands that have it. As parse_option.
static bool parse_short(const Command *command, int argument_count, char **arguments, int *at,
                        int *exit_code) {
    const char *argument = arguments[*at];
    const Option *option = argument[1] == 'o' ? find_option(command, "out", 3) : NULL;
    if (!option) {
        *exit_code =
            options_usage_error("%s: unknown option %s\n    help: axle %s --help lists them",
                                command->name, argument, command->name);
        return false;
    }
    const char *value = argument + 2;
    if (!*value && *at + 1 >= argument_count) {
        *exit_code = options_usage_error("-o needs a value");
        return false;
    }
    *exit_code = set_option(option, *value ? value : arguments[++*at]);
    return *exit_code == EXIT_FINE;
}

// Handles the option arguments[*at]; moves *at past its value. False to end with *exit_code.
static bool parse_option(const Command *command, int argument_count, char **arguments, int *at,
                         int *exit_code) {
    const char *name = arguments[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const char *value = equals ? equals + 1 : NULL;
    if (length == 4 && memcmp(name, "help", 4) == 0) {
        print_help(command);
        *exit_code = EXIT_FINE;
        return false;
    }
    bool is_data = length == 4 && memcmp(name, "data", 4) == 0;
    const Option *option = is_data ? NULL : find_option(command, name, length);
    if (!option && !is_data) {
        *exit_code = unknown_option(command, name, length);
        return false;
    }
    bool is_flag = option && option->kind == OPTION_FLAG;
    if (is_flag && value) {
        *exit_code = options_usage_error("--%s takes no value", option->name);
        return false;
    }
    if (!is_flag && !value) {
        if (*at + 1 >= argument_count) {
            *exit_code = options_usage_error("--%s needs a value", is_data ? "data" : option->name);
            return false;
        }
        value = arguments[++*at];
    }
    if (is_data) {
        options_data_folder = value;
        return true;
    }
    *exit_code = set_option(option, value);
    return *exit_code == EXIT_FINE;
}

bool options_parse(const Command *command, int argument_count, char **arguments,
                   const char **operands, int *operand_count, int *exit_code) {
    *operand_count = 0;
    bool options_ended = false;
    for (int i = 0; i < argument_count; i++) {
        const char *argument = arguments[i];
        if (!options_ended && strcmp(argument, "--") == 0) {
            options_ended = true;
        } else if (!options_ended && strncmp(argument, "--", 2) == 0) {
            if (!parse_option(command, argument_count, arguments, &i, exit_code)) {
                return false;
            }
        } else if (!options_ended && argument[0] == '-' && argument[1]) {
            if (!parse_short(command, argument_count, arguments, &i, exit_code)) {
                return false;
            }
        } else if (*operand_count == command->operands_max) {
            *exit_code =
                options_usage_error("%s: one word too many: \"%s\"", command->name, argument);
            return false;
        } else {
            operands[(*operand_count)++] = argument;
        }
    }
    if (*operand_count < command->operands_min) {
        *exit_code = options_usage_error("%s needs %s\n    help: axle %s --help", command->name,
                                         command->operands, command->name);
        return false;
    }
    return true;
}
