#include "app/picture.h"

#include "app/commands.h"
#include "app/view.h"
#include "base/assert.h"
#include "base/file.h"
#include "base/svg.h"
#include "base/text.h"
#include "platform/offscreen.h"
#include "render/png.h"
#include "render/prop_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PICTURE_WIDTH = 1280,
    PICTURE_HEIGHT = 720
};

void picture_paths_add(PicturePaths *paths, const Race *race) {
    if (paths->sample_count == paths->capacity) {
        paths->capacity = paths->capacity ? paths->capacity * 2 : 1024;
        paths->points = realloc(paths->points, (size_t)paths->capacity * (size_t)race->car_count *
                                                   sizeof *paths->points);
        ASSERT(paths->points != NULL);
    }
    paths->car_count = race->car_count;
    const Body *bodies = race_bodies_const(race);
    for (int i = 0; i < race->car_count; i++) {
        paths->points[paths->sample_count * race->car_count + i] = bodies[i].position;
    }
    paths->sample_count++;
}

void picture_paths_destroy(PicturePaths *paths) {
    free(paths->points);
    *paths = (PicturePaths){0};
}

static uint32_t car_color(int car) { return race_picture_colors[4 + car % 4]; }

// The last `count` samples of one car, oldest first, in `out`. A rescue's jump starts the way anew.
static int path_of(const PicturePaths *paths, int car, vec2s *out, int max) {
    int first = paths->sample_count > max ? paths->sample_count - max : 0;
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

enum {
    PATH_MAX_SAMPLES = 600
}; // the last minute at 10 a second

/// Prop or mover `i` where it stands at the start.
static void svg_thing(Svg *svg, const Track *track, int i) {
    bool prop = i < track->prop_count;
    const TrackMover *mover = prop ? NULL : &track->movers[i - track->prop_count];
    const TrackForm *form = &track->forms[prop ? track->props[i].form : mover->form];
    Transform at = {prop ? track->props[i].position : mover_at(&mover->path, 0),
                    rotation_make(prop ? track->props[i].angle : 0.0f)};
    uint32_t color = prop ? 0xE8642AFFu : track->colors.accent;
    if (mover) {
        svg_line(svg, mover->path.points, mover->path.count, false, 0.2f, color);
    }
    if (form->radius > 0.0f) {
        svg_circle(svg, at.position, form->radius, color);
    }
    for (int k = 0; k < form->hull.count && form->radius <= 0.0f; k++) {
        const Shape *shape = &form->hull.pieces[k];
        vec2s points[SHAPE_POINTS_MAX];
        for (int j = 0; j < shape->count; j++) {
            points[j] = transform_apply(at, shape_point(shape, j));
        }
        svg_polygon(svg, points, shape->count, color);
    }
}

static int write_svg(const char *path, const Track *track, const Session *session,
                     const PicturePaths *paths) {
    Svg svg = {0};
    Box box = track->bounds;
    svg_begin(&svg, box.low, box.high, (float)PICTURE_WIDTH);
    vec2s ground[4] = {box.low, {{box.high.x, box.low.y}}, box.high, {{box.low.x, box.high.y}}};
    svg_polygon(&svg, ground, 4, track->colors.ground);
    for (int i = 0; i < track->zone_count; i++) {
        const TrackZone *zone = &track->zones[i];
        uint32_t color = zone->color ? zone->color : track->surfaces[zone->surface].color;
        svg_polygon(&svg, zone->points, zone->count, color ? color : track->colors.asphalt);
    }
    for (int i = 0; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        for (int k = 0; k + (ribbon->closed ? 0 : 1) < ribbon->count; k++) {
            const RibbonSample *a = &ribbon->samples[k],
                               *b = &ribbon->samples[(k + 1) % ribbon->count];
            vec2s quad[4] = {a->edge[1], b->edge[1], b->edge[0], a->edge[0]};
            svg_polygon(&svg, quad, 4, track->colors.asphalt);
        }
    }
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        vec2s points[SHAPE_POINTS_MAX];
        for (int k = 0; k < piece->shape.count; k++) {
            points[k] = glms_vec2_add(piece->origin, shape_point(&piece->shape, k));
        }
        if (piece->shape.count == 1) {
            svg_circle(&svg, points[0], piece->shape.radius, track->colors.wall_side);
        } else {
            svg_polygon(&svg, points, piece->shape.count, track->colors.wall_side);
        }
    }
    for (int i = 0; i < track->prop_count + track->mover_count; i++) {
        svg_thing(&svg, track, i);
    }
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    vec2s line[2] = {finish->left, finish->right};
    svg_line(&svg, line, 2, false, 1.0f, track->colors.line);
    for (int car = 0; session && car < session->race->car_count; car++) {
        vec2s way[PATH_MAX_SAMPLES];
        int count = path_of(paths, car, way, PATH_MAX_SAMPLES);
        svg_line(&svg, way, count, false, 0.4f, car_color(car));
        svg_circle(&svg, race_bodies_const(session->race)[car].position, 2.0f, car_color(car));
    }
    vec2s caption = vec2_make(box.low.x + 0.02f * (box.high.x - box.low.x),
                              box.high.y - 0.06f * (box.high.y - box.low.y));
    svg_text(&svg, caption, 0.04f * (box.high.y - box.low.y), 0x14171FFF, track->name);
    svg_end(&svg);
    MessageList messages = {0};
    bool fine = file_write(path, svg.text, svg.size, &messages);
    messages_print(&messages, stderr, NULL);
    svg_destroy(&svg);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}

static void draw_session(DrawList *list, const View *view, const Session *session,
                         const PicturePaths *paths) {
    const Race *race = session->race;
    CarLook looks[RACE_MAX_CARS];
    for (int car = 0; car < race->car_count; car++) {
        vec2s way[PATH_MAX_SAMPLES];
        int count = path_of(paths, car, way, PATH_MAX_SAMPLES);
        looks[car] = (CarLook){car_color(car), car + 1, 0};
        if (count > 1) {
            draw_polyline(list, way, count, false, 0.5f, (car_color(car) & 0xFFFFFF00u) | 0xA0u);
        }
    }
    prop_picture(list, race, race, 1.0f, session->track.bounds);
    race_picture_cars(list, &view->font, race, race, 1.0f, looks, session->track.sun,
                      session->track.sun_elevation, false);
}

static int write_png(const char *path, const Track *track, const Session *session,
                     const PicturePaths *paths) {
    MessageList messages = {0};
    Offscreen *offscreen = offscreen_open(&messages);
    View view;
    if (!offscreen || !view_make(&view, offscreen_gl_proc, &messages)) {
        messages_print(&messages, stderr, NULL);
        if (offscreen) {
            offscreen_close(offscreen);
        }
        return EXIT_NO_DISPLAY;
    }
    gl_target(view.gl, PICTURE_WIDTH, PICTURE_HEIGHT);
    DrawList list = {.feather = 0.15f};
    if (session) {
        draw_session(&list, &view, session, paths);
    } else {
        prop_picture_track(&list, track);
    }
    view_draw_track(&view, track, &list, PICTURE_WIDTH, PICTURE_HEIGHT);
    uint8_t *pixels = malloc(3 * PICTURE_WIDTH * PICTURE_HEIGHT);
    ASSERT(pixels != NULL);
    gl_read_pixels(view.gl, PICTURE_WIDTH, PICTURE_HEIGHT, pixels);
    bool fine = png_write(path, pixels, PICTURE_WIDTH, PICTURE_HEIGHT, &messages);
    messages_print(&messages, stderr, NULL);
    free(pixels);
    draw_list_destroy(&list);
    view_destroy(&view);
    offscreen_close(offscreen);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}

bool picture_can_write(const char *path) {
    if (text_ends_with(path, ".svg") || text_ends_with(path, ".png")) {
        return true;
    }
    fprintf(stderr, "axle: a picture must end in .png or .svg, found \"%s\"\n", path);
    return false;
}

static int write_any(const char *path, const Track *track, const Session *session,
                     const PicturePaths *paths) {
    if (text_ends_with(path, ".svg")) {
        return write_svg(path, track, session, paths);
    }
    return picture_can_write(path) ? write_png(path, track, session, paths) : EXIT_USAGE;
}

int picture_write(const char *path, const Session *session, const PicturePaths *paths) {
    return write_any(path, &session->track, session, paths);
}

int picture_track(const char *path, const Track *track) {
    return write_any(path, track, NULL, NULL);
}
