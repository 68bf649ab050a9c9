#include "platform/font_path.h"
