/// One engine that is heard: plays the cycles of a bank at the speed and load of a car.
///
/// Cycles are read by crank angle, so that the pitch follows the speed exactly; neighbours in speed
/// and load are cross-faded, and cycles that do not follow each other overlap (Jagla, Maillard and
/// Martin 2012, Sample-based engine noise synthesis using an enhanced pitch-synchronous
/// overlap-and-add method).
#pragma once

#include "audio/engine_bank.h"
#include "audio/signal.h"

#include <stdint.h>

/// What the engine does at one moment.
typedef struct EngineState {
    float rpm;    ///< Clamped to what was baked, with a little more at both ends.
    float load;   ///< 0 closed throttle to 1 full throttle.
    bool limiter; ///< The limiter cuts the ignition.
    bool cut;     ///< The gearbox has cut the torque to shift.
} EngineState;

enum {
    ENGINE_POPS_MAX = 4,
};

/// A pop in the exhaust that is being heard.
typedef struct EnginePop {
    float gain; ///< 0: none.
    int at;     ///< Frame of its recording.
    int kind;   ///< Which recording.
} EnginePop;

/// A value, to be copied and dropped at will. It holds no pointer: give every call the same bank,
/// or another one at any time. Where a bank is exchanged, let a copy of the voice fade out on the
/// old one.
typedef struct EngineVoice {
    uint32_t seed;
    uint32_t cycle; ///< Cycles since it began.
    float phase;    ///< 0 to 1, of the cycle.
    float load;     ///< As heard: smoothed, and after limiter and cut.
    float fuel;     ///< 0 to 1: unburnt in the exhaust.
    float limiter;  ///< 0 to 1, turns of the limiter's rhythm.
    int firing;     ///< Next cylinder to fire.
    SignalPole low; ///< What is too low to be heard, and taken away.
    EnginePop pops[ENGINE_POPS_MAX];
} EngineVoice;

/// A voice of an engine that idles. `seed` sets which cycles it picks and where in a cycle it
/// begins, so that equal cars do not sound as one.
EngineVoice engine_voice_make(uint32_t seed);

/// Adds `frames` frames (AUDIO_RATE) of the engine to `mono`, from state `from` to state `to`:
/// speed and load go in a straight line, the switches are those of `to`. About -14 dB RMS at full
/// throttle and loudness 0; never beyond -1 or 1.
void engine_voice_add(EngineVoice *voice, const EngineBank *bank, EngineState from, EngineState to,
                      float *mono, int frames);
