#include "base/messages.h"
