#include "base/svg.h"
