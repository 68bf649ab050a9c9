#include "race_state/crate_places.h"

#include "base/scalar.h"
#include "track/gates.h"

#include <math.h>

#define ASIDE      0.55f ///< Share of the half-width at which the outer crates of a row stand.
#define ASIDE_GATE 0.6f  ///< The same of a gate.
#define APART      1.4f  ///< m between the crates of a row at least: nearer they would be one.
#define STEP       4.0f  ///< m by which a row moves on.

#define ROW_EVERY 250.0f ///< m from row to row along a road, about.

enum {
    ROW = 3,
    GATE_ROWS = 4,                      ///< Across the gates of a track without roads.
    ROWS_LEAST = 2,                     ///< Along a road ...
    ROWS_MOST = TRACK_CRATES_MAX / ROW, ///< ... and at most.
};

static bool is_clear(const Track *track, const WallGrid *walls, const Ground *ground, vec2s at) {
    if (!box_contains(track->bounds, at) ||
        wall_grid_clearance(walls, at, CRATE_CLEAR) < CRATE_CLEAR ||
        track->surfaces[ground_surface(ground, at)].respawn) {
        return false;
    }
    for (int i = 0; i < track->prop_count; i++) {
        float reach = CRATE_CLEAR + track->forms[track->props[i].form].hull.bounding_radius;
        if (glms_vec2_distance(track->props[i].position, at) < reach) {
            return false;
        }
    }
    return true;
}

/// Whether `at` is in the way of a car that has just started.
static bool is_after_grid(const Track *track, vec2s at) {
    for (int i = 0; i < track->grid_size; i++) {
        if (glms_vec2_distance(track->slots[i].position, at) < CRATE_AFTER_GRID) {
            return true;
        }
    }
    return false;
}

/// Adds a row of `count` crates where all of them may stand. Whether it did.
static bool add_row(const Track *track, const WallGrid *walls, const Ground *ground,
                    const vec2s *row, int count, vec2s *out, int *made) {
    for (int i = 0; i < count; i++) {
        if (is_after_grid(track, row[i]) || !is_clear(track, walls, ground, row[i])) {
            return false;
        }
    }
    for (int i = 0; i < count; i++) {
        out[(*made)++] = row[i];
    }
    return true;
}

/// The row across the road at `s`, from left to right; just its middle where the road is narrow.
static int row_at(const Ribbon *ribbon, float s, vec2s row[ROW]) {
    RibbonPlace place = ribbon_at(ribbon, s);
    float left = ASIDE * ribbon_half_width(ribbon, place, 0);
    float right = ASIDE * ribbon_half_width(ribbon, place, 1);
    place.offset = 0.5f * (left - right);
    if (float_min(left, right) < APART) {
        row[0] = ribbon_point(ribbon, place);
        return 1;
    }
    row[1] = ribbon_point(ribbon, place);
    place.offset = left;
    row[0] = ribbon_point(ribbon, place);
    place.offset = -right;
    row[2] = ribbon_point(ribbon, place);
    return ROW;
}

static int along_road(const Track *track, const WallGrid *walls, const Ground *ground, vec2s *out) {
    const Ribbon *ribbon = &track->ribbons[0];
    float finish = track->gate_count > 0 ? track->gates[track->gate_count - 1].s : 0.0f;
    float from = ribbon->closed ? float_max(finish, 0.0f) : 0.0f;
    int wanted = (int)(ribbon->length / ROW_EVERY + 0.5f);
    int rows = wanted < ROWS_LEAST ? ROWS_LEAST : wanted > ROWS_MOST ? ROWS_MOST : wanted;
    float part = ribbon->length / (float)rows;
    int made = 0;
    for (int i = 0; i < rows; i++) {
        float s = from + part * ((float)i + 0.5f);
        bool stands = false;
        for (float on = 0.0f; on < 0.9f * part && !stands; on += STEP) {
            vec2s row[ROW];
            float at = s + on;
            at -= ribbon->closed && at >= ribbon->length ? ribbon->length : 0.0f;
            if (at > ribbon->length) {
                break;
            }
            int count = row_at(ribbon, at, row);
            stands = add_row(track, walls, ground, row, count, out, &made);
        }
    }
    return made;
}

static int across_gates(const Track *track, const WallGrid *walls, const Ground *ground,
                        vec2s *out) {
    int made = 0;
    int step = track->gate_count > GATE_ROWS ? track->gate_count / GATE_ROWS : 1;
    for (int i = 0; i < track->gate_count && made < GATE_ROWS * ROW; i += step) {
        const TrackGate *gate = &track->gates[i];
        vec2s middle = gate_middle(gate);
        vec2s aside = glms_vec2_scale(glms_vec2_sub(gate->right, middle), ASIDE_GATE);
        vec2s row[ROW] = {glms_vec2_sub(middle, aside), middle, glms_vec2_add(middle, aside)};
        bool narrow = glms_vec2_norm(aside) < APART;
        if (narrow || !add_row(track, walls, ground, row, ROW, out, &made)) {
            add_row(track, walls, ground, &middle, 1, out, &made);
        }
    }
    return made;
}

int crate_places_find(const Track *track, const WallGrid *walls, const Ground *ground,
                      vec2s out[TRACK_CRATES_MAX]) {
    if (track->crates_given) {
        for (int i = 0; i < track->crate_count; i++) {
            out[i] = track->crates[i].position;
        }
        return track->crate_count;
    }
    return track->ribbon_count > 0 ? along_road(track, walls, ground, out)
                                   : across_gates(track, walls, ground, out);
}
