/// A gamepad that nobody knows: its driver presses what is asked, four times, and it is known.
#include "screens/menu.h"

#include <stdio.h>
#include <string.h>

enum {
    BACK
};

static const char *const asked[PAD_ASK_COUNT] = {
    [PAD_ASK_LEFT] = "steer left", [PAD_ASK_GAS] = "gas",           [PAD_ASK_BRAKE] = "brake",
    [PAD_ASK_PAUSE] = "pause",     [PAD_ASK_RIGHT] = "steer right",
};

static void enter(Game *game) { game->pad_setup = (PadSetup){0}; }

static void fill(const Game *game, MenuPanel *panel) {
    const PadSetup *setup = &game->pad_setup;
    char text[MENU_LABEL_MAX];
    panel->title = "Unknown gamepad";
    for (int i = 0; i < setup->count; i++) {
        snprintf(text, sizeof text, "%d. %s: done", i + 1, asked[i]);
        menu_heading(panel, text);
    }
    if (setup->count < PAD_ASK_COUNT) {
        snprintf(text, sizeof text, "%d. Press, or move, on the gamepad: %s", setup->count + 1,
                 asked[setup->count]);
        menu_heading(panel, text);
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
    bool all = setup->count == PAD_ASK_COUNT ||
               (setup->count == PAD_ASK_RIGHT && setup->parts[PAD_ASK_LEFT].kind != 'b');
    if (all && setup->released) { // let go: else the last press would be one of the new gamepad
        pad_mapping_write(pad, setup->parts, setup->line);
        return (Wish){.kind = WISH_PAD_MAPPING};
    }
    return menu_frame(game, input);
}

const Screen pad_setup_screen = {
    .name = "pad_setup", .menu = &menu, .enter = enter, .frame = frame, .draw = menu_draw};
