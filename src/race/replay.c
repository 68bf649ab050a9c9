#include "race/replay.h"
