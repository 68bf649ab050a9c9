#include "collision/car_pairs.h"
