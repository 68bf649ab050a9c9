/// Tracks as text in the one form that `axle format` gives: keys in the order of
/// track_file/track_keys.def, numbers with no more digits than matter, comments where they were.
#pragma once

#include "base/text.h"
#include "track_file/track_keys.h"

/// A copy of `node` in that form: keys in order (unknown ones behind them, x- keys last), numbers
/// of the format rounded by track_key_decimals, colours as "#RRGGBB", texts that look like numbers
/// marked to be quoted. `key` says what `node` is the value of; NULL: it is the whole file. Made in
/// `arena`, sharing texts and comments with `node`.
YamlNode *track_canonical(const YamlNode *node, const TrackKey *key, Arena *arena);

/// As track_canonical for a member of the list of `key` (a ribbon of `ribbons`, a point).
YamlNode *track_canonical_item(const YamlNode *node, const TrackKey *key, Arena *arena);

/// Adds the text of the track `root`, as read or built, to `out`. Nothing is checked here: keys
/// that are not of the format stay.
void track_write(const YamlNode *root, TextBuffer *out);
