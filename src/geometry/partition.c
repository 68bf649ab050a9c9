#include "geometry/partition.h"

#include "base/assert.h"
#include "geometry/polygon.h"

#include <math.h>
#include <stdlib.h>

/// The polygon's corners that do turn, and the half-edges of its partition. Half-edge h goes from
/// corner[h] to corner[next[h]] with its face on the left; twin is -1 on the polygon's own edges.
typedef struct Mesh {
    const vec2s *points; ///< As given.
    int *used;           ///< Corner k is points[used[k]].
    int count;           ///< Corners.
    int *corner, *next, *previous, *twin;
    int half_count;
} Mesh;

static vec2s corner_point(const Mesh *mesh, int corner) { return mesh->points[mesh->used[corner]]; }

static int turn_at(const Mesh *mesh, int a, int b, int c) {
    return points_turn(corner_point(mesh, a), corner_point(mesh, b), corner_point(mesh, c));
}

// ---- corners that turn ----------------------------------------------------------------------

/// Writes the indices of the points that are left when those without any turn are gone: doubled,
/// straight or the tip of a spike. A point that goes may leave its neighbours without a turn too.
static int find_corners(const vec2s *points, int count, int *used) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        used[left++] = i;
        while (left >= 3 && points_turn(points[used[left - 3]], points[used[left - 2]],
                                        points[used[left - 1]]) == 0) {
            used[left - 2] = used[left - 1];
            left--;
        }
    }
    // The seam from the last point to the first: trim at both ends until both turn.
    int first = 0;
    bool trimmed = true;
    while (trimmed && left - first >= 3) {
        trimmed = true;
        if (points_turn(points[used[left - 2]], points[used[left - 1]], points[used[first]]) == 0) {
            left--;
        } else if (points_turn(points[used[left - 1]], points[used[first]],
                               points[used[first + 1]]) == 0) {
            first++;
        } else {
            trimmed = false;
        }
    }
    for (int k = first; k < left; k++) {
        used[k - first] = used[k];
    }
    return left - first;
}

// ---- ear clipping ---------------------------------------------------------------------------

/// What is left of the polygon while ears are cut off.
typedef struct Clipper {
    Mesh *mesh;
    int *next, *previous;
    int *edge;    ///< The half-edge on the far side of the edge from a corner to the next, or -1.
    bool *blocks; ///< Whether a corner is left and not convex: it may stand inside an ear.
    int *by_x;    ///< All corners that ever block, in order of x.
    float *by_x_key; ///< Their x.
    int block_count;
} Clipper;

typedef struct CornerKey {
    float x;
    int corner;
} CornerKey;

static int compare_corners(const void *left, const void *right) {
    const CornerKey *a = left;
    const CornerKey *b = right;
    if (a->x < b->x || a->x > b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return a->corner - b->corner;
}

static Clipper clipper_make(Mesh *mesh, Arena *scratch) {
    size_t count = (size_t)mesh->count;
    Clipper clipper = {.mesh = mesh,
                       .next = arena_array(scratch, count, sizeof(int)),
                       .previous = arena_array(scratch, count, sizeof(int)),
                       .edge = arena_array(scratch, count, sizeof(int)),
                       .blocks = arena_array(scratch, count, sizeof(bool)),
                       .by_x = arena_array(scratch, count, sizeof(int)),
                       .by_x_key = arena_array(scratch, count, sizeof(float))};
    CornerKey *keys = arena_array(scratch, count, sizeof *keys);
    for (int i = 0; i < mesh->count; i++) {
        clipper.next[i] = i + 1 < mesh->count ? i + 1 : 0;
        clipper.previous[i] = i > 0 ? i - 1 : mesh->count - 1;
        clipper.edge[i] = -1;
        if (turn_at(mesh, clipper.previous[i], i, clipper.next[i]) <= 0) {
            clipper.blocks[i] = true;
            keys[clipper.block_count++] = (CornerKey){corner_point(mesh, i).x, i};
        }
    }
    qsort(keys, (size_t)clipper.block_count, sizeof *keys, compare_corners);
    for (int k = 0; k < clipper.block_count; k++) {
        clipper.by_x[k] = keys[k].corner;
        clipper.by_x_key[k] = keys[k].x;
    }
    return clipper;
}

/// The first entry of by_x at or right of `x`.
static int first_from(const Clipper *clipper, float x) {
    int low = 0;
    int high = clipper->block_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (clipper->by_x_key[middle] < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Whether corner `b` can be cut off: it is convex and no other corner stands in the triangle of it
/// and its neighbours, edges included. Only corners that are not convex need a look: were any
/// corner inside, one of those would be.
static bool is_ear(const Clipper *clipper, int b) {
    const Mesh *mesh = clipper->mesh;
    int a = clipper->previous[b];
    int c = clipper->next[b];
    if (clipper->blocks[b] || turn_at(mesh, a, b, c) <= 0) {
        return false;
    }
    vec2s triangle[3] = {corner_point(mesh, a), corner_point(mesh, b), corner_point(mesh, c)};
    Box box = box_of(triangle, 3);
    for (int k = first_from(clipper, box.low.x);
         k < clipper->block_count && clipper->by_x_key[k] <= box.high.x; k++) {
        int other = clipper->by_x[k];
        vec2s point = corner_point(mesh, other);
        if (!clipper->blocks[other] || point.y < box.low.y || point.y > box.high.y || other == a ||
            other == c) {
            continue;
        }
        if (points_turn(triangle[0], triangle[1], point) >= 0 &&
            points_turn(triangle[1], triangle[2], point) >= 0 &&
            points_turn(triangle[2], triangle[0], point) >= 0) {
            return false;
        }
    }
    return true;
}

static void link_twins(Mesh *mesh, int half, int twin) {
    mesh->twin[half] = twin;
    if (twin >= 0) {
        mesh->twin[twin] = half;
    }
}

/// Adds the triangle of `b` and its neighbours to the mesh and takes `b` out.
static void cut_ear(Clipper *clipper, int b) {
    Mesh *mesh = clipper->mesh;
    int corners[3] = {clipper->previous[b], b, clipper->next[b]};
    int first = mesh->half_count;
    for (int k = 0; k < 3; k++) {
        mesh->corner[first + k] = corners[k];
        mesh->next[first + k] = first + (k + 1) % 3;
        mesh->previous[first + k] = first + (k + 2) % 3;
        mesh->twin[first + k] = -1;
    }
    mesh->half_count += 3;
    link_twins(mesh, first, clipper->edge[corners[0]]);
    link_twins(mesh, first + 1, clipper->edge[b]);
    clipper->edge[corners[0]] = first + 2;
    clipper->next[corners[0]] = corners[2];
    clipper->previous[corners[2]] = corners[0];
    clipper->blocks[b] = false;
    for (int k = 0; k < 3; k += 2) {
        int side = corners[k];
        clipper->blocks[side] = clipper->blocks[side] && turn_at(mesh, clipper->previous[side],
                                                                 side, clipper->next[side]) <= 0;
    }
}

/// Triangulates the polygon. In exact arithmetic a simple polygon always has an ear, so a round
/// without one means that it is not simple.
static bool clip_ears(Mesh *mesh, Arena *scratch) {
    Clipper clipper = clipper_make(mesh, scratch);
    int left = mesh->count;
    int here = 0;
    for (int misses = 0; left > 3;) {
        if (is_ear(&clipper, here)) {
            int after = clipper.next[here];
            cut_ear(&clipper, here);
            left--;
            misses = 0;
            here = clipper.next[after]; // skip one, so that ears do not become a fan of slivers
        } else {
            here = clipper.next[here];
            if (++misses > left) {
                return false;
            }
        }
    }
    if (!is_ear(&clipper, here)) {
        return false;
    }
    int after = clipper.next[here];
    int before = clipper.previous[here];
    int closing = clipper.edge[after]; // the edge opposite to the last ear
    cut_ear(&clipper, here);
    link_twins(mesh, clipper.edge[before], closing);
    return true;
}

// ---- diagonals ------------------------------------------------------------------------------

/// Whether the diagonal from corner `v` to `w` alone makes a reflex corner `v` convex on both
/// sides: 1, else 0.
static int straightens(const Mesh *mesh, int v, int w) {
    int before = v > 0 ? v - 1 : mesh->count - 1;
    int after = v + 1 < mesh->count ? v + 1 : 0;
    return turn_at(mesh, before, v, after) < 0 && turn_at(mesh, before, v, w) >= 0 &&
                   turn_at(mesh, w, v, after) >= 0
               ? 1
               : 0;
}

/// How much a diagonal is worth: each reflex corner needs one or two, and only a diagonal that
/// straightens two at once saves a piece.
static int diagonal_worth(const Mesh *mesh, int v, int w) {
    int both = straightens(mesh, v, w) + straightens(mesh, w, v);
    return both == 2 ? 3 : both;
}

/// Whether `d` lies inside the circle through the counter-clockwise a, b, c, by more than rounding.
static bool in_circle(vec2s a, vec2s b, vec2s c, vec2s d) {
    double ax = (double)a.x - (double)d.x, ay = (double)a.y - (double)d.y;
    double bx = (double)b.x - (double)d.x, by = (double)b.y - (double)d.y;
    double cx = (double)c.x - (double)d.x, cy = (double)c.y - (double)d.y;
    double a2 = ax * ax + ay * ay;
    double b2 = bx * bx + by * by;
    double c2 = cx * cx + cy * cy;
    double ab = ax * by - bx * ay;
    double bc = bx * cy - cx * by;
    double ca = cx * ay - ax * cy;
    double size = fabs(ab) * c2 + fabs(bc) * a2 + fabs(ca) * b2;
    return ab * c2 + bc * a2 + ca * b2 > 1e-9 * size;
}

/// Turns the diagonal `h` within its two triangles where the other one is worth more, or as much
/// and nearer to Delaunay (fatter triangles). Each turn raises (worth, Delaunay), so turning ends.
static bool flip_if_better(Mesh *mesh, int h) {
    int t = mesh->twin[h];
    int h_next = mesh->next[h], h_previous = mesh->previous[h];
    int t_next = mesh->next[t], t_previous = mesh->previous[t];
    int a = mesh->corner[h], b = mesh->corner[t];
    int c = mesh->corner[h_previous], d = mesh->corner[t_previous];
    if (turn_at(mesh, d, b, c) <= 0 || turn_at(mesh, c, a, d) <= 0) {
        return false; // the four corners are not convex: there is no other diagonal
    }
    int worth = diagonal_worth(mesh, a, b);
    int other = diagonal_worth(mesh, c, d);
    if (other < worth ||
        (other == worth && !in_circle(corner_point(mesh, a), corner_point(mesh, b),
                                      corner_point(mesh, c), corner_point(mesh, d)))) {
        return false;
    }
    mesh->corner[h] = d;
    mesh->corner[t] = c;
    int faces[2][3] = {{h, h_previous, t_next}, {t, t_previous, h_next}};
    for (int k = 0; k < 6; k++) {
        const int *face = faces[k / 3];
        mesh->next[face[k % 3]] = face[(k + 1) % 3];
        mesh->previous[face[k % 3]] = face[(k + 2) % 3];
    }
    return true;
}

/// Improves all diagonals, and those around one that turned again.
static void flip_diagonals(Mesh *mesh, Arena *scratch) {
    int count = mesh->half_count;
    int *stack = arena_array(scratch, (size_t)count, sizeof *stack);
    bool *waiting = arena_array(scratch, (size_t)count, sizeof *waiting);
    int height = 0;
    for (int h = count - 1; h >= 0; h--) {
        if (mesh->twin[h] > h) {
            waiting[h] = true;
            stack[height++] = h;
        }
    }
    // The bound is never met in exact arithmetic; the circle test rounds.
    for (int budget = 64 * count; height > 0 && budget > 0; budget--) {
        int h = stack[--height];
        waiting[h] = false;
        if (!flip_if_better(mesh, h)) {
            continue;
        }
        int t = mesh->twin[h];
        int around[4] = {mesh->next[h], mesh->previous[h], mesh->next[t], mesh->previous[t]};
        for (int k = 0; k < 4; k++) {
            int twin = mesh->twin[around[k]];
            int half = around[k] < twin ? around[k] : twin;
            if (twin >= 0 && !waiting[half]) {
                waiting[half] = true;
                stack[height++] = half;
            }
        }
    }
}

// ---- removal --------------------------------------------------------------------------------

typedef struct Diagonal {
    int worth;
    double length2;
    int half;
} Diagonal;

/// Least worth first, of equal worth the longest: what stays is short and needed.
static int compare_diagonals(const void *left, const void *right) {
    const Diagonal *a = left;
    const Diagonal *b = right;
    if (a->worth != b->worth) {
        return a->worth - b->worth;
    }
    if (a->length2 < b->length2 || a->length2 > b->length2) {
        return a->length2 > b->length2 ? -1 : 1;
    }
    return a->half - b->half;
}

/// Removes diagonal `h` if the faces on both sides make one convex face.
static void remove_if_convex(Mesh *mesh, int h) {
    int t = mesh->twin[h];
    int before_h = mesh->previous[h], after_h = mesh->next[h];
    int before_t = mesh->previous[t], after_t = mesh->next[t];
    int a = mesh->corner[h], b = mesh->corner[t];
    if (turn_at(mesh, mesh->corner[before_h], a, mesh->corner[mesh->next[after_t]]) < 0 ||
        turn_at(mesh, mesh->corner[before_t], b, mesh->corner[mesh->next[after_h]]) < 0) {
        return;
    }
    mesh->next[before_h] = after_t;
    mesh->previous[after_t] = before_h;
    mesh->next[before_t] = after_h;
    mesh->previous[after_h] = before_t;
    mesh->next[h] = mesh->next[t] = -1; // no longer there
}

static void remove_diagonals(Mesh *mesh, Arena *scratch) {
    Diagonal *diagonals = arena_array(scratch, (size_t)mesh->half_count, sizeof *diagonals);
    int count = 0;
    for (int h = 0; h < mesh->half_count; h++) {
        int t = mesh->twin[h];
        if (t > h) {
            vec2s a = corner_point(mesh, mesh->corner[h]);
            vec2s b = corner_point(mesh, mesh->corner[t]);
            double x = (double)b.x - (double)a.x;
            double y = (double)b.y - (double)a.y;
            diagonals[count++] =
                (Diagonal){.worth = diagonal_worth(mesh, mesh->corner[h], mesh->corner[t]),
                           .length2 = x * x + y * y,
                           .half = h};
        }
    }
    qsort(diagonals, (size_t)count, sizeof *diagonals, compare_diagonals);
    for (int k = 0; k < count; k++) {
        remove_if_convex(mesh, diagonals[k].half);
    }
}

// ---- pieces ---------------------------------------------------------------------------------

/// Where results are gathered.
typedef struct Gather {
    const vec2s *points;
    PartitionPiece *pieces;
    int *indices;
    int piece_count, index_count;
    int points_max;
} Gather;

static void add_piece(Gather *gather, const int *indices, int count) {
    gather->pieces[gather->piece_count++] =
        (PartitionPiece){.first = gather->index_count, .count = count};
    for (int k = 0; k < count; k++) {
        gather->indices[gather->index_count++] = indices[k];
    }
}

/// Where to cut the convex `chain` so that `size` points from there on are one part: where the
/// thinner of both parts (area over the cut's length) is thickest.
static int best_cut(const vec2s *points, const int *chain, int count, int size, Arena *scratch) {
    // sums[k]: twice the area swept from entry 0 up to entry k, as seen from entry 0.
    double *sums = arena_array(scratch, 2 * (size_t)count, sizeof *sums);
    vec2s zero = points[chain[0]];
    for (int k = 1; k < 2 * count; k++) {
        vec2s a = points[chain[(k - 1) % count]];
        vec2s b = points[chain[k % count]];
        sums[k] = sums[k - 1] + ((double)a.x - (double)zero.x) * ((double)b.y - (double)zero.y) -
                  ((double)a.y - (double)zero.y) * ((double)b.x - (double)zero.x);
    }
    int best = 0;
    double best_thickness = -1.0;
    for (int from = 0; from < count; from++) {
        vec2s a = points[chain[from]];
        vec2s b = points[chain[(from + size - 1) % count]];
        double close = ((double)b.x - (double)zero.x) * ((double)a.y - (double)zero.y) -
                       ((double)b.y - (double)zero.y) * ((double)a.x - (double)zero.x);
        double part = sums[from + size - 1] - sums[from] + close;
        double rest = sums[count] - part;
        double x = (double)b.x - (double)a.x;
        double y = (double)b.y - (double)a.y;
        double thickness = (part < rest ? part : rest) / sqrt(x * x + y * y);
        if (thickness > best_thickness) {
            best_thickness = thickness;
            best = from;
        }
    }
    return best;
}

/// Adds the convex piece, cut into as few parts as hold points_max points each, by halves.
static void add_cut_piece(Gather *gather, const int *chain, int count, Arena *scratch) {
    int most = gather->points_max;
    if (count <= most) {
        add_piece(gather, chain, count);
        return;
    }
    int parts = (count - 2 + most - 3) / (most - 2);
    int size = (count - 2) * (parts / 2) / parts + 2; // even shares: a small rest would be a sliver
    int from = best_cut(gather->points, chain, count, size, scratch);
    int *turned = arena_array(scratch, (size_t)count + 1, sizeof *turned);
    for (int k = 0; k <= count; k++) {
        turned[k] = chain[(from + k) % count];
    }
    add_cut_piece(gather, turned, size, scratch);
    add_cut_piece(gather, turned + size - 1, count - size + 2, scratch);
}

static int count_faces(const Mesh *mesh, bool *seen) {
    int faces = 0;
    for (int h = 0; h < mesh->half_count; h++) {
        if (mesh->next[h] >= 0 && !seen[h]) {
            faces++;
            for (int at = h; !seen[at]; at = mesh->next[at]) {
                seen[at] = true;
            }
        }
    }
    return faces;
}

static void gather_pieces(const Mesh *mesh, int points_max, Arena *arena, Arena *scratch,
                          Partition *out) {
    // Each cut adds one piece and two indices, at most as many as there are triangles.
    Gather gather = {.points = mesh->points,
                     .pieces = arena_array(arena, (size_t)mesh->count, sizeof *gather.pieces),
                     .indices = arena_array(arena, 3 * (size_t)mesh->count, sizeof *gather.indices),
                     .points_max = points_max};
    bool *seen = arena_array(scratch, (size_t)mesh->half_count, sizeof *seen);
    out->uncut_count = count_faces(mesh, seen);
    int *chain = arena_array(scratch, (size_t)mesh->count, sizeof *chain);
    for (int h = 0; h < mesh->half_count; h++) {
        if (mesh->next[h] < 0 || !seen[h]) {
            continue;
        }
        int count = 0;
        for (int at = h; seen[at]; at = mesh->next[at]) {
            seen[at] = false; // count_faces has set all of them
            chain[count++] = mesh->used[mesh->corner[at]];
        }
        add_cut_piece(&gather, chain, count, scratch);
    }
    out->pieces = gather.pieces;
    out->indices = gather.indices;
    out->piece_count = gather.piece_count;
}

bool partition_convex(const vec2s *points, int count, int points_max, Arena *arena,
                      Partition *out) {
    ASSERT(points_max >= 3 && count >= 0);
    if (count < 3) {
        return false;
    }
    Arena scratch = {0};
    size_t halves = 3 * (size_t)count;
    Mesh mesh = {.points = points,
                 .used = arena_array(&scratch, (size_t)count, sizeof(int)),
                 .corner = arena_array(&scratch, halves, sizeof(int)),
                 .next = arena_array(&scratch, halves, sizeof(int)),
                 .previous = arena_array(&scratch, halves, sizeof(int)),
                 .twin = arena_array(&scratch, halves, sizeof(int))};
    mesh.count = find_corners(points, count, mesh.used);
    bool parted = mesh.count >= 3 && clip_ears(&mesh, &scratch);
    if (parted) {
        flip_diagonals(&mesh, &scratch);
        remove_diagonals(&mesh, &scratch);
        gather_pieces(&mesh, points_max, arena, &scratch, out);
    }
    arena_destroy(&scratch);
    return parted;
}
