#include "lab_window/lab_rows.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "geometry/trig.h"
#include "lab/interval.h"
#include "lab/panel.h"
#include "lab_window/lab_guess.h"
#include "lab_window/lab_name.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREES (180.0f / TRIG_PI)

// ---------------------------------------------------------------- glancing

/// The shadow of a whole solid on the unit `axis`.
static Interval shadow_of(const Solid *solid, vec2s axis) {
    Interval all = {INFINITY, -INFINITY};
    for (int i = 0; i < solid->piece_count; i++) {
        Interval of = interval_of(&solid->pieces[i], solid->at, axis);
        all.low = fminf(all.low, of.low);
        all.high = fmaxf(all.high, of.high);
    }
    return all;
}

/// How they pass each other.
typedef struct Passing {
    vec2s across; ///< Unit, to the left of the motion of a.
    float offset; ///< m, of the middle of a from that of b.
    float half;   ///< m, of both widths together.
} Passing;

static bool find_passing(const LabDesk *desk, Passing *out) {
    const SceneShape *shapes = desk->scene.shapes;
    vec2s velocity = glms_vec2_sub(shapes[0].velocity, shapes[1].velocity);
    float speed = sqrtf(glms_vec2_norm2(velocity));
    if (!(speed > 0.0f)) {
        return false;
    }
    out->across = vec2_left(glms_vec2_scale(velocity, 1.0f / speed));
    Interval a = shadow_of(&desk->solids[0], out->across);
    Interval b = shadow_of(&desk->solids[1], out->across);
    out->offset = 0.5f * (a.low + a.high - b.low - b.high);
    out->half = 0.5f * (a.high - a.low + b.high - b.low);
    return true;
}

/// How glancing the shapes pass: how far apart their middles are across the motion of a as b sees
/// it, in halves of their widths together. 0 is head-on; from 1 on, and below -1, they pass. False
/// where neither moves as the other sees it.
static bool find_glancing(const LabDesk *desk, float *out) {
    Passing passing;
    bool moves = find_passing(desk, &passing);
    if (moves) {
        *out = passing.offset / passing.half;
    }
    return moves;
}

// ---------------------------------------------------------------- rows

static LabRow *add(LabRows *rows, LabRowKind kind, const char *label, float value) {
    ASSERT(rows->count < LAB_ROWS_MAX);
    LabRow *row = &rows->items[rows->count++];
    *row = (LabRow){.kind = kind, .value = value, .bend = 1.0f};
    text_copy(label, row->label, sizeof row->label);
    return row;
}

static LabRow *add_choice(LabRows *rows, LabRowKind kind, const char *label, int value, int count,
                          const char *text) {
    LabRow *row = add(rows, kind, label, (float)value);
    row->choice = true;
    row->high = (float)(count - 1);
    row->step = 1.0f;
    text_copy(text, row->text, sizeof row->text);
    return row;
}

static LabRow *add_number(LabRows *rows, LabRowKind kind, const char *label, float value, float low,
                          float high, float step, const char *unit) {
    LabRow *row = add(rows, kind, label, value);
    char digits[NUMBER_TEXT_MAX];
    row->low = low;
    row->high = high;
    row->step = step;
    row->bar = true;
    int decimals = step >= 1.0f ? 2 : SCENE_DECIMALS; // of coarse ones nobody reads more
    snprintf(row->text, sizeof row->text, "%s%s%s", number_text((double)value, decimals, digits),
             unit[0] ? " " : "", unit);
    return row;
}

/// A step that is a power of ten and goes some hundred times into the range.
static float step_of(const SceneOption *option) {
    double step = 1.0;
    while (option->kind == SCENE_NUMBER && step * 100.0 > option->max - option->min) {
        step *= 0.1;
    }
    return (float)step;
}

static void add_option(LabRows *rows, const Scene *scene, int index) {
    const SceneOption *option = &scene_options[index];
    double value = scene_option_value(&scene->options, option);
    char label[LAB_ROW_LABEL];
    text_copy(option->name, label, sizeof label);
    for (char *at = label; *at; at++) {
        *at = *at == '_' ? ' ' : *at;
    }
    label[0] = (char)(label[0] >= 'a' && label[0] <= 'z' ? label[0] - 'a' + 'A' : label[0]);
    LabRow *row = NULL;
    if (option->kind == SCENE_CHOICE) {
        row = add_choice(rows, LAB_ROW_OPTION, label, (int)value, scene_choice_count(option),
                         option->choices[(int)value]);
    } else {
        row = add_number(rows, LAB_ROW_OPTION, label, (float)value, (float)option->min,
                         (float)option->max, step_of(option), option->unit);
        row->bend = option->kind == SCENE_NUMBER && option->min >= 0.0 ? 2.0f : 1.0f;
    }
    row->option = index;
    row->about = option->about;
}

/// The direction of a velocity; that of the shape where it stands.
static float direction_of(const SceneShape *shape) {
    bool moves = glms_vec2_norm2(shape->velocity) > 0.0f;
    return moves ? trig_atan2(shape->velocity.y, shape->velocity.x) * DEGREES : shape->angle_deg;
}

static void add_size(LabRows *rows, const LabDesk *desk) {
    const SceneShape *shape = &desk->scene.shapes[desk->selected];
    float high = (float)SCENE_SIZE_MAX, low = (float)SCENE_SIZE_MIN;
    if (shape->kind == SCENE_CAR) {
        return;
    }
    bool round = shape->kind == SCENE_CIRCLE || shape->kind == SCENE_CAPSULE;
    float size =
        round ? shape->radius : scene_round((double)lab_solid_size(&desk->solids[desk->selected]));
    LabRow *row =
        add_number(rows, LAB_ROW_SIZE, round ? "Radius" : "Size", size, low, high, 0.1f, "m");
    row->bend = 2.0f;
    row->about = round ? "Of its round corners."
                       : "The longer side of its box; all its corners move with it.";
    if (shape->kind == SCENE_CAPSULE) {
        add_number(rows, LAB_ROW_LENGTH, "Length", shape->length, low, high, 0.1f, "m")->bend =
            2.0f;
    }
}

static void add_shape(LabRows *rows, const LabDesk *desk) {
    const SceneShape *shape = &desk->scene.shapes[desk->selected];
    char text[LAB_ROW_TEXT];
    snprintf(text, sizeof text, "%c, %s", 'a' + desk->selected,
             desk->selected == 0 ? "blue" : "green");
    add_choice(rows, LAB_ROW_SHAPE, "Shape", desk->selected, SCENE_SHAPES, text)->about =
        "Which of the two the rows below are about, and which one keys move.";
    add_choice(rows, LAB_ROW_KIND, "Kind", (int)shape->kind, SCENE_KIND_COUNT,
               scene_kinds[shape->kind]);
    if (shape->kind == SCENE_CAR) {
        int car = 0;
        for (int i = 0; i < desk->cars->count; i++) {
            car = strcmp(desk->cars->items[i].name, shape->car) == 0 ? i : car;
        }
        add_choice(rows, LAB_ROW_CAR, "Car", car, desk->cars->count, shape->car)->about =
            "Its outline, as the game takes it for collision.";
    }
    add_size(rows, desk);
    float place = (float)SCENE_PLACE_MAX, turn = (float)SCENE_TURN_MAX;
    add_number(rows, LAB_ROW_X, "x", shape->at.x, -place, place, 0.1f, "m")->bar = false;
    add_number(rows, LAB_ROW_Y, "y", shape->at.y, -place, place, 0.1f, "m")->bar = false;
    add_number(rows, LAB_ROW_ANGLE, "Angle", shape->angle_deg, -180.0f, 180.0f, 5.0f, "deg");
    float speed = scene_round(sqrt((double)glms_vec2_norm2(shape->velocity)));
    add_number(rows, LAB_ROW_SPEED, "Speed", speed, 0.0f, (float)SCENE_VELOCITY_MAX, 1.0f, "m/s")
        ->bend = 2.0f;
    add_number(rows, LAB_ROW_DIRECTION, "Direction", scene_round((double)direction_of(shape)),
               -180.0f, 180.0f, 5.0f, "deg")
        ->about = "Of its velocity; counter-clockwise from the right.";
    add_number(rows, LAB_ROW_TURN, "Turn", shape->turn_rate_deg, -turn, turn, 10.0f, "deg/s");
}

static void add_guess(LabRows *rows, const LabDesk *desk) {
    static const char *const verdicts[] = {"not said", "no", "yes"};
    LabQuestion question = lab_question(desk);
    if (question.truth[0]) {
        LabRow *row = add_choice(rows, LAB_ROW_GUESS, "You say", desk->guess.verdict + 1, 3,
                                 verdicts[desk->guess.verdict + 1]);
        row->about = question.truth_text;
    }
    if (question.number[0]) {
        LabRow *row = add_number(rows, LAB_ROW_AMOUNT, "How much", desk->guess.amount, -1e5f, 1e5f,
                                 question.whole || strcmp(question.unit, "deg") == 0 ? 1.0f : 0.05f,
                                 question.unit);
        row->bar = false;
        row->about = question.number_text;
        if (!desk->guess.has_amount) {
            text_copy("not said", row->text, sizeof row->text);
        }
    }
    bool hidden = !desk->guess.revealed;
    LabRow *row = add(rows, LAB_ROW_REVEAL, hidden ? "Reveal" : "Hide again", 0.0f);
    row->about = hidden ? "Shows what the panel says, and how well you knew it."
                        : "For a new guess. Any change of the scene hides them too.";
}

static void add_name(LabRows *rows, const LabDesk *desk) {
    LabRow *row = add(rows, LAB_ROW_NAME, "Name", 0.0f);
    const LabNaming *naming = &desk->naming;
    const char *name = lab_desk_hides(desk) ? "hidden too" : desk->scene.name; // it tells a lot
    snprintf(row->text, sizeof row->text, "%.59s%s", naming->on ? naming->text : name,
             naming->on ? "_" : "");
    row->about = "Of the scene and its file. Enter lets you type it.";
}

static LabRowsKey key_of(const LabDesk *desk) {
    return (LabRowsKey){desk->revision, desk->selected, desk->guess, desk->naming};
}

static bool is_same_key(const LabRowsKey *a, const LabRowsKey *b) {
    const LabGuess *said = &a->guess, *now = &b->guess;
    bool same_guess = said->on == now->on && said->revealed == now->revealed &&
                      said->verdict == now->verdict && said->has_amount == now->has_amount &&
                      memcmp(&said->amount, &now->amount, sizeof now->amount) == 0;
    return a->revision == b->revision && a->selected == b->selected && same_guess &&
           a->naming.on == b->naming.on && strcmp(a->naming.text, b->naming.text) == 0;
}

void lab_rows_refresh(LabRows *rows, const LabDesk *desk) {
    LabRowsKey key = key_of(desk);
    if (!is_same_key(&rows->key, &key)) {
        *rows = lab_rows_make(desk);
    }
}

LabRows lab_rows_make(const LabDesk *desk) {
    LabRows rows = {.key = key_of(desk)};
    rows.count = 0;
    if (desk->guess.on) {
        add_guess(&rows, desk);
    }
    add_choice(&rows, LAB_ROW_PANEL, "Panel", (int)desk->scene.panel, SCENE_PANEL_COUNT,
               scene_panels[desk->scene.panel])
        ->about = "Which method looks at these shapes.";
    for (int i = 0; i < scene_option_count; i++) {
        if (scene_options[i].panel == desk->scene.panel) {
            add_option(&rows, &desk->scene, i);
        }
    }
    float glancing = 0.0f;
    bool passes = find_glancing(desk, &glancing);
    LabRow *row = add_number(&rows, LAB_ROW_GLANCING, "Glancing", scene_round((double)glancing),
                             -1.5f, 1.5f, 0.05f, "");
    row->about = "How a passes b: 0 head-on, 1 and -1 just grazing. It moves a across its way.";
    if (!passes) {
        text_copy("still", row->text, sizeof row->text);
    }
    add_shape(&rows, desk);
    add_name(&rows, desk);
    return rows;
}

// ---------------------------------------------------------------- changes

static void set_velocity(SceneShape *shape, float speed, float direction_deg) {
    TrigPair turn = trig_sincos(direction_deg / DEGREES);
    shape->velocity = vec2_make(speed * turn.cos, speed * turn.sin);
    float most = fmaxf(fabsf(shape->velocity.x), fabsf(shape->velocity.y));
    if (most > (float)SCENE_VELOCITY_MAX) { // the way stays as it is
        shape->velocity = glms_vec2_scale(shape->velocity, (float)SCENE_VELOCITY_MAX / most);
    }
}

/// Sets the size of a shape, whose solid is `solid` now.
static void set_size(SceneShape *shape, const Solid *solid, float value) {
    if (shape->kind == SCENE_CIRCLE || shape->kind == SCENE_CAPSULE) {
        shape->radius = value;
        return;
    }
    float factor = fmaxf(value, (float)SCENE_SIZE_MIN) / lab_solid_size(solid), far = 0.0f;
    for (int i = 0; i < shape->count; i++) {
        far = fmaxf(far, fmaxf(fabsf(shape->points[i].x), fabsf(shape->points[i].y)));
    }
    factor = fminf(factor, (float)SCENE_POINT_MAX / far); // or its form would change
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = glms_vec2_scale(shape->points[i], factor);
    }
}

static void set_glancing(const LabDesk *desk, Scene *scene, float value) {
    Passing passing;
    if (find_passing(desk, &passing)) {
        vec2s move = glms_vec2_scale(passing.across, value * passing.half - passing.offset);
        scene->shapes[0].at = glms_vec2_add(scene->shapes[0].at, move);
    }
}

static void set_shape(const LabDesk *desk, SceneShape *shape, LabRowKind kind, float value) {
    const Solid *solid = &desk->solids[desk->selected];
    switch (kind) {
    case LAB_ROW_KIND:
        lab_shape_become(shape, solid, (SceneKind)lroundf(value), desk->cars);
        break;
    case LAB_ROW_CAR:
        text_copy(desk->cars->items[lroundf(value)].name, shape->car, sizeof shape->car);
        break;
    case LAB_ROW_SIZE:
        set_size(shape, solid, value);
        break;
    case LAB_ROW_LENGTH:
        shape->length = value;
        break;
    case LAB_ROW_X:
        shape->at.x = value;
        break;
    case LAB_ROW_Y:
        shape->at.y = value;
        break;
    case LAB_ROW_ANGLE:
        shape->angle_deg = value;
        break;
    case LAB_ROW_SPEED:
        set_velocity(shape, value, direction_of(shape));
        break;
    case LAB_ROW_DIRECTION:
        set_velocity(shape, sqrtf(glms_vec2_norm2(shape->velocity)), value);
        break;
    case LAB_ROW_TURN:
        shape->turn_rate_deg = value;
        break;
    default:
        break;
    }
}

/// A gesture of this row: changes of it in a row are undone together.
static int gesture_of(const LabDesk *desk, const LabRow *row) {
    return row->choice ? LAB_ALONE : 1 + (int)row->kind * 200 + row->option * 2 + desk->selected;
}

void lab_row_set(LabDesk *desk, const LabRow *row, float value) {
    Scene wanted = desk->scene;
    bool angle = row->kind == LAB_ROW_ANGLE || row->kind == LAB_ROW_DIRECTION; // they go round
    desk->note[0] = '\0';
    value = angle ? value : fminf(fmaxf(value, row->low), row->high);
    bool answer = row->kind == LAB_ROW_GUESS || row->kind == LAB_ROW_AMOUNT;
    if (answer && desk->guess.revealed) {
        lab_desk_note(desk, true, "The answers are shown: hide them again (R) for a new guess");
        return;
    }
    switch (row->kind) {
    case LAB_ROW_GUESS:
        desk->guess.verdict = (int)lroundf(value) - 1;
        return;
    case LAB_ROW_AMOUNT:
        desk->guess.amount = scene_round((double)value);
        desk->guess.has_amount = true;
        return;
    case LAB_ROW_REVEAL:
        lab_guess_reveal(desk);
        return;
    case LAB_ROW_NAME:
        lab_name_begin(desk);
        return;
    case LAB_ROW_SHAPE:
        desk->selected = (int)lroundf(value);
        return;
    case LAB_ROW_PANEL:
        wanted.panel = (ScenePanel)lroundf(value);
        break;
    case LAB_ROW_OPTION:
        scene_option_set(&wanted.options, &scene_options[row->option], (double)value);
        break;
    case LAB_ROW_GLANCING:
        set_glancing(desk, &wanted, value);
        break;
    default:
        set_shape(desk, &wanted.shapes[desk->selected], row->kind, value);
        break;
    }
    lab_desk_change(desk, &wanted, gesture_of(desk, row));
}

/// The next choice in the direction of `way` that the scene takes.
static void move_choice(LabDesk *desk, const LabRow *row, int way) {
    int count = (int)lroundf(row->high) + 1, value = (int)lroundf(row->value);
    char refused[LAB_NOTE_MAX] = "";
    for (int tried = 1; tried < count; tried++) {
        int next = ((value + way * tried) % count + count) % count;
        lab_row_set(desk, row, (float)next);
        if (desk->note[0] == '\0') {
            break;
        }
        text_copy(desk->note, refused, sizeof refused);
    }
    if (refused[0]) { // what was passed over
        const char *help = row->kind == LAB_ROW_PANEL ? ": Page Down leads to a scene of it" : "";
        lab_desk_note(desk, true, "%s%s", refused, help);
    }
}

void lab_row_move(LabDesk *desk, const LabRow *row, float steps) {
    if (row->choice) {
        move_choice(desk, row, steps < 0.0f ? -1 : 1);
    } else {
        bool whole = row->kind == LAB_ROW_OPTION && scene_options[row->option].kind == SCENE_WHOLE;
        float least = steps < 0.0f ? -1.0f : 1.0f;
        lab_row_set(desk, row, row->value + row->step * (whole ? least : steps));
    }
}

bool lab_row_is_action(const LabRow *row) {
    return row->kind == LAB_ROW_REVEAL || row->kind == LAB_ROW_NAME;
}

float lab_row_part(const LabRow *row) {
    float part = (row->value - row->low) / (row->high - row->low);
    return powf(fminf(fmaxf(part, 0.0f), 1.0f), 1.0f / row->bend);
}

float lab_row_value(const LabRow *row, float part) {
    float value =
        row->low + (row->high - row->low) * powf(fminf(fmaxf(part, 0.0f), 1.0f), row->bend);
    double digits = row->step >= 1.0f ? 1.0 : row->step >= 0.05f ? 100.0 : 1000.0;
    return (float)(round((double)value * digits) / digits);
}
