/// Where mines and oil of battles come to lie: at random poses among walls of all kinds.
#include "battle/hazards.h"
#include "collision/sat.h"

#include <math.h>

#include "fixture.h"
#include "shell_scene.h"
#include "test.h"
#include "track_text.h"

enum {
    POSES = 6000,
};

#define SLACK 1e-3f // m, of rounding
#define DEEP  0.05f // m in a wall that a car may back

/// A car that stands in a yard.
typedef struct Stand {
    const ShellYard *yard;
    const ShellForm *form;
    Body body;
} Stand;

/// m between the car, backed by `back` m, and the nearest wall; negative in one. All pieces of the
/// yard are asked.
static float gap_of(const Stand *stand, float back) {
    vec2s ahead = vec2_make(stand->body.rotation.c, stand->body.rotation.s);
    Transform at = {glms_vec2_muladds(ahead, -back, stand->body.position), stand->body.rotation};
    float least = 1e9f;
    for (int i = 0; i < stand->yard->count; i++) {
        const WallPiece *piece = &stand->yard->pieces[i];
        Transform there = transform_relative(wall_piece_at(piece), at);
        for (int k = 0; k < stand->form->hull.count; k++) {
            const Shape *part = &stand->form->hull.pieces[k];
            least = fminf(least, sat_signed_distance(&piece->shape, part, there).distance);
        }
    }
    return least;
}

/// m from `point` to the nearest wall; negative in one. By the reference's plain distances.
static double clearance_of(const Stand *stand, vec2s point) {
    double least = 1e9;
    for (int i = 0; i < stand->yard->count; i++) {
        const ShellOutline *wall = &stand->yard->outlines[i];
        RefPoint nearest, p = shell_into_body(shell_body_at(&wall->motion, 0.0), ref_of(point));
        least = fmin(least, shell_distance_to(wall, p, &nearest));
    }
    return least;
}

/// Mostly near a wall.
static Stand random_stand(const ShellWorld *world, Random *random) {
    const ShellYard *yard = &world->yards[random_below(random, SHELL_YARDS)];
    Stand stand = {.yard = yard, .form = &world->forms[random_below(random, SHELL_CARS)]};
    vec2s middle = yard->pieces[random_below(random, yard->count)].origin;
    vec2s off = shell_way(random, random_range(random, 0.5f, 6.0f));
    bool anywhere = random_chance(random, 8);
    stand.body.position = anywhere ? shell_place(random, yard->low) : glms_vec2_add(middle, off);
    float turn = random_range(random, -TRIG_PI, TRIG_PI); // with the tail to the wall mostly
    turn = anywhere ? turn : trig_atan2(off.y, off.x) + 0.2f * turn;
    body_set_angle(&stand.body, trig_wrap(turn));
    return stand;
}

static bool drop(Stand *stand, BattleItem item, BattleState *battle) {
    uint8_t hull_of = 0;
    CarSweep sweep = {.cars = &stand->body,
                      .before = &stand->body,
                      .hull_of = &hull_of,
                      .hulls = &stand->form->hull,
                      .car_count = 1};
    car_sweep_begin(&sweep);
    battle_state_make(battle);
    battle->cars[0].carries = (uint8_t)item;
    battle->cars[0].left = 2;
    return hazards_drop(battle, &sweep, &stand->yard->grid, 0);
}

/// m between the car and the nearest wall, where it comes nearest to one as it backs by `back` m.
static float least_gap(const Stand *stand, float back) {
    enum {
        STEPS = 40
    };
    float least = 1e9f;
    for (int i = 0; i <= STEPS; i++) {
        least = fminf(least, gap_of(stand, back * (float)i / (float)STEPS));
    }
    return least;
}

/// Where it would lie, and how far the car backs until its tail is over that.
static vec2s place_of(const Stand *stand, BattleItem item, float *back) {
    float tail = hull_bounds(&stand->form->hull, transform_identity()).low.x;
    *back = (item == ITEM_MINE ? MINE_RADIUS : OIL_RADIUS) + 0.1f;
    vec2s ahead = vec2_make(stand->body.rotation.c, stand->body.rotation.s);
    return glms_vec2_muladds(ahead, tail - *back, stand->body.position);
}

static void what_is_dropped_lies_where_the_car_could_back_over_it(void **state) {
    (void)state;
    ShellWorld *world = shell_world_make(24);
    Random random = random_make(24, 82);
    int dropped = 0, kept = 0;
    for (int i = 0; i < POSES; i++) {
        Stand stand = random_stand(world, &random);
        BattleItem item = i % 2 == 0 ? ITEM_MINE : ITEM_OIL;
        float back;
        vec2s place = place_of(&stand, item, &back);
        if (gap_of(&stand, 0.0f) < SLACK) {
            continue; // no car stands in a wall
        }
        BattleState battle;
        bool does = drop(&stand, item, &battle);
        dropped += does;
        kept += !does;
        assert_int_equal(battle.cars[0].left, does ? 1 : 2);
        assert_int_equal(battle.hazard_count, does);
        assert_int_equal(battle.note_count, does);
        if (does) {
            assert_near(glms_vec2_distance(battle.hazards[0].position, place), 0.0, 1e-3);
            assert_true(clearance_of(&stand, place) > (double)(MINE_RADIUS - SLACK));
            assert_true(least_gap(&stand, back) > -DEEP - SLACK);
        } else { // and it is kept for nothing else
            assert_true(clearance_of(&stand, place) < (double)(MINE_RADIUS + SLACK) ||
                        least_gap(&stand, back) < -DEEP + SLACK);
            assert_int_equal(battle.cars[0].drop_reload, 0);
        }
    }
    assert_true(dropped > POSES / 10 && kept > POSES / 10);
    shell_world_destroy(world);
}

// With the tail at a wall the mine stays in the car, and the gun does not fire instead; a length on
// it is dropped.
static void who_stands_with_the_tail_at_a_wall_keeps_what_he_carries(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.ai_cars = 0;
    def.battle = BATTLE_LAPS;
    Fixture *fixture = fixture_make_on(
        track_of(TRACK_HEAD "ribbons:\n  - {curve: round, radius: 60, width: 60, shoulder: none, "
                            "points: [[-300, -35], [300, -35], [300, 165], [-300, 165]]}\n"
                            "grid: {columns: 1}\n"
                            "walls:\n  - {polyline: [[100, -130], [100, -75]], thickness: 1}\n"),
        "hatch", &def);
    Race *race = fixture->race;
    fixture_run(race, RACE_COUNTDOWN_TICKS + 1);
    const BattleCar *car = &race->battle.cars[0];
    const float half = 0.5f * fixture->models[0].params.length;
    for (int far = 0; far < 2; far++) {
        Body *body = &world_bodies(race_world(race))[0];
        body->position = vec2_make(100.8f + half + (far ? 1.0f : 0.0f), -100.0f);
        body_set_angle(body, 0.0f);
        body->velocity = vec2_make(0.0f, 0.0f);
        race->battle.cars[0].carries = ITEM_MINE;
        race->battle.cars[0].left = 1;
        CarInput inputs[RACE_MAX_CARS] = {{.brake = 255, .flags = CAR_INPUT_FIRE}};
        race_step(race, inputs);
        assert_int_equal(car->mines, far);
        assert_int_equal(car->left, 1 - far);
        assert_int_equal(car->shots, 0);
        inputs[0] = (CarInput){0};
        race_step(race, inputs);
    }
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_dropped_lies_where_the_car_could_back_over_it),
        cmocka_unit_test(who_stands_with_the_tail_at_a_wall_keeps_what_he_carries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
