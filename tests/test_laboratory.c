// The laboratory without its window: mouse, keys and gamepads on every panel, and what is shown.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/directories.h"
#include "base/file.h"
#include "base/number.h"
#include "base/random.h"
#include "collision/circle.h"
#include "collision/sat.h"
#include "collision/sweep.h"
#include "lab/panel.h"
#include "lab_window/lab_corners.h"
#include "lab_window/lab_guess.h"
#include "lab_window/lab_handles.h"
#include "lab_window/lab_keys.h"
#include "lab_window/lab_name.h"
#include "lab_window/lab_pen.h"
#include "lab_window/lab_view.h"
#include "lab_window/laboratory.h"
#include "platform/font_path.h"
#include "scene/scene_file.h"
#include "sheet/sheet_png.h"
#include "sheet/sheet_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"
#include "test.h"
#include "texts.h"
#include "user_folder.h"

#define FRAME (1.0f / 60.0f)

/// The laboratory and the devices before it.
typedef struct Hands {
    Laboratory *lab;
    InputFrame input;
    LabPads pads;
    CanvasSize size;
} Hands;

static bool frame(Hands *hands) {
    LabInput input = {.frame = &hands->input, .pads = hands->pads, .dt = FRAME};
    bool leaves = laboratory_frame(hands->lab, &input, hands->size);
    hands->input.press_count = 0;
    hands->input.mouse_pressed = hands->input.mouse_moved = false;
    hands->input.wheel = 0.0f;
    hands->pads = (LabPads){.x = 0};
    return leaves;
}

static Hands open_hands(const Scene *scene) {
    Hands hands = {.size = {1280.0f, 720.0f, canvas_unit(1280.0f, 720.0f)}};
    hands.lab = laboratory_open(TEST_DATA, scene, scene ? "given.scene.yaml" : NULL);
    assert_non_null(hands.lab);
    frame(&hands);
    return hands;
}

static void close_hands(Hands *hands) { laboratory_close(hands->lab); }

static bool tap(Hands *hands, int key) {
    press_key(&hands->input, key);
    bool leaves = frame(hands);
    hands->input.down[key] = false;
    frame(hands);
    return leaves;
}

static bool tap_with(Hands *hands, int modifier, int key) {
    hands->input.down[modifier] = true;
    bool leaves = tap(hands, key);
    hands->input.down[modifier] = false;
    return leaves;
}

static void move_mouse(Hands *hands, vec2s pixel) {
    hands->input.mouse_x = pixel.x;
    hands->input.mouse_y = pixel.y;
    hands->input.mouse_moved = true;
}

static void press_mouse(Hands *hands, vec2s pixel) {
    move_mouse(hands, pixel);
    hands->input.mouse_pressed = hands->input.mouse_down[0] = true;
    frame(hands);
}

static void release_mouse(Hands *hands) {
    hands->input.mouse_down[0] = false;
    frame(hands);
}

static void click(Hands *hands, vec2s pixel) {
    press_mouse(hands, pixel);
    release_mouse(hands);
}

/// Drags in ten frames.
static void drag(Hands *hands, vec2s from, vec2s to) {
    press_mouse(hands, from);
    for (int i = 1; i <= 10; i++) {
        move_mouse(hands, glms_vec2_lerp(from, to, (float)i / 10.0f));
        frame(hands);
    }
    release_mouse(hands);
}

static LabMap map_of(const Hands *hands) {
    const Laboratory *lab = hands->lab;
    return lab_map(&lab->layout, &laboratory_shapes(lab, &lab->layout)->scene);
}

static LabHandles handles_of(const Hands *hands) {
    LabMap map = map_of(hands);
    return lab_handles(&hands->lab->desk, hands->lab->desk.selected, &hands->lab->layout, &map);
}

static const SceneShape *shape_of(const Hands *hands, int index) {
    return &hands->lab->desk.scene.shapes[index];
}

static const LabRow *find_row(const Hands *hands, LabRowKind kind, int *index) {
    const LabRows *rows = &hands->lab->rows;
    for (int i = 0; i < rows->count; i++) {
        if (rows->items[i].kind == kind) {
            *index = i;
            return &rows->items[i];
        }
    }
    fail_msg("no row of kind %d", (int)kind);
    return NULL;
}

/// Puts the focus on a row, by keys.
static const LabRow *choose(Hands *hands, LabRowKind kind) {
    int index = 0;
    for (int i = 0; i < LAB_ROWS_MAX; i++) {
        const LabRow *row = find_row(hands, kind, &index);
        if (hands->lab->desk.row == index) {
            return row;
        }
        tap(hands, KEY_DOWN);
    }
    fail_msg("no way to row %d by keys", (int)kind);
    return NULL;
}

/// Opens the first scene of each panel in turn.
typedef void (*Look)(Hands *hands, ScenePanel panel);

static void on_every_panel(Look look) {
    for (int panel = 0; panel < SCENE_PANEL_COUNT; panel++) {
        Hands first = open_hands(NULL);
        int index = lab_shelf_of(&first.lab->shelf, (ScenePanel)panel);
        if (index < 0) {
            fail_msg("no scene is shipped for the panel %s", panels[panel].name);
        }
        Scene scene = first.lab->shelf.scenes[index];
        close_hands(&first);
        Hands hands = open_hands(&scene);
        look(&hands, (ScenePanel)panel);
        close_hands(&hands);
    }
}

// ---------------------------------------------------------------- mouse

static void drag_all(Hands *hands, ScenePanel panel) {
    const Laboratory *lab = hands->lab;
    if (!(map_of(hands).scale >
          0.0f)) { // it shows them elsewhere: there is a sketch in large letters
        tap(hands, KEY_V);
    }
    assert_true(map_of(hands).scale > 0.0f);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        SceneShape before = *shape_of(hands, i);
        LabMap map = map_of(hands);
        vec2s inside =
            transform_apply(lab->desk.solids[i].at, lab->desk.solids[i].pieces[0].centroid);
        vec2s from = lab_map_pixel(&map, inside);
        lab_desk_note(&hands->lab->desk, false, "%s", "");
        hands->lab->desk.selected = i; // the other may lie on it
        LabHit hit = lab_handles_hit(&lab->desk, &lab->layout, &map, from);
        assert_int_equal(hit.shape, i);
        if (hit.grip == LAB_GRIP_BODY) {
            press_mouse(hands, from);
            move_mouse(hands, glms_vec2_add(from, vec2_make(31.0f, -23.0f)));
            frame(hands);
            assert_near(map_of(hands).scale, map.scale, 0.0); // nothing runs away
            assert_near(map_of(hands).zero.x, map.zero.x, 0.0);
            release_mouse(hands);
            assert_near(shape_of(hands, i)->at.x, before.at.x + 31.0f / map.scale, 0.0051);
            assert_near(shape_of(hands, i)->at.y, before.at.y + 23.0f / map.scale, 0.0051);
            assert_near(shape_of(hands, i)->angle_deg, before.angle_deg, 0.0);
        }
        LabHandles handles = handles_of(hands);
        vec2s arm = glms_vec2_sub(handles.turn, handles.origin);
        vec2s turned = glms_vec2_add(handles.origin, vec2_make(arm.y, -arm.x)); // left, y is down
        before = *shape_of(hands, i);
        map = map_of(hands);
        if (glms_vec2_distance(handles.turn, handles.tip) > 4.0f * handles.knob) {
            drag(hands, handles.turn, turned);
            float by = shape_of(hands, i)->angle_deg - before.angle_deg;
            assert_near(fmodf(by + 720.0f, 360.0f), 90.0, 1.01);
        }
        handles = handles_of(hands);
        before = *shape_of(hands, i);
        drag(hands, handles.tip, glms_vec2_add(handles.tip, vec2_make(-20.0f, 12.0f)));
        vec2s change = glms_vec2_sub(shape_of(hands, i)->velocity, before.velocity);
        assert_true(change.x < 0.0f && change.y < 0.0f);
        assert_near(shape_of(hands, i)->at.x, before.at.x, 0.0);
    }
    (void)panel;
}

static void the_mouse_moves_turns_and_speeds_up_shapes_of_every_panel(void **state) {
    (void)state;
    on_every_panel(drag_all);
}

static void slide_all(Hands *hands, ScenePanel panel) {
    (void)panel;
    for (int i = 0; i < hands->lab->rows.count; i++) {
        const LabRow before = hands->lab->rows.items[i];
        if (!before.bar || before.kind == LAB_ROW_GLANCING) {
            continue;
        }
        hands->lab->desk.row = i; // so that it is seen
        frame(hands);
        Area bar = lab_layout_bar(&hands->lab->layout, i);
        vec2s at = vec2_make(bar.x + 0.3f * bar.width, bar.y + 0.5f * bar.height);
        drag(hands, at, vec2_make(bar.x + 0.6f * bar.width, at.y));
        LabRow after = hands->lab->rows.items[i];
        assert_int_equal(after.kind, before.kind);
        if (before.kind == LAB_ROW_DIRECTION && shape_of(hands, 0)->velocity.x == 0.0f) {
            continue; // it stands
        }
        assert_near(lab_row_part(&after), 0.6, 0.04);
        Area more = lab_layout_arrow(&hands->lab->layout, i, 1);
        click(hands, vec2_make(more.x + 0.5f * more.width, more.y + 0.5f * more.height));
        assert_true(hands->lab->rows.items[i].value > after.value);
    }
}

static void the_mouse_sets_every_slider_of_every_panel(void **state) {
    (void)state;
    on_every_panel(slide_all);
}

// ---------------------------------------------------------------- keys

static void drive_by_keys(Hands *hands, ScenePanel panel) {
    const LabDesk *desk = &hands->lab->desk;
    Scene first = desk->scene;
    for (int i = 0; i < SCENE_SHAPES; i++) {
        SceneShape before = *shape_of(hands, i);
        assert_int_equal(desk->selected, i);
        tap(hands, KEY_D);
        tap(hands, KEY_W);
        tap_with(hands, KEY_LEFT_SHIFT, KEY_W);
        tap(hands, KEY_Q);
        assert_near(shape_of(hands, i)->at.x, before.at.x + 0.1f, 1e-4);
        assert_near(shape_of(hands, i)->at.y, before.at.y + 0.11f, 1e-4);
        float by = shape_of(hands, i)->angle_deg - before.angle_deg;
        assert_near(fmodf(by + 720.0f, 360.0f), 5.0, 1e-3);
        tap(hands, KEY_TAB);
    }
    choose(hands, LAB_ROW_SPEED);
    float speed = sqrtf(glms_vec2_norm2(shape_of(hands, 0)->velocity));
    tap_with(hands, KEY_LEFT_CONTROL, KEY_RIGHT);
    float faster = sqrtf(glms_vec2_norm2(shape_of(hands, 0)->velocity));
    assert_near(faster, fminf(speed + 10.0f, 400.0f), 1e-2);
    for (int i = 0; i < scene_option_count; i++) { // every option of the panel
        int index = 0;
        bool found = false;
        for (int k = 0; k < hands->lab->rows.count; k++) {
            const LabRow *row = &hands->lab->rows.items[k];
            found |= row->kind == LAB_ROW_OPTION && row->option == i;
            index = found && row->option == i && row->kind == LAB_ROW_OPTION ? k : index;
        }
        if (!found) {
            assert_true(scene_options[i].panel != panel);
            continue;
        }
        while (desk->row != index) {
            tap(hands, KEY_UP);
        }
        float value = hands->lab->rows.items[index].value;
        tap(hands, KEY_RIGHT);
        if (fabsf(hands->lab->rows.items[index].value - value) <= 0.0f) { // at its end
            tap(hands, KEY_LEFT);
        }
        assert_true(fabsf(hands->lab->rows.items[index].value - value) > 0.0f);
    }
    for (int i = 0; i < LAB_UNDO_MAX; i++) {
        tap(hands, KEY_BACKSPACE);
    }
    assert_memory_equal(&desk->scene, &first, sizeof first);
}

static void keys_alone_do_it_on_every_panel(void **state) {
    (void)state;
    on_every_panel(drive_by_keys);
}

static void a_key_that_is_held_goes_on_and_is_undone_at_once(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    float x = shape_of(&hands, 0)->at.x;
    press_key(&hands.input, KEY_D);
    for (int i = 0; i < 60; i++) {
        frame(&hands);
    }
    hands.input.down[KEY_D] = false;
    assert_true(shape_of(&hands, 0)->at.x > x + 1.0f);
    tap(&hands, KEY_BACKSPACE);
    assert_near(shape_of(&hands, 0)->at.x, x, 0.0);
    tap_with(&hands, KEY_LEFT_SHIFT, KEY_BACKSPACE);
    assert_true(shape_of(&hands, 0)->at.x > x + 1.0f);
    close_hands(&hands);
}

/// Modifiers belong to a press, not to a frame: Ctrl may come up before it ends, or go down after.
static void modifiers_are_those_of_each_press(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    vec2s before = shape_of(&hands, 0)->at;
    window_latch_press(&hands.input, (KeyPress){.key = KEY_S, .ctrl = true});
    frame(&hands); // a quick one, after which nothing is held
    assert_non_null(strstr(hands.lab->desk.note, "Saved: "));
    assert_float_equal(shape_of(&hands, 0)->at.y, before.y, 0.0f);
    hands.input = (InputFrame){0};
    lab_desk_note(&hands.lab->desk, false, "%s", "");
    window_latch_press(&hands.input, (KeyPress){.key = KEY_S});
    window_latch_press(&hands.input, (KeyPress){.key = KEY_LEFT_CONTROL});
    frame(&hands);
    assert_null(strstr(hands.lab->desk.note, "Saved: "));
    assert_float_equal(shape_of(&hands, 0)->at.y, before.y - 0.1f, 1e-5f);
    hands.input = (InputFrame){0};
    window_latch_press(&hands.input, (KeyPress){.key = KEY_S, .ctrl = true});
    window_latch_press(&hands.input, (KeyPress){.key = KEY_S, .shift = true});
    window_latch_press(&hands.input, (KeyPress){.key = KEY_S});
    frame(&hands); // all three
    assert_non_null(strstr(hands.lab->desk.note, "Saved: "));
    assert_float_equal(shape_of(&hands, 0)->at.y, before.y - 0.21f, 1e-5f);
    hands.input = (InputFrame){0};
    choose(&hands, LAB_ROW_KIND);
    SceneKind kind = shape_of(&hands, 0)->kind;
    window_latch_press(&hands.input, (KeyPress){.key = KEY_ENTER, .alt = true}); // the window's
    frame(&hands);
    assert_int_equal(shape_of(&hands, 0)->kind, kind);
    close_hands(&hands);
}

static void keys_count_as_often_as_they_went_down_in_a_frame(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    SceneShape before = *shape_of(&hands, 0);
    static const int keys[] = {KEY_D, KEY_D, KEY_W, KEY_D, KEY_Q, KEY_Q};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        press_key(&hands.input, keys[i]);
    }
    frame(&hands);
    assert_float_equal(shape_of(&hands, 0)->at.x, before.at.x + 0.3f, 1e-5f);
    assert_float_equal(shape_of(&hands, 0)->at.y, before.at.y + 0.1f, 1e-5f);
    assert_float_equal(shape_of(&hands, 0)->angle_deg, before.angle_deg + 10.0f, 1e-3f);
    close_hands(&hands);
}

static void a_gamepad_walks_through_rows_and_leaves(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    choose(&hands, LAB_ROW_X);
    float x = shape_of(&hands, 0)->at.x;
    hands.pads.x = 1;
    frame(&hands);
    assert_near(shape_of(&hands, 0)->at.x, x + 0.1f, 1e-4);
    hands.pads.y = 1;
    frame(&hands);
    assert_int_equal(hands.lab->rows.items[hands.lab->desk.row].kind, LAB_ROW_Y);
    hands.pads.other = true;
    frame(&hands);
    assert_int_equal(hands.lab->desk.selected, 1);
    int scene = hands.lab->scene;
    hands.pads.shoulder = 1;
    frame(&hands);
    assert_int_equal(hands.lab->scene, scene + 1);
    hands.pads.back = true; // nothing is changed in that one
    assert_true(frame(&hands));
    close_hands(&hands);
}

// The same through the game, as its buttons give it.
static void a_gamepad_works_the_screen_of_the_game(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 4, 1);
    Game *game = &desk->game;
    desk_plug(desk, 0, 0);
    desk_tap(desk, KEY_TAB);
    assert_int_equal(game_screen(game), GAME_MENU);
    for (int i = 0; i < 20 && game_screen(game) != GAME_LAB; i++) {
        desk_tap_button(desk, 0, PAD_DOWN);
        desk_tap_button(desk, 0, PAD_A);
        if (game_screen(game) != GAME_LAB && game_screen(game) != GAME_MENU) {
            desk_tap_button(desk, 0, PAD_B);
        }
    }
    assert_int_equal(game_screen(game), GAME_LAB);
    LabDesk *lab = &game->lab->desk;
    int people = game->waiting_count;
    desk_tap_button(desk, 0, PAD_DOWN);
    assert_int_equal(lab->row, 1);
    float axis = game->lab->rows.items[1].value;
    desk_tap_button(desk, 0, PAD_RIGHT);
    assert_near(game->lab->rows.items[1].value, axis + 1.0f, 0.0);
    desk_tap_button(desk, 0, PAD_BACK);
    assert_int_equal(lab->selected, 1);
    desk_tap_button(desk, 0, PAD_RB);
    assert_false(lab->changed);
    desk_tap(desk, KEY_W); // no key drives here, and nobody joins
    assert_int_equal(game_screen(game), GAME_LAB);
    assert_int_equal(game->waiting_count, people);
    desk_tap_button(desk, 0, PAD_RB);
    desk_tap_button(desk, 0, PAD_B);
    assert_int_equal(game_screen(game), GAME_MENU);
    desk_destroy(desk);
}

static void who_leaves_a_changed_scene_is_asked(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    assert_true(tap(&hands, KEY_ESCAPE)); // nothing is changed
    tap(&hands, KEY_D);
    assert_false(tap(&hands, KEY_ESCAPE));
    assert_non_null(strstr(hands.lab->desk.note, "Esc again"));
    tap(&hands, KEY_D); // something else: it is asked anew
    assert_false(tap(&hands, KEY_ESCAPE));
    assert_true(tap(&hands, KEY_ESCAPE));
    close_hands(&hands);
}

// ---------------------------------------------------------------- scenes

/// Asks whether the rows that are kept are those that would be made now.
static void assert_rows_are_of_now(const Laboratory *lab) {
    LabRows now = lab_rows_make(&lab->desk);
    assert_int_equal(lab->rows.count, now.count);
    for (int i = 0; i < now.count; i++) {
        const LabRow *kept = &lab->rows.items[i], *row = &now.items[i];
        assert_int_equal(kept->kind, row->kind);
        assert_float_equal(kept->value, row->value, 0.0f);
        assert_string_equal(kept->label, row->label);
        assert_string_equal(kept->text, row->text);
        assert_ptr_equal(kept->about, row->about);
    }
}

static void assert_survives(const LabDesk *desk) {
    TextBuffer text = {0};
    Scene read;
    MessageList messages = {.count = 0};
    scene_write(&desk->scene, &text);
    memset(&read, 0, sizeof read);
    assert_true(scene_read(text.text, text.size, "scene", &read, &messages));
    assert_memory_equal(&read, &desk->scene, sizeof read);
    free(text.text);
}

// A monkey at keyboard and mouse: whatever it does, the scene can be saved and read.
static void every_scene_that_hands_make_survives_its_file(void **state) {
    (void)state;
    static const int keys[] = {
        KEY_W,    KEY_A,     KEY_S,         KEY_D,         KEY_Q,     KEY_E,      KEY_TAB,
        KEY_UP,   KEY_DOWN,  KEY_LEFT,      KEY_RIGHT,     KEY_ENTER, KEY_N,      KEY_P,
        KEY_R,    KEY_T,     KEY_V,         KEY_BACKSPACE, KEY_SPACE, KEY_ESCAPE, KEY_ESCAPE,
        KEY_LEFT, KEY_RIGHT, KEY_PAGE_DOWN, KEY_PAGE_UP,   KEY_C};
    enum {
        PRESSES = SANITIZED ? 2400 : 6000
    };
    Random random = random_make(81, 1);
    Hands hands = open_hands(NULL);
    int changes = 0, kinds = 0, drawn = 0, corners = 0;
    for (int i = 0; i < PRESSES; i++) {
        int revision = hands.lab->desk.revision;
        if (i % 60 == 59) { // kinds are seldom met by chance
            hands.input.down[KEY_LEFT_SHIFT] = hands.input.down[KEY_LEFT_CONTROL] = false;
            lab_pen_cancel(&hands.lab->desk);
            lab_name_cancel(&hands.lab->desk);
            lab_corners_leave(&hands.lab->desk);
            hands.lab->desk.page = LAB_PAGE_ROWS;
            choose(&hands, LAB_ROW_KIND);
            tap(&hands, KEY_RIGHT);
        }
        hands.input.down[KEY_LEFT_SHIFT] = random_u32(&random) % 4 == 0;
        hands.input.down[KEY_LEFT_CONTROL] = random_u32(&random) % 4 == 0;
        uint32_t what = random_u32(&random) % 4;
        if (what == 0) {
            float numbers[5]; // one after the other: in a call compilers choose the order
            for (int k = 0; k < 5; k++) {
                numbers[k] = random_range(&random, 0.0f, 1.0f);
            }
            hands.input.wheel = 6.0f * numbers[0] - 3.0f;
            drag(&hands, vec2_make(1280.0f * numbers[1], 720.0f * numbers[2]),
                 vec2_make(2500.0f * numbers[3] - 500.0f, 2500.0f * numbers[4] - 500.0f));
        } else {
            tap(&hands, keys[random_u32(&random) % (sizeof keys / sizeof keys[0])]);
        }
        changes += hands.lab->desk.revision != revision;
        kinds |= 1 << shape_of(&hands, 0)->kind | 1 << shape_of(&hands, 1)->kind;
        drawn += hands.lab->desk.pen.draws;
        corners += lab_corners_chosen(&hands.lab->desk) >= 0;
        assert_survives(&hands.lab->desk);
        assert_rows_are_of_now(hands.lab);
    }
    assert_true(changes > PRESSES / 6 && drawn > PRESSES / 60 && corners > PRESSES / 60);
    assert_int_equal(kinds, (1 << SCENE_KIND_COUNT) - 1); // it has seen all of them
    close_hands(&hands);
}

static void panels_pass_over_what_cannot_look_at_the_shapes(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    assert_int_equal(shape_of(&hands, 0)->kind, SCENE_POLYGON);
    choose(&hands, LAB_ROW_PANEL);
    bool seen[SCENE_PANEL_COUNT] = {false}, refused = false;
    for (int i = 0; i < SCENE_PANEL_COUNT; i++) {
        seen[hands.lab->desk.scene.panel] = true;
        tap(&hands, KEY_RIGHT);
        refused |=
            strcmp(hands.lab->desk.note, "panel \"circles\" needs a circle as shape a, found a "
                                         "polygon: Page Down leads to a scene of it") == 0;
    }
    assert_true(refused);
    assert_false(seen[SCENE_CIRCLES] || seen[SCENE_WHEEL]); // want a circle, and a car
    for (int i = 0; i < SCENE_PANEL_COUNT; i++) {
        assert_true(seen[i] || i == SCENE_CIRCLES || i == SCENE_WHEEL);
    }
    close_hands(&hands);
}

static int count_frames(const Sheet *sheet) {
    int count = 0;
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        count += mark->kind == MARK_LINE && mark->closed && mark->part == SHEET_FIGURES &&
                 mark->color == SHEET_INK;
    }
    return count;
}

static void an_axis_chosen_by_hand_has_a_frame(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    Scene scene = hands.lab->desk.scene;
    scene.options.axis = 0;
    Sheet none = panel_picture(&scene, hands.lab->desk.solids);
    scene.options.axis = 2;
    Sheet second = panel_picture(&scene, hands.lab->desk.solids);
    assert_int_equal(count_frames(&second), count_frames(&none) + 1);
    sheet_destroy(&none);
    sheet_destroy(&second);
    close_hands(&hands);
}

static void shapes_become_all_kinds(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    bool seen[SCENE_KIND_COUNT] = {false};
    choose(&hands, LAB_ROW_KIND);
    for (int i = 0; i < SCENE_KIND_COUNT; i++) {
        float size = lab_solid_size(&hands.lab->desk.solids[0]);
        seen[shape_of(&hands, 0)->kind] = true;
        tap(&hands, KEY_RIGHT);
        assert_string_equal(hands.lab->desk.note, "");
        bool car = shape_of(&hands, 0)->kind == SCENE_CAR;
        assert_true(car || lab_solid_size(&hands.lab->desk.solids[0]) < 2.0f * size);
    }
    for (int i = 0; i < SCENE_KIND_COUNT; i++) {
        assert_true(seen[i]);
    }
    close_hands(&hands);
}

static void glancing_is_one_where_shapes_just_graze(void **state) {
    (void)state;
    Hands first = open_hands(NULL);
    Scene scene = first.lab->shelf.scenes[lab_shelf_of(&first.lab->shelf, SCENE_CIRCLES)];
    close_hands(&first);
    for (int side = -1; side <= 1; side += 2) {
        for (int past = 0; past < 2; past++) {
            Hands hands = open_hands(&scene);
            LabDesk *desk = &hands.lab->desk;
            Scene far = desk->scene; // long enough to pass all of it
            far.shapes[0].at = vec2_make(-6.0f, 0.4f);
            far.shapes[0].velocity = vec2_make(200.0f, 30.0f);
            far.shapes[1].at = vec2_make(0.0f, 0.0f);
            far.options.circles_step = 0.06f;
            assert_true(lab_desk_change(desk, &far, LAB_ALONE));
            frame(&hands);
            int index = 0;
            const LabRow *row = find_row(&hands, LAB_ROW_GLANCING, &index);
            lab_row_set(desk, row, (float)side * (past ? 1.01f : 0.99f));
            assert_near(working_find(&desk->work, "hit")->value, past ? 0.0 : 1.0, 0.0);
            close_hands(&hands);
        }
    }
}

// ---------------------------------------------------------------- the pen

static vec2s pixel_of(const Hands *hands, float x, float y) {
    LabMap map = map_of(hands);
    return lab_map_pixel(&map, vec2_make(x, y));
}

static void the_mouse_draws_a_polygon(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    tap(&hands, KEY_N);
    assert_true(hands.lab->desk.pen.draws);
    vec2s first = pixel_of(&hands, -1.0f, -0.5f);
    click(&hands, first);
    click(&hands, pixel_of(&hands, 1.0f, -0.5f));
    click(&hands, pixel_of(&hands, 1.0f, 0.5f));
    click(&hands, pixel_of(&hands, 0.0f, 0.0f)); // concave
    click(&hands, pixel_of(&hands, -1.0f, 0.5f));
    click(&hands, glms_vec2_add(first, vec2_make(3.0f, 3.0f)));
    assert_false(hands.lab->desk.pen.draws);
    const SceneShape *shape = shape_of(&hands, 0);
    assert_int_equal(shape->count, 5);
    assert_near(shape->at.x, 0.0, 1e-4);
    assert_near(shape->points[1].x, 1.0, 1e-4);
    assert_near(shape->points[1].y, -0.5, 1e-4);
    assert_true(hands.lab->desk.solids[0].piece_count == 2);
    assert_survives(&hands.lab->desk);
    tap(&hands, KEY_BACKSPACE);
    assert_true(fabsf(shape_of(&hands, 0)->points[1].y + 0.5f) > 0.1f); // what was there before
    close_hands(&hands);
}

static void keys_draw_a_polygon_and_crossing_ones_are_refused(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    Scene before = hands.lab->desk.scene;
    tap(&hands, KEY_N);
    static const int way[][2] = {{KEY_D, 10}, {KEY_W, 10}, {KEY_A, 10}}; // a box
    tap(&hands, KEY_SPACE);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < way[i][1]; k++) {
            tap(&hands, way[i][0]);
        }
        tap(&hands, KEY_SPACE);
    }
    assert_int_equal(hands.lab->desk.pen.count, 4);
    for (int k = 0; k < 5; k++) { // a fifth point beyond the first edge crosses it
        tap(&hands, KEY_D);
    }
    for (int k = 0; k < 15; k++) {
        tap(&hands, KEY_S);
    }
    tap(&hands, KEY_SPACE);
    tap(&hands, KEY_ENTER);
    assert_true(hands.lab->desk.pen.draws);
    assert_true(hands.lab->desk.note_wrong);
    assert_non_null(strstr(hands.lab->desk.note, "crosses itself"));
    assert_memory_equal(&hands.lab->desk.scene, &before, sizeof before);
    tap(&hands, KEY_BACKSPACE);
    tap(&hands, KEY_ENTER);
    assert_false(hands.lab->desk.pen.draws);
    assert_int_equal(shape_of(&hands, 0)->count, 4);
    assert_near(lab_solid_size(&hands.lab->desk.solids[0]), 1.0, 1e-3);
    tap(&hands, KEY_N);
    tap(&hands, KEY_SPACE);
    assert_false(tap(&hands, KEY_ESCAPE)); // leaves the drawing, not the laboratory
    assert_false(hands.lab->desk.pen.draws);
    assert_int_equal(shape_of(&hands, 0)->count, 4);
    close_hands(&hands);
}

/// A polygon of five corners that is turned and moved away from the origin, on the desk.
static Hands open_turned_polygon(void) {
    static const float points[][2] = {{-1, -1}, {1, -1}, {1.5f, 0.5f}, {0, 1}, {-1, 1}};
    Hands first = open_hands(NULL);
    Scene scene = first.lab->desk.scene;
    close_hands(&first);
    SceneShape *shape = &scene.shapes[0];
    shape->kind = SCENE_POLYGON;
    shape->count = 5;
    shape->at = vec2_make(-2.0f, 0.5f);
    shape->angle_deg = 30.0f;
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = vec2_make(points[i][0], points[i][1]);
    }
    return open_hands(&scene);
}

static vec2s corner_pixel(const Hands *hands, int corner) {
    LabMap map = map_of(hands);
    return lab_map_pixel(&map, lab_corner_place(&hands->lab->desk, 0, corner));
}

static void the_mouse_drags_a_corner(void **state) {
    (void)state;
    Hands hands = open_turned_polygon();
    SceneShape before = *shape_of(&hands, 0);
    for (int corner = 0; corner < before.count; corner++) {
        vec2s from = corner_pixel(&hands, corner);
        vec2s away = glms_vec2_scale(
            glms_vec2_normalize(glms_vec2_sub(from, pixel_of(&hands, -2.0f, 0.5f))), 18.0f);
        vec2s to = glms_vec2_add(from, away);
        LabMap map = map_of(&hands);
        drag(&hands, from, to);
        vec2s now = lab_corner_place(&hands.lab->desk, 0, corner), wanted = lab_map_point(&map, to);
        assert_true(glms_vec2_distance(now, wanted) < 0.0072f); // a round number of its own frame
        vec2s point = shape_of(&hands, 0)->points[corner];
        assert_near(point.x, roundf(100.0f * point.x) / 100.0f, 1e-4);
        assert_non_null(strstr(hands.lab->desk.note, "Corner "));
        for (int other = 0; other < before.count; other++) {
            if (other != corner) { // where it was
                assert_memory_equal(&shape_of(&hands, 0)->points[other], &before.points[other],
                                    sizeof(vec2s));
            }
        }
        assert_survives(&hands.lab->desk);
        tap(&hands, KEY_BACKSPACE); // all of the drag at once
        assert_memory_equal(shape_of(&hands, 0), &before, sizeof before);
    }
    press_mouse(&hands, corner_pixel(&hands, 2)); // a click alone changes nothing
    release_mouse(&hands);
    assert_memory_equal(shape_of(&hands, 0), &before, sizeof before);
    close_hands(&hands);
}

static void a_corner_that_would_cross_the_polygon_stays(void **state) {
    (void)state;
    Hands hands = open_turned_polygon();
    vec2s from = corner_pixel(&hands, 0), beyond = corner_pixel(&hands, 2);
    beyond = glms_vec2_add(beyond, glms_vec2_scale(glms_vec2_sub(beyond, from), 0.3f));
    press_mouse(&hands, from);
    for (int i = 1; i <= 20; i++) {
        move_mouse(&hands, glms_vec2_lerp(from, beyond, (float)i / 20.0f));
        frame(&hands);
        assert_survives(&hands.lab->desk); // a simple polygon all the time
    }
    assert_true(hands.lab->desk.note_wrong);
    assert_non_null(strstr(hands.lab->desk.note, "crosses itself"));
    move_mouse(&hands, glms_vec2_add(from, vec2_make(-9.0f, 4.0f))); // and back
    frame(&hands);
    assert_false(hands.lab->desk.note_wrong);
    vec2s now = corner_pixel(&hands, 0);
    assert_near(now.x, from.x - 9.0f, 0.0072 * (double)map_of(&hands).scale);
    release_mouse(&hands);
    close_hands(&hands);
}

static void keys_move_corners(void **state) {
    (void)state;
    Hands hands = open_turned_polygon();
    LabDesk *desk = &hands.lab->desk;
    SceneShape before = *shape_of(&hands, 0);
    int row = desk->row;
    tap(&hands, KEY_C);
    assert_int_equal(lab_corners_chosen(desk), 0);
    assert_non_null(strstr(desk->note, "Corner 1 of 5 at (-1.00, -1.00)"));
    tap_with(&hands, KEY_LEFT_SHIFT, KEY_C);
    assert_int_equal(lab_corners_chosen(desk), 4);
    tap(&hands, KEY_C);
    tap(&hands, KEY_C);
    assert_int_equal(lab_corners_chosen(desk), 1);
    vec2s place = lab_corner_place(desk, 0, 1);
    tap(&hands, KEY_RIGHT); // to the right of the scene, whatever the shape's angle
    tap(&hands, KEY_DOWN);
    tap_with(&hands, KEY_LEFT_SHIFT, KEY_DOWN);
    vec2s moved = lab_corner_place(desk, 0, 1);
    assert_near(moved.x, place.x + 0.1f, 2e-4);
    assert_near(moved.y, place.y - 0.11f, 2e-4);
    assert_int_equal(desk->row, row); // no row was chosen
    for (int i = 0; i < 3; i++) {
        tap(&hands, KEY_BACKSPACE);
    }
    assert_memory_equal(shape_of(&hands, 0), &before, sizeof before);
    for (int i = 0; i < 60 && !desk->note_wrong; i++) { // through the opposite edge
        tap(&hands, KEY_UP);
    }
    assert_non_null(strstr(desk->note, "crosses itself"));
    assert_survives(desk);
    assert_false(tap(&hands, KEY_ESCAPE)); // leaves the corners, not the laboratory
    assert_int_equal(lab_corners_chosen(desk), -1);
    tap(&hands, KEY_DOWN);
    assert_int_equal(desk->row, row + 1);
    tap(&hands, KEY_C);
    tap(&hands, KEY_TAB); // the other shape: none of its corners is chosen
    assert_int_equal(lab_corners_chosen(desk), -1);
    tap(&hands, KEY_TAB);
    choose(&hands, LAB_ROW_KIND);
    while (shape_of(&hands, 0)->kind != SCENE_CIRCLE) {
        tap(&hands, KEY_RIGHT);
    }
    tap(&hands, KEY_C);
    assert_true(desk->note_wrong && lab_corners_chosen(desk) == -1);
    close_hands(&hands);
}

static void a_corner_stays_within_the_limits(void **state) {
    (void)state;
    Hands hands = open_turned_polygon();
    LabDesk *desk = &hands.lab->desk;
    assert_true(lab_corner_move(desk, 2, vec2_make(1000.0f, 0.5f), true, LAB_ALONE));
    assert_near(shape_of(&hands, 0)->points[2].x, SCENE_POINT_MAX, 0.0);
    assert_survives(desk);
    close_hands(&hands);
}

static void a_scene_gets_another_name(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    choose(&hands, LAB_ROW_NAME);
    tap(&hands, KEY_ENTER);
    assert_true(hands.lab->desk.naming.on);
    float x = shape_of(&hands, 0)->at.x;
    for (int i = 0; i < 70; i++) {
        tap(&hands, KEY_BACKSPACE);
    }
    assert_false(tap(&hands, KEY_ENTER)); // none at all
    assert_true(hands.lab->desk.naming.on && hands.lab->desk.note_wrong);
    snprintf(hands.input.text, sizeof hands.input.text, "Kerbs \xc3\xa4\x07 d");
    tap(&hands, KEY_D); // no key moves anything now
    hands.input.text[0] = '\0';
    tap(&hands, KEY_BACKSPACE);
    tap(&hands, KEY_ENTER);
    assert_false(hands.lab->desk.naming.on);
    // tap has two frames, and each of them had the text
    assert_string_equal(hands.lab->desk.scene.name, "Kerbs \xc3\xa4 dKerbs \xc3\xa4 ");
    assert_near(shape_of(&hands, 0)->at.x, x, 0.0);
    assert_survives(&hands.lab->desk);
    tap(&hands, KEY_ENTER);
    snprintf(hands.input.text, sizeof hands.input.text, "lost");
    frame(&hands);
    hands.input.text[0] = '\0';
    assert_false(tap(&hands, KEY_ESCAPE)); // leaves the name
    assert_string_equal(hands.lab->desk.scene.name, "Kerbs \xc3\xa4 dKerbs \xc3\xa4 ");
    tap_with(&hands, KEY_LEFT_CONTROL, KEY_Z);
    assert_string_equal(hands.lab->desk.scene.name, "One axis with a gap is enough");
    tap_with(&hands, KEY_LEFT_CONTROL, KEY_Y);
    assert_string_equal(hands.lab->desk.scene.name, "Kerbs \xc3\xa4 dKerbs \xc3\xa4 ");
    close_hands(&hands);
}

// ---------------------------------------------------------------- predict, then reveal

static void guess_right_and_wrong(Hands *hands, ScenePanel panel) {
    LabDesk *desk = &hands->lab->desk;
    tap(hands, KEY_P);
    assert_true(lab_desk_hides(desk));
    LabQuestion question = lab_question(desk);
    assert_true(question.truth[0] || question.number[0]);
    for (int i = 0; i < hands->lab->sheet.mark_count; i++) { // only shapes and questions are drawn
        assert_int_not_equal(hands->lab->sheet.marks[i].part, SHEET_FIGURES);
    }
    const WorkingLine *truth = working_find(&desk->work, question.truth);
    const WorkingLine *number = working_find(&desk->work, question.number);
    assert_true(!question.truth[0] || truth); // such a line is there
    for (int right = 0; right < 2; right++) {
        if (question.truth[0]) {
            choose(hands, LAB_ROW_GUESS);
            int wanted = (truth->value > 0.0) == (right == 1) ? 1 : 0;
            while (desk->guess.verdict != wanted) {
                tap(hands, KEY_RIGHT);
            }
        }
        if (number && isfinite(number->value)) {
            const LabRow *row = choose(hands, LAB_ROW_AMOUNT);
            lab_row_set(desk, row,
                        (float)number->value * (right ? 1.0f : 1.5f) + (right ? 0.0f : 5.0f));
        }
        choose(hands, LAB_ROW_REVEAL);
        tap(hands, KEY_ENTER);
        assert_false(lab_desk_hides(desk));
        LabVerdict verdict = lab_guess_judge(desk);
        assert_true(verdict.count > 0);
        for (int i = 0; i < verdict.count; i++) {
            assert_int_equal(verdict.lines[i].right, right == 1);
        }
        LabGuess said = desk->guess; // nobody changes it who has seen the answers
        if (question.truth[0]) {
            choose(hands, LAB_ROW_GUESS);
            tap(hands, KEY_RIGHT);
        }
        if (question.number[0]) {
            choose(hands, LAB_ROW_AMOUNT);
            tap(hands, KEY_RIGHT);
        }
        assert_int_equal(desk->guess.verdict, said.verdict);
        assert_float_equal(desk->guess.amount, said.amount, 0.0f);
        tap(hands, KEY_R);
        assert_true(lab_desk_hides(desk));
        assert_int_equal(lab_guess_judge(desk).count, 0);
    }
    tap(hands, KEY_R);
    assert_false(lab_desk_hides(desk));
    tap(hands, KEY_D); // a change is a new question
    assert_true(lab_desk_hides(desk));
    (void)panel;
}

static void each_answer_is_judged_by_itself(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    LabDesk *desk = &hands.lab->desk;
    tap(&hands, KEY_P);
    LabQuestion question = lab_question(desk);
    const WorkingLine *truth = working_find(&desk->work, question.truth);
    const WorkingLine *number = working_find(&desk->work, question.number);
    assert_true(truth && number);
    desk->guess.verdict = truth->value > 0.0 ? 1 : 0;
    desk->guess.amount = (float)number->value + 100.0f;
    desk->guess.has_amount = true;
    LabVerdict verdict = lab_guess_judge(desk);
    assert_int_equal(verdict.count, 2);
    assert_true(verdict.lines[0].right);
    assert_false(verdict.lines[1].right);
    close_hands(&hands);
}

static void guesses_are_told_right_and_wrong_on_every_panel(void **state) {
    (void)state;
    on_every_panel(guess_right_and_wrong);
}

// ---------------------------------------------------------------- what is shown

static Font font;

static int make_font(void **state) {
    (void)state;
    static const char *const families[] = {"Inter", "DejaVu Sans", "Liberation Sans", "Noto Sans"};
    char path[PATH_LIMIT];
    FileBytes bytes;
    MessageList messages = {.count = 0};
    bool fine = font_path_find(families, 4, true, path, sizeof path) &&
                file_read(path, 64 * 1024 * 1024, &bytes, &messages) &&
                font_make((const uint8_t *)bytes.data, bytes.size, &font, &messages);
    file_bytes_free(&bytes);
    return fine ? 0 : -1;
}

static int destroy_font(void **state) {
    (void)state;
    font_destroy(&font);
    return 0;
}

static CanvasTexts texts;

static Canvas look(const Hands *hands, DrawList *list, int width, int height, float scale) {
    draw_list_clear(list);
    Canvas canvas = canvas_make(list, &font, width, height);
    canvas.unit *= scale;
    texts.count = 0;
    canvas.texts = &texts;
    lab_view_draw(hands->lab, &canvas);
    return canvas;
}

static bool is_written(const char *text) {
    for (int i = 0; i < texts.count; i++) {
        if (strcmp(texts.texts[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/// Scrolls the working to the line `name` and asks whether `value` is written beside it.
static void assert_shown(Hands *hands, const char *name, double value, const char *unit) {
    LabDesk *desk = &hands->lab->desk;
    const WorkingLine *line = working_find(&desk->work, name);
    assert_non_null(line);
    DrawList list = {0};
    char number[NUMBER_TEXT_MAX], text[80];
    while (desk->page != LAB_PAGE_WORKING) {
        tap(hands, KEY_T);
    }
    desk->line = (int)(line - desk->work.lines);
    look(hands, &list, 1280, 720, 1.0f);
    int decimals = unit[0] == '\0' && floor(value) == value ? 0 : WORKING_DECIMALS; // counts
    snprintf(text, sizeof text, "%s%s%s", number_text_fixed(value, decimals, number),
             unit[0] ? " " : "", unit);
    if (!is_written(name) || !is_written(text)) {
        fail_msg("the screen does not say %s: %s", name, text);
    }
    draw_list_destroy(&list);
}

// What the library says of a scene, by panel: called here as the game calls it.

static void show_axes(Hands *hands, const Solid *a, const Solid *b) {
    SolidPair pair = solid_pair(a, b);
    const Shape *of_a = &a->pieces[pair.a], *of_b = &b->pieces[pair.b];
    Transform b_in_a = transform_relative(a->at, b->at);
    assert_shown(hands, "separation", (double)sat_separation(of_a, of_b, b_in_a).distance, "m");
    Overlap overlap = sat_overlap(of_a, of_b, b_in_a);
    if (overlap.hit) {
        assert_shown(hands, "depth", (double)overlap.depth, "m");
        assert_shown(hands, "normal x", (double)overlap.normal.x, "");
    }
}

static void show_border(Hands *hands, const Solid *a, const Solid *b) {
    Box box = solid_box(a);
    vec2s size = glms_vec2_sub(box.high, box.low);
    Shape car = shape_box(glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f), size.x, size.y);
    float nearest = INFINITY;
    for (int i = 0; i < b->piece_count; i++) {
        Transform b_in_a = transform_relative(a->at, b->at);
        nearest = fminf(nearest, sat_signed_distance(&car, &b->pieces[i], b_in_a).distance);
    }
    assert_shown(hands, "separation", (double)nearest, "m");
}

static void show_crossing(Hands *hands, const Scene *scene, const Solid *b) {
    const SceneShape *shot = &scene->shapes[0];
    float step = scene->options.crossings_step;
    if (glms_vec2_norm2(scene->shapes[1].velocity) > 0.0f) {
        return; // the panel sees the path from the moving target
    }
    vec2s outline[CAR_OUTLINE_MAX];
    for (int i = 0; i < b->outline_count; i++) {
        outline[i] = transform_apply(b->at, b->outline[i]);
    }
    vec2s from = glms_vec2_sub(shot->at, glms_vec2_scale(shot->velocity, step));
    SegmentHit hit = segment_cross_polygon(from, shot->at, outline, b->outline_count);
    assert_near(working_find(&hands->lab->desk.work, "hit")->value, hit.hit ? 1.0 : 0.0, 0.0);
    if (hit.hit) {
        assert_shown(hands, "time of the hit", (double)hit.time, "tick");
    }
}

static void show_circle(Hands *hands, const Scene *scene, const Solid *a, const Solid *b) {
    vec2s velocity = glms_vec2_sub(scene->shapes[0].velocity, scene->shapes[1].velocity);
    vec2s move = glms_vec2_scale(velocity, scene->options.circles_step);
    double first = (double)INFINITY;
    for (int i = 0; i < b->piece_count; i++) {
        SweepHit hit = sweep_translate(&a->pieces[0], rotation_undo(a->at.rotation, move),
                                       &b->pieces[i], transform_relative(a->at, b->at));
        first = hit.hit ? fmin(first, (double)hit.time) : first;
    }
    const Working *work = &hands->lab->desk.work;
    assert_near(working_find(work, "hit")->value, isfinite(first) ? 1.0 : 0.0, 0.0);
    if (isfinite(first)) { // of two circles the panel takes the formula of two circles
        assert_near(working_find(work, "time of impact")->value, first, 2e-5);
        assert_shown(hands, "time of impact", working_find(work, "time of impact")->value, "step");
    }
}

static void show_turning(Hands *hands, const Scene *scene, const Solid *a, const Solid *b) {
    const SceneShape *shapes = scene->shapes;
    vec2s velocity = glms_vec2_sub(shapes[0].velocity, shapes[1].velocity);
    float rad = TRIG_PI / 180.0f, step = scene->options.turning_step;
    Motion motion = {shapes[0].at, glms_vec2_add(shapes[0].at, glms_vec2_scale(velocity, step)),
                     shapes[0].angle_deg * rad,
                     shapes[0].angle_deg * rad + shapes[0].turn_rate_deg * step * rad};
    SweepHit first = {.time = INFINITY};
    for (int i = 0; i < a->piece_count * b->piece_count; i++) {
        SweepHit hit = sweep_motion(&a->pieces[i / b->piece_count], motion,
                                    &b->pieces[i % b->piece_count], b->at, 0.0f);
        first = hit.hit && hit.time < first.time ? hit : first;
    }
    const Working *work = &hands->lab->desk.work;
    assert_near(working_find(work, "sweep: hit")->value, first.hit ? 1.0 : 0.0, 0.0);
    if (first.hit) {
        assert_shown(hands, "sweep: time", (double)first.time, "");
    }
}

static void show_numbers(Hands *hands) {
    const Scene scene = hands->lab->desk.scene;
    const Solid *a = &hands->lab->desk.solids[0], *b = &hands->lab->desk.solids[1];
    switch (scene.panel) {
    case SCENE_AXES:
        show_axes(hands, a, b);
        break;
    case SCENE_PIECES:
        assert_shown(hands, "pieces", b->piece_count, "");
        break;
    case SCENE_BORDER:
        show_border(hands, a, b);
        break;
    case SCENE_CROSSINGS:
        show_crossing(hands, &scene, b);
        break;
    case SCENE_CIRCLES:
        show_circle(hands, &scene, a, b);
        break;
    case SCENE_TURNING:
        show_turning(hands, &scene, a, b);
        break;
    default: // its own test compares its working with the library
        for (int i = 0; i < hands->lab->desk.work.count; i++) {
            const WorkingLine *line = &hands->lab->desk.work.lines[i];
            if (line->kind == WORKING_NUMBER && isfinite(line->value)) {
                assert_shown(hands, line->name, line->value, line->unit);
            }
        }
    }
}

// Of all shipped scenes, and again after each was changed by keys.
static void the_numbers_on_the_screen_are_the_library_s(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    int count = hands.lab->shelf.count;
    assert_true(count >= 15);
    for (int i = 0; i < count; i++) {
        show_numbers(&hands);
        tap(&hands, KEY_D);
        tap(&hands, KEY_Q);
        tap(&hands, KEY_W);
        show_numbers(&hands);
        tap(&hands, KEY_PAGE_DOWN);
    }
    close_hands(&hands);
}

static void look_at_all_sizes(Hands *hands, ScenePanel panel) {
    static const struct {
        int width, height;
        float scale;
    } sizes[] = {{640, 480, 1.0f},  {800, 600, 1.0f},   {1024, 768, 1.0f},  {1280, 720, 1.0f},
                 {1366, 768, 1.0f}, {1920, 1080, 1.0f}, {2560, 1080, 1.0f}, {480, 320, 1.0f},
                 {1280, 720, 1.5f}, {1920, 1080, 2.0f}};
    DrawList list = {0};
    (void)panel;
    for (int view = 0; view < 2 * LAB_PAGE_COUNT * 3; view++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            Canvas canvas = look(hands, &list, sizes[i].width, sizes[i].height, sizes[i].scale);
            assert_true(texts.count > 2);
            assert_texts_stand_clear(&canvas);
        }
        tap(hands, KEY_T);
        if (view % LAB_PAGE_COUNT == LAB_PAGE_COUNT - 1) {
            tap(hands, KEY_V);
        }
        if (view % (2 * LAB_PAGE_COUNT) == 2 * LAB_PAGE_COUNT - 1) {
            tap(hands, view < 2 * LAB_PAGE_COUNT ? KEY_P : KEY_R);
        }
    }
    draw_list_destroy(&list);
}

static void all_texts_stand_clear_in_every_window(void **state) {
    (void)state;
    on_every_panel(look_at_all_sizes);
}

/// All that was written, in the order of its drawing, words one blank apart.
static void join_texts(char *out, size_t size) {
    out[0] = '\0';
    for (int i = 0; i < texts.count; i++) {
        size_t length = strlen(out);
        snprintf(out + length, size - length, "%s%s", length > 0 ? " " : "", texts.texts[i]);
    }
}

/// Until the answers are shown neither the scene's name nor what the panel is about is seen.
static void keep_the_secret(Hands *hands, ScenePanel panel) {
    static char all[16384];
    const LabDesk *desk = &hands->lab->desk;
    DrawList list = {0};
    for (int hidden = 1; hidden >= 0; hidden--) {
        tap(hands, hidden ? KEY_P : KEY_R);
        LabQuestion question = lab_question(desk);
        const char *asked = question.truth[0] ? question.truth_text : question.number_text;
        bool named = false, told = false, asks = false;
        for (int view = 0; view < 2 * LAB_PAGE_COUNT; view++) {
            look(hands, &list, 1280, 720, 1.0f);
            join_texts(all, sizeof all);
            named |= strstr(all, desk->scene.name) != NULL;
            told |= strstr(all, panels[panel].about) != NULL;
            asks |= strstr(all, asked) != NULL;
            tap(hands, KEY_T);
            if (view % LAB_PAGE_COUNT == LAB_PAGE_COUNT - 1) {
                tap(hands, KEY_V);
            }
        }
        const Sheet *sheet = &hands->lab->sheet;
        for (int i = 0; i < sheet->mark_count; i++) {
            named |= sheet->marks[i].kind == MARK_TEXT &&
                     strcmp(sheet->texts + sheet->marks[i].first, desk->scene.name) == 0;
        }
        assert_int_equal(named, !hidden);
        assert_int_equal(told, !hidden);
        assert_true(asks || !hidden);
    }
    draw_list_destroy(&list);
}

static void no_answer_is_seen_before_it_is_revealed(void **state) {
    (void)state;
    on_every_panel(keep_the_secret);
}

static void read_about(Hands *hands, ScenePanel panel) {
    static char all[16384];
    DrawList list = {0};
    while (hands->lab->desk.page != LAB_PAGE_ABOUT) {
        tap(hands, KEY_T);
    }
    for (int light = 0; light < 2; light++) {
        look(hands, &list, light ? 1280 : 640, light ? 720 : 480, 1.0f);
        join_texts(all, sizeof all);
        if (!strstr(all, panels[panel].about) || !strstr(all, panels[panel].source)) {
            fail_msg("the window does not say all of %s: %s", panels[panel].name, all);
        }
        tap(hands, KEY_V);
    }
    draw_list_destroy(&list);
}

static void every_panel_says_its_sentences_and_source_in_small_windows_too(void **state) {
    (void)state;
    on_every_panel(read_about);
}

static void assert_large(const Hands *hands, DrawList *list) {
    look(hands, list, 1280, 720, 1.0f);
    for (int i = 0; i < texts.count; i++) { // areas reach from capitals to the foot of a g
        float letters = texts.areas[i].height / 0.94f;
        if (letters < 24.0f - 0.1f) {
            fail_msg("\"%s\" has letters of %.1f px", texts.texts[i], (double)letters);
        }
    }
}

static void a_note_stays_in_its_box_and_off_the_sheet(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    DrawList list = {0};
    for (int light = 0; light < 2; light++) {
        lab_desk_note(&hands.lab->desk, false,
                      "Saved: ~/.local/share/axle/scenes/%s/a-car-at-a-corner.scene.yaml",
                      "folder-with-a-very-very-very-long-name-that-no-line-of-text-can-hold");
        look(&hands, &list, 1280, 720, 1.0f);
        Area sheet = hands.lab->layout.sheet;
        bool seen = false;
        for (int i = 0; i < texts.count; i++) {
            Area area = texts.areas[i];
            if (strstr(texts.texts[i], "-very-") ||
                strstr(texts.texts[i], "a-car-at-a-corner")) { // its begin is noted
                seen = true;
                assert_true(area.x + area.width < sheet.x + sheet.width);
                assert_true(light || area.y > sheet.y + sheet.height);
            }
        }
        assert_true(seen);
        tap(&hands, KEY_V);
    }
    draw_list_destroy(&list);
    close_hands(&hands);
}

/// The scene's name, the keys that lead on, the verdict, and what a wrong method says.
static void assert_presented(const Hands *hands, DrawList *list) {
    static char all[16384];
    const Sheet *sheet = &hands->lab->sheet;
    look(hands, list, 1280, 720, 1.0f);
    join_texts(all, sizeof all);
    assert_non_null(strstr(all, hands->lab->desk.scene.name));
    static const char *const keys[] = {"all keys", "next scene", "tables", "predict",
                                       "normal view"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        assert_true(is_written(keys[i]));
    }
    bool first = true;
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        if (mark->part == SHEET_SENTENCES && mark->kind == MARK_TEXT) {
            bool needed = first || mark->color == SHEET_PURPLE;
            first = false;
            if (needed && !strstr(all, sheet->texts + mark->first)) {
                fail_msg("not said: %s; but %s", sheet->texts + mark->first, all);
            }
        }
    }
}

static void present(Hands *hands, ScenePanel panel) {
    (void)panel;
    DrawList list = {0};
    LabDesk *desk = &hands->lab->desk;
    tap(hands, KEY_V);
    assert_presented(hands, &list);
    for (int page = 0; page < LAB_PAGE_COUNT; page++) {
        for (int i = 0; i < hands->lab->rows.count && desk->page == LAB_PAGE_ROWS; i++) {
            assert_large(hands, &list);
            tap(hands, KEY_DOWN);
        }
        for (int i = 0; i < desk->work.count && desk->page == LAB_PAGE_WORKING; i++) {
            assert_large(hands, &list);
            tap(hands, KEY_DOWN);
        }
        for (int i = 0; i < hands->lab->layout.figures && desk->page == LAB_PAGE_SHEET; i++) {
            assert_large(hands, &list);
            tap(hands, KEY_DOWN);
        }
        assert_large(hands, &list);
        tap(hands, KEY_T);
    }
    draw_list_destroy(&list);
}

static void letters_of_the_presentation_are_large(void **state) {
    (void)state;
    on_every_panel(present);
}

enum {
    SEEN_MAX = 512,
};

/// Marks of the sheet whose text is written now.
static void note_seen(const Sheet *sheet, bool seen[SEEN_MAX]) {
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        char text[CANVAS_TEXT_BYTES];
        assert_true(i < SEEN_MAX || mark->kind != MARK_TEXT);
        if (mark->kind == MARK_TEXT) {
            snprintf(text, sizeof text, "%s", sheet->texts + mark->first);
            seen[i] |= is_written(text);
        }
    }
}

/// Every text of every table and chart of the scene can be got to see, in large letters, clear of
/// all others.
static void read_figures(Hands *hands, int width, int height) {
    const Sheet *sheet = &hands->lab->sheet;
    bool seen[SEEN_MAX] = {false};
    DrawList list = {0};
    assert_true(sheet->figure_count > 0 && sheet->figure_count <= LAB_FIGURES_MAX);
    hands->lab->desk.note[0] = '\0'; // a note has a plate of its own, over all
    for (int i = 0; i < sheet->figure_count; i++) {
        Canvas canvas = look(hands, &list, width, height, 1.0f);
        for (int k = 0; k < texts.count; k++) {
            if (texts.areas[k].height < 0.94f * (24.0f * (float)height / 720.0f - 0.1f)) {
                fail_msg("\"%s\" has small letters", texts.texts[k]);
            }
        }
        assert_texts_stand_clear(&canvas);
        note_seen(sheet, seen);
        tap(hands, KEY_DOWN);
    }
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        if (mark->figure > 0 && mark->kind == MARK_TEXT && !seen[i]) {
            fail_msg("%s: \"%s\" is not to be seen", hands->lab->desk.scene.name,
                     sheet->texts + mark->first);
        }
    }
    for (int i = 0; i < sheet->figure_count; i++) {
        tap(hands, KEY_UP);
    }
    assert_int_equal(hands->lab->layout.first, 0);
    draw_list_destroy(&list);
}

static void tables_and_charts_of_every_scene_are_read_from_afar(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    tap(&hands, KEY_V);
    tap(&hands, KEY_T);
    assert_int_equal(hands.lab->desk.page, LAB_PAGE_SHEET);
    for (int i = 0; i < hands.lab->shelf.count; i++) {
        read_figures(&hands, 1280, 720);
        read_figures(&hands, 1920, 1080);
        tap(&hands, KEY_PAGE_DOWN);
    }
    hands.input.wheel = -1.0f; // the wheel goes on to the next one, too
    frame(&hands);
    assert_int_equal(hands.lab->layout.first, 1);
    close_hands(&hands);
}

/// Of a crowd in large letters the two shapes are named, and as many others as have room.
static void a_crowd_has_its_names_as_far_as_they_have_room(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    DrawList list = {0};
    int crowds = 0;
    tap(&hands, KEY_V);
    for (int i = 0; i < hands.lab->shelf.count; i++, tap(&hands, KEY_PAGE_DOWN)) {
        if (hands.lab->desk.scene.panel != SCENE_BROAD) {
            continue;
        }
        int names = 0, count = hands.lab->desk.scene.options.crowd;
        crowds++;
        Canvas canvas = look(&hands, &list, 1280, 720, 1.0f);
        assert_texts_stand_clear(&canvas);
        assert_true(is_written("a") && is_written("b"));
        for (int k = 1; k <= count; k++) {
            char name[16];
            snprintf(name, sizeof name, "%d", k);
            names += is_written(name);
        }
        assert_true(2 * names > count);
    }
    assert_int_equal(crowds, 3);
    draw_list_destroy(&list);
    close_hands(&hands);
}

// ---------------------------------------------------------------- files

static void scenes_are_saved_under_names_of_their_own(void **state) {
    (void)state;
    Hands hands = open_hands(NULL);
    char first[PATH_LIMIT], second[PATH_LIMIT];
    tap(&hands, KEY_D);
    tap_with(&hands, KEY_LEFT_CONTROL, KEY_S);
    assert_false(hands.lab->desk.note_wrong);
    assert_non_null(strstr(hands.lab->desk.note, "Saved: "));
    snprintf(first, sizeof first, "%s", hands.lab->path);
    assert_non_null(strstr(first, "/scenes/one-axis-with-a-gap-is-enough.scene.yaml"));
    FileBytes bytes;
    MessageList messages = {.count = 0};
    Scene read;
    memset(&read, 0, sizeof read);
    assert_true(file_read(first, FILE_LIMIT, &bytes, &messages));
    assert_true(scene_read(bytes.data, bytes.size, first, &read, &messages));
    file_bytes_free(&bytes);
    assert_memory_equal(&read, &hands.lab->desk.scene, sizeof read);
    assert_memory_equal(&hands.lab->shelf.scenes[hands.lab->scene], &read, sizeof read); // listed
    hands.input.down[KEY_LEFT_SHIFT] = true; // as another file
    tap_with(&hands, KEY_LEFT_CONTROL, KEY_S);
    hands.input.down[KEY_LEFT_SHIFT] = false;
    snprintf(second, sizeof second, "%s", hands.lab->path);
    assert_string_not_equal(first, second);
    tap(&hands, KEY_D);
    tap_with(&hands, KEY_LEFT_CONTROL, KEY_S); // its own again, the old one kept
    assert_string_equal(hands.lab->path, second);
    snprintf(first, sizeof first, "%.*s.bak", PATH_LIMIT - 8, second);
    assert_true(file_exists(first));
    close_hands(&hands);
}

/// That the file `name` + `suffix` of the user's scenes has these bytes.
static void assert_written(const char *name, const char *suffix, const TextBuffer *wanted) {
    char user[PATH_LIMIT], path[PATH_LIMIT + 64];
    MessageList messages = {.count = 0};
    FileBytes bytes;
    assert_true(directories_user_data(user, sizeof user));
    snprintf(path, sizeof path, "%s/scenes/%s%s", user, name, suffix);
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    assert_int_equal(bytes.size, wanted->size);
    assert_memory_equal(bytes.data, wanted->text, wanted->size);
    file_bytes_free(&bytes);
}

static void exports_are_what_the_command_writes(void **state) {
    (void)state;
    static const char *const names[] = {"one-axis-with-a-gap-is-enough",
                                        "one-axis-with-a-gap-is-enough-2"}; // the second time
    Hands hands = open_hands(NULL);
    MessageList messages = {.count = 0};
    for (int i = 0; i < 2; i++) {
        tap(&hands, KEY_A);
        tap_with(&hands, KEY_LEFT_CONTROL, KEY_E);
        assert_false(hands.lab->desk.note_wrong);
        Sheet sheet = panel_picture(&hands.lab->desk.scene, hands.lab->desk.solids);
        TextBuffer svg = {0}, png = {0}, csv = {0};
        sheet_svg(&sheet, &svg);
        assert_true(sheet_png(&sheet, &png, &messages));
        working_csv(&hands.lab->desk.work, &csv);
        assert_written(names[i], ".svg", &svg);
        assert_written(names[i], ".png", &png);
        assert_written(names[i], ".csv", &csv);
        free(svg.text);
        free(png.text);
        free(csv.text);
        sheet_destroy(&sheet);
    }
    close_hands(&hands);
}

static void costs_are_measured_on_every_panel(Hands *hands, ScenePanel panel) {
    for (int i = 0; i < 200 && hands->lab->cost.median <= 0.0; i++) {
        frame(hands);
    }
    if (!(hands->lab->cost.median > 0.0)) {
        fail_msg("the panel %s has no cost", panels[panel].name);
    }
    assert_true(hands->lab->cost.median < 0.1);
    assert_non_null(strstr(hands->lab->cost_text, "median of"));
    tap(hands, KEY_D); // another scene, another cost
    assert_true(hands->lab->cost.count <= 1 && hands->lab->cost.median <= 0.0);
}

// The manual's table of keys has each of those that act.
static void the_manual_names_every_key(void **state) {
    (void)state;
    FileBytes bytes;
    MessageList messages = {.count = 0};
    assert_true(file_read(TEST_DATA "/docs/lab.md", FILE_LIMIT, &bytes, &messages));
    char *table = strstr(bytes.data, "begin of the keys of the laboratory");
    char *end = strstr(bytes.data, "end of the keys of the laboratory");
    assert_true(table && end && table < end);
    *end = '\0';
    for (int i = 0; i < LAB_KEY_COUNT; i++) {
        const LabKeyRow *row = &lab_key_rows[i];
        for (int k = 0; k < lab_key_count(row) && row->moment == LAB_WHEN_DESK; k++) {
            char name[40];
            const char *called = row->keys[k] == KEY_ESCAPE ? "Esc" : key_name(row->keys[k]);
            snprintf(name, sizeof name, "%s%s", row->ctrl ? "Ctrl+" : "", called);
            if (!strstr(table, name)) {
                fail_msg("docs/lab.md does not name the key %s", name);
            }
        }
    }
    file_bytes_free(&bytes);
}

static void the_cost_of_the_method_is_measured(void **state) {
    (void)state;
    on_every_panel(costs_are_measured_on_every_panel);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_mouse_moves_turns_and_speeds_up_shapes_of_every_panel,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(the_mouse_sets_every_slider_of_every_panel,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(keys_alone_do_it_on_every_panel, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(a_key_that_is_held_goes_on_and_is_undone_at_once,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(modifiers_are_those_of_each_press, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(keys_count_as_often_as_they_went_down_in_a_frame,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(each_answer_is_judged_by_itself, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(no_answer_is_seen_before_it_is_revealed, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(a_note_stays_in_its_box_and_off_the_sheet, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(an_axis_chosen_by_hand_has_a_frame, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(a_gamepad_walks_through_rows_and_leaves, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(a_gamepad_works_the_screen_of_the_game, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(who_leaves_a_changed_scene_is_asked, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(every_scene_that_hands_make_survives_its_file,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(panels_pass_over_what_cannot_look_at_the_shapes,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(shapes_become_all_kinds, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(glancing_is_one_where_shapes_just_graze, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(the_mouse_draws_a_polygon, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(keys_draw_a_polygon_and_crossing_ones_are_refused,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(the_mouse_drags_a_corner, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(a_corner_that_would_cross_the_polygon_stays,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(keys_move_corners, user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(a_corner_stays_within_the_limits, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(a_scene_gets_another_name, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(guesses_are_told_right_and_wrong_on_every_panel,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(the_numbers_on_the_screen_are_the_library_s,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(all_texts_stand_clear_in_every_window, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(
            every_panel_says_its_sentences_and_source_in_small_windows_too, user_folder_make,
            user_folder_remove),
        cmocka_unit_test_setup_teardown(letters_of_the_presentation_are_large, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(tables_and_charts_of_every_scene_are_read_from_afar,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(a_crowd_has_its_names_as_far_as_they_have_room,
                                        user_folder_make, user_folder_remove),
        cmocka_unit_test_setup_teardown(scenes_are_saved_under_names_of_their_own, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test_setup_teardown(exports_are_what_the_command_writes, user_folder_make,
                                        user_folder_remove),
        cmocka_unit_test(the_manual_names_every_key),
        cmocka_unit_test_setup_teardown(the_cost_of_the_method_is_measured, user_folder_make,
                                        user_folder_remove),
    };
    return cmocka_run_group_tests(tests, make_font, destroy_font);
}
