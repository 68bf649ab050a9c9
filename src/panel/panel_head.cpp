#include "panel/panel_parts.h"

extern "C" {
#include "vehicle/car_numbers.h"
}

#include <cfloat>
#include <cstdio>
#include <cstring>

namespace {

constexpr float LOAD_ROWS = 16.0f; ///< Of the list of cars; more are scrolled.

/// A step back or forward by its button or key; the button is dim where there is nothing to do.
void history_button(Panel *panel, PanelWay way, const char *id, const char *text, char key) {
    const ImGuiIO &io = ImGui::GetIO();
    int setup = panel_history_setup(panel, way);
    char hint[96];
    std::snprintf(hint, sizeof hint, "The last change of set-up %c (Ctrl+%c)", 'A' + setup, key);
    bool asked = io.KeyCtrl && !io.WantTextInput && ImGui::IsKeyPressed(key, false);
    ImGui::BeginDisabled(setup < 0);
    asked |= part_button(panel, id, text, setup >= 0 ? hint : nullptr);
    ImGui::EndDisabled();
    if (asked) {
        panel_history_go(panel, way);
    }
}

/// The cars that can be loaded into B, as a list that opens under its button.
void load_button(Panel *panel) {
    PanelCar *car = panel->car;
    ImGui::SameLine(0.0f, 4.0f * ImGui::GetStyle().ItemSpacing.x);
    if (part_button(panel, "button.load", "Load B...",
                    "Any car, also one that you saved, into B")) {
        ImGui::OpenPopup("load");
        panel->load_ids.clear();
        for (int i = 0; i < car->car_count; i++) {
            panel->load_ids.push_back(std::string("load.") + car->cars[i]);
        }
    }
    ImGui::SetNextWindowSizeConstraints(
        ImVec2(0.0f, 0.0f), ImVec2(FLT_MAX, LOAD_ROWS * ImGui::GetTextLineHeightWithSpacing()));
    if (!ImGui::BeginPopup("load")) {
        return;
    }
    for (int i = 0; i < car->car_count && i < static_cast<int>(panel->load_ids.size()); i++) {
        if (ImGui::Selectable(car->cars[i])) {
            car->load = car->cars[i];
        }
        part_note(panel, panel->load_ids[static_cast<size_t>(i)].c_str());
    }
    ImGui::EndPopup();
}

void title_line(Panel *panel) {
    static const char *const ids[] = {"view.eight", "view.all", "view.plots"};
    static const char *const names[] = {"Eight", "All", "Plots"};
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(part_color4(PALETTE_ACCENT), "TUNING");
    for (int i = 0; i < PANEL_VIEW_COUNT; i++) {
        ImGui::SameLine();
        if (part_tab(panel, ids[i], names[i], static_cast<int>(panel->state.view) == i)) {
            panel->state.view = static_cast<PanelView>(i);
        }
    }
    ImGui::SameLine(0.0f, 4.0f * ImGui::GetStyle().ItemSpacing.x);
    history_button(panel, PANEL_UNDO, "button.undo", "Undo", 'Z');
    ImGui::SameLine();
    history_button(panel, PANEL_REDO, "button.redo", "Redo", 'Y');
    load_button(panel);
    float width = ImGui::CalcTextSize("\xC3\x97").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    panel->car->close = part_button(panel, "button.close", "\xC3\x97", "Close (F3)");
}

/// The heads of the columns: the set-up that is driven is filled, the other one takes over when
/// clicked.
void column_heads(Panel *panel) {
    PanelCar *car = panel->car;
    static const char *const ids[] = {"head.a", "head.b"};
    part_columns(panel);
    ImGui::AlignTextToFramePadding();
    int changes = car_params_differences(car->setup[car->live], car->base[car->live]);
    ImGui::TextDisabled(changes == 0 ? "as loaded" : "%d changed", changes);
    for (int i = 0; i < 2; i++) {
        char text[96];
        bool live = car->live == i;
        std::snprintf(text, sizeof text, "%c%s%.60s###head%d", 'A' + i, live ? ": driving" : "  ",
                      live || !car->name[i] ? "" : car->name[i], i);
        part_cell(panel, i);
        part_push_button(live, PANEL_SETUP[i], PANEL_SETUP[i]);
        bool pressed = ImGui::Button(text, ImVec2(panel->cell_width, 0.0f));
        ImGui::PopStyleColor(3);
        part_note(panel, ids[i]);
        car->swap |= pressed && !live;
    }
    panel->heads_bottom = ImGui::GetItemRectMax().y + ImGui::GetStyle().ItemSpacing.y;
}

/// All numbers as loaded, those that are locked apart.
void reset_live(Panel *panel) {
    PanelCar *car = panel->car;
    CarParams made = *car->base[car->live];
    for (int i = 0; i < panel->row_count; i++) {
        const PanelRow &row = panel->rows[i];
        if (row.locked && car_number_exists(row.row, &made)) {
            *param_value(row.row, &made) = param_get(row.row, car->setup[car->live]);
        }
    }
    *car->setup[car->live] = made;
    car->changed[car->live] = true;
}

void buttons(Panel *panel) {
    PanelCar *car = panel->car;
    bool is_a = car->live == 0;
    car->swap |= part_button(panel, "button.swap", "Swap", "Drive the other set-up, at once (F6)");
    ImGui::SameLine();
    car->copy = part_button(panel, "button.copy",
                            is_a ? "Copy A \xE2\x86\x92 B" : "Copy B \xE2\x86\x92 A", "Ctrl+F6");
    ImGui::SameLine();
    if (part_button(panel, "button.reset", is_a ? "Reset A" : "Reset B",
                    "Back to the loaded numbers, except locked ones (Undo reverts it)")) {
        reset_live(panel);
    }
    ImGui::SameLine();
    if (part_button(panel, "button.save", "Save as...",
                    panel->saving
                        ? nullptr
                        : "A car file that holds only what differs from the loaded one")) {
        panel->saving = !panel->saving;
        panel->focus_name = panel->saving;
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(!car->may_compare);
    car->compare =
        part_button(panel, "button.compare", is_a ? "Last lap by B" : "Last lap by A",
                    car->may_compare ? "Drive your last lap again with both set-ups and the same "
                                       "inputs, and show a ghost of each"
                                     : "Drive a whole lap first");
    ImGui::EndDisabled();
}

/// Whether there is a name to save under: more than blanks, nothing that steers a terminal.
bool is_name(const char *name) {
    bool letters = false;
    for (const char *at = name; *at; at++) {
        if (static_cast<unsigned char>(*at) < 0x20 || *at == 0x7F) {
            return false;
        }
        letters |= *at != ' ';
    }
    return letters;
}

void save_line(Panel *panel) {
    PanelCar *car = panel->car;
    if (!panel->saving) {
        return;
    }
    const char *text = car->live == 0 ? "Save A" : "Save B";
    float width = ImGui::CalcTextSize(text).x + ImGui::CalcTextSize("Copy textCancel").x +
                  6.0f * ImGui::GetStyle().FramePadding.x + 3.0f * ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - width);
    if (panel->focus_name) {
        ImGui::SetKeyboardFocusHere();
        panel->focus_name = false;
    }
    bool entered =
        ImGui::InputTextWithHint("##name", "name of the car", panel->save_name,
                                 sizeof panel->save_name, ImGuiInputTextFlags_EnterReturnsTrue);
    part_note(panel, "save.name");
    ImGui::SameLine();
    bool pressed = part_button(panel, "save.yes", text, nullptr);
    ImGui::SameLine();
    car->copy_text = part_button(panel, "save.copy", "Copy text",
                                 "The text of the car file to the clipboard instead of a file");
    ImGui::SameLine();
    bool cancelled = part_button(panel, "save.no", "Cancel", nullptr);
    bool named = is_name(panel->save_name);
    car->save = (entered || pressed) && named;
    if (named) {
        std::memcpy(car->save_name, panel->save_name, sizeof car->save_name);
    }
    car->save_setup = car->live;
    panel->saving = !cancelled && !car->save && !car->copy_text;
}

/// Numbers of an earlier run that nobody saved.
void restore_line(Panel *panel) {
    PanelCar *car = panel->car;
    if (!car->may_restore) {
        return;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Unsaved last time:");
    ImGui::SameLine();
    car->restore = part_button(panel, "button.restore", "Restore",
                               "Bring back the numbers of A and B that were never saved (Undo "
                               "reverts it)");
    ImGui::SameLine();
    car->forget = part_button(panel, "button.forget", "Forget", "Delete them");
}

/// The caller's status, with a mark so that it is never colour alone.
void status_line(Panel *panel) {
    const PanelCar *car = panel->car;
    if (car->status && car->status[0]) {
        ImGui::PushStyleColor(ImGuiCol_Text,
                              part_color4(car->status_is_bad ? PALETTE_BAD : PALETTE_GOOD));
        ImGui::TextWrapped("%s%s", car->status_is_bad ? "! " : "", car->status);
        ImGui::PopStyleColor();
    }
}

} // namespace

void panel_head(Panel *panel) {
    title_line(panel);
    buttons(panel);
    save_line(panel);
    restore_line(panel);
    status_line(panel);
    column_heads(panel);
}
