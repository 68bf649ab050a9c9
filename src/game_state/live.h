/// A tuner's tools in a race that is running: two set-ups, files that change, time that runs
/// slower or backwards, forces made visible.
#pragma once

#include "contacts/contact_view.h"
#include "input/pace.h"
#include "session/recorder.h"
#include "session/reload.h"
#include "session/rematch.h"
#include "session/setup.h"
#include "ui/force_picture.h"

/// An owner; made by live_make, ended by live_destroy.
typedef struct Live {
    Setups setups; ///< Of the car that most drive: the session's first.
    Reload reload;
    Pace pace;
    Rematch rematch;
    Recorder recorder; ///< Of the race of people.
    ForceMarks marks;
    ContactView contacts; ///< Their history is kept while forces are shown.
    int car;              ///< The one that set-ups are given to, whoever sits in it; -1 none.
    bool panel;           ///< F3: the tuning panel is open.
    bool forces;          ///< F4
    bool changed; ///< A car or the track has changed since this race began; its results say so.
} Live;

void live_make(Live *live);
void live_destroy(Live *live);

/// Takes over the files of a new session; the set-ups are those of its car.
void live_session(Live *live, const Session *session);

/// A race begins; `car` is the first seat's, -1 where nobody sits.
void live_start(Live *live, Session *session, int car);

/// The session's last car is about to join the race, which goes on.
void live_join(Live *live, Session *session);

/// Gives car `car` of the running race the set-up that is driven (session_set_car). From here on
/// set-ups are its.
void live_apply(Live *live, Session *session, int car);

/// Lets the race go on with what has changed on disk by `now` s (reload_poll).
ReloadResult live_reload(Live *live, Session *session, double now);

/// After a rewind: the car of the set-ups gets the one that is driven now, not that of then, and
/// all others what their files say now.
void live_restore(Live *live, Session *session);

/// Swaps A and B (F6).
void live_swap(Live *live, Session *session, int car);
