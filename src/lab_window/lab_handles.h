/// What of a shape the mouse takes hold of: itself, a knob on a ring that turns it, the tip of an
/// arrow that is its velocity, and the corners of a polygon.
#pragma once

#include "lab_window/lab_layout.h"

/// Of one shape, px of the window.
typedef struct LabHandles {
    vec2s origin, turn, tip;
    float ring;  ///< Radius of the ring.
    float knob;  ///< Radius of the knobs.
    float reach; ///< m of the arrow for m/s.
} LabHandles;

LabHandles lab_handles(const LabDesk *desk, int index, const LabLayout *layout, const LabMap *map);

/// Whether the corners of the selected shape are seen, and taken hold of: not in large letters,
/// where they would be in the way, unless keys have chosen one.
bool lab_handles_has_corners(const LabDesk *desk);

/// What lies under the mouse at `pixel`. The selected shape comes first.
typedef struct LabHit {
    LabGrip grip;
    int shape;
    int corner; ///< Of LAB_GRIP_CORNER.
} LabHit;

LabHit lab_handles_hit(const LabDesk *desk, const LabLayout *layout, const LabMap *map,
                       vec2s pixel);

/// Takes hold of what `hit` says, at `pixel`.
void lab_handles_take(LabDesk *desk, LabHit hit, const LabLayout *layout, const LabMap *map,
                      vec2s pixel);

/// Drags what is held to `pixel`; numbers become round ones unless `fine`.
void lab_handles_drag(LabDesk *desk, const LabMap *map, vec2s pixel, bool fine);

/// Moves the selected shape by `steps`, or turns it; keys do.
void lab_handles_move(LabDesk *desk, vec2s move);
void lab_handles_turn(LabDesk *desk, float turn_deg);
