#include "centreline/circuit_thin.h"

#include "base/assert.h"
#include "geometry/polygon.h"
#include "geometry/spline.h"
#include "geometry/transform.h"

#include <math.h>

enum {
    ROUNDS_MAX = 60, ///< Of adding points; each halves the worst stretches.
    START_POINTS = 8,
    PIECES_MAX = 256, ///< Straight pieces that a stretch of the curve is measured with.
};

/// m: such a piece is about this long.
#define PIECE_LENGTH 3.0f

/// m: samples of the line are kept as points only this far from others. Points of uneven spacing,
/// rounded to centimetres, bend the curve between them: 0.4 m apart to a third of its radius.
#define ADDED_GAP 4.0f

/// Where a road takes its whole limit of the room, this part of the tolerance is left; it grows
/// with what is free.
#define TIGHT_LEAST 0.25f
#define TIGHT_FULL  1.05f
#define TIGHT_SLOPE 5.0f

/// Samples between the places of two candidates, at least: floats still tell them apart at 8000.
#define PLACE_GAP 0.001f

/// A point that may be kept.
typedef struct Candidate {
    CircuitPoint point;
    float u; ///< Where on the line, in samples.
    bool given, kept;
} Candidate;

typedef struct Thinning {
    const CircuitLine *line;
    Candidate *candidates; ///< Sorted by `u`.
    int count;
    float tolerance;
} Thinning;

/// How badly a stretch fits.
typedef struct Misfit {
    float worst; ///< In tolerances: more than 1 is too much.
    int sample;  ///< Where, on the line.
} Misfit;

// ---- candidates -----------------------------------------------------------------------------

/// Half-widths of the line at `u`.
static void set_widths(const CircuitLine *line, float u, CircuitPoint *point) {
    int i = (int)u < line->count ? (int)u : line->count - 1;
    int next = i + 1 < line->count ? i + 1 : line->closed ? 0 : i;
    float t = fminf(fmaxf(u - (float)i, 0.0f), 1.0f);
    const LineSample *a = &line->samples[i];
    const LineSample *b = &line->samples[next];
    point->left = a->half[0] + t * (b->half[0] - a->half[0]);
    point->right = a->half[1] + t * (b->half[1] - a->half[1]);
}

/// Where on the line (in samples) the given point `index` lies: between the last sample before it
/// and the first one behind.
static float place_of(const CircuitLine *line, vec2s at, int before) {
    int next = before + 1 < line->count ? before + 1 : line->closed ? 0 : before;
    float t = 0.0f;
    segment_distance2(line->samples[before].at, line->samples[next].at, at, &t);
    return (float)before + t;
}

static void add_candidate(Thinning *thinning, Candidate candidate) {
    // Places must grow strictly, or a stretch between two would seem to go all the way round.
    if (thinning->count > 0) {
        float before = thinning->candidates[thinning->count - 1].u;
        candidate.u = fmaxf(candidate.u, before + PLACE_GAP);
    }
    thinning->candidates[thinning->count++] = candidate;
}

/// All given points and all samples of the line, in order.
static void make_candidates(Thinning *thinning, const CircuitPoint *points, int count,
                            Arena *scratch) {
    const CircuitLine *line = thinning->line;
    size_t most = (size_t)count + (size_t)line->count;
    thinning->candidates = arena_array(scratch, most, sizeof(Candidate));
    int point = 0;
    for (int i = 0; i <= line->count; i++) {
        const LineSample *sample = &line->samples[i < line->count ? i : 0];
        int reached = i < line->count ? sample->from + 1 : count;
        bool at_point = i < line->count && sample->t <= 0.0f;
        for (; point < reached; point++) {
            Candidate candidate = {.point = points[point], .given = true};
            candidate.u = at_point && point == reached - 1
                              ? (float)i
                              : place_of(line, points[point].at, i > 0 ? i - 1 : 0);
            set_widths(line, candidate.u, &candidate.point);
            add_candidate(thinning, candidate);
        }
        if (i < line->count && !at_point) {
            CircuitPoint own = {sample->at, sample->half[0], sample->half[1],
                                points[sample->from].place};
            add_candidate(thinning, (Candidate){.point = own, .u = (float)i});
        }
    }
}

/// The kept candidate after `i` (before it, where `way` is -1); `i` itself where none is.
static int kept_from(const Thinning *thinning, int i, int way) {
    int count = thinning->count;
    for (int k = 1; k < count; k++) {
        int j = i + way * k;
        if (!thinning->line->closed && (j < 0 || j >= count)) {
            return i;
        }
        j = (j % count + count) % count;
        if (thinning->candidates[j].kept) {
            return j;
        }
    }
    return i;
}

// ---- how well a stretch fits ----------------------------------------------------------------

/// The stretch b to c of the centripetal Catmull-Rom curve through a, b, c, d as `pieces` straight
/// ones: pieces + 1 points.
static void stretch_points(const vec2s p[4], int pieces, vec2s *out) {
    vec2s d1 = glms_vec2_sub(p[2], p[1]);
    CurveTangents tangents = curve_smooth_tangents(p);
    vec2s leave = tangents.leave, arrive = tangents.arrive;
    for (int i = 0; i <= pieces; i++) {
        float u = (float)i / (float)pieces;
        float h = u * u * (3.0f - 2.0f * u);
        float h_leave = u * (1.0f - u) * (1.0f - u);
        float h_arrive = u * u * (u - 1.0f);
        out[i] = vec2_make(p[1].x + h * d1.x + h_leave * leave.x + h_arrive * arrive.x,
                           p[1].y + h * d1.y + h_leave * leave.y + h_arrive * arrive.y);
    }
}

/// The part of the tolerance that is allowed at `sample`: less where the road takes most of the
/// room inside a bend, whose edge would fold with a little less radius.
static float room_factor(const LineSample *sample) {
    float taken = fmaxf(sample->half[0] / fmaxf(sample->limit[0], 0.1f),
                        sample->half[1] / fmaxf(sample->limit[1], 0.1f));
    return fminf(fmaxf(TIGHT_SLOPE * (TIGHT_FULL - taken), TIGHT_LEAST), 1.0f);
}

/// The misfit of the stretch from the kept candidate `b` to the next one, `c`.
static Misfit misfit_of(const Thinning *thinning, int b, int c) {
    int a = kept_from(thinning, b, -1);
    int d = kept_from(thinning, c, 1);
    const CircuitLine *line = thinning->line;
    const Candidate *from = &thinning->candidates[b];
    const Candidate *to = &thinning->candidates[c];
    vec2s p[4] = {thinning->candidates[a].point.at, from->point.at, to->point.at,
                  thinning->candidates[d].point.at};
    // Beyond the end of an open curve stands the mirror image of its last stretch.
    p[0] = a == b ? glms_vec2_sub(glms_vec2_scale(p[1], 2.0f), p[2]) : p[0];
    p[3] = d == c ? glms_vec2_sub(glms_vec2_scale(p[2], 2.0f), p[1]) : p[3];
    float end = to->u > from->u ? to->u : to->u + (float)line->count;
    int pieces = (int)((end - from->u) * line->step / PIECE_LENGTH) + 3;
    pieces = pieces < PIECES_MAX ? pieces : PIECES_MAX;
    vec2s points[PIECES_MAX + 1];
    stretch_points(p, pieces, points);
    Misfit misfit = {.sample = -1};
    int at = 0;
    for (int k = (int)from->u + 1; (float)k < end; k++) {
        const LineSample *sample = &line->samples[k % line->count];
        float t = 0.0f;
        float best = segment_distance2(points[at], points[at + 1], sample->at, &t);
        while (at + 1 < pieces) {
            float u = 0.0f;
            float ahead = segment_distance2(points[at + 1], points[at + 2], sample->at, &u);
            if (ahead > best) {
                break;
            }
            best = ahead;
            t = u;
            at++;
        }
        float u = ((float)at + t) / (float)pieces;
        float left = from->point.left + u * (to->point.left - from->point.left);
        float right = from->point.right + u * (to->point.right - from->point.right);
        float off = fmaxf(fabsf(left - sample->half[0]), fabsf(right - sample->half[1]));
        off = fmaxf(off, sqrtf(best)) / (thinning->tolerance * room_factor(sample));
        if (off > misfit.worst) {
            misfit = (Misfit){.worst = off, .sample = k % line->count};
        }
    }
    return misfit;
}

// ---- adding and taking out ------------------------------------------------------------------

/// Whether a sample of the line stands far enough from the points it would stand between.
static bool is_clear(const Thinning *thinning, int i, int b, int c) {
    vec2s at = thinning->candidates[i].point.at;
    return glms_vec2_distance(at, thinning->candidates[b].point.at) >= ADDED_GAP &&
           glms_vec2_distance(at, thinning->candidates[c].point.at) >= ADDED_GAP;
}

/// Keeps the candidate strictly between `b` and `c` that is nearest to `sample`: a given one where
/// there is any. False where there is none.
static bool keep_near(Thinning *thinning, int b, int c, int sample) {
    int best = -1;
    float best_gap = INFINITY;
    for (int i = (b + 1) % thinning->count; i != c; i = (i + 1) % thinning->count) {
        const Candidate *candidate = &thinning->candidates[i];
        if (!candidate->given && !is_clear(thinning, i, b, c)) {
            continue;
        }
        float gap = fabsf(candidate->u - (float)sample);
        gap = fminf(gap, (float)thinning->line->count - gap);
        bool same_kind = best < 0 || candidate->given == thinning->candidates[best].given;
        if (same_kind ? gap < best_gap : candidate->given) {
            best = i;
            best_gap = gap;
        }
    }
    if (best >= 0) {
        thinning->candidates[best].kept = true;
    }
    return best >= 0;
}

/// One look at every stretch, from candidate 0 on, which is always kept; false where all fit.
static bool add_round(Thinning *thinning) {
    bool added = false;
    int b = 0;
    do {
        int c = kept_from(thinning, b, 1);
        if (c == b) {
            break; // the end of an open line
        }
        Misfit misfit = misfit_of(thinning, b, c);
        if (misfit.worst > 1.0f) {
            added |= keep_near(thinning, b, c, misfit.sample);
        }
        b = c;
    } while (b != 0);
    return added;
}

/// Whether all stretches fit that a candidate bears on which stood behind `before`.
static bool fits_around(const Thinning *thinning, int before) {
    int b = kept_from(thinning, before, -1);
    for (int k = 0; k < 3; k++) {
        int c = kept_from(thinning, b, 1);
        if (c == b) {
            return true;
        }
        if (misfit_of(thinning, b, c).worst > 1.0f) {
            return false;
        }
        b = c;
    }
    return true;
}

/// Takes out points without which all still fits.
static void take_out(Thinning *thinning) {
    int kept = 0;
    for (int i = 0; i < thinning->count; i++) {
        kept += thinning->candidates[i].kept;
    }
    int last = thinning->line->closed ? thinning->count : thinning->count - 1;
    for (int i = 1; i < last && kept > START_POINTS; i++) {
        Candidate *candidate = &thinning->candidates[i];
        if (!candidate->kept) {
            continue;
        }
        candidate->kept = false;
        kept--;
        if (!fits_around(thinning, kept_from(thinning, i, -1))) {
            candidate->kept = true;
            kept++;
        }
    }
}

/// All given points, or a few of them evenly along the line.
static void keep_first_ones(Thinning *thinning, bool all) {
    int due = 0;
    for (int i = 0; i < thinning->count; i++) {
        Candidate *candidate = &thinning->candidates[i];
        candidate->kept = candidate->given && (all || i >= due);
        due = candidate->kept ? i + thinning->count / START_POINTS : due;
    }
    // The first point stays the first; an open line also keeps its end.
    thinning->candidates[0].kept = true;
    thinning->candidates[thinning->count - 1].kept |= !thinning->line->closed;
}

CircuitPoint *circuit_thin(const CircuitLine *line, const CircuitPoint *points, int count,
                           ThinRules rules, Arena *arena, int *out_count) {
    ASSERT(count >= 2 && rules.tolerance > 0.0f);
    Arena scratch = {0};
    Thinning thinning = {.line = line, .tolerance = rules.tolerance};
    make_candidates(&thinning, points, count, &scratch);
    keep_first_ones(&thinning, rules.keep_points);
    for (int round = 0; round < ROUNDS_MAX && add_round(&thinning); round++) {
    }
    if (!rules.keep_points) {
        take_out(&thinning);
        take_out(&thinning);
    }
    int kept = 0;
    for (int i = 0; i < thinning.count; i++) {
        kept += thinning.candidates[i].kept;
    }
    CircuitPoint *out = arena_array(arena, (size_t)kept, sizeof *out);
    *out_count = 0;
    for (int i = 0; i < thinning.count; i++) {
        if (thinning.candidates[i].kept) {
            out[(*out_count)++] = thinning.candidates[i].point;
        }
    }
    arena_destroy(&scratch);
    return out;
}
