/// Light on flat colours: mixing and shading them, where shadows fall, quads with soft sides.
///
/// Colours are 0xRRGGBBAA. The palette is sRGB and so are the mixes: small steps look even.
#pragma once

#include "render/draw_list.h"

#include <stdbool.h>

#define SHADE_SHADOW 0x14182A47u ///< Every shadow: one flat colour, 28 % opaque.
#define SHADE_INK    0x14171FFFu ///< Outlines and plates.

/// From `a` (t = 0) to `b` (t = 1), alpha included.
uint32_t shade_mix(uint32_t a, uint32_t b, float t);

/// The colour made darker (factor < 1) or lighter (above 1: towards white); alpha stays.
uint32_t shade_scale(uint32_t rgba, float factor);

/// The colour with its alpha multiplied by `alpha` (0 to 1).
uint32_t shade_fade(uint32_t rgba, float alpha);

/// Relative brightness 0 to 1 as the eye weighs the channels (Rec. 709 weights on sRGB values).
float shade_light(uint32_t rgba);

/// The colour of letters on a disc of colour `rgba`: dark ones, or white where those read better.
/// 4.5:1 on every colour that stands out from asphalt.
uint32_t shade_letters(uint32_t rgba);

/// Where the shadow of a point 1 m high falls, relative to its foot (m). `sun`: the direction in
/// which the sun stands, `elevation` above the horizon, both rad.
vec2s shade_shadow(float sun, float elevation);

enum {
    SHADE_SOFT_LEFT = 1,
    SHADE_SOFT_RIGHT = 2,
    SHADE_SOFT_BOTH = 3,
};

/// A band that grows pair by pair of points, its neighbours sharing vertices: roads, lines, tops of
/// walls. The zero value is a band without points; the sides in `soft` fade over list->feather.
typedef struct ShadeStrip {
    int soft;
    bool open;        ///< Whether `last` holds the previous pair.
    uint32_t last[4]; ///< Vertices: left, right, outside of left, outside of right.
} ShadeStrip;

/// Adds the next pair with a colour each; the first pair only starts the band. To leave a gap, set
/// `open` to false.
void shade_strip_add(DrawList *list, ShadeStrip *strip, vec2s left, vec2s right,
                     uint32_t color_left, uint32_t color_right);

/// A quad that goes from `inner` along from[0]..from[1] to `outer` along to[0]..to[1].
void shade_gradient(DrawList *list, const vec2s from[2], const vec2s to[2], uint32_t inner,
                    uint32_t outer);

/// The same as a face that stands: from `height_low` m along low[0]..low[1] up to `height_high`.
void shade_face(DrawList *list, const vec2s low[2], const vec2s high[2], float height_low,
                float height_high, uint32_t color_low, uint32_t color_high);

/// The corners of the quad around `at` that reaches `along` and `across` to either side, for
/// draw_quad.
void shade_quad(vec2s at, vec2s along, vec2s across, vec2s corners[4]);

/// A disc of `count` corners (3 to 24), for the many small round things.
void shade_disc(DrawList *list, vec2s center, float radius, int count, uint32_t color);

/// A disc that fades from `color` in the middle to nothing at `radius`.
void shade_glow(DrawList *list, vec2s center, float radius, int count, uint32_t color);
