/// The face of a driver: coloured polygons in a square. `face:` of a driver file.
///
/// It is drawn and nothing else: no race, hash or replay knows it. The square goes from 0 to 1, x
/// to the right, y up.
#pragma once

#include "formats/yaml.h"

enum {
    DRIVER_FACE_PARTS_MAX = 24,                           ///< As written; `sides: both` draws two.
    DRIVER_FACE_POLYGONS_MAX = 2 * DRIVER_FACE_PARTS_MAX, ///< As drawn.
    DRIVER_FACE_POINTS_MAX = 24,                          ///< Of a polygon.
};

typedef struct DriverFacePolygon {
    uint32_t color; ///< 0xRRGGBBAA
    int count;
    vec2s points[DRIVER_FACE_POINTS_MAX];
} DriverFacePolygon;

/// A value; the zero value has no polygons and is no face.
typedef struct DriverFace {
    DriverFacePolygon polygons[DRIVER_FACE_POLYGONS_MAX]; ///< Drawn in this order; all of them
                                                          ///< convex and counter-clockwise.
    int polygon_count;
} DriverFace;

/// Reads the list `face` of a driver file (E2xx, E842 to E848). False, with messages and `out` as
/// it was, where anything is wrong.
bool driver_face_read(const YamlNode *face, DriverFace *out, MessageList *messages);

/// The face of a driver whose file says nothing of it: a helmet of `color`, its visor closed.
DriverFace driver_face_make(uint32_t color);
