// Whatever has happened to an AI car, it gets back on its line by itself: from any heading, from a
// spin, from sand and from walls. A few cars in every run, many in `ctest --preset long`.
#include "base/random.h"
#include "geometry/trig.h"
#include "race/teleport.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "long_test.h"
#include "test.h"

enum {
    CARS = 5,
    TRACKS_MAX = 64,
    TRIES = 200,
    LOOK_TICKS = 12,
    LOST_S = 40,                     ///< From then on a car is as good as lost.
    ORDINARY = SANITIZED ? 10 : 600, ///< So many that chance does not decide about the share.
};

#define BACK_S      15.0f ///< s in which a car is back ...
#define BACK_LEAST  0.95  ///< ... in this share of cases,
#define BACK_ASIDE  3.0f  ///< m: within this of its line,
#define BACK_COSINE 0.9f  ///< within 25 degrees of it,
#define BACK_SPEED \
    0.6f ///< and at this share of its speed, which by then is that of a standing start:
#define BACK_MOST 10.0f ///< m/s, no more than this is asked.
#define OFF_MOST  10.0f ///< m beside the road.

static const char *const cars[CARS] = {"hatch", "gt", "drift", "kart", "formula"};
static char *tracks[TRACKS_MAX];
static int track_count;
static TestCount count;

/// How a car is put down.
typedef struct Upset {
    vec2s place;
    float angle, speed, course, spin; ///< rad, m/s, rad, rad/s
    bool off, against_wall;
} Upset;

/// Draws a place from which the line can be seen; false where that is none.
static bool draw(const Race *race, Random *random, Upset *upset) {
    const RaceData *data = race->data;
    const RacingLine *line = &data->lines[0];
    const LinePoint *at = &line->points[random_u32(random) % (uint32_t)line->count];
    if (line->open && (at->s < 60.0f || at->s > line->length - 150.0f)) {
        return false;
    }
    float aside = random_range(random, -at->right - OFF_MOST, at->left + OFF_MOST);
    vec2s left = vec2_left(at->tangent);
    upset->angle = random_range(random, -TRIG_PI, TRIG_PI);
    upset->against_wall = random_u32(random) % 4 == 0;
    if (upset->against_wall) { // as far aside as it goes
        float step = aside > 0.0f ? 0.25f : -0.25f;
        for (aside = 0.0f; fabsf(aside) < 25.0f; aside += step) {
            vec2s next = glms_vec2_add(at->point, glms_vec2_scale(left, aside + step));
            if (teleport_wall(race, 0, next, upset->angle) >= 0) {
                break;
            }
        }
        if (fabsf(aside) >= 25.0f) {
            return false;
        }
    }
    upset->place = glms_vec2_add(at->point, glms_vec2_scale(left, aside));
    upset->off = aside > at->left || aside < -at->right;
    bool spins = random_u32(random) % 2 == 0;
    upset->speed = spins ? random_range(random, 3.0f, 15.0f) : 0.0f;
    upset->course = random_range(random, -TRIG_PI, TRIG_PI);
    upset->spin = spins ? random_range(random, -3.0f, 3.0f) : 0.0f;
    bool respawns = data->track->surfaces[ground_surface(&data->ground, upset->place)].respawn;
    vec2s way = glms_vec2_sub(at->point, upset->place);
    return !respawns && box_contains(data->track->bounds, upset->place) &&
           teleport_wall(race, 0, upset->place, upset->angle) < 0 &&
           !wall_grid_ray(&data->walls, upset->place, way).hit;
}

static bool is_back(const Race *race) {
    const RacingLine *line = &race->data->lines[0];
    const Body *body = &race_bodies_const(race)[0];
    int point = race_racers_const(race)[0].line_point;
    if (point < 0) {
        return false;
    }
    const LinePoint *at = &line->points[point];
    vec2s beside = glms_vec2_sub(body->position, at->point);
    float along = glms_vec2_dot(body->velocity, at->tangent);
    vec2s nose = vec2_make(body->rotation.c, body->rotation.s);
    return fabsf(glms_vec2_dot(beside, vec2_left(at->tangent))) < BACK_ASIDE &&
           glms_vec2_dot(nose, at->tangent) > BACK_COSINE &&
           along > fminf(BACK_SPEED * at->speed, BACK_MOST);
}

typedef struct Sums {
    int all, late, rescued;
} Sums;

static void recover(Fixture *fixture, const RaceDef *def, const char *track, const char *car,
                    uint64_t seed, Sums *sums) {
    Random random = random_make(seed, 31);
    RaceDef its = *def;
    its.seed = seed + 1;
    Race *race = race_make(fixture->race, &its, &fixture->data, fixture->models);
    fixture_run(race, RACE_TICKS_PER_SECOND);
    Upset upset;
    bool good = false;
    for (int i = 0; i < TRIES && !good; i++) {
        good = draw(race, &random, &upset);
    }
    if (!good) {
        return;
    }
    teleport_put(race, 0, upset.place, upset.angle);
    Body *body = &world_bodies(race_world(race))[0];
    body->velocity =
        glms_vec2_scale(vec2_make(trig_cos(upset.course), trig_sin(upset.course)), upset.speed);
    body->spin = upset.spin;
    int respawns = race_racers_const(race)[0].respawns;
    float took = 0.0f;
    while (!is_back(race) && took < (float)LOST_S &&
           race_racers_const(race)[0].respawns == respawns) {
        fixture_run(race, LOOK_TICKS);
        took += (float)LOOK_TICKS * RACE_DT;
    }
    bool rescued = race_racers_const(race)[0].respawns > respawns;
    sums->all++;
    sums->rescued += rescued;
    sums->late += rescued || took > BACK_S;
    if (rescued || took > BACK_S) {
        print_message("%s, %s, seed %d: at (%.1f, %.1f), %.0f deg, %.1f m/s%s%s: %s %.1f s\n",
                      track, car, (int)seed, (double)upset.place.x, (double)upset.place.y,
                      (double)upset.angle * 57.3, (double)upset.speed, upset.off ? ", off" : "",
                      upset.against_wall ? ", wall" : "", rescued ? "rescued after" : "took",
                      (double)took);
    }
}

static void a_car_gets_back_on_its_line_by_itself(void **state) {
    (void)state;
    Sums sums = {0};
    int pairs = track_count * CARS;
    for (int pair = 0; pair < pairs; pair++) {
        const char *track = tracks[pair % track_count], *car = cars[pair / track_count];
        RaceDef def = fixture_field(1, SKILL_HARD, 0);
        def.mode = RACE_MODE_PRACTICE;
        Fixture *fixture = NULL;
        for (long i = pair; i < count.cases; i += pairs) {
            fixture = fixture ? fixture : fixture_make(track, car, &def);
            recover(fixture, &def, track, car, (uint64_t)i, &sums);
        }
        if (fixture) {
            fixture_destroy(fixture);
        }
    }
    print_message("%d cars: %d not back in %.0f s, %d of them rescued\n", sums.all, sums.late,
                  (double)BACK_S, sums.rescued);
    assert_true(sums.all * 10 >= count.cases * 8);
    assert_true(sums.late <= (1.0 - BACK_LEAST) * sums.all);
}

int main(int argc, char **argv) {
    leave_locale();
    count = test_count(argc, argv, ORDINARY);
    track_count = file_list(TEST_DATA "/tracks", ".track.yaml", tracks, TRACKS_MAX);
    for (int i = 0; i < track_count; i++) {
        *strstr(tracks[i], ".track.yaml") = '\0';
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_gets_back_on_its_line_by_itself),
    };
    int failed = cmocka_run_group_tests_name("recovery", tests, NULL, NULL);
    for (int i = 0; i < track_count; i++) {
        free(tracks[i]);
    }
    return failed;
}
