/// The thing of a track at a place: the object that a designer means, and where its file says it.
#pragma once

#include "race/race.h"

enum {
    OVERLAY_NAME_MAX = 96,
    OVERLAY_DETAIL_MAX = 128
};

typedef enum OverlayKind {
    OVERLAY_NOTHING,
    // Things on top come first.
    OVERLAY_PROP,
    OVERLAY_MOVER,
    OVERLAY_GATE,
    OVERLAY_SLOT,
    OVERLAY_WALL,
    OVERLAY_SCENERY,
    OVERLAY_ZONE,
    OVERLAY_RIBBON,
} OverlayKind;

typedef struct OverlayPick {
    OverlayKind kind;
    int index; ///< Into the track's list of that kind.
    int part;  ///< Of a wall the convex piece, of a gate the way, of a ribbon the written point;
               ///< else 0.
    float distance; ///< m, 0 on it.
    vec2s nearest;  ///< m, its place nearest to the one asked for.
    Place place;    ///< In its file; line 0 where that is not known. `file` lives in the track.
} OverlayPick;

/// The object of the race's track that is nearest to `point` (m). Those within `near` m count as
/// equally near: then what lies on top wins. Props and movers are where they are in `race`. Looks
/// at everything: about 0.2 ms on a large track.
OverlayPick overlay_pick(const Race *race, vec2s point, float near);

/// Its name: `wall "shed"`, `sand zone #2`, `ribbon "main", point 7`.
void overlay_name(const Track *track, const OverlayPick *pick, char out[OVERLAY_NAME_MAX]);

/// A detail of it: `tyres, 0.8 m high`; for a ribbon, how far along and beside it
/// `point` lies.
void overlay_detail(const Track *track, const OverlayPick *pick, vec2s point,
                    char out[OVERLAY_DETAIL_MAX]);

/// `pit.track.yaml:31`; empty where the line is not known.
void overlay_file_line(const OverlayPick *pick, char out[OVERLAY_NAME_MAX]);

/// `[12.3, -4.56]`, as a track file has it: centimetres, the same in every locale.
void overlay_coordinates(vec2s point, char out[OVERLAY_NAME_MAX]);
