/// A circuit made into the tree of a track.
#pragma once

#include "base/yaml.h"
#include "centreline/circuit.h"

/// The tree of a track with `circuit` as its one smooth ribbon: scaled by `options->scale` and then
/// to `options->length` or `fit_length`, moved to where coordinates are allowed, thinned, and with
/// its road narrowed where it would fold in a hairpin or lie on another stretch. Says what it
/// changed (N62x) and what is doubtful (W62x). NULL, with messages, where it is no circuit.
/// `circuit->points` are changed.
YamlNode *circuit_track(Circuit *circuit, const CircuitOptions *options, Arena *arena,
                        MessageList *messages);
