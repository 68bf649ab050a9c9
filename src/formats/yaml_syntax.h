/// Explains what is wrong with a text that libyaml refuses, in words that say what to mend.
///
/// libyaml's own messages are few and late: it notices a missing space on the next line. They name
/// what the parser wanted, not what the writer did. So these look at the text around the place.
#pragma once

#include "formats/yaml_lines.h"
#include "formats/yaml_node.h"

/// Where and why libyaml stopped. Positions are bytes of `text`.
typedef struct YamlProblem {
    const char *text;                     ///< Ends in a zero.
    const char *name;                     ///< Of the file.
    const char *context, *problem;        ///< libyaml's words; "" where there are none.
    size_t context_at, at;                ///< Where each of them happened.
    bool in_parser;                       ///< Found by the parser, not by the scanner before it.
    const YamlNode *open[YAML_DEPTH_MAX]; ///< Collections that have not ended, outermost first.
    int open_count;
    const YamlNode *last;  ///< The last scalar before, or NULL.
    MessageList *messages; ///< Where the explanation goes.
} YamlProblem;

/// Adds the one message that fits: E101 to E104, E106, E110, E112, E113 or E212.
void yaml_explain(const YamlProblem *problem);

/// Adds E102 where `text` starts as `key:value` does, without the space that YAML wants ("http://"
/// does not), and returns true; else false.
bool yaml_refuse_joined(const char *text, Place place, MessageList *messages);

/// Bytes of a colour at `text` that YAML takes for a comment, "#" and 6 or 8 hex digits; 0 if none.
size_t yaml_color_comment(const char *text);
