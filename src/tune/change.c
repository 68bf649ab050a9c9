#include "tune/change.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NAME_MAX_SIZE = 64,
    ROWS_MAX = 128,
};

static const Place nowhere = {0};

const ParamRow *change_row(const char *name, size_t size, MessageList *messages) {
    char text[NAME_MAX_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text - 1), name);
    const ParamRow *row = param_find(&car_param_table, text);
    if (row) {
        return row;
    }
    bool whole = strchr(text, '.') != NULL;
    char texts[ROWS_MAX][NAME_MAX_SIZE];
    const char *names[ROWS_MAX];
    int count = car_param_table.count < ROWS_MAX ? car_param_table.count : ROWS_MAX;
    for (int i = 0; i < count; i++) {
        const ParamRow *other = &car_param_table.rows[i];
        snprintf(texts[i], sizeof texts[i], "%s%s%s", whole ? other->group : "", whole ? "." : "",
                 other->name);
        names[i] = texts[i];
    }
    const char *nearest = yaml_nearest(text, names, count);
    char help[NAME_MAX_SIZE + 32];
    if (nearest) {
        snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
    } else {
        snprintf(help, sizeof help, "`axle params` lists them");
    }
    message_add(messages, MESSAGE_E211, nowhere, "number of a car", text, help);
    return NULL;
}

bool change_set(const ParamRow *row, double value, CarParams *params, MessageList *messages) {
    char text[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    float number = (float)value;
    if (!(number >= row->min && number <= row->max)) {
        char unit[32];
        snprintf(unit, sizeof unit, "%s%s", strcmp(row->unit, "1") == 0 ? "" : " ",
                 strcmp(row->unit, "1") == 0 ? "" : row->unit);
        message_add(messages, MESSAGE_E204, nowhere, row->name, number_text_digits(value, 6, text),
                    number_text_digits((double)row->min, 6, min),
                    number_text_digits((double)row->max, 6, max), unit);
        return false;
    }
    CarParams changed = *params;
    *param_value(row, &changed) = number;
    if (changed.idle_rpm >= changed.redline_rpm) {
        message_add(messages, MESSAGE_E813, nowhere,
                    number_text_digits((double)changed.idle_rpm, 6, min),
                    number_text_digits((double)changed.redline_rpm, 6, max));
        return false;
    }
    *params = changed;
    return true;
}

bool change_apply(const char *text, CarParams *params, MessageList *messages) {
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
        value = (double)*param_value(row, params) * (1.0 + value / 100.0);
    }
    return change_set(row, value, params, messages);
}
