/// The test of the keyboard: keys light up while they are held, and what cannot be told apart is
/// named, with a key that can.
#include "input/key_combos.h"
#include "input/rebind.h"
#include "render/race_picture.h"
#include "screens/menu.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

enum {
    CHANGE, ///< + place: takes the key that is proposed.
    BACK = DEVICE_KEYS_COUNT
};

static void add_proposal(const Game *game, MenuPanel *panel, int place) {
    int key = key_combos_proposal(&game->key_combos, &game->controls, place);
    if (key != KEY_NONE) {
        char text[MENU_LABEL_MAX];
        snprintf(text, sizeof text, "%s: handbrake by %s", device_name(place), control_label(key));
        menu_action(panel, CHANGE + place, text);
    }
}

static void fill(const Game *game, MenuPanel *panel) {
    panel->title = "Test the keyboard";
    menu_text(panel, "Hold gas, a side and the handbrake.", "");
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        for (int index = 0; index < KEY_COMBOS; index++) {
            KeyComboState state = game->key_combos.states[place][index];
            char text[MENU_LABEL_MAX];
            snprintf(text, sizeof text, "%s: %s", device_name(place), key_combo_text(index));
            if (state != KEY_COMBO_UNTRIED) {
                menu_text(panel, text, state == KEY_COMBO_TOLD ? "\u2713" : "\u00d7");
            }
        }
        add_proposal(game, panel, place);
    }
    panel->note = "All at once. Your keyboard hides the keys that stay dark.";
    panel->aside_units = 620.0f;
    panel->aside_tall = 500.0f;
    panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_ACCEPT, "accept"};
    panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_BACK, "back"};
    panel->prompts_alone = true; // arrows and letters are tested here
    menu_action(panel, BACK, "Back");
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    if (id == BACK) {
        return (Wish){.kind = WISH_POP};
    }
    int place = id - CHANGE;
    int key = key_combos_proposal(&game->key_combos, &game->controls, place);
    if (key != KEY_NONE) {
        rebind(&game->settings, &game->controls, place, place, SETTING_ACTION_HANDBRAKE, key);
        memset(game->key_combos.states[place], 0, sizeof game->key_combos.states[place]);
    }
    return (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

static void enter(Game *game) { game->key_combos = (KeyCombos){0}; }

/// Keys drive nothing here: only Enter, Esc, the mouse and gamepads reach the menu.
static Wish frame(Game *game, const ScreenInput *input) {
    key_combos_frame(&game->key_combos, &game->controls, input->frame, input->dt);
    memcpy(game->keys_down, input->frame->down, sizeof game->keys_down);
    if (window_pressed(input->frame, KEY_ESCAPE)) {
        return (Wish){.kind = WISH_POP};
    }
    InputFrame without = *input->frame;
    without.press_count = 0;
    if (window_pressed(input->frame, KEY_ENTER)) {
        without.presses[without.press_count++] = KEY_ENTER;
    }
    memset(without.down, 0, sizeof without.down);
    ScreenInput of_menu = *input;
    of_menu.frame = &without;
    return menu_frame(game, &of_menu);
}

/// A key cap that is `lit` in its seat's colour.
static void draw_key(const Canvas *canvas, Area area, float unit, bool lit, uint32_t color,
                     const char *label) {
    canvas_fill(canvas, area, 8.0f * unit, lit ? color : PALETTE_WITH(PALETTE_TEXT, 0x20));
    float size = canvas_fitting(canvas, 22.0f * unit, area.width - 8.0f * unit, label);
    canvas_text(canvas, area.x + 0.5f * area.width, area.y + 0.62f * area.height, size, TEXT_CENTER,
                lit ? PALETTE_INK : PALETTE_TEXT, label);
}

/// The keys of one place as they lie: gas over brake, the sides beside it, then handbrake and horn.
static void draw_place(const Game *game, const Canvas *canvas, Area area, float unit, int place) {
    static const struct {
        SettingAction action;
        float column, row, wide;
    } keys[] = {{SETTING_ACTION_GAS, 1, 0, 1},          {SETTING_ACTION_LEFT, 0, 1, 1},
                {SETTING_ACTION_BRAKE, 1, 1, 1},        {SETTING_ACTION_RIGHT, 2, 1, 1},
                {SETTING_ACTION_HANDBRAKE, 0, 2, 1.5f}, {SETTING_ACTION_RESCUE, 1.5f, 2, 1.5f}};
    float gap = 6.0f * unit, step = 0.25f * (area.height - 30.0f * unit);
    float wide = area.width / 3.0f;
    canvas_text(canvas, area.x, area.y + 20.0f * unit, 22.0f * unit, TEXT_LEFT, PALETTE_TEXT,
                device_name(place));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const int *bound = game->controls.keys[place].controls[keys[i].action];
        bool lit = false;
        for (int k = 0; k < BINDINGS_CONTROLS; k++) {
            lit |= bound[k] != CONTROL_NONE && game->keys_down[bound[k]];
        }
        Area cap = {area.x + wide * keys[i].column,
                    area.y + 30.0f * unit + 1.33f * step * keys[i].row, wide * keys[i].wide - gap,
                    1.33f * step - gap};
        draw_key(canvas, cap, unit, lit, race_picture_colors[game_person_color(game, place)],
                 control_label(bound[0]));
    }
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    MenuLayout layout = menu_panel_draw(canvas, &shown);
    Area area = layout.aside;
    if (area.width <= 0.0f) {
        return;
    }
    float gap = 24.0f * layout.unit, wide = 0.5f * (area.width - gap);
    float tall = 0.5f * (area.height - gap);
    tall = tall < 0.8f * wide ? tall : 0.8f * wide;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        Area of_place = {area.x + (float)(place % 2) * (wide + gap),
                         area.y + (float)(place / 2) * (tall + gap), wide, tall};
        draw_place(game, canvas, of_place, layout.unit, place);
    }
}

const Screen key_test_screen = {
    .name = "key_test", .menu = &menu, .enter = enter, .frame = frame, .draw = draw};
