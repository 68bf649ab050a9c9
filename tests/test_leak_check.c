/// The search for leaks in programs that load libraries at run time, as Mesa's drivers: in
/// sanitizer builds alone.
#include <dlfcn.h>
#include <sanitizer/lsan_interface.h>
#include <stdlib.h>

#include "test.h"

typedef void **(*ThreadLocalPlace)(void);

/// The library's variable, in a block of memory that begins 16 bytes after a page: there the
/// checker's other way crashes.
static void **load_thread_local(void) {
    void *library = dlopen(TEST_THREAD_LOCAL, RTLD_NOW);
    assert_non_null(library);
    void *symbol = dlsym(library, "thread_local_place");
    assert_non_null(symbol);
    ThreadLocalPlace place;
    *(void **)&place = symbol;
    // One of 256 blocks begins there. Without a quarantine (tests/CMakeLists.txt) the next that is
    // made is the last freed.
    void *blocks[3 * 256];
    int count = 0;
    do {
        assert_in_range(count, 0, 3 * 256 - 1);
        blocks[count] = malloc(3 * sizeof(void *));
    } while ((uintptr_t)blocks[count++] % 4096 != 16);
    void *wanted = blocks[count - 1];
    free(wanted);
    void **made = place();
    assert_ptr_equal(made, wanted);
    while (--count > 0) {
        free(blocks[count - 1]);
    }
    return made;
}

static void what_a_library_holds_is_no_leak(void **state) {
    (void)state;
    void **held = load_thread_local();
    *held = malloc(100);
    assert_int_equal(__lsan_do_recoverable_leak_check(), 0);
    free(*held);
    *held = NULL;
}

enum {
    LOST = 50
};
static uintptr_t hidden[LOST]; ///< Not the addresses themselves, which would be found.

/// Many: of one alone a register may still hold the address.
__attribute__((noinline)) static void lose(void) {
    for (int i = 0; i < LOST; i++) {
        hidden[i] = ~(uintptr_t)malloc(100);
    }
}

static void a_leak_is_found(void **state) {
    (void)state;
    lose();
    assert_int_equal(__lsan_do_recoverable_leak_check(), 1);
    for (int i = 0; i < LOST; i++) {
        free((void *)~hidden[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_library_holds_is_no_leak),
        cmocka_unit_test(a_leak_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
