/// The results: a table of everybody or a chart of their places, with a menu below it.
#include "pages/results.h"

#include "game_state/laps.h"
#include "game_state/season.h"
#include "race/elimination.h"
#include "race_state/classification.h"
#include "screens/menu.h"
#include "track_picture/track_card.h"

#include <stdio.h>

enum {
    AGAIN,
    NEXT_TRACK,
    ANOTHER,
    SAVE,
    CHART,
    STANDINGS,
    TITLE,
    ROW_COUNT,
    LINE_MAX = 256, ///< Bytes of the words about the track.
};

static void fill(const Game *game, MenuPanel *panel) {
    const char *const labels[ROW_COUNT] = {
        "Again",     "Next track",   "Another race", "Save replay", game->chart ? "Table" : "Chart",
        "Standings", "Back to title"};
    bool battle = race_is_battle(game->session.race);
    panel->title = game->live.changed ? "Results (changed while driving)"
                   : battle           ? "Battle results"
                                      : "Results";
    static const int rows[] = {AGAIN, NEXT_TRACK, ANOTHER, SAVE, CHART, TITLE};
    static const int season_rows[] = {STANDINGS, SAVE, CHART, TITLE};
    bool season = season_is_on(game);
    int count = season ? sizeof season_rows / sizeof *season_rows : sizeof rows / sizeof *rows;
    for (int i = 0; i < count; i++) {
        int id = season ? season_rows[i] : rows[i];
        if (id != CHART || place_chart_has(&game->history)) {
            bool loses = id == TITLE && season_is_to_lose(game);
            menu_action(panel, id, labels[id])->asks = loses ? MENU_ASKS_FIRST : MENU_ASKS_NOBODY;
        }
    }
}

static Wish press(Game *game, const MenuInput *pressed) {
    return pressed->menu && !season_is_to_lose(game)
               ? (Wish){.kind = WISH_PUSH, .screen = GAME_TRACKS}
               : (Wish){0};
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    if (id == CHART) {
        game->chart = !game->chart;
        return (Wish){0};
    }
    static const Wish wishes[ROW_COUNT] = {
        [AGAIN] = {.kind = WISH_RACE},
        [NEXT_TRACK] = {.kind = WISH_TRACK},
        [ANOTHER] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [SAVE] = {.kind = WISH_SAVE},
        [STANDINGS] = {.kind = WISH_PUSH, .screen = GAME_STANDINGS},
        [TITLE] = {.kind = WISH_TITLE},
    };
    return wishes[id];
}

static const Menu menu = {
    .fill = fill, .act = act, .press = press, .back = {.kind = WISH_TITLE}, .sideways = true};

static void enter(Game *game) {
    session_medals(&game->session, game->medals);
    track_card_make(&game->session.track, &game->results_picture);
    if (game->def.keeps_records) {
        replay_shelf_list(&game->shelf, game->def.data);
    }
}

/// What the results point to.
typedef struct Words {
    char line[LINE_MAX]; ///< About the track.
    const char *names[RACE_MAX_CARS];
    const DriverFace *faces[RACE_MAX_CARS];
    double champions[RACE_MAX_CARS];
    ResultsMark marks[RACE_MAX_CARS];
} Words;

/// s of the champion's medal for seat `index`: of the best lap of anybody else with its car, in the
/// records or in the folder of replays; 0 none.
static double champion_of(const Game *game, int index) {
    const Session *session = &game->session;
    Hash128 car = car_model_hash(&session->models[game->seats[index].car]);
    double own_s = race_racers_const(session->race)[game->seats[index].car].best_lap_s;
    double shelf_s = replay_shelf_best(&game->shelf, session->track.hash, car, own_s);
    double record_s = game->seats[index].champion_s;
    bool of_record = record_s > 0.0 && (shelf_s <= 0.0 || record_s < shelf_s);
    return medal_champion(game->medals[game->seats[index].car], of_record ? record_s : shelf_s);
}

/// What to call the car of the times to beat; NULL where all people drive the same.
static const char *target_of(const Game *game) {
    const Session *session = &game->session;
    for (int i = 1; i < game->seat_count; i++) {
        if (!session_same_car(session, game->seats[0].car, game->seats[i].car)) {
            return session->cars[game->seats[0].car].name;
        }
    }
    return NULL;
}

/// Whether somebody in this race was faster than seat `index`, over a lap or over the `race`:
/// rivals have no records, but what is slower than they are would be a strange one.
static bool was_beaten(const Game *game, int index, bool race) {
    const Race *driven = game->session.race;
    const Racer *racers = race_racers_const(driven), *own = &racers[game->seats[index].car];
    for (int i = 0; i < driven->car_count; i++) {
        bool faster =
            race ? classification_has_time(driven, &racers[i]) && racers[i].total_s < own->total_s
                 : racers[i].best_lap_s > 0.0 && racers[i].best_lap_s < own->best_lap_s;
        if (faster) {
            return true;
        }
    }
    return false;
}

static ResultsMark mark_of(const Game *game, int index) {
    static const ResultsMark marks[2][LAP_STANDING_RECORD + 1] = {
        {RESULTS_MARK_NONE, RESULTS_MARK_CHECKED, RESULTS_MARK_BEST_LAP, RESULTS_MARK_TRACK_RECORD},
        {RESULTS_MARK_NONE, RESULTS_MARK_CHECKED, RESULTS_MARK_BEST_RACE,
         RESULTS_MARK_RACE_RECORD}};
    ResultsMark most = RESULTS_MARK_NONE;
    for (int race = 0; race < 2; race++) {
        LapStanding standing = laps_standing(game, index, race == 1);
        if (standing == LAP_STANDING_RECORD && was_beaten(game, index, race == 1)) {
            standing = LAP_STANDING_BEST;
        }
        ResultsMark mark = marks[race][standing];
        most = mark > most ? mark : most;
    }
    return most;
}

/// How long the race was.
static void tell_length(const Race *race, char *out, size_t size) {
    bool eliminates = elimination_is_on(race);
    if (race->battle_mode == BATTLE_LAST) {
        snprintf(out, size, "battle, the last car running");
    } else if (eliminates && !elimination_by_laps(race)) {
        snprintf(out, size, "elimination every %.0f s", (double)ELIMINATION_EVERY);
    } else {
        snprintf(out, size, "%s%d %s",
                 race_is_battle(race) ? "battle, "
                 : eliminates         ? "elimination, "
                                      : "",
                 race->laps, race->laps == 1 ? "lap" : "laps");
    }
}

static Results shown_results(const Game *game, Words *words) {
    const Session *session = &game->session;
    char length[48];
    tell_length(session->race, length, sizeof length);
    const char *rivals = game->pace_field.rivals;
    snprintf(words->line, LINE_MAX, "%s, %s%s%s%s", session->track.name, length,
             game->reverse ? ", reverse direction" : "", rivals[0] ? ", my pace: " : "", rivals);
    game_driver_names(game, words->names);
    game_driver_faces(game, words->faces);
    Results results = {.race = session->race,
                       .track = words->line,
                       .record = game->record_news[0] ? game->record_news : NULL,
                       .names = words->names,
                       .looks = game->looks,
                       .faces = words->faces,
                       .medals = game->medals,
                       .champions = words->champions,
                       .marks = words->marks,
                       .picture = &game->results_picture,
                       .history = &game->history,
                       .bonus = season_is_on(game),
                       .back = season_is_to_lose(game) ? "standings" : "title",
                       .chart = game->chart};
    for (int i = 0; i < game->seat_count; i++) {
        results.people |= 1u << game->seats[i].car;
        words->champions[game->seats[i].car] = champion_of(game, i);
        words->marks[game->seats[i].car] = mark_of(game, i);
    }
    results.target_car = game->seat_count > 0 ? game->seats[0].car : 0;
    results.target = target_of(game);
    return results;
}

static Wish frame(Game *game, const ScreenInput *input) {
    MenuPanel shown;
    MenuInput pressed = menu_presses(input->frame);
    replay_shelf_poll(&game->shelf);
    if (season_is_to_lose(game) && (pressed.back || pressed.pause)) { // on, and not away
        return (Wish){.kind = WISH_PUSH, .screen = GAME_STANDINGS};
    }
    Words words = {0};
    menu_shown(game, &shown);
    Results results = shown_results(game, &words);
    int under =
        results_hit(&input->size, &results, &shown, input->frame->mouse_x, input->frame->mouse_y);
    return menu_take(game, input, &shown, (MenuHit){.row = under});
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    Words words = {0};
    menu_shown(game, &shown);
    Results results = shown_results(game, &words);
    results_draw(canvas, &results, &shown);
}

const Screen results_screen = {.name = "results",
                               .lobby = true,
                               .table = true,
                               .runs = true,
                               .menu = &menu,
                               .enter = enter,
                               .frame = frame,
                               .draw = draw};
