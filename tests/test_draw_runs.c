/// Rows of triangles that are drawn alike: nothing is lost, nothing changes its order.
#include "geometry/transform.h"
#include "render/draw_runs.h"

#include "test.h"

#define SOLID 0x336699FFu
#define THIN  0x33669980u

static void add_triangle(DrawList *list, float x, uint32_t color) {
    uint32_t a = draw_vertex(list, vec2_make(x, 0.0f), color);
    uint32_t b = draw_vertex(list, vec2_make(x + 1.0f, 0.0f), color);
    uint32_t c = draw_vertex(list, vec2_make(x, 1.0f), color);
    draw_triangle(list, a, b, c);
}

static void add_row(DrawList *list, int count, float x, float step, uint32_t color) {
    for (int i = 0; i < count; i++) {
        add_triangle(list, x + step * (float)i, color);
    }
}

/// The runs follow each other without a gap, and each holds its triangles in its box.
static void check_runs(const DrawRuns *runs, const DrawList *list, bool boxes) {
    int next = 0;
    for (int i = 0; i < runs->count; i++) {
        const DrawRun *run = &runs->items[i];
        assert_int_equal(run->first, next);
        assert_true(run->count > 0 && run->count % 3 == 0);
        next += run->count;
        for (int k = run->first; k < next && boxes; k++) {
            const DrawVertex *vertex = &list->vertices[list->indices[k]];
            assert_true(box_contains(run->box, vec2_make(vertex->x, vertex->y)));
        }
    }
    assert_int_equal(next, list->index_count);
}

static void a_frame_parts_text_from_shapes(void **state) {
    (void)state;
    DrawList list = {0};
    DrawRuns runs = {0};
    add_row(&list, 4, 0.0f, 1.0f, SOLID);
    add_row(&list, 2, 0.0f, 1.0f, THIN);
    for (int i = 12; i < list.vertex_count; i++) {
        list.vertices[i].u = 0.5f;
    }
    add_row(&list, 3, 0.0f, 1.0f, SOLID);
    draw_runs_of_frame(&runs, &list);
    assert_int_equal(runs.count, 3);
    assert_int_equal(runs.items[0].kind, DRAW_BLENDED);
    assert_int_equal(runs.items[1].kind, DRAW_TEXT);
    assert_int_equal(runs.items[2].kind, DRAW_BLENDED);
    check_runs(&runs, &list, false);
    draw_runs_destroy(&runs);
    draw_list_destroy(&list);
}

static void a_mesh_is_cut_into_pieces_that_a_view_can_leave_out(void **state) {
    (void)state;
    DrawList list = {0};
    DrawRuns runs = {0};
    add_row(&list, 1000, 0.0f, 1.0f, SOLID);
    draw_runs_of_mesh(&runs, &list);
    assert_in_range(runs.count, 20, 60);
    check_runs(&runs, &list, true);
    for (int i = 0; i < runs.count; i++) {
        assert_int_equal(runs.items[i].kind, DRAW_OPAQUE);
        assert_true(runs.items[i].box.high.x - runs.items[i].box.low.x <= 41.0f);
    }
    draw_runs_destroy(&runs);
    draw_list_destroy(&list);
}

static void long_opaque_rows_stand_apart_and_short_ones_do_not(void **state) {
    (void)state;
    DrawList list = {0};
    DrawRuns runs = {0};
    add_row(&list, 2, 0.0f, 0.1f, THIN);
    add_row(&list, 2, 0.0f, 0.1f, SOLID);
    add_row(&list, 2, 0.0f, 0.1f, THIN);
    add_row(&list, 50, 0.0f, 0.1f, SOLID);
    draw_runs_of_mesh(&runs, &list);
    assert_int_equal(runs.count, 2);
    assert_int_equal(runs.items[0].kind, DRAW_BLENDED);
    assert_int_equal(runs.items[0].count, 3 * 6);
    assert_int_equal(runs.items[1].kind, DRAW_OPAQUE);
    check_runs(&runs, &list, true);
    draw_list_clear(&list);
    draw_runs_of_mesh(&runs, &list);
    assert_int_equal(runs.count, 0);
    draw_runs_destroy(&runs);
    draw_list_destroy(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_parts_text_from_shapes),
        cmocka_unit_test(a_mesh_is_cut_into_pieces_that_a_view_can_leave_out),
        cmocka_unit_test(long_opaque_rows_stand_apart_and_short_ones_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
