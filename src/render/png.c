#include "render/png.h"
