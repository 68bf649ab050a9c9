#include "formats/param.h"

#include "base/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

float *param_value(const ParamRow *row, void *params) {
    ASSERT(row != NULL && params != NULL);
    return (float *)(void *)((unsigned char *)params + row->offset);
}

float param_get(const ParamRow *row, const void *params) {
    ASSERT(row != NULL && params != NULL);
    return *(const float *)(const void *)((const unsigned char *)params + row->offset);
}

void param_reset(const ParamTable *table, void *params) {
    ASSERT(table != NULL && params != NULL);
    for (int i = 0; i < table->count; i++) {
        *param_value(&table->rows[i], params) = table->rows[i].initial;
    }
}

#define STEPS_UNNAMED 1000.0f ///< Steps of a slider whose row names none.

enum {
    DECIMALS_MAX = 5,
    ROUNDED_LEAST = 100, ///< In units of its last digit, so that a number keeps three.
    ROUNDED_DECIMALS_MAX = 9,
};

float param_step(const ParamRow *row) {
    return row->step > 0.0f ? row->step : (row->max - row->min) / STEPS_UNNAMED;
}

int param_decimals(const ParamRow *row) {
    int decimals = 0;
    for (double shown = (double)param_step(row); decimals < DECIMALS_MAX;
         shown *= 10.0, decimals++) {
        if (fabs(shown - round(shown)) < 1e-3 && shown > 0.5) {
            break;
        }
    }
    return decimals;
}

float param_rounded(float value, int decimals) {
    ASSERT(isfinite(value));
    double scale = 1.0, size = fabs((double)value);
    for (int i = 0; i < ROUNDED_DECIMALS_MAX && (i < decimals || size * scale < ROUNDED_LEAST);
         i++) {
        scale *= 10.0;
    }
    // A quotient of two integers is the double nearest to the text that says it.
    return (float)(round((double)value * scale) / scale);
}

const ParamRow *param_find(const ParamTable *table, const char *name) {
    ASSERT(table != NULL && name != NULL);
    const char *dot = strchr(name, '.');
    for (int i = 0; i < table->count; i++) {
        const ParamRow *row = &table->rows[i];
        size_t group_size = dot ? (size_t)(dot - name) : 0;
        bool in_group = !dot || (strlen(row->group) == group_size &&
                                 strncmp(row->group, name, group_size) == 0);
        if (in_group && strcmp(row->name, dot ? dot + 1 : name) == 0) {
            return row;
        }
    }
    return NULL;
}

bool param_read(const ParamTable *table, const char *group, const YamlNode *map,
                const char *const *others, int other_count, void *params, MessageList *messages) {
    ASSERT(table != NULL && group != NULL && params != NULL && messages != NULL);
    ASSERT(table->count + other_count <= YAML_KEYS_MAX);
    if (!map) {
        return true;
    }
    const char *keys[YAML_KEYS_MAX];
    int key_count = 0;
    bool good = true;
    for (int i = 0; i < table->count; i++) {
        const ParamRow *row = &table->rows[i];
        if (strcmp(row->group, group) != 0) {
            continue;
        }
        keys[key_count++] = row->name;
        const YamlNode *node = yaml_find(map, row->name);
        good &= !node || yaml_number(node, row->name, row->unit, (double)row->min, (double)row->max,
                                     param_value(row, params), messages);
    }
    for (int i = 0; i < other_count; i++) {
        keys[key_count++] = others[i];
    }
    char what[64];
    snprintf(what, sizeof what, "\"%.56s\"", group);
    return yaml_check_keys(map, what, keys, key_count, NULL, 0, messages) && good;
}
