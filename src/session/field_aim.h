/// Which field laps a track in a given time.
///
/// Levels are measured where they are driven, so nothing here goes stale when the AI, a car or a
/// track changes: one car alone at each level gives the shape, some races of the field itself what
/// mistakes, traffic and slipstream make of it.
#pragma once

#include "race/field.h"

/// A level as one number: 0 that of beginners, 1 easy, ... FIELD_NUMBER_MOST that of experts; 1.5
/// is half way between. Below 0 all is a beginner's but the pace, which goes on falling.
#define FIELD_NUMBER_LEAST (-4.0f)
#define FIELD_NUMBER_MOST  ((float)(SKILL_COUNT - 1))

/// s of a lap that anybody may want.
#define FIELD_AIM_LEAST 1.0
#define FIELD_AIM_MOST  3600.0

/// How well a field can meet a time.
typedef enum FieldReach {
    FIELD_REACHED,
    FIELD_NOT_SO_SLOW, ///< The slowest field is faster.
    FIELD_NOT_SO_FAST, ///< The fastest one is slower.
} FieldReach;

typedef struct FieldAim {
    float number;     ///< A level.
    double lap_s;     ///< s that the field takes for a lap in the mean, as is to be expected.
    FieldReach reach; ///< Of the wanted time.
} FieldAim;

/// `field` with its level at `number`, and balanced.
FieldDef field_at(FieldDef field, float number);

/// Looks for the level at which the AI cars of a race, cars 0 to `cars` - 1 of `data`, have
/// `wanted_s` as their mean lap: of all laps but the first, which begins at a standstill, or from
/// start to finish where there is one lap alone. `laps` is the race's (0: the track's own).
/// Depends on nothing else: each race of this kind gets the same answer. Drives some twelve laps of
/// one car and fifty of races, up to six times as many where races differ much: 0.2 to 3 s.
FieldAim field_aim(const RaceData *data, const CarModel *models, int cars, int laps,
                   const FieldDef *field, double wanted_s);
