#include "formats/xml.h"

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"
#include "formats/gzip.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Without this the header keeps the limits on entities to itself (2.4 and later have them, and all
// builds with document types do).
#define XML_DTD
#include <expat.h>

/// Between the address of a namespace and the name, in what expat calls elements and attributes.
#define SEPARATOR '\n'

typedef struct Namespace {
    const char *address, *prefix; ///< What names of it begin with here.
} Namespace;

static const Namespace namespaces[] = {
    {"http://www.w3.org/2000/svg", ""},
    {"http://www.inkscape.org/namespaces/inkscape", "inkscape:"},
    {"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd", "sodipodi:"},
    {"http://www.w3.org/1999/xlink", "xlink:"},
    {"http://purl.org/dc/elements/1.1/", "dc:"},
    {"http://creativecommons.org/ns#", "cc:"},
    {"http://web.resource.org/cc/", "cc:"},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"},
    {"http://www.google.com/kml/ext/2.2", "gx:"},
};

typedef struct Reader {
    XML_Parser parser;
    const char *file;
    Arena *arena;
    MessageList *messages;
    XmlElement *root, *open; ///< The innermost element that is not closed yet.
    XmlElement **lasts;      ///< The same of all that are open, by depth.
    int depth;
    int element_count, attribute_count, entity_count;
    const char *own;     ///< What the root's namespace begins with: it stands bare. NULL: none has.
    TextBuffer buffer;   ///< Text of the innermost element that keeps its own.
    XmlElement *text_of; ///< That element; NULL outside of one.
    bool stopped;        ///< By a message of ours.
} Reader;

static Place place_here(const Reader *reader) {
    XML_Size line = XML_GetCurrentLineNumber(reader->parser);
    XML_Size column = XML_GetCurrentColumnNumber(reader->parser);
    return (Place){reader->file, line < INT_MAX ? (int)line : INT_MAX,
                   column < INT_MAX ? (int)column + 1 : INT_MAX};
}

static void stop(Reader *reader) {
    reader->stopped = true;
    XML_StopParser(reader->parser, XML_FALSE);
}

/// The name as the rest of the readers knows it: see the head of formats/xml.h.
static const char *short_name(Reader *reader, const char *name) {
    const char *separator = strchr(name, SEPARATOR);
    if (!separator) {
        return arena_copy_text(reader->arena, name); // no namespace: taken as that of the root
    }
    size_t size = (size_t)(separator - name);
    if (reader->own && strlen(reader->own) == size && strncmp(reader->own, name, size) == 0) {
        return arena_copy_text(reader->arena, separator + 1);
    }
    for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++) {
        const Namespace *space = &namespaces[i];
        if (strlen(space->address) == size && strncmp(space->address, name, size) == 0) {
            size_t prefix = strlen(space->prefix);
            size_t rest = strlen(separator + 1);
            char *made = arena_alloc(reader->arena, prefix + rest + 1);
            memcpy(made, space->prefix, prefix);
            memcpy(made + prefix, separator + 1, rest);
            return made;
        }
    }
    return "";
}

/// Names of SVG, then of KML and GPX, then of maps of Tiled.
static bool keeps_text(const char *name) {
    static const char *const names[] = {"title",       "desc",     "style", "name",
                                        "coordinates", "gx:coord", "coord", "SimpleData",
                                        "value",       "property", "text"};
    return text_find(name, names, sizeof names / sizeof *names) >= 0 ||
           strncmp(name, "dc:", 3) == 0;
}

static void read_attributes(Reader *reader, XmlElement *element, const char **pairs) {
    int count = 0;
    while (pairs[2 * count]) {
        count++;
    }
    reader->attribute_count += count;
    if (reader->attribute_count > XML_ATTRIBUTES_MAX) {
        message_add(reader->messages, MESSAGE_E111, element->place, "attributes",
                    XML_ATTRIBUTES_MAX);
        stop(reader);
        return;
    }
    XmlAttribute *attributes = arena_array(reader->arena, (size_t)count + 1, sizeof *attributes);
    for (int i = 0; i < count; i++) {
        attributes[i].name = short_name(reader, pairs[2 * i]);
        attributes[i].value = arena_copy_text(reader->arena, pairs[2 * i + 1]);
    }
    element->attributes = attributes;
    element->attribute_count = count;
}

static void XMLCALL start_element(void *data, const char *name, const char **pairs) {
    Reader *reader = data;
    if (reader->stopped) {
        return;
    }
    const char *separator = strchr(name, SEPARATOR);
    if (!reader->root && separator) {
        reader->own = arena_copy(reader->arena, name, (size_t)(separator - name));
    }
    XmlElement *element = arena_alloc(reader->arena, sizeof *element);
    element->name = short_name(reader, name);
    element->place = place_here(reader);
    element->parent = reader->open;
    if (reader->depth >= XML_DEPTH_MAX) {
        message_add(reader->messages, MESSAGE_E109, element->place, XML_DEPTH_MAX);
        stop(reader);
        return;
    }
    if (++reader->element_count > XML_ELEMENTS_MAX) {
        message_add(reader->messages, MESSAGE_E111, element->place, "elements", XML_ELEMENTS_MAX);
        stop(reader);
        return;
    }
    read_attributes(reader, element, pairs);
    XmlElement **last = &reader->lasts[reader->depth];
    if (!reader->open) {
        reader->root = element;
    } else if (*last) {
        (*last)->next = element;
    } else {
        reader->open->first = element;
    }
    *last = element;
    reader->depth++;
    reader->lasts[reader->depth] = NULL;
    reader->open = element;
    if (keeps_text(element->name)) {
        reader->text_of = element;
        reader->buffer.size = 0;
    }
}

static void XMLCALL end_element(void *data, const char *name) {
    Reader *reader = data;
    (void)name;
    if (reader->stopped) {
        return;
    }
    XmlElement *element = reader->open;
    if (reader->text_of == element && reader->buffer.size > 0) {
        element->text = arena_copy(reader->arena, reader->buffer.text, reader->buffer.size);
    }
    if (reader->text_of == element) {
        reader->text_of = NULL;
    }
    reader->depth--;
    reader->open = (XmlElement *)element->parent;
}

static void XMLCALL add_characters(void *data, const char *text, int size) {
    Reader *reader = data;
    if (reader->stopped || !reader->text_of || reader->text_of != reader->open || size <= 0) {
        return;
    }
    if (reader->buffer.size == 0) {
        reader->text_of->text_place = place_here(reader);
    }
    text_add(&reader->buffer, text, (size_t)size);
}

/// Entities whose text stands in the file are expanded by expat. What would have to be fetched, and
/// those of a document type's own language, are refused.
static void XMLCALL see_entity(void *data, const char *name, int is_parameter, const char *value,
                               int size, const char *base, const char *system,
                               const char *public_id, const char *notation) {
    Reader *reader = data;
    (void)size;
    (void)base;
    (void)system;
    (void)public_id;
    (void)notation;
    if (reader->stopped) {
        return;
    }
    bool many = ++reader->entity_count > XML_ENTITIES_MAX;
    if (many) {
        message_add(reader->messages, MESSAGE_E111, place_here(reader), "entities",
                    XML_ENTITIES_MAX);
    } else if (!value || is_parameter) {
        message_add(reader->messages, MESSAGE_E641, place_here(reader), name,
                    value ? "is one of the document type itself" : "stands in another file",
                    "only entities with their text beside them are expanded: "
                    "save the file without it");
    } else {
        return;
    }
    stop(reader);
}

/// An entity that is used but never defined, in a file whose document type is elsewhere.
static void XMLCALL refuse_unknown(void *data, const char *name, int is_parameter) {
    Reader *reader = data;
    if (!reader->stopped && !is_parameter) {
        message_add(reader->messages, MESSAGE_E641, place_here(reader), name, "is not defined here",
                    "define it in the file, or write its text");
        stop(reader);
    }
}

/// What expat stumbled over, with expat's own words for it.
static void add_syntax_error(Reader *reader) {
    enum XML_Error error = XML_GetErrorCode(reader->parser);
    if (error == XML_ERROR_INVALID_TOKEN || error == XML_ERROR_PARTIAL_CHAR ||
        error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_INCORRECT_ENCODING) {
        message_add(reader->messages, MESSAGE_E640, place_here(reader), XML_ErrorString(error),
                    "look for stray `<` and `&`, and save the file as UTF-8");
        return;
    }
    if (error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH) {
        message_add(reader->messages, MESSAGE_E111, place_here(reader), "bytes with its entities",
                    XML_EXPANDED_MAX);
        return;
    }
    message_add(reader->messages, MESSAGE_E640, place_here(reader), XML_ErrorString(error), "");
}

static void parse(Reader *reader, const char *text, size_t size) {
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, start_element, end_element);
    XML_SetCharacterDataHandler(reader->parser, add_characters);
    XML_SetEntityDeclHandler(reader->parser, see_entity);
    XML_SetSkippedEntityHandler(reader->parser, refuse_unknown);
    // From this many bytes on, what is in the file and what entities make of it together, expanding
    // any more is an error, however deep entities are nested.
    XML_SetBillionLaughsAttackProtectionActivationThreshold(reader->parser, XML_EXPANDED_MAX);
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(reader->parser, 1.0f);
    XML_SetHashSalt(reader->parser, 1); // the same tree every time, without asking for entropy
    enum XML_Status status = XML_Parse(reader->parser, text, (int)size, 1);
    if (status != XML_STATUS_OK && !reader->stopped) {
        add_syntax_error(reader);
        reader->stopped = true;
    }
}

XmlElement *xml_read(const char *text, size_t size, const char *file, Arena *arena,
                     MessageList *messages) {
    ASSERT(text != NULL && file != NULL && arena != NULL && messages != NULL);
    if (size > FILE_LIMIT) {
        file_refuse_size(file, size, FILE_LIMIT, messages);
        return NULL;
    }
    if (gzip_is(text, size)) {
        char *unpacked;
        GzipResult result = gzip_unpack(text, size, FILE_LIMIT, arena, &unpacked, &size);
        if (result == GZIP_TOO_LARGE) {
            file_refuse_size(file, size, FILE_LIMIT, messages);
        } else if (result == GZIP_BROKEN) {
            message_add(messages, MESSAGE_E640, (Place){.file = file, .line = 1, .column = 1},
                        "it is compressed, and cut off or damaged", "save it again");
        }
        if (result != GZIP_UNPACKED) {
            return NULL;
        }
        text = unpacked;
    }
    Reader reader = {.file = file, .arena = arena, .messages = messages};
    reader.lasts = arena_array(arena, XML_DEPTH_MAX + 2, sizeof(XmlElement *));
    reader.parser = XML_ParserCreateNS(NULL, SEPARATOR);
    ASSERT(reader.parser != NULL); // out of memory
    parse(&reader, text, size);
    XML_ParserFree(reader.parser);
    free(reader.buffer.text);
    return reader.stopped ? NULL : reader.root;
}

bool xml_is(const XmlElement *element, const char *name) {
    return strcmp(element->name, name) == 0;
}

const char *xml_attribute(const XmlElement *element, const char *name) {
    for (int i = 0; i < element->attribute_count; i++) {
        if (strcmp(element->attributes[i].name, name) == 0) {
            return element->attributes[i].value;
        }
    }
    return NULL;
}

const XmlElement *xml_child(const XmlElement *element, const char *name) {
    for (const XmlElement *child = element ? element->first : NULL; child; child = child->next) {
        if (xml_is(child, name)) {
            return child;
        }
    }
    return NULL;
}
