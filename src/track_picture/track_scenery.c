/// What stands and lies around without being in anybody's way: trees, blocks, texts, arrows, lines.
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track_picture/track_paint.h"

#include <math.h>
#include <string.h>

#define GROVE_TREES_MAX 110 ///< Planted where the author put no scenery at all.
#define GROVE_TRIES     3000
#define BUSHES_MAX      220  ///< On a track.
#define BUSH_EVERY      6.0f ///< m along a wall, where not that many are more than may be.
#define BUSH_SHARE      0.6f ///< Of the places along a wall that have one: gaps make it natural.
#define LAMP_PEAK       1.6f ///< Strength in the middle over the opacity that the author wrote.

/// Crown colours of a theme: dark, middle, light.
static const uint32_t tree_colors[THEME_COUNT][3] = {
    [THEME_MEADOW] = {0x4B7A56FF, 0x5E8C61FF, 0x7CA982FF},
    [THEME_DUNE] = {0x6E7F4BFF, 0x84935AFF, 0x9FA970FF},
    [THEME_SNOW] = {0x54766AFF, 0xC9D8DDFF, 0xF3F7F9FF},
    [THEME_NIGHT] = {0x14211FFF, 0x1B2C29FF, 0x243A35FF},
};

/// The author's colour in the theme's light; `usual` where there is none.
static uint32_t color_of(const Track *track, uint32_t own, uint32_t usual) {
    return own != 0 ? track_paint_own_color(track, own) : usual;
}

/// From the foot of the trunk to where the crown's shadow falls, in one piece: a low sun must not
/// part a tree from its shadow.
static void tree_shadow(TrackPaint *paint, vec2s foot, vec2s crown, float radius) {
    enum {
        HALF = 7
    };
    vec2s points[2 * HALF];
    float away = trig_atan2(-paint->sun.y, -paint->sun.x);
    for (int i = 0; i < 2 * HALF; i++) {
        bool far = i < HALF;
        float share = (float)(i % HALF) / (float)(HALF - 1) - 0.5f + (far ? 0.0f : 1.0f);
        float angle = trig_wrap(away + TRIG_PI * share);
        points[i] = draw_circle_point(far ? crown : foot, (far ? 0.98f : 0.55f) * radius, angle);
    }
    draw_convex(paint->ground, points, 2 * HALF, SHADE_SHADOW);
}

/// Five lobes in three tones; upper ones nearer to the sun and higher, so that the lean moves them.
static void paint_tree(TrackPaint *paint, vec2s at, float radius, uint32_t own) {
    const uint32_t *colors = tree_colors[paint->track->theme];
    uint32_t middle = color_of(paint->track, own, colors[1]);
    uint32_t dark = own != 0 ? shade_scale(middle, 0.82f) : colors[0];
    uint32_t light = own != 0 ? shade_scale(middle, 1.18f) : colors[2];
    float height = 0.9f * radius + 0.8f;
    vec2s fall = glms_vec2_scale(paint->shadow, 0.75f * height);
    tree_shadow(paint, at, glms_vec2_add(at, fall), radius);
    DrawList *list = paint->above;
    float turn = random_range(&paint->random, 0.0f, 2.0f * TRIG_PI);
    list->height = 0.45f * height;
    list->feather = 0.0f; // hidden below the lobes
    shade_disc(list, at, 0.75f * radius, 8, dark);
    list->feather = TRACK_PAINT_FEATHER;
    for (int i = 0; i < 5; i++) {
        vec2s lobe = draw_circle_point(at, 0.52f * radius, trig_wrap(turn + 1.2566f * (float)i));
        shade_disc(list, lobe, random_range(&paint->random, 0.42f, 0.50f) * radius, 8, dark);
    }
    list->height = 0.75f * height;
    vec2s lit = glms_vec2_add(at, glms_vec2_scale(paint->sun, 0.14f * radius));
    shade_disc(list, lit, 0.66f * radius, 10, middle);
    list->height = height;
    shade_disc(list, glms_vec2_add(at, glms_vec2_scale(paint->sun, 0.30f * radius)), 0.36f * radius,
               8, light);
    list->height = 0.0f;
}

/// How far `point` lies from the nearest road, as seen from all ribbons: 0 on a road or shoulder or
/// where no wall parts it from them.
static float clear_of_roads(const Track *track, vec2s point) {
    float clear = 1e9f;
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        for (int i = 0; i < ribbon->count; i++) {
            const RibbonSample *sample = &ribbon->samples[i];
            vec2s to = glms_vec2_sub(point, sample->point);
            int side = glms_vec2_dot(to, vec2_left(sample->tangent)) > 0.0f ? 0 : 1;
            float road = (side == 0 ? sample->left : sample->right) + sample->shoulder[side];
            bool walled = sample->wall[side] > 0.0f;
            float reach = walled ? sample->wall[side] + sample->side[side].wall_thickness : road;
            float distance = glms_vec2_norm(to) - reach;
            // Without a wall cars may come that way: a tree without collision would lie.
            clear = fminf(clear, walled ? distance : distance - 40.0f);
        }
    }
    return clear;
}

static bool in_a_zone(const Track *track, vec2s point, float margin) {
    for (int i = 0; i < track->zone_count; i++) {
        Box box = box_grow(box_of(track->zones[i].points, track->zones[i].count), margin);
        if (box_contains(box, point)) {
            return true;
        }
    }
    for (int i = 0; i < track->wall_count; i++) {
        const TrackWall *wall = &track->walls[i];
        float reach = margin + wall->circle_radius;
        if (!wall->quads &&
            box_contains(box_grow(box_of(wall->points, wall->count), reach), point)) {
            return true;
        }
    }
    return false;
}

/// Where a group of trees stands close behind a wall, so that it passes by whoever drives there.
static vec2s beside_a_road(TrackPaint *paint) {
    const Track *track = paint->track;
    Random *random = &paint->random;
    const Ribbon *ribbon = &track->ribbons[random_u32(random) % (uint32_t)track->ribbon_count];
    const RibbonSample *sample = &ribbon->samples[random_u32(random) % (uint32_t)ribbon->count];
    int side = (int)(random_u32(random) % 2u);
    float wall = sample->wall[side] + sample->side[side].wall_thickness;
    float away = fmaxf(wall, sample->shoulder[side] + fmaxf(sample->left, sample->right)) + 6.0f;
    vec2s left = vec2_left(sample->tangent);
    return glms_vec2_add(sample->point, glms_vec2_scale(left, side == 0 ? away : -away));
}

/// Trees behind the walls of a track whose author has planted nothing, in loose groups, every other
/// one beside a road.
static void plant_groves(TrackPaint *paint) {
    const Track *track = paint->track;
    if (track->scenery_count > 0 || track->ribbon_count == 0) {
        return;
    }
    Box box = box_grow(track->bounds, 15.0f), group = {{{-18.0f, -18.0f}}, {{18.0f, 18.0f}}};
    vec2s planted[GROVE_TREES_MAX];
    float sizes[GROVE_TREES_MAX];
    int count = 0;
    vec2s center = box.low;
    for (int i = 0; i < GROVE_TRIES && count < GROVE_TREES_MAX; i++) {
        if (i % 14 == 0) {
            bool beside = i / 14 % 2 == 0;
            center = beside ? beside_a_road(paint) : track_paint_random_place(paint, box);
        }
        vec2s at = glms_vec2_add(center, track_paint_random_place(paint, group));
        float size = random_range(&paint->random, 1.7f, 3.6f);
        float clear = clear_of_roads(track, at);
        bool free = clear > size + 0.6f && clear < 70.0f && !in_a_zone(track, at, size + 1.0f);
        for (int k = 0; k < count && free; k++) {
            free = glms_vec2_distance(at, planted[k]) > 0.8f * (size + sizes[k]);
        }
        if (free) {
            planted[count] = at;
            sizes[count++] = size;
            paint_tree(paint, at, size, 0);
        }
    }
}

/// Whether bushes grow on the plain: where it is no pavement, no ice and no water.
static bool grows(const Track *track) {
    int index = track->ground;
    const Surface *ground = &track->surfaces[index];
    bool wet = index == SURFACE_WET || index == SURFACE_WATER || index == SURFACE_DEEP;
    return ground->dust != 0 && ground->grip >= 0.3f && !wet;
}

/// Whether something that the author painted or built may lie within `margin` m of `point`.
static bool in_scenery(const Track *track, vec2s point, float margin) {
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        float letters = 0.5f * thing->size * (float)strlen(thing->text);
        float reach = margin + thing->radius + fmaxf(thing->size, letters) + thing->width;
        if (box_contains(box_grow(box_of(thing->points, thing->count), reach), point)) {
            return true;
        }
    }
    return false;
}

/// Low, so that it lies in the ground's picture and costs nothing in a frame.
static void paint_bush(TrackPaint *paint, vec2s at, float radius) {
    const uint32_t *colors = tree_colors[paint->track->theme];
    DrawList *list = paint->ground;
    float feather = list->feather;
    vec2s fall = glms_vec2_scale(paint->shadow, 0.5f * radius);
    list->feather = 0.0f;
    shade_disc(list, glms_vec2_add(at, fall), radius, 8, SHADE_SHADOW);
    list->feather = feather;
    shade_disc(list, at, radius, 7, colors[random_u32(&paint->random) % 2]);
    list->feather = 0.0f;
    vec2s lit = glms_vec2_add(at, glms_vec2_scale(paint->sun, 0.3f * radius));
    shade_disc(list, lit, 0.5f * radius, 6, colors[2]);
    list->feather = feather;
}

/// A bush and perhaps a smaller one beside it, behind the wall of `side` at `sample`, unless
/// something else is there. Returns how many were painted.
static int plant_bushes(TrackPaint *paint, const RibbonSample *sample, int side) {
    const Track *track = paint->track;
    Random *random = &paint->random;
    float wall = sample->wall[side] + sample->side[side].wall_thickness;
    vec2s out = vec2_left(sample->tangent);
    out = side == 0 ? out : glms_vec2_scale(out, -1.0f);
    float radius = random_range(random, 0.55f, 1.15f);
    float away = wall + radius + random_range(random, 0.4f, 2.2f);
    float along = random_range(random, -0.4f * BUSH_EVERY, 0.4f * BUSH_EVERY);
    vec2s at = glms_vec2_add(sample->point, glms_vec2_scale(out, away));
    at = glms_vec2_add(at, glms_vec2_scale(sample->tangent, along));
    int count = 0;
    for (int i = 0; i < 2; i++) {
        bool free = clear_of_roads(track, at) > radius + 0.2f &&
                    !in_a_zone(track, at, radius + 0.5f) && !in_scenery(track, at, radius + 0.5f);
        if (free) {
            paint_bush(paint, at, radius);
            count++;
        }
        at = glms_vec2_add(at, glms_vec2_scale(out, 0.9f * radius));
        at = glms_vec2_add(at, glms_vec2_scale(sample->tangent, 1.1f * radius));
        radius *= 0.7f;
    }
    return count;
}

/// Bushes right behind walls, where no car gets: what passes close by tells how fast one is.
static void plant_roadsides(TrackPaint *paint) {
    const Track *track = paint->track;
    if (!grows(track)) {
        return;
    }
    float length = 0.0f;
    for (int i = 0; i < track->ribbon_count; i++) {
        length += 2.0f * track->ribbons[i].length;
    }
    float every = fmaxf(BUSH_EVERY, 1.5f * BUSH_SHARE * length / (float)BUSHES_MAX);
    int count = 0;
    for (int i = 0; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        float next = 0.0f;
        for (int k = 0; k < ribbon->count && count < BUSHES_MAX; k++) {
            const RibbonSample *sample = &ribbon->samples[k];
            if (sample->s < next) {
                continue;
            }
            next = sample->s + every;
            for (int side = 0; side < 2; side++) {
                bool here = random_range(&paint->random, 0.0f, 1.0f) < BUSH_SHARE;
                count += here && sample->wall[side] > 0.0f ? plant_bushes(paint, sample, side) : 0;
            }
        }
    }
}

static void paint_arrow(DrawList *list, const TrackScenery *thing, uint32_t color) {
    TrigPair turn = trig_sincos(thing->angle);
    Transform place = {thing->points[0], {turn.cos, turn.sin}};
    // the shaft, then the head
    static const vec2s arrow[7] = {{{-0.5f, -0.09f}}, {{0.1f, -0.09f}}, {{0.1f, 0.09f}},
                                   {{-0.5f, 0.09f}},  {{0.1f, -0.28f}}, {{0.5f, 0.0f}},
                                   {{0.1f, 0.28f}}};
    vec2s points[7];
    for (int i = 0; i < 7; i++) {
        points[i] = transform_apply(place, glms_vec2_scale(arrow[i], thing->size));
    }
    draw_convex(list, points, 4, color);
    draw_convex(list, points + 4, 3, color);
}

/// Whole, or in dashes of `dash` m with as much between.
static void paint_line(DrawList *list, const TrackScenery *thing, uint32_t color) {
    if (thing->dash <= 0.0f) {
        draw_polyline(list, thing->points, thing->count, false, thing->width, color);
        return;
    }
    float gone = 0.0f; // m of the line before this piece
    for (int i = 0; i + 1 < thing->count; i++) {
        vec2s a = thing->points[i], b = thing->points[i + 1];
        float length = glms_vec2_distance(a, b);
        // A dash is never shorter than 10 cm: hostile files must not fill the memory.
        float dash = fmaxf(thing->dash, 0.1f);
        int first = (int)floorf(gone / (2.0f * dash));
        int last = (int)floorf((gone + length) / (2.0f * dash));
        for (int k = first; k <= last && length > 0.0f; k++) {
            float start = fmaxf(2.0f * dash * (float)k - gone, 0.0f);
            float end = fminf(dash * (2.0f * (float)k + 1.0f) - gone, length);
            if (end > start) {
                draw_line(list, glms_vec2_lerp(a, b, start / length),
                          glms_vec2_lerp(a, b, end / length), thing->width, color);
            }
        }
        gone += length;
    }
}

/// At night a painted circle through which one sees the ground is the light of a lamp.
static bool is_lamp(const Track *track, const TrackScenery *thing) {
    bool night = track->light == 2 || track->theme == THEME_NIGHT;
    bool sheer = thing->color != 0 && (thing->color & 255u) < 255u;
    return night && sheer && thing->kind == SCENERY_CIRCLE && thing->height <= 0.0f && !thing->roof;
}

void track_paint_lamps(TrackPaint *paint) {
    const Track *track = paint->track;
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        if (is_lamp(track, thing)) {
            // A cone's mean is a third of its peak; this much more keeps the author's strength.
            uint32_t light =
                shade_fade(thing->color | 255u,
                           fminf(1.0f, LAMP_PEAK * (float)(thing->color & 255u) / 255.0f));
            shade_glow(paint->ground, thing->points[0], thing->radius, 20, light);
        }
    }
}

void track_paint_scenery_flat(TrackPaint *paint) {
    const Track *track = paint->track;
    plant_roadsides(paint);
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        uint32_t color = color_of(track, thing->color, track->colors.line);
        bool flat = thing->height <= 0.0f && !thing->roof;
        switch (thing->kind) {
        case SCENERY_POLYGON:
            if (flat) {
                draw_polygon(paint->ground, thing->points, thing->count, color);
            }
            break;
        case SCENERY_CIRCLE:
            if (flat && !is_lamp(track, thing)) {
                draw_circle(paint->ground, thing->points[0], thing->radius, color);
            }
            break;
        case SCENERY_TEXT:
            if (paint->font != NULL) {
                draw_text_world(paint->ground, paint->font, thing->points[0], thing->angle,
                                thing->size, TEXT_CENTER, color, thing->text);
            }
            break;
        case SCENERY_ARROW:
            paint_arrow(paint->ground, thing, color);
            break;
        case SCENERY_LINE:
            paint_line(paint->ground, thing, color);
            break;
        case SCENERY_TREE:
            break;
        }
    }
}

void track_paint_scenery_standing(TrackPaint *paint) {
    const Track *track = paint->track;
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        vec2s circle[TRACK_PAINT_CIRCLE];
        int corners = 0;
        const vec2s *points = track_paint_outline(thing, circle, &corners);
        if (points != NULL && !thing->roof && thing->height > 0.0f) {
            WallColors colors = {color_of(track, thing->color, track->colors.wall_top),
                                 track->colors.wall_side};
            if (thing->color != 0) {
                colors.side = shade_scale(colors.top, 0.72f);
            }
            track_paint_block(paint, points, corners, thing->height, colors, false);
        }
    }
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        if (thing->kind == SCENERY_TREE) {
            paint_tree(paint, thing->points[0], thing->radius, thing->color);
        }
    }
    plant_groves(paint);
}
