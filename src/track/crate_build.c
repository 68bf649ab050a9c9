#include "track/crate_build.h"

#include "collision/sat.h"
#include "track/validate.h"

enum {
    WALLS_NEAR_MAX = 64 ///< Wall pieces looked at around a crate.
};

/// The wall that `point` lies in; -1 where it lies in none.
static int wall_around(const WallGrid *walls, vec2s point) {
    Shape spot = {0};
    if (!shape_make(&(vec2s){{0.0f, 0.0f}}, 1, 0.01f, &spot)) {
        return -1;
    }
    int near[WALLS_NEAR_MAX];
    int count = wall_grid_query(walls, (Box){point, point}, near, WALLS_NEAR_MAX);
    count = count < WALLS_NEAR_MAX ? count : WALLS_NEAR_MAX;
    Transform at = {point, rotation_make(0.0f)};
    for (int i = 0; i < count; i++) {
        const WallPiece *piece = &walls->pieces[near[i]];
        Transform wall_in_spot = transform_relative(at, wall_piece_at(piece));
        if (sat_overlap(&spot, &piece->shape, wall_in_spot).hit) {
            return piece->wall;
        }
    }
    return -1;
}

void crates_build(const TrackDef *def, const WallGrid *walls, Track *track, MessageList *messages) {
    if (!def->crates_given) {
        return;
    }
    track->crates_given = true;
    track->crates = arena_array(&track->arena, TRACK_CRATES_MAX, sizeof *track->crates);
    for (int i = 0; i < def->crate_count; i++) {
        const TrackCrate *crate = &def->crates[i];
        vec2s at = crate->position;
        char label[VALIDATE_LABEL_MAX], wall_label[VALIDATE_LABEL_MAX];
        validate_label(label, "crate", "", i + 1);
        int wall = wall_around(walls, at);
        if (wall < 0) {
            track->crates[track->crate_count] = *crate;
            track->crates[track->crate_count++].number = i + 1;
            continue;
        }
        validate_label(wall_label, "wall", track->walls[wall].id, wall + 1);
        Message *message = message_add(messages, MESSAGE_W703, crate->place, label, wall_label,
                                       (double)at.x, (double)at.y);
        message_at(message, at.x, at.y);
    }
}
