/// Lines of draw_list.h: a row of cross-sections, each of four points (soft edge, body, body, soft
/// edge), joined to the one before by three quads. Neighbours share their section's place, so that
/// joins neither gape nor blend twice.
#include "geometry/transform.h"
#include "render/draw_list.h"

#include <math.h>

/// A mitre longer than this many half widths becomes a bevel: corners sharper than 60 degrees.
#define LINE_MITRE_MAX 2.0f

typedef struct Pen {
    DrawList *list;
    float body, edge; ///< From the middle to the end of the full colour, and of the soft strip.
    uint32_t color;
    float alpha;
    bool started; ///< There is a section to join to.
} Pen;

/// A section through `at`: `left` and `right` point to its sides, for a half width of 1.
static void pen_section(Pen *pen, vec2s at, vec2s left, vec2s right, float alpha) {
    DrawList *list = pen->list;
    uint32_t clear = pen->color & 0xFFFFFF00u;
    uint32_t full = clear | (uint32_t)((float)(pen->color & 0xFF) * pen->alpha * alpha + 0.5f);
    vec2s sides[4] = {glms_vec2_scale(left, pen->edge), glms_vec2_scale(left, pen->body),
                      glms_vec2_scale(right, pen->body), glms_vec2_scale(right, pen->edge)};
    uint32_t first = (uint32_t)list->vertex_count;
    for (int i = 0; i < 4; i++) {
        vec2s point = glms_vec2_add(at, sides[i]);
        draw_vertex(list, point, i == 0 || i == 3 ? clear : full);
    }
    bool soft = pen->edge > pen->body;
    for (uint32_t i = 0; pen->started && i < 3; i++) {
        if (soft || i == 1) {
            uint32_t a = first - 4 + i;
            uint32_t b = first + i;
            draw_triangle_pair(list, a, a + 1, b + 1, b);
        }
    }
    pen->started = true;
}

/// A corner between the unit directions `before` and `after`. The first corner of a closed line
/// leaves its wedge to its second visit at the end.
static void pen_corner(Pen *pen, vec2s at, vec2s before, vec2s after) {
    vec2s left[2] = {vec2_left(before), vec2_left(after)};
    vec2s sum = glms_vec2_add(left[0], left[1]);
    float length2 = glms_vec2_norm2(sum);
    if (length2 >= 4.0f / (LINE_MITRE_MAX * LINE_MITRE_MAX)) {
        vec2s side = glms_vec2_scale(sum, 2.0f / length2);
        pen_section(pen, at, side, glms_vec2_negate(side), 1.0f);
        return;
    }
    vec2s inner = length2 > 1e-6f ? glms_vec2_scale(sum, LINE_MITRE_MAX / sqrtf(length2))
                                  : glms_vec2_scale(before, -1.0f);
    bool turns_left = glms_vec2_cross(before, after) > 0.0f;
    if (!turns_left && length2 > 1e-6f) {
        inner = glms_vec2_negate(inner);
    }
    for (int i = pen->started ? 0 : 1; i < 2; i++) {
        vec2s right = glms_vec2_negate(left[i]);
        pen_section(pen, at, turns_left ? inner : left[i], turns_left ? right : inner, 1.0f);
    }
}

/// A square end at `at` of a line that goes `way` (unit): it fades from `inset` before the end to
/// half the soft strip behind it. The line starts here, or ends.
static void pen_end(Pen *pen, vec2s at, vec2s way, float inset, bool start) {
    vec2s left = vec2_left(way);
    vec2s right = glms_vec2_negate(left);
    if (pen->list->hard) {
        pen_section(pen, at, left, right, 1.0f);
        return;
    }
    float behind = 0.5f * pen->list->feather;
    vec2s outside = glms_vec2_add(at, glms_vec2_scale(way, start ? -behind : behind));
    vec2s inside = glms_vec2_add(at, glms_vec2_scale(way, start ? inset : -inset));
    pen_section(pen, start ? outside : inside, left, right, start ? 0.0f : 1.0f);
    pen_section(pen, start ? inside : outside, left, right, start ? 1.0f : 0.0f);
}

/// Whether two points are far enough from each other to give a line of this pen a direction.
static bool apart(const Pen *pen, vec2s a, vec2s b) {
    return glms_vec2_distance(a, b) > 0.002f * pen->edge;
}

/// Index of the next point after `i` that lies elsewhere; `count` where there is none.
static int next_apart(const Pen *pen, const vec2s *points, int count, int i) {
    int next = i + 1;
    while (next < count && !apart(pen, points[i], points[next])) {
        next++;
    }
    return next;
}

static vec2s unit_way(vec2s from, vec2s to) { return glms_vec2_normalize(glms_vec2_sub(to, from)); }

static void open_line(Pen *pen, const vec2s *points, int count) {
    int next = next_apart(pen, points, count, 0);
    vec2s way = unit_way(points[0], points[next]);
    float inset = 0.5f * pen->list->feather;
    pen_end(pen, points[0], way, fminf(inset, 0.5f * glms_vec2_distance(points[0], points[next])),
            true);
    float length = 0.0f;
    for (int i = next; i < count; i = next) {
        length = glms_vec2_distance(points[i - 1], points[i]);
        next = next_apart(pen, points, count, i);
        if (next >= count) {
            pen_end(pen, points[i], way, fminf(inset, 0.5f * length), false);
        } else {
            vec2s after = unit_way(points[i], points[next]);
            pen_corner(pen, points[i], way, after);
            way = after;
        }
    }
}

static void closed_line(Pen *pen, const vec2s *points, int count) {
    vec2s way = unit_way(points[count - 1], points[0]);
    vec2s first_way = unit_way(points[0], points[next_apart(pen, points, count, 0)]);
    int next = 0;
    for (int i = 0; i < count; i = next) {
        next = next_apart(pen, points, count, i);
        vec2s after = unit_way(points[i], points[next < count ? next : 0]);
        pen_corner(pen, points[i], way, after);
        way = after;
    }
    pen_corner(pen, points[0], way, first_way);
}

void draw_polyline(DrawList *list, const vec2s *points, int count, bool closed, float width,
                   uint32_t color) {
    float feather = list->feather, hard = 0.5f * fmaxf(width, feather);
    Pen pen = {
        .list = list,
        .body = list->hard ? hard : 0.5f * fmaxf(width - feather, 0.0f),
        .edge = list->hard ? hard : 0.5f * (width + feather),
        .color = color,
        .alpha = width >= feather ? 1.0f
                 : list->hard     ? width / feather
                                  : 2.0f * width / (width + feather),
    };
    // a repeated first point, and then repeated last ones, have no direction to the next
    while (count > 1 && !apart(&pen, points[count - 1], points[closed ? 0 : count - 2])) {
        count--;
    }
    if (count < 2 || !(width > 0.0f)) {
        return;
    }
    if (closed && count > 2) {
        closed_line(&pen, points, count);
    } else {
        open_line(&pen, points, count);
    }
}

void draw_line(DrawList *list, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s points[2] = {from, to};
    draw_polyline(list, points, 2, false, width, color);
}
