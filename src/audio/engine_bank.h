/// An engine as cycles of sound, baked once: tables over rpm and load that engine_voice.h plays.
///
/// Baking runs a physical model of the engine (audio/engine_model.h). The bank is never changed
/// afterwards: any number of voices and threads may read it. Where a slider moves, bake another
/// one and free the old one when nothing plays it any more.
#pragma once

#include "vehicle/car_sound.h"

#include <stddef.h>

typedef struct EngineBank EngineBank;

/// Bakes `sound` from `idle_rpm` to `redline_rpm` (0 < idle < redline). Costs some 50 ms. Free it
/// with engine_bank_free.
EngineBank *engine_bank_bake(const CarSound *sound, float idle_rpm, float redline_rpm);

/// Frees a bank; NULL is none.
void engine_bank_free(EngineBank *bank);

/// Bytes that a bank holds.
size_t engine_bank_bytes(const EngineBank *bank);
