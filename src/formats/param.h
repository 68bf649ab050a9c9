/// Tables of tunable numbers: one row per number drives its default, its range, its line in a
/// file, its slider on the panel and its entry in the manual.
#pragma once

#include "formats/yaml.h"

#include <stddef.h>

typedef struct ParamRow {
    const char *group; ///< Map of the file that holds it: "tyres".
    const char *name;  ///< As written in files and shown on the panel.
    const char *label; ///< For people, a few words: "Grip across, rear"; may be NULL.
    const char *unit;  ///< SI unit; "1" for a pure number.
    float initial;     ///< Value of a fresh struct, within [min, max].
    float min, max;    ///< Bounds, both allowed.
    float step;        ///< By which the arrows of a slider move it.
    bool file_only;    ///< Not on the panel.
    const char *about; ///< What it is.
    const char *more;  ///< What happens when it goes up.
    size_t offset;     ///< Of the float within the struct that the table describes.
} ParamRow;

/// The row of the float `name_` of `Type`, from a line of a `.def` file: #define PARAM(...)
/// PARAM_ROW(Type, __VA_ARGS__),
#define PARAM_ROW(Type, group_, name_, label_, unit_, initial_, min_, max_, step_, shown_, about_, \
                  more_)                                                                           \
    {                                                                                              \
        .group = #group_, .name = #name_, .label = label_, .unit = unit_, .initial = initial_,     \
        .min = min_, .max = max_, .step = step_, .file_only = !(shown_), .about = about_,          \
        .more = more_, .offset = offsetof(Type, name_)                                             \
    }

typedef struct ParamTable {
    const char *title;
    const ParamRow *rows;
    int count;
} ParamTable;

/// Sets every number of `params` to its initial value.
void param_reset(const ParamTable *table, void *params);

/// Where the number of `row` lives inside `params`; a slider writes through it.
float *param_value(const ParamRow *row, void *params);

/// The number of `row` in `params`.
float param_get(const ParamRow *row, const void *params);

/// By how much a slider of the row moves its number, above 0.
float param_step(const ParamRow *row);

/// Digits behind the point with which a slider shows and sets the number: as few as show each step.
int param_decimals(const ParamRow *row);

/// `value` as people would write it: with `decimals` digits behind the point, or, where that is
/// finer, with three significant ones. The float nearest to that text.
float param_rounded(float value, int decimals);

/// The row called `name` ("mass") or `group.name` ("body.mass"), or NULL.
const ParamRow *param_find(const ParamTable *table, const char *name);

/// Reads the members of `map`, the map called `group` of a file, into `params`; names left out keep
/// their value. Keys in `others` are not numbers of the table and left to the caller. False where
/// one message or more was added (E201, E203, E204, E209); good members are set all the same. `map`
/// may be NULL: then nothing is to be read, and that is fine.
bool param_read(const ParamTable *table, const char *group, const YamlNode *map,
                const char *const *others, int other_count, void *params, MessageList *messages);
