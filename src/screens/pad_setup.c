/// A gamepad that nobody knows: its driver presses what is asked, four times, and it is known.
#include "screens/menu.h"

#include <string.h>

enum {
    BACK
};

static const char *const asked[PAD_ASK_COUNT] = {
    [PAD_ASK_LEFT] = "Steer left", [PAD_ASK_GAS] = "Gas",           [PAD_ASK_BRAKE] = "Brake",
    [PAD_ASK_PAUSE] = "Pause",     [PAD_ASK_RIGHT] = "Steer right",
};

static void enter(Game *game) { game->pad_setup = (PadSetup){0}; }

/// Whether it steers by buttons, so that the other side is asked for too.
static bool asks_right(const PadSetup *setup) {
    return setup->count > PAD_ASK_LEFT && setup->parts[PAD_ASK_LEFT].kind == 'b';
}

static void fill(const Game *game, MenuPanel *panel) {
    const PadSetup *setup = &game->pad_setup;
    panel->title = "Unknown gamepad";
    panel->whole = true;
    for (int i = 0; i < (asks_right(setup) ? PAD_ASK_COUNT : PAD_ASK_RIGHT); i++) {
        const char *state = i < setup->count    ? "\u2713"
                            : i == setup->count ? "press or move it now"
                                                : "";
        menu_text(panel, asked[i], state);
    }
    panel->note = "What you press is remembered for all gamepads of this model.";
    menu_action(panel, BACK, "Back");
}

static Wish act(Game *game, int id, float value) {
    (void)game;
    (void)id;
    (void)value;
    return (Wish){.kind = WISH_POP};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

/// Whether `part` was the answer to another question.
static bool is_taken(const PadSetup *setup, PadPart part) {
    for (int i = 0; i < setup->count; i++) {
        if (pad_part_same(setup->parts[i], part)) {
            return true;
        }
    }
    return false;
}

/// Takes what is moved as the answer. Pausing is done by a button.
static void take_answer(PadSetup *setup, const RawPad *pad) {
    PadPart part = pad_part_moved(&setup->rest, pad);
    bool fits = setup->count != PAD_ASK_PAUSE || part.kind == 'b';
    if (part.kind == 0) {
        setup->released = true;
    } else if (setup->released && fits && !is_taken(setup, part)) {
        setup->parts[setup->count++] = part;
        setup->released = false;
    }
}

static Wish frame(Game *game, const ScreenInput *input) {
    PadSetup *setup = &game->pad_setup;
    const RawPad *pad = &input->frame->stranger;
    if (!pad->present) {
        return (Wish){.kind = WISH_POP};
    }
    if (strcmp(setup->rest.guid, pad->guid) != 0) {
        *setup = (PadSetup){.rest = *pad};
    }
    take_answer(setup, pad);
    bool all =
        setup->count == PAD_ASK_COUNT || (setup->count == PAD_ASK_RIGHT && !asks_right(setup));
    if (all && setup->released) { // let go: else the last press would be one of the new gamepad
        pad_mapping_write(pad, setup->parts, setup->line);
        return (Wish){.kind = WISH_PAD_MAPPING};
    }
    return menu_frame(game, input);
}

const Screen pad_setup_screen = {
    .name = "pad_setup", .menu = &menu, .enter = enter, .frame = frame, .draw = menu_draw};
