/// The panel of the broad phase: which pairs of two shapes and a crowd around them are left to
/// test, and how many boxes are compared to find them.
///
/// Pairs are found by car_pairs_find and by a wall grid, as in the game. The comparisons are
/// counted from the order and the cells that these two make.
#pragma once

#include "collision/car_pairs.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    BROAD_CROWD_MAX = 60,
    BROAD_MAX = BROAD_CROWD_MAX + SCENE_SHAPES, ///< Shapes: a, b, then the crowd.
    BROAD_PAIRS_MAX = BROAD_MAX * (BROAD_MAX - 1) / 2,
};

/// A shape of the crowd or of the scene.
typedef struct BroadThing {
    Shape crowd;     ///< Of the crowd: its shape.
    Transform at;    ///< Where it stands at the end of the tick ...
    vec2s move;      ///< m: ... and the way that it made in it.
    Box box;         ///< Around both of its places.
    int column, row; ///< Of the cell that holds the middle of the box.
    int sooner[2];   ///< Boxes that begin after it, along x and along y, and before it ends.
} BroadThing;

/// Two things whose boxes overlap.
typedef struct BroadPair {
    int first, second; ///< first < second
    bool touches;      ///< They do in this tick.
    bool same_cell;    ///< Both middles lie in one cell.
} BroadPair;

/// What a box around a way of b gathers.
typedef struct BroadWay {
    vec2s from; ///< m: where b was then.
    Box box;
    int cells;    ///< That it touches.
    int compared; ///< Boxes in them.
    int gathered; ///< Those that overlap it, b's own left out.
    int hits;     ///< Those that b meets on the way.
    bool has[BROAD_MAX];
} BroadWay;

/// The line from the muzzle, as a ray walks it from cell to cell: up to the first box that it
/// meets. b's own is none, nor is one that it starts in.
typedef struct BroadLine {
    vec2s end;    ///< m: there, or where b is now.
    bool hit;     ///< Whether it met a box.
    int cells;    ///< That it crosses ...
    int compared; ///< ... and boxes in them, one in two cells twice.
} BroadLine;

typedef struct Broad {
    BroadThing things[BROAD_MAX];
    int count;
    uint16_t order[2][BROAD_MAX]; ///< By where boxes begin along x and along y.
    BroadPair pairs[BROAD_PAIRS_MAX];
    int pair_count, touch_count;
    vec2s low; ///< m, of the grid.
    float cell;
    int columns, rows;
    // Comparisons of boxes:
    int all;       ///< Each with each.
    int sorted[2]; ///< Of boxes sorted along x and along y.
    int shared;    ///< Of boxes that share a cell, once for each cell that they share.
    int centred;   ///< Of boxes whose middles share a cell. This is wrong:
    int missed;    ///< pairs that it does not find ...
    int lost;      ///< ... and those of them that touch.
    BroadWay tick;
    bool has_muzzle;
    BroadWay muzzle;
    BroadLine line; ///< From there, too.
} Broad;

/// Whether the line from the muzzle crosses this cell before it ends.
bool broad_line_crosses(const Broad *broad, int column, int row);

Broad broad_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

enum {
    BROAD_NAME_MAX = 12, ///< Bytes.
};

/// "a", "b", or the number in the crowd, from 1.
void broad_name(int thing, char out[BROAD_NAME_MAX]);

void broad_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void broad_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);
