#include "geodata/geo_line.h"

#include "base/number.h"
#include "base/text.h"
#include "formats/json_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LANES_MAX = 12
};

/// m of a lane, where lanes alone are known.
#define LANE_WIDTH 3.5

/// m: roads that the format knows.
#define WIDTH_MIN 3.0
#define WIDTH_MAX 60.0

#define FOOT 0.3048 ///< m

static const char *const motor_sports[] = {"motor", "karting", "motocross", "rc_car"};

const YamlNode *geo_tag(const YamlNode *properties, const char *key) {
    const YamlNode *tag = yaml_find(properties, key);
    return tag ? tag : yaml_find(yaml_find(properties, "tags"), key);
}

/// The text of the tag `key`, "" where there is none.
static const char *tag_text(const YamlNode *properties, const char *key) {
    return json_text_string(geo_tag(properties, key));
}

/// The tag `key` where it is a text or a number of its own; else NULL.
static const YamlNode *find_tag(const YamlNode *properties, const char *key) {
    const YamlNode *tag = geo_tag(properties, key);
    const char *text = json_text_string(tag);
    return text[0] && (tag->quoted || strcmp(text, "null") != 0) ? tag : NULL;
}

/// The first of the tags `keys` that says something; NULL: none.
static const char *find_text(const YamlNode *properties, const char *const *keys, int count) {
    for (int i = 0; i < count; i++) {
        const YamlNode *tag = find_tag(properties, keys[i]);
        if (tag) {
            return tag->text;
        }
    }
    return NULL;
}

/// A length in metres, as people tag it: 11, 11 m, 11.5m, 36 ft or 36'. 0 where it is none.
static double read_metres(const char *text) {
    static const struct {
        const char *unit;
        double metres;
    } units[] = {{"", 1.0}, {"m", 1.0}, {" m", 1.0}, {"'", FOOT}, {" ft", FOOT}, {"ft", FOOT}};
    char number[NUMBER_TEXT_MAX];
    size_t size = strspn(text, "0123456789.");
    double value = 0.0;
    if (size == 0 || size >= sizeof number) {
        return 0.0;
    }
    memcpy(number, text, size);
    number[size] = '\0';
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(text + size, units[i].unit) == 0 && number_parse(number, &value)) {
            return value * units[i].metres;
        }
    }
    return 0.0;
}

/// The tag that says the width, if there is one, and the width (m) by it; 0: it says none that can
/// be understood.
typedef struct WidthTag {
    const YamlNode *tag; ///< NULL: there is none.
    const char *key;
    bool lanes;
    float width;
} WidthTag;

static WidthTag find_width(const YamlNode *properties) {
    static const char *const keys[] = {"width", "est_width", "lanes"};
    for (int i = 0; i < 3; i++) {
        const YamlNode *tag = find_tag(properties, keys[i]);
        if (!tag) {
            continue;
        }
        WidthTag found = {.tag = tag, .key = keys[i], .lanes = i == 2};
        int count = 0;
        double width = found.lanes ? 0.0 : read_metres(tag->text);
        if (found.lanes && number_parse_integer(tag->text, &count) && count > 0 &&
            count <= LANES_MAX) {
            width = LANE_WIDTH * count;
        }
        found.width = width >= WIDTH_MIN && width <= WIDTH_MAX ? (float)width : 0.0f;
        return found;
    }
    return (WidthTag){0};
}

void geo_line_check_width(const GeoLine *line, float usual, MessageList *messages) {
    WidthTag found = find_width(line->properties);
    if (found.tag && found.width <= 0.0f) {
        message_add(messages, MESSAGE_W623, found.tag->place, found.key, found.tag->text,
                    (double)usual,
                    found.lanes ? "write a number of lanes, such as 2"
                                : "write metres from 3 to 60, such as 11.5");
    }
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/// Whether `word`, in small letters, stands in `text` as a word, in capitals or not.
static bool has_word(const char *text, const char *word) {
    size_t size = strlen(word);
    for (const char *at = text; *at; at++) {
        if (text_begins_any_case(at, word, size) && (at == text || !is_letter(at[-1])) &&
            !is_letter(at[size])) {
            return true;
        }
    }
    return false;
}

static bool has_any_word(const char *text, const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        if (has_word(text, words[i])) {
            return true;
        }
    }
    return false;
}

/// Whether the tags or the name say that the line is a pit lane.
static bool is_pit(const GeoLine *line) {
    static const char *const words[] = {"pit", "pits", "pitlane", "pit_lane", "boxengasse"};
    return has_any_word(tag_text(line->properties, "service"), words, 5) ||
           has_any_word(tag_text(line->properties, "raceway"), words, 5) ||
           (line->name && has_any_word(line->name, words, 5));
}

static bool is_closed(const GeoLine *line) {
    Point first = line->count > 0 ? line->at[0] : (Point){0};
    Point last = line->count > 0 ? line->at[line->count - 1] : (Point){0};
    return line->ring || (line->count > 2 && first.x == last.x && first.y == last.y);
}

/// What else than a road the tags say that the line is. A tag `highway` makes it a road.
static GeoUse find_use(const GeoLine *line) {
    static const char *const roads[] = {"highway"};
    static const char *const areas[] = {"leisure", "building", "landuse"};
    static const char *const others[] = {"athletics", "running", "equestrian", "horse_racing",
                                         "dog_racing"};
    if (find_text(line->properties, roads, 1)) {
        return GEO_USE_ROAD;
    }
    const char *sport = tag_text(line->properties, "sport");
    bool motors = has_any_word(sport, motor_sports, 4);
    for (int i = 0; i < 3; i++) {
        const char *area = find_text(line->properties, &areas[i], 1);
        if (area && strcmp(area, "track") == 0) {
            bool other = has_any_word(sport, others, 5) && !motors;
            return other ? GEO_USE_SPORT : GEO_USE_ROAD;
        }
        if (area && strcmp(area, "no") != 0 && is_closed(line)) {
            return motors ? GEO_USE_VENUE : GEO_USE_AREA;
        }
    }
    const char *area = json_text_string(geo_tag(line->properties, "area"));
    bool plain = line->polygon || (strcmp(area, "yes") == 0 && is_closed(line));
    return plain ? GEO_USE_PLAIN : GEO_USE_ROAD;
}

void geo_line_read_tags(GeoLine *line) {
    static const char *const names[] = {"Name", "name", "NAME", "title"};
    static const char *const ids[] = {"@id", "id"};
    line->name = find_text(line->properties, names, 4);
    line->id = find_text(line->properties, ids, 2);
    line->width = find_width(line->properties).width;
    const char *oneway = tag_text(line->properties, "oneway");
    bool against = strcmp(oneway, "-1") == 0 || strcmp(oneway, "reverse") == 0;
    bool along =
        strcmp(oneway, "yes") == 0 || strcmp(oneway, "1") == 0 || strcmp(oneway, "true") == 0;
    line->oneway = against ? -1 : along ? 1 : 0;
    line->pit = is_pit(line);
    const char *highway = tag_text(line->properties, "highway");
    const char *leisure = tag_text(line->properties, "leisure");
    bool motors = text_find(tag_text(line->properties, "sport"), motor_sports, 4) >= 0;
    line->race = strcmp(highway, "raceway") == 0 || (strcmp(leisure, "track") == 0 && motors);
    line->use = find_use(line);
}
