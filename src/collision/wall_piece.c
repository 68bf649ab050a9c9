#include "collision/wall_piece.h"

#include "base/arena.h"
#include "base/assert.h"
#include "base/scalar.h"
#include "collision/outline.h"
#include "collision/tolerances.h"
#include "geometry/partition.h"

#include <math.h>
#include <string.h>

/// How much of a segment its inner side may lose to the mitres at both ends.
#define LINE_MITRE_SHARE 0.9f

/// Tangent of half a turn of 120 degrees: sharper corners get a bevel.
#define LINE_BEVEL_FROM 1.7320508f

/// Tangent of half a turn is at most this: 179.9 degrees.
#define LINE_HALF_TURN_MAX 1e3f

/// Where pieces go, and what they have in common.
typedef struct PieceList {
    WallPiece *out;
    int count, max;
    bool full; ///< More than `max` pieces.
    bool lost; ///< A piece that cars would notice is missing.
    float friction, restitution;
    int wall;
} PieceList;

/// Adds the piece with corners `points` (world) unless it is too thin for a shape: then it is
/// missing by less than 0.1 mm.
static bool add_piece(PieceList *list, const vec2s *points, int count, const Outline *outline) {
    Box box = box_of(points, count);
    // Whole metres: subtracting them from coordinates is exact, so neighbours still share corners.
    vec2s origin = vec2_make(floorf(0.5f * (box.low.x + box.high.x) + 0.5f),
                             floorf(0.5f * (box.low.y + box.high.y) + 0.5f));
    vec2s local[SHAPE_POINTS_MAX];
    for (int k = 0; k < count; k++) {
        local[k] = glms_vec2_sub(points[k], origin);
    }
    WallPiece piece = {.outline = *outline,
                       .origin = origin,
                       .friction = list->friction,
                       .restitution = list->restitution,
                       .wall = list->wall};
    if (!shape_make(local, count, 0.0f, &piece.shape)) {
        return false;
    }
    piece.bounds = shape_bounds(&piece.shape, wall_piece_at(&piece));
    if (list->count == list->max) {
        list->full = true;
        return true;
    }
    list->out[list->count++] = piece;
    return true;
}

// ---- polygons -------------------------------------------------------------------------------

/// Whether the convex piece is thicker than what may be missing. Its area is at most its least
/// width times its diameter.
static bool is_thick(const vec2s *corner, int corners) {
    float longest2 = 0.0f;
    for (int k = 0; k < corners; k++) {
        for (int i = 0; i < k; i++) {
            longest2 = float_max(longest2, glms_vec2_distance2(corner[i], corner[k]));
        }
    }
    return polygon_area(corner, corners) > (float)SHAPE_EDGE_MIN * sqrtf(longest2);
}

static void add_polygon_piece(PieceList *list, const vec2s *points, int count, const int *indices,
                              int corners) {
    vec2s corner[SHAPE_POINTS_MAX];
    for (int k = 0; k < corners; k++) {
        corner[k] = points[indices[k]];
    }
    Outline outline = outline_of_piece(points, count, indices, corners);
    if (!add_piece(list, corner, corners, &outline) && is_thick(corner, corners)) {
        list->lost = true; // a corner all but straight, which rounding turned inward
    }
}

int wall_pieces_of_polygon(const vec2s *points, int count, float friction, float restitution,
                           int wall, WallPiece *out, int max) {
    ASSERT(count >= 0 && max >= 0);
    PieceList list = {
        .out = out, .max = max, .friction = friction, .restitution = restitution, .wall = wall};
    Arena scratch = {0};
    vec2s *clean = arena_array(&scratch, (size_t)count + 1, sizeof *clean);
    if (count > 0) {
        memcpy(clean, points, (size_t)count * sizeof *clean);
    }
    int left = polygon_normalise(clean, count, NULL);
    Partition partition;
    bool parted =
        left >= 3 && partition_convex(clean, left, SHAPE_POINTS_MAX, &scratch, &partition);
    for (int i = 0; parted && i < partition.piece_count; i++) {
        PartitionPiece piece = partition.pieces[i];
        add_polygon_piece(&list, clean, left, partition.indices + piece.first, piece.count);
    }
    arena_destroy(&scratch);
    return parted && !list.full && !list.lost ? list.count : -1;
}

// ---- lines ----------------------------------------------------------------------------------

/// The sides of a line, as seen by someone who walks along it.
enum {
    LEFT,
    RIGHT,
    SIDES
};

/// 1 or -1: which way a side lies, counted to the left.
static float sign_of(int side) { return side == LEFT ? 1.0f : -1.0f; }

/// A point of the line and the wall's corners there, by side. `in` corners belong to the segment
/// that ends here, `out` ones to that which starts; they differ on the outer side of a bevel.
typedef struct LineCorner {
    vec2s point;
    vec2s before, after; ///< Unit directions of the segments.
    float length;        ///< m, of the segment that starts here.
    float half_turn;     ///< Tangent of half the turn, positive to the left.
    float offset[SIDES]; ///< m, from the line to each side.
    vec2s in[SIDES], out[SIDES];
} LineCorner;

typedef struct WallLine {
    LineCorner *corners;
    int count;
    int segments; ///< One less than corners where the line is open.
} WallLine;

static WallLine line_clean(const vec2s *points, int count, bool closed, Arena *scratch) {
    WallLine line = {.corners = arena_array(scratch, (size_t)count + 1, sizeof(LineCorner))};
    float gap2 = WALL_POINT_GAP * WALL_POINT_GAP;
    for (int i = 0; i < count; i++) {
        int last = line.count - 1;
        if (last < 0 || glms_vec2_distance2(line.corners[last].point, points[i]) >= gap2) {
            line.corners[line.count++].point = points[i];
        }
    }
    while (closed && line.count > 1 &&
           glms_vec2_distance2(line.corners[line.count - 1].point, line.corners[0].point) < gap2) {
        line.count--;
    }
    line.segments = closed && line.count >= 3 ? line.count : line.count - 1;
    return line;
}

static bool line_closed(const WallLine *line) { return line->segments == line->count; }

static void line_measure(WallLine *line) {
    for (int i = 0; i < line->segments; i++) {
        LineCorner *a = &line->corners[i];
        LineCorner *b = &line->corners[(i + 1) % line->count];
        vec2s along = glms_vec2_sub(b->point, a->point);
        a->length = sqrtf(along.x * along.x + along.y * along.y);
        a->after = b->before = vec2_make(along.x / a->length, along.y / a->length);
    }
    if (!line_closed(line)) {
        line->corners[0].before = line->corners[0].after;
        line->corners[line->count - 1].after = line->corners[line->count - 1].before;
    }
    for (int i = 0; i < line->count; i++) {
        LineCorner *corner = &line->corners[i];
        float cross = corner->before.x * corner->after.y - corner->before.y * corner->after.x;
        float dot = corner->before.x * corner->after.x + corner->before.y * corner->after.y;
        // tan(angle / 2) = sin / (1 + cos) = (1 - cos) / sin: each where it loses no digits.
        if (dot >= 0.0f) {
            corner->half_turn = cross / (1.0f + dot);
        } else if (fabsf(cross) * LINE_HALF_TURN_MAX > 2.0f) {
            corner->half_turn = (1.0f - dot) / cross;
        } else {
            corner->half_turn = cross < 0.0f ? -LINE_HALF_TURN_MAX : LINE_HALF_TURN_MAX;
        }
    }
}

/// Lets the inner side come nearer to the line where the mitres at a segment's ends would cross.
/// With both offsets at most 0.9 length / (t0 + t1), t the half turns toward that side, each end's
/// corners lie in front of the other end's mitre line: that makes the quad convex.
static void line_offset(WallLine *line, int side, float offset) {
    for (int i = 0; i < line->count; i++) {
        line->corners[i].offset[side] = offset;
    }
    for (int i = 0; i < line->segments; i++) {
        LineCorner *a = &line->corners[i];
        LineCorner *b = &line->corners[(i + 1) % line->count];
        float available = LINE_MITRE_SHARE * a->length;
        float toward = float_max(sign_of(side) * a->half_turn, 0.0f) +
                       float_max(sign_of(side) * b->half_turn, 0.0f);
        LineCorner *ends[2] = {a, b};
        for (int k = 0; k < 2; k++) {
            if (ends[k]->offset[side] * toward > available) {
                ends[k]->offset[side] = available / toward;
            }
        }
    }
}

/// The point at `side` m to the left and `ahead` m along `direction` from `point`.
static vec2s beside(vec2s point, vec2s direction, float side, float ahead) {
    return vec2_make(point.x - side * direction.y + ahead * direction.x,
                     point.y + side * direction.x + ahead * direction.y);
}

/// Sets the corners on both sides: on the mitre line, or at both ends of a bevel.
static void corner_place(LineCorner *corner) {
    float t = corner->half_turn;
    for (int side = 0; side < SIDES; side++) {
        float offset = corner->offset[side];
        float across = sign_of(side) * offset;
        corner->in[side] = corner->out[side] =
            beside(corner->point, corner->before, across, -across * t);
        bool outer = sign_of(side) * t < 0.0f;
        if (outer && fabsf(t) > LINE_BEVEL_FROM && offset >= WALL_POINT_GAP) {
            // Tangent of a quarter of the turn: the bevel touches the circle of that radius.
            float quarter = (sqrtf(1.0f + t * t) - 1.0f) / fabsf(t);
            corner->in[side] = beside(corner->point, corner->before, across, offset * quarter);
            corner->out[side] = beside(corner->point, corner->after, across, -offset * quarter);
        }
    }
}

static bool same_place(vec2s a, vec2s b) {
    return !(a.x < b.x || a.x > b.x || a.y < b.y || a.y > b.y);
}

/// The normals of the wall's whole outline around one of its corners.
typedef struct Cone {
    vec2s from, to;
} Cone;

/// The normal of the outline's edge between two corners of a side, in the order of the line. The
/// outline runs forward along the right side and back along the left.
static vec2s side_normal(int side, vec2s a, vec2s b) {
    return side == LEFT ? outline_normal(b, a) : outline_normal(a, b);
}

/// The outline's normals around the corner at the start (`out`) or end (`in`) of a segment.
static Cone cone_at(const WallLine *line, int i, int side, bool out) {
    const LineCorner *corner = &line->corners[i];
    const LineCorner *before = &line->corners[(i + line->count - 1) % line->count];
    const LineCorner *after = &line->corners[(i + 1) % line->count];
    vec2s first = side_normal(side, before->out[side], corner->in[side]);
    vec2s second = side_normal(side, corner->out[side], after->in[side]);
    if (!line_closed(line) && i == 0) {
        first = vec2_make(-corner->after.x, -corner->after.y);
    }
    if (!line_closed(line) && i == line->count - 1) {
        second = corner->before;
    }
    if (!same_place(corner->in[side], corner->out[side])) {
        *(out ? &first : &second) = side_normal(side, corner->in[side], corner->out[side]);
    }
    return side == LEFT ? (Cone){second, first} : (Cone){first, second};
}

/// A piece of the line before it becomes a shape.
typedef struct LinePiece {
    vec2s points[4];
    Cone cones[4];
    bool exposed[4];
    int count;
} LinePiece;

static void line_piece_add(LinePiece *piece, vec2s point, Cone cone, bool exposed) {
    piece->points[piece->count] = point;
    piece->cones[piece->count] = cone;
    piece->exposed[piece->count++] = exposed;
}

static bool add_line_piece(PieceList *list, const LinePiece *piece) {
    Outline outline = {0};
    for (int k = 0; k < piece->count; k++) {
        outline.cone_from[k] = piece->cones[k].from;
        outline.cone_to[k] = piece->cones[k].to;
        outline.exposed = (uint8_t)(outline.exposed | (piece->exposed[k] ? 1u << k : 0u));
    }
    return add_piece(list, piece->points, piece->count, &outline);
}

/// The triangle of corners k, k + 1, k + 2 of a quad; its third edge is a seam.
static LinePiece half_of(const LinePiece *quad, int k) {
    LinePiece half = {0};
    for (int i = 0; i < 3; i++) {
        int from = (k + i) % 4;
        line_piece_add(&half, quad->points[from], quad->cones[from], i < 2 && quad->exposed[from]);
    }
    return half;
}

/// Adds a quad; where rounding or a bevel made it concave or an edge too short, its two halves.
static void add_quad(PieceList *list, const LinePiece *quad) {
    if (add_line_piece(list, quad)) {
        return;
    }
    bool from_first = points_turn(quad->points[0], quad->points[1], quad->points[2]) >= 0 &&
                      points_turn(quad->points[2], quad->points[3], quad->points[0]) >= 0;
    LinePiece halves[2] = {half_of(quad, from_first ? 0 : 1), half_of(quad, from_first ? 2 : 3)};
    add_line_piece(list, &halves[0]);
    add_line_piece(list, &halves[1]);
}

/// Adds the corner of the line at `i` to a piece.
static void line_piece_corner(LinePiece *piece, const WallLine *line, int i, int side, bool out,
                              bool exposed) {
    const LineCorner *corner = &line->corners[i];
    line_piece_add(piece, out ? corner->out[side] : corner->in[side], cone_at(line, i, side, out),
                   exposed);
}

static void add_segment(PieceList *list, const WallLine *line, int i) {
    int j = (i + 1) % line->count;
    bool open = !line_closed(line);
    LinePiece quad = {0};
    line_piece_corner(&quad, line, i, RIGHT, true, true);
    line_piece_corner(&quad, line, j, RIGHT, false, open && j == line->count - 1);
    line_piece_corner(&quad, line, j, LEFT, false, true);
    line_piece_corner(&quad, line, i, LEFT, true, open && i == 0);
    add_quad(list, &quad);
}

/// Fills the gap between two segments on the outer side of a bevel.
static void add_bevel(PieceList *list, const WallLine *line, int i) {
    const LineCorner *corner = &line->corners[i];
    for (int side = 0; side < SIDES; side++) {
        if (!same_place(corner->in[side], corner->out[side])) {
            LinePiece piece = {0};
            line_piece_corner(&piece, line, i, side, side == LEFT, true);
            line_piece_corner(&piece, line, i, side, side == RIGHT, false);
            line_piece_corner(&piece, line, i, side == LEFT ? RIGHT : LEFT, false, false);
            add_line_piece(list, &piece);
        }
    }
}

int wall_pieces_of_line(const vec2s *points, int count, bool closed, float thickness, int side,
                        float friction, float restitution, int wall, WallPiece *out, int max) {
    ASSERT(count >= 0 && max >= 0 && thickness > 0.0f && side >= -1 && side <= 1);
    PieceList list = {
        .out = out, .max = max, .friction = friction, .restitution = restitution, .wall = wall};
    Arena scratch = {0};
    WallLine line = line_clean(points, count, closed, &scratch);
    if (line.count >= 2) {
        line_measure(&line);
        line_offset(&line, LEFT, 0.5f * thickness * (float)(1 + side));
        line_offset(&line, RIGHT, 0.5f * thickness * (float)(1 - side));
        for (int i = 0; i < line.count; i++) {
            corner_place(&line.corners[i]);
        }
        for (int i = 0; i < line.segments; i++) {
            add_segment(&list, &line, i);
            add_bevel(&list, &line, (i + 1) % line.count);
        }
    }
    arena_destroy(&scratch);
    return list.full ? -1 : list.count;
}

// ---- circles --------------------------------------------------------------------------------

WallPiece wall_piece_of_circle(vec2s center, float radius, float friction, float restitution,
                               int wall) {
    WallPiece piece = {.shape = shape_circle(vec2_make(0.0f, 0.0f), radius),
                       .origin = center,
                       .friction = friction,
                       .restitution = restitution,
                       .wall = wall};
    piece.bounds = shape_bounds(&piece.shape, wall_piece_at(&piece));
    return piece;
}
