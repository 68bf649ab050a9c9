/// A small track, written into the folder of its test.
#pragma once

#include <stdio.h>

#include "test.h"
#include "user_folder.h"

/// Writes a track whose road is 14 m wide, with these keys of it (`points`) and these lines of the
/// track (`rest`, "" for none); returns its path, in the one buffer there is.
static inline const char *small_track(const char *points, const char *rest) {
    static char path[96];
    snprintf(path, sizeof path, "%s/small.track.yaml", user_folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "format: track/1\nname: Small\n%s", rest);
    fprintf(file, "ribbons:\n  - {curve: round, width: 14, %s}\n", points);
    assert_int_equal(fclose(file), 0);
    return path;
}
