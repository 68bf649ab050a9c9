/// The picture of the panel of a queue (lab/queue.h).
#include "lab_world/queue.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

enum {
    MOMENTS_MAX = 5,
    BEFORE = 2,    ///< Ticks that the chart shows before the first touch ...
    AFTER = 4,     ///< ... and after the last impulse to be seen ...
    AT_LEAST = 18, ///< ... but so many after the first touch.
};

// px
#define ROWS_LEFT   86.0f
#define ROWS_RIGHT  524.0f
#define BAR_HALF    24.0f ///< The largest impulse among the bodies ...
#define CHART_LEFT  600.0f
#define CHART_RIGHT 930.0f
#define CHART_TOP   500.0f
#define CHART_LOW   130.0f
#define CHART_BAR   0.8f   ///< ... and in the chart, of the height of a row.
#define WALL_SEEN   2.0f   ///< m of b.
#define FADED       0.005f ///< Of the largest impulse: what is not worth a bar.

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

/// ms since the first touch, or since the begin where there is none.
static const char *time_of(const Queue *queue, int tick, Digits *digits) {
    int since = queue->touch >= 0 ? tick - queue->touch : tick;
    return digits_of(digits, 1000.0 * (double)QUEUE_DT * since, 0);
}

/// The place as it is seen along the way: the way leads right.
static Transform along_way(const Queue *queue, Transform at) {
    Rotation way = {queue->way.x, queue->way.y};
    Transform turned = {vec2_make(0.0f, 0.0f), way};
    return transform_relative(turned, at);
}

// ---------------------------------------------------------------- the row at several moments

/// The ticks that are shown: the begin, the first touch, when half of the contacts and when all of
/// them have pushed, and the end.
static int moments_of(const Queue *queue, int out[MOMENTS_MAX]) {
    int wanted[MOMENTS_MAX] = {0, queue->touch, queue->pushed[queue->count / 2],
                               queue->pushed[queue->count - 1], queue->last};
    int count = 0;
    for (int i = 0; i < MOMENTS_MAX; i++) {
        if (wanted[i] >= 0 && (count == 0 || wanted[i] > out[count - 1])) {
            out[count++] = wanted[i];
        }
    }
    return count;
}

/// Where the shape a reaches along the way and across it, in any tick that is shown.
static Box seen_box(const Queue *queue, const Solid *a, const int *moments, int moment_count) {
    Box box = box_of(NULL, 0);
    for (int m = 0; m < moment_count; m++) {
        for (int i = 0; i < queue->count; i++) {
            Transform at = along_way(queue, queue->ticks[moments[m]].places[i]);
            box = box_union(box, solid_bounds(a, at));
        }
    }
    return box;
}

/// Cuts the polygon down to what lies where sign * coordinate `axis` is at most `limit`.
static int cut(vec2s *points, int count, int axis, float sign, float limit) {
    vec2s out[2 * CAR_OUTLINE_MAX];
    int made = 0;
    for (int i = 0; i < count; i++) {
        vec2s a = points[i], b = points[(i + 1) % count];
        float over_a = sign * a.raw[axis] - limit, over_b = sign * b.raw[axis] - limit;
        if (over_a <= 0.0f) {
            out[made++] = a;
        }
        if ((over_a <= 0.0f) != (over_b <= 0.0f)) {
            out[made++] = glms_vec2_lerp(a, b, over_a / (over_a - over_b));
        }
    }
    for (int i = 0; i < made; i++) {
        points[i] = out[i];
    }
    return made;
}

/// Draws what of b lies in `box`.
static void draw_wall(Sheet *sheet, const Queue *queue, const Solid *b, Box box, Paint paint) {
    vec2s points[2 * CAR_OUTLINE_MAX];
    int count = b->outline_count;
    Transform at = along_way(queue, b->at);
    for (int i = 0; i < count; i++) {
        points[i] = transform_apply(at, b->outline[i]);
    }
    for (int axis = 0; axis < 2; axis++) {
        count = cut(points, count, axis, 1.0f, box.high.raw[axis]);
        count = cut(points, count, axis, -1.0f, -box.low.raw[axis]);
    }
    if (count >= 3) {
        sheet_polygon(sheet, points, count, paint);
    }
}

/// Each contact as a bar as long as its impulse, where the two shapes meet.
static void draw_impulses(Sheet *sheet, const Queue *queue, const Solid *a, const QueueTick *tick) {
    for (int i = 0; i < queue->count; i++) {
        if (!(tick->impulses[i] > 0.0f)) {
            continue;
        }
        Transform at = along_way(queue, tick->places[i]);
        Box box = solid_bounds(a, at);
        float half = BAR_HALF * tick->impulses[i] / (queue->largest * sheet->scale);
        float y = 0.5f * (box.low.y + box.high.y);
        sheet_bar(sheet, vec2_make(box.high.x, y - half), vec2_make(box.high.x, y + half), 5.0f,
                  SHEET_VERMILION);
    }
}

static void draw_rows(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                      const Queue *queue) {
    int moments[MOMENTS_MAX];
    int count = moments_of(queue, moments);
    Box box = seen_box(queue, &solids[0], moments, count);
    box.high.x += WALL_SEEN;
    float height = (STYLE_TOP - STYLE_BOTTOM) / (float)MOMENTS_MAX;
    sheet_figure(sheet);
    for (int m = 0; m < count; m++) {
        const QueueTick *tick = &queue->ticks[moments[m]];
        float high = STYLE_TOP - height * (float)m, low = high - height;
        char text[32];
        Digits d = {0};
        sheet_view_pixels(sheet);
        snprintf(text, sizeof text, "%s ms", time_of(queue, moments[m], &d));
        put(sheet, ROWS_LEFT - 12.0f, 0.5f * (low + high) - 4.5f, MARK_RIGHT, SHEET_INK, text);
        sheet_fit(sheet, box, vec2_make(ROWS_LEFT, low + 10.0f),
                  vec2_make(ROWS_RIGHT, high - 10.0f), 60.0f);
        Box seen = box_grow(box, 8.0f / sheet->scale);
        seen.high.x = box.high.x;
        draw_wall(sheet, queue, &solids[1], seen, style_of(scene, 1));
        for (int i = 0; i < queue->count; i++) {
            sheet_solid(sheet, &solids[0], along_way(queue, tick->places[i]), style_of(scene, 0));
        }
        draw_impulses(sheet, queue, &solids[0], tick);
    }
}

// ---------------------------------------------------------------- impulses over time

/// The last tick that the chart shows: some time after the impact has died down.
static int chart_end(const Queue *queue) {
    int end = queue->touch + AT_LEAST;
    for (int k = 0; k <= queue->last; k++) {
        for (int i = 0; i < queue->count; i++) {
            if (k > end - AFTER && queue->ticks[k].impulses[i] > FADED * queue->largest) {
                end = k + AFTER;
            }
        }
    }
    return end < queue->last ? end : queue->last;
}

static void draw_ticks(Sheet *sheet, const Queue *queue, int from, int to, float step) {
    for (int k = from; k <= to; k++) {
        int after = k - queue->touch;
        if (queue->touch >= 0 && after >= 0 && after % (to - from > 36 ? 12 : 6) == 0) {
            Digits d = {0};
            char text[24];
            float x = CHART_LEFT + step * ((float)(k - from) + 0.5f);
            snprintf(text, sizeof text, "%s ms", time_of(queue, k, &d));
            put(sheet, x, CHART_LOW - 20.0f, MARK_MIDDLE, SHEET_FAINT, text);
            sheet_line(sheet, vec2_make(x, CHART_LOW), vec2_make(x, CHART_LOW - 5.0f), 1.0f,
                       SHEET_FAINT);
        }
    }
}

static void draw_chart(Sheet *sheet, const Queue *queue) {
    int from = queue->touch > BEFORE ? queue->touch - BEFORE : 0, to = chart_end(queue);
    float step = (CHART_RIGHT - CHART_LEFT) / (float)(to - from + 1);
    float height = (CHART_TOP - CHART_LOW) / (float)queue->count;
    sheet_figure(sheet);
    put(sheet, CHART_LEFT - 48.0f, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_FAINT,
        "impulse of each contact, tick by tick");
    for (int i = 0; i < queue->count; i++) {
        float base = CHART_TOP - height * (float)(i + 1);
        char text[32] = "b, 1";
        if (i > 0) {
            snprintf(text, sizeof text, "%d, %d", i, i + 1);
        }
        put(sheet, CHART_LEFT - 10.0f, base + 2.0f, MARK_RIGHT, SHEET_BLUE, text);
        sheet_line(sheet, vec2_make(CHART_LEFT, base), vec2_make(CHART_RIGHT, base), 1.0f,
                   SHEET_HAIR);
        for (int k = from; k <= to; k++) {
            float share = queue->ticks[k].impulses[i] / fmaxf(queue->largest, 1e-6f);
            if (share > FADED) {
                float x = CHART_LEFT + step * ((float)(k - from) + 0.5f);
                sheet_bar(sheet, vec2_make(x, base),
                          vec2_make(x, base + CHART_BAR * height * share), 0.7f * step,
                          SHEET_VERMILION);
            }
        }
    }
    draw_ticks(sheet, queue, from, to, step);
}

static void draw_sentences(Sheet *sheet, const Queue *queue) {
    Digits d = {0};
    if (queue->touch < 0) {
        style_sentence(sheet, 0, SHEET_VERMILION, "%s",
                       queue->speed > 0.0f ? "In 2 s they do not touch b." : "a does not move.");
        return;
    }
    double momentum = (double)queue->mass * (double)queue->speed * queue->count;
    style_sentence(sheet, 0, SHEET_VERMILION,
                   "They come with %s kN s, and b takes %s kN s. They get %s m deep, over 1 cm for "
                   "%s ms.",
                   digits_of(&d, 1e-3 * momentum, 1), digits_of(&d, 1e-3 * queue->wall_impulse, 1),
                   digits_of(&d, (double)queue->ticks[queue->deepest].depth, 3),
                   digits_of(&d, 1000.0 * (double)QUEUE_DT * queue->deep_ticks, 0));
    int last = queue->count - 1;
    if (last > 0 && queue->pushed[last] >= 0) {
        style_sentence(sheet, 1, SHEET_INK,
                       "The impact takes %s ms to the last contact. At the end the first goes at "
                       "%s m/s, the last at %s m/s.",
                       time_of(queue, queue->pushed[last], &d),
                       digits_of(&d, (double)queue->speeds[0], 2),
                       digits_of(&d, (double)queue->speeds[last], 2));
    }
    if (queue->boxed) {
        style_sentence(sheet, 2, SHEET_FAINT,
                       "a has more pieces than a body may have: its box runs in its place.");
    }
}

void queue_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Queue queue = queue_make(scene, solids);
    draw_rows(sheet, scene, solids, &queue);
    draw_chart(sheet, &queue);
    draw_sentences(sheet, &queue);
}
