#include "track/track.h"
