/// The window, where there is a display: keys, full screen, pictures. Without one: what it says.
#include "platform/window.h"
#include "render/gl.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

static void without_a_display_it_names_the_headless_race(void **state) {
    (void)state;
    const char *display = getenv("DISPLAY");
    char *kept = display ? strdup(display) : NULL;
    unsetenv("DISPLAY");
    MessageList *messages = calloc(1, sizeof *messages);
    assert_null(window_open(&(WindowPlace){0}, false, messages));
    assert_int_equal(messages->count, 1);
    assert_int_equal(messages->items[0].code, MESSAGE_E950);
    assert_non_null(strstr(messages->items[0].text, "cannot open a window: "));
    assert_non_null(strstr(messages->items[0].help, "axle race"));
    free(messages);
    if (kept) {
        setenv("DISPLAY", kept, 1);
    }
    free(kept);
}

static void keys_are_called_by_what_stands_on_them(void **state) {
    (void)state;
    assert_string_equal(window_key_name('W'), "W");
    assert_string_equal(window_key_name(KEY_SEMICOLON), ";");
    assert_string_equal(window_key_name(KEY_SPACE), "Space");
    assert_string_equal(window_key_name(KEY_LEFT_CONTROL), "Left Ctrl");
    assert_string_equal(window_key_name(KEY_UP), "\xE2\x86\x91");
    assert_string_equal(window_key_name(KEY_PAD_8), "Num 8");
    assert_string_equal(window_key_name(KEY_F11), "F11");
    assert_string_equal(window_key_name(-1), "?");
    assert_string_equal(window_key_name(WINDOW_KEYS), "?");
    assert_string_equal(window_key_name(200), "?");
}

/// A window of 320 x 200, or a skipped test.
static Window *open_window(void) {
    MessageList *messages = calloc(1, sizeof *messages);
    const WindowPlace place = {.width = 320, .height = 200, .exact = true};
    Window *window = window_open(&place, false, messages);
    if (!window) {
        bool no_display = messages->items[0].code == MESSAGE_E950;
        messages_print(messages, stderr, NULL);
        free(messages);
        assert_true(no_display);
        skip();
    }
    free(messages);
    return window;
}

static void a_frame_without_events_is_quiet(void **state) {
    (void)state;
    Window *window = open_window();
    InputFrame *frame = calloc(1, sizeof *frame);
    for (int i = 0; i < 10; i++) {
        window_poll(window, frame);
        window_wait_until(window, window_time(window) + 0.01);
    }
    assert_int_equal(frame->press_count, 0);
    assert_int_equal(frame->width_px, 320);
    assert_int_equal(frame->height_px, 200);
    assert_false(frame->close);
    assert_false(frame->lost_focus);
    for (int i = 0; i < WINDOW_KEYS; i++) {
        assert_false(frame->down[i]);
    }
    free(frame);
    window_close(window);
}

static void full_screen_and_back_restores_the_size(void **state) {
    (void)state;
    Window *window = open_window();
    InputFrame *frame = calloc(1, sizeof *frame);
    window_set_fullscreen(window, true);
    for (int i = 0; i < 20; i++) {
        window_poll(window, frame);
        window_wait_until(window, window_time(window) + 0.01);
    }
    assert_true(frame->width_px > 320);
    window_set_fullscreen(window, false);
    for (int i = 0; i < 20; i++) {
        window_poll(window, frame);
        window_wait_until(window, window_time(window) + 0.01);
    }
    assert_int_equal(frame->width_px, 320);
    assert_int_equal(frame->height_px, 200);
    free(frame);
    window_close(window);
}

static void it_opens_again_where_it_was_left(void **state) {
    (void)state;
    window_close(open_window()); // else this test is skipped
    MessageList *messages = calloc(1, sizeof *messages);
    InputFrame *frame = calloc(1, sizeof *frame);
    const WindowPlace left = {.width = 500, .height = 330, .x = 40, .y = 50, .placed = true};
    Window *window = window_open(&left, false, messages);
    assert_non_null(window);
    for (int i = 0; i < 20; i++) {
        window_set_fullscreen(window, i < 10); // from which it goes back
        window_poll(window, frame);
        window_wait_until(window, window_time(window) + 0.01);
        WindowPlace now = window_place(window);
        assert_int_equal(now.width, left.width);
        assert_int_equal(now.height, left.height);
        assert_int_equal(now.x, left.x);
        assert_int_equal(now.y, left.y);
        assert_true(now.placed && !now.maximized);
    }
    assert_true(frame->density > 0.0f);
    window_close(window);
    const WindowPlace lost = {.width = 9999, .height = 9999, .x = 9999, .y = 9999, .placed = true};
    window = window_open(&lost, false, messages);
    assert_non_null(window);
    WindowPlace now = window_place(window);
    assert_true(now.width < 9999 && now.height < 9999 && now.x < 9999 && now.y < 9999);
    window_close(window);
    free(frame);
    free(messages);
}

static void what_was_maximized_is_so_behind_full_screen_too(void **state) {
    (void)state;
    window_close(open_window()); // else this test is skipped
    MessageList *messages = calloc(1, sizeof *messages);
    InputFrame *frame = calloc(1, sizeof *frame);
    const WindowPlace left = {
        .width = 500, .height = 330, .x = 40, .y = 50, .placed = true, .maximized = true};
    Window *window = window_open(&left, true, messages);
    assert_non_null(window);
    for (int i = 0; i < 5; i++) {
        window_poll(window, frame);
        WindowPlace now = window_place(window);
        assert_true(now.maximized && now.placed);
        assert_int_equal(now.width, left.width);
        assert_int_equal(now.x, left.x);
        window_wait_until(window, window_time(window) + 0.01);
    }
    window_close(window);
    free(frame);
    free(messages);
}

static void it_shows_what_is_drawn(void **state) {
    (void)state;
    Window *window = open_window();
    MessageList *messages = calloc(1, sizeof *messages);
    Gl *gl = gl_create(window_gl_proc, TEST_DATA "/shaders", NULL, messages);
    assert_non_null(gl);
    DrawList list = {.feather = 1.0f};
    draw_rect(&list, 100.0f, 50.0f, 20.0f, 20.0f, 0x7CF0C5FF);
    GlView view = gl_view_pixels(320, 200);
    uint8_t *pixels = malloc(3 * 320 * 200);
    for (int i = 0; i < 3; i++) {
        gl_begin(gl, 320, 200, 0x14171FFF);
        gl_draw_list(gl, &list, &view);
        gl_read_pixels(gl, 320, 200, pixels);
        window_swap(window);
    }
    static const uint8_t mint[3] = {0x7C, 0xF0, 0xC5};
    static const uint8_t panel[3] = {0x14, 0x17, 0x1F};
    assert_memory_equal(pixels + 3 * (60 * 320 + 110), mint, 3);
    assert_memory_equal(pixels, panel, 3);
    free(pixels);
    draw_list_destroy(&list);
    gl_destroy(gl);
    free(messages);
    window_close(window);
}

static void time_runs_and_waiting_ends(void **state) {
    (void)state;
    Window *window = open_window();
    double start = window_time(window);
    window_wait_until(window, start + 0.02);
    assert_true(window_time(window) - start > 0.015);
    window_wait_until(window, start - 5.0); // the past: at once
    window_wait_until(window, start + 1e9); // nonsense: at once
    assert_true(window_frame_time(window) > 0.001 && window_frame_time(window) < 0.1);
    window_close(window);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_display_it_names_the_headless_race),
        cmocka_unit_test(keys_are_called_by_what_stands_on_them),
        cmocka_unit_test(a_frame_without_events_is_quiet),
        cmocka_unit_test(full_screen_and_back_restores_the_size),
        cmocka_unit_test(it_opens_again_where_it_was_left),
        cmocka_unit_test(what_was_maximized_is_so_behind_full_screen_too),
        cmocka_unit_test(it_shows_what_is_drawn),
        cmocka_unit_test(time_runs_and_waiting_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
