/// Which tiles a view needs, and which of those that are kept give way.
#include "geometry/transform.h"
#include "render/tiles.h"

#include <math.h>
#include <stdlib.h>

#include "test.h"

static Tiles *make_tiles(void) {
    Tiles *tiles = calloc(1, sizeof *tiles);
    assert_non_null(tiles);
    tiles_clear(tiles);
    tiles->frame = 1;
    return tiles;
}

static void tiles_are_somewhat_finer_than_their_view(void **state) {
    (void)state;
    for (float scale = 0.5f; scale < 60.0f; scale *= 1.07f) {
        int level = tiles_level(scale);
        float finer = tiles_scale(level) / scale;
        assert_true(finer > 1.04f && finer < 1.5f);
        assert_true(tiles_suits(level, scale));
        assert_false(tiles_suits(level - 1, scale) && tiles_scale(level - 1) < scale);
        assert_false(tiles_suits(level + 3, scale));
    }
}

static void a_range_covers_its_box_wherever_its_edges_go(void **state) {
    (void)state;
    float scale = 14.0f;
    Box box = {{{-31.0f, -7.0f}}, {{12.0f, 40.0f}}};
    int level = tiles_level(scale);
    TileRange range = tiles_range(box, level, scale);
    float size = tiles_size(level), moved = 0.5f * (float)TILES_GRID / scale;
    assert_true((float)range.left * size <= box.low.x - moved);
    assert_true((float)range.low * size <= box.low.y - moved);
    assert_true((float)(range.right + 1) * size >= box.high.x + moved);
    assert_true((float)(range.high + 1) * size >= box.high.y + moved);
}

static void edges_go_to_the_grid_no_further_than_tiles_reach(void **state) {
    (void)state;
    for (float pixel = -300.0f; pixel < 300.0f; pixel += 3.7f) {
        float edge = tiles_edge(pixel, 1080.0f);
        assert_true(fabsf(fmodf(edge - 1080.0f, (float)TILES_GRID)) < 1e-3f);
        assert_true(fabsf(edge - pixel) <= 0.5f * (float)TILES_GRID);
    }
    // even where tiles are as fine as they may be; one more for the neighbour of the last point
    float finest = 1.0f;
    while (tiles_suits(0, finest)) {
        finest *= 0.99f;
    }
    assert_true(0.5f * (float)TILES_GRID / finest + 1.0f < (float)TILE_BORDER + 1.0f);
}

static void a_tile_is_found_until_others_need_its_slot(void **state) {
    (void)state;
    Tiles *tiles = make_tiles();
    assert_int_equal(tiles_find(tiles, (TileKey){0, 0, 0}), -1);
    for (int i = 0; i < TILES_MAX; i++) {
        assert_in_range(tiles_take(tiles, (TileKey){3, i, -i}), 0, TILES_MAX - 1);
    }
    assert_int_equal(tiles_take(tiles, (TileKey){3, -1, 0}), -1); // this frame needs them all
    tiles->frame++;
    for (int i = 0; i < TILES_MAX; i++) {
        int slot = tiles_find(tiles, (TileKey){3, i, -i});
        assert_true(slot >= 0);
        tiles->slots[slot].used = i == 5 ? 1 : tiles->frame;
    }
    assert_int_equal(tiles_find(tiles, (TileKey){4, 7, -7}), -1);
    assert_true(tiles_take(tiles, (TileKey){3, -1, 0}) >= 0);
    assert_int_equal(tiles_find(tiles, (TileKey){3, 5, -5}), -1); // the one not drawn for longest
    assert_true(tiles_find(tiles, (TileKey){3, -1, 0}) >= 0);
    tiles_clear(tiles);
    assert_int_equal(tiles_find(tiles, (TileKey){3, -1, 0}), -1);
    free(tiles);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_somewhat_finer_than_their_view),
        cmocka_unit_test(a_range_covers_its_box_wherever_its_edges_go),
        cmocka_unit_test(edges_go_to_the_grid_no_further_than_tiles_reach),
        cmocka_unit_test(a_tile_is_found_until_others_need_its_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
