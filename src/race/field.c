#include "race/field.h"

#include "base/assert.h"
#include "base/random.h"

#include <math.h>

const char *const field_grid_names[FIELD_GRIDS + 1] = {"mixed", "reverse", "skill", "results",
                                                       NULL};

/// Share of the grid by which a place is left to chance.
#define MIXED_REACH 0.8f

enum {
    // Streams of random numbers.
    DRAWS_WHO = 1001,
    DRAWS_GRID = 1002,
};

static int random_below(Random *random, int count) {
    return (int)(((uint64_t)random_u32(random) * (uint64_t)count) >> 32);
}

/// Fisher and Yates.
static void shuffle(Random *random, int *items, int count) {
    for (int i = count - 1; i > 0; i--) {
        int other = random_below(random, i + 1);
        int kept = items[i];
        items[i] = items[other];
        items[other] = kept;
    }
}

/// Gives all together the pace that drivers without a character have.
static void balance(const FieldRule *rule, DriverParams *drivers, int count) {
    DriverParams plain = driver_params_default();
    plain = driver_params_between(&plain, rule->level, rule->toward);
    driver_params_scale_pace(&plain, rule->pace > 0.0f ? rule->pace : 1.0f);
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        sum += field_pace(&drivers[i]);
    }
    for (int i = 0; i < count; i++) {
        driver_params_scale_pace(&drivers[i], (float)count * field_pace(&plain) / sum);
    }
}

void field_draw(const FieldRule *rule, const DriverParams *roster, int roster_count, int count,
                DriverParams out[RACE_MAX_CARS], int who[RACE_MAX_CARS]) {
    ASSERT(count >= 0 && count <= RACE_MAX_CARS);
    ASSERT(roster_count >= 0 && roster_count <= FIELD_ROSTER_MAX);
    Random random = random_make(rule->seed, DRAWS_WHO);
    int order[FIELD_ROSTER_MAX] = {0};
    for (int i = 0; i < roster_count; i++) {
        order[i] = i;
    }
    shuffle(&random, order, roster_count);
    DriverParams plain = driver_params_default();
    for (int i = 0; i < count; i++) {
        who[i] = rule->entrants     ? rule->entrants[i]
                 : roster_count > 0 ? order[i % roster_count]
                                    : -1;
        ASSERT(who[i] < roster_count);
        const DriverParams *expert = who[i] >= 0 ? &roster[who[i]] : &plain;
        out[i] = driver_params_between(expert, rule->level, rule->toward);
        float form = random_range(&random, -FIELD_FORM, FIELD_FORM);
        driver_params_scale_pace(&out[i], (1.0f + form) * (rule->pace > 0.0f ? rule->pace : 1.0f));
    }
    if (rule->balanced) {
        balance(rule, out, count);
    }
}

void field_fill(const FieldRule *rule, const DriverParams *roster, int roster_count, RaceDef *def,
                int who[RACE_MAX_CARS]) {
    DriverParams drawn[RACE_MAX_CARS];
    int drawn_who[RACE_MAX_CARS], cars[RACE_MAX_CARS], count = 0;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        def->drivers[i] = driver_params_of(rule->level);
        if (who) {
            who[i] = -1;
        }
        if (i < def->car_count && (def->ai_cars >> i & 1u) != 0) {
            cars[count++] = i;
        }
    }
    field_draw(rule, roster, roster_count, count, drawn, drawn_who);
    for (int i = 0; i < count; i++) {
        def->drivers[cars[i]] = drawn[i];
        if (who) {
            who[cars[i]] = drawn_who[i];
        }
    }
}

float field_pace(const DriverParams *params) {
    return 0.6f * params->corners + 0.2f * sqrtf(params->braking) + 0.2f * sqrtf(params->throttle);
}

/// Sorts cars by pace, the fastest first.
static void sort_by_pace(const RaceDef *def, int *cars, int count) {
    for (int i = 1; i < count; i++) {
        int car = cars[i], at = i;
        for (; at > 0 && field_pace(&def->drivers[cars[at - 1]]) < field_pace(&def->drivers[car]);
             at--) {
            cars[at] = cars[at - 1];
        }
        cars[at] = car;
    }
}

/// Mixes a grid in which slower cars tend to stand ahead: the slowest first, then each up to
/// MIXED_REACH of the grid farther back.
static void mix(Random *random, const RaceDef *def, int *cars, int count) {
    float keys[RACE_MAX_CARS];
    sort_by_pace(def, cars, count);
    for (int i = 0; i < count / 2; i++) {
        int kept = cars[i];
        cars[i] = cars[count - 1 - i];
        cars[count - 1 - i] = kept;
    }
    for (int i = 0; i < count; i++) {
        int car = cars[i], at = i;
        float key = (float)i + random_range(random, 0.0f, MIXED_REACH * (float)count);
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            cars[at] = cars[at - 1];
        }
        keys[at] = key;
        cars[at] = car;
    }
}

void field_line_up(FieldGrid grid, const int *last, RaceDef *def) {
    ASSERT(grid != FIELD_RESULTS || last != NULL);
    int cars[RACE_MAX_CARS], people[RACE_MAX_CARS];
    int count = 0, people_count = 0;
    for (int i = 0; i < def->car_count; i++) {
        bool ai = (def->ai_cars >> i & 1u) != 0;
        if (ai || grid == FIELD_RESULTS) {
            cars[count++] = i;
        } else {
            people[people_count++] = i;
        }
    }
    Random random = random_make(def->seed, DRAWS_GRID);
    shuffle(&random, cars, count);
    shuffle(&random, people, people_count);
    if (grid == FIELD_SKILL || grid == FIELD_REVERSE) {
        sort_by_pace(def, cars, count);
    } else if (grid == FIELD_MIXED) {
        mix(&random, def, cars, count);
    }
    for (int i = 0; i < def->car_count; i++) {
        int car;
        if (grid == FIELD_RESULTS) {
            car = last[i];
        } else {
            int first = (def->car_count - people_count + 1) / 2; // people stand in the middle
            bool person = i >= first && i < first + people_count;
            int at = i < first ? i : i - people_count;
            car = person ? people[i - first] : cars[grid == FIELD_REVERSE ? count - 1 - at : at];
        }
        def->slots[car] = (uint8_t)i;
    }
}

void field_set_up(const FieldDef *field, RaceDef *def, int who[RACE_MAX_CARS]) {
    FieldRule rule = {.level = field->level,
                      .toward = field->toward,
                      .pace = field->pace,
                      .balanced = field->balanced,
                      .seed = def->seed,
                      .entrants = field->entrants};
    field_fill(&rule, field->roster, field->roster_count, def, who);
    field_line_up(field->grid, field->last, def);
}
