#include "reports/check_stats.h"

#include "base/print.h"
#include "line/racing_line_make.h"

#include <math.h>
#include <stdio.h>

typedef struct TrackStats {
    int vertices; ///< Of roads as sampled, walls and zones.
    float lap_s;  ///< s, ideal lap of the car; 0 where no way round was found.
} TrackStats;

RibbonStats check_ribbon_stats(const Ribbon *ribbon) {
    RibbonStats stats = {.length = ribbon->length, .narrowest = INFINITY};
    float bend = 0.0f;
    for (int i = 0; i < ribbon->count; i++) {
        const RibbonSample *sample = &ribbon->samples[i];
        bend = fmaxf(bend, fabsf(sample->curvature));
        stats.narrowest = fminf(stats.narrowest, sample->left + sample->right);
        stats.widest = fmaxf(stats.widest, sample->left + sample->right);
    }
    stats.tightest = bend > 0.0f ? 1.0f / bend : 0.0f;
    return stats;
}

/// `car` is whose lap is estimated. About 50 ms.
static TrackStats track_stats(const Track *track, const CarFile *car) {
    TrackStats stats = {0};
    for (int i = 0; i < track->ribbon_count; i++) {
        stats.vertices += track->ribbons[i].count;
    }
    for (int i = 0; i < track->wall_count; i++) {
        stats.vertices += track->walls[i].count;
    }
    for (int i = 0; i < track->zone_count; i++) {
        stats.vertices += track->zones[i].count;
        for (int h = 0; h < track->zones[i].hole_count; h++) {
            stats.vertices += track->zones[i].hole_counts[h];
        }
    }
    Arena scratch = {0};
    WallGrid walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &scratch);
    Ground ground = ground_make(track, &scratch);
    CarModel model = car_model_make(&car->params);
    RacingLine line;
    if (racing_line_make(track, &walls, &ground, &model, (ProgressPart){0}, &scratch, &line,
                         NULL)) {
        stats.lap_s = line.lap_s;
    }
    arena_destroy(&scratch);
    return stats;
}

/// Why `car` has no ideal lap, as far as the checks know.
static void print_no_line(const CarFile *car, const MessageList *messages) {
    print("  no racing line and no ideal lap of %s: ", car->name);
    for (int i = 0; i < messages->count; i++) {
        const Message *message = &messages->items[i];
        if ((message->code == MESSAGE_W709 || message->code == MESSAGE_E511) &&
            message->has_position) {
            print("blocked near (%.2f, %.2f) [%s]\n", (double)message->x, (double)message->y,
                  message_code_name(message->code));
            return;
        }
    }
    print("found no way through all gates with room for it\n");
}

void check_print_track(const Track *track, const CarFile *car, const MessageList *messages) {
    print("%s\n", track->name);
    for (int i = 0; i < track->ribbon_count; i++) {
        RibbonStats ribbon = check_ribbon_stats(&track->ribbons[i]);
        print("  ribbon %-12s %.1f m long, %.1f to %.1f m wide", track->ribbons[i].id,
              (double)ribbon.length, (double)ribbon.narrowest, (double)ribbon.widest);
        if (ribbon.tightest > 0.0f) {
            print(", tightest bend %.1f m", (double)ribbon.tightest);
        }
        print("\n");
    }
    TrackStats stats = track_stats(track, car);
    print("  walls %d in %d convex pieces, zones %d, vertices %d, gates %d, grid %d\n",
          track->wall_count, track->wall_piece_count, track->zone_count, stats.vertices,
          track->gate_count, track->grid_size);
    if (stats.lap_s > 0.0f) {
        print("  ideal lap of %s: %.1f s\n", car->name, (double)stats.lap_s);
    } else {
        print_no_line(car, messages);
    }
}

void check_print_car(const CarFile *car) {
    CarModel model = car_model_make(&car->params);
    Hull hull = car_model_hull(&model);
    Box box = hull_bounds(&hull, transform_identity());
    vec2s size = glms_vec2_sub(box.high, box.low);
    print("%s\n  %.0f kg, %.2f x %.2f m, hull of %d convex piece%s\n", car->name,
          (double)car->params.mass, (double)size.x, (double)size.y, hull.count,
          hull.count == 1 ? "" : "s");
}

void check_json_track(Json *json, const Track *track, const CarFile *car) {
    TrackStats stats = track_stats(track, car);
    json_object(json, "stats");
    if (track->ribbon_count > 0) {
        RibbonStats ribbon = check_ribbon_stats(&track->ribbons[0]);
        json_number(json, "length_m", (double)ribbon.length, 1);
        json_number(json, "tightest_bend_m", (double)ribbon.tightest, 1);
        json_array(json, "width_m");
        json_number(json, NULL, (double)ribbon.narrowest, 1);
        json_number(json, NULL, (double)ribbon.widest, 1);
        json_end_array(json);
    }
    json_integer(json, "vertices", stats.vertices);
    json_integer(json, "pieces", track->wall_piece_count);
    json_integer(json, "gates", track->gate_count);
    json_number(json, "lap_s", stats.lap_s > 0.0f ? (double)stats.lap_s : (double)NAN, 1);
    json_end_object(json);
}
