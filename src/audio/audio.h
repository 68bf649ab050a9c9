/// What all sound is made of: mono or stereo floats in -1 to 1, at one rate, mixed in blocks.
///
/// All of this room but its output is pure: parameters and a seed in, samples out. No clock, no
/// thread, no C library that decides a bit.
#pragma once

#define AUDIO_RATE  48000 ///< Frames a second.
#define AUDIO_BLOCK 512   ///< Frames that are mixed at once: 10.7 ms.
