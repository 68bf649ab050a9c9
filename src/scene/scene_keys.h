/// The table of docs/lab.md: what each panel can be told.
#pragma once

#include "base/text.h"

/// Adds every option of every panel as Markdown.
void scene_keys_table(TextBuffer *out);
