#include "game_state/race_notes.h"

#include "base/assert.h"
#include "ui/palette.h"

#include <stdio.h>
#include <stdlib.h>

#define CHANCE_WITHIN 40.0f ///< m to who is ahead within which its mistake is a chance.

/// The events of a step that concern one car; NULL: there is none.
typedef struct Concerns {
    const RaceEvent *photo, *fastest, *lead;
    const RaceEvent *hit, *taken;   ///< A shell of its driver hits, one hits its car.
    const RaceEvent *shot_out;      ///< A shell spins a car out.
    const RaceEvent *worn;          ///< Its own car wears out, or another one to its end.
    const RaceEvent *out;           ///< Somebody, perhaps its own driver, has dropped out.
    const RaceEvent *passed, *lost; ///< The first pass of its driver, and of another over it.
    int passed_count, lost_count;
    const RaceEvent *mistake; ///< Of the driver right ahead.
} Concerns;

/// Whether `event` is a mistake of who is one place ahead and in reach: a chance to pass.
static bool is_chance(const Race *race, const RaceEvent *event, int car) {
    const Racer *racers = race_racers_const(race);
    const Body *bodies = race_bodies_const(race);
    return event->kind == EVENT_MISTAKE && racers[event->car].place + 1 == racers[car].place &&
           glms_vec2_distance(bodies[event->car].position, bodies[car].position) < CHANCE_WITHIN;
}

static Concerns concerns_of(const EventList *list, const Race *race, int first, int car) {
    Concerns out = {0};
    for (int i = first; i < list->count; i++) {
        const RaceEvent *event = &list->items[i];
        bool own = event->car == car, other = event->other == car;
        if (event->kind == EVENT_KNOCKOUT && (own || other || race->battle_mode == BATTLE_LAST)) {
            out.shot_out = event;
        } else if ((event->kind == EVENT_SHELL_HIT || event->kind == EVENT_MINE_HIT) && own &&
                   !other) {
            out.hit = event;
        } else if ((event->kind == EVENT_SHELL_HIT || event->kind == EVENT_MINE_HIT) && other) {
            out.taken = event;
        } else if (event->kind == EVENT_WORN && (own || event->value >= BATTLE_HITS_OUT)) {
            out.worn = out.worn && out.worn->car == car ? out.worn : event;
        } else if (event->kind == EVENT_ELIMINATED) {
            out.out = event;
        } else if (event->kind == EVENT_PHOTO_FINISH && (own || other)) {
            out.photo = event;
        } else if (event->kind == EVENT_FASTEST_LAP && own) {
            out.fastest = event;
        } else if (event->kind == EVENT_LEAD && own) {
            out.lead = event;
        } else if (event->kind == EVENT_PASS && own) {
            out.passed = out.passed ? out.passed : event;
            out.passed_count++;
        } else if (event->kind == EVENT_PASS && other) {
            out.lost = out.lost ? out.lost : event;
            out.lost_count++;
        } else if (is_chance(race, event, car)) {
            out.mistake = event;
        }
    }
    return out;
}

/// " and 2 more"; "" for none.
static const char *more_text(int more, char out[24]) {
    out[0] = '\0';
    if (more > 0) {
        snprintf(out, 24, " and %d more", more);
    }
    return out;
}

/// The same of who wears out.
static bool worn_note_of(const Concerns *seen, int car, const char *const *names, Notice *out,
                         int *marked) {
    const RaceEvent *event = seen->worn;
    bool other_first = seen->shot_out != NULL || seen->taken != NULL || seen->hit != NULL;
    if (event == NULL || (event->car != car && other_first)) {
        return false;
    }
    *marked = event->car;
    if (event->value >= BATTLE_HITS_OUT) {
        snprintf(out->text, sizeof out->text, "%s hit nobody and %s out",
                 event->car == car ? "You" : names[event->car], event->car == car ? "are" : "is");
    } else {
        snprintf(out->text, sizeof out->text, "You hit nobody and wear out (%.0f of %d)",
                 (double)event->value, BATTLE_HITS_OUT);
    }
    return true;
}

/// The same of shells and mines.
static bool battle_note_of(const Concerns *seen, int car, const char *const *names, Notice *out,
                           int *marked) {
    const RaceEvent *event = seen->shot_out ? seen->shot_out
                             : seen->taken  ? seen->taken
                                            : seen->hit;
    if (event == NULL) {
        return false;
    }
    bool own = event->car == car, suffers = event->other == car;
    const char *who = names[event->car], *whom = names[event->other];
    *marked = own ? event->other : event->car;
    if (event == seen->shot_out) {
        snprintf(out->text, sizeof out->text, "%s %s %s out", own ? "You" : who,
                 own ? "spin" : "spins", suffers ? "you" : whom);
    } else {
        snprintf(out->text, sizeof out->text, "%s %s %s (%.0f of %d)", own ? "You" : who,
                 own ? "hit" : "hits", suffers ? "you" : whom, (double)event->value,
                 BATTLE_HITS_OUT);
    }
    return true;
}

/// The line for a driver, and the car that it tells of. False where there is nothing to say.
static bool note_of(const Concerns *seen, int car, const char *const *names, Notice *out,
                    int *marked) {
    char more[24];
    *marked = car;
    if (worn_note_of(seen, car, names, out, marked) ||
        battle_note_of(seen, car, names, out, marked)) {
        return true;
    }
    if (seen->out) {
        *marked = seen->out->car;
        snprintf(out->text, sizeof out->text, *marked == car ? "You are out" : "%s is out",
                 names[*marked]);
    } else if (seen->photo) {
        bool first = seen->photo->car == car;
        *marked = first ? seen->photo->other : seen->photo->car;
        snprintf(out->text, sizeof out->text, "%.3f s %s %s", (double)seen->photo->value,
                 first ? "ahead of" : "behind", names[*marked]);
    } else if (seen->fastest) {
        snprintf(out->text, sizeof out->text, "Fastest lap %.3f", (double)seen->fastest->value);
    } else if (seen->passed) {
        *marked = seen->passed->other;
        snprintf(out->text, sizeof out->text, "You passed %s%s%s", names[*marked],
                 more_text(seen->passed_count - 1, more), seen->lead ? " and lead" : "");
    } else if (seen->lead) {
        snprintf(out->text, sizeof out->text, "You lead");
    } else if (seen->lost) {
        *marked = seen->lost->car;
        snprintf(out->text, sizeof out->text, "%s%s passed you", names[*marked],
                 more_text(seen->lost_count - 1, more));
    } else if (seen->mistake) {
        *marked = seen->mistake->car;
        snprintf(out->text, sizeof out->text, "%s %s", names[*marked],
                 mistake_rows[seen->mistake->mistake].does);
    } else {
        return false;
    }
    return true;
}

/// Whether there are rivals and somebody to tell of them.
static bool is_told(const Game *game) {
    return game->seat_count > 0 && game->session.race->mode == RACE_MODE_RACE;
}

void race_notes_begin(Game *game) {
    if (!game->events) {
        game->events = malloc(sizeof *game->events);
        ASSERT(game->events != NULL);
    }
    race_events_begin(game->events, game->session.race);
}

void race_notes_tick(Game *game) {
    if (!is_told(game) || !game->events) {
        return;
    }
    int fresh = race_events_follow(game->events, game->session.race);
    if (fresh == 0 || !game->settings.game.race_news) {
        return;
    }
    const EventList *list = &game->events->list;
    const char *names[RACE_MAX_CARS];
    game_driver_names(game, names);
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        Notice note = {.left_s = RACE_NOTE_TIME, .of_race = true};
        Concerns seen = concerns_of(list, game->session.race, list->count - fresh, seat->car);
        int marked;
        bool free = seat->notice.left_s <= 0.0f || seat->notice.of_race;
        if (free && note_of(&seen, seat->car, names, &note, &marked)) {
            note.color = game->looks[marked].color;
            note.of_rival = marked != seat->car;
            note.car = marked;
            seat->notice = note;
        }
    }
}

void race_notes_frame(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        Notice *notice = &game->seats[i].notice;
        if (notice->of_race && game->toast_left > 0.0f) {
            notice->left_s = 0.0f;
        }
    }
}
