#include "drivers/gunner.h"

#include "base/scalar.h"
#include "battle/shell_sweep.h"
#include "drivers/driver_form.h"
#include "drivers/items.h"
#include "drivers/weapons.h"

#include <math.h>

#define NEAR        4.0f ///< m: a nearer car is before the muzzle already.
#define RANGE_USED  0.9f ///< Share of the range within which they fire.
#define TARGET_HALF 0.7f ///< m beside its middle at which a car is hit for sure.
#define MISJUDGED   3.0f ///< m by which a driver of no consistency misjudges at most.

/// Shots a second at a target that stays before the muzzle, of a driver of full aggression and of
/// one without any.
#define EAGER        1.6f
#define CALM         0.4f
#define LEADER_EAGER 3.0f  ///< x that at the favourite of all.
#define CROWD_NEAR   30.0f ///< m within which others take a driver's mind off the gun.
#define CROWD_TAKES  0.7f  ///< How much each but one of them takes.

enum {
    GUESS_TICKS = 120, ///< A driver misjudges by the same for half a second.
    HUNT_TICKS = 1440, ///< It waits or hunts for 6 s.
};

/// Where the last car running wins, it is worth nothing to be ahead, and those who are left may be
/// spread round the circuit, all equally fast. So half of those who see nobody wait for somebody to
/// come past, and others then; and who was hit lets its hunter past, to be behind it.
#define HUNT_SIGHT 30.0f ///< m ahead up to which a driver sees somebody ...
#define HUNT_CONE  0.6f  ///< ... and m aside for each of them.
#define HUNT_PACE  0.4f  ///< x its pace, while it waits.
#define EASE_PACE  0.6f  ///< The same while it lets somebody past.

/// m beside the middle of `target` at which a shell of `car` would pass it; more than any car is
/// wide where it is out of reach. `distance`: m to it, along the shot.
static float miss_of(const Race *race, int car, int target, float *distance) {
    const Body *own = &race_bodies_const(race)[car], *other = &race_bodies_const(race)[target];
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s), left = vec2_left(ahead);
    vec2s apart = glms_vec2_sub(other->position, own->position);
    vec2s moves = glms_vec2_sub(other->velocity, own->velocity);
    *distance = glms_vec2_dot(apart, ahead);
    float closing = SHELL_SPEED - glms_vec2_dot(moves, ahead);
    if (*distance < NEAR || closing < 0.5f * SHELL_SPEED) {
        return 1e3f;
    }
    float time = *distance / closing;
    if (time * SHELL_SPEED > RANGE_USED * SHELL_RANGE) {
        return 1e3f;
    }
    return glms_vec2_dot(apart, left) + time * glms_vec2_dot(moves, left);
}

static bool wall_between(const Race *race, const Body *own, float distance) {
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s);
    return wall_grid_ray(&race->data->walls, own->position, glms_vec2_scale(ahead, distance)).hit;
}

static bool is_ready(const Race *race, int car) {
    return race->battle.cars[car].reload == 0 && weapons_are_free(race, car);
}

/// Whether the shell of a driver who misjudges by `error` m hits car `other`, as he sees it.
static bool would_hit(const Race *race, int car, int other, float error) {
    float distance;
    return weapons_is_target(race, car, other) &&
           fabsf(miss_of(race, car, other, &distance) + error) < TARGET_HALF &&
           !wall_between(race, &race_bodies_const(race)[car], distance);
}

bool gunner_has_target(const Race *race, int car) {
    if (!race_is_battle(race) || !is_ready(race, car)) {
        return false;
    }
    for (int i = 0; i < race->car_count; i++) {
        if (would_hit(race, car, i, 0.0f)) {
            return true;
        }
    }
    return false;
}

/// Whether car `car` is one that all fire at sooner: the leader on laps; where the last car running
/// wins, where it does not matter who is ahead, one that has all its hits still to take.
static bool is_favourite(const Race *race, int car) {
    return race->battle_mode == BATTLE_LAST ? race->battle.cars[car].damage == 0
                                            : race_racers_const(race)[car].place == 1;
}

/// x how soon the driver of car `car` fires for the cars around it: who races in a pack has to mind
/// the traffic, who duels with one other has not.
static float attention(const Race *race, int car) {
    if (race->battle_mode == BATTLE_LAST) {
        return 1.0f;
    }
    vec2s at = race_bodies_const(race)[car].position;
    int count = 0;
    for (int i = 0; i < race->car_count; i++) {
        float apart2 = glms_vec2_distance2(race_bodies_const(race)[i].position, at);
        count += apart2 < CROWD_NEAR * CROWD_NEAR && weapons_is_target(race, car, i);
    }
    return 1.0f / (1.0f + CROWD_TAKES * (float)(count > 1 ? count - 1 : 0));
}

/// Whether the driver of car `car` fires a shell now.
static bool fires(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    if (!is_ready(race, car)) {
        return false;
    }
    const DriverParams *params = &racer->params;
    float guess = 2.0f * driver_form_dice(&racer->driver, race->tick / GUESS_TICKS, 12u) - 1.0f;
    float error = guess * MISJUDGED * (1.0f - params->consistency);
    float dice = driver_form_dice(&racer->driver, race->tick, 11u);
    float eager = CALM + (EAGER - CALM) * params->aggression;
    float minded = attention(race, car);
    for (int i = 0; i < race->car_count; i++) {
        float rate = eager * (is_favourite(race, i) ? LEADER_EAGER : minded);
        if (dice < rate * WEAPONS_THOUGHT_S && race->battle.cars[i].spared == 0 &&
            would_hit(race, car, i, error)) {
            return true;
        }
    }
    return false;
}

/// Whether the driver of car `car` sees car `other` ahead of it, so near that it may get it before
/// its muzzle.
static bool sees(const Race *race, int car, int other) {
    const Body *own = &race_bodies_const(race)[car];
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s);
    vec2s apart = glms_vec2_sub(race_bodies_const(race)[other].position, own->position);
    float along = glms_vec2_dot(apart, ahead), aside = glms_vec2_dot(apart, vec2_left(ahead));
    return along > 0.0f && along < HUNT_SIGHT && fabsf(aside) < HUNT_CONE * along &&
           !wall_grid_ray(&race->data->walls, own->position, apart).hit;
}

float gunner_pace(const Race *race, int car) {
    if (race->battle_mode != BATTLE_LAST || race->phase != RACE_RUNNING) {
        return 1.0f;
    }
    if (race->battle.cars[car].spared > 0) {
        return EASE_PACE;
    }
    const Driver *driver = &race_racers_const(race)[car].driver;
    if (driver_form_dice(driver, race->tick / HUNT_TICKS, 13u) < 0.5f) {
        return 1.0f;
    }
    for (int i = 0; i < race->car_count; i++) {
        if (weapons_is_target(race, car, i) && sees(race, car, i)) {
            return 1.0f;
        }
    }
    return HUNT_PACE;
}

void gunner_act(const Race *race, int car, CarInput *input) {
    bool loaded = race->battle.cars[car].left > 0;
    if (loaded && items_drop(race, car)) {
        input->flags |= CAR_INPUT_FIRE;
        input->brake = input->brake > DROP_BRAKE ? input->brake : DROP_BRAKE + 1;
    } else if (!(loaded && input->brake > DROP_BRAKE) && fires(race, car)) {
        input->flags |= CAR_INPUT_FIRE; // with the brake held that would drop something
    }
}
