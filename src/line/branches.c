#include "line/branches.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

enum {
    SINGLE_TRIES_MAX = 24 ///< Paths that are looked for to choose gate by gate.
};

/// What a choice is weighed by.
typedef struct Weigher {
    const WaypointScan *scan;
    bool sprint;
    ProgressPart progress;
    int tries, tries_most; ///< Paths that were looked for, and may be.
    Track chosen;          ///< With gates of its own.
} Weigher;

/// The most lines of any gate, but its first.
static int most_others(const Track *track) {
    int most = 0;
    for (int i = 0; i < track->gate_count; i++) {
        most = track->gates[i].other_count > most ? track->gates[i].other_count : most;
    }
    return most;
}

bool branches_any(const Track *track) { return most_others(track) > 0; }

TrackGate branches_gate(const TrackGate *gate, int way) {
    TrackGate chosen = *track_gate_way(gate, way);
    chosen.sector = gate->sector;
    chosen.others = NULL;
    chosen.other_count = 0;
    return chosen;
}

/// Takes line `way` of gate `i`, or its last one where it has fewer. Returns which.
static int choose(Weigher *weigher, int i, int way) {
    const TrackGate *gate = &weigher->scan->track->gates[i];
    way = way < gate->other_count ? way : gate->other_count;
    weigher->chosen.gates[i] = branches_gate(gate, way);
    return way;
}

/// m of asphalt that the path through the chosen gates is worth; INFINITY where there is none.
static float weigh(Weigher *weigher) {
    Arena scratch = {0};
    GatePath path;
    float cost = INFINITY;
    WaypointScan scan = *weigher->scan;
    scan.track = &weigher->chosen;
    float most = (float)weigher->tries_most;
    ProgressPart part = progress_part(weigher->progress, (float)weigher->tries / most,
                                      (float)(weigher->tries + 1) / most);
    weigher->tries++;
    if (gate_path_find(&scan, weigher->sprint, part, &scratch, &path, NULL)) {
        cost = 0.0f;
        for (int i = 0; i < path.count - weigher->sprint; i++) {
            vec2s at = path.points[i];
            const Surface *surface = &scan.track->surfaces[ground_surface(scan.ground, at)];
            cost +=
                glms_vec2_distance(at, path.points[(i + 1) % path.count]) * surface_cost(surface);
        }
    }
    arena_destroy(&scratch);
    return cost;
}

bool branches_choose(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                     Track *out) {
    const Track *track = scan->track;
    ASSERT(track->gate_count >= 1 && track->gate_count <= TRACK_GATES_MAX);
    Weigher weigher = {.scan = scan,
                       .sprint = sprint,
                       .progress = progress,
                       .tries_most = TRACK_WAYS_MAX + SINGLE_TRIES_MAX,
                       .chosen = *track};
    weigher.chosen.gates = arena_array(arena, TRACK_GATES_MAX, sizeof(TrackGate));
    float best = INFINITY;
    int most = most_others(track), best_of_all = 0;
    for (int way = 0; way <= most; way++) {
        for (int i = 0; i < track->gate_count; i++) {
            choose(&weigher, i, way);
        }
        float cost = weigh(&weigher);
        best_of_all = cost < best ? way : best_of_all;
        best = fminf(best, cost);
    }
    int tries_most = weigher.tries + SINGLE_TRIES_MAX;
    for (int i = 0; i < track->gate_count; i++) {
        choose(&weigher, i, best_of_all);
    }
    for (int i = 0; i < track->gate_count; i++) {
        int best_way = choose(&weigher, i, best_of_all);
        for (int way = 0; way <= track->gates[i].other_count && weigher.tries < tries_most; way++) {
            if (way == best_way) {
                continue;
            }
            choose(&weigher, i, way);
            float cost = weigh(&weigher);
            best_way = cost < best ? way : best_way;
            best = fminf(best, cost);
        }
        choose(&weigher, i, best_way);
    }
    *out = weigher.chosen;
    return best < INFINITY;
}
