/// The numbers of a car as the tuning panel needs them: texts, steps, partners.
#pragma once

#include "formats/param.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PANEL_ROWS_MAX = 128,
    PANEL_ID_MAX = 64,
    PANEL_WORDS_MAX = 512,
    PANEL_UNIT_MAX = 12,
};

typedef struct PanelRow {
    const ParamRow *row;
    char id[PANEL_ID_MAX];          ///< "tyres.mu_y_rear"
    char of_setup[2][PANEL_ID_MAX]; ///< "a.tyres.mu_y_rear", "b.tyres.mu_y_rear"
    char label[PANEL_ID_MAX];
    char words[PANEL_WORDS_MAX]; ///< What the search looks through, in lower case.
    char unit[PANEL_UNIT_MAX];   ///< " N m"; empty for a pure number.
    char format[24];             ///< printf's of a value with its unit, with as many decimals as a
                                 ///< step has.
    int decimals;
    bool logarithmic; ///< The slider moves by shares, not by amounts.
    int partner;      ///< Index of the same number of the other axle, -1 none.
    bool linked;      ///< Moves with its partner; false at first.
    bool locked;      ///< Only moves when it is taken itself: no reset, knob or link moves it.
} PanelRow;

/// The shown rows of `table` in its order, behind each group those of `lists` that belong to it;
/// returns how many, at most PANEL_ROWS_MAX.
int panel_rows_make(const ParamTable *table, const ParamTable *lists,
                    PanelRow rows[PANEL_ROWS_MAX]);

/// Whether all words of `search` (any case, divided by blanks) stand in the row's names, label or
/// meaning. An empty search finds everything.
bool panel_row_is_found(const PanelRow *row, const char *search);

/// `value` on the nearest step of the slider, the float nearest to its decimal text.
float panel_row_snapped(const PanelRow *row, float value);

/// How far along its slider, which goes from `min` to `max`, `value` stands, 0 to 1.
float panel_row_share(const PanelRow *row, float min, float max, float value);

#ifdef __cplusplus
}
#endif
