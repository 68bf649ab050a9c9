#include "race/parked.h"

#include "base/scalar.h"

#include <float.h>
#include <math.h>

/// m, and s of the own speed, from which on a parked car matters.
#define SIGHT_BASE 25.0f
#define SIGHT_TIME 3.0f
/// m of road between parked cars up to which they are passed as one.
#define APART 9.0f
/// m between flanks at least and, where there is room, besides.
#define CLEAR 0.38f
#define MORE  0.4f
/// m that a strip this narrow counts as farther away than a wide one.
#define NARROW 1.0f
/// m/s aside that a driver counts on, and m/s at which it goes where that is too slow.
#define ASIDE_RATE 2.0f
#define CRAWL      4.0f
/// m beside the strip that are near enough.
#define NEAR 0.15f
/// m/s through a strip that leaves nothing to spare, and that each m of it allows more.
#define TIGHT_SPEED 12.0f
#define TIGHT_MORE  40.0f
/// Slowing (m/s2) that a driver counts on, and m between the places ahead that it looks at.
#define BRAKE     5.0f
#define LOOK_STEP 3.0f
/// m ahead that a change of lane takes, and each m of it.
#define TURN_BASE  1.5f
#define TURN_SLOPE 1.0f

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

/// The road beside all of the barrier.
static Strip road_beside(const RacingLine *line, const TrafficView *view, const Rival *barrier,
                         int count) {
    float per_m = (float)line->count / line->length;
    float from = barrier[0].gap - barrier[0].length, to = from;
    for (int i = 0; i < count; i++) {
        from = float_min(from, barrier[i].gap - barrier[i].length);
        to = float_max(to, barrier[i].gap + barrier[i].length);
    }
    int first = (int)(float_max(from, 0.0f) * per_m), last = (int)(float_max(to, 0.0f) * per_m) + 1;
    Strip road = {-FLT_MAX, FLT_MAX};
    for (int i = first; i <= last; i++) {
        const LinePoint *at = &line->points[racing_line_index(line, view->point + i)];
        road.low = float_max(road.low, -at->right);
        road.high = float_min(road.high, at->left);
    }
    return road;
}

/// The end of what is taken of the road from `low` on, going left.
static float end_of_taken(const Rival *barrier, int count, float low) {
    for (int i = 0; i < count; i++) {
        float reach = barrier[i].width + CLEAR;
        if (barrier[i].offset - reach <= low && barrier[i].offset + reach > low) {
            return end_of_taken(barrier, count, barrier[i].offset + reach);
        }
    }
    return low;
}

/// The nearest strip past a barrier; false where there is none.
static bool find_strip(const Rival *barrier, int count, Strip road, float lane, Strip *best) {
    float least = FLT_MAX, low = road.low;
    while (low <= road.high) {
        low = end_of_taken(barrier, count, low);
        Strip strip = {low, road.high};
        for (int i = 0; i < count; i++) {
            float edge = barrier[i].offset - barrier[i].width - CLEAR;
            strip.high = edge > low ? float_min(strip.high, edge) : strip.high;
        }
        if (strip.high < strip.low) {
            break;
        }
        float width = strip.high - strip.low;
        float cost = fabsf(float_clamp(lane, strip.low, strip.high) - lane) +
                     NARROW * float_max(1.0f - width, 0.0f);
        if (cost < least) {
            least = cost;
            *best = strip;
        }
        low = strip.high + 1e-3f;
    }
    return least < FLT_MAX;
}

/// m/s at which the car gets to the strip in time, `way` m ahead. What counts is where the car is
/// now, and where the line's swing from edge to edge leaves room on the way there.
static float speed_to(const RacingLine *line, const TrafficView *view, Strip strip, float way) {
    float per_m = (float)line->count / line->length;
    float through = TIGHT_SPEED + TIGHT_MORE * (strip.high - strip.low);
    float speed2 = through * through + 2.0f * BRAKE * float_max(way, 0.0f);
    for (float ahead = 0.0f; ahead < way || ahead == 0.0f; ahead += LOOK_STEP) {
        const LinePoint *at =
            &line->points[racing_line_index(line, view->point + (int)(ahead * per_m))];
        float left = ahead > 0.0f ? at->left : view->offset;
        float right = ahead > 0.0f ? -at->right : view->offset;
        float off = float_max(strip.low - left, right - strip.high);
        if (off > NEAR) {
            float then = float_max(ASIDE_RATE * float_max(way - ahead, 0.0f) / off, CRAWL);
            speed2 = float_min(speed2, then * then + 2.0f * BRAKE * ahead);
        }
    }
    return sqrtf(speed2);
}

AvoidPlan parked_plan(const RacingLine *line, const TrafficView *view, Rival *parked, int count) {
    AvoidPlan plan = {.speed = FLT_MAX};
    sort_by_gap(parked, count);
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
        plan.any = find_strip(parked, barrier, road, view->lane, &strip);
    }
    if (!plan.any) {
        return plan;
    }
    float width = strip.high - strip.low, inset = float_min(MORE, 0.5f * width);
    plan.low = strip.low + inset;
    plan.high = strip.high - inset;
    plan.speed = speed_to(line, view, strip, way);
    float off = float_max(strip.low - view->offset, view->offset - strip.high);
    plan.close = way > 0.0f && off > NEAR && way < TURN_BASE + TURN_SLOPE * off;
    return plan;
}
