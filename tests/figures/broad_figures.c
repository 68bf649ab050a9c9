#include "base/assert.h"
#include "collision/car_pairs.h"
#include "collision/wall_grid.h"

#include <math.h>

#include "figures.h"

// ---- moving boxes ------------------------------------------------------------------------------

enum {
    CARS = 8,
    PIECES_MAX = 256,
    BEND_POINTS = 40,
};

Canvas figure_pairs(void) {
    Canvas canvas = canvas_make(700.0f, 400.0f);
    static const Transform places[CARS] = {
        {{{2.0f, 5.2f}}, {0.8f, 0.6f}},     {{{5.0f, 4.0f}}, {1.0f, 0.0f}},
        {{{8.6f, 5.0f}}, {0.96f, 0.28f}},   {{{13.0f, 1.5f}}, {0.6f, 0.8f}},
        {{{16.0f, 5.6f}}, {0.96f, -0.28f}}, {{{18.6f, 4.2f}}, {0.8f, -0.6f}},
        {{{23.6f, 3.0f}}, {0.0f, 1.0f}},    {{{10.0f, 1.2f}}, {1.0f, 0.0f}},
    };
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.4f, 1.9f);
    Box boxes[CARS];
    uint16_t order[CARS];
    CarPair pairs[CARS * CARS];
    for (int i = 0; i < CARS; i++) {
        boxes[i] = shape_bounds(&car, places[i]);
        order[i] = (uint16_t)i;
    }
    int count = car_pairs_find(boxes, CARS, order, pairs, CARS * CARS);
    CarPair scratch[CARS * CARS];
    car_pairs_sort(pairs, count, CARS, scratch);
    canvas_view(&canvas, vec2_make(24.0f, 200.0f), 25.0f);
    for (int i = 0; i < CARS; i++) {
        canvas_box(&canvas, boxes[i], (Paint){0, FAINT, 1.0f, true});
        canvas_shape(&canvas, &car, places[i], paint_first);
    }
    for (int i = 0; i < count; i++) {
        canvas_line(&canvas, places[pairs[i].a].position, places[pairs[i].b].position, 3.0f,
                    VERMILION);
    }
    for (int i = 0; i < CARS; i++) {
        canvas_dot(&canvas, places[i].position, 10.0f, 0xFBFAF6FF);
        canvas_label(&canvas, places[i].position, LABEL_CENTER, BLUE, "%d", i);
    }
    for (int k = 0; k < CARS; k++) {
        float y = -0.9f - 0.78f * (float)k;
        Box box = boxes[order[k]];
        canvas_line(&canvas, vec2_make(box.low.x, y), vec2_make(box.high.x, y), 7.0f, BLUE);
        canvas_label(&canvas, vec2_make(box.high.x, y), LABEL_RIGHT, BLUE, "%d", order[k]);
    }
    canvas_label(&canvas, vec2_make(-0.4f, -6.4f), LABEL_RIGHT, INK, "%d of %d pairs left to test",
                 count, CARS * (CARS - 1) / 2);
    canvas_label(&canvas, vec2_make(26.0f, -1.5f), LABEL_LEFT, FAINT, "extents along x, sorted");
    return canvas;
}

// ---- walls in a grid ----------------------------------------------------------------------------

/// Whether the piece of the ray from `from` by `along` meets `box`.
static bool ray_in_box(vec2s from, vec2s along, Box box) {
    Shape shape = shape_box(glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f),
                            box.high.x - box.low.x, box.high.y - box.low.y);
    return shape_contains(&shape, from) || ray_shape(&shape, from, along).hit;
}

static void draw_cells(Canvas *canvas, const WallGrid *grid, vec2s from, vec2s along) {
    int seen = 0;
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            vec2s low = vec2_make(grid->low.x + grid->cell * (float)column,
                                  grid->low.y + grid->cell * (float)row);
            Box box = {low, vec2_make(low.x + grid->cell, low.y + grid->cell)};
            bool walked = ray_in_box(from, along, box);
            seen += walked ? 1 : 0;
            canvas_box(canvas, box, (Paint){walked ? YELLOW_FILL : 0, HAIR, 1.0f, false});
        }
    }
    vec2s corner = canvas_point(canvas, vec2_make(30.0f, 28.0f));
    canvas_label(canvas, corner, LABEL_RIGHT, INK,
                 "%d pieces of wall in %d cells; the ray looks into %d", grid->piece_count,
                 grid->rows * grid->columns, seen);
}

/// A wall along a bend: an arc of `radius` around the origin, from and to as angles.
static int add_bend(WallPiece *pieces, int count, float radius, int side) {
    vec2s points[BEND_POINTS];
    for (int i = 0; i < BEND_POINTS; i++) {
        Rotation turn = rotation_make(0.05f + 3.0f * (float)i / (float)(BEND_POINTS - 1));
        points[i] = vec2_make(1.35f * radius * turn.c, radius * turn.s);
    }
    int made = wall_pieces_of_line(points, BEND_POINTS, false, 0.8f, side, 0.6f, 0.1f, 0,
                                   pieces + count, PIECES_MAX - count);
    ASSERT(made > 0);
    return count + made;
}

Canvas figure_grid(void) {
    Canvas canvas = canvas_make(700.0f, 340.0f);
    static WallPiece pieces[PIECES_MAX];
    int count = add_bend(pieces, 0, 92.0f, -1);
    count = add_bend(pieces, count, 58.0f, 1);
    Arena arena = {0};
    WallGrid grid = wall_grid_make(pieces, count, &arena);
    vec2s from = vec2_make(-98.0f, 24.0f);
    vec2s along = vec2_make(124.0f, 92.0f);
    WallHit hit = wall_grid_ray(&grid, from, along);
    vec2s walked = glms_vec2_scale(along, hit.fraction);
    canvas_view(&canvas, vec2_make(338.0f, 55.0f), 2.55f);
    draw_cells(&canvas, &grid, from, walked);
    for (int i = 0; i < count; i++) {
        canvas_shape(&canvas, &pieces[i].shape, wall_piece_at(&pieces[i]),
                     (Paint){FAINT, INK, 0.5f, false});
    }
    vec2s end = glms_vec2_add(from, walked);
    canvas_arrow(&canvas, from, end, 2.5f, BLUE);
    canvas_dot(&canvas, from, 4.0f, BLUE);
    canvas_dot(&canvas, end, 5.0f, VERMILION);
    canvas_arrow(&canvas, end, glms_vec2_add(end, glms_vec2_scale(hit.normal, 14.0f)), 2.0f,
                 VERMILION);
    arena_destroy(&arena);
    return canvas;
}
