#include "drawing/svg_matrix.h"

#include "base/number.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PI 3.14159265358979323846

/// Nothing in a drawing of a track is larger, and products of some such still fit a double.
#define NUMBER_MAX 1e12

SvgMatrix svg_matrix_identity(void) { return (SvgMatrix){.a = 1.0, .d = 1.0}; }

SvgMatrix svg_matrix_multiply(SvgMatrix outer, SvgMatrix inner) {
    return (SvgMatrix){
        .a = outer.a * inner.a + outer.c * inner.b,
        .b = outer.b * inner.a + outer.d * inner.b,
        .c = outer.a * inner.c + outer.c * inner.d,
        .d = outer.b * inner.c + outer.d * inner.d,
        .e = outer.a * inner.e + outer.c * inner.f + outer.e,
        .f = outer.b * inner.e + outer.d * inner.f + outer.f,
    };
}

Point svg_matrix_apply(SvgMatrix m, Point p) {
    return (Point){m.a * p.x + m.c * p.y + m.e, m.b * p.x + m.d * p.y + m.f};
}

double svg_matrix_scale(SvgMatrix m) { return sqrt(fabs(m.a * m.d - m.b * m.c)); }

bool svg_matrix_is_similarity(SvgMatrix m) {
    double x2 = m.a * m.a + m.b * m.b;
    double y2 = m.c * m.c + m.d * m.d;
    double dot = m.a * m.c + m.b * m.d;
    // 1e-5 of the radius: a circle of 100 m is then round to 1 mm.
    return fabs(x2 - y2) <= 2e-5 * fmax(x2, y2) && fabs(dot) <= 1e-5 * fmax(x2, y2);
}

Point svg_direction(double degrees) {
    double whole = degrees - 360.0 * floor(degrees / 360.0);
    int quarter = (int)((whole + 45.0) / 90.0);
    double x = (whole - 90.0 * quarter) * (PI / 180.0);
    double x2 = x * x;
    // Taylor's series: at 45 degrees the first term left out is 1e-17.
    double s = x;
    double c = 1.0;
    double term = x;
    double other = 1.0;
    for (int k = 1; k < 9; k++) {
        other *= -x2 / ((2.0 * k - 1.0) * (2.0 * k));
        term *= -x2 / ((2.0 * k) * (2.0 * k + 1.0));
        c += other;
        s += term;
    }
    Point direction = {c, s};
    for (; quarter > 0; quarter--) {
        direction = (Point){-direction.y, direction.x};
    }
    return direction;
}

// ---- reading --------------------------------------------------------------------------------

bool svg_is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

void svg_skip_space(SvgScanner *scanner) {
    while (svg_is_space(*scanner->at)) {
        scanner->at++;
    }
}

void svg_skip_comma(SvgScanner *scanner) {
    svg_skip_space(scanner);
    if (*scanner->at == ',') {
        scanner->at++;
        svg_skip_space(scanner);
    }
}

/// Copies digits into `out` from `size` on while there is room; returns the new size.
static size_t copy_digits(const char **at, char *out, size_t size, size_t room) {
    while (is_digit(**at)) {
        if (size < room) {
            out[size++] = **at;
        }
        (*at)++;
    }
    return size;
}

/// The number at `at` in the grammar of number_parse; NULL where there is none, else its end.
static const char *copy_number(const char *at, char out[1000]) {
    size_t size = 0;
    if (*at == '-') {
        out[size++] = '-';
    }
    at += *at == '-' || *at == '+';
    bool whole = is_digit(*at);
    if (!whole && !(*at == '.' && is_digit(at[1]))) {
        return NULL;
    }
    while (*at == '0' && is_digit(at[1])) {
        at++; // leading zeros
    }
    if (!whole) {
        out[size++] = '0';
    }
    // More than 400 digits before the point are beyond every limit, however they go on.
    size = copy_digits(&at, out, size, 402);
    if (*at == '.') {
        at++;
        if (is_digit(*at)) {
            out[size++] = '.';
            size = copy_digits(&at, out, size, 900);
        }
    }
    if (*at == 'e' || *at == 'E') {
        const char *digits = at + 1 + (at[1] == '-' || at[1] == '+');
        if (is_digit(*digits)) { // "2em" is 2 of the unit em
            out[size++] = 'e';
            out[size++] = at[1] == '-' ? '-' : '+';
            at = digits;
            size = copy_digits(&at, out, size, 990);
        }
    }
    out[size] = '\0';
    return at;
}

bool svg_scan_number(SvgScanner *scanner, double *out) {
    char text[1000];
    double value = 0.0;
    const char *end = copy_number(scanner->at, text);
    if (!end || !number_parse(text, &value) || fabs(value) > NUMBER_MAX) {
        return false;
    }
    scanner->at = end;
    *out = value;
    return true;
}

bool svg_length_read(const char *text, double *out, const char **unit) {
    SvgScanner scanner = {text};
    double value = 0.0;
    svg_skip_space(&scanner);
    if (!svg_scan_number(&scanner, &value)) {
        return false;
    }
    const char *start = scanner.at;
    while (*scanner.at == '%' || (*scanner.at >= 'a' && *scanner.at <= 'z') ||
           (*scanner.at >= 'A' && *scanner.at <= 'Z')) {
        scanner.at++;
    }
    svg_skip_space(&scanner);
    if (*scanner.at != '\0') {
        return false;
    }
    *out = value;
    if (unit) {
        *unit = start;
    }
    return true;
}

typedef enum TransformKind {
    TRANSFORM_MATRIX,
    TRANSFORM_TRANSLATE,
    TRANSFORM_SCALE,
    TRANSFORM_ROTATE,
    TRANSFORM_SKEW_X,
    TRANSFORM_SKEW_Y,
    TRANSFORM_COUNT
} TransformKind;

typedef struct TransformRow {
    const char *name;
    unsigned counts; ///< Bit n: it may have n numbers.
} TransformRow;

static const TransformRow transforms[TRANSFORM_COUNT] = {
    [TRANSFORM_MATRIX] = {"matrix", 1 << 6},
    [TRANSFORM_TRANSLATE] = {"translate", 1 << 1 | 1 << 2},
    [TRANSFORM_SCALE] = {"scale", 1 << 1 | 1 << 2},
    [TRANSFORM_ROTATE] = {"rotate", 1 << 1 | 1 << 3},
    [TRANSFORM_SKEW_X] = {"skewX", 1 << 1},
    [TRANSFORM_SKEW_Y] = {"skewY", 1 << 1},
};

/// False where it is a skew by a right angle.
static bool make_transform(TransformKind kind, const double *v, int count, SvgMatrix *out) {
    SvgMatrix m = svg_matrix_identity();
    Point turned = svg_direction(v[0]); // +x, where v[0] is an angle
    bool good = true;
    switch (kind) {
    case TRANSFORM_MATRIX:
        m = (SvgMatrix){v[0], v[1], v[2], v[3], v[4], v[5]};
        break;
    case TRANSFORM_TRANSLATE:
        m.e = v[0];
        m.f = count > 1 ? v[1] : 0.0;
        break;
    case TRANSFORM_SCALE:
        m.a = v[0];
        m.d = count > 1 ? v[1] : v[0];
        break;
    case TRANSFORM_ROTATE:
        m = (SvgMatrix){turned.x, turned.y, -turned.y, turned.x, 0.0, 0.0};
        if (count == 3) {
            m.e = v[1] - m.a * v[1] + m.b * v[2];
            m.f = v[2] - m.b * v[1] - m.a * v[2];
        }
        break;
    case TRANSFORM_SKEW_X:
    case TRANSFORM_SKEW_Y:
        good = fabs(turned.x) > 1e-6;
        *(kind == TRANSFORM_SKEW_X ? &m.c : &m.b) = turned.y / turned.x;
        break;
    case TRANSFORM_COUNT:
        break;
    }
    *out = m;
    return good;
}

/// One `name(numbers)`.
static bool scan_transform(SvgScanner *scanner, SvgMatrix *out) {
    int kind = 0;
    size_t size = 0;
    for (; kind < TRANSFORM_COUNT; kind++) {
        size = strlen(transforms[kind].name);
        if (strncmp(scanner->at, transforms[kind].name, size) == 0) {
            break;
        }
    }
    if (kind == TRANSFORM_COUNT) {
        return false;
    }
    scanner->at += size;
    svg_skip_space(scanner);
    if (*scanner->at != '(') {
        return false;
    }
    scanner->at++;
    double values[6];
    int count = 0;
    svg_skip_space(scanner);
    while (count < 6 && svg_scan_number(scanner, &values[count])) {
        count++;
        svg_skip_comma(scanner);
    }
    if (*scanner->at != ')' || !(transforms[kind].counts >> count & 1)) {
        return false;
    }
    scanner->at++;
    return make_transform((TransformKind)kind, values, count, out);
}

static bool is_bounded(SvgMatrix m) {
    const double values[] = {m.a, m.b, m.c, m.d, m.e, m.f};
    for (int i = 0; i < 6; i++) {
        if (!(fabs(values[i]) <= NUMBER_MAX)) {
            return false;
        }
    }
    return true;
}

bool svg_matrix_read(const char *text, SvgMatrix *out) {
    SvgScanner scanner = {text};
    SvgMatrix product = svg_matrix_identity();
    svg_skip_space(&scanner);
    while (*scanner.at != '\0') {
        SvgMatrix own;
        if (strcmp(scanner.at, "none") == 0) {
            break;
        }
        if (!scan_transform(&scanner, &own)) {
            return false;
        }
        product = svg_matrix_multiply(product, own);
        if (!is_bounded(product)) {
            return false;
        }
        svg_skip_comma(&scanner);
    }
    *out = product;
    return true;
}
