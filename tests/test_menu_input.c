// What presses mean in menus: moves repeat while they are held, sticks count as moves.
#include "game_state/menu_input.h"

#include "test.h"

#define FRAME (1.0f / 60.0f)

/// The moves down that `frames` frames of `input` give.
static int moves(MenuRepeat *repeat, const InputFrame *input, int frames) {
    int sum = 0;
    for (int i = 0; i < frames; i++) {
        sum += menu_input(repeat, input, FRAME).move_y;
    }
    return sum;
}

static void a_move_that_is_held_counts_at_once_then_again_and_again(void **state) {
    (void)state;
    MenuRepeat repeat = {0};
    InputFrame input = {.presses = {{.key = KEY_DOWN}}, .press_count = 1};
    input.down[KEY_DOWN] = true;
    assert_int_equal(moves(&repeat, &input, 1), 1);
    input.press_count = 0;
    assert_int_equal(moves(&repeat, &input, 21), 0);
    assert_in_range(moves(&repeat, &input, 60), 9, 24);
    input.down[KEY_DOWN] = false;
    assert_int_equal(moves(&repeat, &input, 120), 0);
    input.down[KEY_DOWN] = true; // without a press that this screen saw
    assert_int_equal(moves(&repeat, &input, 120), 0);
}

static void a_stick_counts_when_it_is_pushed_and_repeats_while_it_is_held(void **state) {
    (void)state;
    MenuRepeat repeat = {0};
    InputFrame input = {0};
    PadState *pad = &input.pads[3];
    pad->present = true;
    pad->axes[PAD_LEFT_Y] = 1.0f; // held since before this screen: no push was seen
    assert_int_equal(moves(&repeat, &input, 120), 0);
    pad->pushed[PAD_LEFT_Y][1] = true;
    assert_int_equal(moves(&repeat, &input, 1), 1);
    pad->pushed[PAD_LEFT_Y][1] = false;
    assert_int_equal(moves(&repeat, &input, 15), 0);
    assert_true(moves(&repeat, &input, 60) > 5);
    pad->axes[PAD_LEFT_Y] = 0.1f;
    assert_int_equal(moves(&repeat, &input, 60), 0);
    pad->pushed[PAD_LEFT_X][0] = true;
    assert_int_equal(menu_input(&repeat, &input, FRAME).move_x, -1);
}

static void prompts_follow_the_device_that_was_used_last(void **state) {
    (void)state;
    InputFrame input = {0};
    assert_int_equal(menu_device(&input, PROMPT_PAD), PROMPT_PAD);
    input.press_count = 1;
    assert_int_equal(menu_device(&input, PROMPT_PAD), PROMPT_KEYS);
    input.press_count = 0;
    input.pads[5].pressed[PAD_UP] = true;
    assert_int_equal(menu_device(&input, PROMPT_KEYS), PROMPT_KEYS); // it is not there
    input.pads[5].present = true;
    assert_int_equal(menu_device(&input, PROMPT_KEYS), PROMPT_PAD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_that_is_held_counts_at_once_then_again_and_again),
        cmocka_unit_test(a_stick_counts_when_it_is_pushed_and_repeats_while_it_is_held),
        cmocka_unit_test(prompts_follow_the_device_that_was_used_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
