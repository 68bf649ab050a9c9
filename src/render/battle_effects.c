#include "render/battle_effects.h"

#include "geometry/transform.h"
#include "geometry/trig.h"
#include "race/battle_rules.h"
#include "render/shade.h"

#include <math.h>

#define NO_LOOK     0xFFD27AFFu ///< Of who has no colour.
#define FLAME       0xFFB347FFu
#define OIL_DROP    0x15121CE0u
#define MUZZLE_LIFE 0.09f ///< s
#define BURST_LIFE  0.16f ///< s
#define RING_LIFE   0.55f ///< s: long enough to be seen beside the road ahead.
#define HIT_SHAKE   0.22f ///< m, of the view of who is hit.
#define SMOKE_FIRST 9.0f  ///< Puffs a second of a car that was hit once ...
#define SMOKE_AGAIN 22.0f ///< ... twice, or is spun out.
#define FLAMES      30.0f ///< A second, of a car that is spun out.
#define SPLASHES    40.0f ///< Drops a second, of a car that drives through oil ...
#define SPLASH_FROM 3.0f  ///< ... faster than this, m/s.

static Particle *emit(Effects *effects, ParticleKind kind, vec2s at, vec2s velocity, float life) {
    Particle *particle = &effects->particles[effects->particle_next];
    effects->particle_next = (effects->particle_next + 1) % EFFECTS_PARTICLES;
    *particle = (Particle){.kind = (uint8_t)kind, .position = at, .velocity = velocity};
    particle->life = life;
    return particle;
}

static vec2s around(Effects *effects, float reach) {
    float x = random_range(&effects->random, -reach, reach);
    return vec2_make(x, random_range(&effects->random, -reach, reach));
}

static void flash(Effects *effects, vec2s at, vec2s velocity, float size, float life) {
    Particle *light = emit(effects, PARTICLE_FLASH, at, velocity, life);
    light->size = size;
    light->color = 0xFFDF8AF0u;
}

static void ring(Effects *effects, vec2s at, vec2s velocity, float grow, uint32_t color) {
    Particle *circle = emit(effects, PARTICLE_RING, at, velocity, RING_LIFE);
    circle->size = 0.8f;
    circle->grow = grow;
    circle->color = (color & 0xFFFFFF00u) | 0xF0u;
}

static void sparks(Effects *effects, vec2s at, vec2s along, int count, uint32_t color) {
    for (int i = 0; i < count; i++) {
        vec2s way = glms_vec2_scale(along, random_range(&effects->random, 3.0f, 12.0f));
        Particle *spark =
            emit(effects, PARTICLE_SPARK, at, glms_vec2_add(way, around(effects, 7.0f)),
                 random_range(&effects->random, 0.2f, 0.5f));
        spark->size = 0.12f;
        spark->color = i % 3 == 0 ? 0xFFFFFFFFu : i % 3 == 1 ? FLAME : color;
    }
}

static void smoke(Effects *effects, vec2s at, vec2s velocity, float size, uint32_t color) {
    vec2s way = glms_vec2_add(glms_vec2_scale(velocity, 0.3f), around(effects, 1.0f));
    Particle *puff = emit(effects, PARTICLE_PUFF, glms_vec2_add(at, around(effects, 0.3f)), way,
                          random_range(&effects->random, 0.8f, 1.4f));
    puff->size = size * random_range(&effects->random, 0.7f, 1.1f);
    puff->grow = random_range(&effects->random, 0.9f, 1.6f);
    puff->color = color;
}

/// A shell bursts at note->at: on a car the ring has the colour of who fired.
static void burst(Effects *effects, const Race *race, const BattleNote *note, uint32_t color) {
    bool car = note->kind == BATTLE_HIT || note->kind == BATTLE_MINE_HIT;
    vec2s moves = {{0.0f, 0.0f}};
    if (car) {
        moves = race_bodies_const(race)[note->other].velocity;
        float *shake = &effects->shake[note->other];
        *shake = fmaxf(*shake, HIT_SHAKE);
    }
    flash(effects, note->at, moves, car ? 1.7f : 1.1f, BURST_LIFE);
    sparks(effects, note->at, note->normal, car ? 16 : 9, color);
    ring(effects, note->at, moves, car ? 9.0f : 3.0f, car ? color : 0xFFE9C0FFu);
    for (int i = 0; i < 4; i++) {
        smoke(effects, note->at, moves, 0.5f, 0x2A2A2E90u);
    }
    effects->scorches[effects->scorch_total++ % EFFECTS_SCORCHES] =
        (Scorch){note->at, random_range(&effects->random, 0.8f, 1.3f)};
}

static void show_note(Effects *effects, const Race *race, const BattleNote *note,
                      const CarLook *looks) {
    uint32_t color = looks && note->car >= 0 ? looks[note->car].color : NO_LOOK;
    switch ((BattleNoteKind)note->kind) {
    case BATTLE_SHOT:
        flash(effects, note->at, race_bodies_const(race)[note->car].velocity, 1.1f, MUZZLE_LIFE);
        break;
    case BATTLE_HIT:
    case BATTLE_BURST:
    case BATTLE_MINE_HIT:
    case BATTLE_MINE_BURST:
        burst(effects, race, note, color);
        break;
    case BATTLE_KNOCKOUT:
        flash(effects, note->at, race_bodies_const(race)[note->other].velocity, 3.2f, 0.3f);
        sparks(effects, note->at, note->normal, 24, color);
        ring(effects, note->at, race_bodies_const(race)[note->other].velocity, 16.0f, color);
        break;
    case BATTLE_CRATE:
        ring(effects, note->at, race_bodies_const(race)[note->car].velocity, 3.0f, 0xF2E6C9FFu);
        break;
    case BATTLE_WORN:
        for (int i = 0; i < 6; i++) {
            smoke(effects, note->at, race_bodies_const(race)[note->other].velocity, 0.7f,
                  0x17171AD0u);
        }
        break;
    case BATTLE_DROP:
        break;
    case BATTLE_SPENT: // it falls onto the road
        smoke(effects, note->at, vec2_make(0.0f, 0.0f), 0.25f, 0xC8C2B470u);
        break;
    }
}

/// Whether something that happens `rate` times a second happens in this tick.
static bool by_chance(Effects *effects, float rate) {
    return random_range(&effects->random, 0.0f, 1.0f) < rate * RACE_DT;
}

/// The smoke out of a car's bonnet: grey after one hit, black after two, with flames while it is
/// spun out.
static void smoulder(Effects *effects, const Race *race, int car) {
    const BattleCar *battle = &race->battle.cars[car];
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    bool out = battle->out > 0;
    if (racer->eliminated > 0 || (!out && battle->damage == 0)) {
        return;
    }
    bool bad = out || battle->damage > 1;
    float nose = 0.32f * racer->model.params.length;
    vec2s at = glms_vec2_add(body->position, rotation_apply(body->rotation, vec2_make(nose, 0.0f)));
    if (by_chance(effects, bad ? SMOKE_AGAIN : SMOKE_FIRST)) {
        smoke(effects, at, body->velocity, bad ? 0.6f : 0.42f, bad ? 0x17171AD0u : 0xB9BBC0B0u);
    }
    if (out && by_chance(effects, FLAMES)) {
        Particle *flame = emit(effects, PARTICLE_FLASH, glms_vec2_add(at, around(effects, 0.6f)),
                               body->velocity, random_range(&effects->random, 0.15f, 0.3f));
        flame->size = random_range(&effects->random, 0.35f, 0.6f);
        flame->color = 0xFF8A2AE0u;
    }
}

/// Dark drops from under a car that drives through oil.
static void splash(Effects *effects, const Race *race, int car, const OilPatches *oil) {
    const Body *body = &race_bodies_const(race)[car];
    bool drives = glms_vec2_norm2(body->velocity) > SPLASH_FROM * SPLASH_FROM;
    if (drives && battle_rules_is_oily(race, car, oil) && by_chance(effects, SPLASHES)) {
        vec2s way = glms_vec2_add(glms_vec2_scale(body->velocity, 0.5f), around(effects, 4.0f));
        vec2s at = glms_vec2_add(body->position, around(effects, 1.2f));
        Particle *drop =
            emit(effects, PARTICLE_PUFF, at, way, random_range(&effects->random, 0.25f, 0.5f));
        drop->size = random_range(&effects->random, 0.16f, 0.3f);
        drop->color = OIL_DROP;
    }
}

void battle_effects_tick(Effects *effects, const Race *race, const CarLook *looks) {
    const BattleState *battle = &race->battle;
    for (uint32_t i = battle_first_note(battle); i < battle->note_count; i++) {
        const BattleNote *note = battle_note_at(battle, i);
        if (note->tick + 1 == race->tick) {
            show_note(effects, race, note, looks);
        }
    }
    if (!race_is_battle(race)) {
        return;
    }
    OilPatches oil;
    hazards_find_oil(battle, &oil);
    for (int car = 0; car < race->car_count; car++) {
        smoulder(effects, race, car);
        splash(effects, race, car, &oil);
    }
}
