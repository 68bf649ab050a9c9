#include "panel/panel_parts.h"

extern "C" {
#include "base/number.h"
#include "vehicle/car_write.h"
}

#include <cmath>

namespace {

bool is_changed(const Panel *panel, const PanelRow &row) {
    return param_get(row.row, panel->car->sound) != param_get(row.row, panel->car->sound_base);
}

bool is_shown(const Panel *panel, const PanelRow &row) {
    return panel_row_is_found(&row, panel->state.search) &&
           (is_changed(panel, row) || !panel->state.only_changed);
}

void tell_about(const Panel *panel, const PanelRow &row) {
    char loaded[NUMBER_TEXT_MAX];
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26.0f);
    ImGui::TextUnformatted(row.row->about);
    ImGui::TextColored(part_color4(PALETTE_ACCENT), "More:");
    ImGui::SameLine();
    ImGui::TextWrapped("%s", row.row->more);
    ImGui::TextDisabled("%s, loaded %s%s. Right click: reset.", row.id,
                        car_write_number(param_get(row.row, panel->car->sound_base), loaded),
                        row.unit);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void write(Panel *panel, const PanelRow &row, float value) {
    float *at = param_value(row.row, panel->car->sound);
    panel->car->sound_changed |= *at != value;
    *at = value;
}

void sound_row(Panel *panel, const PanelRow &row) {
    int live = panel->car->live;
    bool changed[2] = {};
    changed[live] = is_changed(panel, row);
    float value = param_get(row.row, panel->car->sound), min = row.row->min, max = row.row->max;
    ImGui::PushID(row.id);
    part_label(panel, row.id, row.label, changed);
    if (ImGui::IsItemHovered()) {
        tell_about(panel, row);
    }
    if (part_number(panel, live, row.of_setup[live], &value, min, max, row.format,
                    row.logarithmic ? ImGuiSliderFlags_Logarithmic : 0)) {
        write(panel, row, ImGui::GetIO().MouseDown[0] ? panel_row_snapped(&row, value) : value);
    }
    part_slider(panel, live,
                panel_row_share(&row, min, max, param_get(row.row, panel->car->sound_base)),
                panel_row_share(&row, min, max, param_get(row.row, panel->car->sound)));
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tell_about(panel, row);
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        write(panel, row, param_get(row.row, panel->car->sound_base));
    }
    ImGui::PopID();
}

} // namespace

int panel_sound(Panel *panel) {
    int shown = 0;
    for (int i = 0; i < panel->sound_row_count && panel->car->sound; i++) {
        shown += is_shown(panel, panel->sound_rows[i]);
    }
    if (shown == 0) {
        return 0;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, part_color4(PALETTE_ACCENT));
    bool open = ImGui::CollapsingHeader("sound", ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    for (int i = 0; open && i < panel->sound_row_count; i++) {
        if (is_shown(panel, panel->sound_rows[i])) {
            sound_row(panel, panel->sound_rows[i]);
        }
    }
    return shown;
}
