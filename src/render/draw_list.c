#include "render/draw_list.h"
