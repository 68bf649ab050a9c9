#include "track/track_file.h"
