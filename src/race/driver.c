#include "race/driver.h"
