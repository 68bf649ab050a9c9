#include "race/racing_line.h"
