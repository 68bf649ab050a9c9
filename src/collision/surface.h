/// Surfaces of the ground: how tyres grip on them, and what rolling over them costs.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    SURFACES_MAX = 64
};

typedef struct Surface {
    char name[33];
    float grip;       ///< x tyre grip.
    float rolling;    ///< Added rolling resistance, x wheel load.
    float viscous;    ///< 1/s: braking in proportion to speed, x mass carried.
    float peak_scale; ///< x slip at which the tyre peaks.
    float bump;       ///< 0 to 1, camera shake.
    bool skid;        ///< Whether tyres leave dark marks on it.
    bool respawn;     ///< A car whose centre is on it is put back on the road.
    uint32_t color;   ///< 0xRRGGBBAA; 0 = from the theme.
    uint32_t dust;    ///< 0 = none.
} Surface;

/// X(NAME, name, grip, rolling, viscous, peak_scale, bump, skid, respawn, color, dust): the
/// built-in surfaces.
///
/// To add a surface, add a row at the end. Readers, the schema and `axle list surfaces` take it
/// from here. It also wants a texture (built_in in track_picture/track_texture.c; none: plain
/// colour), a row in the table of docs/tracks.md, its name in the projects of tracks/tiled, and a
/// zone in docs/tracks/looks/surfaces.track.yaml; docs/architecture.md, "What a new thing costs",
/// says the rest. tests/test_ground.c checks where surfaces lie, tests/test_manoeuvres.c what cars
/// do on them. Every track holds all of these, so a row changes the hash of every track: a replay
/// made before says that its track has changed.
#define SURFACE_LIST(X)                                                                          \
    X(ASPHALT, "asphalt", 1.00f, 0.000f, 0.00f, 1.0f, 0.00f, true, false, 0, 0)                  \
    X(CONCRETE, "concrete", 0.95f, 0.000f, 0.00f, 1.0f, 0.05f, true, false, 0x9A9C9BFF, 0)       \
    X(KERB, "kerb", 0.95f, 0.005f, 0.00f, 1.0f, 0.30f, true, false, 0, 0)                        \
    X(WET, "wet", 0.70f, 0.005f, 0.00f, 1.1f, 0.00f, false, false, 0x2F3640FF, 0xBFD3DD60)       \
    X(DIRT, "dirt", 0.70f, 0.035f, 0.05f, 1.3f, 0.25f, false, false, 0xB08A5BFF, 0xC7A77CFF)     \
    X(GRAVEL, "gravel", 0.55f, 0.150f, 0.25f, 2.0f, 0.40f, false, false, 0xD8C49AFF, 0xD9CDB4FF) \
    X(GRASS, "grass", 0.45f, 0.070f, 0.10f, 1.6f, 0.20f, false, false, 0, 0xA8B585FF)            \
    X(MUD, "mud", 0.45f, 0.170f, 0.35f, 1.8f, 0.30f, false, false, 0x7A5C3EFF, 0x6B5238FF)       \
    X(SAND, "sand", 0.50f, 0.200f, 0.45f, 2.0f, 0.30f, false, false, 0xE6D3A3FF, 0xE6D3A3FF)     \
    X(SNOW, "snow", 0.30f, 0.030f, 0.10f, 1.8f, 0.15f, false, false, 0xE6ECEFFF, 0xFFFFFFFF)     \
    X(OIL, "oil", 0.25f, 0.000f, 0.00f, 1.3f, 0.00f, false, false, 0x1E1F26B2, 0)                \
    X(ICE, "ice", 0.12f, 0.000f, 0.00f, 1.3f, 0.00f, false, false, 0xCFE6EEFF, 0)                \
    X(WATER, "water", 0.45f, 0.090f, 0.30f, 1.3f, 0.10f, false, false, 0x7FB7C9FF, 0xBFE0EAFF)   \
    X(DEEP, "deep", 0.45f, 0.090f, 0.30f, 1.3f, 0.10f, false, true, 0x4F8BA3FF, 0xBFE0EAFF)

typedef enum SurfaceIndex {
#define X(NAME, ...) SURFACE_##NAME,
    SURFACE_LIST(X)
#undef X
    SURFACE_BUILT_IN_COUNT
} SurfaceIndex;

/// Cost of a metre on `surface` relative to one on asphalt, 1 or more: the time that its grip and
/// its drag cost.
float surface_cost(const Surface *surface);

extern const Surface surface_built_in[SURFACE_BUILT_IN_COUNT];
