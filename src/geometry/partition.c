#include "geometry/partition.h"

#include "base/assert.h"
#include "geometry/partition_mesh.h"
#include "geometry/polygon_parts.h"

#include <math.h>
#include <stdlib.h>

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

/// A corner that may stand inside an ear.
typedef struct Blocker {
    Point at;
    int corner;
} Blocker;

/// The rest of the polygon while ears are cut off.
typedef struct Clipper {
    Mesh *mesh;
    int *next, *previous;
    int *edge;     ///< The half-edge on the far side of the edge from a corner to the next, or -1.
    bool *blocks;  ///< Whether a corner is left and not convex: it may stand inside an ear.
    Blocker *by_x; ///< All corners that ever block, in order of x.
    int block_count;
} Clipper;

static int compare_blockers(const void *left, const void *right) {
    const Blocker *a = left;
    const Blocker *b = right;
    if (a->at.x < b->at.x || a->at.x > b->at.x) {
        return a->at.x < b->at.x ? -1 : 1;
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
                       .by_x = arena_array(scratch, count, sizeof(Blocker))};
    for (int i = 0; i < mesh->count; i++) {
        clipper.next[i] = i + 1 < mesh->count ? i + 1 : 0;
        clipper.previous[i] = i > 0 ? i - 1 : mesh->count - 1;
        clipper.edge[i] = -1;
        if (mesh->reflex[i]) {
            clipper.blocks[i] = true;
            clipper.by_x[clipper.block_count++] = (Blocker){mesh->places[i], i};
        }
    }
    qsort(clipper.by_x, (size_t)clipper.block_count, sizeof *clipper.by_x, compare_blockers);
    return clipper;
}

/// The first entry of by_x at or right of `x`.
static int first_from(const Clipper *clipper, double x) {
    int low = 0;
    int high = clipper->block_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (clipper->by_x[middle].at.x < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static double least_of(double a, double b, double c) {
    double least = a < b ? a : b;
    return least < c ? least : c;
}

static double most_of(double a, double b, double c) {
    double most = a > b ? a : b;
    return most > c ? most : c;
}

/// Whether corner `b` can be cut off: it is convex and no other corner stands in the triangle of it
/// and its neighbours, edges included. Only corners that are not convex need a look: were any
/// corner inside, one of those would be.
static bool is_ear(const Clipper *clipper, int b) {
    const Mesh *mesh = clipper->mesh;
    int a = clipper->previous[b];
    int c = clipper->next[b];
    if (clipper->blocks[b] || mesh_turn(mesh, a, b, c) <= 0) {
        return false;
    }
    Point p = mesh->places[a], q = mesh->places[b], r = mesh->places[c];
    double left = least_of(p.x, q.x, r.x), right = most_of(p.x, q.x, r.x);
    double low = least_of(p.y, q.y, r.y), high = most_of(p.y, q.y, r.y);
    for (int k = first_from(clipper, left);
         k < clipper->block_count && clipper->by_x[k].at.x <= right; k++) {
        double y = clipper->by_x[k].at.y;
        int other = clipper->by_x[k].corner;
        if (y < low || y > high || !clipper->blocks[other] || other == a || other == c) {
            continue;
        }
        if (mesh_turn(mesh, a, b, other) >= 0 && mesh_turn(mesh, b, c, other) >= 0 &&
            mesh_turn(mesh, c, a, other) >= 0) {
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
        clipper->blocks[side] = clipper->blocks[side] && mesh_turn(mesh, clipper->previous[side],
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
        Point a = point_between(zero, points[chain[(k - 1) % count]]);
        Point b = point_between(zero, points[chain[k % count]]);
        sums[k] = sums[k - 1] + a.x * b.y - a.y * b.x;
    }
    int best = 0;
    double best_thickness = -1.0;
    for (int from = 0; from < count; from++) {
        vec2s a = points[chain[from]];
        vec2s b = points[chain[(from + size - 1) % count]];
        double close = point_cross(point_between(zero, b), point_between(zero, a));
        double part = sums[from + size - 1] - sums[from] + close;
        double rest = sums[count] - part;
        double thickness = (part < rest ? part : rest) / sqrt(points_distance2(a, b));
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

static void gather_pieces(const Mesh *mesh, int points_max, Arena *arena, Arena *scratch,
                          Partition *out) {
    // Each cut adds one piece and two indices, at most as many as there are triangles.
    Gather gather = {.points = mesh->points,
                     .pieces = arena_array(arena, (size_t)mesh->count, sizeof *gather.pieces),
                     .indices = arena_array(arena, 3 * (size_t)mesh->count, sizeof *gather.indices),
                     .points_max = points_max};
    bool *seen = arena_array(scratch, (size_t)mesh->half_count, sizeof *seen);
    int *chain = arena_array(scratch, (size_t)mesh->count, sizeof *chain);
    for (int h = 0; h < mesh->half_count; h++) {
        if (mesh->next[h] < 0 || seen[h]) {
            continue;
        }
        int count = 0;
        for (int at = h; !seen[at]; at = mesh->next[at]) {
            seen[at] = true;
            chain[count++] = mesh->used[mesh->corner[at]];
        }
        add_cut_piece(&gather, chain, count, scratch);
    }
    out->pieces = gather.pieces;
    out->indices = gather.indices;
    out->piece_count = gather.piece_count;
    out->uncut_count = mesh->piece_count;
}

/// The polygon's corners, and room for the mesh.
static Mesh mesh_make(const vec2s *points, int count, Arena *scratch) {
    size_t halves = 3 * (size_t)count;
    Mesh mesh = {.points = points,
                 .used = arena_array(scratch, (size_t)count, sizeof(int)),
                 .places = arena_array(scratch, (size_t)count, sizeof(Point)),
                 .reflex = arena_array(scratch, (size_t)count, sizeof(bool)),
                 .corner = arena_array(scratch, halves, sizeof(int)),
                 .next = arena_array(scratch, halves, sizeof(int)),
                 .previous = arena_array(scratch, halves, sizeof(int)),
                 .twin = arena_array(scratch, halves, sizeof(int))};
    mesh.count = find_corners(points, count, mesh.used);
    for (int k = 0; k < mesh.count; k++) {
        mesh.places[k] = point_of(points[mesh.used[k]]);
    }
    for (int k = 0; k < mesh.count && mesh.count >= 3; k++) {
        int before = k > 0 ? k - 1 : mesh.count - 1;
        int after = k + 1 < mesh.count ? k + 1 : 0;
        mesh.reflex[k] = mesh_turn(&mesh, before, k, after) < 0;
        mesh.reflex_count += mesh.reflex[k] ? 1 : 0;
    }
    return mesh;
}

/// Clips ears, makes few pieces of them where `improve` says so, and gathers what is left.
static bool part(const vec2s *points, int count, int points_max, bool improve, Arena *arena,
                 Partition *out) {
    if (count < 3) {
        return false;
    }
    Arena scratch = {0};
    Mesh mesh = mesh_make(points, count, &scratch);
    bool parted = mesh.count >= 3 && clip_ears(&mesh, &scratch);
    if (parted) {
        mesh.piece_count = mesh.count - 2;
        if (improve) {
            mesh_improve(&mesh, &scratch);
        }
        gather_pieces(&mesh, points_max, arena, &scratch, out);
    }
    arena_destroy(&scratch);
    return parted;
}

bool partition_convex(const vec2s *points, int count, int points_max, Arena *arena,
                      Partition *out) {
    ASSERT(points_max >= 3 && count >= 0);
    return part(points, count, points_max, true, arena, out);
}

bool partition_triangles(const vec2s *points, int count, Arena *arena, Partition *out) {
    ASSERT(count >= 0);
    return part(points, count, 3, false, arena, out);
}
