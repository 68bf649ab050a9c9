#include "import/svg_label.h"

#include "base/assert.h"
#include "formats/yaml_build.h"
#include "import/formats.h"

#include <string.h>

enum {
    WORD_MAX = 1000, ///< Bytes of a word, a key or a value.
    PAIRS_MAX = 100, ///< Of one label: more than all keys of any object.
};

static const char blanks[] = " \t\r\n";

bool svg_description_merge(const XmlElement *text, YamlNode *map, bool *words, Arena *arena,
                           MessageList *messages) {
    if (!text || !text->text) {
        return true;
    }
    YamlNode *node = import_yaml(text->text, text->text_place, false, arena, messages);
    *words = node && node->kind != YAML_MAP;
    if (node && !*words) {
        yaml_build_merge(arena, map, node);
    }
    return node != NULL;
}

// ---- labels ---------------------------------------------------------------------------------

/// The end of the value at `at`: a closing quote or bracket, else the next blank. NULL where a
/// quote or a bracket is not closed.
static const char *value_end(const char *at) {
    if (*at == '"') {
        const char *end = strchr(at + 1, '"');
        return end ? end + 1 : NULL;
    }
    if (*at != '{' && *at != '[') {
        return at + strcspn(at, blanks);
    }
    int depth = 0;
    bool quoted = false;
    for (; *at != '\0'; at++) {
        quoted = *at == '"' ? !quoted : quoted;
        depth += !quoted && (*at == '{' || *at == '[');
        depth -= !quoted && (*at == '}' || *at == ']');
        if (depth == 0 && !quoted) {
            return at + 1;
        }
    }
    return NULL;
}

/// The value as YAML would read it, but for quotes and for colours, which need none here.
static YamlNode *make_value(const char *text, size_t size, Place place, Arena *arena,
                            MessageList *messages) {
    if (*text == '"') {
        return yaml_build_quoted(arena, place, arena_copy(arena, text + 1, size - 2));
    }
    const char *value = arena_copy(arena, text, size);
    return *text == '#' ? yaml_build_quoted(arena, place, value)
                        : import_value(value, place, arena, messages);
}

static bool refuse(const char *label, const char *why, Place place, MessageList *messages) {
    message_add(messages, MESSAGE_E650, place, label, why);
    return false;
}

bool svg_label_read(const char *label, Place place, YamlNode *map, const char **word, Arena *arena,
                    MessageList *messages) {
    ASSERT(map != NULL && word != NULL && messages != NULL);
    *word = NULL;
    bool good = true;
    int pairs = 0;
    const char *at = label ? label : "";
    for (at += strspn(at, blanks); *at != '\0'; at += strspn(at, blanks)) {
        size_t size = strcspn(at, " \t\r\n=");
        if (size > WORD_MAX) {
            return refuse(label, "a word is too long", place, messages);
        }
        const char *name = arena_copy(arena, at, size);
        if (at[size] != '=') {
            if (*word && good) {
                good = refuse(label, "has two bare words: write the second as key=value", place,
                              messages);
            }
            *word = *word ? *word : name;
            at += size;
            continue;
        }
        const char *value = at + size + 1;
        const char *end = value_end(value);
        if (size == 0 || !end || end == value || end - value > WORD_MAX) {
            return refuse(label, size == 0 ? "has a = without a key" : "has a value without an end",
                          place, messages);
        }
        if (++pairs > PAIRS_MAX) {
            return refuse(label, "has too many key=value", place, messages);
        }
        YamlNode *node = make_value(value, (size_t)(end - value), place, arena, messages);
        if (node) {
            yaml_build_set(arena, map, name, node);
        }
        good = good && node;
        at = end;
    }
    return good;
}
