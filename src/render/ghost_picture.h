/// The car of a ghost: somebody who drives the same lap and is not there.
#pragma once

#include "collision/hull.h"
#include "geometry/transform.h"
#include "render/draw_list.h"
#include "vehicle/car_params.h"

/// Appends a car with this hull at `at`, in `color` (0xRRGGBBAA, its alpha that of the body), with
/// a line around it and glass that says where its front is.
void ghost_picture(DrawList *list, const Hull *hull, const CarParams *params, Transform at,
                   uint32_t color);
