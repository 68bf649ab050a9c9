#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/yaml.h"
#include "formats/yaml_syntax.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXAMPLE_MAX = 64,    ///< Bytes of a line that shows how a key is written.
    NAMES_LISTED = 16,   ///< Names that a help line lists at most.
    NEAREST_LENGTH = 40, ///< Longer names are not compared.
};

/// Edit distance of two names: insertions, deletions, replacements, swaps of neighbours (optimal
/// string alignment). More than `limit` is reported as limit + 1. O(length^2).
static int edit_distance(const char *a, const char *b, int limit) {
    int a_size = (int)strlen(a);
    int b_size = (int)strlen(b);
    if (a_size > NEAREST_LENGTH || b_size > NEAREST_LENGTH || abs(a_size - b_size) > limit) {
        return limit + 1;
    }
    int rows[3][NEAREST_LENGTH + 1]; // of this, the last and the last but one letter of `a`
    for (int j = 0; j <= b_size; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= a_size; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3];
        const int *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= b_size; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && two_above[j - 2] + 1 < best) {
                best = two_above[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[a_size % 3][b_size];
}

const char *yaml_nearest(const char *text, const char *const *names, int count) {
    ASSERT(text != NULL && (names != NULL || count == 0));
    const char *nearest = NULL;
    // one slip in a short name, one more for every three letters: "mian" is main, "pit" is not gate
    int limit = strlen(text) < 3 ? 0 : 1 + ((int)strnlen(text, NEAREST_LENGTH) - 1) / 4;
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(text, names[i], limit);
        if (distance <= limit) {
            nearest = names[i];
            limit = distance - 1; // of equal ones the first
        }
    }
    return nearest;
}

const char *yaml_help_for_name(const char *text, const char *const *names, int count,
                               char out[MESSAGE_TEXT_MAX]) {
    ASSERT(text != NULL && (names != NULL || count == 0) && out != NULL);
    const char *nearest = yaml_nearest(text, names, count);
    out[0] = '\0';
    if (nearest) {
        snprintf(out, MESSAGE_TEXT_MAX, "did you mean \"%s\"?", nearest);
    } else if (count > 0 && count <= NAMES_LISTED) {
        size_t used = (size_t)snprintf(out, MESSAGE_TEXT_MAX, "%s", count > 1 ? "one of " : "");
        for (int i = 0; i < count && used < MESSAGE_TEXT_MAX; i++) {
            used += (size_t)snprintf(out + used, MESSAGE_TEXT_MAX - used, "%s%s", i > 0 ? ", " : "",
                                     names[i]);
        }
    }
    return out;
}

/// The way out where `member` is what a decimal comma cut off: `{width: 12,5}` has a key "5" to
/// YAML. False where it is something else.
static bool help_for_decimals(const YamlNode *map, const YamlNode *member,
                              char out[MESSAGE_TEXT_MAX]) {
    const YamlNode *before = map->first;
    while (before != member && before->next != member) {
        before = before->next;
    }
    char number[2 * NUMBER_TEXT_MAX];
    bool cut = map->flow && before != member && before->kind == YAML_TEXT &&
               strlen(before->text) < NUMBER_TEXT_MAX && strlen(member->key) < NUMBER_TEXT_MAX &&
               yaml_is_nothing(member) && strspn(member->key, "0123456789") == strlen(member->key);
    if (cut) {
        snprintf(number, sizeof number, "%s.%s", before->text, member->key);
    }
    if (!cut || !number_is_number(number)) {
        return false;
    }
    snprintf(out, MESSAGE_TEXT_MAX, "write decimals with a point: `%s: %s`", before->key, number);
    return true;
}

bool yaml_check_keys(const YamlNode *map, const char *what, const char *const *keys, int key_count,
                     const char *const *reserved, int reserved_count, MessageList *messages) {
    ASSERT(what != NULL && messages != NULL);
    if (!map) {
        return false;
    }
    if (map->kind != YAML_MAP) {
        if (map->kind == YAML_TEXT && !map->quoted &&
            yaml_refuse_joined(map->text, map->place, messages)) {
            return false;
        }
        return yaml_refuse(map, what, "a map", "", messages);
    }
    bool good = true;
    for (const YamlNode *member = map->first; member; member = member->next) {
        char help[MESSAGE_TEXT_MAX];
        if (text_find(member->key, keys, key_count) >= 0 || strncmp(member->key, "x-", 2) == 0) {
            continue;
        }
        if (text_find(member->key, reserved, reserved_count) >= 0) {
            message_add(messages, MESSAGE_E206, member->key_place, member->key, member->key);
        } else {
            if (!help_for_decimals(map, member, help)) {
                yaml_help_for_name(member->key, keys, key_count, help);
            }
            message_add(messages, MESSAGE_E201, member->key_place, member->key, what, help);
        }
        good = false;
    }
    return good;
}

bool yaml_refuse_empty(const YamlNode *root, const char *help, MessageList *messages) {
    ASSERT(root != NULL && help != NULL && messages != NULL);
    bool empty = root->kind == YAML_MAP && root->count == 0;
    if (empty) {
        message_add(messages, MESSAGE_E114, root->place, help);
    }
    return empty;
}

bool yaml_is_misspelt(const YamlNode *map, const char *key, const MessageList *messages) {
    ASSERT(key != NULL && messages != NULL);
    const YamlNode *member = map && map->kind == YAML_MAP ? map->first : NULL;
    for (; member; member = member->next) {
        for (int i = 0; i < messages->count; i++) {
            const Message *message = &messages->items[i];
            bool said = message->code == MESSAGE_E201 &&
                        message->place.line == member->key_place.line &&
                        message->place.column == member->key_place.column;
            if (said && yaml_nearest(member->key, &key, 1)) {
                return true;
            }
        }
    }
    return false;
}

YamlNode *yaml_require(const YamlNode *map, const char *key, const char *example,
                       MessageList *messages) {
    ASSERT(key != NULL && messages != NULL);
    if (!map || map->kind != YAML_MAP) {
        return NULL;
    }
    YamlNode *member = yaml_find(map, key);
    if (!member && !yaml_is_misspelt(map, key, messages)) {
        char line[EXAMPLE_MAX];
        snprintf(line, sizeof line, "%s: ...", key);
        message_add(messages, MESSAGE_E202, map->place, key, example ? example : line);
    }
    return member;
}
