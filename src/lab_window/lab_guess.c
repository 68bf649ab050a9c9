#include "lab_window/lab_guess.h"

#include "lab/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// An amount is right that is off by no more than this share of it, and by this much.
#define RIGHT_SHARE 0.1
#define RIGHT_LEAST 0.02

typedef struct Question {
    const char *panel;
    LabQuestion question;
} Question;

static const Question questions[] = {
#define QUESTION(panel, truth, truth_text, number, number_text, unit, whole, past) \
    {panel, {truth, truth_text, number, number_text, unit, whole, past}},
#include "lab_window/lab_questions.def"
#undef QUESTION
};

/// A question for a panel that has none of its own: the first verdict of its working, or its first
/// number.
static LabQuestion first_verdict(const Working *working) {
    LabQuestion question = {"", "", "", "", "", false, false};
    for (int i = 0; i < working->count && question.truth[0] == '\0'; i++) {
        if (working->lines[i].kind == WORKING_TRUTH) {
            question.truth = question.truth_text = working->lines[i].name;
        }
    }
    if (question.truth[0] == '\0' && working->count > 0) {
        question.number = question.number_text = working->lines[0].name;
        question.unit = working->lines[0].unit;
    }
    return question;
}

LabQuestion lab_question(const LabDesk *desk) {
    const char *panel = panels[desk->scene.panel].name;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        if (strcmp(questions[i].panel, panel) == 0) {
            return questions[i].question;
        }
    }
    return first_verdict(&desk->work);
}

void lab_guess_reveal(LabDesk *desk) {
    LabGuess *guess = &desk->guess;
    if (guess->revealed) {
        *guess = (LabGuess){.on = guess->on, .verdict = -1};
    } else {
        guess->revealed = true;
    }
}

/// Adds a line.
static void say(LabVerdict *verdict, bool right, const char *text) {
    LabVerdictLine *line = &verdict->lines[verdict->count++];
    line->right = right;
    snprintf(line->text, sizeof line->text, "%s", text);
}

static void judge_truth(const LabDesk *desk, const LabQuestion *question, LabVerdict *out) {
    const WorkingLine *line = working_find(&desk->work, question->truth);
    if (line && desk->guess.verdict >= 0) {
        bool holds = line->value > 0.0, said = desk->guess.verdict == 1;
        char text[80];
        snprintf(text, sizeof text, "You said %s: %s.", said ? "yes" : "no",
                 said == holds ? "right" : "wrong");
        say(out, said == holds, text);
    }
}

static void judge_amount(const LabDesk *desk, const LabQuestion *question, LabVerdict *out) {
    if (question->number[0] == '\0' || !desk->guess.has_amount) {
        return;
    }
    const WorkingLine *line = working_find(&desk->work, question->number);
    Digits d = {0};
    int decimals = question->whole ? 0 : 3;
    const char *said = digits_of(&d, (double)desk->guess.amount, decimals);
    const char *space = question->unit[0] ? " " : "";
    char text[120];
    if (!line || !isfinite(line->value)) {
        snprintf(text, sizeof text, "You said %s%s%s: there is none.", said, space, question->unit);
        say(out, false, text);
        return;
    }
    double off = fabs((double)desk->guess.amount - line->value);
    double least = question->whole ? 0.5 : RIGHT_LEAST;
    bool right = off <= fmax(least, RIGHT_SHARE * fabs(line->value));
    snprintf(text, sizeof text, "You said %s, it is %s%s%s: %s.", said,
             digits_of(&d, line->value, decimals), space, question->unit,
             right ? "well estimated" : "off");
    say(out, right, text);
}

LabVerdict lab_guess_judge(const LabDesk *desk) {
    LabVerdict verdict = {.count = 0};
    LabQuestion question = lab_question(desk);
    judge_truth(desk, &question, &verdict);
    judge_amount(desk, &question, &verdict);
    return verdict;
}
