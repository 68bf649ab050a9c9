/// In which order a solve takes its contacts, and the scratch in which it keeps that.
#pragma once

#include "dynamics/contact.h"

/// Contacts that share no body, but maybe walls.
typedef struct ContactColor {
    int single_end; ///< In the schedule's order: those of one point come first,
    int end;        ///< those of two behind them.
} ContactColor;

/// The batch of a contact (the low 16 bits), and its place in that batch.
typedef uint32_t BatchSlot;

/// What a solve keeps in its scratch.
typedef struct SolveScratch {
    uint64_t *used;       ///< By body: the colours of its contacts with others so far.
    uint8_t *wall_counts; ///< By body: its contacts with walls so far.
    BatchSlot *slots;     ///< By contact.
    uint16_t *order;      ///< Indices of contacts, colour after colour.
    void *groups;         ///< ContactLanes, aligned to 32.
    uint32_t *live;       ///< Groups that rounds go on with, colour after colour (Run.live).
    uint16_t *islands;    ///< By body: the root of its island.
    float *lightest;      ///< By root: 1/kg, the least inverse mass of what moves in its island.
    float *fastest;       ///< By root: m/s, of the fastest impact in its island.
    float *shares;        ///< By root: of their changes of velocity that its bodies take.
    float *marks;         ///< By root: the marking that last marked its island, from 1 on.
} SolveScratch;

/// In which order the contacts are solved.
typedef struct ContactSchedule {
    SolveScratch scratch;
    int color_count;
    int first_wall; ///< Of the colours: all contacts from there on are with walls, and none before.
    ContactColor colors[CONTACT_COLORS_MAX];
} ContactSchedule;

/// Bytes that a solve of up to `count` contacts of `body_count` bodies needs for itself.
size_t contacts_scratch_size(int count, int body_count);

/// Sorts the contacts by batch: a counting sort, which keeps equal ones in their order; and gives
/// each body the root of its island: bodies that contacts connect. Walls come
/// last and so have the last word in each round: a car may be squeezed into another for a step, but
/// not into a wall. Returns how many contacts are left out.
int schedule_make(const ContactSet *set, ContactSchedule *schedule);
