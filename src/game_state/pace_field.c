#include "game_state/pace_field.h"

#include "base/assert.h"
#include "base/text.h"
#include "game_state/laps.h"
#include "game_state/lobby.h"
#include "race_state/classification.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// What is looked for, and what was found.
typedef struct PaceFieldWork {
    Job *job; ///< NULL: it is done.
    MyPaceDef def;
    int changes, laps; ///< Of PaceField, as it began.
    MyPaceFound found;
} PaceFieldWork;

// ---- what is wanted

/// The person around whom the field is built: the first one.
static int first_number(const Game *game) {
    return game->seat_count > 0 ? game->seats[0].number : 0;
}

static void set_person(const Game *game, MyPaceDef *def) {
    const int number = first_number(game);
    text_copy(game_person_name(game, number), def->player, sizeof def->player);
    text_mask(def->player);
    def->helps = helps_of(&game->settings.seats[number]);
    def->helps |= game->speed < 1.0f ? RECORD_SLOW : 0;
    snprintf(def->own_car, sizeof def->own_car, "%s", game_person_car(game, number, def->car));
    bool given = strcmp(def->own_car, game->def.car) == 0;
    def->own_numbers = given ? game->def.numbers : NULL;
    given = strcmp(def->car, game->def.car) == 0;
    def->numbers = given ? game->def.numbers : NULL;
}

static void set_rest(Game *game, MyPaceDef *def) {
    const PaceField *field = &game->pace_field;
    def->data = game->def.data;
    def->lines = game->lines;
    def->given_s = (double)game->def.pace_s;
    def->field = (FieldDef){.level = SKILL_MEDIUM,
                            .roster = game->roster.params,
                            .roster_count = game->roster.count,
                            .grid = FIELD_MIXED};
    memcpy(def->recent, field->recent, sizeof def->recent);
    def->recent_count = field->recent_count;
    if (game->records.on) {
        snprintf(def->records, sizeof def->records, "%s", game->records.path);
    }
}

/// Of the race that is being chosen.
static void want_chosen(Game *game, MyPaceDef *def) {
    const RaceChoice *choice = &game->choice;
    bool several = choice->mode == DRIVE_CHAMPIONSHIP && choice->track_count > 0;
    const char *first = several ? choice->tracks[0] : choice->track;
    int at = catalogue_track(&game->catalogue, first);
    const CatalogueTrack *track = at >= 0 ? &game->catalogue.tracks[at] : NULL;
    snprintf(def->track, sizeof def->track, "%s", first);
    snprintf(def->car, sizeof def->car, "%s", choice->car);
    def->reverse = choice->reverse && !several;
    def->people = lobby_count(game) > 0 ? lobby_count(game) : 1;
    int places = track && track->read ? track->slots - def->people : RACE_MAX_CARS;
    def->rivals = choice->rivals < places ? choice->rivals : places;
    def->laps = choice->laps;
    set_person(game, def);
    set_rest(game, def);
    bool same = strcmp(def->track, game->track_name) == 0 &&
                strcmp(def->car, game->car_name) == 0 && def->reverse == game->reverse;
    def->given_s = same ? def->given_s : 0.0;
}

/// Of the race that is driven, or begins now.
static void want_driven(Game *game, MyPaceDef *def) {
    snprintf(def->track, sizeof def->track, "%s", game->track_name);
    snprintf(def->car, sizeof def->car, "%s", game->car_name);
    def->reverse = game->reverse;
    def->people = game->seat_count > 0 ? game->seat_count : 1;
    def->rivals = game->session.def.race.car_count - def->people;
    def->laps = game->def.laps;
    set_person(game, def);
    set_rest(game, def);
}

/// Of the race that comes next: in a championship it has another track.
static void want_next(Game *game, MyPaceDef *def) {
    const Season *season = &game->season;
    want_driven(game, def);
    if (season->track_count > 0) {
        const char *next = season->tracks[(season->race + 1) % season->track_count];
        def->given_s = strcmp(def->track, next) == 0 ? def->given_s : 0.0;
        snprintf(def->track, sizeof def->track, "%s", next);
    }
}

/// Whether `work` is, or was, about what is wanted now. Where it went by races, laps that were
/// driven since make no difference.
static bool is_for(const PaceFieldWork *work, const PaceFieldWork *now) {
    const MyPaceDef *def = &work->def, *wanted = &now->def;
    MyPaceSource source = work->job ? MY_PACE_NOTHING : work->found.pace.source;
    bool same_laps = work->laps == now->laps || source == MY_PACE_RACES || source == MY_PACE_GIVEN;
    return work->changes == now->changes && same_laps && def->reverse == wanted->reverse &&
           def->people == wanted->people && def->rivals == wanted->rivals &&
           def->laps == wanted->laps && def->helps == wanted->helps &&
           def->given_s == wanted->given_s && strcmp(def->track, wanted->track) == 0 &&
           strcmp(def->car, wanted->car) == 0 && strcmp(def->own_car, wanted->own_car) == 0 &&
           strcmp(def->player, wanted->player) == 0;
}

// ---- looking for it

static void do_work(void *context) {
    PaceFieldWork *work = context;
    work->found = my_pace_find(&work->def);
}

static void tell(Game *game, const PaceFieldWork *work) {
    const MyPaceDef *def = &work->def;
    my_pace_tell(&work->found.pace, &work->found.aim, def->people > 1 ? def->player : NULL,
                 game->pace_field.text);
}

/// Takes over what is found, or begins to look for it: one thing at a time. Whether what is wanted
/// is known.
static bool poll(Game *game, void (*want)(Game *game, MyPaceDef *def)) {
    PaceField *field = &game->pace_field;
    PaceFieldWork *wanted = calloc(1, sizeof *wanted);
    ASSERT(wanted != NULL);
    want(game, &wanted->def);
    wanted->changes = field->changes;
    wanted->laps = field->laps;
    if (field->work && field->work->job && job_is_done(field->work->job)) {
        job_end(field->work->job);
        field->work->job = NULL;
    }
    bool fits = field->work && is_for(field->work, wanted);
    bool known = fits && !field->work->job;
    if (known) {
        tell(game, field->work);
    } else {
        snprintf(field->text, sizeof field->text, "Looking at your laps ...");
    }
    if (!fits && (!field->work || !field->work->job)) {
        free(field->work);
        field->work = wanted;
        wanted->job = job_begin(do_work, wanted);
    } else {
        free(wanted);
    }
    return known;
}

bool pace_field_choose(Game *game) { return poll(game, want_chosen); }

void pace_field_frame(Game *game) {
    bool races = game->def.my_pace && game_mode_is_race(game->def.mode) && game->seat_count > 0;
    if (races && game->finished_s >= 0.0) {
        poll(game, want_next);
    }
}

/// Ends the work that is under way, or does it here.
static void finish(void *context, ProgressPart progress) {
    PaceFieldWork *work = context;
    (void)progress; // it is not known how far it is
    if (work->job) {
        job_end(work->job);
        work->job = NULL;
    } else {
        do_work(work);
    }
}

FieldDef pace_field_start(Game *game, const FieldDef *usual) {
    PaceField *field = &game->pace_field;
    PaceFieldWork *wanted = calloc(1, sizeof *wanted);
    ASSERT(wanted != NULL);
    want_driven(game, &wanted->def);
    wanted->changes = field->changes;
    wanted->laps = field->laps;
    bool fits = field->work && is_for(field->work, wanted);
    if (fits) {
        free(wanted);
    } else {
        pace_field_destroy(game);
        field->work = wanted;
    }
    if (!fits || field->work->job) {
        waiting_for(game->def.waiting, finish, field->work);
    }
    tell(game, field->work);
    my_pace_tell_rivals(&field->work->found.pace, &field->work->found.aim, field->rivals);
    FieldDef found = field->work->found.field;
    found.roster = usual->roster;
    found.roster_count = usual->roster_count;
    found.grid = usual->grid;
    found.last = usual->last;
    found.entrants = usual->entrants;
    return found;
}

void pace_field_destroy(Game *game) {
    PaceField *field = &game->pace_field;
    if (field->work) {
        job_end(field->work->job);
        free(field->work);
        field->work = NULL;
    }
}

// ---- what races leave

/// Whether his race says how fast he is: whole, in the car that he has chosen, without catch-up and
/// without shells.
static bool counts(const Game *game, const Seat *seat, const Racer *racer) {
    const Race *race = game->session.race;
    return race->mode == RACE_MODE_RACE && race->rules.catch_up == 0 && !race_is_battle(race) &&
           !seat->race_spoiled && !seat->lap_spoiled &&
           hash_equal128(car_model_hash(&racer->model),
                         car_model_hash(&game->session.models[seat->car]));
}

static void note(Game *game, int seat_index) {
    PaceField *field = &game->pace_field;
    const Seat *seat = &game->seats[seat_index];
    RacePace pace;
    if (!my_pace_race(game->session.race, seat->car, &pace)) {
        return;
    }
    pace.helps = seat->race_helps;
    pace.date = (int64_t)time(NULL);
    laps_player(game, seat_index, pace.player);
    if (field->recent_count == MY_PACE_RECENT) {
        field->recent_count--;
        memmove(field->recent, field->recent + 1,
                (size_t)field->recent_count * sizeof *field->recent);
    }
    field->recent[field->recent_count++] = pace;
    record_keeper_add_pace(&game->records, &pace);
    field->changes++;
}

void pace_field_watch(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        const Racer *racer = &race_racers_const(game->session.race)[seat->car];
        if (!seat->paced && classification_stands(racer)) {
            seat->paced = true;
            if (counts(game, seat, racer)) {
                note(game, i);
            }
        }
    }
}
