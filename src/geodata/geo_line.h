/// Lines of a map, with what their tags say of the road: ways of OpenStreetMap, LineStrings of
/// GeoJSON.
#pragma once

#include "formats/yaml.h"
#include "geometry/point.h"

enum {
    GEO_MISTAKES_MAX = 20 ///< Positions of a file that are said to be wrong, one by one.
};

/// What the tags of a line say that it is, where they say that it is no road.
typedef enum GeoUse {
    GEO_USE_ROAD,  ///< They say nothing else.
    GEO_USE_SPORT, ///< A track for those who run or ride.
    GEO_USE_VENUE, ///< The outline of an area for motor sports.
    GEO_USE_PLAIN, ///< The outline of an area of which the tags say nothing.
    GEO_USE_AREA,  ///< The outline of a building, a pitch or another area.
} GeoUse;

/// A line as the file has it.
typedef struct GeoLine {
    Point *at; ///< x longitude, y latitude, in degrees; or metres, where the file has those.
    Place *places;
    int count;
    bool ring;     ///< It closes by itself.
    bool polygon;  ///< The outline of one.
    bool recorded; ///< Driven: where its ends meet it is a lap, and joined to no other.
    const YamlNode *properties; ///< NULL: none.
    const char *name, *id;      ///< NULL: none.
    float width;                ///< m; 0: it does not say it.
    int oneway;                 ///< 1 as drawn, -1 against that, 0 not said.
    bool pit;                   ///< It says that it is a pit lane.
    bool race;                  ///< It says that it is made for races.
    GeoUse use;
    float length; ///< m
    Place place;
} GeoLine;

/// The value of a tag: of the properties themselves or of the map "tags" in them. NULL: none.
const YamlNode *geo_tag(const YamlNode *properties, const char *key);

/// Sets what the properties of the line say: name, id, width, oneway, pit, race and use. A width
/// is that of the tags width or est_width, or of lanes of 3.5 m.
void geo_line_read_tags(GeoLine *line);

/// Warns of a width that cannot be understood: the road is `usual` m wide there.
void geo_line_check_width(const GeoLine *line, float usual, MessageList *messages);
