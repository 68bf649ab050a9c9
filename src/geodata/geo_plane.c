#include "geodata/geo_plane.h"

#include "geometry/trig.h"

#include <math.h>
#include <stdio.h>

/// m, mean radius of the earth (IUGG).
#define EARTH_RADIUS 6371008.8

#define LATITUDE_MAX 85.0 ///< Degrees.

bool geo_is_position(Point at) { return fabs(at.x) <= 360.0 && fabs(at.y) <= LATITUDE_MAX; }

const char *geo_text(Point at, char out[GEO_TEXT_MAX]) {
    char x[NUMBER_TEXT_MAX];
    char y[NUMBER_TEXT_MAX];
    snprintf(out, GEO_TEXT_MAX, "[%s, %s]", number_text_digits(at.x, 9, x),
             number_text_digits(at.y, 9, y));
    return out;
}

double geo_degree(void) { return EARTH_RADIUS * (3.14159265358979324 / 180.0); }

Point geo_way(Point from, Point to) {
    double apart = to.x - from.x; // across the date line the short way
    apart -= apart > 180.0 ? 360.0 : apart < -180.0 ? -360.0 : 0.0;
    float middle = (float)(0.5 * (from.y + to.y));
    double parallel = geo_degree() * (double)trig_cos(middle * (TRIG_PI / 180.0f));
    return (Point){apart * parallel, (to.y - from.y) * geo_degree()};
}

double geo_distance(Point a, Point b) { return point_length(geo_way(a, b)); }

void geo_to_metres(Point *points, int count) {
    Point middle = {0.0, 0.0};
    for (int i = 0; i < count; i++) {
        double apart = points[i].x - points[0].x;
        points[i].x -= apart > 180.0 ? 360.0 : apart < -180.0 ? -360.0 : 0.0;
        middle.x += points[i].x / (double)count;
        middle.y += points[i].y / (double)count;
    }
    double degree = geo_degree();
    double parallel = degree * (double)trig_cos((float)middle.y * (TRIG_PI / 180.0f));
    for (int i = 0; i < count; i++) {
        points[i].x = (points[i].x - middle.x) * parallel;
        points[i].y = (points[i].y - middle.y) * degree;
    }
}

/// Whether people race about there: boxes of latitude and longitude, in degrees. They leave out
/// Somalia and Arabia's south, where western and central Europe lies once it is swapped.
static bool has_circuits(Point at) {
    static const struct {
        double south, north, west, east;
    } rows[] = {
        {28, 72, -11, 45},    // Europe, North Africa, the Levant
        {27, 40, -32, -11},   // islands of the Atlantic
        {63, 67, -25, -13},   // Iceland
        {23, 35, 34, 60},     // the Gulf
        {20, 23, 38, 41},     // Jeddah
        {35, 46, 45, 95},     // the Caspian, Central Asia
        {45, 62, 45, 140},    // Russia, Kazakhstan
        {5, 38, 60, 98},      // South Asia
        {-11, 55, 95, 150},   // East and South East Asia
        {-48, -10, 112, 180}, // Australia, New Zealand
        {7, 65, -130, -59},   // North and Central America
        {18, 23, -161, -154}, // Hawaii
        {-56, 13, -82, -34},  // South America
        {16, 28, -17, 36},    // the Sahara, Egypt's south
        {4, 18, -26, 15},     // West Africa, Cape Verde
        {-15, 13, 8, 34},     // Central Africa
        {10, 23, 22, 39},     // Sudan
        {-5, 12, 33, 43},     // East Africa
        {-35, -10, 11, 51},   // Southern Africa, Madagascar
        {-22, -19, 55, 58},   // Mauritius, Reunion
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (at.y >= rows[i].south && at.y <= rows[i].north && at.x >= rows[i].west &&
            at.x <= rows[i].east) {
            return true;
        }
    }
    return false;
}

bool geo_looks_swapped(Point at) {
    double x = at.x > 180.0 ? at.x - 360.0 : at.x < -180.0 ? at.x + 360.0 : at.x;
    return !has_circuits((Point){x, at.y}) && has_circuits((Point){at.y, x});
}
