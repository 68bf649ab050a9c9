/// How far a long work has come, for whoever waits for it: told in one thread, read in another.
#pragma once

/// An owner; made by progress_make, ended by progress_destroy.
typedef struct Progress Progress;

Progress *progress_make(void); ///< At 0; never NULL.
void progress_destroy(Progress *progress);

/// Part of the whole work that is done, 0 to 1.
float progress_read(const Progress *progress);

/// A part of the work, which tells how far it has come itself. The zero value tells nobody.
typedef struct ProgressPart {
    Progress *of;
    float from, to; ///< Of the whole.
} ProgressPart;

/// All of the work; `progress` may be NULL.
ProgressPart progress_whole(Progress *progress);

/// What lies between `from` and `to` (0 to 1) of `part`.
ProgressPart progress_part(ProgressPart part, float from, float to);

/// `done` (0 to 1) of `part` is done. What was told never goes back.
void progress_tell(ProgressPart part, float done);
