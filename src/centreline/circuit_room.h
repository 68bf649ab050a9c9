/// Moves a circuit's line where its road has no room. Stretches that overlap move apart; bends that
/// are too tight for the road are rounded.
#pragma once

#include "centreline/circuit.h"
#include "centreline/road_ease.h"

/// Moves stretches apart, each by half, until each has 3 m of road beside the other. Lines that
/// cross at a small angle then cross at a larger one. The circuit gets many more points. A note
/// says how far they moved. Returns false, and changes nothing, where there is room.
bool circuit_spread(Circuit *circuit, const CircuitOptions *options, MessageList *messages);

/// Rounds bends tighter than half of the usual width. The circuit gets many more points. A note
/// says what changed. Returns false, and changes nothing, where no bend is so tight.
bool circuit_round(Circuit *circuit, const CircuitOptions *options, MessageList *messages);

/// Rounds bends tighter than `radius` m, which adds many points too. What was done is in `eased`,
/// without points. `work` is what it may cost, as for road_ease.
bool circuit_round_to(Circuit *circuit, float radius, int *work, EasedLine *eased);
