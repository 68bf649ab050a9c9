/// The comments of a text, hung on the nodes of its tree, so that they survive being written anew.
#pragma once

#include "formats/yaml.h"

/// Finds the comments of `text`, from which yaml_read made `root`, and sets `comments` of the nodes
/// they belong to: those above a node, beside it on its line, and below the last member of a
/// collection (as deep as its members, and deeper than what follows). Empty lines count as comments
/// above what follows, several as one. What stands within empty brackets counts as above them. No
/// comment is lost. O(size).
void yaml_comments_read(YamlNode *root, const char *text, size_t size, Arena *arena);
