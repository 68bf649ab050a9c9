/// The files of `axle new`: a track, a car or a driver to begin with, every common key shown in a
/// comment.
#pragma once

#include "base/text.h"

/// Adds a track called `title` that is good as it is. A line that begins with '#' and no space
/// behind it is a key to try: without the '#' the track is good too.
void starter_track(const char *title, TextBuffer *out);

/// Adds a drawing of a track called `title` for Inkscape, which is good as it is: a page of 300 by
/// 200 m, the layers, an example in each, and a hidden layer of notes.
void starter_drawing(const char *title, TextBuffer *out);

/// Adds a car called `title` that builds on the hatch.
void starter_car(const char *title, TextBuffer *out);

/// Adds a driver called `title` without a character. A line that begins with '#' and no space
/// behind it is a key to try.
void starter_driver(const char *title, TextBuffer *out);
