/// A physical model of an engine's sound: cylinders that blow into pipes.
///
/// Each cylinder has an intake and an exhaust runner, each a digital waveguide: two delay lines,
/// one a direction. Their valve ends reflect 0.95 closed and 0.01 open. Exhaust runners meet in a
/// collector, from where a pipe with mufflers (chambers of a larger area) leads to an open end.
/// Intake runners meet in the airbox. The block rings with pistons and combustion.
///
/// Source: S. Baldan, H. Lachambre, S. Delle Monache, P. Boussard 2015, Physically informed car
/// engine sound synthesis for virtual and augmented environments (IEEE VR Workshop: Sonic
/// Interactions for Virtual Environments). Scattering where areas meet: J. O. Smith, Physical Audio
/// Signal Processing (ccrma.stanford.edu/~jos/pasp).
#pragma once

#include "audio/signal.h"
#include "vehicle/car_sound.h"

enum {
    ENGINE_CYCLE_MAX = 16384, ///< Samples of a cycle: 351 rpm of a four-stroke.
};

typedef struct EngineModel EngineModel;

/// The model of an engine, silent. Free it with engine_model_free.
EngineModel *engine_model_make(const CarSound *sound);

void engine_model_free(EngineModel *model);

/// Sets the speed, by the `samples` of a cycle (64 to ENGINE_CYCLE_MAX), the load (0 to 1) and how
/// much lope of an idling engine there is (0 to 1). What sounds in the pipes goes on.
void engine_model_set(EngineModel *model, int samples, float load, float idle);

/// Runs a whole cycle, from the first cylinder's ignition on: `out` has room for its samples.
void engine_model_cycle(EngineModel *model, float *out);

/// Fuel that explodes in the first collector of an engine like this one that stands still: `count`
/// samples of it. `kind` is the seed of its crackling.
void engine_model_pop(const EngineModel *model, uint32_t kind, float *out, int count);
