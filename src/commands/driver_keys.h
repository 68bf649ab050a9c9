/// The table of docs/drivers.md, and the schema of driver files.
#pragma once

/// Prints every key of a driver file as Markdown.
void driver_keys_print(void);

/// Prints the schema of driver files (JSON Schema, draft 2020-12).
void driver_keys_print_schema(void);
