/// What the replay of a race of a fixture says of it.
#pragma once

#include "replay/replay.h"

#include <string.h>

#include "fixture.h"

/// Of a race that fixture_make has made of the same `track`, `car` and `def`.
static inline ReplayInfo replay_info_of(const Fixture *fixture, const char *track, const char *car,
                                        const RaceDef *def) {
    ReplayInfo info = {.track_hash = fixture->track.hash, .def = *def};
    strcpy(info.track, track);
    strcpy(info.axle_version, "0.1.0");
    for (int i = 0; i < def->car_count; i++) {
        strcpy(info.cars[i], car);
        info.car_hashes[i] = car_model_hash(&fixture->models[i]);
    }
    return info;
}
