/// Numbers and transforms as SVG writes them.
#pragma once

#include "drawing/point.h"

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

/// What lengths without a direction are multiplied by, such as the width of a stroke:
/// sqrt(|determinant|).
double svg_matrix_scale(SvgMatrix matrix);

/// Whether circles stay circles.
bool svg_matrix_is_similarity(SvgMatrix matrix);

/// Reads a `transform` attribute: matrix, translate, scale, rotate, skewX, skewY, one after the
/// other. False where it is none or has a number beyond 1e12; `out` is then as it was.
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

/// Reads a number where it stands: `-.5`, `1.`, `2e3`; it ends where the next character cannot
/// belong to it. False, without moving, where there is none or it is beyond 1e12.
bool svg_scan_number(SvgScanner *scanner, double *out);

/// Reads `text` as one length and nothing else, its unit (px, mm, %, ...) left out of account.
/// False where it is none; `out` is then as it was. `unit` (may be NULL) gets where it starts.
bool svg_length_read(const char *text, double *out, const char **unit);
