/// Shader programs of two files each, with the compiler's words where they fail.
#pragma once

#include "base/messages.h"

/// Compiles `<folder>/<vertex>` and `<folder>/<fragment>` and links them. Needs a current context
/// with loaded functions. 0 with E901 (missing file) or E952 (does not compile: first line of the
/// log).
unsigned gl_program_make(const char *folder, const char *vertex, const char *fragment,
                         MessageList *messages);
