#include "dynamics/car.h"
