#include "lab_window/lab_desk.h"

#include "base/text.h"
#include "lab/panel.h"
#include "scene/scene_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTE_S 6.0f

const LabCar *lab_cars_find(const LabCars *cars, const char *name) {
    for (int i = 0; i < cars->count; i++) {
        if (strcmp(cars->items[i].name, name) == 0) {
            return &cars->items[i];
        }
    }
    return NULL;
}

void lab_desk_note(LabDesk *desk, bool wrong, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->note, sizeof desk->note, format, arguments);
    va_end(arguments);
    desk->note_wrong = wrong;
    desk->note_left_s = NOTE_S;
}

// ---------------------------------------------------------------- limits

static float limited(float value, double low, double high) {
    double real = isfinite(value) ? (double)value : 0.0;
    return scene_round(fmin(fmax(real, low), high));
}

static vec2s limited_pair(vec2s pair, double limit) {
    return vec2_make(limited(pair.x, -limit, limit), limited(pair.y, -limit, limit));
}

static void limit_shape(SceneShape *shape) {
    shape->at = limited_pair(shape->at, SCENE_PLACE_MAX);
    shape->velocity = limited_pair(shape->velocity, SCENE_VELOCITY_MAX);
    float angle = fmodf(isfinite(shape->angle_deg) ? shape->angle_deg : 0.0f, 360.0f);
    angle = angle > 180.0f ? angle - 360.0f : angle <= -180.0f ? angle + 360.0f : angle;
    shape->angle_deg = limited(angle, -SCENE_ANGLE_MAX, SCENE_ANGLE_MAX);
    shape->turn_rate_deg = limited(shape->turn_rate_deg, -SCENE_TURN_MAX, SCENE_TURN_MAX);
    shape->radius = limited(shape->radius, SCENE_SIZE_MIN, SCENE_SIZE_MAX);
    shape->length = limited(shape->length, SCENE_SIZE_MIN, SCENE_SIZE_MAX);
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = limited_pair(shape->points[i], SCENE_POINT_MAX);
    }
}

static void limit_options(SceneOptions *options) {
    for (int i = 0; i < scene_option_count; i++) {
        const SceneOption *option = &scene_options[i];
        float value = (float)scene_option_value(options, option);
        scene_option_set(options, option, (double)limited(value, option->min, option->max));
    }
}

// ---------------------------------------------------------------- changes

/// What was made of a scene that somebody wants.
typedef struct Accepted {
    Scene scene;
    Solid solids[SCENE_SHAPES];
} Accepted;

static bool make_solids(LabDesk *desk, const LabCars *cars, Accepted *out) {
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &out->scene.shapes[i];
        const LabCar *car = shape->kind == SCENE_CAR ? lab_cars_find(cars, shape->car) : NULL;
        if (shape->kind == SCENE_CAR && !car) {
            lab_desk_note(desk, true, "There is no car called %s here", shape->car);
            return false;
        }
        SolidCheck check = solid_make(shape, car ? &car->params : NULL, &out->solids[i]);
        if (check.fault != SOLID_FINE) {
            lab_desk_note(desk, true, "The outline of shape %c cannot be cut into pieces", 'a' + i);
            return false;
        }
    }
    return true;
}

/// Writes `wanted` and reads it back: what the file would hold.
static bool accept(LabDesk *desk, const LabCars *cars, const Scene *wanted, Accepted *out) {
    static const Scene nothing;
    Scene limits = *wanted;
    MessageList messages = {.count = 0};
    TextBuffer text = {0};
    limit_options(&limits.options);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        limit_shape(&limits.shapes[i]);
    }
    scene_write(&limits, &text);
    out->scene = nothing;
    bool fine = scene_read(text.text, text.size, "scene", &out->scene, &messages);
    free(text.text);
    if (!fine) {
        lab_desk_note(desk, true, "%s", messages.items[0].text);
    }
    return fine && make_solids(desk, cars, out);
}

static void take(LabDesk *desk, const Accepted *accepted) {
    desk->scene = accepted->scene;
    memcpy(desk->solids, accepted->solids, sizeof desk->solids);
    desk->work.count = 0;
    panel_study(&desk->scene, desk->solids, &desk->study);
    panel_working(&desk->scene, desk->solids, &desk->study, &desk->work);
    desk->revision++;
    desk->changed = true;
    desk->guess.revealed = false;
}

bool lab_desk_open(LabDesk *desk, const LabCars *cars, const Scene *scene) {
    LabDesk made = {.cars = cars, .guess = {.verdict = -1}};
    Accepted accepted;
    if (!accept(&made, cars, scene, &accepted)) {
        return false;
    }
    take(&made, &accepted);
    made.changed = false;
    *desk = made;
    return true;
}

/// Keeps the scene for undo; what was undone is forgotten.
static void keep(LabDesk *desk) {
    if (desk->undo_count == LAB_UNDO_MAX) {
        memmove(desk->kept, desk->kept + 1, (LAB_UNDO_MAX - 1) * sizeof desk->kept[0]);
        desk->undo_count--;
    }
    desk->kept[desk->undo_count++] = desk->scene;
    desk->kept_count = desk->undo_count;
}

bool lab_desk_change(LabDesk *desk, const Scene *wanted, int gesture) {
    Accepted accepted;
    desk->note[0] = '\0';
    if (!accept(desk, desk->cars, wanted, &accepted)) {
        return false;
    }
    if (memcmp(&accepted.scene, &desk->scene, sizeof desk->scene) == 0) {
        return true;
    }
    if (gesture == LAB_ALONE || gesture != desk->gesture) {
        keep(desk);
    }
    desk->gesture = gesture;
    take(desk, &accepted);
    return true;
}

void lab_desk_rest(LabDesk *desk) { desk->gesture = LAB_ALONE; }

bool lab_desk_replace(LabDesk *desk, const Scene *scene) {
    if (!lab_desk_change(desk, scene, LAB_ALONE)) {
        return false;
    }
    desk->changed = false;
    desk->guess.verdict = -1;
    desk->guess.has_amount = false;
    desk->line = 0;
    return true;
}

/// Changes places with the kept scene `index`.
static void swap_kept(LabDesk *desk, int index) {
    Accepted accepted;
    Scene now = desk->scene;
    desk->note[0] = '\0'; // it was of another change
    if (accept(desk, desk->cars, &desk->kept[index], &accepted)) {
        take(desk, &accepted);
        desk->kept[index] = now;
    }
    lab_desk_rest(desk);
}

bool lab_desk_undo(LabDesk *desk) {
    if (desk->undo_count == 0) {
        return false;
    }
    swap_kept(desk, --desk->undo_count);
    return true;
}

bool lab_desk_redo(LabDesk *desk) {
    if (desk->undo_count == desk->kept_count) {
        return false;
    }
    swap_kept(desk, desk->undo_count++);
    return true;
}

float lab_desk_step(const LabDesk *desk) {
    float step = 0.05f;
    for (int i = 0; i < scene_option_count; i++) {
        const SceneOption *option = &scene_options[i];
        if (option->panel == desk->scene.panel && strcmp(option->name, "step") == 0) {
            step = (float)scene_option_value(&desk->scene.options, option);
        }
    }
    return step;
}

bool lab_desk_hides(const LabDesk *desk) { return desk->guess.on && !desk->guess.revealed; }

// ---------------------------------------------------------------- kinds

static vec2s size_of(const Solid *solid) {
    Box box = solid_box(solid);
    return glms_vec2_sub(box.high, box.low);
}

float lab_solid_size(const Solid *solid) {
    vec2s size = size_of(solid);
    return fmaxf(size.x, size.y);
}

/// The outline of `solid`, or its box where that is round or has too many corners.
static void become_polygon(SceneShape *shape, const Solid *solid) {
    Box box = solid_box(solid);
    const vec2s corners[] = {box.low, vec2_make(box.high.x, box.low.y), box.high,
                             vec2_make(box.low.x, box.high.y)};
    bool outline = solid->outline_count >= 3 && solid->outline_count <= SCENE_POINTS_MAX;
    shape->count = outline ? solid->outline_count : 4;
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = outline ? solid->outline[i] : corners[i];
    }
}

void lab_shape_become(SceneShape *shape, const Solid *solid, SceneKind kind, const LabCars *cars) {
    vec2s size = size_of(solid);
    float narrow = fminf(size.x, size.y), wide = fmaxf(size.x, size.y);
    if (kind == SCENE_CAR && !lab_cars_find(cars, shape->car)) {
        const char *name = cars->count > 0 ? cars->items[0].name : "";
        text_copy(name, shape->car, sizeof shape->car);
    } else if (kind == SCENE_CIRCLE) {
        shape->radius = 0.5f * narrow;
    } else if (kind == SCENE_CAPSULE) {
        shape->radius = 0.5f * narrow;
        shape->length = fmaxf(wide - narrow, 0.5f * narrow);
    } else if (kind == SCENE_WALL || kind == SCENE_POLYGON) {
        become_polygon(shape, solid);
    }
    shape->kind = kind;
}
