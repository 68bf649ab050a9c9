/// What the game says over a race, in lines on plates: set-up, pace, keys, toasts, notes.
#pragma once

#include "driver_file/driver_face.h"
#include "ui/canvas.h"

/// Colours of set-up A and B, wherever they are told apart (by their letter too).
extern const uint32_t sign_setup_colors[2];

/// A frame in the colour of set-up `live` (0 A, 1 B) around the picture, with its letter.
void sign_setup(const Canvas *canvas, int live);

/// Where its letter stands.
Area sign_setup_area(const Canvas *canvas);

/// Says for a moment what changed with the set-up: one small line, `top` units below the top,
/// between the plates of place and time. `alpha` 0 to 1.
void sign_setup_note(const Canvas *canvas, float top, float alpha, uint32_t color,
                     const char *text);

/// How fast time runs, on a small sign at the top: "1/2×".
void sign_pace(const Canvas *canvas, const char *text);

/// A screen of nothing but what the program is busy with, `part` (0 to 1) of which is done.
void sign_waiting(const Canvas *canvas, const char *text, float part);

/// A key, or what else is pressed, and what it does.
typedef struct SignKey {
    const char *key, *text;
} SignKey;

/// A line of `count` keys, small, in the middle between `left` and `right` and just above `bottom`
/// (px); smaller where there is no room.
void sign_keys(const Canvas *canvas, const SignKey *keys, int count, float left, float right,
               float bottom);

/// The room (px) that it asks for.
float sign_keys_width(const Canvas *canvas, const SignKey *keys, int count);

/// A text that fades: "P2: you are the mint car".
typedef struct SignToast {
    const char *text;
    uint32_t color; ///< Of its mark, or of the frame of its badge.
    float alpha;    ///< 0 to 1
    bool badge;     ///< The badge of a driver (driver_badge.h) stands in place of the mark ...
    const DriverFace *face; ///< ... with this face; NULL: it is not known.
} SignToast;

/// Draws it. Long texts are broken into up to three lines between words, and made smaller where
/// that is not enough. `middle` of its plate and `room` for its width, px; `size` of its letters,
/// px.
void sign_toast(const Canvas *canvas, vec2s middle, float room, float size, const SignToast *toast);

/// The plate that it has.
Area sign_toast_area(const Canvas *canvas, vec2s middle, float room, float size,
                     const SignToast *toast);

/// A note that stays until somebody mends its cause, small, below the signs at the top. "\n" parts
/// its lines, the first of which is marked in `color`. Long ones are broken between words, into
/// eight in all.
void sign_note(const Canvas *canvas, uint32_t color, const char *text);
