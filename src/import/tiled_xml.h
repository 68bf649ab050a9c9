/// The XML of Tiled (.tmx) as the tree that its JSON (.tmj) gives, so that one reader serves both.
///
/// Private to src/import/.
#pragma once

#include "formats/xml.h"
#include "formats/yaml.h"

/// The tree of `map`: its layers with their objects, groups in groups, and all properties. Tiles
/// and pictures become layers without objects. Every value stands at the place of its element.
/// NULL, with a message (E111), where they are more than YAML_NODES_MAX.
///
/// Source: https://doc.mapeditor.org/en/stable/reference/tmx-map-format/
YamlNode *tiled_xml_tree(const XmlElement *map, Arena *arena, MessageList *messages);
