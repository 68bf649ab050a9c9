/// How far a long piece of work has come: one thread tells it, another reads it.
#pragma once

/// An owner; made by progress_make, ended by progress_destroy.
typedef struct Progress Progress;

Progress *progress_make(void); ///< At 0; never NULL.
void progress_destroy(Progress *progress);

/// Part of the whole work that is done, 0 to 1.
float progress_read(const Progress *progress);

/// A part of the work. The zero value tells nobody how far it has come.
typedef struct ProgressPart {
    Progress *of;
    float from, to; ///< Of the whole.
} ProgressPart;

/// All of the work; `progress` may be NULL.
ProgressPart progress_whole(Progress *progress);

/// The part of `part` between `from` and `to` (0 to 1).
ProgressPart progress_part(ProgressPart part, float from, float to);

/// Tells that `done` (0 to 1) of `part` is done. Progress never goes back.
void progress_tell(ProgressPart part, float done);
