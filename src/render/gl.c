#include "render/gl.h"
