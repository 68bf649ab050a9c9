#include "base/progress.h"

#include "base/assert.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    WHOLE = 1 << 16
};

/// Written by one thread alone.
struct Progress {
    atomic_int done; ///< Of WHOLE.
};

Progress *progress_make(void) {
    Progress *progress = calloc(1, sizeof *progress);
    ASSERT(progress != NULL);
    return progress;
}

void progress_destroy(Progress *progress) { free(progress); }

float progress_read(const Progress *progress) {
    return (float)atomic_load(&progress->done) / (float)WHOLE;
}

ProgressPart progress_whole(Progress *progress) { return (ProgressPart){progress, 0.0f, 1.0f}; }

ProgressPart progress_part(ProgressPart part, float from, float to) {
    float size = part.to - part.from;
    return (ProgressPart){part.of, part.from + size * from, part.from + size * to};
}

void progress_tell(ProgressPart part, float done) {
    if (!part.of) {
        return;
    }
    int now = (int)((part.from + (part.to - part.from) * done) * (float)WHOLE);
    if (now > atomic_load(&part.of->done)) {
        atomic_store(&part.of->done, now < WHOLE ? now : WHOLE);
    }
}
