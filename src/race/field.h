/// The field: who races, how well each drives on the day, and where each starts.
#pragma once

#include "race_state/race_state.h"

typedef enum FieldGrid {
    FIELD_MIXED,   ///< Drawn by seed; the slower a car, the farther ahead as a rule.
    FIELD_REVERSE, ///< The fastest last.
    FIELD_SKILL,   ///< The fastest first.
    FIELD_RESULTS, ///< As the last race ended.
    FIELD_GRIDS,
} FieldGrid;

/// By FieldGrid, ended by NULL: "mixed", ...
extern const char *const field_grid_names[FIELD_GRIDS + 1];

enum {
    FIELD_ROSTER_MAX = 64, ///< Drivers to draw from.
};

/// How a field is drawn.
typedef struct FieldRule {
    RaceSkill level;
    float toward;  ///< Share of the way from the level to the next one.
    float pace;    ///< x the pace of the level; 0: 1.
    bool balanced; ///< Whoever is drawn, all together have that pace: the luck of the draw decides
                   ///< who is faster than whom, not how fast the field is.
    uint64_t seed;
    const int *entrants; ///< Indices in the roster of who drives in place of those that are drawn,
                         ///< -1 for nobody in particular; NULL: all are drawn.
} FieldRule;

/// Who races and where each starts, drawn anew for each race with its seed. The zero value:
/// beginners without a character on a mixed grid.
typedef struct FieldDef {
    RaceSkill level;
    float toward, pace;         ///< As in FieldRule.
    bool balanced;              ///< As in FieldRule.
    const DriverParams *roster; ///< To draw from; NULL none.
    int roster_count;
    FieldGrid grid;
    const int *last;     ///< Cars by place in the last race; for FIELD_RESULTS alone.
    const int *entrants; ///< As in FieldRule: a championship has the same field in each race.
} FieldDef;

/// Draws `count` drivers out of `roster` (its numbers are those of experts), each once as long as
/// there are others: `who` gets their indices, `out` their numbers at the level and in the form of
/// the day, which makes each up to FIELD_FORM faster or slower. An empty roster gives drivers
/// without a character, `who` -1. With entrants the same people drive, in the order of that list,
/// in another form.
#define FIELD_FORM 0.006f
void field_draw(const FieldRule *rule, const DriverParams *roster, int roster_count, int count,
                DriverParams out[RACE_MAX_CARS], int who[RACE_MAX_CARS]);

/// Gives every car of `def` its driver: those of the AI are drawn by `rule` as by field_draw, in
/// the order of the cars; all others, also those that join later, get the numbers of the level, for
/// when the AI takes them over. `who` gets the index in the roster of each car of `def`, -1 for
/// cars without one; it may be NULL.
void field_fill(const FieldRule *rule, const DriverParams *roster, int roster_count, RaceDef *def,
                int who[RACE_MAX_CARS]);

/// x the time of a lap by which `params` is about as fast as a driver without a character is as an
/// expert: to compare drivers by.
float field_pace(const DriverParams *params);

/// Fills def->slots for the cars of `def`: the AI's by `grid`, `last` being the cars by place in
/// the last race (used by FIELD_RESULTS alone, may be NULL otherwise). The cars of people, those
/// that are not in def->ai_cars, stand in the middle; by results they stand where they ended. Draws
/// by def->seed.
void field_line_up(FieldGrid grid, const int *last, RaceDef *def);

/// All of that: sets the drivers and the places of `def` by `field` and def->seed. `who` as in
/// field_fill.
void field_set_up(const FieldDef *field, RaceDef *def, int who[RACE_MAX_CARS]);
