/// Settings as YAML: settings.yaml with its comments, read from bytes and written into them.
///
///     format: settings/1
///     display: {mode: windowed, vsync: true, ui_scale: 1}
///     seats:
///       - {name: Ada, keys: {gas: [W, Up], handbrake: [Space]}}
///
/// What a file leaves out has its default.
#pragma once

#include "base/messages.h"
#include "base/text.h"
#include "store/settings.h"

#define SETTINGS_FORMAT "settings/1"
#define SETTINGS_SUFFIX "settings.yaml" ///< Of names of such files.

/// Reads the `size` bytes of `text`, called `name` in messages. A value that is wrong is a message
/// (E2xx, E93x), and its default holds; unknown keys are warned of (W930). False where the text is
/// not YAML or of another format (E1xx, E208, E930): then all of `out` is default.
bool settings_read(const char *text, size_t size, const char *name, Settings *out,
                   MessageList *messages);

/// Adds to `out` the `size` bytes of `text`, such as settings_read takes, so changed that they say
/// `settings`. Comments, unknown keys and values that did not change keep their bytes.
void settings_write(const char *text, size_t size, const Settings *settings, TextBuffer *out);

/// Adds a file with all settings of machine and race at their defaults, each with its comment.
void settings_starter(TextBuffer *out);
