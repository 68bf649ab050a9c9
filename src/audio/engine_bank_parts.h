/// What a bank holds, for the files that bake, measure and play it.
#pragma once

#include "vehicle/car_sound.h"

#include <stdint.h>

enum {
    ENGINE_SPEEDS_MAX = 32,
    ENGINE_LOADS = 3,
    ENGINE_POPS = 3,
    ENGINE_POP_FRAMES = 4800, ///< 0.1 s
    ENGINE_GUARD = 2,         ///< Samples around a table that reading between samples asks for.
};

/// The loads that are baked.
extern const float engine_loads[ENGINE_LOADS];

/// Cycles at one speed and load, one after the other.
typedef struct EngineTable {
    int samples; ///< Of a cycle.
    int cycles;
    int first; ///< In EngineBank.data, behind the guard.
} EngineTable;

struct EngineBank {
    CarSound sound;
    float idle_rpm, redline_rpm;
    int speed_count;
    float rpms[ENGINE_SPEEDS_MAX]; ///< Rising.
    EngineTable tables[ENGINE_SPEEDS_MAX][ENGINE_LOADS];
    int pop_first[ENGINE_POPS]; ///< In data.
    int16_t *data;
    int data_count;
    float scale; ///< Of a sample of 1.
};
