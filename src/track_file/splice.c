#include "track_file/splice.h"

#include "base/assert.h"
#include "base/text_edits.h"
#include "formats/yaml_build.h"
#include "formats/yaml_comments.h"
#include "formats/yaml_write.h"
#include "track_file/source_text.h"
#include "track_file/track_write.h"

#include <stdlib.h>
#include <string.h>

typedef struct Splice {
    SourceText source;
    Arena arena;
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

/// Gathers an edit, with the line ends of the text. Frees `added`.
static void edit(Splice *splice, size_t begin, size_t end, TextBuffer *added) {
    TextBuffer lines = {0};
    for (size_t i = 0; i < added->size; i++) {
        bool two = added->text[i] == '\n' && splice->source.crlf;
        text_add(&lines, two ? "\r\n" : added->text + i, two ? 2 : 1);
    }
    text_edits_add(&splice->edits, begin, end, lines.text, lines.size);
    free(lines.text);
    free(added->text);
}

static void edit_text(Splice *splice, size_t begin, size_t end, const char *text) {
    text_edits_add(&splice->edits, begin, end, text, strlen(text));
}

/// What `node` means as a member of what `parent` becomes.
static Meaning meaning_of(const Pair *parent, const YamlNode *node) {
    const TrackKey *row = parent->meaning.key;
    if (parent->meaning.is_root) {
        return (Meaning){.key = track_key_find(TRACK_MAP_track, node->key)};
    }
    bool is_named = row && row->type == TRACK_KEY_NAMED && !parent->meaning.is_item;
    if (parent->new->kind == YAML_LIST || is_named) {
        return (Meaning){.key = row, .is_item = true};
    }
    bool has_keys = row && row->of != TRACK_MAP_track;
    return (Meaning){.key = has_keys ? track_key_find(row->of, node->key) : NULL};
}

// Writing nodes anew.

/// Hangs the comments of the text on `node` and all below it.
static void take_comments(const Splice *splice, YamlNode *node) {
    const YamlNode *source = source_node(&splice->source, node);
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
        return true;
    }
    leave_below(splice, pair->old);
    YamlNode *node = write_form(splice, pair->new, pair->meaning);
    node->comments = pair->old->comments;
    int indent = source_column(&splice->source, pair->start);
    if (pair->parent->kind == YAML_MAP) {
        node->key = pair->old->key;
        yaml_write_member(node, indent, &text);
    } else {
        yaml_write_item(node, indent, &text);
    }
    bool comment =
        source_ends_line(&splice->source, pair->old->end, false); // it is among those written
    edit(splice, pair->start,
         comment ? source_line_end(&splice->source, pair->old->end) : pair->old->end, &text);
    return true;
}

static bool replace_scalar(Splice *splice, const Pair *pair) {
    bool is_block = !pair->parent || !pair->parent->flow;
    bool is_literal = pair->old->begin < splice->source.size &&
                      strchr("|>", splice->source.text[pair->old->begin]);
    bool is_lines = is_literal || strchr(pair->new->text, '\n');
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
    bool touches =
        pair->old->end < splice->source.size && splice->source.text[pair->old->end] == '#';
    text_add(&text, " ", touches); // behind quotes a comment needs no space
    edit(splice, pair->old->begin, pair->old->end, &text);
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
                                                : source_dash(&splice->source, pair->old, before);
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
        const YamlNode *source = source_node(&splice->source, members->news[i]);
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
    size_t at = source_line_end(&splice->source, node->end);
    for (int depth; at < splice->source.size;) {
        size_t next = source_skip_break(&splice->source, at);
        if (!source_is_comment(&splice->source, next, &depth) || depth <= column) {
            break;
        }
        at = source_line_end(&splice->source, next);
    }
    return at;
}

/// Takes a member out, with the comments directly above and the deeper ones below. False where it
/// does not stand on lines of its own. `flow`: it stands within brackets.
static bool delete_lines(Splice *splice, const YamlNode *node, size_t start, bool flow) {
    if (!source_starts_line(&splice->source, start) ||
        !source_ends_line(&splice->source, node->end, flow)) {
        return false;
    }
    size_t begin = source_comments(&splice->source, node, start);
    size_t last = flow ? source_line_end(&splice->source, node->end)
                       : lines_end(splice, node, source_column(&splice->source, start));
    size_t end = source_skip_break(&splice->source, last);
    if (end == splice->source.size && begin > 0 && last == end) {
        begin--; // the line above ends the text now, without a line end as this one did
        begin -= begin > 0 && splice->source.text[begin - 1] == '\r';
    }
    edit_text(splice, begin, end, "");
    return true;
}

/// Adds the lines of a member that is new in a block, `column` deep: its own comments above it
/// where it was elsewhere before.
static void put_member(Splice *splice, const YamlNode *node, const Pair *pair, int column,
                       TextBuffer *text) {
    bool is_map = pair->old->kind == YAML_MAP;
    YamlNode *form = write_form(splice, node, meaning_of(pair, node));
    const char *above = form->comments ? form->comments->above : NULL;
    for (const char *line = above; line && *line; line = strchr(line, '\n') + 1) {
        size_t size = (size_t)(strchr(line, '\n') - line);
        text_add_spaces(text, size > 0 ? column : 0);
        text_add(text, line, size + 1);
    }
    text_add_spaces(text, column);
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
    int column = source_column(&splice->source, members->starts[0]);
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
        good = source_starts_line(&splice->source, members->starts[0]);
        size_t at = source_comments(&splice->source, members->olds[0], members->starts[0]);
        edit(splice, at, at, &text);
    }
    return good;
}

/// The same within brackets over several lines, where olds[anchor] stands on lines of its own.
static bool insert_flow_lines(Splice *splice, const Pair *pair, const Members *members, int anchor,
                              int from, int to) {
    if (anchor < 0 || !source_starts_line(&splice->source, members->starts[anchor]) ||
        !source_ends_line(&splice->source, members->olds[anchor]->end, true)) {
        return false;
    }
    size_t end = members->olds[anchor]->end;
    size_t comma = source_skip_blanks(&splice->source, end);
    bool has_comma = comma < splice->source.size && splice->source.text[comma] == ',';
    int column = source_column(&splice->source, members->starts[anchor]);
    if (!has_comma) {
        edit_text(splice, end, end, ",");
    }
    TextBuffer text = {0};
    for (int i = from; i < to; i++) {
        text_add(&text, "\n", 1);
        text_add_spaces(&text, column);
        yaml_write_flow(write_form(splice, members->news[i], meaning_of(pair, members->news[i])),
                        &text);
        text_add(&text, ",", has_comma || i + 1 < to);
    }
    edit(splice, source_line_end(&splice->source, end), source_line_end(&splice->source, end),
         &text);
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
            text_add(&text, splice->source.text + start, old->end - start);
            continue;
        }
        YamlNode *form = write_form(splice, new, meaning_of(pair, new));
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
}

static bool splice_pair(Splice *splice, const Pair *pair);

/// Splices those members that are in both.
static bool splice_members(Splice *splice, const Pair *pair, const Members *members) {
    for (int i = 0; i < members->new_count; i++) {
        int k = members->pairs[i];
        if (k < 0) {
            continue;
        }
        const YamlNode *new = members->news[i];
        Pair member = {.old = members->olds[k],
                       .new = new,
                       .meaning = meaning_of(pair, new),
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
    if (!same && pair->old->flow && !source_has_break(&splice->source, pair->old)) {
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
    Splice splice = {0};
    MessageList *messages = arena_alloc(&splice.arena, sizeof *messages);
    YamlNode *before = yaml_read(text, size, "", &splice.arena, messages);
    ASSERT(before != NULL);
    yaml_comments_read(before, text, size, &splice.arena);
    splice.source = source_text_make(size > 0 ? text : "", size, before, &splice.arena);

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
