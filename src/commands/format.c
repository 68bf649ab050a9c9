/// `axle format`: brings track files into the one form, comments and all.
#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "formats/yaml_build.h"
#include "formats/yaml_comments.h"
#include "formats/yaml_write.h"
#include "session/load.h"
#include "track_file/track_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The text of the track in `bytes` in the one form, added to `out`. False with messages where it
/// is not YAML.
static bool format_text(const char *file, const FileBytes *bytes, TextBuffer *out,
                        MessageList *messages) {
    Arena arena = {0};
    YamlNode *root = yaml_read(bytes->data, bytes->size, file, &arena, messages);
    bool good = root && root->kind == YAML_MAP;
    if (good) {
        yaml_comments_read(root, bytes->data, bytes->size, &arena);
        YamlNode *wanted = track_canonical(root, NULL, &arena);
        yaml_write(wanted, out);
        // never believed, always read again: this is somebody's work
        YamlNode *written = yaml_read(out->text, out->size, file, &arena, messages);
        good = written && yaml_build_equal(written, wanted);
    }
    if (root && !good) {
        message_add(messages, MESSAGE_E660, root->place);
    }
    arena_destroy(&arena);
    return good;
}

static int format_file(const char *file, bool check) {
    MessageList messages = {0};
    FileBytes bytes;
    TextBuffer text = {0};
    int code = files_read(file, FILE_LIMIT, &bytes);
    if (code != EXIT_FINE) {
        return code;
    }
    if (!format_text(file, &bytes, &text, &messages)) {
        code = EXIT_NO;
    } else if (text.size != bytes.size || memcmp(text.text, bytes.data, text.size) != 0) {
        if (check) {
            print("%s: not formatted\n    help: `axle format %s` formats it\n", file, file);
            code = EXIT_NO;
        } else if (file_replace(file, text.text, text.size, &messages)) {
            print("%s: formatted, the old file is %s.bak\n", file, file);
        } else {
            code = EXIT_UNREADABLE;
        }
    }
    messages_print(&messages, stderr, isatty(STDERR_FILENO) ? bytes.data : NULL);
    file_bytes_free(&bytes);
    free(text.text);
    return code;
}

int command_format(int argument_count, char **arguments) {
    bool check = false;
    const Option options[] = {
        {"check", NULL, OPTION_FLAG, &check, 0, 0, NULL, "only say which files would change"},
    };
    const Command command =
        COMMAND("format", "FILE...", 1, LOAD_FILES_MAX,
                "Formats track files: keys in order, a point a line, "
                "comments kept.\nWith --check the exit code is 1 where one would "
                "change.",
                options);
    const char *files[LOAD_FILES_MAX];
    int count, parsed = options_parse(&command, argument_count, arguments, files, &count);
    if (parsed != OPTIONS_GO_ON) {
        return parsed;
    }
    load_named_files(options_data_folder, files, count);
    for (int i = 0; i < count; i++) {
        if (text_ends_with(files[i], LOAD_CAR_SUFFIX)) {
            return options_usage_error("%s is a car; only tracks are formatted", files[i]);
        }
        if (text_ends_with(files[i], LOAD_DRIVER_SUFFIX)) {
            return options_usage_error("%s is a driver; only tracks are formatted", files[i]);
        }
    }
    int code = EXIT_FINE;
    for (int i = 0; i < count; i++) {
        int of_file = format_file(files[i], check);
        code = of_file > code ? of_file : code;
    }
    return code;
}
