#include "base/text.h"
#include "import/import.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

/// m that two tellings of the same track may differ by.
#define SAME 0.01

static Track read_as(const char *file, const char *text) {
    Track track = {0};
    static MessageList messages;
    messages = (MessageList){0};
    bool good = track_read(text, strlen(text), file, false, &track, &messages) &&
                track_check(&track, &messages);
    if (!good || messages.count > 0) {
        messages_print(&messages, stderr, text);
    }
    assert_true(good);
    assert_int_equal(messages.count, 0);
    return track;
}

typedef vec2s PointOf(const RibbonSample *sample);

static vec2s middle(const RibbonSample *sample) { return sample->point; }
static vec2s left_edge(const RibbonSample *sample) { return sample->edge[0]; }
static vec2s right_edge(const RibbonSample *sample) { return sample->edge[1]; }
static vec2s left_shoulder(const RibbonSample *sample) { return sample->shoulder_edge[0]; }
static vec2s right_shoulder(const RibbonSample *sample) { return sample->shoulder_edge[1]; }

/// Distance of a point from the straight between two others.
static double distance_to(vec2s a, vec2s b, vec2s at) {
    double x = (double)b.x - (double)a.x;
    double y = (double)b.y - (double)a.y;
    double wx = (double)at.x - (double)a.x;
    double wy = (double)at.y - (double)a.y;
    double length2 = x * x + y * y;
    double t = length2 > 0.0 ? (wx * x + wy * y) / length2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(wx - t * x, wy - t * y);
}

/// The farthest (m) that a sample of `a` lies from the line of `b`.
static double farthest(const Ribbon *a, const Ribbon *b, PointOf *point_of) {
    double worst = 0.0;
    for (int i = 0; i < a->count; i++) {
        double best = (double)INFINITY;
        for (int k = 0; k < b->count; k++) {
            vec2s from = point_of(&b->samples[k]);
            vec2s to = point_of(&b->samples[k + 1 < b->count ? k + 1 : 0]);
            best = fmin(best, distance_to(from, to, point_of(&a->samples[i])));
        }
        worst = fmax(worst, best);
    }
    return worst;
}

/// The roads, their walls, gates and bounds are the same to 1 cm. Chords of a road are off its arcs
/// by up to 4 cm, so this also asks for samples at the same places.
static void assert_same(const Track *a, const Track *b) {
    assert_int_equal(a->ribbon_count, b->ribbon_count);
    const Ribbon *first = &a->ribbons[0];
    const Ribbon *second = &b->ribbons[0];
    assert_near(second->length, first->length, SAME);
    assert_int_equal(second->closed, first->closed);
    assert_int_equal(second->curve, first->curve);
    assert_int_equal(b->gate_count, a->gate_count);
    PointOf *const lines[] = {middle, left_edge, right_edge, left_shoulder, right_shoulder};
    for (int i = 0; i < 5; i++) {
        assert_true(farthest(first, second, lines[i]) < SAME);
        assert_true(farthest(second, first, lines[i]) < SAME);
    }
    assert_int_equal(b->wall_piece_count, a->wall_piece_count);
    assert_near(b->bounds.low.x, a->bounds.low.x, SAME);
    assert_near(b->bounds.low.y, a->bounds.low.y, SAME);
    assert_near(b->bounds.high.x, a->bounds.high.x, SAME);
    assert_near(b->bounds.high.y, a->bounds.high.y, SAME);
    for (int i = 0; i < a->gate_count; i++) {
        assert_near(b->gates[i].left.x, a->gates[i].left.x, SAME);
        assert_near(b->gates[i].left.y, a->gates[i].left.y, SAME);
        assert_near(b->gates[i].right.x, a->gates[i].right.x, SAME);
        assert_near(b->gates[i].right.y, a->gates[i].right.y, SAME);
    }
}

/// The oval, its corners in the order in which a rectangle of SVG goes round.
static const char oval_yaml[] =
    "format: track/1\n"
    "name: Oval\n"
    "ribbons:\n"
    "  - curve: round\n"
    "    radius: 28\n"
    "    width: 14\n"
    "    points: [[175, 183.5], [175, 113.5], [35, 113.5], [35, 183.5]]\n";

static const char svg_head[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='210mm' height='297mm' viewBox='0 0 210 297'\n"
    "  xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'>\n"
    "<title>Oval</title>\n";

/// The same on an A4 page, turned, mirrored and scaled by groups around it.
static const char *const ovals_svg[] = {
    "<g inkscape:groupmode='layer' inkscape:label='road'>\n"
    "<rect x='35' y='113.5' width='140' height='70' rx='28' fill='none' stroke='#333' "
    "stroke-width='14'/></g></svg>",
    // Mirrored left to right, as Inkscape does with what is flipped: begins at the other end.
    "<g inkscape:groupmode='layer' inkscape:label='road' transform='scale(-1,1)'>\n"
    "<g transform='translate(-105 148.5) rotate(180)'><g transform='scale(2 -2)'>\n"
    "<rect x='-35' y='-17.5' width='70' height='35' rx='14' style='fill:none;stroke:#333;"
    "stroke-width:7'/></g></g></g></svg>",
    // The path that a rectangle becomes, with arcs, half a turn at once and relative.
    "<g inkscape:groupmode='layer' inkscape:label='road' transform='matrix(0 1 -1 0 210 0)'>\n"
    "<path d='m 113.5,147 v -84 a 28,28 0 0 1 28,-28 h 14 a 28,28 0 0 1 28,28 v 84 "
    "a28 28 0 0 1-28 28h-14a28 28 0 01-28-28z' "
    "fill='none' stroke='#333' stroke-width='14' transform='translate(0,0)'/></g></svg>",
    // Or with curves.
    "<g inkscape:groupmode='layer' inkscape:label='road' transform='translate(100,100)'>\n"
    "<path d='M -37 13.5 H 47 C 62.4639758 13.5 75 26.0360242 75 41.5 V 55.5 "
    "C 75 70.9639758 62.4639758 83.5 47 83.5 H -37 C -52.4639758 83.5 -65 70.9639758 -65 55.5 "
    "V 41.5 C -65 26.0360242 -52.4639758 13.5 -37 13.5 Z' "
    "fill='none' stroke='#333' stroke-width='14'/></g></svg>",
};

static void an_oval_is_the_same_written_and_drawn(void **state) {
    (void)state;
    Track written = read_as("oval.track.yaml", oval_yaml);
    for (size_t i = 0; i < sizeof ovals_svg / sizeof *ovals_svg; i++) {
        TextBuffer text = {0};
        text_add(&text, svg_head, sizeof svg_head - 1);
        text_add(&text, ovals_svg[i], strlen(ovals_svg[i]) + 1);
        Track drawn = read_as("oval.svg", text.text);
        const Ribbon *a = &written.ribbons[0];
        const Ribbon *b = &drawn.ribbons[0];
        print_message("drawing %zu: edges within %.4f and %.4f m, %.4f m longer\n", i,
                      farthest(a, b, left_edge), farthest(b, a, right_edge),
                      (double)(b->length - a->length));
        assert_same(&written, &drawn);
        track_destroy(&drawn);
        free(text.text);
    }
    track_destroy(&written);
}

/// The same in Tiled: a polygon of its corners, on a map of 2100 by 2970 px.
static const char oval_tmj[] =
    "{\"type\":\"map\", \"orientation\":\"orthogonal\", \"infinite\":false, \"width\":210,\n"
    " \"height\":297, \"tilewidth\":10, \"tileheight\":10, \"layers\":[\n"
    "  {\"type\":\"group\", \"name\":\"all\", \"offsetx\":-100, \"layers\":[\n"
    "   {\"type\":\"objectgroup\", \"name\":\"road\", \"offsetx\":150, \"offsety\":35, \"objects\":[\n"
    "    {\"id\":1, \"name\":\"\", \"type\":\"\", \"x\":1700, \"y\":1100, \"width\":0, \"height\":0,\n"
    "     \"rotation\":0, \"visible\":true, \"polygon\":[{\"x\":0,\"y\":0},{\"x\":0,\"y\":700},\n"
    "      {\"x\":-1400,\"y\":700},{\"x\":-1400,\"y\":0}], \"properties\":[\n"
    "      {\"name\":\"curve\", \"type\":\"string\", \"value\":\"round\"},\n"
    "      {\"name\":\"radius\", \"type\":\"float\", \"value\":28},\n"
    "      {\"name\":\"width\", \"type\":\"float\", \"value\":14}]}]}]}]}\n";

static void an_oval_is_the_same_written_and_mapped(void **state) {
    (void)state;
    Track written = read_as("oval.track.yaml", oval_yaml);
    Track mapped = read_as("oval.tmj", oval_tmj);
    assert_same(&written, &mapped);
    track_destroy(&mapped);
    track_destroy(&written);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_oval_is_the_same_written_and_mapped),
        cmocka_unit_test(an_oval_is_the_same_written_and_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
