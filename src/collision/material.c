#include "collision/material.h"
