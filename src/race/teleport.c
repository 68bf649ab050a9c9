#include "race/teleport.h"

#include "base/assert.h"
#include "collision/sat.h"
#include "geometry/trig.h"
#include "race/laps.h"
#include "race/rescue.h"

#include <math.h>

#define DEEP      0.01f ///< m in a wall that count: less is what solvers leave
#define ROAD_STEP 2.0f  ///< m between the places that are tried along a road
#define ROAD_EDGE 1.5f  ///< m from the edge of a road to a car's middle

enum {
    PIECES_NEAR = 256,
    ROAD_STEPS = 100 // Each way.
};

/// A place on the nearest ribbon.
typedef struct RoadPlace {
    const Ribbon *ribbon; ///< NULL: the track has none.
    RibbonPlace place;
} RoadPlace;

static RoadPlace nearest_road(const Track *track, vec2s point) {
    RoadPlace nearest = {0};
    float best = INFINITY;
    for (int i = 0; i < track->ribbon_count; i++) {
        RibbonPlace place = ribbon_locate(&track->ribbons[i], point, -1);
        float half = ribbon_half_width_at(&track->ribbons[i], place);
        vec2s middle =
            ribbon_point(&track->ribbons[i], (RibbonPlace){place.sample, place.t, place.s, 0.0f});
        // As part of the way to the edge: where roads meet, the one whose middle is nearer.
        float apart = glms_vec2_distance(point, middle) / fmaxf(half, 0.1f);
        if (apart < best) {
            best = apart;
            nearest = (RoadPlace){&track->ribbons[i], place};
        }
    }
    return nearest;
}

float teleport_heading(const Race *race, int car, vec2s point) {
    ASSERT(car >= 0 && car < race->car_count);
    RoadPlace road = nearest_road(race->data->track, point);
    vec2s along;
    if (road.ribbon) {
        along = ribbon_tangent(road.ribbon, road.place);
    } else {
        const RacingLine *line = &race->data->lines[car];
        along = line->points[racing_line_locate(line, point, -1)].tangent;
    }
    return trig_atan2(along.y, along.x);
}

int teleport_wall(const Race *race, int car, vec2s point, float angle) {
    ASSERT(car >= 0 && car < race->car_count);
    const RaceData *data = race->data;
    const Hull *hull = &data->hulls[car];
    Transform at = {point, rotation_make(trig_wrap(angle))};
    int near[PIECES_NEAR];
    int count = wall_grid_query(&data->walls, hull_bounds(hull, at), near, PIECES_NEAR);
    for (int i = 0; i < count && i < PIECES_NEAR; i++) {
        const WallPiece *piece = &data->walls.pieces[near[i]];
        Transform there = transform_relative(wall_piece_at(piece), at);
        for (int k = 0; k < hull->count; k++) {
            if (sat_signed_distance(&piece->shape, &hull->pieces[k], there).distance < -DEEP) {
                return piece->wall;
            }
        }
    }
    return -1;
}

void teleport_put(Race *race, int car, vec2s point, float angle) {
    ASSERT(car >= 0 && car < race->car_count);
    rescue_put(race, car, point, angle);
    race_racers(race)[car].ghost_s = RACE_DT; // no longer than it stands in somebody
    laps_expect_gate(race, car);
}

/// The place `s` m along the road, `offset` m left of its middle but well inside its edges.
static bool put_if_free(Race *race, int car, const Ribbon *ribbon, float s, float offset) {
    RibbonPlace place = ribbon_at(ribbon, s);
    float left = fmaxf(ribbon_half_width(ribbon, place, 0) - ROAD_EDGE, 0.0f);
    float right = fmaxf(ribbon_half_width(ribbon, place, 1) - ROAD_EDGE, 0.0f);
    place.offset = fminf(fmaxf(offset, -right), left);
    vec2s point = ribbon_point(ribbon, place), along = ribbon_tangent(ribbon, place);
    float angle = trig_atan2(along.y, along.x);
    if (teleport_wall(race, car, point, angle) >= 0) {
        return false;
    }
    rescue_put(race, car, point, angle);
    laps_expect_gate(race, car);
    return true;
}

void teleport_put_on_road(Race *race, int car) {
    ASSERT(car >= 0 && car < race->car_count);
    vec2s position = race_bodies_const(race)[car].position;
    RoadPlace road = nearest_road(race->data->track, position);
    for (int i = 0; road.ribbon && i <= ROAD_STEPS; i++) {
        float step = ROAD_STEP * (float)i;
        if (put_if_free(race, car, road.ribbon, road.place.s + step, road.place.offset) ||
            put_if_free(race, car, road.ribbon, road.place.s - step, road.place.offset) ||
            put_if_free(race, car, road.ribbon, road.place.s - step, 0.0f)) {
            return;
        }
    }
    rescue_respawn(race, car);
}
