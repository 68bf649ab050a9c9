/// Who listens, and how loud and from where a listener hears a thing.
///
/// All views share one stereo stream. A listener stands in the middle of each view. Its own car is
/// heard in full, from the middle of its view. Anything else is heard by the nearest listener
/// alone: the fainter the farther away, from the place that it has on the screen.
#pragma once

#include "race_state/race_state.h"

enum {
    LISTENERS_MAX = 4
};

#define LISTENER_OTHERS 0.5f   ///< Gain of other things at no distance: 6 dB below one's own car.
#define LISTENER_NEAR   15.0f  ///< m at which other things have half of that.
#define LISTENER_FADE   180.0f ///< m beyond which they fade ...
#define LISTENER_END    240.0f ///< ... until nothing of them is heard.
#define LISTENER_LEAN   0.4f ///< Pan of one's own car in a view that fills half of the screen, ...
#define LISTENER_WIDTH  0.8f ///< ... and of other things at an edge of the screen.
#define LISTENER_DUCK   0.8f ///< Gain of each other car below the one louder than it.

/// One view. Lengths in m, directions in world axes.
typedef struct Listener {
    vec2s at;         ///< What its middle shows.
    vec2s right;      ///< Unit: what is right on the screen.
    float half_width; ///< m from its middle to its left or right edge, > 0.
    float side;       ///< Its middle on the screen: -1 at the left edge, 0 in the middle, 1 right.
    float share;      ///< Of the screen's width that it takes.
    int car;          ///< Whose driver listens; -1: nobody's.
} Listener;

/// How a thing is heard. The zero value is not at all.
typedef struct Hearing {
    float gain; ///< 0 to 1
    float pan;  ///< -1 left, 0 middle, 1 right
    bool own;   ///< It belongs to the car of a listener.
} Hearing;

/// How the things at `position` are heard that belong to car `car` (-1: to none). Of several
/// listeners who share a car the first counts.
Hearing listeners_hear(const Listener *listeners, int count, vec2s position, int car);

/// Ducks cars by rank: the loudest of those that are nobody's own keeps its gain, each next one has
/// LISTENER_DUCK of what it would have had after the one before. Own cars share the power of one,
/// so that two or four of them are as loud as one. Equal ones rank by index. O(count^2)
void listeners_duck(Hearing *cars, int count);

/// Gains of left and right. Their squares add up to gain^2 wherever it is (constant power).
typedef struct StereoGain {
    float left, right;
} StereoGain;

StereoGain hearing_stereo(Hearing hearing);
