#include "battle/shell_sweep.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/circle.h"
#include "geometry/point.h"
#include "geometry/simd.h"

#include <math.h>

/// m: an advance ends when the gap is this small. Far below what float coordinates show, far above
/// the rounding of double.
static const double touch_gap = 1e-7;

enum {
    /// Only what slides along a surface a hair's breadth off it takes more than 10.
    ADVANCES_MAX = 256
};

// ---- a point and a piece ------------------------------------------------------------------------

/// How a point lies to a convex piece.
typedef struct Gap {
    double distance; ///< m from the surface, negative inside.
    Point normal;    ///< Unit, from the surface to the point; inside, out of the nearest edge.
} Gap;

static const Gap no_gap = {.distance = (double)INFINITY};

static Point point_scaled(Point v, double scale) { return (Point){v.x * scale, v.y * scale}; }

static Point corner(const Shape *shape, int i) { return point_of(shape_point(shape, i)); }

/// From the nearest point of edge `i` to `at`.
static Point from_edge(const Shape *shape, int i, Point at) {
    Point start = corner(shape, i);
    Point along = point_sub(corner(shape, shape_next(i)), start);
    Point to = point_sub(at, start);
    double length2 = point_dot(along, along);
    double share = length2 > 0.0 ? point_dot(to, along) / length2 : 0.0;
    share = share < 0.0 ? 0.0 : (share > 1.0 ? 1.0 : share);
    return point_sub(to, point_scaled(along, share));
}

/// The unit normal of edge `i`, outward; of a circle's point along +x.
static Point edge_out(const Shape *shape, int i) {
    Point along = point_sub(corner(shape, shape_next(i)), corner(shape, i));
    double length = point_length(along);
    return length > 0.0 ? (Point){along.y / length, -along.x / length} : (Point){1.0, 0.0};
}

/// Whether `at` lies in the polygon through the corners.
static bool is_inside(const Shape *shape, Point at) {
    if (shape->count < 3) {
        return false;
    }
    for (int i = 0; i < shape->count; i++) {
        Point start = corner(shape, i);
        Point along = point_sub(corner(shape, shape_next(i)), start);
        if (point_cross(along, point_sub(at, start)) < 0.0) {
            return false;
        }
    }
    return true;
}

/// The gap from the piece to `at`, both in its body's frame. Edges whose bit in `exposed` is 0 do
/// not count: they are seams inside a larger outline.
static Gap gap_to_edges(const Shape *shape, Point at, unsigned exposed, bool inside) {
    Point nearest = {0.0, 0.0};
    double least2 = (double)INFINITY;
    int edge = 0;
    for (int i = 0; i < shape->count; i++) {
        if ((exposed >> i & 1u) == 0) {
            continue;
        }
        Point off = from_edge(shape, i, at);
        double off2 = point_dot(off, off);
        if (off2 < least2) {
            least2 = off2;
            nearest = off;
            edge = i;
        }
    }
    double length = sqrt(least2);
    double sign = inside ? -1.0 : 1.0;
    return (Gap){.distance = sign * length - (double)shape->radius,
                 .normal = length > touch_gap && least2 < (double)INFINITY
                               ? point_scaled(nearest, sign / length)
                               : edge_out(shape, edge)};
}

static Gap gap_to(const Shape *shape, Point at) {
    return gap_to_edges(shape, at, ~0u, is_inside(shape, at));
}

// ---- the target, as the shell sees it -----------------------------------------------------------

/// The pieces of a body and its motion, with the shell's centre relative to the body's origin.
typedef struct Passage {
    const ShellPath *path;
    const Shape *pieces;
    const Outline *outlines; ///< Of each piece; NULL where all edges are exposed.
    int count;
    Point start, move; ///< m, world axes: of the shell's centre, relative to the origin.
    Rotation first;    ///< Of the body at the start.
    double turn;       ///< rad
    double bend; ///< m: bounds the second derivative of the centre's path in the body's frame.
} Passage;

static Passage passage_make(const ShellPath *path, const Shape *pieces, const Outline *outlines,
                            int count, Motion motion) {
    Passage passage = {.path = path, .pieces = pieces, .outlines = outlines, .count = count};
    passage.start = point_between(motion.from, path->from);
    Point end = point_between(motion.to, path->to);
    passage.move = point_sub(end, passage.start);
    passage.first = rotation_make(motion.angle_from);
    passage.turn = (double)motion.angle_to - (double)motion.angle_from;
    // A straight line is farthest from the origin at one of its ends.
    double at_start = point_length(passage.start);
    double at_end = point_length(end);
    double farthest = at_start > at_end ? at_start : at_end;
    passage.bend = 2.0 * fabs(passage.turn) * point_length(passage.move) +
                   passage.turn * passage.turn * farthest;
    return passage;
}

/// Cosine (x) and sine (y) of `angle`, smooth to 1e-13: Taylor's series for at most half a radian,
/// and doubled from there. A float's sine would make the gap jump by 1e-6 m from time to time.
static Point turned(double angle) {
    int doublings = 0;
    for (; fabs(angle) > 0.5; doublings++) {
        angle *= 0.5;
    }
    double x = angle * angle;
    double s =
        angle *
        (1.0 -
         x / 6.0 * (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0 * (1.0 - x / 110.0)))));
    double c =
        1.0 - x / 2.0 * (1.0 - x / 12.0 * (1.0 - x / 30.0 * (1.0 - x / 56.0 * (1.0 - x / 90.0))));
    for (; doublings > 0; doublings--) {
        double twice = 2.0 * s * c;
        c = c * c - s * s;
        s = twice;
    }
    return (Point){c, s};
}

/// Cosine (x) and sine (y) of the body's angle at `time`.
static Point rotation_at(const Passage *passage, double time) {
    Point by = turned(passage->turn * time);
    double c = (double)passage->first.c;
    double s = (double)passage->first.s;
    return (Point){c * by.x - s * by.y, s * by.x + c * by.y};
}

static Point into_body(Point rotation, Point v) {
    return (Point){rotation.x * v.x + rotation.y * v.y, rotation.x * v.y - rotation.y * v.x};
}

static Point into_world(Point rotation, Point v) {
    return (Point){rotation.x * v.x - rotation.y * v.y, rotation.y * v.x + rotation.x * v.y};
}

static Point center_at(const Passage *passage, double time) {
    return point_add(passage->start, point_scaled(passage->move, time));
}

/// Whether the centre stays farther than `radius` from the body's origin all the time.
static bool stays_beyond(const Passage *passage, double radius) {
    double move2 = point_dot(passage->move, passage->move);
    double time = move2 > 0.0 ? -point_dot(passage->start, passage->move) / move2 : 0.0;
    Point nearest = center_at(passage, time < 0.0 ? 0.0 : (time > 1.0 ? 1.0 : time));
    return point_dot(nearest, nearest) > radius * radius;
}

// ---- in passing ---------------------------------------------------------------------------------

/// The first touch of a piece: beyond 1 where there is none.
typedef struct Touch {
    double time;
    Gap gap; ///< Then, in the body's frame.
} Touch;

/// When the centre first comes within the shell's radius of the piece; see shell_sweep_hull.
static Touch advance(const Passage *passage, const Shape *piece) {
    Touch now = {.time = 0.0};
    for (int i = 0; i < ADVANCES_MAX; i++) {
        Point rotation = rotation_at(passage, now.time);
        Point center = into_body(rotation, center_at(passage, now.time));
        now.gap = gap_to(piece, center);
        double gap = now.gap.distance - (double)SHELL_RADIUS;
        if (gap <= touch_gap) {
            return now;
        }
        Point move = into_body(rotation, passage->move);
        move.x += passage->turn * center.y;
        move.y -= passage->turn * center.x;
        double closing = -point_dot(now.gap.normal, move);
        double root = sqrt(closing * closing + 2.0 * passage->bend * gap);
        // The positive root of bend h^2 / 2 + closing h = gap, in the form that does not subtract.
        if (closing > 0.0) {
            now.time += 2.0 * gap / (root + closing);
        } else if (passage->bend > 0.0) {
            now.time += (root - closing) / passage->bend;
        } else {
            now.time = (double)INFINITY;
        }
        if (!(now.time <= 1.0)) {
            return now;
        }
    }
    return now; // it slides along the surface: nearer than anyone can see
}

/// A touch in the world: the target's surface, with the unit normal `out`, is `distance` m from the
/// shell's centre at `time`.
typedef struct Contact {
    double time;
    Point out;
    double distance;
} Contact;

static Contact contact_of(const Passage *passage, Touch touch) {
    return (Contact){touch.time, into_world(rotation_at(passage, touch.time), touch.gap.normal),
                     touch.gap.distance};
}

/// The point of the surface, relative to where the shell starts.
static Point contact_point(const ShellPath *path, Contact contact) {
    Point flown = point_scaled(point_between(path->from, path->to), contact.time);
    return point_sub(flown, point_scaled(contact.out, contact.distance));
}

/// Whether it is a fresh shell that would be hit behind its muzzle.
static bool is_behind(const ShellPath *path, Contact contact) {
    return path->fresh && point_dot(contact_point(path, contact), point_of(path->ahead)) < 0.0;
}

static ShellHit hit_of(const ShellPath *path, Contact contact) {
    Point point = point_add(point_of(path->from), contact_point(path, contact));
    return (ShellHit){.hit = true,
                      .time = (float)contact.time,
                      .point = vec2_make((float)point.x, (float)point.y),
                      .normal = vec2_make((float)contact.out.x, (float)contact.out.y),
                      .distance = contact.time > 0.0 ? SHELL_RADIUS : (float)contact.distance};
}

static const ShellHit no_hit = {.hit = false};

// ---- at the start -------------------------------------------------------------------------------

/// Whether the piece, which stands at `at` as seen from the shell, crosses the muzzle: the line as
/// wide as the shell, through its centre, across `ahead`.
static bool crosses_muzzle(const ShellPath *path, const Shape *piece, Transform at) {
    vec2s side = glms_vec2_scale(vec2_left(path->ahead), SHELL_RADIUS);
    vec2s ends[] = {vec2_make(-side.x, -side.y), side};
    Shape muzzle;
    bool made = shape_make(ends, 2, 0.0f, &muzzle);
    ASSERT(made);
    return sat_distance(&muzzle, piece, at, NULL) <= 0.0f;
}

/// Whether the shell hits a piece that it overlaps at the start. A convex piece whose nearest point
/// lies behind the muzzle overlaps the front half of the shell only if it crosses the muzzle.
static bool hits_at_start(const ShellPath *path, Contact contact, const Shape *piece,
                          Transform at) {
    return !is_behind(path, contact) || crosses_muzzle(path, piece, at);
}

/// The gap from the outline of the whole body to the centre, which lies inside it. Seams between
/// pieces are no surface.
static Gap gap_from_inside(const Passage *passage, Point center) {
    Gap nearest = no_gap;
    for (int i = 0; i < passage->count; i++) {
        unsigned exposed = passage->outlines != NULL ? passage->outlines[i].exposed : ~0u;
        Gap gap = gap_to_edges(&passage->pieces[i], center, exposed, true);
        // Here -infinity is a piece without an exposed edge.
        if (isfinite(gap.distance) && fabs(gap.distance) < fabs(nearest.distance)) {
            nearest = gap;
        }
    }
    return nearest;
}

/// Sets `hit` and returns true where the shell touches or overlaps the body at the start. A fresh
/// shell that does so only behind the muzzle has no hit.
static bool touches_at_start(const Passage *passage, ShellHit *hit) {
    const ShellPath *path = passage->path;
    Transform at = {vec2_make((float)-passage->start.x, (float)-passage->start.y), passage->first};
    Point center = into_body(rotation_at(passage, 0.0), passage->start);
    Gap nearest = no_gap;
    bool inside = false;
    bool hits = false;
    for (int i = 0; i < passage->count; i++) {
        const Shape *piece = &passage->pieces[i];
        Gap gap = gap_to(piece, center);
        if (gap.distance > (double)SHELL_RADIUS) {
            continue;
        }
        nearest = gap.distance < nearest.distance ? gap : nearest;
        inside = inside || is_inside(piece, center);
        hits = hits || hits_at_start(path, contact_of(passage, (Touch){0.0, gap}), piece, at);
    }
    if (inside) {
        Gap out = gap_from_inside(passage, center);
        nearest = isfinite(out.distance) ? out : nearest;
    }
    *hit = hits ? hit_of(path, contact_of(passage, (Touch){0.0, nearest})) : no_hit;
    return isfinite(nearest.distance);
}

static ShellHit sweep_passage(const Passage *passage) {
    ShellHit hit = no_hit;
    if (touches_at_start(passage, &hit)) {
        return hit;
    }
    Touch first = {.time = (double)INFINITY};
    for (int i = 0; i < passage->count; i++) {
        Touch touch = advance(passage, &passage->pieces[i]);
        if (touch.time < first.time) {
            first = touch;
        }
    }
    if (first.time > 1.0) {
        return no_hit;
    }
    Contact contact = contact_of(passage, first);
    return is_behind(passage->path, contact) ? no_hit : hit_of(passage->path, contact);
}

// ---- sweeps -------------------------------------------------------------------------------------

ShellHit shell_sweep_circle(const ShellPath *path, vec2s from, vec2s to, float radius) {
    ASSERT(path && radius >= 0.0f);
    Circle shell = {path->from, SHELL_RADIUS};
    Circle target = {from, radius};
    SweepHit sweep = circle_sweep_circle(shell, glms_vec2_sub(path->to, path->from), target,
                                         glms_vec2_sub(to, from));
    if (!sweep.hit) {
        return no_hit;
    }
    Contact contact = {.time = (double)sweep.time,
                       .out = {-(double)sweep.normal.x, -(double)sweep.normal.y},
                       .distance = (double)SHELL_RADIUS};
    if (sweep.time > 0.0f) {
        return is_behind(path, contact) ? no_hit : hit_of(path, contact);
    }
    contact.distance = point_length(point_between(from, path->from)) - (double)radius;
    Shape piece = shape_circle(vec2_make(0.0f, 0.0f), radius);
    Transform at = {glms_vec2_sub(from, path->from), {1.0f, 0.0f}};
    return hits_at_start(path, contact, &piece, at) ? hit_of(path, contact) : no_hit;
}

ShellHit shell_sweep_hull(const ShellPath *path, const Hull *hull, Motion motion) {
    ASSERT(path && hull && hull->count > 0);
    const Shape *first = &hull->pieces[0];
    if (hull->count == 1 && first->count == 1 && !(glms_vec2_norm2(shape_point(first, 0)) > 0.0f)) {
        return shell_sweep_circle(path, motion.from, motion.to, first->radius);
    }
    Passage passage = passage_make(path, hull->pieces, hull->count > 1 ? hull->outlines : NULL,
                                   hull->count, motion);
    // A little more, because the bound is rounded.
    double radius =
        (double)hull->bounding_radius * 1.000001 + (double)SHELL_RADIUS + 10.0 * touch_gap;
    return stays_beyond(&passage, radius) ? no_hit : sweep_passage(&passage);
}

Motion shell_motion_of(const Body *before, const Body *after) {
    return (Motion){.from = before->position,
                    .to = after->position,
                    .angle_from = before->angle,
                    .angle_to = before->angle + trig_wrap(after->angle - before->angle)};
}

// ---- walls --------------------------------------------------------------------------------------

/// The box around the shell from `share` to `next` of its path, a little larger for rounding.
static Box stretch_of_path(const ShellPath *path, double share, double next) {
    Point from = point_mix(point_of(path->from), point_of(path->to), share);
    Point to = point_mix(point_of(path->from), point_of(path->to), next);
    vec2s ends[] = {vec2_make((float)from.x, (float)from.y), vec2_make((float)to.x, (float)to.y)};
    float farthest = float_max(float_max(fabsf(ends[0].x), fabsf(ends[0].y)),
                               float_max(fabsf(ends[1].x), fabsf(ends[1].y)));
    return box_grow(box_of(ends, 2), SHELL_RADIUS + 1e-4f + 1e-6f * farthest);
}

/// Sweeps against the pieces of one cell whose bounds touch `box`.
static void sweep_cell(const ShellPath *path, const WallGrid *grid, int cell, Box box,
                       ShellFirst *first) {
    for (int k = SIMD_LANES * grid->cell_start[cell]; k < SIMD_LANES * grid->cell_start[cell + 1];
         k++) {
        int index = grid->cell_pieces[k]; // the bounds of the padding touch nothing
        if (!box_overlap(grid->bounds[index], box) || (first->hit.hit && index == first->index)) {
            continue;
        }
        const WallPiece *piece = &grid->pieces[index];
        Motion stands = {.from = piece->origin, .to = piece->origin};
        Passage passage = passage_make(path, &piece->shape, &piece->outline, 1, stands);
        shell_first_offer(first, sweep_passage(&passage), SHELL_TARGET_WALL, index);
    }
}

ShellHit shell_sweep_walls(const ShellPath *path, const WallGrid *grid, int *piece) {
    ASSERT(path && grid);
    ShellFirst first = {.index = -1};
    double length = point_length(point_between(path->from, path->to));
    ASSERT(isfinite(length));
    // Stretches as long as a cell: a box around the whole path could hold the whole track.
    int stretches = grid->piece_count > 0 ? 1 + (int)(length / (double)grid->cell) : 0;
    for (int i = 0; i < stretches; i++) {
        double end = (double)(i + 1) / (double)stretches;
        Box box = stretch_of_path(path, (double)i / (double)stretches, end);
        CellRange range = cell_range(box, grid->low, grid->per_cell, grid->columns, grid->rows);
        for (int row = range.row_from; row <= range.row_to; row++) {
            for (int column = range.column_from; column <= range.column_to; column++) {
                sweep_cell(path, grid, row * grid->columns + column, box, &first);
            }
        }
        // A hit beyond this stretch may be behind one in the next.
        if (first.hit.hit && (double)first.hit.time < end) {
            break;
        }
    }
    if (piece != NULL) {
        *piece = first.hit.hit ? first.index : -1;
    }
    return first.hit;
}

// ---- the first of many --------------------------------------------------------------------------

/// Below 0 where `a` comes first, above where `b` does.
static int order_of(float a, float b) { return (a > b) - (a < b); }

void shell_first_offer(ShellFirst *first, ShellHit hit, ShellTarget target, int index) {
    ASSERT(first);
    int order = order_of(hit.time, first->hit.time);
    order = order != 0 ? order : order_of(hit.distance, first->hit.distance);
    order = order != 0 ? order : (int)target - (int)first->target;
    order = order != 0 ? order : index - first->index;
    if (hit.hit && (!first->hit.hit || order < 0)) {
        *first = (ShellFirst){.hit = hit, .target = target, .index = index};
    }
}

// ---- the firer ----------------------------------------------------------------------------------

bool shell_stays_fresh(const ShellPath *path, const Hull *firer, Motion motion) {
    ASSERT(path && firer);
    if (!path->fresh) {
        return false;
    }
    Passage passage = passage_make(path, firer->pieces, NULL, firer->count, motion);
    Point center = into_body(rotation_at(&passage, 1.0), center_at(&passage, 1.0));
    for (int i = 0; i < firer->count; i++) {
        if (gap_to(&firer->pieces[i], center).distance <= (double)SHELL_RADIUS) {
            return true;
        }
    }
    return false;
}
