#include "lab/crossings.h"

#include "geometry/point.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    ROWS_WORKED = 24, ///< Edges whose working is listed: more than that nobody reads.
};

// ---------------------------------------------------------------- slopes

static bool is_between(float value, float a, float b) {
    return value >= fminf(a, b) && value <= fmaxf(a, b);
}

SlopeCrossing slope_crossing(vec2s from, vec2s to, vec2s a, vec2s b) {
    float path_slope = (to.y - from.y) / (to.x - from.x);
    float path_start = from.y - path_slope * from.x;
    float slope = (b.y - a.y) / (b.x - a.x);
    float start = a.y - slope * a.x;
    SlopeCrossing crossing = {.slope = slope};
    crossing.at.x = (start - path_start) / (path_slope - slope);
    crossing.at.y = path_slope * crossing.at.x + path_start;
    crossing.hit = is_between(crossing.at.x, from.x, to.x) && is_between(crossing.at.x, a.x, b.x);
    return crossing;
}

// ---------------------------------------------------------------- points and directions

static CrossingsRow cross(vec2s from, vec2s to, vec2s a, vec2s b) {
    CrossingsRow row = {.from = a, .to = b, .slopes = slope_crossing(from, to, a, b)};
    Point path = point_between(from, to), edge = point_between(a, b), gap = point_between(from, a);
    double turn = point_cross(path, edge);
    row.lines_meet = fabs(turn) > 0.0;
    if (row.lines_meet) {
        double share = point_cross(gap, edge) / turn;
        row.path_share = (float)share;
        row.edge_share = (float)(point_cross(gap, path) / turn);
        row.at = vec2_make((float)((double)from.x + share * path.x),
                           (float)((double)from.y + share * path.y));
    }
    vec2s at;
    row.hit = segments_cross(from, to, a, b, &at);
    row.at = row.hit ? at : row.at;
    return row;
}

/// Notes how the slopes did on a row.
static void judge_slopes(Crossings *crossings, const CrossingsRow *row) {
    crossings->slopes_hit |= row->slopes.hit;
    crossings->slopes_missed += row->hit && !row->slopes.hit;
    crossings->slopes_invented += !row->hit && row->slopes.hit;
    if (row->hit && row->slopes.hit) {
        float off = sqrtf(glms_vec2_distance2(row->at, row->slopes.at));
        crossings->slopes_off = fmaxf(crossings->slopes_off, off);
    }
}

/// Where the second shape stood when the tick began.
static Transform stood_at(const SceneShape *shape, float ago) {
    return (Transform){
        glms_vec2_sub(shape->at, glms_vec2_scale(shape->velocity, ago)),
        rotation_make((shape->angle_deg - shape->turn_rate_deg * ago) * (TRIG_PI / 180.0f))};
}

Crossings crossings_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    const SceneShape *shot = &scene->shapes[0];
    const Solid *target = &solids[1];
    Crossings crossings;
    memset(&crossings, 0, sizeof crossings);
    float tick = scene->options.crossings_step, age = scene->options.age;
    vec2s was_at = glms_vec2_sub(shot->at, glms_vec2_scale(shot->velocity, tick));
    vec2s seen = transform_undo(stood_at(&scene->shapes[1], tick), was_at);
    crossings.from = transform_apply(target->at, seen);
    crossings.to = shot->at;
    vec2s outline[CAR_OUTLINE_MAX];
    for (int i = 0; i < target->outline_count; i++) {
        outline[i] = transform_apply(target->at, target->outline[i]);
    }
    for (int i = 0; i < target->outline_count && target->outline_count >= 3; i++) {
        CrossingsRow row = cross(crossings.from, crossings.to, outline[i],
                                 outline[(i + 1) % target->outline_count]);
        crossings.hit_count += row.hit;
        judge_slopes(&crossings, &row);
        crossings.rows[crossings.count++] = row;
    }
    crossings.first =
        segment_cross_polygon(crossings.from, crossings.to, outline, target->outline_count);
    crossings.ends_inside = polygon_contains(outline, target->outline_count, crossings.to);
    crossings.has_muzzle = age > 0.0f;
    crossings.muzzle = glms_vec2_sub(shot->at, glms_vec2_scale(shot->velocity, age));
    crossings.from_muzzle =
        segment_cross_polygon(crossings.muzzle, shot->at, outline, target->outline_count);
    return crossings;
}

// ---------------------------------------------------------------- the working

static void work_row(const Crossings *crossings, int i, Working *working) {
    const CrossingsRow *row = &crossings->rows[i];
    Digits d = {0};
    char name[WORKING_NAME_MAX];
    const char *a = digits_point(&d, row->from), *b = digits_point(&d, row->to);
    snprintf(name, sizeof name, "edge %d slope", i + 1);
    working_number(working, name, (double)row->slopes.slope, "", "from %s to %s", a, b);
    snprintf(name, sizeof name, "edge %d slopes x", i + 1);
    working_number(working, name, (double)row->slopes.at.x, "m", "(b2 - b1) / (m1 - m2)");
    snprintf(name, sizeof name, "edge %d slopes: hit", i + 1);
    working_truth(working, name, row->slopes.hit, "whether x lies between the ends of both");
    if (row->lines_meet) {
        snprintf(name, sizeof name, "edge %d share of path", i + 1);
        working_number(working, name, (double)row->path_share, "",
                       "cross(gap, edge) / cross(path, edge)");
        snprintf(name, sizeof name, "edge %d share of edge", i + 1);
        working_number(working, name, (double)row->edge_share, "",
                       "cross(gap, path) / cross(path, edge)");
    }
    snprintf(name, sizeof name, "edge %d: hit", i + 1);
    working_truth(working, name, row->hit, "%s",
                  row->lines_meet ? "whether both shares lie in 0 to 1" : "parallel");
}

static void work_answers(const Crossings *crossings, Working *working) {
    Digits d = {0};
    working_truth(working, "hit", crossings->first.hit, "%s",
                  crossings->hit_count > 1   ? "the nearest of several crossings"
                  : crossings->hit_count > 0 ? "the only crossing"
                                             : "the path crosses no edge");
    if (crossings->first.hit) {
        working_number(working, "edge of the hit", crossings->first.edge + 1, "", "at %s",
                       digits_point(&d, crossings->first.point));
        working_number(working, "time of the hit", (double)crossings->first.time, "tick",
                       "share of the path");
    }
    working_number(working, "crossings", crossings->hit_count, "", "edges that the path crosses");
    working_truth(working, "inside at the begin of the tick", crossings->first.starts_inside,
                  "even-odd rule");
    working_truth(working, "inside at its end", crossings->ends_inside, "even-odd rule");
    working_truth(working, "slopes: hit", crossings->slopes_hit, "any edge");
    working_number(working, "slopes: missed", crossings->slopes_missed, "",
                   "edges that are crossed and not found");
    working_number(working, "slopes: invented", crossings->slopes_invented, "",
                   "edges that are found and not crossed");
    bool found = crossings->hit_count > crossings->slopes_missed;
    working_number(working, "slopes: off by", found ? (double)crossings->slopes_off : (double)NAN,
                   "m", "%s", found ? "at most, where both find a crossing" : "they find none");
    if (crossings->has_muzzle) {
        working_truth(working, "from the muzzle: hit", crossings->from_muzzle.hit,
                      "line from %s to where the shot is now", digits_point(&d, crossings->muzzle));
    }
}

void crossings_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Crossings crossings = crossings_make(scene, solids);
    Digits d = {0};
    vec2s path = glms_vec2_sub(crossings.to, crossings.from);
    working_number(working, "path", sqrt((double)glms_vec2_norm2(path)), "m", "from %s to %s",
                   digits_point(&d, crossings.from), digits_point(&d, crossings.to));
    working_number(working, "slope of the path", (double)(path.y / path.x), "", "%s / %s",
                   digits_of(&d, (double)path.y, 4), digits_of(&d, (double)path.x, 4));
    for (int i = 0; i < crossings.count && i < ROWS_WORKED; i++) {
        work_row(&crossings, i, working);
    }
    work_answers(&crossings, working);
}
