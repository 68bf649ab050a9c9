#include "audio/sound_feed.h"

#include "audio/signal.h"
#include "base/assert.h"

#include <stdatomic.h>
#include <stdlib.h>

struct SoundFeed {
    SoundFrame frames[SOUND_FEED_FRAMES]; ///< Frame n is at n % SOUND_FEED_FRAMES.
    atomic_uint pushed, taken, heard;     ///< Numbers of frames, from 1.
    Mixer mixer;                          ///< Of the consumer alone.
};

SoundFeed *sound_feed_make(void) {
    SoundFeed *feed = calloc(1, sizeof *feed);
    ASSERT(feed != NULL);
    mixer_make(&feed->mixer);
    return feed;
}

bool sound_feed_push(SoundFeed *feed, SoundFrame *frame) {
    unsigned last = atomic_load_explicit(&feed->pushed, memory_order_relaxed);
    unsigned taken = atomic_load_explicit(&feed->taken, memory_order_acquire);
    if (last - taken >= SOUND_FEED_FRAMES) {
        return false;
    }
    frame->number = last + 1;
    feed->frames[frame->number % SOUND_FEED_FRAMES] = *frame;
    atomic_store_explicit(&feed->pushed, frame->number, memory_order_release);
    return true;
}

uint32_t sound_feed_heard(const SoundFeed *feed) {
    return atomic_load_explicit(&feed->heard, memory_order_acquire);
}

static void take_all(SoundFeed *feed, bool heard) {
    unsigned last = atomic_load_explicit(&feed->pushed, memory_order_acquire);
    unsigned taken = atomic_load_explicit(&feed->taken, memory_order_relaxed);
    while (taken != last) {
        taken++;
        if (heard) {
            mixer_take(&feed->mixer, &feed->frames[taken % SOUND_FEED_FRAMES]);
        }
        atomic_store_explicit(&feed->taken, taken, memory_order_release);
    }
}

/// Samples from -1 to 1 as 16 bits, left and right in turn.
static void pack(const float *left, const float *right, int frames, int16_t *out) {
    for (int i = 0; i < frames; i++) {
        out[2 * i] = signal_as_16_bits(left[i]);
        out[2 * i + 1] = signal_as_16_bits(right[i]);
    }
}

void sound_feed_mix(void *argument, int16_t *out) {
    SoundFeed *feed = argument;
    take_all(feed, out != NULL);
    if (!out) {
        if (feed->mixer.frame.number > 0) {
            mixer_forget(&feed->mixer);
        }
        atomic_store_explicit(&feed->heard, atomic_load(&feed->taken), memory_order_release);
        return;
    }
    float left[AUDIO_BLOCK], right[AUDIO_BLOCK];
    mixer_run(&feed->mixer, left, right, AUDIO_BLOCK);
    pack(left, right, AUDIO_BLOCK, out);
    if (feed->mixer.number > 0) { // else it has forgotten all
        atomic_store_explicit(&feed->heard, feed->mixer.number, memory_order_release);
    }
}

void sound_feed_destroy(SoundFeed *feed) { free(feed); }
