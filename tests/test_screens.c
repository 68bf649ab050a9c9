// Every screen of the game, as it is drawn: all texts lie inside the window and none covers
// another.
#define _XOPEN_SOURCE 700 // for mkdtemp, setenv and nanosleep
#include "base/exit_code.h"
#include "base/file.h"
#include "game/game.h"
#include "game/toast.h"
#include "game_state/contacts_stand.h"
#include "game_state/season.h"
#include "pages/card_grid.h"
#include "platform/font_path.h"
#include "screens/menu.h"
#include "screens/strip.h"
#include "ui/hud.h"
#include "ui/seat_strip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "press_key.h"
#include "read_catalogue.h"
#include "texts.h"
#include "user_folder.h"

/// A window, and how large people want their texts there.
typedef struct Size {
    int width, height;
    float scale;
} Size;

static const Size sizes[] = {
    {480, 320, 1.0f},   {640, 480, 1.0f},   {640, 480, 0.75f},  {1280, 720, 1.0f},
    {1280, 720, 2.0f},  {1920, 1080, 1.0f}, {1920, 1080, 2.0f}, {2560, 1080, 1.0f},
    {2560, 1080, 2.0f}, {1280, 720, 0.75f},
};

enum {
    SIZE_COUNT = sizeof sizes / sizeof sizes[0]
};

/// A game of which screens are looked at.
typedef struct Shop {
    Game game;
    InputFrame input;
    Font font;
    DrawList list;
    CanvasTexts texts;
} Shop;

/// Screens that were looked at so far.
static bool looked_at[GAME_SCREEN_COUNT];

static Shop *shop_make(int players) {
    Shop *shop = calloc(1, sizeof *shop);
    assert_non_null(shop);
    static const char *const families[] = {"Inter", "DejaVu Sans", "Liberation Sans", "Noto Sans"};
    char path[PATH_LIMIT];
    FileBytes bytes;
    MessageList messages = {0};
    assert_true(font_path_find(families, 4, true, path, sizeof path));
    assert_true(file_read(path, 64 * 1024 * 1024, &bytes, &messages));
    assert_true(font_make((const uint8_t *)bytes.data, bytes.size, &shop->font, &messages));
    file_bytes_free(&bytes);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = players,
                   .ai_cars = 8,
                   .laps = 3};
    assert_int_equal(game_create(&shop->game, &def), EXIT_FINE);
    return shop;
}

static void shop_destroy(Shop *shop) {
    game_destroy(&shop->game);
    font_destroy(&shop->font);
    draw_list_destroy(&shop->list);
    free(shop);
}

static void press(Shop *shop, int key) {
    press_key(&shop->input, key);
    shop->input.down[key] = false;
    game_frame(&shop->game, &shop->input, 1.0f / 60.0f, 1280, 720);
    shop->input.press_count = 0;
}

/// The height of the smallest text that was written, px.
static float smallest_text(const CanvasTexts *texts) {
    float smallest = 1e6f;
    for (int i = 0; i < texts->count; i++) {
        smallest = texts->areas[i].height < smallest ? texts->areas[i].height : smallest;
    }
    return smallest;
}

// Whoever wants texts twice as large gets none that are smaller.
static void assert_scale_shrinks_nothing(const Shop *shop, const float smallest[SIZE_COUNT]) {
    for (int i = 0; i < SIZE_COUNT; i++) {
        for (int k = 0; k < SIZE_COUNT; k++) {
            bool larger = sizes[k].width == sizes[i].width && sizes[k].height == sizes[i].height &&
                          sizes[k].scale > sizes[i].scale;
            if (larger && smallest[k] < smallest[i] - 0.5f) {
                fail_msg("%s at %d x %d: texts %.1f px tall at %.2f, but %.1f px at %.2f",
                         screen_shown(&shop->game)->name, sizes[i].width, sizes[i].height,
                         (double)smallest[i], (double)sizes[i].scale, (double)smallest[k],
                         (double)sizes[k].scale);
            }
        }
    }
}

/// An empty canvas of size `i`, whose texts are those of the shop.
static Canvas canvas_of_size(Shop *shop, int i) {
    draw_list_clear(&shop->list);
    Canvas canvas = canvas_make(&shop->list, &shop->font, sizes[i].width, sizes[i].height);
    canvas.unit *= sizes[i].scale;
    shop->texts.count = 0;
    canvas.texts = &shop->texts;
    return canvas;
}

// Draws the screen shown at every size with the focus on each of its rows or cards.
static void look_at_all(Shop *shop) {
    Game *game = &shop->game;
    int last = -1;
    looked_at[game_screen(game)] = true;
    for (int focus = 0; focus < 40 && game->stack[game->depth].focus != last; focus++) {
        float smallest[SIZE_COUNT];
        last = game->stack[game->depth].focus;
        for (int i = 0; i < SIZE_COUNT; i++) {
            Canvas canvas = canvas_of_size(shop, i);
            game->device = focus % 2 == 0 ? PROMPT_KEYS : PROMPT_PAD;
            strip_draw(game, &canvas);
            assert_true(shop->texts.count > 2);
            assert_texts_stand_clear(&canvas);
            smallest[i] = smallest_text(&shop->texts);
        }
        assert_scale_shrinks_nothing(shop, smallest);
        press(shop, KEY_DOWN);
    }
}

static void the_texts_of_the_title_and_its_menus_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_make(0);
    Game *game = &shop->game;
    press(shop, KEY_F12); // nobody's key: the title stays
    assert_int_equal(game_screen(game), GAME_TITLE);
    look_at_all(shop);
    assert_int_equal(game_screen(game), GAME_DRIVE); // KEY_DOWN drives
    shop_destroy(shop);

    shop = shop_make(0);
    game = &shop->game;
    press(shop, KEY_TAB);
    assert_int_equal(game_screen(game), GAME_MENU);
    look_at_all(shop);
    game->stack[game->depth].focus = 0;
    press(shop, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    look_at_all(shop); // while nothing is read yet
    read_catalogue(&shop->game.catalogue);
    look_at_all(shop);
    press(shop, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    look_at_all(shop);
    game->stack[game->depth].focus = 0;
    press(shop, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CARS);
    look_at_all(shop);
    game->stack[game->depth] = (StackedScreen){GAME_RULES, .asked = -1};
    look_at_all(shop);
    shop_destroy(shop);
}

static void the_texts_of_pause_results_and_keys_stand_clear(void **state) {
    (void)state;
    for (int players = 1; players <= 4; players += 3) {
        Shop *shop = shop_make(players);
        Game *game = &shop->game;
        press(shop, KEY_ESCAPE);
        assert_int_equal(game_screen(game), GAME_PAUSE);
        look_at_all(shop);
        game->stack[1] = (StackedScreen){GAME_RESULTS, .asked = -1};
        screen_shown(game)->enter(game);
        look_at_all(shop);
        game->stack[1] = (StackedScreen){GAME_KEYS, .asked = -1};
        look_at_all(shop);
        game_open_choice(game); // the cars of several people at once, with cursors on one card
        read_catalogue(&game->catalogue);
        game->stack[1] = (StackedScreen){GAME_CARS, .asked = -1};
        look_at_all(shop);
        shop_destroy(shop);
    }
}

/// A shop without players that shows `screen`, which was opened from the menu.
static Shop *shop_past_menu(GameScreen screen) {
    Shop *shop = shop_make(0);
    press(shop, KEY_TAB);
    shop->game.stack[++shop->game.depth] = (StackedScreen){screen, .asked = -1};
    screen_shown(&shop->game)->enter(&shop->game);
    return shop;
}

// Its own sizes, pages and scenes are those of tests/test_laboratory.c.
static void the_texts_of_the_laboratory_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_past_menu(GAME_LAB);
    press(shop, KEY_UP); // a first frame
    look_at_all(shop);
    shop->game.stack[++shop->game.depth] = (StackedScreen){GAME_KEYS, .asked = -1};
    look_at_all(shop);
    shop_destroy(shop);
}

// With nothing in it; tests/test_records_screen.c fills it.
static void the_texts_of_an_empty_list_of_records_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_past_menu(GAME_RECORDS);
    look_at_all(shop);
    shop_destroy(shop);
}

// One car hits a wall while forces are shown; the race stops then.
static void the_texts_of_contacts_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_make(1);
    Game *game = &shop->game;
    game->live.forces = true;
    for (int i = 0; i < 60 * 60 && !contacts_are_there(game); i++) {
        shop->input.down[KEY_W] = true;
        game_frame(game, &shop->input, 1.0f / 60.0f, 1280, 720);
    }
    shop->input.down[KEY_W] = false;
    assert_true(contacts_are_there(game));
    press(shop, KEY_ESCAPE);
    press(shop, KEY_F12); // the list of contacts is that of the pause
    look_at_all(shop);    // with a row for them
    shop->input.down[KEY_LEFT_CONTROL] = true;
    press(shop, KEY_F4);
    shop->input.down[KEY_LEFT_CONTROL] = false;
    assert_int_equal(game_screen(game), GAME_CONTACTS);
    looked_at[GAME_CONTACTS] = true;
    for (int i = 0; i < SIZE_COUNT; i++) {
        Canvas canvas = canvas_of_size(shop, i);
        screen_shown(game)->draw(game, &canvas);
        assert_true(shop->texts.count > 0);
        assert_texts_stand_clear(&canvas);
    }
    press(shop, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CONTACT);
    look_at_all(shop);
    shop_destroy(shop);
}

static void the_texts_of_the_settings_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_make(1);
    Game *game = &shop->game;
    press(shop, KEY_ESCAPE);
    game->stack[++game->depth] = (StackedScreen){GAME_SETTINGS, .asked = -1};
    look_at_all(shop);
    shop_destroy(shop);
}

// With the longest name, a gamepad, one that is lost, one that nobody knows, and hidden keys.
static void the_texts_of_the_seats_stand_clear(void **state) {
    (void)state;
    static const GameScreen seats[] = {GAME_SEATS,    GAME_SEAT,     GAME_NAME,     GAME_CONTROLS,
                                       GAME_KEY_TEST, GAME_PAD_LOST, GAME_PAD_SETUP};
    Shop *shop = shop_make(4);
    Game *game = &shop->game;
    snprintf(game->settings.seats[1].name, SETTING_TEXT_MAX, "WWWWWWWWWWWW");
    snprintf(game->stranger, sizeof game->stranger, "A gamepad with a name that is far too long");
    game->seats[1].device = DEVICE_PAD + 11;
    game->stack[++game->depth] = (StackedScreen){GAME_SEATS, .asked = -1};
    for (int i = 0; i < (int)(sizeof seats / sizeof seats[0]); i++) {
        game->seat_menu = (SeatMenu){.number = 1, .action = SETTING_ACTION_COUNT};
        game->seats[1].lost = seats[i] == GAME_PAD_LOST;
        game->pad_setup.count = 2;
        game->key_test = (KeyTest){.with.count = 1};
        for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
            game->key_test.takes[place] = true;
            game->key_test.states[2 * place] = KEY_TEST_HIDDEN;
            game->key_test.missing[2 * place] = (KeyAsked){place, SETTING_ACTION_HANDBRAKE};
        }
        game->stack[game->depth] = (StackedScreen){seats[i], .asked = -1};
        look_at_all(shop);
    }
    shop_destroy(shop);
}

// With the longest names, before the first turn, between two and after the last.
static void the_texts_between_turns_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_make(1);
    Game *game = &shop->game;
    game->def.mode = DRIVE_HOT_SEAT;
    for (int i = 0; i < SEATS_MAX; i++) {
        snprintf(game->settings.seats[i].name, SETTING_TEXT_MAX, "WWWWWWWWWWWW");
    }
    for (int turn = 0; turn <= SEATS_MAX; turn += 2) {
        game->hot_seat = (HotSeat){.people = SEATS_MAX, .laps = 20, .turn = turn};
        for (int i = 0; i < turn; i++) {
            game->hot_seat.best_s[i] = i == 1 ? 0.0 : 754.321 + 99.9 * (double)i;
        }
        game->stack[1] = (StackedScreen){GAME_TURN, .asked = -1};
        game->depth = 1;
        look_at_all(shop);
        MenuPanel panel;
        menu_shown(game, &panel);
        for (int i = 0; i < SIZE_COUNT; i++) { // nobody's place scrolls away
            CanvasSize size = {(float)sizes[i].width, (float)sizes[i].height, 0.0f};
            size.unit = canvas_unit(size.width, size.height) * sizes[i].scale;
            assert_int_equal(menu_panel_layout(&panel, &size).shown, panel.count);
        }
    }
    shop_destroy(shop);
}

// Of few and of many, after the first race, later and at the end, with the longest names.
static void the_texts_of_standings_stand_clear(void **state) {
    (void)state;
    static const int counts[] = {1, 4, 9, RACE_MAX_CARS};
    Shop *shop = shop_make(1);
    Game *game = &shop->game;
    for (int i = 0; i < 12; i++) {
        Season *season = &game->season;
        int count = counts[i % 4];
        *season = (Season){.track_count = 3, .race = i / 4, .counted = true};
        snprintf(season->tracks[i / 4 % 2 + 1], SETTING_TEXT_MAX, "chicane-club");
        season->standings.race_count = i / 4 + 1;
        for (int k = 0; k < count; k++) {
            season->looks[k] = race_picture_look(k);
            snprintf(season->names[k], SETTING_TEXT_MAX,
                     k % 3 == 0 ? "WWWWWWWWWWWW" : "Konstantinos Papadimitriou");
            season->standings.entries[k] = (ChampionshipEntry){
                .entered = true,
                .total = 110 - k,
                .points = k < 8 ? 10 - k : 0,
                .place = k + 1,
                .fastest = k == 1,
                .rank = k + 1,
                .rank_before = i < 4        ? 0
                               : k % 2 == 0 ? count - k
                                            : k + 1,
            };
        }
        game->stack[1] = (StackedScreen){GAME_STANDINGS, .asked = -1};
        game->depth = 1;
        look_at_all(shop);
    }
    shop_destroy(shop);
}

static void the_texts_of_the_tracks_of_a_championship_stand_clear(void **state) {
    (void)state;
    Shop *shop = shop_make(1);
    Game *game = &shop->game;
    game_open_choice(game);
    read_catalogue(&game->catalogue);
    season_open_choice(game);
    for (int count = 1; count <= SEASON_TRACKS_MAX; count += 3) {
        season_choose_count(game, count);
        game->stack[1] = (StackedScreen){GAME_SEASON, .asked = -1};
        game->depth = 1;
        look_at_all(shop);
    }
    for (int mode = 0; mode < DRIVE_MODE_COUNT; mode++) { // and of what leads to them
        game->choice.mode = (DriveMode)mode;
        game->stack[1] = (StackedScreen){GAME_SETUP, .asked = -1};
        look_at_all(shop);
    }
    shop_destroy(shop);
}

/// The plate of what is said, on a canvas of that size.
static Area toast_at(Shop *shop, const Size *size, float strip, bool two_rows) {
    Canvas canvas = canvas_make(&shop->list, &shop->font, size->width, size->height);
    canvas.unit *= size->scale;
    return toast_place(&canvas, &shop->game, strip, two_rows).area;
}

static void what_is_said_covers_nothing_of_a_menu_but_its_strip(void **state) {
    (void)state;
    Shop *shop = shop_make(2);
    Game *game = &shop->game;
    press(shop, KEY_ESCAPE);
    game_say(game, 0xFFFFFFFFu, "P2 has joined, and drives the yellow car at once");
    for (int i = 0; i < SIZE_COUNT; i++) {
        CanvasSize size = {(float)sizes[i].width, (float)sizes[i].height, 0.0f};
        size.unit = canvas_unit(size.width, size.height) * sizes[i].scale;
        float strip = seat_strip_height(&size);
        Area area = toast_at(shop, &sizes[i], strip, false);
        assert_true(area.x >= 0.0f && area.x + area.width <= size.width);
        assert_true(area.y + area.height <= size.height);
        MenuPanel panel;
        menu_shown(game, &panel);
        CanvasSize rest = {size.width, size.height - strip, size.unit};
        MenuLayout layout = menu_panel_layout(&panel, &rest);
        assert_true(layout.prompts_y + 18.0f * layout.unit < area.y); // below their keys
    }
    shop_destroy(shop);
}

static void what_is_said_on_the_title_stands_above_its_name(void **state) {
    (void)state;
    Shop *shop = shop_make(0);
    press(shop, KEY_F12); // nobody's key: the title stays
    assert_int_equal(game_screen(&shop->game), GAME_TITLE);
    game_say(&shop->game, 0xFFFFFFFFu, "Unknown gamepad: \"Seats\" in the menu sets it up");
    for (int i = 0; i < SIZE_COUNT; i++) {
        Area area = toast_at(shop, &sizes[i], 0.0f, false);
        assert_true(area.y >= 0.0f && area.x >= 0.0f);
        assert_true(area.y + area.height < 0.19f * (float)sizes[i].height);
    }
    shop_destroy(shop);
}

static void what_is_said_to_one_driver_covers_no_map(void **state) {
    (void)state;
    Shop *shop = shop_make(1);
    game_say(&shop->game, 0xFFFFFFFFu, "New best lap 0:22.000 (\u22120.123): bronze medal");
    for (int i = 0; i < SIZE_COUNT; i++) {
        Canvas canvas = canvas_make(&shop->list, &shop->font, sizes[i].width, sizes[i].height);
        canvas.unit *= sizes[i].scale;
        CanvasSize size = canvas_size(&canvas);
        Area area = toast_at(shop, &sizes[i], 0.0f, false), map = hud_map_most(&size);
        bool clear = area.x >= map.x + map.width || area.y + area.height <= map.y;
        assert_true(clear || size.width < 640.0f);
        assert_true(area.y > 0.52f * size.height); // below the car
    }
    shop_destroy(shop);
}

// It lies on the strip, whose seats are hidden as a whole: no name is cut.
static void what_is_said_cuts_no_seat_of_the_strip(void **state) {
    (void)state;
    for (int people = 1; people <= 4; people++) {
        Shop *shop = shop_make(people);
        Game *game = &shop->game;
        press(shop, KEY_ESCAPE);
        game_say(game, 0xFFFFFFFFu, "Bertholdine has joined, and is in at the next race");
        for (int i = 0; i < SIZE_COUNT; i++) {
            Canvas canvas = canvas_make(&shop->list, &shop->font, sizes[i].width, sizes[i].height);
            canvas.unit *= sizes[i].scale;
            CanvasSize size = canvas_size(&canvas);
            ToastPlace toast = toast_place(&canvas, game, seat_strip_height(&size), false);
            float seat = 0.25f * size.width, end = toast.covers.x + toast.covers.width;
            float first = roundf(toast.covers.x / seat), last = roundf(end / seat);
            assert_float_equal(toast.covers.x, first * seat, 0.1f);
            assert_float_equal(end, last * seat, 0.1f);
            // "Press gas to join" is written across all free seats
            assert_true((int)first <= people);
            assert_true((int)last <= people || (int)last == SEATS_MAX);
            assert_true(toast.area.x > toast.covers.x && toast.area.x + toast.area.width < end);
        }
        shop_destroy(shop);
    }
}

/// How many texts are written where the toast has `left` s to stay; the opacity of what it hides
/// the strip with goes to `cover`.
static int toast_texts(Shop *shop, float left, uint32_t *cover) {
    Canvas canvas = canvas_make(&shop->list, &shop->font, 1280, 720);
    CanvasSize size = canvas_size(&canvas);
    draw_list_clear(&shop->list);
    shop->texts.count = 0;
    canvas.texts = &shop->texts;
    shop->game.toast_left = left;
    toast_draw(&canvas, &shop->game, seat_strip_height(&size), false);
    *cover = shop->list.vertex_count > 0 ? shop->list.vertices[0].color >> 24 : 0;
    return shop->texts.count;
}

static void what_is_said_is_gone_before_the_seats_come_back(void **state) {
    (void)state;
    Shop *shop = shop_make(2);
    uint32_t cover;
    press(shop, KEY_ESCAPE);
    game_say(&shop->game, 0xFFFFFFFFu, "P2 has joined, and drives the yellow car at once");
    for (float left = 1.5f; left > 0.05f; left -= 0.05f) {
        int texts = toast_texts(shop, left, &cover);
        assert_true(texts == 0 || cover == 0xFF);
    }
    assert_int_equal(toast_texts(shop, 0.7f, &cover), 1);
    assert_int_equal(toast_texts(shop, 0.3f, &cover), 0);
    assert_in_range(cover, 1, 0xFE);
    shop_destroy(shop);
}

// He must see how long he has to hold on; the strip shows it.
static void what_is_said_gives_way_to_whoever_leaves(void **state) {
    (void)state;
    Shop *shop = shop_make(2);
    Game *game = &shop->game;
    uint32_t cover;
    press(shop, KEY_ESCAPE);
    game_say(game, 0xFFFFFFFFu, "P2 has joined, and drives the yellow car at once");
    game->seats[1].device = DEVICE_PAD;
    assert_int_equal(toast_texts(shop, 3.0f, &cover), 1);
    game->menu_holds[0] = (MenuHold){.held = true, .since = game->time - 0.6};
    assert_int_equal(toast_texts(shop, 3.0f, &cover), 0);
    shop_destroy(shop);
}

static void what_is_said_covers_no_car_where_views_stand_two_by_two(void **state) {
    (void)state;
    Shop *shop = shop_make(4);
    game_say(&shop->game, 0xFFFFFFFFu, "Many at one keyboard: Enter gives you all automatic gas");
    for (int i = 0; i < SIZE_COUNT; i++) {
        float tall = (float)sizes[i].height;
        Area area = toast_at(shop, &sizes[i], 0.0f, true);
        // the grids of the lower views lie between, those of the upper ones above
        bool below = area.y > 0.80f * tall && area.y + area.height < 0.86f * tall;
        bool between = area.y > 0.46f * tall && area.y + area.height < 0.54f * tall;
        assert_true(below || between);
    }
    shop_destroy(shop);
}

// The HUD over which it lies is that of tests/test_hud_layout.c.
static void no_screen_is_left_out(void **state) {
    (void)state;
    for (int i = 0; i < GAME_SCREEN_COUNT; i++) {
        assert_true(looked_at[i] || i == GAME_DRIVE);
    }
}

// A list that scrolls follows the first one's cursor: the others could not see theirs.
static void several_who_choose_see_all_cards_at_every_size(void **state) {
    (void)state;
    DrawList list = {0};
    Font font = {0};
    for (int i = 0; i < SIZE_COUNT; i++) {
        CardGrid grid = {.count = 5, .bars = CAR_CARD_BARS - 1, .cursor_count = 4};
        Canvas canvas = canvas_make(&list, &font, sizes[i].width, sizes[i].height);
        CanvasSize size = canvas_size(&canvas);
        size.unit *= sizes[i].scale;
        size.height -= seat_strip_height(&size);
        CardLayout layout = card_grid_layout(&grid, &size);
        assert_int_equal(layout.shown, layout.rows);
    }
}

static void one_who_chooses_sees_all_cars_or_two_rows_of_tracks(void **state) {
    (void)state;
    DrawList list = {0};
    Font font = {0};
    for (int i = 1; i < SIZE_COUNT; i++) { // from 640 x 480
        Canvas canvas = canvas_make(&list, &font, sizes[i].width, sizes[i].height);
        CanvasSize size = canvas_size(&canvas);
        size.unit *= sizes[i].scale;
        size.height -= seat_strip_height(&size);
        CardGrid cars = {.count = 5, .bars = CAR_CARD_BARS - 1}, tracks = {.count = 10};
        CardLayout layout = card_grid_layout(&cars, &size);
        assert_int_equal(layout.shown, layout.rows);
        if (sizes[i].scale <= 1.0f) { // rather large texts for whoever wants them
            layout = card_grid_layout(&tracks, &size);
            assert_true(layout.shown >= 2);
        }
    }
}

// What is asked is no row that can be chosen: nothing would scroll it back.
static void what_an_unknown_gamepad_is_asked_is_seen_at_every_size(void **state) {
    (void)state;
    Shop *shop = shop_make(0);
    Game *game = &shop->game;
    press(shop, KEY_TAB);
    game->stack[++game->depth] = (StackedScreen){GAME_PAD_SETUP, .asked = -1};
    for (int asked = 0; asked < PAD_ASK_COUNT; asked++) {
        game->pad_setup = (PadSetup){.count = asked, .parts[PAD_ASK_LEFT].kind = 'b'};
        MenuPanel panel;
        menu_shown(game, &panel);
        for (int i = 0; i < SIZE_COUNT; i++) {
            CanvasSize size = {(float)sizes[i].width, (float)sizes[i].height, 0.0f};
            size.unit = canvas_unit(size.width, size.height) * sizes[i].scale;
            MenuLayout layout = menu_panel_layout(&panel, &size);
            assert_true(layout.first == 0 && layout.shown > asked);
        }
    }
    shop_destroy(shop);
}

static void the_test_of_the_keyboard_says_what_to_hold_above_its_rows(void **state) {
    (void)state;
    Shop *shop = shop_make(2);
    Game *game = &shop->game;
    press(shop, KEY_ESCAPE);
    game->stack[++game->depth] = (StackedScreen){GAME_KEY_TEST, .asked = -1};
    game->key_test.takes[0] = game->key_test.takes[1] = true;
    MenuPanel panel;
    menu_shown(game, &panel);
    assert_string_equal(panel.title_text, "All hold gas and left");
    game->key_test.takes[1] = false;
    menu_shown(game, &panel);
    assert_string_equal(panel.title_text, "Hold gas and left");
    shop_destroy(shop);
}

static void the_ring_of_who_leaves_covers_nothing_of_the_pause(void **state) {
    (void)state;
    Shop *shop = shop_make(2);
    Game *game = &shop->game;
    press(shop, KEY_ESCAPE);
    game->pause = (PauseHold){.key = KEY_ESCAPE, .number = 1, .since = game->time - 0.8};
    uint32_t color = draw_color(race_picture_colors[game_person_color(game, 1)], 1.0f);
    for (int i = 0; i < SIZE_COUNT; i++) {
        Canvas canvas = canvas_make(&shop->list, &shop->font, sizes[i].width, sizes[i].height);
        canvas.unit *= sizes[i].scale;
        draw_list_clear(&shop->list);
        screen_shown(game)->draw(game, &canvas);
        MenuPanel panel;
        menu_shown(game, &panel);
        CanvasSize size = canvas_size(&canvas);
        Area area = menu_panel_layout(&panel, &size).panel;
        int found = 0;
        for (int k = 0; k < shop->list.vertex_count; k++) {
            const DrawVertex *at = &shop->list.vertices[k];
            if (at->color == color) { // left of the panel it is that of the badge of P2
                bool ring = at->x > area.x + area.width;
                found += ring;
                assert_true(ring ? at->x < size.width : at->x < area.x);
            }
        }
        assert_true(found > 0);
    }
    shop_destroy(shop);
}

// Left of the panel, where it has room for the names.
static void the_pause_says_how_the_race_stands(void **state) {
    (void)state;
    Shop *shop = shop_make(4);
    Game *game = &shop->game;
    const char *names[RACE_MAX_CARS];
    press(shop, KEY_ESCAPE);
    for (int i = 0; i < game->roster.count; i++) { // short ones ask for less
        snprintf(game->roster.drivers[i].name, DRIVER_NAME_MAX, "D%d", i);
    }
    game_driver_names(game, names);
    for (int i = 0; i < SIZE_COUNT; i++) {
        Canvas canvas = canvas_make(&shop->list, &shop->font, sizes[i].width, sizes[i].height);
        canvas.unit *= sizes[i].scale;
        shop->texts.count = 0;
        canvas.texts = &shop->texts;
        screen_shown(game)->draw(game, &canvas);
        MenuPanel panel;
        menu_shown(game, &panel);
        CanvasSize size = canvas_size(&canvas);
        Area area = menu_panel_layout(&panel, &size).panel;
        int found = 0;
        for (int k = 0; k < shop->texts.count; k++) {
            for (int car = 0; car < game->session.race->car_count; car++) {
                if (strcmp(shop->texts.texts[k], names[car]) == 0) {
                    found++;
                    assert_true(shop->texts.areas[k].x + shop->texts.areas[k].width < area.x);
                }
            }
        }
        bool wide = sizes[i].width >= 1280 && sizes[i].scale <= 1.0f;
        assert_true(found >= (wide ? game->session.race->car_count : 0));
    }
    shop_destroy(shop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_texts_of_the_title_and_its_menus_stand_clear),
        cmocka_unit_test(the_texts_of_pause_results_and_keys_stand_clear),
        cmocka_unit_test(the_texts_of_contacts_stand_clear),
        cmocka_unit_test(the_texts_of_the_settings_stand_clear),
        cmocka_unit_test(the_texts_of_the_seats_stand_clear),
        cmocka_unit_test(the_texts_between_turns_stand_clear),
        cmocka_unit_test(the_texts_of_the_laboratory_stand_clear),
        cmocka_unit_test(the_texts_of_an_empty_list_of_records_stand_clear),
        cmocka_unit_test(several_who_choose_see_all_cards_at_every_size),
        cmocka_unit_test(what_is_said_covers_nothing_of_a_menu_but_its_strip),
        cmocka_unit_test(what_is_said_covers_no_car_where_views_stand_two_by_two),
        cmocka_unit_test(what_is_said_on_the_title_stands_above_its_name),
        cmocka_unit_test(what_is_said_to_one_driver_covers_no_map),
        cmocka_unit_test(what_is_said_cuts_no_seat_of_the_strip),
        cmocka_unit_test(what_is_said_is_gone_before_the_seats_come_back),
        cmocka_unit_test(what_is_said_gives_way_to_whoever_leaves),
        cmocka_unit_test(one_who_chooses_sees_all_cars_or_two_rows_of_tracks),
        cmocka_unit_test(what_an_unknown_gamepad_is_asked_is_seen_at_every_size),
        cmocka_unit_test(the_test_of_the_keyboard_says_what_to_hold_above_its_rows),
        cmocka_unit_test(the_ring_of_who_leaves_covers_nothing_of_the_pause),
        cmocka_unit_test(the_texts_of_standings_stand_clear),
        cmocka_unit_test(the_texts_of_the_tracks_of_a_championship_stand_clear),
        cmocka_unit_test(the_pause_says_how_the_race_stands),
        cmocka_unit_test(no_screen_is_left_out),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
