#include "session/setup.h"

#include "base/number.h"
#include "vehicle/car_numbers.h"

#include <stdio.h>
#include <string.h>

enum {
    DIGITS = 5, ///< Significant ones that are shown.
    LISTS = 3   ///< torque_curve, gears, outline
};

Setups setups_make(const CarParams *file) {
    return (Setups){.params = {*file, *file}, .file = *file};
}

/// The lists that are no rows of the table, by what they are called in files.
static const struct {
    const char *name;
    bool (*same)(const CarParams *a, const CarParams *b);
} lists[LISTS] = {{"engine.torque_curve", car_params_same_torques},
                  {"gearbox.gears", car_params_same_gears},
                  {"outline", car_params_same_outline}};

static bool differs(int row, const CarParams *a, const CarParams *b) {
    return param_get(&car_param_table.rows[row], a) != param_get(&car_param_table.rows[row], b);
}

bool setups_in_use(const Setups *setups) {
    return setups->live != 0 || car_params_differences(&setups->params[0], &setups->file) > 0 ||
           car_params_differences(&setups->params[1], &setups->file) > 0;
}

void setups_reload(Setups *setups, const CarParams *file) {
    CarParams *live = &setups->params[setups->live];
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (differs(i, &setups->file, file)) {
            *param_value(row, live) = param_get(row, file);
        }
    }
    if (!car_params_same_torques(&setups->file, file)) {
        memcpy(live->torque_curve, file->torque_curve, sizeof live->torque_curve);
        live->torque_count = file->torque_count;
    }
    if (!car_params_same_gears(&setups->file, file)) {
        memcpy(live->gears, file->gears, sizeof live->gears);
        live->gear_count = file->gear_count;
    }
    if (!car_params_same_outline(&setups->file, file)) {
        memcpy(live->outline, file->outline, sizeof live->outline);
        live->outline_count = file->outline_count;
    }
    setups->file = *file;
    setups->best_s[setups->live] = 0.0;
}

void setups_copy(Setups *setups) {
    setups->params[1 - setups->live] = setups->params[setups->live];
    setups->best_s[1 - setups->live] = setups->best_s[setups->live];
}

/// Adds `text` unless it does not fit whole.
static void append(char *out, size_t size, const char *text) {
    size_t length = strlen(out);
    if (length + strlen(text) < size) {
        memcpy(out + length, text, strlen(text) + 1);
    }
}

static void append_name(char *out, size_t size, int max, int *named, const char *text) {
    if (*named < max) {
        append(out, size, *named > 0 ? ", " : "");
        append(out, size, text);
    }
    (*named)++;
}

static void append_change(char *out, size_t size, int max, int *named, const ParamRow *row,
                          const CarParams *from, const CarParams *to) {
    char text[160], before[NUMBER_TEXT_MAX], after[NUMBER_TEXT_MAX];
    number_text_digits((double)param_get(row, from), DIGITS, before);
    number_text_digits((double)param_get(row, to), DIGITS, after);
    snprintf(text, sizeof text, "%s.%s %s \u2192 %s", row->group, row->name, before, after);
    append_name(out, size, max, named, text);
}

/// The one entry in which the list `name` differs; NULL where it is more than that.
static const ParamRow *only_entry(const char *name, const CarParams *from, const CarParams *to) {
    const char *dot = strchr(name, '.');
    CarParams changed = *from;
    const ParamRow *found = NULL;
    for (int i = 0; dot && i < car_list_table.count; i++) {
        const ParamRow *row = &car_list_table.rows[i];
        bool both = car_number_exists(row, from) && car_number_exists(row, to);
        if (strncmp(row->name, dot + 1, strlen(dot + 1)) == 0 && both &&
            param_get(row, from) != param_get(row, to)) {
            *param_value(row, &changed) = param_get(row, to);
            if (found) {
                return NULL;
            }
            found = row;
        }
    }
    bool all = strcmp(name, "gearbox.gears") == 0 ? car_params_same_gears(&changed, to)
                                                  : car_params_same_torques(&changed, to);
    return all ? found : NULL;
}

void setups_differences(const CarParams *from, const CarParams *to, int max, char *out,
                        size_t size) {
    int named = 0;
    out[0] = '\0';
    for (int i = 0; i < car_param_table.count; i++) {
        if (differs(i, from, to)) {
            append_change(out, size, max, &named, &car_param_table.rows[i], from, to);
        }
    }
    for (int i = 0; i < LISTS; i++) {
        const ParamRow *entry =
            lists[i].same(from, to) ? NULL : only_entry(lists[i].name, from, to);
        if (entry) {
            append_change(out, size, max, &named, entry, from, to);
        } else if (!lists[i].same(from, to)) {
            append_name(out, size, max, &named, lists[i].name);
        }
    }
    if (named > max) {
        char text[48];
        snprintf(text, sizeof text, " and %d more", named - max);
        append(out, size, text);
    }
}
