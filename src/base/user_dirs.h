/// The user's folders for pictures, music and so on, as user-dirs.dirs names them: the file of
/// xdg-user-dirs, of which desktops ask "where do pictures go?".
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    USER_DIRS_LIMIT = 64 * 1024 ///< Bytes of the file.
};

/// Finds `name`, such as "XDG_PICTURES_DIR", in `text` (`size` bytes) and writes its path to `out`,
/// without a last slash. Lines are `NAME="$HOME/yyy"` with `home` for $HOME, or `NAME="/yyy"`; a
/// backslash takes the sign behind it as it is, and of several lines the last one holds. False, and
/// `out` as it was, where there is none, where it is $HOME itself (which means that there is no
/// such folder), or where the line is anything else: what a shell would work out, control
/// characters and text behind the quotes are not guessed at. Source:
/// https://www.freedesktop.org/wiki/Software/xdg-user-dirs/
bool user_dirs_find(const char *text, size_t size, const char *name, const char *home, char *out,
                    size_t out_size);
