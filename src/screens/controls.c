/// The keys, buttons and sticks of one person: press the new one. What has it already is said
/// before it is taken.
#include "input/rebind.h"
#include "screens/menu.h"
#include "ui/stick_picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    DEAD_ZONE = SETTING_ACTION_COUNT, ///< Below are the actions.
    CURVE,
    RESET
};

/// Where the person sits; who does not sit has the place on the keyboard with his number.
static int device_of(const Game *game) {
    int number = game->seat_menu.number;
    for (int i = 0; i < game->seat_count; i++) {
        int device = game->seats[i].device;
        if (game->seats[i].number == number && !game->seats[i].lost && device != DEVICE_ANY_KEYS) {
            return device;
        }
    }
    return number;
}

/// The controls of an action: "RT, A"; while it waits for its new one, that it does.
static void controls_text(const Game *game, SettingAction action, char out[MENU_TEXT_MAX]) {
    int device = device_of(game);
    const int *controls = device_bindings(&game->controls, device)->controls[action];
    out[0] = '\0';
    if (action == game->seat_menu.action) {
        snprintf(out, MENU_TEXT_MAX, device >= DEVICE_PAD ? "press a button" : "press a key");
        return;
    }
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        size_t used = strlen(out);
        if (controls[i] != CONTROL_NONE) {
            snprintf(out + used, MENU_TEXT_MAX - used, "%s%s", i > 0 ? ", " : "",
                     control_label(controls[i]));
        }
    }
}

static void add_number(const Game *game, MenuPanel *panel, int id, const char *name) {
    const SettingRow *row = setting_find(SETTING_GROUP_SEAT, name);
    int number = game->seat_menu.number;
    char shown[SETTING_SHOWN_MAX];
    setting_shown(row, &game->settings, number, shown);
    menu_number(panel, id, row->label, setting_number(row, &game->settings, number), row->min,
                row->max, row->step, shown)
        ->help = row->about;
}

static void fill(const Game *game, MenuPanel *panel) {
    int device = device_of(game);
    char text[MENU_LABEL_MAX];
    panel->title = "Keys and sticks";
    snprintf(text, sizeof text, "%.14s: %s", game_person_name(game, game->seat_menu.number),
             device_name(device));
    menu_heading(panel, text);
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        MenuRow *row = menu_action(panel, action, setting_action_labels[action]);
        controls_text(game, (SettingAction)action, row->text);
        row->help = "Choose it, then press the new key or button.";
    }
    if (device >= DEVICE_PAD) {
        add_number(game, panel, DEAD_ZONE, "dead_zone");
        add_number(game, panel, CURVE, "curve");
        panel->aside_units = 360.0f;
    }
    menu_action(panel, RESET, "Reset to the usual ones")->asks = MENU_ASKS_OWNER;
    if (game->seat_menu.says[0]) {
        panel->note = game->seat_menu.says;
    }
    if (game->seat_menu.action != SETTING_ACTION_COUNT) {
        panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_GIVE_UP, "leave it as it is"};
        panel->prompts_alone = true;
    }
}

static void say(Game *game, const char *text) {
    snprintf(game->seat_menu.says, sizeof game->seat_menu.says, "%s", text);
}

static Wish act(Game *game, int id, float value) {
    SeatMenu *menu = &game->seat_menu;
    say(game, "");
    if (id < SETTING_ACTION_COUNT) {
        menu->action = (SettingAction)id;
        menu->pending = CONTROL_NONE;
        snprintf(menu->says, sizeof menu->says, "Press the new key or button for \"%s\".",
                 setting_action_labels[id]);
    } else if (id == RESET) {
        rebind_reset(&game->settings, device_of(game), menu->number);
    } else {
        const char *name = id == DEAD_ZONE ? "dead_zone" : "curve";
        setting_set(setting_find(SETTING_GROUP_SEAT, name), &game->settings, menu->number, value);
    }
    return (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

/// Takes `control` for the action that waits, at once or, where it does something else, when it is
/// pressed again.
static void take_control(Game *game, int control) {
    SeatMenu *seat_menu = &game->seat_menu;
    int device = device_of(game);
    const char *refusal = rebind_refusal(control);
    if (refusal) {
        say(game, refusal);
        return;
    }
    RebindUse use = rebind_find(&game->controls, device, seat_menu->action, control);
    if (use.device != DEVICE_NONE && control != seat_menu->pending) {
        seat_menu->pending = control;
        snprintf(seat_menu->says, sizeof seat_menu->says,
                 "%s is \"%s\" of the %s: press it again to swap the two.", control_label(control),
                 setting_action_labels[use.action], device_name(use.device));
        return;
    }
    rebind(&game->settings, &game->controls, device, seat_menu->number, seat_menu->action, control);
    seat_menu->action = SETTING_ACTION_COUNT;
    say(game, "");
}

static bool is_given_up(const InputFrame *input) {
    bool pressed = window_pressed(input, KEY_ESCAPE);
    for (int i = 0; i < WINDOW_PADS; i++) {
        pressed |= input->pads[i].present && input->pads[i].pressed[PAD_START];
    }
    return pressed;
}

static void enter(Game *game) {
    game->seat_menu.action = SETTING_ACTION_COUNT;
    say(game, "");
}

static Wish frame(Game *game, const ScreenInput *input) {
    SeatMenu *seat_menu = &game->seat_menu;
    const PadState *pad = device_pad(device_of(game), input->frame);
    seat_menu->stick = pad ? *pad : (PadState){0};
    if (seat_menu->action == SETTING_ACTION_COUNT) {
        return menu_frame(game, input);
    }
    int control = control_pressed(input->frame, pad);
    if (is_given_up(input->frame)) {
        seat_menu->action = SETTING_ACTION_COUNT;
        say(game, "");
    } else if (control != CONTROL_NONE) {
        take_control(game, control);
    }
    return (Wish){0};
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    MenuLayout layout = menu_panel_draw(canvas, &shown);
    int device = device_of(game);
    if (layout.aside.width <= 0.0f || device < DEVICE_PAD) {
        return;
    }
    const Bindings *bindings = device_bindings(&game->controls, device);
    const InputFrame nothing = {0};
    const PadState *pad = &game->seat_menu.stick;
    CarInput input = bindings_input(bindings, &nothing, pad);
    StickPicture stick = {.x = pad->axes[PAD_LEFT_X],
                          .y = pad->axes[PAD_LEFT_Y],
                          .rest = bindings->rest,
                          .end = bindings->end,
                          .curve = bindings->curve,
                          .steer = -(float)input.steer / 127.0f};
    stick_picture_draw(canvas, layout.aside, layout.unit, &stick);
}

const Screen controls_screen = {
    .name = "controls", .menu = &menu, .enter = enter, .frame = frame, .draw = draw};
