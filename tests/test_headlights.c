#include "base/random.h"
#include "render/headlights.h"
#include "render/race_picture.h"

#include "picture_rig.h"

enum {
    WALLS = 40
};

#define STEP 0.022f ///< rad, a bit more than between two rays.

static const uint32_t light = 0xFFF1C258u;

typedef struct Yard {
    WallPiece pieces[WALLS];
    WallGrid walls;
    Arena arena;
} Yard;

static Yard *yard_make(Random *random) {
    Yard *yard = calloc(1, sizeof *yard);
    assert_non_null(yard);
    for (int i = 0; i < WALLS; i++) {
        vec2s origin = vec2_make(random_range(random, -30, 30), random_range(random, -30, 30));
        float length = random_range(random, 1.0f, 9.0f), width = random_range(random, 1.0f, 3.0f);
        Rotation turn = rotation_make(random_range(random, -3, 3));
        vec2s points[4] = {vec2_make(-length, -width), vec2_make(length, -width),
                           vec2_make(length, width), vec2_make(-length, width)};
        for (int k = 0; k < 4; k++) {
            points[k] = rotation_apply(turn, glms_vec2_scale(points[k], 0.5f));
        }
        yard->pieces[i] = (WallPiece){.origin = origin, .wall = i};
        assert_true(shape_make(points, 4, 0.0f, &yard->pieces[i].shape));
        yard->pieces[i].bounds =
            shape_bounds(&yard->pieces[i].shape, wall_piece_at(&yard->pieces[i]));
    }
    yard->walls = wall_grid_make(yard->pieces, WALLS, &yard->arena);
    return yard;
}

static void yard_free(Yard *yard) {
    arena_destroy(&yard->arena);
    free(yard);
}

/// Of the directions within a ray's step of (angle), how many of nine meet a wall before `reach`.
static int blocked(const WallGrid *walls, Transform lamp, float angle, float reach) {
    int count = 0;
    for (int i = -4; i <= 4; i++) {
        TrigPair turn = trig_sincos(angle + 0.25f * STEP * (float)i);
        vec2s ray = rotation_apply(lamp.rotation, vec2_make(reach * turn.cos, reach * turn.sin));
        count += wall_grid_ray(walls, lamp.position, ray).hit;
    }
    return count;
}

static void light_ends_at_walls_and_is_whole_elsewhere(void **state) {
    (void)state;
    Random random = random_make(5, 7);
    const WallGrid nothing = {0};
    DrawList cut = {0}, whole = {0};
    int dark = 0, lit = 0;
    for (int round = 0; round < 200; round++) {
        Yard *yard = yard_make(&random);
        Transform lamp = {vec2_make(random_range(&random, -9, 9), random_range(&random, -9, 9)),
                          rotation_make(random_range(&random, -3, 3))};
        draw_list_clear(&cut);
        draw_list_clear(&whole);
        headlights_draw(&cut, &yard->walls, lamp, light);
        headlights_draw(&whole, &nothing, lamp, light);
        assert_list_sound(&cut);
        for (int i = 0; i < 40; i++) {
            float angle = random_range(&random, -0.3f, 0.3f);
            float reach = random_range(&random, 1.0f, 20.0f);
            TrigPair turn = trig_sincos(angle);
            vec2s at = transform_apply(lamp, vec2_make(reach * turn.cos, reach * turn.sin));
            int closed = blocked(&yard->walls, lamp, angle, reach - 0.3f);
            int open = 9 - blocked(&yard->walls, lamp, angle, reach + 0.3f);
            float seen = rgb_at(&cut, at.x, at.y, 0x000000FFu).r;
            if (closed == 9) {
                assert_true(seen < 0.5f);
                dark++;
            } else if (open == 9) {
                assert_near(seen, rgb_at(&whole, at.x, at.y, 0x000000FFu).r, 3.0);
                lit++;
            }
        }
        yard_free(yard);
    }
    assert_true(dark > 1000 && lit > 1000); // both were met
    draw_list_destroy(&cut);
    draw_list_destroy(&whole);
}

static void the_headlights_of_a_car_do_not_shine_through_a_wall(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Arena arena = {0};
    DrawList list = {0};
    CarLook look = race_picture_look(0);
    const vec2s across[2] = {{{12.0f, -20.0f}}, {{12.0f, 20.0f}}};
    WallPiece pieces[4];
    int count = wall_pieces_of_line(across, 2, false, 0.5f, 0, 0.6f, 0.1f, 0, pieces, 4);
    rig->data.walls = wall_grid_make(pieces, count, &arena);
    list.feather = 0.05f;
    RacePicture cars = {.before = rig->race,
                        .now = rig->race,
                        .alpha = 1.0f,
                        .looks = &look,
                        .seen = rig_everywhere(),
                        .night = true};
    race_picture_cars(&list, NULL, &cars);
    assert_true(rgb_at(&list, 11.0f, 0.1f, 0x000000FFu).r > 20.0f);
    assert_near(rgb_at(&list, 13.0f, 0.1f, 0x000000FFu).r, 0.0, 0.1);
    // The nose pressed to the wall: none gets past it.
    const CarParams *params = &race_racers(rig->race)[0].model.params;
    rig_bodies(rig)[0].position.x = 11.78f - params->body_offset - 0.5f * params->length;
    draw_list_clear(&list);
    race_picture_cars(&list, NULL, &cars);
    assert_near(rgb_at(&list, 13.0f, 0.1f, 0x000000FFu).r, 0.0, 0.1);
    arena_destroy(&arena);
    draw_list_destroy(&list);
    rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_ends_at_walls_and_is_whole_elsewhere),
        cmocka_unit_test(the_headlights_of_a_car_do_not_shine_through_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
