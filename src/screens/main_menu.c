/// The menu behind the title: what to do.
#include "screens/menu.h"

#include <string.h>

enum {
    RACE,
    BATTLE,
    CHAMPIONSHIP,
    TRIAL,
    PRACTICE,
    HOT_SEAT,
    RECORDS,
    LAB,
    SEATS,
    SETTINGS,
    BACK,
    QUIT,
    ROW_COUNT
};

static void fill(const Game *game, MenuPanel *panel) {
    (void)game;
    panel->title = "Axle";
    menu_action(panel, RACE, "Race")->help =
        "Against rivals, alone or with up to three friends; to the flag, or by elimination.";
    menu_action(panel, BATTLE, "Battle")->help =
        "Every car fires: three hits spin one out. To the flag, or until one is left.";
    menu_action(panel, CHAMPIONSHIP, "Championship")->help =
        "Several races for points, with the standings after each.";
    menu_action(panel, TRIAL, "Time trial")->help =
        "Alone against the clock. Enter or View starts the lap again at once.";
    menu_action(panel, PRACTICE, "Practice")->help =
        "No countdown and no end. Time may run slower or backwards.";
    menu_action(panel, HOT_SEAT, "Hot seat")->help =
        "Two to four people take turns, each against the ghosts of all the others.";
    menu_action(panel, RECORDS, "Records")->help =
        "The best laps and races of everybody here, and their ghosts to race against.";
    menu_action(panel, LAB, "Laboratory")->help =
        "Two shapes to drag about, and how their collision is worked out, number by number.";
    menu_action(panel, SEATS, "Seats")->help =
        "Names, cars, keys, gamepads and helps of each person.";
    menu_action(panel, SETTINGS, "Settings");
    menu_action(panel, BACK, "Back to title");
    menu_action(panel, QUIT, "Quit")->asks = MENU_ASKS_FIRST;
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    static const Wish wishes[ROW_COUNT] = {
        [RACE] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [BATTLE] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [CHAMPIONSHIP] = {.kind = WISH_PUSH, .screen = GAME_SETUP},
        [TRIAL] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [PRACTICE] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [HOT_SEAT] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [RECORDS] = {.kind = WISH_PUSH, .screen = GAME_RECORDS},
        [LAB] = {.kind = WISH_PUSH, .screen = GAME_LAB},
        [SEATS] = {.kind = WISH_PUSH, .screen = GAME_SEATS},
        [SETTINGS] = {.kind = WISH_PUSH, .screen = GAME_SETTINGS},
        [BACK] = {.kind = WISH_POP},
        [QUIT] = {.kind = WISH_QUIT},
    };
    static const DriveMode modes[] = {
        [RACE] = DRIVE_RACE,   [BATTLE] = DRIVE_BATTLE,     [CHAMPIONSHIP] = DRIVE_CHAMPIONSHIP,
        [TRIAL] = DRIVE_TRIAL, [PRACTICE] = DRIVE_PRACTICE, [HOT_SEAT] = DRIVE_HOT_SEAT};
    if (id <= HOT_SEAT) {
        game->choice.mode = modes[id];
    }
    return wishes[id];
}

static Wish frame(Game *game, const ScreenInput *input) {
    catalogue_poll(&game->catalogue);
    return menu_frame(game, input);
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

const Screen main_menu_screen = {.name = "menu",
                                 .lobby = true,
                                 .runs = true,
                                 .menu = &menu,
                                 .enter = game_open_choice,
                                 .frame = frame,
                                 .draw = menu_draw};
