#include "panel/panel_parts.h"

extern "C" {
#include "vehicle/car_numbers.h"
}

#include <cmath>

namespace {

constexpr float KNOB_STEPS = 10.0f; ///< Steps from the middle to an end of the eight sliders.

/// The numbers that the knob moves, by the table.
void tell_about_knob(int knob) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26.0f);
    ImGui::Text("Left: %s.", car_knob_texts[knob].less);
    ImGui::Text("Right: %s.", car_knob_texts[knob].more);
    std::string moves = "Moves";
    for (int i = 0; i < car_feel_move_count; i++) {
        if (static_cast<int>(car_feel_moves[i].knob) == knob) {
            moves += std::string(moves.size() > 5 ? ", " : " ") + car_feel_moves[i].name;
        }
    }
    ImGui::TextDisabled("%s. Right click: back to the middle.", moves.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/// Locked numbers stay where they are; the knob knows them as its own doing.
void turn_knob(Panel *panel, int setup, int knob, float value) {
    CarParams *params = panel->car->setup[setup];
    CarFeel *feel = &panel->feel[setup];
    CarParams before = *params;
    car_feel_turn(feel, static_cast<CarKnob>(knob), value, params);
    for (int i = 0; i < panel->row_count; i++) {
        const ParamRow *row = panel->rows[i].row;
        if (panel->rows[i].locked && car_number_exists(row, params)) {
            *param_value(row, params) = *param_value(row, &feel->shown) = param_get(row, &before);
        }
    }
    panel->car->changed[setup] = true;
}

void knob_slider(Panel *panel, int setup, int knob) {
    float value = panel->feel[setup].knobs[knob] * KNOB_STEPS;
    ImGui::PushID(setup);
    bool moved =
        part_number(panel, setup, panel->knob_ids[setup][static_cast<size_t>(knob)].c_str(), &value,
                    -KNOB_STEPS, KNOB_STEPS, value == 0.0f ? "0" : "%+.0f", 0);
    float turned = std::round(value) / KNOB_STEPS;
    if (moved && turned != panel->feel[setup].knobs[knob]) {
        turn_knob(panel, setup, knob, turned);
    }
    part_slider(panel, setup, 0.5f, 0.5f + 0.5f * panel->feel[setup].knobs[knob]);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tell_about_knob(knob);
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        turn_knob(panel, setup, knob, 0.0f);
    }
    ImGui::PopID();
}

} // namespace

void panel_knobs(Panel *panel) {
    for (int i = 0; i < KNOB_COUNT; i++) {
        bool changed[2] = {panel->feel[0].knobs[i] != 0.0f, panel->feel[1].knobs[i] != 0.0f};
        ImGui::PushID(i);
        part_label(panel, car_knob_texts[i].name, car_knob_texts[i].name, changed);
        if (ImGui::IsItemHovered()) {
            tell_about_knob(i);
        }
        knob_slider(panel, 0, i);
        knob_slider(panel, 1, i);
        ImGui::PopID();
    }
}
