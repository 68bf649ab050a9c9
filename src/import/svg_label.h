/// Reads what a person wrote on a shape in a drawing program: its label and its description.
///
/// Private to src/import/.
///
/// A label is at most one bare word and any number of `key=value`, parted by blanks:
///
///     tyres height=0.8
///     gravel color=#C8B48A
///     shoulder={surface: gravel, width: 6} name="Old Bend"
#pragma once

#include "formats/xml.h"
#include "formats/yaml.h"

/// Reads `label` (may be NULL), which stands at `place`. Sets its keys in `map`, and `*word` to its
/// bare word or NULL. Returns false where it is wrong: with E650, or with the messages about the
/// YAML of a value in brackets.
bool svg_label_read(const char *label, Place place, YamlNode *map, const char **word, Arena *arena,
                    MessageList *messages);

/// Reads the description `text` (may be NULL) as YAML and sets its members in `map`, over those
/// there.
/// `*words` tells whether it is plain words instead. Returns false, with messages, where the YAML
/// is wrong.
bool svg_description_merge(const XmlElement *text, YamlNode *map, bool *words, Arena *arena,
                           MessageList *messages);
