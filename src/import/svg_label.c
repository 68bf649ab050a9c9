#include "import/svg_label.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/yaml_build.h"

#include <string.h>

enum {
    WORD_MAX = 1000, ///< Bytes of a word, a key or a value.
    PAIRS_MAX = 100, ///< Of one label: more than all keys of any object.
};

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// ---- YAML within the file -------------------------------------------------------------------

/// A place in a text that begins at `start` as a place in the file. With `whole` all of the text
/// stands at `start`, as that of an attribute does, whose place is not known.
static Place shifted(Place place, Place start, bool whole) {
    if (whole || place.line <= 0) {
        return start;
    }
    if (place.line == 1) {
        place.column += start.column - 1;
    }
    place.line += start.line - 1;
    place.file = start.file;
    return place;
}

static void shift_tree(YamlNode *node, Place start, bool whole) {
    node->place = shifted(node->place, start, whole);
    node->key_place = shifted(node->key_place, start, whole);
    for (YamlNode *child = node->first; child; child = child->next) {
        shift_tree(child, start, whole);
    }
}

static YamlNode *read_yaml(const char *text, Place start, bool whole, Arena *arena,
                           MessageList *messages) {
    int before = messages->count;
    YamlNode *node = yaml_read(text, strlen(text), start.file, arena, messages);
    for (int i = before; i < messages->count; i++) {
        Message *message = &messages->items[i];
        message->place = shifted(message->place, start, whole);
        if (message->note_place.line > 0) {
            message->note_place = shifted(message->note_place, start, whole);
        }
    }
    if (node) {
        shift_tree(node, start, whole);
    }
    return node;
}

YamlNode *svg_text_yaml(const XmlElement *text, Arena *arena, MessageList *messages) {
    return text && text->text ? read_yaml(text->text, text->text_place, false, arena, messages)
                              : NULL;
}

bool svg_description_merge(const XmlElement *element, YamlNode *map, Arena *arena,
                           MessageList *messages) {
    const XmlElement *text = xml_child(element, "desc");
    if (!text || !text->text) {
        return true;
    }
    YamlNode *node = svg_text_yaml(text, arena, messages);
    if (!node) {
        return false;
    }
    if (node->kind == YAML_MAP) {
        yaml_build_merge(arena, map, node);
    } else {
        message_add(messages, MESSAGE_N643, text->text_place);
    }
    return true;
}

// ---- labels ---------------------------------------------------------------------------------

/// The end of the value at `at`: a closing quote or bracket, else the next blank. NULL where a
/// quote or a bracket is not closed.
static const char *value_end(const char *at) {
    if (*at == '"') {
        const char *end = strchr(at + 1, '"');
        return end ? end + 1 : NULL;
    }
    bool brackets = *at == '{' || *at == '[';
    int depth = 0;
    bool quoted = false;
    for (; *at != '\0'; at++) {
        quoted = *at == '"' ? !quoted : quoted;
        depth += !quoted && (*at == '{' || *at == '[');
        depth -= !quoted && (*at == '}' || *at == ']');
        if (brackets ? depth == 0 && !quoted : is_space(*at)) {
            return brackets ? at + 1 : at;
        }
    }
    return brackets ? NULL : at;
}

static const char *copy_part(const char *from, const char *to, Arena *arena) {
    return arena_copy(arena, from, (size_t)(to - from));
}

/// The value as YAML would read it, but for colours, which need no quotes here.
static YamlNode *make_value(const char *text, Place place, Arena *arena, MessageList *messages) {
    if (*text == '"') {
        return yaml_build_quoted(arena, place, copy_part(text + 1, text + strlen(text) - 1, arena));
    }
    if (*text == '{' || *text == '[') {
        return read_yaml(text, place, true, arena, messages);
    }
    if (*text == '#') {
        return yaml_build_quoted(arena, place, text);
    }
    YamlNode *node = yaml_build_text(arena, place, text);
    if (number_is_number(text) || strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        node->quoted = false;
    }
    return node;
}

static bool refuse(const char *label, const char *why, Place place, MessageList *messages) {
    message_add(messages, MESSAGE_E650, place, label, why);
    return false;
}

bool svg_label_read(const char *label, Place place, YamlNode *map, const char **word, Arena *arena,
                    MessageList *messages) {
    ASSERT(map != NULL && word != NULL && messages != NULL);
    *word = NULL;
    int pairs = 0;
    for (const char *at = label ? label : ""; *at != '\0';) {
        if (is_space(*at)) {
            at++;
            continue;
        }
        size_t size = strcspn(at, " \t\r\n=");
        if (size > WORD_MAX) {
            return refuse(label, "a word is too long", place, messages);
        }
        const char *name = copy_part(at, at + size, arena);
        if (at[size] != '=') {
            if (*word) {
                return refuse(label, "has two bare words: write the second as key=value", place,
                              messages);
            }
            *word = name;
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
        YamlNode *node = make_value(copy_part(value, end, arena), place, arena, messages);
        if (!node) {
            return false;
        }
        yaml_build_set(arena, map, name, node);
        at = end;
    }
    return true;
}

static bool has_form(const char *text) {
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return text[0] >= 'a' && text[0] <= 'z' && size < YAML_ID_MAX && text[size] == '\0';
}

/// Drawing programs number their shapes like that: names that say nothing.
static bool is_automatic(const char *id) {
    static const char *const names[] = {"path", "rect",     "circle",  "ellipse", "line",
                                        "use",  "polyline", "polygon", "g",       "svg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i]);
        if (strncmp(id, names[i], size) == 0 &&
            strspn(id + size, "0123456789-") == strlen(id + size)) {
            return true;
        }
    }
    return false;
}

bool svg_label_is_id(const char *id) { return has_form(id) && !is_automatic(id); }
