#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORDS_MAX = 64,        ///< Bytes of a value quoted in a message.
    COORDINATE_MAX = 10000 ///< Metres: where a float still has 1 mm.
};

/// What stands at `node`, as messages say it: `"12m"` (written to `out`), a list, nothing.
static const char *found(const YamlNode *node, char out[WORDS_MAX]) {
    if (node->kind != YAML_TEXT) {
        return node->kind == YAML_LIST ? "a list" : "a map";
    }
    if (yaml_is_nothing(node)) {
        return "nothing";
    }
    bool is_long = strlen(node->text) > WORDS_MAX - 8;
    size_t size = is_long ? text_cut(node->text, WORDS_MAX - 8) : strlen(node->text);
    snprintf(out, WORDS_MAX, "\"%.*s%s\"", (int)size, node->text, is_long ? "..." : "");
    return out;
}

/// Says why `node` has no value that anything could be made of, if that is so: a comment took it
/// (E212), or a list stands below it (E113).
static bool refuse_spoilt(const YamlNode *node, const char *name, MessageList *messages) {
    if (node->lost) {
        message_add(messages, MESSAGE_E212, node->place, name, node->lost, node->lost);
    } else if (node->has_list_below) {
        char value[WORDS_MAX];
        text_copy(node->text, value, sizeof value);
        char *list = strstr(value, " - ");
        if (list) {
            *list = '\0';
        }
        message_add(messages, MESSAGE_E113, node->place, name, value);
    }
    return node->lost || node->has_list_below;
}

bool yaml_refuse(const YamlNode *node, const char *name, const char *wanted, const char *help,
                 MessageList *messages) {
    ASSERT(node != NULL && name != NULL && wanted != NULL && help != NULL && messages != NULL);
    char words[WORDS_MAX];
    if (!refuse_spoilt(node, name, messages)) {
        message_add(messages, MESSAGE_E203, node->place, name, wanted, found(node, words), help);
    }
    return false;
}

/// The unit in words, for "a number in metres".
static const char *unit_in_words(const char *unit) {
    static const char *const words[][2] = {
        {"m", "metres"},  {"m/s", "metres a second"}, {"km/h", "km/h"}, {"kg", "kilograms"},
        {"s", "seconds"}, {"deg", "degrees"},         {"N", "newtons"}, {"N m", "newton metres"},
        {"W", "watts"},   {"rad", "radians"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(unit, words[i][0]) == 0) {
            return words[i][1];
        }
    }
    return unit;
}

/// Writes the number that `node` begins with to `out`, where its minus is a dash of printers:
/// U+2212, U+2013 or U+2014. False where there is none.
static bool with_plain_minus(const YamlNode *node, char out[NUMBER_TEXT_MAX]) {
    static const char *const signs[] = {"\xE2\x88\x92", "\xE2\x80\x93", "\xE2\x80\x94"};
    for (int i = 0; i < 3 && node->kind == YAML_TEXT; i++) {
        const char *digits = node->text + 3;
        if (strncmp(node->text, signs[i], 3) == 0) {
            snprintf(out, NUMBER_TEXT_MAX, "-%.*s", (int)strspn(digits, ".0123456789"), digits);
            return number_is_number(out);
        }
    }
    return false;
}

/// Writes the number that `node` begins with, which has a decimal comma, with a point to
/// `out`: 28.5 of `28,5 m`. False where there is none.
static bool with_decimal_point(const YamlNode *node, char out[NUMBER_TEXT_MAX]) {
    size_t size = node->kind == YAML_TEXT ? strspn(node->text, "+-.,0123456789") : 0;
    const char *comma = size > 0 && size < NUMBER_TEXT_MAX ? memchr(node->text, ',', size) : NULL;
    if (!comma) {
        return false;
    }
    memcpy(out, node->text, size);
    out[size] = '\0';
    out[comma - node->text] = '.';
    return number_is_number(out);
}

/// Adds E203 for a value that is no number, with the number in it as help: `12` of "12m".
static bool refuse_number(const YamlNode *node, const char *name, const char *kind,
                          const char *unit, MessageList *messages) {
    char wanted[WORDS_MAX];
    char help[3 * WORDS_MAX] = "";
    bool has_unit = unit[0] && strcmp(unit, "1") != 0;
    snprintf(wanted, sizeof wanted, "%s%s%s", kind, has_unit ? " in " : "",
             has_unit ? unit_in_words(unit) : "");
    char number[NUMBER_TEXT_MAX] = "";
    bool kind_is_any = strcmp(kind, "a number") == 0;
    const char *digits = kind_is_any ? "+-.0123456789" : "+-0123456789";
    size_t size = node->kind == YAML_TEXT ? strspn(node->text, digits) : 0;
    if (size > 0 && size < sizeof number && node->text[size] != ',') {
        memcpy(number, node->text, size);
        number[size] = '\0';
    }
    char key[WORDS_MAX] = ""; // a member of a list has none
    if (node->key) {
        snprintf(key, sizeof key, "%.60s: ", name);
    }
    char decimal[NUMBER_TEXT_MAX];
    if (with_plain_minus(node, decimal)) {
        snprintf(help, sizeof help, "write `%s%s`, with the minus of the keyboard", key, decimal);
    } else if (kind_is_any && with_decimal_point(node, decimal)) {
        snprintf(help, sizeof help, "write decimals with a point: `%s%s`", key, decimal);
    } else if (number_is_number(number)) {
        snprintf(help, sizeof help, "write `%s%s`", key, number);
    }
    return yaml_refuse(node, name, wanted, help, messages);
}

/// Whether `text` is one of the `count` words, in capitals or not.
static bool is_word_of(const char *text, const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        if (text_equal_any_case(text, words[i])) {
            return true;
        }
    }
    return false;
}

/// Whether `text` is one of the spellings of NaN and infinity, of YAML or C.
static bool is_nan_or_infinity(const char *text) {
    static const char *const words[] = {"nan", "inf", "infinity"};
    text += *text == '-' || *text == '+';
    text += *text == '.';
    return is_word_of(text, words, 3);
}

/// Adds E204 with the value as it was written. Returns false.
static bool refuse_range(Place place, const char *name, const char *value, double min, double max,
                         const char *unit, MessageList *messages) {
    char low[NUMBER_TEXT_MAX];
    char high[NUMBER_TEXT_MAX];
    char behind[WORDS_MAX] = "";
    if (unit[0] && strcmp(unit, "1") != 0) {
        snprintf(behind, sizeof behind, " %s", unit);
    }
    // 7 digits show a bound that was a float as it was meant: 0.1, not 0.100000001
    message_add(messages, MESSAGE_E204, place, name, value, number_text_digits(min, 7, low),
                number_text_digits(max, 7, high), behind);
    return false;
}

bool yaml_number(const YamlNode *node, const char *name, const char *unit, double min, double max,
                 float *out, MessageList *messages) {
    ASSERT(name != NULL && unit != NULL && out != NULL && messages != NULL && min <= max);
    if (!node) {
        return false;
    }
    bool is_plain = node->kind == YAML_TEXT && !node->quoted;
    double value = 0.0;
    if (is_plain && number_parse(node->text, &value)) {
        // as floats: "0.1" must lie within a bound of 0.1f
        if ((float)value < (float)min || (float)value > (float)max) {
            return refuse_range(node->place, name, node->text, min, max, unit, messages);
        }
        *out = (float)value + 0.0f; // no -0
        return true;
    }
    if (is_plain && (is_nan_or_infinity(node->text) || number_is_number(node->text))) {
        message_add(messages, MESSAGE_E209, node->place);
        return false;
    }
    return refuse_number(node, name, "a number", unit, messages);
}

/// Whether `text` is an integer of any size.
static bool is_integer(const char *text) { return number_is_number(text) && !strpbrk(text, ".eE"); }

bool yaml_integer(const YamlNode *node, const char *name, int min, int max, int *out,
                  MessageList *messages) {
    ASSERT(name != NULL && out != NULL && messages != NULL && min <= max);
    if (!node) {
        return false;
    }
    if (node->kind != YAML_TEXT || node->quoted || !is_integer(node->text)) {
        return refuse_number(node, name, "a whole number", "", messages);
    }
    int value = 0;
    if (!number_parse_integer(node->text, &value) || value < min || value > max) {
        return refuse_range(node->place, name, node->text, min, max, "", messages);
    }
    *out = value;
    return true;
}

bool yaml_bool(const YamlNode *node, const char *name, bool *out, MessageList *messages) {
    ASSERT(name != NULL && out != NULL && messages != NULL);
    static const char *const yes[] = {"yes", "on", "True", "TRUE", "Yes", "On", "1", "y", "true"};
    static const char *const no[] = {"no", "off", "False", "FALSE", "No", "Off", "0", "n", "false"};
    if (!node) {
        return false;
    }
    bool is_plain = node->kind == YAML_TEXT && !node->quoted;
    if (is_plain && (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0)) {
        *out = node->text[0] == 't';
        return true;
    }
    if (refuse_spoilt(node, name, messages)) {
        return false;
    }
    const char *help = "`true` or `false`";
    if (node->kind == YAML_TEXT && text_find(node->text, yes, 9) >= 0) {
        help = "`true`";
    } else if (node->kind == YAML_TEXT && text_find(node->text, no, 9) >= 0) {
        help = "`false`";
    }
    char words[WORDS_MAX];
    message_add(messages, MESSAGE_E207, node->place, name, found(node, words), help);
    return false;
}

/// Code points of a text in UTF-8, or -1 where a control character is among them.
static int count_characters(const char *text) {
    int count = 0;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
            return -1;
        }
        count += !text_continues(*text);
    }
    return count;
}

bool yaml_text(const YamlNode *node, const char *name, int min, int max, const char **out,
               MessageList *messages) {
    ASSERT(name != NULL && out != NULL && messages != NULL && min <= max);
    if (!node) {
        return false;
    }
    if (node->kind != YAML_TEXT || (yaml_is_nothing(node) && min > 0)) {
        return yaml_refuse(node, name, "text", "", messages);
    }
    int count = count_characters(node->text);
    if (count < 0) {
        return yaml_refuse(node, name, "text without control characters", "", messages);
    }
    if (count < min || count > max) {
        char what[WORDS_MAX];
        char value[NUMBER_TEXT_MAX];
        snprintf(what, sizeof what, "length of %.40s", name);
        snprintf(value, sizeof value, "%d", count);
        return refuse_range(node->place, what, value, min, max, "characters", messages);
    }
    *out = node->text;
    return true;
}

bool yaml_choice(const YamlNode *node, const char *name, const char *const *names, int count,
                 int *out, MessageList *messages) {
    ASSERT(name != NULL && names != NULL && out != NULL && messages != NULL);
    if (!node) {
        return false;
    }
    if (node->kind != YAML_TEXT || yaml_is_nothing(node) || node->has_list_below) {
        return yaml_refuse(node, name, "a name", "", messages);
    }
    int index = text_find(node->text, names, count);
    if (index >= 0) {
        *out = index;
        return true;
    }
    char help[MESSAGE_TEXT_MAX];
    message_add(messages, MESSAGE_E211, node->place, name, node->text,
                yaml_help_for_name(node->text, names, count, help));
    return false;
}

/// The way out where two numbers stand in one text: `- 3, 4`, `[3; 4]`, `[3 4]`, `(3, 4)`.
static void help_for_pair(const char *text, char out[MESSAGE_TEXT_MAX]) {
    static const char between[] = ",; ";
    text += *text == '(';
    size_t size = strcspn(text, between);
    if (text[size] != '\0' && strlen(text) < WORDS_MAX) {
        char first[WORDS_MAX];
        char second[WORDS_MAX];
        snprintf(first, sizeof first, "%.*s", (int)size, text);
        text_copy(text + size + strspn(text + size, between), second, sizeof second);
        second[strcspn(second, ")")] = '\0';
        if (number_is_number(first) && number_is_number(second)) {
            snprintf(out, MESSAGE_TEXT_MAX, "write `[%s, %s]`", first, second);
        }
    }
}

static bool is_digits(const char *text) {
    const char *end = text_skip_digits(text);
    return end && !*end;
}

/// Whether `whole` and `part` may be one number, written with a decimal comma.
static bool is_split_number(const char *whole, const char *part) {
    return is_digits(whole + (whole[0] == '-')) && is_digits(part);
}

/// The way out of three or four numbers: `[90,5, -50]` has a decimal comma.
static void help_for_numbers(const YamlNode *list, char out[MESSAGE_TEXT_MAX]) {
    const char *texts[4] = {"", "", "", ""};
    int count = 0;
    for (const YamlNode *node = list->first; node; node = node->next) {
        bool number = node->kind == YAML_TEXT && number_is_number(node->text);
        if (!number || strlen(node->text) >= WORDS_MAX || count == 4) {
            return;
        }
        texts[count++] = node->text;
    }
    if (count == 4 && is_split_number(texts[0], texts[1]) && is_split_number(texts[2], texts[3])) {
        snprintf(out, MESSAGE_TEXT_MAX, "write decimals with a point: `[%s.%s, %s.%s]`", texts[0],
                 texts[1], texts[2], texts[3]);
    } else if (count == 3 && is_split_number(texts[0], texts[1]) && !is_digits(texts[2])) {
        snprintf(out, MESSAGE_TEXT_MAX, "write decimals with a point: `[%s.%s, %s]`", texts[0],
                 texts[1], texts[2]);
    } else if (count == 3) {
        snprintf(out, MESSAGE_TEXT_MAX, "leave one out, or write decimals with a point: 90.5");
    }
}

/// The way out of what is not a list of two; empty where none is known.
static const char *help_for_point(const YamlNode *node, char out[MESSAGE_TEXT_MAX]) {
    out[0] = '\0';
    const YamlNode *only = node->kind == YAML_LIST && node->count == 1 ? node->first : node;
    const YamlNode *x = yaml_find(node, "x");
    const YamlNode *y = yaml_find(node, "y");
    if (x && y && x->kind == YAML_TEXT && y->kind == YAML_TEXT) {
        snprintf(out, MESSAGE_TEXT_MAX, "write `[%.40s, %.40s]`", x->text, y->text);
    } else if (only->kind == YAML_TEXT) {
        help_for_pair(only->text, out);
    } else if (node->kind == YAML_LIST) {
        help_for_numbers(node, out);
    }
    return out;
}

bool yaml_point(const YamlNode *node, vec2s *out, MessageList *messages) {
    ASSERT(out != NULL && messages != NULL);
    char words[WORDS_MAX];
    char help[MESSAGE_TEXT_MAX];
    if (!node) {
        return false;
    }
    if (node->kind != YAML_LIST || node->count != 2) {
        snprintf(words, sizeof words, "%d", node->count);
        message_add(messages, MESSAGE_E205, node->place,
                    node->kind == YAML_LIST ? words : found(node, words),
                    help_for_point(node, help));
        return false;
    }
    vec2s point = *out;
    bool x =
        yaml_number(node->first, "x", "m", -COORDINATE_MAX, COORDINATE_MAX, &point.x, messages);
    bool y = yaml_number(node->first->next, "y", "m", -COORDINATE_MAX, COORDINATE_MAX, &point.y,
                         messages);
    if (x && y) {
        *out = point;
    }
    return x && y;
}

bool yaml_color(const YamlNode *node, const char *name, uint32_t *out, MessageList *messages) {
    ASSERT(name != NULL && out != NULL && messages != NULL);
    if (!node) {
        return false;
    }
    const char *digits = node->kind == YAML_TEXT ? node->text : "";
    digits += digits[0] == '#';
    size_t size = strspn(digits, "0123456789abcdefABCDEF");
    if (digits[size] != '\0' || (size != 6 && size != 8)) {
        return yaml_refuse(node, name, "a colour such as \"#FF8800\"", "", messages);
    }
    uint32_t value = (uint32_t)strtoul(digits, NULL, 16);
    *out = size == 6 ? value << 8 | 0xFF : value;
    return true;
}

bool yaml_check_id(const char *text, const char *name, Place place, MessageList *messages) {
    ASSERT(text != NULL && name != NULL && messages != NULL);
    bool starts = text[0] >= 'a' && text[0] <= 'z';
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    if (starts && text[size] == '\0' && size < YAML_ID_MAX) {
        return true;
    }
    char id[YAML_ID_MAX];
    char meant[YAML_ID_MAX + 24] = "";
    if (text_as_id(text, id, sizeof id)) {
        snprintf(meant, sizeof meant, "; did you mean \"%s\"?", id);
    }
    message_add(messages, MESSAGE_E215, place, name, text, meant);
    return false;
}

bool yaml_id(const YamlNode *node, const char *name, const char **out, MessageList *messages) {
    ASSERT(name != NULL && out != NULL && messages != NULL);
    if (!node) {
        return false;
    }
    if (node->kind != YAML_TEXT || yaml_is_nothing(node)) {
        return yaml_refuse(node, name, "an id", "", messages);
    }
    if (!yaml_check_id(node->text, name, node->place, messages)) {
        return false;
    }
    *out = node->text;
    return true;
}

bool yaml_looks_typed(const char *text) {
    ASSERT(text != NULL);
    static const char *const words[] = {"true", "false", "yes",  "no", "on", "off",
                                        "y",    "n",     "null", "~",  ""};
    bool is_word = is_word_of(text, words, sizeof words / sizeof *words);
    // other readers take more for numbers than we do: 0x1F, 1_000, .5, 12:30, dates
    bool is_number = text[0] && strspn(text, "+-.0123456789") > 0 &&
                     text[strspn(text, "+-.0123456789_:eExXabcdfABCDF")] == '\0';
    return is_word || is_number || is_nan_or_infinity(text);
}
