#include "track_picture/prop_picture.h"
#include "track_picture/track_mesh.h"

#include "picture_rig.h"
#include "track_text.h"

static const uint32_t sky = 0xFF00FFFFu; // shows where nothing was painted

static Rgb seen(const TrackMesh *mesh, vec2s at) { return rgb_at(&mesh->ground, at.x, at.y, sky); }

/// The same over the colour that a view of the track is cleared with.
static Rgb seen_in_view(const TrackMesh *mesh, const Track *track, vec2s at) {
    return rgb_at(&mesh->ground, at.x, at.y, track_mesh_clear_color(track));
}

/// Between two samples, where no texture of the rig's road can lie.
static vec2s beside(float offset, float angle) { return rig_on_circle(RIG_RADIUS + offset, angle); }

static void a_track_becomes_lists_of_sound_triangles(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, &rig->font, &mesh);
    assert_list_sound(&mesh.ground);
    assert_list_sound(&mesh.above);
    assert_in_range(mesh.ground.vertex_count, 1000, 60000);
    assert_in_range(mesh.above.vertex_count, 500, 60000);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void the_plain_reaches_beyond_every_view(void **state) {
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        PictureRig *rig = rig_make(1);
        rig->track.theme = (TrackTheme)theme;
        rig->track.colors = theme_colors[theme];
        TrackMesh mesh = {0};
        track_mesh_make(&rig->track, NULL, &mesh);
        Rgb ground = rgb_of(rig->track.colors.ground), other = rgb_of(rig->track.colors.ground2);
        for (int i = 0; i < 16; i++) {
            Rgb color = seen_in_view(&mesh, &rig->track, rig_on_circle(170.0f, 0.4f * (float)i));
            float off = fminf(rgb_distance(color, ground), rgb_distance(color, other));
            assert_true(off < 40.0f); // a tuft or a shadow may lie there, a hole not
        }
        track_mesh_destroy(&mesh);
        rig_free(rig);
    }
}

static void the_road_is_dark_between_white_lines(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    Rgb asphalt = rgb_of(rig->track.colors.asphalt), white = rgb_of(rig->track.colors.line);
    for (int i = 0; i < 40; i++) {
        float angle = 0.7f + 0.123f * (float)i;
        if (fabsf(trig_wrap(angle)) < 0.4f || fabsf(trig_wrap(angle - TRIG_PI)) < 0.1f) {
            continue; // finish, grid and gate are painted there
        }
        assert_true(rgb_distance(seen(&mesh, beside(0.0f, angle)), asphalt) < 40.0f);
        assert_true(rgb_distance(seen(&mesh, beside(RIG_HALF - 0.30f, angle)), white) < 25.0f);
        // Just inside the line the road is dark again.
        assert_true(rgb_distance(seen(&mesh, beside(RIG_HALF - 0.60f, angle)), asphalt) < 40.0f);
    }
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void edge_lines_reach_up_to_a_branch(void **state) {
    (void)state;
    Track track = track_of(TRACK_BRANCH); // comes from below and ends in the middle of the road
    TrackMesh mesh = {0};
    track_mesh_make(&track, NULL, &mesh);
    int lined[2] = {0, 0};
    for (int i = 0; i < 104; i++) {
        for (int edge = 0; edge < 2; edge++) { // the lower and the upper one
            vec2s at = vec2_make(-30.0f + 0.25f * (float)i, edge == 0 ? -41.7f : -28.3f);
            lined[edge] += seen(&mesh, at).g > 180.0f;
        }
    }
    assert_int_equal(lined[1], 104);
    assert_in_range(lined[0], 104 - 56, 104 - 24); // 8 m of road, aslant
    track_mesh_destroy(&mesh);
    track_destroy(&track);
}

static void kerb_stripes_change_every_metre_all_round_a_loop(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    Rgb red = rgb_of(rig->track.colors.kerb_a), white = rgb_of(rig->track.colors.kerb_b);
    enum {
        STRIPES = 314 // The centre line is 314.16 m long.
    };
    for (int stripe = 0; stripe < STRIPES; stripe++) {
        float angle = ((float)stripe + 0.5f) * 2.0f * TRIG_PI / (float)STRIPES;
        Rgb color = seen(&mesh, beside(-RIG_HALF - 0.2f, angle));
        assert_true(rgb_distance(color, stripe % 2 == 0 ? red : white) < 3.0f);
    }
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void a_wall_darkens_the_ground_away_from_the_sun_and_only_once(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    rig->track.sun = 0.0f; // from the right: the shadow of the right part falls inwards
    TrackScenery nothing = {.kind = SCENERY_TEXT, .points = rig->wall_points};
    rig->track.scenery = &nothing; // an author's own scenery: no trees are planted
    rig->track.scenery_count = 1;
    for (int i = 0; i < RIG_SAMPLES; i++) {
        // Paint without a texture all round, so that what is darker is in the shade.
        rig->samples[i].side[1].shoulder_surface = SURFACE_KERB;
    }
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    float free = rgb_of(rig->track.colors.kerb_a).g;
    for (int i = -40; i <= 40; i++) {
        float angle = 0.02f * (float)i + 0.003f; // off the seams, which rounding may overlap
        Rgb shade = seen(&mesh, beside(RIG_HALF + 2.85f, angle));
        assert_true(shade.g < 0.82f * free);
        assert_true(shade.g > 0.70f * free); // twice would be 0.57
        assert_near(seen(&mesh, beside(RIG_HALF + 1.2f, angle)).g, free, 1.5);
    }
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

/// Of the ground of an oval road of that surface.
static int count_vertices(const char *surface) {
    char text[512];
    snprintf(text, sizeof text,
             TRACK_HEAD "surfaces:\n  damp: {color: \"#3B4651\"}\n  setts: {bump: 0.3}\n"
                        "ribbons:\n  - {curve: round, radius: 28, width: 14, surface: %s, "
                        "points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]}\n",
             surface);
    Track track = track_of(text);
    TrackMesh mesh = {0};
    track_mesh_make(&track, NULL, &mesh);
    int count = mesh.ground.vertex_count;
    track_mesh_destroy(&mesh);
    track_destroy(&track);
    return count;
}

/// What flows by tells how fast one is.
static void hard_roads_have_a_texture_too(void **state) {
    (void)state;
    static const char *const surfaces[] = {"asphalt", "concrete", "wet", "damp", "setts"};
    int bare = count_vertices("kerb");
    for (int i = 0; i < 5; i++) {
        assert_in_range(count_vertices(surfaces[i]) - bare, 4 * 100, 4 * 5000);
    }
}

/// m from the wall of the only road to `at`, negative on its inner side.
static float behind_wall(const Track *track, vec2s at) {
    const Ribbon *ribbon = &track->ribbons[0];
    float least = 1e9f;
    for (int i = 0; i < ribbon->count; i++) {
        const RibbonSample *sample = &ribbon->samples[i];
        float away = glms_vec2_distance(at, sample->point);
        least = fminf(least, away - fmaxf(sample->wall[0], sample->wall[1]));
    }
    return least;
}

/// What passes close by, and where no car gets.
static void bushes_grow_right_behind_walls_alone(void **state) {
    (void)state;
    static const struct {
        const char *more;
        int least, most; ///< Corners of their light sides, six each.
    } rows[] = {{"    wall: none\n", 0, 0},
                {"    wall: {material: concrete}\n", 6 * 30, 6 * 220},
                {"    wall: {material: concrete}\nground: concrete\n", 0, 0},
                {"    wall: {material: concrete}\nground: water\n", 0, 0}};
    for (int row = 0; row < 4; row++) {
        char text[512];
        snprintf(text, sizeof text, TRACK_OVAL "%s", rows[row].more);
        Track track = track_of(text);
        TrackMesh mesh = {0};
        track_mesh_make(&track, NULL, &mesh);
        uint32_t light = draw_color(0x7CA982FFu, 1.0f);
        int count = 0;
        for (int i = 0; i < mesh.ground.vertex_count; i++) {
            const DrawVertex *vertex = &mesh.ground.vertices[i];
            if (vertex->color == light) {
                count++;
                float away = behind_wall(&track, vec2_make(vertex->x, vertex->y));
                assert_true(away > 0.0f && away < 9.0f);
            }
        }
        assert_in_range(count, rows[row].least, rows[row].most);
        track_mesh_destroy(&mesh);
        track_destroy(&track);
    }
}

static void the_foot_of_a_round_wall_is_shaded_without_gaps(void **state) {
    (void)state;
    Track track = track_of(TRACK_OVAL "ground: concrete\n"
                                      "walls: [{circle: {center: [0, 0], radius: 1}}]\n");
    TrackMesh mesh = {0};
    track_mesh_make(&track, NULL, &mesh);
    float darkest = 255.0f, brightest = 0.0f;
    for (int degrees = 100; degrees <= 170; degrees++) { // where the sun stands
        float seen_here =
            seen_in_view(&mesh, &track, rig_on_circle(1.2f, TRIG_PI / 180.0f * (float)degrees)).g;
        darkest = fminf(darkest, seen_here);
        brightest = fmaxf(brightest, seen_here);
    }
    float away = seen_in_view(&mesh, &track, rig_on_circle(2.0f, 0.75f * TRIG_PI)).g;
    assert_true(brightest < away - 6.0f);
    assert_true(brightest - darkest < 6.0f);
    track_mesh_destroy(&mesh);
    track_destroy(&track);
}

static void a_zone_leaves_its_holes(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    vec2s outer[4] = {{{-20.0f, -20.0f}}, {{20.0f, -20.0f}}, {{20.0f, 20.0f}}, {{-20.0f, 20.0f}}};
    vec2s hole_a[4] = {{{-15.0f, -5.0f}}, {{-5.0f, -5.0f}}, {{-5.0f, 5.0f}}, {{-15.0f, 5.0f}}};
    vec2s hole_b[3] = {{{5.0f, -5.0f}}, {{5.0f, 5.0f}}, {{15.0f, 0.0f}}}; // the other winding
    vec2s *holes[2] = {hole_a, hole_b};
    int counts[2] = {4, 3};
    TrackZone zone = {.points = outer,
                      .count = 4,
                      .holes = holes,
                      .hole_counts = counts,
                      .hole_count = 2,
                      .surface = SURFACE_CONCRETE};
    rig->track.zones = &zone;
    rig->track.zone_count = 1;
    rig->track.scenery_count = 0;
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    Rgb concrete = rgb_of(surface_built_in[SURFACE_CONCRETE].color);
    const vec2s in[5] = {
        {{0.0f, 0.0f}}, {{-18.0f, 0.0f}}, {{18.0f, 1.0f}}, {{0.0f, 15.0f}}, {{9.0f, -14.0f}}};
    for (int i = 0; i < 5; i++) {
        assert_true(rgb_distance(seen(&mesh, in[i]), concrete) < 2.0f);
    }
    assert_true(rgb_distance(seen(&mesh, vec2_make(-10.0f, 0.0f)), concrete) > 20.0f);
    assert_true(rgb_distance(seen(&mesh, vec2_make(8.0f, 0.0f)), concrete) > 20.0f);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void heights_stand_above_alone(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    float highest = 0.0f;
    for (int i = 0; i < mesh.ground.vertex_count; i++) {
        assert_true(mesh.ground.vertices[i].height == 0.0f);
    }
    for (int i = 0; i < mesh.above.vertex_count; i++) {
        highest = fmaxf(highest, mesh.above.vertices[i].height);
    }
    assert_true(highest >= 0.8f); // the wall, at least
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void the_same_track_looks_the_same(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    TrackMesh a = {0}, b = {0};
    track_mesh_make(&rig->track, &rig->font, &a);
    track_mesh_make(&rig->track, &rig->font, &b);
    track_mesh_make(&rig->track, &rig->font, &b); // over a full one
    assert_int_equal(a.ground.vertex_count, b.ground.vertex_count);
    assert_int_equal(a.above.vertex_count, b.above.vertex_count);
    assert_memory_equal(a.ground.vertices, b.ground.vertices,
                        (size_t)a.ground.vertex_count * sizeof *a.ground.vertices);
    assert_memory_equal(a.above.vertices, b.above.vertices,
                        (size_t)a.above.vertex_count * sizeof *a.above.vertices);
    track_mesh_destroy(&a);
    track_mesh_destroy(&b);
    rig_free(rig);
}

static void a_yard_without_roads_gates_or_walls_is_a_plain(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    rig->track.ribbon_count = rig->track.wall_count = rig->track.gate_count = 0;
    TrackMesh mesh = {0};
    DrawList map = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    track_mesh_minimap(&rig->track, &map);
    assert_list_sound(&mesh.ground);
    assert_int_equal(mesh.above.vertex_count, 0);
    assert_int_equal(map.vertex_count, 0);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void every_material_and_shape_of_wall_is_drawn(void **state) {
    (void)state;
    for (int material = 0; material < MATERIAL_BUILT_IN_COUNT; material++) {
        PictureRig *rig = rig_make(1);
        vec2s block[4] = {{{-8.0f, -4.0f}}, {{8.0f, -4.0f}}, {{8.0f, 4.0f}}, {{-8.0f, 4.0f}}};
        vec2s center[1] = {{{0.0f, 15.0f}}};
        uint8_t kind = (uint8_t)material;
        TrackWall walls[3] = {
            rig->wall,
            {.points = block, .count = 4, .material = kind, .height = 4.0f},
            {.points = center, .count = 1, .material = kind, .height = 1.0f, .circle_radius = 1.0f},
        };
        walls[0].material = kind;
        rig->track.walls = walls;
        rig->track.wall_count = 3;
        TrackMesh mesh = {0};
        track_mesh_make(&rig->track, NULL, &mesh);
        assert_list_sound(&mesh.above);
        for (int i = 0; i < 3; i++) {
            vec2s at = i == 0 ? beside(RIG_HALF + 3.25f, 1.0f) : i == 1 ? block[0] : center[0];
            at = i == 1 ? vec2_make(at.x + 2.0f, at.y + 1.0f) : at;
            Rgb pink = rgb_at(&mesh.above, at.x, at.y, sky);
            assert_true(rgb_distance(pink, rgb_of(sky)) > 60.0f);
        }
        track_mesh_destroy(&mesh);
        rig_free(rig);
    }
}

static void the_minimap_shows_the_road_and_nothing_beside_it(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList map = {0};
    track_mesh_minimap(&rig->track, &map);
    assert_list_sound(&map);
    vec2s on = rig_on_circle(RIG_RADIUS, 1.0f);
    assert_true(rgb_distance(rgb_at(&map, on.x, on.y, sky), rgb_of(sky)) > 60.0f);
    assert_true(rgb_distance(rgb_at(&map, 0.0f, 0.0f, sky), rgb_of(sky)) < 1.0f);
    draw_list_destroy(&map);
    rig_free(rig);
}

static void nothing_of_daylight_outshines_the_night(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    rig->track.theme = THEME_NIGHT;
    rig->track.colors = theme_colors[THEME_NIGHT];
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    Rgb gravel = seen(&mesh, beside(RIG_HALF + 1.5f, 1.0f));
    assert_true(gravel.r < 130.0f && gravel.g < 130.0f && gravel.b < 130.0f);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

/// A bridge over the right part of the ring, 6 m up, x 40 to 60, y -5 to 5.
static TrackScenery bridge(vec2s points[4]) {
    points[0] = vec2_make(40.0f, -5.0f);
    points[1] = vec2_make(60.0f, -5.0f);
    points[2] = vec2_make(60.0f, 5.0f);
    points[3] = vec2_make(40.0f, 5.0f);
    return (TrackScenery){.kind = SCENERY_POLYGON,
                          .points = points,
                          .count = 4,
                          .height = 6.0f,
                          .color = 0xC03020FFu,
                          .roof = true};
}

static const Box everywhere = {{{-1000.0f, -1000.0f}}, {{1000.0f, 1000.0f}}};

/// The bridge's opacity with the rig's car at `at`, as the view of `area` has it; 0 not drawn.
static float roof_opacity(PictureRig *rig, const TrackMesh *mesh, vec2s at, Box area) {
    DrawList list = {0};
    rig_bodies(rig)->position = at;
    roof_picture(&mesh->roofs, &list, rig->race, rig->race, 1.0f, area);
    assert_list_sound(&list);
    // Black and white below: what shows through is what is missing.
    float dark = rgb_at(&list, 50.0f, 1.0f, 0x000000FFu).r;
    float light = rgb_at(&list, 50.0f, 1.0f, 0xFFFFFFFFu).r;
    draw_list_destroy(&list);
    return 1.0f - (light - dark) / 255.0f;
}

static void a_roof_fades_near_a_car_that_the_view_shows(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    vec2s points[4];
    TrackScenery roof = bridge(points);
    rig->track.scenery = &roof;
    rig->track.scenery_count = 1;
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    assert_near(roof_opacity(rig, &mesh, vec2_make(50.0f, 30.0f), everywhere), 1.0, 0.01);
    assert_near(roof_opacity(rig, &mesh, vec2_make(50.0f, 13.1f), everywhere), 1.0, 0.01);
    assert_near(roof_opacity(rig, &mesh, vec2_make(50.0f, 10.0f), everywhere), 0.625, 0.01);
    assert_near(roof_opacity(rig, &mesh, vec2_make(50.0f, 3.0f), everywhere), 0.25, 0.01);
    Box beside = {{{0.0f, -50.0f}}, {{45.0f, 50.0f}}}; // shows an end of the roof, not the car
    assert_near(roof_opacity(rig, &mesh, vec2_make(50.0f, 3.0f), beside), 1.0, 0.01);
    Box elsewhere = {{{-50.0f, -50.0f}}, {{0.0f, 50.0f}}};
    assert_near(roof_opacity(rig, &mesh, vec2_make(50.0f, 3.0f), elsewhere), 0.0, 0.0);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void each_roof_fades_by_itself(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    vec2s points[4], center[1] = {{{-50.0f, 0.0f}}};
    TrackScenery roofs[2] = {bridge(points),
                             {.kind = SCENERY_CIRCLE,
                              .points = center,
                              .count = 1,
                              .radius = 6.0f,
                              .color = 0x2030C0FFu,
                              .roof = true}};
    rig->track.scenery = roofs;
    rig->track.scenery_count = 2;
    TrackMesh mesh = {0};
    track_mesh_make(&rig->track, NULL, &mesh);
    DrawList list = {0};
    rig_bodies(rig)->position = vec2_make(50.0f, 0.0f);
    roof_picture(&mesh.roofs, &list, rig->race, rig->race, 1.0f, everywhere);
    assert_list_sound(&list);
    Rgb over = rgb_at(&list, -50.0f, 1.0f, sky);
    assert_true(rgb_distance(over, rgb_of(0x2030C0FFu)) < 2.0f);
    assert_true(rgb_distance(rgb_at(&list, 50.0f, 1.0f, sky), rgb_of(sky)) < 70.0f);
    draw_list_clear(&list);
    roof_picture(&mesh.roofs, &list, NULL, NULL, 1.0f, everywhere); // nobody races
    assert_true(rgb_distance(rgb_at(&list, 50.0f, 1.0f, sky), rgb_of(0xC03020FFu)) < 2.0f);
    draw_list_destroy(&list);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void a_roof_darkens_the_ground_by_its_height(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    vec2s points[4];
    TrackScenery roof = bridge(points);
    TrackMesh bare = {0}, mesh = {0};
    roof.roof = false; // a block: nothing is planted then either
    rig->track.scenery = &roof;
    rig->track.scenery_count = 1;
    rig->track.sun = -0.5f * TRIG_PI;
    rig->track.sun_elevation = 0.25f * TRIG_PI; // the shadow falls 6 m up: y 1 to 11
    track_mesh_make(&rig->track, NULL, &bare);
    roof.roof = true;
    track_mesh_make(&rig->track, NULL, &mesh);
    Rgb under = seen(&mesh, vec2_make(46.6f, -3.0f)), block = seen(&bare, vec2_make(46.6f, -3.0f));
    Rgb shade = seen(&mesh, vec2_make(46.6f, 8.0f)), below = seen(&mesh, vec2_make(46.6f, -8.0f));
    assert_near(under.g, block.g, 1.0); // the sun comes in below the roof's near edge
    assert_true(shade.g < 0.85f * below.g);
    track_mesh_destroy(&bare);
    track_mesh_destroy(&mesh);
    rig_free(rig);
}

static void a_translucent_circle_is_a_lamp_at_night(void **state) {
    (void)state;
    for (int light = 0; light < 3; light += 2) {
        PictureRig *rig = rig_make(1);
        vec2s center[1] = {{{0.0f, 0.0f}}};
        TrackScenery pool = {.kind = SCENERY_CIRCLE,
                             .points = center,
                             .count = 1,
                             .radius = 10.0f,
                             .color = 0xFFC86A80u};
        rig->track.light = light;
        rig->track.scenery = &pool;
        rig->track.scenery_count = 1;
        TrackMesh mesh = {0};
        track_mesh_make(&rig->track, NULL, &mesh);
        float middle = seen_in_view(&mesh, &rig->track, vec2_make(0.1f, 0.1f)).r;
        float rim = seen_in_view(&mesh, &rig->track, vec2_make(0.1f, 9.0f)).r;
        if (light == 2) {
            assert_true(middle > 180.0f && rim < 110.0f);
        } else {
            assert_near(middle, rim, 30.0);
        }
        track_mesh_destroy(&mesh);
        rig_free(rig);
    }
}

static void a_thing_with_a_notch_has_one_top(void **state) {
    (void)state;
    Track track =
        track_of(TRACK_OVAL "props: [{kind: custom, material: plastic, at: [0, 0], "
                            "polygon: [[-3, -2], [3, -2], [3, 2], [1, 2], [1, 0], [-3, 0]]}]\n");
    DrawList list = {0};
    prop_picture_track(&list, &track);
    assert_true(track.forms[track.props[0].form].hull.count > 1);
    Rgb top = rgb_at(&list, -2.0f, -1.0f, sky);
    int places = 0;
    for (float x = -2.85f; x < 2.9f; x += 0.05f) {
        for (float y = -1.85f; y < (x > 1.15f ? 1.9f : -0.1f); y += 0.05f) {
            assert_true(rgb_distance(rgb_at(&list, x, y, sky), top) < 1.0f);
            places++;
        }
    }
    assert_true(places > 5000);
    draw_list_destroy(&list);
    track_destroy(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_track_becomes_lists_of_sound_triangles),
        cmocka_unit_test(the_plain_reaches_beyond_every_view),
        cmocka_unit_test(the_road_is_dark_between_white_lines),
        cmocka_unit_test(edge_lines_reach_up_to_a_branch),
        cmocka_unit_test(kerb_stripes_change_every_metre_all_round_a_loop),
        cmocka_unit_test(a_wall_darkens_the_ground_away_from_the_sun_and_only_once),
        cmocka_unit_test(hard_roads_have_a_texture_too),
        cmocka_unit_test(bushes_grow_right_behind_walls_alone),
        cmocka_unit_test(the_foot_of_a_round_wall_is_shaded_without_gaps),
        cmocka_unit_test(a_zone_leaves_its_holes),
        cmocka_unit_test(heights_stand_above_alone),
        cmocka_unit_test(the_same_track_looks_the_same),
        cmocka_unit_test(a_yard_without_roads_gates_or_walls_is_a_plain),
        cmocka_unit_test(every_material_and_shape_of_wall_is_drawn),
        cmocka_unit_test(the_minimap_shows_the_road_and_nothing_beside_it),
        cmocka_unit_test(nothing_of_daylight_outshines_the_night),
        cmocka_unit_test(a_roof_fades_near_a_car_that_the_view_shows),
        cmocka_unit_test(each_roof_fades_by_itself),
        cmocka_unit_test(a_roof_darkens_the_ground_by_its_height),
        cmocka_unit_test(a_translucent_circle_is_a_lamp_at_night),
        cmocka_unit_test(a_thing_with_a_notch_has_one_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
