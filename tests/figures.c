/// Draws the figures of docs/: `axle_figures docs/figures` from the root of the repository. They
/// are computed by the very functions that they explain, and a test compares them byte by byte, so
/// that no figure shows what the code does not do.
#include "figures/figures.h"

#include "base/file.h"

#include <stdio.h>

typedef struct Figure {
    const char *name;
    Canvas (*draw)(void);
} Figure;

static const Figure figures[] = {
    {"engines", figure_engines},
};

static bool write_figure(const Figure *figure, const char *folder, MessageList *messages) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.svg", folder, figure->name);
    Canvas canvas = figure->draw();
    canvas_end(&canvas);
    bool written = file_write(path, canvas.svg.text, canvas.svg.size, messages);
    svg_destroy(&canvas.svg);
    return written;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: axle_figures FOLDER\n");
        return 2;
    }
    static MessageList messages;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        write_figure(&figures[i], arguments[1], &messages);
    }
    messages_print(&messages, stderr, NULL);
    return messages.error_count > 0 ? 3 : 0;
}
