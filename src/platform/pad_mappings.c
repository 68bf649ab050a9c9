#include "platform/pad_mappings.h"

#include "base/assert.h"
#include "base/file.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GUID_LENGTH = PAD_GUID_MAX - 1,
    NAME_LENGTH = 127, ///< Of GLFW's names.
    AXES_MAX = 64,
    BUTTONS_MAX = 256,
    HATS_MAX = 4
};

/// What GLFW knows of a gamepad. Files have more, which is left out.
static const char *const fields[] = {
    "a",
    "b",
    "x",
    "y",
    "back",
    "start",
    "guide",
    "leftshoulder",
    "rightshoulder",
    "leftstick",
    "rightstick",
    "dpup",
    "dpright",
    "dpdown",
    "dpleft",
    "lefttrigger",
    "righttrigger",
    "leftx",
    "lefty",
    "rightx",
    "righty",
};

enum {
    FIELD_COUNT = sizeof fields / sizeof fields[0]
};

/// A stretch of a line.
typedef struct Piece {
    const char *start;
    size_t length;
} Piece;

static bool is_text(Piece piece, const char *text) {
    return piece.length == strlen(text) && memcmp(piece.start, text, piece.length) == 0;
}

/// The digits at the start of `piece`, at most three of them, which it then has behind it; -1 for
/// none.
static int take_number(Piece *piece) {
    int number = 0, digits = 0;
    while (digits < 4 && piece->length > 0 && isdigit((unsigned char)piece->start[0])) {
        number = 10 * number + (piece->start[0] - '0');
        piece->start++;
        piece->length--;
        digits++;
    }
    return digits == 0 || digits == 4 ? -1 : number;
}

static bool take_char(Piece *piece, const char *choices) {
    if (piece->length == 0 || !piece->start[0] || !strchr(choices, piece->start[0])) {
        return false;
    }
    piece->start++;
    piece->length--;
    return true;
}

/// Whether `piece` is a part of a joystick: b12, h0.4, a3, +a3, -a3, a3~.
static bool is_part(Piece piece) {
    bool half = take_char(&piece, "+-");
    if (take_char(&piece, "a")) {
        int axis = take_number(&piece);
        take_char(&piece, "~");
        return axis >= 0 && axis < AXES_MAX && piece.length == 0;
    }
    if (half) {
        return false;
    }
    if (take_char(&piece, "b")) {
        int button = take_number(&piece);
        return button >= 0 && button < BUTTONS_MAX && piece.length == 0;
    }
    if (take_char(&piece, "h")) {
        int hat = take_number(&piece);
        bool dot = take_char(&piece, ".");
        return hat >= 0 && hat < HATS_MAX && dot && take_char(&piece, "1248") && piece.length == 0;
    }
    return false;
}

/// Cuts what stands before the next comma off `rest`.
static Piece next_piece(Piece *rest) {
    const char *comma = memchr(rest->start, ',', rest->length);
    Piece piece = {rest->start, comma ? (size_t)(comma - rest->start) : rest->length};
    size_t taken = piece.length + (comma ? 1 : 0);
    rest->start += taken;
    rest->length -= taken;
    return piece;
}

/// A line as it is made anew.
typedef struct Line {
    char text[PAD_MAPPING_LINE];
    size_t length;
} Line;

static bool add(Line *line, Piece piece) {
    if (line->length + piece.length >= sizeof line->text) {
        return false;
    }
    for (size_t i = 0; i < piece.length; i++) { // a name may hold anything
        unsigned char byte = (unsigned char)piece.start[i];
        line->text[line->length++] = (char)(byte < ' ' || byte == 0x7F ? '?' : byte);
    }
    line->text[line->length] = '\0';
    return true;
}

static bool is_guid(Piece piece) {
    for (size_t i = 0; i < piece.length; i++) {
        if (!isxdigit((unsigned char)piece.start[i])) {
            return false;
        }
    }
    return piece.length == GUID_LENGTH;
}

static bool is_known(Piece key) {
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (is_text(key, fields[i])) {
            return true;
        }
    }
    return false;
}

typedef enum Verdict {
    TAKEN,
    FOR_OTHERS, ///< Another system's.
    WRONG
} Verdict;

/// Takes "key:part" over into `out`.
static Verdict read_field(Piece field, Place place, Line *out, MessageList *messages) {
    const char *colon = memchr(field.start, ':', field.length);
    Piece key = {field.start, colon ? (size_t)(colon - field.start) : field.length};
    Piece value = {colon ? colon + 1 : field.start, colon ? field.length - key.length - 1 : 0};
    if (is_text(key, "platform")) {
        return is_text(value, "Linux") ? TAKEN : FOR_OTHERS;
    }
    if (!is_known(key)) {
        return TAKEN;
    }
    if (!is_part(value)) {
        char shown[40];
        snprintf(shown, sizeof shown, "%.*s", (int)(field.length < 39 ? field.length : 39),
                 field.start);
        message_add(messages, MESSAGE_W957, place, shown);
        return WRONG;
    }
    const Piece comma = {",", 1};
    return add(out, field) && add(out, comma) ? TAKEN : WRONG;
}

static Verdict read_line(Piece rest, Place place, Line *out, MessageList *messages) {
    const char *start = rest.start;
    const Piece comma = {",", 1}, end = {"platform:Linux,", 15};
    if (rest.length >= PAD_MAPPING_LINE - 32) {
        message_add(messages, MESSAGE_W958, place, PAD_MAPPING_LINE - 32);
        return WRONG;
    }
    Piece guid = next_piece(&rest), name = next_piece(&rest);
    if (!is_guid(guid) || name.length == 0 || name.length > NAME_LENGTH) {
        message_add(messages, MESSAGE_W956, place);
        return WRONG;
    }
    *out = (Line){.length = 0};
    add(out, guid);
    add(out, comma);
    add(out, name);
    add(out, comma);
    while (rest.length > 0) {
        place.column = (int)(rest.start - start) + 1;
        Verdict verdict = read_field(next_piece(&rest), place, out, messages);
        if (verdict != TAKEN) {
            return verdict;
        }
    }
    return add(out, end) ? TAKEN : WRONG;
}

char *pad_mappings_check(const char *text, size_t size, const char *name, MessageList *messages) {
    char *good = calloc(1, 1);
    ASSERT(good != NULL && name != NULL);
    if (size > PAD_MAPPINGS_LIMIT) {
        file_refuse_size(name, size, PAD_MAPPINGS_LIMIT, messages);
        return good;
    }
    size_t used = 0;
    int taken = 0;
    Place place = {.file = name, .line = 1};
    for (const char *at = text, *end = text + size; at < end; place.line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        Piece rest = {at, (size_t)(stop - at)};
        at = stop + 1;
        while (rest.length > 0 && isspace((unsigned char)rest.start[rest.length - 1])) {
            rest.length--;
        }
        place.column = 1;
        Line line;
        if (rest.length == 0 || rest.start[0] == '#' ||
            read_line(rest, place, &line, messages) != TAKEN) {
            continue;
        }
        if (++taken > PAD_MAPPINGS_MAX) { // GLFW looks through all of them for each
            message_add(messages, MESSAGE_W959, place, PAD_MAPPINGS_MAX);
            break;
        }
        good = realloc(good, used + line.length + 2);
        ASSERT(good != NULL);
        memcpy(good + used, line.text, line.length);
        used += line.length;
        good[used++] = '\n';
        good[used] = '\0';
    }
    return good;
}

char *pad_mappings_with(const char *text, const char *line) {
    size_t length = strlen(text), more = strlen(line), used = 0;
    char *out = malloc(length + more + 3);
    ASSERT(out != NULL && more > GUID_LENGTH);
    for (const char *at = text; *at;) {
        size_t span = strcspn(at, "\n");
        span += at[span] == '\n' ? 1 : 0;
        bool same = span > GUID_LENGTH && memcmp(at, line, GUID_LENGTH + 1) == 0;
        if (!same) {
            memcpy(out + used, at, span);
            used += span;
        }
        at += span;
    }
    if (used > 0 && out[used - 1] != '\n') {
        out[used++] = '\n';
    }
    memcpy(out + used, line, more);
    used += more;
    out[used++] = '\n';
    out[used] = '\0';
    return out;
}

// ---- a pad that nobody knows --------------------------------------------------------------------

#define MOVED 0.6f ///< Of an axis, which goes from -1 to 1.

bool pad_part_same(PadPart a, PadPart b) {
    return a.kind == b.kind && a.index == b.index && (a.kind == 'b' || a.side == b.side);
}

PadPart pad_part_moved(const RawPad *rest, const RawPad *now) {
    for (int i = 0; i < now->hat_count; i++) { // also told as buttons
        int moved = now->hats[i] & ~rest->hats[i];
        for (int bit = 1; bit <= 8; bit *= 2) {
            if (moved & bit) {
                return (PadPart){.kind = 'h', .index = i, .side = bit};
            }
        }
    }
    for (int i = 0; i < now->button_count; i++) {
        if (now->buttons[i] && !rest->buttons[i]) {
            return (PadPart){.kind = 'b', .index = i};
        }
    }
    for (int i = 0; i < now->axis_count; i++) {
        if (fabsf(now->axes[i] - rest->axes[i]) > MOVED) {
            int at = rest->axes[i] < -0.7f ? -1 : rest->axes[i] > 0.7f ? 1 : 0;
            return (PadPart){
                .kind = 'a', .index = i, .side = now->axes[i] > rest->axes[i] ? 1 : -1, .rest = at};
        }
    }
    return (PadPart){0};
}

/// A mapping that is being written.
typedef struct Writer {
    char *line;
    bool used_buttons[RAW_BUTTONS], used_axes[RAW_AXES];
} Writer;

static void write_field(Writer *writer, const char *key, const char *format, int a, int b) {
    size_t used = strlen(writer->line);
    char part[24];
    snprintf(part, sizeof part, format, a, b);
    snprintf(writer->line + used, PAD_MAPPING_LINE - used, "%s:%s,", key, part);
}

/// What is pressed, on `button_key`, or `axis_key` where it is an axis.
static void write_press(Writer *writer, PadPart part, const char *button_key,
                        const char *axis_key) {
    if (part.kind == 'b') {
        writer->used_buttons[part.index] = true;
        write_field(writer, button_key, "b%d", part.index, 0);
    } else if (part.kind == 'h') {
        write_field(writer, button_key, "h%d.%d", part.index, part.side);
    } else if (part.kind == 'a') {
        writer->used_axes[part.index] = true;
        // one that rests at an end is a trigger; of one that rests in the middle half is meant
        const char *format = part.rest < 0 ? "a%d" : part.rest > 0 ? "a%d~" : "+a%d";
        write_field(writer, axis_key, part.rest == 0 && part.side < 0 ? "-a%d" : format, part.index,
                    0);
    }
}

static void write_steering(Writer *writer, const RawPad *pad, PadPart left, PadPart right) {
    static const char *const cross[] = {"dpup", "dpright", "dpdown", "dpleft"};
    if (left.kind == 'a') {
        int other = left.index + 1; // up and down lie beside left and right
        writer->used_axes[left.index] = true;
        write_field(writer, "leftx", left.side < 0 ? "a%d" : "a%d~", left.index, 0);
        if (other < pad->axis_count && other < RAW_AXES && !writer->used_axes[other]) {
            writer->used_axes[other] = true;
            write_field(writer, "lefty", "a%d", other, 0);
        }
    }
    write_press(writer, left.kind == 'b' ? left : (PadPart){0}, "dpleft", "");
    write_press(writer, right, "dpright", "rightx");
    for (int i = 0; i < 4 && pad->hat_count > 0 && left.kind != 'b'; i++) {
        int hat = left.kind == 'h' ? left.index : 0;
        write_field(writer, cross[i], "h%d.%d", hat, 1 << i);
    }
}

void pad_mapping_write(const RawPad *pad, const PadPart parts[PAD_ASK_COUNT],
                       char line[PAD_MAPPING_LINE]) {
    static const char *const rest[] = {"a", "b", "x", "y", "rightshoulder", "leftshoulder", "back"};
    bool taken[sizeof rest / sizeof rest[0]] = {parts[PAD_ASK_GAS].kind != 'a', false,
                                                parts[PAD_ASK_BRAKE].kind != 'a'};
    Writer writer = {.line = line};
    char name[RAW_NAME_MAX];
    snprintf(name, sizeof name, "%s", pad->name[0] ? pad->name : "gamepad");
    for (char *at = name; *at; at++) {
        *at = *at == ',' || (unsigned char)*at < ' ' ? ' ' : *at;
    }
    snprintf(line, PAD_MAPPING_LINE, "%s,%s,", pad->guid, name);
    write_press(&writer, parts[PAD_ASK_GAS], "a", "righttrigger");
    write_press(&writer, parts[PAD_ASK_BRAKE], "x", "lefttrigger");
    write_press(&writer, parts[PAD_ASK_PAUSE], "start", "");
    write_steering(&writer, pad, parts[PAD_ASK_LEFT], parts[PAD_ASK_RIGHT]);
    int button = 0;
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++) {
        while (button < pad->button_count && writer.used_buttons[button]) {
            button++;
        }
        if (!taken[i] && button < pad->button_count) {
            writer.used_buttons[button] = true;
            write_field(&writer, rest[i], "b%d", button, 0);
        }
    }
    size_t used = strlen(line);
    snprintf(line + used, PAD_MAPPING_LINE - used, "platform:Linux,");
}
