#include "render/headlights.h"

#include "geometry/trig.h"
#include "render/shade.h"

#include <math.h>

enum {
    RAYS = 33,
    SPLITS = 4, ///< Halvings of a step in which a wall begins or ends: 5 cm wide at most.
};

#define NEAR_REACH 8.0f  ///< m, where the light has NEAR_LEVEL of its strength.
#define NEAR_LEVEL 0.75f ///< From there it falls to nothing at HEADLIGHTS_REACH.
#define WALL_STEP  0.75f ///< m between what two neighbouring rays meet that calls for one between.

/// How far the lamp sees in one direction.
typedef struct Sight {
    float angle; ///< rad, left of straight ahead.
    vec2s along; ///< Unit, world.
    float reach; ///< m
    int piece;   ///< Of the wall that is met; -1 none.
} Sight;

/// What the parts of one fan share while it is drawn.
typedef struct Fan {
    DrawList *list;
    const WallGrid *walls;
    Transform lamp;
    uint32_t color, source;
    uint32_t near, far; ///< Vertices along the ray drawn last.
} Fan;

static Sight look(const Fan *fan, float angle) {
    TrigPair turn = trig_sincos(angle);
    Sight sight = {.angle = angle, .reach = HEADLIGHTS_REACH, .piece = -1};
    sight.along = rotation_apply(fan->lamp.rotation, vec2_make(turn.cos, turn.sin));
    if (fan->walls->piece_count > 0) {
        vec2s ray = glms_vec2_scale(sight.along, HEADLIGHTS_REACH);
        WallHit hit = wall_grid_ray(fan->walls, fan->lamp.position, ray);
        sight.reach *= hit.fraction;
        sight.piece = hit.piece;
    }
    return sight;
}

/// Share of the light that arrives `reach` m away at `angle`. At the lamp the fan is bright to its
/// sides.
static float level(float angle, float reach) {
    float side = angle / HEADLIGHTS_ANGLE;
    float near = NEAR_LEVEL * fmaxf(1.0f - side * side, 0.0f);
    return reach < NEAR_REACH ? 1.0f + (near - 1.0f) * reach / NEAR_REACH
                              : near * (HEADLIGHTS_REACH - reach) / (HEADLIGHTS_REACH - NEAR_REACH);
}

static uint32_t add_vertex(const Fan *fan, const Sight *sight, float reach) {
    vec2s at = glms_vec2_add(fan->lamp.position, glms_vec2_scale(sight->along, reach));
    return draw_vertex(fan->list, at, shade_fade(fan->color, level(sight->angle, reach)));
}

static void add_ray(Fan *fan, const Sight *sight, bool first) {
    uint32_t near = add_vertex(fan, sight, fminf(sight->reach, NEAR_REACH));
    uint32_t far = add_vertex(fan, sight, sight->reach);
    if (!first) {
        draw_triangle(fan->list, fan->source, fan->near, near);
        draw_triangle_pair(fan->list, fan->near, fan->far, far, near);
    }
    fan->near = near;
    fan->far = far;
}

/// Adds the rays behind `from` up to `to`.
static void add_between(Fan *fan, const Sight *from, const Sight *to, int splits) {
    bool breaks = from->piece != to->piece && fabsf(from->reach - to->reach) > WALL_STEP;
    if (breaks && splits > 0) {
        Sight middle = look(fan, 0.5f * (from->angle + to->angle));
        add_between(fan, from, &middle, splits - 1);
        add_between(fan, &middle, to, splits - 1);
        return;
    }
    add_ray(fan, to, false);
}

void headlights_draw(DrawList *list, const WallGrid *walls, Transform lamp, uint32_t color) {
    Fan fan = {.list = list, .walls = walls, .lamp = lamp, .color = color};
    fan.source = draw_vertex(list, lamp.position, color);
    Sight last = look(&fan, -HEADLIGHTS_ANGLE);
    add_ray(&fan, &last, true);
    for (int i = 1; i < RAYS; i++) {
        Sight next = look(&fan, HEADLIGHTS_ANGLE * (2.0f * (float)i / (float)(RAYS - 1) - 1.0f));
        add_between(&fan, &last, &next, SPLITS);
        last = next;
    }
}
