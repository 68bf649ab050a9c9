#include "scene/solid_body.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

static void turn_cones(Outline *outline, Rotation rotation) {
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        outline->cone_from[i] = rotation_apply(rotation, outline->cone_from[i]);
        outline->cone_to[i] = rotation_apply(rotation, outline->cone_to[i]);
    }
}

/// `shape` as it stands at `at`: the same points in another frame. Unlike shape_make it refuses
/// nothing, for rounding may make a piece that is all but too thin a little thinner.
static Shape shape_moved(const Shape *shape, Transform at) {
    Shape moved = *shape;
    float radius2 = 0.0f;
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        vec2s point = transform_apply(at, shape_point(shape, i));
        vec2s normal = rotation_apply(at.rotation, shape_normal(shape, i));
        moved.x[i] = point.x;
        moved.y[i] = point.y;
        moved.normal_x[i] = normal.x;
        moved.normal_y[i] = normal.y;
        moved.offset[i] = glms_vec2_dot(normal, point);
        radius2 = fmaxf(radius2, glms_vec2_norm2(point));
    }
    moved.centroid = transform_apply(at, shape->centroid);
    moved.bounding_radius = sqrtf(radius2) + shape->radius;
    return moved;
}

Hull solid_hull(const Solid *solid) {
    ASSERT(solid->piece_count <= HULL_PIECES_MAX);
    Hull hull;
    memset(&hull, 0, sizeof hull);
    hull.count = solid->piece_count;
    Transform back = {glms_vec2_scale(solid->middle, -1.0f), {1.0f, 0.0f}};
    for (int i = 0; i < hull.count; i++) {
        hull.pieces[i] = shape_moved(&solid->pieces[i], back);
        hull.outlines[i] = solid->outlines[i];
        hull.bounding_radius = fmaxf(hull.bounding_radius, hull.pieces[i].bounding_radius);
    }
    return hull;
}

void solid_wall_pieces(const Solid *solid, float friction, float restitution, WallPiece *out) {
    for (int i = 0; i < solid->piece_count; i++) {
        WallPiece *piece = &out[i];
        memset(piece, 0, sizeof *piece);
        piece->origin = transform_apply(solid->at, solid->pieces[i].centroid);
        Transform here = {glms_vec2_sub(solid->at.position, piece->origin), solid->at.rotation};
        piece->shape = shape_moved(&solid->pieces[i], here);
        piece->bounds = shape_bounds(&piece->shape, wall_piece_at(piece));
        piece->friction = friction;
        piece->restitution = restitution;
        piece->outline = solid->outlines[i];
        turn_cones(&piece->outline, solid->at.rotation);
    }
}

Transform solid_at_body(const Solid *solid, Transform body) {
    vec2s out = rotation_apply(body.rotation, solid->middle);
    return (Transform){glms_vec2_sub(body.position, out), body.rotation};
}
