#include "base/random.h"
#include "geometry/partition_mesh.h"

// Words used here. A diagonal is needed at an end if without it the corner there would be reflex in
// the one face that its two faces would become. After the removal each diagonal is needed at one
// end at least. One that is needed at one end alone, its root, is loose: both its faces are convex,
// so the root sees all of them, and the other end may swing to any of their corners that leaves the
// root convex on both sides.

enum {
    DEPTH_MAX = 16,     ///< Swings in one chain.
    DEPTH_MAX_KICK = 4, ///< And in one after a kick, which must pay soon.
    KICK_ONE_IN = 4,    ///< So many diagonals is one kicked in a round: moves must come between.
    QUIET_MAX = 30,     ///< Rounds without a gain that end the search.
    // How many corners the search may look at: LOOKS_BY_CORNER for each corner, enough for the
    // first round, which finds most; and LOOKS_BY_SHARE over the number of pieces, at the start and
    // for each piece won: among few pieces one more is a larger share, and where much was won more
    // is left. LOOKS_MAX and LOOKS_MAX_BY_CORNER bound it all: 100 points take under 90 us.
    LOOKS_BY_CORNER = 3,
    LOOKS_BY_SHARE = 12000,
    LOOKS_MAX = 1500,
    LOOKS_MAX_BY_CORNER = 5,
};

typedef struct Search {
    Mesh *mesh;
    int *diagonals; ///< One half of each that ever was.
    int diagonal_count;
    int *visited; ///< By half-edge: the round in which it was last the root of a swing.
    int round;
    int looks;     ///< How many more corners may be looked at.
    int depth_max; ///< Of chains.
    int spare;     ///< A removed diagonal, or -1.
    Random random;
} Search;

static bool is_there(const Mesh *mesh, int h) { return mesh->next[h] >= 0; }

/// Whether diagonal `h` is needed at the corner where it starts.
static bool is_needed(const Mesh *mesh, int h) {
    int after = mesh->next[mesh->twin[h]];
    return mesh_turn(mesh, mesh->corner[mesh->previous[h]], mesh->corner[h],
                     mesh->corner[mesh->next[after]]) < 0;
}

/// The half of the diagonal `h` that starts at its root if it is loose, else -1.
static int loose_half(const Mesh *mesh, int h) {
    int t = mesh->twin[h];
    bool here = is_needed(mesh, h);
    bool there = is_needed(mesh, t);
    return here && !there ? h : there && !here ? t : -1;
}

/// Puts diagonal `h` between the corners where half-edges `from` and `to` of one face start.
static void put_in(Mesh *mesh, int h, int from, int to) {
    int t = mesh->twin[h];
    int before_from = mesh->previous[from];
    int before_to = mesh->previous[to];
    mesh->corner[h] = mesh->corner[from];
    mesh->corner[t] = mesh->corner[to];
    mesh->next[before_from] = h;
    mesh->previous[h] = before_from;
    mesh->next[h] = to;
    mesh->previous[to] = h;
    mesh->next[before_to] = t;
    mesh->previous[t] = before_to;
    mesh->next[t] = from;
    mesh->previous[from] = t;
}

static void remove_diagonal(Search *search, int h) {
    Mesh *mesh = search->mesh;
    mesh->next[h] = mesh->next[mesh->twin[h]] = -1;
    mesh->piece_count--;
    search->spare = h;
}

/// The ends that a diagonal may have that starts where half-edge `from` does: the first half-edge
/// of the face, from `at` on, whose corner leaves the root convex on both sides. -1 if none is
/// left.
static int next_end(Search *search, int from, int at) {
    const Mesh *mesh = search->mesh;
    int last = mesh->previous[from];
    int before = mesh->corner[last];
    int root = mesh->corner[from];
    int after = mesh->corner[mesh->next[from]];
    for (; at != last; at = mesh->next[at]) {
        int end = mesh->corner[at];
        search->looks--;
        if (mesh_turn(mesh, before, root, end) >= 0) {
            // They stand in order of angle: behind the first that is too far, all are.
            return mesh_turn(mesh, end, root, after) >= 0 ? at : -1;
        }
    }
    return -1;
}

static int first_end(Search *search, int from) {
    return next_end(search, from, search->mesh->next[search->mesh->next[from]]);
}

/// Looks at the edge that starts (`starts`) or ends where a diagonal from corner `far` is to be put
/// in, at the corner that they would share: its half that starts at its other corner if the shared
/// one will no longer need it; -1 if it is no diagonal, needed or was tried in this round.
static int freed_half(const Search *search, int edge, bool starts, int far) {
    const Mesh *mesh = search->mesh;
    int twin = mesh->twin[edge];
    int freed = starts ? twin : edge;
    if (twin < 0 || search->visited[freed] == search->round) {
        return -1;
    }
    if (starts) {
        int after = mesh->next[mesh->next[twin]];
        return mesh_turn(mesh, far, mesh->corner[edge], mesh->corner[after]) >= 0 ? freed : -1;
    }
    int before = mesh->previous[twin];
    return mesh_turn(mesh, mesh->corner[before], mesh->corner[twin], far) >= 0 ? freed : -1;
}

/// Looks for one piece less by a chain of swings from the loose diagonal `h`, which starts at its
/// root: each makes its neighbour loose, the last one is needed nowhere and goes. If there is none,
/// all is as before. A matching grows along augmenting paths in just this way.
static bool swing(Search *search, int h, int depth) {
    Mesh *mesh = search->mesh;
    int from = mesh->next[mesh->twin[h]];
    int last = mesh->previous[h];
    int old = mesh->next[h];
    search->visited[h] = search->round;
    bool needed = is_needed(mesh, h);
    mesh_take_out(mesh, h);
    if (!needed) {
        remove_diagonal(search, h);
        return true;
    }
    int root = mesh->corner[from];
    int at = depth < search->depth_max ? first_end(search, from) : -1;
    for (; at >= 0 && search->looks > 0; at = next_end(search, from, mesh->next[at])) {
        int end = mesh->corner[at];
        const int edges[4] = {at, mesh->previous[at], from, last};
        for (int k = 0; k < 4 && at != old; k++) {
            int freed = freed_half(search, edges[k], k % 2 == 0, k < 2 ? root : end);
            if (freed < 0) {
                continue;
            }
            put_in(mesh, h, from, at);
            if (swing(search, freed, depth + 1)) {
                return true;
            }
            mesh_take_out(mesh, h);
        }
    }
    put_in(mesh, h, from, old);
    return false;
}

/// Starts a chain at each loose diagonal that no other chain of this round has tried.
static void swing_all(Search *search) {
    Mesh *mesh = search->mesh;
    search->round++;
    for (int k = 0; k < search->diagonal_count && search->looks > 0; k++) {
        int h = search->diagonals[k];
        int root = is_there(mesh, h) ? loose_half(mesh, h) : -1;
        if (root >= 0 && search->visited[root] != search->round) {
            swing(search, root, 0);
        }
    }
}

/// An end for a diagonal from where `from` starts: the nearest, or any. -1 if there is none but the
/// corner `avoid`.
static int choose_end(Search *search, int from, bool nearest, int avoid) {
    const Mesh *mesh = search->mesh;
    int root = mesh->corner[from];
    int chosen = -1;
    uint32_t found = 0;
    double least = 0.0;
    for (int at = first_end(search, from); at >= 0; at = next_end(search, from, mesh->next[at])) {
        if (mesh->corner[at] == avoid) {
            continue;
        }
        found++;
        double length2 = nearest ? mesh_distance2(mesh, root, mesh->corner[at]) : 0.0;
        if (found == 1 || (nearest ? length2 < least : random_u32(&search->random) % found == 0)) {
            least = length2;
            chosen = at;
        }
    }
    return chosen;
}

/// Swings every loose diagonal to its nearest end (pieces are fat then), or to any (other chains
/// may be open then).
static void move_loose(Search *search, bool nearest) {
    Mesh *mesh = search->mesh;
    for (int k = 0; k < search->diagonal_count && search->looks > 0; k++) {
        int h = search->diagonals[k];
        int root = is_there(mesh, h) ? loose_half(mesh, h) : -1;
        if (root < 0) {
            continue;
        }
        int from = mesh->next[mesh->twin[root]];
        int old = mesh->next[root];
        mesh_take_out(mesh, root);
        int end = choose_end(search, from, nearest, nearest ? -1 : mesh->corner[old]);
        put_in(mesh, root, from, end >= 0 ? end : old);
    }
}

/// Puts one loose diagonal for each end in place of the diagonal `h` that both ends need: one piece
/// more, unless a chain from one of them wins it back, or both one more. Else all is as before.
static void kick(Search *search, int h) {
    Mesh *mesh = search->mesh;
    int second = search->spare;
    int from_start = mesh->next[mesh->twin[h]];
    int from_end = mesh->next[h];
    int start = mesh->corner[h];
    int end = mesh->corner[mesh->twin[h]];
    mesh_take_out(mesh, h);
    int to = choose_end(search, from_start, false, end);
    if (to >= 0) {
        put_in(mesh, h, from_start, to);
        int back = choose_end(search, from_end, false, start);
        if (back >= 0) {
            int pieces = mesh->piece_count++;
            put_in(mesh, second, from_end, back);
            search->round++;
            if (!is_needed(mesh, mesh->twin[h])) {
                swing(search, h, 0);
            }
            search->round++;
            if (is_there(mesh, second) && !is_needed(mesh, mesh->twin[second])) {
                swing(search, second, 0);
            }
            if (mesh->piece_count <= pieces) {
                return;
            }
            mesh_take_out(mesh, second);
            remove_diagonal(search, second);
        }
        mesh_take_out(mesh, h);
    }
    put_in(mesh, h, from_start, from_end);
}

/// Kicks some of the diagonals that both ends need.
static void kick_some(Search *search) {
    const Mesh *mesh = search->mesh;
    search->depth_max = DEPTH_MAX_KICK;
    for (int k = 0; k < search->diagonal_count && search->looks > 0 && search->spare >= 0; k++) {
        int h = search->diagonals[k];
        bool chosen = is_there(mesh, h) && random_u32(&search->random) % KICK_ONE_IN == 0;
        if (chosen && is_needed(mesh, h) && is_needed(mesh, mesh->twin[h])) {
            kick(search, h);
        }
    }
    search->depth_max = DEPTH_MAX;
}

static int lesser(int a, int b) { return a < b ? a : b; }

/// How many looks one piece is worth.
static int looks_of_piece(const Mesh *mesh) { return LOOKS_BY_SHARE / mesh->piece_count; }

static Search search_make(Mesh *mesh, Arena *scratch) {
    size_t halves = (size_t)mesh->half_count;
    Search search = {.mesh = mesh,
                     .diagonals = arena_array(scratch, (size_t)mesh->count, sizeof(int)),
                     .visited = arena_array(scratch, halves, sizeof(int)),
                     .depth_max = DEPTH_MAX,
                     .spare = -1,
                     .random = random_make(1, 1)};
    for (int h = 0; h < mesh->half_count; h++) {
        if (mesh->twin[h] > h) {
            search.diagonals[search.diagonal_count++] = h;
            search.spare = is_there(mesh, h) ? search.spare : h;
        }
    }
    return search;
}

void mesh_swing(Mesh *mesh, Arena *scratch) {
    int least = (mesh->reflex_count + 1) / 2 + 1; // a diagonal serves two reflex corners at most
    Search search = search_make(mesh, scratch);
    int more = LOOKS_MAX + LOOKS_MAX_BY_CORNER * mesh->count;
    search.looks = lesser(LOOKS_BY_CORNER * mesh->count + looks_of_piece(mesh), more);
    more -= search.looks;
    for (int quiet = 0; mesh->piece_count > least && quiet < QUIET_MAX && search.looks > 0;) {
        int pieces = mesh->piece_count;
        swing_all(&search);
        if (mesh->piece_count == pieces) {
            move_loose(&search, false);
            kick_some(&search);
        }
        int won = pieces - mesh->piece_count;
        int looks = lesser(won * looks_of_piece(mesh), more);
        search.looks += looks;
        more -= looks;
        quiet = won > 0 ? 0 : quiet + 1;
    }
    search.looks = LOOKS_BY_CORNER * mesh->count;
    move_loose(&search, true);
}
