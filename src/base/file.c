#include "base/file.h"
