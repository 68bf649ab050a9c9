/// What people set and what the game remembers of them: a plain value, from one table.
///
/// store/settings.def holds a row for each setting. settings_text.h reads and writes them as YAML,
/// settings_file.h keeps them in the user's folder. Nothing here knows a window or a race.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    SETTINGS_SEATS = 4,
    SETTING_TEXT_MAX = 256,  ///< Bytes of a text with its terminator.
    SETTING_KEYS_MAX = 4,    ///< Keys and controls of one action.
    SETTING_SHOWN_MAX = 288, ///< Bytes of a value as the screen shows it.
};

typedef enum SettingKind {
    SETTING_FLAG,    ///< bool
    SETTING_NUMBER,  ///< float
    SETTING_INTEGER, ///< int
    SETTING_CHOICE,  ///< SettingChoice
    SETTING_TEXT,    ///< char[SETTING_TEXT_MAX]
} SettingKind;

/// Lists of choices.
typedef enum SettingList {
    SETTING_LIST_NONE,
    SETTING_LIST_MODE,
    SETTING_LIST_LAYOUT,
    SETTING_LIST_QUALITY,
    SETTING_LIST_CAMERA,
    SETTING_LIST_RACE,
    SETTING_LIST_LEVEL,
    SETTING_LIST_DIRECTION,
    SETTING_LIST_SWITCH,
    SETTING_LIST_CUTTING,
    SETTING_LIST_CATCH_UP,
    SETTING_LIST_ELIMINATION,
    SETTING_LIST_BATTLE,
    SETTING_LIST_ELIMINATED,
    SETTING_LIST_GRID,
    SETTING_LIST_COLOR,
} SettingList;

/// The choices of all lists, SETTING_LAYOUT_COLUMNS and so on; those of one list stand together.
typedef enum SettingChoice {
#define CHOICE(list, id, name, label) SETTING_##list##_##id,
#include "store/settings.def"
    SETTING_CHOICE_COUNT
} SettingChoice;

/// What the keys of a seat do.
typedef enum SettingAction {
#define ACTION(id, name, label) SETTING_ACTION_##id,
#include "store/settings.def"
    SETTING_ACTION_COUNT
} SettingAction;

#define SETTING_FIELD_FLAG(name)    bool name;
#define SETTING_FIELD_NUMBER(name)  float name;
#define SETTING_FIELD_INTEGER(name) int name;
#define SETTING_FIELD_CHOICE(name)  SettingChoice name;
#define SETTING_FIELD_TEXT(name)    char name[SETTING_TEXT_MAX];

typedef struct SettingsDisplay {
#define DISPLAY(kind, name, ...) SETTING_FIELD_##kind(name)
#include "store/settings.def"
} SettingsDisplay;

typedef struct SettingsSound {
#define SOUND(kind, name, ...) SETTING_FIELD_##kind(name)
#include "store/settings.def"
} SettingsSound;

typedef struct SettingsGame {
#define GAME(kind, name, ...) SETTING_FIELD_##kind(name)
#include "store/settings.def"
} SettingsGame;

typedef struct SettingsRace {
#define RACE(kind, name, ...) SETTING_FIELD_##kind(name)
#include "store/settings.def"
} SettingsRace;

typedef struct SettingsSeat {
#define SEAT(kind, name, ...) SETTING_FIELD_##kind(name)
#include "store/settings.def"
    /// Codes of formats/keys.h, KEY_NONE behind the last. Keys are of the place on the keyboard
    /// with the seat's number, whoever sits there; the rest is of the gamepad at which the person
    /// sits. An action without any keys, or without any of a gamepad, has the usual ones.
    int keys[SETTING_ACTION_COUNT][SETTING_KEYS_MAX];
} SettingsSeat;

/// A value. The zero value is not good: begin with settings_default.
typedef struct Settings {
    SettingsDisplay display;
    SettingsSound sound;
    SettingsGame game;
    SettingsRace race;
    SettingsSeat seats[SETTINGS_SEATS];
} Settings;

typedef enum SettingGroup {
    SETTING_GROUP_DISPLAY,
    SETTING_GROUP_SOUND,
    SETTING_GROUP_GAME,
    SETTING_GROUP_RACE,
    SETTING_GROUP_SEAT, ///< Each of `seats`.
    SETTING_GROUP_COUNT
} SettingGroup;

typedef struct SettingRow {
    SettingGroup group;
    SettingKind kind;
    const char *name; ///< In files.
    const char *initial;
    float min, max, step;
    const char *unit;
    SettingList list;
    const char *label, *about; ///< For people.
    size_t offset;             ///< Of the field in Settings; of a seat's in the first seat.
} SettingRow;

/// All rows, in the order of the table.
extern const SettingRow setting_rows[];
extern const int setting_row_count;

/// The map of the file that holds a group: "display", ..., "seats".
extern const char *const setting_group_names[SETTING_GROUP_COUNT];

/// By SettingAction: in files, and for people.
extern const char *const setting_action_names[SETTING_ACTION_COUNT];
extern const char *const setting_action_labels[SETTING_ACTION_COUNT];

/// What a choice is called in files, and for people.
const char *setting_choice_name(SettingChoice choice);
const char *setting_choice_label(SettingChoice choice);

/// The first choice of a list and how many it has.
typedef struct SettingChoices {
    SettingChoice first;
    int count;
} SettingChoices;
SettingChoices setting_choices(SettingList list);

/// What holds where no file says anything else.
Settings settings_default(void);

/// The row called `name` in `group`; NULL where there is none.
const SettingRow *setting_find(SettingGroup group, const char *name);

/// Where the value of `row` lives in `settings`: a bool, float, int, SettingChoice or char array.
/// `seat`: 0 to SETTINGS_SEATS - 1 of a row of seats; else 0.
void *setting_value(const SettingRow *row, Settings *settings, int seat);
const void *setting_value_const(const SettingRow *row, const Settings *settings, int seat);

/// Bytes of the value of `row`.
size_t setting_size(const SettingRow *row);

/// Whether both have the same value.
bool setting_same(const SettingRow *row, const Settings *a, const Settings *b, int seat);
bool settings_same(const Settings *a, const Settings *b);

/// The value as a number: of a flag 0 or 1, of a choice its place in its list from 0 on, of a text
/// 0.
float setting_number(const SettingRow *row, const Settings *settings, int seat);

/// Sets the value from such a number: the nearest one of the row's range that stands at a multiple
/// of its step. Texts stay as they are.
void setting_set(const SettingRow *row, Settings *settings, int seat, float number);

/// Moves the value by `steps` (negative: back). Numbers stop at their bounds; flags and choices
/// begin again. Whether it changed.
bool setting_move(const SettingRow *row, Settings *settings, int seat, int steps);

/// The value as people read it: "On", "85 %", "Automatic". Returns `out`.
const char *setting_shown(const SettingRow *row, const Settings *settings, int seat,
                          char out[SETTING_SHOWN_MAX]);
