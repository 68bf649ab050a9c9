#include "base/number.h"
#include "geometry/transform.h"
#include "track/gates.h"
#include "track/validate.h"

#include <math.h>

/// m beside a gate that no car gets through.
#define GATE_OPEN 1.5f

/// m: without a road a wall this near is one that the gate was meant to reach; a farther one is
/// part of an open field.
#define GATE_NEAR_WALL 8.0f

/// Metres of road past the end `end` of a gate, looking along the unit `out`; 0 where it ends off
/// the road.
static float road_beyond(const Track *track, vec2s end, vec2s out) {
    float beyond = 0.0f;
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        if (ribbon->count == 0) {
            continue;
        }
        RibbonPlace place = ribbon_locate(ribbon, end, -1);
        float half = ribbon_half_width_at(ribbon, place);
        vec2s normal = vec2_left(ribbon_tangent(ribbon, place));
        float across = fabsf(normal.x * out.x + normal.y * out.y);
        bool on_end = !ribbon->closed && (place.s <= 0.0f || place.s >= ribbon->length);
        if (fabsf(place.offset) < half && across > 0.5f && !on_end) {
            bool toward_left = normal.x * out.x + normal.y * out.y > 0.0f;
            float edge = toward_left ? ribbon_half_width(ribbon, place, 0) - place.offset
                                     : ribbon_half_width(ribbon, place, 1) + place.offset;
            beyond = fmaxf(beyond, edge / across);
        }
    }
    return beyond;
}

/// How much a car could pass through past the end of a gate: to the nearest wall, or to the edge of
/// the road where that is nearer.
static float open_beyond(const Track *track, const WallGrid *walls, vec2s end, vec2s out) {
    if (wall_grid_clearance(walls, end, 0.5f) <= 0.0f) {
        return 0.0f;
    }
    float road = road_beyond(track, end, out);
    float reach = fmaxf(road, GATE_NEAR_WALL);
    WallHit hit = wall_grid_ray(walls, end, glms_vec2_scale(out, reach));
    float wall = hit.hit ? hit.fraction * reach : INFINITY;
    if (road > 0.0f) {
        return fminf(road, wall);
    }
    return wall <= GATE_NEAR_WALL && track->ribbon_count == 0 ? wall : 0.0f;
}

static void check_reach(const Track *track, int i, const TrackGate *gate, const WallGrid *walls,
                        MessageList *messages) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    across = glms_vec2_scale(across, 1.0f / fmaxf(glms_vec2_norm(across), 1e-6f));
    char label[VALIDATE_LABEL_MAX];
    for (int side = 0; side < 2; side++) {
        vec2s end = side == 0 ? gate->left : gate->right;
        vec2s out = side == 0 ? glms_vec2_negate(across) : across;
        float open = open_beyond(track, walls, end, out);
        if (open > GATE_OPEN) {
            bool road = track->ribbon_count > 0;
            Message *message = message_add(
                messages, MESSAGE_E502, gate->place, validate_gate_label(track, i, label),
                road ? "across the road" : "from wall to wall", (double)open,
                side == 0 ? "left" : "right", (double)end.x, (double)end.y,
                road ? ", or lay it with `on` and `s`" : "");
            message_at(message, end.x, end.y);
        }
    }
}

/// E503 of one line of gate `i` and one of gate `j`.
static bool check_crossing(const Track *track, int i, int j, const TrackGate *a, const TrackGate *b,
                           MessageList *messages) {
    vec2s at;
    char label_a[VALIDATE_LABEL_MAX];
    char label_b[VALIDATE_LABEL_MAX];
    if (!segments_cross(a->left, a->right, b->left, b->right, &at)) {
        return true;
    }
    Message *message =
        message_add(messages, MESSAGE_E503, b->place, validate_gate_label(track, i, label_a),
                    validate_gate_label(track, j, label_b), (double)at.x, (double)at.y);
    message_at(message, at.x, at.y);
    return false;
}

static void check_crossings(const Track *track, MessageList *messages) {
    for (int i = 0; i < track->gate_count; i++) {
        for (int j = i + 1; j < track->gate_count; j++) {
            const TrackGate *a = &track->gates[i];
            const TrackGate *b = &track->gates[j];
            int ways = (a->other_count + 1) * (b->other_count + 1);
            for (int k = 0; k < ways; k++) {
                int of_b = k / (a->other_count + 1);
                if (!check_crossing(track, i, j, track_gate_way(a, k % (a->other_count + 1)),
                                    track_gate_way(b, of_b), messages)) {
                    break;
                }
            }
        }
    }
}

/// E504, where the gate's middle lies on roads and none of them leads through it forward.
static void check_direction(const Track *track, int i, const TrackGate *gate,
                            MessageList *messages) {
    vec2s middle = gate_middle(gate);
    vec2s forward = gate_forward(gate);
    bool with = false;
    bool against = false;
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        for (int k = 0; k < ribbon->count; k++) {
            const RibbonSample *sample = &ribbon->samples[k];
            vec2s d = glms_vec2_sub(middle, sample->point);
            float along = d.x * sample->tangent.x + d.y * sample->tangent.y;
            float across = d.y * sample->tangent.x - d.x * sample->tangent.y;
            if (fabsf(along) > 6.0f || across > sample->left || across < -sample->right) {
                continue;
            }
            float cosine = forward.x * sample->tangent.x + forward.y * sample->tangent.y;
            with = with || cosine > 0.0f;
            against = against || cosine < -0.2f;
        }
    }
    char label[VALIDATE_LABEL_MAX];
    if (against && !with) {
        Message *message =
            message_add(messages, MESSAGE_E504, gate->place, validate_gate_label(track, i, label),
                        (double)middle.x, (double)middle.y);
        message_at(message, middle.x, middle.y);
    }
}

/// E505: gates laid on the first ribbon must follow each other from the finish on.
static void check_order(const TrackDef *def, const Track *track, MessageList *messages) {
    const Ribbon *ribbon = track->ribbon_count > 0 ? &track->ribbons[0] : NULL;
    float start = track->gates[track->gate_count - 1].s;
    if (!def->gates_given || !ribbon || ribbon->count == 0 || start < 0.0f) {
        return;
    }
    start = ribbon->closed ? start : 0.0f;
    float last = 0.0f;
    int last_gate = -1;
    for (int i = 0; i < track->gate_count - 1; i++) {
        const TrackGate *gate = &track->gates[i];
        if (gate->s < 0.0f || def->gates[i].ribbon != 0) {
            continue;
        }
        float s = gate->s - start;
        s += s < 0.0f && ribbon->closed ? ribbon->length : 0.0f;
        if (last_gate >= 0 && s <= last) {
            const TrackGate *before = &track->gates[last_gate];
            Message *message = message_add(messages, MESSAGE_E505, gate->place, last_gate + 1,
                                           i + 1, ribbon->id, (double)before->s, (double)gate->s);
            message_at(message, gate_middle(gate).x, gate_middle(gate).y);
            return; // one gate in the wrong place makes all the later ones look wrong
        }
        last = s;
        last_gate = i;
    }
}

/// E204 of a gate laid on a ribbon past its end. A metre more is how people round.
static void check_along(const Track *track, const GateDef *gate, MessageList *messages) {
    for (int way = 0; way < gate->way_count; way++) {
        check_along(track, &gate->ways[way], messages);
    }
    if (gate->way_count > 0 || gate->ribbon < 0 || gate->point >= 0) {
        return;
    }
    const Ribbon *ribbon = &track->ribbons[gate->ribbon];
    if (ribbon->count > 0 && gate->s > ribbon->length + 1.0f) {
        char s[NUMBER_TEXT_MAX], length[NUMBER_TEXT_MAX];
        message_add(messages, MESSAGE_E204, gate->place, "s", number_text((double)gate->s, 2, s),
                    "0", number_text((double)ribbon->length, 1, length), " m");
    }
}

void validate_gates(const TrackDef *def, const Track *track, const WallGrid *walls,
                    MessageList *messages) {
    for (int i = 0; def->gates_given && i < def->gate_count; i++) {
        check_along(track, &def->gates[i], messages);
    }
    if (def->finish.given) {
        check_along(track, &def->finish, messages);
    }
    for (int i = 0; i < track->gate_count; i++) {
        bool is_finish = i == track->gate_count - 1;
        // What was laid out automatically spans the road and faces along it.
        if (is_finish ? def->finish.given : def->gates_given) {
            for (int way = 0; way <= track->gates[i].other_count; way++) {
                const TrackGate *gate = track_gate_way(&track->gates[i], way);
                check_reach(track, i, gate, walls, messages);
                check_direction(track, i, gate, messages);
            }
        }
    }
    if (def->gates_given) { // automatic ones have been moved apart
        check_crossings(track, messages);
    }
    check_order(def, track, messages);
}
