#include "commands/settings_keys.h"

#include "base/number.h"
#include "base/print.h"
#include "formats/keys.h"
#include "store/settings.h"

/// The values that a row takes, as people read them.
static void print_values(const SettingRow *row) {
    char min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    SettingChoices choices = setting_choices(row->list);
    number_text((double)row->min, 2, min);
    number_text((double)row->max, 2, max);
    switch (row->kind) {
    case SETTING_FLAG:
        print("`true`, `false`");
        break;
    case SETTING_NUMBER:
        print("%s to %s", min, max);
        break;
    case SETTING_INTEGER:
        print("whole number, %s to %s", min, max);
        break;
    case SETTING_CHOICE:
        for (int i = 0; i < choices.count; i++) {
            print("%s`%s`", i > 0 ? ", " : "",
                  setting_choice_name((SettingChoice)((int)choices.first + i)));
        }
        break;
    case SETTING_TEXT:
        print("text, at most %s characters", max);
        break;
    }
}

static void print_group(SettingGroup group) {
    print("| key | value | at first | meaning |\n|---|---|---|---|\n");
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        if (row->group == group) {
            print("| `%s` | ", row->name);
            print_values(row);
            print(" | %s%s%s | %s |\n", row->initial[0] ? "`" : "", row->initial,
                  row->initial[0] ? "`" : "", row->about);
        }
    }
}

/// The names of keys, but for letters and digits, which are called what they print.
static void print_key_names(void) {
    static const int codes[] = {
#define KEYBOARD_KEY(id, glfw, code, name, label) KEY_##id,
#define PAD_CONTROL(id, code, name, label)        CONTROL_##id,
#include "formats/keys.def"
    };
    const char *before = "";
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const char *name = key_name(codes[i]);
        if (name[1] != '\0') {
            print("%s`%s`", before, name);
            before = ", ";
        }
    }
    print("\n");
}

void settings_keys_print(void) {
    static const char *const titles[SETTING_GROUP_COUNT] = {
        [SETTING_GROUP_DISPLAY] = "`display`: the picture",
        [SETTING_GROUP_SOUND] = "`sound`: how loud",
        [SETTING_GROUP_GAME] = "`game`",
        [SETTING_GROUP_RACE] = "`race`: what was driven last",
        [SETTING_GROUP_SEAT] = "Each of `seats`, at most four"};
    for (SettingGroup group = 0; group < SETTING_GROUP_COUNT; group++) {
        print(group > 0 ? "\n### %s\n\n" : "### %s\n\n", titles[group]);
        print_group(group);
    }
    print("\n### `keys` of a seat\n\n");
    print(
        "For each action a list of at most %d keys, by the places where they lie on a US keyboard, "
        "and controls of a gamepad. Keys belong\nto the first place on the keyboard (left half), "
        "the second (arrows), the third and the fourth, whoever sits there; controls\nof a gamepad to "
        "the person. An action without any of either kind has the usual ones.\n\n",
        (int)SETTING_KEYS_MAX);
    print("| action | what it does |\n|---|---|\n");
    for (int i = 0; i < SETTING_ACTION_COUNT; i++) {
        print("| `%s` | %s |\n", setting_action_names[i], setting_action_labels[i]);
    }
    print("\nLetters and digits are called what they print. The others: ");
    print_key_names();
}
