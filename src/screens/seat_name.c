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

/// Which of the letters the name ends with; before the first of them where it has none.
static int last_letter(const char *name) {
    size_t length = strlen(name);
    char last = length > 0 ? name[length - 1] : letters[LETTER_COUNT - 1];
    last = last >= 'a' && last <= 'z' ? (char)(last - 'a' + 'A') : last;
    const char *at = strchr(letters, last);
    return at ? (int)(at - letters) : 0;
}

/// Where the last letter begins, which may be of several bytes.
static size_t last_begin(const char *name) {
    size_t at = strlen(name);
    while (at > 0 && ((unsigned char)name[--at] & 0xC0) == 0x80) {
    }
    return at;
}

/// How many characters of UTF-8.
static int count_letters(const char *text) {
    int count = 0;
    for (; *text; text++) {
        count += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return count;
}

static void fill(const Game *game, MenuPanel *panel) {
    const char *name = game->settings.seats[game->seat_menu.number].name;
    char text[MENU_LABEL_MAX];
    bool typed = game->device == PROMPT_KEYS;
    panel->title = "Name";
    snprintf(text, sizeof text, "%.60s_", name);
    menu_text(panel, typed ? "Type it, or choose its letters here." : "Choose its letters here.",
              text);
    snprintf(text, sizeof text, "%s", name[0] ? name + last_begin(name) : "-");
    menu_choice(panel, LETTER, "Last letter", last_letter(name), LETTER_COUNT, text)->help =
        "The next one of the alphabet, or the one before.";
    MenuRow *row = menu_action(panel, ADD, "Add a letter");
    row->refusal = count_letters(name) < NAME_LETTERS ? NULL : "Twelve letters are enough.";
    row = menu_action(panel, TAKE_AWAY, "Take a letter away");
    row->refusal = name[0] ? NULL : "There is none.";
    menu_action(panel, DONE, "Done");
    panel->accept = typed ? "done" : "next letter"; // who types is done then
    panel->accept_id = typed ? DONE : ADD;
}

static void shorten(char *name) { name[last_begin(name)] = '\0'; }

static void append(char *name, char letter) {
    size_t length = strlen(name);
    name[length] = letter;
    name[length + 1] = '\0';
}

static Wish act(Game *game, int id, float value) {
    char *name = name_of(game);
    switch (id) {
    case LETTER:
        shorten(name);
        append(name, letters[(int)value]);
        break;
    case ADD:
        if (count_letters(name) < NAME_LETTERS) {
            append(name, 'A');
        }
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
