#include "collision/surface.h"
