/// What a driver reads while driving: place, lap, times, speed, minimap, messages.
#pragma once

#include "race/race.h"
#include "render/camera.h"
#include "render/draw_list.h"
#include "render/race_picture.h"

typedef struct HudView {
    ViewRect rect;   ///< Framebuffer pixels, origin bottom left.
    int car;         ///< Whose view.
    double record_s; ///< Best lap of this session on this track, 0 none.
    const char *keys_gas, *keys_brake, *keys_left, *keys_right,
        *keys_handbrake;  ///< Labels of this seat's device for the control picture; NULL: none
    float controls_alpha; ///< 0 to 1, how visible the control picture is.
    Camera camera;
} HudView;

/// Appends the HUD of one view to a pixel list (y down, origin top left of the framebuffer).
/// `height_px` is the framebuffer's.
void hud_draw(DrawList *list, const Font *font, const Race *race, const HudView *view,
              const CarLook *looks, int height_px, const DrawList *minimap);

/// "1:23.456"; "-" where `seconds` is 0 or less.
char *hud_time_text(double seconds, char out[24]);
