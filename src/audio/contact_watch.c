#include "audio/contact_watch.h"

#include "base/scalar.h"
#include "race_state/props.h"

#include <string.h>

// J: on the scale of impact_level a shot is a hard knock, a hit is a crash.
#define SHOT_ENERGY  4e3f
#define BURST_ENERGY 10e3f
#define HIT_ENERGY   60e3f

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

/// A shot or a burst of the last tick.
static void tell_shell(ContactWatch *watch, const BattleNote *note) {
    bool shot = note->kind == BATTLE_SHOT, hit = note->kind == BATTLE_HIT;
    if (watch->count < CONTACT_WATCH_MAX && (shot || hit || note->kind == BATTLE_BURST)) {
        watch->impacts[watch->count++] =
            (Impact){.at = note->at,
                     .energy = shot  ? SHOT_ENERGY
                               : hit ? HIT_ENERGY
                                     : BURST_ENERGY,
                     .car = note->car,
                     .other = note->other,
                     .material = MATERIAL_STEEL,
                     .against = hit ? CONTACT_BODYWORK : MATERIAL_CONCRETE};
    }
}

static void tell_shells(ContactWatch *watch, const Race *race) {
    const BattleState *battle = &race->battle;
    for (uint32_t i = battle_first_note(battle); i < battle->note_count; i++) {
        const BattleNote *note = battle_note_at(battle, i);
        if (note->tick + 1 == race->tick) {
            tell_shell(watch, note);
        }
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
    tell_shells(watch, race);
}
