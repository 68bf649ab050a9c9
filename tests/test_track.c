#include "base/random.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/gates.h"
#include "track/slot.h"
#include "track_check/track_check.h"

#include <math.h>
#include <time.h>

#include "track_text.h"

static float distance_of(vec2s a, vec2s b) { return glms_vec2_norm(glms_vec2_sub(b, a)); }

static const RibbonSample *sample_near(const Ribbon *ribbon, float x, float y) {
    return &ribbon->samples[ribbon_locate(ribbon, vec2_make(x, y), -1).sample];
}

// ---- the smallest track ---------------------------------------------------------------------

static void seven_lines_are_a_track(void **state) {
    (void)state;
    Track track = track_of(TRACK_OVAL);
    assert_string_equal(track.name, "Test");
    assert_int_equal(track.laps, 3);
    assert_int_equal(track.ribbon_count, 1);
    assert_string_equal(track.ribbons[0].id, "main");
    // Sides of 140 and 70 m less 28 m at each corner, and one whole circle.
    assert_near(track.ribbons[0].length, 2 * (84 + 14) + 2 * 3.14159265 * 28, 0.3);
    assert_int_equal(track.gate_count, 5 + 1);
    const TrackGate *finish = &track.gates[5];
    assert_near(gate_middle(finish).x, 0, 0.7);
    assert_near(gate_middle(finish).y, -35, 1e-3);
    assert_near(gate_forward(finish).x, 1, 1e-5);
    assert_near(distance_of(finish->left, finish->right), 14 + 2 * 3 + 1, 1e-3);
    assert_int_equal(track.grid_size, 8);
    assert_int_equal(track.slot_count, 32);
    assert_true(track.bounds.low.x < -100 && track.bounds.high.y > 70);
    track_destroy(&track);
}

static void samples_keep_to_the_curve(void **state) {
    (void)state;
    Track track = track_of(TRACK_OVAL);
    const Ribbon *ribbon = &track.ribbons[0];
    for (int i = 0; i < ribbon->count; i++) {
        vec2s a = ribbon->samples[i].point;
        vec2s b = ribbon->samples[(i + 1) % ribbon->count].point;
        assert_true(distance_of(a, b) <= 6.001f);
        // The oval is all points 28 m from the box of its arcs' centres.
        vec2s middle = glms_vec2_scale(glms_vec2_add(a, b), 0.5f);
        float dx = fmaxf(fabsf(middle.x) - 42, 0);
        float dy = fmaxf(fabsf(middle.y) - 7, 0);
        assert_near(sqrtf(dx * dx + dy * dy), 28, 0.05);
        assert_near(glms_vec2_norm(ribbon->samples[i].tangent), 1, 1e-5);
    }
    track_destroy(&track);
}

static void curvature_is_that_of_the_arcs(void **state) {
    (void)state;
    Track track = track_of(TRACK_OVAL);
    const Ribbon *ribbon = &track.ribbons[0];
    assert_near(sample_near(ribbon, 0, -35)->curvature, 0, 1e-5);
    float slant = 28 * sqrtf(0.5f);
    assert_near(sample_near(ribbon, 42 + slant, 7 + slant)->curvature, 1.0 / 28, 2e-4);
    for (int i = 0; i < ribbon->count; i++) {
        assert_true(ribbon->samples[i].curvature > -1e-4f);
        assert_true(ribbon->samples[i].curvature < 1.01f / 28);
    }
    track_destroy(&track);
}

// ---- widths and sides -----------------------------------------------------------------------

static void widths_run_from_point_to_point(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_HEAD "ribbons:\n  - curve: sharp\n    width: 10\n    kerbs: none\n    points:\n"
                   "      - [-100, -50]\n      - {at: [100, -50], left: 4, right: 9}\n"
                   "      - {at: [100, 50], width: 20}\n      - [-100, 50]\n");
    const Ribbon *ribbon = &track.ribbons[0];
    RibbonPlace middle = ribbon_locate(ribbon, vec2_make(0, -50), -1);
    assert_near(ribbon_half_width(ribbon, middle, 0), 4.5, 0.01);
    assert_near(ribbon_half_width(ribbon, middle, 1), 7, 0.01);
    RibbonPlace side = ribbon_locate(ribbon, vec2_make(100, 0), -1);
    assert_near(ribbon_half_width(ribbon, side, 0), 7, 0.01);
    assert_near(ribbon_half_width(ribbon, side, 1), 9.5, 0.01);
    for (int i = 0; i < ribbon->count; i++) {
        assert_true(ribbon->samples[i].kerb[0] <= 0 && ribbon->samples[i].kerb[1] <= 0);
    }
    track_destroy(&track);
}

static void sections_and_sides_override(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_HEAD
        "ribbons:\n  - curve: round\n    radius: 28\n    width: 12\n"
        "    shoulder: {surface: dirt, width: 5}\n    left: {wall: {material: wood, thickness: 1}}\n"
        "    points: [{at: [-90, -45], name: a}, {at: [90, -45], name: b}, {at: [90, 45], name: c},"
        " [-90, 45]]\n    sections:\n"
        "      - {from: b, to: c, surface: wet, right: {shoulder: {surface: gravel, width: 12}}}\n"
        "      - {from: c, to: a, wall: none}\n");
    const Ribbon *ribbon = &track.ribbons[0];
    const RibbonSample *bottom = sample_near(ribbon, 0, -45);
    assert_int_equal(bottom->surface, SURFACE_ASPHALT);
    assert_int_equal(bottom->side[0].shoulder_surface, SURFACE_DIRT);
    assert_int_equal(bottom->side[0].wall_material, MATERIAL_WOOD);
    assert_int_equal(bottom->side[1].wall_material, MATERIAL_STEEL);
    assert_near(bottom->side[0].wall_thickness, 1, 1e-6);
    const RibbonSample *right = sample_near(ribbon, 90, 0);
    assert_int_equal(right->surface, SURFACE_WET);
    assert_int_equal(right->side[1].shoulder_surface, SURFACE_GRAVEL);
    assert_near(right->shoulder[1], 12, 0.01);
    assert_near(right->shoulder[0], 5, 0.01);
    assert_int_equal(right->side[0].shoulder_surface, SURFACE_DIRT);
    assert_true(right->side[1].wall);
    assert_false(sample_near(ribbon, 0, 45)->side[0].wall);
    assert_false(sample_near(ribbon, 0, 45)->side[1].wall);
    // The gravel widens no faster than 1 in 2, so that no wall stands across the way.
    for (int i = 0; i + 1 < ribbon->count; i++) {
        const RibbonSample *a = &ribbon->samples[i];
        const RibbonSample *b = &ribbon->samples[i + 1];
        assert_true(fabsf(b->side[1].shoulder_width - a->side[1].shoulder_width) <=
                    0.5f * (b->s - a->s) + 1e-4f);
    }
    track_destroy(&track);
}

static void a_section_of_one_point_is_its_corner(void **state) {
    (void)state;
    Track track =
        track_of(TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 28\n    points: [[-90, -45], "
                            "[90, -45], {at: [90, 45], name: c}, [-90, 45]]\n"
                            "    sections: [{from: c, to: c, surface: wet}]\n");
    const Ribbon *ribbon = &track.ribbons[0];
    assert_int_equal(sample_near(ribbon, 85, 40)->surface, SURFACE_WET);
    assert_int_equal(sample_near(ribbon, 20, 45)->surface, SURFACE_WET);
    assert_int_equal(sample_near(ribbon, -20, 45)->surface, SURFACE_ASPHALT);
    assert_int_equal(sample_near(ribbon, 90, -10)->surface, SURFACE_ASPHALT);
    assert_int_equal(sample_near(ribbon, -90, 0)->surface, SURFACE_ASPHALT);
    track_destroy(&track);
}

static void kerbs_stand_inside_bends_and_at_their_exits(void **state) {
    (void)state;
    Track track = track_of(TRACK_OVAL); // bends to the left
    const Ribbon *ribbon = &track.ribbons[0];
    float slant = 28 * sqrtf(0.5f);
    const RibbonSample *bend = sample_near(ribbon, 42 + slant, -7 - slant);
    assert_near(bend->kerb[0], 1, 1e-6);
    assert_near(bend->kerb[1], 0, 1e-6);
    const RibbonSample *straight = sample_near(ribbon, 0, -35);
    assert_near(straight->kerb[0], 0, 1e-6);
    assert_near(straight->kerb[1], 0, 1e-6);
    const RibbonSample *exit = sample_near(ribbon, 35, 35); // behind the bend, driving west
    assert_near(exit->kerb[1], 1, 1e-6);
    track_destroy(&track);
}

// ---- walls ----------------------------------------------------------------------------------

/// Whether anything of radius `radius` can get from the grid to the bounds: a flood fill over a
/// half-metre grid, stopped by walls alone.
static bool leaks(const Track *track, float radius) {
    Arena arena = {0};
    WallGrid walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &arena);
    vec2s size = glms_vec2_sub(track->bounds.high, track->bounds.low);
    int columns = (int)(2 * size.x);
    int rows = (int)(2 * size.y);
    char *seen = arena_array(&arena, (size_t)columns * (size_t)rows, 1);
    int *stack = arena_array(&arena, 4 * (size_t)columns * (size_t)rows + 4, sizeof *stack);
    vec2s start = glms_vec2_sub(track->slots[0].position, track->bounds.low);
    int depth = 0;
    bool leaked = false;
    stack[depth++] = (int)(2 * start.y) * columns + (int)(2 * start.x);
    while (depth > 0 && !leaked) {
        int cell = stack[--depth];
        int x = cell % columns;
        int y = cell / columns;
        leaked = x == 0 || y == 0 || x == columns - 1 || y == rows - 1;
        vec2s at = vec2_make(track->bounds.low.x + 0.5f * ((float)x + 0.5f),
                             track->bounds.low.y + 0.5f * ((float)y + 0.5f));
        if (seen[cell] || leaked || wall_grid_clearance(&walls, at, 2 * radius) < radius) {
            continue;
        }
        seen[cell] = 1;
        const int steps[4] = {1, -1, columns, -columns};
        for (int k = 0; k < 4; k++) {
            if (!seen[cell + steps[k]]) {
                stack[depth++] = cell + steps[k];
            }
        }
    }
    arena_destroy(&arena);
    return leaked;
}

static void walls_close_every_road(void **state) {
    (void)state;
    // 30 cm: nothing thinner than a car's bumper gets through any seam.
    const char *texts[] = {TRACK_OVAL, TRACK_EIGHT, TRACK_HAIRPIN, TRACK_BRANCH};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Track track = track_of(texts[i]);
        bool leaked = leaks(&track, 0.3f);
        if (leaked) {
            print_error("the walls of track %zu have a gap\n", i);
        }
        assert_false(leaked);
        track_destroy(&track);
    }
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        Track track = track_of_file(shipped_tracks[i]);
        assert_false(leaks(&track, 0.3f));
        track_destroy(&track);
    }
}

static void the_test_for_leaks_finds_one(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n    points: "
                   "[[-70, -35], {at: [70, -35], name: a}, {at: [70, 35], name: b}, [-70, 35]]\n"
                   "    sections: [{from: a, to: b, right: {wall: none}}]\n");
    assert_true(leaks(&track, 0.3f));
    track_destroy(&track);
}

/// No wall that was generated stands on any road: its clearance on the road is that to its edge.
static void no_generated_wall_stands_on_a_road(void **state) {
    (void)state;
    const char *texts[] = {TRACK_EIGHT, TRACK_HAIRPIN, TRACK_BRANCH};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Track track = track_of(texts[i]);
        Arena arena = {0};
        WallGrid walls = wall_grid_make(track.wall_pieces, track.wall_piece_count, &arena);
        Random random = random_make(11, i);
        for (int k = 0; k < 4000; k++) {
            const Ribbon *ribbon =
                &track.ribbons[random_u32(&random) % (uint32_t)track.ribbon_count];
            RibbonPlace place = ribbon_at(ribbon, random_range(&random, 0, ribbon->length));
            place.offset = random_range(&random, -ribbon_half_width(ribbon, place, 1),
                                        ribbon_half_width(ribbon, place, 0));
            assert_true(wall_grid_clearance(&walls, ribbon_point(ribbon, place), 5.0f) > 0.5f);
        }
        arena_destroy(&arena);
        track_destroy(&track);
    }
}

static void quads_that_are_drawn_are_those_that_collide(void **state) {
    (void)state;
    Track track = track_of_file("kiln-road");
    int quads = 0;
    for (int i = 0; i < track.wall_count; i++) {
        const TrackWall *wall = &track.walls[i];
        for (int k = 0; wall->quads && k < wall->count; k += 4) {
            quads++;
            vec2s middle =
                glms_vec2_scale(glms_vec2_add(wall->points[k], wall->points[k + 2]), 0.5f);
            bool inside = false;
            for (int p = 0; p < track.wall_piece_count && !inside; p++) {
                const WallPiece *piece = &track.wall_pieces[p];
                inside = piece->wall == i &&
                         shape_contains(&piece->shape, glms_vec2_sub(middle, piece->origin));
            }
            assert_true(inside);
        }
    }
    assert_true(quads > 100);
    track_destroy(&track);
}

// ---- gates and grid -------------------------------------------------------------------------

static void automatic_gates_are_even_and_mark_sectors(void **state) {
    (void)state;
    Track track = track_of_file("kiln-road");
    const Ribbon *ribbon = &track.ribbons[0];
    int count = track.gate_count - 1;
    assert_int_equal(count, (int)(ribbon->length / 80 + 0.5f));
    float finish = track.gates[count].s;
    int sectors = 0;
    for (int i = 0; i < count; i++) {
        float s = track.gates[i].s - finish;
        s += s < 0 ? ribbon->length : 0;
        assert_near(s, ribbon->length * (float)(i + 1) / (float)(count + 1), 0.5);
        if (track.gates[i].sector) {
            sectors++;
            assert_near(s, ribbon->length * (float)sectors / 3, ribbon->length / 20);
        }
        vec2s tangent = ribbon_tangent(ribbon, ribbon_at(ribbon, track.gates[i].s));
        assert_near(glms_vec2_dot(gate_forward(&track.gates[i]), tangent), 1, 1e-3);
        assert_near(track.gates[i].respawn_angle, trig_atan2(tangent.y, tangent.x), 1e-4);
        assert_near(ribbon_locate(ribbon, track.gates[i].respawn, -1).offset, 0, 1e-2);
    }
    assert_int_equal(sectors, 2);
    track_destroy(&track);
}

static void gates_stand_where_the_file_says(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_HEAD
        "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n    points: [[-70, -35],"
        " [70, -35], {at: [70, 35], name: top}, [-70, 35]]\n"
        "finish: {left: [0, -24], right: [0, -46], name: Line}\n"
        "gates:\n  - {on: main, s: 110, span: 30}\n  - {on: main, point: top, sector: true,"
        " respawn: [60, 25, 90]}\n");
    assert_int_equal(track.gate_count, 3);
    assert_near(track.gates[0].s, 110, 1e-3);
    assert_near(distance_of(track.gates[0].left, track.gates[0].right), 30, 1e-3);
    assert_true(track.gates[1].sector);
    assert_near(track.gates[1].respawn.x, 60, 1e-6);
    assert_near(track.gates[1].respawn_angle, 3.14159265 / 2, 1e-5);
    float slant = 28 * sqrtf(0.5f);
    assert_true(distance_of(gate_middle(&track.gates[1]), vec2_make(42 + slant, 7 + slant)) < 1);
    assert_string_equal(track.gates[2].name, "Line");
    assert_near(track.gates[2].s, ribbon_locate(&track.ribbons[0], vec2_make(0, -35), -1).s, 0.1);
    track_destroy(&track);
}

static void the_grid_goes_backward_along_the_road(void **state) {
    (void)state;
    Track track = track_of(TRACK_OVAL "grid: {slots: 6, columns: 2, gap: 9, stagger: 3,"
                                      " behind: 10}\n");
    const Ribbon *ribbon = &track.ribbons[0];
    float finish = track.gates[track.gate_count - 1].s;
    assert_int_equal(track.grid_size, 6);
    assert_int_equal(track.slot_count, 32);
    for (int i = 0; i < track.slot_count; i++) {
        RibbonPlace place = ribbon_locate(ribbon, track.slots[i].position, -1);
        float back = finish - place.s;
        back += back < 0 ? ribbon->length : 0;
        assert_near(back, 10 + 9 * (i / 2) + 3 * (i % 2), 0.3);
        assert_near(fabsf(place.offset), 2.5, 0.1);
        vec2s tangent = ribbon_tangent(ribbon, place);
        TrigPair heading = trig_sincos(track.slots[i].angle);
        assert_true(tangent.x * heading.cos + tangent.y * heading.sin > 0.99f);
        for (int j = 0; j < i; j++) {
            assert_false(slots_overlap(&track.slots[i], &track.slots[j]));
        }
    }
    track_destroy(&track);
}

static void an_open_road_is_a_sprint(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_HEAD "ribbons:\n  - {closed: false, points: [[0, 0], [150, 0], [300, 80]]}\n");
    assert_int_equal(track.laps, 1);
    const Ribbon *ribbon = &track.ribbons[0];
    assert_near(track.gates[track.gate_count - 1].s, ribbon->length - 12, 0.1);
    assert_int_equal(track.grid_size, 8);
    assert_true(track.slot_count >= 8);
    for (int i = 0; i < track.slot_count; i++) {
        assert_true(ribbon_locate(ribbon, track.slots[i].position, -1).s < track.gates[0].s);
    }
    for (int i = 0; i + 1 < track.gate_count; i++) {
        assert_true(track.gates[i].s < track.gates[i + 1].s);
    }
    track_destroy(&track);
}

static void shipped_tracks_have_room_to_start_and_to_race(void **state) {
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        Track track = track_of_file(shipped_tracks[i]);
        assert_true(track.grid_size >= 12);
        int wall = 0;
        for (int k = 0; k < track.slot_count; k++) {
            assert_near(slot_depth(&track, &track.slots[k], &wall), 0, 1e-6);
            assert_true(box_contains(track.bounds, track.slots[k].position));
        }
        track_destroy(&track);
    }
}

static void a_car_parks_in_the_dock(void **state) {
    (void)state;
    Track track = track_of_file("frost-depot");
    TrackSlot parked = {.position = vec2_make(-44.2f, 31)};
    TrackSlot outside = {.position = vec2_make(-44.2f, 29)};
    int wall = 0;
    assert_near(slot_depth(&track, &parked, &wall), 0, 1e-6);
    assert_true(slot_depth(&track, &outside, &wall) > 0.1f);
    assert_string_equal(track.walls[wall].id, "dock");
    track_destroy(&track);
}

// ---- places along a ribbon ------------------------------------------------------------------

static void a_place_is_found_again(void **state) {
    (void)state;
    Track track = track_of_file("kiln-road");
    const Ribbon *ribbon = &track.ribbons[0];
    Random random = random_make(3, 1);
    for (int i = 0; i < 3000; i++) {
        RibbonPlace place = ribbon_at(ribbon, random_range(&random, 0, ribbon->length));
        // Near a sample normals turn: only on the line itself the way back is exact.
        place.offset = random_range(&random, -5, 5);
        vec2s point = ribbon_point(ribbon, place);
        RibbonPlace found = ribbon_locate(ribbon, point, -1);
        float gap = fabsf(found.s - place.s);
        gap = fminf(gap, ribbon->length - gap);
        assert_true(gap < 0.6f);
        assert_near(found.offset, place.offset, 0.05);
        RibbonPlace hinted = ribbon_locate(ribbon, point, (place.sample + 3) % ribbon->count);
        assert_near(hinted.s, found.s, 1e-4);
    }
    track_destroy(&track);
}

static void a_hint_stays_on_its_own_branch_of_a_crossing(void **state) {
    (void)state;
    Track track = track_of(TRACK_EIGHT);
    const Ribbon *ribbon = &track.ribbons[0];
    RibbonPlace place = ribbon_at(ribbon, 0);
    float s = 0;
    for (float way = 0; way < ribbon->length; way += 0.15f) {
        RibbonPlace true_place = ribbon_at(ribbon, way);
        true_place.offset = 3;
        place = ribbon_locate(ribbon, ribbon_point(ribbon, true_place), place.sample);
        assert_true(fabsf(place.s - s) < 1.0f || fabsf(place.s - s) > ribbon->length - 1.0f);
        s = place.s;
    }
    track_destroy(&track);
}

// ---- the hash -------------------------------------------------------------------------------

static bool same_hash(const char *a, const char *b) {
    Track first = track_of(a);
    Track second = track_of(b);
    bool same = first.hash.high == second.hash.high && first.hash.low == second.hash.low;
    assert_true(first.hash.high != 0 && first.hash.low != 0);
    track_destroy(&first);
    track_destroy(&second);
    return same;
}

#define TRACK_WALLED TRACK_OVAL "walls: [{id: a, rect: {center: [0, 0], size: [4, 4]}}]\n"

static void the_hash_is_of_numbers_not_of_text(void **state) {
    (void)state;
    assert_true(same_hash(TRACK_WALLED, TRACK_WALLED "# a comment\nlaps: 9\ntheme: night\n"));
    assert_true(same_hash(TRACK_WALLED,
                          TRACK_OVAL "scenery: [{tree: [3, 3]}]\nwalls:\n"
                                     "  - id: hut\n    color: '#FF0000'\n    height: 9\n"
                                     "    rect: {center: [0.0, 0.00], size: [4.0, 4]}\n"));
    assert_false(same_hash(TRACK_WALLED, TRACK_OVAL
                           "walls: [{id: a, rect: {center: [0.01, 0], size: [4, 4]}}]\n"));
    assert_false(same_hash(TRACK_WALLED, TRACK_WALLED "surfaces: {asphalt: {grip: 0.99}}\n"));
#define LINE(key, x) TRACK_WALLED "lines: [{" key "points: [[0, 0], [9, 0], [" x "]]}]\n"
    assert_false(same_hash(TRACK_WALLED, LINE("", "9, 9"))); // rivals follow it
    assert_false(same_hash(LINE("", "9, 9"), LINE("", "9, 9, 50")));
    assert_true(same_hash(TRACK_WALLED, LINE("closed: false, ", "9, 9")));
    assert_true(same_hash(LINE("", "9, 9"), LINE("name: A, ", "9, 9")));
    assert_false(same_hash(TRACK_WALLED, TRACK_WALLED "materials: {steel: {friction: 0.36}}\n"));
    assert_false(same_hash(TRACK_WALLED, TRACK_WALLED "finish: {on: main, s: 70}\n"));
    assert_false(same_hash(TRACK_WALLED, TRACK_WALLED "ground: dirt\n"));
    assert_false(same_hash(TRACK_OVAL, TRACK_EIGHT));
}

// ---- what else a file may say ---------------------------------------------------------------

static void own_surfaces_and_materials_are_read(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_OVAL
        "surfaces:\n  slush: {grip: 0.42, rolling: 0.05, viscous: 0.08, color: '#B9C4CE'}\n"
        "  grass: {grip: 0.3}\nmaterials:\n  foam: {restitution: 0.9, friction: 0.1}\n"
        "zones: [{surface: slush, circle: {center: [0, 0], radius: 5}, color: 102030}]\n"
        "walls: [{material: foam, restitution: 0.5, polyline: [[-5, 0], [5, 0]]}]\n");
    const Surface *slush = &track.surfaces[track.zones[0].surface];
    assert_string_equal(slush->name, "slush");
    assert_near(slush->grip, 0.42, 1e-6);
    assert_int_equal(slush->color, 0xB9C4CEFF);
    assert_true(slush->peak_scale > 1.0f && slush->peak_scale < 2.0f);
    assert_near(track.surfaces[SURFACE_GRASS].grip, 0.3, 1e-6);
    assert_near(track.surfaces[SURFACE_GRASS].rolling, 0.07, 1e-6);
    assert_int_equal(track.zones[0].color, 0x102030FF);
    assert_string_equal(track.materials[track.walls[0].material].name, "foam");
    assert_near(track.wall_pieces[0].restitution, 0.5, 1e-6);
    assert_near(track.wall_pieces[0].friction, 0.1, 1e-6);
    track_destroy(&track);
}

static void all_shapes_become_walls(void **state) {
    (void)state;
    Track track = track_of(
        TRACK_OVAL
        "walls:\n  - {id: a, polygon: [[-9, -9], [-5, -9], [-5, -5], [-9, -5], [-9, -9]]}\n"
        "  - {id: b, rect: {center: [0, 0], size: [4, 2], angle: 90}}\n"
        "  - {id: c, circle: {center: [20, 0], radius: 3}}\n"
        "  - {id: d, polyline: [[-30, 0], [-20, 0], [-20, 8]], thickness: 1}\n"
        "  - {id: e, arc: {center: [30, 0], radius: 5, from: 0, to: 180}}\n"
        "x-note: {anything: [1, 2]}\n");
    const vec2s inside[] = {{{-7, -7}}, {{0, 1.9f}}, {{20, 2.9f}}, {{-25, 0.45f}}, {{30, 5}}};
    const vec2s outside[] = {{{-4.9f, -7}}, {{1.9f, 0}}, {{20, 3.05f}}, {{-25, 0.55f}}, {{30, -5}}};
    Arena arena = {0};
    WallGrid walls = wall_grid_make(track.wall_pieces, track.wall_piece_count, &arena);
    for (int i = 0; i < 5; i++) {
        assert_near(wall_grid_clearance(&walls, inside[i], 1), 0, 1e-6);
        assert_true(wall_grid_clearance(&walls, outside[i], 1) > 0.01f);
    }
    assert_int_equal(track.walls[0].count, 4); // the closing point is not repeated
    assert_near(track.walls[2].circle_radius, 3, 1e-6);
    arena_destroy(&arena);
    track_destroy(&track);
}

static void lines_medals_light_and_scenery_are_read(void **state) {
    (void)state;
    Track track =
        track_of(TRACK_OVAL "light: {time: night, sun: 90, elevation: 30}\nmedals: {gold: 20.5}\n"
                            "lines: [{name: fast, points: [[0, -35], [50, 0, 72], [-50, 0]]}]\n"
                            "scenery:\n  - {text: \"GO\", at: [1, 2], size: 6, angle: 90}\n"
                            "  - {polygon: [[0, 0], [4, 0], [4, 4]], height: 3, roof: true}\n"
                            "  - {polyline: [[0, 0], [9, 0]], width: 1, dash: 2}\n"
                            "  - {arrow: [5, 5], angle: 180}\n");
    assert_int_equal(track.light, 2);
    assert_near(track.sun, 3.14159265 / 2, 1e-5);
    assert_near(track.sun_elevation, 3.14159265 / 6, 1e-5);
    assert_near(track.medals[1], 20.5, 1e-6);
    assert_int_equal(track.line_count, 1);
    assert_near(track.lines[0].speeds[1], 20, 1e-4);
    assert_int_equal(track.scenery_count, 4);
    assert_int_equal(track.scenery[0].kind, SCENERY_TEXT);
    assert_string_equal(track.scenery[0].text, "GO");
    assert_true(track.scenery[1].roof && track.scenery[1].count == 3);
    assert_int_equal(track.scenery[2].kind, SCENERY_LINE);
    assert_near(track.scenery[3].angle, 3.14159265, 1e-5);
    track_destroy(&track);
}

/// The two larger examples of the format's description, less what is not built yet.
static void the_examples_load(void **state) {
    (void)state;
    Track mill = track_of(
        "format: track/1\nname: Mill Lane\nauthor: A. Designer\nlaps: 4\ntheme: meadow\n"
        "ground: grass\nribbons:\n  - id: main\n    curve: round\n    radius: 20\n    width: 11\n"
        "    shoulder: {surface: grass, width: 4}\n    wall: {material: steel}\n    points:\n"
        "      - {at: [-90, -40], r: 24}\n      - {at: [60, -40], r: 30, name: t1}\n"
        "      - {at: [95, 35], r: 18, name: hairpin, width: 13}\n      - [35, 20]\n"
        "      - {at: [10, 62], r: 16}\n      - {at: [-95, 55], r: 26, name: t5}\n    sections:\n"
        "      - {from: t1, to: hairpin, right: {shoulder: {surface: gravel, width: 9},"
        " wall: {material: tyres}}}\n      - {from: hairpin, to: t5, left: {wall: none}}\n"
        "finish: {on: main, s: 75}\ngates:\n  - {on: main, point: t1}\n"
        "  - {on: main, point: hairpin, sector: true}\n  - {on: main, point: t5, sector: true}\n"
        "grid: {slots: 8, columns: 2}\nzones:\n  - surface: water\n"
        "    polygon: [[-40, -8], [-8, -14], [4, 4], [-20, 22], [-44, 12]]\nwalls:\n"
        "  - {material: rock, height: 3, polygon: [[-60, -2], [-50, -8], [-46, 2], [-55, 8]]}\n"
        "scenery:\n  - {tree: [-75, 15], radius: 4}\n"
        "  - {text: \"MILL LANE\", at: [-20, -62], size: 6, color: \"#F4F1E8\"}\n");
    assert_near(mill.ribbons[0].length, 478, 3);
    assert_int_equal(mill.gate_count, 4);
    track_destroy(&mill);
    Track yard = track_of(
        "format: track/1\nname: Cold Yard\ntheme: snow\nground: snow\nsurfaces:\n"
        "  slush: {grip: 0.42, rolling: 0.05, viscous: 0.08, color: \"#B9C4CE\","
        " dust: \"#DDE5EA\"}\nwalls:\n  - id: fence\n    material: wood\n"
        "    polyline: [[-60, -40], [60, -40], [60, 40], [-60, 40]]\n    closed: true\n"
        "    thickness: 0.4\n"
        "  - {id: barn, material: concrete, height: 5, polygon: [[-28, -12], [28, -12], [28, 12],"
        " [-28, 12]]}\nzones:\n"
        "  - {surface: slush, polygon: [[30, -30], [50, -30], [50, 30], [34, 20]]}\n"
        "  - {surface: ice, circle: {center: [-45, 0], radius: 9}}\n"
        "finish: {left: [0, -13], right: [0, -39]}\ngates:\n  - {left: [29, 0], right: [59, 0]}\n"
        "  - {left: [0, 13], right: [0, 39], sector: true}\n"
        "  - {left: [-29, 0], right: [-59, 0]}\ngrid:\n  slots:\n    - [-6, -20, 0]\n"
        "    - [-10, -24, 0]\n    - [-14, -20, 0]\n    - [-18, -24, 0]\n");
    assert_int_equal(yard.slot_count, 4);
    assert_true(yard.grid_explicit);
    assert_false(leaks(&yard, 0.3f));
    track_destroy(&yard);
}

// ---- mistakes -------------------------------------------------------------------------------

static MessageList *messages_of(const char *text, size_t size) {
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Track track;
    bool good = track_read(text, size, "test.track.yaml", true, &track, messages);
    assert_int_equal(good, messages->error_count == 0);
    if (good) {
        track_check(&track, messages);
    }
    track_destroy(&track);
    return messages;
}

static void arcs_without_room_name_the_key_that_is_written(void **state) {
    (void)state;
    MessageList messages = {0};
    Track track;
    const char *text = TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 36\n"
                                  "    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]\n";
    assert_false(track_read(text, strlen(text), "test.track.yaml", false, &track, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E402);
    assert_string_equal(messages.items[0].help,
                        "lower radius, or give corner 1 an r of 34.0 or less");
    messages = (MessageList){0};
    text = TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 34\n"
                      "    points: [[-70, -35], [70, -35], {at: [70, 35], r: 37}, [-70, 35]]\n";
    assert_false(track_read(text, strlen(text), "test.track.yaml", false, &track, &messages));
    assert_string_equal(messages.items[0].help, "lower r of corner 3 to 36.0 or less");
}

static void a_gate_short_of_a_wall_is_helped_by_what_the_file_has(void **state) {
    (void)state;
    static const char yard[] =
        TRACK_HEAD "walls:\n  - {closed: true, polyline: [[-50, -30], [50, -30], [50, 30], "
                   "[-50, 30]]}\n  - {polygon: [[-20, -8], [20, -8], [20, 8], [-20, 8]]}\n"
                   "finish: {left: [0, -12.4], right: [0, -29]}\ngrid: {slots: [[-6, -15, 0]]}\n";
    static const char road[] = TRACK_OVAL "finish: {left: [0, -33], right: [0, -46]}\n";
    MessageList *messages = messages_of(yard, strlen(yard));
    assert_int_equal(messages->items[0].code, MESSAGE_E502);
    assert_string_equal(messages->items[0].help, "move that end out to the wall");
    free(messages);
    messages = messages_of(road, strlen(road));
    assert_int_equal(messages->items[0].code, MESSAGE_E502);
    assert_string_equal(messages->items[0].help,
                        "move that end out to the wall, or lay it with `on` and `s`");
    free(messages);
}

static void what_is_written_too_short_is_answered_with_the_right_form(void **state) {
    (void)state;
    static const struct {
        const char *text, *code, *help;
    } cases[] = {
        {"light: night\n", "E203", "write `light: {time: night}`"},
        {"light: evening\n", "E203", "write `light: {time: dusk}`"},
        {"light: ay\n", "E203", "write `light: {time: dusk}`"},
        {"walls: [{circle: [0, \"\\e\", 5]}]\n", "E203",
         "such as `circle: {center: [0, 0], radius: 5}`"},
        {"finish: {point: start}\n", "E202", "add `on: main`"},
        {"gates: [{s: 40}]\n", "E202", "add `on: main`"},
        {"walls: [{circle: [0, -1.5, 5]}]\n", "E203",
         "write `circle: {center: [0, -1.5], radius: 5}`"},
        {"walls: [{circle: [[0, 1], 5]}]\n", "E203",
         "such as `circle: {center: [0, 0], radius: 5}`"},
        {"walls: [{rect: [0, 0, 4, 2]}]\n", "E203",
         "such as `rect: {center: [0, 0], size: [4, 2]}`"},
        {"walls: [{arc: 5}]\n", "E203",
         "such as `arc: {center: [0, 0], radius: 5, from: 0, to: 90}`"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        int size = snprintf(text, sizeof text, TRACK_OVAL "    id: main\n%s", cases[i].text);
        MessageList *messages = messages_of(text, (size_t)size);
        assert_int_equal(messages->count, 1);
        assert_string_equal(message_code_name(messages->items[0].code), cases[i].code);
        assert_string_equal(messages->items[0].help, cases[i].help);
        free(messages);
    }
}

static void a_bad_object_does_not_stop_the_others(void **state) {
    (void)state;
    const char *text =
        TRACK_OVAL "walls:\n  - {polygon: [[0, 0], [4, 4], [4, 0], [0, 4]]}\n"
                   "  - {rect: {center: [20, 0], size: [4, x]}}\n"
                   "  - {circle: {center: [9, 9], radius: 2}}\n"
                   "zones:\n  - {surface: mudd, circle: {center: [0, 9], radius: 2}}\n"
                   "finish: {on: main, s: 20}\ngates:\n  - {on: main, s: 90}\n"
                   "  - {on: main, s: 60}\nlapz: 3\n";
    MessageList *messages = messages_of(text, strlen(text));
    const MessageCode codes[] = {MESSAGE_E302, MESSAGE_E203, MESSAGE_E211, MESSAGE_E505,
                                 MESSAGE_E201};
    assert_int_equal(messages->count, 5);
    for (int i = 0; i < 5; i++) { // by line
        assert_int_equal(messages->items[i].code, codes[i]);
        assert_true(i == 0 || messages->items[i].place.line > messages->items[i - 1].place.line);
    }
    free(messages);
}

static void notes_tell_what_was_cleaned(void **state) {
    (void)state;
    const char *text =
        TRACK_OVAL "walls: [{polygon: [[-9, -9], [0, -9], [5, -9], [5, 5], [-9, 5], [-9, -9]]}]\n";
    MessageList *messages = messages_of(text, strlen(text));
    assert_int_equal(messages->count, 1);
    assert_int_equal(messages->items[0].code, MESSAGE_N301);
    assert_int_equal(messages->error_count + messages->warning_count, 0);
    free(messages);
}

/// Many mistakes: fifty are kept, all are counted.
static void messages_stop_at_fifty(void **state) {
    (void)state;
    static char text[20000] = TRACK_OVAL "walls:\n";
    for (int i = 0; i < 120; i++) {
        strcat(text, "  - {polygon: [[0, 0], [4, 4], [4, 0], [0, 4]]}\n");
    }
    MessageList *messages = messages_of(text, strlen(text));
    assert_int_equal(messages->count, MESSAGES_MAX);
    assert_int_equal(messages->error_count, 120);
    free(messages);
}

/// How many times as long a file may take under a sanitizer.
#define SLOWNESS (SANITIZED ? 15.0 : 1.0)

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void mutated_files_never_crash(void **state) {
    (void)state;
    Random random = random_make(77, 5);
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/tracks/%s.track.yaml", TEST_DATA, shipped_tracks[i]);
        MessageList *messages = calloc(1, sizeof *messages);
        FileBytes bytes = {0};
        assert_true(file_read(path, FILE_LIMIT, &bytes, messages));
        char *copy = malloc(bytes.size + 1);
        assert_non_null(copy);
        for (int round = 0; round < 150; round++) {
            memcpy(copy, bytes.data, bytes.size + 1);
            size_t size = bytes.size;
            int changes = 1 + (int)(random_u32(&random) % 4);
            for (int k = 0; k < changes; k++) {
                // Bytes that mean something to the format do more than random ones.
                static const char likely[] = "0123456789-.,:[]{}\n #\"eabx";
                size_t at = random_u32(&random) % size;
                copy[at] = random_u32(&random) % 8
                               ? likely[random_u32(&random) % (sizeof likely - 1)]
                               : (char)random_u32(&random);
            }
            if (round % 10 == 0) {
                size = random_u32(&random) % size;
            }
            free(messages_of(copy, size));
        }
        free(copy);
        free(messages);
        file_bytes_free(&bytes);
    }
}

/// Numbers drawn from those that break things, in a file that is otherwise whole.
// Whatever part of a road is wrong, what stands on it is looked at with care.
static void a_branch_of_a_road_that_is_wrong_is_no_crash(void **state) {
    (void)state;
    static const char *const roads[] = {"points: [[0, 0], [1, .nan], [50, 50]]", "points: oval",
                                        "width: none, points: [[0, 0], [80, 0], [80, 80]]",
                                        "points: [[0, 0]]"};
    for (size_t i = 0; i < sizeof roads / sizeof *roads; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "format: track/1\nname: x\nribbons:\n  - {curve: sharp, %s}\n"
                 "  - {curve: sharp, closed: false, points: [[0, 0], [40, 10], [80, 0]]}\n",
                 roads[i]);
        MessageList *messages = messages_of(text, strlen(text));
        assert_true(messages->error_count > 0);
        free(messages);
    }
}

static void hostile_numbers_never_crash(void **state) {
    (void)state;
    static const char *const numbers[] = {"0",     "-0",  "1e-30", "10000", "-10000", "9999.999",
                                          "0.001", "1e9", "3",     "60",    "28",     "-35"};
    Random random = random_make(9, 9);
    for (int round = 0; round < 300; round++) {
        char text[2000];
        int used = snprintf(
            text, sizeof text, TRACK_HEAD "ribbons:\n  - curve: %s\n    closed: %s\n    points: [",
            (const char *[]){"round", "smooth", "sharp"}[round % 3], round % 4 ? "true" : "false");
        int count = 2 + (int)(random_u32(&random) % 7);
        bool wild = round % 2;
        for (int i = 0; i < count; i++) {
            char pair[2][32];
            for (int k = 0; k < 2; k++) {
                snprintf(pair[k], sizeof pair[k], "%.2f", (double)random_range(&random, -90, 90));
                if (wild && random_u32(&random) % 4 == 0) {
                    snprintf(pair[k], sizeof pair[k], "%s", numbers[random_u32(&random) % 12]);
                }
            }
            used += snprintf(text + used, sizeof text - (size_t)used, "%s[%s, %s]", i ? ", " : "",
                             pair[0], pair[1]);
        }
        snprintf(text + used, sizeof text - (size_t)used, "]\n");
        double start = seconds_now();
        free(messages_of(text, strlen(text)));
        assert_true(seconds_now() - start < 2.0 * SLOWNESS);
    }
}

/// Almost 4 MiB of points: refused with a message, quickly.
static void huge_files_are_refused(void **state) {
    (void)state;
    size_t room = 4 * 1024 * 1024;
    char *text = malloc(room);
    assert_non_null(text);
    static const char head[] = TRACK_OVAL "walls:\n  - polygon: [[0, 0]";
    size_t used = sizeof head - 1;
    memcpy(text, head, used);
    while (used + 16 < room) {
        used += (size_t)snprintf(text + used, room - used, ",[%zu,1]", used % 1000);
    }
    used += (size_t)snprintf(text + used, room - used, "]\n");
    double start = seconds_now();
    MessageList *messages = messages_of(text, used);
    assert_true(messages->error_count >= 1);
    assert_true(seconds_now() - start < 2.0 * SLOWNESS);
    free(messages);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_lines_are_a_track),
        cmocka_unit_test(samples_keep_to_the_curve),
        cmocka_unit_test(curvature_is_that_of_the_arcs),
        cmocka_unit_test(widths_run_from_point_to_point),
        cmocka_unit_test(sections_and_sides_override),
        cmocka_unit_test(a_section_of_one_point_is_its_corner),
        cmocka_unit_test(kerbs_stand_inside_bends_and_at_their_exits),
        cmocka_unit_test(walls_close_every_road),
        cmocka_unit_test(the_test_for_leaks_finds_one),
        cmocka_unit_test(no_generated_wall_stands_on_a_road),
        cmocka_unit_test(quads_that_are_drawn_are_those_that_collide),
        cmocka_unit_test(automatic_gates_are_even_and_mark_sectors),
        cmocka_unit_test(gates_stand_where_the_file_says),
        cmocka_unit_test(the_grid_goes_backward_along_the_road),
        cmocka_unit_test(an_open_road_is_a_sprint),
        cmocka_unit_test(shipped_tracks_have_room_to_start_and_to_race),
        cmocka_unit_test(a_car_parks_in_the_dock),
        cmocka_unit_test(a_place_is_found_again),
        cmocka_unit_test(a_hint_stays_on_its_own_branch_of_a_crossing),
        cmocka_unit_test(the_hash_is_of_numbers_not_of_text),
        cmocka_unit_test(own_surfaces_and_materials_are_read),
        cmocka_unit_test(all_shapes_become_walls),
        cmocka_unit_test(lines_medals_light_and_scenery_are_read),
        cmocka_unit_test(the_examples_load),
        cmocka_unit_test(arcs_without_room_name_the_key_that_is_written),
        cmocka_unit_test(a_gate_short_of_a_wall_is_helped_by_what_the_file_has),
        cmocka_unit_test(what_is_written_too_short_is_answered_with_the_right_form),
        cmocka_unit_test(a_bad_object_does_not_stop_the_others),
        cmocka_unit_test(notes_tell_what_was_cleaned),
        cmocka_unit_test(messages_stop_at_fifty),
        cmocka_unit_test(mutated_files_never_crash),
        cmocka_unit_test(a_branch_of_a_road_that_is_wrong_is_no_crash),
        cmocka_unit_test(hostile_numbers_never_crash),
        cmocka_unit_test(huge_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
