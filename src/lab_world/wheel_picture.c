/// The picture of the panel of one wheel (lab/wheel.h).
#include "collision/surface.h"
#include "geometry/trig.h"
#include "lab_world/wheel.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

#define DEGREE (TRIG_PI / 180.0f)

// px: the chart of the side force, the table of the ways, the lines below it.
#define LEFT        548.0f
#define CHART_LEFT  596.0f
#define CHART_RIGHT 920.0f
#define CHART_LOW   352.0f
#define CHART_HIGH  500.0f
#define TABLE_TOP   310.0f
#define LINES_TOP   170.0f

// px: how long arrows are. The larger grip limit is GRIP_PX.
#define GRIP_PX     58.0f
#define VELOCITY_PX 96.0f
#define RAILS_PX    92.0f

#define CHART_ANGLE (40.0f * DEGREE) ///< rad: where the chart ends.

enum {
    SAMPLES = 81,
    ELLIPSE_POINTS = 48,
};

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

/// `from` and then `by`, `scale` times.
static vec2s beyond(vec2s from, vec2s by, float scale) {
    return glms_vec2_add(from, glms_vec2_scale(by, scale));
}

static float length_of(vec2s vector) { return sqrtf(glms_vec2_norm2(vector)); }

// ---------------------------------------------------------------- the car

/// A wheel seen from above, pointing along `ahead`.
static void draw_tyre(Sheet *sheet, vec2s at, vec2s ahead, float radius, Paint paint) {
    vec2s along = glms_vec2_scale(ahead, radius);
    vec2s across = glms_vec2_scale(vec2_left(ahead), 0.36f * radius);
    vec2s rear = glms_vec2_sub(at, along), front = glms_vec2_add(at, along);
    vec2s corners[] = {glms_vec2_sub(rear, across), glms_vec2_sub(front, across),
                       glms_vec2_add(front, across), glms_vec2_add(rear, across)};
    sheet_polygon(sheet, corners, 4, paint);
}

static void draw_wheels(Sheet *sheet, const WheelStudy *study, Transform at) {
    for (int i = 0; i < CAR_WHEELS; i++) {
        float radius = study->model.wheels.radius[i];
        if (i != study->wheel) {
            vec2s ahead = vec2_make(at.rotation.c, at.rotation.s);
            draw_tyre(sheet, transform_apply(at, study->model.wheel_at[i]), ahead, radius,
                      (Paint){0, SHEET_FAINT, 1.0f, false});
        } else {
            draw_tyre(sheet, study->at, study->ahead, radius,
                      (Paint){0x4A4F54FFu, SHEET_INK, 1.0f, false});
        }
    }
}

/// The friction ellipse, `scale` m of the drawing for a newton.
static void draw_ellipse(Sheet *sheet, const WheelStudy *study, float scale) {
    vec2s points[ELLIPSE_POINTS];
    for (int i = 0; i < ELLIPSE_POINTS; i++) {
        TrigPair turn = trig_sincos(TRIG_PI * (2.0f * (float)i / ELLIPSE_POINTS - 1.0f));
        vec2s point = beyond(study->at, study->ahead, scale * study->limit_along * turn.cos);
        points[i] = beyond(point, vec2_left(study->ahead), scale * study->limit_side * turn.sin);
    }
    sheet_polygon(sheet, points, ELLIPSE_POINTS, (Paint){.line = SHEET_INK, .width = 1.5f});
}

/// Where the wheel goes, and what of it is along and across the wheel.
static void draw_velocity(Sheet *sheet, const WheelStudy *study) {
    float speed = length_of(study->velocity);
    if (!(speed > 0.0f)) {
        return;
    }
    float scale = VELOCITY_PX / sheet->scale / speed;
    vec2s tip = beyond(study->at, study->velocity, scale);
    vec2s along = beyond(study->at, study->ahead, scale * study->along);
    sheet_line(sheet, study->at, along, 1.5f, SHEET_BLUE);
    sheet_dashes(sheet, along, tip, 1.5f, SHEET_BLUE);
    sheet_arrow(sheet, study->at, tip, 2.5f, SHEET_BLUE);
}

/// The line on which the force acts, and how far it is from the centre of gravity.
static void draw_lever(Sheet *sheet, const WheelStudy *study, vec2s centre) {
    const WheelAnswer *tyre = &study->answers[WHEEL_TYRE];
    float size = length_of(tyre->force);
    if (!(size > 1e-3f)) {
        return;
    }
    vec2s along = glms_vec2_scale(tyre->force, 1.0f / size);
    vec2s foot = beyond(study->at, along, -glms_vec2_dot(study->arm, along));
    float px = 1.0f / sheet->scale;
    sheet_dashes(sheet, study->at, foot, 1.5f, SHEET_VERMILION);
    sheet_line(sheet, centre, foot, 2.5f, SHEET_INK);
    sheet_dot(sheet, centre, 5.0f, SHEET_INK);
    char text[24];
    Digits d = {0};
    snprintf(text, sizeof text, "%s m", digits_of(&d, fabs((double)wheel_lever(study)), 2));
    vec2s middle = glms_vec2_scale(glms_vec2_add(centre, foot), 0.5f);
    float wheel_side = glms_vec2_dot(study->arm, along); // the text stands on the other side
    vec2s aside = glms_vec2_scale(along, wheel_side > 0.0f ? -1.0f : 1.0f);
    vec2s at = beyond(middle, aside, 8.0f * px);
    at.y -= 5.0f * px;
    sheet_text(sheet, at, STYLE_TEXT - 1.0f, aside.x < 0.0f ? MARK_RIGHT : MARK_LEFT, SHEET_INK,
               text);
}

static void draw_forces(Sheet *sheet, const WheelStudy *study) {
    float scale =
        GRIP_PX / sheet->scale / fmaxf(fmaxf(study->limit_along, study->limit_side), 1e-3f);
    draw_ellipse(sheet, study, scale);
    const WheelAnswer *rails = &study->answers[WHEEL_RAILS];
    float most = RAILS_PX / sheet->scale;
    float length = length_of(rails->force) * scale;
    if (length > 0.0f) {
        float shown = fminf(length, most) / length;
        vec2s end = beyond(study->at, rails->force, scale * shown);
        sheet_dashes(sheet, study->at, end, 1.5f, SHEET_PURPLE);
        sheet_cross(sheet, end, 5.0f, 2.0f, SHEET_PURPLE);
    }
    sheet_arrow(sheet, study->at, beyond(study->at, study->answers[WHEEL_TYRE].force, scale), 3.0f,
                SHEET_VERMILION);
}

static void draw_car(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                     const WheelStudy *study) {
    Box box =
        box_union(solid_bounds(&solids[0], solids[0].at), solid_bounds(&solids[1], solids[1].at));
    sheet_fit_scene(sheet, box, vec2_make(STYLE_LEFT + 76.0f, STYLE_BOTTOM + 76.0f),
                    vec2_make(STYLE_MIDDLE - 84.0f, STYLE_TOP - 62.0f), 110.0f);
    sheet_solid(sheet, &solids[1], solids[1].at, style_of(scene, 1));
    sheet_solid(sheet, &solids[0], solids[0].at, style_outline(scene, 0));
    draw_wheels(sheet, study, solids[0].at);
    draw_velocity(sheet, study);
    draw_lever(sheet, study, solids[0].at.position);
    draw_forces(sheet, study);
    style_letter(sheet, &solids[1], 1);
    Box car = solid_bounds(&solids[0], solids[0].at);
    sheet_text(sheet, vec2_make(0.5f * (car.low.x + car.high.x), car.low.y - 18.0f / sheet->scale),
               16.0f, MARK_MIDDLE, SHEET_BLUE, "a");
}

// ---------------------------------------------------------------- side force over slip angle

static float chart_x(float angle) {
    return CHART_LEFT + fminf(angle / CHART_ANGLE, 1.0f) * (CHART_RIGHT - CHART_LEFT);
}

static void draw_chart(Sheet *sheet, const WheelStudy *study) {
    float scale = (CHART_HIGH - CHART_LOW) / (1.15f * study->limit_side);
    Box window = {vec2_make(CHART_LEFT, CHART_LOW), vec2_make(CHART_RIGHT, CHART_HIGH)};
    sheet_box(sheet, window, (Paint){.fill = 0xF3F2EDFFu});
    float limit = CHART_LOW + scale * study->limit_side;
    sheet_bar(sheet, vec2_make(CHART_LEFT, CHART_LOW), vec2_make(CHART_LEFT, CHART_HIGH), 2.5f,
              SHEET_PURPLE);
    sheet_line(sheet, vec2_make(CHART_LEFT, limit), vec2_make(CHART_RIGHT, limit), 1.5f, SHEET_INK);
    vec2s curve[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        float angle = CHART_ANGLE * (float)i / (float)(SAMPLES - 1);
        curve[i] = vec2_make(chart_x(angle), CHART_LOW + scale * wheel_side_force(study, angle));
    }
    sheet_curve(sheet, curve, SAMPLES, 2.5f, SHEET_VERMILION);
    float side = fabsf(study->answers[WHEEL_TYRE].side);
    sheet_dot(sheet, vec2_make(chart_x(study->slip_angle), CHART_LOW + scale * side), 5.5f,
              SHEET_VERMILION);
    Digits d = {0};
    put(sheet, CHART_LEFT - 8.0f, limit - 4.0f, MARK_RIGHT, SHEET_INK,
        digits_of(&d, (double)study->limit_side, 0));
    for (int degrees = 0; degrees <= 40; degrees += 10) {
        char text[16];
        snprintf(text, sizeof text, "%d\u00b0", degrees);
        put(sheet, chart_x((float)degrees * DEGREE), CHART_LOW - 18.0f, MARK_MIDDLE, SHEET_FAINT,
            text);
    }
    put(sheet, CHART_LEFT - 48.0f, CHART_HIGH + 12.0f, MARK_LEFT, SHEET_VERMILION,
        "side force (N) of the tyre over its slip angle");
    put(sheet, CHART_RIGHT, limit + 6.0f, MARK_RIGHT, SHEET_INK, "limit");
    put(sheet, CHART_LEFT + 8.0f, CHART_HIGH - 14.0f, MARK_LEFT, SHEET_PURPLE, "rails");
}

// ---------------------------------------------------------------- the table

static const float columns[] = {688.0f, 764.0f, 830.0f, 880.0f, STYLE_RIGHT};

enum {
    COLUMN_COUNT = sizeof columns / sizeof columns[0]
};

static void draw_row(Sheet *sheet, const WheelAnswer *answer, float y, uint32_t color,
                     const char *name) {
    const double values[COLUMN_COUNT] = {
        (double)answer->side, (double)answer->torque, (double)answer->side_left,
        (double)(answer->turn_gain / DEGREE), (double)answer->energy_gain};
    const int decimals[COLUMN_COUNT] = {0, 0, 2, 2,
                                        fabs(values[4]) < 1.0     ? 2
                                        : fabs(values[4]) < 100.0 ? 1
                                                                  : 0};
    put(sheet, LEFT, y, MARK_LEFT, color, name);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        Digits d = {0};
        put(sheet, columns[i], y, MARK_RIGHT, color, digits_of(&d, values[i], decimals[i]));
    }
}

static void draw_table(Sheet *sheet, const WheelStudy *study) {
    static const char *const names[WHEEL_WAYS] = {"on rails", "up to limit", "tyre", "at centre"};
    static const char *const heads[COLUMN_COUNT] = {"force", "torque", "sideways", "turn",
                                                    "energy"};
    static const char *const units[COLUMN_COUNT] = {"N", "N m", "m/s", "\u00b0/s", "J"};
    put(sheet, LEFT, TABLE_TOP, MARK_LEFT, SHEET_FAINT, "in a tick");
    for (int i = 0; i < COLUMN_COUNT; i++) {
        put(sheet, columns[i], TABLE_TOP, MARK_RIGHT, SHEET_FAINT, heads[i]);
        put(sheet, columns[i], TABLE_TOP - 17.0f, MARK_RIGHT, SHEET_FAINT, units[i]);
    }
    for (int i = 0; i < WHEEL_WAYS; i++) {
        uint32_t color = i == WHEEL_TYRE      ? SHEET_VERMILION
                         : i == WHEEL_LIMITED ? SHEET_INK
                                              : SHEET_PURPLE;
        draw_row(sheet, &study->answers[i], TABLE_TOP - 38.0f - 21.0f * (float)i, color, names[i]);
    }
}

static void draw_lines(Sheet *sheet, const WheelStudy *study, float dt) {
    Digits d = {0};
    char text[120];
    snprintf(text, sizeof text, "along %s m/s, sideways %s m/s: slip angle %s\u00b0",
             digits_of(&d, (double)study->along, 2), digits_of(&d, (double)study->side, 2),
             digits_of(&d, (double)(study->slip_angle / DEGREE), 1));
    put(sheet, LEFT, LINES_TOP, MARK_LEFT, SHEET_BLUE, text);
    snprintf(text, sizeof text, "limit: %s \u00d7 load %s N \u00d7 grip %s (%s)",
             digits_of(&d, (double)tyre_mu_y(&study->model.tyre[study->wheel / 2], study->load), 2),
             digits_of(&d, (double)study->load, 0),
             digits_of(&d, (double)surface_built_in[study->surface].grip, 2),
             surface_built_in[study->surface].name);
    put(sheet, LEFT, LINES_TOP - 21.0f, MARK_LEFT, SHEET_INK, text);
    snprintf(text, sizeof text, "rails: %s kg at the wheel \u00d7 %s m/s / %s s",
             digits_of(&d, (double)study->mass_there, 0),
             digits_of(&d, fabs((double)study->side), 2), digits_of(&d, (double)dt, 4));
    put(sheet, LEFT, LINES_TOP - 42.0f, MARK_LEFT, SHEET_PURPLE, text);
    const WheelAnswer *tyre = &study->answers[WHEEL_TYRE];
    snprintf(text, sizeof text, "torque: arm %s m \u00d7 force %s N = %s N m",
             digits_of(&d, fabs((double)wheel_lever(study)), 2),
             digits_of(&d, (double)length_of(tyre->force), 0),
             digits_of(&d, fabs((double)tyre->torque), 0));
    put(sheet, LEFT, LINES_TOP - 63.0f, MARK_LEFT, SHEET_VERMILION, text);
}

static void draw_sentences(Sheet *sheet, const WheelStudy *study) {
    const WheelAnswer *tyre = &study->answers[WHEEL_TYRE];
    Digits d = {0};
    float size = length_of(tyre->force);
    if (size > 1e-3f) {
        style_sentence(sheet, 0, SHEET_VERMILION,
                       "The tyre pushes with %s N to the %s, %s %% of its limit. Its whole force "
                       "turns the car to the %s.",
                       digits_of(&d, fabs((double)tyre->side), 0),
                       tyre->side < 0.0f ? "right" : "left",
                       digits_of(&d, 100.0 * fabs((double)(tyre->side / study->limit_side)), 0),
                       tyre->torque < 0.0f ? "right" : "left");
    } else {
        style_sentence(sheet, 0, SHEET_VERMILION,
                       "The wheel does not slip, so its tyre does not push.");
    }
    float all = fabsf(study->answers[WHEEL_RAILS].side);
    if (all > study->limit_side) {
        style_sentence(sheet, 1, SHEET_PURPLE,
                       "On rails it would be %s times its limit, and no car could slide.",
                       digits_of(&d, (double)(all / study->limit_side), 1));
    }
    const WheelAnswer *centre = &study->answers[WHEEL_CENTRE];
    if (centre->energy_gain > 0.0f && study->slip_ratio <= 0.0f) {
        style_sentence(sheet, 2, SHEET_PURPLE,
                       "At the centre of gravity the same force turns nothing, and gives the car "
                       "energy out of nothing.");
    } else if (size > 1e-3f) {
        style_sentence(sheet, 2, SHEET_PURPLE,
                       "At the centre of gravity the same force turns nothing: there is no lever.");
    }
}

void wheel_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    WheelStudy study = wheel_make(scene, solids);
    draw_car(sheet, scene, solids, &study);
    sheet_figure(sheet);
    draw_chart(sheet, &study);
    sheet_figure(sheet);
    draw_table(sheet, &study);
    sheet_figure(sheet);
    draw_lines(sheet, &study, scene->options.wheel_step);
    draw_sentences(sheet, &study);
}
