/// How a time trial looks: its ghosts, and what its HUD says.
#pragma once

#include "game_state/game_state.h"
#include "ui/hud_trial.h"

/// Appends the ghosts (m); nothing where no trial is driven. They grow pale near the own car.
void trial_picture_ghosts(const Game *game, DrawList *list);

/// Fills in what the HUD shows; false where no trial is driven. Tags live as long as the ghosts.
bool trial_picture_hud(const Game *game, HudView *view, HudTrial *out);
