#include "render/font.h"
