#include "collision/wall_grid.h"
