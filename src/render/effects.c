#include "render/effects.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "race_state/props.h"
#include "render/prop_color.h"
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

#define SMOKE_LIFE     1.3f  ///< s, at most.
#define STREAK_SPEED   12.0f ///< m/s from which dust and spray are drawn out to streaks.
#define DEBRIS_BLOW    1.2f  ///< m/s of blow from which something breaks off.
#define THUMP_BLOW     4.0f  ///< m/s of blow from which one sees a ring.
#define SCUFF_APART    0.4f  ///< m between scuffs of one scrape along a wall.
#define SCUFF_HEIGHT   0.3f  ///< m up the wall.
#define SCUFF_COLOR    0x15161AFFu
#define CAR_SCUFF_BLOW 0.8f ///< m/s of blow that scratches a car ...
#define CAR_SCUFF_WAIT 0.4f ///< ... at most so often, s.
#define SCORCH_COLOR   0x0B0B0DB0u
#define SCORCH_REACH   2.0f  ///< m from its middle that a mark of a burst reaches.
#define HIT_NEAR       0.15f ///< m around the contact in which what was hit is looked for.

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

static Particle *emit_puff(Effects *effects, vec2s at, vec2s velocity, uint32_t color, float size) {
    Particle *puff = next_particle(effects);
    puff->kind = PARTICLE_PUFF;
    puff->position = glms_vec2_add(at, spread(effects, 0.2f));
    puff->velocity = glms_vec2_add(glms_vec2_scale(velocity, 0.25f), spread(effects, 0.9f));
    puff->life = random_range(&effects->random, 0.45f, 0.95f);
    puff->size = size * random_range(&effects->random, 0.6f, 1.1f);
    puff->grow = random_range(&effects->random, 1.0f, 2.0f);
    puff->color = color;
    return puff;
}

/// Dust or water that the wind of the car draws out behind a wheel.
static void emit_streak(Effects *effects, vec2s at, vec2s velocity, uint32_t color) {
    Particle *streak = next_particle(effects);
    streak->kind = PARTICLE_STREAK;
    streak->position = glms_vec2_add(at, spread(effects, 0.25f));
    streak->velocity = glms_vec2_add(glms_vec2_scale(velocity, 0.55f), spread(effects, 1.2f));
    streak->life = random_range(&effects->random, 0.20f, 0.45f);
    streak->size = random_range(&effects->random, 0.06f, 0.14f);
    streak->color = color;
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
        by_chance(effects, 18.0f * (slip - SMOKE_USE))) {
        Particle *smoke = emit_puff(effects, at, velocity, dark ? 0x8A8F9C70u : 0xEFEDE870u, 0.40f);
        smoke->life = random_range(&effects->random, 0.5f * SMOKE_LIFE, SMOKE_LIFE);
    }
    uint32_t dust = dark ? shade_scale(surface->dust, 0.45f) : surface->dust;
    if (surface->dust != 0 && loaded && speed > 2.0f) {
        float strength = clamp01(speed / 25.0f) * (0.25f + 0.4f * fminf(slip, 2.0f));
        if (by_chance(effects, 34.0f * strength)) {
            emit_puff(effects, at, velocity, shade_fade(dust, 0.50f), 0.45f);
        }
        if (slip > 1.2f && by_chance(effects, 16.0f * strength)) {
            emit_clod(effects, at, velocity, dust);
        }
        if (speed > STREAK_SPEED && by_chance(effects, 24.0f * strength)) {
            emit_streak(effects, at, velocity, shade_fade(shade_scale(dust, 0.92f), 0.6f));
        }
    }
}

/// What a car has hit: a wall, another car or something loose; -1 and NULL are none.
typedef struct Hit {
    int wall, car;
    const TrackForm *form;
} Hit;

/// The form of the prop or mover near `at`; NULL: there is none.
static const TrackForm *form_at(const Race *race, vec2s at) {
    const Track *track = race->data->track;
    for (int i = 0; i < race->prop_count + race->mover_count; i++) {
        int mover = i - race->prop_count;
        const TrackForm *form =
            &track->forms[mover < 0 ? track->props[i].form : track->movers[mover].form];
        float reach = form->hull.bounding_radius + HIT_NEAR;
        int body = mover < 0 ? props_body(race, i) : movers_body(race, mover);
        vec2s center = race_bodies_const(race)[body].position;
        if (glms_vec2_distance2(center, at) < reach * reach) {
            return form;
        }
    }
    return NULL;
}

static Hit find_hit(const Race *race, int car, vec2s at) {
    const RaceData *data = race->data;
    int found[8];
    Box box = box_grow((Box){at, at}, HIT_NEAR);
    int count = data->walls.piece_count > 0 ? wall_grid_query(&data->walls, box, found, 8) : 0;
    for (int i = 0; i < count && i < 8; i++) {
        int wall = data->walls.pieces[found[i]].wall;
        if (wall >= 0 && wall < data->track->wall_count) {
            return (Hit){wall, -1, NULL};
        }
    }
    for (int other = 0; other < race->car_count; other++) {
        float reach = data->hulls[other].bounding_radius + HIT_NEAR;
        if (other != car &&
            glms_vec2_distance2(race_bodies_const(race)[other].position, at) < reach * reach) {
            return (Hit){-1, other, NULL};
        }
    }
    return (Hit){-1, -1, form_at(race, at)};
}

static bool hit_sparks(const Track *track, Hit hit) {
    if (hit.wall < 0 && hit.form == NULL) {
        return true;
    }
    int material = hit.wall >= 0 ? track->walls[hit.wall].material : hit.form->material;
    return track->materials[material].sparks;
}

static uint32_t hit_color(const Track *track, Hit hit, const CarLook *looks) {
    if (hit.wall >= 0) {
        const TrackWall *wall = &track->walls[hit.wall];
        uint32_t own = wall->color != 0 ? wall->color : track->materials[wall->material].color;
        return own != 0 ? own : track->colors.wall_side;
    }
    if (hit.form != NULL) {
        return prop_color(track, hit.form);
    }
    return hit.car >= 0 && looks != NULL ? looks[hit.car].color : 0x9AA0AAFFu;
}

static void emit_sparks(Effects *effects, const Racer *racer, const Body *body, vec2s away) {
    // Along the contact, the way the car goes: that is what a scrape looks like.
    vec2s along = vec2_left(away);
    float speed = glms_vec2_dot(body->velocity, along);
    int count = (int)fminf(2.0f + racer->impact / 700.0f, 14.0f);
    for (int i = 0; i < count; i++) {
        Particle *spark = next_particle(effects);
        float on = random_range(&effects->random, 0.3f, 1.0f) * speed;
        float off = random_range(&effects->random, 0.5f, 3.5f);
        spark->kind = PARTICLE_SPARK;
        spark->position = racer->impact_at;
        spark->velocity =
            glms_vec2_add(glms_vec2_add(glms_vec2_scale(along, on), glms_vec2_scale(away, off)),
                          spread(effects, 1.5f));
        spark->life = random_range(&effects->random, 0.15f, 0.40f);
        spark->size = 0.07f;
        spark->color = i % 3 == 0 ? 0xFFFFFFFFu : i % 3 == 1 ? 0xFFE08AFFu : 0xFFB347FFu;
    }
}

static void emit_debris(Effects *effects, const Racer *racer, const Body *body, vec2s away,
                        float blow, uint32_t color) {
    int count = (int)fminf(2.0f + blow, 8.0f);
    for (int i = 0; i < count; i++) {
        Particle *piece = next_particle(effects);
        float off = random_range(&effects->random, 1.0f, 5.0f);
        piece->kind = PARTICLE_CLOD;
        piece->position = racer->impact_at;
        piece->velocity = glms_vec2_add(
            glms_vec2_add(glms_vec2_scale(body->velocity, 0.4f), glms_vec2_scale(away, off)),
            spread(effects, 3.0f));
        piece->life = random_range(&effects->random, 0.4f, 0.9f);
        piece->size = random_range(&effects->random, 0.08f, 0.20f);
        piece->color = shade_scale(color, random_range(&effects->random, 0.75f, 1.1f));
    }
}

static Particle *emit_ring(Effects *effects, vec2s at, float blow) {
    Particle *ring = next_particle(effects);
    ring->kind = PARTICLE_RING;
    ring->position = at;
    ring->life = 0.28f;
    ring->size = 0.4f;
    ring->grow = fminf(4.0f + blow, 14.0f);
    ring->color = 0xFFFFFFB0u;
    return ring;
}

/// Scratches the wall and the car where they met.
static void scuff(Effects *effects, const Racer *racer, const Body *body, int car, Hit hit,
                  vec2s away, float blow) {
    CarScuffs *own = &effects->cars[car];
    vec2s at = racer->impact_at, along = vec2_left(away);
    if (hit.wall >= 0 && glms_vec2_distance(own->wall_at, at) > SCUFF_APART) {
        float half = fminf(0.25f + 0.05f * blow, 0.6f);
        own->wall_at = at;
        effects->scuffs[effects->scuff_total++ % EFFECTS_SCUFFS] =
            (Scuff){at, glms_vec2_scale(along, half)};
    }
    if (blow > CAR_SCUFF_BLOW && own->wait <= 0.0f) {
        own->wait = CAR_SCUFF_WAIT;
        vec2s local = rotation_undo(body->rotation, glms_vec2_sub(at, body->position));
        vec2s way = rotation_undo(body->rotation, along);
        own->scuffs[own->total++ % EFFECTS_CAR_SCUFFS] =
            (Scuff){glms_vec2_scale(local, 0.88f),
                    glms_vec2_scale(way, fminf(0.15f + 0.04f * blow, 0.45f))};
    }
}

static void tick_impact(Effects *effects, const Race *race, int car, const CarLook *looks) {
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    float blow = racer->impact / fmaxf(racer->model.params.mass, 1.0f); // m/s
    effects->shake[car] = fmaxf(effects->shake[car], SHAKE_REACH * clamp01(blow / SHAKE_SPEED));
    effects->cars[car].wait = fmaxf(effects->cars[car].wait - RACE_DT, 0.0f);
    if (racer->impact < SPARK_IMPACT) {
        return;
    }
    Hit hit = find_hit(race, car, racer->impact_at);
    // Off what was hit: the normal goes into a wall, and of two cars it may be either's.
    vec2s out = glms_vec2_sub(body->position, racer->impact_at);
    vec2s away = racer->impact_normal;
    away = glms_vec2_dot(out, away) < 0.0f ? glms_vec2_negate(away) : away;
    if (hit_sparks(race->data->track, hit)) {
        emit_sparks(effects, racer, body, away);
    }
    if (blow > DEBRIS_BLOW) {
        emit_debris(effects, racer, body, away, blow, hit_color(race->data->track, hit, looks));
    }
    if (blow > THUMP_BLOW) {
        emit_ring(effects, racer->impact_at, blow);
    }
    scuff(effects, racer, body, car, hit, away, blow);
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

void effects_tick(Effects *effects, const Race *race, const CarLook *looks) {
    ASSERT(effects != NULL && race != NULL);
    if (effects->random.state == 0 && effects->random.stream == 0) {
        effects->random = random_make(1, 11);
    }
    for (int car = 0; car < race->car_count; car++) {
        for (int wheel = 0; wheel < CAR_WHEELS; wheel++) {
            tick_wheel(effects, race, car, wheel);
        }
        tick_impact(effects, race, car, looks);
        tick_bumps(effects, race, car);
    }
}

void effects_horn(Effects *effects, vec2s at, uint32_t color) {
    Particle *ring = emit_ring(effects, at, 14.0f);
    ring->color = (color & 0xFFFFFF00u) | 0xE0u;
    ring->life = 0.4f;
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

static void draw_skids(const Effects *effects, DrawList *list, Box seen) {
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

/// A line behind a particle, as long as its way in `seconds`.
static void draw_tail(const Particle *particle, DrawList *list, float seconds, uint32_t color) {
    vec2s back = glms_vec2_scale(particle->velocity, seconds);
    draw_line(list, glms_vec2_sub(particle->position, back), particle->position, particle->size,
              color);
}

static void draw_particle(const Particle *particle, DrawList *list) {
    float left = 1.0f - particle->age / particle->life;
    uint32_t faded = shade_fade(particle->color, left);
    switch ((ParticleKind)particle->kind) {
    case PARTICLE_PUFF: // brightest in the middle: as much of it as a disc of two thirds
        shade_glow(list, particle->position, 1.35f * particle->size, 8, faded);
        break;
    case PARTICLE_STREAK:
        draw_tail(particle, list, 0.12f, faded);
        break;
    case PARTICLE_SPARK:
        draw_tail(particle, list, 0.035f, faded);
        break;
    case PARTICLE_CLOD:
        shade_disc(list, particle->position, particle->size, 4, particle->color);
        break;
    case PARTICLE_RING:
        draw_ring(list, particle->position, particle->size, 0.10f + 0.25f * left, faded);
        break;
    case PARTICLE_FLASH:
        shade_glow(list, particle->position, 1.5f * particle->size, 10, faded);
        shade_disc(list, particle->position, 0.35f * particle->size, 8,
                   shade_fade(0xFFFFFFFFu, left));
        break;
    }
}

static void draw_particles(const Effects *effects, DrawList *list, Box seen, bool low) {
    seen = box_grow(seen, PARTICLE_REACH);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        const Particle *particle = &effects->particles[i];
        bool is_low = particle->kind == PARTICLE_PUFF || particle->kind == PARTICLE_STREAK;
        if (particle->life > 0.0f && is_low == low && box_contains(seen, particle->position)) {
            draw_particle(particle, list);
        }
    }
}

static void draw_scorches(const Effects *effects, DrawList *list, Box seen) {
    uint32_t total = effects->scorch_total;
    seen = box_grow(seen, SCORCH_REACH);
    for (uint32_t i = 0; i < total && i < EFFECTS_SCORCHES; i++) {
        const Scorch *mark = &effects->scorches[i];
        if (box_contains(seen, mark->at)) {
            shade_glow(list, mark->at, 1.5f * mark->size, 12, SCORCH_COLOR);
            shade_disc(list, mark->at, 0.35f * mark->size, 8, SCORCH_COLOR);
        }
    }
}

void effects_draw_low(const Effects *effects, DrawList *list, Box seen) {
    draw_scorches(effects, list, seen);
    draw_skids(effects, list, seen);
    draw_particles(effects, list, seen, true);
}

void effects_draw_high(const Effects *effects, DrawList *list, Box seen) {
    uint32_t total = effects->scuff_total;
    for (uint32_t i = 0; i < total && i < EFFECTS_SCUFFS; i++) {
        const Scuff *mark = &effects->scuffs[i];
        if (box_contains(seen, mark->at)) {
            list->height = SCUFF_HEIGHT;
            draw_line(list, glms_vec2_sub(mark->at, mark->along),
                      glms_vec2_add(mark->at, mark->along), 0.16f, shade_fade(SCUFF_COLOR, 0.45f));
        }
    }
    list->height = 0.0f;
    draw_particles(effects, list, seen, false);
}

void effects_draw_car(const Effects *effects, int index, DrawList *list, const CarPicture *car) {
    ASSERT(index >= 0 && index < RACE_MAX_CARS);
    const CarScuffs *own = &effects->cars[index];
    for (int i = 0; i < own->total && i < EFFECTS_CAR_SCUFFS; i++) {
        vec2s at = glms_vec2_scale(own->scuffs[i].at, car->scale);
        vec2s along = glms_vec2_scale(own->scuffs[i].along, car->scale);
        draw_line(list, transform_apply(car->at, glms_vec2_sub(at, along)),
                  transform_apply(car->at, glms_vec2_add(at, along)), 0.11f,
                  shade_fade(SCUFF_COLOR, 0.6f * car->alpha));
    }
}

vec2s effects_shake(const Effects *effects, int car, double time) {
    ASSERT(car >= 0 && car < RACE_MAX_CARS);
    float reach = effects->shake[car];
    float t = (float)fmod(time, 100.0);
    return vec2_make(reach * trig_sin(trig_wrap(61.0f * t)),
                     reach * trig_sin(trig_wrap(47.0f * t + 1.3f)));
}
