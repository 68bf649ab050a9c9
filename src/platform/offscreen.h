/// An OpenGL 3.3 core context without window or display (EGL, surfaceless), for pictures and tests.
#pragma once

#include "base/messages.h"

typedef struct Offscreen Offscreen;
typedef void (*OffscreenProc)(void);

/// Makes the context current. NULL with E953 where EGL cannot.
Offscreen *offscreen_open(MessageList *messages);
void offscreen_close(Offscreen *offscreen);
OffscreenProc offscreen_gl_proc(const char *name);
