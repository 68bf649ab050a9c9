/// The cars of a race as they stand between two ticks, with their colours and shadows.
#pragma once

#include "race/race.h"
#include "render/car_picture.h"
#include "render/effects.h"
#include "vehicle/car_file.h"

enum {
    RACE_PICTURE_SEATS = 4,
    RACE_PICTURE_COLORS = 10,
};

/// Colours of seats 1 to 4, then of the AI cars, 0xRRGGBBAA. Any two differ by at least 20 (CIE76)
/// to all eyes, red-, green- and blue-blind ones too, and by 35 to most. Each has a contrast of at
/// least 3:1 to every asphalt. No colour has that on light ground (concrete, gravel, snow) as well:
/// there the dark outline sets a car off.
extern const uint32_t race_picture_colors[RACE_PICTURE_COLORS];

/// The usual look of car `car`: number car + 1 and one of the ten colours by turns, those of the
/// seats last. The pattern changes each time the colours start again, so that 40 cars differ.
CarLook race_picture_look(int car);

/// The pose of body `body` at `alpha` (0 to 1) between the ticks `before` and `now`, turning the
/// shorter way: of a car or, behind the cars, of a prop or mover. What was put elsewhere in between
/// (more than 3 m) is already there.
typedef struct BodyPose {
    vec2s position; ///< m
    float angle;    ///< rad, in [-pi, pi]
    vec2s velocity; ///< m/s
} BodyPose;
BodyPose race_picture_pose(const Race *before, const Race *now, int body, float alpha);

/// What is drawn of a race. All pointers are only read while it is drawn.
typedef struct RacePicture {
    const Race *before, *now; ///< The last two ticks, or one twice.
    float alpha;              ///< 0 to 1, between the two.
    const CarLook *looks;     ///< By car.
    const CarFile *cars;      ///< By car: how each kind looks; NULL: from its outline.
    const Effects *effects;   ///< What hits have left on the cars; NULL: nothing.
    Box seen;                 ///< m, what the view shows.
    bool night;               ///< Also where the track's theme is not the night.
} RacePicture;

/// Appends the cars in and near the view to a list in metres, about 500 vertices each; shadows
/// first, so that none falls on a car. list->feather should be what a pixel covers: small cars are
/// drawn larger, outlines are 2 of it wide, dark by day, light at night. Headlights shine at night
/// and, on tracks at dusk, faintly, up to the walls. Cars without contact (ghost_s > 0) are
/// translucent. In a battle shells are seen as well (battle_picture.h). `font` may be NULL: no
/// numbers. No allocation once the list has its size.
void race_picture_cars(DrawList *list, const Font *font, const RacePicture *picture);
