/// Predict, then reveal: what a panel is asked, and how well somebody knew it.
#pragma once

#include "lab_window/lab_desk.h"

/// What is asked of a panel. Which lines of the working there are may tell the answer, so the
/// question does not depend on the scene.
typedef struct LabQuestion {
    const char *truth; ///< The line of the working that holds or not; "": none.
    const char *truth_text;
    const char *number; ///< The line of the amount; "": none.
    const char *number_text;
    const char *unit;
    bool whole; ///< The amount is a count.
    bool past;  ///< The shapes stand at the end of their motion, not at its begin.
} LabQuestion;

/// What is asked of the panel of `desk`. Texts live as long as the desk does not change.
LabQuestion lab_question(const LabDesk *desk);

/// Shows the answers. Where they are shown, hides them again, and forgets what was said: whoever
/// has seen them can only guess anew.
void lab_guess_reveal(LabDesk *desk);

enum {
    LAB_VERDICT_LINES = 2,
};

/// What is said of one answer.
typedef struct LabVerdictLine {
    char text[120];
    bool right;
} LabVerdictLine;

/// What is said of a guess once the answers are shown: a line for each answer that was given
/// before.
typedef struct LabVerdict {
    LabVerdictLine lines[LAB_VERDICT_LINES];
    int count;
} LabVerdict;

LabVerdict lab_guess_judge(const LabDesk *desk);
