#include "collision/sweep.h"
