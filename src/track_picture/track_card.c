#include "track_picture/track_card.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "track_picture/track_paint.h"

#include <math.h>

#define WIDE_PX     320.0f // of a usual card: soft edges are one of its pixels wide
#define MARGIN      0.07f  // of the card around the roads
#define ROAD_LEAST  0.016f // width of a road, in widths of the card
#define ROAD_RIM    0.0055f
#define SAMPLE_STEP 0.006f // between the points of a road that are drawn, likewise

enum {
    TREES_MAX = 160,
    CLIP_POINTS = 8 ///< A triangle that is cut by four lines has at most seven corners.
};

static void reach_out(Box *box, vec2s point) {
    box->low = vec2_make(fminf(box->low.x, point.x), fminf(box->low.y, point.y));
    box->high = vec2_make(fmaxf(box->high.x, point.x), fmaxf(box->high.y, point.y));
}

/// What of the world is on the card: the roads, without any the walls and gates, and some room, in
/// the card's shape.
static Box card_box(const Track *track) {
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int r = 0; r < track->ribbon_count; r++) {
        for (int i = 0; i < track->ribbons[r].count; i++) {
            reach_out(&box, track->ribbons[r].samples[i].edge[0]);
            reach_out(&box, track->ribbons[r].samples[i].edge[1]);
        }
    }
    for (int i = 0; i < track->gate_count; i++) {
        reach_out(&box, track->gates[i].left);
        reach_out(&box, track->gates[i].right);
    }
    for (int i = 0; i < track->wall_count && track->ribbon_count == 0; i++) {
        for (int k = 0; k < track->walls[i].count; k++) {
            reach_out(&box, track->walls[i].points[k]);
        }
    }
    if (!(box.high.x > box.low.x) || !(box.high.y > box.low.y)) {
        box = track->bounds;
    }
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    float wide = fmaxf(box.high.x - box.low.x, TRACK_CARD_ASPECT * (box.high.y - box.low.y));
    wide = fmaxf(wide, 1.0f) * (1.0f + 2.0f * MARGIN);
    vec2s half = vec2_make(0.5f * wide, 0.5f * wide / TRACK_CARD_ASPECT);
    return (Box){glms_vec2_sub(middle, half), glms_vec2_add(middle, half)};
}

/// The road in one colour, `extra` wider on both sides; at least `least` wide.
static void draw_road(DrawList *list, const Ribbon *ribbon, float extra, float least, float step,
                      uint32_t color) {
    ShadeStrip strip = {.soft = SHADE_SOFT_BOTH};
    vec2s last = vec2_make(INFINITY, INFINITY);
    int count = ribbon->count + (ribbon->closed ? 1 : 0);
    for (int i = 0; i < count; i++) {
        const RibbonSample *sample = &ribbon->samples[i % ribbon->count];
        if (i > 0 && i + 1 < count && glms_vec2_distance(sample->point, last) < step) {
            continue;
        }
        last = sample->point;
        float half = fmaxf(0.5f * (sample->left + sample->right), 0.5f * least) + extra;
        vec2s out = vec2_left(sample->tangent);
        vec2s middle = glms_vec2_add(sample->point,
                                     glms_vec2_scale(out, 0.5f * (sample->left - sample->right)));
        shade_strip_add(list, &strip, glms_vec2_add(middle, glms_vec2_scale(out, half)),
                        glms_vec2_sub(middle, glms_vec2_scale(out, half)), color, color);
    }
}

static void draw_walls(const Track *track, float least, DrawList *list) {
    for (int w = 0; w < track->wall_count; w++) {
        const TrackWall *wall = &track->walls[w];
        uint32_t color = track_paint_wall_colors(track, wall).top;
        if (wall->circle_radius > 0.0f) {
            shade_disc(list, wall->points[0], fmaxf(wall->circle_radius, 0.5f * least), 10, color);
        } else if (!wall->quads) {
            draw_polygon(list, wall->points, wall->count, color);
        }
        // the walls along roads are told by the roads
        for (int i = 0; wall->quads && track->ribbon_count == 0 && i + 3 < wall->count; i += 4) {
            draw_line(list, wall->points[i], wall->points[i + 1], least, color);
        }
    }
}

static void draw_scenery(const Track *track, float least, DrawList *list) {
    static const uint32_t crowns[THEME_COUNT] = {[THEME_MEADOW] = 0x5E8C61FFu,
                                                 [THEME_DUNE] = 0x84935AFFu,
                                                 [THEME_SNOW] = 0x9FB4B2FFu,
                                                 [THEME_NIGHT] = 0x1B2C29FFu};
    int trees = 0;
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        if (thing->kind == SCENERY_TREE && trees < TREES_MAX) {
            trees++;
            shade_disc(list, thing->points[0], fmaxf(1.1f * thing->radius, least), 8,
                       crowns[track->theme]);
        } else if (thing->kind == SCENERY_POLYGON && thing->height > 0.0f) {
            uint32_t color = thing->color ? thing->color : track->colors.wall_side;
            draw_polygon(list, thing->points, thing->count, track_paint_own_color(track, color));
        }
    }
}

static void draw_finish(const TrackGate *finish, float wide, DrawList *list) {
    vec2s middle = glms_vec2_lerp(finish->left, finish->right, 0.5f);
    vec2s half = glms_vec2_sub(finish->left, middle);
    float norm = glms_vec2_norm(half);
    if (norm > 1e-6f) {
        half = glms_vec2_scale(half, fmaxf(norm, 0.022f * wide) / norm);
        vec2s from = glms_vec2_sub(middle, half), to = glms_vec2_add(middle, half);
        draw_line(list, from, to, 0.016f * wide, SHADE_INK);
        draw_line(list, from, to, 0.009f * wide, 0xFFC145FFu);
    }
}

static DrawVertex between(const DrawVertex *a, const DrawVertex *b, float t) {
    DrawVertex out = *a;
    out.x += t * (b->x - a->x);
    out.y += t * (b->y - a->y);
    out.color = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        float from = (float)(a->color >> shift & 255u), to = (float)(b->color >> shift & 255u);
        out.color |= (uint32_t)(from + t * (to - from) + 0.5f) << shift;
    }
    return out;
}

/// How far inside the side `side` of the card a vertex lies.
static float inside(const DrawVertex *vertex, int side) {
    switch (side) {
    case 0:
        return vertex->x;
    case 1:
        return 1.0f - vertex->x;
    case 2:
        return vertex->y;
    default:
        return 1.0f / TRACK_CARD_ASPECT - vertex->y;
    }
}

/// Cuts the polygon off at one side (Sutherland and Hodgman, 1974). Returns how many corners are
/// left.
static int clip_side(const DrawVertex *points, int count, int side, DrawVertex *out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const DrawVertex *a = &points[i], *b = &points[(i + 1) % count];
        float from = inside(a, side), to = inside(b, side);
        if (from >= 0.0f) {
            out[kept++] = *a;
        }
        if ((from >= 0.0f) != (to >= 0.0f)) {
            out[kept++] = between(a, b, from / (from - to));
        }
    }
    return kept;
}

static void add_clipped(const DrawVertex corners[3], DrawList *out) {
    DrawVertex points[2][CLIP_POINTS] = {{corners[0], corners[1], corners[2]}};
    int count = 3;
    for (int side = 0; side < 4 && count > 0; side++) {
        count = clip_side(points[side % 2], count, side, points[(side + 1) % 2]);
    }
    uint32_t first = 0, last = 0;
    for (int i = 0; i < count; i++) {
        const DrawVertex *point = &points[0][i];
        uint32_t vertex = draw_vertex(out, vec2_make(point->x, point->y), 0);
        out->vertices[vertex].color = point->color;
        if (i >= 2) {
            draw_triangle(out, first, last, vertex);
        }
        first = i == 0 ? vertex : first;
        last = vertex;
    }
}

/// Appends `world` (m) as it is seen on the card that shows `box`.
static void put_on_card(const DrawList *world, Box box, DrawList *out) {
    float scale = 1.0f / (box.high.x - box.low.x);
    for (int i = 0; i + 2 < world->index_count; i += 3) {
        DrawVertex corners[3];
        for (int k = 0; k < 3; k++) {
            corners[k] = world->vertices[world->indices[i + k]];
            corners[k].x = scale * (corners[k].x - box.low.x);
            corners[k].y = scale * (box.high.y - corners[k].y);
        }
        add_clipped(corners, out);
    }
}

void track_card_make(const Track *track, DrawList *out) {
    ASSERT(track != NULL && out != NULL);
    Box box = card_box(track);
    float wide = box.high.x - box.low.x;
    DrawList world = {.feather = wide / WIDE_PX};
    vec2s ground[4] = {box.low, vec2_make(box.high.x, box.low.y), box.high,
                       vec2_make(box.low.x, box.high.y)};
    draw_quad(&world, ground, track_paint_surface(track, track->ground));
    for (int i = 0; i < track->zone_count; i++) {
        const TrackZone *zone = &track->zones[i];
        draw_polygon(&world, zone->points, zone->count, track_paint_zone_color(track, zone));
    }
    float least = ROAD_LEAST * wide, step = SAMPLE_STEP * wide;
    for (int i = 0; i < track->ribbon_count; i++) {
        draw_road(&world, &track->ribbons[i], ROAD_RIM * wide, least, step, track->colors.line);
    }
    for (int i = 0; i < track->ribbon_count; i++) {
        draw_road(&world, &track->ribbons[i], 0.0f, least, step, track->colors.asphalt);
    }
    draw_scenery(track, 0.006f * wide, &world);
    draw_walls(track, 0.006f * wide, &world);
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    for (int way = 0; track->gate_count > 0 && way <= finish->other_count; way++) {
        draw_finish(track_gate_way(finish, way), wide, &world);
    }
    draw_list_clear(out);
    put_on_card(&world, box, out);
    draw_list_destroy(&world);
}
