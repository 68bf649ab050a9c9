/// The test of the keyboard, before keyboards with all kinds of wires.
#include "test.h"

#include "base/random.h"
#include "formats/keys.h"
#include "input/key_test.h"
#include "input/rebind.h"

#include <string.h>

#define FRAME (1.0f / 60.0f)

/// The wires of a keyboard. A key is on a row and a column; row -1: on wires of its own.
typedef struct Matrix {
    int row[WINDOW_KEYS], column[WINDOW_KEYS];
} Matrix;

static Matrix random_matrix(Random *random) {
    Matrix matrix;
    for (int key = 0; key < WINDOW_KEYS; key++) {
        matrix.row[key] = (int)(random_u32(random) % 8);
        matrix.column[key] = (int)(random_u32(random) % 14);
    }
    matrix.row[KEY_LEFT_CONTROL] = matrix.row[KEY_RIGHT_CONTROL] = -1;
    return matrix;
}

/// Whether three keys lie on three corners of a rectangle of wires: the keyboard cannot tell them
/// from all four, and leaves the last of them out.
static bool clash(const Matrix *m, int a, int b, int c) {
    const int keys[3] = {a, b, c};
    for (int i = 0; i < 3; i++) { // the corner
        int k = keys[i], x = keys[(i + 1) % 3], y = keys[(i + 2) % 3];
        bool one = m->row[k] == m->row[x] && m->column[k] == m->column[y];
        bool other = m->row[k] == m->row[y] && m->column[k] == m->column[x];
        bool wired = m->row[k] >= 0 && m->row[x] >= 0 && m->row[y] >= 0;
        if (wired && (one || other)) {
            return true;
        }
    }
    return false;
}

/// Presses `key` while others are held, as far as the keyboard reports it.
static void press(const Matrix *matrix, KeySet *held, int key) {
    for (int i = 0; i < held->count; i++) {
        for (int k = 0; k < i; k++) {
            if (clash(matrix, held->keys[i], held->keys[k], key)) {
                return;
            }
        }
    }
    held->keys[held->count++] = key;
}

static bool reports(const Matrix *matrix, const KeySet *set) {
    KeySet held = {0};
    for (int i = 0; i < set->count; i++) {
        press(matrix, &held, set->keys[i]);
    }
    return held.count == set->count;
}

/// The keys of a step.
static KeySet keys_of(const KeyTest *test, const Controls *controls, KeyTestStep step) {
    KeyAsked asked[KEY_TEST_ASKED];
    KeySet set = {.count = key_test_asked(test, step, asked)};
    for (int i = 0; i < set.count; i++) {
        set.keys[i] = controls->keys[asked[i].place].controls[asked[i].action][0];
    }
    return set;
}

static bool reports_all(const Matrix *matrix, const KeyTest *test, const Controls *controls) {
    for (int step = 0; step < KEY_TEST_STEPS; step++) {
        KeySet set = keys_of(test, controls, (KeyTestStep)step);
        if (key_test_applies(test, (KeyTestStep)step) && !reports(matrix, &set)) {
            return false;
        }
    }
    return true;
}

static void frames(KeyTest *test, const Controls *controls, const KeySet *held, float seconds) {
    InputFrame input = {0};
    for (int i = 0; i < held->count; i++) {
        input.down[held->keys[i]] = true;
    }
    for (float t = 0.0f; t < seconds; t += FRAME) {
        key_test_frame(test, controls, &input, FRAME);
    }
}

static void let_go(KeyTest *test, const Controls *controls) {
    frames(test, controls, &(KeySet){0}, 0.5f);
}

static void hold(KeyTest *test, const Controls *controls, const int *keys, int count,
                 float seconds) {
    KeySet held = {.count = count};
    memcpy(held.keys, keys, (size_t)count * sizeof *keys);
    frames(test, controls, &held, seconds);
}

/// People do as they are told, until the step under way is another one.
static void do_step(const Matrix *matrix, KeyTest *test, const Controls *controls) {
    KeyTestStep step = key_test_step(test);
    KeySet asked = keys_of(test, controls, step), held = {0};
    for (int i = 0; i < asked.count; i++) {
        press(matrix, &held, asked.keys[i]);
    }
    for (int i = 0; i < 3 && key_test_step(test) == step; i++) {
        frames(test, controls, &held, 4.0f);
        KeyAsked absent;
        if (key_test_step(test) == step && key_test_absent(test, &absent)) {
            key_test_say_held(test);
        }
        let_go(test, controls);
    }
    assert_int_not_equal(key_test_step(test), step);
}

static KeyTest test_of(int people, int first, int second) {
    KeyTest test = {0};
    test.takes[first] = true;
    test.takes[second] |= people > 1;
    return test;
}

static void what_is_seen_down_together_is_told(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(1, 0, 0);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT);
    hold(&test, &controls, (int[]){'W', 'A'}, 2, 0.1f);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT], KEY_TEST_TOLD);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_RIGHT);
    assert_int_equal(key_test_proposal(&test, &controls).kind, KEY_PROPOSAL_NONE);
    hold(&test, &controls, (int[]){'W', 'D'}, 2, 0.1f);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT_HANDBRAKE); // nobody steers apart
    hold(&test, &controls, (int[]){'W', 'A', KEY_SPACE}, 3, 0.1f);       // either key of it
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_RIGHT_HANDBRAKE);
}

static void who_is_slow_is_not_taken_for_a_bad_keyboard(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(1, 0, 0);
    hold(&test, &controls, (int[]){'W'}, 1, 20.0f); // reads what is asked
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT);
    KeyAsked absent;
    assert_true(key_test_absent(&test, &absent));
    assert_int_equal(absent.action, SETTING_ACTION_LEFT);
    hold(&test, &controls, (int[]){'W', 'A'}, 2, 0.1f); // it came
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT], KEY_TEST_TOLD);
    assert_int_equal(test.blocked_count, 0);
    assert_false(key_test_absent(&test, &absent));
}

static void a_key_is_hidden_where_somebody_says_so_or_after_several_tries(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    for (int says = 0; says < 2; says++) {
        KeyTest test = test_of(1, 0, 0);
        hold(&test, &controls, (int[]){'W', 'A'}, 2, 0.1f);
        hold(&test, &controls, (int[]){'W', 'D'}, 2, 0.1f);
        let_go(&test, &controls);
        key_test_say_held(&test); // nothing was tried yet
        int tries = 0;
        while (key_test_step(&test) == KEY_TEST_GAS_LEFT_HANDBRAKE) {
            assert_true(tries++ < 3);
            hold(&test, &controls, (int[]){'W', 'A'}, 2, 1.0f);
            let_go(&test, &controls);
            if (says) {
                key_test_say_held(&test);
            }
        }
        assert_int_equal(tries, says ? 1 : 3);
        assert_int_equal(test.states[KEY_TEST_GAS_LEFT_HANDBRAKE], KEY_TEST_HIDDEN);
        assert_int_equal(test.missing[KEY_TEST_GAS_LEFT_HANDBRAKE].action,
                         SETTING_ACTION_HANDBRAKE);
        KeyProposal proposal = key_test_proposal(&test, &controls);
        assert_int_equal(proposal.kind, KEY_PROPOSAL_KEY);
        assert_int_equal(proposal.key, KEY_SPACE);
        key_test_forget(&test);
        assert_int_equal(key_test_proposal(&test, &controls).kind, KEY_PROPOSAL_NONE);
        assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT);
        assert_true(test.takes[0]);
    }
}

static void a_key_that_arrives_as_another_is_let_go_was_held_all_the_time(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(1, 0, 0);
    hold(&test, &controls, (int[]){'W', 'A'}, 2, 0.1f);
    hold(&test, &controls, (int[]){'W', 'D'}, 2, 0.1f);
    let_go(&test, &controls);
    hold(&test, &controls, (int[]){'W', 'A'}, 2, 1.0f);
    hold(&test, &controls, (int[]){'W', KEY_LEFT_CONTROL}, 2, 0.1f);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT_HANDBRAKE], KEY_TEST_HIDDEN);
}

static void whoever_presses_his_gas_takes_part(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = {0};
    InputFrame input = {.presses = {{.key = KEY_UP}}, .press_count = 1};
    assert_int_equal(key_test_step(&test), KEY_TEST_STEPS);
    key_test_frame(&test, &controls, &input, FRAME);
    assert_int_equal(key_test_people(&test), 1);
    hold(&test, &controls, (int[]){KEY_UP, KEY_LEFT}, 2, 0.1f);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_RIGHT);
    input.presses[0].key = 'W';
    key_test_frame(&test, &controls, &input, FRAME);
    assert_int_equal(key_test_people(&test), 2);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT); // both together now
    KeyAsked absent;
    for (int i = 0; i < 5; i++) { // one of the two has not even begun: nothing counts by itself
        hold(&test, &controls, (int[]){KEY_UP, KEY_LEFT}, 2, 1.0f);
        assert_true(i > 0 || !key_test_absent(&test, &absent));
        hold(&test, &controls, (int[]){KEY_UP, KEY_LEFT}, 2, 5.0f);
        assert_true(key_test_absent(&test, &absent)); // but he may say that he has
        let_go(&test, &controls);
    }
    assert_int_equal(test.blocked_count, 0);
    hold(&test, &controls, (int[]){KEY_UP, KEY_LEFT, 'W'}, 3, 1.0f);
    assert_true(key_test_absent(&test, &absent));
    assert_int_equal(absent.place, 0);
}

static void who_has_automatic_gas_holds_one_key_less(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(2, 0, 1);
    assert_string_equal(key_test_text(&test, KEY_TEST_GAS_LEFT), "gas and left");
    key_test_set_helps(&test, 0, true, false);
    assert_string_equal(key_test_text(&test, KEY_TEST_GAS_LEFT), "gas and left"); // the other does
    hold(&test, &controls, (int[]){'A', KEY_UP, KEY_LEFT}, 3, 0.1f);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT], KEY_TEST_TOLD);
    key_test_set_helps(&test, 1, true, false);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT], KEY_TEST_UNTRIED);
    assert_string_equal(key_test_text(&test, KEY_TEST_GAS_LEFT), "left");
    assert_string_equal(key_test_text(&test, KEY_TEST_GAS_LEFT_HANDBRAKE), "left and handbrake");
    assert_string_equal(key_test_text(&test, KEY_TEST_BRAKE_LEFT), "brake and left");
    hold(&test, &controls, (int[]){'A', KEY_LEFT}, 2, 0.1f);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT], KEY_TEST_TOLD);
}

static void the_key_that_fires_is_held_with_gas_and_a_side(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(2, 0, 1);
    for (int step = 0; step < KEY_TEST_GAS_LEFT_FIRE; step++) {
        test.states[step] = KEY_TEST_TOLD;
    }
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT_FIRE);
    assert_string_equal(key_test_text(&test, KEY_TEST_GAS_LEFT_FIRE), "gas, left and fire");
    hold(&test, &controls, (int[]){'W', 'A', KEY_UP, KEY_LEFT, KEY_APOSTROPHE}, 5, 1.0f);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT_FIRE);
    key_test_say_held(&test); // V does not arrive with those
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT_FIRE], KEY_TEST_HIDDEN);
    KeyProposal proposal = key_test_proposal(&test, &controls);
    assert_int_equal(proposal.kind, KEY_PROPOSAL_KEY);
    assert_int_equal(proposal.place, 0);
    assert_int_equal(proposal.action, SETTING_ACTION_FIRE);
    assert_int_equal(proposal.key, 'G');
    key_test_take(&test, &proposal);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT_FIRE], KEY_TEST_UNTRIED);
    assert_int_equal(test.states[KEY_TEST_GAS_LEFT_HANDBRAKE], KEY_TEST_TOLD);
}

static void who_has_automatic_fire_holds_no_key_for_it(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(2, 0, 1);
    key_test_set_helps(&test, 0, false, true);
    for (int step = 0; step < KEY_TEST_GAS_LEFT_FIRE; step++) {
        test.states[step] = KEY_TEST_TOLD;
    }
    hold(&test, &controls, (int[]){'W', 'A', KEY_UP, KEY_LEFT}, 4, 0.1f);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_LEFT_FIRE); // the other fires
    hold(&test, &controls, (int[]){'W', 'A', KEY_UP, KEY_LEFT, KEY_APOSTROPHE}, 5, 0.1f);
    assert_int_equal(key_test_step(&test), KEY_TEST_GAS_RIGHT_FIRE);
    test.states[KEY_TEST_GAS_RIGHT_FIRE] = KEY_TEST_HIDDEN; // his gas is missing, and no key fires
    test.missing[KEY_TEST_GAS_RIGHT_FIRE] = (KeyAsked){0, SETTING_ACTION_GAS};
    assert_int_equal(key_test_proposal(&test, &controls).action, SETTING_ACTION_GAS);
    key_test_take(&test, &(KeyProposal){.kind = KEY_PROPOSAL_PLACE, .place = 0, .to = 3});
    assert_true(test.takes[3] && test.auto_fire[3]); // he moves with his helps
    key_test_set_helps(&test, 1, false, true);
    assert_false(key_test_applies(&test, KEY_TEST_GAS_LEFT_FIRE)); // nobody does
    assert_true(key_test_applies(&test, KEY_TEST_BRAKE_LEFT));
}

/// A keyboard on which no key at all of a hand goes with two others.
static void where_no_key_helps_another_place_does_and_else_a_gamepad(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyTest test = test_of(2, 0, 1);
    test.states[KEY_TEST_GAS_LEFT] = KEY_TEST_HIDDEN;
    test.missing[KEY_TEST_GAS_LEFT] = (KeyAsked){0, SETTING_ACTION_LEFT};
    test.blocked[test.blocked_count++] = (KeySet){{'W', KEY_UP, KEY_LEFT}, 3}; // whatever is left
    KeyProposal proposal = key_test_proposal(&test, &controls);
    assert_int_equal(proposal.kind, KEY_PROPOSAL_PLACE);
    assert_int_equal(proposal.place, 0);
    assert_int_equal(proposal.to, 3);
    for (int i = 0; i < 2; i++) {
        test.blocked[test.blocked_count++] = (KeySet){{i ? 'I' : KEY_PAD_8, KEY_UP, KEY_LEFT}, 3};
    }
    assert_int_equal(key_test_proposal(&test, &controls).kind, KEY_PROPOSAL_PAD);
}

/// Whether some single other key or free place would do that the test may propose for `asked`.
static bool has_a_way(const Matrix *matrix, const KeyTest *test, const Controls *controls,
                      int place) {
    for (int to = 0; to < DEVICE_KEYS_COUNT; to++) {
        KeyTest moved = *test;
        moved.takes[place] = false;
        moved.takes[to] = true;
        if (!test->takes[to] && reports_all(matrix, &moved, controls)) {
            return true;
        }
    }
    return false;
}

static void proposals_lead_to_what_random_keyboards_report(void **state) {
    (void)state;
    Random random = random_make(16, 1);
    int fine = 0, helped = 0, pads = 0;
    for (int round = 0; round < 400; round++) {
        Matrix matrix = random_matrix(&random);
        Settings settings = settings_default();
        KeyTest test = test_of(1 + round % 2, round / 2 % 4, (round / 2 + 1) % 4);
        Controls controls = controls_of(&settings);
        bool was_fine = reports_all(&matrix, &test, &controls);
        KeyProposal proposal = {0};
        for (int turn = 0; turn < 200; turn++) {
            controls = controls_of(&settings);
            if (key_test_step(&test) != KEY_TEST_STEPS) {
                do_step(&matrix, &test, &controls);
                continue;
            }
            proposal = key_test_proposal(&test, &controls);
            if (proposal.kind == KEY_PROPOSAL_NONE || proposal.kind == KEY_PROPOSAL_PAD) {
                break;
            }
            if (proposal.kind == KEY_PROPOSAL_KEY) {
                int key = proposal.key;
                assert_true(key != KEY_LEFT_SHIFT && key != KEY_RIGHT_SHIFT);
                assert_null(rebind_refusal(key));
                assert_int_equal(
                    rebind_find(&controls, proposal.place, proposal.action, key).device,
                    DEVICE_NONE);
                rebind(&settings, &controls, proposal.place, proposal.place, proposal.action, key);
            }
            key_test_take(&test, &proposal);
        }
        assert_int_equal(key_test_step(&test), KEY_TEST_STEPS);
        bool reported = reports_all(&matrix, &test, &controls);
        assert_int_equal(reported, proposal.kind == KEY_PROPOSAL_NONE); // what was seen is true
        assert_true(reported || !was_fine);
        if (!reported) { // it does not give up too soon
            assert_false(has_a_way(&matrix, &test, &controls, proposal.place));
        }
        fine += was_fine;
        helped += reported && !was_fine;
        pads += !reported;
    }
    assert_true(fine > 20 && helped > 20 && pads < 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_down_together_is_told),
        cmocka_unit_test(who_is_slow_is_not_taken_for_a_bad_keyboard),
        cmocka_unit_test(a_key_is_hidden_where_somebody_says_so_or_after_several_tries),
        cmocka_unit_test(a_key_that_arrives_as_another_is_let_go_was_held_all_the_time),
        cmocka_unit_test(whoever_presses_his_gas_takes_part),
        cmocka_unit_test(who_has_automatic_gas_holds_one_key_less),
        cmocka_unit_test(the_key_that_fires_is_held_with_gas_and_a_side),
        cmocka_unit_test(who_has_automatic_fire_holds_no_key_for_it),
        cmocka_unit_test(where_no_key_helps_another_place_does_and_else_a_gamepad),
        cmocka_unit_test(proposals_lead_to_what_random_keyboards_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
