/// What a shell hits first in one tick: swept against cars, props, movers, walls and other shells,
/// with both sides moving.
///
/// A shell is a circle. Within a tick its centre, and the origin of each body, moves on a straight
/// line, and a body turns evenly between its two poses. This is how the world moves what it steps:
/// it holds velocity and spin for the tick. Against a body of constant acceleration a (m/s2) and
/// ticks of h s the straight line is off by at most a h^2 / 8, in the middle of the tick. At 240
/// ticks a second a car that brakes at 12 m/s2 is 0.03 mm off, a formula car at 40 m/s2 0.09 mm. At
/// 25 ticks a second these would be 2.4 and 8 mm. Turning is swept as it is: 2.5 m from the centre
/// of a car that spins at 10 rad/s, a is 250 m/s2, and straight lines would be off by 0.5 mm at 240
/// ticks a second and by 50 mm at 25. A spin that changes by 50 rad/s2 leaves 0.3 mm there at 240.
///
/// All is in the world's frame. Differences are taken in double, so 10 km from the origin costs no
/// digits beyond those of the coordinates themselves. Nothing allocates.
#pragma once

#include "collision/hull.h"
#include "collision/sweep.h"
#include "collision/wall_grid.h"
#include "dynamics/body.h"

/// m. More than a round of a tank, so that it is seen; less than a car is wide by a factor of 7, so
/// that aiming counts.
#define SHELL_RADIUS 0.12f

/// The path of one shell in one tick.
typedef struct ShellPath {
    vec2s from, to; ///< m, of its centre.
    bool fresh;     ///< It has not left the hull of its firer yet.
    vec2s ahead;    ///< Unit, where the muzzle points. Used while the shell is fresh.
} ShellPath;

/// Where a shell touches a target first. The zero value means that it does not.
typedef struct ShellHit {
    bool hit;
    float time;     ///< 0 to 1 of the tick.
    vec2s point;    ///< m, on the surface of the target.
    vec2s normal;   ///< Unit, out of the target, there.
    float distance; ///< m, from the surface to the shell's centre: SHELL_RADIUS, less where they
                    ///< overlap at the start, negative where the centre is inside.
} ShellHit;

typedef enum ShellTarget {
    SHELL_TARGET_BODY, ///< A car, prop or mover.
    SHELL_TARGET_WALL, ///< A piece of the wall grid.
    SHELL_TARGET_SHELL,
    SHELL_TARGET_MINE,
    SHELL_TARGET_COUNT
} ShellTarget;

// ---- sweeps -----------------------------------------------------------------------------------
//
// Common to all:
// - A target that the shell touches or overlaps at the start is hit at time 0. The point is then
//   the nearest on the target's surface, also where the shell's centre lies inside.
// - A fresh shell hits nothing behind the muzzle. The muzzle is a line as wide as the shell,
//   across `ahead`, through the shell's centre at the start. Of what the shell overlaps at the
//   start, it hits what crosses that line or lies ahead of it. A target that it touches later, at
//   a point behind the line, is not hit in this tick.

/// Sweeps against a circle of `radius` m that moves evenly from `from` to `to`: another shell (give
/// SHELL_RADIUS), or a thing that turns about its own middle. A quadratic in time
/// (circle_sweep_circle). Equal velocities are no special case: nothing is divided by their
/// difference, and only what overlaps at the start is hit.
ShellHit shell_sweep_circle(const ShellPath *path, vec2s from, vec2s to, float radius);

/// Sweeps against the pieces of a body that moves and turns by `motion`. A hull of one circle
/// around the body's origin (cone, barrel, tyre stack) is swept as that exact circle.
///
/// Conservative advancement of the shell's centre towards each convex piece, in double. With the
/// gap g along the unit normal n from the nearest point of the piece, in the frame of the body, the
/// centre q cannot have reached the piece before h with g + h n.q' - A h^2 / 2 = 0. A bounds |q''|:
/// 2 |turn| |move| + turn^2 |q|. That is Newton's method from the safe side, so no hit goes
/// unreported. Of 100,000 random ticks (tests/test_shell_sweep.c) 94 % of the hits took 1 to 4
/// advances, and none more than 12. The gap at a hit is at most 1e-7 m.
///
/// sweep_motion (collision/) stops 1e-4 m before the surface. With it 1 in 250 hits of the same
/// test came more than a step of its reference too early (a thousandth of a tick or less), and
/// those that nearly graze up to 768 steps. Source: Mirtich (1996), section 2.3.2. O(edges) for
/// each advance.
ShellHit shell_sweep_hull(const ShellPath *path, const Hull *hull, Motion motion);

/// The motion of a body from the pose `before` a tick to that `after` it. It turns the short way:
/// angles of bodies are wrapped into [-pi, pi].
Motion shell_motion_of(const Body *before, const Body *after);

/// Sweeps against all walls: goes through the cells along the path, however long it is. Ties are as
/// in shell_first_offer. Inside a wall the point is the nearest on the surface of that piece. Seams
/// between pieces are no surface. `piece` (may be NULL) is whose hit it is, -1 for none.
ShellHit shell_sweep_walls(const ShellPath *path, const WallGrid *grid, int *piece);

// ---- the first of many ------------------------------------------------------------------------

/// The hit nearest to the muzzle of those offered so far. Start with the zero value.
typedef struct ShellFirst {
    ShellHit hit;
    ShellTarget target;
    int index; ///< Body, piece of wall, shell, or hazard.
} ShellFirst;

/// Keeps `hit` where it is earlier than the one before. A shell flies straight on, so the earliest
/// is the nearest to the muzzle. Of equal times (mostly the start) the lower `distance` wins, then
/// the lower target, then the lower index: the order of offers does not count.
void shell_first_offer(ShellFirst *first, ShellHit hit, ShellTarget target, int index);

// ---- the firer --------------------------------------------------------------------------------

/// Whether a shell on this path may hit body `body`. A fresh shell spares body `firer`.
static inline bool shell_may_hit(const ShellPath *path, int firer, int body) {
    return !path->fresh || body != firer;
}

/// Whether the shell is still fresh after this tick: it was, and at the end it still touches the
/// hull of its firer, which moves by `motion`. A shell that starts clear of its firer is fresh for
/// one tick. One that is out and in again at the end of the tick has not left: on straight lines
/// that takes a firer whose turning catches up with its shell.
bool shell_stays_fresh(const ShellPath *path, const Hull *firer, Motion motion);
