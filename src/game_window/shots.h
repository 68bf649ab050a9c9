/// Pictures of the window: those that --screenshot asks for, and F12.
#pragma once

#include "command_line/options.h"
#include "game/game.h"
#include "game/view.h"

/// A picture to take at a moment of game time.
typedef struct Shot {
    double at; ///< s
    const char *path;
    bool taken, failed;
} Shot;

/// Reads what --screenshot says, SECONDS:FILE.png, into as many of `out`. Returns the exit code;
/// what is wrong is printed.
int shots_parse(const OptionTexts *texts, Shot *out);

/// Takes it now; prints what is wrong.
void shot_take(Shot *shot, View *view, const InputFrame *input);

/// F12: a picture in the user's folder, named by date and track.
void shot_take_own(View *view, Game *game, bool is_traced, int width, int height);
