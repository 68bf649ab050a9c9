#include "base/param.h"
