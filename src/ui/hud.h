/// The display for a driver: place, lap, times, speed, minimap, messages. All of it stands on dark
/// plates, so that it reads on every ground.
#pragma once

#include "race/race.h"
#include "render/camera.h"
#include "render/race_picture.h"
#include "ui/canvas.h"

typedef struct HudView {
    ViewRect rect;           ///< Framebuffer pixels, origin bottom left.
    int car;                 ///< Whose view.
    double record_s;         ///< Best lap of this session on this track, 0 none.
    const char *keys_rescue; ///< Label of the key that puts the car back on the road; NULL: none
    const char *timings;     ///< A small line below place and lap; NULL: none
    Camera camera;
} HudView;

/// Appends the HUD of one view to a canvas as large as the framebuffer. `looks` by car; `minimap`
/// from track_mesh_minimap, may be NULL or empty. No allocation once the list has its size.
void hud_draw(const Canvas *canvas, const Race *race, const HudView *view, const CarLook *looks,
              const DrawList *minimap);

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

/// px of a unit in this view: canvas_unit, less where the view has no room for all of the HUD.
float hud_unit(ViewRect rect);

/// Where the messages over the road begin ("WRONG WAY"), in pixels below the top of the view.
float hud_message_top(ViewRect rect);

/// "1:23.456"; "-" where `seconds` is 0 or less, or no number.
char *hud_time_text(double seconds, char out[24]);

/// "1st", "2nd", "3rd", "4th", ... "11th".
char *hud_place_text(int place, char out[8]);
