/// Makes a circuit into the tree of a track.
#pragma once

#include "centreline/circuit.h"
#include "formats/yaml.h"

/// The tree of a track with `circuit` as its one smooth ribbon. The line is scaled as the options
/// ask, moved to where coordinates are allowed, and thinned. The road is narrowed where it would
/// fold in a hairpin or lie on another stretch. Notes (N62x) say what changed, warnings (W62x) what
/// is doubtful. NULL, with messages, where it is no circuit. Changes `circuit->points`.
YamlNode *circuit_track(Circuit *circuit, const CircuitOptions *options, Arena *arena,
                        MessageList *messages);
