/// The results: a table of everybody or a chart of their places, with a menu below it.
#include "pages/results.h"

#include "screens/menu.h"

#include <stdio.h>

enum {
    AGAIN,
    NEXT_TRACK,
    ANOTHER,
    SAVE,
    CHART,
    TITLE,
    ROW_COUNT,
    LINE_MAX = 128, ///< Bytes of the words about the track.
};

static void fill(const Game *game, MenuPanel *panel) {
    const char *const labels[ROW_COUNT] = {"Again",
                                           "Next track",
                                           "Another race",
                                           "Save replay",
                                           game->chart ? "Table" : "Chart",
                                           "Back to title"};
    panel->title = game->live.changed ? "Results (changed while driving)" : "Results";
    for (int i = 0; i < ROW_COUNT; i++) {
        if (i != CHART || place_chart_has(&game->history)) {
            menu_action(panel, i, labels[i]);
        }
    }
}

static Wish press(Game *game, const MenuInput *pressed) {
    (void)game;
    return pressed->menu ? (Wish){.kind = WISH_PUSH, .screen = GAME_TRACKS} : (Wish){0};
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
        [TITLE] = {.kind = WISH_TITLE},
    };
    return wishes[id];
}

static const Menu menu = {
    .fill = fill, .act = act, .press = press, .back = {.kind = WISH_TITLE}, .sideways = true};

static void enter(Game *game) {
    session_medals(&game->session, game->seats[0].car, game->medals);
    if (game->def.keeps_records) {
        replay_shelf_list(&game->shelf, game->def.data);
    }
}

/// What the results point to.
typedef struct Words {
    char line[LINE_MAX]; ///< About the track.
    const char *names[RACE_MAX_CARS];
    double champions[RACE_MAX_CARS];
} Words;

/// s of the best lap of anybody else with the car of seat `index`, in the records or in the folder
/// of replays; 0 none.
static double champion_of(const Game *game, int index) {
    const Session *session = &game->session;
    Hash128 car = car_model_hash(&session->models[game->seats[index].car]);
    double own_s = race_racers_const(session->race)[game->seats[index].car].best_lap_s;
    double shelf_s = replay_shelf_best(&game->shelf, session->track.hash, car, own_s);
    double record_s = game->seats[index].champion_s;
    return record_s > 0.0 && (shelf_s <= 0.0 || record_s < shelf_s) ? record_s : shelf_s;
}

static Results shown_results(const Game *game, Words *words) {
    const Session *session = &game->session;
    int laps = session->race->laps;
    snprintf(words->line, LINE_MAX, "%s, %d %s%s", session->track.name, laps,
             laps == 1 ? "lap" : "laps", game->reverse ? ", reverse direction" : "");
    game_driver_names(game, words->names);
    Results results = {.race = session->race,
                       .track = words->line,
                       .record = game->record_news[0] ? game->record_news : NULL,
                       .names = words->names,
                       .looks = game->looks,
                       .medals = game->medals,
                       .champions = words->champions,
                       .history = &game->history,
                       .chart = game->chart};
    for (int i = 0; i < game->seat_count; i++) {
        results.people |= 1u << game->seats[i].car;
        words->champions[game->seats[i].car] = champion_of(game, i);
    }
    results.champion_s = game->seat_count > 0 ? words->champions[game->seats[0].car] : 0.0;
    return results;
}

static Wish frame(Game *game, const ScreenInput *input) {
    MenuPanel shown;
    replay_shelf_poll(&game->shelf);
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

const Screen results_screen = {
    .name = "results", .runs = true, .menu = &menu, .enter = enter, .frame = frame, .draw = draw};
