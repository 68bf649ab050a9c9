/// Axle's car alone: steering, tyres, engine, brakes of cars in mixed states, on no track.
#include "base/assert.h"
#include "base/file.h"
#include "base/random.h"
#include "bench/engine_axle.h"
#include "vehicle/car.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH_MAX_BYTES = 4096,
    CARS_MAX = 32,
    INPUT_STEPS = 60, ///< For which a driver holds an input: a quarter of a second.
};

#define DT (1.0f / 240.0f)

typedef struct Drivers {
    CarModel models[CARS_MAX];
    Car cars[CARS_MAX];
    Body bodies[CARS_MAX];
    CarInput inputs[CARS_MAX];
    Random random;
    int count, steps, step;
} Drivers;

const char *const axle_car_kinds[AXLE_CAR_KINDS] = {"hatch", "drift", "gt", "formula", "kart"};

bool axle_read_car(const BenchWork *work, const char *name, CarFile *out) {
    char path[PATH_MAX_BYTES];
    int length = snprintf(path, sizeof path, "%s/cars/%s.car.yaml", work->data_folder, name);
    MessageList messages = {0};
    FileBytes bytes;
    if (length < 0 || (size_t)length >= sizeof path ||
        !file_read(path, FILE_LIMIT, &bytes, &messages)) {
        return false;
    }
    // The drift car builds on the hatch, whose numbers are the defaults.
    bool fine = car_file_read(bytes.data, bytes.size, name, NULL, out, &messages);
    file_bytes_free(&bytes);
    return fine;
}

static bool set_up(Drivers *state, const BenchWork *work) {
    ASSERT(work->size <= CARS_MAX);
    state->count = work->size;
    state->steps = work->operations / work->size;
    state->random = random_make(3, 1);
    for (int i = 0; i < state->count; i++) {
        CarModel *model = &state->models[i];
        CarFile car;
        if (!axle_read_car(work, axle_car_kinds[i % AXLE_CAR_KINDS], &car)) {
            return false;
        }
        *model = car_model_make(&car.params);
        float speed = random_range(&state->random, 0.0f, 40.0f);
        state->cars[i] = car_make(model, speed);
        Body *body = &state->bodies[i];
        body->inverse_mass = 1.0f / model->params.mass;
        body->inverse_inertia = 1.0f / model->params.yaw_inertia;
        body_set_angle(body, random_range(&state->random, -3.0f, 3.0f));
        body->velocity = glms_vec2_scale(vec2_make(body->rotation.c, body->rotation.s), speed);
    }
    return true;
}

void *axle_car_create(const BenchWork *work) {
    Drivers *state = aligned_alloc(64, (sizeof *state + 63) / 64 * 64);
    ASSERT(state != NULL);
    memset(state, 0, sizeof *state);
    if (!set_up(state, work)) {
        free(state);
        return NULL;
    }
    return state;
}

/// Mostly gas and some steering, now and then the brake: half of the drivers have keys.
static void draw_inputs(Drivers *state) {
    for (int i = 0; i < state->count; i++) {
        bool braking = random_range(&state->random, 0.0f, 1.0f) < 0.15f;
        state->inputs[i] = (CarInput){
            .steer = (int8_t)random_range(&state->random, -50.0f, 50.0f),
            .throttle = braking ? 0 : 255,
            .brake = braking ? 180 : 0,
            .flags = i % 2 == 0 ? CAR_INPUT_KEYS : 0,
        };
    }
}

static void step_all(Drivers *state) {
    const Surface *asphalt = &surface_built_in[SURFACE_ASPHALT];
    CarTask tasks[CARS_MAX];
    for (int i = 0; i < state->count; i++) {
        tasks[i] = (CarTask){.car = &state->cars[i],
                             .model = &state->models[i],
                             .body = &state->bodies[i],
                             .input = state->inputs[i],
                             .surfaces = {asphalt, asphalt, asphalt, asphalt}};
    }
    car_step_all(tasks, state->count, DT);
    for (int i = 0; i < state->count; i++) {
        Body *body = &state->bodies[i];
        vec2s change = glms_vec2_scale(tasks[i].out.force, DT * body->inverse_mass);
        body->velocity = glms_vec2_add(body->velocity, change);
        body->spin += DT * tasks[i].out.torque * body->inverse_inertia;
        body_set_angle(body, body->angle + DT * body->spin);
    }
}

void axle_car_step(void *memory) {
    Drivers *state = memory;
    for (int i = 0; i < state->steps; i++) {
        if (state->step++ % INPUT_STEPS == 0) {
            draw_inputs(state);
        }
        step_all(state);
    }
}

void axle_car_measure(void *memory, Figures *figures) {
    const Drivers *state = memory;
    Hash hash = hash_begin();
    double speed = 0.0;
    for (int i = 0; i < state->count; i++) {
        car_hash(&state->cars[i], &hash);
        speed += (double)glms_vec2_norm(state->bodies[i].velocity);
    }
    figures->values[FIGURE_SPEED] = speed / state->count;
    figures->hash = hash_end128(&hash).low;
}
