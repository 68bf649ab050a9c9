#include "collision/ray.h"
