#include "reports/race_report.h"

#include "base/print.h"
#include "race/elimination.h"
#include "reports/events.h"
#include "reports/results.h"

void race_report_print(const Session *session, const PaceReport *pace, double wall_seconds,
                       const EventList *events) {
    const Race *race = session->race;
    double sim_seconds = (double)race->tick / RACE_TICKS_PER_SECOND;
    print("%s, ", session->track.name);
    if (race->battle_mode == BATTLE_LAST) {
        print("battle, the last car running wins\n");
    } else if (elimination_is_on(race) && !elimination_by_laps(race)) {
        print("elimination every %.0f s\n", (double)ELIMINATION_EVERY);
    } else {
        print("%s%d lap%s\n",
              elimination_is_on(race) ? "elimination, "
              : race_is_battle(race)  ? "battle, "
                                      : "",
              race->laps, race->laps == 1 ? "" : "s");
    }
    pace_report_print(pace);
    print("\n");
    results_print(session);
    if (events) {
        events_print(events, session);
    }
    char hash[HASH_TEXT_MAX];
    print("\n%.1f s raced in %.2f s (%.0f x real time), state %s\n", sim_seconds, wall_seconds,
          sim_seconds / wall_seconds, hash_text64(race_hash(race), hash));
}

void race_report_json(Json *json, const Session *session, const PaceReport *pace,
                      double wall_seconds, const EventList *events) {
    const Race *race = session->race;
    char text[HASH_TEXT_MAX];
    json_text(json, "track", session->track.name);
    json_text(json, "track_hash", hash_text128(session->track.hash, text));
    json_integer(json, "laps", race->laps);
    if (race_is_battle(race)) {
        json_text(json, "battle", battle_mode_names[race->battle_mode]);
    }
    pace_report_json(pace, json);
    json_integer(json, "ticks", race->tick);
    json_number(json, "sim_seconds", (double)race->tick / RACE_TICKS_PER_SECOND, 4);
    json_number(json, "wall_seconds", wall_seconds, 6);
    json_text(json, "state_hash", hash_text64(race_hash(race), text));
    results_rules_json(json, &race->rules);
    results_json(json, session);
    events_json(json, events, session);
}
