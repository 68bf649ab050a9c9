#include "drivers/codriver.h"

#include "drivers/driver.h"

#include <string.h>

/// Thinks with the memory of `codriver` in place of the car's own.
static CarInput think(Codriver *codriver, Race *race, int car, float pace, const Pack *pack,
                      bool own_lane) {
    Racer *racer = &race_racers(race)[car];
    Driver kept = racer->driver;
    if (codriver->begun && !own_lane) {
        racer->driver = codriver->driver;
    } else {
        driver_reset(race, car); // its lane is where the car is
    }
    DriverParams params = racer->params;
    racer->params = driver_params_steady(SKILL_EXPERT);
    racer->params.reaction = 0.0f; // the person's own counts
    racer->driver.pace = pace;
    racer->driver.effort = 1.0f; // `pace` says all about it
    CarInput input = driver_think(race, car, pack);
    racer->params = params;
    *codriver = (Codriver){.driver = racer->driver, .begun = true};
    racer->driver = kept;
    return input;
}

CarInput codriver_drive(Codriver *codriver, Race *race, int car, float pace) {
    Pack pack;
    pack_make(&pack, race);
    return think(codriver, race, car, pace, &pack, false);
}

CarInput codriver_pedals(Codriver *codriver, Race *race, int car, float pace) {
    Pack alone;
    memset(&alone, 0, sizeof alone);
    alone.one_line = true;
    return think(codriver, race, car, pace, &alone, true);
}
