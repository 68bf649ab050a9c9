/// An OpenGL 3.3 core context without window or display (EGL, surfaceless), for pictures and tests.
#pragma once

#include "base/messages.h"

typedef struct Offscreen Offscreen;
typedef void (*OffscreenProc)(void);

/// Makes the context current. It has no picture of its own: draw after gl_target. NULL with E953
/// where EGL cannot. About 0.1 s.
Offscreen *offscreen_open(MessageList *messages);

/// Ends the context; NULL does nothing.
void offscreen_close(Offscreen *offscreen);

/// Loader of GL functions for gl_create.
OffscreenProc offscreen_gl_proc(const char *name);
