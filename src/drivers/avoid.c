#include "drivers/avoid.h"

#include "base/scalar.h"
#include "race_state/props.h"

#include <float.h>
#include <math.h>

/// m within which movers matter; s that are looked ahead, and in which steps.
#define SIGHT   90.0f
#define HORIZON 12.0f
#define STEP    0.1f
/// m to keep to the mover and, where there is room, besides.
#define GAP      0.35f
#define MORE_GAP 0.4f
/// s before and after a pass in which the way has to be free as well.
#define EARLY 0.15f
#define LATE  0.2f
/// m/s2 that a driver counts on, faster and slower.
#define PULL_AWAY 4.0f
#define BRAKE     6.0f
/// m aside for each m ahead, and for each s, that a car can change its lane, and at once.
#define ASIDE_SLOPE 0.3f
#define ASIDE_RATE  2.2f
#define ASIDE_NOW   0.4f
/// m/s off the present speed that is asked for to lose time.
#define LOSE 2.0f
/// m to a mover from which there is no room to change the lane.
#define CLOSE 8.0f
/// s that one may be too early.
#define TOO_EARLY 0.1f

/// A mover as one car sees it.
typedef struct Sight {
    const Race *race;
    int car;
    const TrafficView *view;
    const TrackMover *mover;
    const Hull *hull;
    float most; ///< m/s that the line allows on the way there.
} Sight;

/// Where it will be `soon` s from now; false where it will not matter.
static bool see(const Sight *sight, float soon, Rival *out) {
    uint32_t tick = props_tick(sight->race) + (uint32_t)(soon * (float)RACE_TICKS_PER_SECOND);
    Transform place = {mover_at(&sight->mover->path, tick), rotation_make(0.0f)};
    const RacingLine *line = &sight->race->data->lines[sight->car];
    int point = racing_line_locate(line, place.position, sight->view->point);
    return sight_thing(sight->race, sight->car, sight->hull, place, point, sight->view->s, out);
}

/// s until `way` m further on, driving off at once.
static float time_for(const Sight *sight, float way) {
    float speed = float_max(sight->view->along, 0.0f);
    if (way <= 0.0f) {
        return 0.0f;
    }
    float until = float_max(sight->most - speed, 0.0f) / PULL_AWAY;
    float there = until * 0.5f * (speed + float_max(sight->most, speed));
    if (way <= there) {
        return (sqrtf(speed * speed + 2.0f * PULL_AWAY * way) - speed) / PULL_AWAY;
    }
    return until + (way - there) / float_max(sight->most, 1.0f);
}

/// m/s on arrival after `time` s and `way` m, the slowing done first.
static float speed_there(const Sight *sight, float way, float time) {
    float from = way / float_max(time, 0.1f) - 0.5f * PULL_AWAY * time;
    float speed =
        from > 0.0f ? from + PULL_AWAY * time : sqrtf(2.0f * PULL_AWAY * float_max(way, 0.5f));
    return float_clamp(speed, 3.0f, float_max(sight->most, 3.0f));
}

/// What a mover covers beside the line over some time.
typedef struct Cover {
    float low, high; ///< m, between which the car's centre may not be.
} Cover;

static Cover cover_of(const Sight *sight, float from, float to) {
    Cover cover = {FLT_MAX, -FLT_MAX};
    int steps = 2 + (int)((to - from) / 0.15f);
    for (int i = 0; i <= steps; i++) {
        Rival then;
        float soon = float_max(from + (to - from) * (float)i / (float)steps, 0.0f);
        if (see(sight, soon, &then)) {
            cover.low = float_min(cover.low, then.offset - then.width - GAP);
            cover.high = float_max(cover.high, then.offset + then.width + GAP);
        }
    }
    return cover;
}

/// The road at a mover for the middle of a car: m right (low) and left of the line.
static Cover road_at(const Sight *sight, const Rival *there) {
    const RacingLine *line = &sight->race->data->lines[sight->car];
    int ahead = (int)(float_max(there->gap, 0.0f) * (float)line->count / line->length);
    Cover road = {-FLT_MAX, FLT_MAX};
    for (int i = -1; i <= 1; i++) {
        const LinePoint *point =
            &line->points[racing_line_index(line, sight->view->point + ahead + 2 * i)];
        road.low = float_max(road.low, -point->right);
        road.high = float_min(road.high, point->left);
    }
    return road;
}

/// Takes one side of `cover` into the plan where it is free and nearer than what stands there.
static bool take_side(const Sight *sight, Cover cover, Cover road, int side, float way, float time,
                      float *least, AvoidPlan *plan) {
    float low = side < 0 ? road.low : cover.high, high = side < 0 ? cover.low : road.high;
    if (low > high) {
        return false;
    }
    float now = sight->view->offset;
    float lane = float_clamp(now, low, high), change = fabsf(lane - now);
    float reach = ASIDE_NOW + float_min(ASIDE_SLOPE * float_max(way, 0.0f), ASIDE_RATE * time);
    if (change > reach || change >= *least) {
        return false;
    }
    float inset = float_min(MORE_GAP, 0.5f * (high - low)); // a little more room where there is
    plan->low = side < 0 ? low : low + inset;
    plan->high = side < 0 ? high - inset : high;
    *least = change;
    return true;
}

/// Whether the mover leaves a side at `time` s from now; the plan then is to pass there.
static bool may_pass_at(const Sight *sight, float time, AvoidPlan *plan) {
    Rival there;
    if (!see(sight, time, &there)) {
        // It is off the road by then, or so far on that it is none of the next seconds' business.
        return false;
    }
    float way = there.gap - there.length, needed = time_for(sight, way);
    if (needed > time + 0.5f * STEP) {
        return false;
    }
    float pass = 2.0f * there.length / speed_there(sight, way, time);
    Cover cover = cover_of(sight, time - EARLY, time + pass + LATE);
    Cover road = road_at(sight, &there);
    float least = FLT_MAX;
    bool right = take_side(sight, cover, road, -1, way, time, &least, plan);
    bool left = take_side(sight, cover, road, 1, way, time, &least, plan);
    bool early = time - needed > TOO_EARLY;
    plan->any = right || left;
    plan->speed = early ? float_max(sight->view->along - LOSE, 0.0f) : FLT_MAX;
    return plan->any;
}

/// Whether it is away from the line for the whole time that a car which drives on passes.
static bool is_away(const Sight *sight, float free_lane) {
    for (float soon = 0.0f; soon <= HORIZON; soon += 2.0f * STEP) {
        Rival then;
        if (!see(sight, soon, &then)) {
            continue;
        }
        float way = then.gap - then.length, behind = then.gap + then.length;
        bool meets = time_for(sight, way) < soon + 1.5f && time_for(sight, behind) > soon - 1.5f;
        float reach = then.width + GAP + MORE_GAP;
        bool aside = fabsf(then.offset - free_lane) > reach &&
                     fabsf(then.offset - sight->view->offset) > reach;
        if (meets && !aside) {
            return false;
        }
    }
    return true;
}

/// The plan for one mover; `*way` gets m to it.
static AvoidPlan plan_for(const Sight *sight, float free_lane, float *way) {
    AvoidPlan plan = {.speed = FLT_MAX};
    Rival now;
    bool seen = see(sight, 0.0f, &now);
    *way = seen ? now.gap - now.length : SIGHT;
    if (is_away(sight, free_lane)) {
        return plan;
    }
    float horizon = float_min(
        HORIZON, (float)mover_period(&sight->mover->path) / (float)RACE_TICKS_PER_SECOND + 6.0f);
    for (float time = 0.0f; time <= horizon; time += STEP) {
        if (may_pass_at(sight, time, &plan)) {
            return plan;
        }
    }
    plan.close = *way < CLOSE; // no moment: stop in front of it and look again
    plan.speed = sqrtf(2.0f * BRAKE * float_max(*way - 3.0f, 0.0f));
    return plan;
}

AvoidPlan avoid_plan(const Race *race, int car, const TrafficView *view, float free_lane) {
    const Track *track = race->data->track;
    const Body *bodies = race_bodies_const(race);
    const RacingLine *line = &race->data->lines[car];
    AvoidPlan plan = {.speed = FLT_MAX};
    float nearest = FLT_MAX;
    for (int i = 0; i < race->mover_count; i++) {
        vec2s at = bodies[movers_body(race, i)].position;
        if (glms_vec2_distance2(at, bodies[car].position) > SIGHT * SIGHT) {
            continue;
        }
        int there = racing_line_locate(line, at, view->point);
        Sight sight = {.race = race,
                       .car = car,
                       .view = view,
                       .mover = &track->movers[i],
                       .hull = &track->forms[track->movers[i].form].hull,
                       .most = float_max(0.5f * (view->speed + line->points[there].speed), 5.0f)};
        float way = 0.0f;
        AvoidPlan one = plan_for(&sight, free_lane, &way);
        plan.speed = float_min(plan.speed, one.speed);
        plan.close = plan.close || one.close;
        if (one.any && way < nearest) {
            nearest = way;
            plan.any = true;
            plan.low = one.low;
            plan.high = one.high;
        }
    }
    return plan;
}
