#include "formats/yaml.h"

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"
#include "formats/yaml_syntax.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

/// A collection whose end has not come yet.
typedef struct Frame {
    YamlNode *node;
    const YamlNode *key; ///< Of a map: the key whose value comes next, or NULL.
} Frame;

typedef struct Reader {
    const char *text; ///< A copy, which ends in a zero.
    size_t size;
    const char *name;
    Arena *arena;
    MessageList *messages;
    yaml_parser_t parser;
    Frame frames[YAML_DEPTH_MAX];
    int depth;
    YamlNode *root;
    YamlNode *last_scalar;
    int node_count;
    size_t mark_index, mark_byte; ///< The last place converted by byte_of_mark.
    bool failed;                  ///< A message was added; reading may go on for more of them.
    bool dash_joined; ///< One of them is E112: what libyaml stops at may follow from it.
} Reader;

/// The byte that `mark` stands at: 1 code point is 1 to 4 bytes, and libyaml counts code points.
/// Marks come nearly in order, so walking from the last one is cheap.
static size_t byte_of_mark(Reader *reader, yaml_mark_t mark) {
    size_t at = reader->mark_byte;
    for (; reader->mark_index < mark.index && at < reader->size; reader->mark_index++) {
        do {
            at++;
        } while (at < reader->size && text_continues(reader->text[at]));
    }
    for (; reader->mark_index > mark.index && at > 0; reader->mark_index--) {
        do {
            at--;
        } while (at > 0 && text_continues(reader->text[at]));
    }
    reader->mark_byte = at;
    return at;
}

static Place place_of_mark(const Reader *reader, yaml_mark_t mark) {
    return (Place){
        .file = reader->name, .line = (int)mark.line + 1, .column = (int)mark.column + 1};
}

/// Adds E106.
static void refuse_reference(Reader *reader, Place place) {
    message_add(reader->messages, MESSAGE_E106, place);
    reader->failed = true;
}

/// Whether the text is UTF-8 without control characters. libyaml gives no line for those.
static bool check_characters(Reader *reader) {
    if (text_is_utf16(reader->text, reader->size)) {
        message_add(reader->messages, MESSAGE_E105, yaml_place(reader->text, 0, reader->name),
                    (size_t)1, ": it is UTF-16");
        return false;
    }
    for (size_t at = 0; at < reader->size;) {
        if (reader->text[at] >= ' ' && reader->text[at] <= '~') { // nearly all of them
            at++;
            continue;
        }
        uint32_t code;
        size_t length = text_decode(reader->text + at, reader->size - at, &code);
        if (length == 0) {
            message_add(reader->messages, MESSAGE_E105, yaml_place(reader->text, at, reader->name),
                        at + 1, "");
            return false;
        }
        bool is_control = (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
                          (code >= 0x7F && code < 0xA0 && code != 0x85) || code == 0xFEFF ||
                          code == 0xFFFE || code == 0xFFFF;
        if (is_control) {
            char text[64];
            snprintf(text, sizeof text, "character U+%04X is not allowed", (unsigned)code);
            message_add(reader->messages, MESSAGE_E110, yaml_place(reader->text, at, reader->name),
                        text, "delete it");
            return false;
        }
        at += length;
    }
    return true;
}

/// The first byte from `at` on that is neither space nor part of a comment or a line "...".
static size_t skip_nothing(const char *text, size_t at) {
    for (;;) {
        at += strspn(text + at, " \t\r\n");
        bool line_starts = at == 0 || text[at - 1] == '\n';
        if (text[at] == '#') {
            at += strcspn(text + at, "\n");
        } else if (line_starts && strncmp(text + at, "...", 3) == 0) {
            at += 3;
        } else {
            return at;
        }
    }
}

/// Whether what follows byte `at`, outside any document, is a directive or a further document.
/// Looked for by hand: libyaml compares each directive with all before it.
static bool check_no_document(Reader *reader, size_t at, bool first) {
    at = skip_nothing(reader->text, at);
    bool directive = reader->text[at] == '%';
    bool document = !first && strncmp(reader->text + at, "---", 3) == 0;
    if (directive || document) {
        refuse_reference(reader, yaml_place(reader->text, at, reader->name));
    }
    return !directive && !document;
}

/// Explains where and why libyaml stopped.
static void explain(Reader *reader) {
    if (reader->dash_joined) {
        return;
    }
    const yaml_parser_t *parser = &reader->parser;
    YamlProblem problem = {
        .text = reader->text,
        .name = reader->name,
        .context = parser->context ? parser->context : "",
        .problem = parser->problem ? parser->problem : "out of memory",
        .in_parser = parser->error == YAML_PARSER_ERROR,
        .open_count = reader->depth,
        .last = reader->last_scalar,
        .messages = reader->messages,
    };
    problem.at = byte_of_mark(reader, parser->problem_mark);
    problem.context_at = parser->context ? byte_of_mark(reader, parser->context_mark) : problem.at;
    for (int i = 0; i < reader->depth; i++) {
        problem.open[i] = reader->frames[i].node;
    }
    if (reader->depth == 0 && reader->root && !reader->root->flow) {
        problem.open[problem.open_count++] = reader->root; // ended by the line that is to blame
    }
    yaml_explain(&problem);
}

/// Adds `value` to the map of `frame` under the key that waits. Of two members with the same key
/// the first stays. False where the map has too many.
static bool add_member(Reader *reader, Frame *frame, YamlNode *value) {
    value->key = frame->key->text;
    value->key_place = frame->key->place;
    value->key_begin = frame->key->begin;
    value->key_end = frame->key->end;
    frame->key = NULL;
    const YamlNode *first = yaml_find(frame->node, value->key);
    if (first) {
        message_add(reader->messages, MESSAGE_E107, value->key_place, value->key,
                    first->key_place.line, first->key_place.column);
        reader->failed = true;
        return true;
    }
    if (frame->node->count == YAML_KEYS_MAX) {
        message_add(reader->messages, MESSAGE_E111, value->key_place, "keys in one map",
                    (int)YAML_KEYS_MAX);
        return false;
    }
    yaml_append(frame->node, value);
    return true;
}

/// Finds what stands in the source in place of a missing value: a colour, taken for a comment, or
/// (in brackets) a value too near to its key. The value gets the place of its key.
static void look_behind_key(Reader *reader, const Frame *frame, YamlNode *value) {
    const YamlNode *key = frame->key;
    size_t at = value->begin;
    if (key) {
        size_t key_size = strlen(key->text);
        at = key->end;
        value->place = key->place;
        if (frame->node->flow && at >= key_size &&
            memcmp(reader->text + at - key_size, key->text, key_size) == 0 &&
            yaml_refuse_joined(key->text, key->place, reader->messages)) {
            reader->failed = true;
        }
        at += strspn(reader->text + at, " \t");
        at += reader->text[at] == ':';
        value->begin = value->end = at;
    }
    at += strspn(reader->text + at, " \t");
    size_t size = yaml_color_comment(reader->text + at);
    if (size > 0) {
        value->lost = arena_copy(reader->arena, reader->text + at, size);
    }
}

/// Adds E112 for the scalar and the lines below that begin like it.
static void refuse_dashes(Reader *reader, const YamlNode *scalar) {
    yaml_refuse_dashes(reader->text, scalar->begin, reader->name, reader->messages);
    reader->failed = true;
    reader->dash_joined = true;
}

/// Makes `scalar` the key of the value to come. False where it can be none.
static bool take_key(Reader *reader, Frame *frame, const YamlNode *scalar) {
    if (scalar->kind != YAML_TEXT || yaml_is_nothing(scalar)) {
        message_add(reader->messages, MESSAGE_E110, scalar->place, "a key must be a word", "");
        return false;
    }
    if (strlen(scalar->text) > YAML_KEY_MAX) {
        message_add(reader->messages, MESSAGE_E111, scalar->place, "bytes in a key",
                    (int)YAML_KEY_MAX);
        return false;
    }
    if (!scalar->quoted && !frame->node->flow && yaml_is_joined_dash(scalar->text)) {
        refuse_dashes(reader, scalar);
    }
    if (!scalar->quoted && strcmp(scalar->text, "<<") == 0) {
        refuse_reference(reader, scalar->place);
    }
    frame->key = scalar;
    return true;
}

/// Puts `node` where the text has it: the root, a member of a list, a key or a value of a map.
/// False where reading must end.
static bool place_node(Reader *reader, YamlNode *node) {
    if (++reader->node_count > YAML_NODES_MAX) {
        message_add(reader->messages, MESSAGE_E111, node->place, "values", (int)YAML_NODES_MAX);
        return false;
    }
    if (reader->depth == 0) {
        reader->root = node;
        return true;
    }
    Frame *frame = &reader->frames[reader->depth - 1];
    bool is_map = frame->node->kind == YAML_MAP;
    if (is_map && !frame->key) {
        return take_key(reader, frame, node);
    }
    if (yaml_is_nothing(node)) {
        look_behind_key(reader, frame, node);
    }
    if (is_map) {
        return add_member(reader, frame, node);
    }
    yaml_append(frame->node, node);
    return true;
}

static YamlNode *make_node(Reader *reader, const yaml_event_t *event, YamlKind kind) {
    YamlNode *node = arena_alloc(reader->arena, sizeof *node);
    node->kind = kind;
    node->place = place_of_mark(reader, event->start_mark);
    node->begin = byte_of_mark(reader, event->start_mark);
    node->end = byte_of_mark(reader, event->end_mark);
    return node;
}

static bool read_scalar(Reader *reader, const yaml_event_t *event) {
    YamlNode *node = make_node(reader, event, YAML_TEXT);
    const char *value = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    node->text = arena_copy(reader->arena, value, length);
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (event->data.scalar.anchor || event->data.scalar.tag) {
        refuse_reference(reader, node->place);
    }
    if (memchr(value, '\0', length)) {
        message_add(reader->messages, MESSAGE_E110, node->place,
                    "a text cannot hold the character \\0", "");
        reader->failed = true;
    }
    // a block scalar takes the empty lines below with it
    while (node->end > node->begin && strchr(" \t\r\n", reader->text[node->end - 1])) {
        node->end--;
    }
    reader->last_scalar = node;
    bool in_block = reader->depth > 0 && !reader->frames[reader->depth - 1].node->flow;
    if (!node->quoted && in_block) {
        node->has_list_below = yaml_has_list_below(reader->text, node->begin, node->end);
        if (yaml_is_dashes(reader->text, node->begin, node->end)) {
            refuse_dashes(reader, node);
        }
    }
    return place_node(reader, node);
}

static bool begin_collection(Reader *reader, const yaml_event_t *event, YamlKind kind) {
    YamlNode *node = make_node(reader, event, kind);
    bool is_list = kind == YAML_LIST;
    node->flow = is_list ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                         : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    if (is_list ? event->data.sequence_start.anchor || event->data.sequence_start.tag
                : event->data.mapping_start.anchor || event->data.mapping_start.tag) {
        refuse_reference(reader, node->place);
    }
    if (reader->depth == YAML_DEPTH_MAX) {
        message_add(reader->messages, MESSAGE_E109, node->place, (int)YAML_DEPTH_MAX);
        return false;
    }
    if (!place_node(reader, node)) {
        return false;
    }
    reader->frames[reader->depth++] = (Frame){.node = node};
    return true;
}

static void end_collection(Reader *reader, const yaml_event_t *event) {
    const Frame *frame = &reader->frames[--reader->depth];
    // libyaml ends a block at the start of the next token, behind the comments in between
    bool ends_with_member = !frame->node->flow && frame->node->last;
    frame->node->end =
        ends_with_member ? frame->node->last->end : byte_of_mark(reader, event->end_mark);
}

static bool read_alias(Reader *reader, const yaml_event_t *event) {
    YamlNode *node = make_node(reader, event, YAML_TEXT);
    node->text = "*";
    refuse_reference(reader, node->place);
    return place_node(reader, node);
}

/// Takes in one event. False where reading must end.
static bool read_event(Reader *reader, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return read_scalar(reader, event);
    case YAML_SEQUENCE_START_EVENT:
        return begin_collection(reader, event, YAML_LIST);
    case YAML_MAPPING_START_EVENT:
        return begin_collection(reader, event, YAML_MAP);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        end_collection(reader, event);
        return true;
    case YAML_ALIAS_EVENT:
        return read_alias(reader, event);
    case YAML_DOCUMENT_END_EVENT:
        return check_no_document(reader, byte_of_mark(reader, event->start_mark), false);
    default:
        return true;
    }
}

/// Reads all events.
static void read_events(Reader *reader) {
    for (bool more = true; more;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&reader->parser, &event)) {
            explain(reader);
            reader->failed = true;
            return;
        }
        more = read_event(reader, &event);
        reader->failed = reader->failed || !more;
        more = more && event.type != YAML_STREAM_END_EVENT;
        more = more && !(reader->failed && reader->messages->error_count >= MESSAGES_MAX);
        yaml_event_delete(&event);
    }
}

/// The root, or an empty map where the text holds nothing.
static YamlNode *take_root(Reader *reader) {
    if (!reader->root || yaml_is_nothing(reader->root)) {
        reader->root = arena_alloc(reader->arena, sizeof *reader->root);
        reader->root->kind = YAML_MAP;
        reader->root->place = (Place){.file = reader->name, .line = 1, .column = 1};
    }
    return reader->root;
}

/// Moves all marks by the byte order mark that was left out.
static void shift_marks(YamlNode *node, size_t bytes) {
    node->begin += bytes;
    node->end += bytes;
    node->key_begin += bytes;
    node->key_end += bytes;
    for (YamlNode *member = node->first; member; member = member->next) {
        shift_marks(member, bytes); // no deeper than YAML_DEPTH_MAX
    }
}

YamlNode *yaml_read(const char *text, size_t size, const char *name, Arena *arena,
                    MessageList *messages) {
    ASSERT((text != NULL || size == 0) && arena != NULL && messages != NULL);
    if (size > FILE_LIMIT) {
        file_refuse_size(name, size, FILE_LIMIT, messages);
        return NULL;
    }
    size_t bom = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    Reader reader = {.text = arena_copy(arena, size > 0 ? text + bom : "", size - bom),
                     .size = size - bom,
                     .name = name,
                     .arena = arena,
                     .messages = messages};
    YamlNode *root = NULL;
    if (check_characters(&reader) && check_no_document(&reader, 0, true)) {
        ASSERT(yaml_parser_initialize(&reader.parser));
        yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&reader.parser, (const unsigned char *)reader.text,
                                     reader.size);
        read_events(&reader);
        yaml_parser_delete(&reader.parser);
        root = reader.failed ? NULL : take_root(&reader);
    }
    if (root && bom > 0) {
        shift_marks(root, bom);
    }
    return root;
}

YamlNode *yaml_find(const YamlNode *map, const char *key) {
    ASSERT(key != NULL);
    YamlNode *member = map && map->kind == YAML_MAP ? map->first : NULL;
    while (member && strcmp(member->key, key) != 0) {
        member = member->next;
    }
    return member;
}
