#include "fixture.h"
#include "test.h"
#include "track_text.h"

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

static void nor_does_one_among_props_and_movers(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 8;
    Fixture *fixture = fixture_make_on(
        track_of(TRACK_OVAL
                 "props:\n  - {kind: cone, from: [0, -41], to: [0, -29], spacing: 0.6}\n"
                 "  - {kind: tyre_stack, from: [72, -10], to: [72, 10]}\n"
                 "movers: [{circle: {radius: 1}, path: [[0, 30], [0, 40]], speed: 3}]\n"),
        "gt", &def);
    allocations = 0;
    fixture_run(fixture->race, 15 * RACE_TICKS_PER_SECOND);
    assert_int_equal(allocations, 0);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_race_step_allocates_nothing),
        cmocka_unit_test(nor_does_one_among_props_and_movers),
    };
    return cmocka_run_group_tests_name("no_allocation", tests, NULL, NULL);
}
