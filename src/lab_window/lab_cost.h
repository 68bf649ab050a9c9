/// What the method behind a panel costs: the median of many calls of the library, measured while
/// the window has time. For the screen alone, never in a saved picture.
#pragma once

#include "lab_window/lab_desk.h"
#include "lab_world/broad.h"
#include "vehicle/tyre.h"

enum {
    LAB_COST_BATCHES = 31,
    LAB_COST_TEXT = 96,
};

/// What the measured calls get, made once for a scene.
typedef struct LabProbe {
    SolidPair pair;       ///< The pieces that are nearest or deepest.
    Box boxes[BROAD_MAX]; ///< Of the broad phase ...
    int box_count;        ///< ... so many.
    TyreSet tyres;        ///< Of the wheel, all four in its motion.
    TyreMotion motion;
} LabProbe;

/// The zero value has measured nothing.
typedef struct LabCost {
    int revision; ///< Of the desk whose scene is measured.
    LabProbe probe;
    int calls;                        ///< In a batch.
    int count;                        ///< Batches so far.
    double batches[LAB_COST_BATCHES]; ///< s a call
    double median;                    ///< s a call, once all are measured; 0: not yet.
} LabCost;

/// Measures one batch more, of a tenth of a millisecond or so, until there are enough, of slow
/// calls fewer; starts anew
/// where the scene has changed. Returns whether the median has just been found or forgotten.
bool lab_cost_frame(LabCost *cost, const LabDesk *desk);

/// "sat_overlap: 87 ns, median of 31 x 512 calls"; "" where it is not done. Of a panel that names
/// no function of the library it is the cost of its whole working.
void lab_cost_text(const LabCost *cost, const LabDesk *desk, char out[LAB_COST_TEXT]);
