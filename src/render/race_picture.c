#include "render/race_picture.h"
