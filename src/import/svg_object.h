/// Shapes of a layer as objects of a track.
///
/// Private to src/import/.
#pragma once

#include "base/yaml.h"
#include "drawing/svg_shape.h"

/// What a layer holds.
typedef enum SvgLayerKind {
    SVG_LAYER_NONE,
    SVG_LAYER_ROAD,
    SVG_LAYER_WALLS,
    SVG_LAYER_ZONES,
    SVG_LAYER_GATES,
    SVG_LAYER_GRID,
    SVG_LAYER_PROPS,
    SVG_LAYER_SCENERY,
    SVG_LAYER_LINES,
    SVG_LAYER_COUNT
} SvgLayerKind;

/// A gate or a place on the grid, before they are put in order.
typedef struct SvgNumbered {
    int number; ///< As its label says; 0: none.
    YamlNode *node;
    Place place;
} SvgNumbered;

/// The lists of a track as they grow.
typedef struct SvgTrack {
    YamlNode *lists[SVG_LAYER_COUNT]; ///< NULL: nothing yet. Not of gates and grid.
    YamlNode *finish;                 ///< NULL: none.
    SvgNumbered *gates, *slots;       ///< With room for as many as there are shapes.
    int gate_count, slot_count;
    float width;   ///< m, of roads that have no stroke; 0: that is a mistake.
    int points;    ///< Still to be made.
    int road_work; ///< Still to be spent on corners of roads.
    const char **ids;
    int id_count; ///< Ids in use, with room for as many as there are shapes.
    Arena *arena;
    MessageList *messages;
} SvgTrack;

/// Adds `shape`, of a layer of this `kind`, to the track. What is wrong is a message (E647, E649
/// to E652).
void svg_object_add(SvgTrack *track, const SvgShape *shape, SvgLayerKind kind);
