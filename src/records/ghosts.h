/// The ghosts of a time trial: up to four drives of the lap beside the one that is driven.
///
/// The last lap and the best one of this drive are taken down while they are driven. All others
/// come out of replays, which a thread drives again: the best lap of the records, the next medal's
/// and the author's (the AI's laps that set them), the champion's, friends' files.
#pragma once

#include "records/record_proof.h"
#include "session/jobs.h"

enum {
    GHOSTS_SHOWN = 4,
    GHOSTS_FRIENDS = 4,
    GHOSTS_TAG_MAX = 24,
    GHOSTS_TEXT_MAX = 240,
    GHOSTS_FOLDER_MAX = 64, ///< Replays of the user's folder that are driven again.
};

typedef enum GhostKind {
    GHOST_FRIEND,
    GHOST_BEST,
    GHOST_LAST,
    GHOST_MEDAL,
    GHOST_CHAMPION,
    GHOST_KINDS,
} GhostKind;

/// One ghost; it is there where its lap has poses.
typedef struct Ghost {
    GhostKind kind;
    Medal medal; ///< Of GHOST_MEDAL.
    GhostLap lap;
    CarModel model;
    Hull hull;
    char tag[GHOSTS_TAG_MAX]; ///< "best", "gold", "anna"
} Ghost;

/// Where a friend's lap comes from.
typedef struct GhostSource {
    char file[PATH_LIMIT]; ///< A replay; or, where it is "", ...
    Record record;         ///< ... this record.
    Hash128 track;         ///< On which it was driven; 0: that is not known yet.
} GhostSource;

/// What is driven, by whom it can be driven again.
typedef struct GhostsDef {
    const char *data, *numbers;              ///< As in SessionDef; they outlive the ghosts.
    char track[PATH_LIMIT], car[PATH_LIMIT]; ///< Likewise.
    bool reverse;
    Hash128 track_hash, car_hash;
    float medals[MEDAL_COUNT]; ///< s, 0 none.
    CarModel model;
    const char *records; ///< Path, which outlives them; NULL: there are none.
    bool friends_alone;  ///< No ghosts but those of ghosts_keep_friend.
} GhostsDef;

/// An owner; made by ghosts_make, ended by ghosts_destroy, which alone waits for threads. The zero
/// value shows none.
typedef struct Ghosts {
    bool on;
    GhostsDef def;
    Ghost best, last, champion, medals[MEDAL_COUNT], friends[GHOSTS_FRIENDS];
    bool tried[MEDAL_COUNT];         ///< Its driver has been let drive.
    bool folder_read;                ///< The replays of the user's folder were looked at.
    Record own, record_champion;     ///< Time 0: none. Their ghosts are made where they are better.
    int64_t made_own, made_champion; ///< Records whose ghosts were tried.
    bool unread; ///< One of them could not be read; with the next lap they are tried again.
    GhostSource sources[GHOSTS_FRIENDS]; ///< That are still to be read.
    int source_count;
    GhostRecorder recorder;
    bool last_compared; ///< There was a rival when the last lap ended, with these times.
    float last_rival_s[TRACK_GATES_MAX];
    Job *job;
    struct GhostWork *work; ///< Of the job.
    JobsLeft left;          ///< Jobs that were stopped and have not ended yet.
} Ghosts;

/// Begins on a track with a car, without any ghost.
void ghosts_make(Ghosts *ghosts, const GhostsDef *def);
void ghosts_destroy(Ghosts *ghosts);

/// Shows none any more.
void ghosts_clear(Ghosts *ghosts);

/// An attempt begins: follows car 0 of `race`, which stands at its start.
void ghosts_start(Ghosts *ghosts, const Race *race);

/// To be called after each step. `fair`: nothing was changed in the lap. Whether one has ended.
bool ghosts_tick(Ghosts *ghosts, const Race *race, bool fair);

/// These are the records now: `own` the player's best, `champion` the best of anybody; time 0 none.
void ghosts_records(Ghosts *ghosts, const Record *own, const Record *champion);

/// Has the best lap out of a replay file shown, or the lap of a record: of one that is known to
/// be of another track nothing is said. More than GHOSTS_FRIENDS push out the oldest.
void ghosts_add(Ghosts *ghosts, const GhostSource *source);

/// Shows the laps of no friends any more.
void ghosts_drop_friends(Ghosts *ghosts);

/// The last lap is that of friend `index` from now on, under the name `tag`.
void ghosts_keep_friend(Ghosts *ghosts, int index, const char *tag);

/// To be called each frame: takes what the thread has made, and gives it more to do. True where
/// there is something to say: `text` (GHOSTS_TEXT_MAX bytes), and whether it is a refusal.
bool ghosts_frame(Ghosts *ghosts, char *text, bool *refused);

/// Whether it waits for nothing more.
bool ghosts_ready(const Ghosts *ghosts);

/// The ghosts to be shown, the most wanted first: friends, the best lap, the next medal, the last
/// lap, the champion, the author; no lap twice. Returns how many. O(length of the laps).
int ghosts_shown(const Ghosts *ghosts, const Ghost *shown[GHOSTS_SHOWN]);

/// The medal that the best lap so far does not earn yet; MEDAL_COUNT where it earns all.
Medal ghosts_next_medal(const Ghosts *ghosts);

/// s of the best lap of the player and of the best verified lap of anybody with this car; 0 none.
double ghosts_best_s(const Ghosts *ghosts);
double ghosts_champion_s(const Ghosts *ghosts);

/// What a lap is measured against: the last friend's, else the best one so far, else the next
/// medal's; the best of all friends where they are alone. NULL where there is none yet.
const Ghost *ghosts_rival(const Ghosts *ghosts);
