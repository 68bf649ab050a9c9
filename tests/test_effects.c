#include "render/effects.h"

#include "picture_rig.h"

/// Wheels of `car` on `surface`, with tyre use `use`.
static void set_wheels(PictureRig *rig, int car, uint8_t surface, float use) {
    for (int i = 0; i < CAR_WHEELS; i++) {
        Wheel *wheel = &race_racers(rig->race)[car].car.wheels[i];
        *wheel = (Wheel){.surface = surface, .use = use, .load = 3000.0f};
    }
}

/// Drives car 0 straight on for `ticks` at `speed` m/s.
static void drive(PictureRig *rig, Effects *effects, float speed, int ticks) {
    Body *body = rig_bodies(rig);
    body->velocity = vec2_make(speed, 0.0f);
    for (int i = 0; i < ticks; i++) {
        body->position.x += speed * RACE_DT;
        effects_tick(effects, rig->race, NULL);
    }
}

static int alive(const Effects *effects, ParticleKind kind) {
    int count = 0;
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        const Particle *particle = &effects->particles[i];
        count += particle->life > 0.0f && particle->kind == (uint8_t)kind ? 1 : 0;
    }
    return count;
}

static void rolling_leaves_no_marks(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_ASPHALT, 0.9f);
    drive(rig, effects, 20.0f, 240);
    assert_int_equal(effects->skid_total, 0);
    assert_int_equal(alive(effects, PARTICLE_PUFF), 0);
    free(effects);
    rig_free(rig);
}

static void sliding_leaves_strips_whose_pieces_join(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_ASPHALT, 3.0f);
    drive(rig, effects, 24.0f, 240);
    // 24 m in pieces of 0.3 m (3 ticks of 0.1 m; rounding may take a fourth), four wheels.
    assert_in_range(effects->skid_total, 4 * 58, 4 * 81);
    for (uint32_t i = 4; i < effects->skid_total; i++) {
        const Skid *skid = &effects->skids[i];
        int joins = 0; // one of the last rounds' pieces ends where this one begins
        for (uint32_t k = i >= 8 ? i - 8 : 0; k < i; k++) {
            const Skid *before = &effects->skids[k];
            joins += skid->corners[0].x == before->corners[3].x &&
                             skid->corners[0].y == before->corners[3].y &&
                             skid->corners[1].x == before->corners[2].x &&
                             skid->alpha[0] == before->alpha[1]
                         ? 1
                         : 0;
        }
        assert_int_equal(joins, 1);
        assert_true(skid->alpha[1] > 0.0f && skid->alpha[1] <= 0.63f);
    }
    // The last piece ends at the wheel itself.
    const Racer *racer = &race_racers(rig->race)[0];
    float wheel = rig_bodies(rig)->position.x + racer->model.wheel_at[CAR_REAR_RIGHT].x;
    assert_near(effects->skids[effects->skid_total - 1].corners[2].x, wheel, 1e-4);
    assert_true(alive(effects, PARTICLE_PUFF) > 0); // and it smokes
    free(effects);
    rig_free(rig);
}

static void harder_slides_leave_darker_marks(void **state) {
    (void)state;
    float darkness[3];
    for (int i = 0; i < 3; i++) {
        PictureRig *rig = rig_make(1);
        Effects *effects = calloc(1, sizeof *effects);
        set_wheels(rig, 0, SURFACE_ASPHALT, 1.2f + 0.5f * (float)i);
        drive(rig, effects, 20.0f, 240);
        darkness[i] = effects->skids[effects->skid_total - 1].alpha[1];
        free(effects);
        rig_free(rig);
    }
    assert_true(darkness[0] > 0.0f && darkness[1] > 1.5f * darkness[0]);
    assert_true(darkness[2] > 1.3f * darkness[1]);
}

static void loose_ground_gives_dust_instead_of_marks(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_GRAVEL, 2.0f);
    drive(rig, effects, 20.0f, 120);
    assert_int_equal(effects->skid_total, 0);
    int fast = alive(effects, PARTICLE_PUFF);
    assert_in_range(fast, 10, EFFECTS_PARTICLES);
    assert_true(alive(effects, PARTICLE_CLOD) > 0);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        if (effects->particles[i].life > 0.0f && effects->particles[i].kind == PARTICLE_PUFF) {
            uint32_t color = effects->particles[i].color;
            assert_int_equal(color >> 8, surface_built_in[SURFACE_GRAVEL].dust >> 8);
        }
    }
    memset(effects, 0, sizeof *effects);
    drive(rig, effects, 5.0f, 120);
    assert_true(alive(effects, PARTICLE_PUFF) < fast / 2); // slower: less
    free(effects);
    rig_free(rig);
}

static void the_ring_of_marks_goes_round(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_ASPHALT, 3.0f);
    drive(rig, effects, 40.0f, 6000);
    assert_true(effects->skid_total > EFFECTS_SKIDS);
    memset(effects->particles, 0, sizeof effects->particles); // the marks alone
    DrawList list = {0};
    effects_draw_low(effects, &list, rig_everywhere());
    assert_int_equal(list.vertex_count, 4 * EFFECTS_SKIDS);
    assert_list_sound(&list);
    uint8_t oldest[4], newest[4];
    memcpy(oldest, &list.vertices[0].color, 4);
    memcpy(newest, &list.vertices[4 * EFFECTS_SKIDS - 9].color, 4);
    assert_true(oldest[3] < 4 && newest[3] > 100); // the oldest has faded
    vec2s car = rig_bodies(rig)->position;
    draw_list_clear(&list);
    effects_draw_low(effects, &list, box_grow((Box){car, car}, 20.0f));
    assert_in_range(list.vertex_count, 100, 4000); // a view draws those that it shows
    draw_list_destroy(&list);
    free(effects);
    rig_free(rig);
}

static void a_wheel_spinning_on_the_spot_spoils_nobodys_marks(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_ASPHALT, 3.0f);
    set_wheels(rig, 1, SURFACE_ASPHALT, 3.0f);
    for (int i = 0; i < CAR_WHEELS; i++) {
        race_racers(rig->race)[1].car.wheels[i].slip_x = 2.0f;
    }
    drive(rig, effects, 40.0f, 6000); // car 1 holds its pieces open while the ring goes round
    assert_true(effects->skid_total > EFFECTS_SKIDS);
    for (int i = 0; i < EFFECTS_SKIDS; i++) {
        const Skid *skid = &effects->skids[i];
        assert_true(glms_vec2_distance(skid->corners[0], skid->corners[3]) < 0.5f);
    }
    free(effects);
    rig_free(rig);
}

static void a_rescued_car_leaves_no_mark_on_its_way(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_ASPHALT, 3.0f);
    drive(rig, effects, 24.0f, 60);
    rig_bodies(rig)->position = vec2_make(-80.0f, 40.0f);
    drive(rig, effects, 24.0f, 60);
    for (uint32_t i = 0; i < effects->skid_total; i++) {
        const Skid *skid = &effects->skids[i];
        assert_true(glms_vec2_distance(skid->corners[0], skid->corners[3]) < 0.5f);
    }
    free(effects);
    rig_free(rig);
}

static void the_same_ticks_leave_the_same_traces(void **state) {
    (void)state;
    Effects *twice[2];
    for (int i = 0; i < 2; i++) {
        PictureRig *rig = rig_make(1);
        twice[i] = calloc(1, sizeof **twice);
        set_wheels(rig, 0, SURFACE_GRASS, 2.5f);
        drive(rig, twice[i], 15.0f, 200);
        set_wheels(rig, 0, SURFACE_ASPHALT, 2.5f);
        drive(rig, twice[i], 15.0f, 200);
        effects_frame(twice[i], 0.016f);
        rig_free(rig);
    }
    assert_int_equal(twice[0]->skid_total, twice[1]->skid_total);
    assert_memory_equal(twice[0]->skids, twice[1]->skids, sizeof twice[0]->skids);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        assert_true(twice[0]->particles[i].position.x == twice[1]->particles[i].position.x);
        assert_true(twice[0]->particles[i].life == twice[1]->particles[i].life);
    }
    free(twice[0]);
    free(twice[1]);
}

/// Sparks after a blow of 5000 N s at (10, 0), where a bollard of `material` stands.
static int sparks_at(uint8_t material, float *shake) {
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    vec2s center[1] = {{{10.5f, 0.0f}}};
    TrackWall bollard = {.points = center, .count = 1, .circle_radius = 0.5f, .material = material};
    WallPiece piece = wall_piece_of_circle(center[0], 0.5f, 0.5f, 0.2f, 0);
    Arena arena = {0};
    rig->track.walls = &bollard;
    rig->data.walls = wall_grid_make(&piece, 1, &arena);
    Racer *racer = &race_racers(rig->race)[0];
    racer->impact = 5000.0f;
    racer->impact_at = vec2_make(10.0f, 0.0f);
    racer->impact_normal = vec2_make(-1.0f, 0.0f);
    effects_tick(effects, rig->race, NULL);
    int sparks = alive(effects, PARTICLE_SPARK);
    *shake = effects->shake[0];
    racer->impact = 0.0f;
    effects_tick(effects, rig->race, NULL);
    assert_int_equal(alive(effects, PARTICLE_SPARK), sparks); // a blow sparks once
    arena_destroy(&arena);
    free(effects);
    rig_free(rig);
    return sparks;
}

static void concrete_sparks_and_tyres_do_not(void **state) {
    (void)state;
    float shake;
    assert_in_range(sparks_at(MATERIAL_CONCRETE, &shake), 3, 10);
    assert_true(shake > 0.1f && shake <= 0.35f);
    assert_int_equal(sparks_at(MATERIAL_TYRES, &shake), 0);
    assert_true(shake > 0.1f); // but it shakes all the same
}

/// What flies off a prop of this kind that is hit hard: sparks, and the shares of red, green and
/// blue in the debris.
typedef struct Debris {
    int sparks, pieces;
    float red, green, blue;
} Debris;

static Debris debris_of(PropKind kind, uint8_t material) {
    PictureRig *rig = rig_make(2);
    Effects *effects = calloc(1, sizeof *effects);
    Debris debris = {0};
    TrackForm form = form_of_circle(kind, 0.5f, 20.0f, &rig->track.materials[material], material);
    TrackProp prop = {.form = 0};
    rig->track.forms = &form;
    rig->track.props = &prop;
    rig->race->car_count = 1; // the second body is that of the prop
    rig->race->prop_count = 1;
    rig_bodies(rig)[0].position = vec2_make(8.0f, 0.0f);
    rig_bodies(rig)[1].position = vec2_make(10.5f, 0.0f);
    Racer *racer = &race_racers(rig->race)[0];
    racer->impact = 12000.0f;
    racer->impact_at = vec2_make(10.0f, 0.0f);
    racer->impact_normal = vec2_make(1.0f, 0.0f);
    effects_tick(effects, rig->race, NULL);
    debris.sparks = alive(effects, PARTICLE_SPARK);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        const Particle *piece = &effects->particles[i];
        if (piece->life > 0.0f && piece->kind == PARTICLE_CLOD) {
            debris.pieces++;
            debris.red += (float)(piece->color >> 24);
            debris.green += (float)(piece->color >> 16 & 0xFFu);
            debris.blue += (float)(piece->color >> 8 & 0xFFu);
        }
    }
    float sum = fmaxf(debris.red + debris.green + debris.blue, 1.0f);
    debris.red /= sum;
    debris.green /= sum;
    debris.blue /= sum;
    rig->race->prop_count = 0;
    free(effects);
    rig_free(rig);
    return debris;
}

static void props_give_debris_of_their_colour_and_sparks_where_they_are_steel(void **state) {
    (void)state;
    Debris cone = debris_of(PROP_CONE, MATERIAL_PLASTIC);
    Debris tyre = debris_of(PROP_TYRE, MATERIAL_TYRES);
    Debris barrel = debris_of(PROP_BARREL, MATERIAL_STEEL);
    assert_true(cone.pieces > 0 && cone.red > 0.5f && cone.blue < 0.2f); // orange
    assert_true(tyre.pieces > 0 && fabsf(tyre.red - tyre.blue) < 0.1f);  // grey
    assert_int_equal(cone.sparks, 0);
    assert_int_equal(tyre.sparks, 0);
    assert_true(barrel.sparks > 0);
}

/// Hits the wall at (10, 0) with `impulse` at 20 m/s along it.
static void hit_wall(PictureRig *rig, Effects *effects, float impulse) {
    Racer *racer = &race_racers(rig->race)[0];
    rig_bodies(rig)->position = vec2_make(8.0f, 0.0f);
    rig_bodies(rig)->velocity = vec2_make(0.0f, 20.0f);
    racer->impact = impulse;
    racer->impact_at = vec2_make(10.0f, 0.0f);
    racer->impact_normal = vec2_make(1.0f, 0.0f); // into the wall
    effects_tick(effects, rig->race, NULL);
    racer->impact = 0.0f;
}

static void sparks_fly_along_the_wall_and_off_it(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    hit_wall(rig, effects, 6000.0f);
    float along = 0.0f, off = 0.0f;
    int count = alive(effects, PARTICLE_SPARK);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        if (effects->particles[i].life > 0.0f && effects->particles[i].kind == PARTICLE_SPARK) {
            along += effects->particles[i].velocity.y / (float)count;
            off -= effects->particles[i].velocity.x / (float)count;
        }
    }
    assert_true(count >= 5 && along > 6.0f && off > 0.5f && along > off);
    free(effects);
    rig_free(rig);
}

static void debris_has_the_colour_of_what_was_hit(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    Effects *effects = calloc(1, sizeof *effects);
    CarLook looks[2] = {{.color = 0xFF0000FFu}, {.color = 0x00FF00FFu}};
    Racer *racer = &race_racers(rig->race)[0];
    rig_bodies(rig)[1].position = vec2_make(4.0f, 0.0f);
    racer->impact = 6000.0f;
    racer->impact_at = vec2_make(2.0f, 0.0f);
    racer->impact_normal = vec2_make(1.0f, 0.0f);
    rig->data.walls = (WallGrid){0};
    effects_tick(effects, rig->race, looks);
    assert_true(alive(effects, PARTICLE_CLOD) >= 3);
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        const Particle *piece = &effects->particles[i];
        if (piece->life > 0.0f && piece->kind == PARTICLE_CLOD) {
            assert_true((piece->color >> 16 & 255u) > 150u && (piece->color >> 24) < 60u);
        }
    }
    free(effects);
    rig_free(rig);
}

static void only_hard_hits_thump_and_all_leave_a_scratch(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    hit_wall(rig, effects, 2000.0f);
    assert_int_equal(alive(effects, PARTICLE_RING), 0);
    assert_int_equal(effects->cars[0].total, 1);
    hit_wall(rig, effects, 8000.0f);
    assert_int_equal(alive(effects, PARTICLE_RING), 1);
    assert_int_equal(effects->cars[0].total, 1); // at once the second leaves none
    vec2s scratch = effects->cars[0].scuffs[0].at;
    assert_true(scratch.x > 1.0f && fabsf(scratch.y) < 0.5f); // at its nose, where it hit
    free(effects);
    rig_free(rig);
}

static void smoke_and_dust_lie_below_the_cars(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_GRAVEL, 1.0f);
    drive(rig, effects, 30.0f, 240);
    assert_true(alive(effects, PARTICLE_PUFF) > 5 && alive(effects, PARTICLE_STREAK) > 5);
    DrawList list = {0};
    effects_draw_high(effects, &list, rig_everywhere());
    assert_int_equal(list.vertex_count, 0);
    effects_draw_low(effects, &list, rig_everywhere());
    assert_true(list.vertex_count > 100);
    assert_list_sound(&list);
    draw_list_destroy(&list);
    free(effects);
    rig_free(rig);
}

static void time_calms_everything(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Effects *effects = calloc(1, sizeof *effects);
    set_wheels(rig, 0, SURFACE_GRAVEL, 2.0f);
    drive(rig, effects, 20.0f, 120);
    effects->shake[0] = 0.35f;
    assert_true(fabsf(effects_shake(effects, 0, 3.3).x) <= 0.35f);
    for (int i = 0; i < 120; i++) {
        effects_frame(effects, 1.0f / 60.0f);
    }
    assert_int_equal(alive(effects, PARTICLE_PUFF) + alive(effects, PARTICLE_CLOD), 0);
    assert_true(effects->shake[0] < 0.001f);
    DrawList list = {0};
    effects_draw_high(effects, &list, rig_everywhere());
    assert_int_equal(list.vertex_count, 0);
    free(effects);
    rig_free(rig);
}

static void a_horn_is_a_ring_in_the_colour_of_its_car(void **state) {
    (void)state;
    Effects *effects = calloc(1, sizeof *effects);
    effects_horn(effects, vec2_make(3.0f, 4.0f), 0xD9483BFFu);
    assert_int_equal(alive(effects, PARTICLE_RING), 1);
    assert_near(effects->particles[0].position.y, 4.0, 0.0);
    assert_int_equal(effects->particles[0].color >> 8, 0xD9483B);
    free(effects);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_horn_is_a_ring_in_the_colour_of_its_car),
        cmocka_unit_test(rolling_leaves_no_marks),
        cmocka_unit_test(sliding_leaves_strips_whose_pieces_join),
        cmocka_unit_test(harder_slides_leave_darker_marks),
        cmocka_unit_test(loose_ground_gives_dust_instead_of_marks),
        cmocka_unit_test(the_ring_of_marks_goes_round),
        cmocka_unit_test(a_wheel_spinning_on_the_spot_spoils_nobodys_marks),
        cmocka_unit_test(a_rescued_car_leaves_no_mark_on_its_way),
        cmocka_unit_test(the_same_ticks_leave_the_same_traces),
        cmocka_unit_test(concrete_sparks_and_tyres_do_not),
        cmocka_unit_test(props_give_debris_of_their_colour_and_sparks_where_they_are_steel),
        cmocka_unit_test(sparks_fly_along_the_wall_and_off_it),
        cmocka_unit_test(debris_has_the_colour_of_what_was_hit),
        cmocka_unit_test(only_hard_hits_thump_and_all_leave_a_scratch),
        cmocka_unit_test(smoke_and_dust_lie_below_the_cars),
        cmocka_unit_test(time_calms_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
