#include "formats/yaml_comments.h"

#include "base/assert.h"
#include "base/text.h"
#include "formats/yaml_syntax.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPEN_MAX = YAML_DEPTH_MAX + 2, ///< Collections within each other.
    NO_COLUMN = -1,
};

typedef enum Side {
    SIDE_ABOVE,
    SIDE_BESIDE,
    SIDE_BELOW,
} Side;

/// A block that has begun, and the column of its keys or dashes.
typedef struct Block {
    YamlNode *node;
    int column; ///< NO_COLUMN until the first of them was seen.
} Block;

/// A node whose first token is the next one.
typedef struct Start {
    YamlNode *node;
    int block;    ///< Index of the open block that it is a member of, or -1 within brackets.
    bool is_item; ///< Of a list in block form: a dash stands before it.
} Start;

/// Walks over the tokens (keys, scalars, brackets) in the order of the text; comments stand in the
/// gaps between them.
typedef struct Walk {
    const char *text;
    size_t size;
    Arena *arena;
    size_t at;      ///< Behind the last token.
    YamlNode *last; ///< What that token belongs to, NULL before the first.
    Block open[OPEN_MAX];
    int open_count;
    Block closed[OPEN_MAX]; ///< Blocks that ended since the last token, innermost first.
    int closed_count;
    Start starts[OPEN_MAX];
    int start_count;
    size_t dashes[OPEN_MAX]; ///< Bytes of the dashes in the gap.
    int dash_count;
    YamlNode *target; ///< Of the comments in `lines`.
    Side side;
    TextBuffer lines;
} Walk;

/// Hands the collected lines to their node.
static void flush(Walk *walk) {
    if (walk->lines.size == 0) {
        return;
    }
    YamlComments *comments = arena_alloc(walk->arena, sizeof *comments);
    if (walk->target->comments) {
        *comments = *walk->target->comments;
    }
    const char **field = walk->side == SIDE_ABOVE    ? &comments->above
                         : walk->side == SIDE_BESIDE ? &comments->beside
                                                     : &comments->below;
    size_t old = *field ? strlen(*field) : 0;
    size_t gap = old > 0 && walk->side == SIDE_BESIDE;
    char *text = arena_alloc(walk->arena, old + gap + walk->lines.size + 1);
    memcpy(text, old > 0 ? *field : "", old);
    memcpy(text + old, " ", gap);
    memcpy(text + old + gap, walk->lines.text, walk->lines.size);
    *field = text;
    walk->target->comments = comments;
    walk->lines.size = 0;
}

/// Whether the last of what the target has so far is an empty line.
static bool ends_empty(const Walk *walk) {
    const char *text = walk->lines.text;
    size_t size = walk->lines.size;
    if (size == 0 && walk->target->comments) {
        const YamlComments *comments = walk->target->comments;
        text = walk->side == SIDE_ABOVE ? comments->above : comments->below;
        size = text ? strlen(text) : 0;
    }
    return size > 0 && text[size - 1] == '\n' && (size == 1 || text[size - 2] == '\n');
}

/// Adds `size` bytes of a comment (0: an empty line) to what `node` has on that side.
static void collect(Walk *walk, YamlNode *node, Side side, const char *text, size_t size) {
    if (node != walk->target || side != walk->side || side == SIDE_BESIDE) {
        flush(walk);
        walk->target = node;
        walk->side = side;
    }
    while (size > 0 && strchr(" \t\r", text[size - 1])) {
        size--;
    }
    if (size == 0 && ends_empty(walk)) {
        return; // several as one, as those before and behind the dash of an item
    }
    text_add(&walk->lines, text, size);
    if (side != SIDE_BESIDE) {
        text_add(&walk->lines, "\n", 1);
    }
}

static int column_of(const Walk *walk, size_t at) {
    return (int)(at - yaml_line_begin(walk->text, at));
}

static size_t end_of_line(const Walk *walk, size_t at, size_t end) {
    while (at < end && walk->text[at] != '\n' && walk->text[at] != '\r') {
        at++;
    }
    return at;
}

/// Whether byte `at` is a dash that begins an item.
static bool is_dash(const Walk *walk, size_t at) {
    return walk->text[at] == '-' &&
           (at + 1 == walk->size || strchr(" \t\r\n", walk->text[at + 1])) &&
           (at == 0 || walk->text[at - 1] != '-');
}

/// Finds the dashes up to byte `end`, and with them and the token at `end` the columns of blocks.
static void find_columns(Walk *walk, size_t end) {
    walk->dash_count = 0;
    for (size_t at = walk->at; at < end; at++) {
        if (walk->text[at] == '#') {
            at = end_of_line(walk, at, end);
        } else if (is_dash(walk, at) && walk->dash_count < OPEN_MAX) {
            walk->dashes[walk->dash_count++] = at;
        }
    }
    int item = 0;
    for (int i = 0; i < walk->start_count; i++) {
        const Start *start = &walk->starts[i];
        size_t at = start->is_item && item < walk->dash_count ? walk->dashes[item] : end;
        item += start->is_item;
        if (start->block >= 0 && walk->open[start->block].column == NO_COLUMN) {
            walk->open[start->block].column = column_of(walk, at);
        }
    }
}

/// The `number`th item (from 0) among the nodes that start, or NULL.
static YamlNode *find_item(const Walk *walk, int number) {
    for (int i = 0; i < walk->start_count; i++) {
        if (walk->starts[i].is_item && number-- == 0) {
            return walk->starts[i].node;
        }
    }
    return NULL;
}

/// Where a comment on a line of its own belongs that stands `column` deep and behind `dashes`
/// dashes. `next_column` is that of what follows, NO_COLUMN for nothing.
static void collect_line(Walk *walk, int column, int dashes, int next_column, bool empty_above,
                         const char *text, size_t size) {
    YamlNode *node = NULL;
    Side side = SIDE_ABOVE;
    for (int i = 0; i < walk->closed_count && dashes == 0 && column > next_column; i++) {
        if (column >= walk->closed[i].column && !node) {
            node = walk->closed[i].node;
            side = SIDE_BELOW;
        }
    }
    if (!node) {
        node = find_item(walk, dashes);
        walk->closed_count = 0; // what follows the first comment above something is above it too
    }
    if (!node && walk->start_count > 0) {
        bool is_first = dashes == 0 && !walk->starts[0].is_item;
        node = walk->starts[is_first ? 0 : walk->start_count - 1].node;
    }
    if (!node) {
        return;
    }
    if (empty_above) {
        collect(walk, node, side, "", 0);
    }
    if (size > 0) {
        collect(walk, node, side, text, size);
    }
}

/// Deals out the comments from the last token to byte `end`, where the next one starts.
static void read_gap(Walk *walk, size_t end) {
    find_columns(walk, end);
    int next_column = NO_COLUMN;
    if (walk->start_count > 0) {
        next_column = column_of(
            walk, walk->dash_count > 0 && walk->starts[0].is_item ? walk->dashes[0] : end);
    }
    int dashes = 0;
    int breaks = walk->last ? 0 : 1; // since the last token or dash
    bool nothing = !walk->last;      // whether only empty lines were seen so far
    bool empty = false;
    for (size_t at = walk->at; at < end; at++) {
        char byte = walk->text[at];
        if (byte == '\n' || (byte == '\r' && at + 1 < walk->size && walk->text[at + 1] != '\n')) {
            breaks++;
            empty = empty || (breaks > 1 && !nothing);
        } else if (byte == '#') {
            size_t stop = end_of_line(walk, at, end);
            YamlNode *beside = dashes > 0 ? find_item(walk, dashes - 1) : walk->last;
            if (breaks == 0 && beside) {
                collect(walk, beside, SIDE_BESIDE, walk->text + at, stop - at);
            } else {
                collect_line(walk, column_of(walk, at), dashes, next_column, empty, walk->text + at,
                             stop - at);
                breaks = 0;
            }
            empty = nothing = false;
            at = stop - 1;
        } else if (is_dash(walk, at)) {
            if (empty) {
                collect_line(walk, next_column, dashes, next_column, true, "", 0);
                empty = false;
            }
            dashes++;
            breaks = 0;
            nothing = false;
        }
    }
    if (empty && walk->start_count > 0) {
        collect_line(walk, next_column, dashes, next_column, true, "", 0);
    }
}

/// The token of `node` from byte `begin` to `end`. Of a text in block form the comment behind its
/// `|` or `>` is part of the token.
static void take_token(Walk *walk, YamlNode *node, size_t begin, size_t end) {
    read_gap(walk, begin);
    walk->closed_count = walk->start_count = 0;
    walk->at = end;
    walk->last = node;
    size_t stop = end_of_line(walk, begin, end);
    const char *comment = memchr(walk->text + begin, '#', stop - begin);
    if (comment && strchr("|>", walk->text[begin])) {
        collect(walk, node, SIDE_BESIDE, comment, stop - (size_t)(comment - walk->text));
    }
}

static void visit(Walk *walk, YamlNode *node);

static void visit_flow(Walk *walk, YamlNode *node) {
    take_token(walk, node, node->begin, node->begin + 1);
    for (YamlNode *member = node->first; member; member = member->next) {
        walk->starts[walk->start_count++] = (Start){.node = member, .block = -1};
        visit(walk, member);
    }
    if (node->first) { // all there is before the bracket is below the last member
        walk->closed[walk->closed_count++] = (Block){.node = node, .column = 0};
    } else {
        walk->starts[walk->start_count++] = (Start){.node = node, .block = -1};
    }
    take_token(walk, node, node->end - 1, node->end);
}

static void visit_block(Walk *walk, YamlNode *node) {
    int block = walk->open_count++;
    walk->open[block] = (Block){.node = node, .column = NO_COLUMN};
    for (YamlNode *member = node->first; member; member = member->next) {
        walk->starts[walk->start_count++] =
            (Start){.node = member, .block = block, .is_item = node->kind == YAML_LIST};
        visit(walk, member);
    }
    walk->open_count--;
    walk->closed[walk->closed_count++] = walk->open[block];
}

static void visit(Walk *walk, YamlNode *node) {
    if (node->key) {
        take_token(walk, node, node->key_begin, node->key_end);
    }
    if (node->kind != YAML_TEXT && node->flow) {
        visit_flow(walk, node);
    } else if (node->kind != YAML_TEXT) {
        visit_block(walk, node);
    } else if (!node->key || node->begin < node->end) {
        take_token(walk, node, node->begin, node->end);
    }
}

void yaml_comments_read(YamlNode *root, const char *text, size_t size, Arena *arena) {
    ASSERT(root != NULL && (text != NULL || size == 0) && arena != NULL);
    Walk walk = {.text = size > 0 ? text : "", .size = size, .arena = arena};
    if (root->first || root->flow) {
        walk.starts[0] = (Start){.node = root, .block = -1};
        walk.start_count = root->flow;
        visit(&walk, root);
    }
    if (walk.closed_count == 0) { // an empty root, or one in brackets: what follows is below it
        walk.closed[walk.closed_count++] = (Block){.node = root, .column = 0};
    }
    read_gap(&walk, size);
    flush(&walk);
    free(walk.lines.text);
}
