#include "render/gl_program.h"

#include "base/directories.h"
#include "base/file.h"

#include <glad/gl.h>

#include <stdio.h>
#include <string.h>

enum {
    LOG_LIMIT = 160
};

/// Adds E952 about `name` with the first line of `log`, which tells most of it.
static void add_log(MessageList *messages, const char *name, char *log) {
    log[strcspn(log, "\n")] = '\0';
    message_add(messages, MESSAGE_E952, (Place){0}, name, log[0] ? log : "does not compile");
}

/// A compiled shader, 0 where it fails.
static GLuint make_shader(GLenum kind, const char *folder, const char *name,
                          MessageList *messages) {
    char path[PATH_LIMIT];
    FileBytes source;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        message_add(messages, MESSAGE_E952, (Place){0}, name, "the path is too long");
        return 0;
    }
    if (!file_read(path, FILE_LIMIT, &source, messages)) {
        return 0;
    }
    GLuint shader = glCreateShader(kind);
    GLint length = (GLint)source.size;
    glShaderSource(shader, 1, &(const char *){source.data}, &length);
    glCompileShader(shader);
    file_bytes_free(&source);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (!done) {
        char log[LOG_LIMIT] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        add_log(messages, path, log);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

static GLuint link_program(GLuint vertex, GLuint fragment, const char *name,
                           MessageList *messages) {
    GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (!done) {
        char log[LOG_LIMIT] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        add_log(messages, name, log);
        glDeleteProgram(program);
        return 0;
    }
    return program;
}

unsigned gl_program_make(const char *folder, const char *vertex, const char *fragment,
                         MessageList *messages) {
    GLuint vertex_shader = make_shader(GL_VERTEX_SHADER, folder, vertex, messages);
    GLuint fragment_shader = make_shader(GL_FRAGMENT_SHADER, folder, fragment, messages);
    GLuint program = 0;
    if (vertex_shader && fragment_shader) {
        program = link_program(vertex_shader, fragment_shader, fragment, messages);
    }
    glDeleteShader(vertex_shader); // 0 is fine; linked ones live on with their program
    glDeleteShader(fragment_shader);
    return program;
}
