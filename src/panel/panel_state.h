/// The contents of the tuning panel, as plain data.
#pragma once

#include "vehicle/car_file.h"

enum {
    PANEL_SEARCH_MAX = 48,
};

/// The two set-ups, A (0) and B (1), and what is wanted of the caller.
typedef struct PanelCar {
    // The caller's, each frame.
    CarParams *setup[2];        ///< Written to, always within the ranges of the table.
    const CarParams *base[2];   ///< As loaded: where the ticks are and what reset goes back to.
    const char *name[2];        ///< Shown over the columns: "Drift"; NULL none.
    CarSound *sound;            ///< Of the car, whichever set-up is driven; written to. NULL none.
    const CarSound *sound_base; ///< As loaded.
    const char *which;          ///< Which car this is; another one has nothing to undo. NULL none.
    int live;                   ///< Which of the two is being driven.
    bool may_compare;           ///< There is a lap that can be driven again by the other set-up.
    bool may_restore;           ///< There are unsaved numbers of an earlier run.
    const char *const *cars;    ///< Names of those that can be loaded into B, `car_count` of them.
    int car_count;
    const char *status; ///< A line at the bottom ("saved as my-drift"), NULL none.
    bool status_is_bad;

    // The panel's answers, all new in each panel_frame.
    bool changed[2];              ///< `*setup[i]` is not what it was before the call.
    bool sound_changed;           ///< Nor is `*sound`.
    bool swap;                    ///< Drive the other one, as F6 does.
    bool copy;                    ///< The live one over the other one, as Ctrl+F6 does.
    bool compare;                 ///< Drive the last lap again with the other set-up.
    bool restore;                 ///< Put the numbers of the earlier run into A and B.
    bool forget;                  ///< Delete them.
    bool save;                    ///< Save set-up `save_setup` as a car called `save_name`.
    bool copy_text;               ///< Copy the text of that car instead; its name may be empty.
    int save_setup;               ///< 0 or 1
    char save_name[CAR_NAME_MAX]; ///< As typed, not empty, without control characters.
    const char *load;             ///< Load this one of `cars` into set-up B; NULL none.
    bool close;                   ///< The cross was clicked.
} PanelCar;

typedef enum PanelView {
    PANEL_EIGHT, ///< Eight sliders, each for many numbers, and small plots.
    PANEL_ALL,   ///< Every shown number of the table.
    PANEL_PLOTS, ///< Large plots.
    PANEL_VIEW_COUNT,
} PanelView;

/// The view of the panel; may be written between frames.
typedef struct PanelState {
    PanelView view;
    char search[PANEL_SEARCH_MAX]; ///< Of PANEL_ALL, UTF-8.
    bool only_changed;             ///< PANEL_ALL shows what is not as loaded alone.
} PanelState;

/// A thing on the panel in the last frame: "tyres.mu_y_rear" (its row), "a.tyres.mu_y_rear" (its
/// slider of A), "a.grip", "view.all", "button.save". Also those scrolled out of sight, so that
/// scripts and tests find them.
typedef struct PanelItem {
    const char *id; ///< Good until the panel ends.
    float x, y, width, height;
} PanelItem;
