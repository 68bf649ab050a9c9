/// Waits until the catalogue of tracks and cars is read, for tests of menus. A test that includes
/// it defines _XOPEN_SOURCE or _POSIX_C_SOURCE first, for nanosleep.
#pragma once

#include "session/catalogue.h"

#include <time.h>

#include "test.h"

/// Until all of it is read.
static inline void read_catalogue(Catalogue *catalogue) {
    const struct timespec nap = {.tv_nsec = 1000000};
    for (int i = 0; i < 20000 && !catalogue_poll(catalogue); i++) {
        nanosleep(&nap, NULL);
    }
    assert_true(catalogue_poll(catalogue));
}

/// Until the records have been read once more than `before` times, and the track `name` (NULL:
/// none), or it is known that the records cannot be.
static inline void read_catalogue_records(Catalogue *catalogue, int before, const char *name) {
    const struct timespec nap = {.tv_nsec = 1000000};
    int track = name ? catalogue_track(catalogue, name) : -1;
    for (int i = 0; i < 20000; i++) {
        bool known = catalogue->records_read > before || catalogue->records_wrong;
        if (known && (track < 0 || catalogue->tracks[track].read)) {
            return;
        }
        catalogue_poll(catalogue);
        nanosleep(&nap, NULL);
    }
    fail_msg("the records were not read in 20 s");
}
