/// Shells as a view shows them: in a battle of AI cars and of some that fire wherever they point,
/// every tick between its two poses.
#include "base/random.h"
#include "render/battle_effects.h"
#include "render/battle_picture.h"
#include "render/battle_road.h"
#include "render/race_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "picture_rig.h"
#include "test.h"

enum {
    CARS = 8,
    WILD = 4, ///< Cars that fire all the time.
    TICKS = 240 * 40,
    ALPHAS = 5
};

#define SLACK 2e-3f // m

typedef struct Battle {
    Fixture *fixture;
    Race *race, *before;
    Random random;
    CarLook looks[CARS];
    DrawList list;
} Battle;

static Battle battle_make(void) {
    RaceDef def = fixture_field(CARS, SKILL_HARD, 9);
    def.battle = BATTLE_LAPS;
    def.ai_cars = ~((1u << WILD) - 1u);
    Battle battle = {.random = random_make(3, 4),
                     .fixture = fixture_make("first-oval", "hatch", &def)};
    battle.race = battle.fixture->race;
    battle.before = fixture_block(battle.race->size);
    for (int i = 0; i < CARS; i++) {
        battle.looks[i] = race_picture_look(i);
    }
    battle.list.feather = 0.05f;
    return battle;
}

static void battle_free(Battle *battle) {
    draw_list_destroy(&battle->list);
    free(battle->before);
    fixture_destroy(battle->fixture);
}

static void battle_step(Battle *battle) {
    memcpy(battle->before, battle->race, battle->race->size);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < WILD; i++) {
        inputs[i] = (CarInput){.throttle = 160,
                               .steer = (int8_t)random_range(&battle->random, -100.0f, 110.0f),
                               .flags = CAR_INPUT_FIRE};
    }
    race_step(battle->race, inputs);
}

// The note of the last tick in which the shell of `car` has come to its end; NULL: it has not.
static const BattleNote *end_of(const Race *race, int car) {
    const BattleState *state = &race->battle;
    for (uint32_t i = state->note_count; i > battle_first_note(state); i--) {
        const BattleNote *note = battle_note_at(state, i - 1);
        bool ends = note->kind == BATTLE_HIT || note->kind == BATTLE_BURST ||
                    note->kind == BATTLE_MINE_BURST || note->kind == BATTLE_SPENT;
        if (note->tick + 1 == race->tick && note->car == car && ends) {
            return note;
        }
    }
    return NULL;
}

// Draws the shell of `car` alone.
static void draw_alone(Battle *battle, int car, float alpha) {
    Shell kept[2][CARS];
    Race *both[2] = {battle->before, battle->race};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < CARS; i++) {
            kept[k][i] = both[k]->battle.cars[i].shell;
            both[k]->battle.cars[i].shell.flies &= i == car;
        }
    }
    BattlePicture picture = {.before = battle->before,
                             .now = battle->race,
                             .alpha = alpha,
                             .looks = battle->looks,
                             .seen = {{{-5000.0f, -5000.0f}}, {{5000.0f, 5000.0f}}}};
    draw_list_clear(&battle->list);
    battle_picture_shells(&battle->list, &picture);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < CARS; i++) {
            both[k]->battle.cars[i].shell = kept[k][i];
        }
    }
}

static void no_light_of_a_shell_lies_beyond_its_burst(void **state) {
    (void)state;
    Battle battle = battle_make();
    int bursts = 0, drawn = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        battle_step(&battle);
        for (int car = 0; car < CARS; car++) {
            const BattleNote *end = end_of(battle.race, car);
            const Shell *shell = &battle.before->battle.cars[car].shell;
            if (end == NULL || !shell->flies) {
                continue;
            }
            bursts++;
            vec2s way = glms_vec2_normalize(shell->velocity);
            for (int step = 0; step < ALPHAS; step++) {
                draw_alone(&battle, car, (float)step / (float)(ALPHAS - 1));
                for (int i = 0; i < battle.list.vertex_count; i++) {
                    vec2s at = {{battle.list.vertices[i].x, battle.list.vertices[i].y}};
                    float beyond = glms_vec2_dot(glms_vec2_sub(at, end->at), way);
                    assert_true(beyond < SLACK);
                    drawn++;
                }
            }
        }
    }
    assert_true(bursts > 50 && drawn > 1000);
    battle_free(&battle);
}

static void its_light_begins_at_the_muzzle_and_fades_over_the_last_quarter(void **state) {
    (void)state;
    Battle battle = battle_make();
    int fresh = 0, faded = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        battle_step(&battle);
        for (int car = 0; car < CARS; car++) {
            const Shell *now = &battle.race->battle.cars[car].shell;
            const Shell *before = &battle.before->battle.cars[car].shell;
            ShellPicture shell = battle_picture_shell(battle.before, battle.race, car, 1.0f);
            if (!now->flies) {
                continue;
            }
            float part = (float)now->age / (float)SHELL_TICKS;
            float length = glms_vec2_distance(shell.tip, shell.tail);
            assert_near(glms_vec2_distance(shell.tip, now->position), 0.0, 1e-3);
            assert_true(length <= part * SHELL_RANGE + SLACK);
            assert_int_equal(shell.strength<1.0f, part> 0.75f);
            assert_near(shell.strength, fminf(4.0f * (1.0f - part), 1.0f), 1e-4);
            fresh += !before->flies;
            faded += shell.strength < 1.0f;
        }
    }
    assert_true(fresh > 50 && faded > 50);
    battle_free(&battle);
}

static void each_burst_leaves_a_mark_and_each_hurt_car_smokes(void **state) {
    (void)state;
    Battle battle = battle_make();
    Effects *effects = calloc(1, sizeof *effects);
    assert_non_null(effects);
    uint32_t bursts = 0, smoke = 0, mines = 0; // notes that were searched for those
    for (int tick = 0; tick < TICKS; tick++) {
        battle_step(&battle);
        effects_tick(effects, battle.race, battle.looks);
        battle_effects_tick(effects, battle.race, battle.looks);
        for (int car = 0; car < CARS; car++) {
            const BattleNote *end = end_of(battle.race, car);
            bursts += end != NULL && end->kind != BATTLE_SPENT;
        }
        for (uint32_t i = mines; i < battle.race->battle.note_count; i++) {
            bursts += battle.race->battle.notes[i % BATTLE_NOTES_MAX].kind == BATTLE_MINE_HIT;
        }
        mines = battle.race->battle.note_count;
        assert_int_equal(effects->scorch_total, bursts);
    }
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        smoke += effects->particles[i].color == 0xB9BBC0B0u; // of a car that was hit once
    }
    assert_true(bursts > 50 && smoke > 0);
    free(effects);
    battle_free(&battle);
}

/// Particles that an effect has shown so far.
static int shown_by(const Effects *effects) {
    int count = 0;
    for (int i = 0; i < EFFECTS_PARTICLES; i++) {
        count += effects->particles[i].life > 0.0f;
    }
    return count;
}

// What is dropped is itself to be seen, and has no other effect.
static void all_that_is_heard_of_a_battle_is_seen_too(void **state) {
    (void)state;
    Battle battle = battle_make();
    battle_step(&battle);
    for (int kind = 0; kind <= BATTLE_MINE_BURST; kind++) {
        Effects *effects = calloc(1, sizeof *effects);
        assert_non_null(effects);
        battle_state_make(&battle.race->battle);
        battle_note(&battle.race->battle, (BattleNote){.tick = battle.race->tick - 1,
                                                       .kind = (uint8_t)kind,
                                                       .car = kind == BATTLE_WORN ? -1 : 1,
                                                       .other = 2,
                                                       .item = ITEM_MINE});
        battle_effects_tick(effects, battle.race, battle.looks);
        assert_int_equal(shown_by(effects) > 0, kind != BATTLE_DROP);
        free(effects);
    }
    battle_free(&battle);
}

static void who_drives_through_oil_splashes(void **state) {
    (void)state;
    for (int oily = 0; oily < 2; oily++) {
        Battle battle = battle_make();
        Effects *effects = calloc(1, sizeof *effects);
        assert_non_null(effects);
        battle_step(&battle);
        Body *body = &world_bodies(race_world(battle.race))[5];
        body->velocity = vec2_make(20.0f, 0.0f);
        battle_state_make(&battle.race->battle);
        battle.race->battle.hazards[0] = (Hazard){
            .item = ITEM_OIL,
            .position = glms_vec2_add(body->position, vec2_make(0.0f, oily ? 0.0f : 50.0f))};
        for (int tick = 0; tick < 60; tick++) {
            battle_effects_tick(effects, battle.race, battle.looks);
        }
        assert_int_equal(shown_by(effects) > 3, oily);
        free(effects);
        battle_free(&battle);
    }
}

static Rgb color_at(const DrawList *list, float x, float y) {
    return rgb_at(list, x, y, 0x3A3540FFu); // a dark road
}

// It has a rim of another colour than itself and such a road.
static void oil_is_seen_on_dark_roads(void **state) {
    (void)state;
    Battle battle = battle_make();
    battle_state_make(&battle.race->battle);
    battle.race->battle.hazards[0] = (Hazard){.item = ITEM_OIL};
    BattlePicture picture = {.before = battle.race,
                             .now = battle.race,
                             .looks = battle.looks,
                             .seen = {{{-50.0f, -50.0f}}, {{50.0f, 50.0f}}}};
    draw_list_clear(&battle.list);
    battle_road_draw(&battle.list, &picture);
    Rgb road = color_at(&battle.list, 3.0f, 0.0f);
    Rgb oil = color_at(&battle.list, 0.0f, 0.85f * OIL_RADIUS);
    Rgb rim = color_at(&battle.list, 0.0f, 0.95f * OIL_RADIUS);
    assert_true(rgb_distance(rim, road) > 40.0f && rgb_distance(rim, oil) > 40.0f);
    battle_free(&battle);
}

static void a_car_that_is_spun_out_wears_a_ring_that_runs_out(void **state) {
    (void)state;
    Battle battle = battle_make();
    int last = 0;
    for (int out = 0; out <= BATTLE_OUT_TICKS; out += 60) {
        battle.race->battle.cars[3].out = (uint16_t)out;
        draw_list_clear(&battle.list);
        battle_picture_out(&battle.list, battle.race, 3, (vec2s){{0.0f, 0.0f}}, 0xFF5A4DFFu);
        assert_int_equal(battle.list.vertex_count > 0, out > 0);
        assert_true(battle.list.vertex_count >= last);
        last = battle.list.vertex_count;
        draw_list_clear(&battle.list);
        battle_picture_out(&battle.list, battle.race, 2, (vec2s){{0.0f, 0.0f}}, 0xFF5A4DFFu);
        assert_int_equal(battle.list.vertex_count, 0);
    }
    battle_free(&battle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_light_of_a_shell_lies_beyond_its_burst),
        cmocka_unit_test(its_light_begins_at_the_muzzle_and_fades_over_the_last_quarter),
        cmocka_unit_test(each_burst_leaves_a_mark_and_each_hurt_car_smokes),
        cmocka_unit_test(all_that_is_heard_of_a_battle_is_seen_too),
        cmocka_unit_test(who_drives_through_oil_splashes),
        cmocka_unit_test(oil_is_seen_on_dark_roads),
        cmocka_unit_test(a_car_that_is_spun_out_wears_a_ring_that_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
