/// Strokes joined to the line of a circuit: a round line that is cut, turned and mixed comes back
/// as it was, and what does not belong to it stays out.
#include "base/random.h"
#include "drawing/svg_chain.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum {
    POINTS = 720, ///< Of the round line.
    PIECES_MAX = 12,
    STROKES_MAX = 300,
    TRIALS = SANITIZED ? 12 : 36,
};

/// A drawing: strokes and all their points.
typedef struct Drawing {
    Point points[40000];
    int used;
    SvgStroke strokes[STROKES_MAX];
    int count;
} Drawing;

static Drawing drawing;
static Point ring[POINTS];
static double ring_length;

static double distance(Point a, Point b) { return hypot(a.x - b.x, a.y - b.y); }

static double length_of(const Point *points, int count, bool closed) {
    double length = closed ? distance(points[count - 1], points[0]) : 0.0;
    for (int i = 1; i < count; i++) {
        length += distance(points[i - 1], points[i]);
    }
    return length;
}

/// Makes a round line that wobbles, counter-clockwise, about (50, 20), and clears the drawing.
static void make_ring(Random *random) {
    double wave = (double)random_range(random, 0.0f, 0.1f);
    double scale = exp((double)random_range(random, -3.0f, 6.0f)); // any unit will do
    for (int i = 0; i < POINTS; i++) {
        double angle = 6.283185307179586 * i / POINTS;
        double radius = scale * (10.0 + 10.0 * wave * sin(3.0 * angle));
        ring[i] = (Point){50.0 + 1.4 * radius * cos(angle), 20.0 + radius * sin(angle)};
    }
    ring_length = length_of(ring, POINTS, true);
    drawing.used = drawing.count = 0;
}

static SvgStroke *add(int count, bool closed) {
    SvgStroke *stroke = &drawing.strokes[drawing.count++];
    *stroke = (SvgStroke){.line = {drawing.points + drawing.used, count},
                          .closed = closed,
                          .width = 0.002 * ring_length};
    drawing.used += count;
    assert_true(drawing.used <= 40000 && drawing.count <= STROKES_MAX);
    return stroke;
}

/// Adds the piece of the ring from point `from` on, `count` points, perhaps the other way round.
static void add_piece(int from, int count, bool reversed) {
    SvgStroke *stroke = add(count, false);
    for (int i = 0; i < count; i++) {
        int at = reversed ? from + count - 1 - i : from + i;
        stroke->line.points[i] = ring[(at % POINTS + POINTS) % POINTS];
    }
}

static void add_line(Point a, Point b) {
    SvgStroke *stroke = add(2, false);
    stroke->line.points[0] = a;
    stroke->line.points[1] = b;
}

static void shuffle(Random *random) {
    for (int i = drawing.count - 1; i > 0; i--) {
        int k = (int)(random_u32(random) % (unsigned)(i + 1));
        SvgStroke kept = drawing.strokes[i];
        drawing.strokes[i] = drawing.strokes[k];
        drawing.strokes[k] = kept;
    }
}

/// The distance from `point` to the nearest part of the line.
static double off_line(const SvgChain *chain, Point point) {
    double least = (double)INFINITY;
    const Point *points = chain->line.points;
    for (int i = chain->closed ? 0 : 1; i < chain->line.count; i++) {
        Point a = points[i > 0 ? i - 1 : chain->line.count - 1];
        Point b = points[i];
        double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
        double t = length2 > 0.0 ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / length2 : 0.0;
        t = fmin(fmax(t, 0.0), 1.0);
        least = fmin(least, distance(point, (Point){a.x + t * dx, a.y + t * dy}));
    }
    return least;
}

/// Twice the area within the line, positive where it runs counter-clockwise.
static double turn_of(const SvgLine *line) {
    double area = 0.0;
    for (int i = 0; i < line->count; i++) {
        Point a = line->points[i];
        Point b = line->points[(i + 1) % line->count];
        area += a.x * b.y - b.x * a.y;
    }
    return area;
}

/// Fails unless the chain is the whole ring, within `part` of its length, and says so.
static void assert_is_ring(const SvgChain *chain, double part) {
    assert_true(chain->closed);
    assert_near(chain->length, ring_length, 3.0 * part * ring_length);
    assert_near(chain->length, length_of(chain->line.points, chain->line.count, true),
                1e-9 * ring_length);
    for (int i = 0; i < POINTS; i += 7) {
        assert_near(off_line(chain, ring[i]), 0.0, part * ring_length);
    }
    // without its start again
    assert_true(distance(chain->line.points[0], chain->line.points[chain->line.count - 1]) >
                1e-9 * ring_length);
}

/// Cuts the ring into pieces of about one length, with gaps of up to `gap_most` steps and some
/// drawn the other way round. The widest gap.
static double cut_ring(Random *random, int pieces, int gap_most) {
    int first = (int)(random_u32(random) % POINTS);
    double widest = 0.0;
    for (int i = 0; i < pieces; i++) {
        int from = first + i * POINTS / pieces, to = first + (i + 1) * POINTS / pieces;
        int gap = (int)(random_u32(random) % (unsigned)(gap_most + 1));
        add_piece(from, to - from + 1 - gap, random_u32(random) % 2 != 0);
        widest = fmax(widest, distance(ring[(to - gap) % POINTS], ring[to % POINTS]));
    }
    return widest;
}

/// Whether the longest stroke runs clockwise about the middle of the ring.
static bool longest_is_clockwise(void) {
    double longest = 0.0;
    bool clockwise = false;
    for (int i = 0; i < drawing.count; i++) {
        const SvgLine *line = &drawing.strokes[i].line;
        double length = length_of(line->points, line->count, false);
        if (length > longest) {
            Point a = line->points[0], b = line->points[1];
            longest = length;
            clockwise = (a.x - 50.0) * (b.y - 20.0) < (b.x - 50.0) * (a.y - 20.0);
        }
    }
    return clockwise;
}

static void a_ring_in_pieces_is_joined_again(void **state) {
    (void)state;
    Random random = random_make(11, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        Arena arena = {0};
        make_ring(&random);
        int pieces = 1 + trial % PIECES_MAX;
        double gap = cut_ring(&random, pieces, 10);
        shuffle(&random);
        bool clockwise = longest_is_clockwise();
        SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_int_equal(chain.joined, pieces);
        assert_int_equal(chain.doubles + chain.left_out, 0);
        assert_near(chain.gap, gap, 1e-9 * ring_length);
        assert_is_ring(&chain, 2e-3); // a bridge is a curve, and near what was cut out
        assert_true((turn_of(&chain.line) < 0.0) == clockwise); // in the direction of the longest
        arena_destroy(&arena);
    }
}

static void what_lies_on_a_longer_stroke_is_left_out(void **state) {
    (void)state;
    Random random = random_make(12, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        Arena arena = {0};
        make_ring(&random);
        SvgStroke *whole = add(POINTS, true);
        memcpy(whole->line.points, ring, sizeof ring);
        int doubles = 1 + (int)(random_u32(&random) % 5);
        for (int i = 0; i < doubles; i++) { // drawn over it by hand
            add_piece((int)(random_u32(&random) % POINTS), 40 + (int)(random_u32(&random) % 200),
                      i % 2 != 0);
            SvgStroke *stroke = &drawing.strokes[drawing.count - 1];
            for (int k = 0; k < stroke->line.count; k++) {
                stroke->line.points[k].x += 0.0005 * ring_length * sin(0.1 * k);
            }
        }
        add_piece(30, 100, false); // beside it: another road
        SvgStroke *other = &drawing.strokes[drawing.count - 1];
        for (int k = 0; k < other->line.count; k++) {
            other->line.points[k].x += 0.05 * ring_length;
        }
        shuffle(&random);
        SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_int_equal(chain.doubles, doubles);
        assert_int_equal(chain.joined, 1);
        assert_int_equal(chain.left_out, 1);
        assert_near(chain.gap, 0.0, 0.0);
        assert_int_equal(chain.line.count, POINTS);
        assert_is_ring(&chain, 1e-9);
        arena_destroy(&arena);
    }
}

static void marks_across_the_road_stay_out(void **state) {
    (void)state;
    Random random = random_make(13, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        Arena arena = {0};
        make_ring(&random);
        int pieces = 2 + trial % 4;
        cut_ring(&random, pieces, 6);
        int strokes = drawing.count;
        for (int i = 0; i < strokes; i++) { // right at the ends, where something is to go on
            SvgLine line = drawing.strokes[i].line;
            Point a = line.points[line.count - 2], b = line.points[line.count - 1];
            double dx = b.x - a.x, dy = b.y - a.y, part = 0.02 * ring_length / hypot(dx, dy);
            add_line((Point){b.x - part * dy, b.y + part * dx},
                     (Point){b.x + part * dy, b.y - part * dx});
        }
        shuffle(&random);
        SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_int_equal(chain.joined, pieces);
        assert_int_equal(chain.left_out + chain.doubles, strokes); // two may lie on one place
        assert_is_ring(&chain, 2e-3);
        arena_destroy(&arena);
    }
}

static void ends_that_overlap_are_not_driven_twice(void **state) {
    (void)state;
    Random random = random_make(14, 1);
    for (int trial = 0; trial < TRIALS; trial++) {
        Arena arena = {0};
        make_ring(&random);
        int over = 1 + trial % 2, pieces = 1 + trial % 4;
        for (int i = 0; i < pieces; i++) {
            add_piece(i * POINTS / pieces, POINTS / pieces + over + (i == 0), i % 2 != 0);
        }
        shuffle(&random);
        SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_int_equal(chain.joined, pieces);
        assert_is_ring(&chain, 1e-3);
        arena_destroy(&arena);
    }
}

static void an_open_line_grows_at_both_ends_and_stays_open(void **state) {
    (void)state;
    Arena arena = {0};
    drawing.used = drawing.count = 0;
    add_line((Point){0.0, 0.0}, (Point){8.0, 0.0});
    add_line((Point){32.0, 0.0}, (Point){22.0, 0.0}); // drawn backward
    add_line((Point){10.0, 0.0}, (Point){21.0, 0.0}); // the longest: its direction holds
    add_line((Point){32.0, 0.0}, (Point){32.0, 9.0}); // a sharp turn: 90 degrees
    add_line((Point){50.0, 0.0}, (Point){59.0, 0.0}); // too far
    SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_false(chain.closed);
    assert_int_equal(chain.joined, 3);
    assert_int_equal(chain.left_out, 2);
    assert_near(chain.gap, 2.0, 1e-12);
    assert_near(chain.length, 32.0, 1e-9);
    const SvgLine *line = &chain.line;
    assert_near(line->points[0].x, 0.0, 0.0);
    assert_near(line->points[line->count - 1].x, 32.0, 0.0);
    for (int i = 1; i < line->count; i++) { // bridges go on in their direction
        assert_true(line->points[i].x > line->points[i - 1].x);
        assert_near(line->points[i].y, 0.0, 1e-12);
    }
    arena_destroy(&arena);
}

/// Joins the lines from `rows[i][0..1]` to `rows[i][2..3]`.
static SvgChain join_lines(const double rows[][4], int count, Arena *arena) {
    drawing.used = drawing.count = 0;
    for (int i = 0; i < count; i++) {
        add_line((Point){rows[i][0], rows[i][1]}, (Point){rows[i][2], rows[i][3]});
        drawing.strokes[i].width = 4.0;
    }
    return svg_chain_make(drawing.strokes, drawing.count, arena);
}

static void what_goes_on_is_what_lies_ahead_and_is_worth_its_gap(void **state) {
    (void)state;
    Arena arena = {0};
    SvgChain chain =
        join_lines((const double[][4]){{0, 0, 100, 0}, {100, 5, 190, 5}}, 2, &arena); // beside
    assert_int_equal(chain.joined, 1);
    chain = join_lines((const double[][4]){{0, 0, 100, 0}, {103, 0, 104, 0}}, 2, &arena); // a speck
    assert_int_equal(chain.joined, 1);
    chain = join_lines((const double[][4]){{0, 0, 100, 0}, {103, 0, 107, 0}}, 2, &arena);
    assert_int_equal(chain.joined, 2);
    chain = join_lines((const double[][4]){{0, 0, 100, 0}, {130, 0, 170, 0}}, 2, &arena); // far off
    assert_int_equal(chain.joined, 1);
    // of two at the same gap that which turns less
    chain = join_lines((const double[][4]){{0, 0, 100, 0}, {104, 0, 134, 36}, {104, 0, 150, 0}}, 3,
                       &arena);
    assert_int_equal(chain.joined, 2);
    assert_near(chain.line.points[chain.line.count - 1].x, 150.0, 0.0);
    // the widest gap is told, whichever was bridged last
    chain =
        join_lines((const double[][4]){{0, 0, 20, 0}, {22, 0, 32, 0}, {33, 0, 40, 0}}, 3, &arena);
    assert_int_equal(chain.joined, 3);
    assert_near(chain.gap, 2.0, 1e-12);
    arena_destroy(&arena);
}

/// A legend's frame is longer than each of the three sectors, but no longer than the circuit.
static void a_frame_is_no_circuit_where_strokes_make_a_longer_one(void **state) {
    (void)state;
    static const Point frame[] = {{200, 0}, {260, 0}, {260, 60}, {200, 60}};
    static const double sides[][4] = {{0, 0, 100, 0}, {100, 0, 100, 100}, {100, 100, 0, 0}};
    Arena arena = {0};
    for (int missing = 0; missing < 2; missing++) {
        drawing.used = drawing.count = 0;
        memcpy(add(4, true)->line.points, frame, sizeof frame);
        for (int i = missing; i < 3; i++) {
            add_line((Point){sides[i][0], sides[i][1]}, (Point){sides[i][2], sides[i][3]});
        }
        SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_true(chain.closed);
        assert_int_equal(chain.joined, missing ? 1 : 3);
        assert_near(chain.length, missing ? 240.0 : 200.0 + hypot(100.0, 100.0), 1e-9);
    }
    arena_destroy(&arena);
}

/// Sectors that meet at a corner of the road, in any order and direction, keep their corners.
static void sectors_that_meet_at_a_corner_lead_round(void **state) {
    (void)state;
    static const double rows[][4] = {
        {100, 0, 100, 80}, {0, 0, 100, 0}, {0, 80, 100, 80}, {0, 80, 0, 0}, // in no order
        {100, 80, 97, 77},                                                  // a mark at a corner
    };
    Arena arena = {0};
    SvgChain chain = join_lines(rows, 5, &arena);
    assert_true(chain.closed);
    assert_int_equal(chain.joined, 4);
    assert_near(chain.length, 360.0, 1e-9);
    arena_destroy(&arena);
}

static void a_closed_line_is_joined_to_nothing(void **state) {
    (void)state;
    static const Point corners[] = {{101, 0}, {111, 0}, {111, 10}, {101, 10}};
    Arena arena = {0};
    drawing.used = drawing.count = 0;
    add_line((Point){0.0, 0.0}, (Point){100.0, 0.0});
    memcpy(add(4, true)->line.points, corners, sizeof corners);
    SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_int_equal(chain.joined, 1);
    assert_int_equal(chain.left_out, 1);
    arena_destroy(&arena);
}

/// A stroke lies on another within a quarter of the wider one's width, from a thousandth to a
/// hundredth of the longest one's length; also on the side that closes it, and just past its end.
static void how_near_a_double_lies_follows_from_the_width(void **state) {
    (void)state;
    static const struct {
        double off, width;
        int doubles;
    } rows[] = {{0.09, 0.0, 1}, {0.11, 0.0, 0},  {0.4, 2.0, 1},
                {0.6, 2.0, 0},  {0.9, 100.0, 1}, {1.1, 100.0, 0}};
    Arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawing.used = drawing.count = 0;
        add_line((Point){0.0, 0.0}, (Point){100.0, 0.0});
        add_line((Point){10.0, rows[i].off}, (Point){90.0, rows[i].off});
        drawing.strokes[0].width = rows[i].width;
        drawing.strokes[1].width = 0.5 * rows[i].width;
        SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_int_equal(chain.doubles, rows[i].doubles);
    }
    SvgChain chain = join_lines((const double[][4]){{0, 0, 100, 0}, {50, 0, 100.5, 0}}, 2, &arena);
    assert_int_equal(chain.doubles, 1);
    static const Point corners[] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    for (int closed = 0; closed < 2; closed++) {
        drawing.used = drawing.count = 0;
        memcpy(add(4, closed != 0)->line.points, corners, sizeof corners);
        add_line((Point){0.0, 90.0}, (Point){0.0, 10.0});
        chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
        assert_int_equal(chain.doubles, closed);
    }
    arena_destroy(&arena);
}

/// A bridge leaves and arrives in the directions of its strokes.
static void a_gap_in_a_bend_is_bridged_by_a_bend(void **state) {
    (void)state;
    Arena arena = {0};
    Random random = random_make(15, 1);
    make_ring(&random);
    add_piece(0, POINTS - 39, false); // 40 of 720 steps are missing: a straight cut would be off
    SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    double chord = distance(ring[POINTS - 20], (Point){0.5 * (ring[0].x + ring[POINTS - 40].x),
                                                       0.5 * (ring[0].y + ring[POINTS - 40].y)});
    assert_true(chain.closed);
    assert_int_equal(chain.line.count, POINTS - 39 + 16);
    assert_true(off_line(&chain, ring[POINTS - 20]) < 0.35 * chord);
    arena_destroy(&arena);
}

static void a_line_that_ends_at_its_start_is_closed_without_it(void **state) {
    (void)state;
    Arena arena = {0};
    Random random = random_make(16, 1);
    make_ring(&random);
    add_piece(0, POINTS + 1, false);
    SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_int_equal(chain.line.count, POINTS);
    assert_is_ring(&chain, 1e-9);
    // a triangle that was begun in the middle of a side
    static const Point corners[] = {{5, 0}, {10, 0}, {5, 8}, {0, 0}, {5, 0}};
    drawing.used = drawing.count = 0;
    memcpy(add(5, false)->line.points, corners, sizeof corners);
    chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_true(chain.closed);
    assert_int_equal(chain.line.count, 4);
    assert_near(chain.length, 10.0 + 2.0 * sqrt(89.0), 1e-9);
    // a line of two points closes on nothing
    drawing.used = drawing.count = 0;
    add_line((Point){0.0, 0.0}, (Point){1.0, 0.0});
    chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_false(chain.closed);
    assert_int_equal(chain.line.count, 2);
    arena_destroy(&arena);
}

static void only_the_longest_strokes_are_looked_at_and_equal_ones_in_order(void **state) {
    (void)state;
    enum {
        ALL = 260,
        LOOKED_AT = 200
    };
    Arena arena = {0};
    drawing.used = drawing.count = 0;
    for (int i = 0; i < ALL; i++) { // far apart: none is joined; all of one length
        add_line((Point){0.0, 1e6 * i}, (Point){9.0, 1e6 * i});
    }
    Random random = random_make(17, 1);
    shuffle(&random);
    SvgChain chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_int_equal(chain.joined, 1);
    assert_int_equal(chain.left_out, ALL - 1);
    assert_near(chain.line.points[0].y, 0.0, 0.0); // that which was drawn first
    // the shortest of 201, though it would go on from the longest, is not looked at
    drawing.used = drawing.count = 0;
    add_line((Point){100.0, 0.0}, (Point){101.0, 0.0});
    add_line((Point){0.0, 0.0}, (Point){99.5, 0.0});
    for (int i = 2; i <= LOOKED_AT; i++) {
        add_line((Point){0.0, 1e6 * i}, (Point){9.0, 1e6 * i});
    }
    chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_int_equal(chain.joined, 1);
    assert_near(chain.length, 99.5, 1e-9);
    chain = svg_chain_make(drawing.strokes, LOOKED_AT, &arena); // sorted by now, without it
    assert_int_equal(chain.left_out, LOOKED_AT - 1);
    arena_destroy(&arena);
}

static void strokes_without_length_are_nothing(void **state) {
    (void)state;
    Arena arena = {0};
    SvgChain chain = svg_chain_make(NULL, 0, &arena);
    assert_int_equal(chain.line.count, 0);
    drawing.used = drawing.count = 0;
    add_line((Point){5.0, 5.0}, (Point){5.0, 5.0});
    add(1, false)->line.points[0] = (Point){5.0, 5.0};
    chain = svg_chain_make(drawing.strokes, drawing.count, &arena);
    assert_int_equal(chain.line.count, 0);
    assert_int_equal(chain.joined + chain.left_out + chain.doubles, 0);
    arena_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_in_pieces_is_joined_again),
        cmocka_unit_test(what_lies_on_a_longer_stroke_is_left_out),
        cmocka_unit_test(marks_across_the_road_stay_out),
        cmocka_unit_test(ends_that_overlap_are_not_driven_twice),
        cmocka_unit_test(an_open_line_grows_at_both_ends_and_stays_open),
        cmocka_unit_test(what_goes_on_is_what_lies_ahead_and_is_worth_its_gap),
        cmocka_unit_test(a_frame_is_no_circuit_where_strokes_make_a_longer_one),
        cmocka_unit_test(sectors_that_meet_at_a_corner_lead_round),
        cmocka_unit_test(a_closed_line_is_joined_to_nothing),
        cmocka_unit_test(how_near_a_double_lies_follows_from_the_width),
        cmocka_unit_test(a_gap_in_a_bend_is_bridged_by_a_bend),
        cmocka_unit_test(a_line_that_ends_at_its_start_is_closed_without_it),
        cmocka_unit_test(only_the_longest_strokes_are_looked_at_and_equal_ones_in_order),
        cmocka_unit_test(strokes_without_length_are_nothing),
    };
    return cmocka_run_group_tests_name("svg_chain", tests, NULL, NULL);
}
