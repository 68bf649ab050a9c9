#include "bench/pair_set.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/// m within which a depth counts as right.
static const double depth_tolerance = 1e-3;

/// m: pairs nearer to touching may be said to overlap or not.
static const double touching = 1e-4;

static PairShape box(double half_length, double half_width) {
    float x = (float)half_length;
    float y = (float)half_width;
    return (PairShape){4, {-x, x, x, -x}, {-y, -y, y, y}};
}

static PairShape octagon(double radius) {
    PairShape shape = {.count = 8};
    for (int i = 0; i < 8; i++) {
        double angle = 0.25 * pi * (i + 0.5);
        shape.x[i] = (float)(radius * cos(angle));
        shape.y[i] = (float)(radius * sin(angle));
    }
    return shape;
}

static void make_shapes(PairShape shapes[PAIR_KIND_COUNT]) {
    static const PairShape car_hull = {
        8,
        {-1.95f, 1.75f, 2.25f, 2.25f, 1.75f, -1.95f, -2.25f, -2.25f},
        {-0.95f, -0.95f, -0.55f, 0.55f, 0.95f, 0.95f, 0.65f, -0.65f}};
    static const PairShape triangles[] = {{3, {-1.0f, 1.2f, 0.1f}, {-0.6f, -0.5f, 1.3f}},
                                          {3, {-2.0f, 2.0f, 0.0f}, {-0.4f, -0.4f, 0.8f}},
                                          {3, {-0.7f, 0.7f, -0.7f}, {-0.7f, -0.7f, 0.9f}},
                                          {3, {-1.5f, 1.5f, 0.0f}, {-1.0f, -1.0f, 1.6f}}};
    shapes[PAIR_CAR_BOX] = box(2.25, 0.95);
    shapes[PAIR_CAR_HULL] = car_hull;
    shapes[PAIR_WALL] = box(5.0, 0.25);
    for (int i = 0; i < 4; i++) {
        shapes[PAIR_TRIANGLE + i] = triangles[i];
    }
    shapes[PAIR_OCTAGON] = octagon(1.5);
    shapes[PAIR_OCTAGON + 1] = octagon(0.6);
}

typedef struct Corners {
    int count;
    double x[PAIR_POINTS_MAX], y[PAIR_POINTS_MAX];
} Corners;

static Corners corners_at(const PairShape *shape, PairPose at) {
    Corners out = {.count = shape->count};
    double c = (double)at.c;
    double s = (double)at.s;
    for (int i = 0; i < shape->count; i++) {
        double x = (double)shape->x[i];
        double y = (double)shape->y[i];
        out.x[i] = (double)at.x + c * x - s * y;
        out.y[i] = (double)at.y + s * x + c * y;
    }
    return out;
}

/// The largest distance of `b` above an edge of `a`, and that edge's normal.
static double best_edge(const Corners *a, const Corners *b, double normal[2]) {
    double best = -(double)INFINITY;
    for (int i = 0; i < a->count; i++) {
        int next = (i + 1) % a->count;
        double along_x = a->x[next] - a->x[i];
        double along_y = a->y[next] - a->y[i];
        double length = hypot(along_x, along_y);
        double nearest = (double)INFINITY;
        for (int k = 0; k < b->count; k++) {
            double above = (along_y * (b->x[k] - a->x[i]) - along_x * (b->y[k] - a->y[i])) / length;
            nearest = fmin(nearest, above);
        }
        if (nearest > best) {
            best = nearest;
            normal[0] = along_y / length;
            normal[1] = -along_x / length;
        }
    }
    return best;
}

double pair_set_separation(const PairSet *set, const PairItem *item, double normal[2]) {
    Corners a = corners_at(&set->shapes[item->a_kind], item->a);
    Corners b = corners_at(&set->shapes[item->b_kind], item->b);
    double of_b[2] = {0.0, 0.0};
    double distance_a = best_edge(&a, &b, normal);
    double distance_b = best_edge(&b, &a, of_b);
    if (distance_a >= distance_b) {
        return distance_a;
    }
    normal[0] = -of_b[0];
    normal[1] = -of_b[1];
    return distance_b;
}

static double to_segment(const Corners *shape, int i, double x, double y) {
    int next = (i + 1) % shape->count;
    double along_x = shape->x[next] - shape->x[i];
    double along_y = shape->y[next] - shape->y[i];
    double off_x = x - shape->x[i];
    double off_y = y - shape->y[i];
    double t = (off_x * along_x + off_y * along_y) / (along_x * along_x + along_y * along_y);
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(off_x - t * along_x, off_y - t * along_y);
}

static double nearest_corner(const Corners *a, const Corners *b) {
    double nearest = (double)INFINITY;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            nearest = fmin(nearest, to_segment(a, i, b->x[k], b->y[k]));
        }
    }
    return nearest;
}

double pair_set_distance(const PairSet *set, const PairItem *item) {
    double normal[2];
    double separation = pair_set_separation(set, item, normal);
    if (separation <= 0.0) {
        return separation;
    }
    Corners a = corners_at(&set->shapes[item->a_kind], item->a);
    Corners b = corners_at(&set->shapes[item->b_kind], item->b);
    return fmin(nearest_corner(&a, &b), nearest_corner(&b, &a));
}

/// Whether the boxes around both, grown by 0.1 m each, overlap.
static bool is_near(const PairSet *set, const PairItem *item) {
    Corners a = corners_at(&set->shapes[item->a_kind], item->a);
    Corners b = corners_at(&set->shapes[item->b_kind], item->b);
    double low[2] = {(double)INFINITY, (double)INFINITY}; // of b above a, by x and y
    double high[2] = {-(double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < a.count; i++) {
        for (int k = 0; k < b.count; k++) {
            low[0] = fmin(low[0], b.x[k] - a.x[i]);
            low[1] = fmin(low[1], b.y[k] - a.y[i]);
            high[0] = fmax(high[0], b.x[k] - a.x[i]);
            high[1] = fmax(high[1], b.y[k] - a.y[i]);
        }
    }
    return low[0] <= 0.2 && high[0] >= -0.2 && low[1] <= 0.2 && high[1] >= -0.2;
}

/// A third of all are car boxes, a little less car hulls, a fifth walls; never two walls.
static uint8_t draw_kind(Draws *draws, bool walls) {
    for (;;) {
        double u = draws_unit(draws);
        if (u < 0.32) {
            return PAIR_CAR_BOX;
        }
        if (u < 0.60) {
            return PAIR_CAR_HULL;
        }
        if (u < 0.80) {
            if (walls) {
                return PAIR_WALL;
            }
        } else if (u < 0.90) {
            return (uint8_t)(PAIR_TRIANGLE + draws_u64(draws) % 4);
        } else {
            return (uint8_t)(PAIR_OCTAGON + draws_u64(draws) % 2);
        }
    }
}

PairPose pair_pose(double x, double y, double angle) {
    return (PairPose){(float)x, (float)y, (float)cos(angle), (float)sin(angle)};
}

PairItem pair_set_draw(const PairSet *set, Draws *draws, bool boxes) {
    for (;;) {
        PairItem item;
        if (boxes) {
            item.a_kind = draws_u64(draws) & 1 ? PAIR_WALL : PAIR_CAR_BOX;
            item.b_kind = PAIR_CAR_BOX;
        } else {
            item.a_kind = draw_kind(draws, true);
            item.b_kind = draw_kind(draws, item.a_kind != PAIR_WALL);
        }
        double x = draws_range(draws, -500.0, 500.0);
        double y = draws_range(draws, -500.0, 500.0);
        double a_angle = draws_range(draws, -pi, pi);
        double b_angle = draws_range(draws, -pi, pi);
        double gap = draws_range(draws, 0.0, 8.0);
        double direction = draws_range(draws, -pi, pi);
        item.a = pair_pose(x, y, a_angle);
        item.b = pair_pose(x + gap * cos(direction), y + gap * sin(direction), b_angle);
        if (is_near(set, &item)) {
            return item;
        }
    }
}

static void move_b(PairItem *item, const double normal[2], double by) {
    item->b.x += (float)(normal[0] * by);
    item->b.y += (float)(normal[1] * by);
}

static PairSet allocate(int count) {
    PairSet set = {.count = count};
    make_shapes(set.shapes);
    set.items = calloc((size_t)count, sizeof *set.items);
    set.depths = calloc((size_t)count, sizeof *set.depths);
    if (!set.items || !set.depths) {
        abort();
    }
    return set;
}

static void find_depths(PairSet *set) {
    for (int i = 0; i < set->count; i++) {
        double normal[2];
        double depth = -pair_set_separation(set, &set->items[i], normal);
        set->depths[i] = (AnswerBounds){-1.0f, -1.0f};
        if (depth > touching) {
            set->depths[i].low = (float)(depth - depth_tolerance);
        }
        if (depth > -touching) {
            set->depths[i].high = (float)(depth + depth_tolerance);
        }
    }
}

/// Makes an overlap shallow, seven times in ten. False where the pair then hardly overlaps.
static bool soften(const PairSet *set, Draws *draws, PairItem *item, double depth,
                   double normal[2]) {
    if (draws_unit(draws) >= 0.7) {
        return true;
    }
    double wanted = draws_range(draws, 0.005, 0.25);
    if (wanted < depth) {
        move_b(item, normal, depth - wanted);
    }
    return pair_set_separation(set, item, normal) <= -0.003;
}

PairSet pair_set_make(uint64_t seed, int count, double overlap, bool boxes) {
    PairSet set = allocate(count);
    Draws draws = {seed};
    int hits_left = (int)(overlap * count + 0.5);
    int misses_left = count - hits_left;
    for (int i = 0; i < count;) {
        double normal[2];
        PairItem item = pair_set_draw(&set, &draws, boxes);
        double distance = pair_set_separation(&set, &item, normal);
        if (distance < -0.005 && hits_left > 0) {
            if (!soften(&set, &draws, &item, -distance, normal)) {
                continue;
            }
            hits_left--;
        } else if (distance > 0.003 && misses_left > 0) {
            misses_left--;
        } else {
            continue;
        }
        set.items[i++] = item;
    }
    for (int i = count - 1; i > 0; i--) {
        int other = (int)(draws_u64(&draws) % (uint64_t)(i + 1));
        PairItem kept = set.items[i];
        set.items[i] = set.items[other];
        set.items[other] = kept;
    }
    find_depths(&set);
    return set;
}

/// How a shape moves: m/s and rad/s from where it starts.
typedef struct Drift {
    double x, y, angle, velocity_x, velocity_y, spin;
} Drift;

static Drift drift_from(PairPose at) {
    return (Drift){
        .x = (double)at.x, .y = (double)at.y, .angle = atan2((double)at.s, (double)at.c)};
}

static PairPose drift_at(const Drift *drift, double time) {
    return pair_pose(drift->x + drift->velocity_x * time, drift->y + drift->velocity_y * time,
                     drift->angle + drift->spin * time);
}

/// A pair somewhere between 15 cm of overlap and 60 cm apart.
static PairItem draw_near_contact(const PairSet *set, Draws *draws) {
    for (;;) {
        double normal[2];
        PairItem item = pair_set_draw(set, draws, false);
        double distance = pair_set_separation(set, &item, normal);
        move_b(&item, normal, draws_range(draws, -0.15, 0.6) - distance);
        if (is_near(set, &item)) {
            return item;
        }
    }
}

PairSet pair_set_make_coherent(uint64_t seed, int slots, int frames) {
    PairSet set = allocate(slots * frames);
    Draws draws = {seed};
    for (int slot = 0; slot < slots; slot++) {
        PairItem item = draw_near_contact(&set, &draws);
        Drift moves[2] = {drift_from(item.a), drift_from(item.b)};
        for (int i = 0; i < 2; i++) {
            moves[i].velocity_x = draws_range(&draws, -1.5, 1.5);
            moves[i].velocity_y = draws_range(&draws, -1.5, 1.5);
        }
        for (int i = 0; i < 2; i++) {
            moves[i].spin = draws_range(&draws, -1.5, 1.5);
            if ((i == 0 ? item.a_kind : item.b_kind) == PAIR_WALL) {
                moves[i].velocity_x = moves[i].velocity_y = moves[i].spin = 0.0;
            }
        }
        for (int frame = 0; frame < frames; frame++) {
            item.a = drift_at(&moves[0], frame / 60.0);
            item.b = drift_at(&moves[1], frame / 60.0);
            set.items[frame * slots + slot] = item;
        }
    }
    find_depths(&set);
    return set;
}

void pair_set_destroy(PairSet *set) {
    free(set->items);
    free(set->depths);
    *set = (PairSet){0};
}
