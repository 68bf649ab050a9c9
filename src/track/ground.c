#include "track/ground.h"
