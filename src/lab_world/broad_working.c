/// The working of the panel of the broad phase (lab/broad.h).
#include "lab_world/broad.h"

#include <math.h>
#include <stdio.h>

enum {
    PAIRS_WORKED = 60 ///< Pairs that are listed: more than that nobody reads.
};

void broad_name(int thing, char out[BROAD_NAME_MAX]) {
    if (thing < SCENE_SHAPES) {
        snprintf(out, BROAD_NAME_MAX, thing == 0 ? "a" : "b");
    } else {
        snprintf(out, BROAD_NAME_MAX, "%d", thing - SCENE_SHAPES + 1);
    }
}

static void work_order(const Broad *broad, int axis, Working *working) {
    for (int i = 0; i < broad->count; i++) {
        int index = broad->order[axis][i];
        const BroadThing *thing = &broad->things[index];
        Digits d = {0};
        char of[BROAD_NAME_MAX], name[WORKING_NAME_MAX];
        broad_name(index, of);
        snprintf(name, sizeof name, "box of %s begins", of);
        double low = (double)(axis == 0 ? thing->box.low.x : thing->box.low.y);
        double high = (double)(axis == 0 ? thing->box.high.x : thing->box.high.y);
        working_number(
            working, name, low, "m", "along %s; ends at %s; compared with %s that begin in between",
            axis == 0 ? "x" : "y", digits_of(&d, high, 2), digits_of(&d, thing->sooner[axis], 0));
    }
}

static void work_counts(const Broad *broad, Working *working) {
    Digits d = {0};
    const char *n = digits_of(&d, broad->count, 0);
    working_number(working, "each with each: compared", broad->all, "",
                   "n (n - 1) / 2 = %s x %s / 2", n, digits_of(&d, broad->count - 1, 0));
    working_number(working, "sorted along x: compared", broad->sorted[0], "",
                   "each with those that begin before it ends");
    working_number(working, "sorted along y: compared", broad->sorted[1], "",
                   "the same along the other axis");
    working_number(working, "side of a cell", (double)broad->cell, "m", "%s columns, %s rows",
                   digits_of(&d, broad->columns, 0), digits_of(&d, broad->rows, 0));
    working_number(working, "grid: compared", broad->shared, "",
                   "k (k - 1) / 2 of each cell that k boxes touch");
    working_number(working, "boxes that overlap", broad->pair_count, "",
                   "along both axes: the pairs that are left to test");
    working_number(working, "pairs that touch", broad->touch_count, "",
                   "in this tick, by sweeps of the shapes");
    working_number(working, "cell of the middle: compared", broad->centred, "",
                   "each box entered in one cell alone");
    working_number(working, "cell of the middle: missed", broad->missed, "",
                   "boxes that overlap across a border");
    working_number(working, "cell of the middle: lost contacts", broad->lost, "",
                   "pairs that touch and are never tested");
}

static void work_pairs(const Broad *broad, Working *working) {
    for (int i = 0; i < broad->pair_count && i < PAIRS_WORKED; i++) {
        const BroadPair *pair = &broad->pairs[i];
        const Box *a = &broad->things[pair->first].box, *b = &broad->things[pair->second].box;
        Digits d = {0};
        char first[BROAD_NAME_MAX], second[BROAD_NAME_MAX], name[WORKING_NAME_MAX];
        broad_name(pair->first, first);
        broad_name(pair->second, second);
        snprintf(name, sizeof name, "%s and %s touch", first, second);
        vec2s low = vec2_make(fmaxf(a->low.x, b->low.x), fmaxf(a->low.y, b->low.y));
        vec2s high = vec2_make(fminf(a->high.x, b->high.x), fminf(a->high.y, b->high.y));
        working_truth(working, name, pair->touches, "their boxes share %s x %s m; %s",
                      digits_of(&d, (double)(high.x - low.x), 2),
                      digits_of(&d, (double)(high.y - low.y), 2),
                      pair->same_cell ? "their middles one cell" : "their middles no cell");
    }
}

static void work_way(const BroadWay *way, const char *which, Working *working) {
    Digits d = {0};
    char name[WORKING_NAME_MAX];
    vec2s size = glms_vec2_sub(way->box.high, way->box.low);
    snprintf(name, sizeof name, "%s: area of the box", which);
    working_number(working, name, (double)size.x * (double)size.y, "m2", "%s x %s m, from %s on",
                   digits_of(&d, (double)size.x, 2), digits_of(&d, (double)size.y, 2),
                   digits_point(&d, way->from));
    snprintf(name, sizeof name, "%s: compared", which);
    working_number(working, name, way->compared, "", "boxes in the %s cells that it touches",
                   digits_of(&d, way->cells, 0));
    snprintf(name, sizeof name, "%s: gathered", which);
    working_number(working, name, way->gathered, "", "boxes that overlap it, b's own left out");
    snprintf(name, sizeof name, "%s: met", which);
    working_number(working, name, way->hits, "", "shapes that b meets on this way");
}

void broad_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Broad broad = broad_make(scene, solids);
    Digits d = {0};
    working_number(working, "shapes", broad.count, "", "a, b and a crowd of %s",
                   digits_of(&d, broad.count - SCENE_SHAPES, 0));
    work_order(&broad, scene->options.chart, working);
    work_counts(&broad, working);
    work_pairs(&broad, working);
    work_way(&broad.tick, "way of the tick", working);
    if (broad.has_muzzle) {
        work_way(&broad.muzzle, "from the muzzle", working);
        working_number(working, "line from the muzzle: cells", broad.line.cells, "",
                       "walked one by one, up to %s", digits_point(&d, broad.line.end));
        working_number(working, "line from the muzzle: compared", broad.line.compared, "",
                       "boxes in these cells");
        working_truth(working, "line from the muzzle: meets a box", broad.line.hit,
                      "before it comes to b");
    }
}
