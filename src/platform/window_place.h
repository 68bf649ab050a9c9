/// Where the window stood when the game was left, which is where it opens again: a small file in
/// the user's folder for such things.
#pragma once

#include "base/messages.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    WINDOW_WIDTH = 1280, ///< At first, on a screen of usual density.
    WINDOW_HEIGHT = 720,
    WINDOW_MIN_WIDTH = 480, ///< No window is made smaller: below it the screens do not fit.
    WINDOW_MIN_HEIGHT = 320,
    WINDOW_PLACE_TEXT = 256 ///< Bytes of the file as it is written.
};

/// Pixels of the desktop. The zero value is not known.
typedef struct WindowPlace {
    int width, height; ///< Of what is drawn into, without frame and title; 0: not known.
    int x, y;          ///< Of its upper left corner ...
    bool placed;       ///< ... where that is known.
    bool maximized;    ///< The rest is then what the window goes back to.
    bool exact;        ///< Asked for: as large as that, whatever the screens are. Not in the file.
} WindowPlace;

/// The part of the desktop that a monitor shows and no panel takes.
typedef struct WindowScreen {
    int x, y, width, height;
} WindowScreen;

/// Reads the text of the file; the zero value where anything in it is wrong: whoever loses the
/// place of a window needs no message.
WindowPlace window_place_read(const char *text, size_t size);

/// Writes the text of the file.
void window_place_write(const WindowPlace *place, char out[WINDOW_PLACE_TEXT]);

/// `place` as these screens can show it: no larger than the screen that holds most of it (or than
/// the first one), and placed only where its upper edge can be seen and pulled; elsewhere the
/// system finds a place. Screens without an area, which some window managers tell of, do not count.
/// Without screens, or where it is exact, as it is.
WindowPlace window_place_fit(WindowPlace place, const WindowScreen *screens, int count);

/// Loads it from the user's folder; the zero value where there is none, or none that can be read.
WindowPlace window_place_load(void);

/// Saves it there, unless it is there already. False, with E902 or E903, where that cannot be done.
bool window_place_save(const WindowPlace *place, MessageList *messages);
