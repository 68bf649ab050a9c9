#include "line/branches.h"
#include "race/footing.h"
#include "race/rescue.h"

#include "fixture.h"
#include "test.h"
#include "track_text.h"

/// A yard round a barn; past a shed there is a wide way outside and a narrow, shorter one inside.
#define YARD(inner)                                                                         \
    TRACK_HEAD                                                                              \
    "ground: asphalt\nwalls:\n"                                                             \
    "  - {id: fence, closed: true, polyline: [[-60, -40], [60, -40], [60, 40], "            \
    "[-60, 40]]}\n"                                                                         \
    "  - {id: barn, polygon: [[-28, -12], [28, -12], [28, 12], [-28, 12]]}\n"               \
    "  - {id: shed, polygon: [[-28, 20], [28, 20], [28, 26], [-28, 26]]}\n"                 \
    "zones:\n  - {surface: " inner ", rect: {center: [0, 16], size: [56, 8]}}\n"            \
    "finish: {left: [0, -13], right: [0, -39]}\ngates:\n"                                   \
    "  - {left: [29, 0], right: [59, 0]}\n"                                                 \
    "  - any: [{left: [0, 26.5], right: [0, 39.5]}, {left: [0, 12.5], right: [0, 19.5]}]\n" \
    "  - {left: [-29, 0], right: [-59, 0]}\n"                                               \
    "grid: {slots: [[-6, -20, 0], [-10, -24, 0]]}\n"

static RaceDef two_cars(void) {
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.laps = 2;
    return def;
}

/// Where the line of a race crosses x = 0 on its way back.
static float crossing_of(const Fixture *fixture) {
    const RacingLine *line = &fixture->data.lines[0];
    for (int i = 0; i < line->count; i++) {
        vec2s at = line->points[i].point;
        vec2s next = line->points[(i + 1) % line->count].point;
        if (at.x > 0.0f && next.x <= 0.0f && at.y > 0.0f) {
            return at.y;
        }
    }
    return 0.0f;
}

static void the_ai_takes_the_quicker_branch_and_finishes(void **state) {
    (void)state;
    static const char *const texts[] = {YARD("asphalt"), YARD("sand")};
    for (int i = 0; i < 2; i++) {
        RaceDef def = two_cars();
        Fixture *fixture = fixture_make_on(track_of(texts[i]), "hatch", &def);
        assert_true(branches_any(&fixture->track));
        float crossing = crossing_of(fixture);
        assert_true(i == 0 ? crossing < 20.0f : crossing > 26.0f); // nobody likes sand
        while (fixture->race->phase != RACE_OVER) {
            fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
        }
        for (int car = 0; car < 2; car++) {
            assert_true(race_racers(fixture->race)[car].finished);
            assert_int_equal(race_racers(fixture->race)[car].respawns, 0);
        }
        fixture_destroy(fixture);
    }
}

// A car is put through the gates by hand, on either branch.
static void either_branch_counts_and_is_where_a_rescue_leads(void **state) {
    (void)state;
    static const float heights[] = {33.0f, 16.0f};
    for (int way = 0; way < 2; way++) {
        RaceDef def = two_cars();
        def.mode = RACE_MODE_PRACTICE;
        def.ai_cars = 0;
        Fixture *fixture = fixture_make_on(track_of(YARD("asphalt")), "hatch", &def);
        Racer *racer = &race_racers(fixture->race)[0];
        Body *body = world_bodies(race_world(fixture->race));
        racer->next_gate = 1;
        racer->gates_passed = 1;
        body->position = racer->last_position = vec2_make(0.1f, heights[way]);
        body_set_angle(body, 3.14159f);
        body->velocity = vec2_make(-12.0f, 0.0f);
        fixture_run(fixture->race, 12);
        assert_int_equal(racer->gates_passed, 2);
        assert_int_equal(racer->last_way, way);
        rescue_respawn(fixture->race, 0);
        assert_near(body->position.y, heights[way], 2.0);
        fixture_destroy(fixture);
    }
}

static void the_way_round_a_blocked_branch_is_found(void **state) {
    (void)state;
    RaceDef def = two_cars();
    Fixture *fixture = fixture_make_on(track_of(YARD("deep")), "hatch", &def);
    assert_true(crossing_of(fixture) > 26.0f);
    fixture_destroy(fixture);
}

// The branch of TRACK_BRANCH leaves the oval on the left; between the two lies grass.
static void wheels_on_a_branch_are_on_the_road(void **state) {
    (void)state;
    static const struct {
        float x, y;
        int off;
    } places[] = {{-110, -30, 0}, {-100, -30, 4}, {-114, -30, 2}, {0, -35, 0}, {0, 0, 4}};
    RaceDef def = two_cars();
    Fixture *fixture = fixture_make_on(track_of(TRACK_BRANCH), "hatch", &def);
    Body *body = world_bodies(race_world(fixture->race));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int sample = -1;
        body->position = vec2_make(places[i].x, places[i].y);
        body_set_angle(body, 1.5708f);
        assert_int_equal(footing_wheels_off(fixture->race, 0, &sample), places[i].off);
        assert_int_equal(footing_is_off(fixture->race, 0, &sample), places[i].off == CAR_WHEELS);
    }
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ai_takes_the_quicker_branch_and_finishes),
        cmocka_unit_test(either_branch_counts_and_is_where_a_rescue_leads),
        cmocka_unit_test(the_way_round_a_blocked_branch_is_found),
        cmocka_unit_test(wheels_on_a_branch_are_on_the_road),
    };
    return cmocka_run_group_tests_name("branches", tests, NULL, NULL);
}
