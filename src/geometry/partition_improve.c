#include "geometry/partition_mesh.h"

enum {
    WORTH_MAX = 3 ///< Of a diagonal that straightens a corner at both ends.
};

// ---- flips ----------------------------------------------------------------------------------

/// Whether the diagonal from corner `v` to `w` alone makes a reflex corner `v` convex on both
/// sides: 1, else 0.
static int straightens(const Mesh *mesh, int v, int w) {
    if (!mesh->reflex[v]) {
        return 0;
    }
    int before = v > 0 ? v - 1 : mesh->count - 1;
    int after = v + 1 < mesh->count ? v + 1 : 0;
    return mesh_turn(mesh, before, v, w) >= 0 && mesh_turn(mesh, w, v, after) >= 0 ? 1 : 0;
}

/// How much a diagonal is worth: each reflex corner needs one or two, and only a diagonal that
/// straightens two at once saves a piece.
static int diagonal_worth(const Mesh *mesh, int v, int w) {
    int both = straightens(mesh, v, w) + straightens(mesh, w, v);
    return both == 2 ? WORTH_MAX : both;
}

/// Whether corner `d` lies inside the circle through the counter-clockwise a, b, c, by more than
/// rounding.
static bool in_circle(const Mesh *mesh, int a, int b, int c, int d) {
    Point to = mesh->places[d];
    double ax = mesh->places[a].x - to.x, ay = mesh->places[a].y - to.y;
    double bx = mesh->places[b].x - to.x, by = mesh->places[b].y - to.y;
    double cx = mesh->places[c].x - to.x, cy = mesh->places[c].y - to.y;
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
    if (mesh_turn(mesh, d, b, c) <= 0 || mesh_turn(mesh, c, a, d) <= 0) {
        return false; // the four corners are not convex: there is no other diagonal
    }
    int worth = diagonal_worth(mesh, a, b);
    int other = diagonal_worth(mesh, c, d);
    if (other < worth || (other == worth && !in_circle(mesh, a, b, c, d))) {
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

/// Removes diagonal `h` if the faces on both sides make one convex face.
static void remove_if_convex(Mesh *mesh, int h) {
    int t = mesh->twin[h];
    int a = mesh->corner[h], b = mesh->corner[t];
    int after_a = mesh->next[mesh->next[t]], after_b = mesh->next[mesh->next[h]];
    if (mesh_turn(mesh, mesh->corner[mesh->previous[h]], a, mesh->corner[after_a]) >= 0 &&
        mesh_turn(mesh, mesh->corner[mesh->previous[t]], b, mesh->corner[after_b]) >= 0) {
        mesh_take_out(mesh, h);
        mesh->next[h] = mesh->next[t] = -1;
        mesh->piece_count--;
    }
}

/// Removes diagonals that no corner needs, those of least worth first.
static void remove_diagonals(Mesh *mesh, Arena *scratch) {
    int *diagonals = arena_array(scratch, (size_t)mesh->count, sizeof *diagonals);
    int *worths = arena_array(scratch, (size_t)mesh->count, sizeof *worths);
    int count = 0;
    for (int h = 0; h < mesh->half_count; h++) {
        if (mesh->twin[h] > h) {
            worths[count] = diagonal_worth(mesh, mesh->corner[h], mesh->corner[mesh->twin[h]]);
            diagonals[count++] = h;
        }
    }
    for (int worth = 0; worth <= WORTH_MAX; worth++) {
        for (int k = 0; k < count; k++) {
            if (worths[k] == worth) {
                remove_if_convex(mesh, diagonals[k]);
            }
        }
    }
}

void mesh_improve(Mesh *mesh, Arena *scratch) {
    flip_diagonals(mesh, scratch);
    remove_diagonals(mesh, scratch);
    mesh_swing(mesh, scratch);
}
