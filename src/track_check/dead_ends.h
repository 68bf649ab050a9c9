/// Dead ends among the walls that a car can slide into but not drive out of.
///
/// A car backs out the way it drove in: every arc can be driven both ways, so that driving alone
/// leads into no dead end, and on paper small enough moves to and fro lead out of any place that is
/// connected to the road (Laumond, Feasible trajectories for mobile robots, 1986). A car that is
/// thrown sideways gets where it fits, though, and nobody moves a car by the centimetre. A dead end
/// is a place where the car stands free, to which it can be moved from the open without turning,
/// and from which no moves of DEAD_END_STROKE m or more, ahead and back, straight or at full lock,
/// lead to the open: to places that a race reaches and where a car can turn round on the spot.
#pragma once

#include "track/track.h"

#define DEAD_END_STROKE 0.4f ///< m, the shortest move that a driver is expected to make.

/// m on every side that a car has to spare in a dead end: no racer slides in where less is.
#define DEAD_END_SPARE 0.2f

/// A car, as far as it matters here.
typedef struct DeadEndCar {
    float length, width; ///< m, of the box around its hull.
    float to_axle;       ///< m, from the middle of that box back to the rear axle.
    float turn_radius;   ///< m, of the rear axle's middle at full lock.
} DeadEndCar;

/// W708 for dead ends of `track`, which has no errors, for `car`; at most DEAD_ENDS_MAX. Looks at
/// cells of half a metre and 16 headings of a box, and closely at what it finds: not every dead end
/// is found, least those that lie aslant and are hardly longer than the car. The answer depends on
/// the track and the car alone. Nothing is said of tracks of more than DEAD_ENDS_CELLS_MAX
/// cells. About 300 million instructions for a track of 1 to 2 km.
void dead_ends_check(const Track *track, const DeadEndCar *car, MessageList *messages);

enum {
    DEAD_ENDS_MAX = 10,
    DEAD_ENDS_CELLS_MAX = 1 << 24, ///< 2 km squared.
};
