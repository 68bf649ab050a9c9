/// The sheet of keys (F1): what every key does in the moment from which it was opened. The rows
/// come from the tables that act on the keys.
#include "game_state/auto_gas.h"
#include "game_state/menu_input.h"
#include "input/hotkeys.h"
#include "lab_window/lab_keys.h"
#include "screens/screen.h"
#include "ui/keys_sheet.h"

#include <stdio.h>

/// From which it was opened.
static GameScreen screen_below(const Game *game) {
    return game->stack[game->depth > 0 ? game->depth - 1 : 0].screen;
}

/// Whether the keys of drivers matter: the sheet lies over a race or its pause.
static bool is_driving(const Game *game) {
    GameScreen below = screen_below(game);
    return below == GAME_DRIVE || below == GAME_PAUSE;
}

/// Whether keys of this moment do anything now.
static bool is_moment(const Game *game, HotkeyMoment moment) {
    bool drives = is_driving(game);
    switch (moment) {
    case HOTKEY_WHEN_ALWAYS:
        return true;
    case HOTKEY_WHEN_DRIVING:
        return drives;
    case HOTKEY_WHEN_CROWD:
        return drives && auto_gas_helps(game);
    case HOTKEY_WHEN_TRIAL:
        return drives && game_mode_is_alone(game->def.mode);
    case HOTKEY_WHEN_PRACTICE:
        return drives && game->def.mode == DRIVE_PRACTICE;
    case HOTKEY_WHEN_TUNING:
        return drives && game_tuned_car(game) >= 0;
    case HOTKEY_WHEN_OVERLAY:
        return drives && game->designer.open;
    }
    return false;
}

/// What drives at `device`.
static void list_device(const Game *game, int device, KeysSheet *sheet) {
    bool battle = !is_driving(game) || race_is_battle(game->session.race);
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        if (action == SETTING_ACTION_FIRE && !battle) {
            continue;
        }
        KeysSheetRow *row = keys_sheet_row(sheet, setting_action_labels[action]);
        keys_sheet_key(row, device_label(&game->controls, device, (SettingAction)action));
    }
}

/// What whoever wakes the title will drive by: the places that everybody tries first.
static void list_places(const Game *game, KeysSheet *sheet) {
    static const struct {
        int device;
        const char *name;
    } places[] = {{0, "Left half"}, {1, "Arrows"}, {DEVICE_PAD, "Gamepad"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        keys_sheet_heading(sheet, places[i].name, 0);
        list_device(game, places[i].device, sheet);
    }
}

/// The keys that do something now, of the given moments.
static void list_hotkeys(const Game *game, KeysSheet *sheet, unsigned moments) {
    for (int i = 0; i < HOTKEY_COUNT; i++) {
        const HotkeyRow *hotkey = &hotkey_rows[i];
        if ((moments >> hotkey->moment & 1u) == 0 || !is_moment(game, hotkey->moment)) {
            continue;
        }
        char label[KEYS_SHEET_BYTES];
        snprintf(label, sizeof label, "%s%s", hotkey->ctrl ? "Ctrl+" : "",
                 control_label(hotkey->key));
        KeysSheetRow *row = keys_sheet_row(sheet, hotkey->label);
        keys_sheet_key(row, label);
        if (hotkey->button != PAD_NONE) {
            keys_sheet_key(row, control_label(CONTROL_BUTTON + hotkey->button));
        }
    }
}

/// The keys of the laboratory.
static void list_lab(KeysSheet *sheet) {
    for (int i = 0; i < LAB_KEY_COUNT; i++) {
        const LabKeyRow *lab = &lab_key_rows[i];
        if (i == 0 || lab->moment != lab_key_rows[i - 1].moment) {
            keys_sheet_heading(sheet, lab_moment_label(lab->moment), 0);
        }
        KeysSheetRow *row = keys_sheet_row(sheet, lab->label);
        for (int k = 0; k < lab_key_count(lab); k++) {
            char label[KEYS_SHEET_BYTES];
            snprintf(label, sizeof label, "%s%s", lab->ctrl ? "Ctrl+" : "",
                     control_label(lab->keys[k]));
            keys_sheet_key(row, label);
        }
    }
}

static void list_press(MenuPress press, const char *text, KeysSheet *sheet) {
    const MenuPressRow *press_row = &menu_press_rows[press];
    KeysSheetRow *row = keys_sheet_row(sheet, text);
    for (int k = 0; k < MENU_PRESS_KEYS; k++) {
        keys_sheet_key(row, press_row->keys[k] ? control_label(press_row->keys[k]) : "");
    }
    keys_sheet_key(row, control_label(CONTROL_BUTTON + (int)press_row->button));
}

static void list_race(const Game *game, KeysSheet *sheet) {
    const char *names[RACE_MAX_CARS];
    game_driver_names(game, names);
    for (int i = 0; i < game->seat_count; i++) {
        int car = game->seats[i].car;
        keys_sheet_heading(sheet, names[car], game->looks[car].color);
        list_device(game, game->seats[i].device, sheet);
    }
    keys_sheet_heading(sheet, "The race", 0);
    list_press(MENU_PRESS_PAUSE, "pause", sheet);
    list_hotkeys(game, sheet,
                 1u << HOTKEY_WHEN_CROWD | 1u << HOTKEY_WHEN_TRIAL | 1u << HOTKEY_WHEN_PRACTICE);
    keys_sheet_heading(sheet, "To tune and look closer", 0);
    list_hotkeys(game, sheet,
                 1u << HOTKEY_WHEN_TUNING | 1u << HOTKEY_WHEN_OVERLAY | 1u << HOTKEY_WHEN_DRIVING);
}

/// What was said last would lie over the sheet, which is asked for to be read.
static void enter(Game *game) { game->toast_left = 0.0f; }

static Wish frame(Game *game, const ScreenInput *input) {
    MenuInput pressed = menu_presses(input->frame);
    int moved = pressed.move_x + pressed.move_y - (int)input->frame->wheel;
    game->stack[game->depth].focus += moved; // pages go round
    bool closes = pressed.pause || pressed.back || pressed.accept || input->frame->mouse_pressed ||
                  hotkey_pressed(HOTKEY_SHEET, input->frame);
    return closes ? (Wish){.kind = WISH_POP} : (Wish){0};
}

static void draw(const Game *game, const Canvas *canvas) {
    KeysSheet sheet = {.count = 0};
    if (is_driving(game)) {
        list_race(game, &sheet);
    } else if (screen_below(game) == GAME_LAB) {
        list_lab(&sheet);
    } else {
        if (screen_below(game) == GAME_TITLE) {
            list_places(game, &sheet);
        }
        keys_sheet_heading(&sheet, "Menus", 0);
        for (int i = 0; i < MENU_PRESS_COUNT; i++) {
            list_press((MenuPress)i, menu_press_rows[i].label, &sheet);
        }
    }
    keys_sheet_heading(&sheet, "The game", 0);
    list_hotkeys(game, &sheet, 1u << HOTKEY_WHEN_ALWAYS);
    keys_sheet_draw(canvas, &sheet, game->device, game->stack[game->depth].focus);
}

const Screen keys_screen = {.name = "keys", .enter = enter, .frame = frame, .draw = draw};
