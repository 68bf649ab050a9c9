#include "geometry/polygon.h"
