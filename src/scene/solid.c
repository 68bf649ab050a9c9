#include "scene/solid.h"

#include "base/arena.h"
#include "base/assert.h"
#include "collision/sat.h"
#include "geometry/partition.h"

#include <string.h>

/// Cuts the simple polygon in `out->outline` into pieces. False where one is too thin.
static bool cut(Solid *out) {
    Arena scratch = {0};
    Partition partition;
    bool made =
        partition_convex(out->outline, out->outline_count, SHAPE_POINTS_MAX, &scratch, &partition);
    for (int i = 0; made && i < partition.piece_count; i++) {
        vec2s corners[SHAPE_POINTS_MAX];
        int count = partition_corners(&partition, out->outline, i, corners);
        ASSERT(i < SOLID_PIECES_MAX);
        made = shape_make(corners, count, 0.0f, &out->pieces[i]);
        out->outlines[i] = outline_of_piece(out->outline, out->outline_count,
                                            partition.indices + partition.pieces[i].first, count);
        out->piece_count = i + 1;
    }
    arena_destroy(&scratch);
    return made;
}

/// Makes the pieces of the polygon `points`.
static SolidCheck make_polygon(const vec2s *points, int count, Solid *out) {
    PolygonCheck check = polygon_check(points, count);
    if (check.fault != POLYGON_FINE) {
        return (SolidCheck){SOLID_NOT_SIMPLE, check};
    }
    memcpy(out->outline, points, (size_t)count * sizeof *points);
    out->outline_count = polygon_normalise(out->outline, count, NULL);
    if (out->outline_count < 3) {
        return (SolidCheck){SOLID_TOO_THIN, check};
    }
    return (SolidCheck){cut(out) ? SOLID_FINE : SOLID_TOO_THIN, check};
}

/// A circle, or a capsule along x.
static void make_round(const SceneShape *shape, Solid *out) {
    float half = shape->kind == SCENE_CAPSULE ? 0.5f * shape->length : 0.0f;
    out->outline[0] = vec2_make(-half, 0.0f);
    out->outline[1] = vec2_make(half, 0.0f);
    out->outline_count = shape->kind == SCENE_CAPSULE ? 2 : 1;
    out->piece_count = 1;
    bool made = shape_make(out->outline, out->outline_count, shape->radius, &out->pieces[0]);
    ASSERT(made);
    out->outlines[0] = outline_of_shape(&out->pieces[0]);
}

/// Mean square distance (m2) of a capsule's area from its middle; a circle has no length. The two
/// caps are half discs, each with its centroid 4 r / 3 pi beyond the end of the straight part.
static float capsule_mean_square(float length, float radius) {
    float box = 2.0f * radius * length, disc = TRIG_PI * radius * radius;
    float of_box = (length * length + 4.0f * radius * radius) / 12.0f;
    float of_disc = 0.5f * radius * radius + 0.25f * length * length +
                    4.0f / (3.0f * TRIG_PI) * radius * length;
    return (box * of_box + disc * of_disc) / (box + disc);
}

/// Where the centre of gravity of a shape that is no car is, and how far the area lies around it.
static void weigh(const SceneShape *shape, Solid *out) {
    if (out->outline_count < 3) {
        out->spread =
            capsule_mean_square(shape->kind == SCENE_CAPSULE ? shape->length : 0.0f, shape->radius);
    } else {
        vec2s around[SCENE_POINTS_MAX];
        out->middle = polygon_centroid(out->outline, out->outline_count);
        for (int i = 0; i < out->outline_count; i++) {
            around[i] = glms_vec2_sub(out->outline[i], out->middle);
        }
        out->spread = polygon_mean_square(around, out->outline_count);
    }
}

SolidCheck solid_make(const SceneShape *shape, const CarParams *car, Solid *out) {
    ASSERT(shape && out && (car != NULL) == (shape->kind == SCENE_CAR));
    Solid made;
    memset(&made, 0, sizeof made);
    SolidCheck check = {.fault = SOLID_FINE};
    if (shape->kind == SCENE_CIRCLE || shape->kind == SCENE_CAPSULE) {
        make_round(shape, &made);
    } else if (car && car->outline_count == 0) {
        CarParams box = *car;
        car_params_outline_box(&box);
        check = make_polygon(box.outline, box.outline_count, &made);
    } else {
        check = car ? make_polygon(car->outline, car->outline_count, &made)
                    : make_polygon(shape->points, shape->count, &made);
    }
    made.at = (Transform){shape->at, rotation_make(shape->angle_deg * (TRIG_PI / 180.0f))};
    if (check.fault == SOLID_FINE) {
        if (car) {
            made.car = *car;
        } else {
            weigh(shape, &made);
        }
        *out = made;
    }
    return check;
}

Box solid_bounds(const Solid *solid, Transform at) {
    Box box = shape_bounds(&solid->pieces[0], at);
    for (int i = 1; i < solid->piece_count; i++) {
        box = box_union(box, shape_bounds(&solid->pieces[i], at));
    }
    return box;
}

Box solid_box(const Solid *solid) { return solid_bounds(solid, transform_identity()); }

bool solid_contains(const Solid *solid, vec2s point) {
    vec2s local = transform_undo(solid->at, point);
    bool inside = false;
    for (int i = 0; i < solid->piece_count && !inside; i++) {
        inside = shape_contains(&solid->pieces[i], local);
    }
    return inside;
}

SolidPair solid_pair(const Solid *a, const Solid *b) {
    SolidPair pair = {0, 0};
    Transform b_in_a = transform_relative(a->at, b->at);
    float least = INFINITY;
    for (int i = 0; i < a->piece_count; i++) {
        for (int k = 0; k < b->piece_count; k++) {
            float distance = sat_signed_distance(&a->pieces[i], &b->pieces[k], b_in_a).distance;
            if (distance < least) {
                least = distance;
                pair = (SolidPair){i, k};
            }
        }
    }
    return pair;
}
