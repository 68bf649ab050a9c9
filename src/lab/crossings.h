/// The panel of crossing lines: the path of one tick against the edges of a polygon, by slopes as
/// the field does it, and by points and directions.
#pragma once

#include "collision/circle.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

/// What the slope form y = m x + b makes of two segments, in floats. Where a line is vertical its
/// slope is no number, nor is anything that follows.
typedef struct SlopeCrossing {
    float slope; ///< Of the edge.
    vec2s at;    ///< m; where both lines meet, or no numbers.
    bool hit;    ///< Whether that lies on both segments, as x tells.
} SlopeCrossing;

/// The segment from `from` to `to` against the one from `a` to `b`, as articles print it.
SlopeCrossing slope_crossing(vec2s from, vec2s to, vec2s a, vec2s b);

typedef struct CrossingsRow {
    vec2s from, to; ///< m, of the edge in the scene.
    SlopeCrossing slopes;
    bool lines_meet;              ///< Whether the two are not parallel. Then:
    float path_share, edge_share; ///< where they meet: 0 to 1 on the path, and on the edge.
    bool hit;                     ///< The library's answer.
    vec2s at;                     ///< m; of a hit, the library's; else where the lines meet.
} CrossingsRow;

typedef struct Crossings {
    vec2s from, to; ///< m: the path of the first shape's origin, as the second sees it from where
                    ///< it stands now.
    CrossingsRow rows[CAR_OUTLINE_MAX];
    int count;
    int hit_count;
    SegmentHit first; ///< The library's answer: the hit nearest the start.
    bool ends_inside;
    bool slopes_hit;     ///< Whether slopes find any.
    int slopes_missed;   ///< Edges that are hit and that slopes do not find ...
    int slopes_invented; ///< ... and those that they find and nobody hits.
    float slopes_off;    ///< m: how far their points are off at most, where both find one.
    bool has_muzzle;     ///< Whether the line from the muzzle is asked. Then:
    vec2s muzzle;
    SegmentHit from_muzzle;
} Crossings;

Crossings crossings_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

void crossings_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void crossings_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);
