/// The sound of the real game at the pace of the clock on the wall: a few seconds of it, or ten
/// minutes in `ctest --preset long` and `ctest --preset asan-long`. Four people drive among twelve
/// cars; the thread that mixes feeds OpenAL's null device.
#define _XOPEN_SOURCE 700 // user_folder.h

#include "base/random.h"
#include "bench/heap.h"
#include "game/sound.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "desk.h"
#include "long_test.h"
#include "user_folder.h"

enum {
    PEOPLE = 4,
    CARS = 12,
    WARM_S = 3 ///< Until all is loaded and every bank is baked.
};

#define LATE_S 0.010 ///< A thread that wakes up later than that finds a busy machine.

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_until(double time) {
    double left = time - now_s();
    if (left > 0.0) {
        nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * left)}, NULL); // below a second
    }
}

static atomic_bool ended;
static atomic_int stalls; ///< Times that the machine was busy.

/// Sleeps as the thread of the sound does, and counts how often it was woken up too late.
static void *watch_machine(void *unused) {
    (void)unused;
    while (!atomic_load(&ended)) {
        double due = now_s() + 0.0025;
        sleep_until(due);
        atomic_fetch_add(&stalls, now_s() - due > LATE_S);
    }
    return NULL;
}

/// A game with its sound, and what each of the two holds of the heap.
typedef struct Listening {
    Desk *desk;
    Sound sound;
    Random random;
    double before; ///< Bytes in use before it began ...
    double game;   ///< ... and those that the game's frames have taken since.
    int late;      ///< Frames that took too long for their place.
} Listening;

/// Bytes that the sound holds. Its thread takes none but for what OpenAL does.
static double sound_bytes(const Listening *listening) {
    return heap_in_use() - listening->before - listening->game;
}

/// Everybody at full throttle most of the time, and somewhere.
static void drive(Listening *listening) {
    Desk *desk = listening->desk;
    desk->input.down['W'] = random_u32(&listening->random) % 8 != 0;
    desk->input.down['A'] = random_u32(&listening->random) % 3 == 0;
    desk->input.down['D'] = random_u32(&listening->random) % 5 == 0;
    for (int pad = 0; pad < PEOPLE; pad++) {
        float *axes = desk->input.pads[pad].axes;
        axes[PAD_RIGHT_TRIGGER] = random_u32(&listening->random) % 8 != 0 ? 1.0f : 0.0f;
        axes[PAD_LEFT_X] = random_range(&listening->random, -0.8f, 0.6f);
    }
}

static void frame(Listening *listening, double due) {
    double before = heap_in_use();
    desk_frame(listening->desk);
    listening->game += heap_in_use() - before;
    sound_frame(&listening->sound, &listening->desk->game, DESK_WIDTH, DESK_HEIGHT,
                1.0f / DESK_RATE);
    listening->late += now_s() > due;
    sleep_until(due);
}

static void run(Listening *listening, long seconds) {
    double begun = now_s();
    for (long i = 0; i < seconds * DESK_RATE; i++) {
        if (i % (DESK_RATE / 3) == 0) {
            drive(listening);
        }
        frame(listening, begun + (double)(i + 1) / DESK_RATE);
    }
}

static void begin(Listening *listening) {
    listening->desk = desk_make(PEOPLE, CARS - PEOPLE, 99);
    for (int pad = 0; pad < PEOPLE; pad++) {
        desk_plug(listening->desk, pad, pad);
    }
    assert_int_equal(listening->desk->game.seat_count, PEOPLE);
    assert_int_equal(listening->desk->game.session.race->car_count, CARS);
    listening->random = random_make(1, 0);
    listening->before = heap_in_use();
    sound_begin(&listening->sound);
}

static long seconds = 3;
static bool alone; ///< On the machine, as the long run is.

static void four_views_of_twelve_cars_sound_without_a_gap_and_memory_stays(void **state) {
    (void)state;
    Listening *listening = calloc(1, sizeof *listening);
    assert_non_null(listening);
    pthread_t watcher;
    assert_int_equal(pthread_create(&watcher, NULL, watch_machine, NULL), 0);
    begin(listening);
    run(listening, WARM_S);
    double bytes = sound_bytes(listening);
    OutputCounts start = output_counts(listening->sound.output);
    run(listening, seconds);
    double more = sound_bytes(listening) - bytes;
    OutputCounts counts = output_counts(listening->sound.output);
    int banks = sound_banks_count(&listening->sound.banks);
    sound_end(&listening->sound);
    desk_destroy(listening->desk);
    atomic_store(&ended, true);
    pthread_join(watcher, NULL);
    long blocks = (long)counts.blocks - (long)start.blocks;
    long due = seconds * AUDIO_RATE / AUDIO_BLOCK;
    print_message("%ld s, %ld blocks of %ld, %u underruns; woken up late %d times, %d late frames; "
                  "%d banks, %.0f KiB, %.0f KiB more at the end\n",
                  seconds, blocks, due, counts.underruns, stalls, listening->late, banks,
                  bytes / 1024.0, more / 1024.0);
    assert_int_equal(counts.devices, 1);
    assert_int_equal(counts.lost, 0);
    assert_true(blocks > 0);
    if (alone) {
        assert_in_range(blocks, due * 99 / 100, due * 101 / 100);
        assert_true((int)counts.underruns <= stalls); // none where the machine is idle
    }
    assert_true(bytes < 16.0 * 1024.0 * 1024.0);
    assert_true(more < 64.0 * 1024.0);
    free(listening);
}

int main(int argc, char **argv) {
    TestCount count = test_count(argc, argv, seconds);
    seconds = count.cases;
    alone = count.is_long;
    leave_locale();
    setenv("ALSOFT_DRIVERS", "null", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_views_of_twelve_cars_sound_without_a_gap_and_memory_stays)};
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
