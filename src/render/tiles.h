/// Which pictures of a plane are kept, and what they show: square tiles of a grid, at scales of
/// their own, in the slots of one large picture. Plain data; gl_tiles.h paints and draws them.
///
/// A view is drawn from tiles of 1.05 to 1.5 times its own scale, so that nothing gets blurred. It
/// stays with the tiles it has while the scale of the view is near enough to theirs, or each zoom
/// would need all of them anew.
#pragma once

#include "geometry/polygon.h"

enum {
    TILES_WIDE = 16, ///< Slots in a row of the large picture ...
    TILES_HIGH = 8,  ///< ... and rows.
    TILES_MAX = TILES_WIDE * TILES_HIGH,
    TILE_PX = 512,    ///< Across a tile ...
    TILE_BORDER = 76, ///< ... with what its neighbours show too: half of TILES_GRID, and one more.
    TILE_INNER_PX = TILE_PX - 2 * TILE_BORDER, ///< Without.
    TILES_GRID = 64, ///< px, of the squares in which software renderers work: see tiles_edge.
};

/// Tile (x, y) has its low corner at x, y times tiles_size(level).
typedef struct TileKey {
    int level, x, y;
} TileKey;

typedef struct TileSlot {
    TileKey key;
    int used; ///< Frame in which it was last drawn; below 0: it holds nothing.
} TileSlot;

typedef struct Tiles {
    TileSlot slots[TILES_MAX];
    int frame; ///< From 1 on, counted by who draws.
} Tiles;

/// The tiles from (left, low) to (right, high), these included.
typedef struct TileRange {
    int level, left, low, right, high;
} TileRange;

/// Forgets all tiles.
void tiles_clear(Tiles *tiles);

/// Pixels of a tile for each unit, and units across its inner part.
float tiles_scale(int level);
float tiles_size(int level);

/// The level that suits a view with `scale` pixels a unit (above 0), and whether `level` will do.
int tiles_level(float scale);
bool tiles_suits(int level, float scale);

/// The tiles that show what lies in `box` to a view with `scale` pixels a unit.
TileRange tiles_range(Box box, int level, float scale);

/// The pixel at which a tile begins that should at `pixel`: a side of the nearest of the squares
/// that begin at `origin`, so that no square shows two tiles, which takes four times as long.
float tiles_edge(float pixel, float origin);

/// The slot of a tile, -1 where it is not kept. O(TILES_MAX).
int tiles_find(const Tiles *tiles, TileKey key);

/// A slot for a tile that is not kept: the one that was not drawn for longest. -1 where this frame
/// needs all of them.
int tiles_take(Tiles *tiles, TileKey key);
