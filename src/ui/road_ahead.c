#include "ui/road_ahead.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "ui/palette.h"

#include <math.h>

#define FROM_MPS     8.0f  ///< Slower cars see what they need.
#define LOOK_S       5.0f  ///< How far along the line is looked.
#define FULL_BELOW_S 0.25f ///< s of road too little, at which all of the help is shown.
#define LINE_APART   15.0f ///< m from its line at which a car is no longer on it.

#define BRAKES_BELOW 0.92f ///< A corner counts where its speed is less than this share of now.
#define AROUND       14.0f ///< m along the line: no place so near is slower than a corner's middle.
#define BEFORE       30.0f ///< m of the road before that place that the picture of it shows ...
#define BEHIND       25.0f ///< ... and behind it.

#define DASH       2.2f ///< m
#define DASH_GAP   1.8f
#define DASH_WIDTH 0.45f
#define DASH_AHEAD 4.0f ///< m from the car to the first one.

/// A walk along a racing line, which goes round where the line is closed.
typedef struct Walk {
    const RacingLine *line;
    int index, steps;
    float gone; ///< m from where it began.
} Walk;

static const LinePoint *walk_point(const Walk *walk) { return &walk->line->points[walk->index]; }

/// One point on (`way` 1) or back (-1). False at an end of the line and after a whole lap.
static bool walk_step(Walk *walk, int way) {
    const RacingLine *line = walk->line;
    int next = walk->index + way;
    if (walk->steps++ >= line->count || (line->open && (next < 0 || next >= line->count))) {
        return false;
    }
    next = (next + line->count) % line->count;
    walk->gone += glms_vec2_distance(line->points[next].point, walk_point(walk)->point);
    walk->index = next;
    return true;
}

static bool is_seen(const Camera *camera, ViewRect rect, vec2s point) {
    vec2s at = camera_pixel(camera, rect, 0, point);
    float x = at.x - (float)rect.x, y = at.y + (float)rect.y + (float)rect.height;
    return x > 0.0f && x < (float)rect.width && y > 0.0f && y < (float)rect.height;
}

/// Whether nothing within AROUND is slower; of equal ones the first counts.
static bool is_slowest(const Walk *at) {
    float speed = walk_point(at)->speed;
    for (int way = -1; way <= 1; way += 2) {
        Walk walk = {at->line, at->index, 0, 0.0f};
        while (walk.gone < AROUND && walk_step(&walk, way)) {
            float there = walk_point(&walk)->speed;
            if (there < speed || (way < 0 && there <= speed)) {
                return false;
            }
        }
    }
    return true;
}

/// The line from BEFORE m before `middle` to BEHIND m behind it.
static void take_corner(RoadAhead *road, const Walk *middle) {
    Walk walk = {middle->line, middle->index, 0, 0.0f};
    while (walk.gone < BEFORE && walk_step(&walk, -1)) {
    }
    walk = (Walk){middle->line, walk.index, 0, 0.0f};
    float apart = (BEFORE + BEHIND) / (float)(ROAD_AHEAD_POINTS - 1);
    do {
        if (walk.gone >= apart * (float)road->corner_count) {
            road->corner[road->corner_count++] = walk_point(&walk)->point;
        }
    } while (road->corner_count < ROAD_AHEAD_POINTS && walk_step(&walk, 1));
}

RoadAhead road_ahead_make(const Race *race, int car, const Camera *camera, ViewRect rect) {
    ASSERT(race != NULL && camera != NULL && car >= 0 && car < race->car_count);
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    const RacingLine *line = &race->data->lines[car];
    float speed = glms_vec2_norm(body->velocity);
    RoadAhead road = {0};
    if (speed < FROM_MPS || racer->finished || line->count < 3 || racer->line_point < 0) {
        return road;
    }
    Walk walk = {line, racer->line_point % line->count, 0, 0.0f};
    if (glms_vec2_distance(walk_point(&walk)->point, body->position) > LINE_APART) {
        return road;
    }
    while (is_seen(camera, rect, walk_point(&walk)->point) && walk.gone < LOOK_S * speed &&
           walk_step(&walk, 1)) {
    }
    road.leaves = walk_point(&walk)->point;
    road.seconds = walk.gone / speed;
    road.alpha = float_clamp((CAMERA_AHEAD_S - road.seconds) / FULL_BELOW_S, 0.0f, 1.0f);
    while (road.alpha > 0.0f && walk.gone < LOOK_S * speed && walk_step(&walk, 1)) {
        if (walk_point(&walk)->speed < BRAKES_BELOW * speed && is_slowest(&walk)) {
            road.corner_m = walk.gone;
            road.corner_share = walk_point(&walk)->speed / speed;
            take_corner(&road, &walk);
            break;
        }
    }
    return road;
}

uint32_t road_ahead_color(float share) {
    float much = float_clamp((1.0f - share) / 0.25f, 0.0f, 1.0f);
    return much < 0.5f ? shade_mix(PALETTE_GOOD, PALETTE_ACCENT, 2.0f * much)
                       : shade_mix(PALETTE_ACCENT, PALETTE_BAD, 2.0f * much - 1.0f);
}

void road_ahead_draw(DrawList *list, const Race *race, int car, const RoadAhead *road) {
    ASSERT(list != NULL && race != NULL && road != NULL);
    if (road->alpha <= 0.0f) {
        return;
    }
    const RacingLine *line = &race->data->lines[car];
    float speed = glms_vec2_norm(race_bodies_const(race)[car].velocity);
    int start = race_racers_const(race)[car].line_point % line->count;
    Walk walk = {line, start, 0, 0.0f};
    // Dashes lie still on the road: they are counted from the start of the line.
    float period = DASH + DASH_GAP;
    while (walk.gone < road->seconds * speed) {
        const LinePoint *from = walk_point(&walk);
        if (!walk_step(&walk, 1)) {
            break;
        }
        const LinePoint *to = walk_point(&walk);
        float length = glms_vec2_distance(from->point, to->point);
        uint32_t color = shade_fade(road_ahead_color(to->speed / speed), 0.85f * road->alpha);
        for (float at = ceilf((from->s - DASH) / period) * period; at < from->s + length;
             at += period) {
            float begin = fmaxf(at - from->s, 0.0f), end = fminf(at + DASH - from->s, length);
            if (end > begin && walk.gone > DASH_AHEAD && length > 0.0f) {
                draw_line(list, glms_vec2_lerp(from->point, to->point, begin / length),
                          glms_vec2_lerp(from->point, to->point, end / length), DASH_WIDTH, color);
            }
        }
    }
}
