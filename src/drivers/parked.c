#include "drivers/parked.h"

#include "base/scalar.h"

#include <float.h>
#include <math.h>

/// m, and s of the own speed, from which on a parked car matters.
#define SIGHT_BASE 25.0f
#define SIGHT_TIME 4.0f
/// m of road between parked cars up to which they are passed as one.
#define APART 9.0f
/// m between flanks, where that leaves no strip, and where there is more room besides.
#define CLEAR       0.38f
#define CLEAR_LEAST 0.12f
#define MORE        0.4f
/// m that a strip this narrow counts as farther away than a wide one, and one in which the car got
/// no farther than another.
#define NARROW 5.0f
#define SHUT   12.0f
/// Share of what two cars take along the road that the parked one takes, about.
#define OWN_SHARE 0.5f
/// m/s at which a driver goes where it is too late for more.
#define CRAWL 6.0f
/// m beside the strip that are near enough.
#define NEAR 0.15f
/// m/s through a strip that leaves nothing to spare, and that each m of it allows more.
#define TIGHT_SPEED 12.0f
#define TIGHT_MORE  40.0f
/// Shares of the grip that a change of lane may take, and braking.
#define GRIP        0.7f
#define BRAKE       0.6f
#define BRAKE_LEAST 0.1f ///< Of that, in the sharpest bend.
/// m that a change begins late, and share of a bend that counts where it goes outward.
#define CHANGE_LAG 2.0f
#define OUTWARD    0.5f
/// Share of the way to the strip for which a car keeps the direction that it has.
#define SLOPE_SHARE 0.6f
#define LOOK_STEP   3.0f ///< m between the places ahead that are looked at.
/// m to a barrier from which on cars line up where the strip is narrower than two need.
#define MERGE_SIGHT 30.0f
#define ABREAST     2.6f
/// m ahead that a change of lane at walking pace takes, and as much more as it is wide up to.
#define TURN_BASE 1.5f
#define TURN_MOST 2.5f

enum {
    WALK_MOST = 20
};

/// Between which the car's centre passes: m left of the line.
typedef struct Strip {
    float low, high;
} Strip;

static void sort_by_gap(Rival *parked, int count) {
    for (int i = 1; i < count; i++) {
        Rival one = parked[i];
        int at = i;
        while (at > 0 && parked[at - 1].gap > one.gap) {
            parked[at] = parked[at - 1];
            at--;
        }
        parked[at] = one;
    }
}

/// The point of the line nearest to `gap` m ahead of the car. Points are not quite evenly spaced:
/// guess, then walk.
static int point_ahead(const RacingLine *line, const TrafficView *view, float gap) {
    float spacing = line->length / (float)line->count;
    int point = racing_line_index(line, view->point + (int)(gap / spacing));
    for (int i = 0; i < WALK_MOST; i++) {
        float off = racing_line_gap(line, line->points[point].s, view->s + gap);
        if (fabsf(off) <= 0.5f * spacing) {
            break;
        }
        point = racing_line_index(line, point + (off > 0.0f ? 1 : -1));
    }
    return point;
}

/// The road beside a barrier, for as far as its cars themselves reach.
static Strip road_beside(const RacingLine *line, const TrafficView *view, const Rival *barrier,
                         int count) {
    float from = FLT_MAX, to = -FLT_MAX;
    for (int i = 0; i < count; i++) {
        from = float_min(from, barrier[i].gap - OWN_SHARE * barrier[i].length);
        to = float_max(to, barrier[i].gap + OWN_SHARE * barrier[i].length);
    }
    int first = point_ahead(line, view, float_max(from, 0.0f));
    int last = point_ahead(line, view, float_max(to, 0.0f));
    Strip road = {-FLT_MAX, FLT_MAX};
    for (int i = first;; i = racing_line_index(line, i + 1)) {
        road.low = float_max(road.low, -line->points[i].right);
        road.high = float_min(road.high, line->points[i].left);
        if (i == last) {
            return road;
        }
    }
}

/// Leaves out who stands beside the road. Returns how many are left.
static int keep_on_road(const RacingLine *line, const TrafficView *view, Rival *parked, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        Strip road = road_beside(line, view, &parked[i], 1);
        float reach = parked[i].width + CLEAR;
        if (parked[i].offset + reach > road.low && parked[i].offset - reach < road.high) {
            parked[kept++] = parked[i];
        }
    }
    return kept;
}

/// The end of what is taken of the road from `low` on, going left.
static float end_of_taken(const Rival *barrier, int count, float clear, float low) {
    for (int i = 0; i < count; i++) {
        float reach = barrier[i].width + clear;
        if (barrier[i].offset - reach <= low && barrier[i].offset + reach > low) {
            return end_of_taken(barrier, count, clear, barrier[i].offset + reach);
        }
    }
    return low;
}

/// The nearest strip past a barrier; false where there is none.
static bool find_strip(const Rival *barrier, int count, float clear, Strip road,
                       const TrafficView *view, Strip *best) {
    float least = FLT_MAX, low = road.low, lane = view->lane;
    while (low <= road.high) {
        low = end_of_taken(barrier, count, clear, low);
        Strip strip = {low, road.high};
        for (int i = 0; i < count; i++) {
            float edge = barrier[i].offset - barrier[i].width - clear;
            strip.high = edge > low ? float_min(strip.high, edge) : strip.high;
        }
        if (strip.high < strip.low) {
            break;
        }
        float width = strip.high - strip.low;
        float cost = fabsf(float_clamp(lane, strip.low, strip.high) - lane) +
                     NARROW * float_max(1.0f - width, 0.0f);
        bool shut =
            view->shut && view->shut_lane > strip.low - NEAR && view->shut_lane < strip.high + NEAR;
        cost += shut ? SHUT : 0.0f;
        if (cost < least) {
            least = cost;
            *best = strip;
        }
        low = strip.high + 1e-3f;
    }
    return least < FLT_MAX;
}

/// Curvature that the bend at `at` and a change of lane by `off` m to the left, done `way` m on,
/// take together, for a car that moves `slope` m to the left for each m already. The change is two
/// arcs of one radius: off = way^2 / (4 radius).
static float bend_of(const LinePoint *at, float off, float slope, float way) {
    float room = float_max(way - CHANGE_LAG, 1.0f);
    float side = off > 0.0f ? 1.0f : -1.0f;
    float rest = float_max(fabsf(off) - SLOPE_SHARE * float_max(side * slope, 0.0f) * room, 0.0f);
    bool inward = side * at->curvature > 0.0f;
    return 4.0f * rest / (room * room) + (inward ? 1.0f : OUTWARD) * fabsf(at->curvature) + 1e-4f;
}

/// m/s now at which the car gets to the strip in time, `way` m ahead. What counts is where the car
/// is now, and where the line's swing from edge to edge leaves room on the way there.
static float speed_to(const RacingLine *line, const TrafficView *view, Strip strip, float way) {
    float per_m = (float)line->count / line->length;
    float through = TIGHT_SPEED + TIGHT_MORE * (strip.high - strip.low);
    float speed2 = through * through, grip = GRIP * view->grip;
    int steps = (int)(float_max(way, 0.0f) / LOOK_STEP);
    for (int i = steps; i >= 0; i--) {
        float ahead = (float)i * LOOK_STEP;
        int i_at = racing_line_index(line, view->point + (int)(ahead * per_m));
        const LinePoint *at = &line->points[i_at];
        const LinePoint *next = &line->points[racing_line_index(line, i_at + 1)];
        float left = at->left, right = -at->right, slope = 0.0f;
        if (i == 0) {
            left = right = view->offset;
            slope = view->drift;
        }
        float off = strip.low > left ? strip.low - left : float_min(strip.high - right, 0.0f);
        if (i > 0 && off != 0.0f) { // along the edge of the road
            slope = (off > 0.0f ? next->left - at->left : at->right - next->right) * per_m;
        }
        if (fabsf(off) > NEAR) {
            float most2 = grip / bend_of(at, off, slope, way - ahead);
            speed2 = float_min(speed2, float_max(most2, CRAWL * CRAWL));
        }
        float side = float_min(at->curvature * speed2, view->grip) / view->grip;
        float brake = BRAKE * view->grip * float_max(1.0f - side * side, BRAKE_LEAST);
        speed2 += i > 0 ? 2.0f * brake * LOOK_STEP : 0.0f;
    }
    return sqrtf(speed2);
}

AvoidPlan parked_plan(const RacingLine *line, const TrafficView *view, Rival *parked, int count) {
    AvoidPlan plan = {.speed = FLT_MAX};
    sort_by_gap(parked, count);
    count = keep_on_road(line, view, parked, count);
    if (count == 0) {
        return plan;
    }
    float along = float_max(view->along, 0.0f);
    float way = parked[0].gap - parked[0].length;
    if (way > SIGHT_BASE + SIGHT_TIME * along) {
        return plan;
    }
    int barrier = 1;
    float end = parked[0].gap + parked[0].length;
    while (barrier < count && parked[barrier].gap - parked[barrier].length - end < APART) {
        end = float_max(end, parked[barrier].gap + parked[barrier].length);
        barrier++;
    }
    Strip strip = {0.0f, 0.0f};
    for (; barrier > 0 && !plan.any; barrier--) {
        Strip road = road_beside(line, view, parked, barrier);
        plan.any = find_strip(parked, barrier, CLEAR, road, view, &strip) ||
                   find_strip(parked, barrier, CLEAR_LEAST, road, view, &strip);
    }
    if (!plan.any) {
        return plan;
    }
    float width = strip.high - strip.low, inset = float_min(MORE, 0.5f * width);
    plan.low = strip.low + inset;
    plan.high = strip.high - inset;
    plan.speed = speed_to(line, view, strip, way);
    float there = sight_offset_at(view, way);
    float off = float_max(strip.low - there, there - strip.high);
    if (way < MERGE_SIGHT && width < ABREAST) {
        plan.merge = float_max(end, MERGE_SIGHT);
    }
    plan.close = off > CLEAR && way < TURN_BASE + float_min(off, TURN_MOST);
    return plan;
}
