#include "base/yaml.h"

#include "base/assert.h"
#include "base/file.h"
#include "base/yaml_syntax.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/// A collection whose end has not come yet.
typedef struct Frame {
    YamlNode *node;
    const char *key; ///< Of a map: the key whose value comes next, or NULL.
    Place key_place;
    size_t key_begin, key_end;        ///< Bytes of that key: its first, and the one behind it.
    YamlNode *members[YAML_KEYS_MAX]; ///< Of a map.
    uint32_t key_sums[YAML_KEYS_MAX]; ///< Sum of each member's key, to compare few of them.
} Frame;

typedef struct Reader {
    const char *text;
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
} Reader;

/// The byte that `mark` stands at: 1 code point is 1 to 4 bytes, and libyaml counts code points.
/// Marks come nearly in order, so walking from the last one is cheap.
static size_t byte_of_mark(Reader *reader, yaml_mark_t mark) {
    while (reader->mark_index < mark.index && reader->mark_byte < reader->size) {
        reader->mark_byte++;
        while (reader->mark_byte < reader->size &&
               ((unsigned char)reader->text[reader->mark_byte] & 0xC0) == 0x80) {
            reader->mark_byte++;
        }
        reader->mark_index++;
    }
    while (reader->mark_index > mark.index && reader->mark_byte > 0) {
        reader->mark_byte--;
        while (reader->mark_byte > 0 &&
               ((unsigned char)reader->text[reader->mark_byte] & 0xC0) == 0x80) {
            reader->mark_byte--;
        }
        reader->mark_index--;
    }
    return reader->mark_byte;
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

/// Bytes of the UTF-8 sequence at `text`, and its code point; 0 bytes where it is malformed.
static size_t decode(const unsigned char *text, size_t size, uint32_t *code) {
    unsigned char first = text[0];
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4 || length > size) {
        return 0;
    }
    *code = length == 1 ? first : first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (text[i] & 0x3F);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < smallest[length] || *code > 0x10FFFF || surrogate ? 0 : length;
}

/// The place of a byte in a text that may be damaged: continuation bytes alone do not count.
static Place place_in_bytes(const Reader *reader, size_t at) {
    Place place = {.file = reader->name, .line = 1, .column = 1};
    for (size_t i = 0; i < at; i++) {
        bool is_break =
            reader->text[i] == '\n' ||
            (reader->text[i] == '\r' && i + 1 < reader->size && reader->text[i + 1] != '\n');
        place.column += ((unsigned char)reader->text[i] & 0xC0) != 0x80;
        if (is_break) {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

/// Whether the text is UTF-8 without control characters. libyaml gives no line for those.
static bool check_characters(Reader *reader) {
    for (size_t at = 0; at < reader->size;) {
        uint32_t code = 0;
        size_t length = decode((const unsigned char *)reader->text + at, reader->size - at, &code);
        if (length == 0) {
            message_add(reader->messages, MESSAGE_E105, place_in_bytes(reader, at), at + 1);
            return false;
        }
        bool is_control = (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
                          (code >= 0x7F && code < 0xA0 && code != 0x85) || code == 0xFEFF ||
                          code == 0xFFFE || code == 0xFFFF;
        if (is_control) {
            char text[64];
            snprintf(text, sizeof text, "character U+%04X is not allowed", (unsigned)code);
            message_add(reader->messages, MESSAGE_E110, place_in_bytes(reader, at), text,
                        "delete it");
            return false;
        }
        at += length;
    }
    return true;
}

/// The first byte from `at` on that is neither space nor part of a comment or a line "...".
static size_t skip_nothing(const Reader *reader, size_t at) {
    while (at < reader->size) {
        bool line_starts = at == 0 || reader->text[at - 1] == '\n';
        if (strchr(" \t\r\n", reader->text[at])) {
            at++;
        } else if (reader->text[at] == '#') {
            while (at < reader->size && reader->text[at] != '\n') {
                at++;
            }
        } else if (line_starts && reader->size - at >= 3 &&
                   memcmp(reader->text + at, "...", 3) == 0) {
            at += 3;
        } else {
            break;
        }
    }
    return at;
}

/// Whether what follows byte `at`, outside any document, is a directive or a further document.
/// Looked for by hand: libyaml compares each directive with all before it.
static bool check_no_document(Reader *reader, size_t at, bool first) {
    at = skip_nothing(reader, at);
    bool directive = at < reader->size && reader->text[at] == '%';
    bool document = !first && reader->size - at >= 3 && memcmp(reader->text + at, "---", 3) == 0;
    if (directive || document) {
        refuse_reference(reader, place_in_bytes(reader, at));
    }
    return !directive && !document;
}

/// Explains where and why libyaml stopped.
static void explain(Reader *reader) {
    // the explaining code looks a byte or two ahead, so it gets a copy with an end
    char *copy = malloc(reader->size + 1);
    ASSERT(copy != NULL);
    memcpy(copy, reader->text, reader->size);
    copy[reader->size] = '\0';
    const yaml_parser_t *parser = &reader->parser;
    YamlProblem problem = {
        .text = copy,
        .size = reader->size,
        .name = reader->name,
        .context = parser->context ? parser->context : "",
        .problem = parser->problem ? parser->problem : "out of memory",
        .in_parser = parser->error == YAML_PARSER_ERROR,
        .open_count = reader->depth,
        .last = reader->last_scalar,
    };
    problem.at = byte_of_mark(reader, parser->problem_mark);
    problem.context_at = parser->context ? byte_of_mark(reader, parser->context_mark) : problem.at;
    for (int i = 0; i < reader->depth; i++) {
        problem.open[i] = reader->frames[i].node;
    }
    if (reader->depth == 0 && reader->root && !reader->root->flow) {
        problem.open[problem.open_count++] = reader->root; // ended by the line that is to blame
    }
    yaml_explain(&problem, reader->messages);
    free(copy);
}

/// FNV-1a; collisions only cost a strcmp.
static uint32_t sum_of_key(const char *key) {
    uint32_t sum = 2166136261u;
    for (; *key; key++) {
        sum = (sum ^ (unsigned char)*key) * 16777619u;
    }
    return sum;
}

/// Whether the map of `frame` has a member with the key of `value`; then adds E107. O(keys).
static bool is_duplicate(Reader *reader, const Frame *frame, const YamlNode *value, uint32_t sum) {
    for (int i = 0; i < frame->node->count; i++) {
        if (frame->key_sums[i] == sum && strcmp(frame->members[i]->key, value->key) == 0) {
            Place first = frame->members[i]->key_place;
            message_add(reader->messages, MESSAGE_E107, value->key_place, value->key, first.line,
                        first.column);
            reader->failed = true;
            return true;
        }
    }
    return false;
}

/// Appends `value` to the collection of `frame`.
static void append(Frame *frame, YamlNode *value) {
    YamlNode *node = frame->node;
    *(node->last ? &node->last->next : &node->first) = value;
    node->last = value;
    node->count++;
}

/// Adds `value` to the map of `frame` under the key that waits. Of two members with the same key
/// the first stays. False where the map has too many.
static bool add_member(Reader *reader, Frame *frame, YamlNode *value) {
    value->key = frame->key;
    value->key_place = frame->key_place;
    value->key_begin = frame->key_begin;
    frame->key = NULL;
    uint32_t sum = sum_of_key(value->key);
    if (is_duplicate(reader, frame, value, sum)) {
        return true;
    }
    if (frame->node->count == YAML_KEYS_MAX) {
        message_add(reader->messages, MESSAGE_E111, value->key_place, "keys in one map",
                    (int)YAML_KEYS_MAX);
        return false;
    }
    frame->key_sums[frame->node->count] = sum;
    frame->members[frame->node->count] = value;
    append(frame, value);
    return true;
}

/// Finds what stands in the source in place of a missing value: a colour, taken for a comment, or
/// (in brackets) a value too near to its key. The value gets the place of its key.
static void look_behind_key(Reader *reader, const Frame *frame, YamlNode *value) {
    const char *end = reader->text + reader->size;
    size_t at = value->begin;
    if (frame->key) {
        at = frame->key_end;
        value->place = frame->key_place;
        size_t key_size;
        size_t begin = at - strlen(frame->key);
        if (frame->node->flow && frame->key_end >= strlen(frame->key) &&
            yaml_lacks_space(frame->key, frame->key + strlen(frame->key), &key_size) &&
            memcmp(reader->text + begin, frame->key, key_size) == 0) {
            yaml_add_lacks_space(frame->key, frame->key + strlen(frame->key), key_size,
                                 frame->key_place, reader->messages);
            reader->failed = true;
        }
        while (at < reader->size && strchr(" \t", reader->text[at])) {
            at++;
        }
        at += at < reader->size && reader->text[at] == ':';
        value->begin = value->end = at;
    }
    while (at < reader->size && strchr(" \t", reader->text[at])) {
        at++;
    }
    size_t size = yaml_color_comment(reader->text + at, end);
    if (size > 0) {
        value->lost = arena_copy(reader->arena, reader->text + at, size);
    }
}

/// Makes `scalar` the key of the value to come. False where it can be none.
static bool take_key(Reader *reader, Frame *frame, const YamlNode *scalar) {
    bool is_key = scalar->kind == YAML_TEXT && (scalar->text[0] || scalar->quoted);
    if (!is_key) {
        message_add(reader->messages, MESSAGE_E110, scalar->place, "a key must be a word", "");
        return false;
    }
    if (strlen(scalar->text) > YAML_KEY_MAX) {
        message_add(reader->messages, MESSAGE_E111, scalar->place, "bytes in a key",
                    (int)YAML_KEY_MAX);
        return false;
    }
    if (!scalar->quoted && strcmp(scalar->text, "<<") == 0) {
        refuse_reference(reader, scalar->place);
    }
    frame->key = scalar->text;
    frame->key_place = scalar->place;
    frame->key_begin = scalar->begin;
    frame->key_end = scalar->end;
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
    if (node->kind == YAML_TEXT && !node->text[0] && !node->quoted) {
        look_behind_key(reader, frame, node);
    }
    if (is_map) {
        return add_member(reader, frame, node);
    }
    append(frame, node);
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
    Frame *frame = &reader->frames[reader->depth++];
    frame->node = node;
    frame->key = NULL;
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
    bool is_empty = !reader->root || (reader->root->kind == YAML_TEXT && !reader->root->quoted &&
                                      !reader->root->text[0]);
    if (is_empty) {
        reader->root = arena_alloc(reader->arena, sizeof *reader->root);
        *reader->root =
            (YamlNode){.kind = YAML_MAP, .place = {.file = reader->name, .line = 1, .column = 1}};
    }
    return reader->root;
}

/// Moves all marks by the byte order mark that was left out.
static void shift_marks(YamlNode *node, size_t bytes) {
    node->begin += bytes;
    node->end += bytes;
    node->key_begin += bytes;
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
    Reader *reader = calloc(1, sizeof *reader); // 50 kB: too much for the stack of a thread
    ASSERT(reader != NULL);
    reader->text = size > 0 ? text + bom : "";
    reader->size = size - bom;
    reader->name = name;
    reader->arena = arena;
    reader->messages = messages;
    YamlNode *root = NULL;
    if (check_characters(reader) && check_no_document(reader, 0, true)) {
        ASSERT(yaml_parser_initialize(&reader->parser));
        yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&reader->parser, (const unsigned char *)reader->text,
                                     reader->size);
        read_events(reader);
        yaml_parser_delete(&reader->parser);
        root = reader->failed ? NULL : take_root(reader);
    }
    free(reader);
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
