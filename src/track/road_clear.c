#include "track/road_clear.h"

#include "geometry/transform.h"
#include "track/slot.h"

#include <math.h>

/// m between two places that are looked at, along the road and across.
#define STEP_ALONG  2.0f
#define STEP_ACROSS 1.0f

/// m ahead of a car on the grid that no wall stands in its way.
#define LANE_AHEAD 10.0f

/// m of road around a finish that no wall stands on.
#define WALL_FREE 2.0f

/// m from the road's edge in which a wall is one of its own: chords come that near in bends.
#define EDGE_FREE 0.1f

RoadClear road_clear_make(const Track *track, const RoadGrid *roads, const WallGrid *walls) {
    RoadClear clear = {.track = track, .roads = roads, .walls = walls};
    clear.branch_count = branch_stretches_find(track, clear.branches);
    return clear;
}

/// Whether another road lies across the first one at `s`.
static bool is_crossed(const RoadClear *clear, float s) {
    const Ribbon *road = &clear->track->ribbons[0];
    RibbonPlace place = ribbon_at(road, s);
    float left = ribbon_half_width(road, place, 0), right = ribbon_half_width(road, place, 1);
    int steps = (int)((left + right) / STEP_ACROSS) + 1;
    for (int i = 0; i <= steps; i++) {
        place.offset = left - (left + right) * (float)i / (float)steps;
        if (road_grid_crosses(clear->roads, ribbon_point(road, place), 0, place.s)) {
            return true;
        }
    }
    return false;
}

bool road_clear_stretch(const RoadClear *clear, float from, float to) {
    int steps = (int)((to - from) / STEP_ALONG) + 1;
    for (int i = 0; i <= steps; i++) {
        if (is_crossed(clear, from + (to - from) * (float)i / (float)steps)) {
            return false;
        }
    }
    return true;
}

/// Whether a wall stands on the road at `s`, its very edges left out.
static bool is_walled(const RoadClear *clear, float s) {
    const Ribbon *road = &clear->track->ribbons[0];
    RibbonPlace place = ribbon_at(road, s);
    vec2s across = vec2_left(ribbon_tangent(road, place));
    float right = ribbon_half_width(road, place, 1) - EDGE_FREE;
    float width = ribbon_half_width(road, place, 0) - EDGE_FREE + right;
    vec2s from = glms_vec2_sub(ribbon_point(road, place), glms_vec2_scale(across, right));
    return wall_grid_clearance(clear->walls, from, 1.0f) <= 0.0f ||
           wall_grid_ray(clear->walls, from, glms_vec2_scale(across, width)).hit;
}

bool road_clear_line(const RoadClear *clear, float s) {
    const Ribbon *road = &clear->track->ribbons[0];
    for (int i = 0; i < clear->branch_count; i++) {
        if (branch_stretch_holds(road, &clear->branches[i], s)) {
            return false;
        }
    }
    return !is_walled(clear, s - WALL_FREE) && !is_walled(clear, s) &&
           !is_walled(clear, s + WALL_FREE);
}

/// Whether a wall stands in the way of a car that starts at `place`.
static bool is_blocked(const RoadClear *clear, RibbonPlace place) {
    const Ribbon *road = &clear->track->ribbons[0];
    for (float ahead = 0.0f; ahead <= LANE_AHEAD; ahead += STEP_ACROSS) {
        RibbonPlace at = ribbon_at(road, place.s + ahead);
        at.offset = place.offset;
        float half = 0.5f * SLOT_WIDTH;
        if (wall_grid_clearance(clear->walls, ribbon_point(road, at), half) < half) {
            return true;
        }
    }
    return false;
}

bool road_clear_slot(const RoadClear *clear, const TrackSlot *slot, RibbonPlace place) {
    if (is_blocked(clear, place)) {
        return false;
    }
    Rotation heading = rotation_make(slot->angle);
    for (int i = 0; i < 5; i++) { // its corners and its middle
        static const vec2s corners[5] = {
            {{1.0f, 1.0f}}, {{1.0f, -1.0f}}, {{-1.0f, 1.0f}}, {{-1.0f, -1.0f}}, {{0.0f, 0.0f}}};
        vec2s half = vec2_make(0.5f * SLOT_LENGTH * corners[i].x, 0.5f * SLOT_WIDTH * corners[i].y);
        vec2s point = glms_vec2_add(slot->position, rotation_apply(heading, half));
        if (road_grid_crosses(clear->roads, point, 0, place.s)) {
            return false;
        }
    }
    return true;
}
