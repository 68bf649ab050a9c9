/// `axle new`: a track, a car or a driver to begin with.
#include "base/file.h"
#include "base/folder.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "session/load.h"
#include "track_file/keys_schema.h"
#include "track_file/starter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_LONGEST = 40
};

/// What can be made.
typedef struct NewKind {
    const LoadKind *kind;
    const char *suffix; ///< Of a file that is made where its name ends so; NULL: of all others.
    void (*starter)(const char *title, TextBuffer *out);
    bool has_schema;   ///< Written beside it.
    const char *about; ///< Behind "edit it in any text editor", or of a drawing "in Inkscape".
    const char *next;  ///< The command to try it with, before its name; "" it takes none.
} NewKind;

static const NewKind kinds[] = {
    {&load_track_kind, ".svg", starter_drawing, false,
     "; while it is driven, saving changes the world", "play "},
    {&load_track_kind, NULL, starter_track, true, "; while it is driven, saving changes the world",
     "play "},
    {&load_car_kind, NULL, starter_car, false, "", "play --car="},
    {&load_driver_kind, NULL, starter_driver, false, "", ""},
};

/// Where the file called `name` goes: `name` itself where it is a path, else in the user's folder,
/// whose folder is made. A drawing goes where it is called: installed tracks are native ones. False
/// with a message.
static bool make_path(const char *name, const NewKind *made, char path[PATH_LIMIT],
                      MessageList *messages) {
    const LoadKind *kind = made->kind;
    const char *suffix = made->suffix ? made->suffix : kind->suffix;
    char user[PATH_LIMIT];
    int size;
    if (directories_is_path(name, suffix)) {
        size = snprintf(path, PATH_LIMIT, "%s%s", name, text_ends_with(name, suffix) ? "" : suffix);
    } else if (directories_user_data(user, sizeof user)) {
        size = snprintf(path, PATH_LIMIT, "%s/%s/%s%s", user, kind->folder, name, suffix);
    } else {
        message_add(messages, MESSAGE_E903, (Place){0});
        return false;
    }
    if (size >= PATH_LIMIT) {
        message_add(messages, MESSAGE_E902, (Place){0}, name, "the path is too long");
        return false;
    }
    return directories_is_path(name, suffix) || folder_make(path, messages);
}

/// "My First" of "my-first". False where `name` is no name of a file.
static bool make_title(const char *name, char title[NAME_LONGEST + 1]) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t size = strlen(name);
    if (size == 0 || size > NAME_LONGEST || strspn(name, allowed) < size || strchr("-_", name[0])) {
        return false;
    }
    for (size_t i = 0; i <= size; i++) {
        bool first = i == 0 || strchr("-_", name[i - 1]) != NULL;
        bool small = name[i] >= 'a' && name[i] <= 'z';
        title[i] = name[i] && strchr("-_", name[i]) ? ' '
                   : first && small                 ? (char)(name[i] - 'a' + 'A')
                                                    : name[i];
    }
    return true;
}

static int create(const char *name, const NewKind *made) {
    MessageList messages = {0};
    const LoadKind *kind = made->kind;
    char path[PATH_LIMIT], stem[PATH_LIMIT], title[NAME_LONGEST + 1];
    int code = EXIT_FINE;
    const char *suffix = made->suffix ? made->suffix : kind->suffix;
    load_short_name(name, suffix, stem, sizeof stem);
    if (!make_title(stem, title)) {
        char id[NAME_LONGEST + 1];
        char meant[NAME_LONGEST + 32] = "";
        if (text_as_id(stem, id, sizeof id)) {
            snprintf(meant, sizeof meant, "; did you mean \"%s\"?", id);
        }
        message_add(&messages, MESSAGE_E662, (Place){0}, stem, kind->noun, meant);
        code = EXIT_USAGE;
    } else if (!make_path(name, made, path, &messages)) {
        code = EXIT_UNREADABLE;
    } else if (file_exists(path)) {
        message_add(&messages, MESSAGE_E661, (Place){.file = path});
        code = EXIT_NO;
    } else {
        TextBuffer text = {0};
        made->starter(title, &text);
        bool good = file_write(path, text.text, text.size, &messages) &&
                    (!made->has_schema || keys_write_schema(path, &messages));
        free(text.text);
        code = good ? EXIT_FINE : EXIT_UNREADABLE;
    }
    messages_print(&messages, stderr, NULL);
    if (code != EXIT_FINE) {
        return code;
    }
    print("%s\n  edit it in %s%s\n  axle check %s\n", path,
          made->suffix ? "Inkscape" : "any text editor", made->about, path);
    if (made->next[0]) {
        print("  axle %s%s\n", made->next, directories_is_path(name, suffix) ? path : stem);
    }
    return EXIT_FINE;
}

int command_new(int argument_count, char **arguments) {
    const Command command = {
        .name = "new",
        .operands = "track|car|driver NAME",
        .operands_min = 2,
        .operands_max = 2,
        .about =
            "Writes a track, a car or a driver to begin with, among your own or at a path, and "
            "says what to do next.\nA track called NAME.svg is a drawing for Inkscape. "
            "Nothing is ever written over."};
    const char *operands[2] = {NULL, NULL};
    int code = options_parse(&command, argument_count, arguments, operands, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        bool meant = !kinds[i].suffix || text_ends_with(operands[1], kinds[i].suffix);
        if (strcmp(operands[0], kinds[i].kind->noun) == 0 && meant) {
            return create(operands[1], &kinds[i]);
        }
    }
    return options_usage_error("no \"%s\" to make\n    help: axle new track %s", operands[0],
                               operands[1]);
}
