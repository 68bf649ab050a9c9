/// How a car looks: coloured polygons, tyres, the place of its number. `look:` of a car file.
///
/// It is drawn and nothing else. Nothing of it is in CarParams, so no force, contact or hash knows
/// it. Body frame, m: x forward, y left, origin at the centre of gravity.
#pragma once

#include "vehicle/car_params.h"

#define BODYWORK_FAR 3.5f ///< m along each axis that a point may lie from the centre of gravity.

enum {
    BODYWORK_PARTS_MAX = 48,
    BODYWORK_POINTS_MAX = 12,  ///< Of a part as written.
    BODYWORK_OUTLINE_MAX = 24, ///< Of a part as drawn.
};

typedef enum BodyworkPaint {
#define PAINT(name, is_shell, about) BODYWORK_##name,
#include "vehicle/bodywork_paints.def"
#undef PAINT
    BODYWORK_PAINT_COUNT,
} BodyworkPaint;

/// What a paint is called in files, and what it is.
typedef struct BodyworkPaintText {
    const char *name;
    bool is_shell; ///< Part of the silhouette.
    const char *about;
} BodyworkPaintText;

extern const BodyworkPaintText bodywork_paints[BODYWORK_PAINT_COUNT];

/// How the points of a part become polygons.
typedef enum BodyworkSides {
    BODYWORK_ACROSS, ///< They are the left side, from front to back; the right one mirrors it.
    BODYWORK_BOTH,   ///< They are a polygon on the left, which stands on the right, too.
    BODYWORK_ONE,    ///< They are the polygon.
    BODYWORK_SIDES_COUNT,
} BodyworkSides;

extern const char *const bodywork_sides[BODYWORK_SIDES_COUNT];

typedef struct BodyworkPart {
    uint8_t paint, sides;
    uint8_t count;
    float height; ///< m: how far it leans out of bends.
    vec2s points[BODYWORK_POINTS_MAX];
} BodyworkPart;

/// A value; the zero value has no parts and is no look.
typedef struct Bodywork {
#define PARAM(group, name, label, unit, initial, min, max, step, shown, about, more) float name;
#include "vehicle/bodywork.def"
#undef PARAM
    BodyworkPart parts[BODYWORK_PARTS_MAX]; ///< Drawn in this order, all of them convex.
    int part_count;
} Bodywork;

/// The numbers of a Bodywork; its group is `look`.
extern const ParamTable bodywork_table;

/// How many polygons a part is: 2 of BODYWORK_BOTH, else 1.
int bodywork_polygons(const BodyworkPart *part);

/// The corners of polygon `index` of a part; returns how many.
int bodywork_polygon(const BodyworkPart *part, int index, vec2s out[BODYWORK_OUTLINE_MAX]);

/// Turns a part that goes round clockwise the other way round.
void bodywork_orient(BodyworkPart *part);

/// What is wrong with the shape of a part.
typedef enum BodyworkFault {
    BODYWORK_FINE,
    BODYWORK_NO_AREA,    ///< Or its points go round clockwise.
    BODYWORK_POINTS_MET, ///< Two neighbours are nearer than a millimetre.
    BODYWORK_NOT_CONVEX, ///< Or a line along x or y crosses it more than twice.
    BODYWORK_FAULT_COUNT,
} BodyworkFault;

/// Whether a part, as drawn, is a convex polygon that goes round counter-clockwise.
BodyworkFault bodywork_fault(const BodyworkPart *part);

/// Turns a part counter-clockwise, and says by its number (from 1) what is wrong with its shape:
/// `codes` has the message of each fault. Whether it is fine.
bool bodywork_check(BodyworkPart *part, const MessageCode codes[BODYWORK_FAULT_COUNT], int number,
                    Place place, MessageList *messages);

/// Reads the map `look` of a car file (E2xx, E850 to E856). False, with messages and `out` as it
/// was, where anything is wrong.
bool bodywork_read(const YamlNode *look, Bodywork *out, MessageList *messages);

/// The look of a car whose file says nothing of it: from its outline or box and what kind of car it
/// is. It has parts, all of them BODYWORK_FINE; bodywork_read reads it back as it is where the
/// outline lies within BODYWORK_FAR.
Bodywork bodywork_make(const CarParams *params);

/// Whether two look the same, to the bit.
bool bodywork_same(const Bodywork *a, const Bodywork *b);
