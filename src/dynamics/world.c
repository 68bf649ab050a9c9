#include "dynamics/world.h"
