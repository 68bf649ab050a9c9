/// The two looks of the laboratory: dark beside its sheet, as the game's menus are, and light, for
/// those who look from far away.
#pragma once

#include "sheet/sheet.h"
#include "ui/palette.h"

typedef struct LabColors {
    uint32_t ground, plate; ///< Of the window, and of the column.
    uint32_t text, faint;
    uint32_t focus, focus_text; ///< The row that is chosen.
    uint32_t bar, fill;         ///< A slider.
    uint32_t good, bad;         ///< Text of what is right and wrong.
} LabColors;

/// All texts keep 4.5:1 on their grounds.
static inline LabColors lab_colors(bool light) {
    if (light) {
        return (LabColors){.ground = SHEET_PAPER,
                           .plate = 0xF1EFE6FFu,
                           .text = SHEET_INK,
                           .faint = 0x565C62FFu,
                           .focus = 0x0062A0FFu,
                           .focus_text = 0xFFFFFFFFu,
                           .bar = 0xC9C7BDFFu,
                           .fill = SHEET_BLUE,
                           .good = 0x00664AFFu,
                           .bad = 0xA93400FFu};
    }
    return (LabColors){.ground = 0x10151BFFu,
                       .plate = 0x1A2129FFu,
                       .text = PALETTE_TEXT,
                       .faint = PALETTE_QUIET,
                       .focus = PALETTE_ACCENT,
                       .focus_text = 0x10151BFFu,
                       .bar = 0x3A444FFFu,
                       .fill = PALETTE_A,
                       .good = PALETTE_GOOD,
                       .bad = PALETTE_BAD_TEXT};
}
