/// Keeps the settings of a running program: its file follows what people change.
#pragma once

#include "store/settings_file.h"

/// The zero value keeps nothing.
typedef struct SettingsKeep {
    char path[PATH_LIMIT]; ///< "": nothing is kept.
    Settings told;         ///< What the file says.
    Settings kept;         ///< What the file is not told again.
    Settings seen;         ///< Of the frame before.
    float wait_s;          ///< Until changes are saved.
    bool failed;           ///< They could not be, which was said.
} SettingsKeep;

/// Loads the user's settings, as settings_load does, or gives the defaults where he has no home.
Settings settings_keep_load(SettingsKeep *keep, MessageList *messages);

/// `settings` hold from here on, and the file is not told of them: what a command line says is for
/// one run.
void settings_keep_accept(SettingsKeep *keep, const Settings *settings);

/// Saves changes once they have rested for a second, with W932 where the file was spoilt, so that a
/// number that is being moved is written once. False, with messages, where that fails; it is said
/// once, and tried again after further changes.
bool settings_keep_frame(SettingsKeep *keep, const Settings *settings, float dt,
                         MessageList *messages);

/// Saves changes now, at the end; tries once more where that has failed. False, with messages,
/// where it fails again.
bool settings_keep_save(SettingsKeep *keep, const Settings *settings, MessageList *messages);
