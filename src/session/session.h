/// A race with all that it stands on: track, cars, data and the race itself, made from names.
#pragma once

#include "driver_file/driver_file.h"
#include "race/medals.h"
#include "render/car_looks.h"
#include "replay/replay.h"
#include "session/lines.h"
#include "session/load.h"

typedef struct SessionDef {
    const char *data;                ///< The data folder; NULL: see load_data_folder.
    const char *track;               ///< Path or name.
    const char *cars[RACE_MAX_CARS]; ///< Path or name of each car.
    bool cars_read;                  ///< Session.cars holds the cars already.
    /// Numbers of each car that differ from its file, as a car file; NULL: none. They outlive the
    /// session.
    const char *numbers[RACE_MAX_CARS];
    RaceDef race;
    bool reverse; ///< The track is driven in reverse direction.
    Lines *lines; ///< Racing lines that are known already; NULL: none. Outlives the session.
    /// Who drives the AI cars, NULL: nobody known, who has a usual name. They outlive the session.
    const DriverFile *drivers[RACE_MAX_CARS];
    const Waiting *waiting; ///< Who shows that it takes long; NULL: the terminal.
} SessionDef;

/// An owner; ended by session_destroy. The zero value owns nothing.
typedef struct Session {
    char track_path[4096];
    Track track;
    CarFile cars[RACE_MAX_CARS];    ///< As their files have them.
    CarModel models[RACE_MAX_CARS]; ///< With SessionDef.numbers.
    RaceData data;
    Race *race;
    SessionDef def; ///< As it was made.
} Session;

/// The name of the driver of car `car` when the AI drives it.
const char *session_driver_name(const Session *session, int car);

/// The same of all cars.
void session_driver_names(const Session *session, const char *names[RACE_MAX_CARS]);

/// What those drivers ask of the looks of their cars (car_looks_make).
void session_look_wishes(const Session *session, CarLookWish out[RACE_MAX_CARS]);

/// Reads everything and sets the race up. Returns the exit code; what is wrong is printed.
/// `session` is zero before.
int session_make(Session *session, const SessionDef *def);

/// The same with a track that was read (and reversed) already and is taken over, whatever the
/// outcome.
int session_make_on(Session *session, const SessionDef *def, Track *track, const char *track_path);

/// Sets the race up anew, as it was at the start but with `race` in place of the old def's. The
/// cars are the same; where `race` has fewer of them, the last ones come by session_join.
void session_restart(Session *session, const RaceDef *race);

/// One car more for the running race, which is not in it before session_join: reads the car `name`
/// (with `numbers` of SessionDef; both outlive the session) and makes what the race must know of
/// it. All cars of the session must be in the race. False, said, where the car cannot be read or
/// finds no way round; nothing has changed then.
bool session_add_car(Session *session, const char *name, const char *numbers);

/// The first of the session's cars that is not in the race yet joins it (race_join).
/// `session->race` changes.
void session_join(Session *session);

/// Gives car `car` of the running race other numbers, mass and hull. Where it is and how it moves
/// stay as they are to the bit.
void session_set_car(Session *session, int car, const CarModel *model);

/// Puts the race on other data of the same cars, perhaps on another track. Takes `data` over. Where
/// the track has more or fewer props, the race moves to a new block, and `session->race` changes.
void session_set_data(Session *session, RaceData *data);

/// Whether two cars were made of the same file and numbers.
bool session_same_car(const Session *session, int a, int b);

/// Lap times to beat for each car of the session, s, 0 = none (medals_for): zeros where the track
/// has none. Makes one racing line where there is another car than MEDAL_CAR.
void session_medals(const Session *session, float out[RACE_MAX_CARS][MEDAL_COUNT]);
void session_destroy(Session *session);

/// Makes the model of a car that has `numbers` (of SessionDef) over its file. False with a message
/// where they are wrong.
bool session_car_model(const CarFile *car, const char *numbers, CarModel *out,
                       MessageList *messages);

/// Begins a replay of this session's race. Track and cars are named so that they are found again
/// from any folder, and numbers that are not those of a car's file are taken down. False, with
/// `out` as it was, where a path is too long for a replay.
bool session_begin_replay(const Session *session, Replay *out);

/// Takes down in a replay of this session's race that its last car joins now. False as above.
bool session_join_replay(const Session *session, Replay *replay);
