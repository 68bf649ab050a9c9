#include "commands/pace_option.h"

#include "base/exit_code.h"

const char *const pace_option_levels[SKILL_COUNT + 2] = {"beginner", "easy",    "medium", "hard",
                                                         "expert",   "my-pace", NULL};

int pace_option_check(const PaceReport *pace, int skill, const char *mode) {
    if (pace->wanted_s <= 0.0f) {
        return EXIT_FINE;
    }
    if (skill >= 0 && skill < SKILL_COUNT) {
        return options_usage_error("--pace and --skill both say how fast the field is\n"
                                   "    help: leave one of them out");
    }
    return mode ? options_usage_error("--pace is for races\n    help: leave out --mode=%s", mode)
                : EXIT_FINE;
}
