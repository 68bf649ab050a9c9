#include "geometry/spline.h"
