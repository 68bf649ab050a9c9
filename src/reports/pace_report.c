#include "reports/pace_report.h"

#include "base/exit_code.h"
#include "base/print.h"

#include <stdio.h>

int pace_report_find(PaceReport *pace, const SessionDef *def, FieldDef *field) {
    if (pace->wanted_s <= 0.0f) {
        return EXIT_FINE;
    }
    Session session = {0};
    int code = session_make(&session, def);
    if (code != EXIT_FINE) {
        return code;
    }
    pace->aim = field_aim(&session.data, session.models, def->race.car_count, def->race.laps, field,
                          (double)pace->wanted_s);
    *field = field_at(*field, pace->aim.number);
    if (pace->aim.reach != FIELD_REACHED) {
        bool slow = pace->aim.reach == FIELD_NOT_SO_SLOW;
        print_to(stderr,
                 "axle: no field is as %s as %.2f s a lap here: this one needs about %.2f\n",
                 slow ? "slow" : "fast", (double)pace->wanted_s, pace->aim.lap_s);
    }
    session_destroy(&session);
    return EXIT_FINE;
}

/// "medium", "beginner, slower" or "between easy and medium".
static void level_text(float number, char out[64]) {
    FieldDef at = field_at((FieldDef){0}, number);
    const char *name = race_skill_names[at.level];
    if (number < 0.0f) {
        snprintf(out, 64, "slower than %s", name);
    } else if (at.toward > 0.0f) {
        snprintf(out, 64, "between %s and %s", name, race_skill_names[at.level + 1]);
    } else {
        snprintf(out, 64, "%s", name);
    }
}

void pace_report_print(const PaceReport *pace) {
    if (pace->wanted_s > 0.0f) {
        char level[64];
        level_text(pace->aim.number, level);
        print("A field for laps of %.2f s: %s (%.2f)\n", (double)pace->wanted_s, level,
              (double)pace->aim.number);
    }
}

void pace_report_json(const PaceReport *pace, Json *json) {
    static const char *const reaches[] = {"reached", "not-so-slow", "not-so-fast"};
    if (pace->wanted_s > 0.0f) {
        json_object(json, "pace");
        json_number(json, "wanted_s", (double)pace->wanted_s, 3);
        json_number(json, "expected_s", pace->aim.lap_s, 3);
        json_number(json, "level", (double)pace->aim.number, 3);
        json_text(json, "reach", reaches[pace->aim.reach]);
        json_end_object(json);
    }
}
