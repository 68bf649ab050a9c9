/// The only printer: text that others wrote never steers the terminal of its reader.
///
/// Names come from files, replays and the command line. Their bytes may be escape sequences, line
/// feeds that make one line look like two, marks that turn the direction of writing, or no UTF-8.
/// A format is our own text and goes out as it is. In the texts for %s and %c such bytes become
/// '?'. No other file writes to a stream (tests/check_layers.cmake). print_end sees where writing
/// fails.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Writes to stdout as printf does, but masks texts and counts their widths in code points.
/// `format` knows d, i, u, x, X, c, f, g, e, s and %%, with l, ll and z. A text ends in a zero even
/// where a precision says how much of it counts.
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The same to `out`; to stderr at once.
void print_to(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// The same with the arguments as a list, which is used up.
void print_list(FILE *out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/// Writes `size` bytes as they are: whoever made that text has escaped what is foreign in it, as
/// writers of JSON and YAML do.
void print_as_is(FILE *out, const char *text, size_t size);

/// Called at the start of the program. It opens standard input, output and errors where they are
/// closed: else a file that is opened later would get their number, and what is printed.
void print_begin(void);

/// Called at its end: writes out what is still held back. Where anything that was printed got lost,
/// it says so on stderr and returns false.
bool print_end(void);
