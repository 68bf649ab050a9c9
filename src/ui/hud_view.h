/// One view of the race for a driver, and what of it the plates of its HUD cover.
#pragma once

#include "race/race.h"
#include "ui/minimap.h"

typedef struct HudView {
    ViewRect rect;           ///< Framebuffer pixels, origin bottom left.
    int height_px;           ///< Of the framebuffer.
    int car;                 ///< Whose view.
    double record_s;         ///< Best lap of this session on this track, 0 none.
    const char *keys_rescue; ///< Label of the key that puts the car back on the road; NULL: none
    const char *lap;         ///< In place of the number of the lap; NULL: that
    const char *line;        ///< A small one below place and lap, or up to three; NULL: none
    const float *sector_s; ///< s at each gate, to be compared: NULL: of the lap that is driven ...
    const float *rival_s;  ///< ... with these; NULL: of the racer's best lap in this race.
    const Minimap *shared_map; ///< Shown once for several views; NULL: this one has its own.
    float scale;               ///< Of all sizes, as players wish; 0 is 1.
    bool steady;               ///< Nothing pulses or fades.
    int home_place; ///< Of its driver, who is home and watches somebody else; 0: he does not.
    bool ends;      ///< He may end the race by a press of gas.
    Camera camera;
} HudView;

enum {
    HUD_TAKEN_MAX = 24,
};

/// What of a view is covered by plates, px of the canvas. The zero value is nothing.
typedef struct HudTaken {
    Area areas[HUD_TAKEN_MAX];
    int count;
} HudTaken;

/// Whether the view is so small that its HUD says less, and for a shorter time: one of four in most
/// windows.
bool hud_is_small(const HudView *view);

/// Adds `area`; an empty one, and what does not fit any more, is left out.
void hud_take(HudTaken *taken, Area area);

/// `plate`, moved down as far as it lies on none of what is taken, with `space` px between.
Area hud_below_taken(const HudTaken *taken, Area plate, float space);

/// From `left` to `right`, px of the canvas.
typedef struct HudSpan {
    float left, right;
} HudSpan;

/// The room around the middle of a view between `top` and `bottom` (px) that nothing has taken.
HudSpan hud_free_span(const HudView *view, const HudTaken *taken, float top, float bottom);

/// px of a unit in this view: canvas_unit by the players' scale, less where the view has no room
/// for all of the HUD.
float hud_unit(const HudView *view);

/// Where a car `length` m long that stands `at` (m) is seen in the view, with as much around it; px
/// of the canvas.
Area hud_car_area(const HudView *view, vec2s at, float length);
