#include "panel/panel_parts.h"

#include <cmath>

ImU32 part_color(unsigned rgba, float alpha) {
    unsigned opacity = static_cast<unsigned>(static_cast<float>(rgba & 0xFFu) * alpha + 0.5f);
    return IM_COL32(rgba >> 24 & 0xFFu, rgba >> 16 & 0xFFu, rgba >> 8 & 0xFFu, opacity);
}

ImVec4 part_color4(unsigned rgba, float alpha) {
    return ImGui::ColorConvertU32ToFloat4(part_color(rgba, alpha));
}

void part_note(Panel *panel, const char *id) {
    ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    panel->items.push_back({id, low.x, low.y, size.x, size.y});
}

void part_plate(Panel *panel, ImVec2 low, ImVec2 high, unsigned rgba) {
    ImVec2 clip_low = ImGui::GetWindowDrawList()->GetClipRectMin();
    ImVec2 clip_high = ImGui::GetWindowDrawList()->GetClipRectMax();
    PanelPlate plate = {ImVec2(std::fmax(low.x, clip_low.x), std::fmax(low.y, clip_low.y)),
                        ImVec2(std::fmin(high.x, clip_high.x), std::fmin(high.y, clip_high.y)),
                        rgba};
    if (plate.low.x < plate.high.x && plate.low.y < plate.high.y) {
        panel->plates.push_back(plate);
    }
}

/// Beside the mouse it would cover the heads of the columns, which it mostly speaks of: it hangs
/// below them.
static void show_hint(const Panel *panel, const char *hint) {
    float pad = ImGui::GetStyle().WindowPadding.x;
    float right = static_cast<float>(panel->width_px) - pad;
    float width = panel->width - 4.0f * pad;
    ImGui::SetNextWindowPos(ImVec2(right, panel->heads_bottom), ImGuiCond_Always,
                            ImVec2(1.0f, 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f); // of a button that is dim, too
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(width);
    ImGui::TextUnformatted(hint);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

bool part_button(Panel *panel, const char *id, const char *text, const char *hint) {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 4.0f * panel->unit);
    bool pressed = ImGui::Button(text);
    ImGui::PopStyleVar();
    part_note(panel, id);
    if (hint && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        show_hint(panel, hint);
    }
    return pressed;
}

void part_caption(Panel *panel, const char *text) {
    ImGui::PushFont(panel->small_font);
    ImGui::TextDisabled("%s", text);
    ImGui::PopFont();
}

void part_push_button(bool on, unsigned color, unsigned text) {
    ImGui::PushStyleColor(ImGuiCol_Button, part_color4(on ? color : PANEL_FIELD));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, part_color4(on ? color : PANEL_FIELD_HOVER));
    ImGui::PushStyleColor(ImGuiCol_Text, part_color4(on ? PANEL_INK : text));
}

bool part_tab(Panel *panel, const char *id, const char *text, bool on) {
    part_push_button(on, PALETTE_ACCENT, PALETTE_TEXT);
    bool pressed = part_button(panel, id, text, nullptr);
    ImGui::PopStyleColor(3);
    return pressed;
}

bool part_number(Panel *panel, int setup, const char *id, float *value, float min, float max,
                 const char *format, ImGuiSliderFlags flags) {
    part_cell(panel, setup);
    for (ImGuiCol field : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive}) {
        ImGui::PushStyleColor(field, 0u);
    }
    flags |= ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
    bool moved = ImGui::SliderFloat("##number", value, min, max, format, flags);
    ImGui::PopStyleColor(3);
    part_note(panel, id);
    return moved;
}

/// Where ImGui puts the grab of a slider (the last thing) for `share` of its range, px.
static float grab_x(float share) {
    const ImGuiStyle &style = ImGui::GetStyle();
    float left = ImGui::GetItemRectMin().x + 2.0f + 0.5f * style.GrabMinSize;
    float right = ImGui::GetItemRectMax().x - 2.0f - 0.5f * style.GrabMinSize;
    return left + std::fmin(std::fmax(share, 0.0f), 1.0f) * (right - left);
}

void part_slider(Panel *panel, int setup, float loaded, float share) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    bool live = setup == panel->car->live;
    part_plate(panel, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
               ImGui::IsItemActive()    ? PANEL_FAINT
               : ImGui::IsItemHovered() ? PANEL_FIELD_HOVER
                                        : PANEL_FIELD);
    // Below the number, so that nothing strikes through it.
    float bottom = ImGui::GetItemRectMax().y, top = bottom - ImGui::GetStyle().FramePadding.y;
    float u = panel->unit, middle = bottom - std::floor(0.5f * (bottom - top));
    float from = grab_x(loaded), to = grab_x(share), half = 0.5f * std::fmax(2.0f * u, 1.0f);
    ImU32 filled = part_color(PANEL_SETUP[setup], live ? 1.0f : 0.6f);
    list->AddRectFilled(ImVec2(grab_x(0.0f), middle), ImVec2(grab_x(1.0f), bottom),
                        part_color(PANEL_FAINT, 0.6f));
    list->AddRectFilled(ImVec2(std::fmin(from, to), middle), ImVec2(std::fmax(from, to), bottom),
                        filled);
    list->AddRectFilled(ImVec2(from - half, top), ImVec2(from + half, bottom),
                        part_color(PALETTE_TEXT, 0.85f));
    list->AddRectFilled(ImVec2(to - 3.0f * u, top), ImVec2(to + 3.0f * u, bottom), filled,
                        1.5f * u);
}

/// Dots in front of a row: left one for A, right one for B, where they are not as loaded.
static void draw_dots(Panel *panel, const bool changed[2], float x) {
    float u = panel->unit, y = ImGui::GetCursorScreenPos().y + 0.5f * ImGui::GetFrameHeight();
    for (int i = 0; i < 2; i++) {
        if (changed[i]) {
            ImGui::GetWindowDrawList()->AddCircleFilled(
                ImVec2(x + (3.5f + 8.0f * static_cast<float>(i)) * u, y), 3.0f * u,
                part_color(PANEL_SETUP[i]), 10);
        }
    }
}

void part_columns(Panel *panel) {
    float left = ImGui::GetCursorScreenPos().x, width = ImGui::GetContentRegionAvail().x;
    float gap = 6.0f * panel->unit;
    panel->cell_width = std::floor(0.295f * width);
    panel->cell_x[1] = left + width - panel->cell_width;
    panel->cell_x[0] = panel->cell_x[1] - gap - panel->cell_width;
}

void part_cell(const Panel *panel, int setup) {
    ImGui::SameLine();
    ImGui::SetCursorScreenPos(ImVec2(panel->cell_x[setup], ImGui::GetCursorScreenPos().y));
    ImGui::SetNextItemWidth(panel->cell_width);
}

void part_label(Panel *panel, const char *id, const char *label, const bool changed[2]) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float gutter = 20.0f * panel->unit;
    ImVec2 size(panel->cell_x[0] - at.x - 4.0f * panel->unit, ImGui::GetFrameHeight());
    draw_dots(panel, changed, at.x);
    ImGui::InvisibleButton(id, size);
    part_note(panel, id);
    ImVec4 clip(at.x, at.y, at.x + size.x, at.y + size.y);
    ImGui::GetWindowDrawList()->AddText(
        nullptr, 0.0f, ImVec2(at.x + gutter, at.y + ImGui::GetStyle().FramePadding.y),
        part_color(PALETTE_TEXT), label, nullptr, 0.0f, &clip);
}
