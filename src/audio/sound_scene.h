/// What a race gives to hear: what each car sounds of now, and what has happened since the last
/// look. A plain value that goes to the mixer.
///
/// sound_watch_tick follows the race step by step, as render/effects.h does for the picture. It is
/// pure: the race stays as it is, to the bit, and nothing is allocated.
#pragma once

#include "audio/contact_watch.h"
#include "audio/race_cues.h"

enum {
    SOUND_IMPACTS_MAX = 48
};

/// One wheel on its ground.
typedef struct SoundWheel {
    uint8_t surface; ///< SurfaceIndex: of one that a track made itself, the most like it.
    float load;      ///< N
    float speed;     ///< m/s over the ground.
    float slip;      ///< m/s between tread and ground.
    float power;     ///< W that sliding takes; 0 below the peak of grip.
    float use;       ///< Share of the peak slip, above 1 = sliding.
} SoundWheel;

typedef struct SoundCar {
    vec2s at;       ///< m
    float speed;    ///< m/s
    float rpm;      ///< 1/min
    float throttle; ///< 0 to 1; 0 while a shift parts engine and wheels.
    bool shifts;
    bool limited; ///< The limiter cuts.
    bool horn;
    SoundWheel wheels[CAR_WHEELS];
    Scrape scrape; ///< The strongest since the last look.
} SoundCar;

typedef struct SoundScene {
    SoundCar cars[RACE_MAX_CARS];
    int car_count;
    Impact impacts[SOUND_IMPACTS_MAX]; ///< Since the last look; of too many the first.
    int impact_count;
    CueList cues; ///< Likewise.
} SoundScene;

/// What is remembered from tick to tick. The zero value has seen nothing.
typedef struct SoundWatch {
    SoundScene scene;
    ContactWatch contacts;
    RaceCues cues;
    uint32_t jumps; ///< Times that the race was another one, or at another moment.
    uint32_t tick;
    bool begun;
} SoundWatch;

/// To be called after each step of the race, and whenever it has become another one. `events`: of
/// this race, NULL where nobody follows them. `people`: bits of the cars that people drive.
void sound_watch_tick(SoundWatch *watch, const Race *race, const EventList *events,
                      uint32_t people);

/// The scene as the race stands now, with all that has happened since the last look. What happens
/// next is of the next look. A race that has become another one without a step is noticed too.
SoundScene sound_watch_look(SoundWatch *watch, const Race *race);
