/// Connects the tuning panel with the game: gives its numbers to the running car, does what it
/// wishes for, and saves set-ups as cars.
#pragma once

#include "game_state/tuning_keep.h"
#include "panel/panel.h"
#include "session/tuning_save.h"

enum {
    TUNING_STATUS_MAX = TUNING_SAVE_TEXT_MAX + 40,
    TUNING_NAME_MAX = 256
};

/// An owner; ended by tuning_destroy. The zero value has no panel yet.
typedef struct Tuning {
    Panel *panel; ///< Made when it is first opened.
    PanelTelemetry telemetry;
    uint32_t sampled_tick;
    char status[TUNING_STATUS_MAX];
    bool status_is_bad;
    TuningKeep keep;
    CarSound sound, sound_base; ///< Of the car that is tuned: as it is now, as it was loaded.
    CarFile loaded;             ///< The car that was loaded into B last,
    char loaded_name[TUNING_NAME_MAX]; ///< and what it is called; empty: none.
    uint32_t traced;                   ///< Tells the layout that tuning_trace printed last.
} Tuning;

/// Keeps unsaved numbers on disk. The OpenGL context that the panel was made with is current.
void tuning_destroy(Tuning *tuning, const Game *game);

/// A frame of `dt` s of the panel, where it is open; before game_frame. What the panel takes of the
/// devices is taken out of `input`. `font`: path, or NULL.
void tuning_frame(Tuning *tuning, Game *game, InputFrame *input, const char *font, float dt);

/// Remembers what the car does; after game_frame.
void tuning_sample(Tuning *tuning, const Game *game);

/// For scripts: where the middle of each thing on the panel is (px), whenever they have moved.
void tuning_trace(Tuning *tuning, const Game *game);

/// Draws the panel over the picture, where it is open.
void tuning_draw(Tuning *tuning, const Game *game);
