/// The only printer: what is written by others never steers the terminal of who reads it.
///
/// Names come from files, replays and the command line; their bytes may be escape sequences, line
/// feeds that make one line look like two, marks that turn the direction of writing, or no UTF-8.
/// A format is our own text and goes out as it is; of what stands in for %s and %c such bytes
/// become
/// '?'. No other file writes to a stream (tests/check_layers.cmake); writing that fails is seen by
/// print_end.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Writes to stdout what printf would, but for masked texts, and widths of texts in code points.
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

/// At the start of the program: where standard input, output or errors are closed, a file that is
/// opened later would get their number, and what is printed would go into it.
void print_begin(void);

/// At its end: writes out what is still held back. False, and told on stderr, where anything that
/// was printed got lost.
bool print_end(void);
