#include "render/tiles.h"

#include "base/assert.h"

#include <math.h>

#define FINER      1.05f ///< Times the scale of a view, at least: what suits it.
#define FINER_MIN  1.0f  ///< What will do: nothing is enlarged ...
#define FINER_MAX  2.3f  ///< ... and few points of a tile lie between those that are looked at.
#define LEVELS_OCT 2.0f  ///< Levels from one scale to the double.

void tiles_clear(Tiles *tiles) {
    for (int i = 0; i < TILES_MAX; i++) {
        tiles->slots[i].used = -1;
    }
}

float tiles_scale(int level) { return exp2f((float)level / LEVELS_OCT); }

float tiles_size(int level) { return (float)TILE_INNER_PX / tiles_scale(level); }

int tiles_level(float scale) {
    ASSERT(scale > 0.0f);
    return (int)ceilf(LEVELS_OCT * log2f(FINER * scale));
}

bool tiles_suits(int level, float scale) {
    float finer = tiles_scale(level) / scale;
    return finer >= FINER_MIN && finer <= FINER_MAX;
}

TileRange tiles_range(Box box, int level, float scale) {
    float size = tiles_size(level);
    box = box_grow(box, 0.5f * (float)TILES_GRID / scale);
    return (TileRange){
        .level = level,
        .left = (int)floorf(box.low.x / size),
        .low = (int)floorf(box.low.y / size),
        .right = (int)floorf(box.high.x / size),
        .high = (int)floorf(box.high.y / size),
    };
}

float tiles_edge(float pixel, float origin) {
    return origin + (float)TILES_GRID * roundf((pixel - origin) / (float)TILES_GRID);
}

int tiles_find(const Tiles *tiles, TileKey key) {
    for (int i = 0; i < TILES_MAX; i++) {
        const TileSlot *slot = &tiles->slots[i];
        if (slot->key.x == key.x && slot->key.y == key.y && slot->key.level == key.level &&
            slot->used >= 0) {
            return i;
        }
    }
    return -1;
}

int tiles_take(Tiles *tiles, TileKey key) {
    int oldest = 0;
    for (int i = 1; i < TILES_MAX; i++) {
        oldest = tiles->slots[i].used < tiles->slots[oldest].used ? i : oldest;
    }
    if (tiles->slots[oldest].used == tiles->frame) {
        return -1;
    }
    tiles->slots[oldest] = (TileSlot){key, tiles->frame};
    return oldest;
}
