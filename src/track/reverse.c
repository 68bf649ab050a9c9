#include "track/reverse.h"

#include "base/assert.h"
#include "geometry/trig.h"
#include "track/gates.h"
#include "track/slot.h"

#include <string.h>

// ---- roads ----------------------------------------------------------------------------------

/// Puts `count` items of `size` bytes in opposite order.
static void turn_order(void *items, int count, size_t size) {
    char held[sizeof(RibbonSample)];
    ASSERT(size <= sizeof held);
    char *low = items;
    char *high = low + (size_t)(count > 0 ? count - 1 : 0) * size;
    for (; low < high; low += size, high -= size) {
        memcpy(held, low, size);
        memcpy(low, high, size);
        memcpy(high, held, size);
    }
}

static void turn_sample(RibbonSample *sample, float length) {
    sample->tangent = glms_vec2_negate(sample->tangent);
    sample->s = length - sample->s;
    sample->curvature = -sample->curvature;
    float left = sample->left;
    sample->left = sample->right;
    sample->right = left;
    turn_order(sample->side, 2, sizeof *sample->side);
    turn_order(sample->kerb, 2, sizeof *sample->kerb);
    turn_order(sample->shoulder, 2, sizeof *sample->shoulder);
    turn_order(sample->wall, 2, sizeof *sample->wall);
    turn_order(sample->edge, 2, sizeof *sample->edge);
    turn_order(sample->shoulder_edge, 2, sizeof *sample->shoulder_edge);
}

/// What a sample says of the stretch up to the next one: that one is now the one before it.
static void shift_stretches(Ribbon *ribbon) {
    RibbonSample first = ribbon->samples[0];
    for (int i = 0; i + 1 < ribbon->count; i++) {
        ribbon->samples[i].surface = ribbon->samples[i + 1].surface;
        memcpy(ribbon->samples[i].side, ribbon->samples[i + 1].side, sizeof first.side);
    }
    if (ribbon->closed) {
        ribbon->samples[ribbon->count - 1].surface = first.surface;
        memcpy(ribbon->samples[ribbon->count - 1].side, first.side, sizeof first.side);
    }
}

/// The first sample of a closed ribbon stays the first: its place is both 0 and the whole length.
static void turn_ribbon(Ribbon *ribbon) {
    int first = ribbon->closed ? 1 : 0;
    for (int i = 0; i < ribbon->count; i++) {
        turn_sample(&ribbon->samples[i], ribbon->length);
    }
    turn_order(ribbon->samples + first, ribbon->count - first, sizeof *ribbon->samples);
    for (int i = 0; i < ribbon->point_count; i++) {
        int *sample = &ribbon->point_samples[i];
        *sample = ribbon->closed ? (ribbon->count - *sample) % ribbon->count
                                 : ribbon->count - 1 - *sample;
    }
    if (ribbon->closed && ribbon->count > 0) {
        ribbon->samples[0].s = 0.0f;
    }
    if (ribbon->count > 0) {
        shift_stretches(ribbon);
    }
}

// ---- gates ----------------------------------------------------------------------------------

static void turn_line(TrackGate *gate, const Ribbon *ribbon) {
    gate_turn(gate);
    if (gate->s >= 0.0f && ribbon) {
        gate->s = ribbon->length - gate->s;
        gate->s -= ribbon->closed && gate->s >= ribbon->length ? ribbon->length : 0.0f;
    }
}

static void turn_gates(Track *track) {
    const Ribbon *ribbon = track->ribbon_count > 0 ? &track->ribbons[0] : NULL;
    for (int i = 0; i < track->gate_count; i++) {
        turn_line(&track->gates[i], ribbon);
        for (int k = 0; k < track->gates[i].other_count; k++) {
            turn_line(&track->gates[i].others[k], ribbon);
        }
    }
    turn_order(track->gates, track->gate_count - 1, sizeof *track->gates);
}

// ---- grid -----------------------------------------------------------------------------------

/// Mirrored along the road: as far before the finish as it was behind, on the same side of the
/// road. To be called with the ribbons turned already.
static TrackSlot mirror_along(const Ribbon *ribbon, float finish_s, TrackSlot slot, bool centred) {
    RibbonPlace now = ribbon_locate(ribbon, slot.position, -1);
    vec2s tangent = ribbon_tangent(ribbon, now);
    float turn = trig_wrap(slot.angle + TRIG_PI - trig_atan2(tangent.y, tangent.x));
    // It stands beyond the finish as the road runs now; its place is as far before it.
    float s = 2.0f * finish_s - now.s;
    s += ribbon->closed && s < 0.0f ? ribbon->length : 0.0f;
    s -= ribbon->closed && s >= ribbon->length ? ribbon->length : 0.0f;
    RibbonPlace place = ribbon_at(ribbon, s);
    place.offset = centred ? 0.0f : now.offset;
    vec2s ahead = ribbon_tangent(ribbon, place);
    float angle = trig_wrap(trig_atan2(ahead.y, ahead.x) + (centred ? 0.0f : turn));
    return (TrackSlot){ribbon_point(ribbon, place), angle, slot.place};
}

/// Mirrored about the line of the finish.
static TrackSlot mirror_across(const TrackGate *finish, TrackSlot slot) {
    vec2s normal = gate_forward(finish);
    float off = glms_vec2_dot(normal, glms_vec2_sub(slot.position, finish->left));
    float axis = trig_atan2(finish->right.y - finish->left.y, finish->right.x - finish->left.x);
    return (TrackSlot){glms_vec2_sub(slot.position, glms_vec2_scale(normal, 2.0f * off)),
                       trig_wrap(2.0f * axis - slot.angle), slot.place};
}

static bool stands_free(const Track *track, const TrackSlot *slots, int count, TrackSlot slot) {
    int wall = 0;
    bool free =
        box_contains(track->bounds, slot.position) && slot_depth(track, &slot, &wall) <= 0.01f;
    for (int i = 0; i < count && free; i++) {
        free = !slots_overlap(&slots[i], &slot);
    }
    return free;
}

/// The places of the new grid; returns how many.
static int mirror_grid(const Track *track, TrackSlot out[TRACK_SLOTS_MAX]) {
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    const Ribbon *ribbon = track->ribbon_count > 0 ? &track->ribbons[0] : NULL;
    bool road = ribbon && ribbon->closed && finish->s >= 0.0f;
    int count = 0;
    while (count < track->slot_count) {
        TrackSlot slot = track->slots[count];
        TrackSlot mirrored =
            road ? mirror_along(ribbon, finish->s, slot, false) : mirror_across(finish, slot);
        if (road && !stands_free(track, out, count, mirrored)) {
            mirrored = mirror_along(ribbon, finish->s, slot, true);
        }
        if (!stands_free(track, out, count, mirrored)) {
            break;
        }
        out[count++] = mirrored;
    }
    return count;
}

// ---- the whole ------------------------------------------------------------------------------

/// Roads, gates and hints: its own inverse.
static void turn_ways(Track *track) {
    for (int i = 0; i < track->ribbon_count; i++) {
        turn_ribbon(&track->ribbons[i]);
    }
    turn_gates(track);
    for (int i = 0; i < track->line_count; i++) {
        TrackLine *line = &track->lines[i];
        turn_order(line->points, line->count, sizeof *line->points);
        turn_order(line->speeds, line->count, sizeof *line->speeds);
    }
}

bool track_reverse(Track *track) {
    // A sprint starts at its other end; where that is, no grid tells.
    if (track->gate_count == 0 || (track->ribbon_count > 0 && !track->ribbons[0].closed)) {
        return false;
    }
    TrackSlot slots[TRACK_SLOTS_MAX];
    turn_ways(track);
    int count = mirror_grid(track, slots);
    if (count == 0) {
        turn_ways(track);
        return false;
    }
    memcpy(track->slots, slots, (size_t)count * sizeof *slots);
    track->slot_count = count;
    track->grid_size = track->grid_size < count ? track->grid_size : count;
    memset(track->medals, 0, sizeof track->medals);
    track->reversed = !track->reversed;
    track->hash = track_hash(track);
    return true;
}
