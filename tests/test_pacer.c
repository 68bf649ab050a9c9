#include "audio/audio.h"
#include "audio/pacer.h"

#include <math.h>

#include "test.h"

#define BLOCK_S ((double)AUDIO_BLOCK / AUDIO_RATE)

/// A device that takes `period` frames at once, and a thread that looks every `look` s.
typedef struct Run {
    int underruns, most_queued;
    double longest; ///< s between two blocks.
    double mixed;   ///< Blocks a second.
} Run;

static Run run(int period, double look, double device_rate, double seconds) {
    Run out = {0};
    Pacer pacer = {0};
    long mixed = 0;
    double played = 0.0; // frames, in whole periods
    double next_period = 0.0, last = 0.0;
    bool begun = false;
    for (double now = 100.0; now < 100.0 + seconds; now += look) {
        while (begun && next_period <= now) {
            out.underruns += (double)mixed * AUDIO_BLOCK < played + period;
            played = fmin(played + period, (double)mixed * AUDIO_BLOCK);
            next_period += period / device_rate;
        }
        int queued = (int)(mixed - (long)(played / AUDIO_BLOCK)); // a part of a block is queued too
        int blocks = pacer_take(&pacer, now, queued, period);
        assert_true(queued + blocks <= pacer_queue_max(period));
        if (blocks > 0) {
            out.longest = begun ? fmax(out.longest, now - last) : 0.0;
            last = now;
            mixed += blocks;
        }
        if (!begun) {
            begun = true;
            next_period = now + 0.001;
        }
        out.most_queued = queued + blocks > out.most_queued ? queued + blocks : out.most_queued;
    }
    out.mixed = (double)mixed / seconds;
    return out;
}

static void a_block_is_mixed_each_time_one_is_due_however_the_device_takes_them(void **state) {
    (void)state;
    const int periods[] = {256, 512, 1024, 1114, 2048, 4096};
    for (int i = 0; i < 6; i++) {
        Run seen = run(periods[i], 0.0025, AUDIO_RATE, 30.0);
        assert_int_equal(seen.underruns, 0);
        assert_true(seen.longest < 2.0 * BLOCK_S); // a contact waits no longer
        assert_near(seen.mixed, 1.0 / BLOCK_S, 1.0);
    }
}

static void a_device_with_another_clock_is_followed(void **state) {
    (void)state;
    assert_int_equal(run(1114, 0.0025, 1.002 * AUDIO_RATE, 60.0).underruns, 0);
    assert_int_equal(run(1114, 0.0025, 0.998 * AUDIO_RATE, 60.0).underruns, 0);
    assert_near(run(1114, 0.0025, 1.002 * AUDIO_RATE, 60.0).mixed, 1.002 / BLOCK_S, 0.2);
}

static void a_thread_that_wakes_up_late_is_forgiven(void **state) {
    (void)state;
    assert_int_equal(run(1114, 0.012, AUDIO_RATE, 30.0).underruns, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_is_mixed_each_time_one_is_due_however_the_device_takes_them),
        cmocka_unit_test(a_device_with_another_clock_is_followed),
        cmocka_unit_test(a_thread_that_wakes_up_late_is_forgiven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
