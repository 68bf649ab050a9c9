#include "geometry/transform.h"
