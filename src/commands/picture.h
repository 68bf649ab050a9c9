/// A picture of a track, of a whole race or of a driver, as PNG (drawn off-screen, with the eyes of
/// the game) or SVG: the track, everybody's way round it, the cars.
#pragma once

#include "render/picture_frame.h"
#include "session/session.h"

/// Where each car was, a sample each time picture_paths_add is called. The zero value is empty.
typedef struct PicturePaths {
    vec2s *points; ///< car_count a sample.
    int car_count, sample_count;
    int capacity; ///< Of `points`.
} PicturePaths;

/// Adds where the cars of `race` are now. Memory grows with the samples.
void picture_paths_add(PicturePaths *paths, const Race *race);
void picture_paths_destroy(PicturePaths *paths);

/// Whether `path` ends in what picture_write can write; says so where it does not.
bool picture_can_write(const char *path);

/// The contents of a picture. The zero value: the whole track alone.
typedef struct PictureDef {
    PictureFrame frame;
    const Session *session;    ///< A race on this track: everybody's way and the cars. May be NULL.
    const PicturePaths *paths; ///< Of that race.
    const CarModel *model;     ///< Adds what F2 shows, with the line of this car (PNG); NULL: not.
    const DriverFile *driver;  ///< His badge in place of a track; NULL: a track.
} PictureDef;

/// Reads `size` ("640" or "640x360") and `window` ("x0,y0,x1,y1" in metres), each of which may be
/// NULL. False where one is wrong, which is then said.
bool picture_read_frame(const char *size, const char *window, PictureFrame *out);

/// `track` is NULL for a driver. Writes `path`, whose end (.png or .svg; see picture_can_write)
/// says what it is. Returns the exit code; what is wrong is printed.
int picture_write(const char *path, const Track *track, const PictureDef *def);
