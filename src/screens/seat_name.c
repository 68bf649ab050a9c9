/// A person's name: typed, or chosen letter by letter with whatever moves through menus.
#include "screens/menu.h"

#include <stdio.h>
#include <string.h>

enum {
    NAME_LETTERS = 12, ///< As settings.def allows.
    LETTER = 0,
    ADD,
    TAKE_AWAY,
    DONE
};

/// What moves through the last letter.
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

enum {
    LETTER_COUNT = sizeof letters - 1
};

static char *name_of(Game *game) { return game->settings.seats[game->seat_menu.number].name; }

static int last_letter(const char *name) {
    size_t length = strlen(name);
    const char *at = length > 0 ? strchr(letters, name[length - 1]) : NULL;
    return at ? (int)(at - letters) : 0;
}

static void fill(const Game *game, MenuPanel *panel) {
    const char *name = game->settings.seats[game->seat_menu.number].name;
    char text[MENU_LABEL_MAX];
    size_t length = strlen(name);
    panel->title = "Name";
    snprintf(text, sizeof text, "%.20s", name[0] ? name : "Type a name");
    menu_heading(panel, text);
    snprintf(text, sizeof text, "%c", length > 0 ? name[length - 1] : ' ');
    MenuRow *row = menu_choice(panel, LETTER, "Last letter", last_letter(name), LETTER_COUNT, text);
    row->refusal = length > 0 ? NULL : "There is no letter yet.";
    row = menu_action(panel, ADD, "One more letter");
    row->refusal = length < NAME_LETTERS ? NULL : "Twelve letters are enough.";
    menu_action(panel, TAKE_AWAY, "One letter less");
    menu_action(panel, DONE, "Done");
}

/// Takes the last letter away, which may be of several bytes.
static void shorten(char *name) {
    size_t length = strlen(name);
    while (length > 0 && ((unsigned char)name[--length] & 0xC0) == 0x80) {
    }
    name[length] = '\0';
}

static Wish act(Game *game, int id, float value) {
    char *name = name_of(game);
    size_t length = strlen(name);
    switch (id) {
    case LETTER:
        shorten(name);
        length = strlen(name);
        name[length] = letters[(int)value];
        name[length + 1] = '\0';
        break;
    case ADD:
        memcpy(name + length, "A", 2);
        break;
    case TAKE_AWAY:
        shorten(name);
        break;
    default:
        return (Wish){.kind = WISH_POP};
    }
    return (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

/// How many characters of UTF-8.
static int count_letters(const char *text) {
    int count = 0;
    for (; *text; text++) {
        count += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return count;
}

/// Typed letters belong to the name; only arrows, Enter and Esc move through the menu then.
static Wish frame(Game *game, const ScreenInput *input) {
    char *name = name_of(game);
    const char *typed = input->frame->text;
    bool prints = typed[0] != '\0' && (unsigned char)typed[0] >= ' ' && typed[0] != 0x7F;
    if (prints) {
        if (count_letters(name) + count_letters(typed) <= NAME_LETTERS &&
            !(name[0] == '\0' && typed[0] == ' ')) {
            snprintf(name + strlen(name), SETTING_TEXT_MAX - strlen(name), "%s", typed);
        }
        return (Wish){0};
    }
    if (window_pressed(input->frame, KEY_BACKSPACE)) {
        shorten(name);
        return (Wish){0};
    }
    return menu_frame(game, input);
}

const Screen seat_name_screen = {.name = "name", .menu = &menu, .frame = frame, .draw = menu_draw};
