/// The tuning panel: driven by a mouse of our own, without a window; one picture off screen.
#include "base/number.h"
#include "panel/panel.h"
#include "platform/font_path.h"
#include "platform/offscreen.h"
#include "render/gl.h"
#include "render/png.h"
#include "vehicle/car_feel.h"
#include "vehicle/car_numbers.h"
#include "vehicle/car_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum {
    KEY_LEFT_CONTROL_ = 341,
    KEY_ENTER_ = 257,
    KEY_ESCAPE_ = 256,
    KEY_A_ = 'A',
};

/// A panel over two hatches, with a mouse.
typedef struct Desk {
    Panel *panel;
    MessageList messages;
    CarParams setup[2], base;
    PanelCar car;
    PanelInput input;
    bool keys[PANEL_KEYS];
    PanelTelemetry telemetry;
    PanelTook took;
    // All answers since the last clear:
    bool changed[2], swap, copy, compare, save, copy_text, close, restore, forget;
    const char *load;
    char save_name[CAR_NAME_MAX];
} Desk;

static int open_desk(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    *state = desk;
    char font[4096];
    static const char *const families[] = {"DejaVu Sans", "Inter"}; // the wider one first
    assert_true(font_path_find(families, 2, false, font, sizeof font));
    PanelDef def = {.font = font};
    desk->panel = panel_create(&def, &desk->messages);
    assert_non_null(desk->panel);
    desk->base = desk->setup[0] = desk->setup[1] = car_params_default();
    desk->car = (PanelCar){.setup = {&desk->setup[0], &desk->setup[1]},
                           .base = {&desk->base, &desk->base},
                           .name = {"Hatch", "Hatch"}};
    desk->input =
        (PanelInput){.keys = desk->keys, .width_px = 1280, .height_px = 720, .dt = 1.0f / 60.0f};
    return 0;
}

static int close_desk(void **state) {
    Desk *desk = *state;
    panel_destroy(desk->panel);
    free(desk);
    return 0;
}

static void frame(Desk *desk) {
    desk->took = panel_frame(desk->panel, &desk->input, &desk->car, &desk->telemetry);
    desk->changed[0] |= desk->car.changed[0];
    desk->changed[1] |= desk->car.changed[1];
    desk->swap |= desk->car.swap;
    desk->copy |= desk->car.copy;
    desk->compare |= desk->car.compare;
    desk->close |= desk->car.close;
    desk->copy_text |= desk->car.copy_text;
    desk->restore |= desk->car.restore;
    desk->forget |= desk->car.forget;
    desk->load = desk->car.load ? desk->car.load : desk->load;
    if (desk->car.save) {
        desk->save = true;
        memcpy(desk->save_name, desk->car.save_name, sizeof desk->save_name);
    }
    desk->input.text[0] = '\0';
    desk->input.wheel = 0.0f;
}

static void clear(Desk *desk) {
    desk->changed[0] = desk->changed[1] = false;
    desk->swap = desk->copy = desk->compare = desk->save = false;
    desk->copy_text = desk->close = desk->restore = desk->forget = false;
    desk->load = NULL;
}

/// The thing called `id`, NULL where the last frame had none.
static const PanelItem *find(const Desk *desk, const char *id) {
    int count = 0;
    const PanelItem *items = panel_items(desk->panel, &count);
    for (int i = 0; i < count; i++) {
        if (strcmp(items[i].id, id) == 0) {
            return &items[i];
        }
    }
    return NULL;
}

static int count_of(const Desk *desk, const char *id) {
    int count = 0, found = 0;
    const PanelItem *items = panel_items(desk->panel, &count);
    for (int i = 0; i < count; i++) {
        found += strcmp(items[i].id, id) == 0;
    }
    return found;
}

/// Moves the mouse onto `id`: `share` of its width from the left.
static void point(Desk *desk, const char *id, float share) {
    const PanelItem *item = find(desk, id);
    if (!item) {
        fail_msg("there is no \"%s\" on the panel", id);
        return;
    }
    desk->input.mouse_x = item->x + share * item->width;
    desk->input.mouse_y = item->y + 0.5f * item->height;
    frame(desk);
}

static void press(Desk *desk, int button) {
    desk->input.mouse_down[button] = true;
    frame(desk);
    frame(desk);
    desk->input.mouse_down[button] = false;
    frame(desk);
    frame(desk);
}

static void click(Desk *desk, const char *id) {
    point(desk, id, 0.5f);
    press(desk, 0);
}

/// Takes the slider `id` and leaves it at `share` of its width.
static void drag(Desk *desk, const char *id, float share) {
    point(desk, id, 0.5f);
    desk->input.mouse_down[0] = true;
    frame(desk);
    point(desk, id, share);
    frame(desk);
    desk->input.mouse_down[0] = false;
    frame(desk);
    frame(desk);
}

static void show(Desk *desk, PanelView view) {
    panel_state(desk->panel)->view = view;
    panel_state(desk->panel)->search[0] = '\0';
    panel_state(desk->panel)->only_changed = false;
    desk->input.mouse_x = desk->input.mouse_y = 1.0f;
    frame(desk);
    frame(desk);
    clear(desk);
}

static void search(Desk *desk, const char *text) {
    snprintf(panel_state(desk->panel)->search, PANEL_SEARCH_MAX, "%s", text);
    frame(desk);
}

/// Rows of `table` on the panel now; each must be there once, with a slider for A and for B.
static int count_rows_of(const Desk *desk, const ParamTable *table) {
    int rows = 0;
    for (int i = 0; i < table->count; i++) {
        const ParamRow *row = &table->rows[i];
        char id[96], of_setup[100];
        snprintf(id, sizeof id, "%s.%s", row->group, row->name);
        int found = count_of(desk, id);
        assert_true(found <= 1);
        for (int setup = 0; setup < 2; setup++) {
            snprintf(of_setup, sizeof of_setup, "%c.%s", 'a' + setup, id);
            assert_int_equal(count_of(desk, of_setup), found);
        }
        assert_true(found == 0 || !row->file_only);
        rows += found;
    }
    return rows;
}

static int count_rows(const Desk *desk) { return count_rows_of(desk, &car_param_table); }

/// Things on the panel that are a slider of A for a number of a group of the table.
static int count_sliders(const Desk *desk) {
    int count = 0, sliders = 0;
    const PanelItem *items = panel_items(desk->panel, &count);
    for (int i = 0; i < count; i++) {
        const char *id = items[i].id;
        sliders += id[0] == 'a' && id[1] == '.' && strchr(id + 2, '.') != NULL;
    }
    return sliders;
}

static void all_shows_every_shown_number_once(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    int wanted = 0;
    for (int i = 0; i < car_param_table.count; i++) {
        wanted += !car_param_table.rows[i].file_only;
    }
    assert_int_equal(count_rows(desk), wanted);
    assert_true(wanted >= 50);
    int entries = desk->setup[0].torque_count + desk->setup[0].gear_count;
    assert_int_equal(count_rows_of(desk, &car_list_table), entries);
    assert_int_equal(count_sliders(desk), wanted + entries); // and nothing else looks like a number
    show(desk, PANEL_EIGHT);
    assert_int_equal(count_rows(desk), 0);
}

static void it_opens_with_eight_sliders_for_each_setup(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    for (int i = 0; i < KNOB_COUNT; i++) {
        char id[32];
        snprintf(id, sizeof id, "a.%s", car_knob_texts[i].name);
        assert_int_equal(count_of(desk, id), 1);
        id[0] = 'b';
        assert_int_equal(count_of(desk, id), 1);
    }
    assert_int_equal(count_of(desk, "plot.inputs"), 1);
    assert_int_equal(count_of(desk, "plot.slip"), 1);
    assert_int_equal(count_of(desk, "plot.gg"), 1);
    assert_int_equal(count_of(desk, "plot.yaw"), 1);
}

static void the_search_finds_by_name_label_and_meaning(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "mu_y_rear");
    assert_int_equal(count_rows(desk), 1);
    assert_non_null(find(desk, "tyres.mu_y_rear"));
    search(desk, "REAR tyres"); // all words, whatever their case
    int rear = count_rows(desk);
    assert_true(rear > 3 && rear < 20);
    assert_null(find(desk, "tyres.mu_y_front"));
    search(desk, "centre of gravity");
    assert_non_null(find(desk, "body.cg_height"));
    search(desk, "no such number");
    assert_int_equal(count_rows(desk), 0);
    panel_state(desk->panel)->search[0] = '\0';
    panel_state(desk->panel)->only_changed = true;
    frame(desk);
    assert_int_equal(count_rows(desk), 0);
    desk->setup[1].mass = 1300.0f;
    frame(desk);
    assert_int_equal(count_rows(desk), 1);
    desk->setup[1] = desk->base;
}

static void typing_into_the_search_takes_the_keys(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    assert_false(desk->took.keys);
    click(desk, "search");
    assert_true(desk->took.keys && desk->took.mouse);
    snprintf(desk->input.text, sizeof desk->input.text, "brake");
    frame(desk);
    frame(desk);
    assert_string_equal(panel_state(desk->panel)->search, "brake");
    desk->input.mouse_x = 100.0f; // a click beside the panel gives them back
    press(desk, 0);
    assert_false(desk->took.keys);
    assert_false(desk->took.mouse);
}

static void a_knob_moves_its_numbers_and_gives_them_back(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    drag(desk, "a.grip", 1.0f);
    assert_true(desk->changed[0] && !desk->changed[1]);
    assert_near(desk->setup[0].mu_y_front, desk->base.mu_y_front * 1.35f, 0.005); // two digits
    assert_memory_equal(&desk->setup[1], &desk->base, sizeof desk->base);
    point(desk, "a.grip", 0.3f);
    press(desk, 1);
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
    drag(desk, "b.power", 0.0f);
    assert_true(desk->setup[1].torque_curve[2].torque < 200.0f);
    drag(desk, "b.power", 0.5f);
    assert_memory_equal(&desk->setup[1], &desk->base, sizeof desk->base);
}

static void every_knob_reaches_both_ends_within_the_ranges(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    for (int i = 0; i < KNOB_COUNT; i++) {
        for (int end = 0; end < 2; end++) {
            char id[32];
            snprintf(id, sizeof id, "a.%s", car_knob_texts[i].name);
            drag(desk, id, (float)end);
            assert_true(car_params_differences(&desk->setup[0], &desk->base) > 0);
            for (int j = 0; j < car_param_table.count; j++) {
                const ParamRow *row = &car_param_table.rows[j];
                float value = param_get(row, &desk->setup[0]);
                assert_true(value >= row->min && value <= row->max);
            }
            drag(desk, id, 0.5f);
            assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
        }
    }
}

static void a_number_slides_within_its_range_in_steps(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "mu_y_rear");
    drag(desk, "b.tyres.mu_y_rear", 1.0f);
    assert_near(desk->setup[1].mu_y_rear, 3.0, 0.0);
    assert_true(desk->changed[1] && !desk->changed[0]);
    drag(desk, "b.tyres.mu_y_rear", 0.0f);
    assert_near(desk->setup[1].mu_y_rear, 0.1f, 0.0);
    drag(desk, "b.tyres.mu_y_rear", 0.4f);
    char text[NUMBER_TEXT_MAX];
    assert_true(strlen(car_write_number(desk->setup[1].mu_y_rear, text)) <= 5);
    click(desk, "head.b"); // the other one wants to drive
    assert_true(desk->swap);
    desk->car.live = 1;
    click(desk, "button.reset");
    assert_memory_equal(&desk->setup[1], &desk->base, sizeof desk->base);
    desk->car.live = 0;
}

static void the_sound_has_one_slider_a_number_which_goes_back_on_a_right_click(void **state) {
    Desk *desk = *state;
    CarSound base = car_sound_make(&desk->base), sound = base;
    desk->car.sound = &sound;
    desk->car.sound_base = &base;
    show(desk, PANEL_ALL);
    for (int i = 0; i < car_sound_table.count; i++) {
        const ParamRow *row = &car_sound_table.rows[i];
        char id[96], slider[100];
        snprintf(id, sizeof id, "sound.%s", row->name);
        snprintf(slider, sizeof slider, "a.%s", id);
        assert_int_equal(count_of(desk, id), !row->file_only);
        assert_int_equal(count_of(desk, slider), !row->file_only);
        slider[0] = 'b'; // which is not driven
        assert_int_equal(count_of(desk, slider), 0);
    }
    search(desk, "loudness");
    drag(desk, "a.sound.loudness", 0.9f);
    assert_true(sound.loudness > base.loudness && sound.loudness <= 6.0f);
    assert_near(sound.loudness, roundf(sound.loudness), 1e-6); // in its steps
    assert_false(desk->changed[0]);                            // no set-up knows of it
    point(desk, "a.sound.loudness", 0.5f);
    press(desk, 1);
    assert_true(car_sound_same(&sound, &base));
    desk->car.sound = NULL;
    desk->car.sound_base = NULL;
    show(desk, PANEL_ALL);
    assert_int_equal(count_of(desk, "sound.loudness"), 0);
}

static void each_change_can_be_undone_and_made_again(void **state) {
    Desk *desk = *state;
    frame(desk);
    click(desk, "button.undo"); // nothing to do
    assert_false(desk->changed[0]);
    drag(desk, "a.grip", 0.9f);
    CarParams dragged = desk->setup[0];
    assert_true(dragged.mu_y_rear != desk->base.mu_y_rear);
    desk->setup[1] = dragged; // copied by the keys: a change as well
    frame(desk);
    drag(desk, "b.weight", 0.2f);
    click(desk, "button.reset");
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
    clear(desk);
    click(desk, "button.undo"); // of the reset
    assert_memory_equal(&desk->setup[0], &dragged, sizeof dragged);
    assert_true(desk->changed[0] && !desk->changed[1]);
    CarParams heavy = desk->setup[1];
    click(desk, "button.undo"); // of the other set-up's drag, all of it
    assert_memory_equal(&desk->setup[1], &dragged, sizeof dragged);
    assert_true(desk->changed[1]);
    click(desk, "button.redo");
    assert_memory_equal(&desk->setup[1], &heavy, sizeof heavy);
    for (int i = 0; i < 5; i++) {
        click(desk, "button.undo");
    }
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
    assert_memory_equal(&desk->setup[1], &desk->base, sizeof desk->base);
    for (int i = 0; i < 3; i++) {
        click(desk, "button.redo");
    }
    assert_memory_equal(&desk->setup[0], &dragged, sizeof dragged);
    assert_memory_equal(&desk->setup[1], &heavy, sizeof heavy);
    drag(desk, "a.grip", 0.5f); // the sliders went along: in the middle the car is as loaded
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
    clear(desk);
    click(desk, "button.redo"); // a new change leaves nothing to make again
    assert_false(desk->changed[0] || desk->changed[1]);
}

static void control_z_undoes_but_not_while_typing(void **state) {
    Desk *desk = *state;
    frame(desk);
    drag(desk, "a.grip", 0.9f);
    CarParams dragged = desk->setup[0];
    show(desk, PANEL_ALL);
    click(desk, "search");
    desk->keys[KEY_LEFT_CONTROL_] = desk->keys['Z'] = true;
    frame(desk);
    frame(desk);
    desk->keys['Z'] = false;
    frame(desk);
    assert_memory_equal(&desk->setup[0], &dragged, sizeof dragged);
    desk->keys[KEY_LEFT_CONTROL_] = false;
    show(desk, PANEL_EIGHT);
    click(desk, "view.eight");
    desk->keys[KEY_LEFT_CONTROL_] = desk->keys['Z'] = true;
    frame(desk);
    frame(desk); // held: once
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
    desk->keys['Z'] = false;
    frame(desk);
    desk->keys['Y'] = true;
    frame(desk);
    assert_memory_equal(&desk->setup[0], &dragged, sizeof dragged);
    desk->keys['Y'] = desk->keys[KEY_LEFT_CONTROL_] = false;
    frame(desk);
}

static void another_car_has_nothing_to_undo(void **state) {
    Desk *desk = *state;
    desk->car.which = "hatch";
    frame(desk);
    drag(desk, "a.grip", 0.9f);
    desk->car.which = "gt";
    desk->base.mass = 1500.0f;
    desk->setup[0] = desk->setup[1] = desk->base;
    frame(desk);
    clear(desk);
    click(desk, "button.undo");
    assert_false(desk->changed[0]);
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
}

static void unsaved_numbers_are_offered(void **state) {
    Desk *desk = *state;
    frame(desk);
    assert_null(find(desk, "button.restore"));
    desk->car.may_restore = true;
    frame(desk);
    click(desk, "button.restore");
    assert_true(desk->restore && !desk->forget);
    clear(desk);
    click(desk, "button.forget");
    assert_true(desk->forget && !desk->restore);
}

static void gears_and_torques_slide_between_their_neighbours(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "gear 2"); // 3.36, 2.09, 1.47
    drag(desk, "a.gearbox.gears[2]", 1.0f);
    assert_near(desk->setup[0].gears[1], 3.35f, 0.0); // as it is written, not 3.34999990
    drag(desk, "a.gearbox.gears[2]", 0.0f);
    assert_near(desk->setup[0].gears[1], 1.48f, 0.0);
    assert_true(desk->changed[0] && !desk->changed[1]);
    search(desk, "gear 6");
    drag(desk, "b.gearbox.gears[6]", 0.0f);
    assert_near(desk->setup[1].gears[5], 0.36, 1e-4);
    search(desk, "torque point 4");
    drag(desk, "a.engine.torque_curve[4]", 1.0f);
    assert_near(desk->setup[0].torque_curve[3].torque, 2.0 * 290.0, 0.0);
    drag(desk, "a.engine.torque_curve[4]", 0.0f);
    assert_near(desk->setup[0].torque_curve[3].torque, 1.0, 0.0);
    // A longer list on one side has no slider on the other.
    desk->setup[0] = desk->base;
    desk->setup[1].gears[6] = 0.3f;
    desk->setup[1].gear_count = 7;
    search(desk, "gear 7");
    assert_int_equal(count_of(desk, "gearbox.gears[7]"), 1);
    assert_int_equal(count_of(desk, "b.gearbox.gears[7]"), 1);
    assert_int_equal(count_of(desk, "a.gearbox.gears[7]"), 0);
    desk->setup[1] = desk->base;
}

static void locked_numbers_stay(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "mu_y");
    drag(desk, "a.tyres.mu_y_front", 0.7f);
    float kept = desk->setup[0].mu_y_front;
    point(desk, "a.tyres.mu_y_front", 0.5f);
    press(desk, 1);
    click(desk, "menu.lock");
    drag(desk, "a.tyres.mu_y_front", 0.2f); // its own slider
    assert_near(desk->setup[0].mu_y_front, kept, 0.0);
    drag(desk, "a.tyres.mu_y_rear", 0.7f);
    click(desk, "button.reset"); // all
    assert_near(desk->setup[0].mu_y_front, kept, 0.0);
    assert_near(desk->setup[0].mu_y_rear, desk->base.mu_y_rear, 0.0);
    show(desk, PANEL_EIGHT); // and the eight, which stay where they are put
    drag(desk, "a.grip", 1.0f);
    assert_near(desk->setup[0].mu_y_front, kept, 0.0);
    assert_near(desk->setup[0].mu_y_rear, desk->base.mu_y_rear * 1.35f, 0.005); // two digits
    drag(desk, "a.grip", 0.5f);
    assert_near(desk->setup[0].mu_y_front, kept, 0.0);
    assert_near(desk->setup[0].mu_y_rear, desk->base.mu_y_rear, 0.0);
}

/// Ctrl and click on slider `id`, a number and Enter.
static void type_number(Desk *desk, const char *id, const char *text) {
    point(desk, id, 0.5f);
    desk->keys[KEY_LEFT_CONTROL_] = true;
    press(desk, 0);
    desk->keys[KEY_A_] = true; // all of the old number
    frame(desk);
    desk->keys[KEY_LEFT_CONTROL_] = desk->keys[KEY_A_] = false;
    frame(desk);
    snprintf(desk->input.text, sizeof desk->input.text, "%s", text);
    frame(desk);
    desk->keys[KEY_ENTER_] = true;
    frame(desk);
    desk->keys[KEY_ENTER_] = false;
    frame(desk);
}

static void typed_numbers_are_taken_as_they_are(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "mu_y_rear");
    type_number(desk, "a.tyres.mu_y_rear", "1.23457");
    assert_near(desk->setup[0].mu_y_rear, 1.23457f, 0.0);
    type_number(desk, "a.tyres.mu_y_rear", "99");
    assert_near(desk->setup[0].mu_y_rear, 3.0, 0.0);
    type_number(desk, "a.tyres.mu_y_rear", "no number");
    assert_near(desk->setup[0].mu_y_rear, 3.0, 0.0);
    desk->setup[0] = desk->base;
}

static void the_menu_of_a_row_resets_and_links(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "mu_y");
    drag(desk, "a.tyres.mu_y_front", 0.7f);
    point(desk, "a.tyres.mu_y_front", 0.5f);
    press(desk, 1);
    click(desk, "menu.reset");
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
    desk->setup[0].mu_y_rear = 0.53f; // half of the front's
    frame(desk);
    point(desk, "a.tyres.mu_y_front", 0.5f);
    press(desk, 1);
    click(desk, "menu.link");
    drag(desk, "a.tyres.mu_y_front", 0.7f);
    assert_true(desk->setup[0].mu_y_front > 1.5f);
    assert_near(desk->setup[0].mu_y_rear, 0.5f * desk->setup[0].mu_y_front, 0.006);
    // Only numbers of two axles have partners.
    search(desk, "mass");
    point(desk, "a.body.mass", 0.5f);
    press(desk, 1);
    assert_non_null(find(desk, "menu.reset"));
    assert_null(find(desk, "menu.link"));
    desk->input.mouse_x = 10.0f;
    press(desk, 0);
    desk->setup[0] = desk->base;
}

static void escape_closes_the_menu_of_a_row_and_nothing_else(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_ALL);
    search(desk, "mu_y");
    frame(desk);
    assert_false(desk->took.escape); // the game's: pause
    point(desk, "a.tyres.mu_y_front", 0.5f);
    press(desk, 1);
    assert_non_null(find(desk, "menu.reset"));
    desk->keys[KEY_ESCAPE_] = true;
    frame(desk);
    assert_true(desk->took.escape && !desk->took.keys);
    desk->keys[KEY_ESCAPE_] = false;
    frame(desk);
    assert_null(find(desk, "menu.reset"));
    frame(desk);
    assert_false(desk->took.escape);
}

static void buttons_say_what_is_wanted(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    click(desk, "button.swap");
    assert_true(desk->swap && !desk->copy && !desk->close);
    clear(desk);
    click(desk, "button.copy");
    assert_true(desk->copy && !desk->swap);
    click(desk, "button.compare"); // there is no lap yet, which it says
    assert_false(desk->compare);
    desk->car.may_compare = true;
    frame(desk);
    click(desk, "button.compare");
    assert_true(desk->compare);
    desk->car.may_compare = false;
    click(desk, "button.close");
    assert_true(desk->close);
    click(desk, "view.all");
    assert_int_equal(panel_state(desk->panel)->view, PANEL_ALL);
    click(desk, "view.plots");
    assert_int_equal(panel_state(desk->panel)->view, PANEL_PLOTS);
    click(desk, "view.eight");
    assert_int_equal(panel_state(desk->panel)->view, PANEL_EIGHT);
}

static void any_car_of_the_list_is_loaded_into_b(void **state) {
    Desk *desk = *state;
    static const char *const cars[] = {"drift", "gt", "my-drift"};
    desk->car.cars = cars;
    desk->car.car_count = 3;
    show(desk, PANEL_EIGHT);
    assert_null(find(desk, "load.gt"));
    click(desk, "button.load");
    assert_null(desk->load);
    for (int i = 0; i < 3; i++) {
        char id[40];
        snprintf(id, sizeof id, "load.%s", cars[i]);
        assert_non_null(find(desk, id));
    }
    click(desk, "load.my-drift");
    assert_ptr_equal(desk->load, cars[2]);
    clear(desk);
    frame(desk);
    assert_null(find(desk, "load.my-drift")); // the list is closed, and it was said once
    assert_null(desk->load);
    // What the caller then puts into B can be undone like any other change.
    desk->setup[1].mass = 1111.0f;
    frame(desk);
    click(desk, "button.undo");
    assert_near(desk->setup[1].mass, desk->base.mass, 0.0);
}

static void save_asks_for_a_name(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    assert_null(find(desk, "save.name"));
    click(desk, "button.save");
    frame(desk);
    assert_true(desk->took.keys); // the name can be typed at once
    click(desk, "save.yes");
    assert_false(desk->save); // there is none yet
    click(desk, "save.name");
    snprintf(desk->input.text, sizeof desk->input.text, "Ren\xC3\xA9's car");
    frame(desk);
    frame(desk);
    click(desk, "save.yes");
    assert_true(desk->save);
    assert_string_equal(desk->save_name, "Ren\xC3\xA9's car");
    assert_null(find(desk, "save.name"));
    clear(desk);
    click(desk, "button.save");
    click(desk, "save.copy"); // the text alone, no file
    assert_true(desk->copy_text && !desk->save);
    assert_null(find(desk, "save.name"));
}

static void a_copy_takes_its_sliders_along(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    drag(desk, "a.weight", 1.0f);
    desk->setup[1] = desk->setup[0]; // what the game does
    frame(desk);
    assert_memory_equal(&desk->setup[1], &desk->setup[0], sizeof desk->base);
    drag(desk, "b.weight", 0.5f);
    assert_memory_equal(&desk->setup[1], &desk->base, sizeof desk->base);
    drag(desk, "a.weight", 0.5f);
    assert_memory_equal(&desk->setup[0], &desk->base, sizeof desk->base);
}

static void the_mouse_beside_it_stays_with_the_game(void **state) {
    Desk *desk = *state;
    show(desk, PANEL_EIGHT);
    desk->input.mouse_x = 1280.0f - panel_width(1280, 720, 1.0f) - 5.0f;
    desk->input.mouse_y = 300.0f;
    frame(desk);
    frame(desk);
    assert_false(desk->took.mouse);
    desk->input.mouse_x = 1270.0f;
    frame(desk);
    frame(desk);
    assert_true(desk->took.mouse);
}

static void it_fits_every_window(void **state) {
    Desk *desk = *state;
    static const int sizes[][2] = {{480, 320},   {640, 360},   {1280, 720},  {1920, 1080},
                                   {3840, 2160}, {5120, 1440}, {1080, 1920}, {7680, 4320}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        desk->input.width_px = sizes[i][0];
        desk->input.height_px = sizes[i][1];
        assert_true(panel_width(sizes[i][0], sizes[i][1], 1.0f) <= 0.38f * (float)sizes[i][0]);
        for (int view = 0; view < PANEL_VIEW_COUNT; view++) {
            show(desk, (PanelView)view);
            int count = 0;
            const PanelItem *items = panel_items(desk->panel, &count);
            for (int j = 0; j < count; j++) { // nothing sticks out at the sides
                float left = (float)sizes[i][0] - panel_width(sizes[i][0], sizes[i][1], 1.0f);
                float right = (float)sizes[i][0] + 0.5f;
                if (items[j].x < left || items[j].x + items[j].width > right) {
                    fail_msg("%s is at %g to %g at a width of %d", items[j].id, (double)items[j].x,
                             (double)(items[j].x + items[j].width), sizes[i][0]);
                }
            }
        }
    }
    desk->input.width_px = 0; // iconified
    frame(desk);
    assert_false(desk->took.mouse || desk->took.keys);
    desk->input.width_px = 1280;
    desk->input.height_px = 720;
    desk->input.dt = 0.0f;
    frame(desk);
    desk->input.dt = 1.0f / 60.0f;
}

static void telemetry_keeps_the_last_ten_seconds(void **state) {
    (void)state;
    static PanelTelemetry telemetry;
    for (int i = 0; i < PANEL_SAMPLES + 7; i++) {
        PanelSample sample = {.speed = (float)i};
        panel_telemetry_add(&telemetry, &sample);
        assert_near(panel_telemetry_at(&telemetry, telemetry.count - 1)->speed, i, 0.0);
    }
    assert_int_equal(telemetry.count, PANEL_SAMPLES);
    assert_near(panel_telemetry_at(&telemetry, 0)->speed, 7.0, 0.0);
}

static void the_limit_is_the_grip_of_all_tyres(void **state) {
    (void)state;
    CarParams params = car_params_default();
    params.load_sens_front = params.load_sens_rear = 0.0f;
    params.lift_area_front = params.lift_area_rear = 0.0f;
    params.mu_y_front = params.mu_y_rear = 1.2f;
    params.mu_x_front = 1.0f;
    params.mu_x_rear = 2.0f;
    params.weight_front = 0.6f;
    vec2s limit = panel_friction_limit(&params, 50.0f, 1.0f);
    assert_near(limit.y, 1.2 * 9.81, 1e-3);
    assert_near(limit.x, (0.6 * 1.0 + 0.4 * 2.0) * 9.81, 1e-3);
    assert_near(panel_friction_limit(&params, 50.0f, 0.5f).y, 0.6 * 9.81, 1e-3);
    params.lift_area_front = params.lift_area_rear = 1.0f; // m2 each: N = 1.2 * 0.5 * v2 * 2
    assert_near(panel_friction_limit(&params, 50.0f, 1.0f).y,
                1.2 * (9.81 + 0.6 * 2500.0 * 2.0 / 1280.0), 1e-2);
    assert_near(panel_asked_yaw_rate(&params, 10.0f, 0.1f), 10.0 * 0.100335 / 2.55, 1e-4);
}

static void a_bad_font_is_told(void **state) {
    (void)state;
    MessageList *messages = calloc(1, sizeof *messages);
    PanelDef def = {.font = TEST_DATA "/README.md"};
    assert_null(panel_create(&def, messages));
    assert_int_equal(messages->items[0].code, MESSAGE_E954);
    def.font = TEST_DATA "/no such file";
    assert_null(panel_create(&def, messages));
    assert_int_equal(messages->items[1].code, MESSAGE_E901);
    free(messages);
    panel_destroy(NULL);
}

/// A bend driven twice, faster each time: enough for plots to have something to show.
static void make_telemetry(PanelTelemetry *telemetry, const CarParams *params) {
    for (int i = 0; i < PANEL_SAMPLES; i++) {
        float t = (float)i / PANEL_SAMPLE_RATE;
        float steer = sinf(1.3f * t) * (0.6f + 0.4f * sinf(0.37f * t));
        PanelSample sample = {.speed = 22.0f + 9.0f * sinf(0.7f * t),
                              .throttle = fmaxf(cosf(0.7f * t), 0.0f),
                              .brake = fmaxf(-cosf(0.7f * t) - 0.3f, 0.0f),
                              .steer = steer,
                              .wheel_angle = 0.16f * steer,
                              .slip_front_deg = 8.0f * steer,
                              .slip_rear_deg = 6.5f * steer * steer * steer,
                              .grip = 1.0f,
                              .setup = t < 6.0f};
        sample.yaw_rate = panel_asked_yaw_rate(params, sample.speed, sample.wheel_angle) *
                          (1.0f - 0.45f * fabsf(steer));
        sample.ay = fmaxf(fminf(sample.yaw_rate * sample.speed, 9.6f), -9.6f);
        sample.ax = 3.0f * sample.throttle - 8.0f * sample.brake;
        panel_telemetry_add(telemetry, &sample);
    }
}

/// Draws one frame of `view` at this size and looks at it; with TEST_PICTURES=FOLDER it is kept.
static void draw_picture(Desk *desk, Gl *gl, const char *name, int width, int height) {
    desk->input.width_px = width;
    desk->input.height_px = height;
    frame(desk);
    frame(desk);
    assert_true(gl_target(gl, width, height));
    gl_begin(gl, width, height, 0x3A3E46FF);
    panel_draw(desk->panel);
    uint8_t *pixels = malloc(3u * (size_t)width * (size_t)height);
    gl_read_pixels(gl, width, height, pixels);
    int edge = width - (int)panel_width(width, height, 1.0f);
    int bright = 0;
    for (int y = 0; y < height; y++) {
        const uint8_t *row = pixels + 3 * (size_t)width * (size_t)y;
        for (int x = 0; x < edge - 1; x++) {
            assert_int_equal(row[3 * x], 0x3A); // the game's picture is not touched
        }
        for (int x = edge; x < width; x++) {
            bright += row[3 * x] > 200;
        }
    }
    assert_true(bright > width * height / 400); // letters
    const char *folder = getenv("TEST_PICTURES");
    if (folder) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.png", folder, name);
        assert_true(png_write(path, pixels, width, height, &desk->messages));
    }
    free(pixels);
}

static void it_draws_over_the_picture_of_the_game(void **state) {
    (void)state;
    MessageList *messages = calloc(1, sizeof *messages);
    Offscreen *offscreen = offscreen_open(messages);
    if (!offscreen) {
        messages_print(messages, stderr, NULL); // the reason why it is skipped
        free(messages);
        skip();
    }
    static const char *const families[] = {"Inter", "DejaVu Sans"};
    char font[4096];
    assert_true(font_path_find(families, 2, false, font, sizeof font));
    Gl *gl = gl_create(offscreen_gl_proc, TEST_DATA "/shaders", NULL, messages);
    assert_non_null(gl);
    void *state_of_desk = NULL;
    open_desk(&state_of_desk);
    Desk *desk = state_of_desk;
    panel_destroy(desk->panel);
    PanelDef def = {.font = font, .draw = true};
    desk->panel = panel_create(&def, messages);
    assert_non_null(desk->panel);
    make_telemetry(&desk->telemetry, &desk->base);
    desk->setup[1].mu_y_rear = 1.12f;
    desk->setup[1].mass = 1300.0f;
    draw_picture(desk, gl, "panel_eight", 1280, 720);
    drag(desk, "a.grip", 0.65f);
    desk->car.may_compare = true;
    draw_picture(desk, gl, "panel_eight_4k", 3840, 2160);
    show(desk, PANEL_ALL);
    draw_picture(desk, gl, "panel_all", 1280, 720);
    desk->input.width_px = 1920;
    desk->input.height_px = 1080;
    frame(desk);
    point(desk, "a.tyres.mu_x_front", 0.5f);
    draw_picture(desk, gl, "panel_tooltip", 1920, 1080);
    show(desk, PANEL_PLOTS);
    desk->car.status = "Saved as my-hatch.car.yaml";
    click(desk, "button.save");
    desk->car.live = 1;
    draw_picture(desk, gl, "panel_plots", 1280, 720);
    show(desk, PANEL_EIGHT);
    draw_picture(desk, gl, "panel_small", 640, 360);
    panel_destroy(desk->panel);
    free(desk);
    gl_destroy(gl);
    offscreen_close(offscreen);
    free(messages);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_shows_every_shown_number_once, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(it_opens_with_eight_sliders_for_each_setup, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(the_search_finds_by_name_label_and_meaning, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(typing_into_the_search_takes_the_keys, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(a_knob_moves_its_numbers_and_gives_them_back, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(every_knob_reaches_both_ends_within_the_ranges, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(a_number_slides_within_its_range_in_steps, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(gears_and_torques_slide_between_their_neighbours, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(locked_numbers_stay, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(typed_numbers_are_taken_as_they_are, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(
            the_sound_has_one_slider_a_number_which_goes_back_on_a_right_click, open_desk,
            close_desk),
        cmocka_unit_test_setup_teardown(each_change_can_be_undone_and_made_again, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(control_z_undoes_but_not_while_typing, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(another_car_has_nothing_to_undo, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(unsaved_numbers_are_offered, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(the_menu_of_a_row_resets_and_links, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(escape_closes_the_menu_of_a_row_and_nothing_else, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(buttons_say_what_is_wanted, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(any_car_of_the_list_is_loaded_into_b, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(save_asks_for_a_name, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(a_copy_takes_its_sliders_along, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(the_mouse_beside_it_stays_with_the_game, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(it_fits_every_window, open_desk, close_desk),
        cmocka_unit_test(telemetry_keeps_the_last_ten_seconds),
        cmocka_unit_test(the_limit_is_the_grip_of_all_tyres),
        cmocka_unit_test(a_bad_font_is_told),
        cmocka_unit_test(it_draws_over_the_picture_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
