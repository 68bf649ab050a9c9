/// Which squares of a frame are painted anew, and with what.
#include "geometry/transform.h"
#include "render/cells.h"

#include "test.h"

enum {
    WIDTH = 10 * CELL_PX - 7,
    HEIGHT = 6 * CELL_PX,
    FIRST = -1, ///< Row of the run before the first.
};

typedef struct Frame {
    Cells cells;
    DrawList list;
} Frame;

static void end(Frame *frame) {
    cells_destroy(&frame->cells);
    draw_list_destroy(&frame->list);
}

/// A list of two plates: one in row 1 from column 2 to 4, one in the last row and column, of
/// `color`.
static void look_at_plates(Frame *frame, uint32_t color) {
    draw_list_clear(&frame->list);
    draw_rect(&frame->list, 2.5f * CELL_PX, 1.25f * CELL_PX, 2.0f * CELL_PX, 0.5f * CELL_PX,
              0x112233FFu);
    draw_rect(&frame->list, 9.25f * CELL_PX, 5.25f * CELL_PX, 1.0f * CELL_PX, 2.0f * CELL_PX,
              color);
    cells_look(&frame->cells, &frame->list, WIDTH, HEIGHT);
}

static void paint_all(Frame *frame) {
    CellRun run = {FIRST, 0, 0};
    while (cells_next_stale(&frame->cells, &run)) {
        cells_note_painted(&frame->cells, run);
    }
}

static void runs_are_the_squares_that_shapes_reach(void **state) {
    (void)state;
    Frame frame = {0};
    CellRun run = {FIRST, 0, 0};
    look_at_plates(&frame, 0xFFFFFFFFu);
    assert_true(cells_next_shown(&frame.cells, &run));
    assert_int_equal(run.row, 1);
    assert_int_equal(run.left, 2);
    assert_int_equal(run.right, 4);
    assert_true(cells_next_shown(&frame.cells, &run));
    assert_int_equal(run.row, 5);
    assert_int_equal(run.left, 9);
    assert_int_equal(run.right, 9); // and not where the plate leaves the frame
    assert_false(cells_next_shown(&frame.cells, &run));
    end(&frame);
}

/// As the lines between views, whose first would lie just outside the window.
static void what_ends_at_an_edge_does_not_reach_beyond_it(void **state) {
    (void)state;
    Frame frame = {0};
    CellRun run = {FIRST, 0, 0};
    draw_rect(&frame.list, -4.0f, 0.0f, 4.0f, HEIGHT, 0xFFFFFFFFu);
    draw_rect(&frame.list, 0.0f, -4.0f, WIDTH, 4.0f, 0xFFFFFFFFu);
    draw_rect(&frame.list, 3.0f * CELL_PX - 4.0f, 2.0f * CELL_PX, 4.0f, CELL_PX, 0xFFFFFFFFu);
    cells_look(&frame.cells, &frame.list, WIDTH, HEIGHT);
    assert_true(cells_next_shown(&frame.cells, &run));
    assert_int_equal(run.row, 2);
    assert_int_equal(run.left, 2);
    assert_int_equal(run.right, 2);
    assert_false(cells_next_shown(&frame.cells, &run));
    end(&frame);
}

static void what_changes_is_painted_and_what_was_painted_is_kept(void **state) {
    (void)state;
    Frame frame = {0};
    CellRun run = {FIRST, 0, 0};
    look_at_plates(&frame, 0xFFFFFFFFu);
    paint_all(&frame);
    look_at_plates(&frame, 0xFFFFFFFFu);
    assert_false(cells_next_stale(&frame.cells, &run));
    look_at_plates(&frame, 0xFFFFFFFEu);
    assert_true(cells_next_stale(&frame.cells, &run));
    assert_int_equal(run.row, 5);
    assert_false(cells_next_stale(&frame.cells, &run));
    look_at_plates(&frame, 0xFFFFFFFFu); // as it was when it was painted
    run.row = FIRST;
    assert_false(cells_next_stale(&frame.cells, &run));
    cells_forget(&frame.cells);
    assert_true(cells_next_stale(&frame.cells, &run));
    end(&frame);
}

static void a_frame_of_another_size_is_painted_anew(void **state) {
    (void)state;
    Frame frame = {0};
    CellRun run = {FIRST, 0, 0};
    look_at_plates(&frame, 0xFFFFFFFFu);
    paint_all(&frame);
    cells_look(&frame.cells, &frame.list, WIDTH + CELL_PX, HEIGHT);
    assert_true(cells_next_stale(&frame.cells, &run));
    end(&frame);
}

static void a_run_is_painted_with_all_that_reaches_into_it(void **state) {
    (void)state;
    Frame frame = {0};
    DrawList part = {0};
    look_at_plates(&frame, 0xFFFFFFFFu);
    cells_pick(&frame.cells, &frame.list, (CellRun){1, 3, 3}, &part);
    assert_int_equal(part.index_count, 6);
    assert_int_equal(part.vertices[part.indices[0]].color, draw_color(0x112233FFu, 1.0f));
    draw_list_clear(&part);
    cells_pick(&frame.cells, &frame.list, (CellRun){5, 0, 9}, &part);
    assert_int_equal(part.index_count, 6);
    assert_int_equal(part.vertices[part.indices[0]].color, draw_color(0xFFFFFFFFu, 1.0f));
    draw_list_clear(&part);
    cells_pick(&frame.cells, &frame.list, (CellRun){3, 0, 9}, &part);
    assert_int_equal(part.index_count, 0);
    draw_list_destroy(&part);
    end(&frame);
}

static void the_order_of_shapes_counts(void **state) {
    (void)state;
    Frame frame = {0};
    CellRun run = {FIRST, 0, 0};
    const uint32_t colors[2] = {0xFF0000FFu, 0x0000FFFFu};
    for (int order = 0; order < 2; order++) {
        draw_list_clear(&frame.list);
        for (int i = 0; i < 2; i++) {
            draw_rect(&frame.list, 4.0f, 4.0f, 9.0f, 9.0f, colors[i ^ order]);
        }
        cells_look(&frame.cells, &frame.list, WIDTH, HEIGHT);
        run.row = FIRST;
        assert_true(cells_next_stale(&frame.cells, &run));
        paint_all(&frame);
    }
    end(&frame);
}

static void shapes_outside_the_frame_reach_nothing(void **state) {
    (void)state;
    Frame frame = {0};
    CellRun run = {FIRST, 0, 0};
    const float places[4][2] = {{-50.0f, 8.0f}, {8.0f, -50.0f}, {1e9f, 8.0f}, {8.0f, 1e9f}};
    for (int i = 0; i < 4; i++) {
        draw_rect(&frame.list, places[i][0], places[i][1], 20.0f, 20.0f, 0xFFFFFFFFu);
    }
    cells_look(&frame.cells, &frame.list, WIDTH, HEIGHT);
    assert_false(cells_next_shown(&frame.cells, &run));
    end(&frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_the_squares_that_shapes_reach),
        cmocka_unit_test(what_ends_at_an_edge_does_not_reach_beyond_it),
        cmocka_unit_test(what_changes_is_painted_and_what_was_painted_is_kept),
        cmocka_unit_test(a_frame_of_another_size_is_painted_anew),
        cmocka_unit_test(a_run_is_painted_with_all_that_reaches_into_it),
        cmocka_unit_test(the_order_of_shapes_counts),
        cmocka_unit_test(shapes_outside_the_frame_reach_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
