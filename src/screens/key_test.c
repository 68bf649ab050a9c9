/// The test of the keyboard: says what all are to hold, lights what arrives, and offers something
/// else for what does not.
#include "input/key_test.h"

#include "game_state/auto_gas.h"
#include "game_state/lobby.h"
#include "input/rebind.h"
#include "render/race_picture.h"
#include "screens/menu.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    SAY,
    TAKE,
    AUTO_GAS,
    AGAIN,
    BACK
};

/// Who drives at a place.
static const char *name_at(const Game *game, int place) {
    int number = lobby_person_at(game, place);
    return number >= 0 ? game_person_name(game, number) : device_name(place);
}

static uint32_t color_at(const Game *game, int place) {
    int number = lobby_person_at(game, place);
    return race_picture_colors[game_person_color(game, number >= 0 ? number : place)];
}

/// What a person is to hold: "W + A", with what has come of it.
static void add_person(const Game *game, MenuPanel *panel, int place, const KeyAsked *asked,
                       int count) {
    char text[MENU_TEXT_MAX] = "";
    KeyAsked absent;
    bool all = true, waits = key_test_absent(&game->key_test, &absent) && absent.place == place;
    int used = 0;
    for (int i = 0; i < count; i++) {
        if (asked[i].place == place) {
            bool missing = waits && absent.action == asked[i].action;
            used += snprintf(
                text + used, sizeof text - (size_t)used, "%s%.12s%s", used > 0 ? " + " : "",
                device_label(&game->controls, place, asked[i].action), missing ? "?" : "");
            all &= key_test_is_down(&game->controls, asked[i], game->keys_down);
        }
    }
    MenuRow *row = menu_text(panel, name_at(game, place), "");
    snprintf(row->text, sizeof row->text, "%.54s%s", text, all ? " \u2713" : "");
    row->color = color_at(game, place);
}

static void add_step(const Game *game, MenuPanel *panel) {
    const KeyTest *test = &game->key_test;
    KeyTestStep step = key_test_step(test);
    int people = key_test_people(test);
    char text[MENU_LABEL_MAX];
    if (people == 0) {
        menu_text(panel, "Press gas, each on his own keys.", "");
        return;
    }
    if (step == KEY_TEST_STEPS) {
        menu_heading(panel, "All is tried.");
        return;
    }
    // as the title, which does not scroll away
    snprintf(panel->title_text, sizeof panel->title_text, people > 1 ? "All hold %s" : "Hold %s",
             key_test_text(test, step));
    KeyAsked asked[KEY_TEST_ASKED], absent;
    int count = key_test_asked(test, step, asked);
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        if (test->takes[place]) {
            add_person(game, panel, place, asked, count);
        }
    }
    if (key_test_absent(test, &absent)) {
        snprintf(text, sizeof text, "I do hold %.12s",
                 device_label(&game->controls, absent.place, absent.action));
        menu_action(panel, SAY, text);
    }
}

static void add_proposal(const Game *game, MenuPanel *panel) {
    static const char *const actions[SETTING_ACTION_COUNT] = {"Gas",       "Brake", "Left", "Right",
                                                              "Handbrake", "Horn",  "Fire"};
    KeyProposal proposal = key_test_proposal(&game->key_test, &game->controls);
    char text[MENU_LABEL_MAX];
    MenuRow *row = NULL;
    if (proposal.kind == KEY_PROPOSAL_KEY) {
        snprintf(text, sizeof text, "%s by %.12s instead", actions[proposal.action],
                 control_label(proposal.key));
        row = menu_action(panel, TAKE, text);
    } else if (proposal.kind == KEY_PROPOSAL_PLACE) {
        snprintf(text, sizeof text, "Move to the %s", device_name(proposal.to));
        row = menu_action(panel, TAKE, text);
    } else if (proposal.kind == KEY_PROPOSAL_PAD) {
        row = menu_text(panel, "Take a gamepad", "");
    }
    if (row != NULL && auto_gas_helps(game)) {
        menu_action(panel, AUTO_GAS, "Automatic gas for all of you");
    }
    if (row != NULL && key_test_people(&game->key_test) > 1) {
        snprintf(row->text, sizeof row->text, "%s", name_at(game, proposal.place));
        row->color = color_at(game, proposal.place);
    }
}

/// What has come of the steps so far.
static void add_found(const Game *game, MenuPanel *panel) {
    const KeyTest *test = &game->key_test;
    bool first = true;
    for (int step = 0; step < KEY_TEST_STEPS; step++) {
        if (!key_test_applies(test, (KeyTestStep)step) || test->states[step] == KEY_TEST_UNTRIED) {
            continue;
        }
        if (first) {
            menu_heading(panel, "So far");
            first = false;
        }
        bool hidden = test->states[step] == KEY_TEST_HIDDEN;
        MenuRow *row =
            menu_text(panel, key_test_text(test, (KeyTestStep)step), hidden ? "" : "\u2713");
        if (hidden) {
            KeyAsked missing = test->missing[step];
            snprintf(row->text, sizeof row->text, "%.12s \u00d7",
                     device_label(&game->controls, missing.place, missing.action));
            row->color = color_at(game, missing.place);
        }
    }
}

static void fill(const Game *game, MenuPanel *panel) {
    panel->title = "Test the keyboard";
    add_step(game, panel);
    add_proposal(game, panel);
    menu_action(panel, AGAIN, "Try again from the start");
    menu_action(panel, BACK, "Back");
    add_found(game, panel);
    const KeyTest *test = &game->key_test;
    bool alone = key_test_people(test) == 1;
    panel->note = key_test_step(test) == KEY_TEST_GAS_LEFT
                      ? "More people: press your gas to take part."
                      : "Your keyboard hides held keys that stay dark.";
    panel->aside_units = alone ? 330.0f : 560.0f;
    panel->aside_tall = alone ? 300.0f : 500.0f;
    panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_MENU, "choose"};
    panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_ACCEPT, "accept"};
    panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_BACK, "back"};
    panel->prompts_alone = true; // arrows and letters are tested here
}

static void take_proposal(Game *game) {
    KeyProposal proposal = key_test_proposal(&game->key_test, &game->controls);
    if (proposal.kind == KEY_PROPOSAL_KEY) {
        rebind(&game->settings, &game->controls, proposal.place, proposal.place, proposal.action,
               proposal.key);
    }
    if (proposal.kind == KEY_PROPOSAL_PLACE) {
        lobby_move(game, proposal.place, proposal.to);
    }
    key_test_take(&game->key_test, &proposal);
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    if (id == SAY) {
        key_test_say_held(&game->key_test);
    } else if (id == TAKE) {
        take_proposal(game);
    } else if (id == AUTO_GAS) {
        auto_gas_give(game);
    } else if (id == AGAIN) {
        key_test_forget(&game->key_test);
    }
    return (Wish){.kind = id == BACK ? WISH_POP : WISH_NOTHING};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

/// Those who drive at the keyboard, or wait there for the next race, take part.
static void enter(Game *game) {
    game->key_test = (KeyTest){0};
    game->key_test_seen = -1;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        game->key_test.takes[place] = lobby_person_at(game, place) >= 0;
    }
}

/// Where something has changed the focus goes to what can be done about it, so that one press does.
static void move_focus(Game *game) {
    if (game->key_test_seen == game->key_test.changes) {
        return;
    }
    game->key_test_seen = game->key_test.changes;
    MenuPanel panel = {0};
    fill(game, &panel);
    int best = BACK;
    for (int i = 0; i < panel.count; i++) {
        bool helps = panel.rows[i].kind == MENU_ACTION && panel.rows[i].id <= TAKE;
        best = helps && panel.rows[i].id < best ? panel.rows[i].id : best;
    }
    for (int i = 0; i < panel.count; i++) {
        if (panel.rows[i].kind == MENU_ACTION && panel.rows[i].id == best) {
            game->stack[game->depth].focus = i;
        }
    }
}

/// Who has automatic gas or fire holds one key less.
static void note_helps(Game *game) {
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        int number = lobby_person_at(game, place);
        if (number >= 0) {
            const SettingsSeat *seat = &game->settings.seats[number];
            key_test_set_helps(&game->key_test, place, seat->auto_throttle,
                               seat->auto_fire || seat->one_switch);
        }
    }
}

/// Keys drive nothing here: only Tab, Enter, Esc, the mouse and gamepads reach the menu.
static Wish frame(Game *game, const ScreenInput *input) {
    note_helps(game);
    key_test_frame(&game->key_test, &game->controls, input->frame, input->dt);
    memcpy(game->keys_down, input->frame->down, sizeof game->keys_down);
    if (window_pressed(input->frame, KEY_ESCAPE)) {
        return (Wish){.kind = WISH_POP};
    }
    move_focus(game);
    InputFrame without = *input->frame;
    without.press_count = 0;
    if (window_pressed(input->frame, KEY_ENTER)) {
        without.presses[without.press_count++] = (KeyPress){.key = KEY_ENTER};
    }
    if (window_pressed(input->frame, KEY_TAB)) {
        without.presses[without.press_count++] = (KeyPress){.key = KEY_DOWN};
    }
    memset(without.down, 0, sizeof without.down);
    ScreenInput of_menu = *input;
    of_menu.frame = &without;
    return menu_frame(game, &of_menu);
}

/// A key cap that is `lit` in its seat's colour; one that is `asked` for has a rim.
static void draw_key(const Canvas *canvas, Area area, float unit, bool lit, bool asked,
                     uint32_t color, const char *label) {
    if (asked) {
        float rim = 3.0f * unit;
        Area around = {area.x - rim, area.y - rim, area.width + 2.0f * rim,
                       area.height + 2.0f * rim};
        canvas_fill(canvas, around, 10.0f * unit, PALETTE_ACCENT);
        canvas_fill(canvas, area, 8.0f * unit, PALETTE_INK);
    }
    canvas_fill(canvas, area, 8.0f * unit, lit ? color : PALETTE_WITH(PALETTE_TEXT, 0x20));
    float most = fminf(22.0f * unit, 0.72f * area.height);
    float size = canvas_fitting(canvas, most, area.width - 8.0f * unit, label);
    canvas_text(canvas, area.x + 0.5f * area.width, area.y + 0.5f * area.height + 0.36f * size,
                size, TEXT_CENTER, lit ? PALETTE_INK : PALETTE_TEXT, label);
}

/// The keys of one place as they lie: gas over brake, the sides beside it, then the handbrake, and
/// that which fires.
static void draw_place(const Game *game, const Canvas *canvas, Area area, float unit, int place) {
    static const struct {
        SettingAction action;
        float column, row, wide;
    } keys[] = {{SETTING_ACTION_GAS, 1, 0, 1},       {SETTING_ACTION_LEFT, 0, 1, 1},
                {SETTING_ACTION_BRAKE, 1, 1, 1},     {SETTING_ACTION_RIGHT, 2, 1, 1},
                {SETTING_ACTION_HANDBRAKE, 0, 2, 2}, {SETTING_ACTION_FIRE, 2, 2, 1}};
    float gap = 6.0f * unit, step = 0.25f * (area.height - 30.0f * unit);
    float wide = area.width / 3.0f;
    const KeyTest *test = &game->key_test;
    KeyTestStep at = key_test_step(test);
    KeyAsked asked[KEY_TEST_ASKED];
    int count = at < KEY_TEST_STEPS ? key_test_asked(test, at, asked) : 0;
    const char *name = name_at(game, place);
    canvas_text(canvas, area.x, area.y + 20.0f * unit,
                canvas_fitting(canvas, 22.0f * unit, area.width, name), TEXT_LEFT, PALETTE_TEXT,
                name);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const int *bound = game->controls.keys[place].controls[keys[i].action];
        KeyAsked own = {place, keys[i].action};
        bool lit = key_test_is_down(&game->controls, own, game->keys_down), wanted = false;
        for (int k = 0; k < count; k++) {
            wanted |= asked[k].place == place && asked[k].action == own.action;
        }
        Area cap = {area.x + wide * keys[i].column,
                    area.y + 30.0f * unit + 1.33f * step * keys[i].row, wide * keys[i].wide - gap,
                    1.33f * step - gap};
        const char *label = control_label(bound[0]);
        label += strncmp(label, "Num ", 4) == 0 ? 4 : 0; // as the key itself has it
        draw_key(canvas, cap, unit, lit, wanted, color_at(game, place), label);
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
    int people = key_test_people(&game->key_test), at = 0;
    int columns = people == 1 ? 1 : 2;
    float gap = 24.0f * layout.unit;
    float wide = (area.width - gap * (float)(columns - 1)) / (float)columns;
    float tall = columns == 1 ? area.height : 0.5f * (area.height - gap);
    tall = fminf(tall, 30.0f * layout.unit + 0.9f * wide); // the name, and keys as they are
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        if (people > 0 && !game->key_test.takes[place]) {
            continue;
        }
        Area of_place = {area.x + (float)(at % 2) * (wide + gap),
                         area.y + (float)(at / 2) * (tall + gap), wide, tall};
        draw_place(game, canvas, of_place, layout.unit, place);
        at++;
    }
}

const Screen key_test_screen = {
    .name = "key_test", .menu = &menu, .enter = enter, .frame = frame, .draw = draw};
