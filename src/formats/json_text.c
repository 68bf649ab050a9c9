#include "formats/json_text.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The four hex digits at `text`, -1 where they are none.
static int read_hex(const char *text) {
    if (strspn(text, "0123456789abcdefABCDEF") < 4) {
        return -1;
    }
    const char digits[] = {text[0], text[1], text[2], text[3], '\0'};
    return (int)strtol(digits, NULL, 16);
}

/// Rewrites the escape \uXXXX at `in` as YAML has it: a pair of surrogates as one \UXXXXXXXX, a
/// single one as \ufffd. Returns how many bytes it read, 0 where it is no surrogate; `*written`
/// bytes went to `out`.
static size_t rewrite_surrogate(const char *in, char *out, size_t *written) {
    int high = in[1] == 'u' ? read_hex(in + 2) : -1;
    if (high < 0xD800 || high > 0xDFFF) {
        return 0;
    }
    int low = high < 0xDC00 && in[6] == '\\' && in[7] == 'u' ? read_hex(in + 8) : -1;
    if (low < 0xDC00 || low > 0xDFFF) {
        memcpy(out, "\\ufffd", 6);
        *written = 6;
        return 6;
    }
    unsigned point = 0x10000u + ((unsigned)(high - 0xD800) << 10) + (unsigned)(low - 0xDC00);
    *written = (size_t)snprintf(out, 12, "\\U%08x", point);
    return 12;
}

/// The text with what YAML does not know rewritten, of the same length in every line: what a
/// rewritten text gets shorter is made up with blanks behind its closing quote.
static char *rewrite(const char *text, size_t size, Arena *arena) {
    char *out = arena_alloc(arena, size + 1);
    size_t to = 0;
    size_t blanks = 0;
    bool quoted = false;
    for (size_t i = 0; i < size;) {
        size_t written = 0;
        size_t taken =
            quoted && text[i] == '\\' ? rewrite_surrogate(text + i, out + to, &written) : 0;
        if (taken > 0) {
            blanks += taken - written;
            to += written;
            i += taken;
        } else if (quoted && text[i] == '\\' && i + 1 < size) {
            out[to++] = text[i++];
            out[to++] = text[i++];
        } else {
            quoted ^= text[i] == '"';
            out[to++] = !quoted && text[i] == '\t' ? ' ' : text[i];
            bool closed = text[i] == '"' && !quoted;
            i++;
            for (; closed && blanks > 0; blanks--) {
                out[to++] = ' ';
            }
        }
    }
    out[to] = '\0';
    return out;
}

YamlNode *json_text_read(const char *text, size_t size, const char *file, Arena *arena,
                         MessageList *messages) {
    char *plain = rewrite(text, size, arena);
    // A zero byte inside is no text: the reader says so, at its place.
    return yaml_read(plain, size, file, arena, messages);
}

bool json_text_number(const YamlNode *node, double *out) {
    return node && node->kind == YAML_TEXT && !node->quoted && number_parse(node->text, out);
}

const char *json_text_string(const YamlNode *node) {
    return node && node->kind == YAML_TEXT ? node->text : "";
}

const YamlNode *json_text_items(const YamlNode *map, const char *key) {
    const YamlNode *list = yaml_find(map, key);
    return list && list->kind == YAML_LIST ? list->first : NULL;
}
