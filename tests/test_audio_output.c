#include "audio/audio.h"
#include "audio/output.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

// The device is tests/fake_openal.c: there as long as this file is.
static char device[] = "/tmp/axle-output-XXXXXX";

static atomic_int mixed, forgotten;

static void mix(void *context, int16_t *out) {
    (void)context;
    if (out) {
        memset(out, 0, 2 * AUDIO_BLOCK * sizeof *out);
        atomic_fetch_add(&mixed, 1);
    } else {
        atomic_fetch_add(&forgotten, 1);
    }
}

static void plug_in(void) { close(open(device, O_CREAT | O_WRONLY, 0600)); }
static void pull_out(void) { unlink(device); }

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

/// Waits until the counts are such; gives up after a minute.
#define wait_until(condition)                     \
    do {                                          \
        int naps_ = 0;                            \
        while (!(condition) && naps_++ < 12000) { \
            nap();                                \
        }                                         \
        assert_true(condition);                   \
    } while (0)

static void *run(void *output) {
    output_run(output);
    return NULL;
}

static Output *begin(pthread_t *thread) {
    mixed = forgotten = 0;
    Output *output = output_make(mix, NULL);
    assert_int_equal(pthread_create(thread, NULL, run, output), 0);
    return output;
}

static void end(Output *output, pthread_t thread) {
    output_stop(output);
    pthread_join(thread, NULL);
    output_destroy(output);
}

static void blocks_are_mixed_as_fast_as_they_play(void **state) {
    (void)state;
    pthread_t thread;
    plug_in();
    Output *output = begin(&thread);
    wait_until(output_counts(output).blocks > 100);
    OutputCounts counts = output_counts(output);
    assert_int_equal(counts.devices, 1);
    assert_int_equal(counts.lost, 0);
    end(output, thread);
    assert_in_range(mixed, 100, INT32_MAX);
    print_message("%u blocks, %u underruns\n", counts.blocks, counts.underruns);
}

static void without_a_device_what_happens_is_forgotten_until_one_comes(void **state) {
    (void)state;
    pthread_t thread;
    pull_out();
    Output *output = begin(&thread);
    wait_until(forgotten > 5);
    assert_int_equal(mixed, 0);
    assert_int_equal(output_counts(output).devices, 0);
    plug_in();
    wait_until(output_counts(output).blocks > 20);
    assert_int_equal(output_counts(output).devices, 1);
    end(output, thread);
}

static void sound_returns_with_the_device(void **state) {
    (void)state;
    pthread_t thread;
    plug_in();
    Output *output = begin(&thread);
    for (uint32_t times = 1; times <= 2; times++) {
        wait_until(output_counts(output).blocks > 30 * times);
        pull_out();
        wait_until(output_counts(output).lost == times);
        int before = forgotten;
        wait_until(forgotten > before + 2);
        plug_in();
        wait_until(output_counts(output).devices == times + 1);
    }
    wait_until(output_counts(output).blocks > 90);
    end(output, thread);
}

static void it_ends_whether_it_plays_or_not(void **state) {
    (void)state;
    pthread_t thread;
    pull_out();
    end(begin(&thread), thread);
    plug_in();
    end(begin(&thread), thread);
    Output *never_run = output_make(mix, NULL);
    output_destroy(never_run);
}

static int choose_device(void **state) {
    (void)state;
    int file = mkstemp(device);
    close(file);
    return file < 0 || setenv("FAKE_OPENAL", device, 1) != 0;
}

static int forget_device(void **state) {
    (void)state;
    char log[sizeof device + 4];
    snprintf(log, sizeof log, "%s.log", device);
    pull_out();
    unlink(log);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_mixed_as_fast_as_they_play),
        cmocka_unit_test(without_a_device_what_happens_is_forgotten_until_one_comes),
        cmocka_unit_test(sound_returns_with_the_device),
        cmocka_unit_test(it_ends_whether_it_plays_or_not),
    };
    return cmocka_run_group_tests(tests, choose_device, forget_device);
}
