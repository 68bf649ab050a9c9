#include "game/start.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/print.h"
#include "base/text.h"
#include "game_state/game_settings.h"
#include "game_state/hot_seat.h"
#include "game_state/laps.h"
#include "game_state/lobby.h"
#include "game_state/pace_field.h"
#include "game_state/pads.h"
#include "game_state/race_choice.h"
#include "game_state/race_notes.h"
#include "game_state/recordings.h"
#include "game_state/season.h"
#include "game_state/trial.h"
#include "race/field.h"
#include "ui/palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTRACT_LAPS = 99,
    ATTRACT_TICKS = 9 * 240
};

void start_before(Game *game) {
    const Race *race = game->session.race;
    free(game->before);
    game->before = malloc(race->cache);
    ASSERT(game->before != NULL);
    memcpy(game->before, race, race_state_size(race));
}

static void settle(Game *game) {
    memcpy(game->before, game->session.race, race_state_size(game->session.race));
    memset(&game->effects, 0, sizeof game->effects);
    place_history_start(&game->history, game->session.race);
    race_notes_begin(game);
    game->clock = (RaceClock){0};
    game->finished_s = -1.0;
    game->slow_s = 0.0f;
    game->title_camera.started = false;
    for (int i = 0; i < SEATS_MAX; i++) {
        game->seats[i].camera.started = false;
    }
    game_paint_cars(game);
}

/// Draws the field as well: who drives the AI cars is shown by name.
static RaceDef race_def(Game *game, bool title) {
    RaceDef def = race_def_default();
    def.car_count = game->session.def.race.car_count;
    def.seed = game->def.seed + game->races;
    bool race = title || game_mode_is_race(game->def.mode);
    def.mode = race ? RACE_MODE_RACE : RACE_MODE_PRACTICE;
    def.laps = title ? ATTRACT_LAPS : game->def.laps;
    for (int i = 0; i < game->seat_count && !title; i++) {
        const Seat *seat = &game->seats[i];
        def.ai_cars &= ~(1u << seat->car);
        int handicap = race ? game_handicap(&game->settings, seat->number) : 0;
        def.handicaps[seat->car] = (uint8_t)handicap;
    }
    if (race && !title) {
        def.rules =
            game_rules_of(&game->settings, game->def.skill, game->def.mode == DRIVE_ELIMINATION);
    }
    if (game->def.mode == DRIVE_BATTLE && !title) {
        bool last = game->settings.race.battle == SETTING_BATTLE_LAST;
        def.battle = last && def.car_count > 1 ? BATTLE_LAST : BATTLE_LAPS;
    }
    FieldDef field = {.level = title ? SKILL_HARD : game->def.skill,
                      .roster = game->roster.params,
                      .roster_count = game->roster.count,
                      .grid = FIELD_MIXED};
    int who[RACE_MAX_CARS], last[RACE_MAX_CARS];
    if (!title) {
        season_set_up_field(game, &def, &field, last);
    }
    bool at_pace = race && !title && game->def.my_pace;
    game->pace_field.rivals[0] = '\0';
    const FieldDef drawn = at_pace ? pace_field_start(game, &field) : field;
    field_set_up(&drawn, &def, who);
    for (int i = 0; i < def.car_count; i++) {
        game->session.def.drivers[i] = roster_driver(&game->roster, who[i]);
    }
    return def;
}

/// From here on this is the only screen.
static void show(Game *game, GameScreen screen) {
    game->depth = 0;
    game->stack[0] = (StackedScreen){screen, .asked = -1};
}

void start_title(Game *game) {
    recordings_save_last(game);
    show(game, GAME_TITLE);
    game->hot_seat = (HotSeat){0};
    game->season = (Season){0};
    game->waiting_count = 0;
    game->seat_count = 0;
    RaceDef def = race_def(game, true);
    session_restart(&game->session, &def);
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ATTRACT_TICKS; i++) { // past the countdown, into the first fights
        race_step(game->session.race, idle);
    }
    live_start(&game->live, &game->session, -1);
    settle(game);
    trial_begin(game);
}

void start_race(Game *game) {
    recordings_save_last(game);
    show(game, GAME_DRIVE);
    RaceDef def = race_def(game, false);
    game->races++;
    session_restart(&game->session, &def);
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].used_gas = game->seats[i].moves = false;
        key_hints_time_start(&game->seats[i].hints);
        game->seats[i].help = (HelpState){0};
        game->seats[i].rescue_s = 0.0f;
        game->seats[i].notice = (Notice){0};
    }
    if (hot_seat_is_on(game) && game->hot_seat.people == 0) {
        hot_seat_begin(game);
    }
    laps_begin(game);
    live_start(&game->live, &game->session, game_first_car(game));
    settle(game);
    season_race_begins(game);
    trial_begin(game);
    if (def.mode == RACE_MODE_RACE && game->def.my_pace) {
        game_say(game, PALETTE_TEXT, "%s", game->pace_field.text);
    }
}

/// The car in which seat `seat_index` starts: people have the last ones. Where on the grid they
/// stand is drawn (field_line_up).
static int seat_start(const Game *game, int car_count, int seat_index) {
    return car_count - game->seat_count + seat_index;
}

/// Lets car `car` of the session keep its name whatever is chosen in the settings from now on.
static void keep_car_name(Game *game, int car) {
    const char **name = &game->session.def.cars[car];
    if (*name != game->car_name) {
        char *kept = game->kept_cars[car];
        snprintf(kept, SETTING_TEXT_MAX, "%s", *name);
        *name = kept;
    }
}

/// The car of person `number`, or that of the race where his cannot be loaded: what he once chose
/// may be gone.
static const char *loadable_car(const Game *game, int number) {
    const char *car = game_person_car(game, number, game->car_name);
    CarFile file;
    bool fine =
        strcmp(car, game->car_name) == 0 || load_car(game->def.data, car, &file) == EXIT_FINE;
    return fine ? car : game->car_name;
}

/// Those of the command line, where they are for that car.
static const char *numbers_of(const Game *game, const char *car) {
    return strcmp(car, game->def.car) == 0 ? game->def.numbers : NULL;
}

int start_session(Game *game) {
    SessionDef def = {.data = game->def.data,
                      .track = game->track_name,
                      .race = race_def_default(),
                      .reverse = game->reverse,
                      .lines = game->lines,
                      .waiting = &game->def.waiting};
    char path[PATH_LIMIT];
    Track track;
    int code = load_track(game->def.data, game->track_name, game->reverse, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    // Against the clock one drives at a time. Else the field stays as large as it was at the start,
    // however many of its cars people take.
    int people = game->def.players > 0 ? game->def.players : 1;
    int wanted = game_mode_is_alone(game->def.mode) ? 1 : game->def.ai_cars + people;
    def.race.car_count = wanted < track.slot_count ? wanted : track.slot_count;
    def.race.seed = game->def.seed;
    for (int i = 0; i < def.race.car_count; i++) {
        def.cars[i] = game->car_name;
    }
    if (def.race.car_count < game->seat_count) {
        if (!game->session.race) { // later the screen tells
            print_to(stderr, "axle: %s has places for %d cars, not for %d people\n", path,
                     track.slot_count, game->seat_count);
        }
        track_destroy(&track);
        return EXIT_NO;
    }
    for (int i = 0; i < game->seat_count; i++) {
        int car = seat_start(game, def.race.car_count, i);
        def.cars[car] = loadable_car(game, game->seats[i].number);
    }
    for (int i = 0; i < def.race.car_count; i++) {
        def.numbers[i] = numbers_of(game, def.cars[i]);
    }
    Session session = {0};
    code = session_make_on(&session, &def, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    recordings_save_last(game);
    reload_drop(&game->live.reload); // it may be reading for the old one
    session_destroy(&game->session);
    game->session = session;
    // The race points at data that moved with the struct.
    game->session.data.track = &game->session.track;
    race_set_data(game->session.race, &game->session.data);
    start_before(game);
    game->track_changed = true;
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].record_s = 0.0;
        keep_car_name(game, seat_start(game, def.race.car_count, i));
    }
    live_session(&game->live, &game->session);
    return EXIT_FINE;
}

/// Tells everybody who does not drive the car that he has chosen.
static void tell_of_cars(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        const Seat *seat = &game->seats[i];
        const char *own = game_person_car(game, seat->number, game->car_name);
        if (strcmp(game->session.def.cars[seat->car], own) != 0) {
            char name[GAME_NOTICE_MAX];
            load_short_name(own, LOAD_CAR_SUFFIX, name, sizeof name);
            text_mask(name);
            game_tell(game, seat->number, PALETTE_BAD,
                      "%.20s: your car %.40s cannot be driven, here is the %.40s",
                      game_person_name(game, seat->number), name,
                      game->session.cars[seat->car].name);
        }
    }
}

void start_on_grid(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].car = seat_start(game, game->session.race->car_count, i);
    }
    start_race(game);
    tell_of_cars(game);
}

/// Whether somebody drives by `device` or has unplugged it.
static bool is_away(const Game *game, const InputFrame *input, int device) {
    const PadState *pad = device_pad(device, input);
    bool away = pad != NULL && !pad->present;
    for (int i = 0; i < game->seat_count; i++) {
        away |= game->seats[i].device == device;
    }
    return away;
}

/// Seats those of the first `count` who wait for the next race and can drive, each with a car more
/// than the field had.
static void seat_waiting(Game *game, const InputFrame *input, int count) {
    for (int i = 0; i < count && game->seat_count < SEATS_MAX; i++) {
        const Waiter *waiter = &game->waiting[i];
        if (!is_away(game, input, waiter->device)) {
            game_take_seat_as(game, waiter->device, 0, waiter->number);
            game->def.players++;
        }
    }
}

/// The first `count` who wait do so no longer. Whoever is left has no place on this track, which is
/// said unless people drive it one at a time.
static void forget_waiting(Game *game, int count) {
    for (int i = 0; i < count; i++) {
        pads_forget_waiting(game, 0);
    }
    if (game->waiting_count > 0 && !game_mode_is_alone(game->def.mode)) {
        game_say(game, PALETTE_TEXT, "This track has no place for %s",
                 game_person_name(game, game->waiting[0].number));
    }
}

/// start_session with as many of those who wait as the grid has places for.
static int start_with_waiting(Game *game, const InputFrame *input) {
    Seat seats[SEATS_MAX];
    memcpy(seats, game->seats, sizeof seats);
    int seat_count = game->seat_count, players = game->def.players;
    int waiting = game_mode_is_alone(game->def.mode) ? 0 : game->waiting_count;
    int code = EXIT_NO;
    for (int count = waiting; count >= 0 && code == EXIT_NO; count--) {
        seat_waiting(game, input, count);
        code = start_session(game);
        if (code == EXIT_FINE) {
            forget_waiting(game, count);
        } else {
            memcpy(game->seats, seats, sizeof seats);
            game->seat_count = seat_count;
            game->def.players = players;
        }
    }
    return code;
}

/// Another track or car (NULL: the same), driven in this direction. False, said and with everything
/// as it was, where that cannot be.
static bool change_session(Game *game, const InputFrame *input, const char *track, const char *car,
                           bool reverse) {
    bool old_reverse = game->reverse;
    game->reverse = reverse;
    char old_track[sizeof game->track_name], old_car[sizeof game->car_name];
    memcpy(old_track, game->track_name, sizeof old_track);
    memcpy(old_car, game->car_name, sizeof old_car);
    snprintf(game->track_name, sizeof game->track_name, "%s", track ? track : old_track);
    snprintf(game->car_name, sizeof game->car_name, "%s", car ? car : old_car);
    if (start_with_waiting(game, input) != EXIT_FINE) {
        game_say(game, PALETTE_BAD, "%.40s with %.20s cannot be driven here", game->track_name,
                 game->car_name);
        memcpy(game->track_name, old_track, sizeof old_track);
        memcpy(game->car_name, old_car, sizeof old_car);
        game->reverse = old_reverse;
        return false;
    }
    bool same = strcmp(game->track_name, old_track) == 0 && strcmp(game->car_name, old_car) == 0 &&
                reverse == old_reverse;
    game->def.pace_s = same ? game->def.pace_s : 0.0f; // it was meant for that one
    start_on_grid(game);
    return true;
}

/// Nobody sits: whoever drives by `device` does from here on; by keys or a mouse that are nobody's,
/// or where all seats of the next race are taken, whoever has come first to it.
static void sit_first(Game *game, const InputFrame *input, int device, int car) {
    bool one_too_many = lobby_count(game) >= SEATS_MAX && lobby_is_free(game, device);
    bool nobodys = one_too_many || (device == DEVICE_ANY_KEYS && game->waiting_count > 0);
    pads_take_seat(game, input, nobodys ? game->waiting[0].device : device, car);
}

void start_from_title(Game *game, const InputFrame *input, int device) {
    sit_first(game, input, device, game->session.race->car_count - 1);
    game->def.players = game->seat_count;
    start_next(game, input);
}

void start_chosen(Game *game, const InputFrame *input, int device) {
    const RaceChoice choice = game->choice; // as it was, should anything change it
    GameDef before = game->def;
    Seat seats[SEATS_MAX];
    Waiter waiting[SEATS_MAX];
    memcpy(seats, game->seats, sizeof seats);
    memcpy(waiting, game->waiting, sizeof waiting);
    int sat = game->seat_count, waited = game->waiting_count;
    if (before.mode == DRIVE_HOT_SEAT && choice.mode != DRIVE_HOT_SEAT) {
        game->seat_count = 0; // who had the last turn need not be who goes on
    }
    if (game->seat_count == 0) {
        sit_first(game, input, device, 0);
    } else if (choice.mode == DRIVE_HOT_SEAT) {
        game->seat_count = 1; // the others have their turns
    }
    game->def.mode = choice.mode;
    game->def.skill = choice.skill;
    game->def.my_pace = choice.my_pace;
    game->def.laps = choice.laps;
    game->def.ai_cars = game_mode_is_race(choice.mode) ? choice.rivals : 0;
    game->def.players = game->seat_count;
    game->def.people = choice.people;
    game->def.turn_laps = choice.turn_laps;
    HotSeat hot_seat = game->hot_seat;
    Season season = game->season;
    game->hot_seat = (HotSeat){0};
    game->season = (Season){0};
    const char *track = choice.track;
    bool reverse = choice.reverse;
    if (choice.mode == DRIVE_CHAMPIONSHIP && choice.track_count > 0) {
        season_begin(game, (const char(*)[SETTING_TEXT_MAX])choice.tracks, choice.track_count,
                     choice.grid);
        track = choice.tracks[0];
        reverse = false;
    }
    if (!change_session(game, input, track, choice.car, reverse)) {
        game->def = before;
        memcpy(game->seats, seats, sizeof seats);
        memcpy(game->waiting, waiting, sizeof waiting);
        game->seat_count = sat;
        game->waiting_count = waited;
        game->hot_seat = hot_seat;
        game->season = season;
        game_paint_cars(game);
        return;
    }
    game_settings_remember(game);
}

/// Whether each person sits in a car of the model that he has chosen.
static bool all_have_their_cars(const Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        const Seat *seat = &game->seats[i];
        if (strcmp(game->session.def.cars[seat->car],
                   game_person_car(game, seat->number, game->car_name)) != 0) {
            return false;
        }
    }
    return true;
}

void start_next(Game *game, const InputFrame *input) {
    if (season_begin_if_due(game)) {
        if (change_session(game, input, season_track(game), NULL, false)) {
            return;
        }
        game->season = (Season){0}; // a race that is none of it, rather than nothing
    }
    bool same = game->waiting_count == 0 && all_have_their_cars(game);
    if (same || !change_session(game, input, NULL, NULL, game->reverse)) {
        start_race(game);
    }
}

void start_season_race(Game *game, const InputFrame *input) {
    Season before = game->season;
    int players = game->def.players;
    season_go_on(game);
    game->def.players = game->seat_count; // whoever came or left changes no rival
    if (change_session(game, input, season_track(game), NULL, false)) {
        game_say(game, PALETTE_TEXT, "Race %d of %d: %s", game->season.race + 1,
                 game->season.track_count, game->session.track.name);
        return;
    }
    game->season = before;
    game->def.players = players;
}

void start_join(Game *game, const InputFrame *input, int device) {
    Session *session = &game->session;
    const int car = session->race->car_count;
    if (car >= session->track.slot_count) {
        game_say(game, PALETTE_TEXT, "This track has no place for one more car");
        return;
    }
    // A moment of the past is shown, or what is read in the background is for those who drive now.
    if (game->live.pace.rewinding || game->live.reload.work) {
        game_say(game, PALETTE_TEXT, "Press gas again to join");
        return;
    }
    Seat seats[SEATS_MAX];
    memcpy(seats, game->seats, sizeof seats);
    int number = pads_take_seat(game, input, device, car)->number;
    const char *name = loadable_car(game, number);
    if (!session_add_car(session, name, numbers_of(game, name))) {
        memcpy(game->seats, seats, sizeof seats);
        game->seat_count--;
        game_paint_cars(game);
        game_say(game, PALETTE_BAD, "%.40s with %.20s cannot be driven here", game->track_name,
                 name);
        return;
    }
    keep_car_name(game, car);
    live_join(&game->live, session);
    start_before(game);
    game->def.players++;
    tell_of_cars(game);
}

static const char *next_track(const Game *game) {
    int at = text_find(game->track_name, (const char *const *)game->tracks, game->track_count);
    return game->track_count > 0 ? game->tracks[(at + 1) % game->track_count] : game->track_name;
}

void start_next_track(Game *game, const InputFrame *input) {
    if (change_session(game, input, next_track(game), NULL, false)) { // its own way round first
        game_say(game, PALETTE_TEXT, "%s", game->session.track.name);
    }
}

void start_turn(Game *game, const InputFrame *input, int device) {
    game->seats[0] = (Seat){.number = game->hot_seat.turn, .device = device};
    game->seat_count = 1;
    game->hot_seat.drives = true;
    game->hot_seat.used = 0;
    start_next(game, input);
}
