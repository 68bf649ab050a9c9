/// Shells in flight, and the cars that one of them has spun out.
#pragma once

#include "race/race.h"
#include "render/car_picture.h"
#include "render/draw_list.h"

/// Where the shell of car `car` is seen at `alpha` (0 to 1) between the ticks `before` and `now`.
typedef struct ShellPicture {
    bool shown;
    vec2s tip, tail; ///< m: never beyond where it has burst, never behind where it was fired.
    float width;     ///< m: less over the last quarter of its range, as it drops ...
    float strength;  ///< ... and fades: 1 to 0.
} ShellPicture;
ShellPicture battle_picture_shell(const Race *before, const Race *now, int car, float alpha);

/// What is drawn of a battle; as in RacePicture (race_picture.h).
typedef struct BattlePicture {
    const Race *before, *now;
    float alpha;
    const CarLook *looks; ///< By car.
    Box seen;             ///< m, what the view shows.
} BattlePicture;

/// Appends the shells in and near the view to a list in metres, each in the colour of its firer's
/// car; nothing where the race is no battle.
void battle_picture_shells(DrawList *list, const BattlePicture *picture);

/// Over car `car` of `now`, drawn at `at` (m), while it is spun out: a cross, and a ring in `color`
/// that runs out until it is back.
void battle_picture_out(DrawList *list, const Race *now, int car, vec2s at, uint32_t color);
