#include "track_check/track_check.h"

#include "geometry/trig.h"
#include "ground/ground.h"
#include "line/racing_line_make.h"
#include "track/validate.h"
#include "track_check/dead_ends.h"
#include "track_check/routes.h"
#include "track_check/track_check_parts.h"

bool track_check(const Track *track, MessageList *messages) {
    zones_check(track, messages);
    course_check(track, messages);
    bool reached = true;
    Arena scratch = {0};
    Ground ground = ground_make(track, &scratch);
    crates_check(track, &ground, messages);
    if (track->gate_count > 0 && track->slot_count > 0) {
        reached = routes_check(track, &ground, messages);
        if (reached) {
            RoadGrid roads = road_grid_make(track->ribbons, track->ribbon_count, &scratch);
            shortcuts_check(track, &ground, &roads, messages);
            holes_check(track, &ground, &roads, messages);
        }
    }
    arena_destroy(&scratch);
    messages_sort(messages);
    return reached;
}

/// E511 where a car called `name` has no racing line.
static void check_line(const Track *track, const CarModel *model, const char *name,
                       MessageList *messages) {
    Arena scratch = {0};
    WallGrid walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &scratch);
    Ground ground = ground_make(track, &scratch);
    RacingLine line;
    GateTrouble trouble;
    if (!racing_line_make(track, &walls, &ground, model, (ProgressPart){0}, &scratch, &line,
                          &trouble)) {
        char from[VALIDATE_LABEL_MAX], to[VALIDATE_LABEL_MAX];
        Message *message = message_add(messages, MESSAGE_E511, track->gates[trouble.to].place, name,
                                       validate_gate_label(track, trouble.from, from),
                                       validate_gate_label(track, trouble.to, to),
                                       (double)trouble.at.x, (double)trouble.at.y);
        message_at(message, trouble.at.x, trouble.at.y);
    }
    arena_destroy(&scratch);
}

void track_check_car(const Track *track, const CarFile *car, MessageList *messages) {
    CarModel model = car_model_make(&car->params);
    Hull hull = car_model_hull(&model);
    Box box = hull_bounds(&hull, transform_identity());
    const DeadEndCar probe = {.length = box.high.x - box.low.x,
                              .width = box.high.y - box.low.y,
                              .to_axle = 0.5f * (box.high.x + box.low.x) + model.to_rear,
                              .turn_radius =
                                  car->params.wheelbase / trig_tan(car->params.steer_lock)};
    int said = messages->count;
    routes_check_width(track, probe.width, messages);
    bool wide = messages->count == said; // else it is said already where and why
    dead_ends_check(track, &probe, messages);
    if (wide) {
        check_line(track, &model, car->name, messages);
    }
    messages_sort(messages);
}
