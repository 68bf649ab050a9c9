// What the author's roads and lines have to do with the gates: branches that lead past one, and
// lines for rivals that leave one out.
#include "line/line_gates.h"
#include "track/branch_stretch.h"
#include "track/gates.h"
#include "track/validate.h"
#include "track_check/track_check_parts.h"

#include <math.h>

// ---- branches -----------------------------------------------------------------------------------

static bool gate_stands_on(const TrackGate *gate, const Ribbon *branch) {
    for (int i = 0; i + 1 < branch->count; i++) {
        if (track_gate_crossing(gate, branch->samples[i].point, branch->samples[i + 1].point)
                .direction != 0) {
            return true;
        }
    }
    return false;
}

/// W710 of the first gate that cars on a branch miss.
static void check_branch(const Track *track, const BranchStretch *stretch, MessageList *messages) {
    const Ribbon *road = &track->ribbons[0];
    const Ribbon *branch = &track->ribbons[stretch->ribbon];
    int missed = -1;
    float nearest = INFINITY;
    for (int i = 0; i < track->gate_count; i++) {
        const TrackGate *gate = &track->gates[i];
        float s = branch_stretch_s(road, stretch, gate->s);
        if (gate->s >= 0.0f && branch_stretch_holds(road, stretch, gate->s) && s < nearest &&
            !gate_stands_on(gate, branch)) {
            missed = i;
            nearest = s;
        }
    }
    if (missed >= 0) {
        char ribbon[VALIDATE_LABEL_MAX];
        char gate[VALIDATE_LABEL_MAX];
        vec2s at = gate_middle(&track->gates[missed]);
        Message *message =
            message_add(messages, MESSAGE_W710, branch->place,
                        validate_label(ribbon, "ribbon", branch->id, stretch->ribbon + 1),
                        validate_gate_label(track, missed, gate), (double)at.x, (double)at.y,
                        missed == track->gate_count - 1 ? "finish" : "gate");
        message_at(message, at.x, at.y);
    }
}

static void check_branches(const Track *track, MessageList *messages) {
    BranchStretch stretches[TRACK_RIBBONS_MAX];
    int count = branch_stretches_find(track, stretches);
    for (int i = 0; i < count; i++) {
        check_branch(track, &stretches[i], messages);
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
