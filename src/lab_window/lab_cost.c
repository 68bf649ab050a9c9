#include "lab_window/lab_cost.h"

#include "base/arena.h"
#include "base/number.h"
#include "collision/circle.h"
#include "collision/sat.h"
#include "collision/surface.h"
#include "collision/sweep.h"
#include "geometry/partition.h"
#include "geometry/trig.h"
#include "lab/panel.h"
#include "lab_world/wheel.h"
#include "session/waiting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOW        2e-3 ///< s of a batch: a slow one.
#define BATCH_LEAST 1e-4 ///< s: long enough for the clock, short enough for a frame.

enum {
    CALLS_MAX = 1 << 16,
    SLOW_BATCHES = 7,
};

/// What is measured of a panel. `run` calls the library once and returns something of its answer,
/// so that no compiler leaves the call out.
typedef struct Method {
    const char *name;
    float (*run)(const LabDesk *desk, const LabProbe *probe);
} Method;

static Transform b_in_a(const LabDesk *desk) {
    return transform_relative(desk->solids[0].at, desk->solids[1].at);
}

static float run_overlap(const LabDesk *desk, const LabProbe *probe) {
    return sat_overlap(&desk->solids[0].pieces[probe->pair.a],
                       &desk->solids[1].pieces[probe->pair.b], b_in_a(desk))
        .depth;
}

static float run_partition(const LabDesk *desk, const LabProbe *probe) {
    (void)probe;
    const Solid *b = &desk->solids[1];
    Arena scratch = {0};
    Partition partition;
    bool made = b->outline_count >= 3 && partition_convex(b->outline, b->outline_count,
                                                          SHAPE_POINTS_MAX, &scratch, &partition);
    float pieces = made ? (float)partition.piece_count : 0.0f;
    arena_destroy(&scratch);
    return pieces;
}

static float run_distance(const LabDesk *desk, const LabProbe *probe) {
    return sat_signed_distance(&desk->solids[0].pieces[probe->pair.a],
                               &desk->solids[1].pieces[probe->pair.b], b_in_a(desk))
        .distance;
}

static float run_crossing(const LabDesk *desk, const LabProbe *probe) {
    (void)probe;
    const SceneShape *shot = &desk->scene.shapes[0];
    const Solid *b = &desk->solids[1];
    float step = desk->scene.options.crossings_step;
    vec2s to = transform_undo(b->at, shot->at);
    vec2s from =
        transform_undo(b->at, glms_vec2_sub(shot->at, glms_vec2_scale(shot->velocity, step)));
    return segment_cross_polygon(from, to, b->outline, b->outline_count).time;
}

/// The way of a as b sees it, over `step` s.
static vec2s way_over(const LabDesk *desk, float step) {
    const SceneShape *shapes = desk->scene.shapes;
    return glms_vec2_scale(glms_vec2_sub(shapes[0].velocity, shapes[1].velocity), step);
}

static float run_translate(const LabDesk *desk, const LabProbe *probe) {
    vec2s move = way_over(desk, desk->scene.options.circles_step);
    vec2s local = rotation_undo(desk->solids[0].at.rotation, move);
    return sweep_translate(&desk->solids[0].pieces[probe->pair.a], local,
                           &desk->solids[1].pieces[probe->pair.b], b_in_a(desk))
        .time;
}

static float run_motion(const LabDesk *desk, const LabProbe *probe) {
    const SceneShape *a = &desk->scene.shapes[0];
    float step = desk->scene.options.turning_step, to_rad = TRIG_PI / 180.0f;
    Motion motion = {.from = a->at,
                     .to = glms_vec2_add(a->at, way_over(desk, step)),
                     .angle_from = a->angle_deg * to_rad,
                     .angle_to = (a->angle_deg + a->turn_rate_deg * step) * to_rad};
    return sweep_motion(&desk->solids[0].pieces[probe->pair.a], motion,
                        &desk->solids[1].pieces[probe->pair.b], desk->solids[1].at, 0.0f)
        .time;
}

static float run_pairs(const LabDesk *desk, const LabProbe *probe) {
    (void)desk;
    uint16_t order[BROAD_MAX];
    CarPair pairs[BROAD_PAIRS_MAX];
    for (int i = 0; i < probe->box_count; i++) {
        order[i] = (uint16_t)i;
    }
    return (float)car_pairs_find(probe->boxes, probe->box_count, order, pairs, BROAD_PAIRS_MAX);
}

static float run_tyres(const LabDesk *desk, const LabProbe *probe) {
    (void)desk;
    TyreMotion motion = probe->motion;
    TyreForces forces;
    const TyreTask task = {&probe->tyres, &motion, &forces};
    tyre_sets_step(&task, 1, 1.0f / 240.0f);
    return forces.y[0];
}

static float run_working(const LabDesk *desk, const LabProbe *probe) {
    (void)probe;
    Working work;
    work.count = 0;
    panels[desk->scene.panel].working(&desk->scene, desk->solids, &work);
    return (float)work.count;
}

static const Method methods[SCENE_PANEL_COUNT] = {
    [SCENE_AXES] = {"sat_overlap", run_overlap},
    [SCENE_PIECES] = {"partition_convex", run_partition},
    [SCENE_BORDER] = {"sat_signed_distance", run_distance},
    [SCENE_CROSSINGS] = {"segment_cross_polygon", run_crossing},
    [SCENE_CIRCLES] = {"sweep_translate", run_translate},
    [SCENE_TURNING] = {"sweep_motion", run_motion},
    [SCENE_BROAD] = {"car_pairs_find", run_pairs},
    [SCENE_WHEEL] = {"tyre_sets_step, four wheels", run_tyres},
};

/// What is measured of the panel of `desk`.
static Method method_of(const LabDesk *desk) {
    static const Method working = {"all of this working", run_working};
    const Method *method = &methods[desk->scene.panel];
    return method->run ? *method : working;
}

// ---------------------------------------------------------------- what the calls get

static void probe_broad(const LabDesk *desk, LabProbe *out) {
    Broad broad = broad_make(&desk->scene, desk->solids);
    out->box_count = broad.count;
    for (int i = 0; i < broad.count; i++) {
        out->boxes[i] = broad.things[i].box;
    }
}

static void probe_wheel(const LabDesk *desk, LabProbe *out) {
    WheelStudy study = wheel_make(&desk->scene, desk->solids);
    const Surface *surface = &surface_built_in[study.surface];
    out->tyres = study.model.tyres;
    for (int i = 0; i < TYRE_SET; i++) {
        out->motion.vx[i] = out->motion.rim[i] = study.along;
        out->motion.vy[i] = study.side;
        out->motion.load[i] = study.load;
        out->motion.grip[i] = surface->grip;
        out->motion.peak_scale[i] = surface->peak_scale;
    }
}

static void make_probe(const LabDesk *desk, LabProbe *out) {
    memset(out, 0, sizeof *out);
    out->pair = solid_pair(&desk->solids[0], &desk->solids[1]);
    if (desk->scene.panel == SCENE_BROAD) {
        probe_broad(desk, out);
    } else if (desk->scene.panel == SCENE_WHEEL) {
        probe_wheel(desk, out);
    }
}

// ---------------------------------------------------------------- measuring

/// s that `calls` calls take.
static double time_calls(const Method *method, const LabDesk *desk, const LabProbe *probe,
                         int calls) {
    volatile float sink = 0.0f;
    double begun = waiting_now();
    for (int i = 0; i < calls; i++) {
        sink = sink + method->run(desk, probe);
    }
    return waiting_now() - begun;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Whether it has measured enough: of slow calls fewer do, so that the window stays quick.
static bool is_done(const LabCost *cost) {
    double slowest = cost->count > 0 ? cost->batches[cost->count - 1] * cost->calls : 0.0;
    return cost->count == LAB_COST_BATCHES || (slowest > SLOW && cost->count >= SLOW_BATCHES);
}

bool lab_cost_frame(LabCost *cost, const LabDesk *desk) {
    Method method = method_of(desk);
    bool forgotten = cost->revision != desk->revision && cost->median > 0.0;
    if (cost->revision != desk->revision) {
        *cost = (LabCost){.revision = desk->revision, .calls = 1};
        make_probe(desk, &cost->probe);
        return forgotten;
    }
    if (cost->median > 0.0) {
        return false;
    }
    double took = time_calls(&method, desk, &cost->probe, cost->calls);
    if (took < BATCH_LEAST && cost->calls < CALLS_MAX) { // too short to be measured
        cost->calls *= 2;
        return false;
    }
    cost->batches[cost->count++] = took / cost->calls;
    if (!is_done(cost)) {
        return false;
    }
    qsort(cost->batches, (size_t)cost->count, sizeof cost->batches[0], compare);
    cost->median = cost->batches[cost->count / 2];
    return true;
}

void lab_cost_text(const LabCost *cost, const LabDesk *desk, char out[LAB_COST_TEXT]) {
    char number[NUMBER_TEXT_MAX];
    out[0] = '\0';
    if (cost->median > 0.0 && cost->revision == desk->revision) {
        bool micro = cost->median >= 1e-6;
        snprintf(out, LAB_COST_TEXT, "%s: %s %s, median of %d x %d calls", method_of(desk).name,
                 number_text_fixed(cost->median * (micro ? 1e6 : 1e9), micro ? 2 : 0, number),
                 micro ? "µs" : "ns", cost->count, cost->calls);
    }
}
