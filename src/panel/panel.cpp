/// The panel, drawn by Dear ImGui 1.86: panel*.cpp are the only C++ of the game, and the only home
/// of ImGui. Here is its frame: how it is made, fed and drawn.
///
/// ImGui is fed by hand from PanelInput (no window library behind it) and draws through its OpenGL
/// 3 backend alone, which brings its own loader of OpenGL functions.
#define _Noreturn [[noreturn]] // C's word, in base/assert.h
extern "C" {
#include "panel/panel.h"

#include "base/assert.h"
#include "base/file.h"
#include "vehicle/car_numbers.h"
}
#include "panel/panel_parts.h"

#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_opengl3_loader.h>
#include <cmath>
#include <cstring>

namespace {

constexpr float WIDTH_SHARE = 0.36f; ///< Of the picture, at most: the car stays in sight.
constexpr float SHARE_MOST = 0.5f;   ///< The same for whoever wants large texts.
constexpr float WIDTH_720 = 448.0f;  ///< px at a height of 720 px.
constexpr float FONT_720 = 14.0f;    ///< px likewise.

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
    style.FramePadding = ImVec2(6.0f, 4.0f); // its lower part is the slider's
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
    colors[ImGuiCol_Text] = part_color4(PALETTE_TEXT);
    colors[ImGuiCol_TextDisabled] = part_color4(PALETTE_MUTED);
    colors[ImGuiCol_TextSelectedBg] = part_color4(PALETTE_ACCENT, 0.4f);
    colors[ImGuiCol_PopupBg] = part_color4(0x1C2029FAu);
    colors[ImGuiCol_Border] = part_color4(PANEL_FAINT, 0.6f);
    colors[ImGuiCol_FrameBg] = colors[ImGuiCol_Button] = colors[ImGuiCol_Header] =
        part_color4(PANEL_FIELD);
    colors[ImGuiCol_FrameBgHovered] = colors[ImGuiCol_ButtonHovered] =
        colors[ImGuiCol_HeaderHovered] = part_color4(PANEL_FIELD_HOVER);
    colors[ImGuiCol_FrameBgActive] = colors[ImGuiCol_ButtonActive] = colors[ImGuiCol_HeaderActive] =
        part_color4(PANEL_FAINT);
    colors[ImGuiCol_SliderGrab] = colors[ImGuiCol_SliderGrabActive] = part_color4(PANEL_INK, 0.0f);
    colors[ImGuiCol_CheckMark] = part_color4(PALETTE_ACCENT);
    colors[ImGuiCol_ScrollbarBg] = part_color4(PANEL_INK, 0.0f);
    colors[ImGuiCol_ScrollbarGrab] = part_color4(PANEL_FAINT);
    ImGui::GetStyle() = style;
}

/// Width in px, before it is made whole. `scale`: 0 is 1.
float width_of(int width_px, int height_px, float scale) {
    scale = scale > 0.0f ? scale : 1.0f;
    float most = std::fmin(WIDTH_SHARE * std::fmax(scale, 1.0f), SHARE_MOST);
    float wished = WIDTH_720 * scale * static_cast<float>(height_px) / 720.0f;
    return std::fmin(most * static_cast<float>(width_px), std::fmax(wished, 0.3f * WIDTH_720));
}

/// Sizes everything for a picture of this size; the font is baked anew where its size changes.
void fit(Panel *panel, int width_px, int height_px, float scale) {
    float unit = std::fmax(width_of(width_px, height_px, scale) / WIDTH_720, 0.3f);
    panel->width_px = width_px;
    panel->height_px = height_px;
    panel->scale = scale;
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

void window(Panel *panel) {
    panel->width = panel_width(panel->width_px, panel->height_px, panel->scale);
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(panel->width_px) - panel->width, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(panel->width, static_cast<float>(panel->height_px)));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
    ImVec2 at = ImGui::GetWindowPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        at, ImVec2(at.x + 4.0f * panel->unit, at.y + static_cast<float>(panel->height_px)),
        part_color(PANEL_SETUP[panel->car->live]));
    panel_head(panel);
    bool plots = true;
    if (panel->state.view == PANEL_ALL) {
        plots = panel_numbers(panel);
    } else if (panel->state.view == PANEL_EIGHT) {
        panel_knobs(panel);
        part_caption(panel, "All shows every number. Right click resets.");
    }
    if (plots) {
        panel_plots(panel);
    }
    ImGui::End();
}

void clear_box(const Panel *panel, ImVec2 low, ImVec2 high, unsigned rgba) {
    ImVec4 fill = part_color4(rgba);
    int left = static_cast<int>(std::round(low.x)), top = static_cast<int>(std::round(low.y));
    int right = static_cast<int>(std::round(high.x)), bottom = static_cast<int>(std::round(high.y));
    glScissor(left, panel->height_px - bottom, right - left, bottom - top);
    glClearColor(fill.x, fill.y, fill.z, fill.w);
    glClear(GL_COLOR_BUFFER_BIT);
}

/// Fills the panel's part of the picture and the plates on it.
void fill_plates(const Panel *panel) {
    GLint box[4];
    GLboolean was_on = glIsEnabled(GL_SCISSOR_TEST);
    ImVec2 size(static_cast<float>(panel->width_px), static_cast<float>(panel->height_px));
    glGetIntegerv(GL_SCISSOR_BOX, box);
    glEnable(GL_SCISSOR_TEST);
    clear_box(panel, ImVec2(size.x - panel->width, 0.0f), size, PANEL_PLATE);
    for (const PanelPlate &plate : panel->plates) {
        clear_box(panel, plate.low, plate.high, plate.rgba);
    }
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

float panel_width(int width_px, int height_px, float scale) {
    return std::floor(width_of(width_px, height_px, scale));
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
    panel->row_count = panel_rows_make(&car_param_table, &car_list_table, panel->rows);
    const ParamTable no_lists = {};
    panel->sound_row_count = panel_rows_make(&car_sound_table, &no_lists, panel->sound_rows);
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
    PanelTook took = {};
    car->changed[0] = car->changed[1] = false;
    car->swap = car->copy = car->compare = car->save = car->copy_text = car->close = false;
    car->restore = car->forget = false;
    car->save_name[0] = '\0';
    car->load = nullptr;
    panel->has_frame = false;
    if (input->width_px <= 0 || input->height_px <= 0) {
        return took;
    }
    ImGui::SetCurrentContext(panel->context);
    panel->car = car;
    panel->telemetry = telemetry;
    fit(panel, input->width_px, input->height_px, input->scale);
    feed(panel, input);
    panel->has_backend = panel->draws;
    panel->items.clear();
    panel->plates.clear();
    follow(panel, car);
    ImGui::NewFrame();
    took.escape = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    window(panel);
    ImGui::Render();
    for (int i = 0; i < 2; i++) {
        car_feel_follow(&panel->feel[i], car->setup[i]);
    }
    panel_history_follow(panel);
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
        fill_plates(panel);
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
