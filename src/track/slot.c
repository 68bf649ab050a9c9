#include "track/slot.h"

#include "geometry/transform.h"

float slot_depth(const Track *track, const TrackSlot *slot, int *wall) {
    Shape car = shape_box(vec2_make(0.0f, 0.0f), SLOT_LENGTH, SLOT_WIDTH);
    Transform stand = {slot->position, rotation_make(slot->angle)};
    Box box = shape_bounds(&car, stand);
    float depth = 0.0f;
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        if (!box_overlap(piece->bounds, box)) {
            continue;
        }
        Overlap overlap =
            sat_overlap(&car, &piece->shape, transform_relative(stand, wall_piece_at(piece)));
        if (overlap.hit && overlap.depth > depth) {
            depth = overlap.depth;
            *wall = piece->wall;
        }
    }
    return depth;
}

bool slots_overlap(const TrackSlot *a, const TrackSlot *b) {
    float reach = SLOT_LENGTH + SLOT_WIDTH;
    if (glms_vec2_distance2(a->position, b->position) > reach * reach) {
        return false;
    }
    Shape car = shape_box(vec2_make(0.0f, 0.0f), SLOT_LENGTH, SLOT_WIDTH);
    Transform stand = {a->position, rotation_make(a->angle)};
    Transform other = {b->position, rotation_make(b->angle)};
    Overlap overlap = sat_overlap(&car, &car, transform_relative(stand, other));
    return overlap.hit && overlap.depth > 0.01f;
}
