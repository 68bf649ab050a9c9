#include "render/car_looks.h"

#include "base/assert.h"
#include "render/eyes.h"
#include "track/theme.h"

#include <math.h>

enum {
    PLACED_MAX = RACE_PICTURE_SEATS + RACE_MAX_CARS,
    NUMBER_MAX = 99,
};

#define GREY_APART       8.0 ///< Lightness (CIE76) by which two are told apart without hue.
#define ASPHALT_CONTRAST 3.0 ///< At least, of a colour on the asphalt of any theme.

/// A colour to all eyes.
typedef struct Seen {
    EyesLab by[EYES_COUNT];
} Seen;

/// The looks that are given so far.
typedef struct Placed {
    Seen seen[PLACED_MAX];
    int patterns[PLACED_MAX];
    int count;
} Placed;

/// A colour and a pattern that a car might get, and what speaks for them.
typedef struct Choice {
    uint32_t color;
    int pattern;
    double of_pattern; ///< How far it is from all of its pattern to any eyes ...
    double of_any;     ///< ... and from all others to usual ones, CIE76.
    int alike_in_grey; ///< How many of its pattern have but their number to tell them from it.
    double grey;       ///< How far it is from all of its pattern without hue.
    double from_own;   ///< How far it is from the colour that was asked for.
} Choice;

static Seen seen_of(uint32_t color) {
    Seen seen;
    for (int eye = 0; eye < EYES_COUNT; eye++) {
        seen.by[eye] = eyes_lab(eye, color);
    }
    return seen;
}

static void place(Placed *placed, uint32_t color, int pattern) {
    ASSERT(placed->count < PLACED_MAX);
    placed->seen[placed->count] = seen_of(color);
    placed->patterns[placed->count++] = pattern;
}

/// Takes the distances from each that is placed into account.
static void measure(Choice *choice, const Seen *seen, const Placed *placed) {
    choice->of_pattern = choice->of_any = choice->grey = HUGE_VAL;
    choice->alike_in_grey = 0;
    for (int i = 0; i < placed->count; i++) {
        const Seen *other = &placed->seen[i];
        choice->of_any = fmin(choice->of_any, eyes_apart(seen->by[0], other->by[0]));
        if (placed->patterns[i] != choice->pattern) {
            continue;
        }
        for (int eye = 0; eye < EYES_COUNT; eye++) {
            double apart = eyes_apart(seen->by[eye], other->by[eye]);
            choice->of_pattern = fmin(choice->of_pattern, apart);
        }
        double grey = fabs(seen->by[0].l - other->by[0].l);
        choice->grey = fmin(choice->grey, grey);
        choice->alike_in_grey += grey < GREY_APART;
    }
}

static bool is_better(const Choice *a, const Choice *b) {
    bool told[2] = {a->of_pattern >= CAR_LOOKS_APART_TO_ALL,
                    b->of_pattern >= CAR_LOOKS_APART_TO_ALL};
    bool clear[2] = {a->of_any >= CAR_LOOKS_APART, b->of_any >= CAR_LOOKS_APART};
    if (told[0] != told[1]) {
        return told[0];
    }
    if (!told[0]) {
        return a->of_pattern > b->of_pattern;
    }
    if (clear[0] != clear[1]) {
        return clear[0];
    }
    if (clear[0] && a->from_own != b->from_own) {
        return a->from_own < b->from_own;
    }
    if (!clear[0] && a->of_any != b->of_any) {
        return a->of_any > b->of_any;
    }
    if (a->alike_in_grey != b->alike_in_grey) {
        return a->alike_in_grey < b->alike_in_grey;
    }
    return a->grey > b->grey;
}

static bool is_seen_on_asphalt(uint32_t color) {
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        if (eyes_contrast(color, theme_colors[theme].asphalt) < ASPHALT_CONTRAST) {
            return false;
        }
    }
    return true;
}

/// The colour and pattern of a car whose driver asks for `own`.
static Choice choose(const Placed *placed, uint32_t own) {
    Choice best = {0};
    Seen wanted = seen_of(own);
    for (int i = is_seen_on_asphalt(own) ? -1 : 0; i < RACE_PICTURE_COLORS; i++) {
        Choice choice = {.color = i < 0 ? own : race_picture_colors[i]};
        Seen seen = seen_of(choice.color);
        choice.from_own = eyes_apart(seen.by[0], wanted.by[0]);
        for (choice.pattern = 0; choice.pattern < CAR_PATTERNS; choice.pattern++) {
            measure(&choice, &seen, placed);
            if (best.color == 0 || is_better(&choice, &best)) {
                best = choice;
            }
        }
    }
    return best;
}

/// `wanted` (1 to 99), or the next higher number that nobody has.
static int take_number(bool taken[NUMBER_MAX + 1], int wanted) {
    int number = wanted;
    while (taken[number]) { // fewer cars and people than numbers
        number = number % NUMBER_MAX + 1;
    }
    taken[number] = true;
    return number;
}

static void give_numbers(const CarLookWish *wishes, const CarLookPerson *people, CarLook *out) {
    bool taken[NUMBER_MAX + 1] = {false};
    bool own[RACE_MAX_CARS] = {false};
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        int number = wishes[i].number;
        ASSERT(number >= 0 && number <= NUMBER_MAX);
        own[i] = number > 0 && !taken[number];
        out[i].number = own[i] ? take_number(taken, number) : 0;
    }
    int numbers[RACE_PICTURE_SEATS]; // also of those who do not drive: they may join
    for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
        numbers[seat] = take_number(taken, seat + 1);
    }
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        if (!own[i]) {
            out[i].number = take_number(taken, wishes[i].number > 0 ? wishes[i].number : i + 1);
        }
    }
    for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
        if (people[seat].car >= 0) {
            out[people[seat].car].number = numbers[seat];
        }
    }
}

void car_looks_make(const CarLookWish wishes[RACE_MAX_CARS],
                    const CarLookPerson people[RACE_PICTURE_SEATS], CarLook out[RACE_MAX_CARS]) {
    ASSERT(wishes != NULL && people != NULL && out != NULL);
    Placed placed = {.count = 0};
    for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
        ASSERT(people[seat].car < RACE_MAX_CARS);
        ASSERT(people[seat].color >= 0 && people[seat].color < RACE_PICTURE_COLORS);
        place(&placed, race_picture_colors[people[seat].color], seat % CAR_PATTERNS);
    }
    for (int pass = 0; pass < 2; pass++) { // drivers with a colour come first
        for (int i = 0; i < RACE_MAX_CARS; i++) {
            if ((wishes[i].color != 0) == (pass == 0)) {
                uint32_t own = pass == 0 ? wishes[i].color : race_picture_look(i).color;
                Choice choice = choose(&placed, own);
                out[i] = (CarLook){.color = choice.color, .pattern = choice.pattern};
                place(&placed, choice.color, choice.pattern);
            }
        }
    }
    give_numbers(wishes, people, out);
    for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
        if (people[seat].car >= 0) {
            CarLook *look = &out[people[seat].car];
            look->color = race_picture_colors[people[seat].color];
            look->pattern = seat % CAR_PATTERNS;
        }
    }
}
