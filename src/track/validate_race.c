#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/gates.h"
#include "track/slot.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
