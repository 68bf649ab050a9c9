#include "render/track_mesh.h"
