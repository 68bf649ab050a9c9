#include "tune/change.h"

#include "base/assert.h"
#include "base/number.h"
#include "vehicle/car_numbers.h"

#include <stdio.h>
#include <string.h>

enum {
    NAME_MAX_SIZE = 64,
    ROWS_MAX = 128,
};

static const Place nowhere = {0};

/// The first entry of the list called `name` ("gears", "gearbox.gears"), NULL where none is.
static const ParamRow *first_entry(const char *name) {
    char entry[NAME_MAX_SIZE + 4];
    snprintf(entry, sizeof entry, "%s[1]", name);
    return param_find(&car_list_table, entry);
}

const ParamRow *change_row(const char *name, size_t size, MessageList *messages) {
    char text[NAME_MAX_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text - 1), name);
    const ParamRow *row = car_number_find(text);
    if (row) {
        return row;
    }
    bool whole = strchr(text, '.') != NULL;
    char texts[ROWS_MAX][NAME_MAX_SIZE];
    const char *names[ROWS_MAX];
    int count = car_param_table.count + car_list_table.count;
    ASSERT(count <= ROWS_MAX);
    for (int i = 0; i < count; i++) {
        const ParamRow *other = i < car_param_table.count
                                    ? &car_param_table.rows[i]
                                    : &car_list_table.rows[i - car_param_table.count];
        snprintf(texts[i], sizeof texts[i], "%s%s%s", whole ? other->group : "", whole ? "." : "",
                 other->name);
        names[i] = texts[i];
    }
    const char *nearest = yaml_nearest(text, names, count);
    char help[NAME_MAX_SIZE + 32];
    if (first_entry(text)) {
        snprintf(help, sizeof help, "name one of its entries, such as %s", first_entry(text)->name);
    } else if (nearest) {
        snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
    } else {
        snprintf(help, sizeof help, "`axle params` lists them");
    }
    message_add(messages, MESSAGE_E211, nowhere, "number of a car", text, help);
    return NULL;
}

bool change_in_range(const ParamRow *row, double value, MessageList *messages) {
    char text[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    float number = (float)value;
    if (number >= row->min && number <= row->max) {
        return true;
    }
    char unit[32];
    snprintf(unit, sizeof unit, "%s%s", strcmp(row->unit, "1") == 0 ? "" : " ",
             strcmp(row->unit, "1") == 0 ? "" : row->unit);
    message_add(messages, MESSAGE_E204, nowhere, row->name, number_text_digits(value, 6, text),
                number_text_digits((double)row->min, 6, min),
                number_text_digits((double)row->max, 6, max), unit);
    return false;
}

bool change_put(const ParamRow *row, double value, CarParams *params, MessageList *messages) {
    if (!car_number_exists(row, params)) {
        char help[64];
        bool gear = strcmp(row->group, "gearbox") == 0;
        snprintf(help, sizeof help, "this car has %d %s",
                 gear ? params->gear_count : params->torque_count, gear ? "gears" : "points");
        message_add(messages, MESSAGE_E211, nowhere, "number of this car", row->name, help);
        return false;
    }
    if (!change_in_range(row, value, messages)) {
        return false;
    }
    *param_value(row, params) = (float)value;
    return true;
}

bool change_fits(const CarParams *params, MessageList *messages) {
    char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];
    if (params->idle_rpm >= params->redline_rpm) {
        message_add(messages, MESSAGE_E813, nowhere,
                    number_text_digits((double)params->idle_rpm, 6, low),
                    number_text_digits((double)params->redline_rpm, 6, high));
        return false;
    }
    for (int i = 1; i < params->gear_count; i++) {
        if (params->gears[i] >= params->gears[i - 1]) {
            message_add(messages, MESSAGE_E807, nowhere, i + 1,
                        number_text_digits((double)params->gears[i], 6, low), i,
                        number_text_digits((double)params->gears[i - 1], 6, high));
            return false;
        }
    }
    for (int i = 1; i + 1 < params->torque_count; i++) {
        if (params->torque_curve[i].torque <= 0.0f) {
            message_add(messages, MESSAGE_E805, nowhere, "0",
                        number_text_digits((double)params->torque_curve[i].rpm, 6, high));
            return false;
        }
    }
    return true;
}

static bool apply(const char *text, CarParams *params, MessageList *messages) {
    const char *equals = strchr(text, '=');
    if (!equals) {
        message_add(messages, MESSAGE_E203, nowhere, "a change", "PARAM=VALUE", text,
                    "such as tyres.mu_y_rear=1.2");
        return false;
    }
    const ParamRow *row = change_row(text, (size_t)(equals - text), messages);
    if (!row) {
        return false;
    }
    char number[NAME_MAX_SIZE];
    const char *value_text = equals + 1;
    size_t size = strlen(value_text);
    bool percent = size > 1 && size < sizeof number && value_text[size - 1] == '%' &&
                   (value_text[0] == '+' || value_text[0] == '-');
    snprintf(number, sizeof number, "%s", value_text[0] == '+' ? value_text + 1 : value_text);
    if (percent) {
        number[strlen(number) - 1] = '\0';
    }
    double value = 0.0;
    if (!number_parse(number, &value)) {
        message_add(messages, MESSAGE_E203, nowhere, row->name, "a number, or +N% or -N%",
                    value_text, "");
        return false;
    }
    if (percent) {
        value = (double)param_get(row, params) * (1.0 + value / 100.0);
    }
    return change_put(row, value, params, messages);
}

bool change_apply(const char *const *texts, int count, CarParams *params, MessageList *messages) {
    CarParams changed = *params;
    bool fine = true;
    for (int i = 0; i < count; i++) {
        fine = apply(texts[i], &changed, messages) && fine;
    }
    // Not before all are made: a gear may pass its neighbour where that one moves as well.
    fine = fine && change_fits(&changed, messages);
    *params = fine ? changed : *params;
    return fine;
}
