#include "drawing/svg_style.h"

#include "base/assert.h"
#include "drawing/svg_matrix.h"

#include <stdlib.h>
#include <string.h>

enum {
    VALUE_MAX = 64, ///< Bytes of a property's value that are looked at.
    MATCHES_MAX = 16
};

/// Where a property of one element may stand, the strongest first.
typedef struct StyleSources {
    const XmlElement *element;
    const char *inline_text;
    const SvgRule *rules[MATCHES_MAX];
    int rule_count;
} StyleSources;

/// Copies the text from `from` to `to` without the blanks around it, cut to VALUE_MAX.
static void copy_trimmed(const char *from, const char *to, char out[VALUE_MAX]) {
    while (from < to && svg_is_space(*from)) {
        from++;
    }
    while (to > from && svg_is_space(to[-1])) {
        to--;
    }
    size_t size = (size_t)(to - from) < VALUE_MAX - 1 ? (size_t)(to - from) : VALUE_MAX - 1;
    memcpy(out, from, size);
    out[size] = '\0';
    char *end = strstr(out, "!important");
    while (end && end > out && svg_is_space(end[-1])) {
        end--;
    }
    if (end) {
        *end = '\0';
    }
}

/// The last value of `name` among `name: value;` pairs; false where there is none.
static bool find_declaration(const char *text, size_t size, const char *name, char out[VALUE_MAX]) {
    const char *end = text + size;
    bool found = false;
    char key[VALUE_MAX];
    while (text < end) {
        const char *stop = memchr(text, ';', (size_t)(end - text));
        stop = stop ? stop : end;
        const char *colon = memchr(text, ':', (size_t)(stop - text));
        if (colon) {
            copy_trimmed(text, colon, key);
            if (strcmp(key, name) == 0) {
                copy_trimmed(colon + 1, stop, out);
                found = true;
            }
        }
        text = stop + 1;
    }
    return found;
}

// ---- rules ----------------------------------------------------------------------------------

static void add_rules(const char *text, const char *open, const char *close, SvgSheet *sheet) {
    while (text < open && sheet->count < SVG_RULES_MAX) {
        const char *comma = memchr(text, ',', (size_t)(open - text));
        comma = comma ? comma : open;
        SvgRule *rule = &sheet->rules[sheet->count++];
        copy_trimmed(text, comma, rule->selector);
        rule->name_size = strcspn(rule->selector, ".");
        rule->declarations = open + 1;
        rule->size = (size_t)(close - open - 1);
        text = comma + 1;
    }
}

/// Rules within @media and the like are left out with it.
static void read_rules(const char *text, SvgSheet *sheet) {
    while (*text != '\0') {
        while (svg_is_space(*text)) {
            text++;
        }
        if (strncmp(text, "/*", 2) == 0) {
            const char *end = strstr(text + 2, "*/");
            text = end ? end + 2 : text + strlen(text);
            continue;
        }
        const char *open = strchr(text, '{');
        const char *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            return;
        }
        if (*text != '@') {
            add_rules(text, open, close, sheet);
        }
        text = close + 1;
    }
}

static void find_sheets(const XmlElement *element, SvgSheet *sheet) {
    if (xml_is(element, "style") && element->text) {
        read_rules(element->text, sheet);
    }
    for (const XmlElement *child = element->first; child; child = child->next) {
        find_sheets(child, sheet);
    }
}

SvgSheet svg_sheet_read(const XmlElement *root, Arena *arena) {
    ASSERT(root != NULL && arena != NULL);
    SvgSheet sheet = {.rules = arena_array(arena, SVG_RULES_MAX, sizeof(SvgRule))};
    find_sheets(root, &sheet);
    return sheet;
}

/// Whether the words of `list` hold `word`, `size` characters of it.
static bool has_word(const char *list, const char *word, size_t size) {
    while (list && *list) {
        while (svg_is_space(*list)) {
            list++;
        }
        size_t length = strcspn(list, " \t\n\r\f");
        if (length == size && size > 0 && strncmp(list, word, size) == 0) {
            return true;
        }
        list += length;
    }
    return false;
}

/// How strongly `rule` speaks of the element with this id and these classes (either may be NULL):
/// 0 not, 1 by `*` or name, 2 by class, 3 by id.
static int match(const SvgRule *rule, const char *name, const char *id, const char *classes) {
    const char *selector = rule->selector;
    if (*selector == '#') {
        return id && strcmp(id, selector + 1) == 0 ? 3 : 0;
    }
    size_t size = rule->name_size;
    bool named = size == 0 || (size == 1 && *selector == '*') ||
                 (strncmp(name, selector, size) == 0 && name[size] == '\0');
    if (!named || selector[size] == '\0') {
        return named ? 1 : 0;
    }
    const char *class = selector + size + 1;
    return has_word(classes, class, strlen(class)) ? 2 : 0;
}

static StyleSources find_sources(const XmlElement *element, const SvgSheet *sheet) {
    StyleSources sources = {.element = element, .inline_text = xml_attribute(element, "style")};
    const char *id = xml_attribute(element, "id");
    const char *classes = xml_attribute(element, "class");
    const SvgRule *found[4][MATCHES_MAX];
    int counts[4] = {0};
    for (int i = sheet->count - 1; i >= 0; i--) {
        int strength = match(&sheet->rules[i], element->name, id, classes);
        if (strength > 0 && counts[strength] < MATCHES_MAX) {
            found[strength][counts[strength]++] = &sheet->rules[i];
        }
    }
    for (int strength = 3; strength > 0; strength--) {
        for (int i = 0; i < counts[strength] && sources.rule_count < MATCHES_MAX; i++) {
            sources.rules[sources.rule_count++] = found[strength][i];
        }
    }
    return sources;
}

/// The value of `name` as `element` itself has it; false where it has none of its own.
static bool find_value(const StyleSources *sources, const char *name, char out[VALUE_MAX]) {
    const char *text = sources->inline_text;
    bool found = text && find_declaration(text, strlen(text), name, out);
    for (int i = 0; i < sources->rule_count && !found; i++) {
        found =
            find_declaration(sources->rules[i]->declarations, sources->rules[i]->size, name, out);
    }
    const char *attribute = found ? NULL : xml_attribute(sources->element, name);
    if (attribute) {
        copy_trimmed(attribute, attribute + strlen(attribute), out);
        found = true;
    }
    return found && strcmp(out, "inherit") != 0;
}

// ---- colours --------------------------------------------------------------------------------

typedef struct ColorName {
    const char *name;
    uint32_t color;
} ColorName;

/// Those that people write; others count as grey.
static const ColorName color_names[] = {
    {"black", 0x000000FF},  {"white", 0xFFFFFFFF},  {"red", 0xFF0000FF},
    {"lime", 0x00FF00FF},   {"green", 0x008000FF},  {"blue", 0x0000FFFF},
    {"yellow", 0xFFFF00FF}, {"orange", 0xFFA500FF}, {"gray", 0x808080FF},
    {"grey", 0x808080FF},   {"silver", 0xC0C0C0FF}, {"maroon", 0x800000FF},
    {"navy", 0x000080FF},   {"purple", 0x800080FF}, {"teal", 0x008080FF},
    {"olive", 0x808000FF},  {"aqua", 0x00FFFFFF},   {"cyan", 0x00FFFFFF},
    {"pink", 0xFFC0CBFF},   {"brown", 0xA52A2AFF},  {"fuchsia", 0xFF00FFFF},
    {"tan", 0xD2B48CFF},    {"gold", 0xFFD700FF},   {"magenta", 0xFF00FFFF},
};

static bool read_hex(const char *text, uint32_t *out) {
    size_t size = strspn(text, "0123456789abcdefABCDEF");
    if (text[size] != '\0' || (size != 3 && size != 6 && size != 8)) {
        return false;
    }
    uint32_t value = (uint32_t)strtoul(text, NULL, 16);
    if (size == 3) { // each digit stands for two
        value = 0x11 * ((value & 0xF00) << 8 | (value & 0xF0) << 4 | (value & 0xF));
    }
    *out = size == 8 ? value : value << 8 | 0xFF;
    return true;
}

static bool read_rgb(const char *text, uint32_t *out) {
    SvgScanner scanner = {strchr(text, '(') + 1};
    uint32_t value = 0;
    for (int i = 0; i < 3; i++) {
        double part = 0.0;
        svg_skip_comma(&scanner);
        if (!svg_scan_number(&scanner, &part)) {
            return false;
        }
        if (*scanner.at == '%') {
            part *= 2.55;
            scanner.at++;
        }
        part = part < 0.0 ? 0.0 : part > 255.0 ? 255.0 : part;
        value = value << 8 | (uint32_t)(part + 0.5);
    }
    *out = value << 8 | 0xFF;
    return true;
}

/// Sets `on` and `color` from a paint: none, a colour, or something that counts as grey.
static void read_paint(const char *text, bool *on, uint32_t *color) {
    *on = strcmp(text, "none") != 0 && strcmp(text, "transparent") != 0;
    if (!*on) {
        return;
    }
    *color = 0x808080FF;
    if (*text == '#' && read_hex(text + 1, color)) {
        return;
    }
    if (strncmp(text, "rgb(", 4) == 0 || strncmp(text, "rgba(", 5) == 0) {
        read_rgb(text, color);
        return;
    }
    for (size_t i = 0; i < sizeof color_names / sizeof *color_names; i++) {
        if (strcmp(color_names[i].name, text) == 0) {
            *color = color_names[i].color;
        }
    }
}

// ---- the whole ------------------------------------------------------------------------------

SvgStyle svg_style_initial(void) {
    return (SvgStyle){.shown = true,
                      .filled = true,
                      .fill = 0x000000FF,
                      .stroke = 0x000000FF,
                      .stroke_width = 1.0};
}

/// A paint that is wholly see-through is as good as none.
static void read_opacity(const StyleSources *sources, const char *name, bool *on) {
    char value[VALUE_MAX];
    double opacity = 1.0;
    if (find_value(sources, name, value) && svg_length_read(value, &opacity, NULL) &&
        opacity <= 0.0) {
        *on = false;
    }
}

SvgStyle svg_style_of(const XmlElement *element, const SvgSheet *sheet, SvgStyle style) {
    ASSERT(element != NULL && sheet != NULL);
    StyleSources sources = find_sources(element, sheet);
    char value[VALUE_MAX];
    double number = 0.0;
    if (find_value(&sources, "display", value) && strcmp(value, "none") == 0) {
        style.shown = false;
    }
    if (find_value(&sources, "visibility", value)) {
        style.shown = style.shown && strcmp(value, "visible") == 0;
    }
    if (find_value(&sources, "fill", value)) {
        read_paint(value, &style.filled, &style.fill);
    }
    if (find_value(&sources, "stroke", value)) {
        read_paint(value, &style.stroked, &style.stroke);
    }
    read_opacity(&sources, "fill-opacity", &style.filled);
    read_opacity(&sources, "stroke-opacity", &style.stroked);
    if (find_value(&sources, "stroke-width", value) && svg_length_read(value, &number, NULL) &&
        number >= 0.0) {
        style.stroke_width = number;
    }
    if (find_value(&sources, "stroke-dasharray", value)) {
        SvgScanner scanner = {value};
        style.dash = svg_scan_number(&scanner, &number) && number > 0.0 ? number : 0.0;
    }
    return style;
}
