/// The live panel of the tuner: every number of the car under the driver's hands, two set-ups side
/// by side, and plots of what the car just did. Dear ImGui draws it; this header is all of it that
/// other files see.
///
/// A frame: panel_frame reads the devices and writes numbers and wishes into PanelCar; the caller
/// puts what changed into the running car and grants the wishes; panel_draw draws over the picture.
/// Pixels are the framebuffer's, origin top left.
#pragma once

#include "panel/panel_state.h"
#include "panel/panel_telemetry.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PANEL_KEYS = 512,    ///< As WINDOW_KEYS: keys by GLFW's tokens.
    PANEL_TEXT_MAX = 32, ///< Bytes of text typed between two frames, with the terminator.
};

/// The devices since the last frame.
typedef struct PanelInput {
    float mouse_x, mouse_y;
    bool mouse_down[3]; ///< Left, right, middle: held now, or pressed since the last frame.
    float wheel;        ///< Notches, up positive.
    const bool *keys;   ///< PANEL_KEYS: held now, or pressed since the last frame; NULL: none.
    char text[PANEL_TEXT_MAX]; ///< Typed, UTF-8.
    int width_px, height_px;   ///< Of the framebuffer; nothing is done while one is 0.
    float dt;                  ///< s since the last frame; 0 is fine.
    float scale;               ///< Of all sizes, as the tuner wishes; 0 is 1.
} PanelInput;

typedef struct Panel Panel;

typedef struct PanelDef {
    const char *font; ///< Path of a TTF or OTF; NULL: ImGui's own bitmap font.
    bool draw;        ///< With the current OpenGL 3.3 context; false: no picture (tests).
} PanelDef;

/// NULL where OpenGL cannot (with E951) or the font cannot be read (E901 or E954).
Panel *panel_create(const PanelDef *def, MessageList *messages);

/// Ends it, while the context it was made with is current. NULL does nothing.
void panel_destroy(Panel *panel);

/// Whether the devices belong to the panel in this frame: mouse over it or dragging; keys while a
/// text is typed; Esc while a menu is open, which it closes. Everything else (driving keys, F6)
/// stays with the game.
typedef struct PanelTook {
    bool mouse, keys, escape;
} PanelTook;

PanelTook panel_frame(Panel *panel, const PanelInput *input, PanelCar *car,
                      const PanelTelemetry *telemetry);

/// Draws what the last panel_frame made into the current target of that size. Leaves OpenGL's state
/// as it was, the clear colour apart.
void panel_draw(Panel *panel);

PanelState *panel_state(Panel *panel);

/// The things of the last frame, in order of drawing; `*count` of them.
const PanelItem *panel_items(const Panel *panel, int *count);

/// Width in px that the panel covers, wholly, at the right edge of a picture of this size: nothing
/// needs to be drawn there. `scale` as in PanelInput.
float panel_width(int width_px, int height_px, float scale);

#ifdef __cplusplus
}
#endif
