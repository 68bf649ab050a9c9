/// Where Axle finds its data and keeps its files.
#pragma once

#include "base/folder.h"

/// Finds the folder that holds shaders/, tracks/, cars/ and drivers/ and writes it to `out`, tried
/// in this order: `option` (from --data; may be NULL), $AXLE_DATA, <executable>/../share/axle, the
/// source tree it was built from, the folders of directories_shared. A folder counts if it holds
/// tracks/. False where the option, or else the variable (unless empty), names another one: what
/// follows is not tried then.
bool directories_data(const char *option, char *out, size_t size);

/// The user's own folders: XDG base directories of this program (specification 0.8: relative values
/// are ignored), such as $XDG_DATA_HOME/axle, else ~/.local/share/axle. Home is $HOME, else what
/// the system knows of the user. False where there is none, for which the message is E903. They
/// need not be there; folder_make makes them for a file that is written.
bool directories_user_data(char *out, size_t size);
bool directories_config(char *out, size_t size);
bool directories_state(char *out, size_t size);

/// The folder that system-wide data may lie in: number `index`, from 0, of those that
/// $XDG_DATA_DIRS names, each with /axle behind it; /usr/local/share and /usr/share where the
/// variable is empty. Relative ones are passed over. It need not be there. False behind the last
/// one.
bool directories_shared(int index, char *out, size_t size);

/// Where pictures that people take go: `axle` in the folder that their desktop has for pictures
/// (XDG_PICTURES_DIR of user-dirs.dirs), else `pictures` in directories_user_data.
bool directories_pictures(char *out, size_t size);

/// Writes `path` to `out` as people write it, with ~ for their home, cut off where it is too long.
void directories_shorten(const char *path, char *out, size_t size);

/// Whether `name` is the path of a data file, not the name of an installed one: it holds a slash or
/// ends in `suffix`.
bool directories_is_path(const char *name, const char *suffix);

/// Finds a data file: `name` itself where it is a path (directories_is_path), else
/// `<user data>/<folder>/<name><suffix>`, then in `data` (may be NULL), then in the folders of
/// directories_shared. False where there is no such file or `out` is too small.
bool directories_find(const char *data, const char *folder, const char *name, const char *suffix,
                      char *out, size_t size);
