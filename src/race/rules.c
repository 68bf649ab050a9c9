#include "race/rules.h"
