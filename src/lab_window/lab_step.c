#include "lab_window/lab_step.h"

#include "lab_window/lab_corners.h"
#include "lab_window/lab_guess.h"
#include "lab_window/lab_handles.h"
#include "lab_window/lab_name.h"
#include "lab_window/lab_pen.h"

#include <math.h>

#define REPEAT_FIRST 0.35f ///< s until a key that is held counts again ...
#define REPEAT_NEXT  0.03f ///< ... and from then on.

#define MOVE_STEP   0.1f ///< m of a key.
#define TURN_STEP   5.0f ///< deg
#define FINE        0.1f ///< Of a step, with Shift.
#define COARSE      10.0f
#define PEN_NEAR    0.7f  ///< Of the size of letters: how near to the first point closes a polygon.
#define PEN_ROUND   0.05f ///< m: the mouse sets points on a grid, unless Shift is held.
#define SCROLL_FAST 10    ///< Lines of the working, with Shift.

enum {
    GESTURE_CORNER = 10007,
};

/// How large a step is of the key that counts in this frame: as Shift was when it went down, or is
/// while it is held.
static float step_size(LabKey key, const InputFrame *frame) {
    const KeyPress *press = lab_key_press(key, frame);
    return (press ? press->shift : lab_keys_shift(frame)) ? FINE : 1.0f;
}

/// Which of its keys counts in this frame: it went down, or is held for long enough. -1: none.
static int key_counts(LabDesk *desk, LabKey key, const LabInput *input) {
    LabHands *hands = &desk->hands;
    const LabKeyRow *row = &lab_key_rows[key];
    int pressed = lab_key_pressed(key, input->frame);
    if (pressed >= 0) {
        hands->key = row->keys[pressed];
        hands->wait_s = REPEAT_FIRST;
        lab_desk_rest(desk);
        return pressed;
    }
    for (int i = 0; i < lab_key_count(row); i++) {
        if (hands->key == row->keys[i] && input->frame->down[hands->key]) {
            hands->wait_s -= input->dt;
            bool again = hands->wait_s <= 0.0f;
            hands->wait_s = again ? REPEAT_NEXT : hands->wait_s;
            return again ? i : -1;
        }
    }
    return -1;
}

/// The direction of W, A, S and D.
static vec2s way_of(int key) {
    static const float ways[4][2] = {{0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}};
    return key < 0 ? vec2_make(0.0f, 0.0f) : vec2_make(ways[key][0], ways[key][1]);
}

// ---------------------------------------------------------------- the pen

static void draw(LabDesk *desk, const LabInput *input, const LabLayout *layout, const LabMap *map) {
    const InputFrame *frame = input->frame;
    LabPen *pen = &desk->pen;
    vec2s way = way_of(key_counts(desk, LAB_KEY_PEN_MOVE, input));
    float step = MOVE_STEP * step_size(LAB_KEY_PEN_MOVE, frame);
    lab_pen_move(desk, glms_vec2_add(pen->at, glms_vec2_scale(way, step)));
    vec2s mouse = vec2_make(frame->mouse_x, frame->mouse_y);
    bool over = canvas_holds(layout->shapes, mouse.x, mouse.y);
    float near_m = PEN_NEAR * layout->text / map->scale;
    if (over && (frame->mouse_moved || frame->mouse_pressed)) {
        vec2s at = lab_map_point(map, mouse);
        vec2s round =
            vec2_make(roundf(at.x / PEN_ROUND) * PEN_ROUND, roundf(at.y / PEN_ROUND) * PEN_ROUND);
        lab_pen_move(desk, lab_keys_shift(frame) ? at : round);
    }
    if (lab_key_pressed(LAB_KEY_PEN_END, frame) >= 0 || input->pads.back) {
        lab_pen_cancel(desk);
    } else if (lab_key_pressed(LAB_KEY_PEN_BACK, frame) >= 0) {
        lab_pen_take_back(desk);
    } else if (lab_key_pressed(LAB_KEY_PEN_DONE, frame) >= 0) {
        lab_pen_close(desk);
    } else if (over && frame->mouse_pressed) {
        lab_pen_put(desk, near_m);
    } else if (lab_key_pressed(LAB_KEY_PEN_PUT, frame) >= 0) {
        lab_pen_put(desk, 0.5f * MOVE_STEP * step_size(LAB_KEY_PEN_PUT, frame));
    }
}

/// Whether a key of the row went down that is not the window's.
static bool presses_plain(const InputFrame *frame, LabKey key) {
    const KeyPress *press = lab_key_press(key, frame);
    return press && !window_press_is_alt(*press);
}

/// Takes a frame while the name is typed.
static void type_name(LabDesk *desk, const LabInput *input) {
    const InputFrame *frame = input->frame;
    lab_name_type(desk, frame->text);
    if (key_counts(desk, LAB_KEY_NAME_BACK, input) >= 0) {
        lab_name_take_back(desk);
    }
    if (lab_key_pressed(LAB_KEY_NAME_END, frame) >= 0 || input->pads.back) {
        lab_name_cancel(desk);
    } else if (presses_plain(frame, LAB_KEY_NAME_DONE) || input->pads.accept ||
               frame->mouse_pressed) {
        lab_name_done(desk);
    }
}

// ---------------------------------------------------------------- the mouse

static void click_row(LabDesk *desk, const LabRows *rows, const LabLayout *layout, int index,
                      vec2s mouse, float fine) {
    const LabRow *row = &rows->items[index];
    desk->row = index;
    lab_desk_rest(desk);
    if (lab_row_is_action(row)) {
        lab_row_set(desk, row, 1.0f);
    } else if (row->bar && canvas_holds(lab_layout_bar(layout, index), mouse.x, mouse.y)) {
        desk->hands.grip = LAB_GRIP_SLIDER;
        desk->hands.row = index;
    } else if (canvas_holds(lab_layout_arrow(layout, index, -1), mouse.x, mouse.y)) {
        lab_row_move(desk, row, -fine);
    } else if (row->choice || canvas_holds(lab_layout_arrow(layout, index, 1), mouse.x, mouse.y)) {
        lab_row_move(desk, row, fine);
    }
}

static void slide(LabDesk *desk, const LabRows *rows, const LabLayout *layout, float x) {
    int index = desk->hands.row;
    Area bar = lab_layout_bar(layout, index);
    if (index < rows->count && bar.width > 0.0f) {
        const LabRow *row = &rows->items[index];
        lab_row_set(desk, row, lab_row_value(row, (x - bar.x) / bar.width));
    }
}

static void press(LabDesk *desk, const LabRows *rows, const LabLayout *layout, const LabMap *map,
                  vec2s mouse, float fine) {
    for (int i = 0; i < rows->count; i++) {
        if (canvas_holds(layout->rows[i], mouse.x, mouse.y)) {
            click_row(desk, rows, layout, i, mouse, fine);
            return;
        }
    }
    LabHit hit = lab_handles_hit(desk, layout, map, mouse);
    if (hit.grip != LAB_GRIP_NONE) {
        lab_handles_take(desk, hit, layout, map, mouse);
    }
}

static void use_mouse(LabDesk *desk, const InputFrame *frame, const LabRows *rows,
                      const LabLayout *layout, const LabMap *map) {
    vec2s mouse = vec2_make(frame->mouse_x, frame->mouse_y);
    if (frame->mouse_pressed) {
        press(desk, rows, layout, map, mouse, lab_keys_shift(frame) ? FINE : 1.0f);
    }
    if (desk->hands.grip == LAB_GRIP_SLIDER) {
        slide(desk, rows, layout, mouse.x);
    } else if (desk->hands.grip != LAB_GRIP_NONE) {
        lab_handles_drag(desk, map, mouse, lab_keys_shift(frame));
    }
    if (!frame->mouse_down[0] && desk->hands.grip != LAB_GRIP_NONE) {
        desk->hands.grip = LAB_GRIP_NONE;
        lab_desk_rest(desk);
    }
}

// ---------------------------------------------------------------- keys

static void scroll(LabDesk *desk, const LabLayout *layout, int lines) {
    int last = desk->work.count - layout->shown;
    desk->line += lines;
    desk->line = desk->line > last ? last : desk->line;
    desk->line = desk->line < 0 ? 0 : desk->line;
}

static void choose_row(LabDesk *desk, const LabRows *rows, int move) {
    desk->row = (desk->row + move + rows->count) % rows->count;
    lab_desk_rest(desk);
}

/// Whether a key goes down that takes the next choice.
static bool accepts(const InputFrame *frame) {
    bool found = false;
    for (int i = 0; i < frame->press_count; i++) {
        KeyPress press = frame->presses[i];
        found |= (press.key == KEY_ENTER || press.key == KEY_SPACE || press.key == KEY_PAD_ENTER) &&
                 !window_press_is_alt(press);
    }
    return found;
}

static void use_rows(LabDesk *desk, const LabInput *input, const LabRows *rows,
                     const LabLayout *layout) {
    const InputFrame *frame = input->frame;
    bool corner = lab_step_moment(desk) == LAB_WHEN_CORNER; // arrows are for that
    int row = corner ? -1 : key_counts(desk, LAB_KEY_ROW, input),
        change = corner ? -1 : key_counts(desk, LAB_KEY_CHANGE, input);
    int moves = (row == 0 ? -1 : row == 1 ? 1 : 0) + input->pads.y;
    if (desk->page == LAB_PAGE_WORKING) {
        bool fast = step_size(LAB_KEY_ROW, frame) < 1.0f;
        int lines = moves * (fast ? SCROLL_FAST : 1) - 3 * (int)frame->wheel;
        scroll(desk, layout, lines);
        return;
    }
    if (desk->page == LAB_PAGE_SHEET && layout->figures > 0) {
        int figure = layout->first + moves - (int)frame->wheel;
        figure = figure < layout->figures ? figure : layout->figures - 1;
        desk->line = figure > 0 ? figure : 0;
    }
    if (desk->page != LAB_PAGE_ROWS) { // they are not seen
        return;
    }
    if (moves != 0) {
        choose_row(desk, rows, moves);
    }
    const LabRow *focus = &rows->items[desk->row];
    const KeyPress *arrow = lab_key_press(LAB_KEY_CHANGE, frame);
    bool coarse = arrow ? arrow->ctrl : lab_keys_ctrl(frame);
    float size = coarse ? COARSE : step_size(LAB_KEY_CHANGE, frame);
    float steps = (change == 0 ? -size : change == 1 ? size : 0.0f) + (float)input->pads.x;
    bool accept = accepts(frame) || input->pads.accept;
    if (lab_row_is_action(focus)) {
        if (accept) {
            lab_row_set(desk, focus, 1.0f);
        }
    } else if (accept && focus->choice) {
        lab_row_move(desk, focus, 1.0f);
    } else if (steps < 0.0f || steps > 0.0f) {
        lab_row_move(desk, focus, steps);
    }
    for (int i = 0; i < rows->count && (frame->wheel < 0.0f || frame->wheel > 0.0f); i++) {
        if (canvas_holds(layout->rows[i], frame->mouse_x, frame->mouse_y)) {
            desk->row = i;
            if (!lab_row_is_action(&rows->items[i])) {
                lab_row_move(desk, &rows->items[i], frame->wheel * size);
            }
        }
    }
}

/// Moves and turns the selected shape by the keys of the frame: each as often as it went down, for
/// a quick hand does it more than once.
static void use_shape_keys(LabDesk *desk, const LabInput *input) {
    const InputFrame *frame = input->frame;
    int move = key_counts(desk, LAB_KEY_MOVE, input), turn = key_counts(desk, LAB_KEY_TURN, input);
    vec2s way = vec2_make(0.0f, 0.0f);
    float turns = 0.0f;
    for (int i = 0; i < frame->press_count; i++) {
        const KeyPress *press = &frame->presses[i];
        float size = press->shift ? FINE : 1.0f;
        int turned = lab_key_of(LAB_KEY_TURN, press);
        way = glms_vec2_add(way, glms_vec2_scale(way_of(lab_key_of(LAB_KEY_MOVE, press)), size));
        turns += turned == 0 ? size : turned == 1 ? -size : 0.0f;
    }
    if (move >= 0 && !lab_key_press(LAB_KEY_MOVE, frame)) { // it is held
        way = glms_vec2_scale(way_of(move), step_size(LAB_KEY_MOVE, frame));
    }
    if (turn >= 0 && !lab_key_press(LAB_KEY_TURN, frame)) {
        turns = (turn == 0 ? 1.0f : -1.0f) * step_size(LAB_KEY_TURN, frame);
    }
    if (move >= 0) {
        lab_handles_move(desk, glms_vec2_scale(way, MOVE_STEP));
    }
    if (turn >= 0) {
        lab_handles_turn(desk, TURN_STEP * turns);
    }
    if (lab_key_pressed(LAB_KEY_SHAPE, input->frame) >= 0 || input->pads.other) {
        desk->selected = (desk->selected + 1) % SCENE_SHAPES;
        lab_desk_rest(desk);
    }
}

/// Chooses a corner, and moves the one that is chosen.
static void use_corner_keys(LabDesk *desk, const LabInput *input) {
    const KeyPress *next = lab_key_press(LAB_KEY_CORNER, input->frame);
    int chosen = lab_corners_chosen(desk);
    if (next) {
        lab_corners_choose(desk, next->shift ? -1 : 1);
    } else if (chosen >= 0) {
        vec2s way = way_of(key_counts(desk, LAB_KEY_CORNER_MOVE, input));
        float step = MOVE_STEP * step_size(LAB_KEY_CORNER_MOVE, input->frame);
        vec2s from = lab_corner_place(desk, desk->selected, chosen);
        if (glms_vec2_norm2(way) > 0.0f) {
            lab_corner_move(desk, chosen, glms_vec2_add(from, glms_vec2_scale(way, step)), true,
                            GESTURE_CORNER);
        }
    }
}

static void begin_guess(LabDesk *desk, bool on) {
    desk->guess = (LabGuess){.on = on, .verdict = -1};
    desk->row = 0;
}

static void use_views(LabDesk *desk, const InputFrame *frame) {
    if (lab_key_pressed(LAB_KEY_PAGE, frame) >= 0) {
        desk->page = (LabPage)((desk->page + 1) % LAB_PAGE_COUNT);
        desk->line = 0;
    }
    if (lab_key_pressed(LAB_KEY_PRESENT, frame) >= 0) {
        desk->presents = !desk->presents;
    }
    if (lab_key_pressed(LAB_KEY_PREDICT, frame) >= 0) {
        begin_guess(desk, !desk->guess.on);
    }
    if (lab_key_pressed(LAB_KEY_REVEAL, frame) >= 0 && desk->guess.on) {
        lab_guess_reveal(desk);
    }
}

/// The press with Ctrl of the key on which `letter` stands: where other programs have undo, which
/// goes by letters and not by places. NULL: none.
static const KeyPress *ctrl_letter(const InputFrame *frame, char letter) {
    for (int i = 0; i < frame->press_count; i++) {
        const char *name = window_key_name(frame->presses[i].key);
        if (frame->presses[i].ctrl && name[0] == letter && name[1] == '\0') {
            return &frame->presses[i];
        }
    }
    return NULL;
}

static LabWish wish_of(LabDesk *desk, const LabInput *input) {
    const InputFrame *frame = input->frame;
    int scene = lab_key_pressed(LAB_KEY_SCENE, frame);
    if (lab_key_pressed(LAB_KEY_LEAVE, frame) >= 0 || input->pads.back) {
        if (lab_corners_chosen(desk) >= 0) {
            lab_corners_leave(desk);
            return LAB_WISH_NOTHING;
        }
        return LAB_WISH_LEAVE;
    }
    const KeyPress *save = lab_key_press(LAB_KEY_SAVE, frame);
    if (save) {
        return save->shift ? LAB_WISH_SAVE_COPY : LAB_WISH_SAVE;
    }
    if (lab_key_pressed(LAB_KEY_EXPORT, frame) >= 0) {
        return LAB_WISH_EXPORT;
    }
    if (scene >= 0 || input->pads.shoulder != 0) {
        return scene == 0 || input->pads.shoulder < 0 ? LAB_WISH_PREVIOUS_SCENE
                                                      : LAB_WISH_NEXT_SCENE;
    }
    const KeyPress *undo = lab_key_press(LAB_KEY_UNDO, frame);
    undo = undo ? undo : ctrl_letter(frame, 'Z');
    bool again = ctrl_letter(frame, 'Y') != NULL;
    if (undo || again) {
        bool redo = again || undo->shift;
        bool done = redo ? lab_desk_redo(desk) : lab_desk_undo(desk);
        if (!done) {
            lab_desk_note(desk, false, redo ? "Nothing to do again" : "Nothing to undo");
        }
    }
    return LAB_WISH_NOTHING;
}

LabMoment lab_step_moment(const LabDesk *desk) {
    return desk->naming.on                 ? LAB_WHEN_NAME
           : desk->pen.draws               ? LAB_WHEN_PEN
           : lab_corners_chosen(desk) >= 0 ? LAB_WHEN_CORNER
                                           : LAB_WHEN_DESK;
}

bool lab_step_holds(const LabDesk *desk) {
    return desk->pen.draws || desk->hands.grip != LAB_GRIP_NONE;
}

LabWish lab_step(LabDesk *desk, const LabInput *input, LabRows *rows, const LabLayout *layout,
                 const SheetView *view) {
    LabMap map = lab_map(layout, view);
    desk->row = desk->row < rows->count ? desk->row : rows->count - 1;
    if (desk->naming.on) {
        type_name(desk, input);
        return LAB_WISH_NOTHING;
    }
    if (desk->pen.draws) {
        draw(desk, input, layout, &map);
        return LAB_WISH_NOTHING;
    }
    LabWish wish = wish_of(desk, input);
    use_mouse(desk, input->frame, rows, layout, &map);
    lab_rows_refresh(rows, desk);
    use_rows(desk, input, rows, layout);
    use_shape_keys(desk, input);
    use_corner_keys(desk, input);
    desk->corner.on = lab_corners_chosen(desk) >= 0; // another shape or kind ends it
    use_views(desk, input->frame);
    if (lab_key_pressed(LAB_KEY_DRAW, input->frame) >= 0 && map.scale > 0.0f) {
        lab_pen_begin(desk, desk->scene.shapes[desk->selected].at);
    }
    return wish;
}
