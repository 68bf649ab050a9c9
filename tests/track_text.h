/// Tracks written inside tests, and what tests look at them with.
#pragma once

#include "base/file.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define TRACK_HEAD "format: track/1\nname: Test\n"

/// The seven lines of docs/tracks.md.
#define TRACK_OVAL                                                           \
    TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n" \
               "    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]\n"

#define TRACK_EIGHT                                                                      \
    TRACK_HEAD "ribbons:\n  - width: 10\n    points: [[-60, 30], [-85, 0], [-60, -30], " \
               "[0, 0], [60, 30], [85, 0], [60, -30], [0, 0.5]]\n"

/// A hairpin whose legs are so close that their shoulders overlap.
#define TRACK_HAIRPIN                                                                        \
    TRACK_HEAD "ribbons:\n  - curve: round\n    width: 10\n    radius: 8\n"                  \
               "    shoulder: {surface: gravel, width: 8}\n"                                 \
               "    points: [[-60, -40], [60, -40], [60, 0], [-20, 0], [-20, 17], [60, 17]," \
               " [60, 60], [-60, 60]]\n"

/// An oval with a sharp branch that leaves it and comes back.
#define TRACK_BRANCH                                                    \
    TRACK_OVAL "  - {id: cut, closed: false, curve: sharp, width: 8,\n" \
               "     points: [[-70, 0], [-110, 0], [-110, -60], [-20, -70], [-10, -35]]}\n"

/// Reads `text` as the file `file`, which must be a good track; ended by track_destroy.
static inline Track track_of_named(const char *file, const char *text) {
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Track track;
    bool good = track_read(text, strlen(text), file, false, &track, messages) &&
                track_check(&track, messages);
    messages_print(messages, stderr, text);
    assert_true(good);
    for (int i = 0; i < messages->count; i++) { // branches and lines may stand for themselves
        MessageCode code = messages->items[i].code;
        assert_true(code == MESSAGE_W710 || code == MESSAGE_W711);
    }
    free(messages);
    return track;
}

static inline Track track_of(const char *text) { return track_of_named("test.track.yaml", text); }

static inline Track track_of_file(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/tracks/%s.track.yaml", TEST_DATA, name);
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    FileBytes bytes = {0};
    assert_true(file_read(path, FILE_LIMIT, &bytes, messages));
    Track track = track_of(bytes.data);
    file_bytes_free(&bytes);
    free(messages);
    return track;
}

static const char *const shipped_tracks[] = {"first-oval", "kiln-road", "frost-depot"};

enum {
    SHIPPED_COUNT = sizeof shipped_tracks / sizeof shipped_tracks[0]
};
