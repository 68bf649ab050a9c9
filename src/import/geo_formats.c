#include "formats/json_text.h"
#include "geodata/geo_gpx.h"
#include "geodata/geo_kml.h"
#include "geodata/geo_osm.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/import_geo.h"

static const GeoFormat geojson = {
    .name = "GeoJSON",
    .order = "GeoJSON has the longitude first",
    .lines = "LineString or Polygon",
    .draw = "draw the centre line as one LineString",
    .bare = "ask Overpass for `out geom;`",
};

static const GeoFormat kml = {
    .name = "KML",
    .order = "KML has the longitude first",
    .lines = "LineString, Polygon or gx:Track",
    .draw = "draw the centre line as a path",
};

static const GeoFormat gpx = {
    .name = "GPX",
    .order = "lat is the latitude, lon the longitude",
    .lines = "track or route",
    .draw = "record a lap, or draw a route",
};

static const GeoFormat osm = {
    .name = "OpenStreetMap",
    .order = "lat is the latitude, lon the longitude",
    .lines = "way",
    .draw = "export the area with the circuit's ways",
    .bare = "ask Overpass for `out geom;`",
};

YamlNode *import_geojson(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages) {
    GeoFile geo = {.format = &geojson};
    YamlNode *root = json_text_read(text, size, file, arena, messages);
    if (!root) {
        return NULL;
    }
    bool good = geo_read(root, &geo, arena, messages);
    const char *own = json_text_string(yaml_find(root, "name"));
    return import_geo(&geo, good, own, root->place, options, arena, messages);
}

/// Reads XML in `format`, whose lines `read` finds and whose own name is `name` (NULL: it has
/// none).
static YamlNode *import_xml(const char *text, size_t size, const char *file,
                            const GeoFormat *format,
                            void (*read)(const GeoXml *xml, const XmlElement *root),
                            const char *(*name)(const GeoXml *xml, const XmlElement *root),
                            const ImportOptions *options, Arena *arena, MessageList *messages) {
    GeoFile geo = {.format = format};
    const GeoXml xml = {
        .file = &geo, .arena = arena, .messages = messages, .errors = messages->error_count};
    const XmlElement *root = xml_read(text, size, file, arena, messages);
    if (!root) {
        return NULL;
    }
    read(&xml, root);
    bool good = geo_file_finish(&geo, NULL, xml.errors, arena, messages);
    const char *own = name ? name(&xml, root) : NULL;
    return import_geo(&geo, good, own, root->place, options, arena, messages);
}

YamlNode *import_kml(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    return import_xml(text, size, file, &kml, geo_kml_read, geo_kml_name, options, arena, messages);
}

YamlNode *import_gpx(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    return import_xml(text, size, file, &gpx, geo_gpx_read, NULL, options, arena, messages);
}

YamlNode *import_osm(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    return import_xml(text, size, file, &osm, geo_osm_read, NULL, options, arena, messages);
}
