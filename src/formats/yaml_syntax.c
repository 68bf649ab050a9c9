#include "formats/yaml_syntax.h"

#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX = 20 ///< That a mistake is said of at once.
};

static bool is_word(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

/// The last byte before `at` that is neither blank nor break, or 0.
static size_t back_over_space(const char *text, size_t at) {
    while (at > 0 && (yaml_is_blank(text[at - 1]) || yaml_is_break(text[at - 1]))) {
        at--;
    }
    return at > 0 ? at - 1 : 0;
}

/// Bytes of the key where `text` starts as `key:value` does, without the space that YAML wants
/// ("http://" does not); else 0.
static size_t joined_key_size(const char *text) {
    size_t size = 0;
    while (is_word(text[size])) {
        size++;
    }
    if (size == 0 || text[size] != ':') {
        return 0;
    }
    char next = text[size + 1];
    bool starts_number = text[0] >= '0' && text[0] <= '9'; // 12:30 is a time, not a key
    bool joined = !starts_number && !yaml_is_blank(next) && !yaml_is_break(next) &&
                  !strchr(",}]:", next) && strncmp(text + size, "://", 3) != 0;
    return joined ? size : 0;
}

bool yaml_refuse_joined(const char *text, Place place, MessageList *messages) {
    size_t key_size = joined_key_size(text);
    if (key_size == 0) {
        return false;
    }
    char words[YAML_WORDS_MAX];
    char mended[YAML_WORDS_MAX + 2];
    yaml_line_words(text, words);
    size_t key = key_size < strlen(words) ? key_size : strlen(words);
    snprintf(mended, sizeof mended, "%.*s: %s", (int)key, words, words[key] ? words + key + 1 : "");
    message_add(messages, MESSAGE_E102, place, words, mended);
    return true;
}

size_t yaml_color_comment(const char *text) {
    size_t size = text[0] == '#' ? 1 + strspn(text + 1, "0123456789abcdefABCDEF") : 0;
    return (size == 7 || size == 9) && !is_word(text[size]) ? size : 0;
}

static Place place_of(const YamlProblem *p, size_t at) { return yaml_place(p->text, at, p->name); }

/// Adds E110 with `text` and `help` at byte `at`.
static bool say(const YamlProblem *p, size_t at, const char *text, const char *help) {
    message_add(p->messages, MESSAGE_E110, place_of(p, at), text, help);
    return true;
}

/// Anchors, aliases, tags and directives that are not even well formed.
static bool explain_reference(const YamlProblem *p) {
    static const char *const words[] = {"anchor", "alias", " tag", "directive"};
    for (int i = 0; i < 4; i++) {
        if (strstr(p->context, words[i]) || strstr(p->problem, words[i])) {
            message_add(p->messages, MESSAGE_E106, place_of(p, p->context_at));
            return true;
        }
    }
    return false;
}

static bool in_flow(const YamlProblem *p) {
    return p->open_count > 0 && p->open[p->open_count - 1]->flow;
}

/// A tab in front of the line where it stopped. In brackets libyaml allows it, as JSON does.
static bool explain_tab(const YamlProblem *p) {
    size_t at = yaml_line_begin(p->text, p->at);
    at += strspn(p->text + at, " ");
    if (p->text[at] != '\t' || at > p->at || in_flow(p)) {
        at = p->at;
    }
    if (p->text[at] != '\t') {
        return false;
    }
    message_add(p->messages, MESSAGE_E101, place_of(p, at));
    return true;
}

/// A colour without quotes: the comment swallowed the closing bracket too.
static bool explain_color(const YamlProblem *p) {
    if (!in_flow(p)) {
        return false;
    }
    int outermost = p->open_count - 1;
    while (outermost > 0 && p->open[outermost - 1]->flow) {
        outermost--;
    }
    for (size_t i = p->open[outermost]->begin + 1; i < p->at; i++) {
        size_t size = yaml_color_comment(p->text + i);
        size_t before = back_over_space(p->text, i);
        if (size == 0 || !strchr(":[,-", p->text[before])) {
            continue;
        }
        size_t key = before;
        while (key > 0 && is_word(p->text[key - 1])) {
            key--;
        }
        char name[YAML_WORDS_MAX] = "color";
        if (p->text[before] == ':' && key < before) {
            snprintf(name, sizeof name, "%.*s", (int)(before - key), p->text + key);
        }
        char color[10];
        snprintf(color, sizeof color, "%.*s", (int)size, p->text + i);
        message_add(p->messages, MESSAGE_E212, place_of(p, i), name, color, color);
        return true;
    }
    return false;
}

/// `key:value` at byte `at`, behind any "- ".
static bool explain_space_at(const YamlProblem *p, size_t at) {
    at += strspn(p->text + at, " \t");
    while (p->text[at] == '-' && yaml_is_blank(p->text[at + 1])) {
        at += 1 + strspn(p->text + at + 1, " \t");
    }
    return yaml_refuse_joined(p->text + at, place_of(p, at), p->messages);
}

/// A missing space behind a colon, which libyaml notices at the next key at the earliest.
static bool explain_space(const YamlProblem *p) {
    if (strcmp(p->problem, "could not find expected ':'") == 0 ||
        strcmp(p->problem, "found unexpected ':'") == 0) {
        return explain_space_at(p, p->context_at);
    }
    if (strcmp(p->problem, "mapping values are not allowed in this context") == 0) {
        size_t line = yaml_line_begin(p->text, p->at);
        return line > 0 &&
               explain_space_at(p, yaml_line_begin(p->text, back_over_space(p->text, line)));
    }
    return false;
}

/// A dash without a space after it, in the line where libyaml noticed it or in the one that it was
/// reading then. Of lines like it the first is said first.
static bool explain_dash(const YamlProblem *p) {
    const size_t places[] = {p->context_at, p->at};
    bool is_key = strcmp(p->problem, "could not find expected ':'") == 0;
    for (int i = 0; i < 2 && !in_flow(p); i++) {
        size_t line = yaml_line_begin(p->text, places[i]);
        size_t first = line + strspn(p->text + line, " ");
        bool number = is_key && p->text[first] == '-' && p->text[first + 1] >= '0' &&
                      p->text[first + 1] <= '9';
        if (number || yaml_is_joined_dash(p->text + first)) {
            yaml_refuse_dashes(p->text, first, p->name, p->messages);
            return true;
        }
    }
    return false;
}

/// A key that has a value and a list below it.
static bool explain_list_below(const YamlProblem *p) {
    size_t line = yaml_line_begin(p->text, p->at);
    size_t above = yaml_line_above(p->text, line);
    char key[YAML_WORDS_MAX];
    char value[YAML_WORDS_MAX];
    size_t value_at = 0;
    if (!yaml_is_item(p->text + line + strspn(p->text + line, " ")) || above == line ||
        !yaml_line_pair(p->text + above, key, value, &value_at)) {
        return false;
    }
    message_add(p->messages, MESSAGE_E113, place_of(p, above + value_at), key, value);
    return true;
}

/// Adds E103 for what was opened at byte `at`.
static bool say_not_closed(const YamlProblem *p, size_t at) {
    Place place = place_of(p, at);
    const char *what = "text";
    const char *open = p->text[at] == '"' ? "'\"'" : "\"'\"";
    const char *close = open;
    if (p->text[at] == '[') {
        what = "list";
        open = "\"[\"";
        close = "\"]\"";
    } else if (p->text[at] == '{') {
        what = "map";
        open = "\"{\"";
        close = "\"}\"";
    }
    message_add(p->messages, MESSAGE_E103, place, what, open, place.line, place.column, close);
    return true;
}

/// A quote that never ends, or ends at the next one further down.
static bool explain_quote(const YamlProblem *p) {
    bool runs_out = strcmp(p->context, "while scanning a quoted scalar") == 0;
    if (runs_out && (p->problem[0] == 'f')) {
        return say_not_closed(p, p->context_at);
    }
    const YamlNode *last = p->last;
    bool is_quote = last && last->quoted && strchr("\"'", p->text[last->begin]);
    bool wraps = is_quote && memchr(p->text + last->begin, '\n', last->end - last->begin) != NULL;
    if (wraps && p->in_parser && p->at == last->end + strspn(p->text + last->end, " \t")) {
        return say_not_closed(p, last->begin);
    }
    return false;
}

/// Whether the bracket at byte `at` is closed by its like, quotes and comments apart.
static bool is_closed(const YamlProblem *p, size_t at) {
    char closers[64];
    int depth = 0;
    size_t size = strlen(p->text);
    for (size_t i = at; i < size; i++) {
        char byte = p->text[i];
        bool after_space =
            i > 0 && (yaml_is_blank(p->text[i - 1]) || yaml_is_break(p->text[i - 1]));
        if (byte == '#' && after_space) {
            i += strcspn(p->text + i, "\r\n");
        } else if ((byte == '"' || byte == '\'') &&
                   (after_space || strchr("[{,:", p->text[i - 1]))) {
            for (i++; i < size && p->text[i] != byte; i++) {
                i += byte == '"' && p->text[i] == '\\';
            }
        } else if ((byte == '[' || byte == '{') && depth < (int)sizeof closers) {
            closers[depth++] = byte == '[' ? ']' : '}';
        } else if (byte == ']' || byte == '}') {
            depth--;
            if (depth <= 0 || closers[depth] != byte) {
                return depth == 0 && closers[0] == byte;
            }
        }
    }
    return false;
}

/// Brackets: one that is not closed, or a comma that is missing between values.
static bool explain_flow(const YamlProblem *p) {
    if (!p->in_parser || !in_flow(p)) {
        return false;
    }
    for (int i = p->open_count - 1; i >= 0 && p->open[i]->flow; i--) {
        if (!is_closed(p, p->open[i]->begin)) {
            return say_not_closed(p, p->open[i]->begin);
        }
    }
    bool is_list = p->open[p->open_count - 1]->kind == YAML_LIST;
    bool wants_value = strstr(p->problem, "node content") != NULL;
    return say(p, p->at,
               wants_value ? "a value is missing here"
               : is_list   ? "expected \",\" or \"]\" here"
                           : "expected \",\" or \"}\" here",
               wants_value ? "" : "put a comma between values");
}

/// What a line could have been meant to line up with.
typedef struct Alignment {
    const char *what;
    Place place;
    int column; ///< To indent to; 0 for none.
} Alignment;

/// Makes `node`, a block collection within `parent` (may be NULL), the alignment if it is nearer to
/// `column` than the one there is, or as near: deeper ones come later.
static void consider(Alignment *best, const YamlNode *node, const YamlNode *parent, int column) {
    int target = node->place.column;
    if (best->column != 0 && abs(target - column) > abs(best->column - column)) {
        return;
    }
    const YamlNode *member = node->last;
    bool is_item =
        node->kind == YAML_LIST || (parent && parent->kind == YAML_LIST && !parent->flow);
    best->column = target;
    best->what = is_item ? "the list item" : "the key";
    best->place = member ? member->place : node->place;
    if (node->kind == YAML_MAP && !is_item) {
        best->place = member ? member->key_place : node->place;
    } else if (node->kind == YAML_LIST) {
        best->place.column = target; // of the "-"
    } else {
        best->place = (Place){.line = node->place.line, .column = parent->place.column};
    }
}

/// What the line whose text starts at byte `first` is nearest to: keys to keys, items to items.
static Alignment find_alignment(const YamlProblem *p, size_t first, int column) {
    YamlKind kind = yaml_is_item(p->text + first) ? YAML_LIST : YAML_MAP;
    Alignment best = {0};
    const YamlNode *parent = NULL;
    const YamlNode *node = NULL;
    for (int i = 0; i < p->open_count; i++) {
        parent = node;
        node = p->open[i];
        if (node->kind == kind && !node->flow) {
            consider(&best, node, parent, column);
        }
    }
    while (node && node->kind != YAML_TEXT && !node->flow) { // blocks that ended just before
        parent = node;
        node = node->last;
        if (node && node->kind == kind && !node->flow) {
            consider(&best, node, parent, column);
        }
    }
    return best;
}

/// A line that stands too far left or right.
static bool explain_indentation(const YamlProblem *p) {
    size_t first = yaml_line_begin(p->text, p->at);
    first += strspn(p->text + first, " \t");
    bool is_joined = strcmp(p->problem, "mapping values are not allowed in this context") == 0;
    for (size_t i = first; is_joined && i < p->at; i++) {
        if (p->text[i] == ':' && yaml_is_blank(p->text[i + 1])) {
            return say(p, p->at, "a value that holds \": \" needs quotes",
                       "put the value in quotes");
        }
    }
    if (!(is_joined || (p->at == first && strncmp(p->problem, "did not find expected", 21) == 0 &&
                        !strchr("]},", p->text[first])))) {
        return false;
    }
    Place place = place_of(p, first);
    Alignment nearest = find_alignment(p, first, place.column);
    if (nearest.column == 0 || nearest.column == place.column) {
        return false;
    }
    Message *message = message_add(p->messages, MESSAGE_E104, place, place.column - 1, nearest.what,
                                   nearest.place.line, nearest.place.column, nearest.column);
    size_t line = yaml_line_begin(p->text, first);
    size_t above = yaml_line_above(p->text, line);
    char key[YAML_WORDS_MAX];
    char value[YAML_WORDS_MAX];
    size_t value_at = 0;
    if (above != line && !yaml_is_item(p->text + above + strspn(p->text + above, " ")) &&
        yaml_line_pair(p->text + above, key, value, &value_at)) {
        message_note(message, place_of(p, above + value_at),
                     "or delete this value, for the lines below to be that of \"%s\"", key);
    }
    return true;
}

/// Whether the line at `text` has words, and is neither `key: value` nor an item of a list.
static bool is_no_pair(const char *text) {
    char words[YAML_WORDS_MAX];
    text += strspn(text, " ");
    yaml_line_words(text, words);
    const char *colon = strchr(words, ':');
    bool is_key = colon && (yaml_is_blank(colon[1]) || yaml_is_break(colon[1]));
    return words[0] && words[0] != '#' && !is_key && !yaml_is_item(text);
}

static void say_no_pair(const YamlProblem *p, size_t line) {
    char words[YAML_WORDS_MAX];
    char text[2 * YAML_WORDS_MAX];
    char help[2 * YAML_WORDS_MAX] = "add a colon and a space, or indent it as the lines above";
    size_t first = line + strspn(p->text + line, " ");
    yaml_line_words(p->text + first, words);
    size_t key = strcspn(words, " =");
    size_t sign = key + strspn(words + key, " ");
    if (strncmp(words, "//", 2) == 0) {
        snprintf(help, sizeof help, "comments begin with #");
    } else if (key > 0 && words[sign] == '=') {
        snprintf(help, sizeof help, "write `%.*s: %s`", (int)key, words,
                 words + sign + 1 + strspn(words + sign + 1, " "));
    }
    snprintf(text, sizeof text, "\"%s\" is no `key: value`", words);
    say(p, first, text, help);
}

/// Lines that are no `key: value` above the one where libyaml noticed: `name = x`, `// words`. To
/// YAML they are one value of several lines.
static bool explain_no_pair(const YamlProblem *p) {
    size_t end = yaml_line_begin(p->text, p->at);
    size_t first = end;
    size_t above = yaml_line_before(p->text, end);
    while (above < first && is_no_pair(p->text + above)) {
        first = above;
        above = yaml_line_before(p->text, first);
    }
    if (strcmp(p->problem, "mapping values are not allowed in this context") != 0) {
        return false;
    }
    int said = 0;
    for (size_t line = first; line < end && said < LINES_MAX; said++) {
        say_no_pair(p, line);
        line = yaml_line_next(p->text, line);
    }
    return first < end;
}

/// What stands at the place and cannot.
static bool explain_stray(const YamlProblem *p) {
    char words[YAML_WORDS_MAX];
    char text[2 * YAML_WORDS_MAX];
    yaml_line_words(p->text + p->at, words);
    if (words[0] && strchr("]}", words[0])) {
        snprintf(text, sizeof text, "\"%c\" closes nothing", words[0]);
        return say(p, p->at, text, "delete it");
    }
    if (strcmp(p->problem, "found character that cannot start any token") == 0) {
        snprintf(text, sizeof text, "\"%c\" cannot start a value", p->text[p->at]);
        return say(p, p->at, text, "put the value in quotes");
    }
    if (words[0] == ',') {
        return say(p, p->at, "a comma stands behind a value",
                   "delete it: commas part values in brackets alone");
    }
    if (strcmp(p->problem, "could not find expected ':'") == 0) {
        yaml_line_words(p->text + p->context_at, words);
        snprintf(text, sizeof text, "\"%s\" is no `key: value`", words);
        return say(p, p->context_at, text,
                   "add a colon and a space, or indent it as the lines above");
    }
    if (strncmp(p->problem, "block ", 6) == 0) {
        return say(p, p->at, "a list or map in this form cannot start here",
                   "start it on the next line, or write it in brackets");
    }
    if (strcmp(p->problem, "found unknown escape character") == 0) {
        return say(p, p->at, "unknown escape in a text with double quotes",
                   "write \\\\ for a backslash, or use single quotes");
    }
    if (strcmp(p->problem, "did not find expected key") == 0 && words[0]) {
        snprintf(text, sizeof text, "expected a key here, found \"%s\"", words);
        bool apostrophe = p->at > 0 && p->text[p->at - 1] == '\'';
        return say(p, p->at, text,
                   apostrophe ? "write '' for an apostrophe within single quotes" : "");
    }
    if (strcmp(p->problem, "did not find expected '-' indicator") == 0) {
        return say(p, p->at, "expected \"- \" as in the lines above", "");
    }
    return false;
}

void yaml_explain(const YamlProblem *problem) {
    ASSERT(problem != NULL && problem->messages != NULL);
    if (explain_reference(problem) || explain_tab(problem) || explain_color(problem) ||
        explain_dash(problem) || explain_space(problem) || explain_quote(problem) ||
        explain_flow(problem) || explain_list_below(problem) || explain_no_pair(problem) ||
        explain_indentation(problem) || explain_stray(problem)) {
        return;
    }
    char text[MESSAGE_TEXT_MAX];
    snprintf(text, sizeof text, "%s%s%s", problem->problem, problem->context[0] ? " " : "",
             problem->context);
    say(problem, problem->at, text, "");
}
