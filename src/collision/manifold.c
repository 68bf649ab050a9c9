#include "collision/manifold.h"
