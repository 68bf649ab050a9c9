#include "geometry/trig.h"
