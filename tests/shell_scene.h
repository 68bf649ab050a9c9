/// Random single ticks of a shell among walls, cars that move and turn, props, movers and other
/// shells. All places are whole 1/1024 m, so that moving a scene by whole metres is exact in float.
#pragma once

#include "base/random.h"
#include "battle/shell_sweep.h"
#include "geometry/trig.h"

#include "fixture.h"
#include "random_shapes.h"
#include "shell_reference.h"

enum {
    SHELL_CARS = 5,
    SHELL_FORMS = 40,
    SHELL_CIRCLES = SHELL_CARS,      ///< The first form that is a circle.
    SHELL_POLYGONS = SHELL_CARS + 5, ///< The first prop or mover with edges.
    SHELL_ROUNDS = SHELL_FORMS - 4,  ///< The first with rounded edges.
    SHELL_TARGETS_MAX = 5,
    SHELL_YARDS = 12,
    SHELL_WALLS_MAX = 200,
};

static const char *const shell_cars[SHELL_CARS] = {"hatch", "drift", "gt", "formula", "kart"};

/// Side of a yard, m: several cells of the wall grid.
static const float shell_yard_size = 90.0f;

/// A hull, and the outline that it was made of.
typedef struct ShellForm {
    Hull hull;
    ShellOutline outline;
    float nose; ///< m ahead of the origin.
} ShellForm;

/// A wall grid, and the pieces as outlines. `far` holds the same walls, moved by `shell_far_off`.
typedef struct ShellYard {
    vec2s low; ///< m, its corner.
    WallPiece pieces[SHELL_WALLS_MAX], far_pieces[SHELL_WALLS_MAX];
    ShellOutline outlines[SHELL_WALLS_MAX];
    int count;
    WallGrid grid, far;
} ShellYard;

static const vec2s shell_far_off = {{4096.0f, -2048.0f}};

typedef struct ShellWorld {
    ShellForm forms[SHELL_FORMS];
    ShellYard yards[SHELL_YARDS];
    Arena arena;
} ShellWorld;

typedef struct ShellThing {
    ShellTarget kind;
    int form; ///< -1: a shell.
    Motion motion;
} ShellThing;

/// One tick.
typedef struct ShellScene {
    ShellPath path;
    float dt;
    int yard;
    ShellThing things[SHELL_TARGETS_MAX];
    int count;
    int firer; ///< Thing, -1 for none.
} ShellScene;

static inline float shell_snapped(float value) { return roundf(value * 1024.0f) / 1024.0f; }

static inline vec2s shell_snap(vec2s v) {
    return vec2_make(shell_snapped(v.x), shell_snapped(v.y));
}

static inline vec2s shell_way(Random *random, float length) {
    TrigPair way = trig_sincos(random_range(random, -TRIG_PI, TRIG_PI));
    return vec2_make(length * way.cos, length * way.sin);
}

/// A place in the yard at `low`. Not in one expression: compilers differ in which argument comes
/// first.
static inline vec2s shell_place(Random *random, vec2s low) {
    float x = random_range(random, 0.0f, shell_yard_size);
    float y = random_range(random, 0.0f, shell_yard_size);
    return vec2_make(low.x + x, low.y + y);
}

// ---- forms --------------------------------------------------------------------------------------

static inline void shell_form_outline(ShellForm *form, const vec2s *points, int count,
                                      float radius) {
    form->outline = (ShellOutline){.count = count, .radius = (double)radius};
    for (int i = 0; i < count; i++) {
        form->outline.points[i] = ref_of(points[i]);
        form->nose = fmaxf(form->nose, points[i].x + radius);
    }
    shell_outline_finish(&form->outline);
}

static inline void shell_form_of_shape(ShellForm *form, const vec2s *points, int count,
                                       float radius) {
    if (!shape_make(points, count, radius, &form->hull.pieces[0])) {
        abort();
    }
    form->hull.count = 1;
    form->hull.outlines[0] = outline_of_shape(&form->hull.pieces[0]);
    form->hull.bounding_radius = form->hull.pieces[0].bounding_radius;
    shell_form_outline(form, points, count, radius);
}

static inline void shell_form_of_polygon(ShellForm *form, const vec2s *points, int count) {
    if (!hull_make(points, count, &form->hull)) {
        abort();
    }
    shell_form_outline(form, points, count, 0.0f);
}

/// A convex polygon of 3 to 8 corners, or an L, a U or a cross from 0.3 to 6 m long.
static inline void shell_form_random(Random *random, ShellForm *form) {
    static const vec2s concave[3][12] = {
        {{{-1, -1}}, {{1, -1}}, {{1, -0.4f}}, {{-0.4f, -0.4f}}, {{-0.4f, 1}}, {{-1, 1}}},
        {{{-1, -1}},
         {{1, -1}},
         {{1, 1}},
         {{0.5f, 1}},
         {{0.5f, -0.5f}},
         {{-0.5f, -0.5f}},
         {{-0.5f, 1}},
         {{-1, 1}}},
        {{{-0.3f, -1}},
         {{0.3f, -1}},
         {{0.3f, -0.3f}},
         {{1, -0.3f}},
         {{1, 0.3f}},
         {{0.3f, 0.3f}},
         {{0.3f, 1}},
         {{-0.3f, 1}},
         {{-0.3f, 0.3f}},
         {{-1, 0.3f}},
         {{-1, -0.3f}},
         {{-0.3f, -0.3f}}},
    };
    static const int counts[3] = {6, 8, 12};
    vec2s points[12];
    int which = random_below(random, 6);
    float size = random_range(random, 0.3f, 3.0f);
    if (which >= 3) {
        int count = 3 + random_below(random, 6);
        random_ellipse(random, points, count, size, size * random_range(random, 0.2f, 1.0f), 0.7f);
        shell_form_of_polygon(form, points, count);
        return;
    }
    for (int i = 0; i < counts[which]; i++) {
        points[i] = glms_vec2_scale(concave[which][i], size);
    }
    shell_form_of_polygon(form, points, counts[which]);
}

static inline void shell_forms_make(Random *random, ShellForm *forms) {
    static const float radii[] = {0.15f, 0.22f, 0.3f, 0.6f}; // cones, barrels, tyre stacks
    for (int i = 0; i < SHELL_CARS; i++) {
        CarParams params = fixture_car(shell_cars[i]).params;
        CarModel model = car_model_make(&params);
        forms[i].hull = car_model_hull(&model);
        shell_form_outline(&forms[i], params.outline, params.outline_count, 0.0f);
    }
    vec2s middle = vec2_make(0.0f, 0.0f);
    for (int i = 0; i < 4; i++) {
        shell_form_of_shape(&forms[SHELL_CIRCLES + i], &middle, 1, radii[i]);
    }
    vec2s beside = vec2_make(0.5f, -0.2f); // turns about another point than its middle
    shell_form_of_shape(&forms[SHELL_CIRCLES + 4], &beside, 1, 0.4f);
    for (int i = SHELL_POLYGONS; i < SHELL_ROUNDS; i++) {
        shell_form_random(random, &forms[i]);
    }
    for (int i = SHELL_ROUNDS; i < SHELL_FORMS; i++) {
        vec2s points[5];
        int count = 2 + i - SHELL_ROUNDS;
        random_ellipse(random, points, count, 1.5f, 0.8f, 0.3f);
        shell_form_of_shape(&forms[i], points, count, 0.25f);
    }
}

// ---- walls --------------------------------------------------------------------------------------

/// Adds a wall of any kind at whole 1/1024 m; returns the number of its pieces.
static inline int shell_wall_add(Random *random, vec2s low, WallPiece *out, WallPiece *far,
                                 int wall, int room) {
    vec2s at = shell_place(random, low);
    int kind = random_below(random, 8);
    if (kind == 0) {
        float radius = shell_snapped(random_range(random, 0.2f, 2.0f));
        at = shell_snap(at);
        *out = wall_piece_of_circle(at, radius, 0.6f, 0.1f, wall);
        *far = wall_piece_of_circle(glms_vec2_add(at, shell_far_off), radius, 0.6f, 0.1f, wall);
        return 1;
    }
    vec2s points[8], moved[8];
    int count = kind < 5 ? 2 + random_below(random, 4) : 3 + random_below(random, 6);
    if (kind < 5) { // a thin line
        points[0] = shell_snap(at);
        for (int i = 1; i < count; i++) {
            vec2s way = shell_way(random, random_range(random, 1.0f, 25.0f));
            points[i] = shell_snap(glms_vec2_add(points[i - 1], way));
        }
    } else {
        float size = random_range(random, 0.5f, 6.0f);
        random_ellipse(random, points, count, size, size * random_range(random, 0.2f, 1.0f), 0.7f);
        for (int i = 0; i < count; i++) {
            points[i] = shell_snap(glms_vec2_add(points[i], at));
        }
    }
    for (int i = 0; i < count; i++) {
        moved[i] = glms_vec2_add(points[i], shell_far_off);
    }
    if (kind < 5) {
        float thick = random_range(random, 0.02f, 0.4f);
        int made = wall_pieces_of_line(points, count, false, thick, 0, 0.6f, 0.1f, wall, out, room);
        int same = wall_pieces_of_line(moved, count, false, thick, 0, 0.6f, 0.1f, wall, far, room);
        return made == same && made > 0 ? made : 0;
    }
    int made = wall_pieces_of_polygon(points, count, 0.6f, 0.1f, wall, out, room);
    int same = wall_pieces_of_polygon(moved, count, 0.6f, 0.1f, wall, far, room);
    return made == same && made > 0 ? made : 0;
}

static inline void shell_yard_make(Random *random, ShellYard *yard, int index, Arena *arena) {
    static const vec2s lows[] = {{{-45, -45}}, {{0, 0}}, {{-1024, 512}}, {{3072, 4096}}};
    yard->low = lows[index % 4];
    for (int wall = 0; wall < 30 && yard->count < SHELL_WALLS_MAX - 16; wall++) {
        yard->count += shell_wall_add(random, yard->low, yard->pieces + yard->count,
                                      yard->far_pieces + yard->count, wall, 16);
    }
    for (int i = 0; i < yard->count; i++) {
        const WallPiece *piece = &yard->pieces[i];
        ShellOutline *outline = &yard->outlines[i];
        outline->count = piece->shape.count;
        outline->radius = (double)piece->shape.radius;
        for (int k = 0; k < outline->count; k++) {
            outline->points[k] = ref_of(shape_point(&piece->shape, k));
        }
        outline->motion = (Motion){.from = piece->origin, .to = piece->origin};
        shell_outline_finish(outline);
    }
    yard->grid = wall_grid_make(yard->pieces, yard->count, arena);
    yard->far = wall_grid_make(yard->far_pieces, yard->count, arena);
}

static inline ShellWorld *shell_world_make(uint64_t seed) {
    ShellWorld *world = calloc(1, sizeof *world);
    Random random = random_make(seed, 19);
    shell_forms_make(&random, world->forms);
    for (int i = 0; i < SHELL_YARDS; i++) {
        shell_yard_make(&random, &world->yards[i], i, &world->arena);
    }
    return world;
}

static inline void shell_world_destroy(ShellWorld *world) {
    arena_destroy(&world->arena);
    free(world);
}

// ---- a tick -------------------------------------------------------------------------------------

/// 5 to 500 m/s, slow ones more often.
static inline float shell_speed(Random *random) {
    float share = random_range(random, 0.0f, 1.0f);
    return 5.0f + 495.0f * share * share;
}

static inline vec2s shell_after(vec2s from, vec2s velocity, float dt) {
    return shell_snap(glms_vec2_add(from, glms_vec2_scale(velocity, dt)));
}

static inline float shell_reach(const ShellWorld *world, const ShellThing *thing) {
    return thing->form < 0 ? SHELL_RADIUS : world->forms[thing->form].hull.bounding_radius;
}

/// A point of the thing's surface (m, its frame) and the way out of it there.
typedef struct ShellSpot {
    vec2s point, out;
} ShellSpot;

static inline ShellSpot shell_spot_of(const ShellWorld *world, Random *random,
                                      const ShellThing *thing) {
    const ShellOutline *outline = thing->form < 0 ? NULL : &world->forms[thing->form].outline;
    if (outline == NULL || outline->count == 1) {
        vec2s out = shell_way(random, 1.0f);
        float radius = outline == NULL ? SHELL_RADIUS : (float)outline->radius;
        vec2s middle = outline == NULL
                           ? vec2_make(0.0f, 0.0f)
                           : vec2_make((float)outline->points[0].x, (float)outline->points[0].y);
        return (ShellSpot){glms_vec2_add(middle, glms_vec2_scale(out, radius)), out};
    }
    int i = random_below(random, outline->count);
    RefPoint a = outline->points[i];
    RefPoint b = outline->points[(i + 1) % outline->count];
    float share = random_range(random, -0.1f, 1.1f); // a little past the corners
    vec2s along = vec2_make((float)(b.x - a.x), (float)(b.y - a.y));
    vec2s out = glms_vec2_scale(vec2_make(along.y, -along.x), 1.0f / sqrtf(glms_vec2_norm2(along)));
    vec2s point = glms_vec2_add(vec2_make((float)a.x, (float)a.y), glms_vec2_scale(along, share));
    return (ShellSpot){glms_vec2_add(point, glms_vec2_scale(out, (float)outline->radius)), out};
}

/// Where the thing's origin must be at some time for the shell to touch a spot of it, or to come
/// within reach of it, as seen from the shell. Mostly a spot that it comes to from outside.
static inline vec2s shell_offset(const ShellWorld *world, Random *random, const ShellThing *thing,
                                 float angle, vec2s closing) {
    if (random_chance(random, 4)) {
        float near = 1.1f * (shell_reach(world, thing) + SHELL_RADIUS);
        return shell_way(random, random_range(random, 0.0f, near));
    }
    Rotation turn = rotation_make(angle);
    ShellSpot spot = {0};
    for (int i = 0; i < 12; i++) {
        spot = shell_spot_of(world, random, thing);
        spot.out = rotation_apply(turn, spot.out);
        if (glms_vec2_dot(spot.out, closing) < 0.0f) {
            break;
        }
    }
    vec2s center =
        glms_vec2_add(rotation_apply(turn, spot.point), glms_vec2_scale(spot.out, SHELL_RADIUS));
    return vec2_make(-center.x, -center.y);
}

static inline void shell_kind_make(Random *random, bool fresh, ShellThing *thing) {
    int kind = random_below(random, 8);
    int last =
        fresh ? SHELL_ROUNDS : SHELL_FORMS; // the reference cuts no round edges at the muzzle
    *thing = (ShellThing){.kind = SHELL_TARGET_BODY, .form = kind % SHELL_CARS};
    if (kind == 5) {
        thing->form = SHELL_CIRCLES + random_below(random, SHELL_POLYGONS - SHELL_CIRCLES);
    } else if (kind == 6) {
        thing->form = SHELL_POLYGONS + random_below(random, last - SHELL_POLYGONS);
    } else if (kind == 7) {
        *thing = (ShellThing){.kind = SHELL_TARGET_SHELL, .form = -1};
    }
}

/// A thing that comes near the shell at some time in the tick, or just before or after it.
static inline void shell_thing_make(const ShellWorld *world, Random *random, ShellScene *scene,
                                    ShellThing *thing) {
    shell_kind_make(random, scene->path.fresh, thing);
    float dt = scene->dt;
    float speed = thing->form < 0 ? shell_speed(random) : random_range(random, 0.0f, 90.0f);
    vec2s still = vec2_make(0.0f, 0.0f);
    vec2s velocity = random_chance(random, 6) ? still : shell_way(random, speed);
    vec2s move = glms_vec2_sub(scene->path.to, scene->path.from);
    vec2s closing = glms_vec2_sub(move, glms_vec2_scale(velocity, dt));
    float time = random_range(random, -0.1f, 1.1f);
    float spin = random_chance(random, 5) ? 0.0f : random_range(random, -12.0f, 12.0f);
    float angle = random_range(random, -TRIG_PI, TRIG_PI);
    vec2s offset = shell_offset(world, random, thing, angle, closing);
    vec2s there = glms_vec2_add(scene->path.from, glms_vec2_scale(move, time));
    there = glms_vec2_add(there, offset);
    Motion *motion = &thing->motion;
    motion->angle_from = angle - time * spin * dt;
    motion->angle_to = motion->angle_from + spin * dt;
    motion->from = shell_snap(glms_vec2_sub(there, glms_vec2_scale(velocity, time * dt)));
    motion->to = shell_after(motion->from, velocity, dt);
    if (random_chance(random, 12)) { // as fast as the shell, to the bit or but for 1 mm
        vec2s beside = shell_way(random, random_range(random, 0.0f, 0.1f));
        motion->from = shell_snap(glms_vec2_add(motion->from, beside));
        motion->to = glms_vec2_add(motion->from, move);
        motion->to.x += (float)(random_below(random, 3) - 1) / 1024.0f;
    }
}

/// Fires from the muzzle of a car that moves and turns.
static inline void shell_fire(const ShellWorld *world, Random *random, ShellScene *scene,
                              vec2s at) {
    ShellThing *firer = &scene->things[0];
    *firer = (ShellThing){.kind = SHELL_TARGET_BODY, .form = random_below(random, SHELL_CARS)};
    scene->firer = 0;
    scene->count = 1;
    float heading = random_range(random, -TRIG_PI, TRIG_PI);
    Rotation ahead = rotation_make(heading);
    // It slips by up to 0.6 rad.
    Rotation way = rotation_make(heading + random_range(random, -0.6f, 0.6f));
    float speed = random_range(random, -10.0f, 90.0f);
    vec2s velocity = vec2_make(speed * way.c, speed * way.s);
    vec2s shot = rotation_apply(ahead, vec2_make(shell_speed(random), 0.0f));
    firer->motion = (Motion){.from = shell_snap(at), .angle_from = heading};
    firer->motion.to = shell_after(firer->motion.from, velocity, scene->dt);
    firer->motion.angle_to = heading + random_range(random, -8.0f, 8.0f) * scene->dt;
    vec2s nose = rotation_apply(ahead, vec2_make(world->forms[firer->form].nose, 0.0f));
    scene->path.fresh = true;
    scene->path.ahead = vec2_make(ahead.c, ahead.s);
    scene->path.from = shell_snap(glms_vec2_add(firer->motion.from, nose));
    scene->path.to = shell_after(scene->path.from, glms_vec2_add(velocity, shot), scene->dt);
}

static inline ShellScene shell_scene_make(const ShellWorld *world, Random *random) {
    ShellScene scene = {.firer = -1, .yard = random_below(random, SHELL_YARDS)};
    scene.dt = 1.0f / random_range(random, 25.0f, 240.0f);
    vec2s low = world->yards[scene.yard].low;
    vec2s at = shell_place(random, low);
    if (random_chance(random, 4)) {
        shell_fire(world, random, &scene, at);
    } else {
        vec2s velocity = shell_way(random, shell_speed(random));
        const ShellYard *yard = &world->yards[scene.yard];
        if (random_chance(random, 2)) { // at the middle of a wall, at some time
            float time = scene.dt * random_range(random, -0.1f, 1.3f);
            vec2s middle = yard->pieces[random_below(random, yard->count)].origin;
            at = glms_vec2_sub(middle, glms_vec2_scale(velocity, time));
        }
        scene.path.from = shell_snap(at);
        scene.path.to = shell_after(scene.path.from, velocity, scene.dt);
    }
    int count = scene.count + 1 + random_below(random, SHELL_TARGETS_MAX - scene.count);
    for (; scene.count < count; scene.count++) {
        shell_thing_make(world, random, &scene, &scene.things[scene.count]);
    }
    return scene;
}

/// The same scene elsewhere.
static inline ShellScene shell_scene_moved(ShellScene scene, vec2s by) {
    scene.path.from = glms_vec2_add(scene.path.from, by);
    scene.path.to = glms_vec2_add(scene.path.to, by);
    for (int i = 0; i < scene.count; i++) {
        scene.things[i].motion.from = glms_vec2_add(scene.things[i].motion.from, by);
        scene.things[i].motion.to = glms_vec2_add(scene.things[i].motion.to, by);
    }
    return scene;
}

// ---- both answers -------------------------------------------------------------------------------

static inline ShellHit shell_sweep_thing(const ShellWorld *world, const ShellPath *path,
                                         const ShellThing *thing) {
    if (thing->form < 0) {
        return shell_sweep_circle(path, thing->motion.from, thing->motion.to, SHELL_RADIUS);
    }
    return shell_sweep_hull(path, &world->forms[thing->form].hull, thing->motion);
}

static inline ShellOutline shell_thing_outline(const ShellWorld *world, const ShellThing *thing) {
    ShellOutline outline = {.count = 1, .radius = (double)SHELL_RADIUS};
    if (thing->form >= 0) {
        outline = world->forms[thing->form].outline;
    }
    outline.motion = thing->motion;
    shell_outline_finish(&outline);
    return outline;
}

static inline ShellReference shell_reference_of(const ShellPath *path) {
    RefPoint from = ref_of(path->from);
    return (ShellReference){.from = from,
                            .move = ref_sub(ref_of(path->to), from),
                            .radius = (double)SHELL_RADIUS,
                            .fresh = path->fresh,
                            .ahead = ref_of(path->ahead),
                            .grazing = shell_grazing};
}
