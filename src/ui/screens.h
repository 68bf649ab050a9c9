/// The title over the race. Drawing alone; game/ decides when it is shown.
#pragma once

#include "ui/prompts.h"

/// AXLE, its promise and one instruction; the race stays visible around them. `time`: s, for the
/// slow pulse. `device`: whose key to the menus is shown.
void screen_title(const Canvas *canvas, double time, const char *track_name, PromptDevice device);
