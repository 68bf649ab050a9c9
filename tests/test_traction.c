#include "car_rig.h"
#include "test.h"

// Traction control may cost no speed worth a word: what it keeps from the wheels is what they would
// only have spun with.

enum {
    CARS = 5,
    RANDOM_GROUNDS = 60,
};

static const char *const names[CARS] = {"hatch", "drift", "gt", "formula", "kart"};

/// What stands under the wheels, and how the drive begins.
typedef struct Case {
    SurfaceIndex grounds[CAR_WHEELS];
    float speed; ///< m/s
    float time;  ///< s
    bool reverse;
    bool turns; ///< The ground turns the car: how fast it is at the end says little.
} Case;

typedef struct Outcome {
    double way, speed; ///< m driven; m/s at the end.
} Outcome;

/// The pedal on the floor and the wheels straight.
static Outcome floor_it(const CarParams *params, const Case *drive, bool traction) {
    Rig rig = rig_make(params, drive->speed);
    const Surface *surfaces[CAR_WHEELS];
    uint8_t index[CAR_WHEELS] = {0};
    for (int i = 0; i < CAR_WHEELS; i++) {
        surfaces[i] = &surface_built_in[drive->grounds[i]];
    }
    CarControl control = rig_pedals(1.0f, 0.0f);
    control.traction = traction;
    control.reverse = drive->reverse;
    for (int i = 0; i < (int)(drive->time * 240.0f); i++) {
        vec2s force = vec2_make(0.0f, 0.0f);
        float torque = 0.0f;
        car_step_control(&rig.car, &rig.model, &rig.body, &control, surfaces, index, rig.dt, &force,
                         &torque);
        rig_integrate(&rig, force, torque);
    }
    return (Outcome){rig.distance, (double)glms_vec2_norm(rig.body.velocity)};
}

static double worst = 1.0; ///< Of all cases so far.

static void check(const char *name, const CarParams *params, const Case *drive) {
    Outcome with = floor_it(params, drive, true);
    Outcome without = floor_it(params, drive, false);
    double share = with.way / without.way;
    share = drive->turns ? share : fmin(share, with.speed / without.speed);
    if (share < 0.95) {
        print_error("%s on %s, %s, %s, %s from %.0f m/s%s: %.2f m and %.2f m/s with traction "
                    "control after %.0f s, %.2f m and %.2f m/s without\n",
                    name, surface_built_in[drive->grounds[0]].name,
                    surface_built_in[drive->grounds[1]].name,
                    surface_built_in[drive->grounds[2]].name,
                    surface_built_in[drive->grounds[3]].name, (double)drive->speed,
                    drive->reverse ? " backwards" : "", with.way, with.speed, (double)drive->time,
                    without.way, without.speed);
        fail();
    }
    worst = fmin(worst, share);
}

/// From rest, from speeds at which the engine still spins the wheels, and backwards.
static void it_costs_no_speed_on_any_ground(void **state) {
    (void)state;
    static const Case starts[] = {
        {.time = 1.0f},
        {.time = 5.0f},
        {.time = 5.0f, .speed = 5.0f},
        {.time = 5.0f, .speed = 15.0f},
        {.time = 1.0f, .reverse = true},
        {.time = 5.0f, .reverse = true},
    };
    for (int car = 0; car < CARS; car++) {
        CarParams params = rig_shipped(names[car]);
        for (int ground = 0; ground < SURFACE_BUILT_IN_COUNT; ground++) {
            for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
                Case drive = starts[i];
                for (int k = 0; k < CAR_WHEELS; k++) {
                    drive.grounds[k] = (SurfaceIndex)ground;
                }
                check(names[car], &params, &drive);
            }
        }
    }
    print_message("at worst %.3f of the way and speed without\n", worst);
}

/// Each wheel on another ground: one wheel that spins takes nothing from those that hold.
static void it_costs_no_way_where_the_ground_changes_under_the_car(void **state) {
    (void)state;
    Random random = random_make(21, 1);
    for (int car = 0; car < CARS; car++) {
        CarParams params = rig_shipped(names[car]);
        for (int i = 0; i < RANDOM_GROUNDS; i++) {
            Case drive = {.turns = true, .time = 5.0f, .speed = i % 3 == 0 ? 8.0f : 0.0f};
            for (int k = 0; k < CAR_WHEELS; k++) {
                drive.grounds[k] = (SurfaceIndex)(random_u32(&random) % SURFACE_BUILT_IN_COUNT);
            }
            check(names[car], &params, &drive);
        }
    }
    print_message("at worst %.3f of the way and speed without\n", worst);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_costs_no_speed_on_any_ground),
        cmocka_unit_test(it_costs_no_way_where_the_ground_changes_under_the_car),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
