#include "centreline/circuit_chords.h"

#include "base/assert.h"
#include "centreline/circuit_line.h"
#include "geometry/polygon.h"
#include "geometry/spline.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS_MAX = 4, ///< Each puts two points onto a piece that the curve leaves.
    POINTS_MAX = 20000,
};

/// m: chord error and step of the curve that is looked at.
#define LOOK_CHORD 0.05f
#define LOOK_STEP  6.0f

/// The curve may be longer than the pieces by this part, a little less than what an import may be
/// off (circuit_track.c); it may not leave them by less than this (m).
#define LONGER_MAX 0.018f
#define MOST_LEAST 0.5f

/// ... and comes nearer by this part: bends that are tight as well lose length when they are eased.
#define LESS 0.8f

/// Where the added points stand on their piece, from its ends.
#define FIRST_PART 0.25f

/// Marks the pieces (from point i to the next) that the curve leaves by more than `most` m.
/// Returns how many.
static int find_left(const Circuit *circuit, float most, bool *left) {
    Arena scratch = {0};
    int count = circuit->count;
    vec2s *at = arena_array(&scratch, (size_t)count, sizeof *at);
    for (int i = 0; i < count; i++) {
        at[i] = circuit->points[i].at;
    }
    memset(left, 0, (size_t)count * sizeof *left);
    Curve curve = curve_sample(CURVE_SMOOTH, at, NULL, count, circuit->closed, LOOK_CHORD,
                               LOOK_STEP, &scratch);
    int found = 0;
    for (int i = 0; i < curve.count; i++) {
        int from = curve.samples[i].from;
        int to = from + 1 < count ? from + 1 : circuit->closed ? 0 : from;
        float distance2 = segment_distance2(at[from], at[to], curve.samples[i].point, NULL);
        if (!left[from] && distance2 > most * most) {
            left[from] = true;
            found++;
        }
    }
    arena_destroy(&scratch);
    return found;
}

static CircuitPoint between(const CircuitPoint *a, const CircuitPoint *b, float t) {
    CircuitPoint point = *a;
    point.at = glms_vec2_lerp(a->at, b->at, t);
    point.left += t * (b->left - a->left);
    point.right += t * (b->right - a->right);
    return point;
}

/// Adds points where the curve leaves a piece by more than `most` m.
static void add_points(Circuit *circuit, float most, Arena *arena) {
    for (int round = 0; round < ROUNDS_MAX; round++) {
        Arena scratch = {0};
        int count = circuit->count;
        bool *left = arena_array(&scratch, (size_t)count, sizeof *left);
        int found = count < POINTS_MAX ? find_left(circuit, most, left) : 0;
        if (found > 0) {
            CircuitPoint *points =
                arena_array(arena, (size_t)count + 2 * (size_t)found, sizeof *points);
            int made = 0;
            for (int i = 0; i < count; i++) {
                const CircuitPoint *a = &circuit->points[i];
                const CircuitPoint *b = &circuit->points[i + 1 < count ? i + 1 : 0];
                points[made++] = *a;
                if (left[i]) {
                    points[made++] = between(a, b, FIRST_PART);
                    points[made++] = between(a, b, 1.0f - FIRST_PART);
                }
            }
            circuit->points = points;
            circuit->count = made;
        }
        arena_destroy(&scratch);
        if (found == 0) {
            return;
        }
    }
}

/// Of the pieces, m; added points do not change it.
static float pieces_length(const Circuit *circuit) {
    double length = 0.0;
    for (int i = circuit->closed ? 0 : 1; i < circuit->count; i++) {
        int before = i > 0 ? i - 1 : circuit->count - 1;
        length += (double)glms_vec2_distance(circuit->points[before].at, circuit->points[i].at);
    }
    return (float)length;
}

void circuit_chords_keep(Circuit *circuit, float most, Arena *arena) {
    ASSERT(circuit->count >= 2 && most > 0.0f);
    float longest = (1.0f + LONGER_MAX) * pieces_length(circuit);
    add_points(circuit, most, arena);
    while (most > MOST_LEAST && circuit->count < POINTS_MAX &&
           circuit_length(circuit->points, circuit->count, circuit->closed) > longest) {
        most *= LESS;
        add_points(circuit, most, arena);
    }
}
