#include "platform/window.h"

#include "base/assert.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// An axis was pushed when it comes past the first value, and again only once it is back here.
#define AXIS_PUSHED 0.5f
#define AXIS_BACK   0.35f

struct Window {
    GLFWwindow *handle;
    double start;                                ///< s of GLFW's clock.
    bool held[WINDOW_KEYS];                      ///< Keys that are down.
    bool mouse_held[WINDOW_BUTTONS];             ///< Likewise.
    bool buttons[WINDOW_PADS][PAD_BUTTON_COUNT]; ///< Of the frame before.
    bool pushed[WINDOW_PADS][PAD_AXIS_COUNT][2]; ///< Likewise: past its middle.
    bool pad_present[WINDOW_PADS];
    char drops[WINDOW_DROPS][WINDOW_DROP_MAX];
    int drop_count;
    InputFrame pending; ///< What the callbacks have latched since the last frame.
    bool fullscreen, vsync;
    WindowPlace normal; ///< Where it was last seen neither maximized nor iconified nor full screen.
    double seen_s;      ///< When that was looked at; window_time.
    bool was_maximized; ///< Before it became full screen.
};

_Static_assert(WINDOW_KEYS > GLFW_KEY_LAST, "every key has its place");
_Static_assert((int)PAD_BUTTON_COUNT == GLFW_GAMEPAD_BUTTON_LAST + 1, "PadButton is GLFW's order");
_Static_assert((int)PAD_AXIS_COUNT == GLFW_GAMEPAD_AXIS_LAST + 1, "PadAxis is GLFW's order");
_Static_assert((int)WINDOW_PADS == GLFW_JOYSTICK_LAST + 1, "every pad has its place");

/// Latched here, so that a tap between two frames counts too (a key of xdotool lasts 6 ms).
static void on_key(GLFWwindow *handle, int key, int scancode, int action, int mods) {
    (void)scancode;
    Window *window = glfwGetWindowUserPointer(handle);
    if (key < 0 || key >= WINDOW_KEYS) {
        return;
    }
    // A repeat is no press, but tells that a key forgotten with the focus is still held.
    window->held[key] = action != GLFW_RELEASE;
    if (action == GLFW_PRESS) {
        window_latch_press(&window->pending, (KeyPress){.key = key,
                                                        .ctrl = (mods & GLFW_MOD_CONTROL) != 0,
                                                        .shift = (mods & GLFW_MOD_SHIFT) != 0,
                                                        .alt = (mods & GLFW_MOD_ALT) != 0});
    }
}

static void on_mouse_button(GLFWwindow *handle, int button, int action, int mods) {
    (void)mods;
    Window *window = glfwGetWindowUserPointer(handle);
    if (button == GLFW_MOUSE_BUTTON_LEFT && action == GLFW_PRESS) {
        window->pending.mouse_pressed = true;
    }
    if (button >= 0 && button < WINDOW_BUTTONS) { // left, right, middle is GLFW's order
        window->mouse_held[button] = action == GLFW_PRESS;
        window->pending.mouse_down[button] |= action == GLFW_PRESS;
    }
}

static void on_wheel(GLFWwindow *handle, double x, double y) {
    (void)x;
    Window *window = glfwGetWindowUserPointer(handle);
    window->pending.wheel += (float)y;
}

/// Writes `code_point` as UTF-8; how many bytes, 1 to 4.
static size_t encode(unsigned code_point, char out[4]) {
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code_point >>= 6) {
        out[i] = (char)(0x80 | (code_point & 0x3F));
    }
    out[0] = (char)((0xF00 >> size & 0xFF) | code_point);
    return size;
}

static void on_character(GLFWwindow *handle, unsigned code_point) {
    Window *window = glfwGetWindowUserPointer(handle);
    char *text = window->pending.text;
    char bytes[4];
    size_t size = encode(code_point, bytes);
    size_t length = strlen(text);
    if (length + size < WINDOW_TEXT_MAX) { // nobody types more in a frame
        memcpy(text + length, bytes, size);
    }
}

static void on_mouse_move(GLFWwindow *handle, double x, double y) {
    (void)x;
    (void)y;
    Window *window = glfwGetWindowUserPointer(handle);
    window->pending.mouse_moved = true;
}

static void on_focus(GLFWwindow *handle, int focused) {
    Window *window = glfwGetWindowUserPointer(handle);
    if (!focused) { // no key comes up in a window that is not looked at
        memset(window->held, 0, sizeof window->held);
        memset(window->mouse_held, 0, sizeof window->mouse_held);
        window->pending.lost_focus = true;
    }
}

static void on_drop(GLFWwindow *handle, int count, const char **paths) {
    Window *window = glfwGetWindowUserPointer(handle);
    for (int i = 0; i < count && window->drop_count < WINDOW_DROPS; i++) {
        if (strlen(paths[i]) < WINDOW_DROP_MAX) {
            snprintf(window->drops[window->drop_count++], WINDOW_DROP_MAX, "%s", paths[i]);
        }
    }
}

bool window_take_drop(Window *window, char *out) {
    if (window->drop_count == 0) {
        return false;
    }
    memcpy(out, window->drops[0], WINDOW_DROP_MAX);
    window->drop_count--;
    memmove(window->drops[0], window->drops[1], (size_t)window->drop_count * WINDOW_DROP_MAX);
    return true;
}

static void on_close(GLFWwindow *handle) {
    Window *window = glfwGetWindowUserPointer(handle);
    window->pending.close = true;
    glfwSetWindowShouldClose(handle, GLFW_FALSE);
}

/// Adds what GLFW says about its last failure.
static void add_failure(MessageList *messages) {
    const char *text = NULL;
    int code = glfwGetError(&text);
    bool old = code == GLFW_API_UNAVAILABLE || code == GLFW_VERSION_UNAVAILABLE;
    message_add(messages, old ? MESSAGE_E951 : MESSAGE_E950, (Place){0},
                text ? text : "GLFW does not say why");
}

static void hint_window(void) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    // none of them is used, and a software renderer pays for each
    glfwWindowHint(GLFW_SAMPLES, 0);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
#ifndef NDEBUG
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
#endif
}

#define LOOK_EVERY 1.0 ///< s between two looks at the window's place: they ask the display.

enum {
    SCREENS_MAX = 16
};

/// What of the desktop can hold windows. Returns how many there are.
static int list_screens(WindowScreen screens[SCREENS_MAX]) {
    int count = 0;
    GLFWmonitor **monitors = glfwGetMonitors(&count);
    count = count < SCREENS_MAX ? count : SCREENS_MAX;
    for (int i = 0; i < count; i++) {
        WindowScreen *screen = &screens[i];
        glfwGetMonitorWorkarea(monitors[i], &screen->x, &screen->y, &screen->width,
                               &screen->height);
    }
    return count;
}

/// The window itself, still hidden where it has a place to go to.
static GLFWwindow *make_window(WindowPlace *place, bool fullscreen) {
    WindowScreen screens[SCREENS_MAX];
    hint_window();
    if (place->width <= 0 || place->height <= 0) {
        *place = (WindowPlace){.width = WINDOW_WIDTH, .height = WINDOW_HEIGHT};
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    } else {
        *place = window_place_fit(*place, screens, list_screens(screens));
    }
    glfwWindowHint(GLFW_MAXIMIZED, place->maximized && !fullscreen);
    glfwWindowHint(GLFW_VISIBLE, !place->placed);
    GLFWwindow *handle = glfwCreateWindow(place->width, place->height, "Axle", NULL, NULL);
    if (handle && place->placed) {
        if (!place->maximized || fullscreen) {
            glfwSetWindowPos(handle, place->x, place->y);
        }
        glfwShowWindow(handle);
    }
    return handle;
}

Window *window_open(const WindowPlace *place, bool fullscreen, MessageList *messages) {
    ASSERT(place != NULL && messages != NULL);
    if (!glfwInit()) {
        add_failure(messages);
        return NULL;
    }
    WindowPlace normal = *place;
    GLFWwindow *handle = make_window(&normal, fullscreen);
    if (!handle) {
        add_failure(messages);
        glfwTerminate();
        return NULL;
    }
    Window *window = calloc(1, sizeof *window);
    ASSERT(window);
    window->handle = handle;
    window->normal = normal;
    window->start = glfwGetTime();
    glfwSetWindowUserPointer(handle, window);
    glfwSetKeyCallback(handle, on_key);
    glfwSetMouseButtonCallback(handle, on_mouse_button);
    glfwSetCursorPosCallback(handle, on_mouse_move);
    glfwSetScrollCallback(handle, on_wheel);
    glfwSetCharCallback(handle, on_character);
    glfwSetWindowSizeLimits(window->handle, WINDOW_MIN_WIDTH, WINDOW_MIN_HEIGHT, GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    glfwSetWindowFocusCallback(handle, on_focus);
    glfwSetWindowCloseCallback(handle, on_close);
    glfwSetDropCallback(handle, on_drop);
    glfwMakeContextCurrent(handle);
    glfwSwapInterval(1);
    window->vsync = true;
    window_set_fullscreen(window, fullscreen);
    window->was_maximized = place->maximized; // what it goes back to from full screen
    return window;
}

void window_close(Window *window) {
    if (window) {
        glfwDestroyWindow(window->handle);
        glfwTerminate();
        free(window);
    }
}

/// Adds where the axes are, and which went past their middle.
static void poll_axes(Window *window, int pad, const float axes[PAD_AXIS_COUNT], bool was_present,
                      PadState *out) {
    for (int i = 0; i < PAD_AXIS_COUNT; i++) {
        bool is_trigger = i >= PAD_LEFT_TRIGGER;
        // GLFW gives 0, a trigger's middle, where a pad has no such axis at all.
        out->axes[i] = !is_trigger ? axes[i] : axes[i] != 0.0f ? 0.5f * axes[i] + 0.5f : 0.0f;
        for (int side = 0; side < 2; side++) {
            // What trembles at the middle was pushed once.
            float bound = window->pushed[pad][i][side] ? AXIS_BACK : AXIS_PUSHED;
            bool past = side ? out->axes[i] > bound : out->axes[i] < -bound;
            out->pushed[i][side] = was_present && past && !window->pushed[pad][i][side];
            window->pushed[pad][i][side] = past;
        }
    }
}

static void poll_pad(Window *window, int pad, PadState *out) {
    bool was_present = window->pad_present[pad];
    GLFWgamepadstate state;
    *out = (PadState){0};
    window->pad_present[pad] = glfwGetGamepadState(pad, &state) == GLFW_TRUE;
    if (!window->pad_present[pad]) {
        return;
    }
    out->present = true;
    for (int i = 0; i < PAD_BUTTON_COUNT; i++) {
        out->buttons[i] = state.buttons[i] == GLFW_PRESS;
        // what is held while a pad is plugged in was not pressed for us
        out->pressed[i] = was_present && out->buttons[i] && !window->buttons[pad][i];
        window->buttons[pad][i] = out->buttons[i];
    }
    poll_axes(window, pad, state.axes, was_present, out);
    const char *name = glfwGetGamepadName(pad);
    snprintf(out->name, sizeof out->name, "%s", name ? name : "gamepad");
    const char *guid = glfwGetJoystickGUID(pad);
    snprintf(out->guid, sizeof out->guid, "%s", guid ? guid : "");
}

/// The first joystick that is no gamepad.
static void poll_stranger(RawPad *out) {
    int pad = 0;
    while (pad < WINDOW_PADS && (!glfwJoystickPresent(pad) || glfwJoystickIsGamepad(pad))) {
        pad++;
    }
    if (pad == WINDOW_PADS) {
        return;
    }
    int axes = 0;
    int buttons = 0;
    int hats = 0;
    const float *axis = glfwGetJoystickAxes(pad, &axes);
    const unsigned char *button = glfwGetJoystickButtons(pad, &buttons);
    const unsigned char *hat = glfwGetJoystickHats(pad, &hats);
    const char *name = glfwGetJoystickName(pad);
    const char *guid = glfwGetJoystickGUID(pad);
    buttons -= 4 * hats; // behind the buttons stand the hats once more
    *out = (RawPad){.present = name && guid && (axes == 0 || axis) && (buttons <= 0 || button)};
    if (!out->present) {
        return;
    }
    snprintf(out->name, sizeof out->name, "%s", name);
    snprintf(out->guid, sizeof out->guid, "%s", guid);
    out->axis_count = axes < RAW_AXES ? axes : RAW_AXES;
    out->button_count = buttons < 0 ? 0 : buttons < RAW_BUTTONS ? buttons : RAW_BUTTONS;
    out->hat_count = hats < RAW_HATS ? hats : RAW_HATS;
    for (int i = 0; i < out->axis_count; i++) {
        out->axes[i] = axis[i];
    }
    for (int i = 0; i < out->button_count; i++) {
        out->buttons[i] = button[i] == GLFW_PRESS;
    }
    for (int i = 0; i < out->hat_count; i++) {
        out->hats[i] = hat[i];
    }
}

/// The mouse in framebuffer pixels, which are finer than GLFW's on dense screens.
static void poll_mouse(const Window *window, InputFrame *frame) {
    double x = 0.0;
    double y = 0.0;
    int width = 0;
    int height = 0;
    glfwGetCursorPos(window->handle, &x, &y);
    glfwGetWindowSize(window->handle, &width, &height);
    if (width > 0 && height > 0) {
        frame->mouse_x = (float)(x * frame->width_px / width);
        frame->mouse_y = (float)(y * frame->height_px / height);
    }
}

void window_poll(Window *window, InputFrame *frame) {
    glfwPollEvents();
    if (window_time(window) - window->seen_s >= LOOK_EVERY) {
        window->seen_s = window_time(window);
        window->normal = window_place(window); // may be maximized or iconified at the next look
    }
    *frame = window->pending;
    window->pending = (InputFrame){0};
    for (int i = 0; i < WINDOW_KEYS; i++) {
        frame->down[i] |= window->held[i];
    }
    for (int i = 0; i < WINDOW_BUTTONS; i++) {
        frame->mouse_down[i] |= window->mouse_held[i];
    }
    if (frame->lost_focus) {
        memset(frame->down, 0, sizeof frame->down);
        memset(frame->mouse_down, 0, sizeof frame->mouse_down);
    }
    glfwGetFramebufferSize(window->handle, &frame->width_px, &frame->height_px);
    if (glfwGetWindowAttrib(window->handle, GLFW_ICONIFIED)) {
        frame->width_px = frame->height_px = 0;
    }
    float scale_x = 0.0f, scale_y = 0.0f;
    glfwGetWindowContentScale(window->handle, &scale_x, &scale_y);
    frame->density = scale_x > scale_y ? scale_x : scale_y;
    poll_mouse(window, frame);
    for (int i = 0; i < WINDOW_PADS; i++) {
        poll_pad(window, i, &frame->pads[i]);
    }
    poll_stranger(&frame->stranger);
}

void window_swap(Window *window) { glfwSwapBuffers(window->handle); }

/// The monitor that holds the middle of the window, else the first. NULL where there is none.
static GLFWmonitor *find_monitor(const Window *window) {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    glfwGetWindowPos(window->handle, &x, &y);
    glfwGetWindowSize(window->handle, &width, &height);
    x += width / 2;
    y += height / 2;
    int count = 0;
    GLFWmonitor **monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; i++) {
        int left = 0;
        int top = 0;
        const GLFWvidmode *mode = glfwGetVideoMode(monitors[i]);
        glfwGetMonitorPos(monitors[i], &left, &top);
        if (mode && x >= left && x < left + mode->width && y >= top && y < top + mode->height) {
            return monitors[i];
        }
    }
    return count > 0 ? monitors[0] : NULL;
}

/// Where a window that is neither maximized nor full screen stands. A desktop that does not tell
/// places (Wayland) does not take them either.
static WindowPlace normal_place(const Window *window) {
    WindowPlace place = {0};
    glfwGetError(NULL);
    glfwGetWindowPos(window->handle, &place.x, &place.y);
    place.placed = glfwGetError(NULL) == GLFW_NO_ERROR;
    glfwGetWindowSize(window->handle, &place.width, &place.height);
    return place;
}

WindowPlace window_place(const Window *window) {
    ASSERT(window != NULL);
    WindowPlace place = window->normal;
    place.maximized = window->fullscreen ? window->was_maximized
                                         : glfwGetWindowAttrib(window->handle, GLFW_MAXIMIZED);
    bool usual = !window->fullscreen && !place.maximized &&
                 !glfwGetWindowAttrib(window->handle, GLFW_ICONIFIED);
    return usual ? normal_place(window) : place;
}

void window_set_vsync(Window *window, bool vsync) {
    if (window->vsync != vsync) {
        window->vsync = vsync;
        glfwSwapInterval(vsync);
    }
}

void window_set_fullscreen(Window *window, bool fullscreen) {
    if (window->fullscreen == fullscreen) {
        return;
    }
    if (window->fullscreen) {
        const WindowPlace *back = &window->normal;
        glfwSetWindowMonitor(window->handle, NULL, back->x, back->y, back->width, back->height,
                             GLFW_DONT_CARE);
        window->fullscreen = false;
        if (window->was_maximized) {
            glfwMaximizeWindow(window->handle);
        }
        return;
    }
    GLFWmonitor *monitor = find_monitor(window);
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    if (!mode) {
        return;
    }
    window->normal = window_place(window);
    window->was_maximized = window->normal.maximized;
    // the monitor's own mode: no change of resolution, so switching is quick and safe
    glfwSetWindowMonitor(window->handle, monitor, 0, 0, mode->width, mode->height,
                         mode->refreshRate);
    glfwSwapInterval(window->vsync); // some drivers forget it with the new surface
    window->fullscreen = true;
}

double window_time(const Window *window) { return glfwGetTime() - window->start; }

double window_frame_time(const Window *window) {
    GLFWmonitor *monitor = find_monitor(window);
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    int rate = mode && mode->refreshRate > 0 ? mode->refreshRate : 60; // Xvfb reports 0
    return 1.0 / rate;
}

void window_wait_until(const Window *window, double seconds) {
    double left = seconds - window_time(window);
    if (left > 0.0 && left < 1.0) { // more than a second is a mistake, not a frame
        struct timespec pause = {.tv_nsec = (long)(left * 1e9)};
        nanosleep(&pause, NULL); // woken early by a signal is fine: "about"
    }
}

void window_pad_mappings(const char *mappings) {
    if (glfwInit()) {
        glfwUpdateGamepadMappings(mappings);
    }
}

bool window_pad_name(int pad, char *out, size_t size) {
    ASSERT(pad >= 0 && pad < WINDOW_PADS);
    if (!glfwInit() || !glfwJoystickIsGamepad(pad)) {
        return false;
    }
    const char *name = glfwGetGamepadName(pad);
    snprintf(out, size, "%s", name ? name : "gamepad");
    return true;
}

void window_copy(const char *text) { glfwSetClipboardString(NULL, text); }

WindowProc window_gl_proc(const char *name) { return glfwGetProcAddress(name); }
