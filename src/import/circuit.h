/// A race circuit as maps know it, a centre line with widths, made into the tree of a track.
///
/// Private to src/import/: what the readers of CSV, GeoJSON and plain SVG drawings share.
#pragma once

#include "import/import.h"

/// A point of the centre line. Frame: metres, x right, y up.
typedef struct CircuitPoint {
    vec2s at;
    float left, right; ///< m, half-widths, as the driver sees them (where `has_widths`).
    Place place;       ///< In the foreign file.
} CircuitPoint;

typedef struct Circuit {
    const char *name;   ///< 1 to 60 code points.
    const char *author; ///< NULL where nothing is known.
    const char *license;
    const char *description;
    CircuitPoint *points; ///< In driving order; a closed circuit may repeat its first point.
    int count;
    bool closed;
    bool has_widths;     ///< Whether the points have; else the width asked for, or 12 m, is used.
    bool starts_at_line; ///< Whether the first point is that of the start line.
    bool thin;           ///< Whether points may be left out though nobody asks for it.
    bool shaped;         ///< Whether importing moved the line, so that it has many points.
    float known_length;  ///< m, as the file says it (compared, never applied); 0: not known.
    Place place;         ///< Of the line.
    Arena *arena;        ///< For more points; set by circuit_track.
} Circuit;

/// The tree of a track with `circuit` as its one smooth ribbon: scaled by `options->scale` and then
/// to `options->length` or `fit_length`, moved to where coordinates are allowed, thinned, and with
/// its road narrowed where it would fold in a hairpin or lie on another stretch. Says what it
/// changed (N62x) and what is doubtful (W62x). NULL, with messages, where it is no circuit.
/// `circuit->points` are changed.
YamlNode *circuit_track(Circuit *circuit, const ImportOptions *options, Arena *arena,
                        MessageList *messages);
