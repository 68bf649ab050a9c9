#include "tune/metric.h"

#include "base/assert.h"
#include "formats/yaml.h"

#include <stdio.h>
#include <string.h>

const char *const manoeuvre_names[MANOEUVRE_COUNT + 1] = {
#define X(NAME, name, about) #name,
    MANOEUVRE_LIST(X)
#undef X
        NULL};

const int metric_wall_angles[METRIC_WALL_ANGLES] = {10, 30, 60, 90};

#define WALL_ROW(angle, material, name, unit, digits, better, about)                      \
    {                                                                                     \
        MANOEUVRE_WALL, "wall_" #angle "_" material, name, unit, digits, METRIC_##better, \
            METRIC_ABSOLUTE, about                                                        \
    }
#define WALL_ROWS(angle, material)                                                   \
    WALL_ROW(angle, material, "kept", "%", 0, MORE, "speed kept"),                   \
        WALL_ROW(angle, material, "exit", "deg", 1, NEITHER,                         \
                 "direction off the wall, 0 = along it"),                            \
        WALL_ROW(angle, material, "spin", "deg/s", 0, NEITHER, "yaw rate after it"), \
        WALL_ROW(angle, material, "stuck", "yes", 0, LESS,                           \
                 "1 if neither driving on nor reversing gets away")

const MetricRow metric_rows[METRIC_COUNT] = {
#define METRIC(manoeuvre, group, name, unit, digits, better, change, about) \
    {MANOEUVRE_##manoeuvre, #group, #name, unit, digits, METRIC_##better, METRIC_##change, about},
#include "tune/metrics.def"
#undef METRIC
#define X(NAME, name, ...) \
    WALL_ROWS(10, name), WALL_ROWS(30, name), WALL_ROWS(60, name), WALL_ROWS(90, name),
    MATERIAL_LIST(X)
#undef X
};

int metric_of_wall(MaterialIndex material, int angle, int kind) {
    ASSERT(material < MATERIAL_BUILT_IN_COUNT);
    ASSERT(angle >= 0 && angle < METRIC_WALL_ANGLES && kind >= 0 && kind < METRIC_WALL_KINDS);
    return METRIC_WALL_FIRST + ((int)material * METRIC_WALL_ANGLES + angle) * METRIC_WALL_KINDS +
           kind;
}

char *metric_name(int metric, char out[METRIC_NAME_MAX]) {
    ASSERT(metric >= 0 && metric < METRIC_COUNT);
    snprintf(out, METRIC_NAME_MAX, "%s.%s", metric_rows[metric].group, metric_rows[metric].name);
    return out;
}

int metric_find(const char *name) {
    bool whole = strchr(name, '.') != NULL;
    int count = whole ? METRIC_COUNT : METRIC_WALL_FIRST;
    for (int i = 0; i < count; i++) {
        char text[METRIC_NAME_MAX];
        if (strcmp(whole ? metric_name(i, text) : metric_rows[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *metric_nearest(const char *name, char out[METRIC_NAME_MAX]) {
    char texts[METRIC_COUNT][METRIC_NAME_MAX];
    bool whole = strchr(name, '.') != NULL;
    const char *list[METRIC_COUNT];
    int count = whole ? METRIC_COUNT : METRIC_WALL_FIRST;
    for (int i = 0; i < count; i++) {
        list[i] = whole ? metric_name(i, texts[i]) : metric_rows[i].name;
    }
    const char *nearest = yaml_nearest(name, list, count);
    if (!nearest) {
        return NULL;
    }
    snprintf(out, METRIC_NAME_MAX, "%s", nearest);
    return out;
}
