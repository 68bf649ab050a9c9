/// Lines of a map, with what their tags say of the road: ways of OpenStreetMap, LineStrings of
/// GeoJSON.
///
/// Private to src/import/.
#pragma once

#include "formats/yaml.h"
#include "geometry/point.h"

/// A line as the file has it.
typedef struct GeoLine {
    Point *at; ///< x longitude, y latitude, in degrees; or metres, where the file has those.
    Place *places;
    int count;
    bool ring;                  ///< The outline of a polygon.
    const YamlNode *properties; ///< NULL: none.
    const char *name, *id;      ///< NULL: none.
    int oneway;                 ///< 1 as drawn, -1 against that, 0 not said.
    bool pit;                   ///< It says that it is a pit lane.
    bool race;                  ///< It says that it is made for races.
    float length;               ///< m
    Place place;
} GeoLine;

/// The value of a tag: of the properties themselves or of the map "tags" in them. NULL: none.
const YamlNode *geo_tag(const YamlNode *properties, const char *key);

/// Sets what the properties of the line say: name, id, oneway, pit and race.
void geo_line_read_tags(GeoLine *line);

/// The width of the road (m) by its tags: width, est_width, or lanes of 3.5 m. 0 where they say
/// nothing; also, with a warning that it is `usual` m wide there, where they cannot be understood.
float geo_line_width(const GeoLine *line, float usual, MessageList *messages);
