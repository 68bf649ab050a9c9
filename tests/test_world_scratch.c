#include "base/random.h"
#include "dynamics/world_step.h"
#include "geometry/simd.h"
#include "geometry/trig.h"

#include <string.h>

#include "test.h"

// A world's cache holds the scratch of its step: as much as the fullest world needs, and hardly
// more.

enum {
    BLOCK_SIZE = 1 << 20,
    GUARD = 4096, ///< Bytes after the block that nobody may write.
    PIECES_MAX = 128,
    FILL = 0xA5,
};

static _Alignas(32) unsigned char world_block[BLOCK_SIZE], block[BLOCK_SIZE];

/// The bytes of the scratch that a step has written, from its start to the last.
static size_t written(size_t scratch, size_t size) {
    size_t end = size;
    while (end > scratch && block[end - 1] == FILL) {
        end--;
    }
    return end - scratch;
}

/// Bodies upon each other and upon small walls: more contacts than there is room for. Returns the
/// share of the scratch that the steps have used.
static double fill_world(int body_count) {
    static WallPiece pieces[PIECES_MAX];
    Random random = random_make(51, (uint64_t)body_count);
    Hull hull = hull_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    int piece_count = 0;
    for (int i = 0; i < 100; i++) {
        vec2s at = vec2_make(-2.2f + 0.48f * (float)(i % 10), -0.9f + 0.19f * (float)(i / 10));
        vec2s box[] = {at, vec2_make(at.x + 0.1f, at.y), vec2_make(at.x + 0.1f, at.y + 0.1f),
                       vec2_make(at.x, at.y + 0.1f)};
        piece_count += wall_pieces_of_polygon(box, 4, 0.5f, 0.2f, 0, pieces + piece_count,
                                              PIECES_MAX - piece_count);
    }
    Arena arena = {0};
    WallGrid walls = wall_grid_make(pieces, piece_count, &arena);
    size_t size = world_cache_size(body_count);
    assert_true(size + GUARD <= sizeof block && world_size(body_count) <= sizeof world_block);
    WorldState *world = world_make(world_block, body_count);
    WorldCache *cache = (WorldCache *)(void *)block;
    world_cache_clear(cache);
    world_cache_ready(cache, world);
    size_t scratch = (size_t)((unsigned char *)cache->scratch - block);
    for (int i = 0; i < body_count; i++) {
        Body *body = &world_bodies(world)[i];
        *body = (Body){.position = vec2_make(random_range(&random, -0.2f, 0.2f),
                                             random_range(&random, -0.2f, 0.2f)),
                       .inverse_mass = 1.0f / 1200.0f,
                       .inverse_inertia = 1.0f / 2349.0f};
        body_set_angle(body, random_range(&random, -0.2f, 0.2f));
    }
    memset(block + scratch, FILL, size + GUARD - scratch);
    uint16_t most = 0;
    for (int i = 0; i < 3; i++) {
        world_step(world, cache, &walls, &hull, 1.0f / 240.0f);
        most = world->contact_count > most ? world->contact_count : most;
    }
    assert_int_equal(most, world->contact_max);
    assert_true(world->dropped > 0);
    for (size_t i = size; i < size + GUARD; i++) {
        assert_int_equal(block[i], FILL);
    }
    double share = (double)written(scratch, size) / (double)(size - scratch);
    arena_destroy(&arena);
    return share;
}

/// Three bodies and fewer have each contact in a colour of its own, the most that a solve can take:
/// there the scratch is used to its end. What is solved in narrow lanes takes half of it.
static void a_full_world_uses_its_scratch_to_the_end_and_no_further(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 3, 5, 7, 8, 16, 31, 64, 100};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        double share = fill_world(counts[i]);
        print_message("%d bodies: %.3f of the scratch\n", counts[i], share);
        assert_true(share > 0.99 || counts[i] > 3 || !simd_has_avx2());
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_world_uses_its_scratch_to_the_end_and_no_further),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
