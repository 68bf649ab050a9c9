/// Random yards: a fence, walls in it and gates that lie anywhere, in any order and direction.
#pragma once

#include "base/random.h"
#include "geometry/polygon.h"
#include "geometry/transform.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdio.h>

enum {
    YARD_WALLS_MAX = 9, ///< The fence among them.
    YARD_CORNERS_MAX = 6,
    YARD_GATES_MAX = 12,
    YARD_TEXT_MAX = 8192,
};

/// m past the end of a gate up to which the gate is made longer to reach a wall.
#define YARD_REACH 8.5f

/// m between gates: a point finds its way between nearer ones, but no car and no grid.
#define YARD_APART 1.5f

typedef struct YardWall {
    vec2s points[YARD_CORNERS_MAX];
    int count;
} YardWall;

typedef struct Yard {
    YardWall walls[YARD_WALLS_MAX];
    vec2s gates[YARD_GATES_MAX][2]; ///< Left and right; the finish is the first.
    int wall_count, gate_count;
} Yard;

static inline vec2s yard_along(float angle, float length) {
    Rotation rotation = rotation_make(angle);
    return vec2_make(length * rotation.c, length * rotation.s);
}

/// A block, or a long thin one, somewhere in a box of `size`.
static inline YardWall yard_wall(Random *random, vec2s size) {
    YardWall wall = {.count = 3 + (int)(random_u32(random) % 4)};
    vec2s middle =
        vec2_make(random_range(random, 0.0f, size.x), random_range(random, 0.0f, size.y));
    bool thin = random_u32(random) % 2 == 0;
    float turn = random_range(random, -TRIG_PI, TRIG_PI),
          long_side = random_range(random, 2.0f, 14.0f);
    float short_side = thin ? 0.3f : random_range(random, 0.8f, 8.0f);
    for (int i = 0; i < wall.count; i++) {
        vec2s at = yard_along(2.0f * TRIG_PI * ((float)i + 0.5f) / (float)wall.count, 1.0f);
        at = vec2_make(at.x * long_side, at.y * short_side);
        wall.points[i] = glms_vec2_add(middle, rotation_apply(rotation_make(turn), at));
    }
    return wall;
}

/// The nearest place on any wall from `from` on along `way`; `from` + `way` where there is none.
static inline bool yard_ray(const Yard *yard, vec2s from, vec2s way, vec2s *at) {
    vec2s end = glms_vec2_add(from, way);
    bool hit = false;
    *at = end;
    for (int i = 0; i < yard->wall_count; i++) {
        const YardWall *wall = &yard->walls[i];
        for (int k = 0; k < wall->count; k++) {
            vec2s place;
            if (segments_cross(from, *at, wall->points[k], wall->points[(k + 1) % wall->count],
                               &place)) {
                *at = place;
                hit = true;
            }
        }
    }
    return hit;
}

/// Whether two gates cross or nearly touch.
static inline bool yard_gates_meet(const vec2s a[2], const vec2s b[2]) {
    float least = INFINITY;
    for (int i = 0; i < 2; i++) {
        least = fminf(least, segment_distance2(a[0], a[1], b[i], NULL));
        least = fminf(least, segment_distance2(b[0], b[1], a[i], NULL));
    }
    return least < YARD_APART * YARD_APART || segments_cross(a[0], a[1], b[0], b[1], NULL);
}

/// Adds a gate that reaches the walls near its ends and meets none of the others. False where
/// chance gave one that does.
static inline bool yard_add_gate(Random *random, vec2s size, Yard *yard) {
    vec2s middle = vec2_make(random_range(random, 2.0f, size.x - 2.0f),
                             random_range(random, 2.0f, size.y - 2.0f));
    vec2s half =
        yard_along(random_range(random, -TRIG_PI, TRIG_PI), random_range(random, 2.0f, 9.0f));
    vec2s ends[2] = {glms_vec2_sub(middle, half), glms_vec2_add(middle, half)};
    for (int side = 0; side < 2; side++) {
        vec2s out =
            glms_vec2_scale(glms_vec2_normalize(half), side == 0 ? -YARD_REACH : YARD_REACH);
        vec2s at;
        if (yard_ray(yard, middle, glms_vec2_sub(ends[side], middle), &at) ||
            yard_ray(yard, ends[side], out, &at)) {
            ends[side] = at;
        }
    }
    for (int i = 0; i < yard->gate_count; i++) {
        if (yard_gates_meet(ends, yard->gates[i])) {
            return false;
        }
    }
    yard->gates[yard->gate_count][0] = ends[0];
    yard->gates[yard->gate_count++][1] = ends[1];
    return true;
}

static inline Yard random_yard(Random *random) {
    Yard yard = {.wall_count = 1};
    vec2s size = vec2_make(random_range(random, 30.0f, 80.0f), random_range(random, 25.0f, 60.0f));
    yard.walls[0] = (YardWall){
        {vec2_make(0.0f, 0.0f), vec2_make(size.x, 0.0f), size, vec2_make(0.0f, size.y)}, 4};
    int walls = 1 + (int)(random_u32(random) % YARD_WALLS_MAX);
    int gates = 1 + (int)(random_u32(random) % YARD_GATES_MAX);
    while (yard.wall_count < walls) {
        yard.walls[yard.wall_count++] = yard_wall(random, size);
    }
    for (int tries = 0; tries < 40 && yard.gate_count < gates; tries++) {
        yard_add_gate(random, size, &yard);
    }
    return yard;
}

static inline int yard_print_points(const YardWall *wall, char *out, size_t size) {
    int used = 0;
    for (int i = 0; i < wall->count; i++) {
        used += snprintf(out + used, size - (size_t)used, "%s[%.3f, %.3f]", i > 0 ? ", " : "",
                         (double)wall->points[i].x, (double)wall->points[i].y);
    }
    return used;
}

/// The yard as a track file, with a slot behind the finish.
static inline void yard_text(const Yard *yard, char out[YARD_TEXT_MAX]) {
    size_t size = YARD_TEXT_MAX;
    size_t used = (size_t)snprintf(out, size,
                                   "format: track/1\nname: Yard\nground: asphalt\n"
                                   "walls:\n");
    for (int i = 0; i < yard->wall_count; i++) {
        used += (size_t)snprintf(out + used, size - used,
                                 i == 0 ? "  - {closed: true, thickness: 0.5, polyline: ["
                                        : "  - {polygon: [");
        used += (size_t)yard_print_points(&yard->walls[i], out + used, size - used);
        used += (size_t)snprintf(out + used, size - used, "]}\n");
    }
    for (int i = 0; i < yard->gate_count; i++) {
        used += (size_t)snprintf(out + used, size - used,
                                 "%s{left: [%.3f, %.3f], right: [%.3f, %.3f]}\n",
                                 i == 0   ? "finish: "
                                 : i == 1 ? "gates:\n  - "
                                          : "  - ",
                                 (double)yard->gates[i][0].x, (double)yard->gates[i][0].y,
                                 (double)yard->gates[i][1].x, (double)yard->gates[i][1].y);
    }
    vec2s across = glms_vec2_normalize(glms_vec2_sub(yard->gates[0][1], yard->gates[0][0]));
    vec2s middle = glms_vec2_scale(glms_vec2_add(yard->gates[0][0], yard->gates[0][1]), 0.5f);
    vec2s forward = vec2_left(across);
    vec2s slot = glms_vec2_sub(middle, glms_vec2_scale(forward, 4.0f));
    snprintf(out + used, size - used, "grid: {slots: [[%.3f, %.3f, %.2f]]}\n", (double)slot.x,
             (double)slot.y, (double)trig_atan2(forward.y, forward.x) * 180.0 / (double)TRIG_PI);
}
