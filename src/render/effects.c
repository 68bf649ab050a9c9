#include "render/effects.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/shade.h"

#include <math.h>

#define SKID_LENGTH     0.3f    ///< m: pieces of this length look round in every bend ...
#define SKID_TURN_COS   0.9962f ///< ... with at most 5 degrees from piece to piece.
#define SKID_USE        1.05f   ///< Tyre use from which rubber stays on the road.
#define SKID_ALPHA      0.62f
#define SKID_HALF_WIDTH 0.11f  ///< m
#define PARTICLE_REACH  4.0f   ///< m from its middle that a puff reaches.
#define SKID_LAG        0.04f  ///< s
#define SMOKE_USE       1.9f   ///< Tyre use from which it smokes.
#define SPARK_IMPACT    250.0f ///< N s: weaker touches leave none.
#define SHAKE_SPEED     7.0f   ///< m/s of blow that shakes fully.
#define SHAKE_ROUGH     0.10f  ///< m, on the roughest ground at 30 m/s.
#define SHAKE_REACH     0.35f  ///< m

static float clamp01(float value) { return float_clamp(value, 0.0f, 1.0f); }

static Particle *next_particle(Effects *effects) {
    Particle *particle = &effects->particles[effects->particle_next];
    effects->particle_next = (effects->particle_next + 1) % EFFECTS_PARTICLES;
    *particle = (Particle){0};
    return particle;
}

/// Whether something that happens `rate` times a second happens in this tick.
static bool by_chance(Effects *effects, float rate) {
    return random_range(&effects->random, 0.0f, 1.0f) < rate * RACE_DT;
}

static vec2s spread(Effects *effects, float reach) {
    float x = random_range(&effects->random, -reach, reach);
    return vec2_make(x, random_range(&effects->random, -reach, reach));
}

static void emit_puff(Effects *effects, vec2s at, vec2s velocity, uint32_t color, float size) {
    Particle *puff = next_particle(effects);
    puff->kind = PARTICLE_PUFF;
    puff->position = glms_vec2_add(at, spread(effects, 0.2f));
    puff->velocity = glms_vec2_add(glms_vec2_scale(velocity, 0.25f), spread(effects, 0.9f));
    puff->life = random_range(&effects->random, 0.45f, 0.95f);
    puff->size = size * random_range(&effects->random, 0.6f, 1.1f);
    puff->grow = random_range(&effects->random, 1.0f, 2.0f);
    puff->color = color;
}

static void emit_clod(Effects *effects, vec2s at, vec2s velocity, uint32_t color) {
    Particle *clod = next_particle(effects);
    clod->kind = PARTICLE_CLOD;
    clod->position = at;
    clod->velocity = glms_vec2_add(glms_vec2_scale(velocity, 0.45f), spread(effects, 2.5f));
    clod->life = random_range(&effects->random, 0.25f, 0.5f);
    clod->size = random_range(&effects->random, 0.06f, 0.14f);
    clod->color = shade_scale(color, 0.82f);
}

/// Draws the open piece to the wheel; a full one is closed and the next begins where it ends.
static void mark_road(Effects *effects, WheelMark *mark, vec2s at, vec2s side, float wanted) {
    mark->strength += (wanted - mark->strength) * fminf(RACE_DT / SKID_LAG, 1.0f);
    float driven2 = glms_vec2_distance2(mark->last, at);
    if (mark->strength < 0.04f || (mark->on && driven2 > 4.0f)) { // faint, or put elsewhere
        mark->on = false;
        return;
    }
    vec2s half = glms_vec2_scale(side, SKID_HALF_WIDTH);
    vec2s left = glms_vec2_add(at, half), right = glms_vec2_sub(at, half);
    float alpha = SKID_ALPHA * mark->strength;
    // A standing wheel may hold its piece open until the ring comes round: then it is not ours.
    bool open = mark->on && effects->skid_total - mark->skid < EFFECTS_SKIDS;
    if (open) {
        Skid *skid = &effects->skids[mark->skid % EFFECTS_SKIDS];
        skid->corners[2] = right;
        skid->corners[3] = left;
        skid->alpha[1] = alpha;
        bool turned = glms_vec2_dot(side, mark->side) < SKID_TURN_COS && driven2 > 0.0025f;
        if (driven2 < SKID_LENGTH * SKID_LENGTH && !turned) {
            return;
        }
    }
    *mark = (WheelMark){at, side, mark->strength, effects->skid_total++, true};
    effects->skids[mark->skid % EFFECTS_SKIDS] =
        (Skid){.corners = {left, right, right, left}, .alpha = {open ? alpha : 0.0f, alpha}};
}

static void tick_wheel(Effects *effects, const Race *race, int car, int index) {
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    const Wheel *wheel = &racer->car.wheels[index];
    const Surface *surface = &race->data->track->surfaces[wheel->surface];
    vec2s arm = rotation_apply(body->rotation, racer->model.wheel_at[index]);
    vec2s at = glms_vec2_add(body->position, arm);
    vec2s velocity = body_velocity_at(body, arm);
    float speed = glms_vec2_norm(velocity);
    // A wheel that spins on the spot marks along its own heading.
    vec2s heading = vec2_make(body->rotation.c, body->rotation.s);
    vec2s side = vec2_left(speed > 0.5f ? glms_vec2_scale(velocity, 1.0f / speed) : heading);
    float slip = fminf(wheel->use, 4.0f);
    bool dark = race->data->track->theme == THEME_NIGHT;
    bool loaded = wheel->load > 50.0f;
    bool skids = surface->skid && loaded && (speed > 0.8f || fabsf(wheel->slip_x) > 0.5f);
    mark_road(effects, &effects->wheels[car][index], at, side,
              skids ? clamp01((slip - SKID_USE) / 1.6f) : 0.0f);
    if (skids && slip > SMOKE_USE && (speed > 3.0f || fabsf(wheel->slip_x) > 0.5f) &&
        by_chance(effects, 26.0f * (slip - SMOKE_USE))) {
        emit_puff(effects, at, velocity, dark ? 0x8A8F9C40u : 0xEFEDE840u, 0.35f);
    }
    uint32_t dust = dark ? shade_scale(surface->dust, 0.45f) : surface->dust;
    if (surface->dust != 0 && loaded && speed > 2.0f) {
        float strength = clamp01(speed / 25.0f) * (0.25f + 0.4f * fminf(slip, 2.0f));
        if (by_chance(effects, 34.0f * strength)) {
            emit_puff(effects, at, velocity, shade_fade(dust, 0.34f), 0.40f);
        }
        if (slip > 1.2f && by_chance(effects, 16.0f * strength)) {
            emit_clod(effects, at, velocity, dust);
        }
    }
}

/// Whether what was hit at `at` gives sparks: cars do, walls by their material.
static bool hit_sparks(const Race *race, vec2s at) {
    const RaceData *data = race->data;
    int found[8];
    Box box = {vec2_make(at.x - 0.15f, at.y - 0.15f), vec2_make(at.x + 0.15f, at.y + 0.15f)};
    if (data->walls.piece_count == 0) {
        return true;
    }
    int count = wall_grid_query(&data->walls, box, found, 8);
    for (int i = 0; i < count && i < 8; i++) {
        int wall = data->walls.pieces[found[i]].wall;
        if (wall >= 0 && wall < data->track->wall_count) {
            return data->track->materials[data->track->walls[wall].material].sparks;
        }
    }
    return true;
}

static void tick_impact(Effects *effects, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    float blow = racer->impact / fmaxf(racer->model.params.mass, 1.0f); // m/s
    effects->shake[car] = fmaxf(effects->shake[car], SHAKE_REACH * clamp01(blow / SHAKE_SPEED));
    if (racer->impact < SPARK_IMPACT || !hit_sparks(race, racer->impact_at)) {
        return;
    }
    const Body *body = &race_bodies_const(race)[car];
    int count = (int)fminf(1.0f + racer->impact / 900.0f, 10.0f);
    for (int i = 0; i < count; i++) {
        Particle *spark = next_particle(effects);
        float away = random_range(&effects->random, 2.0f, 7.0f);
        spark->kind = PARTICLE_SPARK;
        spark->position = racer->impact_at;
        vec2s bounce =
            glms_vec2_add(glms_vec2_scale(racer->impact_normal, away), spread(effects, 4.0f));
        float share = random_range(&effects->random, 0.3f, 0.8f);
        spark->velocity = glms_vec2_add(glms_vec2_scale(body->velocity, share), bounce);
        spark->life = random_range(&effects->random, 0.12f, 0.32f);
        spark->size = 0.07f;
        spark->color = i % 3 == 0 ? 0xFFFFFFFFu : i % 3 == 1 ? 0xFFE08AFFu : 0xFFB347FFu;
    }
}

/// Rough ground shakes a little all the time.
static void tick_bumps(Effects *effects, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    float bump = 0.0f;
    for (int i = 0; i < CAR_WHEELS; i++) {
        bump += 0.25f * race->data->track->surfaces[racer->car.wheels[i].surface].bump;
    }
    float speed = glms_vec2_norm(race_bodies_const(race)[car].velocity);
    float level = SHAKE_ROUGH * bump * clamp01(speed / 30.0f);
    effects->shake[car] = fmaxf(effects->shake[car], level);
}

void effects_tick(Effects *effects, const Race *race) {
    ASSERT(effects != NULL && race != NULL);
    if (effects->random.state == 0 && effects->random.stream == 0) {
        effects->random = random_make(1, 11);
    }
    for (int car = 0; car < race->car_count; car++) {
        for (int wheel = 0; wheel < CAR_WHEELS; wheel++) {
            tick_wheel(effects, race, car, wheel);
        }
        tick_impact(effects, race, car);
        tick_bumps(effects, race, car);
    }
}

void effects_frame(Effects *effects, float dt) {
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        Particle *particle = &effects->particles[i];
        if (particle->life <= 0.0f) {
            continue;
        }
        particle->age += dt;
        if (particle->age >= particle->life) {
            particle->life = 0.0f;
            continue;
        }
        float drag = particle->kind == PARTICLE_SPARK ? 2.0f : 4.0f;
        particle->position =
            glms_vec2_add(particle->position, glms_vec2_scale(particle->velocity, dt));
        particle->velocity = glms_vec2_scale(particle->velocity, 1.0f / (1.0f + drag * dt));
        particle->size += particle->grow * dt;
    }
    for (int car = 0; car < RACE_MAX_CARS; car++) {
        effects->shake[car] /= 1.0f + 7.0f * dt;
    }
}

void effects_draw_skids(const Effects *effects, DrawList *list, Box seen) {
    seen = box_grow(seen, SKID_LENGTH);
    uint32_t total = effects->skid_total;
    uint32_t first = total > EFFECTS_SKIDS ? total - EFFECTS_SKIDS : 0;
    for (uint32_t number = first; number < total; number++) {
        const Skid *skid = &effects->skids[number % EFFECTS_SKIDS];
        if (!box_contains(seen, skid->corners[2])) {
            continue;
        }
        float left = (float)(number + EFFECTS_SKIDS - total); // pieces until it is overwritten
        float fade = clamp01(left / (float)EFFECTS_SKIDS_FADE);
        uint32_t old = shade_fade(0x101115FFu, fade * skid->alpha[0]);
        uint32_t new = shade_fade(0x101115FFu, fade * skid->alpha[1]);
        draw_quad_colors(list, skid->corners, (uint32_t[4]){old, old, new, new});
    }
}

void effects_draw_particles(const Effects *effects, DrawList *list, Box seen) {
    seen = box_grow(seen, PARTICLE_REACH);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        const Particle *particle = &effects->particles[i];
        if (particle->life <= 0.0f || !box_contains(seen, particle->position)) {
            continue;
        }
        float left = 1.0f - particle->age / particle->life;
        if (particle->kind == PARTICLE_SPARK) {
            vec2s tail =
                glms_vec2_sub(particle->position, glms_vec2_scale(particle->velocity, 0.035f));
            draw_line(list, tail, particle->position, particle->size,
                      shade_fade(particle->color, left));
        } else {
            bool puff = particle->kind == PARTICLE_PUFF;
            shade_disc(list, particle->position, particle->size, puff ? 8 : 4,
                       puff ? shade_fade(particle->color, left) : particle->color);
        }
    }
}

vec2s effects_shake(const Effects *effects, int car, double time) {
    ASSERT(car >= 0 && car < RACE_MAX_CARS);
    float reach = effects->shake[car];
    float t = (float)fmod(time, 100.0);
    return vec2_make(reach * trig_sin(trig_wrap(61.0f * t)),
                     reach * trig_sin(trig_wrap(47.0f * t + 1.3f)));
}
