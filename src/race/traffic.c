#include "race/traffic.h"

#include "base/scalar.h"
#include "race/avoid.h"
#include "race/props.h"

#include <float.h>
#include <math.h>

/// m beyond which other cars do not matter.
#define SIGHT 90.0f
/// s ahead within which a slower car is something to pass.
#define PASS_TIME 3.0f
/// m/s by which a driver has to be faster before it goes for a pass.
#define PASS_GAIN 0.7f
/// m between flanks: aimed for beside others, and below which one is in another's way.
#define SIDE_GAP 0.7f
#define LANE_GAP 0.35f
/// m from nose to tail when following, plus s of the own speed.
#define FOLLOW_GAP  1.2f
#define FOLLOW_TIME 0.10f
/// Slowing (m/s2) that a follower counts on.
#define FOLLOW_BRAKE 5.0f
/// s over which the room beside the line is looked at.
#define ROOM_TIME 1.2f

/// Props lighter than this (kg) are driven through, and others that lie farther ahead (m) do
/// not matter yet.
#define PROP_MASS  8.0f
#define PROP_SIGHT 45.0f
/// m/s at which who has its turn in a jam pushes on.
#define CREEP 6.0f
/// m/s up to which a car is one of a jam, and below which it is parked.
#define STANDS 2.0f
#define PARKED 0.5f

/// m behind the car that backing out takes.
#define BACK_ROOM 4.0f
/// m between tail and nose from which on a car behind matters to nothing here: a little more than
/// what passing, driving side by side and backing out look at.
#define BEHIND 4.1f

enum {
    JAM_TURNS = 4,
    PROPS_SEEN_MAX = 12,
    RIVALS_MAX = RACE_MAX_CARS + PROPS_SEEN_MAX,
};

/// What a driver sees of others.
typedef struct Rivals {
    Rival rivals[RIVALS_MAX]; ///< Those that matter: cars, then props.
    int count;
    bool any; ///< Somebody is in sight, if only far behind.
} Rivals;

/// Room for the car's centre to either side of the line over the next moments.
typedef struct Room {
    float left, right; ///< m
} Room;

/// The least room from `from` to `to` m ahead.
static Room room_between(const RacingLine *line, const TrafficView *view, float from, float to) {
    float spacing = line->length / (float)line->count;
    int first = (int)(float_max(from, 0.0f) / spacing);
    int last = (int)(float_max(to, 0.0f) / spacing) + 1;
    int step = (last - first) / 6 + 1;
    Room room = {FLT_MAX, FLT_MAX};
    for (int i = first; i <= last; i += step) {
        const LinePoint *point = &line->points[racing_line_index(line, view->point + i)];
        room.left = float_min(room.left, point->left);
        room.right = float_min(room.right, point->right);
    }
    return room;
}

/// Where another car is along this car's line. Cars of one model share theirs.
static int rival_point(const Race *race, int car, int other, vec2s position) {
    const RacingLine *line = &race->data->lines[car], *its = &race->data->lines[other];
    int hint = race_racers_const(race)[other].line_point;
    if (line->points == its->points && hint >= 0) {
        return hint;
    }
    hint = hint < 0 ? -1 : (int)((float)hint / (float)its->count * (float)line->count);
    return racing_line_locate(line, position, hint % line->count);
}

/// How far another car is along this car's line.
typedef struct RivalPlace {
    const LinePoint *at; ///< NULL: out of sight.
    vec2s from_line;     ///< m, from that point to the car.
    float gap;           ///< m along the line, positive ahead.
} RivalPlace;

static RivalPlace place_rival(const Race *race, int car, int other, const TrafficView *view) {
    const WorldState *world = race_world_const(race);
    const uint8_t *flags = (const uint8_t *)world + world->flags;
    const Body *bodies = race_bodies_const(race);
    vec2s apart = glms_vec2_sub(bodies[other].position, bodies[car].position);
    if (other == car || ((flags[car] | flags[other]) & BODY_GHOST) != 0 ||
        glms_vec2_norm2(apart) > SIGHT * SIGHT) {
        return (RivalPlace){.at = NULL};
    }
    const RacingLine *line = &race->data->lines[car];
    const LinePoint *at = &line->points[rival_point(race, car, other, bodies[other].position)];
    vec2s from_line = glms_vec2_sub(bodies[other].position, at->point);
    float s = at->s + glms_vec2_dot(from_line, at->tangent);
    float gap = racing_line_gap(line, view->s, s);
    bool elsewhere = fabsf(gap) > 1.5f * SIGHT; // on a stretch of road that passes close by
    return (RivalPlace){elsewhere ? NULL : at, from_line, gap};
}

/// How car `other`, which stands at `place`, moves and reaches along this car's line.
static Rival rival_at(const Race *race, int car, int other, const RivalPlace *place) {
    const CarParams *mine = &race_racers_const(race)[car].model.params;
    const CarParams *its = &race_racers_const(race)[other].model.params;
    const Body *body = &race_bodies_const(race)[other];
    vec2s tangent = place->at->tangent;
    vec2s left = vec2_left(tangent);
    vec2s nose = vec2_make(body->rotation.c, body->rotation.s);
    float sine = fabsf(glms_vec2_dot(nose, left)), cosine = fabsf(glms_vec2_dot(nose, tangent));
    return (Rival){
        .gap = place->gap,
        .offset = glms_vec2_dot(place->from_line, left),
        .along = glms_vec2_dot(body->velocity, tangent),
        .across = glms_vec2_dot(body->velocity, left),
        .length = 0.5f * (mine->length + its->length * cosine + its->width * sine),
        .width = 0.5f * (mine->width + its->width * cosine + its->length * sine),
        .parked = glms_vec2_norm2(body->velocity) < PARKED * PARKED,
    };
}

/// The cars in sight, those left out that are too far behind to matter.
static void see_cars(const Race *race, int car, const TrafficView *view, Rivals *seen) {
    const Racer *racers = race_racers_const(race);
    for (int i = 0; i < race->car_count; i++) {
        RivalPlace place = place_rival(race, car, i, view);
        if (!place.at) {
            continue;
        }
        const CarParams *its = &racers[i].model.params;
        float reach = 0.5f * (racers[car].model.params.length + its->length + its->width);
        seen->any = true;
        if (place.gap > -reach - BEHIND) {
            seen->rivals[seen->count++] = rival_at(race, car, i, &place);
        }
    }
}

/// Adds the props that stand ahead.
static void see_things(const Race *race, int car, const TrafficView *view, Rivals *seen) {
    const Track *track = race->data->track;
    const Body *bodies = race_bodies_const(race);
    vec2s own = bodies[car].position;
    int most = seen->count + PROPS_SEEN_MAX;
    for (int i = 0; i < race->prop_count && seen->count < most; i++) {
        const Body *body = &bodies[props_body(race, i)];
        if (glms_vec2_distance2(body->position, own) >= PROP_SIGHT * PROP_SIGHT) {
            continue; // most are: looked at before anything else of theirs is fetched
        }
        const TrackForm *form = &track->forms[track->props[i].form];
        if (form->mass < PROP_MASS) {
            continue;
        }
        int point = race_data_prop_point(race->data, car, i, body->position, view->point);
        Rival *rival = &seen->rivals[seen->count];
        if (sight_thing(race, car, &form->hull, body_at(body), point, view->s, rival)) {
            rival->soft = true;
            seen->any = true;
            seen->count++;
        }
    }
}

/// Speed at which one may close up to `rival` from behind.
static float follow_speed(const Rival *rival, float along) {
    float free = rival->gap - rival->length - FOLLOW_GAP - FOLLOW_TIME * float_max(along, 0.0f);
    float its = float_max(rival->along, 0.0f);
    if (free <= 0.0f) {
        return float_max(its + 1.0f * free, 0.0f);
    }
    return sqrtf(its * its + 2.0f * FOLLOW_BRAKE * free);
}

/// Whether `lane` is free of all rivals from a little behind to a little ahead of `target`.
static bool lane_is_free(const Rivals *seen, const Rival *target, float lane) {
    for (int i = 0; i < seen->count; i++) {
        const Rival *rival = &seen->rivals[i];
        bool near =
            rival->gap > -rival->length - 2.0f && rival->gap < target->gap + 2.0f * rival->length;
        bool drives_on = target->parked && !rival->parked && !rival->thing &&
                         rival->gap > rival->length; // and is gone in time
        if (rival != target && near && !drives_on &&
            fabsf(rival->offset - lane) < rival->width + LANE_GAP) {
            return false;
        }
    }
    return true;
}

/// The lane in which to pass `target`, one of those seen: the one that is less of a change; the
/// lane given where neither side has room.
static float passing_lane(const Rivals *seen, const Rival *target, Room room, float lane) {
    float best = lane, least = FLT_MAX;
    for (int side = -1; side <= 1; side += 2) {
        float beside = target->offset + (float)side * (target->width + SIDE_GAP);
        bool fits = beside <= room.left && beside >= -room.right;
        float change = fabsf(beside - lane) + 0.2f * fabsf(beside);
        if (fits && change < least && lane_is_free(seen, target, beside)) {
            best = beside;
            least = change;
        }
    }
    return best;
}

/// Whether the driver's way leads through `rival`, who is ahead: far ahead in the lane, near where
/// the car is now, and in the lane if not beside already.
static bool in_the_way(const Rival *rival, const TrafficView *view, float lane) {
    float need = rival->width + LANE_GAP;
    bool now = fabsf(rival->offset - view->offset) < need;
    bool then = fabsf(rival->offset - lane) < need;
    if (now == then) {
        return now; // as nearly always: no need to ask how far
    }
    float closing = float_max(view->along - rival->along, 1.0f);
    bool far = rival->gap - rival->length > 1.0f * closing + 4.0f;
    return far ? then : now || rival->gap > 0.8f * rival->length;
}

/// The nearest slower car in the way of the free lane or of the present one; NULL where there is
/// none to pass.
static const Rival *one_to_pass(const Rivals *seen, const TrafficView *view, float free_lane) {
    const Rival *target = NULL;
    for (int i = 0; i < seen->count; i++) {
        const Rival *rival = &seen->rivals[i];
        bool ahead = rival->gap > 0.3f * rival->length;
        if (!ahead || (target && rival->gap >= target->gap)) {
            continue;
        }
        float clear = rival->gap - rival->length;
        bool slower = view->speed > rival->along + PASS_GAIN || clear < 2.0f;
        bool soon = clear < PASS_TIME * float_max(view->speed - rival->along, 1.0f) + 4.0f;
        if (slower && soon &&
            (in_the_way(rival, view, view->lane) || in_the_way(rival, view, free_lane))) {
            target = rival;
        }
    }
    return target;
}

/// Keeps clear of a rival beside: at least SIDE_GAP, and a lane for it inside the road.
static void keep_beside(const Rival *rival, const TrafficView *view, Room room, TrafficPlan *plan) {
    float need = rival->width + SIDE_GAP;
    bool its_left = rival->offset > view->offset;
    float most = its_left ? float_min(rival->offset, room.left) - need
                          : float_max(rival->offset, -room.right) + need;
    plan->lane = its_left ? float_min(plan->lane, most) : float_max(plan->lane, most);
    plan->shared = true;
    float apart = fabsf(rival->offset - view->offset) - rival->width;
    plan->urgent = plan->urgent || apart < 0.5f * SIDE_GAP;
    // No road for two: who is behind gives way.
    if (rival->gap > 0.0f && room.left + room.right < need) {
        plan->speed = float_min(plan->speed, float_max(rival->along - 2.0f, 0.0f));
    }
}

/// Cars that queue before a mover or a parked car can hold each other up for good, each giving way
/// to the next: those that stand take turns to push on, a second each.
static bool has_turn(const Race *race, int car) {
    return (race->tick / RACE_TICKS_PER_SECOND + (uint32_t)car) % JAM_TURNS == 0;
}

/// Whether nobody stands where the car would go backwards.
static bool is_free_behind(const Rivals *seen, const TrafficView *view) {
    for (int i = 0; i < seen->count; i++) {
        const Rival *rival = &seen->rivals[i];
        bool behind = rival->gap < 0.0f && rival->gap > -rival->length - BACK_ROOM;
        if (behind && fabsf(rival->offset - view->offset) < rival->width + LANE_GAP) {
            return false;
        }
    }
    return true;
}

/// Lane and speed among those seen.
static void share_road(const RacingLine *line, const Rivals *seen, const TrafficView *view,
                       Room room, float free_lane, TrafficPlan *plan) {
    const Rival *target = one_to_pass(seen, view, free_lane);
    bool mover = plan->shared; // has its say about the room
    if (target && target->parked && !mover) {
        room = room_between(line, view, target->gap - target->length, target->gap + target->length);
    }
    if (target) {
        plan->lane = passing_lane(seen, target, room, view->lane);
        plan->shared = true;
    }
    for (int i = 0; i < seen->count; i++) {
        const Rival *rival = &seen->rivals[i];
        bool gone_round = rival->parked && rival->gap > 0.7f * rival->length; // not yet beside
        if (!rival->thing && !gone_round && fabsf(rival->gap) < rival->length + 1.0f) {
            keep_beside(rival, view, room, plan);
        }
    }
    for (int i = 0; i < seen->count; i++) {
        const Rival *rival = &seen->rivals[i];
        if (rival->soft || rival->gap <= 0.7f * rival->length ||
            !in_the_way(rival, view, plan->lane)) {
            continue;
        }
        plan->speed = float_min(plan->speed, follow_speed(rival, view->along));
        plan->hurry = plan->hurry || rival->parked;
    }
    plan->lane = float_clamp(plan->lane, -room.right, room.left);
}

TrafficPlan traffic_plan(const Race *race, int car, const TrafficView *view, float free_lane) {
    Rivals seen;
    seen.count = 0;
    seen.any = false;
    see_cars(race, car, view, &seen);
    see_things(race, car, view, &seen);
    AvoidPlan avoid = avoid_plan(race, car, view, free_lane);
    free_lane = avoid.any ? float_clamp(free_lane, avoid.low, avoid.high) : free_lane;
    TrafficPlan plan = {.lane = free_lane, .speed = avoid.speed};
    plan.shared = plan.hurry = avoid.any;
    plan.trapped = avoid.close && fabsf(view->along) < STANDS;
    bool waits = !plan.trapped && (avoid.any || avoid.speed < FLT_MAX); // for its moment
    plan.back = !waits && fabsf(view->along) < STANDS && is_free_behind(&seen, view);
    if (!seen.any) {
        return plan;
    }
    const RacingLine *line = &race->data->lines[car];
    Room room = room_between(line, view, 0.0f, float_max(view->along, 5.0f) * ROOM_TIME);
    if (avoid.any) {
        room.left = float_min(room.left, avoid.high);
        room.right = float_min(room.right, -avoid.low);
    }
    share_road(line, &seen, view, room, free_lane, &plan);
    if (!avoid.any && !plan.trapped && fabsf(view->along) < STANDS && has_turn(race, car)) {
        plan.speed = float_max(plan.speed, CREEP);
    }
    return plan;
}
