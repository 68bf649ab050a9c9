#include "dynamics/world_cache.h"

#include "base/assert.h"
#include "dynamics/schedule.h"

/// Where the next array goes: bytes from the start of the block, which is NULL while only the size
/// is asked for.
typedef struct Layout {
    char *block;
    size_t at;
} Layout;

static void *reserve(Layout *layout, size_t count, size_t element) {
    void *array = layout->block ? layout->block + layout->at : NULL;
    layout->at += (count * element + WORLD_ALIGNMENT - 1) / WORLD_ALIGNMENT * WORLD_ALIGNMENT;
    return array;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

/// Places the arrays of the phases over each other.
static void lay_scratch(WorldCache *cache, Layout *layout) {
    size_t count = (size_t)cache->body_count;
    int contact_max = world_contact_max(cache->body_count);
    size_t start = layout->at;
    cache->scratch = reserve(layout, 0, 1);
    cache->fat_boxes = reserve(layout, count, sizeof(PlacedBox));
    cache->fat_motions = reserve(layout, count, sizeof(PredictedMotion));
    cache->fat_bounds = reserve(layout, count, sizeof(Box));
    size_t end = layout->at;
    layout->at = start;
    cache->candidates = reserve(layout, (size_t)contact_max + 1, sizeof(ContactCandidate));
    cache->impulses = reserve(layout, (size_t)contact_max, sizeof(CachedImpulses));
    end = larger(end, layout->at);
    layout->at = start;
    cache->corrections = reserve(layout, count + CONTACT_SPARE_BODIES, sizeof(Correction));
    cache->solve_scratch =
        reserve(layout, 1, contacts_scratch_size(contact_max, cache->body_count));
    layout->at = larger(end, layout->at);
}

/// Lays the cache out in `block`, where it is empty; returns its bytes.
static size_t lay_out(void *block, int body_count, WorldCache *out) {
    size_t count = (size_t)body_count;
    size_t crowd = count < 64 ? count : 64;
    // A block may begin anywhere within the alignment.
    size_t past = (uintptr_t)block % WORLD_ALIGNMENT;
    Layout layout = {.block =
                         block ? (char *)block + (WORLD_ALIGNMENT - past) % WORLD_ALIGNMENT : NULL};
    reserve(&layout, 1, sizeof(WorldCache));
    WorldCache cache = {.body_count = body_count,
                        .listed_walls = -1,
                        .wall_neighbour_max = (uint32_t)(3 * count / 2 + 28 * crowd + 256),
                        .pair_max = (uint32_t)(6 * count + 8 * crowd)};
    cache.lists = reserve(&layout, count, sizeof(NeighbourList));
    cache.local_boxes = reserve(&layout, count, sizeof(LocalBox));
    cache.is_box = reserve(&layout, count, sizeof(uint8_t));
    cache.known_hulls = reserve(&layout, count, sizeof(uint8_t));
    cache.bounding_radii = reserve(&layout, count + WORLD_LANES_MAX, sizeof(float));
    cache.clearances = reserve(&layout, count + WORLD_LANES_MAX, sizeof(float));
    cache.wall_edges = reserve(&layout, cache.wall_neighbour_max, sizeof(WallEdge));
    cache.wall_neighbours = reserve(&layout, cache.wall_neighbour_max, sizeof(WallNeighbour));
    cache.wall_gaps =
        reserve(&layout, (size_t)cache.wall_neighbour_max + WORLD_LANES_MAX, sizeof(float));
    cache.pairs = reserve(&layout, cache.pair_max, sizeof(CarPair));
    cache.order = reserve(&layout, count, sizeof(uint16_t));
    cache.motions = reserve(&layout, count, sizeof(PredictedMotion));
    cache.near_walls = reserve(&layout, cache.wall_neighbour_max, sizeof(uint32_t));
    cache.near_pairs = reserve(&layout, cache.pair_max, sizeof(BoxPair));
    cache.placed = reserve(&layout, count, sizeof(PlacedBox));
    lay_scratch(&cache, &layout);
    *out = cache;
    return WORLD_ALIGNMENT + layout.at;
}

size_t world_cache_size(int body_count) {
    WorldCache cache;
    return lay_out(NULL, body_count, &cache);
}

void world_cache_clear(WorldCache *cache) { cache->at = NULL; }

void world_cache_ready(WorldCache *cache, const WorldState *world) {
    if (cache->at == cache) {
        ASSERT(cache->body_count == world->body_count);
        return;
    }
    lay_out(cache, world->body_count, cache);
    cache->at = cache;
    for (int i = 0; i < cache->body_count; i++) {
        cache->order[i] = (uint16_t)i;
    }
}
