/// Circuits whose roads have little room: stretches that lie on each other, lines that cross at a
/// small angle, and real lengths brought down to short ones.
#include "base/random.h"
#include "base/text.h"
#include "formats/yaml_write.h"
#include "geometry/polygon.h"
#include "geometry/trig.h"
#include "import/import.h"

#include <math.h>

#include "track_text.h"

/// The points as the text of a CSV file of two columns.
static char *csv_of(const vec2s *points, int count) {
    TextBuffer text = {0};
    for (int i = 0; i < count; i++) {
        char line[64];
        int size =
            snprintf(line, sizeof line, "%.3f,%.3f\n", (double)points[i].x, (double)points[i].y);
        text_add(&text, line, (size_t)size);
    }
    return text.text;
}

/// A closed line through `count` corners, a point about every 5 m.
static int trace(const vec2s *corners, int count, vec2s *points) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        vec2s from = corners[i];
        vec2s to = corners[(i + 1) % count];
        int steps = (int)(glms_vec2_distance(from, to) / 5.0f) + 1;
        for (int k = 0; k < steps; k++) {
            points[made++] = glms_vec2_lerp(from, to, (float)k / (float)steps);
        }
    }
    return made;
}

static float length_of(const vec2s *points, int count) {
    float length = 0.0f;
    for (int i = 0; i < count; i++) {
        length += glms_vec2_distance(points[i], points[(i + 1) % count]);
    }
    return length;
}

/// Whether a wall stands anywhere between two points.
static bool wall_between(const Track *track, vec2s a, vec2s b) {
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        for (int k = 0; k <= 200; k++) {
            vec2s at = glms_vec2_lerp(a, b, (float)k / 200.0f);
            if (at.x >= piece->bounds.low.x && at.x <= piece->bounds.high.x &&
                at.y >= piece->bounds.low.y && at.y <= piece->bounds.high.y) {
                return true;
            }
        }
    }
    return false;
}

/// Least distance (m) of the line to its own parts that lie 60 m and more away along it.
static float least_distance(const Ribbon *ribbon) {
    float least = INFINITY;
    for (int i = 0; i < ribbon->count; i++) {
        for (int k = i + 1; k < ribbon->count; k++) {
            float gap = ribbon->samples[k].s - ribbon->samples[i].s;
            if (fminf(gap, ribbon->length - gap) > 60.0f) {
                float distance =
                    glms_vec2_distance(ribbon->samples[i].point, ribbon->samples[k].point);
                least = fminf(least, distance);
            }
        }
    }
    return least;
}

/// Two legs that come within 3 m of each other, on a road of 12 m.
static void stretches_that_lie_on_each_other_move_apart_with_a_wall_between(void **state) {
    (void)state;
    vec2s points[400];
    int count = 0;
    for (int i = 0; i <= 60; i++) { // eastward, then back with a bow toward the first leg
        points[count++] = (vec2s){{5.0f * (float)i, 0.0f}};
    }
    for (int i = 1; i < 20; i++) {
        TrigPair turn = trig_sincos(-0.5f * TRIG_PI + TRIG_PI * (float)i / 20.0f);
        points[count++] = (vec2s){{300.0f + 30.0f * turn.cos, 30.0f + 30.0f * turn.sin}};
    }
    for (int i = 0; i <= 60; i++) {
        TrigPair bow = trig_sincos(2.0f * TRIG_PI * (float)i / 60.0f);
        points[count++] = (vec2s){{300.0f - 5.0f * (float)i, 60.0f - 28.5f * (1.0f - bow.cos)}};
    }
    for (int i = 1; i < 20; i++) {
        TrigPair turn = trig_sincos(0.5f * TRIG_PI + TRIG_PI * (float)i / 20.0f);
        points[count++] = (vec2s){{30.0f * turn.cos, 30.0f + 30.0f * turn.sin}};
    }
    char *text = csv_of(points, count);
    Track track = track_of_named("near.csv", text);
    const Ribbon *ribbon = &track.ribbons[0];
    assert_true(least_distance(ribbon) > 6.5f && least_distance(ribbon) < 9.0f);
    float drawn = length_of(points, count);
    assert_near(ribbon->length, drawn, 0.01f * drawn);
    for (int i = 81 + 20; i <= 81 + 40; i++) { // of the leg back
        assert_true(wall_between(&track, (vec2s){{points[i].x, 0.0f}}, points[i]));
    }
    track_destroy(&track);
    free(text);
}

/// An eight whose lines cross at 24 degrees.
static void lines_that_cross_at_a_small_angle_cross_at_a_larger_one(void **state) {
    (void)state;
    static const vec2s corners[] = {{{-300.0f, -60.0f}}, {{300.0f, 66.0f}},  {{360.0f, 40.0f}},
                                    {{360.0f, -40.0f}},  {{300.0f, -66.0f}}, {{-300.0f, 60.0f}},
                                    {{-360.0f, 40.0f}},  {{-360.0f, -40.0f}}};
    vec2s points[600];
    int count = trace(corners, 8, points);
    char *text = csv_of(points, count);
    Track track = track_of_named("eight.csv", text);
    assert_true(least_distance(&track.ribbons[0]) < 3.0f); // they cross still
    float drawn = length_of(points, count);
    assert_near(track.ribbons[0].length, drawn, 0.01f * drawn);
    track_destroy(&track);
    free(text);
}

/// A circuit of 4 km with a hairpin and a chicane as 700 m, with a road of 12 m.
static void a_long_circuit_made_short_keeps_its_road_wide(void **state) {
    (void)state;
    static const vec2s corners[] = {{{0.0f, 0.0f}},     {{1100.0f, 0.0f}},   {{1140.0f, 50.0f}},
                                    {{1090.0f, 80.0f}}, {{500.0f, 110.0f}},  {{470.0f, 150.0f}},
                                    {{430.0f, 130.0f}}, {{400.0f, 170.0f}},  {{900.0f, 500.0f}},
                                    {{850.0f, 560.0f}}, {{-100.0f, 300.0f}}, {{-120.0f, 80.0f}}};
    vec2s points[1200];
    int count = trace(corners, 12, points);
    char *text = csv_of(points, count);
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Arena arena = {0};
    ImportOptions options = {.line.fit_length = 700.0f, .line.keep_width = true};
    YamlNode *root =
        import_read(IMPORT_TUM, text, strlen(text), "long.csv", &options, &arena, messages);
    assert_non_null(root);
    assert_int_equal(messages->count, 0);
    TextBuffer written = {0};
    yaml_write(root, &written);
    Track track = track_of_named("long.track.yaml", written.text);
    free(written.text);
    assert_near(track.ribbons[0].length, 700.0f, 3.0f);
    for (int i = 0; i < track.ribbons[0].count; i++) {
        const RibbonSample *sample = &track.ribbons[0].samples[i];
        assert_true(sample->left + sample->right > 7.0f);
    }
    track_destroy(&track);
    arena_destroy(&arena);
    free(messages);
    free(text);
}

/// Legs with 2 m between their edges, in a track as a person writes it.
static const char legs[] = "format: track/1\nname: Legs\nribbons:\n- id: main\n"
                           "  curve: round\n  width: 10\n  points:\n"
                           "  - [-30, 0]\n  - [210, 0]\n  - {at: [210, 50], r: 18}\n"
                           "  - {at: [150, 50], r: 15}\n  - {at: [150, 12], r: 15}\n"
                           "  - {at: [30, 12], r: 15}\n  - {at: [30, 50], r: 15}\n"
                           "  - {at: [-30, 50], r: 18}\n";

static void a_wall_stands_between_parts_of_a_road_nearer_than_their_shoulders(void **state) {
    (void)state;
    Track track = track_of_named("legs.track.yaml", legs);
    const Ribbon *ribbon = &track.ribbons[0];
    for (int x = 64; x <= 116; x += 4) {
        assert_true(wall_between(&track, (vec2s){{(float)x, 0.0f}}, (vec2s){{(float)x, 12.0f}}));
    }
    for (int i = 0; i < ribbon->count; i++) {
        const RibbonSample *sample = &ribbon->samples[i];
        assert_true(sample->wall[0] > 0.0f && sample->wall[1] > 0.0f);
        assert_true(sample->wall[0] < 8.01f && sample->wall[1] < 8.01f); // 5 m and 3 m
        bool beside = sample->point.x > 64.0f && sample->point.x < 116.0f &&
                      sample->point.y < 13.0f && sample->point.y > -1.0f;
        if (beside) { // the inner side of either leg: the left one
            assert_near(sample->wall[0], 5.45f, 0.15f);
            assert_near(sample->wall[1], 8.0f, 1e-3f);
        }
    }
    track_destroy(&track);
}

/// Maps have few points on long straights: the bends at their ends do not pull them out.
static void long_straights_of_a_map_stay_straight(void **state) {
    (void)state;
    static const vec2s corners[] = {{{0, 0}},    {{900, 0}},   {{940, 25}}, {{950, 60}},
                                    {{940, 95}}, {{900, 120}}, {{0, 120}},  {{-40, 95}},
                                    {{-50, 60}}, {{-40, 25}}};
    enum {
        COUNT = sizeof corners / sizeof *corners
    };
    TextBuffer text = {0};
    char at[80];
    const char *before = "{\"type\": \"LineString\", \"coordinates\": [";
    text_add(&text, before, strlen(before));
    for (int i = 0; i <= COUNT; i++) {
        int size =
            snprintf(at, sizeof at, "%s[%d, %d]", i > 0 ? ", " : "",
                     700000 + (int)corners[i % COUNT].x, 5300000 + (int)corners[i % COUNT].y);
        text_add(&text, at, (size_t)size);
    }
    text_add(&text, "]}", 3);
    Track track;
    MessageList messages = {0};
    assert_true(track_read(text.text, text.size - 1, "m.geojson", false, &track, &messages));
    free(text.text);
    const Ribbon *road = &track.ribbons[0];
    vec2s middle = vec2_make(450.0f, 60.0f);
    vec2s low = vec2_make(INFINITY, INFINITY);
    vec2s high = vec2_make(-INFINITY, -INFINITY);
    for (int i = 0; i < road->count; i++) {
        low = glms_vec2_minv(low, road->samples[i].point);
        high = glms_vec2_maxv(high, road->samples[i].point);
    }
    vec2s shift = glms_vec2_sub(middle, glms_vec2_lerp(low, high, 0.5f));
    float worst = 0.0f;
    for (int i = 0; i < road->count; i++) {
        vec2s point = glms_vec2_add(road->samples[i].point, shift);
        float best = INFINITY;
        for (int k = 0; k < COUNT; k++) {
            best =
                fminf(best, segment_distance2(corners[k], corners[(k + 1) % COUNT], point, NULL));
        }
        worst = fmaxf(worst, sqrtf(best));
    }
    float drawn = length_of(corners, COUNT);
    print_message("off %.2f m, %.1f of %.1f m long\n", (double)worst, (double)road->length,
                  (double)drawn);
    assert_true(worst < 6.5f);
    assert_near(road->length, drawn, 0.02f * drawn);
    track_destroy(&track);
}

/// A short circuit like those of karts: corners of all angles, with points at them alone.
static int kart_corners(Random *random, vec2s *corners) {
    int count = 6 + (int)(random_u32(random) % 9);
    float size = random_range(random, 30.0f, 110.0f);
    for (int i = 0; i < count; i++) {
        float part = ((float)i + random_range(random, -0.35f, 0.35f)) / (float)count;
        TrigPair way = trig_sincos(trig_wrap(2.0f * TRIG_PI * part));
        float distance = size * random_range(random, 0.35f, 1.3f);
        corners[i] = vec2_make(distance * way.cos, distance * way.sin);
    }
    return count;
}

/// The track that importing makes of a closed line of a map in metres, whose first point becomes
/// the origin. The messages of importing are added to `messages`.
static Track track_of_map(const vec2s *line, int count, float width, MessageList *messages) {
    TextBuffer text = {0};
    const char *before = "{\"type\": \"LineString\", \"coordinates\": [";
    text_add(&text, before, strlen(before));
    for (int i = 0; i <= count; i++) {
        char at[80];
        vec2s point = glms_vec2_sub(line[i % count], line[0]);
        int size = snprintf(at, sizeof at, "%s[%.3f, %.3f]", i > 0 ? ", " : "",
                            700000.0 + (double)point.x, 5300000.0 + (double)point.y);
        text_add(&text, at, (size_t)size);
    }
    text_add(&text, "]}", 3);
    Arena arena = {0};
    ImportOptions options = {.line.width = width};
    YamlNode *root = import_read(IMPORT_GEOJSON, text.text, text.size - 1, "kart.geojson", &options,
                                 &arena, messages);
    assert_non_null(root);
    TextBuffer written = {0};
    yaml_write(root, &written);
    MessageList said = {0};
    Track track;
    bool good = track_read(written.text, strlen(written.text), "t", false, &track, &said);
    messages_print(&said, stderr, written.text);
    assert_true(good);
    free(written.text);
    free(text.text);
    arena_destroy(&arena);
    return track;
}

/// m: the farthest that the closed line lies from the middle of the road, with its first point at
/// the origin.
static float farthest_off(const Ribbon *road, const vec2s *line, int count) {
    float most = 0.0f;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 40; k++) {
            vec2s at = glms_vec2_lerp(line[i], line[(i + 1) % count], (float)k / 40.0f);
            at = glms_vec2_sub(at, line[0]);
            most = fmaxf(most, fabsf(ribbon_locate(road, at, -1).offset));
        }
    }
    return most;
}

/// Easing the kinks of a short circuit of few points made it up to 12 % shorter.
static void a_short_circuit_with_sharp_corners_keeps_its_length_or_says_so(void **state) {
    (void)state;
    enum {
        CIRCUITS = 60
    };
    int warned = 0;
    for (int i = 0; i < CIRCUITS; i++) {
        Random random = random_make((uint64_t)i, 3);
        vec2s line[400], corners[16];
        int count = kart_corners(&random, corners);
        float width = random_range(&random, 6.0f, 14.0f);
        if (i % 3 == 2) { // with points along it as well
            count = trace(corners, count, line);
        } else {
            memcpy(line, corners, (size_t)count * sizeof *line);
        }
        MessageList messages = {0};
        Track track = track_of_map(line, count, width, &messages);
        bool said = false;
        for (int k = 0; k < messages.count; k++) {
            said |= messages.items[k].code == MESSAGE_W627;
        }
        float drawn = length_of(line, count);
        float longer = track.ribbons[0].length / drawn - 1.0f;
        float off = farthest_off(&track.ribbons[0], line, count);
        bool follows = fabsf(longer) < 0.0202f && off < width + 0.05f;
        bool strays = fabsf(longer) > 0.0198f || off > width - 0.3f;
        if (said ? !strays : !follows) {
            print_error("circuit %d, %.1f m wide: %.2f %% longer, %.2f m off, %s\n", i,
                        (double)width, 100.0 * (double)longer, (double)off,
                        said ? "warned of" : "not warned of");
            fail();
        }
        warned += said;
        track_destroy(&track);
    }
    print_message("%d of %d circuits are warned of\n", warned, CIRCUITS);
    assert_true(10 * warned <= CIRCUITS);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_that_lie_on_each_other_move_apart_with_a_wall_between),
        cmocka_unit_test(lines_that_cross_at_a_small_angle_cross_at_a_larger_one),
        cmocka_unit_test(a_long_circuit_made_short_keeps_its_road_wide),
        cmocka_unit_test(long_straights_of_a_map_stay_straight),
        cmocka_unit_test(a_short_circuit_with_sharp_corners_keeps_its_length_or_says_so),
        cmocka_unit_test(a_wall_stands_between_parts_of_a_road_nearer_than_their_shoulders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
