/// What a battle gives to hear, measured on the samples that its views get: each thing that happens
/// beside the same race in which it does not.
#include "base/random.h"

#include "sound_rig.h"
#include "test.h"

enum {
    HEARD_TICKS = RACE_TICKS_PER_SECOND / 2,
    CARS = 3,
};

/// A battle of people who stand on the grid, a second after GO: two listen, the third has no view.
static SoundRig *rig_of(BattleMode mode) {
    RaceDef def = fixture_field(CARS, SKILL_HARD, 9);
    def.ai_cars = 0;
    def.battle = mode;
    SoundRig *rig = sound_rig_make(fixture_make("first-oval", "hatch", &def), 2);
    rig->fixture->race->battle.crate_count = 0;
    sound_rig_run(rig, NULL, RACE_COUNTDOWN_TICKS + RACE_TICKS_PER_SECOND);
    return rig;
}

/// The engines idle, and mute: what is left is what happens.
static void mute_engines(SoundRig *rig) { rig->frame.levels.engines = 0.0f; }

/// How loud what happens `away` m beside car `car` is for the views, in dB of full scale: beside
/// the same race without.
static float level_of(const BattleNote *note, int car, float away) {
    float rms[2];
    for (int with = 0; with < 2; with++) {
        SoundRig *rig = rig_of(BATTLE_LAPS);
        Race *race = rig->fixture->race;
        mute_engines(rig);
        sound_rig_run(rig, NULL, RACE_TICKS_PER_SECOND / 4);
        if (with == 1) {
            BattleNote made = *note;
            made.tick = race->tick;
            made.at = race_bodies_const(race)[car].position;
            made.at.y += away;
            battle_note(&race->battle, made);
        }
        int from = rig->count;
        sound_rig_run(rig, NULL, HEARD_TICKS);
        rms[with] = sound_rig_rms(rig, from, rig->count);
        sound_rig_free(rig);
    }
    return 20.0f * log10f(fmaxf(rms[1] - rms[0], 1e-7f));
}

/// A note of car 0 and what it does to `other`.
static BattleNote note_of(BattleNoteKind kind, int car, int other) {
    return (BattleNote){.kind = (uint8_t)kind, .car = (int8_t)car, .other = (int8_t)other};
}

static const char *const names[] = {"shot",  "hit",   "knockout", "burst", "worn",
                                    "spent", "crate", "drop",     "mine",  "mine burst"};

// A shell that has flown its range falls without a sound.
static void all_that_happens_in_a_battle_is_heard_by_its_driver(void **state) {
    (void)state;
    for (int kind = 0; kind <= BATTLE_MINE_BURST; kind++) {
        bool suffers = kind == BATTLE_WORN || kind == BATTLE_MINE_HIT;
        for (int item = ITEM_MINE; item <= (kind == BATTLE_DROP ? ITEM_OIL : ITEM_MINE); item++) {
            int from = kind == BATTLE_WORN ? -1 : kind == BATTLE_MINE_HIT ? 2 : 0;
            BattleNote note = note_of((BattleNoteKind)kind, from, suffers ? 0 : -1);
            note.item = (uint8_t)item;
            float level = level_of(&note, 0, 0.0f);
            print_message("%s: %.1f dB\n", names[kind], (double)level);
            if (kind == BATTLE_SPENT) {
                assert_true(level < -100.0f);
            } else {
                assert_true(level > -50.0f && level < -10.0f);
            }
        }
    }
}

static void the_harder_it_is_the_louder(void **state) {
    (void)state;
    const BattleNoteKind rising[] = {BATTLE_DROP, BATTLE_SHOT, BATTLE_BURST, BATTLE_HIT,
                                     BATTLE_KNOCKOUT};
    float last = -200.0f;
    for (int i = 0; i < 5; i++) {
        BattleNote note = note_of(rising[i], 0, -1);
        note.item = ITEM_MINE;
        float level = level_of(&note, 0, 0.0f);
        assert_true(level > last + 1.0f);
        last = level;
    }
}

// Car 2 has no view: what it does is heard as anything else on the road.
static void what_others_do_is_fainter_and_far_away_not_heard(void **state) {
    (void)state;
    const BattleNoteKind kinds[] = {BATTLE_SHOT, BATTLE_CRATE, BATTLE_DROP, BATTLE_MINE_BURST};
    for (int i = 0; i < 4; i++) {
        BattleNote own = note_of(kinds[i], 0, -1), other = note_of(kinds[i], 2, -1);
        own.item = other.item = ITEM_MINE;
        float near = level_of(&own, 0, 0.0f), aside = level_of(&other, 2, 10.0f);
        assert_true(aside > -60.0f && aside < near - 5.0f);
        assert_true(level_of(&other, 2, 400.0f) < -100.0f);
    }
}

// By its place, not by who laid it: he may be on the other side of the track.
static void a_mine_is_heard_where_it_goes_up(void **state) {
    (void)state;
    BattleNote of_own = note_of(BATTLE_MINE_HIT, 0, 2);
    assert_true(level_of(&of_own, 2, 400.0f) < -100.0f);
    assert_true(level_of(&of_own, 2, 10.0f) > -40.0f);
    BattleNote at_own = note_of(BATTLE_MINE_HIT, 2, 0);
    assert_true(level_of(&at_own, 0, 0.0f) > -30.0f);
}

// The whole way: the car drives over what lies there, in the race itself.
static void driving_over_a_mine_or_into_oil_is_heard(void **state) {
    (void)state;
    for (int item = ITEM_MINE; item <= ITEM_OIL; item++) {
        float rms[2];
        for (int with = 0; with < 2; with++) {
            SoundRig *rig = rig_of(BATTLE_LAPS);
            Race *race = rig->fixture->race;
            mute_engines(rig);
            Body *body = &world_bodies(race_world(race))[0];
            vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
            Racer *racer = &race_racers(race)[0];
            body->velocity = glms_vec2_scale(ahead, 15.0f);
            racer->car = car_make(&racer->model, 15.0f); // its wheels roll
            sound_rig_run(rig, NULL, 24);
            if (with == 1) {
                float way = item == ITEM_MINE ? 4.0f : 5.0f;
                race->battle.hazards[0] =
                    (Hazard){.item = (uint8_t)item,
                             .owner = 2,
                             .age = MINE_ARM_TICKS,
                             .position = glms_vec2_muladds(ahead, way, body->position)};
            }
            int from = rig->count;
            sound_rig_run(rig, NULL, HEARD_TICKS);
            rms[with] = sound_rig_rms(rig, from, rig->count);
            assert_int_equal(race->battle.cars[0].hits_taken, with == 1 && item == ITEM_MINE);
            sound_rig_free(rig);
        }
        assert_true(rms[1] > (item == ITEM_MINE ? 10.0f : 1.5f) * rms[0]);
    }
}

static void tyres_in_oil_sound_of_oil(void **state) {
    (void)state;
    SoundRig *rig = rig_of(BATTLE_LAPS);
    Race *race = rig->fixture->race;
    const CarModel *model = &race_racers_const(race)[0].model;
    const Body *body = &race_bodies_const(race)[0];
    vec2s wheel = rotation_apply(body->rotation, model->wheel_at[CAR_FRONT_LEFT]);
    vec2s out = glms_vec2_scale(glms_vec2_normalize(wheel), 1.2f); // no other wheel is in it
    race->battle.hazards[0] = (Hazard){
        .item = ITEM_OIL, .position = glms_vec2_add(glms_vec2_add(body->position, wheel), out)};
    SoundScene scene = sound_watch_look(&rig->watch, race);
    for (int i = 0; i < CAR_WHEELS; i++) {
        assert_int_equal(scene.cars[0].wheels[i].surface == SURFACE_OIL, i == CAR_FRONT_LEFT);
        assert_int_not_equal(scene.cars[2].wheels[i].surface, SURFACE_OIL);
    }
    sound_rig_free(rig);
}

static int cues_of(const SoundWatch *watch, CueKind kind) {
    int count = 0;
    for (int i = 0; i < watch->scene.cues.count; i++) {
        count += watch->scene.cues.items[i].kind == (uint8_t)kind;
    }
    return count;
}

// Ten seconds before, once, and again only behind a hit of its own.
static void who_is_about_to_wear_out_is_warned_once(void **state) {
    (void)state;
    SoundRig *rig = rig_of(BATTLE_LAST);
    Race *race = rig->fixture->race;
    static const CarInput idle[RACE_MAX_CARS];
    int cues = 0, at = -1;
    race->battle.cars[0].idle = BATTLE_IDLE_TICKS - BATTLE_WEARS_TICKS - 20;
    race->battle.cars[1].idle = race->battle.cars[2].idle = 0;
    for (int tick = 0; tick < 4 * 240; tick++) {
        race_step(race, idle);
        sound_watch_tick(&rig->watch, race, NULL, 1u);
        if (cues_of(&rig->watch, CUE_WEARS) > cues) {
            cues++;
            at = tick;
        }
    }
    assert_int_equal(cues, 1);
    assert_int_equal(at, 19);
    race->battle.cars[0].idle = 0; // it hits somebody
    race_step(race, idle);
    sound_watch_tick(&rig->watch, race, NULL, 1u);
    race->battle.cars[0].idle = BATTLE_IDLE_TICKS - BATTLE_WEARS_TICKS;
    race_step(race, idle);
    sound_watch_tick(&rig->watch, race, NULL, 1u);
    assert_int_equal(cues_of(&rig->watch, CUE_WEARS), 2);
    sound_rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_happens_in_a_battle_is_heard_by_its_driver),
        cmocka_unit_test(the_harder_it_is_the_louder),
        cmocka_unit_test(what_others_do_is_fainter_and_far_away_not_heard),
        cmocka_unit_test(a_mine_is_heard_where_it_goes_up),
        cmocka_unit_test(driving_over_a_mine_or_into_oil_is_heard),
        cmocka_unit_test(tyres_in_oil_sound_of_oil),
        cmocka_unit_test(who_is_about_to_wear_out_is_warned_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
