#include "dynamics/contact.h"
