/// The file that keeps the settings: settings.yaml in the user's folder for configuration.
#pragma once

#include "base/folder.h"
#include "store/settings.h"

/// Writes its path to `out`: $XDG_CONFIG_HOME/axle/settings.yaml, else
/// ~/.config/axle/settings.yaml. False (E903), with an empty path, where this user has no home.
bool settings_path(char out[PATH_LIMIT], MessageList *messages);

/// Reads the settings at `path`; the defaults where there is no file. A file that cannot be read as
/// settings is renamed (folder_name_aside), so that the next save does not overwrite it; W931 says
/// so, behind what is wrong with it. Other mistakes are messages alone.
Settings settings_load(const char *path, MessageList *messages);

/// Makes the file at `path` say `settings`, atomically, with its folder where it is missing. What
/// it says otherwise stays; a file that says so already is not touched. Two programs: what the
/// other one has saved, be it at this very moment, and this one has not changed since `before`
/// stays as it is; `before` is what was loaded or saved last. `told` is what the file said then,
/// without what a command line said, and becomes what it says now. A file that is gone meanwhile is
/// made anew of `told` and the changes; one that was spoilt is set aside before, which W932 says.
/// False with E901, E902: nothing was overwritten. Waits up to 0.3 s for other programs.
bool settings_save(const char *path, Settings *told, const Settings *before,
                   const Settings *settings, MessageList *messages);
