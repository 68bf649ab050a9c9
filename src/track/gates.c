#include "track/gates.h"

#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/grid.h"
#include "track/ribbon_build.h"
#include "track/slot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m: a gate reaches this far past the shoulder.
#define GATE_MARGIN 0.5f

/// 1/m: a stretch less bent than this counts as straight.
#define STRAIGHT_CURVATURE (1.0f / 200.0f)

/// m between two automatic gates, about.
#define GATE_SPACING 80.0f

/// m of clear road ahead of an automatic finish, and between two places where one is tried.
#define FINISH_AHEAD 8.0f
#define FINISH_STEP  2.0f
/// Places of a lap where one is tried at most, and straights.
#define FINISH_TRIES_MAX 1000.0f
enum {
    STRAIGHTS_MAX = 16
};

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

void gate_turn(TrackGate *gate) {
    vec2s left = gate->left;
    gate->left = gate->right;
    gate->right = left;
    gate->respawn_angle = trig_wrap(gate->respawn_angle + TRIG_PI);
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

/// Metres along the first ribbon of a gate that is not laid on it: beside its middle, or, where
/// that lies off the road, where its line crosses the centre line forward, nearest to the middle.
/// -1 where it is elsewhere. `at` is that place on the line.
static float locate_gate(const Track *track, const TrackGate *gate, vec2s *at) {
    vec2s middle = gate_middle(gate);
    *at = middle;
    if (track->ribbon_count == 0 || track->ribbons[0].count == 0) {
        return -1.0f;
    }
    const Ribbon *ribbon = &track->ribbons[0];
    RibbonPlace place = ribbon_locate(ribbon, middle, -1);
    if (fabsf(place.offset) <= ribbon_half_width_at(ribbon, place)) {
        return place.s;
    }
    float nearest = INFINITY, s = -1.0f;
    for (int i = 0; i < ribbon_stretch_count(ribbon); i++) {
        vec2s from = ribbon->samples[i].point;
        vec2s to = ribbon->samples[ribbon_next(ribbon, i)].point;
        GateCrossing crossing = track_gate_crossing(gate, from, to);
        vec2s point = glms_vec2_lerp(from, to, crossing.part);
        if (crossing.direction > 0 && glms_vec2_distance2(point, middle) < nearest) {
            nearest = glms_vec2_distance2(point, middle);
            s = ribbon->samples[i].s + crossing.part * ribbon_gap_after(ribbon, i);
            *at = point;
        }
    }
    return s;
}

/// Lays out one line of a gate. False where its ribbon was left out.
static bool line_of(const TrackDef *def, const Track *track, const GateDef *from, TrackGate *gate) {
    *gate = (TrackGate){.sector = from->sector, .s = -1.0f, .place = from->place};
    snprintf(gate->name, sizeof gate->name, "%.32s", from->name);
    if (from->ribbon < 0) {
        gate->left = from->left;
        gate->right = from->right;
        vec2s forward = gate_forward(gate);
        gate->respawn_angle = trig_atan2(forward.y, forward.x);
        gate->s = locate_gate(track, gate, &gate->respawn);
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
            vec2s at;
            gate->s = locate_gate(track, gate, &at);
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

/// A stretch that bends so little that it counts as straight.
typedef struct Straight {
    float from; ///< m along the ribbon.
    float length;
} Straight;

/// How long the straight is that begins at sample `first`; 0 where none does.
static float straight_length(const Ribbon *ribbon, int first) {
    int count = ribbon->count;
    int before = first > 0 ? first - 1 : count - 1;
    bool bent = fabsf(ribbon->samples[first].curvature) >= STRAIGHT_CURVATURE;
    bool after_bend = fabsf(ribbon->samples[before].curvature) >= STRAIGHT_CURVATURE;
    float length = 0.0f;
    if (bent || (!after_bend && (ribbon->closed || first > 0))) {
        return 0.0f;
    }
    for (int k = first + 1; k < first + count; k++) {
        if ((k >= count && !ribbon->closed) ||
            fabsf(ribbon->samples[k % count].curvature) >= STRAIGHT_CURVATURE) {
            break;
        }
        length = ribbon->samples[k % count].s - ribbon->samples[first].s +
                 (k >= count ? ribbon->length : 0.0f);
    }
    return length;
}

/// The straights of the ribbon, the longest first; of equal ones the first. At most `max`.
static int find_straights(const Ribbon *ribbon, Straight *out, int max) {
    int count = 0;
    for (int first = 0; first < ribbon->count; first++) {
        Straight straight = {ribbon->samples[first].s, straight_length(ribbon, first)};
        int at = count < max ? count++ : max;
        for (; at > 0 && straight.length > out[at - 1].length; at--) {
            if (at < max) {
                out[at] = out[at - 1];
            }
        }
        if (at < max) {
            out[at] = straight;
        }
    }
    return count;
}

/// A search for the place of the finish of a closed road.
typedef struct FinishSearch {
    const GridDef *grid; ///< NULL where the file lists the slots.
    const RoadClear *clear;
    const Ribbon *road;
} FinishSearch;

/// m behind the finish that an automatic grid takes, a car and its distance included.
static float grid_reach(const FinishSearch *search) {
    const GridDef *grid = search->grid;
    return grid ? grid->behind + grid_depth(grid) + SLOT_LENGTH : 0.0f;
}

/// Whether the finish may lie at `s`, with the grid behind it. Asks for the stretch last: that
/// takes longest by far.
static bool may_finish(const FinishSearch *search, float s) {
    const GridDef *grid = search->grid;
    return road_clear_line(search->clear, s) &&
           (!grid || grid_is_clear(grid, search->clear, s - grid->behind)) &&
           road_clear_stretch(search->clear, s - grid_reach(search), s + FINISH_AHEAD);
}

/// The place nearest to `middle`, at most `back` m before and `ahead` m behind it, where the finish
/// may lie. False where there is none.
static bool find_near(const FinishSearch *search, float middle, float back, float ahead, float *s) {
    float step = fmaxf(FINISH_STEP, search->road->length / FINISH_TRIES_MAX);
    for (int i = 0; (float)i * step <= fmaxf(back, ahead); i++) {
        for (int side = 0; side < (i > 0 ? 2 : 1); side++) {
            float off = (float)i * step * (side ? 1.0f : -1.0f);
            if (off >= -back && off <= ahead && may_finish(search, middle + off)) {
                *s = middle + off;
                return true;
            }
        }
    }
    return false;
}

/// Where the finish of a closed road lies by itself, as gates_make says.
static float find_finish(const FinishSearch *search) {
    Straight straights[STRAIGHTS_MAX];
    int count = find_straights(search->road, straights, STRAIGHTS_MAX);
    float first =
        straights[0].length > 0.0f ? straights[0].from + 0.5f * straights[0].length : 0.0f;
    float s = first;
    if (may_finish(search, first)) {
        return first;
    }
    // With the grid on the straight too, then with the finish alone, then anywhere.
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count && straights[i].length > 0.0f; i++) {
            float half = 0.5f * straights[i].length;
            float back = pass == 0 ? half - grid_reach(search) : half;
            float ahead = half - FINISH_AHEAD;
            if (find_near(search, straights[i].from + half, back, ahead, &s)) {
                return s;
            }
        }
    }
    float lap = 0.5f * search->road->length;
    return find_near(search, first, lap, lap, &s) ? s : first;
}

/// A gate across the first road at `s`, with a line across each branch that runs beside it there.
static void lay_on_lap(const RoadClear *clear, float s, Track *track, TrackGate *gate) {
    const Ribbon *road = &track->ribbons[0];
    *gate = (TrackGate){.place = road->place};
    lay_across(road, s, 0.0f, gate);
    for (int i = 0; i < clear->branch_count && gate->other_count + 1 < TRACK_WAYS_MAX; i++) {
        const BranchStretch *stretch = &clear->branches[i];
        if (!branch_stretch_holds(road, stretch, gate->s)) {
            continue;
        }
        const Ribbon *branch = &track->ribbons[stretch->ribbon];
        float part = (branch_stretch_s(road, stretch, gate->s) - stretch->from) /
                     (stretch->to - stretch->from);
        if (!gate->others) {
            gate->others = arena_array(&track->arena, TRACK_WAYS_MAX, sizeof *gate->others);
        }
        TrackGate *line = &gate->others[gate->other_count++];
        *line = (TrackGate){.place = road->place};
        lay_across(branch, branch->length * (stretch->against ? 1.0f - part : part), 0.0f, line);
        if (stretch->against) {
            gate_turn(line);
        }
        vec2s at;
        line->s = locate_gate(track, line, &at);
    }
}

static void auto_finish(const TrackDef *def, const RoadClear *clear, Track *track,
                        TrackGate *gate) {
    const Ribbon *road = &track->ribbons[0];
    const FinishSearch search = {def->grid.slots_given ? NULL : &def->grid, clear, road};
    float s = road->length - fminf(12.0f, 0.1f * road->length);
    if (road->closed) {
        s = find_finish(&search);
    } else if (!road_clear_line(clear, s) || !road_clear_stretch(clear, s - FINISH_AHEAD, s)) {
        const FinishSearch open = {NULL, clear, road};
        find_near(&open, s, 0.5f * road->length, 0.0f, &s);
    }
    s -= s >= road->length ? road->length : 0.0f;
    lay_on_lap(clear, s, track, gate);
}

/// Whether some line of `a` crosses one of `b`.
static bool gates_cross(const TrackGate *a, const TrackGate *b) {
    for (int i = 0; i <= a->other_count; i++) {
        for (int j = 0; j <= b->other_count; j++) {
            const TrackGate *of_a = track_gate_way(a, i), *of_b = track_gate_way(b, j);
            if (segments_cross(of_a->left, of_a->right, of_b->left, of_b->right, NULL)) {
                return true;
            }
        }
    }
    return false;
}

static bool crosses_any(const TrackGate *gate, const TrackGate *others, int count,
                        const TrackGate *finish) {
    bool crosses = gates_cross(gate, finish);
    for (int i = 0; i < count && !crosses; i++) {
        crosses = gates_cross(gate, &others[i]);
    }
    return crosses;
}

static void mark_sector(TrackGate *gate) {
    gate->sector = true;
    for (int i = 0; i < gate->other_count; i++) {
        gate->others[i].sector = true;
    }
}

/// Gates evenly along the lap; one that would cross another moves a little along the road. A finish
/// off the road counts as if it lay on the nearest place of it.
static int auto_gates(const TrackDef *def, const RoadClear *clear, const TrackGate *finish,
                      Track *track) {
    const Ribbon *ribbon = &track->ribbons[0];
    int count = (int)(ribbon->length / GATE_SPACING + 0.5f);
    count = count < 4 ? 4 : count > 40 ? 40 : count;
    float end = finish->s >= 0.0f ? finish->s : ribbon_locate(ribbon, gate_middle(finish), -1).s;
    float start = ribbon->closed ? end : grid_open_pole(&def->grid, clear);
    float lap = ribbon->closed ? ribbon->length : end - start;
    float spacing = lap / (float)(count + 1);
    for (int k = 0; k < count; k++) {
        TrackGate *gate = &track->gates[k];
        for (int attempt = 0; attempt < 9; attempt++) {
            float shift = (float)((attempt + 1) / 2) * (attempt % 2 ? 0.1f : -0.1f);
            lay_on_lap(clear, start + ((float)(k + 1) + shift) * spacing, track, gate);
            if (!crosses_any(gate, track->gates, k, finish)) {
                break;
            }
        }
    }
    // The gates nearest to one and two thirds of the lap; gate k stands at (k + 1) / (count + 1).
    mark_sector(&track->gates[(2 * (count + 1) + 3) / 6 - 1]);
    mark_sector(&track->gates[(4 * (count + 1) + 3) / 6 - 1]);
    return count;
}

bool gates_make(const TrackDef *def, const RoadClear *clear, Track *track) {
    TrackGate finish = {0};
    bool finished = def->finish.given
                        ? def->finish.valid && gate_of(def, track, &def->finish, &finish)
                        : clear != NULL;
    track->gates = arena_array(&track->arena, TRACK_GATES_MAX, sizeof *track->gates);
    if (finished && !def->finish.given) {
        auto_finish(def, clear, track, &finish);
    }
    if (def->gates_given) {
        for (int i = 0; i < def->gate_count; i++) {
            track->gate_count += def->gates[i].valid && gate_of(def, track, &def->gates[i],
                                                                &track->gates[track->gate_count]);
        }
    } else if (finished && clear) {
        track->gate_count = auto_gates(def, clear, &finish, track);
    }
    if (finished) {
        track->gates[track->gate_count++] = finish;
    }
    return finished;
}
