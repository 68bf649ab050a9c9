/// A track as an SVG drawing: surfaces, walls, loose things, finish and name, flat, without light.
#pragma once

#include "formats/svg.h"
#include "render/picture_frame.h"

/// Appends a whole drawing of `track` except for its end, so that more can be laid over it. `frame`
/// was fitted to the track.
void picture_svg_track(Svg *svg, const Track *track, const PictureFrame *frame);
