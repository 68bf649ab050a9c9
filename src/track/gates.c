#include "track/gates.h"

#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/ribbon_build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m: a gate reaches this far past the shoulder.
#define GATE_MARGIN 0.5f

/// 1/m: a stretch less bent than this counts as straight.
#define STRAIGHT_CURVATURE (1.0f / 200.0f)

/// m between two automatic gates, about.
#define GATE_SPACING 80.0f

vec2s gate_forward(const TrackGate *gate) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    return glms_vec2_scale(vec2_left(across), 1.0f / fmaxf(glms_vec2_norm(across), 1e-6f));
}

float gate_side(const TrackGate *gate, vec2s point) {
    return glms_vec2_dot(gate_forward(gate), glms_vec2_sub(point, gate->left));
}

vec2s gate_middle(const TrackGate *gate) {
    return glms_vec2_scale(glms_vec2_add(gate->left, gate->right), 0.5f);
}

/// m: samples this little to one side of a gate may lie there only because the line between samples
/// is a chord.
#define SAMPLES_OFF 0.2f

/// How far a gate at `place` may reach to `side` before it comes nearer to another part of the
/// ribbon than to its own: so gates on both legs of a hairpin do not cross.
static float room_of(const Ribbon *ribbon, vec2s point, vec2s normal, float wanted) {
    float room = wanted;
    for (int i = 0; i < ribbon->count; i++) {
        vec2s d = glms_vec2_sub(ribbon->samples[i].point, point);
        float toward = d.x * normal.x + d.y * normal.y;
        if (toward > SAMPLES_OFF) {
            room = fminf(room, (d.x * d.x + d.y * d.y) / (2.0f * toward));
        }
    }
    return room;
}

/// From the centre line to the wall of `side`, or to the shoulder's edge where there is none.
static float verge_of(const Ribbon *ribbon, RibbonPlace place, int side) {
    float ends[2];
    for (int k = 0; k < 2; k++) {
        int i = place.sample + k < ribbon->count ? place.sample + k : 0;
        const RibbonSample *sample = &ribbon->samples[i];
        float half = side == 0 ? sample->left : sample->right;
        ends[k] = sample->side[side].wall ? ribbon_wall_offset(ribbon, i, side)
                                          : half + sample->shoulder[side];
    }
    return ends[0] + place.t * (ends[1] - ends[0]);
}

/// A gate across `ribbon` at `s`; `span` 0: from wall to wall.
static void lay_across(const Ribbon *ribbon, float s, float span, TrackGate *gate) {
    RibbonPlace place = ribbon_at(ribbon, s);
    vec2s point = ribbon_point(ribbon, place);
    vec2s tangent = ribbon_tangent(ribbon, place);
    vec2s normal = vec2_left(tangent);
    float reach[2];
    for (int side = 0; side < 2; side++) {
        vec2s out = side == 0 ? normal : glms_vec2_negate(normal);
        float half = ribbon_half_width(ribbon, place, side);
        float wanted = verge_of(ribbon, place, side) + GATE_MARGIN;
        wanted = fmaxf(room_of(ribbon, point, out, wanted), half + 0.5f * GATE_MARGIN);
        reach[side] = span > 0.0f ? 0.5f * span : wanted;
    }
    gate->left = glms_vec2_add(point, glms_vec2_scale(normal, reach[0]));
    gate->right = glms_vec2_sub(point, glms_vec2_scale(normal, reach[1]));
    gate->respawn = point;
    gate->respawn_angle = trig_atan2(tangent.y, tangent.x);
    gate->s = place.s;
}

/// Metres along the first ribbon of a gate that is not laid on it, -1 where it is elsewhere.
static float locate_gate(const Track *track, const TrackGate *gate) {
    if (track->ribbon_count == 0 || track->ribbons[0].count == 0) {
        return -1.0f;
    }
    const Ribbon *ribbon = &track->ribbons[0];
    RibbonPlace place = ribbon_locate(ribbon, gate_middle(gate), -1);
    int side = place.offset >= 0.0f ? 0 : 1;
    return fabsf(place.offset) <= ribbon_half_width(ribbon, place, side) ? place.s : -1.0f;
}

/// Lays out one line of a gate. False where its ribbon was left out.
static bool line_of(const TrackDef *def, const Track *track, const GateDef *from, TrackGate *gate) {
    *gate = (TrackGate){.sector = from->sector, .s = -1.0f, .place = from->place};
    snprintf(gate->name, sizeof gate->name, "%.32s", from->name);
    if (from->ribbon < 0) {
        gate->left = from->left;
        gate->right = from->right;
        vec2s forward = gate_forward(gate);
        gate->respawn = gate_middle(gate);
        gate->respawn_angle = trig_atan2(forward.y, forward.x);
        gate->s = locate_gate(track, gate);
    } else {
        const Ribbon *ribbon = &track->ribbons[from->ribbon];
        if (ribbon->count == 0) {
            return false;
        }
        float s = from->s;
        if (from->point >= 0) {
            vec2s at = def->ribbons[from->ribbon].points[from->point].at;
            s = ribbon_locate(ribbon, at, -1).s;
        }
        lay_across(ribbon, s, from->span, gate);
        if (from->ribbon > 0) {
            gate->s = locate_gate(track, gate);
        }
    }
    if (from->has_respawn) {
        gate->respawn = from->respawn;
        gate->respawn_angle = from->respawn_angle;
    }
    return true;
}

/// Lays out one gate of the file, on all its branches. The first one on the lap's own ribbon goes
/// first: it is where the racing line leads. False where a ribbon was left out.
static bool gate_of(const TrackDef *def, Track *track, const GateDef *from, TrackGate *gate) {
    if (from->way_count == 0) {
        return line_of(def, track, from, gate);
    }
    TrackGate ways[TRACK_WAYS_MAX] = {0};
    int first = -1;
    for (int i = 0; i < from->way_count; i++) {
        if (!line_of(def, track, &from->ways[i], &ways[i])) {
            return false;
        }
        bool on_lap = ways[i].s >= 0.0f;
        first = first < 0 && on_lap ? i : first;
    }
    first = first < 0 ? 0 : first;
    *gate = ways[first];
    gate->sector = from->sector;
    snprintf(gate->name, sizeof gate->name, "%.32s", from->name);
    gate->others = arena_array(&track->arena, TRACK_WAYS_MAX, sizeof *gate->others);
    for (int i = 0; i < from->way_count; i++) {
        if (i != first) {
            ways[i].sector = from->sector;
            gate->others[gate->other_count++] = ways[i];
        }
    }
    return true;
}

// ---- automatic parts ------------------------------------------------------------------------

/// The middle of the longest straight of `ribbon`; where it has none, its start.
static float middle_of_straight(const Ribbon *ribbon) {
    int count = ribbon->count;
    float best = 0.0f;
    float middle = 0.0f;
    for (int first = 0; first < count; first++) {
        int before = first > 0 ? first - 1 : count - 1;
        bool bent = fabsf(ribbon->samples[first].curvature) >= STRAIGHT_CURVATURE;
        bool after_bend = fabsf(ribbon->samples[before].curvature) >= STRAIGHT_CURVATURE;
        if (bent || (!after_bend && (ribbon->closed || first > 0))) {
            continue;
        }
        float length = 0.0f;
        for (int k = first + 1; k < first + count; k++) {
            if ((k >= count && !ribbon->closed) ||
                fabsf(ribbon->samples[k % count].curvature) >= STRAIGHT_CURVATURE) {
                break;
            }
            length = ribbon->samples[k % count].s - ribbon->samples[first].s +
                     (k >= count ? ribbon->length : 0.0f);
        }
        if (length > best) {
            best = length;
            middle = ribbon->samples[first].s + 0.5f * length;
        }
    }
    return middle < ribbon->length ? middle : middle - ribbon->length;
}

/// Where the pole stands on an open ribbon: the wanted rows fit behind it.
static float open_pole(const GridDef *grid) {
    int rows = (grid->count + grid->columns - 1) / grid->columns;
    return 4.0f + (float)(rows - 1) * grid->gap + (float)(grid->columns - 1) * grid->stagger;
}

static void auto_finish(const Track *track, TrackGate *gate) {
    const Ribbon *ribbon = &track->ribbons[0];
    *gate = (TrackGate){.place = ribbon->place};
    float s = ribbon->closed ? middle_of_straight(ribbon)
                             : ribbon->length - fminf(12.0f, 0.1f * ribbon->length);
    lay_across(ribbon, s, 0.0f, gate);
}

static bool crosses_any(const TrackGate *gate, const TrackGate *others, int count,
                        const TrackGate *finish) {
    bool crosses = segments_cross(gate->left, gate->right, finish->left, finish->right, NULL);
    for (int i = 0; i < count && !crosses; i++) {
        crosses = segments_cross(gate->left, gate->right, others[i].left, others[i].right, NULL);
    }
    return crosses;
}

/// Gates evenly along the lap; one that would cross another moves a little along the road.
static int auto_gates(const TrackDef *def, const Track *track, const TrackGate *finish,
                      TrackGate *gates) {
    const Ribbon *ribbon = &track->ribbons[0];
    int count = (int)(ribbon->length / GATE_SPACING + 0.5f);
    count = count < 4 ? 4 : count > 40 ? 40 : count;
    float start = ribbon->closed ? finish->s : open_pole(&def->grid);
    float lap = ribbon->closed ? ribbon->length : finish->s - start;
    float spacing = lap / (float)(count + 1);
    for (int k = 0; k < count; k++) {
        TrackGate *gate = &gates[k];
        *gate = (TrackGate){.place = ribbon->place};
        for (int attempt = 0; attempt < 9; attempt++) {
            float shift = (float)((attempt + 1) / 2) * (attempt % 2 ? 0.1f : -0.1f);
            lay_across(ribbon, start + ((float)(k + 1) + shift) * spacing, 0.0f, gate);
            if (!crosses_any(gate, gates, k, finish)) {
                break;
            }
        }
    }
    // The gates nearest to one and two thirds of the lap; gate k stands at (k + 1) / (count + 1).
    gates[(2 * (count + 1) + 3) / 6 - 1].sector = true;
    gates[(4 * (count + 1) + 3) / 6 - 1].sector = true;
    return count;
}

bool gates_make(const TrackDef *def, Track *track) {
    bool road = track->ribbon_count > 0 && track->ribbons[0].count > 0;
    TrackGate finish = {0};
    bool finished =
        def->finish.given ? def->finish.valid && gate_of(def, track, &def->finish, &finish) : road;
    track->gates = arena_array(&track->arena, TRACK_GATES_MAX, sizeof *track->gates);
    if (finished && !def->finish.given) {
        auto_finish(track, &finish);
    }
    if (def->gates_given) {
        for (int i = 0; i < def->gate_count; i++) {
            track->gate_count += def->gates[i].valid && gate_of(def, track, &def->gates[i],
                                                                &track->gates[track->gate_count]);
        }
    } else if (finished && road && finish.s >= 0.0f) {
        track->gate_count = auto_gates(def, track, &finish, track->gates);
    }
    if (finished) {
        track->gates[track->gate_count++] = finish;
    }
    return finished;
}

// ---- starting places ------------------------------------------------------------------------

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

/// Slot `k` of an automatic grid. False where it would lie past the whole lap.
static bool lay_slot(const GridDef *grid, const Ribbon *ribbon, float pole, float room, int k,
                     TrackSlot *slot) {
    int column = k % grid->columns;
    float back = (float)(k / grid->columns) * grid->gap + (float)column * grid->stagger;
    if (back > room) {
        return false;
    }
    RibbonPlace place = ribbon_at(ribbon, pole - back);
    float left = ribbon_half_width(ribbon, place, 0);
    float right = ribbon_half_width(ribbon, place, 1);
    // Cars stand at most 5 m apart across the road, also on a very wide one.
    float lane = fminf((left + right) / (float)grid->columns, 5.0f);
    place.offset =
        0.5f * (left - right) + (0.5f * (float)(grid->columns - 1) - (float)column) * lane;
    vec2s tangent = ribbon_tangent(ribbon, place);
    *slot = (TrackSlot){.position = ribbon_point(ribbon, place),
                        .angle = trig_atan2(tangent.y, tangent.x),
                        .place = grid->given ? grid->place : ribbon->place};
    return true;
}

static void lay_grid(const GridDef *grid, Track *track) {
    const Ribbon *ribbon = &track->ribbons[0];
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    float pole = ribbon->closed ? finish->s - grid->behind : open_pole(grid);
    float room = ribbon->closed ? ribbon->length - grid->behind - 12.0f : pole;
    for (int k = 0; k < TRACK_SLOTS_MAX; k++) {
        TrackSlot slot = {0};
        int wall = 0;
        if (!lay_slot(grid, ribbon, pole, room, k, &slot)) {
            break;
        }
        bool fits = slot_depth(track, &slot, &wall) <= 0.0f;
        for (int i = 0; i < track->slot_count && fits; i++) {
            fits = !slots_overlap(&track->slots[i], &slot);
        }
        // What the author asked for is laid out and then checked; the rest is a bonus.
        if (!fits && k >= grid->count) {
            break;
        }
        track->slots[track->slot_count++] = slot;
    }
    track->grid_size = grid->count < track->slot_count ? grid->count : track->slot_count;
}

bool grid_make(const TrackDef *def, Track *track) {
    const GridDef *grid = &def->grid;
    track->grid_explicit = grid->slots_given;
    if (grid->slots_given) {
        memcpy(track->slots, grid->slots, sizeof track->slots);
        track->slot_count = track->grid_size = grid->count;
        return true;
    }
    bool road = track->ribbon_count > 0 && track->ribbons[0].count > 0;
    if (!road || track->gate_count == 0 ||
        (track->ribbons[0].closed && track->gates[track->gate_count - 1].s < 0.0f)) {
        return false;
    }
    lay_grid(grid, track);
    return track->slot_count > 0;
}
