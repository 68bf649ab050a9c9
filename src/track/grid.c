#include "track/grid.h"

#include "geometry/trig.h"
#include "track/slot.h"

#include <math.h>
#include <string.h>

/// m between two places where a grid is tried.
#define GRID_STEP 2.0f

/// m of an open ribbon behind the last row.
#define OPEN_START 4.0f

float grid_depth(const GridDef *grid) {
    int rows = (grid->count + grid->columns - 1) / grid->columns;
    return (float)(rows - 1) * grid->gap + (float)(grid->columns - 1) * grid->stagger;
}

/// Slot `k` of an automatic grid, and where on the road that is. False where it would lie more than
/// `room` m behind the pole.
static bool lay_slot(const GridDef *grid, const Ribbon *ribbon, float pole, float room, int k,
                     TrackSlot *slot, RibbonPlace *place) {
    int column = k % grid->columns;
    float back = (float)(k / grid->columns) * grid->gap + (float)column * grid->stagger;
    if (back > room) {
        return false;
    }
    *place = ribbon_at(ribbon, pole - back);
    float left = ribbon_half_width(ribbon, *place, 0);
    float right = ribbon_half_width(ribbon, *place, 1);
    // Cars stand at most 5 m apart across the road, also on a very wide one.
    float lane = fminf((left + right) / (float)grid->columns, 5.0f);
    place->offset =
        0.5f * (left - right) + (0.5f * (float)(grid->columns - 1) - (float)column) * lane;
    vec2s tangent = ribbon_tangent(ribbon, *place);
    *slot = (TrackSlot){.position = ribbon_point(ribbon, *place),
                        .angle = trig_atan2(tangent.y, tangent.x),
                        .place = grid->given ? grid->place : ribbon->place};
    return true;
}

bool grid_is_clear(const GridDef *grid, const RoadClear *clear, float pole) {
    for (int k = 0; k < grid->count; k++) {
        TrackSlot slot;
        RibbonPlace place;
        int wall = 0;
        lay_slot(grid, &clear->track->ribbons[0], pole, INFINITY, k, &slot, &place);
        if (!road_clear_slot(clear, &slot, place) ||
            slot_depth(clear->track, &slot, &wall) > 0.0f) {
            return false;
        }
    }
    return true;
}

/// The pole at `first`, or up to `most` m farther along the road (`way` 1) or back (-1), where the
/// whole grid is clear; `first` where there is no such place.
static float find_pole(const GridDef *grid, const RoadClear *clear, float first, float most,
                       float way) {
    for (float off = 0.0f; off <= most; off += GRID_STEP) {
        if (grid_is_clear(grid, clear, first + way * off)) {
            return first + way * off;
        }
    }
    return first;
}

float grid_open_pole(const GridDef *grid, const RoadClear *clear) {
    float first = OPEN_START + grid_depth(grid);
    float most = 0.5f * clear->track->ribbons[0].length - first;
    return find_pole(grid, clear, first, most, 1.0f);
}

/// Whether a further slot stands in no wall and on no other slot.
static bool slot_fits(const Track *track, const TrackSlot *slot) {
    int wall = 0;
    bool fits = slot_depth(track, slot, &wall) <= 0.0f;
    for (int i = 0; i < track->slot_count && fits; i++) {
        fits = !slots_overlap(&track->slots[i], slot);
    }
    return fits;
}

static void lay_grid(const GridDef *grid, const RoadClear *clear, Track *track) {
    const Ribbon *ribbon = &track->ribbons[0];
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    float first = finish->s - grid->behind;
    float room = ribbon->length - grid->behind - 12.0f;
    float pole = ribbon->closed ? find_pole(grid, clear, first, room - grid_depth(grid), -1.0f)
                                : grid_open_pole(grid, clear);
    room = ribbon->closed ? room - (first - pole) : pole;
    for (int k = 0; track->slot_count < TRACK_SLOTS_MAX; k++) {
        TrackSlot slot = {0};
        RibbonPlace place;
        bool bonus = k >= grid->count; // what the author asked for is laid out and then checked
        if (!lay_slot(grid, ribbon, pole, room, k, &slot, &place) ||
            (bonus && !slot_fits(track, &slot))) {
            break;
        }
        if (!bonus || road_clear_slot(clear, &slot, place)) {
            track->slots[track->slot_count++] = slot;
        }
    }
    track->grid_size = grid->count < track->slot_count ? grid->count : track->slot_count;
}

bool grid_make(const TrackDef *def, const RoadClear *clear, Track *track) {
    const GridDef *grid = &def->grid;
    track->grid_explicit = grid->slots_given;
    if (grid->slots_given) {
        memcpy(track->slots, grid->slots, sizeof track->slots);
        track->slot_count = track->grid_size = grid->count;
        return true;
    }
    if (!clear || track->gate_count == 0 ||
        (track->ribbons[0].closed && track->gates[track->gate_count - 1].s < 0.0f)) {
        return false;
    }
    lay_grid(grid, clear, track);
    return track->slot_count > 0;
}
