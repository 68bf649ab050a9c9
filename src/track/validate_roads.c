#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/point_order.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// m: what the widest car needs to get through, and two of them side by side.
#define ROAD_LEAST   2.3f
#define ROAD_FOR_TWO 4.5f

enum {
    BEND_SAMPLES = 5 ///< Of the road, in which an edge folds together with the tightest place.
};

/// m of road that must overlap side by side before it is a mistake and not a merge.
#define OVERLAP_LEAST 10.0f

/// Cosine of 35 degrees: roads that meet at a larger angle cross.
#define SIDE_BY_SIDE 0.82f

/// The place in the file of the point of `def` nearest to `at`.
static Place nearest_point(const RibbonDef *def, vec2s at) {
    Place place = def->place;
    float best = INFINITY;
    for (int i = 0; i < def->count; i++) {
        float distance2 = glms_vec2_distance2(def->points[i].at, at);
        if (distance2 < best) {
            best = distance2;
            place = def->points[i].place;
        }
    }
    return place;
}

static void add_fold(const RibbonDef *def, vec2s at, float radius, float half,
                     MessageList *messages) {
    Message *message =
        message_add(messages, MESSAGE_E403, nearest_point(def, at), (double)at.x, (double)at.y,
                    (double)radius, (double)half, (double)floorf(fmaxf(2.0f * radius, 1.0f)));
    message_at(message, at.x, at.y);
}

// ---- points ---------------------------------------------------------------------------------

static int count_points(const RibbonDef *def) {
    int different = 0;
    for (int i = 0; i < def->count; i++) {
        bool seen = false;
        for (int j = 0; j < i && !seen && different < 3; j++) {
            seen = glms_vec2_norm(glms_vec2_sub(def->points[i].at, def->points[j].at)) < 1e-3f;
        }
        different += !seen;
    }
    return different;
}

/// The largest r of corner `next` at which both arcs still fit.
static float radius_that_fits(const vec2s *points, float *radii, int count, bool closed, int corner,
                              int next, float distance, float need) {
    float kept = radii[next];
    float alone = 0.0f;
    radii[next] = 0.0f;
    curve_round_fits(points, radii, count, closed, corner, NULL, &alone);
    radii[next] = kept;
    float taken = need - alone;
    return taken > 0.0f ? fmaxf(kept * (distance - alone) / taken, 0.0f) : kept;
}

/// E402: arcs that do not fit between corners.
static bool check_arcs(const RibbonDef *def, const vec2s *points, float *radii,
                       MessageList *messages) {
    bool good = true;
    for (int i = 0; i < def->count; i++) {
        float distance = 0.0f;
        float need = 0.0f;
        int next = (i + 1) % def->count;
        if (curve_round_fits(points, radii, def->count, def->closed, i, &distance, &need)) {
            continue;
        }
        float fits =
            radius_that_fits(points, radii, def->count, def->closed, i, next, distance, need);
        int lower = next;
        if (fits < 1.0f) { // the other corner is to blame
            fits = radius_that_fits(points, radii, def->count, def->closed, i, i, distance, need);
            lower = i;
        }
        bool own = def->points[lower].radius_given;
        Message *message = message_add(
            messages, MESSAGE_E402, def->points[next].place, i + 1, next + 1, (double)distance,
            (double)need, own ? "lower r of" : "lower radius, or give", lower + 1,
            own ? "to" : "an r of", (double)(floorf(fits * 10.0f) * 0.1f));
        message_at(message, points[next].x, points[next].y);
        good = false;
    }
    return good;
}

/// E403 of round corners: an arc tighter than the half-width on its inner side.
static bool check_corners(const RibbonDef *def, MessageList *messages) {
    bool good = true;
    for (int i = 0; i < def->count; i++) {
        if (!def->closed && (i == 0 || i == def->count - 1)) {
            continue;
        }
        const RibbonPointDef *point = &def->points[i];
        vec2s in = glms_vec2_sub(point->at, def->points[(i + def->count - 1) % def->count].at);
        vec2s out = glms_vec2_sub(def->points[(i + 1) % def->count].at, point->at);
        float turn = trig_atan2(in.x * out.y - in.y * out.x, in.x * out.x + in.y * out.y);
        float half = turn > 0.0f ? point->left : point->right;
        // The edge folds back by this much along the road: 5 cm is not seen.
        if ((half - point->radius) * fabsf(turn) > 0.05f) {
            add_fold(def, point->at, point->radius, half, messages);
            good = false;
        }
    }
    return good;
}

static bool check_round(const RibbonDef *def, MessageList *messages) {
    Arena scratch = {0};
    vec2s *points = arena_array(&scratch, (size_t)def->count, sizeof *points);
    float *radii = arena_array(&scratch, (size_t)def->count, sizeof *radii);
    for (int i = 0; i < def->count; i++) {
        points[i] = def->points[i].at;
        radii[i] = def->points[i].radius;
    }
    bool good = check_arcs(def, points, radii, messages);
    arena_destroy(&scratch);
    return check_corners(def, messages) && good;
}

void validate_ribbon_points(TrackDef *def, MessageList *messages) {
    for (int i = 0; i < def->ribbon_count; i++) {
        RibbonDef *ribbon = &def->ribbons[i];
        int needs = ribbon->closed ? 3 : 2;
        char label[VALIDATE_LABEL_MAX];
        validate_label(label, "ribbon", ribbon->id, i + 1);
        if (ribbon->valid && count_points(ribbon) < needs) {
            message_add(messages, MESSAGE_E401, ribbon->place, label, needs,
                        ribbon->closed ? "closed" : "open");
            ribbon->valid = false;
        }
        if (ribbon->valid && ribbon->curve == CURVE_ROUND) {
            int first = messages->count;
            ribbon->valid = check_round(ribbon, messages);
            point_order_note(ribbon, messages, first);
        }
        bool by_gates = def->gates_given && def->finish.given;
        if (i == 0 && ribbon->valid && !ribbon->closed && def->laps > 1 && !by_gates) {
            message_add(messages, MESSAGE_E405, def->laps_place, def->laps, label);
        }
    }
}

// ---- roads ----------------------------------------------------------------------------------

/// Radius of the circle through sample `i` and its neighbours.
static float radius_at(const Ribbon *ribbon, int i) {
    int before = i > 0 ? i - 1 : ribbon->closed ? ribbon->count - 1 : 0;
    return curve_radius(ribbon->samples[before].point, ribbon->samples[i].point,
                        ribbon->samples[ribbon_next(ribbon, i)].point);
}

/// Whether the road's edge on `side` runs backward from sample `i` to the next.
static bool folds_at(const Ribbon *ribbon, int i, int side) {
    int next = ribbon_next(ribbon, i);
    vec2s edge = glms_vec2_sub(ribbon->samples[next].edge[side], ribbon->samples[i].edge[side]);
    vec2s along = glms_vec2_sub(ribbon->samples[next].point, ribbon->samples[i].point);
    return edge.x * along.x + edge.y * along.y < 0.0f;
}

/// The tightest sample of the bend in which the road's edge folds at sample `i`, also over the seam
/// of a closed road.
static int tightest_near(const Ribbon *ribbon, int i) {
    int tightest = i;
    for (int k = i - BEND_SAMPLES; k <= i + BEND_SAMPLES; k++) {
        int sample = ribbon->closed ? (k + BEND_SAMPLES * ribbon->count) % ribbon->count : k;
        bool is_inside = ribbon->closed || (sample > 0 && sample < ribbon->count - 1);
        if (is_inside && radius_at(ribbon, sample) < radius_at(ribbon, tightest)) {
            tightest = sample;
        }
    }
    return tightest;
}

/// E403: one message a bend, at its tightest sample.
static void check_folds(const RibbonDef *def, const Ribbon *ribbon, MessageList *messages) {
    int first = -1; // tightest samples of the bends that were named
    int last = -1;
    for (int i = 0; i < ribbon_stretch_count(ribbon); i++) {
        for (int side = 0; side < 2; side++) {
            if (!folds_at(ribbon, i, side)) {
                continue;
            }
            int tightest = tightest_near(ribbon, i);
            int beside_first = abs(tightest - first);
            bool named = last >= 0 &&
                         (abs(tightest - last) <= BEND_SAMPLES || beside_first <= BEND_SAMPLES ||
                          (ribbon->closed && ribbon->count - beside_first <= BEND_SAMPLES));
            if (!named) {
                const RibbonSample *sample = &ribbon->samples[tightest];
                add_fold(def, sample->point, radius_at(ribbon, tightest),
                         side == 0 ? sample->left : sample->right, messages);
                first = first < 0 ? tightest : first;
                last = tightest;
            }
        }
    }
}

/// E404 and W701, each at the narrowest place of every stretch that is too narrow.
static void check_widths(const RibbonDef *def, const Ribbon *ribbon, MessageList *messages) {
    int narrowest = -1;
    for (int i = 0; i <= ribbon->count; i++) {
        const RibbonSample *sample = &ribbon->samples[i < ribbon->count ? i : 0];
        float width = sample->left + sample->right;
        if (i < ribbon->count && width < ROAD_FOR_TWO) {
            const RibbonSample *best = narrowest >= 0 ? &ribbon->samples[narrowest] : NULL;
            narrowest = !best || width < best->left + best->right ? i : narrowest;
        } else if (narrowest >= 0) {
            const RibbonSample *worst = &ribbon->samples[narrowest];
            double x = (double)worst->point.x;
            double y = (double)worst->point.y;
            double wide = (double)(worst->left + worst->right);
            bool closed_to_cars = wide < (double)ROAD_LEAST;
            Message *message = message_add(messages, closed_to_cars ? MESSAGE_E404 : MESSAGE_W701,
                                           nearest_point(def, worst->point), wide, x, y);
            message_at(message, worst->point.x, worst->point.y);
            narrowest = -1;
        }
    }
}

/// How far (m) the road at sample `i` overlaps another part of its own that runs beside it; 0 where
/// it does not. `later` limits the other part to samples after `i`, so that each pair counts once.
static float overlap_at(const Ribbon *ribbon, int r, int i, const RoadGrid *grid) {
    const RibbonSample *own = &ribbon->samples[i];
    float deepest = 0.0f;
    int count = 0;
    const RoadStretch *near = road_grid_at(grid, own->point, &count);
    for (int k = 0; k < count; k++) {
        const RibbonSample *other = &ribbon->samples[near[k].ribbon == r ? near[k].sample : i];
        if (near[k].ribbon != r || other->s <= own->s) {
            continue;
        }
        float reach = fmaxf(own->left, own->right) + fmaxf(other->left, other->right);
        if (ribbon_gap(ribbon, own->s, other->s) < 2.0f * reach + 12.0f) {
            continue;
        }
        float cosine = own->tangent.x * other->tangent.x + own->tangent.y * other->tangent.y;
        vec2s to = glms_vec2_sub(other->point, own->point);
        float along = to.x * own->tangent.x + to.y * own->tangent.y;
        float across = to.y * own->tangent.x - to.x * own->tangent.y;
        if (fabsf(cosine) < SIDE_BY_SIDE || fabsf(along) > 6.0f) {
            continue;
        }
        bool is_left = across > 0.0f;
        float mine = is_left ? own->left : own->right;
        float theirs = (cosine > 0.0f) == is_left ? other->right : other->left;
        deepest = fmaxf(deepest, mine + theirs - fabsf(across));
    }
    return deepest;
}

/// E406: one message for every run of samples whose road overlaps another part.
static void check_overlap(const RibbonDef *def, const Ribbon *ribbon, int r, const RoadGrid *grid,
                          MessageList *messages) {
    int first = -1;
    float deepest = 0.0f;
    for (int i = 0; i <= ribbon->count; i++) {
        float overlap = i < ribbon->count ? overlap_at(ribbon, r, i, grid) : 0.0f;
        if (overlap > 0.05f) {
            first = first >= 0 ? first : i;
            deepest = fmaxf(deepest, overlap);
        } else if (first >= 0) {
            const RibbonSample *from = &ribbon->samples[first];
            float length = (i < ribbon->count ? ribbon->samples[i].s : ribbon->length) - from->s;
            if (length >= OVERLAP_LEAST) {
                Message *message = message_add(
                    messages, MESSAGE_E406, nearest_point(def, from->point), (double)length,
                    (double)from->point.x, (double)from->point.y, (double)-floorf(-deepest));
                message_at(message, from->point.x, from->point.y);
            }
            first = -1;
            deepest = 0.0f;
        }
    }
}

void validate_roads(const TrackDef *def, const Track *track, const RoadGrid *grid,
                    MessageList *messages) {
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        if (ribbon->count == 0) {
            continue;
        }
        int first = messages->count;
        if (ribbon->curve != CURVE_ROUND) {
            check_folds(&def->ribbons[r], ribbon, messages);
        }
        check_widths(&def->ribbons[r], ribbon, messages);
        check_overlap(&def->ribbons[r], ribbon, r, grid, messages);
        point_order_note(&def->ribbons[r], messages, first);
    }
}
