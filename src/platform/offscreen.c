#include "platform/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>
#include <string.h>

struct Offscreen {
    EGLDisplay display;
    EGLContext context;
};

/// The display of no device at all, which Mesa has, else the default one.
static EGLDisplay find_display(void) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (get_display && extensions && strstr(extensions, "EGL_MESA_platform_surfaceless")) {
        return get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    }
    return eglGetDisplay(EGL_DEFAULT_DISPLAY);
}

/// Makes an OpenGL 3.3 core context current; returns what went wrong, NULL for nothing.
static const char *make_current(Offscreen *offscreen) {
    static const EGLint config_wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_BIT, EGL_NONE};
    static const EGLint context_wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                                            3,
                                            EGL_CONTEXT_MINOR_VERSION,
                                            3,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                            EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API) ||
        !eglChooseConfig(offscreen->display, config_wanted, &config, 1, &count) || count == 0) {
        return "EGL has no OpenGL here";
    }
    offscreen->context =
        eglCreateContext(offscreen->display, config, EGL_NO_CONTEXT, context_wanted);
    if (offscreen->context == EGL_NO_CONTEXT) {
        return "EGL has no OpenGL 3.3";
    }
    if (!eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context)) {
        return "EGL cannot do without a surface";
    }
    return NULL;
}

Offscreen *offscreen_open(MessageList *messages) {
    EGLDisplay display = find_display();
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        message_add(messages, MESSAGE_E953, (Place){0}, "EGL does not start");
        return NULL;
    }
    Offscreen *offscreen = calloc(1, sizeof *offscreen);
    const char *fault = "out of memory";
    if (offscreen) {
        *offscreen = (Offscreen){display, EGL_NO_CONTEXT};
        fault = make_current(offscreen);
    }
    if (fault) {
        message_add(messages, MESSAGE_E953, (Place){0}, fault);
        free(offscreen);
        eglTerminate(display); // with the context, if there is one
        return NULL;
    }
    return offscreen;
}

void offscreen_close(Offscreen *offscreen) {
    if (!offscreen) {
        return;
    }
    eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(offscreen->display, offscreen->context);
    eglTerminate(offscreen->display);
    eglReleaseThread();
    free(offscreen);
}

OffscreenProc offscreen_gl_proc(const char *name) { return eglGetProcAddress(name); }
