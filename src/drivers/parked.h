/// The way past cars that stand on the road.
#pragma once

#include "drivers/avoid.h"

/// Finds the strip of road to pass the `count` parked cars in `parked`, which it sorts: cars that
/// stand close behind one another are passed as one, so that nobody has to weave between them. Of
/// several strips it takes the one that is nearest to the driver's lane. A car that is not yet
/// beside the strip slows just so much that it gets there in time. O(count^2 + metres of road).
AvoidPlan parked_plan(const RacingLine *line, const TrafficView *view, Rival *parked, int count);
