#include "formats/yaml_write.h"

#include "base/assert.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAPS_MAX = 3, ///< Maps within each other on one line: more than that is hard to read.
};

static void put(TextBuffer *out, const char *text) { text_add(out, text, strlen(text)); }

/// Whether `text` can stand without quotes, inside brackets or outside.
static bool is_plain(const char *text, bool flow) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t size = strlen(text);
    bool is_signed = (text[0] == '-' || text[0] == '+' || text[0] == '.') && size > 1 &&
                     strchr("0123456789.", text[1]) && strncmp(text, "...", 3) != 0;
    if (size == 0 || (!is_signed && !strchr(safe, text[0]) && (unsigned char)text[0] < 0xC3) ||
        strchr(" ", text[size - 1])) {
        return false;
    }
    for (const char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        // U+2028, U+2029 and U+0085 end lines for libyaml, and some beside them are not shown
        bool is_break = (byte == 0xE2 && ((unsigned char)at[1] & 0xFE) == 0x80) || byte == 0xC2;
        const char *more = flow ? " -+./'()!&*;$%=?@^<>" : " -+./'()!&*;$%=?@^<>,[]{}";
        if (is_break || (byte < 0x80 && !strchr(safe, *at) && !strchr(more, *at))) {
            return false;
        }
    }
    return true;
}

/// A text in double quotes, all on one line, with escapes for what is not shown.
static void put_quoted(TextBuffer *out, const char *text) {
    put(out, "\"");
    for (int size; *text; text += size) {
        char escape[12] = "";
        uint32_t code = text_code_point(text, &size);
        if (code == '"' || code == '\\') {
            snprintf(escape, sizeof escape, "\\%c", *text);
        } else if (code == '\n' || code == '\t') {
            snprintf(escape, sizeof escape, "\\%c", code == '\n' ? 'n' : 't');
        } else if (code == 0xFEFF || (!text_is_shown(code) && code != TEXT_INVALID)) {
            snprintf(escape, sizeof escape, code < 0x100 ? "\\x%02X" : "\\u%04X", (unsigned)code);
        }
        text_add(out, escape[0] ? escape : text, escape[0] ? strlen(escape) : (size_t)size);
    }
    put(out, "\"");
}

/// Whether `node` is a text of several lines that can be written as such.
static bool is_literal(const YamlNode *node) {
    const char *text = node->kind == YAML_TEXT ? node->text : "";
    const char *end = strrchr(text, '\n');
    if (!end || strchr(" \n", text[0]) || (end > text && end[1] == '\0' && end[-1] == '\n')) {
        return false;
    }
    for (const char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        bool is_odd = (byte < 0x20 && byte != '\n') || byte == 0x7F || byte == 0xC2 ||
                      byte == 0xEF || (byte == 0xE2 && ((unsigned char)at[1] & 0xFE) == 0x80);
        if (is_odd || (byte == ' ' && (at[1] == '\n' || !at[1]))) {
            return false;
        }
    }
    return true;
}

/// A text as a key or a scalar: in quotes where it is `quoted` or could not be read otherwise.
static void put_text(TextBuffer *out, const char *text, bool quoted, bool flow) {
    if (!quoted && is_plain(text, flow)) {
        put(out, text);
    } else {
        put_quoted(out, text);
    }
}

static void put_beside(TextBuffer *out, const YamlNode *node) {
    if (node->comments && node->comments->beside) {
        put(out, " ");
        put(out, node->comments->beside);
    }
}

void yaml_write_flow(const YamlNode *node, TextBuffer *out) {
    ASSERT(node != NULL && out != NULL);
    if (node->kind == YAML_TEXT) {
        if (yaml_is_nothing(node)) {
            put(out, "~");
        } else {
            put_text(out, node->text, node->quoted, true);
        }
        return;
    }
    bool is_map = node->kind == YAML_MAP;
    put(out, is_map ? "{" : "[");
    for (const YamlNode *member = node->first; member; member = member->next) {
        if (is_map) {
            put_text(out, member->key, false, true);
            put(out, ": "); // before nothing too: "a:}" would be the key "a:"
        }
        if (!is_map || !yaml_is_nothing(member)) {
            yaml_write_flow(member, out);
        }
        put(out, member->next ? ", " : "");
    }
    put(out, is_map ? "}" : "]");
}

/// Bytes of a scalar within brackets; of a long one some that are too many.
static int flow_width(const YamlNode *node) {
    size_t size = strnlen(node->text, YAML_WRITE_COLUMNS);
    if (size == YAML_WRITE_COLUMNS || (!node->quoted && is_plain(node->text, true))) {
        return (int)size;
    }
    TextBuffer text = {0};
    put_text(&text, node->text, node->quoted, true);
    int width = (int)text.size;
    free(text.text);
    return width;
}

/// Whether all of `node`, a collection, may stand in brackets on a line with room for `room`
/// characters; `maps` may be within each other. Stops counting soon after there are too many.
static bool is_short(const YamlNode *node, int maps, int *room) {
    bool is_map = node->kind == YAML_MAP;
    bool has_comment = node->comments && node->comments->below;
    if (has_comment || (is_map && maps == 0)) {
        return false;
    }
    *room -= 2;
    for (const YamlNode *member = node->first; member; member = member->next) {
        if (member->comments || is_literal(member) || (!is_map && yaml_is_nothing(member)) ||
            (!is_map && member->kind != YAML_TEXT)) {
            return false;
        }
        *room -= is_map ? (int)strnlen(member->key, YAML_WRITE_COLUMNS) + 2 : 0;
        *room -= member->next ? 2 : 0;
        if (member->kind == YAML_TEXT) {
            *room -= flow_width(member);
        } else if (!is_short(member, maps - is_map, room)) {
            return false;
        }
        if (*room < 0) {
            return false;
        }
    }
    return *room >= 0;
}

static bool is_block(const YamlNode *node, int column) {
    int room = YAML_WRITE_COLUMNS - column;
    return node->kind != YAML_TEXT && node->count > 0 && !is_short(node, MAPS_MAX, &room);
}

/// Lines of a text or of comments, each indented.
static void put_lines(TextBuffer *out, const char *lines, int indent) {
    for (const char *line = lines; line && *line;) {
        size_t length = strcspn(line, "\n");
        text_add_spaces(out, length > 0 ? indent : 0);
        text_add(out, line, length);
        put(out, "\n");
        line += length + (line[length] == '\n');
    }
}

static const char *comment_above(const YamlNode *node) {
    return node->comments ? node->comments->above : NULL;
}

/// Lines below what stands on this one, without the line feed of the last.
static void put_below(TextBuffer *out, const char *lines, int indent) {
    if (lines && *lines) {
        put(out, "\n");
        put_lines(out, lines, indent);
        out->text[--out->size] = '\0';
    }
}

/// The members of a block, each on lines of its own; the first where the line stands now.
static void put_members(TextBuffer *out, const YamlNode *node, int indent) {
    for (const YamlNode *member = node->first; member; member = member->next) {
        if (member != node->first) {
            put(out, "\n");
            put_lines(out, comment_above(member), indent);
            text_add_spaces(out, indent);
        }
        if (node->kind == YAML_MAP) {
            yaml_write_member(member, indent, out);
        } else {
            yaml_write_item(member, indent, out);
        }
    }
    put_below(out, node->comments ? node->comments->below : NULL, indent);
}

/// A block that begins on a line of its own.
static void put_block(TextBuffer *out, const YamlNode *node, int indent) {
    put(out, "\n");
    put_lines(out, comment_above(node->first), indent);
    text_add_spaces(out, indent);
    put_members(out, node, indent);
}

void yaml_write_value(const YamlNode *node, int indent, int column, TextBuffer *out) {
    ASSERT(node != NULL && out != NULL && indent >= 0);
    if (is_block(node, column)) {
        put_beside(out, node);
        put_block(out, node, indent + 2);
        return;
    }
    if (is_literal(node)) {
        put(out, text_ends_with(node->text, "\n") ? "|" : "|-");
        put_beside(out, node);
        put_below(out, node->text, indent + 2);
        return;
    }
    if (node->kind == YAML_TEXT && !yaml_is_nothing(node)) {
        put_text(out, node->text, node->quoted, false);
    } else if (!yaml_is_nothing(node)) {
        yaml_write_flow(node, out);
    }
    put_beside(out, node);
}

void yaml_write_member(const YamlNode *member, int indent, TextBuffer *out) {
    ASSERT(member != NULL && member->key != NULL && out != NULL && indent >= 0);
    size_t start = out->size;
    put_text(out, member->key, false, true);
    int column = indent + (int)(out->size - start) + 2;
    bool is_bare = yaml_is_nothing(member) || is_block(member, column);
    put(out, is_bare ? ":" : ": ");
    yaml_write_value(member, indent, column, out);
}

void yaml_write_item(const YamlNode *item, int indent, TextBuffer *out) {
    ASSERT(item != NULL && out != NULL && indent >= 0);
    bool block = is_block(item, indent + 2);
    bool has_comment =
        block && ((item->comments && item->comments->beside) || comment_above(item->first) != NULL);
    put(out, yaml_is_nothing(item) || has_comment ? "-" : "- ");
    if (block && !has_comment) {
        put_members(out, item, indent + 2);
    } else {
        yaml_write_value(item, indent, indent + 2, out);
    }
}

/// Lines of comments before any value: no empty one where the text begins, at `start`, nor two.
static void put_top(TextBuffer *out, size_t start, const char *lines) {
    bool is_empty =
        out->size == start || (out->size > start + 1 && out->text[out->size - 2] == '\n');
    while (lines && is_empty && *lines == '\n') {
        lines++;
    }
    put_lines(out, lines, 0);
}

void yaml_write(const YamlNode *root, TextBuffer *out) {
    ASSERT(root != NULL && root->kind != YAML_TEXT && out != NULL);
    size_t start = out->size;
    put_top(out, start, comment_above(root));
    if (root->comments && root->comments->beside) {
        put_top(out, start, root->comments->beside);
    }
    if (root->count == 0) {
        put_top(out, start, root->comments ? root->comments->below : NULL);
        put(out, root->kind == YAML_MAP ? "{}\n" : "[]\n");
        return;
    }
    put_top(out, start, comment_above(root->first));
    put_members(out, root, 0);
    put(out, "\n");
}
