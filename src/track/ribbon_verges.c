#include "track/ribbon_verges.h"

#include "geometry/transform.h"
#include "track/ribbon_build.h"

#include <math.h>

/// m kept between a wall and the middle, for what lies between the samples.
#define MIDDLE_GAP 0.05f

/// Parts of a wall's thickness: two walls back to back may share half of theirs, not more.
#define WALL_SHARED 0.5f

/// Around a crossing, in sums of both wall offsets along the ribbon, the verges stay.
#define CROSSING_REACH 3.0f

enum {
    CROSSINGS_MAX = 256,
    LOOKS = 4 ///< Places of another stretch that are looked at: 1.5 m apart.
};

/// A place where the ribbon crosses itself: m along it, the one way and the other.
typedef struct Crossing {
    float s[2];
} Crossing;

typedef struct Verges {
    Ribbon *ribbon;
    int index; ///< Of the ribbon.
    const RoadGrid *grid;
    Crossing crossings[CROSSINGS_MAX];
    int crossing_count;
} Verges;

// ---- crossings ------------------------------------------------------------------------------

/// Whether stretch `i` crosses stretch `j`.
static bool stretches_cross(const Ribbon *ribbon, int i, int j) {
    vec2s a = ribbon->samples[i].point;
    vec2s b = ribbon->samples[ribbon_next(ribbon, i)].point;
    vec2s c = ribbon->samples[j].point;
    vec2s d = ribbon->samples[ribbon_next(ribbon, j)].point;
    vec2s ab = glms_vec2_sub(b, a);
    vec2s cd = glms_vec2_sub(d, c);
    float from = glms_vec2_cross(ab, glms_vec2_sub(c, a));
    float to = glms_vec2_cross(ab, glms_vec2_sub(d, a));
    float own_from = glms_vec2_cross(cd, glms_vec2_sub(a, c));
    float own_to = glms_vec2_cross(cd, glms_vec2_sub(b, c));
    return (from > 0.0f) != (to > 0.0f) && (own_from > 0.0f) != (own_to > 0.0f);
}

static void find_crossings(Verges *verges) {
    const Ribbon *ribbon = verges->ribbon;
    for (int i = 0; i < ribbon_stretch_count(ribbon); i++) {
        int count = 0;
        vec2s middle = glms_vec2_lerp(ribbon->samples[i].point,
                                      ribbon->samples[ribbon_next(ribbon, i)].point, 0.5f);
        const RoadStretch *near = road_grid_at(verges->grid, middle, &count);
        for (int k = 0; k < count; k++) {
            int j = near[k].sample;
            bool apart =
                near[k].ribbon == verges->index && j > i + 1 && ribbon_next(ribbon, j) != i;
            if (apart && verges->crossing_count < CROSSINGS_MAX && stretches_cross(ribbon, i, j)) {
                verges->crossings[verges->crossing_count++] =
                    (Crossing){{ribbon->samples[i].s, ribbon->samples[j].s}};
            }
        }
    }
}

/// Whether the ribbon crosses itself between two places near by, `reach` m along it at most.
static bool cross_near(const Verges *verges, float s_a, float s_b, float reach) {
    for (int i = 0; i < verges->crossing_count; i++) {
        const float *s = verges->crossings[i].s;
        for (int k = 0; k < 2; k++) {
            if (ribbon_gap(verges->ribbon, s[k], s_a) < reach &&
                ribbon_gap(verges->ribbon, s[1 - k], s_b) < reach) {
                return true;
            }
        }
    }
    return false;
}

// ---- room -----------------------------------------------------------------------------------

/// How far out from sample `i`, square to the line, a point is nearer to its own road's edge than
/// to that of stretch `j` (m); INFINITY where it lies behind. With k the other's half-width less
/// the own one, a point t along the unit normal n is nearer to its own where |d - t n| > t + k, d
/// from the sample to the other line, so t < (|d|^2 - k^2) / (2 (n . d + k)).
static float room_beside(const Ribbon *ribbon, int i, int side, int j) {
    const RibbonSample *own = &ribbon->samples[i];
    const RibbonSample *a = &ribbon->samples[j];
    const RibbonSample *b = &ribbon->samples[ribbon_next(ribbon, j)];
    vec2s left = vec2_left(own->tangent);
    vec2s normal = side == 0 ? left : glms_vec2_negate(left);
    float half = side == 0 ? own->left : own->right;
    float room = INFINITY;
    for (int look = 0; look <= LOOKS; look++) {
        float u = (float)look / (float)LOOKS;
        vec2s d = glms_vec2_sub(glms_vec2_lerp(a->point, b->point, u), own->point);
        bool is_left = glms_vec2_cross(a->tangent, d) < 0.0f; // on which side of it this road lies
        float from = is_left ? a->left : a->right;
        float to = is_left ? b->left : b->right;
        float k = from + u * (to - from) - half;
        float toward = d.x * normal.x + d.y * normal.y + k;
        if (toward > 1e-4f && a->side[is_left ? 0 : 1].wall) {
            room = fminf(room, (d.x * d.x + d.y * d.y - k * k) / (2.0f * toward));
        }
    }
    return room;
}

/// m from the centre line of sample `i` to the middle between its road and others of the ribbon
/// whose verges its wall would stand on; INFINITY where it stands on none.
static float room_of(const Verges *verges, int i, int side) {
    const Ribbon *ribbon = verges->ribbon;
    const RibbonSample *own = &ribbon->samples[i];
    float half = side == 0 ? own->left : own->right;
    float offset = ribbon_wall_offset(ribbon, i, side);
    vec2s wall = ribbon_side_point(ribbon, i, side, offset);
    int count = 0;
    const RoadStretch *near = road_grid_at(verges->grid, wall, &count);
    float room = INFINITY;
    for (int k = 0; k < count; k++) {
        int j = near[k].sample;
        if (near[k].ribbon != verges->index ||
            ribbon_gap_to_stretch(ribbon, j, own->s) < 3.0f * half + 12.0f) {
            continue; // of the same bend, whose walls end in its middle
        }
        float reach = 2.0f * CROSSING_REACH * offset;
        float beside = room_beside(ribbon, i, side, j);
        if (beside < room && !cross_near(verges, own->s, ribbon->samples[j].s, reach)) {
            room = beside;
        }
    }
    return room;
}

// ---- the whole ------------------------------------------------------------------------------

/// Narrows the verge of one sample to `limit` m.
static void narrow(Ribbon *ribbon, int i, int side, float limit) {
    RibbonSample *sample = &ribbon->samples[i];
    TrackSide *own = &sample->side[side];
    float half = side == 0 ? sample->left : sample->right;
    own->shoulder_width = fminf(own->shoulder_width, limit);
    own->wall_gap = fminf(own->wall_gap, limit - own->shoulder_width);
    if (sample->shoulder[side] > own->shoulder_width) {
        sample->shoulder[side] = own->shoulder_width;
        sample->shoulder_edge[side] =
            ribbon_side_point(ribbon, i, side, half + own->shoulder_width);
    }
}

/// How wide the verges of one side may be, into `limits`: -1 where no wall fits. False where all
/// may stay.
static bool find_limits(const Verges *verges, int side, float *limits) {
    const Ribbon *ribbon = verges->ribbon;
    bool any = false;
    for (int i = 0; i < ribbon->count; i++) {
        const RibbonSample *sample = &ribbon->samples[i];
        const TrackSide *own = &sample->side[side];
        limits[i] = own->shoulder_width + own->wall_gap;
        float room = own->wall ? room_of(verges, i, side) : INFINITY;
        float free = room - (side == 0 ? sample->left : sample->right) - MIDDLE_GAP;
        if (free - own->wall_thickness < limits[i]) {
            float least = WALL_SHARED * own->wall_thickness;
            limits[i] = free < least ? -1.0f : fmaxf(free - own->wall_thickness, 0.0f);
            any = true;
        }
    }
    return any;
}

static void narrow_side(Ribbon *ribbon, int side, float *limits) {
    for (int i = 0; i < ribbon->count; i++) {
        ribbon->samples[i].side[side].wall &= limits[i] >= 0.0f;
        limits[i] = fmaxf(limits[i], 0.0f);
    }
    ribbon_limit_slope(ribbon, limits, sizeof *limits);
    for (int i = 0; i < ribbon->count; i++) {
        narrow(ribbon, i, side, limits[i]);
    }
}

void ribbon_verges_narrow(Ribbon *ribbons, int count, const RoadGrid *grid) {
    for (int r = 0; r < count; r++) {
        if (ribbons[r].count < 3) {
            continue;
        }
        Arena scratch = {0};
        Verges *verges = arena_alloc(&scratch, sizeof *verges);
        *verges = (Verges){.ribbon = &ribbons[r], .index = r, .grid = grid};
        find_crossings(verges);
        float *limits[2];
        bool any[2];
        for (int side = 0; side < 2; side++) { // all is measured before anything changes
            limits[side] = arena_array(&scratch, (size_t)ribbons[r].count, sizeof(float));
            any[side] = find_limits(verges, side, limits[side]);
        }
        for (int side = 0; side < 2; side++) {
            if (any[side]) {
                narrow_side(&ribbons[r], side, limits[side]);
            }
        }
        arena_destroy(&scratch);
    }
}
