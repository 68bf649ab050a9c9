// Crates, mines and oil of battles: hulls swept against them, what they do, and where crates stand.
#include "battle/crates.h"
#include "battle/hazards.h"
#include "battle/shells.h"
#include "drivers/gunner.h"
#include "race/battle_rules.h"
#include "track/gates.h"
#include "track/reverse.h"

#include <dirent.h>
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "long_test.h"
#include "shell_scene.h"
#include "test.h"

enum {
    SWEEPS = 20000,
};

static const WallGrid open_road; // without any wall
static TestCount test_sweeps;
static ShellForm forms[SHELL_CARS];

// ---- one tick of one car ------------------------------------------------------------------------

/// A car of any hull that drives and turns through one tick, past or over a circle.
typedef struct Passing {
    Body before, after;
    int form;
    vec2s center;
    float radius;
} Passing;

static Passing random_passing(Random *random) {
    Passing passing = {.form = random_below(random, SHELL_CARS)};
    passing.radius = random_chance(random, 2) ? CRATE_RADIUS : MINE_RADIUS;
    float speed = random_range(random, 1.0f, 100.0f);
    float spin = random_range(random, -12.0f, 12.0f);
    Body *body = &passing.before;
    body->position.x = random_range(random, -500.0f, 500.0f);
    body->position.y = random_range(random, -500.0f, 500.0f);
    body_set_angle(body, random_range(random, -3.1f, 3.1f));
    body->velocity = shell_way(random, speed);
    body->inverse_mass = 1.0f / 1200.0f;
    body->inverse_inertia = 1.0f / 1800.0f;
    passing.after = *body;
    passing.after.position = glms_vec2_muladds(body->velocity, RACE_DT, body->position);
    body_set_angle(&passing.after, body->angle + spin * RACE_DT);
    // Mostly near the outline, where a touch is a question.
    float reach = forms[passing.form].hull.bounding_radius + passing.radius + 0.5f;
    vec2s off = shell_way(random, random_range(random, 0.0f, reach));
    float along = random_range(random, 0.0f, 1.0f);
    passing.center =
        glms_vec2_add(glms_vec2_lerp(body->position, passing.after.position, along), off);
    return passing;
}

static Hull hulls[SHELL_CARS];

static CarSweep sweep_of(Passing *passing, uint8_t *hull_of) {
    *hull_of = (uint8_t)passing->form;
    CarSweep sweep = {.cars = &passing->after,
                      .before = &passing->before,
                      .hull_of = hull_of,
                      .hulls = hulls,
                      .car_count = 1};
    car_sweep_begin(&sweep);
    return sweep;
}

/// The outline of the car, with its motion; the short way round.
static ShellOutline outline_of(const Passing *passing) {
    ShellOutline outline = forms[passing->form].outline;
    outline.motion = (Motion){.from = passing->before.position,
                              .to = passing->after.position,
                              .angle_from = passing->before.angle,
                              .angle_to = passing->after.angle};
    float turn = outline.motion.angle_to - outline.motion.angle_from;
    outline.motion.angle_to -= turn > 3.0f ? 2.0f * TRIG_PI : turn < -3.0f ? -2.0f * TRIG_PI : 0.0f;
    return outline;
}

static ShellReference circle_of(const Passing *passing) {
    return (ShellReference){
        .from = ref_of(passing->center), .radius = (double)passing->radius, .grazing = 1e-3};
}

/// The same by a thousand steps.
static ShellAnswer answer_of(const Passing *passing) {
    ShellOutline outline = outline_of(passing);
    ShellReference circle = circle_of(passing);
    return shell_step_through(&circle, &outline);
}

static void a_hull_touches_a_circle_on_the_road_as_in_a_thousand_steps(void **state) {
    (void)state;
    Random random = random_make(19, 77);
    long touched = 0, clear = 0, passed = 0, missed = 0, wrong = 0;
    double worst = 0.0;
    for (long i = 0; i < test_sweeps.cases; i++) {
        Passing passing = random_passing(&random);
        uint8_t hull_of;
        CarSweep sweep = sweep_of(&passing, &hull_of);
        SweepHit hit = car_sweep_circle(&sweep, 0, passing.center, passing.radius);
        ShellAnswer answer = answer_of(&passing);
        touched += answer.verdict == SHELL_TOUCHED;
        clear += answer.verdict == SHELL_CLEAR;
        missed += answer.verdict == SHELL_TOUCHED && !hit.hit;
        wrong += answer.verdict == SHELL_CLEAR && hit.hit;
        if (answer.verdict == SHELL_TOUCHED && hit.hit && answer.step > 0) {
            ShellOutline outline = outline_of(&passing);
            ShellReference circle = circle_of(&passing);
            double gap = shell_gap(&circle, &outline, (double)hit.time);
            passed++;
            worst = fmax(worst, fabs(gap));
        }
    }
    assert_true(touched > test_sweeps.cases / 10 && clear > test_sweeps.cases / 10);
    assert_true(passed > test_sweeps.cases / 50);
    assert_int_equal(missed, 0);
    assert_int_equal(wrong, 0);
    assert_true(worst < 2e-4); // m between them when they touch: SWEEP_TOUCH, and rounding
    if (test_sweeps.is_long) {
        fprintf(stderr, "%ld touched, %ld clear, %ld in passing, %.3g m apart at worst\n", touched,
                clear, passed, worst);
    }
}

// ---- crates -------------------------------------------------------------------------------------

/// Whether a crate at the circle of `passing` is taken in its tick.
static bool is_taken(Passing *passing, BattleState *battle) {
    uint8_t hull_of;
    uint8_t amount = 2;
    CarSweep sweep = sweep_of(passing, &hull_of);
    CrateField field = {.positions = &passing->center, .seed = 3, .amounts = &amount, .takers = 1};
    battle->crate_count = 1;
    crates_step(battle, &field, &sweep);
    return battle->crates[0].away > 0;
}

static void a_crate_is_taken_by_who_touches_it_and_by_nobody_else(void **state) {
    (void)state;
    Random random = random_make(20, 78);
    int taken = 0;
    for (int i = 0; i < 5000; i++) {
        Passing passing = random_passing(&random);
        passing.radius = CRATE_RADIUS;
        BattleState battle;
        battle_state_make(&battle);
        ShellAnswer answer = answer_of(&passing);
        bool takes = is_taken(&passing, &battle);
        taken += takes;
        assert_true(answer.verdict == SHELL_GRAZED || takes == (answer.verdict == SHELL_TOUCHED));
        assert_int_equal(battle.cars[0].crates, takes);
        assert_int_equal(battle.note_count, takes);
    }
    assert_in_range(taken, 500, 4500);
}

/// A car stands on a crate.
static Passing standing_on_it(void) {
    Passing passing = {.radius = CRATE_RADIUS};
    passing.before.inverse_mass = 1.0f / 1200.0f;
    passing.before.inverse_inertia = 1.0f / 1800.0f;
    body_set_angle(&passing.before, 0.0f);
    passing.after = passing.before;
    return passing;
}

static void a_crate_is_back_after_eight_seconds_and_holds_what_was_drawn(void **state) {
    (void)state;
    BattleState battle;
    battle_state_make(&battle);
    Passing passing = standing_on_it();
    int taken_at[3] = {0}, taken = 0;
    for (int tick = 0; tick < 2 * CRATE_AWAY_TICKS + 10; tick++) {
        BattleCar before = battle.cars[0];
        int times = battle.crates[0].taken;
        is_taken(&passing, &battle);
        if (battle.crates[0].taken > times) {
            BattleItem item = crate_item(3, 0, times);
            assert_int_equal(battle.cars[0].carries, item == ITEM_REPAIR ? before.carries : item);
            assert_int_equal(battle.notes[battle.note_count - 1].item, item);
            assert_true(taken < 3);
            taken_at[taken++] = tick;
        }
    }
    assert_int_equal(taken, 3);
    assert_int_equal(taken_at[1] - taken_at[0], CRATE_AWAY_TICKS + 1);
    assert_int_equal(taken_at[2] - taken_at[1], CRATE_AWAY_TICKS + 1);
}

static void of_two_cars_in_one_tick_the_first_to_touch_takes_the_crate(void **state) {
    (void)state;
    for (int first = 0; first < 2; first++) {
        Body before[2] = {0}, after[2];
        uint8_t hull_of[2] = {0, 0}, amounts[2] = {1, 1};
        for (int i = 0; i < 2; i++) { // nose to nose, the crate between them
            body_set_angle(&before[i], i == 0 ? 0.0f : TRIG_PI);
            float gap = forms[0].nose + CRATE_RADIUS + (i == first ? 0.05f : 0.1f);
            before[i].position.x = i == 0 ? -gap : gap;
            after[i] = before[i];
            after[i].position.x += i == 0 ? 0.3f : -0.3f;
        }
        vec2s at = {{0.0f, 0.0f}};
        CarSweep sweep = {
            .cars = after, .before = before, .hull_of = hull_of, .hulls = hulls, .car_count = 2};
        car_sweep_begin(&sweep);
        CrateField field = {.positions = &at, .amounts = amounts, .takers = 3};
        BattleState battle;
        battle_state_make(&battle);
        battle.crate_count = 1;
        crates_step(&battle, &field, &sweep);
        assert_int_equal(battle.cars[first].crates, 1);
        assert_int_equal(battle.cars[1 - first].crates, 0);
    }
}

static void a_repair_takes_one_hit_away_and_the_rest_is_carried(void **state) {
    (void)state;
    Passing passing = standing_on_it();
    bool seen[ITEM_COUNT] = {false};
    for (int taken = 0; taken < 60; taken++) {
        BattleItem item = crate_item(3, 0, taken);
        for (int damage = 0; damage < BATTLE_HITS_OUT; damage++) {
            BattleState battle;
            battle_state_make(&battle);
            battle.crates[0].taken = (uint16_t)taken;
            battle.cars[0].damage = (uint8_t)damage;
            battle.cars[0].carries = ITEM_OIL;
            battle.cars[0].left = 3;
            assert_true(is_taken(&passing, &battle));
            const BattleCar *car = &battle.cars[0];
            bool repairs = item == ITEM_REPAIR;
            assert_int_equal(car->damage, repairs && damage > 0 ? damage - 1 : damage);
            assert_int_equal(car->carries, item == ITEM_MINE ? ITEM_MINE : ITEM_OIL);
            assert_int_equal(car->left, item == ITEM_MINE ? 2 : 3); // 3 of its own kind stay 3
        }
        seen[item] = true;
    }
    assert_true(seen[ITEM_MINE] && seen[ITEM_OIL] && seen[ITEM_REPAIR] && !seen[ITEM_NONE]);
}

static void the_last_gets_three_and_the_first_one(void **state) {
    (void)state;
    for (int count = 2; count <= RACE_MAX_CARS; count++) {
        assert_int_equal(crate_amount(1, count), 1);
        assert_int_equal(crate_amount(count, count), 3);
        for (int place = 2; place <= count; place++) {
            assert_in_range(crate_amount(place, count) - crate_amount(place - 1, count), 0, 2);
        }
    }
    assert_int_equal(crate_amount(1, 1), 1);
}

static void crates_hold_mines_oil_and_repairs_in_their_shares(void **state) {
    (void)state;
    int counts[ITEM_COUNT] = {0};
    for (int i = 0; i < 20000; i++) {
        counts[crate_item((uint64_t)i / 200, i % 64, i % 200 / 64)]++;
    }
    assert_near(counts[ITEM_MINE], 9000, 300);
    assert_near(counts[ITEM_OIL], 6000, 300);
    assert_near(counts[ITEM_REPAIR], 5000, 300);
}

// ---- mines and oil ------------------------------------------------------------------------------

static void put_mine(BattleState *battle, vec2s at, int owner) {
    battle->hazards[battle->hazard_count++ % BATTLE_HAZARDS_MAX] =
        (Hazard){.item = ITEM_MINE, .owner = (int8_t)owner, .age = MINE_ARM_TICKS, .position = at};
}

static void a_mine_goes_up_at_who_touches_it_and_pushes_it_away(void **state) {
    (void)state;
    Random random = random_make(21, 79);
    int hits = 0;
    for (int i = 0; i < 5000; i++) {
        Passing passing = random_passing(&random);
        passing.radius = MINE_RADIUS;
        ShellAnswer answer = answer_of(&passing);
        BattleState battle;
        battle_state_make(&battle);
        put_mine(&battle, passing.center, 7);
        uint8_t hull_of;
        CarSweep sweep = sweep_of(&passing, &hull_of);
        Body body = passing.after;
        bool hit = hazards_step(&battle, &sweep) != 0;
        hits += hit;
        assert_true(answer.verdict == SHELL_GRAZED || hit == (answer.verdict == SHELL_TOUCHED));
        assert_int_equal(battle.hazards[0].item, hit ? ITEM_NONE : ITEM_MINE);
        assert_int_equal(battle.cars[0].hits_taken, hit);
        assert_int_equal(battle.cars[0].damage, hit);
        assert_int_equal(battle.cars[0].hit_by, hit ? 7 : -1);
        assert_int_equal(battle.cars[7].mine_hits, hit);
        assert_int_equal(battle.cars[7].hits, 0);
        vec2s change = glms_vec2_sub(passing.after.velocity, body.velocity);
        assert_near(glms_vec2_norm(change), hit ? 1500.0 / 1200.0 : 0.0, 2e-3);
        if (hit && answer.step > 0) { // from the mine to where it touched the car
            vec2s normal = battle.notes[battle.note_count - 1].normal;
            assert_true(glms_vec2_dot(change, normal) < -0.99f * glms_vec2_norm(change));
        }
    }
    assert_in_range(hits, 500, 4500);
}

static void a_mine_of_its_own_counts_as_a_hit_taken_and_as_none_given(void **state) {
    (void)state;
    BattleState battle;
    battle_state_make(&battle);
    put_mine(&battle, vec2_make(0.0f, 0.0f), 0);
    Passing passing = standing_on_it();
    uint8_t hull_of;
    CarSweep sweep = sweep_of(&passing, &hull_of);
    assert_int_equal(hazards_step(&battle, &sweep), 1);
    assert_int_equal(battle.cars[0].hits_taken, 1);
    assert_int_equal(battle.cars[0].mine_hits, 0);
}

static void ghosts_touch_neither_crates_nor_mines(void **state) {
    (void)state;
    Passing passing = standing_on_it();
    uint8_t hull_of;
    CarSweep sweep = sweep_of(&passing, &hull_of);
    sweep.ghosts = 1;
    BattleState battle;
    battle_state_make(&battle);
    put_mine(&battle, vec2_make(0.0f, 0.0f), 1);
    assert_int_equal(hazards_step(&battle, &sweep), 0);
    SweepHit hit;
    assert_int_equal(car_sweep_first(&sweep, 1, passing.center, CRATE_RADIUS, &hit), -1);
    battle.cars[0].left = 1;
    battle.cars[0].carries = ITEM_MINE;
    assert_false(hazards_drop(&battle, &sweep, &open_road, 0));
    sweep.ghosts = 0;
    battle.cars[0].out = 5; // nor does who is spun out
    assert_false(hazards_drop(&battle, &sweep, &open_road, 0));
    battle.cars[0].out = 0;
    assert_true(hazards_drop(&battle, &sweep, &open_road, 0));
}

static void what_is_dropped_lies_behind_the_tail_clear_of_the_hull(void **state) {
    (void)state;
    Random random = random_make(22, 80);
    for (int i = 0; i < 2000; i++) {
        Passing passing = random_passing(&random);
        uint8_t hull_of;
        CarSweep sweep = sweep_of(&passing, &hull_of);
        BattleState battle;
        battle_state_make(&battle);
        bool mine = i % 2 == 0;
        battle.cars[0].carries = mine ? ITEM_MINE : ITEM_OIL;
        battle.cars[0].left = 2;
        assert_true(hazards_drop(&battle, &sweep, &open_road, 0));
        const Hazard *hazard = &battle.hazards[0];
        passing.before = passing.after; // where it stands now
        passing.center = hazard->position;
        passing.radius = mine ? MINE_RADIUS : OIL_RADIUS;
        assert_int_equal(answer_of(&passing).verdict, SHELL_CLEAR);
        vec2s off = glms_vec2_sub(hazard->position, passing.after.position);
        vec2s ahead = vec2_make(passing.after.rotation.c, passing.after.rotation.s);
        assert_true(glms_vec2_dot(off, ahead) < 0.0f);
        assert_near(glms_vec2_cross(off, ahead), 0.0, 1e-3);
        assert_int_equal(battle.cars[0].left, 1);
        assert_int_equal(mine ? battle.cars[0].mines : battle.cars[0].oils, 1);
        assert_false(hazards_drop(&battle, &sweep, &open_road, 0)); // it reloads
    }
}

static void mines_are_armed_after_half_a_second_and_oil_dries_up(void **state) {
    (void)state;
    BattleState battle;
    battle_state_make(&battle);
    put_mine(&battle, vec2_make(0.0f, 0.0f), 1);
    battle.hazards[0].age = 0;
    battle.hazards[1] = (Hazard){.item = ITEM_OIL, .position = vec2_make(50.0f, 0.0f)};
    Passing passing = standing_on_it();
    uint8_t hull_of;
    CarSweep sweep = sweep_of(&passing, &hull_of);
    int armed = -1, dry = -1;
    for (int tick = 1; tick <= OIL_TICKS + 2; tick++) {
        if (hazards_step(&battle, &sweep) != 0) {
            armed = tick;
        }
        dry = dry < 0 && battle.hazards[1].item == ITEM_NONE ? tick : dry;
    }
    assert_int_equal(armed, MINE_ARM_TICKS);
    assert_int_equal(dry, OIL_TICKS);
}

static void the_oldest_makes_room(void **state) {
    (void)state;
    BattleState battle;
    battle_state_make(&battle);
    Passing passing = standing_on_it();
    uint8_t hull_of;
    CarSweep sweep = sweep_of(&passing, &hull_of);
    for (int i = 0; i < 3 * BATTLE_HAZARDS_MAX; i++) {
        passing.after.position.x = (float)(10 * i);
        battle.cars[0].carries = ITEM_OIL;
        battle.cars[0].left = 1;
        battle.cars[0].drop_reload = 0;
        assert_true(hazards_drop(&battle, &sweep, &open_road, 0));
        OilPatches oil;
        hazards_find_oil(&battle, &oil);
        int lie = i + 1 < BATTLE_HAZARDS_MAX ? i + 1 : BATTLE_HAZARDS_MAX;
        assert_int_equal(oil.count, lie);
        float behind = battle.hazards[i % BATTLE_HAZARDS_MAX].position.x - (float)(10 * i);
        for (int k = 0; k <= i; k++) {
            vec2s at = vec2_make((float)(10 * k) + behind, 0.0f);
            assert_int_equal(hazards_is_oily(&oil, at), k > i - lie);
        }
    }
}

static void who_is_out_a_ghost_or_not_loaded_cannot_fire(void **state) {
    (void)state;
    Body body = {.position = vec2_make(0.0f, 0.0f)};
    body_set_angle(&body, 0.0f);
    uint8_t hull_of = 0;
    ShellField field = {
        .bodies = &body, .hull_of = &hull_of, .hulls = hulls, .body_count = 1, .car_count = 1};
    BattleState battle;
    battle_state_make(&battle);
    field.ghosts = 1;
    assert_false(shells_fire(&battle, &field, 0));
    field.ghosts = 0;
    battle.cars[0].out = 1;
    assert_false(shells_fire(&battle, &field, 0));
    battle.cars[0].out = 0;
    battle.cars[0].reload = 1;
    assert_false(shells_fire(&battle, &field, 0));
    battle.cars[0].reload = 0;
    assert_int_equal(battle.note_count, 0);
    assert_true(shells_fire(&battle, &field, 0));
    battle.cars[0].reload = 0;
    assert_false(shells_fire(&battle, &field, 0)); // one is in the air
    assert_int_equal(battle.cars[0].shots, 1);
}

static void a_shell_bursts_a_mine_and_ends_there(void **state) {
    (void)state;
    Random random = random_make(23, 81);
    WallGrid walls = {0};
    int burst = 0;
    for (int i = 0; i < 2000; i++) {
        BattleState battle;
        battle_state_make(&battle);
        Body body = {.position = vec2_make(-1000.0f, 0.0f)};
        body_set_angle(&body, 0.0f);
        uint8_t hull_of = 0;
        ShellField field = {.bodies = &body,
                            .hull_of = &hull_of,
                            .hulls = hulls,
                            .body_count = 1,
                            .car_count = 1,
                            .walls = &walls,
                            .bounds = {{{-2000.0f, -2000.0f}}, {{2000.0f, 2000.0f}}},
                            .dt = RACE_DT};
        float speed = random_range(&random, 50.0f, 150.0f);
        float aside = random_range(&random, -0.6f, 0.6f);
        float ahead = random_range(&random, 1.0f, 10.0f);
        battle.cars[0].shell = (Shell){
            .flies = true, .velocity = vec2_make(speed, 0.0f), .ahead = vec2_make(1.0f, 0.0f)};
        put_mine(&battle, vec2_make(ahead, aside), 0);
        put_mine(&battle, vec2_make(ahead + 3.0f, aside), 0);
        ShellPoses poses;
        for (int tick = 0; tick < 60; tick++) {
            shells_watch(&battle, &field, &poses);
            shells_fly(&battle, &field, &poses);
        }
        if (fabsf(fabsf(aside) - MINE_RADIUS - SHELL_RADIUS) < 1e-4f) {
            continue;
        }
        bool meets = fabsf(aside) < MINE_RADIUS + SHELL_RADIUS;
        assert_int_equal(battle.hazards[0].item, meets ? ITEM_NONE : ITEM_MINE);
        assert_int_equal(battle.hazards[1].item, ITEM_MINE); // the first one ends the shell
        assert_int_equal(battle.cars[0].shell.flies, !meets);
        burst += meets;
    }
    assert_in_range(burst, 500, 1999);
}

int main(int argc, char **argv) {
    test_sweeps = test_count(argc, argv, SWEEPS);
    for (int i = 0; i < SHELL_CARS; i++) {
        CarParams params = fixture_car(shell_cars[i]).params;
        CarModel model = car_model_make(&params);
        hulls[i] = forms[i].hull = car_model_hull(&model);
        shell_form_outline(&forms[i], params.outline, params.outline_count, 0.0f);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hull_touches_a_circle_on_the_road_as_in_a_thousand_steps),
        cmocka_unit_test(a_crate_is_taken_by_who_touches_it_and_by_nobody_else),
        cmocka_unit_test(a_crate_is_back_after_eight_seconds_and_holds_what_was_drawn),
        cmocka_unit_test(of_two_cars_in_one_tick_the_first_to_touch_takes_the_crate),
        cmocka_unit_test(a_repair_takes_one_hit_away_and_the_rest_is_carried),
        cmocka_unit_test(the_last_gets_three_and_the_first_one),
        cmocka_unit_test(crates_hold_mines_oil_and_repairs_in_their_shares),
        cmocka_unit_test(a_mine_goes_up_at_who_touches_it_and_pushes_it_away),
        cmocka_unit_test(a_mine_of_its_own_counts_as_a_hit_taken_and_as_none_given),
        cmocka_unit_test(ghosts_touch_neither_crates_nor_mines),
        cmocka_unit_test(what_is_dropped_lies_behind_the_tail_clear_of_the_hull),
        cmocka_unit_test(mines_are_armed_after_half_a_second_and_oil_dries_up),
        cmocka_unit_test(the_oldest_makes_room),
        cmocka_unit_test(who_is_out_a_ghost_or_not_loaded_cannot_fire),
        cmocka_unit_test(a_shell_bursts_a_mine_and_ends_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
