/// Numbers and transforms as SVG writes them.
#pragma once

#include "geometry/point.h"

#include <stdbool.h>

/// Takes (x, y) to (a x + c y + e, b x + d y + f).
typedef struct SvgMatrix {
    double a, b, c, d, e, f;
} SvgMatrix;

/// A text that is read from front to back.
typedef struct SvgScanner {
    const char *at;
} SvgScanner;

SvgMatrix svg_matrix_identity(void);

/// The matrix that applies `inner` and then `outer`.
SvgMatrix svg_matrix_multiply(SvgMatrix outer, SvgMatrix inner);

Point svg_matrix_apply(SvgMatrix matrix, Point point);

/// The factor for lengths without a direction, such as the width of a stroke: sqrt(|determinant|).
double svg_matrix_scale(SvgMatrix matrix);

/// Whether circles stay circles.
bool svg_matrix_is_similarity(SvgMatrix matrix);

/// Reads a `transform` attribute: any of matrix, translate, scale, rotate, skewX, skewY in a row.
/// Returns false, with `out` as it was, where it is wrong or has a number beyond 1e12.
bool svg_matrix_read(const char *text, SvgMatrix *out);

/// The unit vector at `degrees` from +x toward +y: its cosine and sine, within 1e-15 and exact at
/// multiples of 90.
Point svg_direction(double degrees);

/// Whether `c` is white space.
bool svg_is_space(char c);

/// Skips white space.
void svg_skip_space(SvgScanner *scanner);

/// Skips white space and at most one comma.
void svg_skip_comma(SvgScanner *scanner);

/// Reads a number such as `-.5`, `1.`, `2e3`, as far as its characters go. Returns false, and does
/// not move, where there is none or it is beyond 1e12.
bool svg_scan_number(SvgScanner *scanner, double *out);

/// Reads `text` as one length and nothing else. Its unit (px, mm, %, ...) changes nothing; `unit`
/// (may be NULL) points to it. Returns false, with `out` as it was, where `text` is no length.
bool svg_length_read(const char *text, double *out, const char **unit);
