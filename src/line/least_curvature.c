#include "line/least_curvature.h"

#include "base/assert.h"
#include "geometry/transform.h"

#include <math.h>

enum {
    ROUNDS = 4,
    NEWTON_STEPS = 16,
};

/// A symmetric cyclic matrix of five diagonals and the factors of it: row i holds entry (i, i),
/// (i, i + 1) and (i, i + 2), indices modulo count.
typedef struct Band {
    int count;
    double *diagonal, *next, *second;
} Band;

/// One box-bounded quadratic programme: minimise 1/2 a' H a + g' a with low <= a <= high, and the
/// interior point method's state.
typedef struct Programme {
    int count;
    Band hessian;
    double *gradient;
    double *low, *high;
    double *value, *low_force, *high_force; ///< a and its multipliers.
    // scratch of a Newton step
    double *diagonal, *sub, *sub2, *last, *last2, *right;
} Programme;

static Programme programme_make(int count, Arena *arena) {
    Programme programme = {.count = count, .hessian.count = count};
    double **arrays[] = {&programme.hessian.diagonal,
                         &programme.hessian.next,
                         &programme.hessian.second,
                         &programme.gradient,
                         &programme.low,
                         &programme.high,
                         &programme.value,
                         &programme.low_force,
                         &programme.high_force,
                         &programme.diagonal,
                         &programme.sub,
                         &programme.sub2,
                         &programme.last,
                         &programme.last2,
                         &programme.right};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = arena_array(arena, (size_t)count, sizeof(double));
    }
    return programme;
}

/// y = H x, row `i`.
static double band_row(const Band *band, const double *x, int i) {
    int n = band->count;
    int a = (i + n - 2) % n, b = (i + n - 1) % n, c = (i + 1) % n, d = (i + 2) % n;
    return band->second[a] * x[a] + band->next[b] * x[b] + band->diagonal[i] * x[i] +
           band->next[i] * x[c] + band->second[i] * x[d];
}

/// Solves (H + diag(extra)) x = right in place, where `programme->diagonal` holds H's diagonal plus
/// the extra and `programme->right` the right side. LDL' without pivoting (the matrix is positive
/// definite): five diagonals, and two full last rows for what wraps round.
static void solve_cyclic(Programme *programme) {
    int n = programme->count, m = n - 2; // rows m and m + 1 are the full ones
    double *d = programme->diagonal, *e = programme->sub, *f = programme->sub2;
    double *p = programme->last2, *q = programme->last, *x = programme->right;
    const Band *h = &programme->hessian;
    for (int i = 0; i < n; i++) {
        e[i] = i + 1 < m ? h->next[i] : 0.0;
        f[i] = i + 2 < m ? h->second[i] : 0.0;
        p[i] = q[i] = 0.0;
    }
    p[m - 1] += h->next[m - 1];
    p[m - 2] += h->second[m - 2];
    q[m - 1] += h->second[m - 1];
    p[0] += h->second[m];
    q[0] += h->next[m + 1];
    q[1] += h->second[m + 1];
    double cross = h->next[m];
    for (int k = 0; k < m; k++) {
        double inverse = 1.0 / d[k];
        double l1 = e[k] * inverse, l2 = f[k] * inverse, lp = p[k] * inverse, lq = q[k] * inverse;
        if (k + 1 < m) {
            d[k + 1] -= l1 * e[k];
            e[k + 1] -= l1 * f[k];
            p[k + 1] -= l1 * p[k];
            q[k + 1] -= l1 * q[k];
            x[k + 1] -= l1 * x[k];
        }
        if (k + 2 < m) {
            d[k + 2] -= l2 * f[k];
            p[k + 2] -= l2 * p[k];
            q[k + 2] -= l2 * q[k];
            x[k + 2] -= l2 * x[k];
        }
        d[m] -= lp * p[k];
        cross -= lp * q[k];
        d[m + 1] -= lq * q[k];
        x[m] -= lp * x[k];
        x[m + 1] -= lq * x[k];
        e[k] = l1;
        f[k] = l2;
        p[k] = lp;
        q[k] = lq;
    }
    double lc = cross / d[m];
    d[m + 1] -= lc * cross;
    x[m + 1] = (x[m + 1] - lc * x[m]) / d[m + 1];
    x[m] = x[m] / d[m] - lc * x[m + 1];
    for (int k = m - 1; k >= 0; k--) {
        double value = x[k] / d[k] - p[k] * x[m] - q[k] * x[m + 1];
        value -= k + 1 < m ? e[k] * x[k + 1] : 0.0;
        value -= k + 2 < m ? f[k] * x[k + 2] : 0.0;
        x[k] = value;
    }
}

/// Largest part of the step `change` that keeps `room` positive.
static double step_limit(double room, double change, double limit) {
    return change < 0.0 && room < -limit * change ? -room / change : limit;
}

/// One step of the interior point method towards complementarity `target`.
static void newton_step(Programme *p, double target) {
    int n = p->count;
    for (int i = 0; i < n; i++) {
        double below = p->value[i] - p->low[i], above = p->high[i] - p->value[i];
        double slope = band_row(&p->hessian, p->value, i) + p->gradient[i];
        p->right[i] = target / below - target / above - slope;
        p->diagonal[i] =
            p->hessian.diagonal[i] + p->low_force[i] / below + p->high_force[i] / above;
    }
    solve_cyclic(p);
    double primal = 1.0, dual = 1.0;
    for (int i = 0; i < n; i++) {
        double below = p->value[i] - p->low[i], above = p->high[i] - p->value[i];
        double change = p->right[i];
        double low_change = (target - p->low_force[i] * change) / below - p->low_force[i];
        double high_change = (target + p->high_force[i] * change) / above - p->high_force[i];
        primal = step_limit(below, change, primal);
        primal = step_limit(above, -change, primal);
        dual = step_limit(p->low_force[i], low_change, dual);
        dual = step_limit(p->high_force[i], high_change, dual);
        p->sub[i] = low_change;
        p->sub2[i] = high_change;
    }
    primal = primal < 1.0 ? 0.95 * primal : 1.0;
    dual = dual < 1.0 ? 0.95 * dual : 1.0;
    for (int i = 0; i < n; i++) {
        p->value[i] += primal * p->right[i];
        p->low_force[i] += dual * p->sub[i];
        p->high_force[i] += dual * p->sub2[i];
    }
}

/// Solves the programme from wherever `value` stands.
/// Source: Nocedal & Wright, Numerical Optimization (2006), section 16.6.
static void programme_solve(Programme *p) {
    int n = p->count;
    double start = 1e-3; // about the slope of the sum at a line that is 1 m off
    for (int i = 0; i < n; i++) {
        double width = p->high[i] - p->low[i], inset = 0.05 * width;
        double value = p->value[i];
        value = value < p->low[i] + inset ? p->low[i] + inset : value;
        p->value[i] = value > p->high[i] - inset ? p->high[i] - inset : value;
        p->low_force[i] = start / (p->value[i] - p->low[i]);
        p->high_force[i] = start / (p->high[i] - p->value[i]);
    }
    for (int i = 0; i < NEWTON_STEPS; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            sum += (p->value[j] - p->low[j]) * p->low_force[j] +
                   (p->high[j] - p->value[j]) * p->high_force[j];
        }
        newton_step(p, 0.2 * sum / (2.0 * n));
    }
}

static vec2s line_point(const Corridor *corridor, const double *offsets, int i) {
    const CorridorPoint *point = &corridor->points[i];
    return glms_vec2_add(point->center, glms_vec2_scale(point->left, (float)offsets[i]));
}

/// Adds what point i contributes: curvature there, times the root of its share of the line's
/// length, as a linear function of three offsets.
///
/// The second difference of the points is the curvature times the square of how much the line was
/// stretched since the round before; without taking that stretch out again, 3/2 of it with the
/// root, wide bends would look sharper than tight ones.
static void add_curvature(Programme *p, const Corridor *corridor, int i, double stretch_weight) {
    int n = p->count, before = (i + n - 1) % n, after = (i + 1) % n;
    vec2s a = line_point(corridor, p->value, before), b = line_point(corridor, p->value, i);
    vec2s c = line_point(corridor, p->value, after);
    double back = (double)glms_vec2_distance(a, b), ahead = (double)glms_vec2_distance(b, c);
    back = back > 0.05 ? back : 0.05; // normals may nearly meet inside a tight bend
    ahead = ahead > 0.05 ? ahead : 0.05;
    vec2s along = glms_vec2_normalize(glms_vec2_sub(c, a)), left = vec2_left(along);
    double k = 2.0 / (back + ahead), weight = 0.5 * (back + ahead);
    double bend = k * ((double)glms_vec2_dot(glms_vec2_sub(c, b), left) / ahead +
                       (double)glms_vec2_dot(glms_vec2_sub(a, b), left) / back);
    double stretch = stretch_weight * bend / (back + ahead);
    const CorridorPoint *points = corridor->points;
    double part[3] = {
        k / back * (double)glms_vec2_dot(points[before].left, left) +
            stretch * (double)glms_vec2_dot(points[before].left, along),
        -k * (1.0 / back + 1.0 / ahead) * (double)glms_vec2_dot(points[i].left, left),
        k / ahead * (double)glms_vec2_dot(points[after].left, left) -
            stretch * (double)glms_vec2_dot(points[after].left, along),
    };
    int at[3] = {before, i, after};
    double rest = bend; // what the function is where all offsets are 0
    for (int j = 0; j < 3; j++) {
        rest -= part[j] * p->value[at[j]];
    }
    for (int j = 0; j < 3; j++) {
        p->gradient[at[j]] += weight * part[j] * rest;
        p->hessian.diagonal[at[j]] += weight * part[j] * part[j];
    }
    p->hessian.next[before] += weight * part[0] * part[1];
    p->hessian.next[i] += weight * part[1] * part[2];
    p->hessian.second[before] += weight * part[0] * part[2];
}

/// Adds the length of the piece from point i to the next: |P(i+1) - P(i)|^2 over its length.
static void add_length(Programme *p, const Corridor *corridor, int i, double weight) {
    int after = (i + 1) % p->count;
    const CorridorPoint *a = &corridor->points[i], *b = &corridor->points[after];
    double length = (double)glms_vec2_distance(line_point(corridor, p->value, i),
                                               line_point(corridor, p->value, after));
    weight /= length > 0.05 ? length : 0.05;
    vec2s along = glms_vec2_sub(b->center, a->center);
    p->hessian.diagonal[i] += weight;
    p->hessian.diagonal[after] += weight;
    p->hessian.next[i] -= weight * (double)glms_vec2_dot(a->left, b->left);
    p->gradient[i] -= weight * (double)glms_vec2_dot(along, a->left);
    p->gradient[after] += weight * (double)glms_vec2_dot(along, b->left);
}

void least_curvature(const Corridor *corridor, float length_weight, float *offsets) {
    ASSERT(corridor->count >= 8 && length_weight >= 0.0f);
    Arena scratch = {0};
    Programme programme = programme_make(corridor->count, &scratch);
    for (int i = 0; i < corridor->count; i++) {
        const CorridorPoint *point = &corridor->points[i];
        ASSERT(point->low < point->high);
        programme.low[i] = (double)point->low;
        programme.high[i] = (double)point->high;
        programme.value[i] = (double)fminf(fmaxf(offsets[i], point->low), point->high);
    }
    for (int round = 0; round < ROUNDS; round++) {
        Band *band = &programme.hessian;
        for (int i = 0; i < corridor->count; i++) {
            band->diagonal[i] = 1e-12; // keeps a straight, free corridor solvable
            band->next[i] = band->second[i] = programme.gradient[i] = 0.0;
        }
        int end = corridor->open ? 1 : 0; // the ends of an open line do not bend
        for (int i = end; i < corridor->count - end; i++) {
            add_curvature(&programme, corridor, i, round < ROUNDS / 2 ? 0.0 : 1.5);
        }
        for (int i = 0; i < corridor->count - end; i++) {
            add_length(&programme, corridor, i, 0.5 * (double)length_weight);
        }
        programme_solve(&programme);
    }
    for (int i = 0; i < corridor->count; i++) {
        const CorridorPoint *point = &corridor->points[i];
        offsets[i] = fminf(fmaxf((float)programme.value[i], point->low), point->high);
    }
    arena_destroy(&scratch);
}
