/// Standard manoeuvres: what a car does in them, as figures of metrics.def.
///
/// Each is a pure function of its arguments: the same bits on every run, in any thread, under 1 s
/// (a lap of a long track: some). Driven with exact pedals and road-wheel angles (CarControl), ABS
/// and traction control on unless said, yaw assist off.
#pragma once

#include "tune/metric.h"
#include "tune/rig.h"

/// Drives `manoeuvre` with `model` on endless `ground` (NULL: asphalt) and writes its figures to
/// `out`, nothing else of it. What the ground does not allow (0.4 g on ice, 80 km/h through deep
/// gravel) has no figure. `track` is where MANOEUVRE_LAP is driven, on its own surfaces; NULL, or a
/// track that no car can lap: no figures of laps.
void manoeuvre_run(Manoeuvre manoeuvre, const CarModel *model, const Surface *ground,
                   const Track *track, MetricValues *out);

/// Drives one manoeuvre and adds its figures to `out`.
typedef void ManoeuvreFunction(const Trial *trial, MetricValues *out);

/// Whether the car is too slow for the usual speeds: it then goes 50 instead of 80 km/h, and round
/// 15 instead of 50 m.
bool manoeuvre_is_slow(const CarModel *model);

/// The manoeuvres themselves, for manoeuvre_run: manoeuvre_launch, ...
#define X(NAME, name, about) ManoeuvreFunction manoeuvre_##name;
MANOEUVRE_LIST(X)
#undef X
