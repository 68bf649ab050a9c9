/// Joins the strokes of a drawing to one line, the circuit.
#pragma once

#include "drawing/svg_path.h"

/// A stroke as points, in any unit.
typedef struct SvgStroke {
    SvgLine line;
    bool closed;
    double width;  ///< Of the pen.
    double length; ///< Set by svg_chain_make.
} SvgStroke;

/// The line of a circuit and what became of the strokes.
typedef struct SvgChain {
    SvgLine line; ///< A closed line does not repeat its start.
    bool closed;
    double length;
    double total; ///< Length of all strokes, those without that lie on others.
    double gap;   ///< The widest that was bridged.
    int joined;   ///< Strokes in the line.
    int doubles;  ///< Strokes left out that lie on others.
    int left_out; ///< Other strokes left out.
} SvgChain;

/// Joins strokes to the line that the longest of them belongs to, in its direction. Where that one
/// is closed, as a frame is, a longer circuit of open strokes wins.
///
/// Leaves out strokes that lie on longer ones all along, such as an outline below the colour. An
/// open line is joined to the strokes that go on from its ends in about the same direction, the
/// nearest first, until it meets itself. So it crosses a bridge that is drawn as a gap, and marks
/// across the road stay out. Where that leads round only with sharp turns, long strokes whose ends
/// touch are joined so. Overlapping ends are cut, gaps are filled by a curve. Only the 200 longest
/// strokes are looked at. The line is empty where no stroke has a length. It lives in `arena`.
SvgChain svg_chain_make(SvgStroke *strokes, int count, Arena *arena);
