/// What a person wrote on a shape in a drawing program: its label, and its description.
///
/// Private to src/import/.
///
/// A label is at most one bare word and any number of `key=value`, parted by blanks:
///
///     tyres height=0.8
///     gravel color=#C8B48A
///     shoulder={surface: gravel, width: 6} name="Old Bend"
#pragma once

#include "base/xml.h"
#include "base/yaml.h"

/// Reads `label` (may be NULL), which stands at `place`: sets its keys in `map` and `*word` to its
/// bare word, NULL where there is none. False, with E650 or what YAML has to say of a value in
/// brackets, where it is wrong.
bool svg_label_read(const char *label, Place place, YamlNode *map, const char **word, Arena *arena,
                    MessageList *messages);

/// Sets the members of the `<desc>` of `element`, read as YAML, in `map`, over those there. A
/// description that is plain words counts as none (N643). False where its YAML is wrong.
bool svg_description_merge(const XmlElement *element, YamlNode *map, Arena *arena,
                           MessageList *messages);

/// `<desc>` or another element with text read as YAML, its places those in the SVG file; NULL where
/// there is no text, or with messages.
YamlNode *svg_text_yaml(const XmlElement *text, Arena *arena, MessageList *messages);

/// Whether `id`, of a shape, is one that a track may use and that a person gave.
bool svg_label_is_id(const char *id);
