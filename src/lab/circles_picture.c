/// The picture of the panel of a moving circle (lab/circles.h).
#include "lab/circles.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

// px: the chart of the distance over the step, and the bars below it.
#define CHART_LEFT  590.0f
#define CHART_RIGHT 920.0f
#define CHART_LOW   330.0f
#define CHART_HIGH  506.0f
#define BARS_LEFT   650.0f
#define BARS_RIGHT  870.0f
#define BARS_TOP    270.0f
#define BARS_STEP   26.0f

#define HALF_CHORD_PX 96.0f ///< Room that the words take.

#define CHART_FROM -0.25f ///< steps: where the chart begins ...
#define CHART_TO   1.25f  ///< ... and ends.

enum {
    SAMPLES = 121
};

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

// ---------------------------------------------------------------- the shapes

static Transform moved_by(Transform at, vec2s move, float time) {
    at.position = glms_vec2_add(at.position, glms_vec2_scale(move, time));
    return at;
}

/// The way of a's centre from the first contact to the last, and a at the last; no more of it than
/// lies in the step.
static void draw_way_in_contact(Sheet *sheet, const Solid *a, const Circles *circles) {
    float length = fmaxf(sqrtf(glms_vec2_norm2(circles->move)), 1e-6f);
    Transform first = moved_by(a->at, circles->move, circles->hit.time);
    float time = circles->hit.time + (float)circles->contact / length;
    Transform last = moved_by(a->at, circles->move, fminf(time, 1.0f));
    if (time <= 1.0f) {
        sheet_solid(sheet, a, last, style_ghost);
    }
    sheet_dashes(sheet, first.position, last.position, 5.0f, SHEET_INK);
}

static void draw_shapes(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                        const Circles *circles) {
    const Solid *a = &solids[0];
    Transform end = moved_by(a->at, circles->move, 1.0f);
    Box box = box_union(solid_bounds(a, a->at), solid_bounds(a, end));
    box = box_union(box, solid_bounds(&solids[1], solids[1].at));
    sheet_fit_scene(sheet, box, vec2_make(STYLE_LEFT + 16.0f, STYLE_BOTTOM + 16.0f),
                    vec2_make(STYLE_MIDDLE - 24.0f, STYLE_TOP - 6.0f), 140.0f);
    sheet_solid(sheet, &solids[1], solids[1].at, style_of(scene, 1));
    for (int side = -1; side <= 1; side += 2) { // the sides of the capsule that the circle sweeps
        vec2s across = vec2_left(circles->move);
        float length = fmaxf(sqrtf(glms_vec2_norm2(across)), 1e-6f);
        across = glms_vec2_scale(across, (float)side * a->pieces[0].radius / length);
        sheet_line(sheet, glms_vec2_add(a->at.position, across),
                   glms_vec2_add(end.position, across), 1.0f, SHEET_BLUE);
    }
    sheet_solid(sheet, a, a->at, style_of(scene, 0));
    int substeps = scene->options.substeps;
    for (int k = 1; k <= substeps; k++) {
        Transform at = moved_by(a->at, circles->move, (float)k / (float)substeps);
        float time = (float)k / (float)substeps;
        bool seen = circles_distance(circles, solids, time) <= 0.0f;
        sheet_solid(sheet, a, at, (Paint){seen ? 0xB5588F50u : 0, SHEET_PURPLE, 2.0f, !seen});
    }
    if (scene->options.misprint == 2 && circles->with_circle) { // the line without ends
        float to = fminf(fmaxf((float)circles->quadratic.nearest + 0.25f, 1.3f), 3.0f);
        sheet_dashes(sheet, end.position, moved_by(a->at, circles->move, to).position, 1.5f,
                     SHEET_PURPLE);
    }
    sheet_arrow(sheet, a->at.position, end.position, 2.0f, SHEET_BLUE);
    if (circles->hit.hit && !circles->static_start && solids[1].piece_count == 1) {
        draw_way_in_contact(sheet, a, circles);
    }
    if (circles->hit.hit) {
        Transform met = moved_by(a->at, circles->move, circles->hit.time);
        sheet_solid(sheet, a, met, style_answer);
        vec2s touch = glms_vec2_scale(circles->hit.normal, a->pieces[0].radius);
        sheet_dot(sheet, glms_vec2_add(met.position, touch), 4.5f, SHEET_VERMILION);
    }
    style_letter(sheet, a, 0);
    style_letter(sheet, &solids[1], 1);
}

// ---------------------------------------------------------------- the distance over the step

static float chart_x(float time) {
    return CHART_LEFT + (time - CHART_FROM) / (CHART_TO - CHART_FROM) * (CHART_RIGHT - CHART_LEFT);
}

/// What the chart shows at `time`: of two circles the squared distance of the centres (m2), else
/// the distance of the shapes (m).
static float chart_value(const Circles *circles, const Solid solids[SCENE_SHAPES], float time) {
    if (!circles->with_circle) {
        return circles_distance(circles, solids, time);
    }
    const CirclesQuadratic *q = &circles->quadratic;
    double t = (double)time;
    return (float)(q->a * t * t + q->b * t + q->c + q->radius * q->radius);
}

static void draw_root(Sheet *sheet, float time, float y, uint32_t color) {
    if (time >= CHART_FROM && time <= CHART_TO) {
        sheet_dot(sheet, vec2_make(chart_x(time), y), 4.5f, color);
    }
}

static void draw_chart(Sheet *sheet, const Solid solids[SCENE_SHAPES], const Circles *circles) {
    float values[SAMPLES], low = INFINITY, high = -INFINITY;
    float goal = circles->with_circle
                     ? (float)(circles->quadratic.radius * circles->quadratic.radius)
                     : 0.0f;
    for (int i = 0; i < SAMPLES; i++) {
        float time = CHART_FROM + (CHART_TO - CHART_FROM) * (float)i / (float)(SAMPLES - 1);
        values[i] = chart_value(circles, solids, time);
        low = fminf(low, values[i]);
        high = fmaxf(high, values[i]);
    }
    low = fminf(low, fminf(goal, 0.0f));
    high = fmaxf(high, goal);
    float scale = (CHART_HIGH - CHART_LOW) / fmaxf(high - low, 1e-4f);
    Box window = {vec2_make(chart_x(0.0f), CHART_LOW), vec2_make(chart_x(1.0f), CHART_HIGH)};
    sheet_box(sheet, window, (Paint){.fill = SHEET_YELLOW});
    float y = CHART_LOW + (goal - low) * scale;
    sheet_line(sheet, vec2_make(CHART_LEFT, y), vec2_make(CHART_RIGHT, y), 1.5f, SHEET_GREEN);
    put(sheet, CHART_LEFT - 8.0f, y - 4.0f, MARK_RIGHT, SHEET_GREEN,
        circles->with_circle ? "R\u00b2" : "0");
    vec2s curve[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        curve[i] = vec2_make(CHART_LEFT + (CHART_RIGHT - CHART_LEFT) * (float)i / (SAMPLES - 1.0f),
                             CHART_LOW + (values[i] - low) * scale);
    }
    sheet_curve(sheet, curve, SAMPLES, 2.5f, SHEET_BLUE);
    if (circles->with_circle && circles->quadratic.discriminant >= 0.0) {
        draw_root(sheet, (float)circles->quadratic.roots[0], y, SHEET_INK);
        draw_root(sheet, (float)circles->quadratic.roots[1], y, 0xA9AEB2FFu);
    }
    if (circles->hit.hit) {
        draw_root(sheet, circles->hit.time, y, SHEET_VERMILION);
    }
    put(sheet, chart_x(0.0f), CHART_LOW - 18.0f, MARK_MIDDLE, SHEET_FAINT, "t = 0");
    put(sheet, chart_x(1.0f), CHART_LOW - 18.0f, MARK_MIDDLE, SHEET_FAINT, "t = 1");
    put(sheet, CHART_LEFT, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_BLUE,
        circles->with_circle ? "squared distance of the centres over the step"
                             : "distance over the step");
}

// ---------------------------------------------------------------- how many passages are seen

static void draw_bar(Sheet *sheet, float y, double share, double predicted, uint32_t color,
                     const char *name) {
    Digits d = {0};
    char text[32];
    float width = BARS_RIGHT - BARS_LEFT;
    Box all = {vec2_make(BARS_LEFT, y - 7.0f), vec2_make(BARS_RIGHT, y + 7.0f)};
    sheet_box(sheet, all, (Paint){.fill = 0xEDECE6FFu});
    Box part = all;
    part.high.x = BARS_LEFT + width * (float)share;
    sheet_box(sheet, part, (Paint){.fill = color});
    float at = BARS_LEFT + width * (float)predicted;
    sheet_line(sheet, vec2_make(at, y - 10.0f), vec2_make(at, y + 10.0f), 2.5f, SHEET_INK);
    put(sheet, BARS_LEFT - 8.0f, y - 4.5f, MARK_RIGHT, SHEET_INK, name);
    snprintf(text, sizeof text, "%s %%", digits_of(&d, 100.0 * share, 1));
    put(sheet, STYLE_RIGHT + 6.0f, y - 4.5f, MARK_RIGHT, SHEET_INK, text);
}

static void draw_bars(Sheet *sheet, const Circles *circles) {
    if (!(circles->contact > 0.0)) {
        put(sheet, STYLE_MIDDLE + 8.0f, BARS_TOP, MARK_LEFT, SHEET_FAINT,
            "On this line the circle passes by.");
        return;
    }
    char text[96];
    Digits d = {0};
    snprintf(text, sizeof text, "Seen of %d; the mark: %s m in contact / step", CIRCLES_PASSAGES,
             digits_of(&d, circles->contact, 2));
    put(sheet, STYLE_MIDDLE + 8.0f, BARS_TOP + 20.0f, MARK_LEFT, SHEET_FAINT, text);
    for (int k = 0; k < CIRCLES_RATIOS; k++) {
        const CirclesRatio *ratio = &circles->ratios[k];
        snprintf(text, sizeof text, "%d test%s", ratio->substeps, k > 0 ? "s" : "");
        draw_bar(sheet, BARS_TOP - 2.0f - BARS_STEP * (float)k, ratio->measured, ratio->predicted,
                 0xD9A9C6FFu, text);
    }
    draw_bar(sheet, BARS_TOP - 2.0f - BARS_STEP * (float)CIRCLES_RATIOS, circles->swept, 1.0,
             0xF2B795FFu, "swept");
}

// ---------------------------------------------------------------- a point against a grown shape

/// Where the point is nearest to the centre of the circle, and how far that is.
static void draw_miss(Sheet *sheet, const Circles *circles, vec2s start, vec2s center) {
    const CirclesQuadratic *q = &circles->quadratic;
    float px = 1.0f / sheet->scale;
    vec2s along = glms_vec2_normalize(circles->move);
    vec2s foot = glms_vec2_add(start, glms_vec2_scale(circles->move, (float)q->nearest));
    vec2s away =
        q->miss > 1e-3 ? glms_vec2_normalize(glms_vec2_sub(foot, center)) : vec2_left(along);
    sheet_line(sheet, center, foot, 2.0f, SHEET_INK);
    vec2s label = glms_vec2_scale(glms_vec2_add(center, foot), 0.5f);
    label = glms_vec2_add(label, glms_vec2_scale(along, 12.0f * px));
    sheet_text(sheet, vec2_make(label.x, label.y - 5.0f * px), STYLE_TEXT,
               along.x < 0.0f ? MARK_RIGHT : MARK_LEFT, SHEET_INK, "miss");
    if (circles->hit.hit) {
        vec2s meet = glms_vec2_add(start, glms_vec2_scale(circles->move, circles->hit.time));
        sheet_line(sheet, foot, meet, 4.0f, SHEET_VERMILION);
        label = glms_vec2_add(meet, glms_vec2_scale(away, 18.0f * px));
        float x = sheet->zero.x + sheet->scale * label.x; // before the circle, if there is room
        bool left =
            along.x < 0.0f ? x > STYLE_RIGHT - HALF_CHORD_PX : x > STYLE_MIDDLE + HALF_CHORD_PX;
        label.x += (left ? -6.0f : 6.0f) * px;
        sheet_text(sheet, vec2_make(label.x, label.y - 5.0f * px), STYLE_TEXT,
                   left ? MARK_RIGHT : MARK_LEFT, SHEET_VERMILION, "half chord");
    }
    sheet_dot(sheet, foot, 3.5f, SHEET_INK);
    sheet_dot(sheet, center, 3.5f, SHEET_GREEN);
}

static void draw_point(Sheet *sheet, const Solid solids[SCENE_SHAPES], const Circles *circles) {
    const Solid *b = &solids[1];
    float radius = solids[0].pieces[0].radius;
    vec2s start = solids[0].at.position, end = glms_vec2_add(start, circles->move);
    Box box = box_grow(solid_bounds(b, b->at), radius);
    box = box_add(box_add(box, start), end);
    if (circles->with_circle) {
        box =
            box_add(box, glms_vec2_add(start, glms_vec2_scale(circles->move,
                                                              (float)circles->quadratic.nearest)));
    }
    put(sheet, STYLE_MIDDLE + 30.0f, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_FAINT,
        "a as a point, b grown by the radius of a");
    sheet_fit(sheet, box, vec2_make(STYLE_MIDDLE + 40.0f, STYLE_BOTTOM + 30.0f),
              vec2_make(STYLE_RIGHT - 16.0f, STYLE_TOP - 16.0f), 140.0f);
    for (int i = 0; i < b->piece_count; i++) {
        Shape grown = b->pieces[i];
        grown.radius += radius;
        sheet_shape(sheet, &grown, b->at, (Paint){SHEET_GREEN_FILL, SHEET_GREEN, 2.0f, false});
    }
    sheet_solid(sheet, b, b->at, (Paint){.line = SHEET_GREEN, .width = 1.0f, .dashed = true});
    sheet_dashes(sheet, start, end, 1.5f, SHEET_BLUE);
    if (circles->with_circle && circles->quadratic.a > 0.0) {
        draw_miss(sheet, circles, start, b->at.position);
    }
    vec2s meet = glms_vec2_add(start, glms_vec2_scale(circles->move, circles->hit.time));
    sheet_arrow(sheet, start, circles->hit.hit ? meet : end, 2.5f, SHEET_BLUE);
    sheet_dot(sheet, start, 4.5f, SHEET_BLUE);
    if (circles->hit.hit) {
        sheet_dot(sheet, meet, 5.0f, SHEET_VERMILION);
    }
    vec2s below = vec2_make(start.x, start.y - 22.0f / sheet->scale);
    sheet_text(sheet, below, STYLE_TEXT, MARK_MIDDLE, SHEET_BLUE, "t = 0");
    sheet_view_pixels(sheet);
}

// ---------------------------------------------------------------- sentences

static void draw_misprint(Sheet *sheet, const Scene *scene, const Circles *circles) {
    const CirclesMisprints *wrong = &circles->misprints;
    Digits d = {0};
    if (scene->options.misprint == 1) {
        style_sentence(sheet, 1, SHEET_PURPLE,
                       "Misprint, ra\u00b2 + rb\u00b2 and (b \u2212 root) / 2a: t = %s, so %s. "
                       "Right: (ra + rb)\u00b2 and (\u2212b \u2212 root) / 2a.",
                       digits_of(&d, wrong->radii_time, 2), wrong->radii_hit ? "hit" : "no hit");
    } else {
        style_sentence(
            sheet, 1, SHEET_PURPLE,
            "The line without ends: %s. Misprinted, with m x b + m b for 2 m x b: discriminant %s, so %s.",
            wrong->line_hit ? "hit" : "no hit", digits_of(&d, wrong->printed_discriminant, 2),
            wrong->printed_hit ? "hit" : "no hit");
    }
}

static void draw_sentences(Sheet *sheet, const Scene *scene, const Circles *circles) {
    Digits d = {0};
    if (circles->hit.hit) {
        style_sentence(sheet, 0, SHEET_VERMILION, "Swept: they meet at t = %s.%s",
                       digits_of(&d, (double)circles->hit.time, 3),
                       circles->static_start || circles->static_end
                           ? ""
                           : " At the ends of the step they are apart.");
    } else {
        style_sentence(sheet, 0, SHEET_VERMILION, "Swept: they do not meet in this step.");
    }
    if (scene->options.misprint != 0 && circles->with_circle) {
        draw_misprint(sheet, scene, circles);
    } else if (circles->with_circle && circles->quadratic.a > 0.0) {
        const CirclesQuadratic *q = &circles->quadratic;
        style_sentence(sheet, 1, SHEET_INK,
                       "Nearest at t = %s with %s m between the centres; R = %s m. "
                       "Discriminant %s.",
                       digits_of(&d, q->nearest, 2), digits_of(&d, q->miss, 2),
                       digits_of(&d, q->radius, 2), digits_of(&d, q->discriminant, 2));
    }
    if (glms_vec2_norm2(scene->shapes[1].velocity) > 0.0f) {
        style_sentence(sheet, 2, SHEET_FAINT,
                       "Both move. Drawn as b sees it: only the difference of both moves counts.");
    }
}

void circles_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Circles circles = circles_make(scene, solids);
    draw_shapes(sheet, scene, solids, &circles);
    sheet_figure(sheet);
    if (scene->options.circles_show == 1) {
        draw_point(sheet, solids, &circles);
    } else {
        draw_chart(sheet, solids, &circles);
        sheet_figure(sheet);
        draw_bars(sheet, &circles);
    }
    draw_sentences(sheet, scene, &circles);
}
