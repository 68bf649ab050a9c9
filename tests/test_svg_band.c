// Roads that atlases draw as filled bands: their middle and their width are found, or the reason is
// said why not. The bands are made here from lines that are known.
#include "base/text.h"
#include "drawing/svg_band.h"
#include "import/import.h"
#include "track_file/track_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "test.h"

enum {
    POINTS = 900, ///< Of the known line.
};

#define TURN 6.283185307179586

/// The known line, in a page of 1000 by 1000, and the part of it that is drawn.
typedef struct Known {
    Point at[POINTS];
    Point normal[POINTS]; ///< To the left.
    bool closed;
    double length;
} Known;

static Known known;

/// A wobbling ring: closed, or with `gap` of its points left out.
static void make_known(double wave, int waves, int gap) {
    known.closed = gap == 0;
    int count = POINTS - 1;
    for (int i = 0; i < POINTS; i++) {
        double turn = known.closed ? TURN * i / POINTS : (TURN - 0.001 * gap) * i / count;
        double radius = 300.0 * (1.0 + wave * sin(waves * turn));
        known.at[i] = (Point){500.0 + 1.3 * radius * cos(turn), 500.0 + radius * sin(turn)};
    }
    known.length = 0.0;
    for (int i = 0; i < POINTS; i++) {
        Point before = known.at[i > 0 ? i - 1 : known.closed ? POINTS - 1 : 0];
        Point after = known.at[i < POINTS - 1 ? i + 1 : known.closed ? 0 : i];
        Point way = point_sub(after, before);
        double length = point_length(way);
        known.normal[i] = (Point){-way.y / length, way.x / length};
        known.length += i > 0 || known.closed ? point_distance(before, known.at[i]) : 0.0;
    }
}

static Point beside(int i, double by) {
    return (Point){known.at[i].x + by * known.normal[i].x, known.at[i].y + by * known.normal[i].y};
}

static void add_edge(TextBuffer *text, double by, bool backward, const char *first) {
    char point[80];
    for (int n = 0; n < POINTS; n++) {
        Point at = beside(backward ? POINTS - 1 - n : n, by);
        int size = snprintf(point, sizeof point, "%s%d.%03d %d.%03d", n ? " " : first, (int)at.x,
                            (int)(1000.0 * (at.x - floor(at.x))), (int)at.y,
                            (int)(1000.0 * (at.y - floor(at.y))));
        text_add(text, point, (size_t)size);
    }
}

static void add_text(TextBuffer *text, const char *more) { text_add(text, more, strlen(more)); }

/// The known line as a band of `width`: two outlines, of one direction or not, or one.
static TextBuffer draw_band(double width, bool one_direction, const char *paint, const char *more) {
    TextBuffer text = {0};
    add_text(&text, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'><path ");
    add_text(&text, paint);
    add_text(&text, " d='");
    add_edge(&text, 0.5 * width, false, "M");
    if (known.closed) {
        add_text(&text, "Z");
        add_edge(&text, -0.5 * width, !one_direction, "M");
    } else {
        add_edge(&text, -0.5 * width, true, "L");
    }
    add_text(&text, "Z");
    add_text(&text, more);
    add_text(&text, "'/></svg>");
    text_add(&text, "", 1);
    return text;
}

static Track read_track(const char *text, const ImportOptions *options, MessageList *messages) {
    static const ImportOptions none = {.line.verbose = true};
    Track track;
    track_read_with(text, strlen(text), "a.svg", options ? options : &none, &track, messages);
    return track;
}

static const Message *find_message(const MessageList *messages, MessageCode code) {
    for (int i = 0; i < messages->count; i++) {
        if (messages->items[i].code == code) {
            return &messages->items[i];
        }
    }
    return NULL;
}

static double distance_to_known(double x, double y) {
    double best = (double)INFINITY;
    for (int i = 0; i < POINTS; i++) {
        best = fmin(best, hypot(x - known.at[i].x, 1000.0 - y - known.at[i].y));
    }
    return best;
}

/// The road must follow the known line, all of it, and be as wide as the band.
static void assert_follows(const Track *track, double width) {
    assert_int_equal(track->ribbon_count, 1);
    const Ribbon *road = &track->ribbons[0];
    double worst = 0.0;
    double length = 0.0;
    for (int i = 0; i < road->count; i++) {
        vec2s at = road->samples[i].point;
        worst = fmax(worst, distance_to_known((double)at.x, (double)at.y));
        vec2s next = road->samples[(i + 1) % road->count].point;
        length += i + 1 < road->count || road->closed ? (double)glms_vec2_distance(at, next) : 0.0;
    }
    double step = known.length / POINTS;
    print_message("width %g: off %.2f m, length %.1f of %.1f m\n", width, worst, length,
                  known.length);
    assert_true(worst < 0.5 * step + 0.1 * width);
    if (known.closed) {
        assert_true(road->closed);
        assert_near(length, known.length, 0.01 * known.length);
    }
    assert_near(road->samples[0].left + road->samples[0].right, width, 0.05 * width);
}

static void a_band_of_two_outlines_is_driven_along_its_middle(void **state) {
    (void)state;
    static const double widths[] = {6.0, 9.0, 14.0, 25.0};
    for (int i = 0; i < 8; i++) {
        make_known(0.15, 5, 0);
        TextBuffer text = draw_band(widths[i / 2], i % 2 == 1, "fill-rule='evenodd'", "");
        MessageList messages = {0};
        Track track = read_track(text.text, NULL, &messages);
        assert_int_equal(messages.error_count, 0);
        assert_non_null(find_message(&messages, MESSAGE_N645));
        assert_follows(&track, widths[i / 2]);
        track_destroy(&track);
        free(text.text);
    }
}

static void a_band_that_runs_out_and_back_is_driven_once(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        make_known(0.15, 5, i == 0 ? 5 : i == 1 ? 60 : 1800);
        TextBuffer text = draw_band(10.0, false, "fill='#000'", "");
        MessageList messages = {0};
        Track track = read_track(text.text, NULL, &messages);
        assert_int_equal(messages.error_count, 0);
        assert_non_null(find_message(&messages, MESSAGE_N645));
        // A gap where the line was begun is closed; a road that goes nowhere near its start is
        // open.
        assert_int_equal(track.ribbons[0].closed, i < 2);
        double part = i == 2 ? known.length : known.length + 60.0;
        double length = (double)track.ribbons[0].length;
        print_message("open: %.1f of %.1f m\n", length, known.length);
        assert_true(length > 0.97 * known.length && length < 1.02 * part);
        assert_near(track.ribbons[0].samples[0].left, 5.0, 0.3);
        track_destroy(&track);
        free(text.text);
    }
}

static void a_band_with_a_thin_stroke_is_one_too(void **state) {
    (void)state;
    make_known(0.1, 4, 0);
    TextBuffer text = draw_band(12.0, false, "fill='#888' fill-rule='evenodd' stroke='#000'", "");
    MessageList messages = {0};
    Track track = read_track(text.text, NULL, &messages);
    assert_int_equal(messages.error_count, 0);
    assert_follows(&track, 12.0);
    track_destroy(&track);
    free(text.text);
}

static void length_and_width_that_are_asked_for_count(void **state) {
    (void)state;
    make_known(0.1, 4, 0);
    TextBuffer text = draw_band(6.0, false, "fill-rule='evenodd'", "");
    ImportOptions options = {.line = {.length = 4000.0f}};
    MessageList messages = {0};
    Track track = read_track(text.text, &options, &messages);
    assert_near(track.ribbons[0].length, 4000.0, 20.0);
    double wide = 6.0 * 4000.0 / known.length; // as it is drawn
    assert_near(track.ribbons[0].samples[0].left, 0.5 * wide, 0.05 * wide);
    track_destroy(&track);
    options.line.width = 9.0f;
    track = read_track(text.text, &options, &messages);
    assert_near(track.ribbons[0].samples[0].left, 4.5, 1e-3);
    track_destroy(&track);
    free(text.text);
}

static void a_band_without_a_middle_is_refused_with_the_reason(void **state) {
    (void)state;
    make_known(0.1, 4, 0);
    // A third outline, such as the eye between two stretches that touch.
    TextBuffer text = draw_band(12.0, false, "fill-rule='evenodd'", "M500 300h90v40h-90z");
    MessageList messages = {0};
    Track track = read_track(text.text, NULL, &messages);
    assert_non_null(find_message(&messages, MESSAGE_E655));
    assert_non_null(strstr(find_message(&messages, MESSAGE_E655)->text, "run into one"));
    free(text.text);
    track_destroy(&track);
    // A mark on the road is none.
    messages = (MessageList){0};
    text = draw_band(12.0, false, "fill-rule='evenodd'", "M888 498h4v4h-4z");
    track = read_track(text.text, NULL, &messages);
    assert_int_equal(messages.error_count, 0);
    assert_follows(&track, 12.0);
    free(text.text);
    track_destroy(&track);
    // Half of it is a road, half a field.
    messages = (MessageList){0};
    track = read_track("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2000 1000'>"
                       "<path d='M0 500H900V470H1060V550H900V508H0z'/></svg>",
                       NULL, &messages);
    assert_non_null(find_message(&messages, MESSAGE_E655));
    track_destroy(&track);
}

// ---- bands that cross or touch themselves -----------------------------------------------------

/// A band in a page of 1000 by 1000, and the corners of its middle.
typedef struct Knot {
    const char *path;
    int count;
    Point middle[16]; ///< y up.
} Knot;

/// Two rings that share a crossing; two stretches that touch; a start line and an arrow that have
/// grown onto the outer edge.
static const Knot eight = {
    "M90 90H510V490H910V910H490V510H90z M110 110V490H490V110z "
    "M510 510V890H890V510z",
    6,
    {{100, 900}, {500, 900}, {500, 100}, {900, 100}, {900, 500}, {100, 500}}};
static const Knot touching = {"M90 90H910V910H590V130H410V910H90z M110 110V890H390V110z "
                              "M610 110V890H890V110z",
                              8,
                              {{100, 900},
                               {900, 900},
                               {900, 100},
                               {600, 100},
                               {600, 880},
                               {400, 880},
                               {400, 100},
                               {100, 100}}};
static const Knot arrow = {
    "M90 90H400V70H460L450 60L500 78L450 90H910V910H90z M110 110V890H890V110z",
    4,
    {{100, 900}, {900, 900}, {900, 100}, {100, 100}}};

static Track read_knot(const char *path, MessageList *messages) {
    char text[600];
    snprintf(text, sizeof text,
             "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
             "<path fill-rule='evenodd' d='%s'/></svg>",
             path);
    return read_track(text, NULL, messages);
}

static double distance_to_side(vec2s at, Point a, Point b) {
    Point way = point_sub(b, a);
    Point to = point_sub(point_of(at), a);
    double t = fmin(fmax(point_dot(to, way) / point_dot(way, way), 0.0), 1.0);
    return point_length(point_sub(to, (Point){t * way.x, t * way.y}));
}

/// The road must follow the sides of the middle, each of them, for about their whole length.
static void assert_follows_knot(const Knot *knot) {
    MessageList messages = {0};
    Track track = read_knot(knot->path, &messages);
    messages_print(&messages, stderr, knot->path);
    assert_int_equal(messages.error_count, 0);
    const Ribbon *road = &track.ribbons[0];
    assert_true(road->closed);
    assert_near(road->samples[0].left + road->samples[0].right, 20.0, 1.0);
    double length = 0.0;
    double near[16] = {0.0};
    for (int i = 0; i < road->count; i++) {
        double best = (double)INFINITY;
        int side = 0;
        for (int k = 0; k < knot->count; k++) {
            double own = distance_to_side(road->samples[i].point, knot->middle[k],
                                          knot->middle[(k + 1) % knot->count]);
            side = own < best ? k : side;
            best = fmin(best, own);
        }
        assert_true(best < 6.0); // in round corners
        near[side] += (double)glms_vec2_distance(road->samples[i].point,
                                                 road->samples[(i + 1) % road->count].point);
    }
    for (int k = 0; k < knot->count; k++) {
        double own = point_distance(knot->middle[k], knot->middle[(k + 1) % knot->count]);
        length += own;
        assert_near(near[k], own, 0.02 * own + 30.0);
    }
    print_message("%.1f of %.1f m\n", (double)road->length, length);
    assert_near(road->length, length, 0.03 * length);
    track_destroy(&track);
}

static void a_band_that_crosses_itself_steeply_is_driven_straight_on(void **state) {
    (void)state;
    assert_follows_knot(&eight);
}

static void a_band_that_touches_itself_is_driven_along_its_outer_edge(void **state) {
    (void)state;
    assert_follows_knot(&touching);
}

static void an_arrow_that_has_grown_onto_a_band_is_left_out(void **state) {
    (void)state;
    assert_follows_knot(&arrow);
}

static void a_band_with_a_side_road_is_refused_at_the_place(void **state) {
    (void)state;
    // A ring with a chord through its middle: which way round?
    MessageList messages = {0};
    Track track =
        read_knot("M90 90H910V910H90z M110 110V890H490V110z M510 110V890H890V110z", &messages);
    const Message *message = find_message(&messages, MESSAGE_E655);
    assert_non_null(message);
    print_message("%s\n", message->text);
    assert_non_null(strstr(message->text, ", at (")); // on an edge of the chord
    assert_true(strstr(message->text, "(490.") || strstr(message->text, "(510.") ||
                strstr(message->text, "(489.") || strstr(message->text, "(509."));
    track_destroy(&track);
    // Both ways in one stretch, as wide as one road: a dumb-bell.
    messages = (MessageList){0};
    track = read_knot("M90 300H410V490H590V300H910V700H590V510H410V700H90z M110 320V680H390V320z "
                      "M610 320V680H890V320z",
                      &messages);
    message = find_message(&messages, MESSAGE_E655);
    assert_non_null(message);
    print_message("%s\n", message->text);
    assert_non_null(strstr(message->text, ", at ("));
    track_destroy(&track);
}

static void a_band_too_narrow_for_a_race_is_told(void **state) {
    (void)state;
    make_known(0.1, 4, 0);
    TextBuffer text = draw_band(4.0, false, "fill-rule='evenodd'", "");
    MessageList messages = {0};
    Track track = read_track(text.text, NULL, &messages);
    assert_non_null(find_message(&messages, MESSAGE_W643));
    track_destroy(&track);
    const ImportOptions options = {.line.length = 5000.0f};
    messages = (MessageList){0};
    track = read_track(text.text, &options, &messages);
    assert_null(find_message(&messages, MESSAGE_W643));
    track_destroy(&track);
    free(text.text);
}

// ---- marks ------------------------------------------------------------------------------------

/// A start line across it, as atlases draw it with a pen, is a mark.
static void a_line_across_a_band_is_no_road(void **state) {
    (void)state;
    make_known(0.1, 4, 0);
    TextBuffer text = draw_band(
        12.0, false, "", "'/><path stroke='#000' stroke-width='5' fill='none' d='M870 500H920");
    MessageList messages = {0};
    Track track = read_track(text.text, NULL, &messages);
    assert_int_equal(messages.error_count, 0);
    assert_non_null(find_message(&messages, MESSAGE_N645));
    assert_follows(&track, 12.0);
    free(text.text);
    track_destroy(&track);
    // A short road on a page that is filled is one.
    messages = (MessageList){0};
    track = read_track("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
                       "<path d='M0 0H1000V1000H0z' fill='#eee'/>"
                       "<path d='M400 500H600' stroke='#000'/></svg>",
                       NULL, &messages);
    assert_int_equal(messages.error_count, 0);
    assert_near(track.ribbons[0].length, 200.0, 1.0);
    track_destroy(&track);
}

/// Reads a zigzag of 20 teeth, `high` m high and 40 m wide, round a square of 800 m.
static Track read_teeth(int high, const ImportOptions *options, MessageList *messages) {
    TextBuffer text = {0};
    char tooth[80];
    add_text(&text, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
                    "<path fill='none' stroke='#000' stroke-width='9' d='M100 100");
    for (int i = 0; i < 20; i++) {
        snprintf(tooth, sizeof tooth, "l20 %dl20 %d", -high, high);
        add_text(&text, tooth);
    }
    add_text(&text, "V900H100z'/></svg>");
    text_add(&text, "", 1);
    Track track = read_track(text.text, options, messages);
    free(text.text);
    return track;
}

/// What is drawn more tightly than the road is wide gives another road: narrower, or none.
static void a_road_that_would_leave_the_drawing_gets_narrower_or_is_refused(void **state) {
    (void)state;
    MessageList messages = {0};
    Track track = read_teeth(17, NULL, &messages);
    assert_int_equal(messages.error_count, 0);
    const Message *note = find_message(&messages, MESSAGE_N646);
    assert_non_null(note);
    float wide = 2.0f * track.ribbons[0].samples[track.ribbons[0].count / 2].left;
    print_message("%s: %.2f m\n", note->text, (double)wide);
    assert_true(wide >= 6.0f && wide <= 11.0f);
    float length = track.ribbons[0].length;
    track_destroy(&track);
    double drawn = 2400.0 + 40.0 * hypot(20.0, 17.0);
    assert_near(length, drawn, 0.02 * drawn);

    // A width that is asked for stays: the drawing must be larger.
    ImportOptions options = {.line.verbose = true, .line.width = 12.0f};
    messages = (MessageList){0};
    track = read_teeth(17, &options, &messages);
    assert_non_null(find_message(&messages, MESSAGE_E656));
    assert_non_null(strstr(find_message(&messages, MESSAGE_E656)->text, "a road 12 m wide"));
    track_destroy(&track);
    options.line.length = 10000.0f;
    messages = (MessageList){0};
    track = read_teeth(17, &options, &messages);
    assert_int_equal(messages.error_count, 0);
    track_destroy(&track);

    // No road follows spikes of 80 m that stand 40 m apart; a short lap need not.
    messages = (MessageList){0};
    track = read_teeth(80, NULL, &messages);
    assert_non_null(find_message(&messages, MESSAGE_E656));
    track_destroy(&track);
    options = (ImportOptions){.line.fit_length = 900.0f, .line.keep_width = true};
    messages = (MessageList){0};
    track = read_teeth(17, &options, &messages);
    assert_null(find_message(&messages, MESSAGE_E656));
    track_destroy(&track);
}

static void lines_that_are_no_bands_stay_what_they_were(void **state) {
    (void)state;
    static const char *const drawings[] = {
        // A circuit as a filled area: its outline is the road.
        "<path d='M100 100H900V500L500 700L100 500z'/>",
        // A long one, whose two straights are within one and a half of its mean width.
        "<path d='M50 100H950V300H50z'/>",
        // A line that was filled by accident, with two straights side by side.
        "<path d='M100 100H900V108H100z' stroke='#000' stroke-width='9'/>",
        // Two straights side by side that are no area.
        "<path d='M100 100H900V118H100z' fill='none' stroke='#000'/>",
    };
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>%s</svg>",
                 drawings[i]);
        MessageList messages = {0};
        Track track = read_track(text, NULL, &messages);
        assert_null(find_message(&messages, MESSAGE_N645));
        assert_null(find_message(&messages, MESSAGE_E655));
        track_destroy(&track);
    }
}

static void thousands_of_bands_take_no_time(void **state) {
    (void)state;
    TextBuffer text = {0};
    char row[80];
    add_text(&text, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>");
    for (int i = 0; i < 20000; i++) {
        snprintf(row, sizeof row, "<path d='M0 %dh999v2H0z'/>", i);
        add_text(&text, row);
    }
    add_text(&text, "</svg>");
    text_add(&text, "", 1);
    MessageList messages = {0};
    clock_t from = clock();
    Track track = read_track(text.text, NULL, &messages);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    print_message("%.2f s\n", seconds);
#ifdef NDEBUG
    assert_true(seconds < 2.0);
#endif
    track_destroy(&track);
    free(text.text);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_band_of_two_outlines_is_driven_along_its_middle),
        cmocka_unit_test(a_band_that_runs_out_and_back_is_driven_once),
        cmocka_unit_test(a_band_with_a_thin_stroke_is_one_too),
        cmocka_unit_test(length_and_width_that_are_asked_for_count),
        cmocka_unit_test(a_band_without_a_middle_is_refused_with_the_reason),
        cmocka_unit_test(a_band_that_crosses_itself_steeply_is_driven_straight_on),
        cmocka_unit_test(a_band_that_touches_itself_is_driven_along_its_outer_edge),
        cmocka_unit_test(an_arrow_that_has_grown_onto_a_band_is_left_out),
        cmocka_unit_test(a_band_with_a_side_road_is_refused_at_the_place),
        cmocka_unit_test(a_band_too_narrow_for_a_race_is_told),
        cmocka_unit_test(a_line_across_a_band_is_no_road),
        cmocka_unit_test(a_road_that_would_leave_the_drawing_gets_narrower_or_is_refused),
        cmocka_unit_test(lines_that_are_no_bands_stay_what_they_were),
        cmocka_unit_test(thousands_of_bands_take_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
