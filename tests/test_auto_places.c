// Where finish, gates and grid lie that the file does not place: clear of crossings, branches and
// walls. A finish that the file does place takes no gates away, and may stand on several branches.
#include "track/branch_stretch.h"
#include "track/gates.h"
#include "track/road_grid.h"
#include "track/slot.h"

#include <math.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

/// An oval with two straights of 184 m, the first along y = -35.
#define OVAL                                                                 \
    TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n" \
               "    points: [[-120, -35], [120, -35], [120, 35], [-120, 35]]\n"

/// A pit lane beside the first straight.
#define PIT                                                  \
    "  - {id: pit, closed: false, curve: smooth, width: 7, " \
    "points: [[-85, -35], [-60, -58], [60, -58], [85, -35]]}\n"
#define PIT_BACK                                             \
    "  - {id: pit, closed: false, curve: smooth, width: 7, " \
    "points: [[85, -35], [60, -58], [-60, -58], [-85, -35]]}\n"

/// A figure of eight that crosses itself in the middle of its two longest straights.
#define EIGHT                                                     \
    TRACK_HEAD                                                    \
    "ribbons:\n  - curve: round\n    radius: 25\n    width: 12\n" \
    "    points: [[-100, -70], [100, 70], [160, 0], [100, -70], [-100, 70], [-160, 0]]\n"

/// A track that has nothing to warn of.
static Track quiet_track(const char *text) {
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Track track;
    bool good = track_read(text, strlen(text), "test.track.yaml", false, &track, messages) &&
                track_check(&track, messages);
    messages_print(messages, stderr, text);
    assert_true(good);
    assert_int_equal(messages->count, 0);
    free(messages);
    return track;
}

static const TrackGate *finish_of(const Track *track) {
    return &track->gates[track->gate_count - 1];
}

static bool stands_free(const Track *track, const RoadGrid *roads, const TrackSlot *slot) {
    int wall = 0;
    RibbonPlace place = ribbon_locate(&track->ribbons[0], slot->position, -1);
    return slot_depth(track, slot, &wall) <= 0.0f &&
           !road_grid_crosses(roads, slot->position, 0, place.s);
}

/// The whole grid stands clear, also what goes on behind the slots that are asked for.
static void assert_grid_clear(const Track *track) {
    Arena scratch = {0};
    RoadGrid roads = road_grid_make(track->ribbons, track->ribbon_count, &scratch);
    assert_true(track->grid_size >= 8);
    for (int i = 0; i < track->slot_count; i++) {
        assert_true(stands_free(track, &roads, &track->slots[i]));
    }
    arena_destroy(&scratch);
}

static void a_finish_and_its_grid_keep_off_a_crossing(void **state) {
    (void)state;
    Track track = quiet_track(EIGHT);
    const TrackGate *finish = finish_of(&track);
    vec2s middle = gate_middle(finish);
    // Both straights pass the origin; the nearest place with the grid on the same one.
    assert_in_range((int)glms_vec2_norm(middle), 8, 30);
    assert_grid_clear(&track);
    track_destroy(&track);
}

static void a_finish_keeps_off_a_pit_lane(void **state) {
    (void)state;
    static const char *const texts[] = {OVAL PIT, OVAL PIT_BACK};
    for (int i = 0; i < 2; i++) {
        Track track = quiet_track(texts[i]);
        vec2s middle = gate_middle(finish_of(&track)); // on the other straight
        assert_near(middle.x, 0.0f, 0.1f);
        assert_near(middle.y, 35.0f, 0.1f);
        assert_grid_clear(&track);
        track_destroy(&track);
    }
}

static void a_finish_and_its_grid_keep_off_walls(void **state) {
    (void)state;
    static const char *const rocks[] = {
        "walls:\n  - {rect: {center: [0, -38], size: [4, 5]}}\n",   // on the line
        "walls:\n  - {rect: {center: [-18, -38], size: [4, 5]}}\n", // on a slot
        "walls:\n  - {rect: {center: [-4, -38], size: [1, 5]}}\n"}; // before the nose of one
    for (int i = 0; i < 3; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s", OVAL, rocks[i]);
        Track track = quiet_track(text);
        assert_true(fabsf(gate_middle(finish_of(&track)).x) > 1.0f);
        assert_near(gate_middle(finish_of(&track)).y, -35.0f, 0.1f);
        assert_grid_clear(&track);
        track_destroy(&track);
    }
    Track track = quiet_track(OVAL); // what is good where it is stays there
    assert_near(gate_middle(finish_of(&track)).x, 0.0f, 0.1f);
    track_destroy(&track);
}

static void a_finish_keeps_off_the_same_where_walls_stand_at_the_edge_of_the_road(void **state) {
    (void)state;
    static const char *const texts[] = {
        EIGHT "    shoulder: none\n",
        OVAL "    shoulder: none\nwalls:\n  - {rect: {center: [0, -38], size: [4, 5]}}\n",
    };
    for (int i = 0; i < 2; i++) {
        Track track = quiet_track(texts[i]);
        vec2s middle = gate_middle(finish_of(&track));
        assert_in_range((int)glms_vec2_norm(vec2_make(middle.x, i == 0 ? middle.y : 0.0f)), 2, 50);
        assert_grid_clear(&track);
        track_destroy(&track);
    }
    Track track = quiet_track(OVAL "    shoulder: none\n");
    assert_near(gate_middle(finish_of(&track)).x, 0.0f, 0.1f);
    track_destroy(&track);
}

static void a_grid_behind_a_written_finish_keeps_off_crossings_and_walls(void **state) {
    (void)state;
    // 20 m behind the crossing; in front of a rock; just behind where the pit lane comes back.
    static const char *const texts[] = {
        EIGHT "finish: {left: [17.5, 17.8], right: [23.2, 9.6]}\n",
        OVAL "walls:\n  - {rect: {center: [-18, -38], size: [4, 5]}}\nfinish: {on: main, s: 120}\n",
        OVAL PIT "finish: {left: [92, -24], right: [92, -46]}\n"};
    for (int i = 0; i < 3; i++) {
        Track track = quiet_track(texts[i]);
        assert_grid_clear(&track);
        track_destroy(&track);
    }
}

static void a_sprint_starts_and_ends_clear_of_walls(void **state) {
    (void)state;
    Track track = quiet_track(
        TRACK_HEAD "ribbons:\n  - {closed: false, points: [[0, 0], [150, 0], [400, 0]]}\n"
                   "walls:\n  - {rect: {center: [15, -3], size: [4, 5]}}\n"
                   "  - {rect: {center: [388, -3], size: [4, 5]}}\n");
    assert_grid_clear(&track);
    assert_in_range((int)gate_middle(finish_of(&track)).x, 370, 385);
    for (int i = 0; i + 1 < track.gate_count; i++) { // the gates follow the grid
        assert_true(track.gates[i].s > track.slots[0].position.x);
    }
    track_destroy(&track);
}

static void automatic_gates_have_a_line_across_each_branch(void **state) {
    (void)state;
    static const char *const texts[] = {OVAL PIT, OVAL PIT_BACK};
    for (int i = 0; i < 2; i++) {
        Track track = quiet_track(texts[i]);
        int with_branch = 0;
        for (int k = 0; k < track.gate_count; k++) {
            const TrackGate *gate = &track.gates[k];
            with_branch += gate->other_count;
            for (int way = 1; way <= gate->other_count; way++) { // driven from left to right
                assert_true(gate_forward(track_gate_way(gate, way)).x > 0.5f);
                assert_true(cosf(track_gate_way(gate, way)->respawn_angle) > 0.5f);
            }
        }
        assert_true(with_branch >= 2);
        track_destroy(&track);
    }
}

static void a_written_finish_takes_no_gates_away(void **state) {
    (void)state;
    static const char *const texts[] = {
        OVAL PIT "finish: {on: main, s: 20}\n",
        OVAL PIT
        "finish: {left: [0, -24], right: [0, -70]}\n",    // its middle lies between both roads
        OVAL "finish: {left: [0, 10], right: [0, -10]}\n" // on no road at all
             "grid: {slots: [[-20, -35, 0]]}\n"};
    for (int i = 0; i < 3; i++) {
        MessageList messages = {0};
        Track track;
        assert_true(track_read(texts[i], strlen(texts[i]), "t", false, &track, &messages));
        assert_int_equal(track.gate_count, 8);
        if (i == 1) { // its line crosses the lap, and who is rescued there stands on the road
            assert_near(finish_of(&track)->s,
                        ribbon_locate(&track.ribbons[0], vec2_make(0, -35), -1).s, 0.1f);
            assert_near(finish_of(&track)->respawn.y, -35.0f, 0.1f);
            assert_grid_clear(&track);
        }
        track_destroy(&track);
    }
}

static void a_finish_counts_on_each_of_its_branches(void **state) {
    (void)state;
    static const char text[] =
        OVAL PIT "finish: {any: [{on: main, s: 80}, {on: pit, s: 95}]}\nlaps: 2\n";
    Track track = quiet_track(text);
    const TrackGate *finish = finish_of(&track);
    assert_int_equal(finish->other_count, 1);
    vec2s lane = gate_middle(track_gate_way(finish, 1));
    assert_near(lane.y, -62.0f, 5.0f);
    assert_int_equal(
        track_gate_crossing(finish, vec2_make(lane.x - 1, lane.y), vec2_make(lane.x + 1, lane.y))
            .direction,
        1);
    assert_grid_clear(&track);
    RaceDef def = fixture_field(4, SKILL_HARD, 1);
    def.laps = 2;
    Fixture *fixture = fixture_make_on(track, "hatch", &def);
    fixture_run_to_the_end(fixture->race);
    for (int car = 0; car < 4; car++) {
        assert_true(race_racers_const(fixture->race)[car].finished);
        assert_int_equal(race_racers_const(fixture->race)[car].respawns, 0);
    }
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finish_and_its_grid_keep_off_a_crossing),
        cmocka_unit_test(a_finish_keeps_off_a_pit_lane),
        cmocka_unit_test(a_finish_and_its_grid_keep_off_walls),
        cmocka_unit_test(a_finish_keeps_off_the_same_where_walls_stand_at_the_edge_of_the_road),
        cmocka_unit_test(a_grid_behind_a_written_finish_keeps_off_crossings_and_walls),
        cmocka_unit_test(a_sprint_starts_and_ends_clear_of_walls),
        cmocka_unit_test(automatic_gates_have_a_line_across_each_branch),
        cmocka_unit_test(a_written_finish_takes_no_gates_away),
        cmocka_unit_test(a_finish_counts_on_each_of_its_branches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
