/// Reads a plain drawing of a circuit, as atlases have them: one long line, perhaps with marks.
///
/// Private to src/import/.
#pragma once

#include "centreline/circuit.h"
#include "drawing/svg_shape.h"
#include "formats/yaml.h"

/// The tree of a track called `name` whose road follows the longest line of `drawing`. Corners too
/// sharp for a road of the width asked for are rounded (N641). NULL, with messages (E648, ...),
/// where there is no line, or where it is but a detail of a picture (E657), unless it was `picked`.
YamlNode *svg_circuit_track(const SvgDrawing *drawing, const char *name, bool picked,
                            const CircuitOptions *options, Arena *arena, MessageList *messages);
