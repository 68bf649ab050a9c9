#include "car_rig.h"
#include "test.h"

// A car that has stopped stays where it is, whichever way it stopped and wherever its wheels point.

enum {
    CARS = 5,
    STOPS = 30,
    SETTLE_S = 12, ///< Until treads that push against each other on ice have come to rest.
    WATCHED_S = 12,
};

static const char *const names[CARS] = {"hatch", "drift", "gt", "formula", "kart"};

/// How a car is brought to rest: on any ground, from walking pace to town speed.
typedef struct Stop {
    float speed;    ///< m/s
    float steer;    ///< Share of the lock: kept ...
    float kept;     ///< ... until the end, or 0.
    float let_go;   ///< m/s at which the brake is let go: then the car rolls out.
    bool handbrake; ///< Instead of the pedal.
    int turning;    ///< Steps that it turns before.
} Stop;

static Stop stop_random(Random *random) {
    Stop stop = {
        .speed = random_range(random, 0.5f, 8.0f),
        .steer = (float)(int)(random_u32(random) % 3) - 1.0f,
        .let_go = random_range(random, 0.0f, 0.6f),
        .handbrake = random_u32(random) % 4 == 0,
        .turning = (int)(random_u32(random) % 240),
    };
    if (random_u32(random) % 2 == 0) {
        stop.steer = random_range(random, -1.0f, 1.0f);
    }
    stop.kept = random_u32(random) % 2 == 0 ? stop.steer : 0.0f;
    return stop;
}

static void come_to_rest(Rig *rig, const Stop *stop) {
    CarControl control = rig_pedals(0.0f, 0.0f);
    control.steer = stop->steer * rig->model.params.steer_lock;
    for (int i = 0; i < stop->turning; i++) {
        rig_control(rig, control);
    }
    float speed = stop->speed;
    for (int i = 0; i < 120 * 240 && speed > 1e-4f; i++) {
        float brake = speed > stop->let_go ? 1.0f : 0.0f;
        control.brake = stop->handbrake ? 0.0f : brake;
        control.handbrake = stop->handbrake ? brake : 0.0f;
        rig_control(rig, control);
        speed = glms_vec2_norm(rig->body.velocity) + fabsf(rig->body.spin);
    }
    control.brake = control.handbrake = 0.0f;
    control.steer = stop->kept * rig->model.params.steer_lock;
    for (int i = 0; i < SETTLE_S * 240; i++) {
        rig_control(rig, control);
    }
}

/// What a minute of standing would come to.
typedef struct Creep {
    double turned_deg, moved_mm;
} Creep;

static Creep stand(Rig *rig, const Stop *stop) {
    float angle = rig->body.angle;
    vec2s at = rig->body.position;
    CarControl control = rig_pedals(0.0f, 0.0f);
    control.steer = stop->kept * rig->model.params.steer_lock;
    for (int i = 0; i < WATCHED_S * 240; i++) {
        rig_control(rig, control);
    }
    double minute = 60.0 / WATCHED_S;
    return (Creep){
        .turned_deg = minute * (double)(fabsf(trig_wrap(rig->body.angle - angle)) * RIG_DEGREES),
        .moved_mm = minute * 1e3 * (double)glms_vec2_distance(at, rig->body.position),
    };
}

static Creep check_stops(const char *name, const CarParams *params, Random *random, int count) {
    Creep worst = {0.0, 0.0};
    for (int i = 0; i < count; i++) {
        Stop stop = stop_random(random);
        Rig rig = rig_make(params, stop.speed);
        rig.surface = surface_built_in[random_u32(random) % SURFACE_BUILT_IN_COUNT];
        come_to_rest(&rig, &stop);
        Creep creep = stand(&rig, &stop);
        if (creep.turned_deg > 0.05 || creep.moved_mm > 1.0) {
            print_error("%s, stop %d on %s: turns by %.3f deg and moves by %.2f mm a minute\n",
                        name, i, rig.surface.name, creep.turned_deg, creep.moved_mm);
            fail();
        }
        worst.turned_deg = fmax(worst.turned_deg, creep.turned_deg);
        worst.moved_mm = fmax(worst.moved_mm, creep.moved_mm);
    }
    return worst;
}

/// With brakes and axle locks solved one after the other the wheels of an axle took turns, and the
/// kart turned by 4.7 degrees a minute.
static void a_car_that_has_stopped_stays(void **state) {
    (void)state;
    Random random = random_make(31, 1);
    for (int car = 0; car < CARS; car++) {
        CarParams params = rig_shipped(names[car]);
        Creep worst = check_stops(names[car], &params, &random, STOPS);
        print_message("%s: at most %.4f deg and %.3f mm a minute\n", names[car], worst.turned_deg,
                      worst.moved_mm);
    }
}

/// Any drive and any locks on any car.
static void it_stays_with_any_differential(void **state) {
    (void)state;
    Random random = random_make(31, 2);
    for (int i = 0; i < STOPS; i++) {
        const char *name = names[i % CARS];
        CarParams params = rig_shipped(name);
        params.drive_split_front = 0.25f * (float)(random_u32(&random) % 5);
        params.diff_preload = random_range(&random, 0.0f, 1.0f) < 0.3f
                                  ? 0.0f
                                  : random_range(&random, 0.0f, 0.3f * params.mass);
        params.diff_lock_coast = random_range(&random, 0.0f, 1.0f);
        params.roll_resist = random_range(&random, 0.005f, 0.05f);
        check_stops(name, &params, &random, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_that_has_stopped_stays),
        cmocka_unit_test(it_stays_with_any_differential),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
