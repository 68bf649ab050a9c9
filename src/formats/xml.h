/// An XML file as a tree of elements that know their line and column.
///
/// Read with expat. Namespaces are told apart by their addresses, whatever prefix a program chose:
/// names of the root's language and of SVG stand bare, Inkscape's as "inkscape:label",
/// "sodipodi:...", Google's of KML as "gx:..."; what belongs to other languages has the name "".
/// Entities are expanded where their text stands in the file, as
/// Illustrator writes them, up to XML_EXPANDED_MAX bytes; any others are refused.
#pragma once

#include "base/arena.h"
#include "base/messages.h"

enum {
    XML_DEPTH_MAX = 64,
    XML_ELEMENTS_MAX = 100000,
    XML_ATTRIBUTES_MAX = 500000, ///< Of all elements together.
    XML_ENTITIES_MAX = 1000,
    XML_EXPANDED_MAX = 8 << 20, ///< Bytes of a file with its entities, twice the longest file.
};

typedef struct XmlAttribute {
    const char *name, *value;
} XmlAttribute;

typedef struct XmlElement XmlElement;
struct XmlElement {
    const char *name;
    Place place; ///< Of its "<".
    const XmlAttribute *attributes;
    int attribute_count;
    const char *text; ///< Of those that are to hold text, such as title, coordinates; else NULL.
    Place text_place; ///< Of its first character.
    const XmlElement *parent;
    XmlElement *first, *next; ///< Children, in the order of the file.
};

/// Reads `size` bytes of `text` into a tree that lives in `arena`; what gzip compressed, as .svgz
/// files are, is unpacked, up to FILE_LIMIT. `file` names them in messages and outlives the tree.
/// NULL with messages (E105, E108, E109, E111, E640, E641) where they are no XML.
XmlElement *xml_read(const char *text, size_t size, const char *file, Arena *arena,
                     MessageList *messages);

/// Whether `element` is called `name`.
bool xml_is(const XmlElement *element, const char *name);

/// The value of the attribute `name`; NULL where `element` has none.
const char *xml_attribute(const XmlElement *element, const char *name);

/// The first child of `element` called `name`; NULL where there is none. `element` may be NULL.
const XmlElement *xml_child(const XmlElement *element, const char *name);
