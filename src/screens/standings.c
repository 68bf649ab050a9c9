/// The standings of the championship: after each race, and at its end with the podium. Who joins
/// here is in from the next race on.
#include "pages/standings.h"

#include "game_state/season.h"
#include "screens/menu.h"

#include <stdio.h>
#include <string.h>

enum {
    NEXT,
    AGAIN,
    RESULTS,
    ANOTHER,
    TITLE,
    LINE_MAX = 160
};

static void fill(const Game *game, MenuPanel *panel) {
    bool over = season_is_over(game);
    panel->title = "Standings";
    menu_action(panel, over ? AGAIN : NEXT, over ? "Once more" : "Next race");
    menu_action(panel, RESULTS, "Results");
    if (over) {
        menu_action(panel, ANOTHER, "Another race");
    }
    menu_action(panel, TITLE, "Back to title")->asks = over ? MENU_ASKS_NOBODY : MENU_ASKS_FIRST;
}

static Wish act(Game *game, int id, float value) {
    (void)game;
    (void)value;
    static const Wish wishes[] = {
        [NEXT] = {.kind = WISH_SEASON_RACE}, [AGAIN] = {.kind = WISH_SEASON_RACE},
        [RESULTS] = {.kind = WISH_POP},      [ANOTHER] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [TITLE] = {.kind = WISH_TITLE},
    };
    return wishes[id];
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}, .sideways = true};

/// What the page points to.
typedef struct Words {
    char title[64], line[LINE_MAX];
} Words;

/// Who has won, or where the next race is.
static void tell_line(const Game *game, const Standings *standings, Words *words) {
    const Season *season = &game->season;
    const StandingsRow *first = &standings->rows[0], *second = &standings->rows[1];
    const char *wins = strcmp(first->name, "You") == 0 ? "win" : "wins";
    if (!season_is_over(game)) {
        snprintf(words->line, sizeof words->line, "Next: %.80s", season->next_title);
    } else if (standings->count > 1 && first->total == second->total) {
        snprintf(words->line, sizeof words->line, "%.40s %s, with as many points as %.40s",
                 first->name, wins, second->name);
    } else {
        int points = first->total - (standings->count > 1 ? second->total : 0);
        snprintf(words->line, sizeof words->line, "%.40s %s by %d point%s", first->name, wins,
                 points, points == 1 ? "" : "s");
    }
}

static void make_shown(const Game *game, Standings *out, Words *words) {
    const Season *season = &game->season;
    const Championship *championship = &season->standings;
    int order[RACE_MAX_CARS];
    *out = (Standings){.title = words->title, .line = words->line};
    out->count = championship_order(championship, order);
    out->podium = season_is_over(game);
    for (int i = 0; i < out->count; i++) {
        const ChampionshipEntry *entry = &championship->entries[order[i]];
        out->rows[i] = (StandingsRow){
            .name = season->names[order[i]],
            .look = season->looks[order[i]],
            .total = entry->total,
            .points = entry->points,
            .place = entry->place,
            .moves = entry->rank_before > 0 ? entry->rank_before - entry->rank : 0,
            .fastest = entry->fastest,
            .person = order[i] >= SEASON_PERSON(0),
        };
        out->moved |= entry->rank_before > 0;
    }
    if (out->podium) {
        snprintf(words->title, sizeof words->title, "Final standings");
    } else {
        snprintf(words->title, sizeof words->title, "Standings after race %d of %d",
                 season->race + 1, season->track_count);
    }
    tell_line(game, out, words);
}

static Wish frame(Game *game, const ScreenInput *input) {
    MenuPanel shown;
    Standings standings;
    Words words;
    menu_shown(game, &shown);
    make_shown(game, &standings, &words);
    int under = standings_hit(&input->size, &standings, &shown, input->frame->mouse_x,
                              input->frame->mouse_y);
    return menu_take(game, input, &shown, (MenuHit){.row = under});
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    Standings standings;
    Words words;
    menu_shown(game, &shown);
    make_shown(game, &standings, &words);
    standings_draw(canvas, &standings, &shown);
}

const Screen standings_screen = {.name = "standings",
                                 .lobby = true,
                                 .table = true,
                                 .runs = true,
                                 .menu = &menu,
                                 .enter = season_count,
                                 .frame = frame,
                                 .draw = draw};
