/// The colours of all that stands over the picture: HUD, screens, overlays, panel, and what the
/// game says. 0xRRGGBBAA.
#pragma once

#include "render/shade.h"

/// The colour with another alpha, 0 to 0xFF.
#define PALETTE_WITH(color, alpha) (((color)&0xFFFFFF00u) | (uint32_t)(alpha))

#define PALETTE_TEXT     0xF2F4F8FFu
#define PALETTE_MUTED    0xB4BCC9FFu ///< Text of second rank on plates.
#define PALETTE_QUIET    0xA9B2C0FFu ///< The same on the darker plates of screens.
#define PALETTE_ACCENT   0xFFC145FFu ///< What is chosen or pointed at, and warnings.
#define PALETTE_GOOD     0x7CF0C5FFu
#define PALETTE_BAD      0xFF5A4DFFu ///< Of marks and bars. As text on plates:
#define PALETTE_BAD_TEXT 0xFF9388FFu
#define PALETTE_INK      SHADE_INK   ///< Text on bright plates.
#define PALETTE_A        0x56B4E9FFu ///< Set-up A, and one of two kinds.
#define PALETTE_B        0xE69F00FFu ///< Set-up B.
#define PALETTE_NORMAL   0xF0E442FFu ///< Normals of walls and contacts.

/// Plates: of the HUD, and with much text. All texts keep 4.5:1 on them over white paint
/// (tests/test_contrast.c).
#define PALETTE_PLATE  PALETTE_WITH(PALETTE_INK, 0xD0)
#define PALETTE_SCREEN PALETTE_WITH(PALETTE_INK, 0xEC)
