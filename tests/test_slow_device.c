/// Frames of the game never wait for a sound device: here each call of OpenAL takes 200 ms.
#define _XOPEN_SOURCE 700 // user_folder.h

#include "game/sound.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "desk.h"
#include "fake_openal.h"
#include "user_folder.h"

#define CALL_S 0.2

enum {
    FRAMES_MAX = 4000, ///< 20 s and more, after which a test has waited in vain.
    STALLS_MAX = 2     ///< Frames that may meet a busy machine. One that waits is not alone.
};

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Frames with their sound until `blocks` were mixed and `lost` devices were lost; returns how many
/// took as long as a call.
static int slow_frames(Desk *desk, Sound *sound, uint32_t blocks, uint32_t lost) {
    int slow = 0;
    OutputCounts counts = output_counts(sound->output);
    for (int i = 0; i < FRAMES_MAX && (counts.blocks < blocks || counts.lost < lost); i++) {
        desk_frame(desk);
        double begun = now_s();
        sound_frame(sound, &desk->game, DESK_WIDTH, DESK_HEIGHT, 1.0f / DESK_RATE);
        slow += now_s() - begun >= CALL_S;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        counts = output_counts(sound->output);
    }
    assert_true(counts.blocks >= blocks && counts.lost >= lost);
    return slow;
}

static void no_frame_waits_for_a_slow_device_that_comes_and_goes(void **state) {
    (void)state;
    const char *device = user_folder_path("device");
    setenv("FAKE_OPENAL", device, 1);
    setenv("FAKE_OPENAL_MS", "200", 1);
    Desk *desk = desk_make(4, 8, 9);
    Sound sound = {0};
    close(open(device, O_CREAT | O_WRONLY, 0600));
    sound_begin(&sound);
    int slow = slow_frames(desk, &sound, 4, 0);
    unlink(device);
    slow += slow_frames(desk, &sound, 4, 1);
    OutputCounts counts = output_counts(sound.output);
    print_message("%d calls, %u blocks, %u lost, %d slow frames\n", fake_openal_calls(),
                  counts.blocks, counts.lost, slow);
    assert_int_equal(counts.devices, 1);
    assert_int_equal(counts.lost, 1);
    assert_in_range(slow, 0, STALLS_MAX);
    sound_end(&sound);
    assert_int_equal(fake_openal_calls_of_main(), 0);
    desk_destroy(desk);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_frame_waits_for_a_slow_device_that_comes_and_goes)};
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
