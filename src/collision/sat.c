#include "collision/sat.h"
