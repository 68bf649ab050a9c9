/// Reads objects of a Tiled map as outlines in metres.
///
/// Private to src/import/. Tiled counts pixels from the top left corner, y down, and turns objects
/// clockwise about their x, y. An outline is in metres from the bottom left corner, y up, its angle
/// counter-clockwise. Source: "JSON Map Format" and "Objects" in the manual of Tiled.
#pragma once

#include "formats/yaml.h"
#include "geometry/point.h"

typedef enum TiledShape {
    TILED_POINT,
    TILED_RECT,
    TILED_ELLIPSE,
    TILED_CAPSULE,
    TILED_POLYGON,
    TILED_POLYLINE,
    TILED_TEXT,
} TiledShape;

/// Where pixels lie in the world.
typedef struct TiledFrame {
    double scale;  ///< m a pixel
    double height; ///< px, of the map: its bottom edge is y = 0.
} TiledFrame;

typedef struct TiledObject {
    const YamlNode *node;
    TiledShape shape;
    Point at;             ///< Its x, y.
    Point center;         ///< Middle of its box; of a point `at`.
    double width, height; ///< m, of its box before it is turned.
    double angle;         ///< degrees, counter-clockwise.
    Point *points;        ///< Outline or line. Ellipses and capsules have 2 cm chord error.
    int count;
} TiledObject;

/// How far (px) a layer is shifted within the group around it.
Point tiled_layer_shift(const YamlNode *layer);

/// Reads `node` of a layer that is shifted by `shift` px. Its points live in `arena`. Returns
/// false, with a message, where it is no object that can be used.
bool tiled_object_read(const YamlNode *node, Point shift, const TiledFrame *frame, TiledObject *out,
                       Arena *arena, MessageList *messages);

/// Says E631 of the object `node`, and returns false.
bool tiled_object_refuse(const YamlNode *node, const char *what, const char *help,
                         MessageList *messages);
