/// The smoothest line inside a corridor, closed or open as that is.
#pragma once

#include "line/corridor.h"

/// Finds offsets (m along each point's left, within its low and high) of the line that minimises
/// the integral of curvature^2 + length_weight * length. `length_weight` (1/m2) trades bend for
/// distance: 0 is the line of least curvature, 1/50^2 cuts corners noticeably. `offsets` holds
/// corridor->count values: the start of the search (clamped) and its result.
///
/// Curvature is linearised about the line of the round before (Heilmeier et al. 2019, Minimum
/// curvature trajectory planning) and each quadratic programme in the box solved by a primal-dual
/// interior point method: 4 rounds of about 16 cyclic five-diagonal solves, O(count) each.
void least_curvature(const Corridor *corridor, float length_weight, float *offsets);
