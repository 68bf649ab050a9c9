#include "geodata/geo_lap.h"

#include "geodata/geo_plane.h"

#include <math.h>
#include <string.h>

enum {
    STARTS = 200,   ///< Points that are tried as the first of the lap.
    POINTS_MIN = 8, ///< Of a lap.
};

#define LAP_MIN  200.0 ///< m: who comes back sooner has turned round, or stands.
#define ASIDE    15.0 ///< m: two laps on a road, with the error of a receiver, are no farther apart.
#define MORE_MIN 5.0  ///< m: what is less than this beside a lap is no second one.
#define SAME_WAY 0.7  ///< Cosine of the angle within which two ways are one direction.

/// m of distance between its ends that a lap may have more for each metre that it lies nearer to
/// the middle of the recording.
#define MIDDLE_WEIGHT 0.005

typedef struct Recording {
    Point *at;      ///< m
    double *length; ///< m from the first point to each.
    int count;
} Recording;

/// A lap: from point `first` to `last`, behind which it is back beside the first.
typedef struct Lap {
    int first, last; ///< `last` 0: there is none.
    double aside;    ///< m from the first point to the road when it comes by again.
} Lap;

/// How far the way from point `k` to the next is from `i`, from where one goes on in the same
/// direction; infinity where it leads another way.
static double passes(const Recording *recording, int k, int i) {
    const Point *at = recording->at;
    Point way = point_sub(at[k + 1], at[k]);
    Point on = point_sub(at[i + 1], at[i]);
    Point to = point_sub(at[i], at[k]);
    double square = point_dot(way, way);
    if (square <= 0.0 || point_dot(way, on) <= SAME_WAY * sqrt(square) * point_length(on)) {
        return HUGE_VAL;
    }
    double part = fmin(fmax(point_dot(to, way) / square, 0.0), 1.0);
    return point_distance(to, (Point){part * way.x, part * way.y});
}

/// The lap from `first` until it comes by for the first time, as near as it then does.
static Lap find_lap(const Recording *recording, int first) {
    Lap lap = {0};
    for (int k = first + POINTS_MIN; k + 1 < recording->count; k++) {
        if (recording->length[k] - recording->length[first] < LAP_MIN) {
            continue;
        }
        double aside = passes(recording, k, first);
        if (lap.last > 0 && aside >= lap.aside) {
            break;
        }
        if (aside <= ASIDE) {
            lap = (Lap){first, k, aside};
        }
    }
    return lap;
}

static Lap best_lap(const Recording *recording) {
    Lap best = {0};
    double least = HUGE_VAL;
    double middle = 0.5 * recording->length[recording->count - 1];
    int step = recording->count / STARTS + 1;
    for (int i = 0; i + 1 < recording->count; i += step) {
        Lap lap = find_lap(recording, i);
        double centre = 0.5 * (recording->length[lap.first] + recording->length[lap.last]);
        double cost = lap.aside + MIDDLE_WEIGHT * fabs(centre - middle);
        if (lap.last > 0 && cost < least) {
            least = cost;
            best = lap;
        }
    }
    return best;
}

static Recording measure(const GeoLine *line, bool metres, Arena *arena) {
    size_t count = (size_t)line->count;
    Recording recording = {.at = arena_array(arena, count, sizeof(Point)),
                           .length = arena_array(arena, count, sizeof(double)),
                           .count = line->count};
    memcpy(recording.at, line->at, count * sizeof(Point));
    if (!metres) {
        geo_to_metres(recording.at, line->count);
    }
    for (int i = 1; i < line->count; i++) {
        recording.length[i] =
            recording.length[i - 1] + point_distance(recording.at[i - 1], recording.at[i]);
    }
    return recording;
}

void geo_lap_cut(GeoLine *line, bool metres, Arena *arena, MessageList *messages) {
    if (line->count <= POINTS_MIN) {
        return;
    }
    const Recording recording = measure(line, metres, arena);
    Lap lap = best_lap(&recording);
    const double *length = recording.length;
    double whole = length[line->count - 1];
    if (lap.last == 0 || length[lap.first] + whole - length[lap.last + 1] < MORE_MIN) {
        return;
    }
    double round = length[lap.last] - length[lap.first];
    message_add(messages, MESSAGE_N636, line->place, whole / round, line->places[lap.first].line,
                line->places[lap.first].column, line->places[lap.last].line,
                line->places[lap.last].column, round);
    line->at += lap.first;
    line->places += lap.first;
    line->count = lap.last - lap.first + 1;
    line->ring = true;
}
