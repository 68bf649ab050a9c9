/// Where the window opens again: what its file says, and what the screens of today make of it.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/directories.h"
#include "base/file.h"
#include "platform/window_place.h"

#include <stdio.h>
#include <string.h>

#include "test.h"
#include "user_folder.h"

static void assert_same(WindowPlace a, WindowPlace b) {
    assert_int_equal(a.width, b.width);
    assert_int_equal(a.height, b.height);
    assert_int_equal(a.placed, b.placed);
    assert_int_equal(a.x, b.x);
    assert_int_equal(a.y, b.y);
    assert_int_equal(a.maximized, b.maximized);
}

static const WindowPlace left_at = {
    .width = 1024, .height = 600, .x = -200, .y = 30, .placed = true, .maximized = true};

static void what_is_saved_is_loaded(void **state) {
    (void)state;
    MessageList messages = {0};
    assert_same(window_place_load(), (WindowPlace){0}); // no file
    assert_true(window_place_save(&left_at, &messages));
    assert_same(window_place_load(), left_at);
    WindowPlace anywhere = {.width = 640, .height = 480};
    assert_true(window_place_save(&anywhere, &messages));
    assert_same(window_place_load(), anywhere);
    assert_int_equal(messages.count, 0);
}

static WindowPlace read_text(const char *text) { return window_place_read(text, strlen(text)); }

#define HEAD "format: window/1\n"

static void a_wrong_file_is_none_without_a_word(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",
        "[",
        "- 1",
        "size: [1280, 720]\n",
        "format: window/2\nsize: [1280, 720]\n",
        HEAD,
        HEAD "size: 1280\n",
        HEAD "size: [1280]\n",
        HEAD "size: [1280, 720, 3]\n",
        HEAD "size: [0, 720]\n",
        HEAD "size: [1280, -720]\n",
        HEAD "size: [1280, 99999999999]\n",
        HEAD "size: [1280.5, 720]\n",
        HEAD "size: [wide, 720]\n",
        HEAD "size: [1280, 720]\nplace: here\n",
        HEAD "size: [1280, 720]\nplace: [100000, 0]\n",
        HEAD "size: [1280, 720]\nplace: [.nan, 0]\n",
        HEAD "size: [1280, 720]\nmaximized: perhaps\n",
        HEAD "size: &a [1280, 720]\nplace: *a\n",
        HEAD "size: [1280, 720]\nsize: [1280, 720]\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_same(read_text(wrong[i]), (WindowPlace){0});
    }
    assert_int_equal(read_text(HEAD "size: [1280, 720]\nlater: true\n").width, 1280);
}

static void a_spoilt_or_huge_file_is_none_and_replaced(void **state) {
    (void)state;
    char path[PATH_LIMIT + 16], folder[PATH_LIMIT];
    static char large[1024 * 1024];
    MessageList messages = {0};
    assert_true(directories_state(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/window.yaml", folder);
    assert_true(folder_make(path, &messages));
    memset(large, '[', sizeof large);
    for (size_t size = 1; size <= sizeof large; size *= 32) {
        assert_true(file_write(path, large, size, &messages));
        assert_same(window_place_load(), (WindowPlace){0});
    }
    assert_true(window_place_save(&left_at, &messages));
    assert_same(window_place_load(), left_at);
}

static void it_opens_where_it_can_be_seen(void **state) {
    (void)state;
    static const WindowScreen two[] = {{0, 30, 1920, 1050}, {1920, 0, 1280, 1024}};
    static const WindowScreen empty[] = {{0, 0, 0, 0}, {0, 0, -100, 50}};
    static const WindowScreen half_empty[] = {{0, 0, 0, 0}, {1920, 0, 1280, 1024}};
    static const struct {
        WindowPlace was, is;
    } rows[] = {
        {{800, 600, 100, 100, true, false, false}, {800, 600, 100, 100, true, false, false}},
        {{800, 600, 2000, 50, true, true, false}, {800, 600, 2000, 50, true, true, false}},
        {{800, 600, -700, 100, true, false, false}, {800, 600, -700, 100, true, false, false}},
        // Off every screen, or with its title above one:
        {{800, 600, 5000, 100, true, false, false}, {800, 600, 5000, 100, false, false, false}},
        {{800, 600, -750, 100, true, false, false}, {800, 600, -750, 100, false, false, false}},
        {{800, 600, 100, -300, true, false, false}, {800, 600, 100, -300, false, false, false}},
        {{800, 600, 100, 1060, true, false, false}, {800, 600, 100, 1060, false, false, false}},
        // Too large or too small:
        {{9000, 9000, 0, 30, true, false, false}, {1920, 1050, 0, 30, true, false, false}},
        {{9000, 9000, 2000, 0, true, false, false}, {1280, 1024, 2000, 0, true, false, false}},
        {{9000, 9000, 0, 0, false, false, false}, {1920, 1050, 0, 0, false, false, false}},
        {{1, 1, 0, 0, false, false, false}, {480, 320, 0, 0, false, false, false}},
        {{9000, 9000, 0, 0, false, false, true}, {9000, 9000, 0, 0, false, false, true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_same(window_place_fit(rows[i].was, two, 2), rows[i].is);
        assert_same(window_place_fit(rows[i].was, NULL, 0), rows[i].was);
        assert_same(window_place_fit(rows[i].was, empty, 2), rows[i].was);
    }
    const WindowPlace there = rows[1].was;
    assert_same(window_place_fit(there, half_empty, 2), there);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_loaded),
        cmocka_unit_test(a_wrong_file_is_none_without_a_word),
        cmocka_unit_test(a_spoilt_or_huge_file_is_none_and_replaced),
        cmocka_unit_test(it_opens_where_it_can_be_seen),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
