#include "track/track.h"

void track_destroy(Track *track) {
    arena_destroy(&track->arena);
    *track = (Track){0};
}

static void hash_point(Hash *hash, vec2s point) {
    hash_f32(hash, point.x);
    hash_f32(hash, point.y);
}

static void hash_points(Hash *hash, const vec2s *points, int count) {
    hash_u32(hash, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        hash_point(hash, points[i]);
    }
}

static void hash_surfaces(Hash *hash, const Track *track) {
    hash_u32(hash, (uint32_t)track->surface_count);
    for (int i = 0; i < track->surface_count; i++) {
        const Surface *surface = &track->surfaces[i];
        hash_f32(hash, surface->grip);
        hash_f32(hash, surface->rolling);
        hash_f32(hash, surface->viscous);
        hash_f32(hash, surface->peak_scale);
        hash_u32(hash, surface->respawn);
    }
}

static void hash_ribbon(Hash *hash, const Ribbon *ribbon) {
    hash_u32(hash, ribbon->closed);
    hash_u32(hash, (uint32_t)ribbon->count);
    for (int i = 0; i < ribbon->count; i++) {
        const RibbonSample *sample = &ribbon->samples[i];
        hash_point(hash, sample->point);
        hash_f32(hash, sample->left);
        hash_f32(hash, sample->right);
        hash_u32(hash, sample->surface);
        for (int side = 0; side < 2; side++) {
            hash_u32(hash, sample->side[side].shoulder_surface);
            hash_f32(hash, sample->shoulder[side]);
            hash_f32(hash, sample->kerb[side]);
        }
    }
}

static void hash_zone(Hash *hash, const TrackZone *zone) {
    hash_u32(hash, zone->surface);
    hash_points(hash, zone->points, zone->count);
    hash_u32(hash, (uint32_t)zone->hole_count);
    for (int i = 0; i < zone->hole_count; i++) {
        hash_points(hash, zone->holes[i], zone->hole_counts[i]);
    }
}

static void hash_piece(Hash *hash, const WallPiece *piece) {
    hash_u32(hash, (uint32_t)piece->shape.count);
    for (int i = 0; i < piece->shape.count; i++) {
        hash_point(hash, shape_point(&piece->shape, i));
    }
    hash_f32(hash, piece->shape.radius);
    hash_point(hash, piece->origin);
    hash_f32(hash, piece->friction);
    hash_f32(hash, piece->restitution);
    hash_u32(hash, piece->outline.exposed);
}

static void hash_line(Hash *hash, const TrackGate *gate) {
    hash_point(hash, gate->left);
    hash_point(hash, gate->right);
    hash_point(hash, gate->respawn);
    hash_f32(hash, gate->respawn_angle);
    hash_f32(hash, gate->s);
    hash_u32(hash, gate->sector);
}

static void hash_gate(Hash *hash, const TrackGate *gate) {
    hash_line(hash, gate);
    hash_u32(hash, (uint32_t)gate->other_count);
    for (int i = 0; i < gate->other_count; i++) {
        hash_line(hash, &gate->others[i]);
    }
}

static void hash_form(Hash *hash, const TrackForm *form) {
    hash_points(hash, form->points, form->count);
    hash_f32(hash, form->radius);
    hash_f32(hash, form->mass);
    hash_f32(hash, form->inertia);
    hash_f32(hash, form->lever);
    hash_f32(hash, form->drag);
    hash_f32(hash, form->friction);
    hash_f32(hash, form->restitution);
}

static void hash_loose(Hash *hash, const Track *track) {
    hash_u32(hash, (uint32_t)track->form_count);
    for (int i = 0; i < track->form_count; i++) {
        hash_form(hash, &track->forms[i]);
    }
    hash_u32(hash, (uint32_t)track->prop_count);
    for (int i = 0; i < track->prop_count; i++) {
        hash_point(hash, track->props[i].position);
        hash_f32(hash, track->props[i].angle);
        hash_u32(hash, track->props[i].form);
    }
    hash_u32(hash, (uint32_t)track->mover_count);
    for (int i = 0; i < track->mover_count; i++) {
        const MoverPath *path = &track->movers[i].path;
        hash_points(hash, path->points, path->count);
        hash_u32(hash, path->loop);
        hash_u32(hash, path->run_ticks);
        hash_u32(hash, path->wait_ticks);
        hash_u32(hash, path->first_tick);
        hash_u32(hash, track->movers[i].form);
    }
}

uint64_t track_loose_hash(const Track *track) {
    Hash hash = hash_begin();
    hash_loose(&hash, track);
    return hash_end64(&hash);
}

/// The author's line that rivals follow: the first closed one.
static void hash_hint(Hash *hash, const Track *track) {
    for (int i = 0; i < track->line_count; i++) {
        const TrackLine *line = &track->lines[i];
        if (line->closed) {
            hash_points(hash, line->points, line->count);
            for (int k = 0; k < line->count; k++) {
                hash_f32(hash, line->speeds[k]);
            }
            return;
        }
    }
}

Hash128 track_hash(const Track *track) {
    Hash hash = hash_begin();
    hash_u32(&hash, track->laps == 1); // then the racing line may end at the finish
    hash_surfaces(&hash, track);
    hash_u32(&hash, track->ground);
    hash_u32(&hash, (uint32_t)track->ribbon_count);
    for (int i = 0; i < track->ribbon_count; i++) {
        hash_ribbon(&hash, &track->ribbons[i]);
    }
    hash_u32(&hash, (uint32_t)track->zone_count);
    for (int i = 0; i < track->zone_count; i++) {
        hash_zone(&hash, &track->zones[i]);
    }
    // Materials take part through the pieces that are made of them.
    hash_u32(&hash, (uint32_t)track->wall_piece_count);
    for (int i = 0; i < track->wall_piece_count; i++) {
        hash_piece(&hash, &track->wall_pieces[i]);
    }
    hash_u32(&hash, (uint32_t)track->gate_count);
    for (int i = 0; i < track->gate_count; i++) {
        hash_gate(&hash, &track->gates[i]);
    }
    hash_u32(&hash, (uint32_t)track->slot_count);
    for (int i = 0; i < track->slot_count; i++) {
        hash_point(&hash, track->slots[i].position);
        hash_f32(&hash, track->slots[i].angle);
    }
    hash_point(&hash, track->bounds.low);
    hash_point(&hash, track->bounds.high);
    if (track->prop_count + track->mover_count > 0) { // what has none keeps its hash
        hash_loose(&hash, track);
    }
    hash_hint(&hash, track);
    if (track->crates_given) { // and so does what says nothing of crates
        hash_u32(&hash, (uint32_t)track->crate_count);
        for (int i = 0; i < track->crate_count; i++) {
            hash_point(&hash, track->crates[i].position);
        }
    }
    return hash_end128(&hash);
}

GateCrossing track_gate_crossing(const TrackGate *gate, vec2s from, vec2s to) {
    for (int way = 0; way <= gate->other_count; way++) {
        const TrackGate *line = track_gate_way(gate, way);
        vec2s along = glms_vec2_sub(line->right, line->left);
        vec2s ahead = vec2_left(along);
        float before = glms_vec2_dot(ahead, glms_vec2_sub(from, line->left));
        float after = glms_vec2_dot(ahead, glms_vec2_sub(to, line->left));
        if ((before < 0.0f) == (after < 0.0f)) {
            continue;
        }
        float part = before / (before - after);
        vec2s at = glms_vec2_lerp(from, to, part);
        float across = glms_vec2_dot(along, glms_vec2_sub(at, line->left));
        if (across >= 0.0f && across <= glms_vec2_norm2(along)) {
            return (GateCrossing){.direction = before < 0.0f ? 1 : -1, .part = part, .way = way};
        }
    }
    return (GateCrossing){0};
}
