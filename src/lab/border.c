#include "lab/border.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- the points

/// Where a corner of a turned car lies, as everybody writes it.
static vec2s turned_corner(vec2s local, Transform at) {
    float c = at.rotation.c, s = at.rotation.s;
    return vec2_make(at.position.x + local.x * c - local.y * s,
                     at.position.y + local.x * s + local.y * c);
}

/// Whether `point` lies in `solid`, by the even-odd rule where it is a polygon.
static bool in_outline(const Solid *solid, vec2s point) {
    return solid->outline_count >= 3 ? polygon_contains(solid->outline, solid->outline_count,
                                                        transform_undo(solid->at, point))
                                     : solid_contains(solid, point);
}

static BorderPoint ask(vec2s local, Transform at, const Solid *wall, Box rectangle) {
    BorderPoint point = {.local = local, .at = turned_corner(local, at)};
    point.in_polygon = in_outline(wall, point.at);
    point.in_rectangle = box_contains(rectangle, point.at);
    for (int i = 0; i < wall->piece_count && !point.in_pieces; i++) {
        point.in_pieces = box_contains(shape_bounds(&wall->pieces[i], wall->at), point.at);
    }
    return point;
}

/// How many comparisons of a point with a rectangle it takes until one fails or all hold.
static int count_comparisons(Box box, vec2s point) {
    if (point.x < box.low.x) {
        return 1;
    }
    if (point.x > box.high.x) {
        return 2;
    }
    return point.y < box.low.y ? 3 : 4;
}

/// How many edges reach across the level of `point`, as polygon_contains looks at them.
static int count_products(const Solid *wall, vec2s point) {
    vec2s local = transform_undo(wall->at, point);
    int count = 0;
    for (int i = 0; i < wall->outline_count; i++) {
        vec2s from = wall->outline[i], to = wall->outline[(i + 1) % wall->outline_count];
        count += (from.y > local.y) != (to.y > local.y);
    }
    return count;
}

static void count_cost(Border *border, const Solid *wall) {
    int edges = wall->outline_count >= 3 ? wall->outline_count : 0;
    BorderCost *cost = &border->cost;
    for (int i = 0; i < border->count; i++) {
        const BorderPoint *point = &border->points[i];
        cost->comparisons += count_comparisons(border->rectangle, point->at);
        cost->edges += edges;
        cost->products += edges > 0 ? count_products(wall, point->at) : 0;
        cost->edges_left += point->in_rectangle ? edges : 0;
    }
}

/// Adds the points around the box, counter-clockwise from its rear right corner.
static void add_points(Border *border, int per_side, Transform at, const Solid *wall) {
    const vec2s corners[] = {border->box.low, vec2_make(border->box.high.x, border->box.low.y),
                             border->box.high, vec2_make(border->box.low.x, border->box.high.y)};
    for (int side = 0; side < 4; side++) {
        vec2s along = glms_vec2_sub(corners[(side + 1) % 4], corners[side]);
        for (int i = 0; i < per_side; i++) {
            vec2s step = glms_vec2_scale(along, (float)i / (float)per_side);
            BorderPoint point =
                ask(glms_vec2_add(corners[side], step), at, wall, border->rectangle);
            border->points_hit |= point.in_polygon;
            border->rectangle_hit |= point.in_rectangle;
            border->pieces_hit |= point.in_pieces;
            border->points[border->count++] = point;
        }
        border->widest = fmaxf(border->widest, sqrtf(glms_vec2_norm2(along)) / (float)per_side);
    }
}

// ---------------------------------------------------------------- the whole box

static Shape box_shape(Box box) {
    vec2s size = glms_vec2_sub(box.high, box.low);
    return shape_box(glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f), size.x, size.y);
}

/// The deepest or nearest piece of `wall`.
static Separation separate(const Shape *box, Transform at, const Solid *wall) {
    Transform wall_in_box = transform_relative(at, wall->at);
    Separation best = {.distance = INFINITY};
    for (int i = 0; i < wall->piece_count; i++) {
        Separation of = sat_signed_distance(box, &wall->pieces[i], wall_in_box);
        best = of.distance < best.distance ? of : best;
    }
    return best;
}

static int count_corners(const Border *border, Transform at, const Solid *wall) {
    int count = 0;
    for (int i = 0; i < wall->outline_count && wall->outline_count >= 3; i++) {
        vec2s corner = transform_undo(at, transform_apply(wall->at, wall->outline[i]));
        count += box_contains(border->box, corner);
    }
    return count;
}

/// Where the first shape came from, and where the two ways to handle its move put it.
static void follow_move(Border *border, const Shape *box, const SceneShape *shape, float step,
                        const Solid solids[SCENE_SHAPES]) {
    float turn = shape->turn_rate_deg * step;
    border->moved = glms_vec2_norm2(shape->velocity) > 0.0f || fabsf(turn) > 0.0f;
    border->before = (Transform){glms_vec2_sub(shape->at, glms_vec2_scale(shape->velocity, step)),
                                 rotation_make((shape->angle_deg - turn) * (TRIG_PI / 180.0f))};
    border->refused_gap = fmaxf(separate(box, border->before, &solids[1]).distance, 0.0f);
    border->corrected = solids[0].at;
    if (border->hit) {
        vec2s out = rotation_apply(solids[0].at.rotation, border->separation.normal);
        border->corrected.position = glms_vec2_add(
            border->corrected.position, glms_vec2_scale(out, border->separation.distance));
    }
}

Border border_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    Border border;
    memset(&border, 0, sizeof border);
    border.box = solid_box(&solids[0]);
    border.rectangle = shape_bounds(&solids[1].pieces[0], solids[1].at);
    for (int i = 1; i < solids[1].piece_count; i++) {
        border.rectangle =
            box_union(border.rectangle, shape_bounds(&solids[1].pieces[i], solids[1].at));
    }
    add_points(&border, scene->options.per_side, solids[0].at, &solids[1]);
    count_cost(&border, &solids[1]);
    Shape box = box_shape(border.box);
    border.separation = separate(&box, solids[0].at, &solids[1]);
    border.hit = border.separation.distance <= 0.0f;
    border.corners_inside = count_corners(&border, solids[0].at, &solids[1]);
    follow_move(&border, &box, &scene->shapes[0], scene->options.border_step, solids);
    return border;
}

// ---------------------------------------------------------------- the working

static void work_point(const Border *border, const Solid *car, int i, Working *working) {
    const BorderPoint *point = &border->points[i];
    const double c = (double)car->at.rotation.c, s = (double)car->at.rotation.s;
    const double x = (double)point->local.x, y = (double)point->local.y;
    Digits d = {0};
    char name[WORKING_NAME_MAX];
    snprintf(name, sizeof name, "point %d x", i + 1);
    working_number(working, name, (double)point->at.x, "m", "%s + %s x cos - %s x sin",
                   digits_of(&d, (double)car->at.position.x, 3), digits_taken(&d, x, 3),
                   digits_taken(&d, y, 3));
    snprintf(name, sizeof name, "point %d y", i + 1);
    working_number(working, name, (double)point->at.y, "m", "%s + %s x sin + %s x cos",
                   digits_of(&d, (double)car->at.position.y, 3), digits_taken(&d, x, 3),
                   digits_taken(&d, y, 3));
    snprintf(name, sizeof name, "point %d in polygon", i + 1);
    working_truth(working, name, point->in_polygon, "even-odd rule, cos %s, sin %s",
                  digits_of(&d, c, 3), digits_of(&d, s, 3));
    snprintf(name, sizeof name, "point %d in rectangle", i + 1);
    working_truth(working, name, point->in_rectangle, "four comparisons");
}

static void work_verdicts(const Border *border, const Solid *wall, Working *working) {
    Digits d = {0};
    working_truth(working, "points: hit", border->points_hit, "any of %s points in the polygon",
                  digits_of(&d, border->count, 0));
    working_truth(working, "rectangle: hit", border->rectangle_hit,
                  "any of them in the rectangle from %s to %s",
                  digits_point(&d, border->rectangle.low),
                  digits_point(&d, border->rectangle.high));
    working_truth(working, "rectangles of pieces: hit", border->pieces_hit,
                  "any of them in one of %s", digits_of(&d, wall->piece_count, 0));
    working_truth(working, "overlap", border->hit, "separating axes of the same rectangle");
    working_number(working, "separation", (double)border->separation.distance, "m",
                   "below 0: the depth");
    working_number(working, "corners of b in the car", border->corners_inside, "",
                   "asking the other way round finds these");
    working_number(working, "widest gap", (double)border->widest, "m",
                   "between two neighbours on the border");
    working_number(working, "slips in unseen", 0.5 * (double)border->widest, "m",
                   "a right-angled corner that comes straight in, half of the gap");
}

static void work_cost(const Border *border, const Solid *wall, Working *working) {
    const BorderCost *cost = &border->cost;
    Digits d = {0};
    const char *points = digits_of(&d, border->count, 0);
    working_number(working, "rectangle: comparisons", cost->comparisons, "",
                   "of %s points, up to 4 each: the first that fails ends it", points);
    if (wall->outline_count < 3) {
        return;
    }
    const char *edges = digits_of(&d, wall->outline_count, 0);
    working_number(working, "polygon: edges asked", cost->edges, "", "%s points x %s edges", points,
                   edges);
    working_number(working, "polygon: cross products", cost->products, "",
                   "for edges that reach across the level of a point");
    working_number(working, "rectangle first: edges asked", cost->edges_left, "",
                   "points left for the polygon: %s, x %s edges",
                   digits_of(&d, cost->edges_left / wall->outline_count, 0), edges);
}

static void work_move(const Border *border, const Solid *car, Working *working) {
    Digits d = {0};
    working_number(working, "refused: gap left", (double)border->refused_gap, "m",
                   "the car stays at %s", digits_point(&d, border->before.position));
    vec2s back = glms_vec2_sub(border->corrected.position, car->at.position);
    working_number(working, "corrected: moved back", sqrt((double)glms_vec2_norm2(back)), "m",
                   "the car goes on to %s", digits_point(&d, border->corrected.position));
}

void border_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Border border = border_make(scene, solids);
    Digits d = {0};
    working_number(working, "angle", (double)scene->shapes[0].angle_deg, "deg", "cos %s, sin %s",
                   digits_of(&d, (double)solids[0].at.rotation.c, 4),
                   digits_of(&d, (double)solids[0].at.rotation.s, 4));
    for (int i = 0; i < border.count && i < 32; i++) { // more than that nobody reads
        work_point(&border, &solids[0], i, working);
    }
    work_verdicts(&border, &solids[1], working);
    work_cost(&border, &solids[1], working);
    if (border.moved) {
        work_move(&border, &solids[0], working);
    }
}
