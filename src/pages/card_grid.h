/// A grid of cards to choose from: pictures with a name and a line below each. Plain values; the
/// hit test uses the layout that the drawing uses.
#pragma once

#include "pages/car_card.h"
#include "ui/prompts.h"

#define CARD_ASPECT 1.6f ///< Width over height of a picture.

typedef struct Card {
    const char *title, *line;
    const char *wrong; ///< Why it cannot be chosen; NULL: it can.
    const DrawList
        *picture;       ///< Of a card 1 wide and 1 / CARD_ASPECT high (y down). NULL: none yet.
    bool chosen;        ///< It is what holds now: it has a tick.
    const CarBar *bars; ///< CardGrid.bars of them; NULL: they are not known.
    char badge;         ///< A letter on a disc of `badge_color`, such as a medal's; 0 none.
    uint32_t badge_color;
} Card;

/// Where one of several people is. Each has a frame of his own colour and dashes, and his number.
typedef struct CardCursor {
    int index;  ///< The card.
    int number; ///< From 1.
    uint32_t color;
    bool ready; ///< He has chosen it: his number has a tick.
} CardCursor;

enum {
    CARD_CURSORS_MAX = 4
};

typedef struct CardGrid {
    const char *title;
    const Card *cards;
    int count;
    int focus; ///< -1: nothing stands out.
    int bars;  ///< Of each card: below its texts where there is room, else those of the focused one
               ///< beside the title.
    int first; ///< The row of cards at the top, where not all fit.
    const char *about; ///< Said of the focused card below all. NULL: nothing.
    const char *menu;  ///< What PROMPT_MENU does. NULL: nothing.
    PromptDevice device;
    CardCursor cursors[CARD_CURSORS_MAX]; ///< Of several people, in place of the focus.
    int cursor_count;                     ///< 0: the focus alone.
} CardGrid;

/// Where the parts lie, px.
typedef struct CardLayout {
    Area panel, cards;   ///< `cards` holds the rows that are seen.
    int columns, rows;   ///< Of all cards.
    int first, shown;    ///< Rows that are seen.
    float width, height; ///< Of a card with its texts.
    bool has_bars;       ///< Each card shows its own.
    float gap, unit;
    float about_y, prompts_y;
} CardLayout;

/// Scrolls so that the focus is seen. With several cursors all is made smaller rather than
/// scrolled.
CardLayout card_grid_layout(const CardGrid *grid, const CanvasSize *size);

/// Where card `index` lies; empty where it is scrolled away.
Area card_grid_area(const CardLayout *layout, int index);

/// Which card lies under (x, y) px, -1 none.
int card_grid_hit(const CardGrid *grid, const CanvasSize *size, float x, float y);

/// The card that a move of (x, y) steps leads to. Rows go round into the next ones, columns round
/// to their other end.
int card_grid_moved(const CardGrid *grid, int columns, int x, int y);

void card_grid_draw(const Canvas *canvas, const CardGrid *grid);
