// Cars parked on the road: a field at full speed drives round them without delay. A few placements
// in every run, 1,000 in `ctest --preset long`.
#include "base/random.h"
#include "events/race_events.h"
#include "geometry/trig.h"
#include "race/teleport.h"
#include "race_state/props.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "long_test.h"
#include "test.h"

enum {
    FIELD_MAX = 6,
    PARKED_MAX = 4,
    CARS = 5,
    TRACKS_MAX = 64,
    TRIES = 400,
    WITHOUT_SIGHT = 200, ///< Tries in which a corner has to be blind.
    BEFORE_MOST = 30,    ///< s that the field has raced at most when the cars are parked ...
    WATCHED = 75,        ///< ... and for which it is watched from then on.
    LOOK_TICKS = 4,
    ORDINARY = SANITIZED ? 8 : 60,
    CRASH_S = 5,    ///< Contacts less than this apart belong to one crash.
    AGAINST_S = 60, ///< For which somebody drives the wrong way.
    AGAINST_FEW = SANITIZED ? 2 : 10,
    AGAINST_LONG = 100,
};

#define GAP_LEAST 3.0f  ///< m of road beside the parked cars.
#define REACHED   15.0f ///< m from a nose to the first parked car: a driver has reached it ...
#define PAST_MOST 6.0f  ///< ... and s from then until its tail is past the last one.
/// m to those who come and to those who have just been there when the cars are parked, and at most
/// to the first who comes.
#define AWAY        200.0f
#define AWAY_BEHIND 25.0f
#define AHEAD_MOST  450.0f
#define LINE_EDGE   0.15f  ///< m of road beside a car at the edge of what its line plans with.
#define THINGS_AWAY 15.0f  ///< m to heavy props and movers, which would take of the gap.
#define CORNER      0.012f ///< 1/m
/// Crashes for each meeting; in every run, of which one alone says little.
#define AGAINST_HIT_MOST        0.1
#define AGAINST_HIT_MOST_OF_FEW 0.25
/// Share of placements that hold somebody up: 0.008 was measured over 1,115 of them.
#define HELD_UP_MOST        0.01
#define HELD_UP_MOST_OF_FEW 0.05 ///< In every run, of which one alone says little.
#define TRIES_PER_PLACEMENT 1.8  ///< Not every place that is drawn leaves room.

typedef enum Kind {
    ON_THE_LINE,
    ACROSS,
    AT_AN_APEX,
    PAST_A_CORNER,
    KINDS
} Kind;

static const char *const kind_names[KINDS] = {"on the line", "across the road", "at an apex",
                                              "past a blind corner"};
static const char *const cars[CARS] = {"hatch", "gt", "drift", "kart", "formula"};
static char *tracks[TRACKS_MAX];
static int track_count;
static TestCount count;
static int field; ///< Cars that race; the parked ones come after them.

typedef struct Parked {
    float s, offset, turn; ///< m along the line and left of it; rad off its heading.
} Parked;

typedef struct Placement {
    Kind kind;
    int count;
    Parked cars[PARKED_MAX];
    float first, last; ///< m along the line from the first bumper to the last.
} Placement;

/// What became of a placement.
typedef struct Passing {
    float worst; ///< s that the slowest took; those who never got past count as WATCHED.
    int worst_car;
    int hits, rescues;
} Passing;

/// The last point that is not behind `s`; one lap on or back it is the same.
static int point_at(const RacingLine *line, float s) {
    s = s < 0.0f ? s + line->length : s >= line->length && !line->open ? s - line->length : s;
    int i = racing_line_index(line, (int)(s / line->length * (float)line->count));
    while (i > 0 && line->points[i].s > s) {
        i--;
    }
    while (i + 1 < line->count && line->points[i + 1].s <= s) {
        i++;
    }
    return i;
}

/// m along the first car's line, like which all drive.
static float s_of(const Race *race, int car) {
    const RacingLine *line = &race->data->lines[0];
    vec2s position = race_bodies_const(race)[car].position;
    int point = race_racers_const(race)[car].line_point; // -1 just after a rescue
    const LinePoint *at =
        &line->points[point >= 0 ? point : racing_line_locate(line, position, -1)];
    return at->s + glms_vec2_dot(glms_vec2_sub(position, at->point), at->tangent);
}

/// Half of what a parked car takes along and across the line.
static float half_along(const CarParams *car, float turn) {
    return 0.5f * (car->length * fabsf(trig_cos(turn)) + car->width * fabsf(trig_sin(turn)));
}

static float half_across(const CarParams *car, float turn) {
    return 0.5f * (car->length * fabsf(trig_sin(turn)) + car->width * fabsf(trig_cos(turn)));
}

static float left_flank(const CarParams *car, const Parked *parked) {
    return parked->offset + half_across(car, parked->turn);
}

/// Whether the parked cars together leave one strip of GAP_LEAST beside them, for all their length.
static bool leaves_a_gap(const RacingLine *line, const CarParams *car, const Placement *placed) {
    float low = -1e9f, high = 1e9f, edge = 0.5f * car->width + LINE_EDGE;
    for (float s = placed->first; s <= placed->last; s += 1.0f) {
        const LinePoint *at = &line->points[point_at(line, s)];
        low = fmaxf(low, -at->right - edge);
        high = fminf(high, at->left + edge);
    }
    for (int i = -1; i < placed->count; i++) { // A strip begins at the edge or beside a car.
        float from = i < 0 ? low : left_flank(car, &placed->cars[i]);
        bool free = from >= low && from + GAP_LEAST <= high;
        for (int k = 0; k < placed->count; k++) {
            const Parked *its = &placed->cars[k];
            bool clear = left_flank(car, its) <= from ||
                         its->offset - half_across(car, its->turn) >= from + GAP_LEAST;
            free = free && clear;
        }
        if (free) {
            return true;
        }
    }
    return false;
}

/// Whether no prop that stops a car and no mover comes near.
static bool is_free_of_things(const Race *race, vec2s place) {
    const Track *track = race->data->track;
    for (int i = 0; i < track->prop_count; i++) {
        vec2s at = race_bodies_const(race)[props_body(race, i)].position;
        if (track->forms[track->props[i].form].mass > 8.0f &&
            glms_vec2_distance(at, place) < THINGS_AWAY) {
            return false;
        }
    }
    for (int i = 0; i < track->mover_count; i++) {
        for (uint32_t tick = 0; tick < mover_period(&track->movers[i].path); tick += 60) {
            if (glms_vec2_distance(mover_at(&track->movers[i].path, tick), place) < THINGS_AWAY) {
                return false;
            }
        }
    }
    return true;
}

static vec2s place_of(const RacingLine *line, const Parked *parked, float *angle) {
    const LinePoint *at = &line->points[point_at(line, parked->s)];
    *angle = trig_wrap(trig_atan2(at->tangent.y, at->tangent.x) + parked->turn);
    return glms_vec2_add(at->point, glms_vec2_scale(vec2_left(at->tangent), parked->offset));
}

/// Whether the driver who comes sees the place through a wall or across the bend.
static bool is_blind(const Race *race, float s) {
    const RacingLine *line = &race->data->lines[0];
    vec2s from = line->points[point_at(line, s - 30.0f)].point;
    vec2s to = line->points[point_at(line, s)].point;
    return wall_grid_ray(&race->data->walls, from, glms_vec2_sub(to, from)).hit;
}

/// The first place from `s` on at which the line bends most; `s` where it hardly bends.
static float next_apex(const RacingLine *line, float s) {
    for (float way = 0.0f; way < line->length; way += 2.0f) {
        int i = point_at(line, s + way);
        float here = fabsf(line->points[i].curvature);
        bool most = here > CORNER;
        for (int k = -8; k <= 8 && most; k++) {
            most = fabsf(line->points[racing_line_index(line, i + k)].curvature) <= here;
        }
        if (most) {
            return line->points[i].s;
        }
    }
    return s;
}

/// Draws where to park; false where that is no such place.
static bool draw(const Race *race, Random *random, bool blind, Placement *placed) {
    const RacingLine *line = &race->data->lines[0];
    const CarParams *car = &race_racers_const(race)[0].model.params;
    float s = random_range(random, 0.0f, line->length);
    if (placed->kind == AT_AN_APEX || placed->kind == PAST_A_CORNER) {
        s = next_apex(line, s);
        s += placed->kind == PAST_A_CORNER ? random_range(random, 10.0f, 25.0f) : 0.0f;
        if (placed->kind == PAST_A_CORNER && blind && !is_blind(race, s)) {
            return false;
        }
    }
    const LinePoint *at = &line->points[point_at(line, s)];
    float start = random_range(random, -at->right, at->left);
    placed->first = 1e9f;
    placed->last = -1e9f;
    for (int i = 0; i < placed->count; i++) {
        Parked *parked = &placed->cars[i];
        if (placed->kind == ON_THE_LINE) {
            parked->s = s + (float)i * (car->length + random_range(random, 1.0f, 3.0f));
            parked->offset = random_range(random, -0.6f, 0.6f);
            parked->turn = random_range(random, -0.2f, 0.2f);
        } else if (placed->kind == ACROSS) {
            parked->s = s + random_range(random, -0.5f, 0.5f);
            parked->offset = start + (float)i * (car->length + 0.3f);
            parked->turn = 0.5f * TRIG_PI + random_range(random, -0.4f, 0.4f);
        } else {
            parked->s = s + random_range(random, -6.0f, 6.0f);
            parked->offset = random_range(random, -at->right, at->left);
            parked->turn = random_range(random, -TRIG_PI, TRIG_PI);
        }
        parked->s = line->points[point_at(line, parked->s)].s;
        placed->first = fminf(placed->first, parked->s - half_along(car, parked->turn));
        placed->last = fmaxf(placed->last, parked->s + half_along(car, parked->turn));
    }
    return !line->open || (placed->first > 150.0f && placed->last < line->length - 150.0f);
}

/// Whether the cars can stand there: clear of each other, of walls, things and the field, which is
/// on its way to them.
static bool is_good(const Race *race, const Placement *placed) {
    const RacingLine *line = &race->data->lines[0];
    const CarParams *car = &race_racers_const(race)[0].model.params;
    if (!leaves_a_gap(line, car, placed)) {
        return false;
    }
    float nearest = 1e9f;
    vec2s places[PARKED_MAX];
    for (int i = 0; i < placed->count; i++) {
        float angle;
        places[i] = place_of(line, &placed->cars[i], &angle);
        for (int k = 0; k < i; k++) {
            if (glms_vec2_distance(places[i], places[k]) < car->length + 0.2f) {
                return false;
            }
        }
        if (teleport_wall(race, field + i, places[i], angle) >= 0 ||
            !is_free_of_things(race, places[i])) {
            return false;
        }
        for (int k = 0; k < field; k++) {
            float its_s = s_of(race, k);
            float gap = racing_line_gap(line, its_s, placed->cars[i].s);
            nearest = gap > 0.0f ? fminf(nearest, gap) : nearest;
            if (gap > -AWAY_BEHIND && gap < AWAY) {
                return false;
            }
        }
    }
    return nearest < AHEAD_MOST;
}

static bool park(Race *race, Random *random, Placement *placed) {
    for (int i = 0; i < TRIES; i++) {
        if (draw(race, random, i < WITHOUT_SIGHT, placed) && is_good(race, placed)) {
            for (int k = 0; k < placed->count; k++) {
                float angle;
                vec2s place = place_of(&race->data->lines[0], &placed->cars[k], &angle);
                teleport_put(race, field + k, place, angle);
            }
            return true;
        }
    }
    return false;
}

/// Lets the field drive on until all are past.
static Passing watch(Race *race, const Placement *placed) {
    const RacingLine *line = &race->data->lines[0];
    Passing passing = {.worst_car = -1};
    float reached[FIELD_MAX];
    bool past[FIELD_MAX] = {false}, comes[FIELD_MAX];
    int hits[FIELD_MAX] = {0}, respawns[FIELD_MAX], left = field;
    for (int i = 0; i < field; i++) {
        float s = s_of(race, i);
        float ahead = racing_line_gap(line, s, placed->first);
        comes[i] = ahead > 0.0f && ahead < AHEAD_MOST;
        left -= comes[i] ? 0 : 1;
        reached[i] = -1.0f;
        respawns[i] = race_racers_const(race)[i].respawns;
    }
    float now = 0.0f;
    for (; left > 0 && now < (float)WATCHED; now += (float)LOOK_TICKS * RACE_DT) {
        fixture_run(race, LOOK_TICKS);
        for (int i = 0; i < field; i++) {
            if (!comes[i] || past[i]) {
                continue;
            }
            const Racer *racer = &race_racers_const(race)[i];
            float s = s_of(race, i);
            float half = 0.5f * racer->model.params.length;
            float to_first = racing_line_gap(line, s + half, placed->first);
            float to_last = racing_line_gap(line, s - half, placed->last);
            if (reached[i] < 0.0f && to_first < REACHED && to_last > 0.0f && to_last < 60.0f) {
                reached[i] = now;
                hits[i] = racer->hits;
            } else if (reached[i] >= 0.0f && to_last < 0.0f) {
                past[i] = true;
                left--;
                passing.hits += racer->hits - hits[i];
                if (now - reached[i] > passing.worst) {
                    passing.worst = now - reached[i];
                    passing.worst_car = i;
                }
            }
        }
    }
    for (int i = 0; i < field; i++) {
        passing.rescues += race_racers_const(race)[i].respawns - respawns[i];
        if (comes[i] && !past[i]) {
            passing.worst = (float)WATCHED;
            passing.worst_car = i;
        }
    }
    return passing;
}

typedef struct Sums {
    int placements, held_up, rescues, hits;
} Sums;

static void pass_placement(Fixture *fixture, const RaceDef *def, const char *track, const char *car,
                           uint64_t seed, Sums sums[KINDS]) {
    Random random = random_make(seed, 21);
    RaceDef its = *def;
    its.seed = seed + 1;
    Placement placed = {.kind = (Kind)(random_u32(&random) % KINDS),
                        .count = 1 + (int)(random_u32(&random) % PARKED_MAX)};
    its.car_count = field + placed.count;
    Race *race = race_make(fixture->race, &its, &fixture->data, fixture->models);
    for (int tries = 0; tries < 3; tries++) {
        float before = random_range(&random, 5.0f, (float)BEFORE_MOST);
        fixture_run(race, (int)(before / RACE_DT));
        if (park(race, &random, &placed)) {
            break;
        }
        if (tries == 2) {
            return;
        }
    }
    Passing passing = watch(race, &placed);
    Sums *sum = &sums[placed.kind];
    sum->placements++;
    sum->hits += passing.hits;
    sum->rescues += passing.rescues;
    if (passing.worst > PAST_MOST) {
        sum->held_up++;
        print_error("%s, %s, seed %d: %d parked %s at %.0f m, %.1f m aside: car %d took %.1f s\n",
                    track, car, (int)seed, placed.count, kind_names[placed.kind],
                    (double)placed.cars[0].s, (double)placed.cars[0].offset, passing.worst_car,
                    (double)passing.worst);
    }
}

static void a_field_is_past_parked_cars_at_once(void **state) {
    (void)state;
    Sums sums[KINDS] = {{0}}, all = {0};
    int pairs = track_count * CARS;
    for (int pair = 0; pair < pairs; pair++) {
        const char *track = tracks[pair % track_count], *car = cars[pair / track_count];
        Track read = fixture_track(track);
        field = read.slot_count - PARKED_MAX < FIELD_MAX ? read.slot_count - PARKED_MAX : FIELD_MAX;
        track_destroy(&read);
        RaceDef def = fixture_field(field + PARKED_MAX, SKILL_HARD, 0);
        def.ai_cars = (1u << field) - 1u;
        def.mode = RACE_MODE_PRACTICE;
        Fixture *fixture = NULL;
        for (long i = 0; i < (long)(TRIES_PER_PLACEMENT * (double)count.cases); i++) {
            if (i % pairs == pair) {
                fixture = fixture ? fixture : fixture_make(track, car, &def);
                pass_placement(fixture, &def, track, car, (uint64_t)i, sums);
            }
        }
        if (fixture) {
            fixture_destroy(fixture);
        }
    }
    for (int i = 0; i < KINDS; i++) {
        print_error("%s: %d of %d held up, %d hits, %d rescues\n", kind_names[i], sums[i].held_up,
                    sums[i].placements, sums[i].hits, sums[i].rescues);
        all.held_up += sums[i].held_up;
        all.placements += sums[i].placements;
    }
    double most = count.is_long ? HELD_UP_MOST : HELD_UP_MOST_OF_FEW;
    assert_true(all.placements >= count.cases);
    assert_true(all.held_up <= most * all.placements);
}

/// What became of the drivers who met a car that comes against the traffic.
typedef struct Meetings {
    int met, hits;
} Meetings;

/// The keys of a person who drives round the wrong way, in a lane of the road.
static CarInput drive_against(const Race *race, int car, float share, float speed) {
    const RacingLine *line = &race->data->lines[car];
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    float now = s_of(race, car);
    const LinePoint *goal = &line->points[point_at(line, now - 8.0f)];
    float lane = share > 0.0f ? share * goal->left : share * goal->right;
    vec2s to = glms_vec2_add(goal->point, glms_vec2_scale(vec2_left(goal->tangent), lane));
    vec2s way = glms_vec2_sub(to, body->position);
    float error = trig_wrap(trig_atan2(way.y, way.x) - body->angle);
    float steer = fminf(fmaxf(error / racer->model.params.steer_lock, -1.0f), 1.0f);
    bool slower = glms_vec2_norm(body->velocity) < speed;
    return (CarInput){.steer = (int8_t)(127.0f * steer), .throttle = slower ? 160 : 0};
}

/// A field on its laps meets a car that comes the other way for a minute.
static Meetings meet(const char *track, const char *car, uint64_t seed) {
    Random random = random_make(seed, 23);
    RaceDef def = fixture_field(FIELD_MAX, SKILL_HARD, 0);
    int against = FIELD_MAX - 1;
    def.ai_cars &= ~(1u << against);
    def.mode = RACE_MODE_PRACTICE;
    def.seed = seed + 1;
    Fixture *fixture = fixture_make(track, car, &def);
    Race *race = fixture->race;
    fixture_run(race, (int)random_range(&random, 8.0f, 25.0f) * RACE_TICKS_PER_SECOND);
    const RacingLine *line = &race->data->lines[0];
    if (line->open) { // nobody comes by twice
        fixture_destroy(fixture);
        return (Meetings){0};
    }
    float s = s_of(race, 0) + 300.0f;
    const LinePoint *at = &line->points[point_at(line, fmodf(s, line->length))];
    float angle = trig_wrap(trig_atan2(at->tangent.y, at->tangent.x) + TRIG_PI);
    teleport_put(race, against, at->point, angle);
    float share = random_range(&random, -0.9f, 0.9f), speed = random_range(&random, 5.0f, 15.0f);
    Meetings out = {0};
    float before[FIELD_MAX];
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    RaceEvents *events = malloc(sizeof *events);
    race_events_begin(events, race);
    for (int tick = 0; tick < AGAINST_S * RACE_TICKS_PER_SECOND; tick++) {
        inputs[against] = drive_against(race, against, share, speed);
        race_step(race, inputs);
        race_events_follow(events, race);
        float its = s_of(race, against);
        for (int i = 0; i < against; i++) {
            float own = s_of(race, i);
            float gap = racing_line_gap(line, own, its);
            out.met += tick > 0 && before[i] > 0.0f && gap <= 0.0f && gap > -20.0f;
            before[i] = gap;
        }
    }
    uint32_t quiet = 0; // Two who are stuck in each other have met once.
    for (int i = 0; i < events->list.count; i++) {
        const RaceEvent *event = &events->list.items[i];
        bool its = event->car == against || event->other == against;
        if (event->kind == EVENT_CONTACT && its) {
            out.hits += event->tick >= quiet;
            quiet = event->tick + CRASH_S * RACE_TICKS_PER_SECOND;
        }
    }
    free(events);
    fixture_destroy(fixture);
    return out;
}

static void a_car_against_the_traffic_is_avoided(void **state) {
    (void)state;
    Meetings all = {0};
    long races = count.is_long ? AGAINST_LONG : AGAINST_FEW;
    for (long i = 0; i < races; i++) {
        const char *track = tracks[i % track_count];
        Track read = fixture_track(track);
        bool round = read.slot_count >= FIELD_MAX;
        track_destroy(&read);
        if (!round) {
            continue;
        }
        Meetings one = meet(track, cars[i / track_count % CARS], (uint64_t)i);
        if (one.hits > 0) {
            print_message("%s, %s, seed %d: %d hits, %d met\n", track, cars[i / track_count % CARS],
                          (int)i, one.hits, one.met);
        }
        all.met += one.met;
        all.hits += one.hits;
    }
    print_message("%d met the car, it was hit %d times\n", all.met, all.hits);
    assert_true(all.met > races);
    assert_true(all.hits <= (count.is_long ? AGAINST_HIT_MOST : AGAINST_HIT_MOST_OF_FEW) * all.met);
}

int main(int argc, char **argv) {
    leave_locale();
    count = test_count(argc, argv, ORDINARY);
    track_count = file_list(TEST_DATA "/tracks", ".track.yaml", tracks, TRACKS_MAX);
    for (int i = 0; i < track_count; i++) {
        *strstr(tracks[i], ".track.yaml") = '\0';
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_past_parked_cars_at_once),
        cmocka_unit_test(a_car_against_the_traffic_is_avoided),
    };
    int failed = cmocka_run_group_tests_name("parked", tests, NULL, NULL);
    for (int i = 0; i < track_count; i++) {
        free(tracks[i]);
    }
    return failed;
}
