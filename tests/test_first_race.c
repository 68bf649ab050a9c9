// Somebody's first race ever: the newcomer of newcomer.h against four beginners. It gets home in
// time, is not always last, and is not hit from behind. A few races in every run, all twelve tracks
// with ten seeds in `ctest --preset long`.
#include "driver_file/driver_file.h"
#include "events/race_events.h"
#include "race/field.h"
#include "vehicle/steering.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "long_test.h"
#include "newcomer.h"
#include "test.h"

enum {
    FIELD = 5,
    CARS = 5,
    NAMES_MAX = 64,
    FRAME_TICKS = 4, ///< Keys are read 60 times a second.
    ORDINARY = SANITIZED ? 2 : 10,
};

#define IN_TIME_LEAST  0.95
#define NOT_LAST_LEAST 0.5
/// The same in every run: ten races alone say less.
#define IN_TIME_LEAST_OF_FEW  0.8
#define NOT_LAST_LEAST_OF_FEW 0.3
#define HIT_MOST              0.3 ///< From behind, in a lap: 0.15 in 150 races.
/// Two races have nine laps: with 0.15 in each, six hits come about once in 300.
#define HIT_MOST_OF_TWO 0.6
#define BEHIND          0.25 ///< x its length by which who hits it from behind is behind its middle.

static const char *const cars[CARS] = {"hatch", "drift", "gt", "kart", "formula"};
static TestCount count;

/// The drivers that come with the game.
typedef struct Roster {
    DriverParams drivers[NAMES_MAX];
    int count;
} Roster;

static Roster read_roster(void) {
    Roster roster = {0};
    char *names[NAMES_MAX];
    int name_count = file_list(TEST_DATA "/drivers", ".driver.yaml", names, NAMES_MAX);
    for (int i = 0; i < name_count; i++) {
        *strstr(names[i], ".driver.yaml") = '\0';
        FileBytes bytes = fixture_read("drivers", names[i], ".driver.yaml");
        MessageList messages = {0};
        DriverFile file;
        assert_true(driver_file_read(bytes.data, bytes.size, names[i], &file, &messages));
        roster.drivers[roster.count++] = file.params;
        file_bytes_free(&bytes);
        free(names[i]);
    }
    assert_true(roster.count >= FIELD);
    return roster;
}

/// The road as a newcomer sees it. A yard has none: there it is the middle of the way.
static Ribbon road_of(const Fixture *fixture) {
    if (fixture->track.ribbon_count > 0) {
        return fixture->track.ribbons[0];
    }
    const RacingLine *line = &fixture->data.lines[0];
    Ribbon road = {.closed = !line->open, .length = line->length, .count = line->count};
    road.samples = calloc((size_t)line->count, sizeof *road.samples);
    assert_non_null(road.samples);
    for (int i = 0; i < line->count; i++) {
        const LinePoint *at = &line->points[i];
        vec2s middle = glms_vec2_scale(vec2_left(at->tangent), 0.5f * (at->left - at->right));
        road.samples[i] = (RibbonSample){.point = glms_vec2_add(at->point, middle),
                                         .tangent = at->tangent,
                                         .s = at->s,
                                         .curvature = at->curvature};
        road.samples[i].left = road.samples[i].right = 3.0f;
    }
    return road;
}

/// What came of a race.
typedef struct FirstRace {
    bool in_time, last;
    int hit;
    float laps;
} FirstRace;

/// Whether contact `event` is one in which somebody drove into `car` from behind.
static bool is_hit_from_behind(const Race *race, const RaceEvent *event, int car) {
    if (event->kind != EVENT_CONTACT || (event->car != car && event->other != car)) {
        return false;
    }
    int other = event->car == car ? event->other : event->car;
    const Body *body = &race_bodies_const(race)[car];
    vec2s to = glms_vec2_sub(race_bodies_const(race)[other].position, body->position);
    float ahead = glms_vec2_dot(to, vec2_make(body->rotation.c, body->rotation.s));
    float length = race_racers_const(race)[car].model.params.length;
    return ahead < -(float)BEHIND * length && (event->shared || event->car != car);
}

static FirstRace drive(const char *track, const char *car, const Roster *roster, uint64_t seed) {
    RaceDef def = race_def_default();
    def.car_count = FIELD;
    def.ai_cars = (1u << FIELD) - 2u; // the first car is the newcomer's
    def.seed = seed;
    def.laps = 0;
    FieldDef field = {.level = SKILL_BEGINNER,
                      .roster = roster->drivers,
                      .roster_count = roster->count,
                      .grid = FIELD_MIXED};
    int who[RACE_MAX_CARS];
    field_set_up(&field, &def, who);
    Fixture *fixture = fixture_make(track, car, &def);
    Race *race = fixture->race;
    Ribbon road = road_of(fixture);
    Track seen = fixture->track;
    seen.ribbons = &road;
    seen.ribbon_count = 1;
    RaceEvents *events = malloc(sizeof *events);
    race_events_begin(events, race);
    Newcomer newcomer = newcomer_make(seed);
    const Racer *racer = race_racers_const(race);
    const Body *body = race_bodies_const(race);
    const CarParams *params = &racer->model.params;
    float grip = fminf(params->mu_y_front, params->mu_y_rear);
    CarInput input[RACE_MAX_CARS] = {{0}};
    FirstRace out = {0};
    for (int tick = 0; race->phase != RACE_OVER && !racer->finished; tick++) {
        if (tick % FRAME_TICKS == 0 && race->phase == RACE_RUNNING) {
            double time = race_time(race); // who waits for GO is not stuck
            CarMotion motion = car_motion(body);
            newcomer_see(&newcomer,
                         (NewcomerSight){.time = time,
                                         .position = body->position,
                                         .angle = body->angle,
                                         .speed = motion.speed,
                                         .sideslip = trig_atan2(motion.across, motion.along)});
            input[0] = newcomer_keys(&newcomer, &seen, grip, time);
        }
        race_step(race, input);
        int fresh = race_events_follow(events, race);
        for (int i = events->list.count - fresh; i < events->list.count; i++) {
            out.hit += is_hit_from_behind(race, &events->list.items[i], 0);
        }
    }
    out.in_time = racer->finished;
    out.last = racer->place == FIELD;
    out.laps = (float)racer->lap;
    if (fixture->track.ribbon_count == 0) {
        free(road.samples);
    }
    free(events);
    fixture_destroy(fixture);
    return out;
}

static void a_newcomer_gets_home_among_beginners(void **state) {
    (void)state;
    Roster roster = read_roster();
    char *tracks[NAMES_MAX];
    int track_count = file_list(TEST_DATA "/tracks", ".track.yaml", tracks, NAMES_MAX);
    int races = 0, in_time = 0, not_last = 0, hit = 0;
    float laps = 0.0f;
    for (int i = 0; i < track_count; i++) {
        *strstr(tracks[i], ".track.yaml") = '\0';
        int own_in_time = 0, own_not_last = 0, own_hit = 0, own_races = 0;
        float own_laps = 0.0f;
        for (long k = i; k < count.cases; k += track_count) {
            long seed = k / track_count;
            FirstRace race =
                drive(tracks[i], cars[(i + seed) % CARS], &roster, (uint64_t)(seed + 1));
            own_races++;
            own_in_time += race.in_time;
            own_not_last += !race.last;
            own_hit += race.hit;
            own_laps += race.laps;
        }
        print_message("%s: %d races, %d in time, %d not last, hit %d times in %.0f laps\n",
                      tracks[i], own_races, own_in_time, own_not_last, own_hit, (double)own_laps);
        races += own_races;
        in_time += own_in_time;
        not_last += own_not_last;
        hit += own_hit;
        laps += own_laps;
        free(tracks[i]);
    }
    print_message("%d races: %d in time, %d not last, hit %.3f times a lap\n", races, in_time,
                  not_last, (double)hit / (double)fmaxf(laps, 1.0f));
    assert_true(in_time >= (count.is_long ? IN_TIME_LEAST : IN_TIME_LEAST_OF_FEW) * races);
    assert_true(not_last > (count.is_long ? NOT_LAST_LEAST : NOT_LAST_LEAST_OF_FEW) * races);
    assert_true(hit < (SANITIZED ? HIT_MOST_OF_TWO : HIT_MOST) * (double)laps);
}

int main(int argc, char **argv) {
    leave_locale();
    count = test_count(argc, argv, ORDINARY);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newcomer_gets_home_among_beginners),
    };
    return cmocka_run_group_tests_name("first_race", tests, NULL, NULL);
}
