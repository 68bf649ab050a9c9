/// The tree of a YAML text: nodes that know their line and column.
#pragma once

#include "base/messages.h"

#include <stddef.h>

enum {
    YAML_DEPTH_MAX = 16,
    YAML_NODES_MAX = 300000,
    YAML_KEYS_MAX = 256, ///< Of one map.
    YAML_KEY_MAX = 250,  ///< Bytes of a key: YAML reads 1024 of one, and quoted each may take four.
    YAML_ID_MAX = 33,    ///< Bytes of an id with its terminator; see yaml_id.
};

typedef enum YamlKind {
    YAML_TEXT, ///< A scalar.
    YAML_LIST,
    YAML_MAP,
} YamlKind;

/// Comments around a node, line by line with their '#', each line ended by LF; an empty line stands
/// for empty ones. NULL where there is none.
typedef struct YamlComments {
    const char *above;  ///< On lines of their own above the node (of a member: above its key).
    const char *beside; ///< Behind it on its line (of a block: on the line of its key); no LF.
    const char *below;  ///< Of a collection: below its last member, as deep as it.
} YamlComments;

typedef struct YamlNode YamlNode;
struct YamlNode {
    YamlKind kind;
    bool quoted; ///< Of a scalar: written in quotes or as a block.
    bool flow;   ///< Of a collection: written in brackets.
    Place place; ///< Of its first character; of the key where a member of a map has no value.
    size_t begin,
        end; ///< Bytes of the source it covers (for a block collection: to its last scalar).
    const char *text;    ///< Of a scalar, "" where there is no value; NULL for collections.
    const char *lost;    ///< "#FF0000" where that stands in place of a value, else NULL: a comment.
    bool has_list_below; ///< Of a plain scalar: a line of it below its first begins with "- ".
    const char *key;     ///< As a member of a map; NULL elsewhere.
    Place key_place;     ///< Of `key`.
    size_t key_begin, key_end;    ///< Bytes of the source it covers.
    int count;                    ///< Members of a collection.
    YamlNode *first;              ///< First member.
    YamlNode *last;               ///< Last member.
    YamlNode *next;               ///< Next member of the same collection.
    const YamlComments *comments; ///< NULL until yaml_comments_read (formats/yaml_comments.h).
};

/// Whether `node` is a value that was left out: `key:` and nothing behind it.
static inline bool yaml_is_nothing(const YamlNode *node) {
    return node->kind == YAML_TEXT && !node->quoted && node->text[0] == '\0';
}

/// Makes `member`, which is in no collection, the last member of `collection`.
static inline void yaml_append(YamlNode *collection, YamlNode *member) {
    *(collection->last ? &collection->last->next : &collection->first) = member;
    collection->last = member;
    collection->count++;
}
