#include "collision/hull.h"
