/// Drives the real game by keys as a newcomer does: reads what `axle play --trace` says from stdin,
/// writes keydown and keyup for `xdotool -` to stdout, until a lap is done. Then it says on stderr
/// how that went. usage: drive_keys TRACK CAR SEED
#include "fixture.h"
#include "newcomer.h"

#define FAST   4.0f ///< m/s, from which going backwards is a spin.
#define THROWN 1.0  ///< s after a hit in which it was the wall that did it.

typedef struct Key {
    const char *name;
    bool down;
} Key;

static void hold(Key *key, bool down) {
    if (key->down != down) {
        printf("%s %s\n", down ? "keydown" : "keyup", key->name);
        key->down = down;
    }
}

/// What the trace says of one moment.
typedef struct Line {
    NewcomerSight sight;
    float slip; ///< deg
    int gear, lap, hits;
} Line;

static bool read_line(const char *text, Line *out) {
    double time, x, y, angle, speed, slip;
    if (sscanf(text, "%lf place %lf %lf %lf speed %lf slip %lf gear %d lap %d hits %d", &time, &x,
               &y, &angle, &speed, &slip, &out->gear, &out->lap, &out->hits) != 9) {
        return false;
    }
    out->slip = (float)slip;
    out->sight = (NewcomerSight){
        .time = time,
        .position = {{(float)x, (float)y}},
        .angle = (float)angle,
        .speed = (float)speed,
        .sideslip = (float)slip / 57.29578f,
    };
    return true;
}

/// How the lap goes.
typedef struct Report {
    double started, hit_at;
    float worst; ///< deg
    int spins, hits;
    bool backwards;
} Report;

static void note(Report *report, const Line *line) {
    double time = line->sight.time;
    report->started = report->started > 0.0 ? report->started : time;
    report->hit_at = line->hits > report->hits ? time : report->hit_at;
    report->hits = line->hits;
    bool counts = line->gear >= 0 && line->sight.speed > FAST && time - report->hit_at > THROWN;
    bool backwards = fabsf(line->slip) > 90.0f;
    report->spins += counts && backwards && !report->backwards ? 1 : 0;
    report->backwards = backwards;
    report->worst = counts ? fmaxf(report->worst, fabsf(line->slip)) : report->worst;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: drive_keys TRACK CAR SEED\n");
        return 2;
    }
    Track track = fixture_track(argv[1]);
    CarParams params = fixture_car(argv[2]).params;
    Newcomer newcomer = newcomer_make((uint64_t)strtoull(argv[3], NULL, 10));
    Key keys[] = {{"w", false}, {"s", false}, {"a", false}, {"d", false}};
    Report report = {.hit_at = -THROWN};
    Line line = {0};
    char text[512];
    while (line.lap < 1 && fgets(text, sizeof text, stdin)) {
        if (!read_line(text, &line)) {
            continue;
        }
        note(&report, &line);
        newcomer_see(&newcomer, line.sight);
        CarInput input = newcomer_keys(&newcomer, &track,
                                       fminf(params.mu_y_front, params.mu_y_rear), line.sight.time);
        hold(&keys[0], input.throttle > 0 && line.lap < 1);
        hold(&keys[1], input.brake > 0);
        hold(&keys[2], input.steer > 0);
        hold(&keys[3], input.steer < 0);
        fflush(stdout);
    }
    for (int i = 0; i < 4; i++) {
        hold(&keys[i], false);
    }
    fflush(stdout);
    fprintf(stderr, "%s: lap %.1f s, %d spins, slip at most %.1f deg, %d hits\n", argv[2],
            line.sight.time - report.started, report.spins, (double)report.worst, report.hits);
    track_destroy(&track);
    return line.lap < 1 || report.spins > 0 ? 1 : 0;
}
