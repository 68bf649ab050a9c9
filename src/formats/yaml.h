/// A YAML subset as a tree with marks: every value knows its line and column.
///
/// Composed from libyaml's events with limits (size, depth, count, keys of a map), without anchors,
/// aliases, tags and second documents; duplicate keys are refused. Nothing guesses types: whoever
/// reads a key says what it must be (yaml_number, yaml_bool, ...), and a wrong one is a message.
#pragma once

#include "base/arena.h"
#include "formats/yaml_node.h"

#include <cglm/struct/vec2.h>

#include <stdint.h>

/// Reads `size` bytes of `text`, called `name` in messages, into a tree that lives in `arena`.
/// NULL, with messages (E1xx, E212), where the text is not of the subset. An empty document is an
/// empty map. `name` and the arena outlive the tree. `end` of a block collection is that of its
/// last value: comments below it do not belong to it. About 70 ms a MiB.
YamlNode *yaml_read(const char *text, size_t size, const char *name, Arena *arena,
                    MessageList *messages);

/// The member of `map` called `key`, or NULL. `map` may be NULL.
YamlNode *yaml_find(const YamlNode *map, const char *key);

/// Says why `node` is not what `name` must be, and returns false: E113 or E212 where that is the
/// reason, else E203 with `wanted` ("a list") and `help` ("" for none).
bool yaml_refuse(const YamlNode *node, const char *name, const char *wanted, const char *help,
                 MessageList *messages);

/// Says E114 and returns true where `root` is the root of a text that says nothing; `help` is how
/// to get one that does.
bool yaml_refuse_empty(const YamlNode *root, const char *help, MessageList *messages);

// Each function below checks one value. `node` is NULL where the key is absent: then the function
// says nothing. For a wrong value it adds a message. In both cases it returns false and leaves
// `out` as it was, with the default in it.

/// Says E201 for every key of `map` that is not in `keys` (and does not start with "x-"), with the
/// nearest of them as help, and E206 for those in `reserved` (NULL: none). `what` names the map in
/// messages: `ribbon "main"`. False (with E203) also where `map` is not a map. `map` may be NULL.
bool yaml_check_keys(const YamlNode *map, const char *what, const char *const *keys, int key_count,
                     const char *const *reserved, int reserved_count, MessageList *messages);

/// Whether `messages` say E201 of a member of `map` that was meant to be `key`. What would follow
/// from the lack of `key` need not be said then. `map` may be NULL. O(members * messages).
bool yaml_is_misspelt(const YamlNode *map, const char *key, const MessageList *messages);

/// The member `key` of `map`; says E202 at the map where it is missing and not misspelt. `example`
/// is a whole line to write, such as "name: First Oval"; NULL gives "name: ...". NULL, silently,
/// where `map` is no map.
YamlNode *yaml_require(const YamlNode *map, const char *key, const char *example,
                       MessageList *messages);

/// A number within [min, max], compared as floats; `unit` as "m", "" for none (E203 not a number,
/// E204 outside, E209 NaN or infinity). A number in quotes is none.
bool yaml_number(const YamlNode *node, const char *name, const char *unit, double min, double max,
                 float *out, MessageList *messages);

/// A number without fraction or exponent within [min, max] (E203, E204).
bool yaml_integer(const YamlNode *node, const char *name, int min, int max, int *out,
                  MessageList *messages);

/// `true` or `false` and nothing else (E207).
bool yaml_bool(const YamlNode *node, const char *name, bool *out, MessageList *messages);

/// A text of min to max code points without control characters other than tab and line feed (E203,
/// E204); `*out` points into the tree's arena.
bool yaml_text(const YamlNode *node, const char *name, int min, int max, const char **out,
               MessageList *messages);

/// One of `names`; `*out` is its index. E211 with the nearest name otherwise.
bool yaml_choice(const YamlNode *node, const char *name, const char *const *names, int count,
                 int *out, MessageList *messages);

/// `[x, y]` in metres, each within -10000 to 10000 (E205, E203, E204, E209).
bool yaml_point(const YamlNode *node, vec2s *out, MessageList *messages);

/// "#RRGGBB", "#RRGGBBAA" or the same without '#', as 0xRRGGBBAA (E212 where a '#' made it a
/// comment).
bool yaml_color(const YamlNode *node, const char *name, uint32_t *out, MessageList *messages);

/// Whether `text` is an id, `[a-z][a-z0-9_-]{0,31}`; E215 at `place` where it is none, with the
/// nearest that is one.
bool yaml_check_id(const char *text, const char *name, Place place, MessageList *messages);

/// The value as an id (E215).
bool yaml_id(const YamlNode *node, const char *name, const char **out, MessageList *messages);

/// The name of `names` nearest to `text` by edit distance, or NULL where none is near enough to be
/// meant.
const char *yaml_nearest(const char *text, const char *const *names, int count);

/// Writes the way out of a wrong name to `out` and returns it: the one of `names` that was meant,
/// or all of them where they are few; else "".
const char *yaml_help_for_name(const char *text, const char *const *names, int count,
                               char out[MESSAGE_TEXT_MAX]);

/// Whether a plain scalar of this text is a number, true, false or nothing to other readers of
/// YAML.
bool yaml_looks_typed(const char *text);
