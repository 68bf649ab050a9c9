#include "drivers/traffic.h"

#include "base/bits.h"
#include "base/scalar.h"
#include "drivers/parked.h"
#include "drivers/rivals.h"
#include "geometry/simd.h"

#include <float.h>
#include <math.h>

/// s ahead within which a slower car is something to pass.
#define PASS_TIME 3.0f
#define TURN_TIME 1.0f ///< In a corner.
/// m/s by which a driver has to be faster before it goes for a pass, and when it is keen.
#define PASS_GAIN  0.7f
#define KEEN_GAIN  (-2.0f)
#define TURN_GAIN  0.4f ///< In a corner, on its inside.
#define OUTER_GAIN 3.0f ///< And on its outside.
/// m of change of lane that the inside is worth to who attacks.
#define INSIDE_WORTH 2.0f
/// Who is behind by this share of a length in a corner gives way: to one on the inside, outside.
#define YIELD_INSIDE  (-0.5f)
#define YIELD_OUTSIDE 1.3f
/// m between flanks: aimed for beside others, and below which one is in another's way.
#define SIDE_GAP 0.7f
#define LANE_GAP 0.35f
/// m from nose to tail when following, plus TrafficView.follow.
#define FOLLOW_GAP 0.8f
#define START_GAP  1.2f ///< The same when the race has just begun.
#define START_TIME 0.10f
/// Slowing (m/s2) that a follower counts on.
#define FOLLOW_BRAKE 5.0f
/// More than the car ahead a follower can slow (m/s2).
#define FOLLOW_MORE 0.8f
/// Share of the own speed from which on a car ahead drives alike, and 1/s by which one closes up to
/// it.
#define FOLLOW_LIKE  0.8f
#define FOLLOW_CLOSE 0.8f
/// s over which the room beside the line is looked at.
#define ROOM_TIME 1.2f

/// m/s at which who has its turn in a jam pushes on.
#define CREEP 6.0f
/// m/s up to which a car is one of a jam.
#define STANDS 2.0f

/// m between flanks below which a car would touch one that stands. Who is on the way to the same
/// strip beside it: m from that, and m/s at least.
#define TOUCH_GAP   0.1f
#define MERGE_ASIDE 6.0f
#define MERGE_SPEED 0.3f

/// m behind the car that backing out takes.
#define BACK_ROOM 4.0f

/// x the width of both by which a car that is not level has to be aside to count as beside.
/// A rival is far ahead from ASIDE_GAP m and ASIDE_TIME s on: there is time to get out of its way.
#define ASIDE_TIME       0.6f
#define ASIDE_GAP        1.5f
#define START_ASIDE_TIME 1.0f ///< The same when the race has just begun.
#define START_ASIDE_GAP  4.0f
/// x the width of both by which a car that is not level has to be aside to count as beside.
#define BESIDE_WIDTH 0.6f

enum {
    JAM_TURNS = 4,
};

/// The bits of a group of lanes, from rival `i` on.
static uint64_t group_bits(LaneMask mask, int i) { return (uint64_t)mask_bits(mask) << i; }

/// Those of a mask that are rivals at all.
static uint64_t only_seen(const Rivals *seen, uint64_t mask) {
    return mask & (((uint64_t)1 << seen->count) - 1);
}

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

/// Speed at which one may close up to rival `i` from behind. Who drives about as fast there as the
/// driver would is expected to have come through here like that, too: in a braking zone nobody
/// falls back because the other brakes first.
static float follow_speed(const Rivals *seen, int i, const TrafficView *view) {
    float along = float_max(view->along, 0.0f), its = float_max(seen->along[i], 0.0f);
    float apart = view->start ? START_GAP + START_TIME * along : FOLLOW_GAP + view->follow * along;
    float free = seen->gap[i] - seen->length[i] - apart;
    float same = its / float_max(seen->plan[i], 0.1f);
    float like_it =
        same > FOLLOW_LIKE && !view->start ? same * view->speed + FOLLOW_CLOSE * free : 0.0f;
    like_it = float_min(like_it, its + sqrtf(2.0f * FOLLOW_MORE * float_max(free, 0.0f)));
    if (free <= 0.0f) {
        return float_max(float_max(its + 1.0f * free, like_it), 0.0f);
    }
    return float_max(sqrtf(its * its + 2.0f * FOLLOW_BRAKE * free), like_it);
}

/// Those nearer to `lane` than need be to pass them.
static LaneMask in_lane(const Rivals *seen, int i, float lane) {
    Lanes aside = lanes_abs(lanes_sub(lanes_load(seen->offset + i), lanes_all(lane)));
    return lanes_less(aside, lanes_add(lanes_load(seen->width + i), lanes_all(LANE_GAP)));
}

/// Those farther ahead than `share` of the length of both.
static LaneMask ahead_by(const Rivals *seen, int i, float share) {
    return lanes_less(lanes_mul(lanes_all(share), lanes_load(seen->length + i)),
                      lanes_load(seen->gap + i));
}

/// Which rivals are where, whatever lane is asked about.
typedef struct Around {
    uint64_t now; ///< In the lane in which the car is now.
    uint64_t far; ///< So far ahead that there is time to get out of the way.
    uint64_t ahead_03, ahead_07, ahead_08; ///< Farther ahead than that share of the length of both.
} Around;

static Around look_around(const Rivals *seen, const TrafficView *view) {
    Around around = {.now = 0};
    Lanes time = lanes_all(view->start ? START_ASIDE_TIME : ASIDE_TIME);
    Lanes gap = lanes_all(view->start ? START_ASIDE_GAP : ASIDE_GAP);
    for (int i = 0; i < seen->count; i += SIMD_LANES) {
        Lanes faster = lanes_sub(lanes_all(view->along), lanes_load(seen->along + i));
        Lanes closing = lanes_max(faster, lanes_all(1.0f));
        Lanes clear = lanes_sub(lanes_load(seen->gap + i), lanes_load(seen->length + i));
        Lanes needed = lanes_add(lanes_mul(time, closing), gap);
        around.now |= group_bits(in_lane(seen, i, view->offset), i);
        around.far |= group_bits(lanes_less(needed, clear), i);
        around.ahead_03 |= group_bits(ahead_by(seen, i, 0.3f), i);
        around.ahead_07 |= group_bits(ahead_by(seen, i, 0.7f), i);
        around.ahead_08 |= group_bits(ahead_by(seen, i, 0.8f), i);
    }
    return around;
}

/// Whether `lane` is free of all rivals from a little behind to a little ahead of rival `target`.
static bool lane_is_free(const Rivals *seen, int target, float lane) {
    uint64_t near = 0, past = 0;
    for (int i = 0; i < seen->count; i += SIMD_LANES) {
        Lanes gap = lanes_load(seen->gap + i);
        Lanes length = lanes_load(seen->length + i);
        Lanes behind = lanes_sub(lanes_negate(length), lanes_all(2.0f));
        Lanes ahead = lanes_add(lanes_all(seen->gap[target]), lanes_mul(lanes_all(2.0f), length));
        LaneMask beside = mask_and(lanes_less(behind, gap), lanes_less(gap, ahead));
        near |= group_bits(mask_and(beside, in_lane(seen, i, lane)), i);
        past |= group_bits(ahead_by(seen, i, 1.0f), i);
    }
    near = only_seen(seen, near) & ~((uint64_t)1 << target);
    if ((seen->parked >> target & 1) != 0) { // who drives on is gone in time
        near &= seen->parked | seen->things | ~past;
    }
    return near == 0;
}

/// The lane in which to pass rival `target`: the one that is less of a change; the lane given where
/// neither side has room.
static float passing_lane(const RacingLine *line, const Rivals *seen, int target,
                          const TrafficView *view, Room room) {
    float lane = view->lane;
    float best = lane, least = FLT_MAX;
    float gap = seen->gap[target], length = seen->length[target];
    Room there = room_between(line, view, gap - length, gap + length);
    float least_gain = view->inside != 0 ? OUTER_GAIN : PASS_GAIN;
    bool slower = seen->along[target] + least_gain < seen->plan[target];
    if (room.left + room.right < seen->width[target] + SIDE_GAP) {
        return lane; // the road narrows
    }
    for (int side = -1; side <= 1; side += 2) {
        bool inside = side == view->inside;
        if (!slower && view->inside != 0 && !inside) {
            continue; // round the outside of its equal nobody gets past
        }
        room = inside ? there : room;
        float beside = seen->offset[target] + (float)side * (seen->width[target] + SIDE_GAP);
        bool fits = beside <= room.left && beside >= -room.right;
        float change = fabsf(beside - lane) + 0.2f * fabsf(beside);
        change -= (float)(side * view->inside) * INSIDE_WORTH;
        if (fits && change < least && lane_is_free(seen, target, beside)) {
            best = beside;
            least = change;
        }
    }
    return best;
}

/// Those through whom the driver's way leads, of rivals ahead: who is far ahead, in the lane; near,
/// where the car is now, and in the lane if not beside already.
static uint64_t in_the_way(const Rivals *seen, const Around *around, float lane) {
    uint64_t now = around->now, then = 0;
    for (int i = 0; i < seen->count; i += SIMD_LANES) {
        then |= group_bits(in_lane(seen, i, lane), i);
    }
    uint64_t either = (around->far & then) | (~around->far & (now | (then & around->ahead_08)));
    return only_seen(seen, (now & then) | ((now ^ then) & either));
}

/// The nearest slower car in the way of the free lane or of the present one; -1 where there is none
/// to pass.
static int one_to_pass(const Rivals *seen, const Around *around, const TrafficView *view,
                       float free_lane) {
    uint64_t slower = 0;
    for (int i = 0; i < seen->count; i += SIMD_LANES) {
        Lanes along = lanes_load(seen->along + i);
        Lanes speed = lanes_load(seen->plan + i);
        Lanes clear = lanes_sub(lanes_load(seen->gap + i), lanes_load(seen->length + i));
        Lanes least = lanes_all(view->leaving   ? OUTER_GAIN
                                : view->turning ? TURN_GAIN
                                : view->keen    ? KEEN_GAIN
                                                : PASS_GAIN);
        LaneMask slow = mask_or(lanes_less(lanes_add(along, least), speed),
                                lanes_less(clear, lanes_all(view->turning ? 0.0f : 2.0f)));
        Lanes gain = lanes_max(lanes_sub(speed, along), lanes_all(1.0f));
        Lanes soon = lanes_add(lanes_mul(lanes_all(view->turning ? TURN_TIME : PASS_TIME), gain),
                               lanes_all(4.0f));
        soon = lanes_max(soon, lanes_all(view->attack));
        slower |= group_bits(mask_and(slow, lanes_less(clear, soon)), i);
    }
    slower = only_seen(seen, slower & around->ahead_03) & ~seen->handled;
    int target = -1;
    if (slower != 0) {
        slower &= in_the_way(seen, around, view->lane) | in_the_way(seen, around, free_lane);
    }
    for (; slower != 0; slower &= slower - 1) {
        int i = bits_lowest64(slower);
        target = target < 0 || seen->gap[i] < seen->gap[target] ? i : target;
    }
    return target;
}

/// Keeps clear of rival `i`, who is beside: at least SIDE_GAP, and a lane for it inside the road.
static void keep_beside(const Rivals *seen, int i, const TrafficView *view, Room room,
                        TrafficPlan *plan) {
    float need = seen->width[i] + SIDE_GAP;
    float offset = seen->offset[i];
    bool its_left = offset > view->offset;
    float most =
        its_left ? float_min(offset, room.left) - need : float_max(offset, -room.right) + need;
    plan->lane = its_left ? float_min(plan->lane, most) : float_max(plan->lane, most);
    plan->shared = true;
    float apart = fabsf(offset - view->offset) - seen->width[i];
    plan->urgent = plan->urgent || apart < 0.5f * SIDE_GAP;
    // No road for two, or a corner that is the other's: who is behind gives way.
    bool inside = its_left == (view->inside > 0);
    float lost = (inside ? YIELD_INSIDE : YIELD_OUTSIDE) * seen->length[i];
    if (view->turning && (seen->parked >> i & 1) == 0 && seen->gap[i] > lost) {
        plan->speed = float_min(plan->speed, float_max(seen->along[i] - 1.0f, 0.0f));
    }
    if (seen->gap[i] > 0.0f && room.left + room.right < need) {
        plan->speed = float_min(plan->speed, float_max(seen->along[i] - 2.0f, 0.0f));
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
        bool behind =
            seen->gap[i] < -0.7f * seen->length[i] && seen->gap[i] > -seen->length[i] - BACK_ROOM;
        if (behind && fabsf(seen->offset[i] - view->offset) < seen->width[i] + LANE_GAP) {
            return false;
        }
    }
    return true;
}

/// Those who drive or stand beside the car, or are about to; not parked ones that are still to be
/// reached, nor who is right ahead or behind.
static uint64_t beside(const Rivals *seen, const Around *around, float offset) {
    uint64_t mask = 0;
    for (int i = 0; i < seen->count; i += SIMD_LANES) {
        Lanes apart = lanes_abs(lanes_sub(lanes_load(seen->offset + i), lanes_all(offset)));
        Lanes width = lanes_mul(lanes_all(BESIDE_WIDTH), lanes_load(seen->width + i));
        Lanes more = lanes_keep(lanes_less(width, apart), lanes_all(1.0f));
        Lanes reach = lanes_add(lanes_load(seen->length + i), more);
        mask |= group_bits(lanes_less(lanes_abs(lanes_load(seen->gap + i)), reach), i);
    }
    mask &= ~seen->things;
    return only_seen(seen, mask) & ~(seen->parked & around->ahead_07);
}

/// Those of `mask` whom the car would touch on the way that it is on.
static uint64_t touching(const Rivals *seen, uint64_t mask, const TrafficView *view) {
    uint64_t out = 0;
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        int i = bits_lowest64(left);
        float offset = sight_offset_at(view, seen->gap[i] - seen->length[i]);
        bool touches = fabsf(seen->offset[i] - offset) < seen->width[i] + TOUCH_GAP;
        out |= touches ? (uint64_t)1 << i : 0;
    }
    return out;
}

/// Those ahead who are on their way to a strip that cars pass one by one: who is first goes first.
static uint64_t before_strip(const Rivals *seen, const AvoidPlan *strip) {
    uint64_t out = 0;
    for (int i = 0; i < seen->count; i++) {
        float aside = fabsf(seen->offset[i] - 0.5f * (strip->low + strip->high));
        bool first = seen->gap[i] > 0.0f && seen->gap[i] < strip->merge;
        out |= first && aside < MERGE_ASIDE && seen->along[i] > MERGE_SPEED ? (uint64_t)1 << i : 0;
    }
    return out & ~(seen->parked | seen->things);
}

/// Lane and speed among those seen; `strip` is what is free of those who stand.
static void share_road(const RacingLine *line, const Rivals *seen, const TrafficView *view,
                       Room room, float free_lane, const AvoidPlan *strip, TrafficPlan *plan) {
    const bool mover = plan->shared; // has its say about the room
    const Around around = look_around(seen, view);
    int target = one_to_pass(seen, &around, view, free_lane);
    if (target >= 0) {
        plan->lane = passing_lane(line, seen, target, view, room);
        plan->shared = true;
    }
    uint64_t next_to = beside(seen, &around, view->offset) & ~seen->handled;
    for (uint64_t left = next_to; left != 0; left &= left - 1) {
        keep_beside(seen, bits_lowest64(left), view, room, plan);
    }
    uint64_t ahead = only_seen(seen, around.ahead_07) & ~seen->soft;
    // Where the road narrows the lane ends, and with it the room beside who drives ahead.
    float narrowed = float_clamp(plan->lane, -room.right, room.left);
    bool flows = !view->start && !mover && (ahead & seen->parked) == 0;
    ahead = ahead != 0 ? ahead & in_the_way(seen, &around, flows ? narrowed : plan->lane) : 0;
    if (seen->handled != 0) {
        ahead = (ahead & ~seen->handled) | touching(seen, ahead & seen->handled, view);
        ahead |= strip->merge > 0.0f ? before_strip(seen, strip) : 0;
    }
    plan->hurry = plan->hurry || (ahead & seen->parked) != 0;
    for (; ahead != 0; ahead &= ahead - 1) {
        float most = follow_speed(seen, bits_lowest64(ahead), view);
        plan->speed = float_min(plan->speed, most);
    }
    plan->lane = narrowed;
}

/// m/s at least at which a driver goes to meet one who drives against the traffic, and m more that
/// it leaves beside that one.
#define MEET_SPEED 5.0f
#define MEET_CLEAR 0.5f

/// The way past the parked cars in sight. Who drives against the traffic is parked where they meet.
static AvoidPlan pass_parked(const RacingLine *line, const Rivals *seen, const TrafficView *view) {
    Rival parked[RACE_MAX_CARS];
    int count = 0;
    for (uint64_t left = seen->parked; left != 0; left &= left - 1) {
        int i = bits_lowest64(left);
        if (seen->gap[i] > -seen->length[i]) {
            bool against = seen->along[i] < -PACK_AGAINST && seen->gap[i] > 0.0f;
            float speed = float_max(view->along, MEET_SPEED);
            float share = against ? speed / (speed - seen->along[i]) : 1.0f;
            parked[count++] = (Rival){.gap = share * seen->gap[i],
                                      .offset = seen->offset[i],
                                      .length = seen->length[i],
                                      .width = seen->width[i] + (against ? MEET_CLEAR : 0.0f)};
        }
    }
    return count > 0 ? parked_plan(line, view, parked, count) : (AvoidPlan){.speed = FLT_MAX};
}

TrafficPlan traffic_plan(const Race *race, int car, const Pack *pack, const TrafficView *view,
                         float free_lane) {
    Rivals seen;
    rivals_see(race, car, pack, view, &seen);
    const RacingLine *line = &race->data->lines[car];
    AvoidPlan avoid = avoid_plan(race, car, view, free_lane);
    AvoidPlan past = {.speed = FLT_MAX};
    if (seen.parked != 0 && !avoid.any) { // movers have the say about the room
        past = pass_parked(line, &seen, view);
    }
    seen.handled = past.any ? seen.parked : 0;
    const AvoidPlan *strip = avoid.any ? &avoid : &past;
    free_lane = strip->any ? float_clamp(free_lane, strip->low, strip->high) : free_lane;
    TrafficPlan plan = {.lane = free_lane, .speed = float_min(avoid.speed, past.speed)};
    plan.shared = plan.hurry = strip->any;
    plan.parked = seen.parked != 0;
    bool stands = fabsf(view->along) < STANDS;
    plan.trapped = avoid.close && stands;
    bool waits = !plan.trapped && (avoid.any || avoid.speed < FLT_MAX); // for its moment
    plan.back = !waits && stands && is_free_behind(&seen, view);
    if (!seen.any) {
        return plan;
    }
    Room room = room_between(line, view, 0.0f, float_max(view->along, 5.0f) * ROOM_TIME);
    if (strip->any) {
        room.left = float_min(room.left, strip->high);
        room.right = float_min(room.right, -strip->low);
    }
    share_road(line, &seen, view, room, free_lane, strip, &plan);
    if (past.any) {
        plan.lane = float_clamp(plan.lane, past.low, past.high);
    }
    plan.trapped = plan.trapped || (past.close && stands);
    if (!avoid.any && !avoid.close && stands && has_turn(race, car)) {
        plan.speed = float_max(plan.speed, CREEP);
    }
    return plan;
}

/// The first car whose time is `least`, which is that of one.
static int first_at(const float *times, int count, float least) {
    unsigned bits = 0;
    for (int i = 0; i < count; i += SIMD_LANES) {
        bits |= mask_bits(lanes_equal(lanes_load(times + i), lanes_all(least))) << i;
    }
    return bits_lowest(bits);
}

TrafficGaps traffic_gaps(const Race *race, int car, const Pack *pack) {
    const RacingLine *line = &race->data->lines[car];
    const Racer *racers = race_racers_const(race);
    const Lanes zero = lanes_all(0.0f), none = lanes_all(FLT_MAX), slowest = lanes_all(STANDS);
    const Lanes own = lanes_all(float_max(pack->along[car], STANDS));
    TrafficGaps gaps = {.clear = FLT_MAX};
    uint32_t others = pack->solid & pack->placed & ~(1u << car);
    _Alignas(16) float ahead[RACE_MAX_CARS], behind[RACE_MAX_CARS]; // s, FLT_MAX where nobody is
    Lanes least_ahead = none, least_behind = none;
    for (int i = 0; i < race->car_count; i += SIMD_LANES) {
        Lanes gap = rivals_gaps(line, pack->s[car], lanes_load(pack->s + i));
        LaneMask near = mask_without(mask_of_bits(others >> i),
                                     lanes_less(lanes_all(PACK_SIGHT), lanes_abs(gap)));
        LaneMask leads = lanes_less(zero, gap);
        Lanes its = lanes_max(lanes_load(pack->along + i), slowest);
        Lanes to = lanes_select(mask_and(near, leads), lanes_div(gap, own), none);
        Lanes from =
            lanes_select(mask_without(near, leads), lanes_div(lanes_negate(gap), its), none);
        lanes_store(to, ahead + i);
        lanes_store(from, behind + i);
        least_ahead = lanes_min(least_ahead, to);
        least_behind = lanes_min(least_behind, from);
    }
    gaps.ahead_s = lanes_smallest(least_ahead);
    gaps.behind_s = lanes_smallest(least_behind);
    if (gaps.ahead_s < FLT_MAX) {
        int i = first_at(ahead, race->car_count, gaps.ahead_s);
        float gap = racing_line_gap(line, pack->s[car], pack->s[i]);
        gaps.clear = gap - 0.5f * (pack->length[car] + pack->length[i]);
        gaps.closing = pack->along[car] - pack->along[i];
    }
    if (gaps.behind_s < FLT_MAX) {
        int i = first_at(behind, race->car_count, gaps.behind_s);
        gaps.lapped = racers[i].lap > racers[car].lap;
    }
    return gaps;
}
