/// The screen of records: what it lists, how it moves from track to track and from car to car, and
/// how a record becomes the ghost of a time trial.
#define _XOPEN_SOURCE 700 // for mkdtemp, setenv and nanosleep
#include "base/file.h"
#include "game_state/trial.h"
#include "pages/record_table.h"
#include "screens/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desk_texts.h"
#include "read_catalogue.h"
#include "texts.h"
#include "user_folder.h"

// Until the records and the track that they are of are read.
static void read_records(Desk *desk) {
    read_catalogue_records(&desk->game.catalogue, 0, "first-oval");
    desk_frame(desk);
}

static Record lap_of(const Desk *desk, const char *player, double time_s) {
    Record record = {.key = {.race_version = RACE_VERSION,
                             .track = desk->game.session.track.hash,
                             .car = car_model_hash(&desk->game.session.models[0])},
                     .time_s = time_s,
                     .date = 1700000000,
                     .track = "first-oval",
                     .car_name = "hatch"};
    snprintf(record.player, sizeof record.player, "%s", player);
    return record;
}

static Records *open_records(void) {
    static char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    assert_non_null(records);
    return records;
}

/// Stores `record` as its state says.
static void store(const Record *record) {
    MessageList messages = {0};
    Records *records = open_records();
    int64_t id;
    Record added = *record;
    added.state = RECORD_PENDING;
    added.refusal = RECORD_REFUSAL_UNKNOWN;
    bool fine = records_add(records, &added, "replay", 6, &id, &messages);
    if (fine && record->state == RECORD_VERIFIED) {
        fine = records_verify(records, id, &messages);
    } else if (fine && record->state == RECORD_REFUSED) {
        fine = records_refuse(records, id, record->refusal, &messages);
    }
    messages_print(&messages, stderr, NULL); // why, where it fails
    assert_true(fine);
    records_close(records);
}

static void store_some(const Desk *desk) {
    Record ada = lap_of(desk, "Ada", 21.5), bo = lap_of(desk, "Bo", 21.0);
    Record cy = lap_of(desk, "Cy", 20.0), dee = lap_of(desk, "Dee", 19.0);
    Record race = lap_of(desk, "Ada", 70.0), old = lap_of(desk, "Ada", 18.0);
    Record gt = lap_of(desk, "Eve", 17.0);
    ada.state = bo.state = race.state = old.state = gt.state = RECORD_VERIFIED;
    dee.state = RECORD_REFUSED;
    dee.refusal = RECORD_REFUSAL_DRIVER;
    race.key.laps = 3;
    race.key.helps = RECORD_AUTO_BRAKE;
    old.key.race_version--;
    gt.key.car.low++;
    snprintf(gt.car_name, sizeof gt.car_name, "gt");
    const Record *all[] = {&ada, &bo, &cy, &dee, &race, &old, &gt};
    for (int i = 0; i < 7; i++) {
        store(all[i]);
    }
}

/// Stores some records in an otherwise empty file. The same ones as before are copied: each that is
/// stored waits for the disk some times, which other work on the machine makes last seconds.
static void fill_file(const Desk *desk, void (*fill)(const Desk *desk)) {
    static void (*kept_fill)(const Desk *desk);
    static FileBytes kept;
    char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    remove(path);
    if (fill == kept_fill) {
        assert_true(file_write(path, kept.data, kept.size, &messages));
        return;
    }
    fill(desk);
    if (kept_fill) {
        file_bytes_free(&kept);
    }
    assert_true(file_read(path, 64 * 1024 * 1024, &kept, &messages));
    kept_fill = fill;
}

/// A desk before the screen of records, with those of `fill` alone.
static Desk *desk_at_records(void (*fill)(const Desk *desk)) {
    Desk *desk = desk_make(0, 5, 3);
    fill_file(desk, fill);
    desk->game.def.keeps_records = true;
    desk_tap(desk, KEY_TAB);
    for (int i = 0; i < 6; i++) { // race, battle, championship, time trial, practice, hot seat
        desk_tap(desk, KEY_DOWN);
    }
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_RECORDS);
    read_records(desk);
    assert_false(desk->game.catalogue.records_wrong); // else there would be none to look at
    return desk;
}

/// The set-up of a trial lies below the screen that chooses ghosts.
static const RecordsMenu *shown(const Desk *desk) {
    const Game *game = &desk->game;
    return &game->records_menus[game->stack[game->depth - 1].screen == GAME_SETUP];
}

static const RecordBoard *board(const Desk *desk) { return &shown(desk)->board; }

static int focus(const Desk *desk) { return desk->game.stack[desk->game.depth].focus; }

static const char *focused_player(const Desk *desk) {
    return board(desk)->rows[focus(desk)].record.player;
}

static void records_stand_in_groups_of_what_is_comparable(void **state) {
    (void)state;
    static const struct {
        const char *player; // NULL: a heading
        int place;
        bool champion;
    } rows[] = {{NULL, 0, false},  {"Eve", 1, false}, {"Cy", 0, false}, {"Bo", 2, true},
                {"Ada", 3, false}, {"Dee", 0, false}, {NULL, 0, false}, {"Ada", 1, false},
                {NULL, 0, false},  {"Ada", 1, false}};
    Desk *desk = desk_at_records(store_some);
    assert_int_equal(board(desk)->count, 10);
    for (int i = 0; i < 10; i++) {
        const RecordBoardRow *row = &board(desk)->rows[i];
        assert_int_equal(row->heading, rows[i].player == NULL);
        if (!row->heading) {
            assert_string_equal(row->record.player, rows[i].player);
            assert_int_equal(row->place, rows[i].place);
            assert_int_equal(row->champion, rows[i].champion);
        }
    }
    assert_int_equal(board(desk)->rows[6].record.key.laps, 3);
    assert_int_equal(board(desk)->rows[8].record.key.race_version, RACE_VERSION - 1);
    desk_destroy(desk);
}

/// s of the author's medal with the hatch.
static double author_of_hatch(const Desk *desk) {
    float medals[RACE_MAX_CARS][MEDAL_COUNT];
    session_medals(&desk->game.session, medals);
    assert_true(medals[0][MEDAL_AUTHOR] > desk->game.session.track.medals[MEDAL_AUTHOR]);
    return (double)medals[0][MEDAL_AUTHOR];
}

/// The same two laps on the track as it is now and as it was, the better one worth the medal.
static void store_two_forms(const Desk *desk) {
    double author_s = author_of_hatch(desk);
    for (uint64_t form = 0; form < 2; form++) {
        Record ada = lap_of(desk, "Ada", author_s + 0.4), bo = lap_of(desk, "Bo", author_s - 0.1);
        ada.state = bo.state = RECORD_VERIFIED;
        ada.key.track.low += form;
        bo.key.track.low += form;
        store(&ada);
        store(&bo);
    }
}

/// Until it is known which records have the champion's medal.
static void learn_champions(Desk *desk) {
    const struct timespec nap = {.tv_nsec = 1000000};
    read_catalogue(&desk->game.catalogue);
    desk_frame(desk);
    for (int i = 0; i < 20000 && desk->game.champions.work; i++) {
        nanosleep(&nap, NULL);
        desk_frame(desk);
    }
    assert_null(desk->game.champions.work);
}

static void the_champion_of_an_old_form_of_the_track_has_no_medal(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_two_forms);
    int champions = 0;
    for (int i = 0; i < board(desk)->count; i++) {
        champions += board(desk)->rows[i].champion;
    }
    assert_int_equal(champions, 2); // of each form one, but for today's laps one alone counts
    learn_champions(desk);
    assert_int_equal(count_texts(desk, "C"), 1);
    desk_destroy(desk);
}

/// Two laps in the hatch, of which the better one takes `time_s`.
static void store_pair(const Desk *desk, double time_s) {
    Record ada = lap_of(desk, "Ada", time_s + 0.5), bo = lap_of(desk, "Bo", time_s);
    ada.state = bo.state = RECORD_VERIFIED;
    store(&ada);
    store(&bo);
}

static void store_better(const Desk *desk) { store_pair(desk, author_of_hatch(desk) - 0.1); }

static void store_slower(const Desk *desk) { store_pair(desk, author_of_hatch(desk) + 0.1); }

static void the_champion_of_another_car_beats_the_medals_of_that_car(void **state) {
    (void)state;
    static void (*const fills[2])(const Desk *) = {store_slower, store_better};
    for (int i = 0; i < 2; i++) {
        Desk *desk = desk_at_records(fills[i]);
        const Game *game = &desk->game;
        assert_int_equal(count_texts(desk, "C"), 0); // nobody knows yet
        learn_champions(desk);
        assert_int_equal(game->champions.count, 1);
        assert_int_equal(count_texts(desk, "C"), i);
        desk_destroy(desk);
    }
}

static void keys_gamepad_and_mouse_shift_track_and_car(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    const RecordsMenu *menu = &desk->game.records_menus[0];
    desk_tap(desk, KEY_PAGE_DOWN);
    assert_string_equal(menu->car, "gt");
    assert_int_equal(board(desk)->count, 2);
    desk->input.pads[0].present = true;
    desk_tap_button(desk, 0, PAD_RB);
    assert_string_equal(menu->car, "hatch");
    assert_int_equal(board(desk)->count, 9);
    desk_tap_button(desk, 0, PAD_RB);
    assert_string_equal(menu->car, "");
    desk_tap(desk, KEY_RIGHT);
    assert_string_not_equal(menu->track, "first-oval");
    assert_int_equal(board(desk)->count, 0);
    desk_tap_button(desk, 0, PAD_LEFT);
    assert_string_equal(menu->track, "first-oval");
    RecordTable table = {.moves = {true, true}, .focus = -1};
    CanvasSize size = {DESK_WIDTH, DESK_HEIGHT, game_unit(&desk->game, DESK_WIDTH, DESK_HEIGHT)};
    size = strip_rest(&desk->game, size);
    Area track = record_table_layout(&table, &size).choices[0];
    desk->input.mouse_x = track.x + 4.0f;
    desk->input.mouse_y = track.y + 0.5f * track.height;
    desk->input.mouse_pressed = true;
    desk_frame(desk);
    assert_string_not_equal(menu->track, "first-oval");
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_MENU);
    desk_destroy(desk);
}

static void a_record_is_raced_against_with_two_presses(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    Game *game = &desk->game;
    snprintf(game->choice.car, sizeof game->choice.car, "gt");
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_DOWN);
    assert_string_equal(focused_player(desk), "Bo");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_int_equal(game->choice.mode, DRIVE_TRIAL);
    assert_string_equal(game->choice.track, "first-oval");
    assert_string_equal(game->choice.car, "hatch");
    assert_int_equal(game->ghost_source_count, 1);
    assert_string_equal(game->ghost_sources[0].record.player, "Bo");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->def.mode, DRIVE_TRIAL);
    assert_string_equal(game->car_name, "hatch");
    desk_destroy(desk);
}

static void the_ghosts_of_a_trial_are_chosen_from_where_it_is_set_up(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    Game *game = &desk->game;
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    MenuPanel panel;
    menu_shown(game, &panel);
    int row = 0;
    while (row < panel.count && strcmp(panel.rows[row].label, "Ghost") != 0) {
        row++;
    }
    assert_in_range(row, 0, panel.count - 1);
    assert_string_equal(panel.rows[row].text, "Cy");
    game->stack[game->depth].focus = row;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_RECORDS);
    assert_string_equal(focused_player(desk), "Eve");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game->ghost_source_count, 2);
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_ENTER); // Cy is one already
    assert_int_equal(game->ghost_source_count, 1);
    assert_string_equal(game->ghost_sources[0].record.player, "Eve");
    desk_tap(desk, KEY_RIGHT); // elsewhere
    assert_string_not_equal(shown(desk)->track, "first-oval");
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(game), GAME_SETUP);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(game), GAME_RECORDS); // as it was left
    assert_string_equal(shown(desk)->track, "first-oval");
    desk_frame(desk);
    assert_string_equal(focused_player(desk), "Cy");
    desk_destroy(desk);
}

static void what_cannot_be_raced_against_stays_listed(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    for (int i = 0; i < 4; i++) {
        desk_tap(desk, KEY_DOWN);
    }
    assert_string_equal(focused_player(desk), "Dee"); // refused
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_RECORDS);
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_DOWN); // of other physics
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_RECORDS);
    assert_int_equal(focus(desk), 9);
    desk_tap(desk, KEY_DOWN); // round to the first, past its heading
    assert_int_equal(focus(desk), 1);
    desk_tap(desk, KEY_UP);
    assert_int_equal(focus(desk), 9);
    desk_destroy(desk);
}

static void store_many(const Desk *desk) {
    MessageList messages = {0};
    Records *records = open_records();
    for (int i = 0; i < 60; i++) { // what is widest
        Record record = lap_of(desk, i % 2 ? "Wwwwwwwwwwwwwwwwwwww" : "A", 3599.0 + i);
        record.key.laps = i % 20 == 0 ? 99 : 0;
        record.key.helps = (1 << RECORDS_HELPS) - 1;
        record.reverse = true;
        record.state = (RecordState)(i % 3);
        snprintf(record.car_name, sizeof record.car_name, "a car with a name that is long %d",
                 i % 9);
        assert_true(records_add(records, &record, "", 0, NULL, &messages));
    }
    records_close(records);
}

static void cars_are_called_as_in_the_menus(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    Catalogue *catalogue = &desk->game.catalogue;
    const CatalogueCar *hatch = &catalogue->cars[catalogue_car(catalogue, "hatch")];
    const struct timespec nap = {.tv_nsec = 1000000};
    for (int i = 0; i < 20000 && !hatch->read; i++) {
        catalogue_poll(catalogue);
        nanosleep(&nap, NULL);
    }
    assert_int_equal(count_texts(desk, "hatch"), 0);
    assert_true(count_texts(desk, "Hatch") > 3);
    desk_destroy(desk);
}

static void a_long_list_is_scrolled_and_its_texts_stand_clear(void **state) {
    (void)state;
    static const struct {
        int width, height;
        float scale;
    } sizes[] = {{480, 320, 1.0f},  {640, 480, 1.0f},   {1280, 720, 1.0f},
                 {1280, 720, 2.0f}, {1920, 1080, 1.0f}, {2560, 1080, 2.0f}};
    Font font = load_font();
    Desk *desk = desk_at_records(store_many);
    DrawList list = {0};
    CanvasTexts *texts = calloc(1, sizeof *texts);
    assert_non_null(texts);
    int last = -1;
    for (int step = 0; focus(desk) > last; step++) {
        last = focus(desk);
        for (int i = 0; i < 6 && (step < 3 || step % 20 == 0); i++) {
            draw_list_clear(&list);
            Canvas canvas = canvas_make(&list, &font, sizes[i].width, sizes[i].height);
            canvas.unit *= sizes[i].scale;
            texts->count = 0;
            canvas.texts = texts;
            strip_draw(&desk->game, &canvas);
            assert_true(texts->count > 10);
            assert_texts_stand_clear(&canvas);
            if (i == 2) {
                assert_texts_have_contrast(&canvas);
            }
        }
        desk_tap(desk, KEY_DOWN);
    }
    assert_int_equal(last, 61); // all were seen, in two groups
    assert_true(desk->game.stack[desk->game.depth].first <= focus(desk));
    free(texts);
    draw_list_destroy(&list);
    font_destroy(&font);
    desk_destroy(desk);
}

static void from_the_grid_of_tracks_those_of_the_card_are_seen(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    Game *game = &desk->game;
    desk_tap(desk, KEY_ESCAPE);
    game->stack[game->depth].focus = 0;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_tap(desk, KEY_RIGHT);
    desk_tap(desk, KEY_TAB);
    assert_int_equal(game_screen(game), GAME_RECORDS);
    int card = game->stack[game->depth - 1].focus;
    assert_string_equal(game->records_menus[0].track, game->catalogue.tracks[card].path);
    desk_destroy(desk);
}

/// Reads the records once more, as after a lap that was stored.
static void reread(Desk *desk) {
    Catalogue *catalogue = &desk->game.catalogue;
    catalogue->records_wrong = false;
    catalogue_reread_records(catalogue);
    read_catalogue_records(catalogue, catalogue->records_read, NULL);
    desk_frame(desk);
}

static void the_focus_stays_on_its_record_while_others_come(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    char player[RECORDS_TEXT_MAX];
    snprintf(player, sizeof player, "%s", focused_player(desk));
    int before = focus(desk);
    Record first = lap_of(desk, "Zed", 1.0);
    store(&first);
    reread(desk);
    assert_string_equal(focused_player(desk), player);
    assert_int_equal(focus(desk), before + 1);
    desk_destroy(desk);
}

static void a_ghost_whose_record_is_gone_is_none_any_more(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    Record slow = lap_of(desk, "Eve", 25.0), fast = lap_of(desk, "Eve", 24.0);
    slow.state = fast.state = RECORD_VERIFIED;
    store(&slow);
    reread(desk);
    GhostSource source = {0};
    for (int i = 0; i < desk->game.catalogue.records.count; i++) {
        const Record *record = &desk->game.catalogue.records.items[i];
        if (strcmp(record->player, "Eve") == 0) {
            source = (GhostSource){.record = *record, .track = record->key.track};
        }
    }
    trial_choose_ghost(&desk->game, &source);
    assert_true(trial_has_ghost(&desk->game, &source));
    store(&fast); // which takes the place of the slower one
    reread(desk);
    assert_false(trial_has_ghost(&desk->game, &source));
    desk_destroy(desk);
}

/// The version of the file's tables, in the head of a SQLite database.
static void set_form(const char *path, int form) {
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, 63, SEEK_SET), 0);
    assert_int_equal(fputc(form, file), form);
    assert_int_equal(fclose(file), 0);
}

static void records_that_cannot_be_read_now_stay_as_they_were(void **state) {
    (void)state;
    Desk *desk = desk_at_records(store_some);
    Catalogue *catalogue = &desk->game.catalogue;
    Record dan = lap_of(desk, "Dan", 23.0);
    store(&dan);
    reread(desk);
    int count = catalogue->records.count;
    assert_true(count > 0);
    char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    set_form(path, 99); // of a newer program
    reread(desk);
    assert_true(catalogue->records_wrong);
    assert_int_equal(catalogue->records.count, count);
    set_form(path, 1);
    reread(desk);
    assert_false(catalogue->records_wrong);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_stand_in_groups_of_what_is_comparable),
        cmocka_unit_test(the_champion_of_another_car_beats_the_medals_of_that_car),
        cmocka_unit_test(keys_gamepad_and_mouse_shift_track_and_car),
        cmocka_unit_test(a_record_is_raced_against_with_two_presses),
        cmocka_unit_test(the_ghosts_of_a_trial_are_chosen_from_where_it_is_set_up),
        cmocka_unit_test(what_cannot_be_raced_against_stays_listed),
        cmocka_unit_test(cars_are_called_as_in_the_menus),
        cmocka_unit_test(the_focus_stays_on_its_record_while_others_come),
        cmocka_unit_test(a_ghost_whose_record_is_gone_is_none_any_more),
        cmocka_unit_test(records_that_cannot_be_read_now_stay_as_they_were),
        cmocka_unit_test(from_the_grid_of_tracks_those_of_the_card_are_seen),
        cmocka_unit_test(the_champion_of_an_old_form_of_the_track_has_no_medal),
        cmocka_unit_test(a_long_list_is_scrolled_and_its_texts_stand_clear),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
