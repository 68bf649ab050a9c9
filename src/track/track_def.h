/// A track as a file says it: numbers and references, nothing laid out yet. Readers of every format
/// fill one; track_build makes the Track of it.
#pragma once

#include "track/track.h"

/// Some members of a TrackSide, to be set over others.
typedef struct SidePatch {
    TrackSide side;
    bool has[sizeof(TrackSide)]; ///< Of each byte of `side`: whether its member is to be set.
} SidePatch;

typedef struct RibbonPointDef {
    vec2s at;          ///< m
    const char *name;  ///< NULL where it has none.
    float radius;      ///< m, corner radius of a round ribbon.
    bool radius_given; ///< By the point's own `r`, not by the ribbon.
    float left, right; ///< m, half-widths of the road.
    Place place;
} RibbonPointDef;

/// Overrides from one named point to another, in driving direction; from a point to itself: of its
/// corner.
typedef struct SectionDef {
    int from, to; ///< Indices into the ribbon's points.
    int surface;  ///< -1: that of the ribbon.
    SidePatch side[2];
} SectionDef;

typedef struct RibbonDef {
    const char *id; ///< "" where it has none.
    CurveKind curve;
    bool closed;
    uint8_t surface;
    TrackSide side[2]; ///< 0 left, 1 right
    RibbonPointDef *points;
    int count;
    SectionDef *sections;
    int section_count;
    bool valid; ///< False where a mistake was found in it: it is then left out, quietly.
    Place place;
} RibbonDef;

typedef enum OutlineKind {
    OUTLINE_POLYGON, ///< Also rectangles.
    OUTLINE_CIRCLE,
    OUTLINE_LINE, ///< Also arcs.
} OutlineKind;

typedef struct OutlineDef {
    OutlineKind kind;
    vec2s *points; ///< m; of a circle its centre.
    Place *places; ///< Of each point; NULL where they are computed.
    int count;
    float radius; ///< m, of a circle.
    Place place;
} OutlineDef;

typedef struct WallDef {
    const char *id; ///< "" where it has none.
    OutlineDef outline;
    bool closed;     ///< Of a line.
    float thickness; ///< m, of a line.
    uint8_t material;
    float height, restitution, friction;
    uint32_t color; ///< 0: the material's.
    bool valid;
    Place place;
} WallDef;

typedef struct ZoneDef {
    const char *id;
    OutlineDef outline;
    OutlineDef *holes;
    int hole_count;
    uint8_t surface;
    uint32_t color; ///< 0: the surface's.
    bool valid;
    Place place;
} ZoneDef;

typedef struct GateDef GateDef;
struct GateDef {
    bool given;        ///< Of the finish: whether the file has one.
    int ribbon;        ///< It lies on this ribbon; -1: between `left` and `right`.
    int point;         ///< At this point of the ribbon; -1: at `s`.
    float s;           ///< m
    float span;        ///< m across, 0: as wide as road and shoulders.
    vec2s left, right; ///< m
    const char *name;
    bool sector;
    bool has_respawn;
    vec2s respawn;       ///< m
    float respawn_angle; ///< rad
    GateDef *ways;       ///< `any`: lines of which one counts; the other members are not theirs.
    int way_count;       ///< 0, or 2 to TRACK_WAYS_MAX
    bool valid;
    Place place;
};

typedef struct GridDef {
    bool given; ///< Whether the file has one.
    bool slots_given;
    TrackSlot slots[TRACK_SLOTS_MAX];
    int count, columns;
    float gap, stagger, behind; ///< m
    bool valid;
    Place place;
} GridDef;

/// One prop or a row of them.
typedef struct PropDef {
    const char *id; ///< "" where it has none.
    PropKind kind;
    OutlineDef outline; ///< Of a custom one, around the place where it stands.
    float mass;         ///< kg, of a custom one.
    uint8_t material;   ///< Of a custom one.
    vec2s from, to;     ///< m; the same place where it is no row.
    float spacing;      ///< m, of a row.
    float angle;        ///< rad
    bool row, valid;
    Place place;
} PropDef;

typedef struct MoverDef {
    const char *id;
    OutlineDef outline; ///< Around the point that goes along the path.
    uint8_t material;
    OutlineDef path;
    float speed; ///< m/s
    float wait;  ///< s
    float phase; ///< 0 to 1
    bool loop, valid;
    Place place;
} MoverDef;

typedef struct SceneryDef {
    TrackScenery scenery; ///< Without `points`, which stand in the outline.
    OutlineDef outline;
    bool valid;
    const char *id;
    Place place;
} SceneryDef;

typedef struct TrackDef {
    const char *name, *author, *license, *description;
    int laps;         ///< 0: not said.
    Place laps_place; ///< Of `laps`, where it is said.
    Track base; ///< All that needs no building: `reversible` to `ground`, `bounds` where there are
                ///< any, surfaces, materials and medals. The rest is empty.
    bool has_bounds;
    RibbonDef *ribbons;
    int ribbon_count;
    const char *background; ///< File of the picture to trace; NULL: none.
    Place background_place;
    bool race_lost; ///< Ribbons, or something of a foreign file, could not be read: gates and grid
                    ///< are not looked at, since what is said of them may follow from that.
    ZoneDef *zones;
    int zone_count;
    WallDef *walls;
    int wall_count;
    GateDef finish;
    bool gates_given;
    GateDef *gates;
    int gate_count;
    GridDef grid;
    PropDef *props;
    int prop_count;
    MoverDef *movers;
    int mover_count;
    bool crates_given; ///< Whether the file says where crates stand.
    TrackCrate crates[TRACK_CRATES_MAX];
    int crate_count;
    TrackLine *lines;
    int line_count;
    SceneryDef *scenery;
    int scenery_count;
    Place place; ///< Of the file's first value.
} TrackDef;

/// Sets the members of `patch` over those of `side`. A shoulder that gets a surface but was absent
/// comes into being 3 m wide.
void side_apply(TrackSide *side, const SidePatch *patch);
