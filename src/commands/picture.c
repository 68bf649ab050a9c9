#include "commands/picture.h"

#include "base/array.h"
#include "base/assert.h"
#include "base/exit_code.h"
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "game/view.h"
#include "overlay/overlay.h"
#include "platform/offscreen.h"
#include "render/list_png.h"
#include "render/png.h"
#include "track_picture/picture_svg.h"
#include "track_picture/prop_picture.h"
#include "ui/driver_badge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW_LIMIT 20000.0 ///< m

enum {
    PATH_MAX_SAMPLES = 600, ///< The last minute at 10 a second.
    SAMPLES_MOST = 4,       ///< Of a pixel, along each side.
    BADGE_SIDE = 256,       ///< px of a driver's badge, where nobody says.
    PIXELS_MOST = 16000000  ///< Drawn at once: 64 MB on the GPU.
};

void picture_paths_add(PicturePaths *paths, const Race *race) {
    int first = paths->sample_count++ * race->car_count;
    paths->points = array_reserve(paths->points, first + race->car_count, &paths->capacity,
                                  sizeof *paths->points);
    paths->car_count = race->car_count;
    const Body *bodies = race_bodies_const(race);
    for (int i = 0; i < race->car_count; i++) {
        paths->points[first + i] = bodies[i].position;
    }
}

void picture_paths_destroy(PicturePaths *paths) {
    free(paths->points);
    *paths = (PicturePaths){0};
}

/// The looks of a race in which nobody drives but the AI.
static void looks_of(const Session *session, CarLook out[RACE_MAX_CARS]) {
    CarLookWish wishes[RACE_MAX_CARS];
    CarLookPerson nobody[RACE_PICTURE_SEATS];
    for (int i = 0; i < RACE_PICTURE_SEATS; i++) {
        nobody[i] = (CarLookPerson){.color = i, .car = -1};
    }
    session_look_wishes(session, wishes);
    car_looks_make(wishes, nobody, out);
}

/// The last PATH_MAX_SAMPLES samples of one car, oldest first, in `out`. A rescue's jump starts the
/// way anew.
static int path_of(const PicturePaths *paths, int car, vec2s out[PATH_MAX_SAMPLES]) {
    int first = paths->sample_count > PATH_MAX_SAMPLES ? paths->sample_count - PATH_MAX_SAMPLES : 0;
    int count = 0;
    for (int i = first; i < paths->sample_count; i++) {
        vec2s point = paths->points[i * paths->car_count + car];
        if (count && glms_vec2_distance2(out[count - 1], point) > 15.0f * 15.0f) {
            count = 0;
        }
        out[count++] = point;
    }
    return count;
}

static void draw_ways_svg(Svg *svg, const Session *session, const PicturePaths *paths) {
    CarLook looks[RACE_MAX_CARS];
    looks_of(session, looks);
    for (int car = 0; car < session->race->car_count; car++) {
        vec2s way[PATH_MAX_SAMPLES];
        int count = path_of(paths, car, way);
        if (count > 1) {
            svg_line(svg, way, count, false, 0.4f, looks[car].color);
        }
        svg_circle(svg, race_bodies_const(session->race)[car].position, 2.0f, looks[car].color);
    }
}

/// px of the side of a driver's badge.
static int badge_side(const PictureFrame *frame) {
    int side = frame->width == 0 ? BADGE_SIDE : frame->width;
    return frame->height > 0 && frame->height < side ? frame->height : side;
}

static uint32_t badge_color(const DriverFile *driver) {
    return driver->color != 0 ? driver->color : race_picture_look(0).color;
}

static int write_svg(const char *path, const Track *track, const PictureDef *def) {
    Svg svg = {0};
    if (def->driver) {
        svg_begin(&svg, vec2_make(0.0f, 0.0f), vec2_make(BADGE_SIDE, BADGE_SIDE),
                  (float)badge_side(&def->frame));
        driver_badge_svg(&svg, BADGE_SIDE, &def->driver->face, badge_color(def->driver));
        svg_end(&svg);
        int code = files_write(path, svg.text, svg.size);
        svg_destroy(&svg);
        return code;
    }
    PictureFrame frame = picture_frame_fit(&def->frame, track);
    picture_svg_track(&svg, track, &frame);
    if (def->session) {
        draw_ways_svg(&svg, def->session, def->paths);
    }
    svg_end(&svg);
    int code = files_write(path, svg.text, svg.size);
    svg_destroy(&svg);
    return code;
}

/// Everybody's way and the cars, over all that could hide them.
static void draw_ways(DrawList *list, const View *view, const Session *session,
                      const PicturePaths *paths) {
    const Race *race = session->race;
    CarLook looks[RACE_MAX_CARS];
    looks_of(session, looks);
    for (int car = 0; car < race->car_count; car++) {
        vec2s way[PATH_MAX_SAMPLES];
        int count = path_of(paths, car, way);
        if (count > 1) {
            draw_polyline(list, way, count, false, 0.5f, (looks[car].color & 0xFFFFFF00u) | 0xA0u);
        }
    }
    RacePicture cars = {.before = race,
                        .now = race,
                        .alpha = 1.0f,
                        .looks = looks,
                        .cars = session->cars,
                        .seen = session->track.bounds,
                        .night = session->track.light == 2};
    race_picture_cars(list, &view->font, &cars);
}

/// All that race_data_make gives but a racing line: in its place a metre on from the first slot, so
/// that a race can be made.
static void make_without_line(RaceData *data, const Track *track, const CarModel *model) {
    const TrackSlot *slot = &track->slots[0];
    vec2s forward = rotation_apply(rotation_make(slot->angle), vec2_make(1.0f, 0.0f));
    LinePoint at = {.point = slot->position, .tangent = forward, .speed = 1.0f};
    LinePoint on = {.point = glms_vec2_add(slot->position, forward), .tangent = forward, .s = 1.0f};
    LinePoint points[] = {at, on};
    const RacingLine stub = {.points = points, .count = 2, .open = true, .length = 1.0f};
    const RacingLine *known = &stub;
    bool made = race_data_make_with(data, track, model, 1, &known, (ProgressPart){0});
    ASSERT(made);
}

/// What F2 shows in the game, for a race of one car: its lines to `world` (m), its words to `words`
/// (px, y down). Without the racing line, which is said, where that car finds no way round.
static void draw_overlay(DrawList *world, DrawList *words, const View *view, const Track *track,
                         const PictureFrame *frame, const CarModel *model) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    RaceData data;
    bool found = race_data_make(&data, track, model, 1);
    if (!found) {
        print_to(stderr,
                 "axle: found no way round track \"%s\" for this car: the picture is without its "
                 "line\n",
                 track->name);
        make_without_line(&data, track, model);
    }
    size_t size = (race_size(track, 1) + 31) / 32 * 32;
    void *block = aligned_alloc(32, size);
    ASSERT(block != NULL);
    GlView where = picture_frame_view(frame, 1);
    int smaller = frame->width < frame->height ? frame->width : frame->height;
    OverlayView overlay = {
        .rect = {0, 0, frame->width, frame->height},
        .height_px = frame->height,
        .camera = {.center = where.center, .span = (float)smaller / where.scale},
        .race = race_make(block, &def, &data, model),
    };
    if (!found) {
        data.lines[0].count = 0;
    }
    world->feather = 1.0f / where.scale;
    overlay_world(world, &overlay);
    Canvas canvas = canvas_make(words, &view->font, frame->width, frame->height);
    overlay_labels(&canvas, &overlay);
    free(block);
    race_data_destroy(&data);
}

/// Each pixel as the mean of samples x samples: `fine` is that much wider and higher.
static void average(const uint8_t *fine, int width, int height, int samples, uint8_t *out) {
    size_t row = 3 * (size_t)width * (size_t)samples;
    unsigned count = (unsigned)(samples * samples);
    for (int y = 0; y < height; y++) {
        const uint8_t *first = fine + (size_t)y * (size_t)samples * row;
        for (int i = 0; i < 3 * width; i++) {
            const uint8_t *at = first + (size_t)(i / 3 * 3) * (size_t)samples + (size_t)(i % 3);
            unsigned sum = 0;
            for (int k = 0; k < samples * samples; k++) {
                sum += at[(size_t)(k / samples) * row + 3 * (size_t)(k % samples)];
            }
            out[(size_t)y * 3 * (size_t)width + (size_t)i] = (uint8_t)((sum + count / 2) / count);
        }
    }
}

/// Draws into a target of the view's own, finer than the picture: soft edges of meshes are made for
/// the scale one drives at, and thin lines of a whole track fall between the pixels.
static int write_pixels(const char *path, View *view, const Track *track, const PictureDef *def,
                        MessageList *messages) {
    PictureFrame frame = picture_frame_fit(&def->frame, track);
    size_t pixels = (size_t)frame.width * (size_t)frame.height;
    int samples = SAMPLES_MOST;
    while (samples > 1 && (pixels * (size_t)samples * (size_t)samples > PIXELS_MOST ||
                           !gl_target(view->gl, samples * frame.width, samples * frame.height))) {
        samples--;
    }
    GlView where = picture_frame_view(&frame, samples);
    if (samples == 1 && !gl_target(view->gl, where.width, where.height)) {
        message_add(messages, MESSAGE_E953, (Place){0}, "the driver has no picture of this size");
        return EXIT_NO_DISPLAY;
    }
    DrawList low = {.feather = 1.0f / where.scale}, high = low, words = {0};
    if (def->session) {
        prop_picture(&low, def->session->race, def->session->race, 1.0f, track->bounds);
        draw_ways(&high, view, def->session, def->paths);
    } else {
        prop_picture_track(&low, track);
    }
    if (def->model) {
        draw_overlay(&high, &words, view, track, &frame, def->model);
    }
    view_draw_track(view, track, &where, &low, &high);
    GlView screen = gl_view_pixels(frame.width, frame.height);
    screen.width = where.width;
    screen.height = where.height;
    screen.scale = (float)samples;
    gl_draw_list(view->gl, &words, &screen);
    draw_list_destroy(&low);
    draw_list_destroy(&high);
    draw_list_destroy(&words);
    uint8_t *drawn = malloc(3 * pixels * (size_t)(samples * samples));
    uint8_t *picture = malloc(3 * pixels);
    ASSERT(drawn != NULL && picture != NULL);
    gl_read_pixels(view->gl, where.width, where.height, drawn);
    average(drawn, frame.width, frame.height, samples, picture);
    bool fine = png_write(path, picture, frame.width, frame.height, messages);
    free(drawn);
    free(picture);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}

static int write_badge(const char *path, View *view, const PictureDef *def, MessageList *messages) {
    int side = badge_side(&def->frame);
    DrawList list = {0};
    Canvas canvas = canvas_make(&list, &view->font, side, side);
    float half = 0.5f * (float)side;
    driver_badge_draw(&canvas, half, half, (float)side, 1.0f, &def->driver->face,
                      badge_color(def->driver));
    int code = list_png_write(view->gl, &list, side, side, 0xFFFFFFFFu, path, messages);
    draw_list_destroy(&list);
    return code;
}

static int write_png(const char *path, const Track *track, const PictureDef *def) {
    MessageList messages = {0};
    Offscreen *offscreen = offscreen_open(&messages);
    View view;
    if (!offscreen || !view_make(&view, options_data_folder, offscreen_gl_proc, &messages)) {
        messages_print(&messages, stderr, NULL);
        if (offscreen) {
            offscreen_close(offscreen);
        }
        return EXIT_NO_DISPLAY;
    }
    int code = def->driver ? write_badge(path, &view, def, &messages)
                           : write_pixels(path, &view, track, def, &messages);
    messages_print(&messages, stderr, NULL);
    view_destroy(&view);
    offscreen_close(offscreen);
    return code;
}

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
    double sides[2] = {0.0, PICTURE_SIDE_MIN};
    int count = read_numbers(size, 'x', sides, 2);
    bool fine = count >= 1;
    for (int i = 0; i < 2; i++) {
        fine = fine && sides[i] >= PICTURE_SIDE_MIN && sides[i] <= PICTURE_SIDE_MAX &&
               sides[i] == floor(sides[i]);
    }
    if (!fine) {
        options_usage_error("--size must be WIDTH or WIDTHxHEIGHT, %d to %d pixels each, such as "
                            "640x360, found \"%s\"",
                            PICTURE_SIDE_MIN, PICTURE_SIDE_MAX, size);
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

bool picture_read_frame(const char *size, const char *window, PictureFrame *out) {
    return (!size || read_size(size, out)) && (!window || read_window(window, out));
}

bool picture_can_write(const char *path) {
    if (text_ends_with(path, ".svg") || text_ends_with(path, ".png")) {
        return true;
    }
    print_to(stderr, "axle: a picture must end in .png or .svg, found \"%s\"\n", path);
    return false;
}

int picture_write(const char *path, const Track *track, const PictureDef *def) {
    return (text_ends_with(path, ".svg") ? write_svg : write_png)(path, track, def);
}
