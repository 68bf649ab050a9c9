#include "track_picture/prop_picture.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "render/prop_color.h"
#include "render/race_picture.h"
#include "render/shade.h"
#include "track_picture/track_paint.h"

#include <math.h>

#define HOLE 0x15161AFFu
#define RIM  0.05f ///< m of dark edge.

/// A thing and where it is.
typedef struct Thing {
    const Track *track;
    const TrackForm *form;
    Transform at;
    vec2s fall;  ///< m, where the shadow of a point 1 m high falls.
    vec2s shift; ///< m, by which its outline is drawn beside it.
} Thing;

static uint32_t own(const Thing *thing, uint32_t color) {
    // Half as dark as what only stands around: these are in the way.
    return shade_mix(color, track_paint_own_color(thing->track, color), 0.5f);
}

static vec2s place(const Thing *thing, float x, float y) {
    return transform_apply(thing->at, vec2_make(x, y));
}

/// How far the corner between two edges moves when they move out by `before` and `after` m.
static vec2s corner_shift(vec2s normal_before, vec2s normal_after, float before, float after) {
    float sine = normal_before.x * normal_after.y - normal_before.y * normal_after.x;
    if (sine < 0.2f) { // nearly one line, or a needle's tip
        return glms_vec2_scale(normal_after, after);
    }
    return vec2_make((before * normal_after.y - after * normal_before.y) / sine,
                     (after * normal_before.x - before * normal_after.x) / sine);
}

/// A piece of the hull, grown by `grow` m where nothing of the same hull lies beside it.
static void draw_piece(DrawList *list, const Thing *thing, int piece, float grow, uint32_t color) {
    const Shape *shape = &thing->form->hull.pieces[piece];
    unsigned exposed = thing->form->hull.outlines[piece].exposed;
    vec2s points[SHAPE_POINTS_MAX];
    for (int i = 0; i < shape->count; i++) {
        int last = (i + shape->count - 1) % shape->count;
        vec2s out =
            corner_shift(shape_normal(shape, last), shape_normal(shape, i),
                         exposed >> last & 1u ? grow : 0.0f, exposed >> i & 1u ? grow : 0.0f);
        vec2s corner = glms_vec2_add(shape_point(shape, i), out);
        points[i] = glms_vec2_add(transform_apply(thing->at, corner), thing->shift);
    }
    draw_convex(list, points, shape->count, color);
}

static void draw_all(DrawList *list, const Thing *thing, float grow, uint32_t color) {
    if (thing->form->radius > 0.0f) {
        int corners = thing->form->radius > 0.5f ? 24 : 12;
        shade_disc(list, glms_vec2_add(thing->at.position, thing->shift),
                   thing->form->radius + grow, corners, color);
        return;
    }
    for (int i = 0; i < thing->form->hull.count; i++) {
        draw_piece(list, thing, i, grow, color);
    }
}

static void draw_shadow(DrawList *list, const Thing *thing) {
    Thing shadow = *thing;
    shadow.shift = glms_vec2_scale(thing->fall, 0.6f * thing->form->height);
    draw_all(list, &shadow, 0.0f, SHADE_SHADOW);
}

static void draw_box(DrawList *list, const Thing *thing, vec2s low, vec2s high, uint32_t color) {
    const vec2s corners[4] = {place(thing, low.x, low.y), place(thing, high.x, low.y),
                              place(thing, high.x, high.y), place(thing, low.x, high.y)};
    draw_quad(list, corners, color);
}

/// Rings from the outside in: what round things look like from above.
static void draw_rings(DrawList *list, const Thing *thing, const float shares[3],
                       const uint32_t colors[3]) {
    for (int i = 0; i < 3; i++) {
        list->height = thing->form->height * (0.4f + 0.3f * (float)i);
        shade_disc(list, thing->at.position, shares[i] * thing->form->radius, i == 0 ? 12 : 10,
                   own(thing, colors[i]));
    }
}

static void draw_bale(DrawList *list, const Thing *thing, vec2s half) {
    uint32_t straw = prop_color(thing->track, thing->form);
    draw_all(list, thing, 0.0f, own(thing, straw));
    for (int side = -1; side <= 1; side += 2) {
        float x = 0.45f * half.x * (float)side;
        draw_box(list, thing, vec2_make(x - 0.03f, -half.y), vec2_make(x + 0.03f, half.y),
                 own(thing, shade_scale(straw, 0.72f)));
    }
}

/// Red and white, as the kerbs of the track are.
static void draw_barrier(DrawList *list, const Thing *thing, vec2s half) {
    enum {
        BANDS = 5
    };
    for (int i = 0; i < BANDS; i++) {
        float from = half.x * (2.0f * (float)i / BANDS - 1.0f);
        draw_box(list, thing, vec2_make(from, -half.y),
                 vec2_make(from + 2.0f * half.x / BANDS, half.y),
                 i % 2 ? thing->track->colors.kerb_b : thing->track->colors.kerb_a);
    }
}

static void draw_crate(DrawList *list, const Thing *thing, vec2s half) {
    uint32_t wood = own(thing, prop_color(thing->track, thing->form));
    uint32_t dark = shade_scale(wood, 0.72f);
    draw_all(list, thing, 0.0f, dark);
    draw_box(list, thing, glms_vec2_scale(half, -0.8f), glms_vec2_scale(half, 0.8f), wood);
    draw_line(list, place(thing, -0.8f * half.x, -0.8f * half.y),
              place(thing, 0.8f * half.x, 0.8f * half.y), 0.08f, dark);
}

/// A shape of the author's own: its material's colour, a lighter top.
static void draw_custom(DrawList *list, const Thing *thing) {
    uint32_t color =
        thing->form->color ? own(thing, thing->form->color) : thing->track->colors.wall_top;
    draw_all(list, thing, 0.0f, shade_scale(color, 0.82f));
    draw_all(list, thing, -0.08f, color);
}

/// Movers have the track's accent and a bright rim: they are not to be overlooked.
static void draw_mover(DrawList *list, const Thing *thing) {
    uint32_t color = prop_color(thing->track, thing->form);
    draw_all(list, thing, 0.0f, shade_scale(color, 1.25f));
    draw_all(list, thing, -0.18f, shade_scale(color, 0.8f));
    shade_disc(list, thing->at.position, fminf(0.3f, 0.2f * thing->form->hull.bounding_radius), 10,
               SHADE_INK);
}

static void draw_thing(DrawList *list, const Thing *thing) {
    Box box = hull_bounds(&thing->form->hull, transform_identity());
    vec2s half = glms_vec2_scale(glms_vec2_sub(box.high, box.low), 0.5f);
    uint32_t color = prop_color(thing->track, thing->form);
    bool night = thing->track->theme == THEME_NIGHT;
    draw_all(list, thing, RIM, night ? 0x7F8CA6FFu : SHADE_INK);
    list->height = 0.5f * thing->form->height;
    switch (thing->form->kind) {
    case PROP_CONE:
        draw_rings(list, thing, (const float[3]){1.0f, 0.62f, 0.34f},
                   (const uint32_t[3]){color, 0xFFFFFFFFu, color});
        break;
    case PROP_TYRE:
        draw_rings(list, thing, (const float[3]){1.0f, 0.55f, 0.5f},
                   (const uint32_t[3]){color, HOLE, HOLE});
        break;
    case PROP_STACK:
        draw_rings(list, thing, (const float[3]){1.0f, 0.8f, 0.5f},
                   (const uint32_t[3]){color, shade_scale(color, 1.35f), HOLE});
        break;
    case PROP_BARREL:
        draw_rings(list, thing, (const float[3]){1.0f, 0.82f, 0.2f},
                   (const uint32_t[3]){shade_scale(color, 0.75f), color, HOLE});
        break;
    case PROP_BALE:
        draw_bale(list, thing, half);
        break;
    case PROP_BARRIER:
        draw_barrier(list, thing, half);
        break;
    case PROP_BOX:
        draw_crate(list, thing, half);
        break;
    case PROP_CUSTOM:
        draw_custom(list, thing);
        break;
    case PROP_MOVER:
    case PROP_KIND_COUNT:
        draw_mover(list, thing);
        break;
    }
    list->height = 0.0f;
}

/// Which form body `i` of those behind the cars has.
static const TrackForm *form_of(const Track *track, int i) {
    int form =
        i < track->prop_count ? track->props[i].form : track->movers[i - track->prop_count].form;
    return &track->forms[form];
}

static Thing thing_of(const Race *before, const Race *now, int i, float alpha, vec2s fall) {
    BodyPose pose = race_picture_pose(before, now, now->car_count + i, alpha);
    return (Thing){.track = now->data->track,
                   .form = form_of(now->data->track, i),
                   .at = {pose.position, rotation_make(pose.angle)},
                   .fall = fall};
}

void prop_picture(DrawList *list, const Race *before, const Race *now, float alpha, Box area) {
    ASSERT(before->prop_count == now->prop_count && before->mover_count == now->mover_count);
    const Track *track = now->data->track;
    vec2s fall = shade_shadow(track->sun, track->sun_elevation);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < now->prop_count + now->mover_count; i++) {
            Thing thing = thing_of(before, now, i, alpha, fall);
            float reach = 3.0f * thing.form->height + thing.form->hull.bounding_radius;
            if (!box_contains(box_grow(area, reach), thing.at.position)) {
                continue;
            }
            if (pass == 0) {
                draw_shadow(list, &thing);
            } else {
                draw_thing(list, &thing);
            }
        }
    }
}

void prop_picture_track(DrawList *list, const Track *track) {
    vec2s fall = shade_shadow(track->sun, track->sun_elevation);
    for (int i = 0; i < track->prop_count + track->mover_count; i++) {
        Thing thing = {.track = track, .form = form_of(track, i), .fall = fall};
        if (i < track->prop_count) {
            thing.at = (Transform){track->props[i].position, rotation_make(track->props[i].angle)};
        } else {
            thing.at = transform_identity();
            thing.at.position = mover_at(&track->movers[i - track->prop_count].path, 0);
        }
        draw_shadow(list, &thing);
        draw_thing(list, &thing);
    }
}
