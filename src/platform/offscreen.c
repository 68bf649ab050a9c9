#include "platform/offscreen.h"
