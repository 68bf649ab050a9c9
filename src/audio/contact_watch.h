/// What is heard of contacts: impacts by the energy that they take, scrapes by speed and force; and
/// of battles: shots and bursts, crates, drops and what wears out, as blows too.
///
/// Read from the solver's contacts and the notes of the battle after each step; nothing of the race
/// changes.
#pragma once

#include "collision/material.h"
#include "race_state/race_state.h"

enum {
    CONTACT_WATCH_MEMORY = 128, ///< Pairs that are remembered.
    CONTACT_WATCH_MAX = 24,     ///< Impacts of one tick that are told.
    /// What cars are made of, behind the built-in materials.
    CONTACT_BODYWORK = MATERIAL_BUILT_IN_COUNT,
};

#define CONTACT_LEAST_ENERGY 2.0f ///< J: fainter impacts are not told.
#define CONTACT_LEAST_SPEED  0.4f ///< m/s: nor are slower ones. Things that rest come together so.
#define CONTACT_AGAIN_TICKS  60   ///< Within these an impact of the same two must be harder.

/// Two things that meet.
typedef struct Impact {
    vec2s at;                  ///< m, world.
    float energy;              ///< J that the contact takes: half of impulse times approach speed.
    int8_t car, other;         ///< Cars in it, the lower index first; -1: none.
    uint8_t material, against; ///< Built-in MaterialIndex or CONTACT_BODYWORK, of each.
    bool loose;                ///< One of them is a prop, which rings on its own.
} Impact;

/// Something that slides along a car. The zero value is nothing.
typedef struct Scrape {
    float speed; ///< m/s
    float force; ///< N, across.
    uint8_t material;
} Scrape;

/// The pair of an impact, not to be told of twice.
typedef struct ImpactMemory {
    uint32_t pair; ///< Upper half of the contact's key.
    uint32_t tick;
    float energy;
} ImpactMemory;

/// The zero value has heard nothing.
typedef struct ContactWatch {
    ImpactMemory memory[CONTACT_WATCH_MEMORY];
    Impact impacts[CONTACT_WATCH_MAX]; ///< Of the last tick.
    int count;
    Scrape scrapes[RACE_MAX_CARS]; ///< By car: the strongest.
    bool oily[RACE_MAX_CARS];      ///< It stands in the oil of a battle.
} ContactWatch;

/// To be called after each step. O(contacts)
void contact_watch_tick(ContactWatch *watch, const Race *race);
