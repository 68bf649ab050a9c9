#include "dynamics/car_params.h"
