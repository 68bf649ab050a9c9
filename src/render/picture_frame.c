#include "render/picture_frame.h"

#include "render/camera.h"

#include <math.h>

#define WALL_MARGIN 12.0f ///< m around the walls of a whole track.

enum {
    WIDTH_USUAL = 1280,
    HEIGHT_USUAL = 720
};

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
        out.height = (int)float_clamp(height, PICTURE_SIDE_MIN, PICTURE_SIDE_MAX);
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
    view.lean = camera_lean(fminf(size.x, size.y));
    return view;
}
