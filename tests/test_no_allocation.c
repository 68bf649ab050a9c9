#include "fixture.h"
#include "test.h"

// The linker sends every allocation of the program through these (-Wl,--wrap), C library apart.
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static int allocations;

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    allocations++;
    return __real_realloc(block, size);
}

static void a_race_step_allocates_nothing(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        RaceDef def = race_def_default();
        def.car_count = 8;
        Fixture *fixture = fixture_make(fixture_tracks[i], "gt", &def);
        assert_true(allocations > 0); // the counter counts
        allocations = 0;
        fixture_run(fixture->race, 15 * RACE_TICKS_PER_SECOND);
        assert_int_equal(allocations, 0);
        fixture_destroy(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_race_step_allocates_nothing),
    };
    return cmocka_run_group_tests_name("no_allocation", tests, NULL, NULL);
}
