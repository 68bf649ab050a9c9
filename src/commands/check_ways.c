#include "commands/check_ways.h"

#include "geometry/trig.h"
#include "race/line_check.h"
#include "track/traps.h"
#include "track/validate.h"
#include "vehicle/car.h"

void check_ways(const Track *track, const CarFile *car, MessageList *messages) {
    CarModel model = car_model_make(&car->params);
    Hull hull = car_model_hull(&model);
    Box box = hull_bounds(&hull, transform_identity());
    const TrapCar probe = {.length = box.high.x - box.low.x,
                           .width = box.high.y - box.low.y,
                           .to_axle = 0.5f * (box.high.x + box.low.x) + model.to_rear,
                           .turn_radius = car->params.wheelbase / trig_tan(car->params.steer_lock)};
    int said = messages->count;
    validate_ways_of(track, probe.width, messages);
    bool wide = messages->count == said; // else it is said already where and why
    traps_check(track, &probe, messages);
    if (wide) {
        line_check(track, &model, car->name, messages);
    }
    messages_sort(messages);
}
