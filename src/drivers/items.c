#include "drivers/items.h"

#include "base/random.h"
#include "battle/crates.h"
#include "drivers/driver_form.h"
#include "drivers/weapons.h"
#include "race_state/classification.h"

#include <float.h>
#include <math.h>

/// s from its nose to the tail ahead from which on who follows finds a mine armed (MINE_ARM_TICKS),
/// and has a chance to see it.
#define FOLLOWS_FROM 0.6f
#define OIL_FROM     0.2f ///< s behind from which on oil is worth it.
#define FOLLOWS_TO   1.2f ///< s behind up to which somebody follows.
#define FOLLOWS_HALF 1.6f ///< m aside up to which it is in line.
#define MISJUDGED    2.0f ///< m by which a driver of no consistency misjudges that.
#define DROPS_PER_S  2.0f ///< Times a second that a driver of full aggression looks behind.
#define DROPS_LEAST  0.5f ///< The same of one without any.

#define SIGHT_BASE  20.0f ///< m ahead, and s of the own speed, that are looked at.
#define SIGHT_TIME  1.0f
#define SIGHT_NEAR  1.0f   ///< m ahead: nearer it is under the nose.
#define CLEAR       0.3f   ///< m between the flank and a mine or oil.
#define OVERLOOKED  0.5f   ///< Share of mines that a driver of no consistency overlooks.
#define CRATE_REACH 3.0f   ///< m of change of lane that a crate is worth.
#define CRATE_INTO  0.3f   ///< m that the flank goes into a crate.
#define CRATE_BEND  0.012f ///< 1/m: in tighter bends the line is worth more than a crate.

enum {
    SEEN_MAX = 16
};

/// What lies ahead: on the line's own axes.
typedef struct Seen {
    float offset;      ///< m left of the line.
    float half;        ///< m aside at which the car's centre passes it, just clear.
    float left, right; ///< m of room beside the line there.
} Seen;

typedef struct Ahead {
    Seen things[SEEN_MAX];
    int count;
} Ahead;

/// Whether the driver overlooks drop `number` (of the whole battle): the same whenever it looks.
static bool overlooks(const Race *race, int car, uint32_t number) {
    uint64_t stream = (uint64_t)number << 8 | (uint64_t)car;
    Random random = random_make(race->seed ^ 0xB0A7u, stream);
    float consistency = race_racers_const(race)[car].params.consistency;
    return random_range(&random, 0.0f, 1.0f) < OVERLOOKED * (1.0f - consistency);
}

/// m ahead of the car along its line of what lies at `at`, and the point nearest to it there.
/// Negative where it does not matter.
static float way_to(const RacingLine *line, const TrafficView *view, vec2s at, float sight,
                    const LinePoint **nearest) {
    const LinePoint *here = &line->points[view->point];
    if (glms_vec2_distance2(here->point, at) > sight * sight) {
        return -1.0f;
    }
    *nearest = &line->points[racing_line_locate(line, at, view->point)];
    float gap = racing_line_gap(line, view->s, (*nearest)->s);
    return gap > SIGHT_NEAR && gap < sight ? gap : -1.0f;
}

static float offset_of(const LinePoint *nearest, vec2s at) {
    return glms_vec2_dot(glms_vec2_sub(at, nearest->point), vec2_left(nearest->tangent));
}

/// The mines and oil ahead that the driver sees.
static void see_hazards(const Race *race, int car, const TrafficView *view, float half,
                        Ahead *out) {
    const BattleState *battle = &race->battle;
    const RacingLine *line = &race->data->lines[car];
    float sight = SIGHT_BASE + SIGHT_TIME * float_max(view->along, 0.0f);
    for (uint32_t i = 0; i < BATTLE_HAZARDS_MAX && out->count < SEEN_MAX; i++) {
        const Hazard *hazard = &battle->hazards[i];
        const LinePoint *nearest;
        if (hazard->item == ITEM_NONE ||
            way_to(line, view, hazard->position, sight, &nearest) < 0.0f) {
            continue;
        }
        uint32_t last = battle->hazard_count - 1; // drop `last` lies in last % BATTLE_HAZARDS_MAX
        uint32_t number = last - (last - i) % BATTLE_HAZARDS_MAX;
        if (overlooks(race, car, number)) {
            continue;
        }
        float radius = hazard->item == ITEM_MINE ? MINE_RADIUS : OIL_RADIUS;
        out->things[out->count++] = (Seen){.offset = offset_of(nearest, hazard->position),
                                           .half = half + radius + CLEAR,
                                           .left = nearest->left,
                                           .right = nearest->right};
    }
}

/// m that `lane` cuts into the things ahead and off the road there, all together.
static float cost_of(const Ahead *ahead, float lane) {
    float cost = 0.0f;
    for (int i = 0; i < ahead->count; i++) {
        const Seen *thing = &ahead->things[i];
        float off = fabsf(lane - thing->offset);
        cost += float_max(thing->half - off - 1e-3f, 0.0f);
        cost += 4.0f * float_max(lane - thing->left, 0.0f);
        cost += 4.0f * float_max(-thing->right - lane, 0.0f);
    }
    return cost;
}

/// The lane past all that lies ahead that is the least change from where the driver would be.
static float lane_past(const Ahead *ahead, const TrafficView *view, float lane) {
    float best = lane, least = FLT_MAX;
    for (int i = -1; i < ahead->count; i++) {
        for (int side = -1; side <= 1; side += 2) {
            float candidate =
                i < 0 ? lane : ahead->things[i].offset + (float)side * ahead->things[i].half;
            float change = fabsf(candidate - lane) + 0.5f * fabsf(candidate - view->lane);
            float cost = 10.0f * cost_of(ahead, candidate) + change;
            if (cost < least) {
                best = candidate;
                least = cost;
            }
        }
    }
    return best;
}

/// Whether what crate `index` holds is of use to car `car`.
static bool is_of_use(const Race *race, int car, int index) {
    const BattleCar *own = &race->battle.cars[car];
    BattleItem item = crate_item(race->seed, index, race->battle.crates[index].taken);
    return item == ITEM_REPAIR ? own->damage > 0 : own->left == 0;
}

/// `lane`, moved so far that the car's flank takes the crate which costs least.
static float lane_to_crate(const Race *race, int car, const TrafficView *view, float half,
                           float lane) {
    const RacingLine *line = &race->data->lines[car];
    float sight = SIGHT_BASE + SIGHT_TIME * float_max(view->along, 0.0f);
    float best = lane, least = CRATE_REACH;
    for (int i = 0; i < race->battle.crate_count; i++) {
        vec2s at = race->data->crates[i];
        const LinePoint *nearest;
        if (race->battle.crates[i].away > 0 || !is_of_use(race, car, i) ||
            way_to(line, view, at, sight, &nearest) < 0.0f ||
            fabsf(nearest->curvature) > CRATE_BEND) {
            continue;
        }
        float reach = half + CRATE_RADIUS - CRATE_INTO;
        float offset = offset_of(nearest, at);
        float to = float_clamp(lane, offset - reach, offset + reach);
        float change = fabsf(to - lane);
        if (change < least && to < nearest->left && to > -nearest->right) {
            best = to;
            least = change;
        }
    }
    return best;
}

ItemsPlan items_plan(const Race *race, int car, const TrafficView *view, float lane) {
    ItemsPlan plan = {.lane = lane};
    if (!race_is_battle(race) || race->phase != RACE_RUNNING) {
        return plan;
    }
    const Racer *racer = &race_racers_const(race)[car];
    float half = 0.5f * racer->model.params.width;
    Ahead ahead = {.count = 0};
    see_hazards(race, car, view, half, &ahead);
    if (!classification_stands(racer)) {
        plan.lane = lane_to_crate(race, car, view, half, lane);
    }
    if (ahead.count > 0) {
        bool bare = cost_of(&ahead, plan.lane) > 0.0f; // no crate is worth a mine
        plan.lane = lane_past(&ahead, view, bare ? lane : plan.lane);
        plan.dodges = cost_of(&ahead, view->lane) > 0.0f || cost_of(&ahead, view->offset) > 0.0f;
    }
    return plan;
}

/// Whether car `other` follows car `car` so that what it drops is in its way. `from`: s behind at
/// which it counts; `error`: m by which the driver misjudges.
static bool follows(const Race *race, int car, int other, float from, float error) {
    const Racer *racer = &race_racers_const(race)[other];
    const Body *own = &race_bodies_const(race)[car], *its = &race_bodies_const(race)[other];
    if (!weapons_is_target(race, car, other)) {
        return false;
    }
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s);
    vec2s apart = glms_vec2_sub(its->position, own->position);
    float lengths =
        0.5f * (race_racers_const(race)[car].model.params.length + racer->model.params.length);
    float behind = -glms_vec2_dot(apart, ahead) - lengths;
    float speed = float_max(glms_vec2_dot(its->velocity, ahead), 1.0f);
    float aside = glms_vec2_dot(apart, vec2_left(ahead)) + error;
    return behind > from * speed && behind < FOLLOWS_TO * speed && fabsf(aside) < FOLLOWS_HALF;
}

bool items_drop(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const BattleCar *battle = &race->battle.cars[car];
    if (battle->left == 0 || battle->drop_reload > 0 || battle->fire_held ||
        !weapons_are_free(race, car)) {
        return false;
    }
    const DriverParams *params = &racer->params;
    float looks = DROPS_LEAST + (DROPS_PER_S - DROPS_LEAST) * params->aggression;
    if (driver_form_dice(&racer->driver, race->tick, 13u) > looks * WEAPONS_THOUGHT_S) {
        return false;
    }
    float guess = 2.0f * driver_form_dice(&racer->driver, race->tick, 14u) - 1.0f;
    float error = guess * MISJUDGED * (1.0f - params->consistency);
    float from = battle->carries == ITEM_MINE ? FOLLOWS_FROM : OIL_FROM;
    for (int i = 0; i < race->car_count; i++) {
        if (follows(race, car, i, from, error)) {
            return true;
        }
    }
    return false;
}
