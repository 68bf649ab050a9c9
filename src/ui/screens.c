#include "ui/screens.h"
