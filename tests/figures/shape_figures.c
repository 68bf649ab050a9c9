#include "base/assert.h"
#include "base/file.h"
#include "collision/hull.h"
#include "geometry/partition.h"
#include "geometry/trig.h"
#include "vehicle/car_file.h"

#include <stddef.h>

#include "figures.h"

// ---- shapes ---------------------------------------------------------------------------------

/// Points on an ellipse, counter-clockwise.
static int ring_points(vec2s *points, int count, float width, float height) {
    for (int i = 0; i < count; i++) {
        TrigPair turn = trig_sincos(TRIG_PI * (2.0f * ((float)i + 0.5f) / (float)count - 1.0f));
        points[i] = vec2_make(0.5f * width * turn.cos, 0.5f * height * turn.sin);
    }
    return count;
}

/// Draws the shape with its points and the normal of every edge.
static void draw_specimen(Canvas *canvas, const vec2s *points, int count, float radius,
                          const char *name, const char *more) {
    Shape shape;
    bool made = shape_make(points, count, radius, &shape);
    ASSERT(made);
    canvas_shape(canvas, &shape, transform_identity(), paint_first);
    for (int i = 0; count > 1 && i < count; i++) {
        vec2s a = shape_point(&shape, i);
        vec2s b = shape_point(&shape, (i + 1) % count);
        vec2s middle = glms_vec2_scale(glms_vec2_add(a, b), 0.5f);
        vec2s normal = shape_normal(&shape, i);
        vec2s from = glms_vec2_add(middle, glms_vec2_scale(normal, radius));
        canvas_arrow(canvas, from, glms_vec2_add(from, glms_vec2_scale(normal, 0.42f)), 1.5f, INK);
        if (radius > 0.0f && count > 2) {
            canvas_dashes(canvas, a, b, 1.0f, BLUE);
        }
    }
    for (int i = 0; i < count; i++) {
        canvas_dot(canvas, shape_point(&shape, i), 3.5f, BLUE);
    }
    canvas_label(canvas, vec2_make(0.0f, -1.5f), LABEL_BELOW, INK, "%s", name);
    canvas_label(canvas, vec2_make(0.0f, -1.9f), LABEL_BELOW, FAINT, "%s", more);
}

Canvas figure_shapes(void) {
    Canvas canvas = canvas_make(700.0f, 200.0f);
    vec2s points[SHAPE_POINTS_MAX] = {{{0.0f, 0.0f}}};
    canvas_view(&canvas, vec2_make(72.0f, 120.0f), 42.0f);
    draw_specimen(&canvas, points, 1, 0.8f, "circle", "1 point");
    points[0] = vec2_make(-0.6f, -0.3f);
    points[1] = vec2_make(0.6f, 0.3f);
    canvas_view(&canvas, vec2_make(204.0f, 120.0f), 42.0f);
    draw_specimen(&canvas, points, 2, 0.4f, "capsule", "2 points");
    vec2s triangle[] = {{{-1.0f, -0.7f}}, {{1.0f, -0.5f}}, {{-0.1f, 0.9f}}};
    canvas_view(&canvas, vec2_make(346.0f, 120.0f), 42.0f);
    draw_specimen(&canvas, triangle, 3, 0.0f, "polygon", "3 points ...");
    canvas_view(&canvas, vec2_make(488.0f, 120.0f), 42.0f);
    draw_specimen(&canvas, points, ring_points(points, 8, 2.1f, 1.7f), 0.0f, "polygon", "... to 8");
    vec2s box[] = {{{-0.6f, -0.4f}}, {{0.6f, -0.4f}}, {{0.6f, 0.4f}}, {{-0.6f, 0.4f}}};
    canvas_view(&canvas, vec2_make(626.0f, 120.0f), 42.0f);
    draw_specimen(&canvas, box, 4, 0.35f, "rounded", "points + radius");
    return canvas;
}

// ---- partition ------------------------------------------------------------------------------

static const uint32_t piece_fills[] = {BLUE_FILL, GREEN_FILL, YELLOW_FILL, 0xE9D7E3FF, GREY_FILL};

/// Draws the pieces of an outline, its reflex corners, and what that makes in numbers.
static void draw_partition(Canvas *canvas, const vec2s *points, int count, vec2s label) {
    Arena arena = {0};
    Partition partition;
    bool parted = partition_convex(points, count, SHAPE_POINTS_MAX, &arena, &partition);
    ASSERT(parted);
    for (int i = 0; i < partition.piece_count; i++) {
        PartitionPiece piece = partition.pieces[i];
        vec2s corners[SHAPE_POINTS_MAX];
        for (int k = 0; k < piece.count; k++) {
            corners[k] = points[partition.indices[piece.first + k]];
        }
        canvas_polygon(canvas, corners, piece.count, (Paint){piece_fills[i % 5], INK, 1.0f, true});
    }
    canvas_polygon(canvas, points, count, (Paint){0, INK, 2.0f, false});
    int reflex = 0;
    for (int i = 0; i < count; i++) {
        bool turns_right =
            points_turn(points[(i + count - 1) % count], points[i], points[(i + 1) % count]) < 0;
        canvas_dot(canvas, points[i], turns_right ? 4.5f : 2.5f, turns_right ? VERMILION : INK);
        reflex += turns_right ? 1 : 0;
    }
    canvas_label(canvas, label, LABEL_CENTER, INK, "%d points, %d of them reflex: %d pieces", count,
                 reflex, partition.uncut_count);
    if (partition.piece_count > partition.uncut_count) {
        vec2s below = vec2_make(label.x, label.y - 20.0f / canvas->scale);
        canvas_label(canvas, below, LABEL_CENTER, FAINT, "(%d with at most %d points each)",
                     partition.piece_count, SHAPE_POINTS_MAX);
    }
    arena_destroy(&arena);
}

/// The outline of a car of cars/.
static CarParams read_car(const char *path) {
    static MessageList messages;
    FileBytes bytes;
    CarFile car;
    bool read = file_read(path, FILE_LIMIT, &bytes, &messages);
    ASSERT(read);
    read = car_file_read(bytes.data, bytes.size, path, NULL, &car, &messages);
    ASSERT(read);
    file_bytes_free(&bytes);
    return car.params;
}

Canvas figure_partition(void) {
    Canvas canvas = canvas_make(700.0f, 310.0f);
    canvas_title(&canvas, vec2_make(20.0f, 282.0f), "A car (cars/gt.car.yaml)");
    canvas_title(&canvas, vec2_make(370.0f, 282.0f), "A wall");
    CarParams car = read_car(TEST_DATA "/cars/gt.car.yaml");
    canvas_view(&canvas, vec2_make(176.0f, 165.0f), 64.0f);
    draw_partition(&canvas, car.outline, car.outline_count, vec2_make(0.0f, -1.95f));
    vec2s wall[40];
    for (int i = 0; i < 40; i++) {
        float angle = TRIG_PI * ((float)i / 20.0f - 1.0f);
        float radius = 2.0f + 0.62f * trig_sin(3.0f * angle + 0.4f) + 0.4f * trig_cos(5.0f * angle);
        wall[i] = vec2_make(1.3f * radius * trig_cos(angle), 0.92f * radius * trig_sin(angle));
    }
    canvas_view(&canvas, vec2_make(525.0f, 163.0f), 44.0f);
    draw_partition(&canvas, wall, 40, vec2_make(0.0f, -3.0f));
    return canvas;
}
