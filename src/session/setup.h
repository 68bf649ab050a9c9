/// The two set-ups of the player's car, A and B, of which one is driven at a time.
#pragma once

#include "vehicle/car_params.h"

enum {
    SETUP_NAMES = 3 ///< Differences that a report names.
};

/// A value; made by setups_make.
typedef struct Setups {
    CarParams params[2]; ///< A and B.
    CarParams file;      ///< As the car's file has it.
    int live;            ///< 0: A is driven, 1: B.
    double best_s[2];    ///< Best whole lap with each as it is now; 0 none.
} Setups;

/// Both as in the file; A is driven.
Setups setups_make(const CarParams *file);

/// Whether they are in use: B is driven, or one of the two differs from the file.
bool setups_in_use(const Setups *setups);

/// The car's file now holds `file`. The set-up that is driven takes over what has changed in it;
/// the other one keeps what it had, so that old and new can be compared.
void setups_reload(Setups *setups, const CarParams *file);

/// Copies the set-up that is driven over the other one.
void setups_copy(Setups *setups);

/// "tyres.mu_y_rear 1.06 → 1.20, body.mass 1280 → 1300, gears and 2 more": up to `max` differences
/// by name; empty where there are none. Cut to `size` bytes at the end of a character.
void setups_differences(const CarParams *from, const CarParams *to, int max, char *out,
                        size_t size);
