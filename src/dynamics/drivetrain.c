#include "dynamics/drivetrain.h"
