#include "base/random.h"
#include "input/input_guard.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

#define FRAME (1.0f / 60.0f)

enum {
    RUNS = 80,
    FRAMES = 240,
    KEYS = 6,
};

static const int keys[KEYS] = {'W', 'A', 'D', KEY_SPACE, KEY_ENTER, KEY_ESCAPE};

static Controls controls;

static bool has_press(const InputFrame *frame, int key) {
    for (int i = 0; i < frame->press_count; i++) {
        if (frame->presses[i].key == key) {
            return true;
        }
    }
    return false;
}

// Devices as rough as there are: keys and buttons come and go at random, and some keyboards send
// presses again and again for what is held.
static void press_at_random(Random *random, InputFrame *frame) {
    frame->press_count = 0;
    for (int i = 0; i < KEYS; i++) {
        bool was = frame->down[keys[i]];
        frame->down[keys[i]] = random_u32(random) % 20 == 0 ? !was : was;
        bool repeats = frame->down[keys[i]] && random_u32(random) % 4 == 0;
        if ((frame->down[keys[i]] && !was) || repeats) {
            frame->presses[frame->press_count++] = (KeyPress){.key = keys[i]};
        }
    }
    PadState *pad = &frame->pads[1];
    pad->present = true;
    for (int i = 0; i < PAD_BUTTON_COUNT; i++) {
        bool was = pad->buttons[i];
        pad->buttons[i] = random_u32(random) % 20 == 0 ? !was : was;
        pad->pressed[i] = pad->buttons[i] && (!was || random_u32(random) % 4 == 0);
    }
}

static void what_was_down_when_a_screen_appeared_is_deaf_until_it_has_come_up(void **state) {
    (void)state;
    Random random = random_make(5, 1);
    int deaf = 0, heard = 0;
    for (int run = 0; run < RUNS; run++) {
        InputFrame frame = {0}, out;
        InputGuard guard = {0};
        for (int i = 0; i < 30; i++) {
            press_at_random(&random, &frame);
        }
        input_guard_screen(&guard, &frame, true);
        bool up[KEYS], button_up[PAD_BUTTON_COUNT];
        for (int i = 0; i < KEYS; i++) {
            up[i] = !frame.down[keys[i]];
        }
        for (int i = 0; i < PAD_BUTTON_COUNT; i++) {
            button_up[i] = !frame.pads[1].buttons[i];
        }
        for (int tick = 0; tick < FRAMES; tick++) {
            press_at_random(&random, &frame);
            input_guard_frame(&guard, &controls, &frame, FRAME, &out);
            assert_memory_equal(out.down, frame.down, sizeof out.down); // cars are driven by it
            for (int i = 0; i < KEYS; i++) {
                assert_int_equal(has_press(&out, keys[i]), up[i] && has_press(&frame, keys[i]));
                deaf += has_press(&frame, keys[i]) && !up[i];
                heard += has_press(&out, keys[i]);
                up[i] |= !frame.down[keys[i]];
            }
            for (int i = 0; i < PAD_BUTTON_COUNT; i++) {
                assert_int_equal(out.pads[1].pressed[i], button_up[i] && frame.pads[1].pressed[i]);
                button_up[i] |= !frame.pads[1].buttons[i];
            }
        }
    }
    assert_true(deaf > RUNS && heard > RUNS);
}

static int presses_of(const InputFrame *frame) {
    int count = frame->press_count + frame->mouse_pressed;
    for (int i = 0; i < WINDOW_PADS; i++) {
        count += frame->pads[i].pushed[PAD_RIGHT_TRIGGER][1];
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            count += frame->pads[i].pressed[button];
        }
    }
    return count;
}

// A tap of a thing to drive with: a key, a button or a trigger.
static InputFrame driving_tap(Random *random) {
    static const int driving[] = {'W', 'A', 'D', KEY_SPACE, KEY_LEFT, KEY_PAD_ENTER, 'J'};
    static const int buttons[] = {PAD_A, PAD_B, PAD_X, PAD_LEFT, PAD_RIGHT};
    InputFrame frame = {0};
    PadState *pad = &frame.pads[2];
    pad->present = true;
    switch (random_u32(random) % 3) {
    case 0:
        frame.presses[frame.press_count++] = (KeyPress){.key = driving[random_u32(random) % 7]};
        break;
    case 1:
        pad->pressed[buttons[random_u32(random) % 5]] = true;
        break;
    default:
        pad->pushed[PAD_RIGHT_TRIGGER][1] = true;
    }
    return frame;
}

// Taps at most `pause` s apart, `taps` of them: how many the screen hears.
static int drive_on(InputGuard *guard, Random *random, float pause, int taps) {
    int heard = 0;
    for (int i = 0; i < taps; i++) {
        InputFrame frame = driving_tap(random), out;
        int frames = 1 + (int)(random_range(random, 0.0f, pause) / FRAME);
        for (int k = 0; k < frames; k++) {
            input_guard_frame(guard, &controls, &frame, FRAME, &out);
            heard += presses_of(&out);
            frame = (InputFrame){0};
        }
    }
    return heard;
}

static void a_screen_that_nobody_asked_for_hears_no_tap_before_the_hands_have_rested(void **state) {
    (void)state;
    Random random = random_make(6, 1);
    for (int run = 0; run < RUNS; run++) {
        InputGuard guard = {0};
        InputFrame nothing = {0}, out;
        input_guard_screen(&guard, &nothing, false);
        assert_int_equal(drive_on(&guard, &random, 0.9f * INPUT_GUARD_REST, 30), 0);
        for (int i = 0; i < 60; i++) {
            input_guard_frame(&guard, &controls, &nothing, FRAME, &out);
        }
        assert_int_equal(drive_on(&guard, &random, 0.9f * INPUT_GUARD_REST, 30), 30); // stays open
    }
}

// Enter, Esc, Start and the mouse drive nothing: they count after a second, whoever steers on.
static void after_a_second_what_drives_nothing_is_heard(void **state) {
    (void)state;
    Random random = random_make(7, 1);
    for (int run = 0; run < RUNS; run++) {
        InputGuard guard = {0};
        InputFrame nothing = {0}, out;
        input_guard_screen(&guard, &nothing, false);
        for (int i = 0; i < 3 * 60; i += 2) { // two frames a round
            InputFrame frame = {.press_count = 2,
                                .presses = {{.key = KEY_ENTER}, {.key = KEY_ESCAPE}}};
            frame.pads[0].pressed[PAD_START] = frame.mouse_pressed = true;
            bool listens = input_guard_listens(&guard);
            assert_true(listens ? i >= 60 : i <= 60); // but for rounding
            input_guard_frame(&guard, &controls, &frame, FRAME, &out);
            assert_int_equal(presses_of(&out), listens ? 4 : 0);
            assert_int_equal(drive_on(&guard, &random, 0.0f, 1), 0);
        }
    }
}

// Whoever has let go in time waits no longer than a second; a key that somebody holds hinders
// nobody.
static void rested_hands_are_heard_after_a_second(void **state) {
    (void)state;
    for (int held = 0; held < 2; held++) {
        InputGuard guard = {0};
        InputFrame frame = {0}, out;
        frame.down['W'] = held == 1;
        input_guard_screen(&guard, &frame, false);
        int frames = 0;
        do {
            frame.press_count = held; // as where repeats are presses
            frame.presses[0].key = 'W';
            input_guard_frame(&guard, &controls, &frame, FRAME, &out);
            assert_int_equal(out.press_count, 0);
            frames++;
        } while (guard.closed);
        assert_in_range(frames, 60, 61);
    }
}

int main(void) {
    const Settings settings = settings_default();
    controls = controls_of(&settings);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_down_when_a_screen_appeared_is_deaf_until_it_has_come_up),
        cmocka_unit_test(a_screen_that_nobody_asked_for_hears_no_tap_before_the_hands_have_rested),
        cmocka_unit_test(after_a_second_what_drives_nothing_is_heard),
        cmocka_unit_test(rested_hands_are_heard_after_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
