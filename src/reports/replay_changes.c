#include "reports/replay_changes.h"

#include "base/print.h"
#include "session/setup.h"

#include <stdio.h>
#include <string.h>

enum {
    ONE_GO_TICKS = RACE_TICKS_PER_SECOND / 2, ///< Numbers that change faster are one change.
    TEXT_MAX = 400
};

/// A change as it is told.
typedef struct Told {
    double t_s; ///< s since GO, when it was done with.
    int car;    ///< From 0.
    int setup;  ///< 0 = A, 1 = B; -1 a place.
    char text[TEXT_MAX];
} Told;

/// Walks through the changes of a replay.
typedef struct Walk {
    const Replay *replay;
    const Session *session;
    int next;
    CarParams now[RACE_MAX_CARS];
} Walk;

static Walk walk_make(const Replay *replay, const Session *session) {
    Walk walk = {.replay = replay, .session = session};
    for (int i = 0; i < replay->info.def.car_count; i++) {
        walk.now[i] = session->models[i].params;
    }
    return walk;
}

static bool goes_on(const ReplayChange *a, const ReplayChange *b) {
    return b->kind == REPLAY_NUMBERS && b->car == a->car && b->setup == a->setup &&
           b->tick - a->tick < ONE_GO_TICKS;
}

/// All that was done in one go from change `walk->next` on.
static const ReplayChange *take_numbers(Walk *walk, CarParams *now) {
    const ReplayChange *last;
    do {
        CarFile car;
        MessageList messages = {0};
        last = &walk->replay->changes[walk->next++];
        if (car_file_read(last->text, strlen(last->text), "", now, &car, &messages)) {
            *now = car.params;
        }
    } while (walk->next < walk->replay->change_count &&
             goes_on(last, &walk->replay->changes[walk->next]));
    return last;
}

static bool walk_next(Walk *walk, Told *told) {
    while (walk->next < walk->replay->change_count) {
        const ReplayChange *change = &walk->replay->changes[walk->next];
        told->car = change->car;
        if (change->kind == REPLAY_CAR) {
            walk->next++;
            setups_differences(&walk->session->cars[change->car].params,
                               &walk->session->models[change->car].params, SETUP_NAMES, told->text,
                               sizeof told->text);
        } else if (change->kind == REPLAY_NUMBERS) {
            CarParams *now = &walk->now[change->car], before = *now;
            change = take_numbers(walk, now);
            setups_differences(&before, now, SETUP_NAMES, told->text, sizeof told->text);
        } else if (change->kind == REPLAY_JOIN) {
            walk->next++;
            snprintf(told->text, sizeof told->text, "joins");
        } else {
            walk->next++;
            snprintf(told->text, sizeof told->text, "put at [%.2f, %.2f]",
                     (double)change->position.x, (double)change->position.y);
        }
        told->setup = change->kind == REPLAY_NUMBERS ? change->setup : -1;
        told->t_s = ((double)change->tick - (double)walk->session->race->start_tick) /
                    (double)RACE_TICKS_PER_SECOND;
        if (change->kind != REPLAY_BEST && told->text[0]) { // a slider may come back
            return true;
        }
    }
    return false;
}

void replay_changes_print(const Replay *replay, const Session *session) {
    Walk walk = walk_make(replay, session);
    Told told;
    for (bool first = true; walk_next(&walk, &told); first = false) {
        char letter[16] = "";
        if (told.setup >= 0) {
            snprintf(letter, sizeof letter, " set-up %c:", 'A' + told.setup);
        }
        print("%-12s t_s %.3f, car %d:%s %s\n", first ? "changed" : "", told.t_s, told.car + 1,
              letter, told.text);
    }
}

void replay_changes_json(Json *json, const Replay *replay, const Session *session) {
    Walk walk = walk_make(replay, session);
    Told told;
    json_array(json, "changes");
    while (walk_next(&walk, &told)) {
        char letter[2] = {(char)('A' + told.setup), '\0'};
        json_object(json, NULL);
        json_number(json, "t_s", told.t_s, 4);
        json_integer(json, "car", told.car + 1);
        json_text(json, "variant", told.setup >= 0 ? letter : NULL);
        json_text(json, "what", told.text);
        json_end_object(json);
    }
    json_end_array(json);
}
