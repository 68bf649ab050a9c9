#include "audio/contact_watch.h"

#include "base/scalar.h"
#include "race/battle_rules.h"
#include "race_state/props.h"

#include <string.h>

/// What happens in a battle as a blow of two materials: of no energy, nothing is heard of it.
typedef struct NoteSound {
    float energy; ///< J: on the scale of impact_level a shot is a hard knock, a hit is a crash.
    uint8_t material, against;
    bool loose;
} NoteSound;

static const NoteSound note_sounds[] = {
    [BATTLE_SHOT] = {4e3f, MATERIAL_STEEL, MATERIAL_CONCRETE, false},
    [BATTLE_HIT] = {60e3f, MATERIAL_STEEL, CONTACT_BODYWORK, false},
    [BATTLE_KNOCKOUT] = {150e3f, CONTACT_BODYWORK, CONTACT_BODYWORK, false},
    [BATTLE_BURST] = {10e3f, MATERIAL_STEEL, MATERIAL_CONCRETE, false},
    [BATTLE_WORN] = {25e3f, CONTACT_BODYWORK, MATERIAL_TYRES, false},
    [BATTLE_CRATE] = {3e3f, MATERIAL_WOOD, CONTACT_BODYWORK, true},
    [BATTLE_DROP] = {1e3f, MATERIAL_STEEL, MATERIAL_PLASTIC, true}, // of a mine
    [BATTLE_MINE_HIT] = {60e3f, MATERIAL_ROCK, CONTACT_BODYWORK, false},
    [BATTLE_MINE_BURST] = {30e3f, MATERIAL_ROCK, MATERIAL_STEEL, false},
    [BATTLE_SPENT] = {0},
};

#define OIL_LEAST_SPEED 3.0f ///< m/s from which on driving into oil is heard.

static const NoteSound oil_sound = {1e3f, MATERIAL_TYRES, MATERIAL_HEDGE, true}; // a wet slap

/// All contacts of two bodies, or of a body with walls.
typedef struct Meeting {
    const Contact *hardest;
    float energy; ///< J
    float speed;  ///< m/s, the highest approach speed.
    float force;  ///< N
} Meeting;

static const TrackForm *form_of(const Race *race, int body) {
    const Track *track = race->data->track;
    int prop = body - race->car_count;
    return prop < race->prop_count ? &track->forms[track->props[prop].form]
                                   : &track->forms[track->movers[prop - race->prop_count].form];
}

/// A material of the track's own sounds like the built-in one that is most like it.
static uint8_t known_material(const Track *track, uint8_t material) {
    if (material < MATERIAL_BUILT_IN_COUNT) {
        return material;
    }
    const Material *own = &track->materials[material];
    return own->sparks               ? MATERIAL_CONCRETE
           : own->restitution > 0.3f ? MATERIAL_TYRES
                                     : MATERIAL_WOOD;
}

static uint8_t material_of(const Race *race, const Contact *contact, int body) {
    const Track *track = race->data->track;
    if (body == CONTACT_WALL) {
        int piece = (int)contact_key_parts(contact->key).first;
        int wall = race->data->walls.pieces[piece].wall;
        bool known = wall >= 0 && wall < track->wall_count;
        return known ? known_material(track, track->walls[wall].material) : MATERIAL_CONCRETE;
    }
    return body < race->car_count ? CONTACT_BODYWORK
                                  : known_material(track, form_of(race, body)->material);
}

static Meeting meeting_of(const Contact *contacts, int count) {
    Meeting out = {.hardest = contacts};
    float hardest = -1.0f;
    for (int i = 0; i < count; i++) {
        const Contact *contact = &contacts[i];
        float speed = 0.0f;
        for (int k = 0; k < contact->count; k++) {
            speed = float_max(speed, -contact->points[k].approach);
        }
        out.energy += 0.5f * contact->impulse * speed;
        out.speed = float_max(out.speed, contact->impulse > 0.0f ? speed : 0.0f);
        out.force += contact->impulse / RACE_DT;
        if (contact->impulse > hardest) {
            hardest = contact->impulse;
            out.hardest = contact;
        }
    }
    return out;
}

/// Whether it is worth telling, and not the same impact that was told of just now.
static bool is_news(ContactWatch *watch, const Race *race, uint32_t pair, const Meeting *meeting) {
    if (meeting->energy < CONTACT_LEAST_ENERGY || meeting->speed < CONTACT_LEAST_SPEED) {
        return false;
    }
    ImpactMemory *memory = &watch->memory[(pair ^ pair >> 16) % CONTACT_WATCH_MEMORY];
    uint32_t since = race->tick - memory->tick; // large where the race has gone back
    if (memory->pair == pair && since < CONTACT_AGAIN_TICKS) {
        float left = 1.0f - (float)since / CONTACT_AGAIN_TICKS;
        if (meeting->energy < memory->energy * left) {
            return false;
        }
    }
    *memory = (ImpactMemory){pair, race->tick, meeting->energy};
    return true;
}

static bool is_prop(const Race *race, int body) {
    return body >= race->car_count && body < race->car_count + race->prop_count;
}

static void tell(ContactWatch *watch, const Race *race, const Meeting *meeting) {
    const Contact *contact = meeting->hardest;
    const Body *first = &race_bodies_const(race)[contact->a];
    watch->impacts[watch->count++] =
        (Impact){.at = glms_vec2_add(first->position, contact->points[0].anchor_a),
                 .energy = meeting->energy,
                 .car = contact->a < race->car_count ? (int8_t)contact->a : -1,
                 .other = contact->b < race->car_count ? (int8_t)contact->b : -1,
                 .material = material_of(race, contact, contact->a),
                 .against = material_of(race, contact, contact->b),
                 .loose = is_prop(race, contact->a) || is_prop(race, contact->b)};
}

/// m/s along the contact at its first point.
static float sliding_speed(const Race *race, const Contact *contact) {
    const Body *bodies = race_bodies_const(race);
    vec2s velocity = body_velocity_at(&bodies[contact->a], contact->points[0].anchor_a);
    if (contact->b != CONTACT_WALL) {
        velocity = glms_vec2_sub(
            velocity, body_velocity_at(&bodies[contact->b], contact->points[0].anchor_b));
    }
    float along = glms_vec2_dot(velocity, vec2_left(contact->normal));
    return along < 0.0f ? -along : along;
}

static void scrape(ContactWatch *watch, const Race *race, const Meeting *meeting, int car,
                   int other) {
    if (car >= race->car_count || meeting->force <= 0.0f) {
        return;
    }
    float speed = sliding_speed(race, meeting->hardest);
    Scrape *last = &watch->scrapes[car];
    if (speed * meeting->force > last->speed * last->force) {
        *last = (Scrape){speed, meeting->force, material_of(race, meeting->hardest, other)};
    }
}

/// What happened in a battle in the last tick. A mine is heard where it goes up, and not by who
/// left it there.
static void tell_note(ContactWatch *watch, const BattleNote *note) {
    bool oil = note->kind == BATTLE_DROP && note->item == ITEM_OIL;
    const NoteSound *sound = oil ? &oil_sound : &note_sounds[note->kind];
    bool of_mine = note->kind == BATTLE_MINE_HIT, of_shot = note->kind == BATTLE_MINE_BURST;
    if (watch->count < CONTACT_WATCH_MAX && sound->energy > 0.0f) {
        watch->impacts[watch->count++] = (Impact){.at = note->at,
                                                  .energy = sound->energy,
                                                  .car = of_mine ? -1 : note->car,
                                                  .other = of_shot ? -1 : note->other,
                                                  .material = sound->material,
                                                  .against = sound->against,
                                                  .loose = sound->loose};
    }
}

static void tell_battle(ContactWatch *watch, const Race *race) {
    const BattleState *battle = &race->battle;
    for (uint32_t i = battle_first_note(battle); i < battle->note_count; i++) {
        const BattleNote *note = battle_note_at(battle, i);
        if (note->tick + 1 == race->tick) {
            tell_note(watch, note);
        }
    }
}

/// Cars that drive into oil.
static void tell_oil(ContactWatch *watch, const Race *race) {
    OilPatches oil;
    hazards_find_oil(&race->battle, &oil);
    for (int i = 0; i < race->car_count; i++) {
        const Body *body = &race_bodies_const(race)[i];
        bool oily = battle_rules_is_oily(race, i, &oil);
        bool drives = glms_vec2_norm2(body->velocity) > OIL_LEAST_SPEED * OIL_LEAST_SPEED;
        if (oily && !watch->oily[i] && drives && watch->count < CONTACT_WATCH_MAX) {
            watch->impacts[watch->count++] = (Impact){.at = body->position,
                                                      .energy = oil_sound.energy,
                                                      .car = (int8_t)i,
                                                      .other = -1,
                                                      .material = oil_sound.material,
                                                      .against = oil_sound.against,
                                                      .loose = oil_sound.loose};
        }
        watch->oily[i] = oily;
    }
}

void contact_watch_tick(ContactWatch *watch, const Race *race) {
    const WorldState *world = race_world_const(race);
    const Contact *contacts = world_contacts_const(world);
    watch->count = 0;
    memset(watch->scrapes, 0, sizeof watch->scrapes);
    for (int first = 0, next; first < world->contact_count; first = next) {
        // They are sorted by key: those of the same two stand together.
        uint32_t pair = (uint32_t)(contacts[first].key >> 32);
        next = first + 1;
        while (next < world->contact_count && (uint32_t)(contacts[next].key >> 32) == pair) {
            next++;
        }
        Meeting meeting = meeting_of(&contacts[first], next - first);
        if (watch->count < CONTACT_WATCH_MAX && is_news(watch, race, pair, &meeting)) {
            tell(watch, race, &meeting);
        }
        scrape(watch, race, &meeting, contacts[first].a, contacts[first].b);
        scrape(watch, race, &meeting, contacts[first].b, contacts[first].a);
    }
    if (race_is_battle(race)) {
        tell_battle(watch, race);
        tell_oil(watch, race);
    }
}
