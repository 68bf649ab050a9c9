/// Shared by the files of the panel: its state, its palette, its parts and what rows are made of.
/// C++, for src/panel/panel*.cpp alone.
#pragma once

extern "C" {
#include "panel/panel_rows.h"
#include "panel/panel_state.h"
#include "panel/panel_telemetry.h"
#include "ui/palette.h"
#include "vehicle/car_feel.h"
}

#include <imgui.h>
#include <string>
#include <vector>

/// Colours of the panel besides the palette, 0xRRGGBBAA.
constexpr unsigned PANEL_PLATE = 0x181C24FFu;
constexpr unsigned PANEL_FIELD = 0x262B36FFu;
constexpr unsigned PANEL_FIELD_HOVER = 0x343B49FFu;
constexpr unsigned PANEL_FAINT = 0x5A6475FFu; ///< Lines alone.
constexpr unsigned PANEL_DIM = 0x8E98A9FFu;   ///< Words at the axes: 6:1 on the plots.
constexpr unsigned PANEL_INK = 0x11141AFFu;
constexpr unsigned PANEL_PLOT = 0x13161DFFu; ///< Under plots.
constexpr unsigned PANEL_SETUP[2] = {PALETTE_A, PALETTE_B};

/// A rectangle (px) that is filled below all that ImGui draws.
struct PanelPlate {
    ImVec2 low, high;
    unsigned rgba;
};

/// A set-up before a change, with its eight sliders.
struct PanelStep {
    int setup;
    CarFeel feel;
};

/// A direction in the history of the set-ups.
enum PanelWay {
    PANEL_UNDO,
    PANEL_REDO
};

struct Panel {
    ImGuiContext *context = nullptr;
    bool draws = false, has_backend = false, has_frame = false;
    std::vector<char> font_data;
    ImFont *small_font = nullptr;
    float unit = 0.0f; ///< Pixels per pixel of a picture 720 px high; 0 before the first frame.
    int width_px = 0, height_px = 0;
    float width = 0.0f; ///< px that the panel covers.
    float scale = 1.0f; ///< Of all sizes, as the tuner wishes.
    PanelState state = {};
    PanelRow rows[PANEL_ROWS_MAX];
    int row_count = 0;
    PanelRow sound_rows[PANEL_ROWS_MAX];
    int sound_row_count = 0;
    std::vector<std::string> knob_ids[2];
    std::vector<std::string> load_ids; ///< "load.my-drift", of the cars in the list.
    std::vector<PanelItem> items;
    CarFeel feel[2];
    bool has_feel = false;
    std::vector<PanelStep> steps[2]; ///< By PanelWay, last one last.
    CarFeel settled[2];              ///< As they were when no slider was held.
    bool has_settled = false;
    std::string history_of; ///< Which car.
    bool saving = false;    ///< The line for the name is open.
    bool focus_name = false;
    char save_name[CAR_NAME_MAX] = "";
    float heads_bottom = 0.0f;   ///< px, of the heads of the columns in the last frame.
    float numbers_height = 0.0f; ///< px, of all rows of the view "All" in the last frame.
    float start[2] = {};         ///< Values of a slider and its partner when it was taken.
    std::vector<PanelPlate> plates;
    // Of the frame being made:
    PanelCar *car = nullptr;
    const PanelTelemetry *telemetry = nullptr;
    float cell_x[2] = {}, cell_width = 0.0f; ///< Of the columns, px.
};

/// The parts of the panel, from top to bottom. panel_head.cpp: its views, undo, what is done with
/// the set-ups, who drives; writes down what is wanted of the caller.
void panel_head(Panel *panel);

/// panel_knobs.cpp: the eight sliders, each for many numbers of the car, for A and for B.
void panel_knobs(Panel *panel);

/// panel_numbers.cpp: every shown number of the car, in what is left of the window: search, groups,
/// a slider for A and one for B. True where the rows leave room for the plots below them.
bool panel_numbers(Panel *panel);

/// panel_sound.cpp: the numbers of the car's sound, which are of no set-up: one slider each, in the
/// column that is driven. Returns how many rows there are.
int panel_sound(Panel *panel);

/// panel_plots.cpp: inputs and slip angles over ten seconds, the g-g cloud, steer to yaw, all four
/// in what is left of the window; none where that is too small to see anything in.
void panel_plots(Panel *panel);

/// panel_history.cpp: the set-ups before each change, to go back to: whatever changed them, panel,
/// keys or file. A drag is one change. Takes down what has changed; at the end of each frame, when
/// no slider is held.
void panel_history_follow(Panel *panel);

/// Which set-up the next step in this direction would change, -1 none.
int panel_history_setup(const Panel *panel, PanelWay way);

/// Takes the last change back, or makes it again. Nothing where there is none, or while a slider is
/// held.
void panel_history_go(Panel *panel, PanelWay way);

ImU32 part_color(unsigned rgba, float alpha = 1.0f);
ImVec4 part_color4(unsigned rgba, float alpha = 1.0f);

/// Remembers where the last thing is, under `id`, which outlives the panel's frame.
void part_note(Panel *panel, const char *id);

/// Fills a rectangle of this window below all that is drawn. A cleared rectangle costs a software
/// renderer a third of what one of ImGui's does, which is blended and textured: for large ones.
void part_plate(Panel *panel, ImVec2 low, ImVec2 high, unsigned rgba);

/// `hint` is shown below the heads of the columns while the mouse is over it; may be NULL.
bool part_button(Panel *panel, const char *id, const char *text, const char *hint);

/// The colours of the next button, until ImGui::PopStyleColor(3): filled with `color` while `on`,
/// else its text has `text`.
void part_push_button(bool on, unsigned color, unsigned text);

/// A button that stays down while `on`.
bool part_tab(Panel *panel, const char *id, const char *text, bool on);

/// Text in the small font, muted.
void part_caption(Panel *panel, const char *text);

/// Divides this window into columns: labels, A, B.
void part_columns(Panel *panel);

/// Goes on in the column of `setup`, beside the last thing.
void part_cell(const Panel *panel, int setup);

/// The label of a row, cut where the columns begin. `changed`: of A, of B.
void part_label(Panel *panel, const char *id, const char *label, const bool changed[2]);

/// The number of a slider in the column of `setup`, without a field: part_slider draws that. True
/// where the slider was moved.
bool part_number(Panel *panel, int setup, const char *id, float *value, float min, float max,
                 const char *format, ImGuiSliderFlags flags);

/// Makes the last thing a slider, below its number so that this stays readable: a bar from
/// where it was loaded to where it stands, a tick there and a handle here (shares of the range).
void part_slider(Panel *panel, int setup, float loaded, float share);
