/// The display for a driver: place, lap, times, speed, minimap, messages. All of it stands on dark
/// plates, so that it reads on every ground.
#pragma once

#include "ui/hud_view.h"

/// Appends the HUD of one view to a canvas as large as the framebuffer. `looks` by car; `minimap`
/// from track_mesh_minimap, may be NULL or empty. Adds its plates to `taken` and keeps off those
/// that lie there. No allocation once the list has its size.
void hud_draw(const Canvas *canvas, const Race *race, const HudView *view, const CarLook *looks,
              const DrawList *minimap, HudTaken *taken);

/// The room of a view that hud_draw leaves free, in pixels of its list. It reaches from `left` to
/// `right` between `head` and `foot`; at the bottom there is the gap between minimap and speed.
/// Messages come and go in it.
typedef struct HudRoom {
    float left, right, bottom; ///< Of what may be used at all.
    float head, foot;
    float gap_left, gap_right;
    float unit; ///< px per px of a view 1080 px high.
} HudRoom;
HudRoom hud_room(const Canvas *canvas, const Race *race, const HudView *view,
                 const DrawList *minimap);

/// The largest plate that the map of a view which has the whole canvas to itself may take; how much
/// of it depends on the track.
Area hud_map_most(const CanvasSize *size);

/// Where the messages over the road begin ("WRONG WAY"), in pixels below the top of the view.
float hud_message_top(const HudView *view);

/// "1:23.456"; "-" where `seconds` is 0 or less, or no number.
char *hud_time_text(double seconds, char out[24]);

/// "1st", "2nd", "3rd", "4th", ... "11th".
char *hud_place_text(int place, char out[8]);
