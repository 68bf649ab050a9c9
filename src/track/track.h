/// A track as the game sees it: roads, walls, surfaces, gates and grid, all in metres and checked.
#pragma once

#include "base/arena.h"
#include "base/hash.h"
#include "base/messages.h"
#include "collision/material.h"
#include "collision/surface.h"
#include "collision/wall_grid.h"
#include "geometry/spline.h"
#include "track/form.h"
#include "track/mover.h"

enum {
    TRACK_RIBBONS_MAX = 32,
    TRACK_GATES_MAX = 64,
    TRACK_SLOTS_MAX = 32,
    TRACK_VERTICES_MAX = 20000,
    TRACK_PIECES_MAX = 10000, ///< Convex pieces: both walls of 25 km of winding road.
    TRACK_NAME_MAX = 61,
    TRACK_POINTS_MAX = 2000, ///< Of one shape or ribbon, as written.
    TRACK_ZONES_MAX = 1000,
    TRACK_WALLS_MAX = 1000,
    TRACK_SCENERY_MAX = 5000,
    TRACK_LINES_MAX = 8,
    TRACK_HOLES_MAX = 16, ///< Of one zone.
    TRACK_PROPS_MAX = 1000,
    TRACK_MOVERS_MAX = 32,
    TRACK_CRATES_MAX = 64,
    TRACK_FORMS_MAX = 192, ///< Different shapes of props and movers.
    TRACK_WAYS_MAX = 4,    ///< Of a gate that stands on several branches.
};

/// m of a red stripe of a kerb, then of a white one; on a loop as near to it as comes out even.
#define TRACK_KERB_STRIPE 1.0f

typedef enum TrackTheme {
    THEME_MEADOW,
    THEME_DUNE,
    THEME_SNOW,
    THEME_NIGHT,
    THEME_COUNT,
} TrackTheme;

/// Colours of a theme that a track may override, 0xRRGGBBAA.
typedef struct TrackColors {
    uint32_t ground, ground2, asphalt, line, kerb_a, kerb_b, wall_top, wall_side, accent;
} TrackColors;

typedef enum KerbMode {
    KERB_NONE,
    KERB_AUTO, ///< Inside of bends tighter than `kerb_below`, and their exits.
    KERB_ALWAYS,
} KerbMode;

/// The things along one side of a road.
typedef struct TrackSide {
    uint8_t shoulder_surface;
    float shoulder_width; ///< m, 0 = none
    bool wall;
    uint8_t wall_material;
    float wall_thickness, wall_gap; ///< m
    int kerb_mode;                  ///< A KerbMode.
    float kerb_width, kerb_below;   ///< m
    bool lines;
} TrackSide;

/// One sample of a ribbon's centre line. Left and right are the driver's in point order.
typedef struct RibbonSample {
    vec2s point;       ///< m
    vec2s tangent;     ///< Unit, in driving direction.
    float s;           ///< m along the line from its start.
    float curvature;   ///< 1/m, left bends positive.
    float left, right; ///< m, half-widths of the road.
    uint8_t surface;
    TrackSide side[2]; ///< 0 left, 1 right
    float kerb[2]; ///< m, width of the kerb here, 0 = none; it lies half in, half out of the road.
    float shoulder[2];      ///< m, width of the shoulder here after trimming.
    vec2s edge[2];          ///< Road edge.
    vec2s shoulder_edge[2]; ///< Outer edge of the shoulder.
    float wall[2];          ///< m, from the centre line to the inner face of the wall, 0 = none.
} RibbonSample;

typedef struct Ribbon {
    char id[33];
    CurveKind curve;
    bool closed;
    float length; ///< m, of the centre line.
    RibbonSample *samples;
    int count;
    Place place;
    vec2s *points;       ///< m, as written, in that order.
    Place *point_places; ///< Of each.
    int *point_samples;  ///< The sample at which the line passes each.
    int point_count;
} Ribbon;

/// A wall for drawing: its outline and, for fences, the hole in it. The collision pieces are in
/// Track.wall_pieces.
typedef struct TrackWall {
    char id[33];
    vec2s *points; ///< Counter-clockwise outline; for a fence or a ribbon's wall: strips of quads
                   ///< instead (4 points each, `quads`).
    int count;
    bool quads; ///< Whether `points` holds count / 4 quads, each in order inner from, inner to,
                ///< outer to, outer from.
    uint8_t material;
    float height;        ///< m
    uint32_t color;      ///< 0 = the material's, else the theme's.
    float circle_radius; ///< m, > 0: an exact circle around points[0].
    Place place;         ///< `file` lives in the track's arena, here and below.
} TrackWall;

typedef struct TrackZone {
    char id[33];
    int number; ///< In the file, from 1.
    vec2s *points;
    int count;
    vec2s **holes;
    int *hole_counts;
    int hole_count;
    uint8_t surface;
    uint32_t color; ///< 0 = the surface's.
    Place place;
} TrackZone;

/// A line to cross. Forward is (right - left) turned by +90 degrees.
typedef struct TrackGate TrackGate;
struct TrackGate {
    vec2s left, right; ///< m, as the driver sees them when going the right way.
    char name[33];
    bool sector;
    vec2s respawn;       ///< m, where a rescued car is put ...
    float respawn_angle; ///< ... and its heading, rad.
    float s;             ///< m along ribbon 0, -1 where there is none.
    TrackGate *others;   ///< Lines on other branches that count as well: one of them is enough.
    int other_count;     ///< At most TRACK_WAYS_MAX - 1; they have none themselves.
    Place place;
};

/// Line `way` of a gate: 0 is its own, from 1 on those of other branches.
static inline const TrackGate *track_gate_way(const TrackGate *gate, int way) {
    return way == 0 ? gate : &gate->others[way - 1];
}

typedef struct TrackSlot {
    vec2s position; ///< m, centre of the car.
    float angle;    ///< rad
    Place place;    ///< Of an automatic grid, or of its ribbon: the same for all.
} TrackSlot;

/// A thing that cars push around.
typedef struct TrackProp {
    vec2s position; ///< m, of its centre of gravity at the start.
    float angle;    ///< rad
    uint8_t form;   ///< Of Track.forms.
    Place place;
} TrackProp;

/// A thing that runs on rails, whatever stands in its way.
typedef struct TrackMover {
    char id[33];
    MoverPath path;
    uint8_t form;
    Place place;
} TrackMover;

/// Where a crate of a battle stands.
typedef struct TrackCrate {
    vec2s position; ///< m
    int number;     ///< In the file, from 1.
    Place place;
} TrackCrate;

/// A line that the author suggests to AI and coaching.
typedef struct TrackLine {
    char name[33];
    bool closed;
    vec2s *points;
    float *speeds; ///< m/s at each point, 0 = not said.
    int count;
    Place place;
} TrackLine;

/// Things without collision.
typedef enum SceneryKind {
    SCENERY_POLYGON,
    SCENERY_CIRCLE,
    SCENERY_TREE,
    SCENERY_TEXT,
    SCENERY_ARROW,
    SCENERY_LINE,
} SceneryKind;

typedef struct TrackScenery {
    SceneryKind kind;
    vec2s *points;
    int count;
    float radius, size, angle, width, height, dash; ///< m, rad
    uint32_t color;
    bool roof;
    char text[61];
    Place place;
} TrackScenery;

/// An owner: everything lives in its arena. Made by track_read, ended by track_destroy.
typedef struct Track {
    Arena arena;
    char name[TRACK_NAME_MAX], author[TRACK_NAME_MAX], license[TRACK_NAME_MAX];
    char description[501];
    int laps;
    bool reversible;
    TrackTheme theme;
    TrackColors colors;
    float sun, sun_elevation; ///< rad
    int light;                ///< 0 day, 1 dusk, 2 night
    uint8_t ground;           ///< Surface outside everything.
    Box bounds;               ///< Leaving it puts a car back.
    Surface surfaces[SURFACES_MAX];
    int surface_count;
    Material materials[MATERIALS_MAX];
    int material_count;
    Ribbon *ribbons;
    int ribbon_count;
    TrackZone *zones;
    int zone_count;
    TrackWall *walls;
    int wall_count;
    WallPiece *wall_pieces;
    int wall_piece_count;
    TrackGate *gates; ///< In driving order; the last one is the finish.
    int gate_count;
    TrackSlot slots[TRACK_SLOTS_MAX]; ///< First = pole. An automatic grid is laid out for all 32.
    int slot_count;
    bool grid_explicit;
    int grid_size; ///< How many starters the author had in mind, at most slot_count.
    TrackForm *forms;
    int form_count;
    TrackProp *props;
    int prop_count;
    bool crates_given; ///< The author says where the crates of a battle stand, perhaps nowhere.
    TrackCrate *crates;
    int crate_count;
    TrackMover *movers;
    int mover_count;
    TrackLine *lines;
    int line_count;
    TrackScenery *scenery;
    int scenery_count;
    const char *background; ///< File of the picture that the author traces; NULL: none. In `arena`.
    Place background_place;
    float medals[4];     ///< s: author, gold, silver, bronze; 0 = none
    bool reversed;       ///< It is the reverse variant of its file.
    bool is_circuit_map; ///< Read from a drawing that has no layers of a track.
    Hash128 hash;        ///< Of the model's numbers, not of the text.
} Track;

void track_destroy(Track *track);

/// XXH3-128 of the numbers that a race depends on, in the order of the model: whether it is driven
/// once, surfaces, roads, zones, wall pieces with their materials, gates, slots, bounds, props,
/// movers, the first closed line. Names, colours and scenery are left out, and so is the number of
/// laps: a race knows it (RaceDef.laps, Race.laps), and a replay records it.
Hash128 track_hash(const Track *track);

/// A place along a ribbon.
typedef struct RibbonPlace {
    int sample;   ///< The stretch from this sample to the next.
    float t;      ///< 0 to 1 along it.
    float s;      ///< m
    float offset; ///< m, left of the centre line positive.
} RibbonPlace;

/// The sample after sample `i`; after the last one the first.
static inline int ribbon_next(const Ribbon *ribbon, int i) {
    return i + 1 < ribbon->count ? i + 1 : 0;
}

/// How many stretches from a sample to the next a ribbon has.
static inline int ribbon_stretch_count(const Ribbon *ribbon) {
    return ribbon->count == 0 ? 0 : ribbon->closed ? ribbon->count : ribbon->count - 1;
}

/// From sample `i` to the next, m.
static inline float ribbon_gap_after(const Ribbon *ribbon, int i) {
    float end = i + 1 < ribbon->count ? ribbon->samples[i + 1].s : ribbon->length;
    return end - ribbon->samples[i].s;
}

/// The place on the centre line of `ribbon` nearest to `point`. `hint` is the sample found for a
/// nearby point before: the search then walks downhill from there, O(distance moved), so that a car
/// keeps to its own branch where the road crosses itself. With -1 all stretches are searched.
RibbonPlace ribbon_locate(const Ribbon *ribbon, vec2s point, int hint);

/// The place `s` m along the line (wrapped on a closed ribbon, else clamped), offset 0.
/// O(log count).
RibbonPlace ribbon_at(const Ribbon *ribbon, float s);

/// Where a place lies in the world, offset included, and the unit tangent there.
vec2s ribbon_point(const Ribbon *ribbon, RibbonPlace place);
vec2s ribbon_tangent(const Ribbon *ribbon, RibbonPlace place);

/// Metres from the centre line to the road's edge at `place`; `side` 0 left, 1 right.
float ribbon_half_width(const Ribbon *ribbon, RibbonPlace place, int side);

/// ribbon_half_width on the side of the centre line that `place` lies on.
float ribbon_half_width_at(const Ribbon *ribbon, RibbonPlace place);

/// How a way crosses a gate. The zero value means that it does not.
typedef struct GateCrossing {
    int direction; ///< 1 forward, -1 backward, 0 not at all.
    float part;    ///< Of the way up to the gate, 0 to 1.
    int way;       ///< The line of the gate that is crossed, for track_gate_way.
} GateCrossing;

/// How the way from `from` to `to` (m) crosses the gate, on whatever branch. A way that ends on the
/// line crosses it with the next one.
GateCrossing track_gate_crossing(const TrackGate *gate, vec2s from, vec2s to);

/// XXH3-64 of the props and movers alone: whether another reading of a track has the same.
uint64_t track_loose_hash(const Track *track);
