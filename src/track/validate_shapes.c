#include "geometry/polygon.h"
#include "track/ribbon_build.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>

/// m: points closer than this are one point, as polygon_normalise has it.
#define SAME_POINT 1e-3f

/// m: a car at speed may jump through a thinner wall where nothing sweeps its path.
#define THIN_WALL 0.2f

const char *validate_label(char out[VALIDATE_LABEL_MAX], const char *noun, const char *id,
                           int number) {
    if (id[0]) {
        snprintf(out, VALIDATE_LABEL_MAX, "%s \"%s\"", noun, id);
    } else {
        snprintf(out, VALIDATE_LABEL_MAX, "%s #%d", noun, number);
    }
    return out;
}

static bool same_point(vec2s a, vec2s b) {
    return glms_vec2_distance2(a, b) < SAME_POINT * SAME_POINT;
}

static int count_different(const vec2s *points, int count) {
    int different = 0;
    for (int i = 0; i < count; i++) {
        bool seen = false;
        for (int j = 0; j < i && !seen; j++) {
            seen = same_point(points[i], points[j]);
        }
        different += !seen;
    }
    return different;
}

/// Which shape a message is about.
typedef struct Subject {
    const char *label; ///< wall "shed"
    const char *noun;  ///< wall
    Place place;
    MessageList *messages;
} Subject;

/// E305 where a doubled point is the reason, else E301.
static void refuse_few(const Subject *subject, const OutlineDef *outline, int needs) {
    const vec2s *points = outline->points;
    for (int i = 0; i + 1 < outline->count && outline->count >= needs; i++) {
        if (same_point(points[i], points[i + 1])) {
            Message *message =
                message_add(subject->messages, MESSAGE_E305, subject->place, subject->label, i + 1,
                            (double)points[i].x, (double)points[i].y);
            message_at(message, points[i].x, points[i].y);
            return;
        }
    }
    int different = count_different(points, outline->count);
    message_add(subject->messages, MESSAGE_E301, subject->place, subject->label,
                outline->kind == OUTLINE_LINE ? "polyline" : "polygon", different,
                different == 1 ? "" : "s", needs);
}

/// E301 to E305 of one polygon; true where it is simple.
static bool check_polygon(const Subject *subject, const OutlineDef *outline) {
    PolygonCheck check = polygon_check(outline->points, outline->count);
    double x = (double)check.at.x;
    double y = (double)check.at.y;
    Message *message = NULL;
    int second = check.b;
    switch (check.fault) {
    case POLYGON_FINE:
        return true;
    case POLYGON_TOO_FEW:
        refuse_few(subject, outline, 3);
        return false;
    case POLYGON_CROSSES:
        message =
            message_add(subject->messages, MESSAGE_E302, subject->place, subject->label,
                        check.a + 1, check.b + 1, x, y, check.a + 2, check.b + 1, subject->noun);
        break;
    case POLYGON_TOUCHES:
        message = message_add(subject->messages, MESSAGE_E303, subject->place, subject->label, x, y,
                              check.a + 1, check.b + 1);
        break;
    case POLYGON_NO_AREA:
        message = message_add(subject->messages, MESSAGE_E304, subject->place, subject->label);
        second = -1;
        break;
    }
    message_at(message, check.at.x, check.at.y);
    if (outline->places && second >= 0) {
        message_note(message, outline->places[second], "edge %d starts here", second + 1);
    }
    return false;
}

/// N301: what polygon_normalise will do to a polygon.
static void note_cleaning(const Subject *subject, const OutlineDef *outline) {
    Arena scratch = {0};
    vec2s *points =
        arena_copy_array(&scratch, outline->points, (size_t)outline->count, sizeof *points);
    int left = polygon_normalise(points, outline->count, NULL);
    if (left < outline->count) {
        message_add(subject->messages, MESSAGE_N301, subject->place, subject->label,
                    outline->count - left, outline->count);
    }
    arena_destroy(&scratch);
}

/// Where the ray from `from` along the unit `along` meets segment ab: metres, INFINITY for nowhere.
static float ray_segment(vec2s from, vec2s along, vec2s a, vec2s b) {
    vec2s edge = glms_vec2_sub(b, a);
    vec2s to = glms_vec2_sub(a, from);
    float across = along.x * edge.y - along.y * edge.x;
    if (fabsf(across) < 1e-9f) {
        return INFINITY;
    }
    float far = (to.x * edge.y - to.y * edge.x) / across;
    float t = (to.x * along.y - to.y * along.x) / across;
    return t >= 0.0f && t <= 1.0f && far > 1e-6f ? far : INFINITY;
}

/// W702: an edge of half a metre or more whose opposite face is nearer than 0.2 m. O(count^2).
static void check_thickness(const Subject *subject, const OutlineDef *outline) {
    const vec2s *p = outline->points;
    int count = outline->count;
    float turn = polygon_area(p, count) < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < count; i++) {
        vec2s edge = glms_vec2_sub(p[(i + 1) % count], p[i]);
        float length = glms_vec2_norm(edge);
        if (length < 0.5f) {
            continue;
        }
        vec2s inward = {{-turn * edge.y / length, turn * edge.x / length}};
        vec2s middle = glms_vec2_add(p[i], glms_vec2_scale(edge, 0.5f));
        for (int k = 0; k < count; k++) {
            if (k != i && ray_segment(middle, inward, p[k], p[(k + 1) % count]) < THIN_WALL) {
                Message *message = message_add(subject->messages, MESSAGE_W702, subject->place,
                                               subject->label, (double)middle.x, (double)middle.y);
                message_at(message, middle.x, middle.y);
                return;
            }
        }
    }
}

static bool check_wall(const WallDef *wall, int number, bool verbose, MessageList *messages) {
    char label[VALIDATE_LABEL_MAX];
    Subject subject = {validate_label(label, "wall", wall->id, number), "wall", wall->place,
                       messages};
    const OutlineDef *outline = &wall->outline;
    if (outline->kind == OUTLINE_LINE) {
        int needs = wall->closed ? 3 : 2;
        if (count_different(outline->points, outline->count < 64 ? outline->count : 64) < needs) {
            refuse_few(&subject, outline, needs);
            return false;
        }
        return true;
    }
    if (outline->kind == OUTLINE_CIRCLE) {
        return true;
    }
    if (!check_polygon(&subject, outline)) {
        return false;
    }
    check_thickness(&subject, outline);
    if (verbose) {
        note_cleaning(&subject, outline);
    }
    return true;
}

/// Whether a hole lies inside its zone; `*at` is a place where it does not.
static bool hole_inside(const ZoneDef *zone, const OutlineDef *hole, vec2s *at) {
    const OutlineDef *outer = &zone->outline;
    for (int i = 0; i < hole->count; i++) {
        vec2s a = hole->points[i];
        vec2s b = hole->points[(i + 1) % hole->count];
        *at = a;
        if (outer->kind == OUTLINE_CIRCLE) {
            if (glms_vec2_norm(glms_vec2_sub(a, outer->points[0])) >= outer->radius) {
                return false;
            }
            continue;
        }
        if (!polygon_contains(outer->points, outer->count, a)) {
            return false;
        }
        for (int k = 0; k < outer->count; k++) {
            if (segments_cross(a, b, outer->points[k], outer->points[(k + 1) % outer->count], at)) {
                return false;
            }
        }
    }
    return true;
}

static bool check_zone(const ZoneDef *zone, int number, bool verbose, MessageList *messages) {
    char label[VALIDATE_LABEL_MAX];
    char hole_label[VALIDATE_LABEL_MAX + 24];
    Subject subject = {validate_label(label, "zone", zone->id, number), "zone", zone->place,
                       messages};
    bool good = zone->outline.kind == OUTLINE_CIRCLE || check_polygon(&subject, &zone->outline);
    for (int i = 0; i < zone->hole_count && good; i++) {
        const OutlineDef *hole = &zone->holes[i];
        vec2s at = {{0.0f, 0.0f}};
        snprintf(hole_label, sizeof hole_label, "hole %d of %s", i + 1, label);
        Subject inner = {hole_label, "hole", hole->place, messages};
        if (!check_polygon(&inner, hole)) {
            good = false;
        } else if (!hole_inside(zone, hole, &at)) {
            Message *message = message_add(messages, MESSAGE_E306, hole->place, label, i + 1,
                                           (double)at.x, (double)at.y);
            message_at(message, at.x, at.y);
            good = false;
        }
    }
    if (good && verbose && zone->outline.kind == OUTLINE_POLYGON) {
        note_cleaning(&subject, &zone->outline);
    }
    return good;
}

static bool check_scenery(const SceneryDef *item, int number, MessageList *messages) {
    char label[VALIDATE_LABEL_MAX];
    Subject subject = {validate_label(label, "scenery", item->id, number), "shape", item->place,
                       messages};
    return item->scenery.kind != SCENERY_POLYGON || check_polygon(&subject, &item->outline);
}

/// The shape of a prop or mover.
static bool check_own_shape(const OutlineDef *outline, const char *noun, const char *id, int number,
                            Place place, MessageList *messages) {
    char label[VALIDATE_LABEL_MAX];
    Subject subject = {validate_label(label, noun, id, number), noun, place, messages};
    return outline->kind == OUTLINE_CIRCLE || check_polygon(&subject, outline);
}

void validate_shapes(TrackDef *def, bool verbose, MessageList *messages) {
    for (int i = 0; i < def->wall_count; i++) {
        WallDef *wall = &def->walls[i];
        wall->valid = wall->valid && check_wall(wall, i + 1, verbose, messages);
    }
    for (int i = 0; i < def->zone_count; i++) {
        ZoneDef *zone = &def->zones[i];
        zone->valid = zone->valid && check_zone(zone, i + 1, verbose, messages);
    }
    for (int i = 0; i < def->prop_count; i++) {
        PropDef *prop = &def->props[i];
        prop->valid = prop->valid && (prop->kind != PROP_CUSTOM ||
                                      check_own_shape(&prop->outline, "prop", prop->id, i + 1,
                                                      prop->place, messages));
    }
    for (int i = 0; i < def->mover_count; i++) {
        MoverDef *mover = &def->movers[i];
        mover->valid = mover->valid && check_own_shape(&mover->outline, "mover", mover->id, i + 1,
                                                       mover->place, messages);
    }
    for (int i = 0; i < def->scenery_count; i++) {
        SceneryDef *item = &def->scenery[i];
        item->valid = item->valid && check_scenery(item, i + 1, messages);
    }
}

// ---- size -----------------------------------------------------------------------------------

/// The object with the most vertices so far.
typedef struct Biggest {
    char label[VALIDATE_LABEL_MAX];
    double vertices, total;
    Place place;
} Biggest;

static void weigh(Biggest *biggest, const char *noun, const char *id, int number, double vertices,
                  Place place) {
    biggest->total += vertices;
    if (vertices > biggest->vertices) {
        biggest->vertices = vertices;
        biggest->place = place;
        validate_label(biggest->label, noun, id, number);
    }
}

const char *validate_grouped(double value, char out[32]) {
    char digits[32];
    int size = snprintf(digits, sizeof digits, "%.0f", value);
    int used = 0;
    for (int i = 0; i < size; i++) {
        if (i > 0 && (size - i) % 3 == 0) {
            out[used++] = ' ';
        }
        out[used++] = digits[i];
    }
    out[used] = '\0';
    return out;
}

bool validate_size(const TrackDef *def, MessageList *messages) {
    Biggest biggest = {0};
    for (int i = 0; i < def->ribbon_count; i++) {
        weigh(&biggest, "ribbon", def->ribbons[i].id, i + 1, ribbon_estimate(&def->ribbons[i]),
              def->ribbons[i].place);
    }
    for (int i = 0; i < def->wall_count; i++) {
        weigh(&biggest, "wall", def->walls[i].id, i + 1, def->walls[i].outline.count,
              def->walls[i].place);
    }
    for (int i = 0; i < def->zone_count; i++) {
        double vertices = def->zones[i].outline.count;
        for (int k = 0; k < def->zones[i].hole_count; k++) {
            vertices += def->zones[i].holes[k].count;
        }
        weigh(&biggest, "zone", def->zones[i].id, i + 1, vertices, def->zones[i].place);
    }
    for (int i = 0; i < def->scenery_count; i++) {
        weigh(&biggest, "scenery", def->scenery[i].id, i + 1, def->scenery[i].outline.count,
              def->scenery[i].place);
    }
    for (int i = 0; i < def->prop_count; i++) {
        weigh(&biggest, "prop", def->props[i].id, i + 1, def->props[i].outline.count,
              def->props[i].place);
    }
    for (int i = 0; i < def->mover_count; i++) {
        int vertices = def->movers[i].outline.count + def->movers[i].path.count;
        weigh(&biggest, "mover", def->movers[i].id, i + 1, vertices, def->movers[i].place);
    }
    if (biggest.total <= TRACK_VERTICES_MAX) {
        return true;
    }
    char total[32];
    char limit[32];
    char share[32];
    message_add(messages, MESSAGE_E307, biggest.place, validate_grouped(biggest.total, total),
                "vertices", validate_grouped(TRACK_VERTICES_MAX, limit), biggest.label,
                validate_grouped(biggest.vertices, share));
    return false;
}
