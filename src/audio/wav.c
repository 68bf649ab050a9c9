#include "audio/wav.h"

#include "audio/audio.h"
#include "audio/signal.h"
#include "base/assert.h"

#include <stdint.h>
#include <string.h>

enum {
    SAMPLE_BYTES = 2,
    PIECE = 4096, ///< Samples that are written at once.
};

static void put_number(unsigned char *out, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) { // little-endian
        out[i] = (unsigned char)(value >> 8 * i & 0xFFu);
    }
}

void wav_head(int channels, long frames, unsigned char out[WAV_HEAD_BYTES]) {
    ASSERT(channels > 0 && channels <= 2 && frames >= 0 && frames <= WAV_FRAMES_MAX);
    uint32_t frame_bytes = (uint32_t)(channels * SAMPLE_BYTES);
    uint32_t data_bytes = (uint32_t)frames * frame_bytes;
    memcpy(out, "RIFF", 4);
    put_number(out + 4, data_bytes + 36, 4);
    memcpy(out + 8, "WAVEfmt ", 8);
    put_number(out + 16, 16, 4);
    put_number(out + 20, 1, 2); // PCM
    put_number(out + 22, (uint32_t)channels, 2);
    put_number(out + 24, AUDIO_RATE, 4);
    put_number(out + 28, AUDIO_RATE * frame_bytes, 4);
    put_number(out + 32, frame_bytes, 2);
    put_number(out + 34, 8 * SAMPLE_BYTES, 2);
    memcpy(out + 36, "data", 4);
    put_number(out + 40, data_bytes, 4);
}

void wav_samples(const float *samples, int count, unsigned char *out) {
    for (int i = 0; i < count; i++) {
        int whole = signal_as_16_bits(samples[i]);
        put_number(out + SAMPLE_BYTES * i, (uint32_t)whole, SAMPLE_BYTES);
    }
}

bool wav_write(const char *path, const float *samples, int channels, long frames,
               MessageList *messages) {
    FileSave save;
    if (!file_save_begin(&save, path, messages)) {
        return false;
    }
    unsigned char head[WAV_HEAD_BYTES], bytes[PIECE * SAMPLE_BYTES];
    wav_head(channels, frames, head);
    file_save_put(&save, head, sizeof head);
    long count = frames * channels;
    for (long at = 0; at < count; at += PIECE) {
        int piece = count - at < PIECE ? (int)(count - at) : PIECE;
        wav_samples(samples + at, piece, bytes);
        file_save_put(&save, bytes, (size_t)piece * SAMPLE_BYTES);
    }
    return file_save_end(&save, true, messages);
}
