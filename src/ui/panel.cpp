/// The panel, drawn by Dear ImGui 1.86: the only C++ of the game, and the only home of ImGui.
///
/// ImGui is fed by hand from PanelInput (no window library behind it) and draws through its OpenGL
/// 3 backend alone, which brings its own loader of OpenGL functions.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define _Noreturn [[noreturn]] // C's word, in base/assert.h
extern "C" {
#include "base/assert.h"
#include "base/file.h"
#include "base/number.h"
#include "dynamics/car_feel.h"
#include "dynamics/car_write.h"
#include "ui/panel.h"
#include "ui/panel_rows.h"
}

#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_opengl3_loader.h>
#include <imgui.h>

namespace {

// The game's palette (ui/hud.c), 0xRRGGBBAA.
constexpr unsigned PLATE = 0x181C24FFu;
constexpr unsigned FIELD = 0x262B36FFu;
constexpr unsigned FIELD_HOVER = 0x343B49FFu;
constexpr unsigned TEXT = 0xF2F4F8FFu;
constexpr unsigned MUTED = 0xB4BCC9FFu;
constexpr unsigned FAINT = 0x5A6475FFu; ///< Lines alone.
constexpr unsigned DIM = 0x8E98A9FFu;   ///< Words at the axes: 6:1 on the plots.
constexpr unsigned ACCENT = 0xFFC145FFu;
constexpr unsigned GOOD = 0x7CF0C5FFu;
constexpr unsigned BAD = 0xFF5A4DFFu;
constexpr unsigned INK = 0x11141AFFu;
constexpr unsigned SETUP[2] = {0x56B4E9FFu, 0xE69F00FFu}; ///< A blue, B orange, as their ghosts.

constexpr float WIDTH_SHARE = 0.36f; ///< Of the picture, at most: the car stays in sight.
constexpr float WIDTH_720 = 448.0f;  ///< px at a height of 720 px.
constexpr float FONT_720 = 14.0f;    ///< px likewise.
constexpr float KNOB_STEPS = 10.0f;  ///< Steps from the middle to an end of the eight sliders.
constexpr float SAMPLES = static_cast<float>(PANEL_SAMPLES);
constexpr int LINE_STRIDE = 3; ///< Of the samples that a line shows: 20 a second.
constexpr int CLOUD_STRIDE = 3;
constexpr float DEGREES = 57.29578f;
constexpr float GRAVITY_MPS2 = 9.81f;

ImU32 color(unsigned rgba, float alpha = 1.0f) {
    unsigned opacity = static_cast<unsigned>(static_cast<float>(rgba & 0xFFu) * alpha + 0.5f);
    return IM_COL32(rgba >> 24 & 0xFFu, rgba >> 16 & 0xFFu, rgba >> 8 & 0xFFu, opacity);
}

ImVec4 color4(unsigned rgba, float alpha = 1.0f) {
    return ImGui::ColorConvertU32ToFloat4(color(rgba, alpha));
}

} // namespace

struct Panel {
    ImGuiContext *context = nullptr;
    bool draws = false, has_backend = false, has_frame = false;
    std::vector<char> font_data;
    ImFont *small_font = nullptr;
    float unit = 0.0f; ///< Pixels per pixel of a picture 720 px high; 0 before the first frame.
    int width_px = 0, height_px = 0;
    PanelState state = {};
    PanelRow rows[PANEL_ROWS_MAX];
    int row_count = 0;
    std::vector<std::string> knob_ids[2];
    std::vector<PanelItem> items;
    CarFeel feel[2];
    bool has_feel = false;
    bool saving = false; ///< The line for the name is open.
    bool focus_name = false;
    char save_name[CAR_NAME_MAX] = "";
    float start[2] = {}; ///< Values of a slider and its partner when it was taken.
    // Of the frame being made:
    PanelCar *car = nullptr;
    const PanelTelemetry *telemetry = nullptr;
    float cell_x[2] = {}, cell_width = 0.0f; ///< Of the columns, px.
};

namespace {

// Making ---------------------------------------------------------------------------------------

/// Whether the bytes begin as a font does: ImGui stops the program where they do not.
bool is_font(const FileBytes &bytes) {
    static const char *const starts[] = {"OTTO", "true"};
    static const char version_1[4] = {0, 1, 0, 0};
    if (bytes.size < 1024) {
        return false;
    }
    return std::memcmp(bytes.data, version_1, 4) == 0 ||
           std::memcmp(bytes.data, starts[0], 4) == 0 || std::memcmp(bytes.data, starts[1], 4) == 0;
}

bool read_font(Panel *panel, const char *path, MessageList *messages) {
    FileBytes bytes = {};
    if (!path) {
        return true;
    }
    if (!file_read(path, 64u * 1024u * 1024u, &bytes, messages)) {
        return false;
    }
    bool fine = is_font(bytes);
    if (fine) {
        panel->font_data.assign(bytes.data, bytes.data + bytes.size);
    } else {
        Place nowhere = {};
        message_add(messages, MESSAGE_E954, nowhere, "it is neither TTF nor OTF");
    }
    file_bytes_free(&bytes);
    return fine;
}

void name_knobs(Panel *panel) {
    for (int i = 0; i < KNOB_COUNT; i++) {
        panel->knob_ids[0].push_back(std::string("a.") + car_knob_texts[i].name);
        panel->knob_ids[1].push_back(std::string("b.") + car_knob_texts[i].name);
    }
}

/// Keys that ImGui's text fields and lists know, by GLFW's tokens.
void map_keys(ImGuiIO &io) {
    static const int pairs[][2] = {
        {ImGuiKey_Tab, 258},         {ImGuiKey_LeftArrow, 263}, {ImGuiKey_RightArrow, 262},
        {ImGuiKey_UpArrow, 265},     {ImGuiKey_DownArrow, 264}, {ImGuiKey_PageUp, 266},
        {ImGuiKey_PageDown, 267},    {ImGuiKey_Home, 268},      {ImGuiKey_End, 269},
        {ImGuiKey_Insert, 260},      {ImGuiKey_Delete, 261},    {ImGuiKey_Backspace, 259},
        {ImGuiKey_Space, 32},        {ImGuiKey_Enter, 257},     {ImGuiKey_Escape, 256},
        {ImGuiKey_KeyPadEnter, 335}, {ImGuiKey_A, 'A'},         {ImGuiKey_C, 'C'},
        {ImGuiKey_V, 'V'},           {ImGuiKey_X, 'X'},         {ImGuiKey_Y, 'Y'},
        {ImGuiKey_Z, 'Z'},
    };
    for (const int *pair : pairs) {
        io.KeyMap[pair[0]] = pair[1];
    }
}

// Fitting the window ---------------------------------------------------------------------------

void set_style(float unit) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = ImVec2(12.0f, 10.0f);
    style.FramePadding = ImVec2(6.0f, 3.0f);
    style.ItemSpacing = ImVec2(6.0f, 3.0f);
    style.ItemInnerSpacing = ImVec2(5.0f, 4.0f);
    style.ScrollbarSize = 10.0f;
    style.GrabMinSize = 9.0f;
    // Round corners of a hundred fields cost a software renderer a millisecond a frame.
    style.FrameRounding = style.GrabRounding = 0.0f;
    style.PopupRounding = 4.0f;
    style.WindowRounding = style.WindowBorderSize = style.ChildBorderSize = 0.0f;
    style.ScaleAllSizes(unit);
    ImVec4 *colors = style.Colors;
    colors[ImGuiCol_Text] = color4(TEXT);
    colors[ImGuiCol_TextDisabled] = color4(MUTED);
    colors[ImGuiCol_TextSelectedBg] = color4(ACCENT, 0.4f);
    colors[ImGuiCol_PopupBg] = color4(0x1C2029FAu);
    colors[ImGuiCol_Border] = color4(FAINT, 0.6f);
    colors[ImGuiCol_FrameBg] = colors[ImGuiCol_Button] = colors[ImGuiCol_Header] = color4(FIELD);
    colors[ImGuiCol_FrameBgHovered] = colors[ImGuiCol_ButtonHovered] =
        colors[ImGuiCol_HeaderHovered] = color4(FIELD_HOVER);
    colors[ImGuiCol_FrameBgActive] = colors[ImGuiCol_ButtonActive] = colors[ImGuiCol_HeaderActive] =
        color4(FAINT);
    colors[ImGuiCol_SliderGrab] = colors[ImGuiCol_SliderGrabActive] = color4(INK, 0.0f);
    colors[ImGuiCol_CheckMark] = color4(ACCENT);
    colors[ImGuiCol_ScrollbarBg] = color4(INK, 0.0f);
    colors[ImGuiCol_ScrollbarGrab] = color4(FAINT);
    ImGui::GetStyle() = style;
}

/// Sizes everything for a picture of this size; the font is baked anew where its size changes.
void fit(Panel *panel, int width_px, int height_px) {
    float wide = static_cast<float>(width_px) * WIDTH_SHARE / WIDTH_720;
    float high = static_cast<float>(height_px) / 720.0f;
    float unit = std::fmax(std::fmin(wide, high), 0.3f);
    panel->width_px = width_px;
    panel->height_px = height_px;
    if (panel->unit > 0.0f && std::fabs(unit - panel->unit) < 0.01f) {
        return;
    }
    panel->unit = unit;
    static const ImWchar ranges[] = {0x20, 0xFF, 0x2013, 0x2026, 0x2190, 0x2193, 0};
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    config.GlyphRanges = ranges;
    for (int i = 0; i < 2; i++) {
        config.SizePixels = std::round((i == 0 ? FONT_720 : 0.82f * FONT_720) * unit);
        ImFont *font = panel->font_data.empty()
                           ? io.Fonts->AddFontDefault()
                           : io.Fonts->AddFontFromMemoryTTF(
                                 panel->font_data.data(), static_cast<int>(panel->font_data.size()),
                                 config.SizePixels, &config);
        panel->small_font = font;
    }
    io.Fonts->Build();
    if (panel->has_backend) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    set_style(unit);
}

void feed(Panel *panel, const PanelInput *input) {
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize =
        ImVec2(static_cast<float>(input->width_px), static_cast<float>(input->height_px));
    io.DeltaTime = input->dt > 1e-4f ? std::fmin(input->dt, 1.0f) : 1e-4f; // 0 stops ImGui
    io.MousePos = ImVec2(input->mouse_x, input->mouse_y);
    for (int i = 0; i < 3; i++) {
        io.MouseDown[i] = input->mouse_down[i];
    }
    io.MouseWheel = input->wheel;
    for (int i = 0; i < PANEL_KEYS; i++) {
        io.KeysDown[i] = input->keys && input->keys[i];
    }
    io.KeyCtrl = io.KeysDown[341] || io.KeysDown[345];
    io.KeyShift = io.KeysDown[340] || io.KeysDown[344];
    io.KeyAlt = io.KeysDown[342] || io.KeysDown[346];
    char text[PANEL_TEXT_MAX];
    std::memcpy(text, input->text, sizeof text);
    text[sizeof text - 1] = '\0';
    io.AddInputCharactersUTF8(text);
    if (panel->draws) {
        ImGui_ImplOpenGL3_NewFrame();
    }
}

// Parts ----------------------------------------------------------------------------------------

/// Remembers where the last thing is.
void note_item(Panel *panel, const char *id) {
    ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    panel->items.push_back({id, low.x, low.y, size.x, size.y});
}

bool button(Panel *panel, const char *id, const char *text, const char *hint) {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 4.0f * panel->unit);
    bool pressed = ImGui::Button(text);
    ImGui::PopStyleVar();
    note_item(panel, id);
    if (hint && ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", hint);
    }
    return pressed;
}

/// Text in the small font, muted.
void caption(Panel *panel, const char *text) {
    ImGui::PushFont(panel->small_font);
    ImGui::TextDisabled("%s", text);
    ImGui::PopFont();
}

/// A button that stays down while `on`.
bool tab(Panel *panel, const char *id, const char *text, bool on) {
    ImGui::PushStyleColor(ImGuiCol_Button, color4(on ? ACCENT : FIELD));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color4(on ? ACCENT : FIELD_HOVER));
    ImGui::PushStyleColor(ImGuiCol_Text, color4(on ? INK : TEXT));
    bool pressed = button(panel, id, text, nullptr);
    ImGui::PopStyleColor(3);
    return pressed;
}

/// Where ImGui puts the grab of a slider (the last thing) for `share` of its range, px.
float grab_x(float share) {
    const ImGuiStyle &style = ImGui::GetStyle();
    float left = ImGui::GetItemRectMin().x + 2.0f + 0.5f * style.GrabMinSize;
    float right = ImGui::GetItemRectMax().x - 2.0f - 0.5f * style.GrabMinSize;
    return left + std::fmin(std::fmax(share, 0.0f), 1.0f) * (right - left);
}

/// What makes the last thing a slider, below its number so that this stays readable: a bar from
/// where it was loaded to where it stands, a tick there and a handle here (shares of the range).
void draw_slider(const Panel *panel, int setup, float loaded, float share) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    bool live = setup == panel->car->live;
    float u = panel->unit, bottom = ImGui::GetItemRectMax().y;
    float from = grab_x(loaded), to = grab_x(share), half = 0.5f * std::fmax(2.0f * u, 1.0f);
    ImU32 filled = color(SETUP[setup], live ? 1.0f : 0.6f);
    list->AddRectFilled(ImVec2(grab_x(0.0f), bottom - 2.0f * u), ImVec2(grab_x(1.0f), bottom),
                        color(FAINT, 0.6f));
    list->AddRectFilled(ImVec2(std::fmin(from, to), bottom - 3.0f * u),
                        ImVec2(std::fmax(from, to), bottom), filled);
    list->AddRectFilled(ImVec2(from - half, bottom - 5.0f * u), ImVec2(from + half, bottom),
                        color(TEXT, 0.85f));
    list->AddRectFilled(ImVec2(to - 3.0f * u, bottom - 5.0f * u), ImVec2(to + 3.0f * u, bottom),
                        filled, 1.5f * u);
}

/// Dots in front of a row: left one for A, right one for B, where they are not as loaded.
void draw_dots(Panel *panel, const bool changed[2], float x) {
    float u = panel->unit, y = ImGui::GetCursorScreenPos().y + 0.5f * ImGui::GetFrameHeight();
    for (int i = 0; i < 2; i++) {
        if (changed[i]) {
            ImGui::GetWindowDrawList()->AddCircleFilled(
                ImVec2(x + (3.5f + 8.0f * static_cast<float>(i)) * u, y), 3.0f * u, color(SETUP[i]),
                10);
        }
    }
}

/// The columns of this window: labels, A, B.
void lay_out(Panel *panel) {
    float left = ImGui::GetCursorScreenPos().x, width = ImGui::GetContentRegionAvail().x;
    float gap = 6.0f * panel->unit;
    panel->cell_width = std::floor(0.295f * width);
    panel->cell_x[1] = left + width - panel->cell_width;
    panel->cell_x[0] = panel->cell_x[1] - gap - panel->cell_width;
}

void go_to_cell(const Panel *panel, int setup) {
    ImGui::SameLine();
    ImGui::SetCursorScreenPos(ImVec2(panel->cell_x[setup], ImGui::GetCursorScreenPos().y));
    ImGui::SetNextItemWidth(panel->cell_width);
}

/// The label of a row, cut where the columns begin. `changed`: of A, of B.
void row_label(Panel *panel, const char *id, const char *label, const bool changed[2]) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float gutter = 20.0f * panel->unit;
    ImVec2 size(panel->cell_x[0] - at.x - 4.0f * panel->unit, ImGui::GetFrameHeight());
    draw_dots(panel, changed, at.x);
    ImGui::InvisibleButton(id, size);
    note_item(panel, id);
    ImVec4 clip(at.x, at.y, at.x + size.x, at.y + size.y);
    ImGui::GetWindowDrawList()->AddText(
        nullptr, 0.0f, ImVec2(at.x + gutter, at.y + ImGui::GetStyle().FramePadding.y), color(TEXT),
        label, nullptr, 0.0f, &clip);
}

void write(Panel *panel, int setup, const ParamRow &row, float value) {
    float *at = param_value(&row, panel->car->setup[setup]);
    value = std::fmin(std::fmax(value, row.min), row.max);
    if (*at != value) {
        *at = value;
        panel->car->changed[setup] = true;
    }
}

float base_of(const Panel *panel, int setup, const ParamRow &row) {
    return param_get(&row, panel->car->base[setup]);
}

// All numbers ----------------------------------------------------------------------------------

/// Writes the new value of a slider and takes a linked partner along by the same share.
void move_number(Panel *panel, int setup, const PanelRow &row, float value) {
    write(panel, setup, *row.row, value);
    if (row.partner < 0 || !row.linked) {
        return;
    }
    const PanelRow &other = panel->rows[row.partner];
    float moved = panel->start[0] > 0.0f ? panel->start[1] * value / panel->start[0]
                                         : panel->start[1] + value - panel->start[0];
    write(panel, setup, *other.row, panel_row_snapped(&other, moved));
}

void tell_about(const Panel *panel, const PanelRow &row, int setup) {
    const ParamRow &param = *row.row;
    char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX], loaded[NUMBER_TEXT_MAX];
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26.0f);
    ImGui::TextUnformatted(param.about);
    if (param.more[0]) {
        ImGui::TextColored(color4(ACCENT), "More:");
        ImGui::SameLine();
        ImGui::TextWrapped("%s", param.more);
    }
    ImGui::TextDisabled("%s, %s to %s%s, loaded %s", row.id, car_write_number(param.min, low),
                        car_write_number(param.max, high), row.unit,
                        car_write_number(base_of(panel, setup, param), loaded));
    if (row.linked) {
        ImGui::TextDisabled("Linked: front and rear move together.");
    }
    ImGui::TextDisabled("Ctrl and click: type a number. Right click: reset, link.");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void row_menu(Panel *panel, PanelRow &row, int setup) {
    if (!ImGui::BeginPopupContextItem()) {
        return;
    }
    char text[96], loaded[NUMBER_TEXT_MAX];
    const char *live = setup == 0 ? "A" : "B";
    float base = base_of(panel, setup, *row.row);
    std::snprintf(text, sizeof text, "Reset %s to %s%s", live, car_write_number(base, loaded),
                  row.unit);
    bool changed = param_get(row.row, panel->car->setup[setup]) != base;
    if (ImGui::MenuItem(text, nullptr, false, changed)) {
        write(panel, setup, *row.row, base);
    }
    note_item(panel, "menu.reset");
    if (row.partner >= 0) {
        if (ImGui::MenuItem("Link front and rear", nullptr, row.linked)) {
            row.linked = !row.linked;
            panel->rows[row.partner].linked = row.linked;
        }
        note_item(panel, "menu.link");
    }
    ImGui::EndPopup();
}

void number_slider(Panel *panel, PanelRow &row, int setup) {
    const ParamRow &param = *row.row;
    float value = param_get(&param, panel->car->setup[setup]);
    go_to_cell(panel, setup);
    ImGui::PushID(setup);
    ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
    flags |= row.logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    bool moved = ImGui::SliderFloat("##value", &value, param.min, param.max, row.format, flags);
    note_item(panel, row.of_setup[setup]);
    if (ImGui::IsItemActivated()) {
        panel->start[0] = param_get(&param, panel->car->setup[setup]);
        panel->start[1] = row.partner < 0
                              ? 0.0f
                              : param_get(panel->rows[row.partner].row, panel->car->setup[setup]);
    }
    if (moved) { // typed numbers stay as they are; dragged ones keep to the steps
        move_number(panel, setup, row,
                    ImGui::GetIO().MouseDown[0] ? panel_row_snapped(&row, value) : value);
    }
    draw_slider(panel, setup, panel_row_share(&row, base_of(panel, setup, param)),
                panel_row_share(&row, param_get(&param, panel->car->setup[setup])));
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tell_about(panel, row, setup);
    }
    row_menu(panel, row, setup);
    ImGui::PopID();
}

bool is_changed(const Panel *panel, const PanelRow &row, bool changed[2]) {
    for (int i = 0; i < 2; i++) {
        changed[i] = param_get(row.row, panel->car->setup[i]) != base_of(panel, i, *row.row);
    }
    return changed[0] || changed[1];
}

void number_row(Panel *panel, PanelRow &row) {
    bool changed[2];
    is_changed(panel, row, changed);
    ImGui::PushID(row.id);
    row_label(panel, row.id, row.label, changed);
    if (ImGui::IsItemHovered()) {
        tell_about(panel, row, panel->car->live);
    }
    row_menu(panel, row, panel->car->live);
    number_slider(panel, row, 0);
    number_slider(panel, row, 1);
    ImGui::PopID();
}

bool is_shown(const Panel *panel, const PanelRow &row) {
    bool changed[2];
    return panel_row_is_found(&row, panel->state.search) &&
           (is_changed(panel, row, changed) || !panel->state.only_changed);
}

void search_line(Panel *panel) {
    float check = ImGui::CalcTextSize("changed").x + ImGui::GetFrameHeight() + 14.0f * panel->unit;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - check);
    ImGui::InputTextWithHint("##search", "search: rear grip, brake, yaw ...", panel->state.search,
                             sizeof panel->state.search);
    note_item(panel, "search");
    ImGui::SameLine();
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::fmax(panel->unit, 1.0f));
    ImGui::Checkbox("changed", &panel->state.only_changed);
    ImGui::PopStyleVar();
    note_item(panel, "only_changed");
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
    ImGui::PushStyleColor(ImGuiCol_Text, color4(ACCENT));
    bool open = ImGui::CollapsingHeader(group, ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    for (int i = first; open && i < end; i++) {
        if (is_shown(panel, panel->rows[i])) {
            number_row(panel, panel->rows[i]);
        }
    }
    return end;
}

void view_all(Panel *panel) {
    search_line(panel);
    ImGui::BeginChild("all");
    lay_out(panel);
    int shown = 0;
    for (int i = 0; i < panel->row_count;) {
        i = group_rows(panel, i, &shown);
    }
    if (shown == 0) {
        ImGui::TextDisabled(panel->state.only_changed ? "Nothing here is changed."
                                                      : "No number is called that.");
    }
    ImGui::EndChild();
}

// The eight sliders ----------------------------------------------------------------------------

/// What the knob moves, by the table.
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

void turn_knob(Panel *panel, int setup, int knob, float value) {
    car_feel_turn(&panel->feel[setup], static_cast<CarKnob>(knob), value, panel->car->setup[setup]);
    panel->car->changed[setup] = true;
}

void knob_slider(Panel *panel, int setup, int knob) {
    float value = panel->feel[setup].knobs[knob] * KNOB_STEPS;
    go_to_cell(panel, setup);
    ImGui::PushID(setup);
    bool moved =
        ImGui::SliderFloat("##knob", &value, -KNOB_STEPS, KNOB_STEPS, value == 0.0f ? "0" : "%+.0f",
                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    note_item(panel, panel->knob_ids[setup][static_cast<size_t>(knob)].c_str());
    float turned = std::round(value) / KNOB_STEPS;
    if (moved && turned != panel->feel[setup].knobs[knob]) {
        turn_knob(panel, setup, knob, turned);
    }
    draw_slider(panel, setup, 0.5f, 0.5f + 0.5f * panel->feel[setup].knobs[knob]);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        tell_about_knob(knob);
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        turn_knob(panel, setup, knob, 0.0f);
    }
    ImGui::PopID();
}

void knob_rows(Panel *panel) {
    for (int i = 0; i < KNOB_COUNT; i++) {
        bool changed[2] = {panel->feel[0].knobs[i] != 0.0f, panel->feel[1].knobs[i] != 0.0f};
        ImGui::PushID(i);
        row_label(panel, car_knob_texts[i].name, car_knob_texts[i].name, changed);
        if (ImGui::IsItemHovered()) {
            tell_about_knob(i);
        }
        knob_slider(panel, 0, i);
        knob_slider(panel, 1, i);
        ImGui::PopID();
    }
}

// Plots ----------------------------------------------------------------------------------------

/// A field to draw in; px.
struct Plot {
    ImDrawList *list;
    ImVec2 low, high;
    float unit;
};

/// Makes room for a plot of this size with its name; `ends` adds what stands to its right.
Plot plot_begin(Panel *panel, const char *id, const char *name, ImVec2 size) {
    ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    note_item(panel, id);
    Plot plot = {ImGui::GetWindowDrawList(), low, ImVec2(low.x + size.x, low.y + size.y),
                 panel->unit};
    plot.list->AddRectFilled(plot.low, plot.high, color(INK, 0.75f), 4.0f * plot.unit);
    plot.list->AddText(panel->small_font, panel->small_font->FontSize,
                       ImVec2(low.x + 6.0f * plot.unit, low.y + 3.0f * plot.unit), color(MUTED),
                       name);
    return plot;
}

/// Words at the right end of the line of the name, each in the colour of its line.
void plot_legend(Panel *panel, const Plot &plot, int count, const char *const *words,
                 const unsigned *colors) {
    ImFont *font = panel->small_font;
    float x = plot.high.x - 6.0f * plot.unit;
    for (int i = count - 1; i >= 0; i--) {
        x -= font->CalcTextSizeA(font->FontSize, FLT_MAX, 0.0f, words[i]).x;
        plot.list->AddText(font, font->FontSize, ImVec2(x, plot.low.y + 3.0f * plot.unit),
                           color(colors[i]), words[i]);
        x -= 8.0f * plot.unit;
    }
}

void plot_rule(const Plot &plot, float y, unsigned rgba, float alpha) {
    plot.list->AddLine(ImVec2(plot.low.x, y), ImVec2(plot.high.x, y), color(rgba, alpha),
                       std::fmax(plot.unit, 1.0f));
}

typedef float (*SampleValue)(const PanelSample *sample);

/// Points of a line, without those that lie between their neighbours: lines cost by the point, and
/// keys make long level ones.
struct Line {
    ImVec2 points[PANEL_SAMPLES / LINE_STRIDE + 2];
    int count;
};

void line_add(Line *line, ImVec2 at, float unit) {
    if (line->count >= 2) {
        const ImVec2 &first = line->points[line->count - 2], &last = line->points[line->count - 1];
        float share = (last.x - first.x) / (at.x - first.x);
        bool between = std::fabs(first.y + share * (at.y - first.y) - last.y) < 0.2f * unit;
        if (between && (at.x - first.x < 10.0f * unit || at.y == first.y)) {
            line->count--;
        }
    }
    line->points[line->count++] = at;
}

/// One line over time, the newest at the right edge. `zero` and `one`: y in px of 0 and 1.
void plot_line(Panel *panel, const Plot &plot, SampleValue value, float scale, float zero,
               float one, unsigned rgba) {
    const PanelTelemetry *telemetry = panel->telemetry;
    Line line = {};
    for (int i = 0; i < telemetry->count; i++) {
        const PanelSample *sample = panel_telemetry_at(telemetry, i);
        // Always the same samples and the newest, so that the line does not shimmer as it moves.
        bool kept = (sample - telemetry->samples) % LINE_STRIDE == 0;
        if (kept || i == telemetry->count - 1) {
            float age = static_cast<float>(telemetry->count - 1 - i) / SAMPLES;
            float share = std::fmin(std::fmax(scale * value(sample), -1.0f), 1.0f);
            ImVec2 at(plot.high.x - age * (plot.high.x - plot.low.x), zero + share * (one - zero));
            line_add(&line, at, plot.unit);
        }
    }
    plot.list->AddPolyline(line.points, line.count, color(rgba), 0,
                           1.4f * std::fmax(plot.unit, 0.8f));
}

float sample_speed(const PanelSample *sample) { return sample->speed; }
float sample_throttle(const PanelSample *sample) { return sample->throttle; }
float sample_brake(const PanelSample *sample) { return sample->brake; }
float sample_steer(const PanelSample *sample) { return sample->steer; }
float sample_front(const PanelSample *sample) { return sample->slip_front_deg; }
float sample_rear(const PanelSample *sample) { return sample->slip_rear_deg; }

float largest(const PanelTelemetry *telemetry, SampleValue value) {
    float most = 0.0f;
    for (int i = 0; i < telemetry->count; i++) {
        most = std::fmax(most, std::fabs(value(&telemetry->samples[i])));
    }
    return most;
}

void plot_text(Panel *panel, const Plot &plot, float x, float y, unsigned rgba, const char *text) {
    plot.list->AddText(panel->small_font, panel->small_font->FontSize, ImVec2(x, y), color(rgba),
                       text);
}

/// Speed above, pedals and steering below, over 10 s.
void plot_inputs(Panel *panel, ImVec2 size) {
    static const char *const words[] = {"speed", "gas", "brake", "steer"};
    static const unsigned colors[] = {TEXT, GOOD, BAD, ACCENT};
    Plot plot = plot_begin(panel, "plot.inputs", "10 s", size);
    plot_legend(panel, plot, 4, words, colors);
    float u = plot.unit, top = plot.low.y + 20.0f * u, bottom = plot.high.y - 5.0f * u;
    float middle = top + 0.52f * (bottom - top);
    float fastest =
        std::ceil(std::fmax(largest(panel->telemetry, sample_speed), 10.0f) * 3.6f / 50.0f) *
        50.0f; // km/h
    char text[32];
    std::snprintf(text, sizeof text, "%.0f km/h", static_cast<double>(fastest));
    plot_rule(plot, top, FAINT, 0.5f);
    plot_text(panel, plot, plot.low.x + 6.0f * u, top + 1.0f * u, DIM, text);
    plot_line(panel, plot, sample_speed, 3.6f / fastest, middle, top, TEXT);
    plot_rule(plot, middle + 4.0f * u, FAINT, 0.3f);
    float zero = 0.5f * (middle + 4.0f * u + bottom);
    plot_rule(plot, zero, FAINT, 0.5f);
    plot_line(panel, plot, sample_throttle, 1.0f, bottom, middle + 6.0f * u, GOOD);
    plot_line(panel, plot, sample_brake, 1.0f, bottom, middle + 6.0f * u, BAD);
    plot_line(panel, plot, sample_steer, 1.0f, zero, middle + 6.0f * u, ACCENT);
}

/// Slip angles of the axles over 10 s, with the angles of most grip.
void plot_slip(Panel *panel, ImVec2 size) {
    static const char *const words[] = {"front", "rear"};
    static const unsigned colors[] = {SETUP[0], BAD};
    Plot plot = plot_begin(panel, "plot.slip", "slip angle", size);
    plot_legend(panel, plot, 2, words, colors);
    const CarParams *params = panel->car->setup[panel->car->live];
    float peaks[2] = {params->slip_angle_peak_front_deg, params->slip_angle_peak_rear_deg};
    float u = plot.unit, top = plot.low.y + 20.0f * u, bottom = plot.high.y - 5.0f * u;
    float zero = 0.5f * (top + bottom);
    float most = std::fmax(
        std::fmax(peaks[0], peaks[1]) * 1.5f,
        std::fmax(largest(panel->telemetry, sample_front), largest(panel->telemetry, sample_rear)));
    most = std::fmin(std::ceil(most / 5.0f) * 5.0f, 45.0f);
    plot_rule(plot, zero, FAINT, 0.6f);
    for (int i = 0; i < 2; i++) {
        plot_rule(plot, zero - peaks[i] / most * (zero - top), colors[i], 0.35f);
        plot_rule(plot, zero + peaks[i] / most * (zero - top), colors[i], 0.35f);
    }
    char text[48];
    std::snprintf(text, sizeof text, "\xC2\xB1%.0f\xC2\xB0   dim lines: most grip",
                  static_cast<double>(most));
    plot_text(panel, plot, plot.low.x + 6.0f * u, bottom - 12.0f * u, DIM, text);
    plot_line(panel, plot, sample_front, 1.0f / most, zero, top, colors[0]);
    plot_line(panel, plot, sample_rear, 1.0f / most, zero, top, colors[1]);
}

/// The cloud of the last 10 s at (x, y) each; older ones are dimmer, the newest one is a ring.
template <typename Where> void plot_cloud(Panel *panel, const Plot &plot, Where where) {
    const PanelTelemetry *telemetry = panel->telemetry;
    float half = std::fmax(std::round(plot.unit), 1.0f);
    plot.list->PushClipRect(plot.low, plot.high, true);
    for (int i = 0; i < telemetry->count; i++) {
        const PanelSample *sample = panel_telemetry_at(telemetry, i);
        if ((sample - telemetry->samples) % CLOUD_STRIDE != 0) {
            continue;
        }
        float fresh = 0.25f + 0.75f * static_cast<float>(i) / SAMPLES;
        ImVec2 at = where(sample);
        plot.list->AddRectFilled(ImVec2(at.x - half, at.y - half), ImVec2(at.x + half, at.y + half),
                                 color(SETUP[sample->setup & 1], fresh));
    }
    if (telemetry->count > 0) {
        plot.list->AddCircle(where(panel_telemetry_at(telemetry, telemetry->count - 1)),
                             4.5f * plot.unit, color(TEXT), 16, 1.6f * plot.unit);
    }
    plot.list->PopClipRect();
}

/// Along over across, in g, with the ellipse that the tyres of the live set-up can reach.
void plot_gg(Panel *panel, ImVec2 size) {
    Plot plot = plot_begin(panel, "plot.gg", "g-g", size);
    const PanelTelemetry *telemetry = panel->telemetry;
    PanelSample last = {};
    last.grip = 1.0f;
    if (telemetry->count > 0) {
        last = *panel_telemetry_at(telemetry, telemetry->count - 1);
    }
    const CarParams *params = panel->car->setup[panel->car->live];
    vec2s limit = panel_friction_limit(params, last.speed, last.grip);
    float u = plot.unit;
    ImVec2 middle(0.5f * (plot.low.x + plot.high.x), 0.5f * (plot.low.y + plot.high.y) + 5.0f * u);
    vec2s dry_limit = panel_friction_limit(params, last.speed, 1.0f);
    float dry = std::fmax(dry_limit.raw[0], dry_limit.raw[1]);
    float range = std::ceil(1.15f * dry / GRAVITY_MPS2 * 2.0f) / 2.0f; // g, by halves
    float room = 0.5f * std::fmin(size.x - 12.0f * u, size.y - 26.0f * u);
    float scale = room / (range * GRAVITY_MPS2);
    plot_rule(plot, middle.y, FAINT, 0.5f);
    plot.list->AddLine(ImVec2(middle.x, plot.low.y + 18.0f * u), ImVec2(middle.x, plot.high.y),
                       color(FAINT, 0.5f), std::fmax(u, 1.0f));
    for (float ring = 1.0f; ring <= range; ring += 1.0f) {
        plot.list->AddCircle(middle, ring * GRAVITY_MPS2 * scale, color(FAINT, 0.45f), 48,
                             std::fmax(u, 1.0f));
    }
    plot_text(panel, plot, middle.x + 3.0f * u, middle.y - GRAVITY_MPS2 * scale, DIM, "1 g");
    ImVec2 points[64];
    for (int i = 0; i < 64; i++) {
        float angle = 6.2831853f * static_cast<float>(i) / 64.0f;
        points[i] = ImVec2(middle.x + limit.raw[1] * scale * std::cos(angle),
                           middle.y + limit.raw[0] * scale * std::sin(angle));
    }
    plot.list->AddPolyline(points, 64, color(ACCENT), ImDrawFlags_Closed, 1.5f * u);
    // Forward is up; left, which is positive, is left.
    plot_cloud(panel, plot, [middle, scale](const PanelSample *sample) {
        return ImVec2(middle.x - sample->ay * scale, middle.y - sample->ax * scale);
    });
    static const char *const words[] = {"limit"};
    static const unsigned colors[] = {ACCENT};
    plot_legend(panel, plot, 1, words, colors);
    char text[32];
    std::snprintf(text, sizeof text, "%.2f g", static_cast<double>(limit.raw[1] / GRAVITY_MPS2));
    plot_text(panel, plot, plot.low.x + 6.0f * u, plot.high.y - 16.0f * u, ACCENT, text);
}

/// Yaw rate over what the steering asks for: on the line the car follows its front wheels, flatter
/// it pushes wide, steeper its tail comes round.
void plot_yaw(Panel *panel, ImVec2 size) {
    Plot plot = plot_begin(panel, "plot.yaw", "steer to yaw", size);
    const CarParams *params = panel->car->setup[panel->car->live];
    float u = plot.unit;
    ImVec2 middle(0.5f * (plot.low.x + plot.high.x), 0.5f * (plot.low.y + plot.high.y) + 5.0f * u);
    float most = 1.0f; // rad/s
    for (int i = 0; i < panel->telemetry->count; i++) {
        most = std::fmax(most, std::fabs(panel->telemetry->samples[i].yaw_rate));
    }
    most = std::ceil(1.1f * most * 2.0f) / 2.0f;
    float half = 0.5f * std::fmin(size.x - 12.0f * u, size.y - 26.0f * u), scale = half / most;
    plot_rule(plot, middle.y, FAINT, 0.5f);
    plot.list->AddLine(ImVec2(middle.x, plot.low.y + 18.0f * u), ImVec2(middle.x, plot.high.y),
                       color(FAINT, 0.5f), std::fmax(u, 1.0f));
    plot.list->AddLine(ImVec2(middle.x - half, middle.y + half),
                       ImVec2(middle.x + half, middle.y - half), color(MUTED, 0.6f),
                       std::fmax(u, 1.0f));
    plot_text(panel, plot, middle.x + 0.30f * half, plot.low.y + 18.0f * u, DIM, "tail out");
    plot_text(panel, plot, middle.x + 0.36f * half, middle.y - 15.0f * u, DIM, "pushes");
    float left = plot.low.x + 3.0f * u, right = plot.high.x - 3.0f * u;
    plot_cloud(panel, plot, [=](const PanelSample *sample) {
        float asked = panel_asked_yaw_rate(params, sample->speed, sample->wheel_angle);
        float x = middle.x + asked * scale;
        return ImVec2(std::fmin(std::fmax(x, left), right), middle.y - sample->yaw_rate * scale);
    });
    char text[48];
    std::snprintf(text, sizeof text, "\xC2\xB1%.0f\xC2\xB0/s", static_cast<double>(most * DEGREES));
    plot_text(panel, plot, plot.low.x + 6.0f * u, plot.high.y - 16.0f * u, DIM, text);
}

/// All four plots in what is left of the window.
void plots(Panel *panel) {
    ImVec2 room = ImGui::GetContentRegionAvail();
    float gap = ImGui::GetStyle().ItemSpacing.y;
    float square = std::fmin(0.5f * (room.x - gap), std::fmax(0.42f * room.y, 60.0f * panel->unit));
    float strip = 0.5f * (room.y - square - 2.0f * gap);
    if (strip < 34.0f * panel->unit) {
        return; // no room to see anything in
    }
    plot_inputs(panel, ImVec2(room.x, strip));
    plot_slip(panel, ImVec2(room.x, strip));
    plot_gg(panel, ImVec2(0.5f * (room.x - gap), square));
    ImGui::SameLine(0.0f, gap);
    plot_yaw(panel, ImVec2(0.5f * (room.x - gap), square));
}

// The head -------------------------------------------------------------------------------------

void title_line(Panel *panel) {
    static const char *const ids[] = {"view.eight", "view.all", "view.plots"};
    static const char *const names[] = {"Eight", "All", "Plots"};
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color4(ACCENT), "TUNING");
    for (int i = 0; i < PANEL_VIEW_COUNT; i++) {
        ImGui::SameLine();
        if (tab(panel, ids[i], names[i], static_cast<int>(panel->state.view) == i)) {
            panel->state.view = static_cast<PanelView>(i);
        }
    }
    float width = ImGui::CalcTextSize("\xC3\x97").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    panel->car->close = button(panel, "button.close", "\xC3\x97", "Close (F3)");
}

/// The heads of the columns: the set-up that is driven is filled, the other one takes over when
/// clicked.
void column_heads(Panel *panel) {
    PanelCar *car = panel->car;
    static const char *const ids[] = {"head.a", "head.b"};
    lay_out(panel);
    ImGui::AlignTextToFramePadding();
    int changes = car_params_differences(car->setup[car->live], car->base[car->live]);
    ImGui::TextDisabled(changes == 0 ? "as loaded" : "%d changed", changes);
    for (int i = 0; i < 2; i++) {
        char text[96];
        bool live = car->live == i;
        std::snprintf(text, sizeof text, "%c%s%.60s###head%d", 'A' + i, live ? ": driving" : "  ",
                      live || !car->name[i] ? "" : car->name[i], i);
        go_to_cell(panel, i);
        ImGui::PushStyleColor(ImGuiCol_Button, color4(live ? SETUP[i] : FIELD));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color4(live ? SETUP[i] : FIELD_HOVER));
        ImGui::PushStyleColor(ImGuiCol_Text, color4(live ? INK : SETUP[i]));
        bool pressed = ImGui::Button(text, ImVec2(panel->cell_width, 0.0f));
        ImGui::PopStyleColor(3);
        note_item(panel, ids[i]);
        car->swap |= pressed && !live;
    }
}

void reset_live(PanelCar *car) {
    *car->setup[car->live] = *car->base[car->live];
    car->changed[car->live] = true;
}

void buttons(Panel *panel) {
    PanelCar *car = panel->car;
    bool is_a = car->live == 0;
    car->swap |= button(panel, "button.swap", "Swap", "Drive the other set-up, at once (F6)");
    ImGui::SameLine();
    car->copy = button(panel, "button.copy",
                       is_a ? "Copy A \xE2\x86\x92 B" : "Copy B \xE2\x86\x92 A", "Ctrl+F6");
    ImGui::SameLine();
    if (button(panel, "button.reset", is_a ? "Reset A" : "Reset B", "All numbers as loaded")) {
        reset_live(car);
    }
    ImGui::SameLine();
    if (button(panel, "button.save", "Save as...",
               "A car file that holds only what differs from the loaded one")) {
        panel->saving = !panel->saving;
        panel->focus_name = panel->saving;
    }
    if (car->may_compare) {
        ImGui::SameLine();
        car->compare = button(panel, "button.compare", is_a ? "Lap by B" : "Lap by A",
                              "The inputs of your last lap, driven by the other set-up: its ghost");
    }
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
    float width = ImGui::CalcTextSize(text).x + ImGui::CalcTextSize("Cancel").x +
                  4.0f * ImGui::GetStyle().FramePadding.x + 2.0f * ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - width);
    if (panel->focus_name) {
        ImGui::SetKeyboardFocusHere();
        panel->focus_name = false;
    }
    bool entered =
        ImGui::InputTextWithHint("##name", "name of the car", panel->save_name,
                                 sizeof panel->save_name, ImGuiInputTextFlags_EnterReturnsTrue);
    note_item(panel, "save.name");
    ImGui::SameLine();
    bool pressed = button(panel, "save.yes", text, nullptr);
    ImGui::SameLine();
    bool cancelled = button(panel, "save.no", "Cancel", nullptr);
    if ((entered || pressed) && is_name(panel->save_name)) {
        car->save = true;
        car->save_setup = car->live;
        std::memcpy(car->save_name, panel->save_name, sizeof car->save_name);
    }
    panel->saving = !cancelled && !car->save;
}

/// What the caller has to say, with a mark so that it is never colour alone.
void status_line(Panel *panel) {
    const PanelCar *car = panel->car;
    if (car->status && car->status[0]) {
        ImGui::PushStyleColor(ImGuiCol_Text, color4(car->status_is_bad ? BAD : GOOD));
        ImGui::TextWrapped("%s%s", car->status_is_bad ? "! " : "", car->status);
        ImGui::PopStyleColor();
    }
}

void window(Panel *panel) {
    float width = panel_width(panel->width_px, panel->height_px);
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(panel->width_px) - width, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(width, static_cast<float>(panel->height_px)));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
    ImVec2 at = ImGui::GetWindowPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        at, ImVec2(at.x + 4.0f * panel->unit, at.y + static_cast<float>(panel->height_px)),
        color(SETUP[panel->car->live]));
    title_line(panel);
    buttons(panel);
    save_line(panel);
    status_line(panel);
    column_heads(panel);
    if (panel->state.view == PANEL_ALL) {
        view_all(panel);
    } else if (panel->state.view == PANEL_EIGHT) {
        knob_rows(panel);
        caption(panel, "All shows every number. Right click resets.");
    }
    if (panel->state.view != PANEL_ALL) {
        plots(panel);
    }
    ImGui::End();
}

/// Fills the panel's part of the picture. A cleared rectangle costs a software renderer a third of
/// what a window background of ImGui's does, which is blended and textured.
void fill_plate(const Panel *panel) {
    GLint box[4];
    GLboolean was_on = glIsEnabled(GL_SCISSOR_TEST);
    int width = static_cast<int>(panel_width(panel->width_px, panel->height_px));
    ImVec4 plate = color4(PLATE);
    glGetIntegerv(GL_SCISSOR_BOX, box);
    glEnable(GL_SCISSOR_TEST);
    glScissor(panel->width_px - width, 0, width, panel->height_px);
    glClearColor(plate.x, plate.y, plate.z, plate.w);
    glClear(GL_COLOR_BUFFER_BIT);
    glScissor(box[0], box[1], box[2], box[3]);
    if (!was_on) {
        glDisable(GL_SCISSOR_TEST);
    }
}

/// Takes over what others did to the set-ups since the last frame: swaps, copies, files, rewinds.
void follow(Panel *panel, const PanelCar *car) {
    CarFeel before[2] = {panel->feel[0], panel->feel[1]};
    for (int i = 0; i < 2; i++) {
        const CarFeel &other = before[1 - i];
        if (!panel->has_feel) {
            panel->feel[i] = car_feel_make(car->setup[i]);
        } else if (std::memcmp(&before[i].shown, car->setup[i], sizeof(CarParams)) != 0 &&
                   std::memcmp(&other.shown, car->setup[i], sizeof(CarParams)) == 0) {
            panel->feel[i] = other; // copied: its sliders come along
        } else {
            car_feel_follow(&panel->feel[i], car->setup[i]);
        }
    }
    panel->has_feel = true;
}

} // namespace

float panel_width(int width_px, int height_px) {
    return std::floor(
        std::fmin(WIDTH_SHARE * static_cast<float>(width_px),
                  std::fmax(WIDTH_720 * static_cast<float>(height_px) / 720.0f, 0.3f * WIDTH_720)));
}

Panel *panel_create(const PanelDef *def, MessageList *messages) {
    ASSERT(def != nullptr && messages != nullptr);
    Panel *panel = new Panel();
    if (!read_font(panel, def->font, messages)) {
        delete panel;
        return nullptr;
    }
    IMGUI_CHECKVERSION();
    panel->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(panel->context);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    map_keys(io);
    panel->row_count = panel_rows_make(&car_param_table, panel->rows);
    name_knobs(panel);
    panel->draws = def->draw;
    if (def->draw && !ImGui_ImplOpenGL3_Init("#version 330 core")) {
        Place nowhere = {};
        message_add(messages, MESSAGE_E951, nowhere, "the tuning panel finds no libGL");
        ImGui::DestroyContext(panel->context);
        delete panel;
        return nullptr;
    }
    return panel;
}

void panel_destroy(Panel *panel) {
    if (!panel) {
        return;
    }
    ImGui::SetCurrentContext(panel->context);
    if (panel->draws) {
        ImGui_ImplOpenGL3_Shutdown();
    }
    ImGui::DestroyContext(panel->context);
    delete panel;
}

PanelTook panel_frame(Panel *panel, const PanelInput *input, PanelCar *car,
                      const PanelTelemetry *telemetry) {
    ASSERT(panel != nullptr && input != nullptr && car != nullptr && telemetry != nullptr);
    ASSERT(car->live == 0 || car->live == 1);
    PanelTook took = {false, false};
    car->changed[0] = car->changed[1] = false;
    car->swap = car->copy = car->compare = car->save = car->close = false;
    car->save_name[0] = '\0';
    panel->has_frame = false;
    if (input->width_px <= 0 || input->height_px <= 0) {
        return took;
    }
    ImGui::SetCurrentContext(panel->context);
    panel->car = car;
    panel->telemetry = telemetry;
    fit(panel, input->width_px, input->height_px);
    feed(panel, input);
    panel->has_backend = panel->draws;
    panel->items.clear();
    follow(panel, car);
    ImGui::NewFrame();
    window(panel);
    ImGui::Render();
    for (int i = 0; i < 2; i++) {
        car_feel_follow(&panel->feel[i], car->setup[i]);
    }
    panel->has_frame = true;
    panel->car = nullptr;
    panel->telemetry = nullptr;
    took.mouse = ImGui::GetIO().WantCaptureMouse;
    took.keys = ImGui::GetIO().WantTextInput;
    return took;
}

void panel_draw(Panel *panel) {
    ASSERT(panel != nullptr && panel->draws);
    if (panel->has_frame) {
        ImGui::SetCurrentContext(panel->context);
        fill_plate(panel);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    }
}

PanelState *panel_state(Panel *panel) {
    ASSERT(panel != nullptr);
    return &panel->state;
}

const PanelItem *panel_items(const Panel *panel, int *count) {
    ASSERT(panel != nullptr && count != nullptr);
    *count = static_cast<int>(panel->items.size());
    return panel->items.data();
}
