#include "ui/hud.h"
