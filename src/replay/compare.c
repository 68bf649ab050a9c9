#include "replay/compare.h"

#include "base/assert.h"
#include "geometry/trig.h"
#include "race/footing.h"

#include <math.h>
#include <string.h>

/// A lap being driven: a race of one car and what it stands on.
typedef struct Solo {
    RaceData *data;
    Race *race;
    Arena arena; ///< Owns both.
    int road_hint, measure_hint;
    int hits, respawns; ///< At the start.
    bool was_on;        ///< The car has had a wheel on the road.
} Solo;

/// The data for car `car` alone, which becomes car 0. Owns nothing of what it points to.
static RaceData *solo_data(const RaceData *data, int car, const CarModel *model, Arena *arena) {
    RaceData *solo = arena_alloc(arena, sizeof *solo);
    *solo = *data;
    solo->hulls[0] = car_model_hull(model);
    solo->lines[0] = data->lines[car];
    solo->prop_places[0] = data->prop_places[car];
    memmove(solo->gate_s[0], data->gate_s[car], sizeof solo->gate_s[0]);
    memmove(solo->early[0], data->early[car], sizeof solo->early[0]);
    solo->arena = (Arena){0};
    return solo;
}

static Solo solo_make(const LapRecord *lap, const RaceData *data, int car, const CarModel *model) {
    Solo solo = {.road_hint = -1, .measure_hint = -1};
    solo.data = solo_data(data, car, model, &solo.arena);
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    void *block = arena_alloc(&solo.arena, race_size(data->track, 1));
    solo.race = race_make(block, &def, solo.data, model);
    solo.race->tick = lap->tick;
    solo.race->start_tick = lap->start_tick;
    Racer *racer = race_racers(solo.race);
    *racer = lap->racer;
    racer->finished = racer->retired = false;
    racer->eliminated = 0;
    racer->lap = 0;
    world_bodies(race_world(solo.race))[0] = lap->body;
    race_set_model(solo.race, 0, model);
    solo.hits = racer->hits;
    solo.respawns = racer->respawns;
    return solo;
}

static ComparePose add_pose(Solo *solo, CompareRun *run) {
    const Body *body = race_bodies_const(solo->race);
    ComparePose pose = {
        .position = body->position,
        .angle = body->angle,
        .speed = glms_vec2_norm(body->velocity),
        .s = lap_distance(solo->race, 0, &solo->measure_hint),
    };
    run->poses[run->count++] = pose;
    lap_trace_add(&run->trace, pose.s, lap_time(solo->race, 0));
    return pose;
}

static void note(CompareEvent *event, bool happens, const Race *race, ComparePose pose) {
    if (happens && !event->happened) {
        *event = (CompareEvent){
            .happened = true, .t = lap_time(race, 0), .s = pose.s, .at = pose.position};
    }
}

static void watch_road(Solo *solo, CompareRun *run, ComparePose pose) {
    bool off = footing_is_off(solo->race, 0, &solo->road_hint);
    note(&run->off, off && solo->was_on, solo->race, pose);
    note(&run->hit, race_racers_const(solo->race)->hits > solo->hits, solo->race, pose);
    solo->was_on = solo->was_on || !off;
}

static CompareRun drive(const LapRecord *lap, const RaceData *data, int car, const CarModel *model,
                        Arena *arena) {
    Solo solo = solo_make(lap, data, car, model);
    const Racer *racer = race_racers_const(solo.race);
    CompareRun run = {.t0 = lap_time(solo.race, 0)};
    run.poses = arena_array(arena, (size_t)lap->count + 1, sizeof *run.poses);
    watch_road(&solo, &run, add_pose(&solo, &run));
    for (int i = 0; i < lap->count; i++) {
        race_step(solo.race, &lap->inputs[i]);
        if (racer->respawns > solo.respawns) {
            break;
        }
        if (racer->lap > 0) {
            run.lap_s = racer->lap_times[0];
            lap_trace_add(&run.trace, lap_length(solo.data, 0), run.lap_s);
            break;
        }
        watch_road(&solo, &run, add_pose(&solo, &run));
    }
    arena_destroy(&solo.arena);
    return run;
}

/// Poses `part` of the way from `a` to `b`.
static ComparePose blend(ComparePose a, ComparePose b, float part) {
    return (ComparePose){
        .position = glms_vec2_lerp(a.position, b.position, part),
        .angle = trig_wrap(a.angle + part * trig_wrap(b.angle - a.angle)),
        .speed = a.speed + part * (b.speed - a.speed),
        .s = a.s + part * (b.s - a.s),
    };
}

ComparePose compare_pose(const Comparison *comparison, int run, double t) {
    ASSERT(run == 0 || run == 1);
    const CompareRun *of = &comparison->runs[run];
    ASSERT(of->count > 0);
    double at = fmax((t - of->t0) * RACE_TICKS_PER_SECOND, 0.0);
    if (!(at < of->count - 1)) {
        return of->poses[of->count - 1];
    }
    int index = (int)at;
    return blend(of->poses[index], of->poses[index + 1], (float)(at - index));
}

/// Lays both runs beside each other, as far as both came.
static void make_points(Comparison *out, float length) {
    const LapTrace *a = &out->runs[0].trace, *b = &out->runs[1].trace;
    float from = fmaxf(a->points[0].s, b->points[0].s);
    float to = fminf(a->points[a->count - 1].s, b->points[b->count - 1].s);
    out->step = fmaxf(1.0f, length / (float)(COMPARE_POINTS_MAX / 2));
    int room = (int)(fmaxf(to - from, 0.0f) / out->step) + 1;
    room = room < COMPARE_POINTS_MAX ? room : COMPARE_POINTS_MAX;
    out->points = arena_array(&out->arena, (size_t)room, sizeof *out->points);
    for (int i = 0; i < room; i++) {
        ComparePoint point = {.s = from + (float)i * out->step};
        if (!lap_trace_time(a, point.s, &point.t[0]) || !lap_trace_time(b, point.s, &point.t[1])) {
            break; // no way was made at all
        }
        point.delta = point.t[1] - point.t[0];
        point.at[0] = compare_pose(out, 0, point.t[0]);
        point.at[1] = compare_pose(out, 1, point.t[1]);
        out->points[out->count++] = point;
    }
}

Comparison compare_make(const LapRecord *lap, const RaceData *data, int car,
                        const CarModel models[2]) {
    ASSERT(lap->count > 0 && car >= 0 && car < RACE_MAX_CARS);
    Comparison out = {0};
    for (int i = 0; i < 2; i++) {
        out.runs[i] = drive(lap, data, car, &models[i], &out.arena);
    }
    make_points(&out, lap_length(data, car));
    return out;
}

bool compare_delta(const Comparison *comparison, float s, double *delta) {
    if (comparison->count == 0) {
        return false;
    }
    const ComparePoint *points = comparison->points;
    float at = (s - points[0].s) / comparison->step;
    if (!(at >= 0.0f) || at > (float)(comparison->count - 1)) {
        return false;
    }
    int index = (int)at;
    int next = index + 1 < comparison->count ? index + 1 : index;
    double part = (double)at - index;
    *delta = points[index].delta + part * (points[next].delta - points[index].delta);
    return true;
}

void compare_destroy(Comparison *comparison) {
    for (int i = 0; i < 2; i++) {
        lap_trace_destroy(&comparison->runs[i].trace);
    }
    arena_destroy(&comparison->arena);
    *comparison = (Comparison){0};
}
