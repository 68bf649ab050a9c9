#include "reports/race_points.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/print.h"
#include "events/race_events.h"
#include "race/race.h"
#include "reports/race_report.h"
#include "session/championship.h"
#include "session/waiting.h"

#include <stdlib.h>

/// A championship under way.
typedef struct Points {
    const RacePointsDef *def;
    Championship championship;
    int entry_of[RACE_MAX_CARS];              ///< Each car has its own entry.
    int who[RACE_MAX_CARS];                   ///< Of the roster, as the first race has drawn them.
    PaceReport paces[CHAMPIONSHIP_RACES_MAX]; ///< By track.
    Json json;
} Points;

static int race_count(const RacePointsDef *def) { return def->track_count * def->rounds; }

/// Everything that can be wrong with a track is said before the first race.
static int check_tracks(const RacePointsDef *def) {
    for (int i = 0; i < def->track_count; i++) {
        Track track;
        char path[PATH_LIMIT];
        const SessionDef *session = def->session;
        int code = load_track(session->data, def->tracks[i], session->reverse, &track, path);
        if (code != EXIT_FINE) {
            return code;
        }
        int slots = track.slot_count;
        track_destroy(&track);
        if (slots < session->race.car_count) {
            print_to(stderr, "axle: track \"%s\" has room for %d cars, not for %d\n",
                     def->tracks[i], slots, session->race.car_count);
            return EXIT_USAGE;
        }
    }
    return EXIT_FINE;
}

/// Looks for the field that laps each track in the wanted time.
static int find_paces(Points *points) {
    const RacePointsDef *def = points->def;
    int code = EXIT_FINE;
    for (int i = 0; i < def->track_count && code == EXIT_FINE; i++) {
        SessionDef session = *def->session;
        session.track = def->tracks[i];
        FieldDef field = *def->field;
        points->paces[i].wanted_s = def->pace_s;
        code = pace_report_find(&points->paces[i], &session, &field);
    }
    return code;
}

static const PaceReport *pace_of(const Points *points, int index) {
    return &points->paces[index % points->def->track_count];
}

/// Who drives in race `index`, and who starts where. The form of the day is another in each.
static SessionDef session_of(Points *points, int index) {
    const RacePointsDef *def = points->def;
    SessionDef session = *def->session;
    session.track = def->tracks[index % def->track_count];
    session.race.seed += (uint64_t)index;
    const PaceReport *pace = pace_of(points, index);
    FieldDef field = pace->wanted_s > 0.0f ? field_at(*def->field, pace->aim.number) : *def->field;
    int cars[RACE_MAX_CARS];
    bool first = index == 0;
    if (!first) {
        field.entrants = points->who;
    }
    if (!first && (field.grid == FIELD_RESULTS || field.grid == FIELD_REVERSE)) {
        championship_line_up(&points->championship, field.grid, points->entry_of,
                             session.race.car_count, cars);
        field.grid = FIELD_RESULTS;
        field.last = cars;
    } else if (field.grid == FIELD_RESULTS) {
        field.grid = FIELD_MIXED;
    }
    int who[RACE_MAX_CARS];
    field_set_up(&field, &session.race, who);
    for (int i = 0; i < session.race.car_count; i++) {
        points->who[i] = who[i];
        const DriverFile *driver = roster_driver(def->roster, who[i]);
        session.drivers[i] = driver;
    }
    return session;
}

static void print_standings(const Points *points, const Session *session) {
    const Championship *championship = &points->championship;
    int order[RACE_MAX_CARS], count = championship_order(championship, order);
    int races = championship->race_count;
    print("\nStandings after %d race%s\n", races, races == 1 ? "" : "s");
    print("  #  %-18s %6s  %-7s %4s  %s\n", "driver", "points", "race", "wins", "moves");
    for (int i = 0; i < count; i++) {
        const ChampionshipEntry *entry = &championship->entries[order[i]];
        int moves = entry->rank_before > 0 ? entry->rank_before - entry->rank : 0;
        print(" %2d  %-18s %6d  +%-2d%-4s %4d  ", i + 1, session_driver_name(session, order[i]),
              entry->total, entry->points, entry->fastest ? " FL" : "", entry->places[0]);
        print(moves == 0 ? "-\n" : "%+d\n", moves);
    }
}

static void json_standings(Json *json, const Points *points, const Session *session) {
    const Championship *championship = &points->championship;
    int order[RACE_MAX_CARS], count = championship_order(championship, order);
    json_array(json, "standings");
    for (int i = 0; i < count; i++) {
        const ChampionshipEntry *entry = &championship->entries[order[i]];
        json_object(json, NULL);
        json_integer(json, "place", i + 1);
        json_text(json, "name", session_driver_name(session, order[i]));
        json_text(json, "car", session->def.cars[order[i]]);
        json_integer(json, "points", entry->total);
        json_integer(json, "race_points", entry->points);
        json_integer(json, "race_place", entry->place);
        json_bool(json, "fastest_lap", entry->fastest);
        json_integer(json, "place_before", entry->rank_before);
        json_array(json, "places");
        for (int place = 0; place < session->race->car_count; place++) {
            json_integer(json, NULL, entry->places[place]);
        }
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

static void tell(Points *points, const Session *session, int index, double wall_seconds,
                 const EventList *events) {
    const RacePointsDef *def = points->def;
    if (def->json) {
        json_object(&points->json, NULL);
        json_integer(&points->json, "seed", (int64_t)session->race->seed);
        race_report_json(&points->json, session, pace_of(points, index), wall_seconds, events);
        json_standings(&points->json, points, session);
        json_end_object(&points->json);
    } else {
        if (index > 0) {
            print("\n");
        }
        print("Race %d of %d: ", index + 1, race_count(def));
        race_report_print(session, pace_of(points, index), wall_seconds, events);
        print_standings(points, session);
    }
}

/// Begins the JSON, and ends it with the last standings.
static void begin_json(Points *points) {
    json_object(&points->json, NULL);
    json_integer(&points->json, "schema", 1);
    json_array(&points->json, "races");
}

static void end_json(Points *points, const Session *session) {
    json_end_array(&points->json);
    json_standings(&points->json, points, session);
    json_end_object(&points->json);
    json_print(&points->json);
}

/// Steps the race to its end. Returns the seconds that this took, with the look of `events`.
static double run(Race *race, RaceEvents *events) {
    static const CarInput idle[RACE_MAX_CARS];
    double start = waiting_now();
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
        if (events) {
            race_events_follow(events, race);
        }
    }
    return waiting_now() - start;
}

static int race_next(Points *points, int index) {
    const RacePointsDef *def = points->def;
    SessionDef session_def = session_of(points, index);
    Session session = {0};
    int code = session_make(&session, &session_def);
    if (code != EXIT_FINE) {
        return code;
    }
    RaceEvents *events = NULL;
    if (def->json || def->events) {
        events = malloc(sizeof *events);
        ASSERT(events != NULL);
        race_events_begin(events, session.race);
    }
    double wall_seconds = run(session.race, events);
    if (events) {
        event_list_sort(&events->list);
    }
    championship_add(&points->championship, session.race, points->entry_of);
    tell(points, &session, index, wall_seconds, events ? &events->list : NULL);
    if (def->json && index + 1 == race_count(def)) {
        end_json(points, &session);
    }
    free(events);
    session_destroy(&session);
    return EXIT_FINE;
}

int race_points(const RacePointsDef *def) {
    ASSERT(race_count(def) >= 1 && race_count(def) <= CHAMPIONSHIP_RACES_MAX);
    int code = check_tracks(def);
    if (code != EXIT_FINE) {
        return code;
    }
    Points *points = calloc(1, sizeof *points);
    ASSERT(points != NULL);
    points->def = def;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        points->entry_of[i] = i;
    }
    code = find_paces(points);
    if (def->json && code == EXIT_FINE) {
        begin_json(points);
    }
    for (int i = 0; i < race_count(def) && code == EXIT_FINE; i++) {
        code = race_next(points, i);
    }
    free(points);
    return code;
}
