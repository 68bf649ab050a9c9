/// Which key does what, on a small plate in its driver's own view, with a line that tells him which
/// car is his.
#pragma once

#include "ui/hud.h"

enum {
    KEY_HINTS_SIDES = 5,   ///< Bottom middle; then left and right, low and high.
    KEY_HINTS_PLACES = 10, ///< The same again with a smaller plate.
};

typedef struct KeyHints {
    const char *gas, *brake, *left, *right, *handbrake; ///< Labels of the keys.
    const char *title;                                  ///< "P2: you are yellow"; NULL none.
    uint32_t color;                                     ///< Of the car, beside the title.
    bool brief; ///< Gas, brake and steering alone, in a row where that fits.
} KeyHints;

/// How long a driver sees the plate: until he has driven for three seconds. It comes back when his
/// car has stood for three seconds: whoever does not know the keys stands. The zero value is
/// hidden.
typedef struct KeyHintsTime {
    float shown_s; ///< s of driving for which it stays.
    float still_s; ///< s for which the car has stood.
} KeyHintsTime;

/// The time at the start of a race, and for somebody who joins.
KeyHintsTime key_hints_time_start(void);

/// Moves it on by `dt` s in which the car had `speed` (m/s). Not to be called in the countdown.
void key_hints_time_step(KeyHintsTime *time, float speed, float dt);

/// How visible the plate is, 0 to 1; a brief one goes after half the time.
float key_hints_alpha(const KeyHintsTime *time, bool brief);

/// Where the plate stands, px, and how its actions stand in it.
typedef struct KeyHintsArea {
    float x, y, width, height;
    float unit;  ///< px per px of a view 1080 px high: smaller where there is little room.
    int columns; ///< 1 to 3
} KeyHintsArea;

/// The plate at `place`, clear of the other parts of the HUD. Where the gap at the bottom is too
/// narrow, place 0 stands above it.
KeyHintsArea key_hints_area(const Font *font, const KeyHints *hints, const HudRoom *room,
                            int place);

/// The place that hides least of the road, of the cars as `view` shows them now, and of what is
/// `taken`, such as the digits of the countdown, each of which counts as a car. A plate too small
/// to be read counts as much as all of the road. Looks at all points of the car's racing line, 0.1
/// ms: for a car that stands, not for every frame.
int key_hints_place(const Canvas *canvas, const KeyHints *hints, const HudRoom *room,
                    const Race *race, const HudView *view, const HudTaken *taken);

/// Appends the plate; `alpha` 0 to 1.
void key_hints_draw(const Canvas *canvas, const KeyHints *hints, const KeyHintsArea *area,
                    float alpha);
