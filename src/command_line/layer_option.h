/// --layer=KIND:NAME of every command that reads tracks: what the layers of drawings and maps hold.
#pragma once

#include "command_line/options.h"

/// What the command line says.
extern OptionTexts layer_option_texts;

// clang-format off
/// The row of the table of options.
#define LAYER_OPTION \
    {"layer", "KIND:NAME", OPTION_TEXTS, &layer_option_texts, 0, 0, NULL, \
     "take the layer NAME of a drawing for road, walls, zones, ...; may be repeated"}
// clang-format on

/// Passes on what options_parse returned. Where the command goes on, `*layers` and `*count` get the
/// layers; EXIT_USAGE, with a message, where one is not KIND:NAME.
int layer_option_take(int parsed, const char *const **layers, int *count);

/// The same for all that session/load.h reads.
#define LAYER_OPTION_TAKE(parsed) \
    layer_option_take(parsed, &load_import_options.layers, &load_import_options.layer_count)
