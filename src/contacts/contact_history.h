/// The contacts of the last seconds of a race, tick by tick, so that one can be looked at after it
/// is over: bodies and contacts as the world had them.
#pragma once

#include "race/race.h"

enum {
    HISTORY_TICKS_MAX = 5 * RACE_TICKS_PER_SECOND, ///< 5 s ...
    HISTORY_TICKS_MIN = RACE_TICKS_PER_SECOND / 2, ///< ... or less where bodies are many.
    HISTORY_BYTES = 16 << 20,                      ///< Of room, as far as HISTORY_TICKS_MIN allows.
    HISTORY_CONTACTS_MAX = 48, ///< Of a tick; of more those that touch come first.
    HISTORY_TOUCHES_MAX = 64,
    HISTORY_BREAK = RACE_TICKS_PER_SECOND / 20, ///< Ticks apart by which a touch is another one.
};

/// A ring of ticks. An owner; ended by contact_history_destroy. The zero value is empty.
typedef struct ContactHistory {
    unsigned char *blocks;
    size_t stride;  ///< Bytes of a tick.
    int body_count; ///< Of the races that it has room for.
    int capacity, oldest, count;
} ContactHistory;

/// Two bodies, or a body and a wall, while they touch.
typedef struct ContactTouch {
    int a;          ///< Body.
    int b;          ///< Body, CONTACT_WALL for a wall.
    int wall;       ///< Of a wall: which of the track.
    uint32_t first; ///< Ticks: the first and the last in which they touch, ...
    uint32_t last;
    uint32_t hardest; ///< ... and that of the largest impulse.
    float impulse;    ///< N s, the largest of a tick.
    vec2s at;         ///< m, where it was.
} ContactTouch;

/// A tick of the history. Lives until the next one is noted.
typedef struct HistoryTick {
    const Body *bodies; ///< After the step.
    const Contact *contacts;
    int contact_count;
} HistoryTick;

void contact_history_destroy(ContactHistory *history);

/// Forgets all ticks.
void contact_history_clear(ContactHistory *history);

/// Notes the race's last step; to be called after each. Ticks that do not follow the last one, as
/// after a rewind, forget what does not fit: later ticks, or all. O(bytes of bodies).
void contact_history_tick(ContactHistory *history, const Race *race);

/// The numbers of the first and the last tick that are kept: the value of Race.tick after the step.
/// False where there is none.
bool contact_history_span(const ContactHistory *history, uint32_t *first, uint32_t *last);

/// The tick of this number, which is kept.
HistoryTick contact_history_at(const ContactHistory *history, uint32_t tick);

/// Writes what has touched, the latest first, at most `max`; returns how many. `race`: that which
/// was noted. O(ticks).
int contact_history_touches(const ContactHistory *history, const Race *race, ContactTouch *out,
                            int max);
