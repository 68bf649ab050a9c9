/// In which order a solve takes its contacts, and the scratch in which it keeps that.
#pragma once

#include "dynamics/contact.h"

/// Contacts that share no body, but maybe walls.
typedef struct ContactColor {
    bool walls;     ///< All are with walls; else none is.
    int single_end; ///< In the schedule's order: those of one point come first,
    int end;        ///< those of two behind them.
} ContactColor;

/// In which order the contacts are solved.
typedef struct ContactSchedule {
    const uint16_t *order; ///< Indices of contacts, colour after colour.
    int color_count;
    ContactColor colors[CONTACT_COLORS_MAX];
    void *groups; ///< ContactLanes, aligned to 32.
} ContactSchedule;

/// Which batch a contact is in (the low 16 bits), and the how many-th of that batch it is.
typedef uint32_t BatchSlot;

/// What a solve keeps in its scratch.
typedef struct SolveScratch {
    uint64_t *used;       ///< By body: the colours of its contacts with others so far.
    uint8_t *wall_counts; ///< By body: its contacts with walls so far.
    BatchSlot *slots;     ///< By contact.
    uint16_t *order;      ///< See ContactSchedule.
    void *groups;
} SolveScratch;

/// Bytes that a solve of up to `count` contacts of `body_count` bodies needs for itself.
size_t contacts_scratch_size(int count, int body_count);

SolveScratch solve_scratch_make(const ContactSet *set);
