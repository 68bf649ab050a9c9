/// The main colour of a loose thing, by its kind: of its picture, and of what comes off it.
#pragma once

#include "track/track.h"

/// 0xRRGGBBAA.
static inline uint32_t prop_color(const Track *track, const TrackForm *form) {
    switch (form->kind) {
    case PROP_CONE:
        return 0xE8642AFFu;
    case PROP_TYRE:
    case PROP_STACK:
        return 0x2B2D33FFu;
    case PROP_BALE:
        return 0xD9B65AFFu;
    case PROP_BOX:
        return 0xB08A5BFFu;
    case PROP_BARRIER:
        return track->colors.kerb_a;
    case PROP_BARREL:
    case PROP_MOVER:
        return track->colors.accent;
    case PROP_CUSTOM:
    case PROP_KIND_COUNT:
        break;
    }
    return form->color != 0 ? form->color : track->colors.wall_top;
}
