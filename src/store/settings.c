#include "store/settings.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/param.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(group, struct_group, kind, name, initial, min, max, step, unit, list, label, about) \
    {SETTING_GROUP_##group,                                                                     \
     SETTING_##kind,                                                                            \
     #name,                                                                                     \
     (initial),                                                                                 \
     (min),                                                                                     \
     (max),                                                                                     \
     (step),                                                                                    \
     (unit),                                                                                    \
     SETTING_LIST_##list,                                                                       \
     (label),                                                                                   \
     (about),                                                                                   \
     offsetof(Settings, struct_group.name)},

const SettingRow setting_rows[] = {
#define DISPLAY(...) ROW(DISPLAY, display, __VA_ARGS__)
#define SOUND(...)   ROW(SOUND, sound, __VA_ARGS__)
#define GAME(...)    ROW(GAME, game, __VA_ARGS__)
#define RACE(...)    ROW(RACE, race, __VA_ARGS__)
#define SEAT(...)    ROW(SEAT, seats[0], __VA_ARGS__)
#include "store/settings.def"
};

const int setting_row_count = sizeof setting_rows / sizeof setting_rows[0];

const char *const setting_group_names[SETTING_GROUP_COUNT] = {
    [SETTING_GROUP_DISPLAY] = "display", [SETTING_GROUP_SOUND] = "sound",
    [SETTING_GROUP_GAME] = "game",       [SETTING_GROUP_RACE] = "race",
    [SETTING_GROUP_SEAT] = "seats",
};

const char *const setting_action_names[SETTING_ACTION_COUNT] = {
#define ACTION(id, name, label) #name,
#include "store/settings.def"
};

const char *const setting_action_labels[SETTING_ACTION_COUNT] = {
#define ACTION(id, name, label) label,
#include "store/settings.def"
};

typedef struct ChoiceRow {
    SettingList list;
    const char *name, *label;
} ChoiceRow;

static const ChoiceRow choice_rows[SETTING_CHOICE_COUNT] = {
#define CHOICE(list, id, name, label) {SETTING_LIST_##list, name, label},
#include "store/settings.def"
};

const char *setting_choice_name(SettingChoice choice) {
    ASSERT((int)choice >= 0 && choice < SETTING_CHOICE_COUNT);
    return choice_rows[choice].name;
}

const char *setting_choice_label(SettingChoice choice) {
    ASSERT((int)choice >= 0 && choice < SETTING_CHOICE_COUNT);
    return choice_rows[choice].label;
}

SettingChoices setting_choices(SettingList list) {
    SettingChoices choices = {0};
    for (int i = SETTING_CHOICE_COUNT - 1; i >= 0; i--) {
        if (choice_rows[i].list == list) {
            choices.first = (SettingChoice)i;
            choices.count++;
        }
    }
    return choices;
}

const SettingRow *setting_find(SettingGroup group, const char *name) {
    ASSERT(name != NULL);
    for (int i = 0; i < setting_row_count; i++) {
        if (setting_rows[i].group == group && strcmp(setting_rows[i].name, name) == 0) {
            return &setting_rows[i];
        }
    }
    return NULL;
}

void *setting_value(const SettingRow *row, Settings *settings, int seat) {
    ASSERT(row != NULL && settings != NULL && seat >= 0);
    ASSERT(seat < (row->group == SETTING_GROUP_SEAT ? SETTINGS_SEATS : 1));
    return (unsigned char *)settings + row->offset + (size_t)seat * sizeof(SettingsSeat);
}

const void *setting_value_const(const SettingRow *row, const Settings *settings, int seat) {
    ASSERT(row != NULL && settings != NULL && seat >= 0);
    ASSERT(seat < (row->group == SETTING_GROUP_SEAT ? SETTINGS_SEATS : 1));
    return (const unsigned char *)settings + row->offset + (size_t)seat * sizeof(SettingsSeat);
}

size_t setting_size(const SettingRow *row) {
    ASSERT(row != NULL);
    static const size_t sizes[] = {[SETTING_FLAG] = sizeof(bool),
                                   [SETTING_NUMBER] = sizeof(float),
                                   [SETTING_INTEGER] = sizeof(int),
                                   [SETTING_CHOICE] = sizeof(SettingChoice),
                                   [SETTING_TEXT] = SETTING_TEXT_MAX};
    return sizes[row->kind];
}

/// Sets the value to what the row calls `initial`, a text as in a file.
static void reset(const SettingRow *row, Settings *settings, int seat) {
    void *value = setting_value(row, settings, seat);
    SettingChoices choices = setting_choices(row->list);
    double number = 0.0;
    switch (row->kind) {
    case SETTING_FLAG:
        *(bool *)value = strcmp(row->initial, "true") == 0;
        break;
    case SETTING_NUMBER:
        ASSERT(number_parse(row->initial, &number));
        *(float *)value = (float)number;
        break;
    case SETTING_INTEGER:
        ASSERT(number_parse_integer(row->initial, value));
        break;
    case SETTING_CHOICE:
        for (int i = 0; i < choices.count; i++) {
            if (strcmp(choice_rows[(int)choices.first + i].name, row->initial) == 0) {
                *(SettingChoice *)value = (SettingChoice)((int)choices.first + i);
                return;
            }
        }
        ASSERT(false);
        break;
    case SETTING_TEXT:
        text_copy(row->initial, value, SETTING_TEXT_MAX);
        break;
    }
}

static int seats_of(const SettingRow *row) {
    return row->group == SETTING_GROUP_SEAT ? SETTINGS_SEATS : 1;
}

Settings settings_default(void) {
    Settings settings = {0};
    for (int i = 0; i < setting_row_count; i++) {
        for (int seat = 0; seat < seats_of(&setting_rows[i]); seat++) {
            reset(&setting_rows[i], &settings, seat);
        }
    }
    return settings;
}

bool setting_same(const SettingRow *row, const Settings *a, const Settings *b, int seat) {
    const void *of_a = setting_value_const(row, a, seat);
    const void *of_b = setting_value_const(row, b, seat);
    switch (row->kind) {
    case SETTING_FLAG:
        return *(const bool *)of_a == *(const bool *)of_b;
    case SETTING_NUMBER:
        return *(const float *)of_a == *(const float *)of_b;
    case SETTING_INTEGER:
        return *(const int *)of_a == *(const int *)of_b;
    case SETTING_CHOICE:
        return *(const SettingChoice *)of_a == *(const SettingChoice *)of_b;
    case SETTING_TEXT:
        break;
    }
    return strcmp(of_a, of_b) == 0;
}

bool settings_same(const Settings *a, const Settings *b) {
    ASSERT(a != NULL && b != NULL);
    for (int i = 0; i < setting_row_count; i++) {
        for (int seat = 0; seat < seats_of(&setting_rows[i]); seat++) {
            if (!setting_same(&setting_rows[i], a, b, seat)) {
                return false;
            }
        }
    }
    for (int seat = 0; seat < SETTINGS_SEATS; seat++) {
        if (memcmp(a->seats[seat].keys, b->seats[seat].keys, sizeof a->seats[seat].keys) != 0) {
            return false;
        }
    }
    return true;
}

float setting_number(const SettingRow *row, const Settings *settings, int seat) {
    const void *value = setting_value_const(row, settings, seat);
    switch (row->kind) {
    case SETTING_FLAG:
        return *(const bool *)value ? 1.0f : 0.0f;
    case SETTING_NUMBER:
        return *(const float *)value;
    case SETTING_INTEGER:
        return (float)*(const int *)value;
    case SETTING_CHOICE:
        return (float)((int)*(const SettingChoice *)value - (int)setting_choices(row->list).first);
    case SETTING_TEXT:
        break;
    }
    return 0.0f;
}

static float clamp(float value, float low, float high) { return fminf(fmaxf(value, low), high); }

void setting_set(const SettingRow *row, Settings *settings, int seat, float number) {
    void *value = setting_value(row, settings, seat);
    SettingChoices choices = setting_choices(row->list);
    ASSERT(isfinite(number));
    switch (row->kind) {
    case SETTING_FLAG:
        *(bool *)value = number >= 0.5f;
        break;
    case SETTING_NUMBER:
        number = clamp(roundf(number / row->step) * row->step, row->min, row->max);
        *(float *)value = param_rounded(number, 3);
        break;
    case SETTING_INTEGER:
        *(int *)value = (int)clamp(roundf(number), row->min, row->max);
        break;
    case SETTING_CHOICE:
        number = clamp(roundf(number), 0.0f, (float)(choices.count - 1));
        *(SettingChoice *)value = (SettingChoice)((int)choices.first + (int)number);
        break;
    case SETTING_TEXT:
        break;
    }
}

bool setting_move(const SettingRow *row, Settings *settings, int seat, int steps) {
    float before = setting_number(row, settings, seat);
    int count = row->kind == SETTING_FLAG ? 2 : setting_choices(row->list).count;
    if (count > 0) {
        steps = (((int)before + steps) % count + count) % count;
        setting_set(row, settings, seat, (float)steps);
    } else {
        setting_set(row, settings, seat, before + (float)steps * row->step);
    }
    return setting_number(row, settings, seat) != before;
}

const char *setting_shown(const SettingRow *row, const Settings *settings, int seat,
                          char out[SETTING_SHOWN_MAX]) {
    const void *value = setting_value_const(row, settings, seat);
    char number[NUMBER_TEXT_MAX];
    switch (row->kind) {
    case SETTING_FLAG:
        snprintf(out, SETTING_SHOWN_MAX, "%s", *(const bool *)value ? "On" : "Off");
        break;
    case SETTING_NUMBER: {
        bool percent = strcmp(row->unit, "%") == 0;
        number_text((double)*(const float *)value * (percent ? 100.0 : 1.0), percent ? 0 : 2,
                    number);
        snprintf(out, SETTING_SHOWN_MAX, "%s%s%s", number, row->unit[0] ? " " : "", row->unit);
        break;
    }
    case SETTING_INTEGER:
        snprintf(out, SETTING_SHOWN_MAX, "%d", *(const int *)value);
        break;
    case SETTING_CHOICE:
        snprintf(out, SETTING_SHOWN_MAX, "%s", setting_choice_label(*(const SettingChoice *)value));
        break;
    case SETTING_TEXT:
        snprintf(out, SETTING_SHOWN_MAX, "%s", (const char *)value);
        break;
    }
    return out;
}
