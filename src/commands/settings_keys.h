/// The tables of docs/settings.md.
#pragma once

/// Prints every setting, the actions of a seat and the names of keys as Markdown.
void settings_keys_print(void);
