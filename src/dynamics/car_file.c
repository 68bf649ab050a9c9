#include "dynamics/car_file.h"
