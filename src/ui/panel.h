/// The live panel of the tuner: every number of the car under the driver's hands, two set-ups side
/// by side, and plots of what the car just did. Dear ImGui draws it; this header is all of it that
/// other files see.
///
/// A frame: panel_frame reads the devices and writes numbers and wishes into PanelCar; the caller
/// puts what changed into the running car and grants the wishes; panel_draw draws over the picture.
/// Pixels are the framebuffer's, origin top left.
#pragma once

#include "vehicle/car_file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PANEL_KEYS = 512,    ///< As WINDOW_KEYS: keys by GLFW's tokens.
    PANEL_TEXT_MAX = 32, ///< Bytes of text typed between two frames, with the terminator.
    PANEL_SEARCH_MAX = 48,
    PANEL_SAMPLE_RATE = 60,                 ///< 1/s
    PANEL_SAMPLES = 10 * PANEL_SAMPLE_RATE, ///< What the plots show: 10 s.
};

/// What the devices did since the last frame.
typedef struct PanelInput {
    float mouse_x, mouse_y;
    bool mouse_down[3]; ///< Left, right, middle: held now, or pressed since the last frame.
    float wheel;        ///< Notches, up positive.
    const bool *keys;   ///< PANEL_KEYS: held now, or pressed since the last frame; NULL: none.
    char text[PANEL_TEXT_MAX]; ///< Typed, UTF-8.
    int width_px, height_px;   ///< Of the framebuffer; nothing is done while one is 0.
    float dt;                  ///< s since the last frame; 0 is fine.
} PanelInput;

/// The two set-ups, A (0) and B (1), and what is wanted of the caller.
typedef struct PanelCar {
    // The caller's, each frame.
    CarParams *setup[2];      ///< Written to, always within the ranges of the table.
    const CarParams *base[2]; ///< As loaded: where the ticks are and what reset goes back to.
    const char *name[2];      ///< Shown over the columns: "Drift"; NULL none.
    const char *which;        ///< Which car this is; another one has nothing to undo. NULL none.
    int live;                 ///< Which of the two is being driven.
    bool may_compare;         ///< There is a lap that can be driven again by the other set-up.
    bool may_restore;         ///< There are unsaved numbers of an earlier run.
    const char *const *cars;  ///< Names of those that can be loaded into B, `car_count` of them.
    int car_count;
    const char *status; ///< A line at the bottom ("saved as my-drift"), NULL none.
    bool status_is_bad;

    // The panel's answers, all new in each panel_frame.
    bool changed[2];              ///< `*setup[i]` is not what it was before the call.
    bool swap;                    ///< Drive the other one, as F6 does.
    bool copy;                    ///< The live one over the other one, as Ctrl+F6 does.
    bool compare;                 ///< Drive the last lap again with the other set-up.
    bool restore;                 ///< Put the numbers of the earlier run into A and B.
    bool forget;                  ///< Delete them.
    bool save;                    ///< Save set-up `save_setup` as a car called `save_name`.
    bool copy_text;               ///< Copy the text of that car instead; its name may be empty.
    int save_setup;               ///< 0 or 1
    char save_name[CAR_NAME_MAX]; ///< As typed, not empty, without control characters.
    const char *load;             ///< Load this one of `cars` into set-up B; NULL none.
    bool close;                   ///< The cross was clicked.
} PanelCar;

/// What the car did in one moment.
typedef struct PanelSample {
    float speed;                         ///< m/s
    float throttle, brake, steer;        ///< Inputs: 0 to 1, 0 to 1, -1 (right) to 1 (left).
    float wheel_angle;                   ///< rad, of the front wheels, left positive.
    float yaw_rate;                      ///< rad/s, left positive.
    float ax, ay;                        ///< m/s2, forward and left.
    float slip_front_deg, slip_rear_deg; ///< Slip angles of the axles, deg.
    float grip;                          ///< Of the ground under the car; 1 = dry tarmac.
    int setup;                           ///< Which set-up was driven.
} PanelSample;

/// The last PANEL_SAMPLES samples, PANEL_SAMPLE_RATE a second. The zero value is empty.
typedef struct PanelTelemetry {
    PanelSample samples[PANEL_SAMPLES];
    int next;  ///< Where the next one goes.
    int count; ///< Of samples so far, at most PANEL_SAMPLES.
} PanelTelemetry;

void panel_telemetry_add(PanelTelemetry *telemetry, const PanelSample *sample);

/// Sample `index`, 0 the oldest of `count`.
const PanelSample *panel_telemetry_at(const PanelTelemetry *telemetry, int index);

/// The largest acceleration (m/s2) along (x) and across (y) that the tyres of this car can give at
/// `speed` on ground of this `grip`, its load shared as it stands: the edge of the g-g cloud.
vec2s panel_friction_limit(const CarParams *params, float speed, float grip);

/// Yaw rate (rad/s) that `wheel_angle` asks for at `speed`, as if no tyre slipped: v tan(a) / l.
float panel_asked_yaw_rate(const CarParams *params, float speed, float wheel_angle);

typedef enum PanelView {
    PANEL_EIGHT, ///< Eight sliders, each for many numbers, and small plots.
    PANEL_ALL,   ///< Every shown number of the table.
    PANEL_PLOTS, ///< Large plots.
    PANEL_VIEW_COUNT,
} PanelView;

/// What the panel shows; may be written between frames.
typedef struct PanelState {
    PanelView view;
    char search[PANEL_SEARCH_MAX]; ///< Of PANEL_ALL, UTF-8.
    bool only_changed;             ///< PANEL_ALL shows what is not as loaded alone.
} PanelState;

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

/// A thing on the panel in the last frame: "tyres.mu_y_rear" (its row), "a.tyres.mu_y_rear" (its
/// slider of A), "a.grip", "view.all", "button.save". Also those scrolled out of sight, so that
/// scripts and tests find them.
typedef struct PanelItem {
    const char *id; ///< Good until the panel ends.
    float x, y, width, height;
} PanelItem;

/// The things of the last frame, in order of drawing; `*count` of them.
const PanelItem *panel_items(const Panel *panel, int *count);

/// Width in px that the panel covers, wholly, at the right edge of a picture of this size: nothing
/// needs to be drawn there.
float panel_width(int width_px, int height_px);

#ifdef __cplusplus
}
#endif
