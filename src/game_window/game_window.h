/// The game in its window: the loop of frames, and how it keeps in step with the display.
#pragma once

#include "game_window/shots.h"

/// How it runs; made by game_window_def.
typedef struct GameWindowDef {
    GameDef game;
    GameSettings settings;       ///< With what the command line says otherwise.
    Settings first;              ///< What one drives where that of the last run is gone.
    bool track_named, car_named; ///< By the command line: then it must be there.
    WindowPlace place;           ///< Of the window ...
    bool placed;                 ///< ... where the command line says so; else as it was left.
    bool fullscreen, timings, trace, no_sound;
    bool fixed_dt;     ///< 1/60 s of game time a frame.
    int draw_every;    ///< Draws one frame of these.
    double quit_after; ///< s; 0: never.
    Shot *shots;
    int shot_count;
} GameWindowDef;

/// The title, in a window as it was left.
GameWindowDef game_window_def(void);

/// Reads what --window says, WxH (NULL: nothing), and what --screenshot does, into as many of
/// `shots`, which outlive `def`. Returns the exit code; what is wrong is printed.
int game_window_parse(GameWindowDef *def, const char *window, const OptionTexts *screenshots,
                      Shot *shots);

/// Loads the settings. What is wrong with their file is printed, and shown once.
void game_window_settings(GameSettings *out);

/// What the settings say of the first drive and of the window goes where `def` leaves it open. What
/// `def` says holds for this run: the file of the settings does not get to know of it.
void game_window_join(GameWindowDef *def);

/// Makes the game and runs it until somebody leaves. Returns the exit code; what is wrong is
/// printed. Changes `def`.
int game_window_run(GameWindowDef *def);
