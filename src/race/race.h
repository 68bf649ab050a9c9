/// A race from its start to its end, and the step that moves it on.
#pragma once

#include "race_state/race_state.h"

/// Bytes of a race of `car_count` cars on `track`.
size_t race_size(const Track *track, int car_count);

/// Makes a race in `block` of race_size bytes, aligned to 32. `models` holds def->car_count models.
/// Cars stand on the grid.
Race *race_make(void *block, const RaceDef *def, const RaceData *data, const CarModel *models);

/// Advances the race by RACE_DT. `inputs` holds an input per car; those of AI cars (and of seats
/// with CAR_INPUT_AUTOPILOT) are made inside. A pure function of (race, inputs) and the RaceData.
/// Allocates nothing.
void race_step(Race *race, const CarInput *inputs);

/// Points the race at other data (hot reload): the same cars, perhaps with other hulls, or a
/// changed track with as many props and movers. Props stay where they are, unless the track has
/// other props or movers than before: then all go to their places.
void race_set_data(Race *race, const RaceData *data);

/// The same for a track with more or fewer props or movers: makes a race in `block`, of race_size
/// bytes, that goes on from `race`.
Race *race_move(void *block, const Race *race, const RaceData *data);

/// Whether `race` has room for the props and movers of `track`. Else only race_move can go on
/// there.
bool race_fits(const Race *race, const Track *track);

/// One car more, for a person: makes a race in `block`, of race_size bytes, that goes on from
/// `race`. The car stands on the next place of the grid, a ghost as long as somebody is in its way,
/// and its first lap begins now. All others drive on as they are; only the impulses of their last
/// contacts are forgotten. The data must know the car's line and hull already, and the grid must
/// have the place. `driver` is who drives it should the AI take it over.
Race *race_join(void *block, const Race *race, const CarModel *model, const DriverParams *driver);

/// Gives car `car` other parameters between two steps. Its place, its motion and the state of its
/// engine and tyres stay as they are to the bit. Mass, inertia, friction and restitution of its
/// body become those of `model`. A gear that it no longer has becomes the highest. Its hull belongs
/// to the data and stays.
void race_set_model(Race *race, int car, const CarModel *model);

/// Hands car `car` to the AI, who drives it by the car's own DriverParams, or takes it from it.
void race_set_ai(Race *race, int car, bool ai);
