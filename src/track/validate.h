/// Checks whether a track can be built: its shapes, roads, gates and grid. track_check/ tells
/// whether it is a good one. Each check adds its messages and goes on.
#pragma once

#include "collision/wall_grid.h"
#include "track/road_grid.h"
#include "track/track_def.h"

enum {
    VALIDATE_LABEL_MAX = 96
};

/// `wall "shed"`, or `wall #3` (counted from 1) where it has no id.
const char *validate_label(char out[VALIDATE_LABEL_MAX], const char *noun, const char *id,
                           int number);

/// `gate 3`, or `finish`, which is the last gate of a track; the others count from 1. Gate -1,
/// before all others, is `start slot 1`.
const char *validate_gate_label(const Track *track, int i, char out[VALIDATE_LABEL_MAX]);

/// The ribbon nearest to `point`, and how far the edge of its road is (m); 0 on a road. -1, and
/// infinity: there is none.
int validate_nearest_road(const Track *track, vec2s point, float *distance);

/// A whole number in thin groups of three: 23 140.
const char *validate_grouped(double value, char out[32]);

/// E301 to E306, W702, N301 (where `verbose`): sets `valid` to false where a shape cannot be built.
void validate_shapes(TrackDef *def, bool verbose, MessageList *messages);

/// E307 where the points of the file and the samples that its ribbons will need are too many. False
/// then: nothing must be built.
bool validate_size(const TrackDef *def, MessageList *messages);

/// E401, E402, E405 and, of round corners, E403, from the points alone. Sets `valid`.
void validate_ribbon_points(TrackDef *def, MessageList *messages);

/// E403, E404, E406, W701 of the ribbons as built.
void validate_roads(const TrackDef *def, const Track *track, const RoadGrid *grid,
                    MessageList *messages);

/// E502 to E505. All gates must have been laid out. `walls` is the grid over the wall pieces.
void validate_gates(const TrackDef *def, const Track *track, const WallGrid *walls,
                    MessageList *messages);

/// E506, E507, E509, E512, E513. All slots must have been laid out.
void validate_grid(const TrackDef *def, const Track *track, MessageList *messages);

/// E510, W705.
void validate_bounds(const TrackDef *def, const Track *track, MessageList *messages);
