#include "track_picture/picture_svg.h"

#include "base/assert.h"
#include "track_picture/track_paint.h"

#include <stdlib.h>

#define SHOULDER_LEAST 0.05f ///< m
#define PATH_WIDTH     0.2f  ///< m, of the way of a mover.

/// An outline of the winding that `hole` wants, whatever it was written in.
static void add_outline(Svg *svg, const vec2s *points, int count, bool hole, vec2s *scratch) {
    bool turn = (polygon_area(points, count) < 0.0f) != hole;
    for (int i = 0; i < count; i++) {
        scratch[i] = points[turn ? count - 1 - i : i];
    }
    svg_area_add(svg, scratch, count);
}

/// The strips along a road.
typedef enum Strip {
    STRIP_LEFT_SHOULDER,
    STRIP_RIGHT_SHOULDER,
    STRIP_ROAD,
} Strip;

/// The surface of a strip at sample `i`, -1 none, and its left and right border. Shoulders reach
/// under the road, so that nothing shines through where both meet.
static int strip_at(const Ribbon *ribbon, Strip strip, int i, vec2s border[2]) {
    const RibbonSample *sample = &ribbon->samples[i % ribbon->count];
    if (strip == STRIP_ROAD) {
        border[0] = sample->edge[0];
        border[1] = sample->edge[1];
        return sample->surface;
    }
    int side = strip == STRIP_LEFT_SHOULDER ? 0 : 1;
    border[side] = sample->shoulder_edge[side];
    border[1 - side] = sample->point;
    return sample->shoulder[side] > SHOULDER_LEAST ? sample->side[side].shoulder_surface : -1;
}

/// Fills a strip, one area for each stretch of one surface; a stretch reaches a sample further
/// under the next one.
static void draw_strip(Svg *svg, const Track *track, const Ribbon *ribbon, Strip strip) {
    int last = ribbon_stretch_count(ribbon);
    vec2s *ring = malloc(2 * (size_t)(last + 1) * sizeof *ring);
    ASSERT(ring != NULL);
    for (int from = 0, to; from < last; from = to) {
        vec2s border[2];
        int surface = strip_at(ribbon, strip, from, border);
        for (to = from + 1; to < last && strip_at(ribbon, strip, to, border) == surface; to++) {
        }
        int end = to < last ? to + 1 : to;
        int half = end - from + 1;
        for (int i = from; i <= end; i++) {
            strip_at(ribbon, strip, i, border);
            ring[end - i] = border[0];
            ring[half + i - from] = border[1];
        }
        if (surface >= 0) {
            svg_area_begin(svg);
            svg_area_add(svg, ring, 2 * half);
            svg_area_end(svg, track_paint_surface(track, surface));
        }
    }
    free(ring);
}

/// As in the game: all shoulders below all roads, where roads meet the first one on top.
static void draw_roads(Svg *svg, const Track *track) {
    for (int i = track->ribbon_count - 1; i >= 0; i--) {
        draw_strip(svg, track, &track->ribbons[i], STRIP_LEFT_SHOULDER);
        draw_strip(svg, track, &track->ribbons[i], STRIP_RIGHT_SHOULDER);
    }
    for (int i = track->ribbon_count - 1; i >= 0; i--) {
        draw_strip(svg, track, &track->ribbons[i], STRIP_ROAD);
    }
}

static void draw_zone(Svg *svg, const Track *track, const TrackZone *zone) {
    vec2s scratch[TRACK_POINTS_MAX];
    svg_area_begin(svg);
    add_outline(svg, zone->points, zone->count, false, scratch);
    for (int i = 0; i < zone->hole_count; i++) {
        add_outline(svg, zone->holes[i], zone->hole_counts[i], true, scratch);
    }
    svg_area_end(svg, track_paint_zone_color(track, zone));
}

static void draw_wall(Svg *svg, const Track *track, const TrackWall *wall) {
    uint32_t color = track_paint_wall_colors(track, wall).top;
    if (wall->circle_radius > 0.0f) {
        svg_circle(svg, wall->points[0], wall->circle_radius, color);
        return;
    }
    vec2s quad[4];
    svg_area_begin(svg);
    for (int i = 0; wall->quads && i + 3 < wall->count; i += 4) {
        add_outline(svg, wall->points + i, 4, false, quad);
    }
    if (!wall->quads && wall->count >= 3) {
        svg_area_add(svg, wall->points, wall->count);
    }
    svg_area_end(svg, color);
}

/// Prop or mover `i` where it stands at the start.
static void draw_thing(Svg *svg, const Track *track, int i) {
    bool prop = i < track->prop_count;
    const TrackMover *mover = prop ? NULL : &track->movers[i - track->prop_count];
    const TrackForm *form = &track->forms[prop ? track->props[i].form : mover->form];
    Transform at = {prop ? track->props[i].position : mover_at(&mover->path, 0),
                    rotation_make(prop ? track->props[i].angle : 0.0f)};
    uint32_t color = prop ? 0xE8642AFFu : track->colors.accent;
    if (mover) {
        svg_line(svg, mover->path.points, mover->path.count, false, PATH_WIDTH, color);
    }
    if (form->radius > 0.0f) {
        svg_circle(svg, at.position, form->radius, color);
        return;
    }
    svg_area_begin(svg);
    for (int k = 0; k < form->hull.count; k++) {
        const Shape *shape = &form->hull.pieces[k];
        vec2s points[SHAPE_POINTS_MAX];
        for (int j = 0; j < shape->count; j++) {
            points[j] = transform_apply(at, shape_point(shape, j));
        }
        svg_area_add(svg, points, shape->count);
    }
    svg_area_end(svg, color);
}

void picture_svg_track(Svg *svg, const Track *track, const PictureFrame *frame) {
    Box box = frame->window;
    svg_begin(svg, box.low, box.high, (float)frame->width);
    vec2s ground[4] = {box.low, {{box.high.x, box.low.y}}, box.high, {{box.low.x, box.high.y}}};
    svg_polygon(svg, ground, 4, track_paint_surface(track, track->ground));
    draw_roads(svg, track);
    for (int i = 0; i < track->zone_count; i++) {
        draw_zone(svg, track, &track->zones[i]);
    }
    for (int i = 0; i < track->wall_count; i++) {
        draw_wall(svg, track, &track->walls[i]);
    }
    for (int i = 0; i < track->prop_count + track->mover_count; i++) {
        draw_thing(svg, track, i);
    }
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    for (int way = 0; way <= finish->other_count; way++) {
        const TrackGate *gate = track_gate_way(finish, way);
        vec2s line[2] = {gate->left, gate->right};
        svg_line(svg, line, 2, false, 1.0f, track->colors.line);
    }
    vec2s caption = vec2_make(box.low.x + 0.02f * (box.high.x - box.low.x),
                              box.high.y - 0.06f * (box.high.y - box.low.y));
    svg_text(svg, caption, 0.04f * (box.high.y - box.low.y), SHADE_INK, track->name);
}
