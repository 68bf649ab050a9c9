#include "replay/ghost.h"

#include "base/array.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

GhostLap ghost_lap_copy(const GhostLap *lap) {
    GhostLap copy = *lap;
    copy.poses = NULL;
    copy.capacity = 0;
    copy.poses = array_reserve(NULL, lap->count, &copy.capacity, sizeof *copy.poses);
    if (lap->count > 0) {
        memcpy(copy.poses, lap->poses, (size_t)lap->count * sizeof *copy.poses);
    }
    return copy;
}

void ghost_lap_destroy(GhostLap *lap) {
    free(lap->poses);
    *lap = (GhostLap){0};
}

static GhostPose blend(const GhostPose *from, const GhostPose *to, float part) {
    if (part <= 0.0f) {
        return *from;
    }
    return (GhostPose){.position = glms_vec2_lerp(from->position, to->position, part),
                       .angle = trig_wrap(from->angle + part * trig_wrap(to->angle - from->angle)),
                       .steer = from->steer + part * (to->steer - from->steer)};
}

bool ghost_lap_pose(const GhostLap *lap, const Race *race, int car, float alpha, GhostPose *out) {
    const Racer *racer = &race_racers_const(race)[car];
    // Whole steps and parts of them apart, so that equal parts leave nothing of each other.
    int64_t at = (int64_t)race->tick - 1 - (int64_t)racer->lap_started_tick;
    float part = alpha + (lap->start_part - racer->lap_started_part);
    float whole = floorf(part);
    at += (int64_t)whole;
    part -= whole;
    // Nobody has started: it stands on the grid, too.
    if (at < 0 && racer->lap == 0 && lap->count > 0) {
        *out = lap->poses[0];
        return true;
    }
    if (lap->lap_s <= 0.0 || at < 0 || at + 1 >= (int64_t)lap->count) {
        return false;
    }
    *out = blend(&lap->poses[at], &lap->poses[at + 1], part);
    return true;
}

static GhostPose pose_of(const Race *race, int car) {
    const Body *body = &race_bodies_const(race)[car];
    return (GhostPose){.position = body->position,
                       .angle = body->angle,
                       .steer = race_racers_const(race)[car].car.steer};
}

static void add_pose(GhostLap *lap, GhostPose pose) {
    lap->poses = array_reserve(lap->poses, lap->count + 1, &lap->capacity, sizeof *lap->poses);
    lap->poses[lap->count++] = pose;
}

/// Begins a lap that started `from` there; keeps the memory of `lap`.
static void begin_lap(GhostRecorder *recorder, const Racer *racer, GhostPose from) {
    GhostLap *lap = &recorder->now;
    *lap = (GhostLap){.poses = lap->poses,
                      .capacity = lap->capacity,
                      .start_tick = racer->lap_started_tick,
                      .start_part = racer->lap_started_part};
    add_pose(lap, from);
    recorder->begun = true;
}

GhostRecorder ghost_recorder_begin(const Race *race, int car) {
    ASSERT(car >= 0 && car < race->car_count);
    const Racer *racer = &race_racers_const(race)[car];
    GhostRecorder recorder = {.car = car,
                              .lap = racer->lap,
                              .lap_started_tick = racer->lap_started_tick,
                              .before = pose_of(race, car)};
    if (race->tick == race->start_tick && racer->lap == 0) {
        begin_lap(&recorder, racer, recorder.before);
    }
    return recorder;
}

/// Takes the end of the lap under way: it becomes the last one, whose memory it gets in exchange.
static void end_lap(GhostRecorder *recorder, const Race *race, const Racer *racer) {
    GhostLap old = recorder->last;
    GhostLap *now = &recorder->now;
    now->lap_s = ((double)racer->lap_started_tick - (double)now->start_tick +
                  (double)racer->lap_started_part - (double)now->start_part) /
                 RACE_TICKS_PER_SECOND;
    now->sector_s[race->data->track->gate_count - 1] = (float)now->lap_s;
    recorder->last = *now;
    recorder->now = old;
}

bool ghost_recorder_follow(GhostRecorder *recorder, const Race *race) {
    const Racer *racer = &race_racers_const(race)[recorder->car];
    GhostPose before = recorder->before, pose = pose_of(race, recorder->car);
    bool ended = racer->lap != recorder->lap;
    // Practice on a sprint begins again some time after the finish.
    bool again = !ended && racer->lap_started_tick != recorder->lap_started_tick &&
                 racer->lap_started_tick + 1 == race->tick;
    bool at_go = race->tick == race->start_tick && racer->lap == 0;
    if (recorder->begun && recorder->now.count == GHOST_TICKS_MAX) {
        recorder->begun = false;
    }
    if (recorder->begun) {
        add_pose(&recorder->now, pose);
    }
    bool whole = ended && recorder->begun;
    if (whole) {
        end_lap(recorder, race, racer);
    } else if (recorder->begun) { // they are gone once the lap is complete
        memcpy(recorder->now.sector_s, racer->sector_s, sizeof recorder->now.sector_s);
    }
    if (ended || again || at_go) {
        begin_lap(recorder, racer, ended ? before : pose);
        if (!at_go) {
            add_pose(&recorder->now, pose);
        }
    }
    recorder->lap = racer->lap;
    recorder->lap_started_tick = racer->lap_started_tick;
    recorder->before = pose;
    return whole;
}

void ghost_recorder_destroy(GhostRecorder *recorder) {
    ghost_lap_destroy(&recorder->now);
    ghost_lap_destroy(&recorder->last);
    *recorder = (GhostRecorder){0};
}
