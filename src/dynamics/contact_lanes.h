/// The contact solver's inner loops: contacts side by side in lanes.
#pragma once

#include "dynamics/contact.h"

/// Contacts that share no body, but maybe walls.
typedef struct ContactColor {
    bool walls;     ///< All are with walls; else none is.
    int single_end; ///< In the plan's order: those of one point come first,
    int end;        ///< those of two behind them.
} ContactColor;

/// In which order the contacts are solved.
typedef struct ContactPlan {
    const uint16_t *order; ///< Indices of contacts, colour after colour.
    int color_count;
    ContactColor colors[CONTACT_COLORS_MAX];
    void *groups; ///< Room of contact_lanes_size bytes, aligned to 32.
} ContactPlan;

/// Bytes of room for the groups of up to `count` contacts.
size_t contact_lanes_size(int count);

/// Solves the contacts of `plan`; see contacts_solve.
void contact_lanes_solve(const ContactSet *set, const ContactPlan *plan, float dt);

/// The part that is compiled for AVX2, to be called only where simd_has_avx2.
void contact_lanes_solve_avx2(const ContactSet *set, const ContactPlan *plan, float dt);
