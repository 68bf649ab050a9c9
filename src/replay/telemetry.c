#include "replay/telemetry.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/scalar.h"
#include "geometry/trig.h"
#include "race/footing.h"

#include <math.h>
#include <string.h>

#define DEGREES    (180.0 / 3.14159265358979323846) ///< of a radian
#define BETA_SPEED 0.5f ///< m/s; slower, the direction of travel is noise

const TelemetryColumn telemetry_columns[TELEMETRY_COLUMN_COUNT] = {
#define TELEMETRY(kind, name, unit, digits, about) \
    {#name, unit, about, digits, TELEMETRY_KIND_##kind, offsetof(TelemetrySample, name)},
#include "replay/telemetry.def"
#undef TELEMETRY
};

/// Takes down what the next step is compared with.
static void remember(Telemetry *telemetry, const Race *race) {
    const Racer *racer = &race_racers_const(race)[telemetry->car];
    telemetry->tick = race->tick;
    telemetry->before = race_bodies_const(race)[telemetry->car];
    telemetry->lap = racer->lap;
    telemetry->respawns = racer->respawns;
    telemetry->lap_started_tick = racer->lap_started_tick;
}

static void trace_place(Telemetry *telemetry, const Race *race) {
    double t = lap_time(race, telemetry->car);
    if (t >= 0.0) {
        float s = lap_distance(race, telemetry->car, &telemetry->measure_hint);
        lap_trace_add(&telemetry->now, s, t);
    }
}

Telemetry telemetry_begin(const Race *race, int car) {
    ASSERT(car >= 0 && car < race->car_count);
    Telemetry telemetry = {.car = car, .road_hint = -1, .measure_hint = -1};
    telemetry.whole = lap_time(race, car) <= 0.0;
    remember(&telemetry, race);
    trace_place(&telemetry, race);
    return telemetry;
}

/// The lap under way is complete: it may be the best one.
static void close_lap(Telemetry *telemetry, const Race *race) {
    const Racer *racer = &race_racers_const(race)[telemetry->car];
    LapTrace *now = &telemetry->now;
    if (telemetry->whole && !now->cut && racer->lap <= RACE_LAPS_MAX) {
        now->lap_s = racer->lap_times[racer->lap - 1];
        lap_trace_add(now, lap_length(race->data, telemetry->car), now->lap_s);
        if (telemetry->best_lap == 0 || now->lap_s < telemetry->best.lap_s) {
            LapTrace old = telemetry->best;
            telemetry->best = *now;
            telemetry->now = old;
            telemetry->best_lap = racer->lap;
        }
    }
    lap_trace_clear(&telemetry->now);
    telemetry->whole = true;
}

static void add_contacts(Telemetry *telemetry, const Race *race) {
    const WorldState *world = race_world_const(race);
    const Contact *contacts = world_contacts_const(world);
    int touched = 0;
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        bool mine = contact->a == telemetry->car || contact->b == telemetry->car;
        if (!mine || (contact->impulse <= 0.0f && contact->depth <= 0.0f)) {
            continue; // not of this car, or only near
        }
        touched++;
        telemetry->sums.impulse += contact->impulse;
        telemetry->sums.depth = fmaxf(telemetry->sums.depth, contact->depth);
    }
    telemetry->sums.contacts =
        touched > telemetry->sums.contacts ? touched : telemetry->sums.contacts;
}

void telemetry_follow(Telemetry *telemetry, const Race *race) {
    const Racer *racer = &race_racers_const(race)[telemetry->car];
    const Body *body = &race_bodies_const(race)[telemetry->car];
    if (race->tick != telemetry->tick + 1) {
        telemetry->sums = (TelemetrySums){0};
        lap_trace_clear(&telemetry->now);
        telemetry->whole = lap_time(race, telemetry->car) <= 0.0;
        telemetry->road_hint = telemetry->measure_hint = -1;
        remember(telemetry, race);
        return;
    }
    // Practice on a sprint begins again some time after the finish.
    bool again =
        racer->lap == telemetry->lap && racer->lap_started_tick != telemetry->lap_started_tick;
    if (racer->respawns == telemetry->respawns && !again) { // being put back is no acceleration
        vec2s change = glms_vec2_sub(body->velocity, telemetry->before.velocity);
        vec2s local = rotation_undo(telemetry->before.rotation, change);
        telemetry->sums.gained = glms_vec2_add(telemetry->sums.gained, local);
        telemetry->sums.steps++;
    } else {
        telemetry->road_hint = telemetry->measure_hint = -1;
    }
    if (race->tick > race->start_tick) { // before GO nothing moves
        add_contacts(telemetry, race);
        telemetry->sums.assist |= racer->car.assist;
    }
    if (racer->lap > telemetry->lap) {
        close_lap(telemetry, race);
    } else if (again) {
        lap_trace_clear(&telemetry->now);
        telemetry->whole = true;
    }
    trace_place(telemetry, race);
    remember(telemetry, race);
}

static double delta_of(const Telemetry *telemetry, const Race *race, double s) {
    const LapTrace *reference = telemetry->reference ? telemetry->reference : &telemetry->best;
    int lap = race_racers_const(race)[telemetry->car].lap + 1;
    int own = telemetry->reference ? telemetry->reference_lap : telemetry->best_lap;
    double now = lap_time(race, telemetry->car), then;
    if (now < 0.0 || reference->lap_s <= 0.0) {
        return (double)NAN;
    }
    if (lap == own) {
        return 0.0; // also where it stood or rolled back
    }
    return lap_trace_time(reference, (float)s, &then) ? now - then : (double)NAN;
}

static void sample_place(Telemetry *telemetry, const Race *race, TelemetrySample *out) {
    const Racer *racer = &race_racers_const(race)[telemetry->car];
    const Track *track = race->data->track;
    out->t_s = race_time(race);
    out->tick = race->tick;
    out->lap = racer->lap + 1;
    out->sector = 1;
    for (int i = 0; i < racer->next_gate && i < track->gate_count; i++) {
        out->sector += track->gates[i].sector ? 1 : 0;
    }
    out->s_m = (double)lap_distance(race, telemetry->car, &telemetry->measure_hint);
    out->lap_t_s = lap_time(race, telemetry->car);
    out->delta_s = delta_of(telemetry, race, out->s_m);
    out->wheels_off = footing_wheels_off(race, telemetry->car, &telemetry->road_hint);
}

static void sample_motion(const Telemetry *telemetry, const Race *race, TelemetrySample *out) {
    const Body *body = &race_bodies_const(race)[telemetry->car];
    vec2s local = rotation_undo(body->rotation, body->velocity);
    float speed = glms_vec2_norm(body->velocity);
    double span = (double)telemetry->sums.steps / RACE_TICKS_PER_SECOND * (double)GRAVITY;
    out->x_m = (double)body->position.x;
    out->y_m = (double)body->position.y;
    out->yaw_deg = (double)body->angle * DEGREES;
    out->speed_mps = (double)speed;
    out->vx_mps = (double)local.x;
    out->vy_mps = (double)local.y;
    out->yaw_rate_dps = (double)body->spin * DEGREES;
    out->beta_deg = speed < BETA_SPEED ? 0.0 : (double)trig_atan2(local.y, local.x) * DEGREES;
    out->ax_g = telemetry->sums.steps > 0 ? (double)telemetry->sums.gained.x / span : 0.0;
    out->ay_g = telemetry->sums.steps > 0 ? (double)telemetry->sums.gained.y / span : 0.0;
}

static void sample_driver(const Racer *racer, TelemetrySample *out) {
    CarInput input = racer->input;
    out->steer_in = fmax((double)input.steer / 127.0, -1.0);
    out->throttle_in = (double)input.throttle / 255.0;
    out->brake_in = (double)input.brake / 255.0;
    out->handbrake_in = input.flags & CAR_INPUT_HANDBRAKE ? 1.0 : 0.0;
    out->steer_deg = (double)racer->car.steer * DEGREES;
}

/// Both wheels of an axle as one.
typedef struct Axle {
    double slip_deg, load, use;
    int surface;
} Axle;

static Axle axle_of(const Racer *racer, const Track *track, int left) {
    const Wheel *a = &racer->car.wheels[left], *b = &racer->car.wheels[left + 1];
    double load = (double)a->load + (double)b->load;
    double used = (double)a->use * (double)a->load + (double)b->use * (double)b->load;
    float slip = 0.5f * (trig_atan(a->slip_y) + trig_atan(b->slip_y));
    bool slippery_right = track->surfaces[b->surface].grip < track->surfaces[a->surface].grip;
    return (Axle){
        .slip_deg = (double)slip * DEGREES,
        .load = load,
        .use = load > 0.0 ? used / load : 0.0,
        .surface = slippery_right ? b->surface : a->surface,
    };
}

TelemetrySample telemetry_sample(Telemetry *telemetry, const Race *race) {
    ASSERT(race->tick == telemetry->tick);
    const Racer *racer = &race_racers_const(race)[telemetry->car];
    const Track *track = race->data->track;
    TelemetrySample out;
    memset(&out, 0, sizeof out);
    sample_place(telemetry, race, &out);
    sample_motion(telemetry, race, &out);
    sample_driver(racer, &out);
    Axle front = axle_of(racer, track, CAR_FRONT_LEFT);
    Axle rear = axle_of(racer, track, CAR_REAR_LEFT);
    out.slip_f_deg = front.slip_deg;
    out.slip_r_deg = rear.slip_deg;
    out.load_f_n = front.load;
    out.load_r_n = rear.load;
    out.use_f = front.use;
    out.use_r = rear.use;
    out.surface_f = front.surface;
    out.surface_r = rear.surface;
    out.contact_n = telemetry->sums.contacts;
    out.impact_ns = (double)telemetry->sums.impulse;
    out.depth_mm = 1000.0 * (double)telemetry->sums.depth;
    out.assist = telemetry->sums.assist;
    out.variant = telemetry->variant;
    out.params_hash = car_model_hash(&racer->model);
    telemetry->sums = (TelemetrySums){0};
    return out;
}

void telemetry_destroy(Telemetry *telemetry) {
    lap_trace_destroy(&telemetry->now);
    lap_trace_destroy(&telemetry->best);
    *telemetry = (Telemetry){0};
}

/// Puts `text` as cell `column` at `end` of the line `start`. Returns the new end.
static char *put_cell(char *end, const char *start, int column, const char *text) {
    size_t size = strlen(text);
    ASSERT(end + size + 1 < start + TELEMETRY_TEXT_MAX);
    if (column > 0) {
        *end++ = ',';
    }
    memcpy(end, text, size + 1);
    return end + size;
}

char *telemetry_names(char *out) {
    char *end = out;
    for (int i = 0; i < TELEMETRY_COLUMN_COUNT; i++) {
        end = put_cell(end, out, i, telemetry_columns[i].name);
    }
    return out;
}

char *telemetry_units(char *out) {
    char *end = out;
    for (int i = 0; i < TELEMETRY_COLUMN_COUNT; i++) {
        end = put_cell(end, out, i, telemetry_columns[i].unit);
    }
    return out;
}

/// One cell as text; `out` holds HASH_TEXT_MAX bytes.
static const char *cell_text(const TelemetryColumn *column, const void *value, const Track *track,
                             char *out) {
    switch (column->kind) {
    case TELEMETRY_KIND_NUMBER: {
        double number = *(const double *)value;
        return isfinite(number) ? number_text_fixed(number, column->digits, out) : "";
    }
    case TELEMETRY_KIND_SURFACE:
        return track->surfaces[*(const int *)value].name;
    case TELEMETRY_KIND_VARIANT:
        return *(const int *)value == 0 ? "A" : "B";
    case TELEMETRY_KIND_HASH:
        return hash_text128(*(const Hash128 *)value, out);
    }
    return "";
}

char *telemetry_row(const TelemetrySample *sample, const Track *track, char *out) {
    char *end = out, text[HASH_TEXT_MAX];
    for (int i = 0; i < TELEMETRY_COLUMN_COUNT; i++) {
        const TelemetryColumn *column = &telemetry_columns[i];
        const char *value = (const char *)sample + column->offset;
        end = put_cell(end, out, i, cell_text(column, value, track, text));
    }
    return out;
}
