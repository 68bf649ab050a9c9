#include "dynamics/body.h"
