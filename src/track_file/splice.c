#include "track_file/splice.h"

#include "base/assert.h"
#include "base/text_edits.h"
#include "base/yaml_build.h"
#include "base/yaml_comments.h"
#include "base/yaml_write.h"
#include "track_file/track_write.h"

#include <stdlib.h>
#include <string.h>

typedef struct Splice {
    const char *text;
    size_t size;
    bool crlf;
    Arena arena;
    YamlNode **nodes; ///< Of the text, in its order: by `begin`, the outer one first.
    int node_count;
    TextEdits edits;
} Splice;

/// What a node means: the value of `key` (NULL: unknown, or the whole file), or an item of it.
typedef struct Meaning {
    const TrackKey *key;
    bool is_item, is_root;
} Meaning;

/// A node of the text, what it shall become, and where it stands.
typedef struct Pair {
    YamlNode *old;
    const YamlNode *new;
    Meaning meaning;
    const YamlNode *parent; ///< Of `old`; NULL for the root.
    size_t start;           ///< First byte of its key or dash, or of itself in brackets.
} Pair;

// Bytes and lines.

static bool is_break(char byte) { return byte == '\n' || byte == '\r'; }

static size_t line_start(const Splice *splice, size_t at) {
    bool within = at > 0 && at < splice->size && splice->text[at] == '\n';
    at -= within && splice->text[at - 1] == '\r';
    while (at > 0 && !is_break(splice->text[at - 1])) {
        at--;
    }
    return at;
}

/// The byte of the line break that ends the line of byte `at`, or the size of the text.
static size_t line_end(const Splice *splice, size_t at) {
    while (at < splice->size && !is_break(splice->text[at])) {
        at++;
    }
    return at;
}

static size_t skip_break(const Splice *splice, size_t at) {
    at += at < splice->size && splice->text[at] == '\r';
    at += at < splice->size && splice->text[at] == '\n';
    return at;
}

static size_t skip_blanks(const Splice *splice, size_t at) {
    while (at < splice->size && strchr(" \t", splice->text[at])) {
        at++;
    }
    return at;
}

static int column_of(const Splice *splice, size_t at) { return (int)(at - line_start(splice, at)); }

/// Whether byte `at` is the first of its line that is no blank.
static bool starts_line(const Splice *splice, size_t at) {
    return skip_blanks(splice, line_start(splice, at)) >= at;
}

/// Whether the line from byte `at` on holds nothing more but a comment (and, with `comma`, a comma
/// before it).
static bool ends_line(const Splice *splice, size_t at, bool comma) {
    at = skip_blanks(splice, at);
    if (comma && at < splice->size && splice->text[at] == ',') {
        at = skip_blanks(splice, at + 1);
    }
    return at == line_end(splice, at) || splice->text[at] == '#';
}

static bool has_break(const Splice *splice, const YamlNode *node) {
    return line_end(splice, node->begin) < node->end;
}

/// Whether the line that begins at byte `at` is a comment, and how deep.
static bool is_comment_line(const Splice *splice, size_t at, int *column) {
    size_t first = skip_blanks(splice, at);
    *column = (int)(first - at);
    return first < splice->size && splice->text[first] == '#';
}

/// The lines directly above the line of byte `start` that are comments of `node`: the first byte of
/// them, or of that line where there are none.
static size_t comments_start(const Splice *splice, const YamlNode *node, size_t start) {
    size_t at = line_start(splice, start);
    const char *above = node->comments ? node->comments->above : NULL;
    int count = 0;
    for (const char *line = above; line && *line; line = strchr(line, '\n') + 1) {
        count = *line == '\n' ? 0 : count + 1;
    }
    int column;
    for (; count > 0 && at > 0; count--) {
        size_t before = line_start(splice, at - 1);
        if (!is_comment_line(splice, before, &column)) {
            break;
        }
        at = before;
    }
    return at;
}

/// Gathers an edit, with the line ends of the text.
static void edit(Splice *splice, size_t begin, size_t end, const TextBuffer *added) {
    TextBuffer lines = {0};
    for (size_t i = 0; i < added->size; i++) {
        bool two = added->text[i] == '\n' && splice->crlf;
        text_add(&lines, two ? "\r\n" : added->text + i, two ? 2 : 1);
    }
    text_edits_add(&splice->edits, begin, end, lines.text, lines.size);
    free(lines.text);
}

static void edit_text(Splice *splice, size_t begin, size_t end, const char *text) {
    text_edits_add(&splice->edits, begin, end, text, strlen(text));
}

static void put_spaces(TextBuffer *out, int count) {
    for (int i = 0; i < count; i++) {
        text_add(out, " ", 1);
    }
}

// Nodes of the text.

static int count_nodes(const YamlNode *node) {
    int count = 1;
    for (const YamlNode *member = node->first; member; member = member->next) {
        count += count_nodes(member);
    }
    return count;
}

static void list_nodes(Splice *splice, YamlNode *node) {
    splice->nodes[splice->node_count++] = node;
    for (YamlNode *member = node->first; member; member = member->next) {
        list_nodes(splice, member);
    }
}

/// The node of the text that `node` was copied from, or NULL. O(log nodes).
static YamlNode *find_source(const Splice *splice, const YamlNode *node) {
    if (node->end == 0) {
        return NULL;
    }
    int low = 0;
    int high = splice->node_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (splice->nodes[middle]->begin < node->begin) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < splice->node_count && splice->nodes[low]->begin == node->begin; low++) {
        if (splice->nodes[low]->kind == node->kind && splice->nodes[low]->end == node->end) {
            return splice->nodes[low];
        }
    }
    return NULL;
}

/// First byte of the item `item` of the block `list`, its dash, behind the item `before` (NULL: it
/// is the first).
static size_t find_dash(const Splice *splice, const YamlNode *list, const YamlNode *before) {
    size_t at = before ? before->end : list->begin;
    while (at < splice->size && splice->text[at] != '-') {
        at = splice->text[at] == '#' ? line_end(splice, at) : at + 1;
    }
    return at;
}

static Meaning meaning_of_member(const Pair *map, const char *key) {
    const TrackKey *row = map->meaning.key;
    if (map->meaning.is_root) {
        return (Meaning){.key = track_key_find(TRACK_MAP_track, key)};
    }
    if (row && row->type == TRACK_KEY_NAMED && !map->meaning.is_item) {
        return (Meaning){.key = row, .is_item = true};
    }
    return (Meaning){.key =
                         row && row->of != TRACK_MAP_track ? track_key_find(row->of, key) : NULL};
}

static Meaning meaning_of_item(const Pair *list) {
    return (Meaning){.key = list->meaning.key, .is_item = true};
}

// Writing nodes anew.

/// Hangs the comments of the text on `node` and all below it.
static void take_comments(const Splice *splice, YamlNode *node) {
    const YamlNode *source = find_source(splice, node);
    node->comments = source ? source->comments : NULL;
    for (YamlNode *member = node->first; member; member = member->next) {
        take_comments(splice, member);
    }
}

/// Comments below a block and below what ends with it stay where they are: nothing writes them.
static void leave_below(Splice *splice, YamlNode *block) {
    for (; block && block->kind != YAML_TEXT && !block->flow; block = block->last) {
        if (block->comments && block->comments->below) {
            YamlComments *rest = arena_alloc(&splice->arena, sizeof *rest);
            *rest = *block->comments;
            rest->below = NULL;
            block->comments = rest;
        }
    }
}

/// `node` in the form in which it is written.
static YamlNode *write_form(Splice *splice, const YamlNode *node, Meaning meaning) {
    YamlNode *copy = !meaning.key      ? yaml_build_copy(&splice->arena, node)
                     : meaning.is_item ? track_canonical_item(node, meaning.key, &splice->arena)
                                       : track_canonical(node, meaning.key, &splice->arena);
    copy->key = node->key;
    take_comments(splice, copy);
    return copy;
}

/// Puts all of `pair->new` in the place of the old one, key or dash and all. False where that
/// cannot be.
static bool replace_whole(Splice *splice, const Pair *pair) {
    if (!pair->parent) {
        return false;
    }
    TextBuffer text = {0};
    if (pair->parent->flow) {
        if (pair->old->begin == pair->old->end) {
            return false; // nothing stands there, and perhaps not even a space before it
        }
        yaml_write_flow(write_form(splice, pair->new, pair->meaning), &text);
        edit(splice, pair->old->begin, pair->old->end, &text);
        free(text.text);
        return true;
    }
    leave_below(splice, pair->old);
    YamlNode *node = write_form(splice, pair->new, pair->meaning);
    node->comments = pair->old->comments;
    int indent = column_of(splice, pair->start);
    if (pair->parent->kind == YAML_MAP) {
        node->key = pair->old->key;
        yaml_write_member(node, indent, &text);
    } else {
        yaml_write_item(node, indent, &text);
    }
    bool comment = ends_line(splice, pair->old->end, false); // it is among those written
    edit(splice, pair->start, comment ? line_end(splice, pair->old->end) : pair->old->end, &text);
    free(text.text);
    return true;
}

static bool is_literal(const Splice *splice, const YamlNode *node) {
    return node->begin < splice->size && strchr("|>", splice->text[node->begin]);
}

static bool replace_scalar(Splice *splice, const Pair *pair) {
    bool is_block = !pair->parent || !pair->parent->flow;
    bool is_lines = is_literal(splice, pair->old) || strchr(pair->new->text, '\n');
    if (pair->old->begin == pair->old->end || (is_block && is_lines)) {
        return replace_whole(splice, pair);
    }
    TextBuffer text = {0};
    YamlNode *node = write_form(splice, pair->new, pair->meaning);
    node->comments = NULL;
    if (is_block) {
        yaml_write_value(node, 0, 0, &text);
    } else {
        yaml_write_flow(node, &text);
    }
    bool touches = pair->old->end < splice->size && splice->text[pair->old->end] == '#';
    text_add(&text, " ", touches); // behind quotes a comment needs no space
    edit(splice, pair->old->begin, pair->old->end, &text);
    free(text.text);
    return true;
}

// Members that come and go. `olds` and `news` hold the members of both collections in their order;
// pairs[i] is the index of the old one that news[i] stands for, or -1.

typedef struct Members {
    YamlNode **olds;
    const YamlNode **news;
    int *pairs;
    bool *kept;     ///< Of `olds`: whether one of `news` stands for it.
    size_t *starts; ///< Of `olds`.
    int old_count, new_count;
} Members;

static Members list_members(Splice *splice, const Pair *pair) {
    Arena *arena = &splice->arena;
    size_t old_count = (size_t)pair->old->count + 1;
    size_t new_count = (size_t)pair->new->count + 1;
    Members members = {.olds = arena_array(arena, old_count, sizeof *members.olds),
                       .news = arena_array(arena, new_count, sizeof *members.news),
                       .pairs = arena_array(arena, new_count, sizeof *members.pairs),
                       .kept = arena_array(arena, old_count, sizeof *members.kept),
                       .starts = arena_array(arena, old_count, sizeof *members.starts)};
    const YamlNode *before = NULL;
    for (YamlNode *old = pair->old->first; old; before = old, old = old->next) {
        members.starts[members.old_count] = pair->old->kind == YAML_MAP ? old->key_begin
                                            : pair->old->flow
                                                ? old->begin
                                                : find_dash(splice, pair->old, before);
        members.olds[members.old_count++] = old;
    }
    for (const YamlNode *new = pair->new->first; new; new = new->next) {
        members.pairs[members.new_count] = -1;
        members.news[members.new_count++] = new;
    }
    return members;
}

static void pair_keys(Members *members) {
    for (int i = 0; i < members->new_count; i++) {
        for (int k = 0; k < members->old_count; k++) {
            if (strcmp(members->news[i]->key, members->olds[k]->key) == 0) {
                members->pairs[i] = k;
                members->kept[k] = true;
            }
        }
    }
}

/// Pairs items that were copied from the text, in order, and between them new ones with those that
/// went.
static void pair_items(const Splice *splice, Members *members) {
    int next = 0;
    for (int i = 0; i < members->new_count; i++) {
        const YamlNode *source = find_source(splice, members->news[i]);
        int k = next;
        while (source && k < members->old_count && members->olds[k] != source) {
            k++;
        }
        if (source && k < members->old_count) {
            members->pairs[i] = k;
            members->kept[k] = true;
            next = k + 1;
        }
    }
    int old = 0;
    for (int i = 0; i < members->new_count; i++) {
        if (members->pairs[i] >= 0) {
            old = members->pairs[i] + 1;
        } else if (old < members->old_count && !members->kept[old]) {
            members->kept[old] = true;
            members->pairs[i] = old++;
        }
    }
}

/// The end of the lines of `node`, a member whose block is `column` deep: those of deeper comments
/// below included.
static size_t lines_end(const Splice *splice, const YamlNode *node, int column) {
    size_t at = line_end(splice, node->end);
    for (int depth; at < splice->size;) {
        size_t next = skip_break(splice, at);
        if (!is_comment_line(splice, next, &depth) || depth <= column) {
            break;
        }
        at = line_end(splice, next);
    }
    return at;
}

/// Takes a member out, with the comments directly above and the deeper ones below. False where it
/// does not stand on lines of its own. `flow`: it stands within brackets.
static bool delete_lines(Splice *splice, const YamlNode *node, size_t start, bool flow) {
    if (!starts_line(splice, start) || !ends_line(splice, node->end, flow)) {
        return false;
    }
    size_t begin = comments_start(splice, node, start);
    size_t last =
        flow ? line_end(splice, node->end) : lines_end(splice, node, column_of(splice, start));
    size_t end = skip_break(splice, last);
    if (end == splice->size && begin > 0 && last == end) {
        begin--; // the line above ends the text now, without a line end as this one did
        begin -= begin > 0 && splice->text[begin - 1] == '\r';
    }
    edit_text(splice, begin, end, "");
    return true;
}

/// Adds the lines of a member that is new in a block, `column` deep: its own comments above it
/// where it was elsewhere before.
static void put_member(Splice *splice, const YamlNode *node, const Pair *pair, int column,
                       TextBuffer *text) {
    bool is_map = pair->old->kind == YAML_MAP;
    YamlNode *form = write_form(
        splice, node, is_map ? meaning_of_member(pair, node->key) : meaning_of_item(pair));
    const char *above = form->comments ? form->comments->above : NULL;
    for (const char *line = above; line && *line; line = strchr(line, '\n') + 1) {
        size_t size = (size_t)(strchr(line, '\n') - line);
        put_spaces(text, size > 0 ? column : 0);
        text_add(text, line, size + 1);
    }
    put_spaces(text, column);
    if (is_map) {
        yaml_write_member(form, column, text);
    } else {
        yaml_write_item(form, column, text);
    }
}

/// Puts news[from] to news[to - 1] behind olds[anchor] (-1: before the first that stays) of a
/// block.
static bool insert_lines(Splice *splice, const Pair *pair, const Members *members, int anchor,
                         int from, int to) {
    int column = column_of(splice, members->starts[0]);
    TextBuffer text = {0};
    bool good = true;
    for (int i = from; i < to; i++) {
        text_add(&text, "\n", anchor >= 0);
        put_member(splice, members->news[i], pair, column, &text);
        text_add(&text, "\n", anchor < 0);
    }
    if (anchor >= 0) {
        size_t at = lines_end(splice, members->olds[anchor], column);
        edit(splice, at, at, &text);
    } else {
        good = starts_line(splice, members->starts[0]);
        size_t at = comments_start(splice, members->olds[0], members->starts[0]);
        edit(splice, at, at, &text);
    }
    free(text.text);
    return good;
}

/// The same within brackets over several lines, where olds[anchor] stands on lines of its own.
static bool insert_flow_lines(Splice *splice, const Pair *pair, const Members *members, int anchor,
                              int from, int to) {
    if (anchor < 0 || !starts_line(splice, members->starts[anchor]) ||
        !ends_line(splice, members->olds[anchor]->end, true)) {
        return false;
    }
    size_t end = members->olds[anchor]->end;
    size_t comma = skip_blanks(splice, end);
    bool has_comma = comma < splice->size && splice->text[comma] == ',';
    int column = column_of(splice, members->starts[anchor]);
    if (!has_comma) {
        edit_text(splice, end, end, ",");
    }
    TextBuffer text = {0};
    for (int i = from; i < to; i++) {
        text_add(&text, "\n", 1);
        put_spaces(&text, column);
        yaml_write_flow(write_form(splice, members->news[i], meaning_of_item(pair)), &text);
        text_add(&text, ",", has_comma || i + 1 < to);
    }
    edit(splice, line_end(splice, end), line_end(splice, end), &text);
    free(text.text);
    return true;
}

/// Brackets on one line, written anew around the members, of which those that did not change keep
/// their bytes.
static void replace_line(Splice *splice, const Pair *pair, const Members *members) {
    bool is_map = pair->old->kind == YAML_MAP;
    TextBuffer text = {0};
    text_add(&text, is_map ? "{" : "[", 1);
    for (int i = 0; i < members->new_count; i++) {
        const YamlNode *new = members->news[i];
        const YamlNode *old = members->pairs[i] >= 0 ? members->olds[members->pairs[i]] : NULL;
        text_add(&text, ", ", i > 0 ? 2 : 0);
        if (old && old->begin < old->end && yaml_build_equal(old, new)) {
            size_t start = members->starts[members->pairs[i]];
            text_add(&text, splice->text + start, old->end - start);
            continue;
        }
        Meaning meaning = is_map ? meaning_of_member(pair, new->key) : meaning_of_item(pair);
        YamlNode *form = write_form(splice, new, meaning);
        if (is_map) { // a map of one member, without its braces
            YamlNode map = {.kind = YAML_MAP, .count = 1, .first = form, .last = form};
            TextBuffer inner = {0};
            form->next = NULL;
            yaml_write_flow(&map, &inner);
            text_add(&text, inner.text + 1, inner.size - 2);
            free(inner.text);
        } else {
            yaml_write_flow(form, &text);
        }
    }
    text_add(&text, is_map ? "}" : "]", 1);
    edit(splice, pair->old->begin, pair->old->end, &text);
    free(text.text);
}

static bool splice_pair(Splice *splice, const Pair *pair);

/// Splices those members that are in both.
static bool splice_members(Splice *splice, const Pair *pair, const Members *members) {
    bool is_map = pair->old->kind == YAML_MAP;
    for (int i = 0; i < members->new_count; i++) {
        int k = members->pairs[i];
        if (k < 0) {
            continue;
        }
        const YamlNode *new = members->news[i];
        Pair member = {.old = members->olds[k],
                       .new = new,
                       .meaning =
                           is_map ? meaning_of_member(pair, new->key) : meaning_of_item(pair),
                       .parent = pair->old,
                       .start = members->starts[k]};
        if (!splice_pair(splice, &member)) {
            return false;
        }
    }
    return true;
}

/// Makes the members come and go, each on lines of its own.
static bool splice_lines(Splice *splice, const Pair *pair, const Members *members) {
    bool flow = pair->old->flow;
    for (int k = 0; k < members->old_count; k++) {
        if (!members->kept[k] &&
            !delete_lines(splice, members->olds[k], members->starts[k], flow)) {
            return false;
        }
    }
    int anchor = -1;
    for (int i = 0; i < members->new_count; i++) {
        if (members->pairs[i] >= 0) {
            anchor = members->pairs[i];
            continue;
        }
        int to = i + 1;
        while (to < members->new_count && members->pairs[to] < 0) {
            to++;
        }
        if (!(flow ? insert_flow_lines : insert_lines)(splice, pair, members, anchor, i, to)) {
            return false;
        }
        i = to - 1;
    }
    return true;
}

static bool splice_collection(Splice *splice, const Pair *pair) {
    if (pair->old->count == 0 || pair->new->count == 0) {
        return false;
    }
    Members members = list_members(splice, pair);
    if (pair->old->kind == YAML_MAP) {
        pair_keys(&members);
    } else {
        pair_items(splice, &members);
    }
    bool same = members.old_count == members.new_count;
    bool any = false;
    for (int i = 0; i < members.new_count; i++) {
        same = same && members.pairs[i] >= 0;
        any = any || members.pairs[i] >= 0;
    }
    if (!any) {
        return false;
    }
    if (!same && pair->old->flow && !has_break(splice, pair->old)) {
        replace_line(splice, pair, &members);
        return true;
    }
    // a map in brackets gets new keys only on one line: where its keys stand otherwise is open
    bool odd = !same && pair->old->flow && pair->old->kind == YAML_MAP;
    return !odd && splice_members(splice, pair, &members) &&
           (same || splice_lines(splice, pair, &members));
}

/// Gathers what makes `pair->new` of `pair->old`. False where only its parent can be written anew.
static bool splice_pair(Splice *splice, const Pair *pair) {
    if (yaml_build_equal(pair->old, pair->new)) {
        return true;
    }
    int edits = splice->edits.count;
    bool is_text = pair->old->kind == YAML_TEXT;
    if (pair->old->kind == pair->new->kind &&
        (is_text ? replace_scalar(splice, pair) : splice_collection(splice, pair))) {
        return true;
    }
    text_edits_cut(&splice->edits, edits);
    return replace_whole(splice, pair);
}

/// Whether the text `out` holds from byte `from` on says what `after` does.
static bool says(Splice *splice, const TextBuffer *out, size_t from, const YamlNode *after) {
    MessageList *messages = arena_alloc(&splice->arena, sizeof *messages);
    const YamlNode *read =
        yaml_read(out->text + from, out->size - from, "", &splice->arena, messages);
    return read && yaml_build_equal(track_canonical(read, NULL, &splice->arena),
                                    track_canonical(after, NULL, &splice->arena));
}

SpliceResult splice_write(const char *text, size_t size, const YamlNode *after, TextBuffer *out) {
    ASSERT((text != NULL || size == 0) && after != NULL && after->kind == YAML_MAP && out != NULL);
    Splice splice = {.text = size > 0 ? text : "", .size = size};
    const char *line = memchr(splice.text, '\n', size);
    splice.crlf = line && line > splice.text && line[-1] == '\r';
    MessageList *messages = arena_alloc(&splice.arena, sizeof *messages);
    YamlNode *before = yaml_read(text, size, "", &splice.arena, messages);
    ASSERT(before != NULL);
    yaml_comments_read(before, text, size, &splice.arena);
    splice.nodes = arena_array(&splice.arena, (size_t)count_nodes(before), sizeof *splice.nodes);
    list_nodes(&splice, before);

    SpliceResult result = SPLICE_WHOLE;
    size_t from = out->size;
    Pair root = {.old = before, .new = after, .meaning = {.is_root = true}};
    if (splice_pair(&splice, &root)) {
        result = splice.edits.count > 0 ? SPLICE_PARTS : SPLICE_SAME;
        text_edits_apply(&splice.edits, text, size, out);
        if (result == SPLICE_PARTS && !says(&splice, out, from, after)) {
            result = SPLICE_WHOLE;
            out->size = from;
        }
    }
    if (result == SPLICE_WHOLE) {
        YamlNode *whole = yaml_build_copy(&splice.arena, after);
        take_comments(&splice, whole);
        track_write(whole, out);
    }
    text_edits_destroy(&splice.edits);
    arena_destroy(&splice.arena);
    return result;
}
