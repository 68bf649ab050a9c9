#include "base/directories.h"
