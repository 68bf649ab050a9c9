/// The window, the keyboard, the mouse and the gamepads: the only home of GLFW.
#pragma once

#include "formats/keys.h"
#include "platform/pad_mappings.h"
#include "platform/window_place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WINDOW_KEYS = 512, ///< Codes of keys (formats/keys.h) are less.
    WINDOW_PADS = 16,
    WINDOW_PRESSES = 64,  ///< Presses latched between two frames.
    WINDOW_BUTTONS = 3,   ///< Of the mouse: left, right, middle.
    WINDOW_TEXT_MAX = 32, ///< Bytes typed between two frames, with the terminator.
};

typedef enum PadButton {
    PAD_A,
    PAD_B,
    PAD_X,
    PAD_Y,
    PAD_LB,
    PAD_RB,
    PAD_BACK,
    PAD_START,
    PAD_GUIDE,
    PAD_LEFT_STICK,
    PAD_RIGHT_STICK,
    PAD_UP,
    PAD_RIGHT,
    PAD_DOWN,
    PAD_LEFT,
    PAD_BUTTON_COUNT,
} PadButton;

typedef enum PadAxis {
    PAD_LEFT_X,
    PAD_LEFT_Y,
    PAD_RIGHT_X,
    PAD_RIGHT_Y,
    PAD_LEFT_TRIGGER,
    PAD_RIGHT_TRIGGER,
    PAD_AXIS_COUNT,
} PadAxis;

typedef struct PadState {
    bool present;
    bool buttons[PAD_BUTTON_COUNT];
    bool pressed[PAD_BUTTON_COUNT]; ///< Went down since the last frame.
    float axes[PAD_AXIS_COUNT]; ///< As the device tells: sticks -1 to 1, right and down positive;
                                ///< triggers 0 to 1.
    /// Went past its middle since the last frame, to the negative side and to the positive one.
    bool pushed[PAD_AXIS_COUNT][2];
    char name[64];
    char guid[PAD_GUID_MAX]; ///< Of its model: two alike have the same one.
} PadState;

/// A key that went down. The zero value is none.
typedef struct KeyPress {
    int key;
    bool ctrl, shift, alt; ///< Held just then, though they may have come up since.
} KeyPress;

/// The devices since the last frame: plain data, which scripts and tests can make too.
typedef struct InputFrame {
    bool down[WINDOW_KEYS]; ///< Held now, or pressed since the last frame: short taps count.
    KeyPress presses[WINDOW_PRESSES]; ///< Keys that went down, in order.
    int press_count;
    PadState pads[WINDOW_PADS];
    RawPad stranger;        ///< The first joystick that is no known gamepad.
    float mouse_x, mouse_y; ///< Framebuffer pixels, origin top left.
    bool mouse_pressed;
    bool mouse_moved;                ///< Since the last frame.
    bool mouse_down[WINDOW_BUTTONS]; ///< Held now, or pressed since the last frame.
    float wheel;                     ///< Notches turned since the last frame, away = positive.
    char text[WINDOW_TEXT_MAX];      ///< Typed since the last frame, UTF-8.
    bool lost_focus;                 ///< In this frame.
    bool close;                      ///< The user wants to leave.
    int width_px, height_px;         ///< Of the framebuffer; 0 while iconified.
    float density; ///< By how much things are to be larger in pixels than on a usual screen, as the
                   ///< desktop says of the window's monitor; 0 unknown.
} InputFrame;

typedef struct Window Window;

enum {
    WINDOW_DROPS = 16,      ///< Files dropped between two frames that are kept.
    WINDOW_DROP_MAX = 4096, ///< Bytes of a path, the terminator included.
};

/// Opens a window at `place` (the zero value: of WINDOW_WIDTH x WINDOW_HEIGHT, larger on a dense
/// screen, wherever the system likes) with an OpenGL 3.3 core context made current, with vsync.
/// NULL with E950 where there is no display, E951 without OpenGL 3.3. One at a time.
Window *window_open(const WindowPlace *place, bool fullscreen, MessageList *messages);

/// Closes it and ends GLFW; NULL does nothing.
void window_close(Window *window);

/// Fetches events; call once a frame, right before the first tick. In the frame that loses the
/// focus no key is down.
void window_poll(Window *window, InputFrame *frame);

/// The path of a file that was dropped on the window, into `out` of WINDOW_DROP_MAX bytes; each is
/// told once, in the order in which the system names them. False where there is none.
bool window_take_drop(Window *window, char *out);

/// Shows the frame. Blocks until the monitor is ready, where there is one that does.
void window_swap(Window *window);

/// Borderless full screen on the monitor that holds the window, or back to its old size and place.
/// Nothing happens where it is so already.
void window_set_fullscreen(Window *window, bool fullscreen);

/// Where it stands, for the next window_open; while it is full screen, where it goes back to.
WindowPlace window_place(const Window *window);

/// Whether pictures wait for the monitor, so that none is torn.
void window_set_vsync(Window *window, bool vsync);

/// s since the window was opened, monotonic.
double window_time(const Window *window);

/// s between two pictures of the window's monitor; 1/60 where it does not tell.
double window_frame_time(const Window *window);

/// Sleeps until about `seconds` of window_time (frame cap where vsync does not block).
void window_wait_until(const Window *window, double seconds);

/// Makes gamepads of the joysticks that `mappings` (of pad_mappings_check) describe. For as long as
/// GLFW runs; starts it if need be.
void window_pad_mappings(const char *mappings);

/// Name of gamepad `pad` (0 to WINDOW_PADS - 1) without a window; false where none is plugged in.
/// Starts GLFW if need be.
bool window_pad_name(int pad, char *out, size_t size);

/// Puts `text` (UTF-8) on the clipboard, while a window is open.
void window_copy(const char *text);

/// The name on a key of this keyboard layout, in upper case: "W", "←", "Left Ctrl"; "?" where
/// unknown. Before a window is open that of a US keyboard. Valid until the next call.
const char *window_key_name(int key);

/// Notes in `frame` that a key goes down.
void window_latch_press(InputFrame *frame, KeyPress press);

/// Whether `key` went down in the frame.
bool window_pressed(const InputFrame *frame, int key);

/// Whether the press is the desktop's or the window's, by custom: Alt with Enter or Tab.
bool window_press_is_alt(KeyPress press);

/// Loader of GL functions for gl_create.
typedef void (*WindowProc)(void);
WindowProc window_gl_proc(const char *name);
