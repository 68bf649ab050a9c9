#include "app/picture_frame.h"

#include "app/options.h"
#include "base/number.h"
#include "track_picture/track_mesh.h"

#include <math.h>
#include <string.h>

#define WALL_MARGIN  12.0f   ///< m around the walls of a whole track.
#define WINDOW_LIMIT 20000.0 ///< m

enum {
    WIDTH_USUAL = 1280,
    HEIGHT_USUAL = 720,
    SIDE_LEAST = 16, ///< px
    SIDE_MOST = 8192
};

/// Reads numbers parted by `separator`; how many, or -1 where one is none or there are more.
static int read_numbers(const char *text, char separator, double *out, int max) {
    int count = 0;
    for (const char *from = text; from; count++) {
        char number[NUMBER_TEXT_MAX] = "";
        const char *end = strchr(from, separator);
        size_t length = end ? (size_t)(end - from) : strlen(from);
        if (count == max || length >= sizeof number) {
            return -1;
        }
        memcpy(number, from, length);
        if (!number_parse(number, &out[count])) {
            return -1;
        }
        from = end ? end + 1 : NULL;
    }
    return count;
}

static bool read_size(const char *size, PictureFrame *out) {
    double sides[2] = {0.0, SIDE_LEAST};
    int count = read_numbers(size, 'x', sides, 2);
    bool fine = count >= 1;
    for (int i = 0; i < 2; i++) {
        fine =
            fine && sides[i] >= SIDE_LEAST && sides[i] <= SIDE_MOST && sides[i] == floor(sides[i]);
    }
    if (!fine) {
        options_usage_error("--size must be WIDTH or WIDTHxHEIGHT, %d to %d pixels each, such as "
                            "640x360, found \"%s\"",
                            SIDE_LEAST, SIDE_MOST, size);
        return false;
    }
    out->width = (int)sides[0];
    out->height = count == 2 ? (int)sides[1] : 0;
    return true;
}

static bool read_window(const char *window, PictureFrame *out) {
    double sides[4];
    bool fine = read_numbers(window, ',', sides, 4) == 4;
    for (int i = 0; i < 4 && fine; i++) {
        fine = fabs(sides[i]) <= WINDOW_LIMIT;
    }
    if (!fine || sides[2] - sides[0] < 1.0 || sides[3] - sides[1] < 1.0) {
        options_usage_error("--window must be LEFT,BOTTOM,RIGHT,TOP in metres, 1 m wide and high "
                            "or more, such as -40,-20,40,20, found \"%s\"",
                            window);
        return false;
    }
    out->window.low = vec2_make((float)sides[0], (float)sides[1]);
    out->window.high = vec2_make((float)sides[2], (float)sides[3]);
    return true;
}

bool picture_frame_read(const char *size, const char *window, PictureFrame *out) {
    PictureFrame frame = *out;
    if ((size && !read_size(size, &frame)) || (window && !read_window(window, &frame))) {
        return false;
    }
    *out = frame;
    return true;
}

static Box whole(const Track *track) {
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int i = 0; i < track->wall_piece_count; i++) {
        box = box_union(box, track->wall_pieces[i].bounds);
    }
    return track->wall_piece_count ? box_grow(box, WALL_MARGIN) : track->bounds;
}

PictureFrame picture_frame_fit(const PictureFrame *frame, const Track *track) {
    PictureFrame out = *frame;
    if (out.width == 0) {
        out.width = WIDTH_USUAL;
        out.height = HEIGHT_USUAL;
    }
    if (!(out.window.high.x > out.window.low.x)) {
        out.window = whole(track);
    }
    vec2s size = glms_vec2_sub(out.window.high, out.window.low);
    if (out.height == 0) {
        float height = roundf((float)out.width * size.y / size.x);
        out.height = (int)fminf(fmaxf(height, SIDE_LEAST), SIDE_MOST);
    }
    float scale = fminf((float)out.width / size.x, (float)out.height / size.y);
    vec2s middle = glms_vec2_lerp(out.window.low, out.window.high, 0.5f);
    vec2s half = vec2_make(0.5f * (float)out.width / scale, 0.5f * (float)out.height / scale);
    out.window = (Box){glms_vec2_sub(middle, half), glms_vec2_add(middle, half)};
    return out;
}

GlView picture_frame_view(const PictureFrame *frame, int samples) {
    GlView view = {.width = samples * frame->width, .height = samples * frame->height};
    view.center = glms_vec2_lerp(frame->window.low, frame->window.high, 0.5f);
    vec2s size = glms_vec2_sub(frame->window.high, frame->window.low);
    view.scale = (float)view.width / size.x;
    view.lean = track_mesh_lean(fminf(size.x, size.y));
    return view;
}
