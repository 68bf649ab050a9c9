/// Plays what is mixed, through OpenAL Soft. The only file that knows OpenAL is its source.
///
/// Everything happens in one thread of its own, which runs output_run: opening the device, asking
/// for the blocks, waiting. Nobody else ever waits for a device. Without one, or where it goes
/// away, the thread tries again every OUTPUT_RETRY_S; nothing is printed.
#pragma once

#include <stdint.h>

#define OUTPUT_RETRY_S 2.0

/// Writes AUDIO_BLOCK frames, left and right in turn, to `out`. NULL: no device plays, and what
/// waits to be heard is forgotten. Called in the thread of output_run.
typedef void OutputMix(void *context, int16_t *out);

/// An owner; ended by output_destroy.
typedef struct Output Output;

/// What has happened so far.
typedef struct OutputCounts {
    uint32_t blocks;    ///< Mixed and queued.
    uint32_t underruns; ///< Times that the device had nothing left to play.
    uint32_t devices;   ///< Times that one was opened.
    uint32_t lost;      ///< Times that one went away.
} OutputCounts;

/// Never NULL. Opens nothing yet. To be called before other threads run.
Output *output_make(OutputMix *mix, void *context);

/// Plays until output_stop is called. `output` is an Output: the work of a thread.
void output_run(void *output);

/// Lets output_run return, within some periods of the device. May be called in any thread.
void output_stop(Output *output);

/// May be called in any thread.
OutputCounts output_counts(const Output *output);

/// After output_run has returned, or where it was never called. NULL does nothing.
void output_destroy(Output *output);
