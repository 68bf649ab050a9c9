#include "sheet/sheet.h"

#include "base/array.h"
#include "base/assert.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

enum {
    POINTS_MAX = 512,
    ARC_STEPS = 16, ///< Of half a circle.
};

static const float arrow_px = 11.0f;

/// A steady view gives way where the scene could be drawn this many times as large.
#define SMALL_BEFORE 1.6f

/// Two decimals: a hundredth of a pixel.
static vec2s round_point(vec2s point) {
    return vec2_make(roundf(point.x * 100.0f) / 100.0f, roundf(point.y * 100.0f) / 100.0f);
}

/// Where `point` of the view lies on the sheet (px).
static vec2s to_pixel(const Sheet *sheet, vec2s point) {
    return round_point(glms_vec2_add(sheet->zero, glms_vec2_scale(point, sheet->scale)));
}

static Mark *add_mark(Sheet *sheet, MarkKind kind, uint32_t color) {
    sheet->marks = array_reserve(sheet->marks, sheet->mark_count + 1, &sheet->mark_capacity,
                                 sizeof *sheet->marks);
    Mark *mark = &sheet->marks[sheet->mark_count++];
    *mark = (Mark){.kind = kind, .part = sheet->part, .color = color};
    if (sheet->part == SHEET_FIGURES) {
        sheet->figure_count = sheet->figure_count > 0 ? sheet->figure_count : 1;
        mark->figure = sheet->figure_count;
    }
    return mark;
}

/// Adds points that are in pixels.
static Mark *add_points(Sheet *sheet, MarkKind kind, uint32_t color, const vec2s *pixels,
                        int count) {
    Mark *mark = add_mark(sheet, kind, color);
    sheet->points = array_reserve(sheet->points, sheet->point_count + count, &sheet->point_capacity,
                                  sizeof *sheet->points);
    mark->first = sheet->point_count;
    mark->count = count;
    memcpy(sheet->points + mark->first, pixels, (size_t)count * sizeof *pixels);
    sheet->point_count += count;
    return mark;
}

static void add_line(Sheet *sheet, const vec2s *pixels, int count, bool closed, bool dashed,
                     float width, uint32_t color) {
    Mark *mark = add_points(sheet, MARK_LINE, color, pixels, count);
    mark->closed = closed;
    mark->dashed = dashed;
    mark->size = width;
}

Sheet sheet_make(float width, float height) {
    ASSERT(width > 0.0f && height > 0.0f);
    Sheet sheet = {.size = vec2_make(width, height), .scale = 1.0f};
    Box all = {vec2_make(0.0f, 0.0f), sheet.size};
    sheet_box(&sheet, all, (Paint){.fill = SHEET_PAPER});
    sheet_box(&sheet, box_grow(all, -0.5f), (Paint){.line = SHEET_HAIR, .width = 1.0f});
    sheet.part = SHEET_HEAD;
    return sheet;
}

void sheet_destroy(Sheet *sheet) {
    free(sheet->marks);
    free(sheet->points);
    free(sheet->texts);
    *sheet = (Sheet){0};
}

static void set_view(Sheet *sheet, vec2s zero, float scale) {
    sheet->zero = zero;
    sheet->scale = scale;
}

void sheet_view_pixels(Sheet *sheet) {
    set_view(sheet, vec2_make(0.0f, 0.0f), 1.0f);
    sheet->part = SHEET_FIGURES;
}

void sheet_figure(Sheet *sheet) {
    sheet_view_pixels(sheet);
    sheet->figure_count++;
}

void sheet_fit(Sheet *sheet, Box box, vec2s low, vec2s high, float scale_max) {
    vec2s size = glms_vec2_sub(box.high, box.low);
    vec2s room = glms_vec2_sub(high, low);
    float scale =
        fminf(scale_max, fminf(room.x / fmaxf(size.x, 1e-3f), room.y / fmaxf(size.y, 1e-3f)));
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    vec2s center = glms_vec2_scale(glms_vec2_add(low, high), 0.5f);
    set_view(sheet, glms_vec2_sub(center, glms_vec2_scale(middle, scale)), scale);
    sheet->part = SHEET_FIGURES;
}

/// Whether `box` (m) is well seen in the area from `low` to `high` by the view that was there
/// before, of which the scale would now be `scale`.
static bool suits_before(const Sheet *sheet, Box box, vec2s low, vec2s high, float scale) {
    const SheetView *before = &sheet->before;
    vec2s from = glms_vec2_add(before->zero, glms_vec2_scale(box.low, before->scale));
    vec2s to = glms_vec2_add(before->zero, glms_vec2_scale(box.high, before->scale));
    return from.x >= low.x && from.y >= low.y && to.x <= high.x && to.y <= high.y &&
           scale < SMALL_BEFORE * before->scale;
}

void sheet_fit_scene(Sheet *sheet, Box box, vec2s low, vec2s high, float scale_max) {
    const SheetView *before = &sheet->before;
    sheet_fit(sheet, box, low, high, scale_max);
    bool keeps = sheet->keep == SHEET_HELD ||
                 (sheet->keep == SHEET_STEADY && suits_before(sheet, box, low, high, sheet->scale));
    if (keeps && before->scale > 0.0f) {
        set_view(sheet, before->zero, before->scale);
    }
    sheet->scene = (SheetView){sheet->zero, sheet->scale};
    sheet->part = SHEET_SHAPES;
}

void sheet_polygon(Sheet *sheet, const vec2s *points, int count, Paint paint) {
    ASSERT(count >= 3 && count <= POINTS_MAX);
    vec2s pixels[POINTS_MAX];
    for (int i = 0; i < count; i++) {
        pixels[i] = to_pixel(sheet, points[i]);
    }
    if (paint.fill) {
        add_points(sheet, MARK_AREA, paint.fill, pixels, count);
    }
    if (paint.line) {
        add_line(sheet, pixels, count, true, paint.dashed, paint.width, paint.line);
    }
}

void sheet_box(Sheet *sheet, Box box, Paint paint) {
    vec2s points[] = {box.low, vec2_make(box.high.x, box.low.y), box.high,
                      vec2_make(box.low.x, box.high.y)};
    sheet_polygon(sheet, points, 4, paint);
}

/// Appends the arc of `radius` around `center` from the direction `from` by `angle` rad.
static int add_arc(vec2s *points, int count, vec2s center, float radius, vec2s from, float angle) {
    int steps = 1 + (int)((float)ARC_STEPS * fabsf(angle) / TRIG_PI);
    for (int i = 0; i <= steps; i++) {
        Rotation turn = rotation_make(angle * (float)i / (float)steps);
        vec2s out = rotation_apply(turn, from);
        points[count++] = glms_vec2_add(center, glms_vec2_scale(out, radius));
    }
    return count;
}

/// How far to turn left from `from` to `to`, 0 to 2 pi.
static float angle_between(vec2s from, vec2s to) {
    float angle = trig_atan2(glms_vec2_cross(from, to), glms_vec2_dot(from, to));
    return angle < 0.0f ? angle + 2.0f * TRIG_PI : angle;
}

void sheet_circle(Sheet *sheet, vec2s center, float radius_m, Paint paint) {
    vec2s points[4 * ARC_STEPS];
    int count = 4 * ARC_STEPS;
    for (int i = 0; i < count; i++) {
        TrigPair turn = trig_sincos(TRIG_PI * ((float)i / (float)(2 * ARC_STEPS) - 1.0f));
        points[i] = glms_vec2_add(center, vec2_make(radius_m * turn.cos, radius_m * turn.sin));
    }
    sheet_polygon(sheet, points, count, paint);
}

void sheet_rounded(Sheet *sheet, const vec2s *points, const vec2s *normals, int count, float radius,
                   Paint paint) {
    ASSERT(count >= 1 && count <= 2 * SHAPE_POINTS_MAX);
    if (count == 1) {
        sheet_circle(sheet, points[0], radius, paint);
        return;
    }
    vec2s outline[POINTS_MAX];
    int corners = 0;
    for (int i = 0; i < count; i++) {
        vec2s from = normals[(i + count - 1) % count];
        if (radius > 0.0f) {
            corners =
                add_arc(outline, corners, points[i], radius, from, angle_between(from, normals[i]));
        } else {
            outline[corners++] = points[i];
        }
    }
    sheet_polygon(sheet, outline, corners, paint);
}

void sheet_shape(Sheet *sheet, const Shape *shape, Transform at, Paint paint) {
    vec2s points[SHAPE_POINTS_MAX], normals[SHAPE_POINTS_MAX];
    for (int i = 0; i < shape->count; i++) {
        points[i] = transform_apply(at, shape_point(shape, i));
        normals[i] = rotation_apply(at.rotation, shape_normal(shape, i));
    }
    sheet_rounded(sheet, points, normals, shape->count, shape->radius, paint);
}

void sheet_solid(Sheet *sheet, const Solid *solid, Transform at, Paint paint) {
    if (solid->outline_count < 3) {
        sheet_shape(sheet, &solid->pieces[0], at, paint);
        return;
    }
    vec2s points[CAR_OUTLINE_MAX];
    for (int i = 0; i < solid->outline_count; i++) {
        points[i] = transform_apply(at, solid->outline[i]);
    }
    sheet_polygon(sheet, points, solid->outline_count, paint);
}

void sheet_fan(Sheet *sheet, vec2s center, vec2s from, vec2s to, float radius, uint32_t color) {
    vec2s points[POINTS_MAX] = {center};
    int count = add_arc(points, 1, center, radius / sheet->scale, from, angle_between(from, to));
    sheet_polygon(sheet, points, count, (Paint){.fill = color});
}

void sheet_line(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s pixels[] = {to_pixel(sheet, from), to_pixel(sheet, to)};
    add_line(sheet, pixels, 2, false, false, width, color);
}

void sheet_bar(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s a = to_pixel(sheet, from), b = to_pixel(sheet, to);
    vec2s across = vec2_left(glms_vec2_sub(b, a));
    float length = sqrtf(glms_vec2_norm2(across));
    if (!(length > 0.0f)) {
        return;
    }
    across = glms_vec2_scale(across, 0.5f * width / length);
    vec2s corners[] = {round_point(glms_vec2_sub(a, across)), round_point(glms_vec2_sub(b, across)),
                       round_point(glms_vec2_add(b, across)),
                       round_point(glms_vec2_add(a, across))};
    add_points(sheet, MARK_AREA, color, corners, 4);
}

void sheet_dashes(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s pixels[] = {to_pixel(sheet, from), to_pixel(sheet, to)};
    add_line(sheet, pixels, 2, false, true, width, color);
}

void sheet_curve(Sheet *sheet, const vec2s *points, int count, float width, uint32_t color) {
    ASSERT(count >= 2 && count <= POINTS_MAX);
    vec2s pixels[POINTS_MAX];
    for (int i = 0; i < count; i++) {
        pixels[i] = to_pixel(sheet, points[i]);
    }
    add_line(sheet, pixels, count, false, false, width, color);
}

void sheet_arrow(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s a = to_pixel(sheet, from);
    vec2s b = to_pixel(sheet, to);
    vec2s along = glms_vec2_sub(b, a);
    float length = sqrtf(glms_vec2_norm2(along));
    if (!(length > 0.5f)) {
        return;
    }
    along = glms_vec2_scale(along, 1.0f / length);
    float head = fminf(arrow_px, 0.7f * length);
    vec2s neck = glms_vec2_sub(b, glms_vec2_scale(along, head));
    vec2s side = glms_vec2_scale(vec2_left(along), 0.42f * head);
    vec2s shaft[] = {a, round_point(neck)};
    vec2s tip[] = {b, round_point(glms_vec2_add(neck, side)),
                   round_point(glms_vec2_sub(neck, side))};
    add_line(sheet, shaft, 2, false, false, width, color);
    add_points(sheet, MARK_AREA, color, tip, 3);
}

void sheet_dot(Sheet *sheet, vec2s at, float radius, uint32_t color) {
    vec2s pixel = to_pixel(sheet, at);
    Mark *mark = add_mark(sheet, MARK_DISC, color);
    mark->at = pixel;
    mark->size = radius;
}

void sheet_cross(Sheet *sheet, vec2s at, float radius, float width, uint32_t color) {
    vec2s pixel = to_pixel(sheet, at);
    for (int i = 0; i < 2; i++) {
        vec2s arm = vec2_make(radius, i == 0 ? radius : -radius);
        vec2s line[] = {glms_vec2_sub(pixel, arm), glms_vec2_add(pixel, arm)};
        add_line(sheet, line, 2, false, false, width, color);
    }
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Of ASCII, whatever the locale: pictures are the same everywhere.
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether `text[i]` is a hyphen that stands for the minus of a number.
static bool is_minus(const char *text, size_t i) {
    if (text[i] != '-' || (i > 0 && (is_digit(text[i - 1]) || is_letter(text[i - 1])))) {
        return false;
    }
    return is_digit(text[i + 1]) || strncmp(text + i + 1, "inf", 3) == 0;
}

/// Copies `text` with true minus signs, as formulas have them; `out` may be NULL. Returns how many
/// bytes that takes, with the terminator.
static int copy_with_minus(const char *text, char *out) {
    static const char minus[] = "\u2212";
    int bytes = 0;
    for (size_t i = 0; text[i]; i++) {
        bool is = is_minus(text, i);
        size_t length = is ? sizeof minus - 1 : 1;
        if (out) {
            memcpy(out + bytes, is ? minus : text + i, length);
        }
        bytes += (int)length;
    }
    if (out) {
        out[bytes] = '\0';
    }
    return bytes + 1;
}

void sheet_text(Sheet *sheet, vec2s at, float size, MarkAlign align, uint32_t color,
                const char *text) {
    vec2s pixel = to_pixel(sheet, at);
    int bytes = copy_with_minus(text, NULL);
    Mark *mark = add_mark(sheet, MARK_TEXT, color);
    sheet->texts = array_reserve(sheet->texts, sheet->text_count + bytes, &sheet->text_capacity, 1);
    mark->first = sheet->text_count;
    copy_with_minus(text, sheet->texts + sheet->text_count);
    sheet->text_count += bytes;
    mark->at = pixel;
    mark->size = size;
    mark->align = align;
}
