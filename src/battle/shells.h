/// Shells in flight: the shot, the way of a tick with both sides moving, and the blow of a hit.
#pragma once

#include "battle/battle_state.h"
#include "battle/shell_sweep.h"

/// The blow of a shell. Light things would fly off like shots themselves, so what it changes of
/// their speed is bounded.
#define SHELL_IMPULSE   1500.0f ///< N s
#define SHELL_KICK_CAR  2.0f    ///< m/s that a hit changes of a car's speed at most ...
#define SHELL_KICK_PROP 12.0f   ///< ... and of a prop's.

/// What shells fly among. Bodies are cars, then props and movers.
typedef struct ShellField {
    Body *bodies;           ///< As the step of the world has left them.
    const uint8_t *hull_of; ///< Of each body, in `hulls`.
    const Hull *hulls;
    int body_count, car_count;
    uint32_t ghosts; ///< Bit i: car i is a ghost, which no shell touches.
    const WallGrid *walls;
    Box bounds; ///< m: beyond them and one car more a shell is gone.
    uint32_t tick;
    float dt; ///< s
} ShellField;

/// Where the bodies near shells stood before the step of the world.
typedef struct ShellPoses ShellPoses;

/// m that anything near enough to a shell to matter may move in a tick, besides the shell itself.
#define SHELL_NEAR 3.0f

enum {
    SHELL_BODIES_MAX = 1100 ///< Cars, props and movers of a race.
};

struct ShellPoses {
    int count;
    uint16_t body[SHELL_BODIES_MAX]; ///< Ascending.
    Body before[SHELL_BODIES_MAX];
};

/// A blow on `body`, whose centre of gravity is at `place` just then: SHELL_IMPULSE at `point` (m),
/// unit `along`, but so that it changes the speed by `most` m/s at most. What is immovable takes
/// none.
void shell_blow(Body *body, vec2s place, vec2s point, vec2s along, float most);

/// Notes the poses of all bodies that a shell may meet in this tick. To be called before the step
/// of the world. O(bodies) where a shell flies, else O(cars).
void shells_watch(const BattleState *state, const ShellField *field, ShellPoses *out);

/// Fires a shell of car `car` from the middle of its nose, where it can: it is loaded, solid and in
/// control. Whether it did. To be called after shells_fly: the shell begins to fly with the next
/// tick.
bool shells_fire(BattleState *state, const ShellField *field, int car);

/// Moves all shells by a tick, in which the bodies went from `poses` to where they are. Hits are
/// settled in order of their time: a shell that has burst hits nothing more, and nothing hits it. A
/// body that is hit gets the blow at once, as an impulse at that point. What a hit does to a car
/// besides is the caller's to say: bit i of the answer is set where car i was hit, and
/// BattleCar.hit_by names the last firer. O(shells * bodies near)
uint32_t shells_fly(BattleState *state, const ShellField *field, const ShellPoses *poses);
