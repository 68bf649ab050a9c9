#include "track_file/source_text.h"

#include "formats/yaml_comments.h"

#include <string.h>

// ---- bytes and lines --------------------------------------------------------------------------

static bool is_break(char byte) { return byte == '\n' || byte == '\r'; }

size_t source_line_start(const SourceText *source, size_t at) {
    bool within = at > 0 && at < source->size && source->text[at] == '\n';
    at -= within && source->text[at - 1] == '\r';
    while (at > 0 && !is_break(source->text[at - 1])) {
        at--;
    }
    return at;
}

size_t source_line_end(const SourceText *source, size_t at) {
    while (at < source->size && !is_break(source->text[at])) {
        at++;
    }
    return at;
}

size_t source_skip_break(const SourceText *source, size_t at) {
    at += at < source->size && source->text[at] == '\r';
    at += at < source->size && source->text[at] == '\n';
    return at;
}

size_t source_skip_blanks(const SourceText *source, size_t at) {
    while (at < source->size && strchr(" \t", source->text[at])) {
        at++;
    }
    return at;
}

int source_column(const SourceText *source, size_t at) {
    return (int)(at - source_line_start(source, at));
}

bool source_starts_line(const SourceText *source, size_t at) {
    return source_skip_blanks(source, source_line_start(source, at)) >= at;
}

bool source_ends_line(const SourceText *source, size_t at, bool comma) {
    at = source_skip_blanks(source, at);
    if (comma && at < source->size && source->text[at] == ',') {
        at = source_skip_blanks(source, at + 1);
    }
    return at == source_line_end(source, at) || source->text[at] == '#';
}

bool source_has_break(const SourceText *source, const YamlNode *node) {
    return source_line_end(source, node->begin) < node->end;
}

bool source_is_comment(const SourceText *source, size_t at, int *column) {
    size_t first = source_skip_blanks(source, at);
    *column = (int)(first - at);
    return first < source->size && source->text[first] == '#';
}

size_t source_comments(const SourceText *source, const YamlNode *node, size_t start) {
    size_t at = source_line_start(source, start);
    const char *above = node->comments ? node->comments->above : NULL;
    int count = 0;
    for (const char *line = above; line && *line; line = strchr(line, '\n') + 1) {
        count = *line == '\n' ? 0 : count + 1;
    }
    int column;
    for (; count > 0 && at > 0; count--) {
        size_t before = source_line_start(source, at - 1);
        if (!source_is_comment(source, before, &column)) {
            break;
        }
        at = before;
    }
    return at;
}

// ---- nodes ------------------------------------------------------------------------------------

static int count_nodes(const YamlNode *node) {
    int count = 1;
    for (const YamlNode *member = node->first; member; member = member->next) {
        count += count_nodes(member);
    }
    return count;
}

static void list_nodes(SourceText *source, YamlNode *node) {
    source->nodes[source->node_count++] = node;
    for (YamlNode *member = node->first; member; member = member->next) {
        list_nodes(source, member);
    }
}

YamlNode *source_node(const SourceText *source, const YamlNode *node) {
    if (node->end == 0) {
        return NULL;
    }
    int low = 0;
    int high = source->node_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (source->nodes[middle]->begin < node->begin) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < source->node_count && source->nodes[low]->begin == node->begin; low++) {
        if (source->nodes[low]->kind == node->kind && source->nodes[low]->end == node->end) {
            return source->nodes[low];
        }
    }
    return NULL;
}

size_t source_dash(const SourceText *source, const YamlNode *list, const YamlNode *before) {
    size_t at = before ? before->end : list->begin;
    while (at < source->size && source->text[at] != '-') {
        at = source->text[at] == '#' ? source_line_end(source, at) : at + 1;
    }
    return at;
}

SourceText source_text_make(const char *text, size_t size, YamlNode *root, Arena *arena) {
    SourceText source = {.text = text, .size = size};
    const char *line = memchr(text, '\n', size);
    source.crlf = line && line > text && line[-1] == '\r';
    source.nodes = arena_array(arena, (size_t)count_nodes(root), sizeof(YamlNode *));
    list_nodes(&source, root);
    return source;
}
