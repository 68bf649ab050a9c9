#include "base/scalar.h"
#include "drivers/driver_form.h"
#include "drivers/driver_parts.h"

#include <float.h>
#include <math.h>

#define NEAR_TIME    1.5f  ///< s to a rival within which a driver looks at the next corner.
#define CORNER_SIGHT 5.0f  ///< s
#define TURN_IN      0.70f ///< Share of the grip from which on the corner has begun ...
#define TURN_OUT     0.50f ///< ... and below which it is over.
#define LEAVING      0.01f ///< Share by which the speed rises over two points on the way out.
#define ASIDE        0.8f  ///< m inside the line from which on a corner may be used to pass.
#define ATTACK_TIME  1.0f  ///< s to the car ahead within which it is followed.
#define ATTACK_LASTS 12.0f ///< s
#define PATIENCE     2.0f  ///< s for which the most patient driver follows before it attacks.
/// x the distances from which a driver attacks: without aggression, and what all of it adds.
#define BOLD_LEAST  0.7f
#define BOLD_GAIN   0.6f
#define DEFEND_TIME 0.6f ///< s by which the car behind follows.
/// m behind its tail from which a late braker gets half beside: a base, what late braking adds, and
/// s of what it is faster.
#define DIVE_BASE  1.0f
#define DIVE_REACH 3.0f
#define DIVE_CLOSE 0.8f
/// s that a driver stays behind who is ahead: on the straight close to its tail, for corners so
/// far that it need not wait for it there and gets a run at it on the way out.
#define FOLLOW_STRAIGHT 0.06f
#define FOLLOW_CORNER   0.15f
#define DIVE_LEAST      0.15f ///< Share by which a driver brakes harder to get past ...
#define DIVE_GAIN       0.25f ///< ... and what late braking adds.

/// m to who is ahead within which the driver leaves the slipstream: while braking, and else a base
/// and s of its speed.
#define ATTACK_BRAKING 10.0f
#define ATTACK_BASE    2.0f
#define ATTACK_AHEAD   0.2f

/// Acceleration aside (m/s2) that the line takes at `at`.
static float side_use(const LinePoint *at) { return fabsf(at->curvature) * at->speed * at->speed; }

/// Whether the corner takes so much of the grip that the driver uses that it is too late to attack:
/// who is held up has some left.
static bool is_turning(const DriverView *view) {
    const LinePoint *at = &view->line->points[view->point];
    float use = fabsf(at->curvature) * view->speed * view->speed / view->grip;
    return use > TURN_IN * view->pace.corners * view->pace.corners;
}

/// Whether the car drives out of a corner: who leaves the line here loses what it gains.
static bool is_leaving(const DriverView *view) {
    const LinePoint *at = &view->line->points[view->point];
    const LinePoint *next = &view->line->points[racing_line_index(view->line, view->point + 2)];
    return next->speed > (1.0f + LEAVING) * at->speed &&
           side_use(at) > DRIVER_STRAIGHT * view->grip;
}

/// Side of the corner that the car is in, or else of the first one ahead; 1 left, 0 none in sight.
/// One that it already drives out of is behind.
static int next_corner(const DriverView *view, bool turning) {
    enum {
        SAMPLES = 12
    };
    const RacingLine *line = view->line;
    int step = 1 + (int)(CORNER_SIGHT * view->speed / view->spacing / (float)SAMPLES);
    bool out = !turning;
    for (int i = 0; i <= SAMPLES; i++) {
        const LinePoint *at = &line->points[racing_line_index(line, view->point + i * step)];
        bool corner = side_use(at) > TURN_OUT * view->grip;
        if (corner && (i == 0 || out)) {
            return at->curvature > 0.0f ? 1 : -1;
        }
        out = out || !corner;
    }
    return 0;
}

/// Counts how long the car follows another. True once that has been long enough to attack; an
/// attack that leads to nothing ends after a while.
static bool follow_time(Racer *racer, float ahead_s) {
    Driver *driver = &racer->driver;
    driver->behind_s = ahead_s < ATTACK_TIME ? driver->behind_s + DRIVER_DT : 0.0f;
    float wait = PATIENCE * racer->params.patience;
    if (driver->behind_s > wait + ATTACK_LASTS) {
        driver->behind_s = 0.0f;
    }
    return driver->behind_s > wait;
}

/// Decides once before a corner whether to close its inside to who follows: one move, no weaving.
static void defend(const Race *race, Racer *racer, const TrafficView *seen, float behind_s) {
    Driver *driver = &racer->driver;
    if (seen->turning || seen->inside == 0) {
        driver->defence = 0;
    } else if (driver->defence == 0 && !seen->leaving && behind_s < DEFEND_TIME) {
        bool closes = driver_form_dice(driver, race->tick, 5u) < racer->params.defence;
        driver->defence = closes ? (int8_t)seen->inside : DEFENCE_NONE;
    }
}

void driver_attack(const Race *race, Racer *racer, bool braking, const TrafficGaps *gaps,
                   DriverView *view, TrafficView *seen) {
    bool keen = follow_time(racer, gaps->ahead_s) && !gaps->lapped;
    seen->follow = FOLLOW_STRAIGHT;
    if (gaps->ahead_s > NEAR_TIME && gaps->behind_s > NEAR_TIME) {
        return;
    }
    seen->turning = is_turning(view);
    seen->inside = next_corner(view, seen->turning);
    bool aside = racer->driver.lane * (float)seen->inside > ASIDE;
    seen->leaving = is_leaving(view) || (seen->turning && !aside);
    defend(race, racer, seen, gaps->lapped ? FLT_MAX : gaps->behind_s);
    seen->keen = keen && !seen->leaving && !seen->start;
    float bold = BOLD_LEAST + BOLD_GAIN * racer->params.aggression;
    if (seen->keen) {
        seen->attack = bold * (braking ? ATTACK_BRAKING : ATTACK_BASE + ATTACK_AHEAD * view->speed);
    }
    float reach = DIVE_BASE + DIVE_REACH * racer->params.late_braking;
    view->dive = seen->keen && !seen->turning && seen->inside != 0 &&
                 gaps->clear < bold * reach + DIVE_CLOSE * gaps->closing;
    if ((braking || seen->turning) && !view->dive) {
        seen->follow = FOLLOW_CORNER;
    }
    if (view->dive) {
        view->pace.braking *= 1.0f + DIVE_LEAST + DIVE_GAIN * racer->params.late_braking;
    }
}
