/// The parts of an AI driver: what it sees of its own car, how it steers, how fast it goes, and
/// when it attacks. Only driver.c and the files of these parts include this.
#pragma once

#include "base/scalar.h"
#include "drivers/traffic.h"

#define DRIVER_DT (RACE_DT * (float)RACE_AI_TICKS) ///< s from thought to thought.

/// The look-ahead is the shortest that does not weave at top speed.
#define DRIVER_LOOKAHEAD_BASE 3.0f  ///< m
#define DRIVER_LOOKAHEAD_TIME 0.26f ///< s

#define DRIVER_MOVE_OFF 3.0f ///< m/s below which a car moves off.
#define DRIVER_STRAIGHT 0.3f ///< Share of the grip aside up to which a stretch is straight.

/// What a driver makes of its numbers here: shares of the line's plan.
typedef struct DriverPace {
    float corners, braking, throttle;
} DriverPace;

/// What the driver sees of its own car.
typedef struct DriverView {
    const RacingLine *line;
    const CarModel *model;
    const Car *car;
    const Body *body;
    const Surface *ground; ///< Under the better of the front wheels.
    int point;             ///< Nearest of the line.
    float spacing;         ///< m from a point of the line to the next, about.
    float s;               ///< m along it.
    float offset;          ///< m left of it.
    float speed;           ///< m/s
    float along;           ///< m/s forward in the car.
    float grip;            ///< m/s2 aside that both axles hold at this speed.
    DriverPace pace;
    bool dive; ///< It brakes late to get past.
} DriverView;

/// A place on the line: between point `i` and the next.
typedef struct LinePlace {
    int i;
    float t;
} LinePlace;

/// How fast to go a moment from now (m/s), and the acceleration (m/s2) that the profile has there.
typedef struct DriverWanted {
    float speed, gain;
    bool follows; ///< That fast for others on the road.
} DriverWanted;

// driver_view.c

/// What car `car`'s driver sees of it.
DriverView driver_observe(const Race *race, int car);

/// Side acceleration (m/s2) that axle `axle` (0 front, 1 rear) holds at `speed`, on asphalt and
/// without what load transfer takes.
float driver_axle_grip(const CarModel *model, int axle, float speed);

/// The place `ahead` m (0 or more) further along the line.
LinePlace driver_place_ahead(const DriverView *view, float ahead);

/// `lane`, as far as there is room for it at `point`.
static inline float driver_lane_at(const LinePoint *point, float lane) {
    return float_clamp(lane, -point->right, point->left);
}

/// The point of `lane` at `place`.
vec2s driver_lane_point(const DriverView *view, LinePlace place, float lane);

// driver_steer.c

/// Where to steer to: the lane some way ahead, round walls for a car that has left its line.
vec2s driver_lookahead(const DriverView *view, const WallGrid *walls, float lane);

/// Whether a wall stands right before the nose.
bool driver_faces_wall(const DriverView *view, const WallGrid *walls);

/// Angle (rad) at which `target` lies off the nose, left positive.
float driver_bearing(const DriverView *view, vec2s target);

/// Road-wheel angle (rad) towards `target`, which lies at `bearing` off the nose.
float driver_steer_angle(const DriverView *view, vec2s target, float bearing);

// driver_speed.c

/// What the driver's own plan is at point `i` of the line, squared (m2/s2); `slows`: the line does.
float driver_own_speed2(const DriverView *view, int i, bool slows);

/// Whether the line slows for a corner here.
bool driver_brakes(const DriverView *view);

/// How fast to go in `lane`, at most `most` m/s.
DriverWanted driver_wanted_speed(const DriverView *view, float lane, float most);

/// Gas and brake towards `wanted`.
void driver_set_pedals(const DriverView *view, DriverWanted wanted, CarInput *input);

// driver_attack.c

enum {
    DEFENCE_NONE = 2, ///< Of Driver.defence: it leaves the inside open.
};

/// Looks at the corner that the car is in or comes to, and decides whether to attack who is ahead:
/// fills `inside`, `turning`, `leaving`, `keen` and `attack` of `seen`, and counts how long the car
/// has followed. `ahead_s` and `behind_s`: s to the cars ahead and behind. Who attacks brakes
/// later.
void driver_attack(const Race *race, Racer *racer, bool braking, const TrafficGaps *gaps,
                   DriverView *view, TrafficView *seen);
