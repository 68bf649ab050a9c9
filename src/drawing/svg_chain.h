/// Strokes of a drawing joined to the one line that a circuit is.
#pragma once

#include "drawing/svg_path.h"

/// A stroke as points, in any unit.
typedef struct SvgStroke {
    SvgLine line;
    bool closed;
    double width;  ///< Of its stroke.
    double length; ///< Set by svg_chain_make.
} SvgStroke;

/// The line of a circuit and what became of the strokes.
typedef struct SvgChain {
    SvgLine line; ///< Of a closed one without its start again.
    bool closed;
    double length;
    double gap;   ///< The largest that was bridged.
    int joined;   ///< Strokes in the line.
    int doubles;  ///< Strokes left out that lie on others.
    int left_out; ///< Other strokes left out.
} SvgChain;

/// Joins strokes to the line that the longest of them belongs to, in its direction.
///
/// Strokes that lie on longer ones all along (an outline drawn below the colour) are left out.
/// Where the longest is open, whatever goes on from its ends in about their direction is joined to
/// it, the nearest first, until the line meets itself: so a bridge drawn as a gap is crossed, and
/// marks across the road stay out. Ends that overlap are cut, gaps filled by a curve. Only the 200
/// longest strokes are looked at. An empty line where no stroke has a length. Lives in `arena`.
SvgChain svg_chain_make(SvgStroke *strokes, int count, Arena *arena);
