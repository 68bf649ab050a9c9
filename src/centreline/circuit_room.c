#include "centreline/circuit_room.h"

#include "base/scalar.h"
#include "centreline/circuit_line.h"
#include "centreline/road_ease.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS_MAX = 60,
    SMOOTH_PASSES = 24, ///< Of one round, over what moves: about 5 m to both sides.
    NEAR_STEPS = 80,    ///< Of the line, in which an eased point looks for where it was.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    SMOOTH_WORK_MAX = 200000, ///< A fuzzer has better to do than to part the same two lines.
#else
    SMOOTH_WORK_MAX = 4000000,
#endif
};

/// m of road that stretches side by side leave each other.
#define HALF_WANTED 3.4f

/// m that may lack: narrowing takes the rest.
#define LACK_ALLOWED 0.1f

static CircuitPoint point_of(const Circuit *circuit, const LineSample *sample, vec2s at) {
    return (CircuitPoint){.at = at,
                          .left = sample->half[0],
                          .right = sample->half[1],
                          .place = circuit->points[sample->from].place};
}

// ---- apart ----------------------------------------------------------------------------------

/// Evens out the moves, so that the line bends little.
static void smooth(const CircuitLine *line, vec2s *moves, vec2s *spare) {
    int count = line->count;
    for (int pass = 0; pass < SMOOTH_PASSES; pass++) {
        memcpy(spare, moves, (size_t)count * sizeof *moves);
        for (int i = 0; i < count; i++) {
            int before = i > 0 ? i - 1 : line->closed ? count - 1 : 0;
            int after = i + 1 < count ? i + 1 : line->closed ? 0 : i;
            vec2s beside = glms_vec2_lerp(spare[before], spare[after], 0.5f);
            moves[i] = glms_vec2_lerp(spare[i], beside, 0.5f);
        }
    }
}

/// The line's samples, moved apart; false where nothing had to be.
static bool spread(CircuitLine *line, vec2s *moves, Arena *scratch) {
    size_t count = (size_t)line->count;
    vec2s *push = arena_array(scratch, count, sizeof *push);
    vec2s *home = arena_array(scratch, count, sizeof *home);
    for (int i = 0; i < line->count; i++) {
        home[i] = line->samples[i].at;
    }
    int round = 0;
    while (round < ROUNDS_MAX && round * line->count * SMOOTH_PASSES < SMOOTH_WORK_MAX &&
           circuit_line_push(line, HALF_WANTED, push) > LACK_ALLOWED) {
        for (int i = 0; i < line->count; i++) {
            moves[i] = glms_vec2_add(moves[i], push[i]);
        }
        smooth(line, moves, push);
        for (int i = 0; i < line->count; i++) {
            line->samples[i].at = glms_vec2_add(home[i], moves[i]);
        }
        circuit_line_turn(line);
        round++;
    }
    return round > 0;
}

bool circuit_spread(Circuit *circuit, const CircuitOptions *options, MessageList *messages) {
    Arena scratch = {0};
    CircuitLine line =
        circuit_line_make(circuit->points, circuit->count, circuit->closed, &scratch);
    vec2s *moves = arena_array(&scratch, (size_t)line.count, sizeof *moves);
    bool moved = spread(&line, moves, &scratch);
    if (moved) {
        CircuitPoint *points = arena_array(circuit->arena, (size_t)line.count, sizeof *points);
        int worst = 0;
        for (int i = 0; i < line.count; i++) {
            points[i] = point_of(circuit, &line.samples[i], line.samples[i].at);
            worst = glms_vec2_norm(moves[i]) > glms_vec2_norm(moves[worst]) ? i : worst;
        }
        if (options->verbose) {
            vec2s at = points[worst].at;
            Message *message =
                message_add(messages, MESSAGE_N624, points[worst].place,
                            (double)glms_vec2_norm(moves[worst]), (double)at.x, (double)at.y);
            message_at(message, at.x, at.y);
        }
        circuit->points = points;
        circuit->count = line.count;
        circuit->shaped = true;
    }
    arena_destroy(&scratch);
    return moved;
}

// ---- round ----------------------------------------------------------------------------------

/// Half of the width that half of the road has.
static float usual_half(const CircuitLine *line, Arena *scratch) {
    float *halves = arena_array(scratch, (size_t)line->count, sizeof *halves);
    for (int i = 0; i < line->count; i++) {
        halves[i] = 0.5f * (line->samples[i].half[0] + line->samples[i].half[1]);
    }
    qsort(halves, (size_t)line->count, sizeof *halves, float_compare);
    return halves[line->count / 2];
}

/// The sample of the line nearest to `at`, of those around sample `near`.
static int nearest_sample(const CircuitLine *line, int near, vec2s at) {
    int best = near;
    float best_distance = INFINITY;
    for (int k = -NEAR_STEPS; k <= NEAR_STEPS; k++) {
        int i = near + k;
        if (line->closed) {
            i = ((i % line->count) + line->count) % line->count;
        } else if (i < 0 || i >= line->count) {
            continue;
        }
        float distance = glms_vec2_distance(line->samples[i].at, at);
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

bool circuit_round_to(Circuit *circuit, float radius, int *work, EasedLine *eased) {
    Arena scratch = {0};
    CircuitLine line =
        circuit_line_make(circuit->points, circuit->count, circuit->closed, &scratch);
    vec2s *at = arena_array(&scratch, (size_t)line.count, sizeof *at);
    for (int i = 0; i < line.count; i++) {
        at[i] = line.samples[i].at;
    }
    *eased = road_ease(at, line.count, circuit->closed, radius, work, &scratch);
    bool moved = eased->corner_count > 0 && eased->count >= 3;
    if (moved) {
        CircuitPoint *points = arena_array(circuit->arena, (size_t)eased->count, sizeof *points);
        int near = 0;
        for (int i = 0; i < eased->count; i++) {
            near = nearest_sample(&line, near, eased->points[i]);
            points[i] = point_of(circuit, &line.samples[near], eased->points[i]);
        }
        circuit->points = points;
        circuit->count = eased->count;
        circuit->shaped = true;
    }
    eased->points = NULL;
    arena_destroy(&scratch);
    return moved;
}

bool circuit_round(Circuit *circuit, const CircuitOptions *options, MessageList *messages) {
    Arena scratch = {0};
    CircuitLine line =
        circuit_line_make(circuit->points, circuit->count, circuit->closed, &scratch);
    float radius = road_ease_radius(usual_half(&line, &scratch));
    arena_destroy(&scratch);
    EasedLine eased;
    bool moved = circuit_round_to(circuit, radius, NULL, &eased);
    if (moved && options->verbose) {
        road_ease_note(MESSAGE_N625, circuit->place, &eased, messages);
    }
    return moved;
}
