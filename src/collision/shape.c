#include "collision/shape.h"
