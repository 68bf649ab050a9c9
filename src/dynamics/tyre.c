#include "dynamics/tyre.h"
