#include "line/waypoint.h"

#include <math.h>

/// x the cost of a metre where the car keeps less than CAR_MARGIN: at once, and more down to
/// CAR_MARGIN_LEAST.
#define TIGHT_COST 20.0f
#define TIGHT_MORE 60.0f
/// A place counts as worse ground than the way where its metre costs this many times more.
#define WORSE_GROUND 1.1f
/// m beside a post where cars pass it: one at a wall, and one that stands farther than POST_ALONE m
/// from any; the latter as a share of the gate at most.
#define POST_MARGIN 0.15f
#define POST_FREE   2.0f
#define POST_ALONE  1.0f
#define POST_SHARE  0.4f
/// m that a sprint's line goes on straight where its road or its finish ends, at most.
#define RUN_OFF 100.0f

Waypoint waypoint_with(const WaypointScan *scan, vec2s point, float clear) {
    const Surface *surface = &scan->track->surfaces[ground_surface(scan->ground, point)];
    float need = waypoint_need(scan);
    bool blocked = surface->respawn || clear < scan->half + CAR_MARGIN_LEAST;
    return (Waypoint){.ground = blocked ? -1.0f : surface_cost(surface),
                      .tight = clear < need * 0.999f ? (need - clear) / CAR_MARGIN : 0.0f};
}

Waypoint waypoint_at(const WaypointScan *scan, vec2s point) {
    float clear = wall_grid_clearance(scan->walls, point, waypoint_need(scan));
    return waypoint_with(scan, point, clear);
}

float waypoint_cost(Waypoint waypoint) {
    return waypoint.tight > 0.0f ? waypoint.ground * (TIGHT_COST + TIGHT_MORE * waypoint.tight)
                                 : waypoint.ground;
}

bool waypoint_is_as_good(Waypoint waypoint, Waypoint way) {
    return waypoint.ground > 0.0f && waypoint.ground <= way.ground * WORSE_GROUND &&
           waypoint.tight <= way.tight + 0.02f;
}

float waypoint_run_off(const WaypointScan *scan, vec2s point, vec2s along) {
    float way = 0.0f;
    for (; way < RUN_OFF; way += 1.0f) {
        vec2s next = glms_vec2_add(point, glms_vec2_scale(along, way + 1.0f));
        Waypoint waypoint = waypoint_at(scan, next);
        if (waypoint.ground < 0.0f || waypoint.tight > 0.0f ||
            !box_contains(box_grow(scan->track->bounds, -3.0f), next)) {
            break;
        }
    }
    return way;
}

float waypoint_post_room(const WaypointScan *scan, vec2s post, float width) {
    float beside = scan->half + POST_MARGIN;
    bool alone = wall_grid_clearance(scan->walls, post, POST_ALONE) >= POST_ALONE;
    float room = alone ? fmaxf(beside, fminf(scan->half + POST_FREE, POST_SHARE * width)) : beside;
    return fminf(room, 0.45f * width);
}
