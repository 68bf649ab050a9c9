#include "geometry/partition.h"
