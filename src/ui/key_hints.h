/// Which key does what, on a small plate in its driver's own view, with a line that tells him which
/// car is his.
#pragma once

#include "ui/hud.h"

enum {
    KEY_HINTS_ACTIONS = 5, ///< Gas, steering, brake, handbrake, fire.
    KEY_HINTS_SIDES = 5,   ///< Bottom middle; then left and right, low and high.
    KEY_HINTS_PLACES = 10, ///< The same again with a smaller plate.
};

typedef struct KeyHints {
    const char *gas, *brake, *left, *right, *handbrake; ///< Labels of the keys.
    const char *title;                                  ///< "P2: you are yellow"; NULL none.
    uint32_t color;                                     ///< Of the car, beside the title.
    bool brief;                     ///< Without the handbrake, in a row where that fits.
    float faded[KEY_HINTS_ACTIONS]; ///< 0: seen as well as the plate; 1: gone, and takes no room.
    const char *fire;               ///< Label of that key in a battle; NULL: it is none.
} KeyHints;

/// What a driver still has to be told. Each action goes as soon as he has used it, and stays gone
/// in later races. What he does not use goes after some seconds of driving. It comes back when his
/// car has stood for three seconds: whoever does not know the keys stands. The zero value is
/// hidden.
typedef struct KeyHintsTime {
    float shown_s;                   ///< s of driving for which the plate may stay.
    float still_s;                   ///< s for which the car has stood.
    float used_s[KEY_HINTS_ACTIONS]; ///< s of use; runs on by itself once that was enough.
} KeyHintsTime;

/// At the start of a race, and for somebody who joins: shown from now on, but for what was used.
void key_hints_time_start(KeyHintsTime *time);

/// Moves it on by `dt` s in which the car had `speed` (m/s) and got `input`. Not to be called in
/// the countdown, when no key drives.
void key_hints_time_step(KeyHintsTime *time, CarInput input, float speed, float dt);

/// Sets `hints->faded`, and returns how visible the plate is, 0 to 1: as long as there is an action
/// to show, or a title, which goes sooner. A brief one goes after half the time.
float key_hints_fade(const KeyHintsTime *time, KeyHints *hints);

/// Where the plate stands, px, and how its actions stand in it.
typedef struct KeyHintsArea {
    float x, y, width, height;
    float unit;  ///< px per px of a view 1080 px high: smaller where there is little room.
    int columns; ///< 1 to 3, at most one for each action that is left
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
