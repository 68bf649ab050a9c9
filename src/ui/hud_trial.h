/// What a time trial shows besides: the time to beat, the gates of the lap one by one, who the
/// ghosts are.
#pragma once

#include "race/medals.h"
#include "ui/hud_view.h"

enum {
    HUD_GHOSTS_MAX = 4,
    HUD_LAP_MAX = 300,
};

typedef struct HudGhost {
    vec2s at; ///< m
    const char *tag;
    uint32_t color;
} HudGhost;

typedef struct HudTrial {
    Medal target;      ///< Whose time is to be beaten; MEDAL_COUNT: the champion's.
    double target_s;   ///< 0: there is nothing to beat.
    const char *rival; ///< Whose time it is instead, by name; NULL: it is the medal's.
    uint32_t rival_color;
    char lap[HUD_LAP_MAX]; ///< What HudView.lap may point to.
    HudGhost ghosts[HUD_GHOSTS_MAX];
    int ghost_count;
} HudTrial;

/// Appends it to the canvas of hud_draw, which was drawn before. Adds its plates to `taken`; a tag
/// that would lie on one is left out.
void hud_trial_draw(const Canvas *canvas, const Race *race, const HudView *view,
                    const HudTrial *trial, HudTaken *taken);
