/// The way from the game to the mixer: frames in one thread, blocks in another, and neither ever
/// waits. A lock-free queue for a single producer and a single consumer.
#pragma once

#include "audio/mixer.h"

enum {
    SOUND_FEED_FRAMES = 16 ///< That may wait: a quarter of a second of pictures.
};

/// An owner; ended by sound_feed_destroy.
typedef struct SoundFeed SoundFeed;

/// Never NULL.
SoundFeed *sound_feed_make(void);

/// Hands a frame over; it gets the next number. False where the queue is full, for nobody mixes:
/// then it is dropped, and what happened in it is not heard. For the producer.
bool sound_feed_push(SoundFeed *feed, SoundFrame *frame);

/// The number of the frame that is heard: banks that it and all after it do without are free. For
/// the producer.
uint32_t sound_feed_heard(const SoundFeed *feed);

/// Takes all that waits and writes AUDIO_BLOCK frames, left and right in turn, to `out`. NULL:
/// nobody hears it, and all is forgotten. `feed` is a SoundFeed: it is an OutputMix. For the
/// consumer.
void sound_feed_mix(void *feed, int16_t *out);

/// When nobody pushes and nobody mixes any more. NULL does nothing.
void sound_feed_destroy(SoundFeed *feed);
