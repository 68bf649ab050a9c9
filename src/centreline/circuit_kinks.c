#include "centreline/circuit_kinks.h"

#include "centreline/circuit_line.h"
#include "centreline/circuit_room.h"
#include "centreline/road_stray.h"

#include <math.h>

enum {
    ROUNDS = 60,
    WORK_MAX = 200000, ///< Points looked at in all rounds.
};

/// m: a bend tighter than this is a fault of the data; no car gets round on a wide road.
#define KINK_RADIUS 3.5f

/// m: kinks are rounded to this at least, in steps, where more would cost too much length. A car
/// gets round on the outside of the road.
#define KINK_RADIUS_LEAST 2.0f
#define KINK_RADIUS_STEP  0.5f

/// A kink's points go this part of the way to the middle of their neighbours, and this far (m).
#define KINK_PART 0.3f
#define KINK_STEP 0.1f

/// The part of its length that a line may lose by it, well within what an import may be off
/// (circuit_track.c). Points far apart lose more: a kink is as long as the way to its neighbours.
#define LOSS_MAX 0.015f

/// Pulls point `i` toward the middle of its neighbours.
static void relax_point(Circuit *circuit, int i) {
    int count = circuit->count;
    if (!circuit->closed && (i == 0 || i == count - 1)) {
        return;
    }
    vec2s at = circuit->points[i].at;
    vec2s middle = glms_vec2_lerp(circuit->points[(i + count - 1) % count].at,
                                  circuit->points[(i + 1) % count].at, 0.5f);
    float way = glms_vec2_distance(at, middle);
    float t = way > 0.0f ? fminf(KINK_PART, KINK_STEP / way) : 0.0f;
    circuit->points[i].at = glms_vec2_lerp(at, middle, t);
}

static void relax(Circuit *circuit, Arena *scratch) {
    unsigned char *sides = arena_array(scratch, (size_t)circuit->count, sizeof *sides);
    for (int round = 0; round < ROUNDS; round++) {
        // A round costs as the points do: large files get fewer of them.
        if (round * circuit->count > WORK_MAX ||
            !circuit_line_folds(circuit->points, circuit->count, circuit->closed, KINK_RADIUS,
                                sides)) {
            break;
        }
        for (int i = 0; i < circuit->count; i++) {
            if (sides[i] & 4) {
                relax_point(circuit, i);
            }
        }
    }
}

static vec2s *positions(const CircuitPoint *points, int count, Arena *scratch) {
    vec2s *at = arena_array(scratch, (size_t)count, sizeof *at);
    for (int i = 0; i < count; i++) {
        at[i] = points[i].at;
    }
    return at;
}

/// The line as it was given.
typedef struct Given {
    const vec2s *at;
    int count;
    float width; ///< m, of the road where it is widest.
} Given;

static Given given_line(const Circuit *circuit, Arena *scratch) {
    Given given = {positions(circuit->points, circuit->count, scratch), circuit->count, 0.0f};
    for (int i = 0; i < circuit->count; i++) {
        given.width = fmaxf(given.width, circuit->points[i].left + circuit->points[i].right);
    }
    return given;
}

/// Whether the circuit is another than the line that was given.
static bool strays(const Circuit *circuit, const Given *given, Arena *scratch) {
    const vec2s *at = positions(circuit->points, circuit->count, scratch);
    RoadStray stray = road_stray(given->at, given->count, at, circuit->count, circuit->closed,
                                 0.5f * given->width);
    return stray.most > given->width || stray.longer < -LOSS_MAX;
}

/// The point that moved farthest from where it was given.
static int farthest_moved(const Circuit *circuit, const Given *given) {
    int worst = 0;
    float most = 0.0f;
    for (int i = 0; i < circuit->count; i++) {
        float moved = glms_vec2_distance(given->at[i], circuit->points[i].at);
        worst = moved > most ? i : worst;
        most = fmaxf(most, moved);
    }
    return worst;
}

static int nearest_point(const Circuit *circuit, vec2s at) {
    int nearest = 0;
    for (int i = 1; i < circuit->count; i++) {
        if (glms_vec2_distance2(circuit->points[i].at, at) <
            glms_vec2_distance2(circuit->points[nearest].at, at)) {
            nearest = i;
        }
    }
    return nearest;
}

/// Rounds the kinks of the circuit, which is as it was given, as far as its length allows.
static EasedLine round_kinks(Circuit *circuit, const Given *given, Arena *scratch) {
    Circuit whole = *circuit;
    EasedLine eased = {0};
    int work = ROAD_EASE_WORK;
    for (float radius = KINK_RADIUS; work > 0 && radius >= KINK_RADIUS_LEAST;
         radius -= KINK_RADIUS_STEP) {
        *circuit = whole;
        if (!circuit_round_to(circuit, radius, &work, &eased) || !strays(circuit, given, scratch)) {
            break;
        }
    }
    return eased;
}

void circuit_kinks_ease(Circuit *circuit, const CircuitOptions *options, MessageList *messages) {
    Arena scratch = {0};
    Given given = given_line(circuit, &scratch);
    relax(circuit, &scratch);
    int worst = farthest_moved(circuit, &given);
    vec2s at = circuit->points[worst].at;
    float most = glms_vec2_distance(given.at[worst], at);
    if (most > 0.0f && strays(circuit, &given, &scratch)) {
        for (int i = 0; i < circuit->count; i++) {
            circuit->points[i].at = given.at[i];
        }
        EasedLine eased = round_kinks(circuit, &given, &scratch);
        at = eased.moved_at;
        most = eased.moved;
        worst = nearest_point(circuit, at);
    }
    if (most > 0.0f && options->verbose) {
        Message *message = message_add(messages, MESSAGE_N621, circuit->points[worst].place,
                                       (double)at.x, (double)at.y, (double)most);
        message_at(message, at.x, at.y);
    }
    arena_destroy(&scratch);
}
