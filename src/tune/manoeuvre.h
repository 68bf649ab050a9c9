/// Standard manoeuvres: what a car does in them, as figures of metrics.def.
///
/// Each is a pure function of its arguments: it gives the same bits on every run, in any thread. It
/// takes less than 1 s; a lap of a long track takes some. The driver has exact pedals and
/// road-wheel angles (CarControl), ABS and traction control unless said otherwise, and no yaw
/// assist.
#pragma once

#include "tune/metric.h"
#include "tune/rig.h"

/// Drives `manoeuvre` with `model` on endless `ground` (NULL: asphalt) and sets its figures in
/// `out`; all others stay as they are. What the ground does not allow (0.4 g on ice, 80 km/h
/// through deep gravel) has no figure. MANOEUVRE_LAP is driven on `track` and its own surfaces. It
/// has no figures where `track` is NULL or cannot be lapped.
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
