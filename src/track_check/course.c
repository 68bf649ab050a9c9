// What the author's roads and lines have to do with the gates: branches that lead past one, and
// lines for rivals that leave one out.
#include "track/gates.h"
#include "track/line_gates.h"
#include "track/validate.h"
#include "track_check/track_check_parts.h"

#include <math.h>

/// m: a branch begins on a road where its end lies no farther beside it.
#define JOIN_REACH 2.0f

/// m: a gate so near to the place where a branch leaves or comes back stands before or after it.
#define JOIN_LENGTH 1.0f

// ---- branches -----------------------------------------------------------------------------------

/// Where an end of a branch joins the road: false where it lies off it. `with` is the cosine
/// between both there.
static bool find_join(const Ribbon *road, const RibbonSample *end, float *s, float *with) {
    RibbonPlace place = ribbon_locate(road, end->point, -1);
    float half = ribbon_half_width(road, place, place.offset >= 0.0f ? 0 : 1);
    vec2s tangent = ribbon_tangent(road, place);
    *s = place.s;
    *with = glms_vec2_dot(tangent, end->tangent);
    return fabsf(place.offset) <= half + JOIN_REACH;
}

/// The stretch of the road, in driving direction, that a branch leads past. `to` may lie beyond the
/// length of a closed road. False where it is no branch of it.
static bool find_stretch(const Ribbon *road, const Ribbon *branch, float *from, float *to) {
    float with_first, with_last;
    if (branch->closed || branch->count < 2 ||
        !find_join(road, &branch->samples[0], from, &with_first) ||
        !find_join(road, &branch->samples[branch->count - 1], to, &with_last)) {
        return false;
    }
    if (with_first + with_last < 0.0f) { // written against the way it is driven
        float first = *from;
        *from = *to;
        *to = first;
    }
    if (road->closed && *to < *from) {
        *to += road->length;
    }
    return *to > *from;
}

static bool gate_stands_on(const TrackGate *gate, const Ribbon *branch) {
    for (int i = 0; i + 1 < branch->count; i++) {
        if (track_gate_crossing(gate, branch->samples[i].point, branch->samples[i + 1].point)
                .direction != 0) {
            return true;
        }
    }
    return false;
}

/// What mends W710: a finish has no `any`, and gates that were laid out by themselves no line in
/// the file.
static const char *branch_help(const Track *track, int missed) {
    Place gate = track->gates[missed].place, road = track->ribbons[0].place;
    if (missed == track->gate_count - 1) {
        return "put `finish` where no branch runs beside the road";
    }
    if (gate.line == road.line && gate.column == road.column) {
        return "write `gates`, with `any` for a line across the road and one across that branch";
    }
    return "give the gate `any` with a line across that branch too";
}

/// W710 of the first gate that cars on `branch` miss.
static void check_branch(const Track *track, const Ribbon *branch, int number,
                         MessageList *messages) {
    const Ribbon *road = &track->ribbons[0];
    float from, to;
    if (!find_stretch(road, branch, &from, &to)) {
        return;
    }
    int missed = -1;
    float nearest = to - JOIN_LENGTH;
    for (int i = 0; i < track->gate_count; i++) {
        float s = track->gates[i].s;
        s += road->closed && s >= 0.0f && s < from ? road->length : 0.0f;
        bool between = track->gates[i].s >= 0.0f && s > from + JOIN_LENGTH && s < nearest;
        if (between && !gate_stands_on(&track->gates[i], branch)) {
            missed = i;
            nearest = s;
        }
    }
    if (missed >= 0) {
        char ribbon[VALIDATE_LABEL_MAX];
        char gate[VALIDATE_LABEL_MAX];
        vec2s at = gate_middle(&track->gates[missed]);
        Message *message = message_add(messages, MESSAGE_W710, branch->place,
                                       validate_label(ribbon, "ribbon", branch->id, number),
                                       validate_gate_label(track, missed, gate), (double)at.x,
                                       (double)at.y, branch_help(track, missed));
        message_at(message, at.x, at.y);
    }
}

static void check_branches(const Track *track, MessageList *messages) {
    bool built = track->ribbon_count > 0 && track->ribbons[0].count >= 2; // else its error is told
    for (int i = 1; built && i < track->ribbon_count; i++) {
        check_branch(track, &track->ribbons[i], i + 1, messages);
    }
}

// ---- lines --------------------------------------------------------------------------------------

static void check_line(const Track *track, MessageList *messages) {
    const TrackLine *line = line_for_rivals(track->lines, track->line_count);
    if (!line || track->gate_count == 0) {
        return;
    }
    Arena scratch = {0};
    Curve curve = line_curve(line, &scratch);
    LineGates gates;
    if (!line_gates_find(track, &curve, &gates)) {
        char which[VALIDATE_LABEL_MAX];
        char label[VALIDATE_LABEL_MAX];
        int missed = gates.finish < 0 ? track->gate_count - 1 : gates.met;
        vec2s at = gate_middle(&track->gates[missed]);
        Message *message =
            message_add(messages, MESSAGE_W711, line->place,
                        validate_label(which, "line", line->name, (int)(line - track->lines) + 1),
                        validate_gate_label(track, missed, label), (double)at.x, (double)at.y);
        message_at(message, at.x, at.y);
    }
    arena_destroy(&scratch);
}

void course_check(const Track *track, MessageList *messages) {
    check_branches(track, messages);
    check_line(track, messages);
}
