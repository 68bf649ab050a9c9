#include "base/number.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/gates.h"
#include "track/slot.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// m beside a gate that no car gets through.
#define GATE_OPEN 1.5f

/// m: without a road a wall this near is one that the gate was meant to reach; a farther one is
/// part of an open field.
#define GATE_NEAR_WALL 8.0f

/// m: files wider than this are looked at for stray objects, which are so far from the rest.
#define FILE_WIDE      4000.0f
#define STRAY_DISTANCE 2000.0f

const char *validate_gate_label(const Track *track, int i, char out[VALIDATE_LABEL_MAX]) {
    if (i < 0) {
        snprintf(out, VALIDATE_LABEL_MAX, "start slot 1");
    } else if (i == track->gate_count - 1) {
        snprintf(out, VALIDATE_LABEL_MAX, "finish");
    } else {
        snprintf(out, VALIDATE_LABEL_MAX, "gate %d", i + 1);
    }
    return out;
}

int validate_nearest_road(const Track *track, vec2s point, float *distance) {
    int nearest = -1;
    *distance = INFINITY;
    for (int i = 0; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        if (ribbon->count > 0) {
            RibbonPlace place = ribbon_locate(ribbon, point, -1);
            float half = ribbon_half_width_at(ribbon, place);
            float off = fmaxf(fabsf(place.offset) - half, 0.0f);
            *distance = fminf(off, *distance);
            nearest = off <= *distance ? i : nearest;
        }
    }
    return nearest;
}

// ---- gates ----------------------------------------------------------------------------------

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

// ---- grid -----------------------------------------------------------------------------------

static Place slot_place(const TrackDef *def, int i) {
    if (def->grid.slots_given) {
        return def->grid.slots[i].place;
    }
    return def->grid.given ? def->grid.place
                           : def->place; // an automatic grid has no line of its own
}

/// `wall "shed"`, or of which ribbon it is one.
static const char *wall_label(const Track *track, int wall, char out[VALIDATE_LABEL_MAX]) {
    for (int i = 0; i < track->ribbon_count; i++) {
        if (track->ribbons[i].place.line == track->walls[wall].place.line) {
            snprintf(out, VALIDATE_LABEL_MAX, "a wall of ribbon \"%s\"", track->ribbons[i].id);
            return out;
        }
    }
    return validate_label(out, "wall", track->walls[wall].id, wall + 1);
}

/// E512 of `wall`, in which slot `i` of an automatic grid lies, unless a slot before lies in it
/// too.
static void report_on_grid(const TrackDef *def, const Track *track, int i, int wall,
                           MessageList *messages) {
    int other = -1;
    for (int k = 0; k < i; k++) {
        if (slot_depth(track, &track->slots[k], &other) >= 0.01f && other == wall) {
            return;
        }
    }
    vec2s at = track->slots[i].position;
    char label[VALIDATE_LABEL_MAX];
    Message *message = message_add(messages, MESSAGE_E512, track->walls[wall].place,
                                   wall_label(track, wall, label), (double)at.x, (double)at.y,
                                   def->grid.given ? "change" : "write");
    message_at(message, at.x, at.y);
}

static void check_slot_walls(const TrackDef *def, const Track *track, int i,
                             MessageList *messages) {
    int wall = -1;
    vec2s at = track->slots[i].position;
    float depth = slot_depth(track, &track->slots[i], &wall);
    if (depth < 0.01f || wall < 0) {
        return;
    }
    if (!track->grid_explicit) {
        report_on_grid(def, track, i, wall, messages);
        return;
    }
    char label[VALIDATE_LABEL_MAX];
    validate_label(label, "wall", track->walls[wall].id, wall + 1);
    Message *message = message_add(messages, MESSAGE_E506, slot_place(def, i), i + 1, label,
                                   (double)depth, (double)at.x, (double)at.y);
    message_at(message, at.x, at.y);
}

/// E507; whether the two cars stand apart.
static bool check_slot_pair(const TrackDef *def, const Track *track, int i, int j,
                            MessageList *messages) {
    const TrackSlot *a = &track->slots[i];
    const TrackSlot *b = &track->slots[j];
    if (!slots_overlap(a, b)) {
        return true;
    }
    double apart = (double)glms_vec2_norm(glms_vec2_sub(b->position, a->position));
    Message *message = message_add(messages, MESSAGE_E507, slot_place(def, j), i + 1, j + 1, apart,
                                   def->grid.slots_given ? "move one by a car's length" : "gap: 8");
    message_at(message, b->position.x, b->position.y);
    return false;
}

/// Degrees between the slot's heading and the way to `point`.
static float angle_to(const TrackSlot *slot, vec2s point) {
    vec2s to = glms_vec2_sub(point, slot->position);
    return fabsf(trig_wrap(trig_atan2(to.y, to.x) - slot->angle)) * (180.0f / TRIG_PI);
}

/// E509. On a road the way to the first gate is the way of the road; elsewhere straight to it, or
/// over the finish, which is crossed first.
static void check_heading(const TrackDef *def, const Track *track, int i, MessageList *messages) {
    const TrackSlot *slot = &track->slots[i];
    float off = fminf(angle_to(slot, gate_middle(&track->gates[0])),
                      angle_to(slot, gate_middle(&track->gates[track->gate_count - 1])));
    if (track->ribbon_count > 0 && track->ribbons[0].count > 0) {
        const Ribbon *ribbon = &track->ribbons[0];
        RibbonPlace place = ribbon_locate(ribbon, slot->position, -1);
        if (fabsf(place.offset) < ribbon_half_width_at(ribbon, place)) {
            vec2s tangent = ribbon_tangent(ribbon, place);
            float road = trig_atan2(tangent.y, tangent.x);
            off = fabsf(trig_wrap(road - slot->angle)) * (180.0f / TRIG_PI);
        }
    }
    if (off > 90.0f) {
        Message *message =
            message_add(messages, MESSAGE_E509, slot_place(def, i), i + 1, (double)off);
        message_at(message, slot->position.x, slot->position.y);
    }
}

/// E513: where nothing but the road says which way the course goes, its finish comes after its
/// grid.
static void check_sprint(const TrackDef *def, const Track *track, MessageList *messages) {
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    bool sprint = track->ribbon_count > 0 && !track->ribbons[0].closed && finish->s >= 0.0f;
    if (!sprint || def->gates_given || track->grid_explicit) {
        return;
    }
    float pole = ribbon_locate(&track->ribbons[0], track->slots[0].position, -1).s;
    if (finish->s <= pole) {
        vec2s at = gate_middle(finish);
        Message *message = message_add(messages, MESSAGE_E513, finish->place, (double)finish->s,
                                       track->ribbons[0].id, (double)pole);
        message_at(message, at.x, at.y);
    }
}

void validate_grid(const TrackDef *def, const Track *track, MessageList *messages) {
    check_sprint(def, track, messages);
    bool apart = true;
    for (int i = 0; i < track->grid_size; i++) {
        check_slot_walls(def, track, i, messages);
        for (int j = i + 1; j < track->grid_size; j++) {
            // In an automatic grid one gap is to blame for all pairs.
            if (apart || track->grid_explicit) {
                apart = check_slot_pair(def, track, i, j, messages) && apart;
            }
        }
        if (track->grid_explicit && track->gate_count > 0) {
            check_heading(def, track, i, messages);
        }
    }
}

// ---- bounds ---------------------------------------------------------------------------------

/// E510 of one thing, called `label`.
static void check_inside(const Track *track, vec2s at, Place place, const char *label,
                         MessageList *messages) {
    if (!box_contains(track->bounds, at)) {
        message_at(message_add(messages, MESSAGE_E510, place, label), at.x, at.y);
    }
}

static void check_all_inside(const TrackDef *def, const Track *track, MessageList *messages) {
    char label[VALIDATE_LABEL_MAX];
    for (int i = 0; i < track->gate_count; i++) {
        const TrackGate *gate = &track->gates[i];
        check_inside(track, gate_middle(gate), gate->place, validate_gate_label(track, i, label),
                     messages);
    }
    for (int i = 0; i < track->prop_count; i++) {
        const TrackProp *prop = &track->props[i];
        snprintf(label, sizeof label, "a prop (%s)",
                 prop_kind_names[track->forms[prop->form].kind]);
        check_inside(track, prop->position, prop->place, label, messages);
    }
    for (int i = 0; i < track->crate_count; i++) {
        const TrackCrate *crate = &track->crates[i];
        check_inside(track, crate->position, crate->place, "a crate", messages);
    }
    for (int i = 0; i < track->grid_size; i++) {
        snprintf(label, sizeof label, "start slot %d", i + 1);
        check_inside(track, track->slots[i].position, slot_place(def, i), label, messages);
    }
}

/// Where the objects of a file stand: every ribbon point, and the middle of everything else.
typedef struct Objects {
    vec2s *points;
    Place *places;
    float *sorted;
    int count;
    int first_slot; ///< From here on they are places of the grid.
} Objects;

static void add_outline(Objects *objects, const OutlineDef *outline, bool valid) {
    if (valid && outline->count > 0) {
        Box box = box_of(outline->points, outline->count);
        objects->places[objects->count] = outline->place;
        objects->points[objects->count++] = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    }
}

static Objects collect(const TrackDef *def, Arena *scratch) {
    size_t room =
        (size_t)(def->wall_count + def->zone_count + def->scenery_count) + TRACK_SLOTS_MAX + 1;
    for (int r = 0; r < def->ribbon_count; r++) {
        room += (size_t)def->ribbons[r].count;
    }
    Objects objects = {.points = arena_array(scratch, room, sizeof(vec2s)),
                       .places = arena_array(scratch, room, sizeof(Place)),
                       .sorted = arena_array(scratch, room, sizeof(float))};
    for (int r = 0; r < def->ribbon_count; r++) {
        for (int i = 0; def->ribbons[r].valid && i < def->ribbons[r].count; i++) {
            objects.places[objects.count] = def->ribbons[r].points[i].place;
            objects.points[objects.count++] = def->ribbons[r].points[i].at;
        }
    }
    for (int i = 0; i < def->wall_count; i++) {
        add_outline(&objects, &def->walls[i].outline, def->walls[i].valid);
    }
    for (int i = 0; i < def->zone_count; i++) {
        add_outline(&objects, &def->zones[i].outline, def->zones[i].valid);
    }
    for (int i = 0; i < def->scenery_count; i++) {
        add_outline(&objects, &def->scenery[i].outline, def->scenery[i].valid);
    }
    objects.first_slot = objects.count;
    for (int i = 0; def->grid.slots_given && def->grid.valid && i < def->grid.count; i++) {
        objects.places[objects.count] = def->grid.slots[i].place;
        objects.points[objects.count++] = def->grid.slots[i].position;
    }
    return objects;
}

static float median(Objects *objects, bool of_y) {
    for (int i = 0; i < objects->count; i++) {
        objects->sorted[i] = of_y ? objects->points[i].y : objects->points[i].x;
    }
    qsort(objects->sorted, (size_t)objects->count, sizeof(float), float_compare);
    return objects->sorted[objects->count / 2];
}

/// W705: a few objects far from all others are a slipped digit; many are a long circuit.
static void check_strays(const TrackDef *def, const Track *track, MessageList *messages) {
    Arena scratch = {0};
    Objects objects = collect(def, &scratch);
    Box box = track->bounds; // scenery may lie outside
    if (objects.count > 0) {
        box = box_union(box, box_of(objects.points, objects.count));
    }
    vec2s size = glms_vec2_sub(box.high, box.low);
    if (fmaxf(size.x, size.y) > FILE_WIDE && objects.count > 0) {
        vec2s center = {{median(&objects, false), median(&objects, true)}};
        int strays = 0;
        int first = -1;
        for (int i = 0; i < objects.count; i++) {
            if (glms_vec2_distance2(objects.points[i], center) > STRAY_DISTANCE * STRAY_DISTANCE) {
                strays++;
                first = first >= 0 ? first : i;
            }
        }
        if (strays > 0 && strays * 4 <= objects.count) {
            Message *message = message_add(messages, MESSAGE_W705, objects.places[first],
                                           (double)fmaxf(size.x, size.y) / 1000.0, strays,
                                           size.x > size.y ? "x" : "y");
            message_at(message, objects.points[first].x, objects.points[first].y);
            float distance;
            int road = validate_nearest_road(track, objects.points[first], &distance);
            if (first >= objects.first_slot && road >= 0) {
                char label[VALIDATE_LABEL_MAX];
                validate_label(label, "ribbon", track->ribbons[road].id, road + 1);
                message_note(message, track->ribbons[road].place,
                             "the nearest road, %s, is %.0f m away", label, (double)distance);
            }
        }
    }
    arena_destroy(&scratch);
}

void validate_bounds(const TrackDef *def, const Track *track, MessageList *messages) {
    if (def->has_bounds) {
        check_all_inside(def, track, messages);
    }
    check_strays(def, track, messages);
}
