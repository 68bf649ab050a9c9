/// The picture of the panel of a turning shape (lab/turning.h).
#include "lab/turning.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

// px: the chart of the distance, and the table below it.
#define CHART_LEFT  590.0f
#define CHART_RIGHT 920.0f
#define CHART_LOW   350.0f
#define CHART_HIGH  506.0f
#define TABLE_TOP   312.0f

enum {
    SAMPLES = 161,
    ROWS_MAX = 9, ///< Of the table; of more advances the first.
};

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

// ---------------------------------------------------------------- the shapes

/// The sides of the capsule and its ends.
static void draw_capsule(Sheet *sheet, const Turning *turning) {
    const float radius = turning->a.bounding_radius;
    vec2s from = turning->motion.from, to = turning->motion.to;
    vec2s across = vec2_left(glms_vec2_sub(to, from));
    float length = fmaxf(sqrtf(glms_vec2_norm2(across)), 1e-6f);
    Paint paint = {.line = SHEET_PURPLE, .width = 1.5f, .dashed = true};
    sheet_circle(sheet, from, radius, paint);
    sheet_circle(sheet, to, radius, paint);
    for (int side = -1; side <= 1; side += 2) {
        vec2s aside = glms_vec2_scale(across, (float)side * radius / length);
        sheet_dashes(sheet, glms_vec2_add(from, aside), glms_vec2_add(to, aside), 1.5f,
                     SHEET_PURPLE);
    }
}

static void draw_shapes(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                        const Turning *turning) {
    const Solid *a = &solids[0];
    vec2s reach = vec2_make(turning->a.bounding_radius, turning->a.bounding_radius);
    Box box = solid_bounds(&solids[1], solids[1].at);
    const vec2s ends[] = {turning->motion.from, turning->motion.to};
    for (int i = 0; i < 2; i++) {
        box = box_union(box, (Box){glms_vec2_sub(ends[i], reach), glms_vec2_add(ends[i], reach)});
        box = box_union(box, solid_bounds(a, turning_place(turning, (float)i)));
    }
    sheet_fit_scene(sheet, box, vec2_make(STYLE_LEFT + 12.0f, STYLE_BOTTOM + 8.0f),
                    vec2_make(STYLE_MIDDLE - 20.0f, STYLE_TOP - 6.0f), 120.0f);
    draw_capsule(sheet, turning);
    sheet_solid(sheet, &solids[1], solids[1].at, style_of(scene, 1));
    sheet_solid(sheet, a, a->at, style_of(scene, 0));
    sheet_solid(sheet, a, turning_place(turning, 1.0f), style_ghost);
    for (int i = 1; i < turning->count; i++) {
        sheet_solid(sheet, a, turning_place(turning, turning->advances[i].time),
                    (Paint){0, SHEET_BLUE, 1.5f, false});
    }
    if (turning->hit.hit) {
        sheet_solid(sheet, a, turning_place(turning, turning->hit.time), style_answer);
    }
    sheet_arrow(sheet, turning->motion.from, turning->motion.to, 1.5f, SHEET_BLUE);
    style_letter(sheet, a, 0);
    style_letter(sheet, &solids[1], 1);
}

// ---------------------------------------------------------------- the distance over the motion

static float chart_x(float time) { return CHART_LEFT + time * (CHART_RIGHT - CHART_LEFT); }

/// Each advance as the line that it trusts: from the distance down to 0.
static void draw_bounds(Sheet *sheet, const Turning *turning, float zero, float scale) {
    for (int i = 0; i < turning->count; i++) {
        const TurningAdvance *made = &turning->advances[i];
        vec2s from = vec2_make(chart_x(made->time), zero + scale * fmaxf(made->distance, 0.0f));
        float to = made->time + made->next;
        if (to <= 1.0f) {
            sheet_line(sheet, from, vec2_make(chart_x(to), zero), 1.5f, SHEET_VERMILION);
        } else if (made->closing > 0.0f) { // it outlasts the motion
            float left = made->distance - made->closing * (1.0f - made->time);
            sheet_line(sheet, from, vec2_make(chart_x(1.0f), zero + scale * left), 1.5f,
                       SHEET_VERMILION);
        }
        sheet_dot(sheet, vec2_make(chart_x(made->time), zero), 3.5f, SHEET_VERMILION);
    }
}

static void draw_chart(Sheet *sheet, const Turning *turning) {
    float values[SAMPLES], low = 0.0f, high = 1e-3f;
    for (int i = 0; i < SAMPLES; i++) {
        values[i] = turning_distance(turning, (float)i / (float)(SAMPLES - 1));
        low = fminf(low, values[i]);
        high = fmaxf(high, values[i]);
    }
    float scale = (CHART_HIGH - CHART_LOW) / (high - low);
    float zero = CHART_LOW - low * scale;
    Box window = {vec2_make(CHART_LEFT, CHART_LOW), vec2_make(CHART_RIGHT, CHART_HIGH)};
    sheet_box(sheet, window, (Paint){.fill = SHEET_YELLOW});
    sheet_line(sheet, vec2_make(CHART_LEFT, zero), vec2_make(CHART_RIGHT, zero), 1.5f, SHEET_GREEN);
    put(sheet, CHART_LEFT - 8.0f, zero - 4.0f, MARK_RIGHT, SHEET_GREEN, "0");
    vec2s curve[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        curve[i] = vec2_make(chart_x((float)i / (float)(SAMPLES - 1)), zero + scale * values[i]);
    }
    sheet_curve(sheet, curve, SAMPLES, 2.5f, SHEET_BLUE);
    draw_bounds(sheet, turning, zero, scale);
    put(sheet, CHART_LEFT, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_BLUE, "true distance");
    put(sheet, CHART_LEFT + 110.0f, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_VERMILION,
        "what each advance trusts");
}

// ---------------------------------------------------------------- the table

static void draw_table(Sheet *sheet, const Turning *turning) {
    static const float columns[] = {STYLE_MIDDLE + 60.0f, 690.0f, 780.0f, 880.0f};
    static const char *const heads[] = {"advance", "time", "distance m", "bound m"};
    for (int i = 0; i < 4; i++) {
        put(sheet, columns[i], TABLE_TOP, MARK_RIGHT, SHEET_FAINT, heads[i]);
    }
    int rows = turning->count < ROWS_MAX ? turning->count : ROWS_MAX;
    for (int i = 0; i < rows; i++) {
        const TurningAdvance *made = &turning->advances[i];
        Digits d = {0};
        float y = TABLE_TOP - 19.0f - 18.0f * (float)i;
        char text[16];
        snprintf(text, sizeof text, "%d", i + 1);
        put(sheet, columns[0], y, MARK_RIGHT, SHEET_INK, text);
        put(sheet, columns[1], y, MARK_RIGHT, SHEET_INK, digits_of(&d, (double)made->time, 4));
        put(sheet, columns[2], y, MARK_RIGHT, SHEET_INK, digits_of(&d, (double)made->distance, 4));
        put(sheet, columns[3], y, MARK_RIGHT, SHEET_INK, digits_of(&d, (double)made->closing, 3));
    }
    if (rows < turning->count) {
        char text[40];
        snprintf(text, sizeof text, "and %d more", turning->count - rows);
        put(sheet, columns[1], TABLE_TOP - 19.0f - 18.0f * (float)rows, MARK_RIGHT, SHEET_FAINT,
            text);
    }
}

static void draw_sentences(Sheet *sheet, const Turning *turning) {
    Digits d = {0};
    if (turning->hit.hit) {
        style_sentence(sheet, 0, SHEET_VERMILION,
                       "They meet at t = %s of the motion. The plain bound takes %d advance%s.",
                       digits_of(&d, (double)turning->hit.time, 3), turning->count,
                       turning->count == 1 ? "" : "s");
    } else {
        style_sentence(sheet, 0, SHEET_VERMILION,
                       "They do not meet: after %d advance%s the bound outlasts the motion.",
                       turning->count, turning->count == 1 ? "" : "s");
    }
    if (turning->capsule.hit) {
        style_sentence(sheet, 1, SHEET_PURPLE, "The straight capsule says hit at t = %s%s.",
                       digits_of(&d, (double)turning->capsule.time, 3),
                       turning->hit.hit ? ", too early" : ", and nothing is hit");
    }
    if (turning->straight.hit != turning->hit.hit) {
        style_sentence(sheet, 2, SHEET_PURPLE, "Without its turn: %s.",
                       turning->straight.hit ? "hit, though it turns out of the way"
                                             : "no hit, though it swings into it");
    }
}

void turning_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Turning turning = turning_make(scene, solids);
    draw_shapes(sheet, scene, solids, &turning);
    sheet_figure(sheet);
    draw_chart(sheet, &turning);
    sheet_figure(sheet);
    draw_table(sheet, &turning);
    draw_sentences(sheet, &turning);
}
