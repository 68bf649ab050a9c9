#include "panel/panel_parts.h"

extern "C" {
#include "base/number.h"
#include "vehicle/car_numbers.h"
#include "vehicle/car_write.h"
}

#include <cmath>
#include <cstdio>
#include <cstring>

namespace {

constexpr float PLOTS_ROOM =
    260.0f; ///< px at a height of 720 px: from here on plots say something.

bool exists(const Panel *panel, int setup, const PanelRow &row) {
    return car_number_exists(row.row, panel->car->setup[setup]);
}

CarNumberRange range_of(const Panel *panel, int setup, const PanelRow &row) {
    return car_number_range(row.row, panel->car->setup[setup], panel->car->base[setup]);
}

void write(Panel *panel, int setup, const PanelRow &row, float value) {
    CarNumberRange range = range_of(panel, setup, row);
    float *at = param_value(row.row, panel->car->setup[setup]);
    value = std::fmin(std::fmax(value, range.min), range.max);
    if (*at != value && !row.locked) {
        *at = value;
        panel->car->changed[setup] = true;
    }
}

float value_of(const Panel *panel, int setup, const PanelRow &row) {
    return param_get(row.row, panel->car->setup[setup]);
}

/// As loaded; the value itself where a list was shorter then.
float base_of(const Panel *panel, int setup, const PanelRow &row) {
    const CarParams *base = panel->car->base[setup];
    return car_number_exists(row.row, base) ? param_get(row.row, base)
                                            : value_of(panel, setup, row);
}

/// Writes the new value of a slider and takes a linked partner along by the same share.
void move_number(Panel *panel, int setup, const PanelRow &row, float value) {
    write(panel, setup, row, value);
    if (row.partner < 0 || !row.linked) {
        return;
    }
    const PanelRow &other = panel->rows[row.partner];
    float moved = panel->start[0] > 0.0f ? panel->start[1] * value / panel->start[0]
                                         : panel->start[1] + value - panel->start[0];
    write(panel, setup, other, panel_row_snapped(&other, moved));
}

void tell_about(const Panel *panel, const PanelRow &row, int setup) {
    const ParamRow &param = *row.row;
    CarNumberRange range = range_of(panel, setup, row);
    char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX], loaded[NUMBER_TEXT_MAX];
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26.0f);
    ImGui::TextUnformatted(param.about);
    if (param.more[0]) {
        ImGui::TextColored(part_color4(PALETTE_ACCENT), "More:");
        ImGui::SameLine();
        ImGui::TextWrapped("%s", param.more);
    }
    ImGui::TextDisabled("%s, %s to %s%s, loaded %s", row.id, car_write_number(range.min, low),
                        car_write_number(range.max, high), row.unit,
                        car_write_number(base_of(panel, setup, row), loaded));
    if (row.locked) {
        ImGui::TextDisabled("Locked: nothing moves it.");
    } else if (row.linked) {
        ImGui::TextDisabled("Linked: front and rear move together.");
    }
    ImGui::TextDisabled("Ctrl and click: type a number. Right click: reset, lock%s.",
                        row.partner >= 0 ? ", link" : "");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void row_menu(Panel *panel, PanelRow &row, int setup) {
    if (!ImGui::BeginPopupContextItem()) {
        return;
    }
    char text[96], loaded[NUMBER_TEXT_MAX];
    float base = base_of(panel, setup, row);
    std::snprintf(text, sizeof text, "Reset %s to %s%s", setup == 0 ? "A" : "B",
                  car_write_number(base, loaded), row.unit);
    bool changed = value_of(panel, setup, row) != base;
    if (ImGui::MenuItem(text, nullptr, false, changed && !row.locked)) {
        write(panel, setup, row, base);
    }
    part_note(panel, "menu.reset");
    ImGui::MenuItem("Lock", nullptr, &row.locked);
    part_note(panel, "menu.lock");
    if (row.partner >= 0) {
        if (ImGui::MenuItem("Link front and rear", nullptr, &row.linked)) {
            panel->rows[row.partner].linked = row.linked;
        }
        part_note(panel, "menu.link");
    }
    if (ImGui::IsKeyPressed(ImGui::GetIO().KeyMap[ImGuiKey_Escape], false)) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void number_slider(Panel *panel, PanelRow &row, int setup) {
    if (!exists(panel, setup, row)) {
        return;
    }
    float value = value_of(panel, setup, row);
    CarNumberRange range = range_of(panel, setup, row);
    ImGui::PushID(setup);
    bool moved = part_number(panel, setup, row.of_setup[setup], &value, range.min, range.max,
                             row.format, row.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    if (ImGui::IsItemActivated()) {
        panel->start[0] = value_of(panel, setup, row);
        panel->start[1] = row.partner < 0 ? 0.0f : value_of(panel, setup, panel->rows[row.partner]);
    }
    if (moved) { // typed numbers stay as they are; dragged ones keep to the steps
        move_number(panel, setup, row,
                    ImGui::GetIO().MouseDown[0] ? panel_row_snapped(&row, value) : value);
    }
    part_slider(panel, setup,
                panel_row_share(&row, range.min, range.max, base_of(panel, setup, row)),
                panel_row_share(&row, range.min, range.max, value_of(panel, setup, row)));
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tell_about(panel, row, setup);
    }
    row_menu(panel, row, setup);
    ImGui::PopID();
}

bool is_changed(const Panel *panel, const PanelRow &row, bool changed[2]) {
    for (int i = 0; i < 2; i++) {
        changed[i] = exists(panel, i, row) && value_of(panel, i, row) != base_of(panel, i, row);
    }
    return changed[0] || changed[1];
}

void label_of(const Panel *panel, const PanelRow &row, int setup, char label[PANEL_ID_MAX]) {
    char name[PANEL_ID_MAX];
    car_number_label(row.row, panel->car->setup[setup], name, sizeof name);
    std::snprintf(label, PANEL_ID_MAX, "%.50s%s", name,
                  row.locked   ? ": locked"
                  : row.linked ? ": linked"
                               : "");
}

void number_row(Panel *panel, PanelRow &row) {
    bool changed[2];
    is_changed(panel, row, changed);
    int live = panel->car->live;
    int told = exists(panel, live, row) ? live : 1 - live;
    char label[PANEL_ID_MAX] = "";
    label_of(panel, row, told, label);
    ImGui::PushID(row.id);
    part_label(panel, row.id, label, changed);
    if (ImGui::IsItemHovered()) {
        tell_about(panel, row, told);
    }
    row_menu(panel, row, told);
    number_slider(panel, row, 0);
    number_slider(panel, row, 1);
    ImGui::PopID();
}

bool is_shown(const Panel *panel, const PanelRow &row) {
    bool changed[2];
    return (exists(panel, 0, row) || exists(panel, 1, row)) &&
           panel_row_is_found(&row, panel->state.search) &&
           (is_changed(panel, row, changed) || !panel->state.only_changed);
}

void search_line(Panel *panel) {
    float check = ImGui::CalcTextSize("changed").x + ImGui::GetFrameHeight() + 14.0f * panel->unit;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - check);
    ImGui::InputTextWithHint("##search", "search: rear grip, brake, yaw ...", panel->state.search,
                             sizeof panel->state.search);
    part_note(panel, "search");
    ImGui::SameLine();
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::fmax(panel->unit, 1.0f));
    ImGui::Checkbox("changed", &panel->state.only_changed);
    ImGui::PopStyleVar();
    part_note(panel, "only_changed");
}

/// The rows of the group that begins at `first`; returns the row behind it.
int group_rows(Panel *panel, int first, int *shown) {
    const char *group = panel->rows[first].row->group;
    int end = first;
    int count = 0;
    while (end < panel->row_count && std::strcmp(panel->rows[end].row->group, group) == 0) {
        count += is_shown(panel, panel->rows[end++]);
    }
    *shown += count;
    if (count == 0) {
        return end;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, part_color4(PALETTE_ACCENT));
    bool open = ImGui::CollapsingHeader(group, ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    for (int i = first; open && i < end; i++) {
        if (is_shown(panel, panel->rows[i])) {
            number_row(panel, panel->rows[i]);
        }
    }
    return end;
}

} // namespace

bool panel_numbers(Panel *panel) {
    search_line(panel);
    // Few rows, as after a search, leave room for the plots.
    float room = ImGui::GetContentRegionAvail().y - panel->numbers_height;
    bool leaves_room = panel->numbers_height > 0.0f && room > PLOTS_ROOM * panel->unit;
    ImGui::BeginChild("all", ImVec2(0.0f, leaves_room ? panel->numbers_height : 0.0f));
    part_columns(panel);
    int shown = 0;
    for (int i = 0; i < panel->row_count;) {
        i = group_rows(panel, i, &shown);
    }
    shown += panel_sound(panel);
    if (shown == 0) {
        ImGui::TextDisabled(panel->state.only_changed ? "Nothing here is changed."
                                                      : "No number is called that.");
    }
    panel->numbers_height = ImGui::GetCursorPosY();
    ImGui::EndChild();
    return leaves_room;
}
