#include "vehicle/steering.h"

#include "car_rig.h"
#include "fixture.h"
#include "newcomer.h"
#include "test.h"

// People who drive for the first time, on keys, with the help that a car comes with.

enum {
    CARS = 5,
    SEEDS = SANITIZED ? 4 : 12,
    BARE_SEEDS = 3,
    FRAME_TICKS = 4, ///< Keys are read 60 times a second.
    LAP_TICKS = 180 * RACE_TICKS_PER_SECOND,
    THROWN_TICKS = RACE_TICKS_PER_SECOND, ///< So long after a hit it was the wall that did it.
};

#define FAST     4.0f  ///< m/s, from which going backwards is a spin.
#define HARD_HIT 10.0f ///< N s

static const char *const car_names[CARS] = {"hatch", "drift", "gt", "formula", "kart"};

/// What came of a lap.
typedef struct Drive {
    double lap_s; ///< 0: not home in LAP_TICKS.
    float worst;  ///< deg, largest slip angle of the body at speed.
    int spins, hits;
    float off_s;
} Drive;

static float slip_angle(CarMotion motion) { return trig_atan2(motion.across, motion.along); }

/// Whether the car goes backwards, fast, though it was not put in reverse.
static bool is_backwards(const Racer *racer, CarMotion motion) {
    return racer->car.gear >= 0 && motion.speed > FAST && motion.along < 0.0f;
}

static void look(Newcomer *newcomer, const Body *body, double time) {
    CarMotion motion = car_motion(body);
    newcomer_see(newcomer, (NewcomerSight){
                               .time = time,
                               .position = body->position,
                               .angle = body->angle,
                               .speed = motion.speed,
                               .sideslip = slip_angle(motion),
                           });
}

static Drive drive_lap(Race *race, const Track *track, uint64_t seed) {
    Newcomer newcomer = newcomer_make(seed);
    const Racer *racer = race_racers_const(race);
    const Body *body = race_bodies_const(race);
    const CarParams *params = &racer->model.params;
    float grip = fminf(params->mu_y_front, params->mu_y_rear);
    Drive drive = {0};
    bool backwards = false;
    int hit_at = -THROWN_TICKS;
    CarInput input[1] = {{0}};
    for (int i = 0; i < LAP_TICKS && racer->lap < 1; i++) {
        if (i % FRAME_TICKS == 0) {
            double time = (double)i / RACE_TICKS_PER_SECOND;
            look(&newcomer, body, time);
            input[0] = newcomer_keys(&newcomer, track, grip, time);
        }
        race_step(race, input);
        hit_at = racer->impact > HARD_HIT ? i : hit_at;
        CarMotion motion = car_motion(body);
        bool before = backwards;
        backwards = is_backwards(racer, motion);
        if (i - hit_at >= THROWN_TICKS && racer->car.gear >= 0 && motion.speed > FAST) {
            drive.spins += backwards && !before ? 1 : 0;
            drive.worst = fmaxf(drive.worst, fabsf(slip_angle(motion)) * 57.29578f);
        }
    }
    drive.lap_s = racer->lap > 0 ? racer->lap_times[0] : 0.0;
    drive.hits = racer->hits;
    drive.off_s = racer->off_track_s;
    return drive;
}

/// The first laps of all seeds together.
typedef struct Drives {
    int spins, hits, home;
    float worst;
    double off_s, lap_s;
} Drives;

static Drives drive_laps(const char *car, float help, int seeds) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.ai_cars = 0;
    def.mode = RACE_MODE_PRACTICE;
    Fixture *fixture = fixture_make("kiln-road", car, &def);
    fixture->models[0].params.yaw_assist *= help;
    fixture->models[0].params.tc_slip *= help;
    Drives all = {0};
    for (int seed = 0; seed < seeds; seed++) {
        fixture->race = race_make(fixture->race, &def, &fixture->data, fixture->models);
        Drive drive = drive_lap(fixture->race, &fixture->track, (uint64_t)seed);
        all.spins += drive.spins;
        all.hits += drive.hits;
        all.home += drive.lap_s > 0.0 ? 1 : 0;
        all.worst = fmaxf(all.worst, drive.worst);
        all.off_s += (double)drive.off_s / seeds;
        all.lap_s += drive.lap_s / seeds;
    }
    fixture_destroy(fixture);
    return all;
}

/// The first lap of the twisty track. Nobody spins and everybody comes home; those without help
/// show that this is the help's doing.
static void nobody_spins_in_the_first_lap(void **state) {
    (void)state;
    int bare_spins = 0;
    for (int car = 0; car < CARS; car++) {
        Drives helped = drive_laps(car_names[car], 1.0f, SEEDS);
        Drives bare = drive_laps(car_names[car], 0.0f, BARE_SEEDS);
        print_message("%s: %d spins, at most %.0f deg, %.1f hits, %.1f s off the road, lap %.1f s; "
                      "without help %d spins, %.1f hits\n",
                      car_names[car], helped.spins, (double)helped.worst,
                      (double)helped.hits / SEEDS, helped.off_s, helped.lap_s, bare.spins,
                      (double)bare.hits / BARE_SEEDS);
        assert_int_equal(helped.spins, 0);
        assert_true(helped.worst < 60.0f);
        assert_int_equal(helped.home, SEEDS);
        assert_true(helped.hits <= 2 * SEEDS && helped.off_s < 10.0);
        bare_spins += bare.spins;
    }
    assert_true(bare_spins > 20); // Else the test tells nothing about the help.
}

/// A slide that the handbrake began, with a key held into it and the gas down.
typedef struct Slide {
    float held;    ///< s at 20 degrees or more.
    float most;    ///< deg
    float caught;  ///< s from letting all keys go until the slip angle stays below 5 degrees.
    float most_on; ///< deg, the other way, after that.
} Slide;

static Slide slide_by_handbrake(const CarParams *params, float speed, float pull_s) {
    enum {
        TURN = 72, ///< Ticks of steering and gas alone.
        GAS = 600, ///< Of gas after the handbrake.
        END = 600, ///< Without any key.
    };
    Rig rig = rig_make(params, speed);
    Slide slide = {0};
    float now = 0.0f;
    int pull = (int)(pull_s / RIG_DT);
    for (int i = 0; i < TURN + pull + GAS + END; i++) {
        CarInput input = {.steer = 127, .throttle = 255, .flags = CAR_INPUT_KEYS};
        input.flags |= i >= TURN && i < TURN + pull ? CAR_INPUT_HANDBRAKE : 0;
        bool over = i >= TURN + pull + GAS;
        rig_input(&rig, over ? (CarInput){.flags = CAR_INPUT_KEYS} : input);
        float angle = -rig_sideslip(&rig) * RIG_DEGREES;
        bool moves = glms_vec2_norm(rig.body.velocity) > 2.0f;
        slide.most = moves ? fmaxf(slide.most, angle) : slide.most;
        slide.most_on = over && moves ? fmaxf(slide.most_on, -angle) : slide.most_on;
        now = !over && angle > 20.0f && moves ? now + RIG_DT : 0.0f;
        slide.held = fmaxf(slide.held, now);
        if (over && fabsf(angle) > 5.0f && moves) {
            slide.caught = (float)(i - TURN - pull - GAS + 1) * RIG_DT;
        }
    }
    return slide;
}

/// The drift car: handbrake, gas and a key held, as anybody would. It slides for as long as the gas
/// is down, never turns round, and is straight again soon after.
static void the_handbrake_begins_a_slide_that_the_gas_holds(void **state) {
    (void)state;
    CarParams params = rig_shipped("drift");
    CarParams bare = params;
    bare.yaw_assist = bare.tc_slip = 0.0f;
    int bare_spins = 0;
    for (float speed = 14.0f; speed <= 28.0f; speed += 2.0f) {
        for (float pull = 0.3f; pull < 0.8f; pull += 0.2f) {
            Slide slide = slide_by_handbrake(&params, speed, pull);
            if (slide.held < 1.5f || slide.most > 45.0f || slide.caught > 1.5f ||
                slide.most_on > 20.0f) {
                fail_msg("%.0f m/s, %.1f s: held %.2f s, %.0f deg, caught in %.2f s, %.0f deg",
                         (double)speed, (double)pull, (double)slide.held, (double)slide.most,
                         (double)slide.caught, (double)slide.most_on);
            }
            bare_spins += slide_by_handbrake(&bare, speed, pull).most > 90.0f ? 1 : 0;
        }
    }
    print_message("without help it spins in %d of 24\n", bare_spins);
    assert_true(bare_spins > 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_spins_in_the_first_lap),
        cmocka_unit_test(the_handbrake_begins_a_slide_that_the_gas_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
