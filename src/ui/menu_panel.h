/// A menu as it is drawn: a panel of rows, each an action or a value that is changed in place.
///
/// Plain values. game/ says which rows there are and what they do. The hit test uses the layout
/// that the drawing uses, so a click always meets what is seen.
#pragma once

#include "ui/prompts.h"

enum {
    MENU_ROWS_MAX = 96,
    MENU_LABEL_MAX = 72,
    MENU_TEXT_MAX = 64,
    MENU_PROMPTS_MAX = 5
};

typedef enum MenuRowKind {
    MENU_ACTION,
    MENU_CHOICE,  ///< One of a few values, which follow each other round and round.
    MENU_SWITCH,  ///< 0 off, 1 on.
    MENU_NUMBER,  ///< On a bar.
    MENU_HEADING, ///< Of the rows below it; cannot be chosen.
    MENU_TEXT     ///< Says something; cannot be chosen.
} MenuRowKind;

/// Who gives the second press that an action wants with which something is lost, where several
/// people are in.
typedef enum MenuAsks {
    MENU_ASKS_NOBODY, ///< Nothing is lost: one press is enough.
    MENU_ASKS_FIRST,  ///< The first person: it is lost for all.
    MENU_ASKS_OWNER   ///< Whoever the menu is about, or the first person.
} MenuAsks;

typedef struct MenuRow {
    MenuRowKind kind;
    int id; ///< What the screen knows it by.
    char label[MENU_LABEL_MAX];
    char text[MENU_TEXT_MAX]; ///< The value as it is shown; of an action or a text what stands at
                              ///< its right end, "": nothing.
    const char *help;         ///< Said below the rows while it has the focus. NULL: nothing.
    const char *refusal;      ///< Why it cannot be chosen, said in place of the help. NULL: it can.
    float value, low, high, step; ///< Of a choice 0, 1, ...
    bool opens;                   ///< A choice that accepting opens instead of moving it on.
    uint32_t color;               ///< Of a disc before the label of an action or a text; 0: none.
    MenuAsks asks;                ///< Of an action.
} MenuRow;

typedef struct MenuPanel {
    const char *title;
    char title_text[MENU_LABEL_MAX]; ///< In its place, where it is put together. "": nothing.
    MenuRow rows[MENU_ROWS_MAX];
    int count;
    int focus; ///< -1: nothing stands out.
    int first; ///< The row at the top, where not all fit.
    int asked; ///< The row that was chosen once and waits for the second press; -1 none.
    char asked_text[MENU_TEXT_MAX]; ///< What it says meanwhile.
    PromptDevice device;
    const char *accept; ///< What accepting does on a row of a value, where it is more than
    int accept_id;      ///< moving it on: the action `accept_id`. NULL: nothing more.
    PromptText prompts[MENU_PROMPTS_MAX]; ///< More than the usual ones.
    int prompt_count;
    bool prompts_alone; ///< In place of the usual ones.
    bool whole;         ///< Smaller rather than scrolled: its lines are read, not chosen.
    bool stays;         ///< Nothing leads back from it: it must be answered.
    const char *note;   ///< Said in place of any help. NULL: nothing.
    float aside_units;  ///< Width at the right that is left to a picture, where there is room ...
    float aside_tall;   ///< ... and its height at least, in units, likewise.
    bool aside_over;    ///< Without that room the picture stands over the rows, without a title.
} MenuPanel;

/// Appends a row and returns it, so that help and the like can be set. What does not fit any more
/// is written over the last one.
MenuRow *menu_action(MenuPanel *panel, int id, const char *label);
MenuRow *menu_heading(MenuPanel *panel, const char *label);
MenuRow *menu_text(MenuPanel *panel, const char *label, const char *text);

/// `value` of `count` values, shown as `text`.
MenuRow *menu_choice(MenuPanel *panel, int id, const char *label, int value, int count,
                     const char *text);
MenuRow *menu_switch(MenuPanel *panel, int id, const char *label, bool on);
MenuRow *menu_number(MenuPanel *panel, int id, const char *label, float value, float low,
                     float high, float step, const char *text);

/// The value of `row`, `steps` further: a choice goes round, a switch is turned, a number stops at
/// its ends.
float menu_row_moved(const MenuRow *row, int steps);

/// Whether it can have the focus, and whether left and right change it.
bool menu_row_focusable(const MenuRow *row);
bool menu_row_has_value(const MenuRow *row);

/// Where a menu's parts lie, px.
typedef struct MenuLayout {
    Area panel, aside;        ///< `aside` is empty where there is no room for it.
    bool over;                ///< `aside` stands over the rows.
    Area rows[MENU_ROWS_MAX]; ///< Empty where a row is scrolled away.
    int first, shown;         ///< The rows that are seen.
    float title_y;            ///< Baseline.
    float help_y;             ///< The top of the help.
    float prompts_y;          ///< The middle of the prompts.
    float unit;
} MenuLayout;

/// Scrolls so that the focus is seen.
MenuLayout menu_panel_layout(const MenuPanel *panel, const CanvasSize *size);

/// A part of a row under the mouse.
typedef enum MenuPart {
    MENU_PART_ROW,
    MENU_PART_LESS, ///< The arrow at the left of a value.
    MENU_PART_MORE,
    MENU_PART_BAR,
} MenuPart;

typedef struct MenuHit {
    int row; ///< -1 none.
    MenuPart part;
} MenuHit;

/// What lies under (x, y) px.
MenuHit menu_panel_hit(const MenuPanel *panel, const CanvasSize *size, float x, float y);

/// The value of the number `row` where its bar is at `x` px.
float menu_panel_bar_value(const MenuPanel *panel, const CanvasSize *size, int row, float x);

/// The race darkened, the panel over it. The focused row is a filled bar with an arrow: never
/// colour alone. Returns the layout, for a picture aside.
MenuLayout menu_panel_draw(const Canvas *canvas, const MenuPanel *panel);

/// A row as a button in `area`, its text in the middle, `size` px, with `pad` px around it. The
/// focused one is filled and has a frame inside.
void menu_button_draw(const Canvas *canvas, Area area, float pad, float size, bool focused,
                      const char *text);
