/// Forces, slip and contacts as lines over the cars: what the model feels, made visible.
///
/// From each wheel its force (green well below the limit, amber near it, red beyond): a quarter of
/// the car's weight is a metre and a half long, or 38 px where that is more; thin lines where the
/// wheel points (white) and where it goes (blue), so that the angle between them is the slip angle.
/// From each contact its normal (yellow), the impulse along it, and the push that parts the two
/// (magenta, 20 times as long as it is).
#pragma once

#include "race/race.h"
#include "render/draw_list.h"

enum {
    FORCE_MARKS = 64
};

/// A contact, remembered for a moment: most last a tick or two and no picture would show them.
typedef struct ForceMark {
    vec2s at, normal; ///< m, world; unit, away from what was hit.
    float impulse;    ///< N s
    float depth;      ///< m, before the push.
    float left_s;     ///< s until it is gone.
} ForceMark;

/// A ring of them. The zero value is empty.
typedef struct ForceMarks {
    ForceMark marks[FORCE_MARKS];
    int next;
} ForceMarks;

/// Remembers the contacts of the race's last step; to be called after each.
void force_marks_tick(ForceMarks *marks, const Race *race);

/// Lets `dt` s pass.
void force_marks_frame(ForceMarks *marks, float dt);

/// Appends the lines of all cars and marks to a list in metres, over the cars of race_picture_cars
/// with the same `before`, `now` and `alpha`. list->feather: what a pixel covers.
void force_picture(DrawList *list, const ForceMarks *marks, const Race *before, const Race *now,
                   float alpha);
