/// Sound as a WAV file: 16 bits, AUDIO_RATE. Format: Microsoft and IBM 1991, Multimedia
/// Programming Interface and Data Specifications 1.0, "WAVE".
#pragma once

#include "base/file.h"

enum {
    WAV_HEAD_BYTES = 44,
    WAV_FRAMES_MAX = 500 * 1000 * 1000, ///< 2.9 hours: sizes have 32 bits.
};

/// Writes the head of a file of `frames` frames (to WAV_FRAMES_MAX) of `channels` channels, 1 or 2.
void wav_head(int channels, long frames, unsigned char out[WAV_HEAD_BYTES]);

/// Writes `count` samples, clamped to -1 and 1, as 2 bytes each.
void wav_samples(const float *samples, int count, unsigned char *out);

/// Writes `samples` (frame by frame, the channels side by side) to `path`, as file_save_begin does.
/// False with E902.
bool wav_write(const char *path, const float *samples, int channels, long frames,
               MessageList *messages);
