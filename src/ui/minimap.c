#include "ui/minimap.h"

#include "geometry/transform.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

/// Wide tracks may use half as much again in width: the corner of a screen is wide too.
#define WIDER 1.45f
#define PAD   14.0f // units around the track

/// Of the window's smaller side, and units of the own car's discs that it has room for.
#define SHARED_SHARE 0.24f
#define SHARED_UNITS 160.0f

static Box list_box(const DrawList *list) {
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int i = 0; i < list->vertex_count; i++) {
        const DrawVertex *vertex = &list->vertices[i];
        box.low = vec2_make(fminf(box.low.x, vertex->x), fminf(box.low.y, vertex->y));
        box.high = vec2_make(fmaxf(box.high.x, vertex->x), fmaxf(box.high.y, vertex->y));
    }
    return box;
}

/// The track as large as fits into `wide` x `tall` px, on a plate around it at the origin.
static Minimap fitted(const DrawList *track, float wide, float tall, float unit) {
    Minimap map = {.track = track, .unit = unit};
    if (track == NULL || track->vertex_count == 0) {
        return map;
    }
    Box box = list_box(track);
    float x = fmaxf(box.high.x - box.low.x, 1.0f), y = fmaxf(box.high.y - box.low.y, 1.0f);
    float pad = PAD * unit;
    map.scale = fminf(wide / x, tall / y);
    map.plate.width = x * map.scale + 2.0f * pad;
    map.plate.height = y * map.scale + 2.0f * pad;
    map.offset = vec2_make(pad - map.scale * box.low.x, pad + map.scale * box.high.y);
    return map;
}

static Minimap moved(Minimap map, float x, float y) {
    map.plate.x += x;
    map.plate.y += y;
    map.offset = glms_vec2_add(map.offset, vec2_make(x, y));
    return map;
}

vec2s minimap_most(float size, float unit) {
    return vec2_make(WIDER * size + 2.0f * PAD * unit, size + 2.0f * PAD * unit);
}

Minimap minimap_corner(const DrawList *track, float left, float bottom, float size, float unit) {
    Minimap map = fitted(track, WIDER * size, size, unit);
    return moved(map, left, bottom - map.plate.height);
}

bool minimap_shared(const DrawList *track, const ViewRect *views, int count, int height_px,
                    float scale, Minimap *out) {
    if (count < 3 || views[1].y != views[0].y || views[2].y == views[0].y) {
        return false;
    }
    float wide = (float)views[0].width, tall = (float)views[0].height;
    // The cross: the middle of the gaps between the views.
    vec2s cross = vec2_make(
        0.5f * (wide + (float)views[1].x),
        (float)height_px - 0.5f * ((float)views[0].y + (float)views[2].y + (float)views[2].height));
    float unit = canvas_unit(2.0f * wide, 2.0f * tall) * (scale > 0.0f ? scale : 1.0f);
    if (count == 4) {
        float size = SHARED_SHARE * fminf(2.0f * wide, 2.0f * tall);
        *out = fitted(track, WIDER * size, size, fminf(unit, size / SHARED_UNITS));
    } else {
        float rim = 0.06f * fminf(wide, tall);
        *out = fitted(track, wide - 2.0f * rim, tall - 2.0f * rim, unit);
        cross = glms_vec2_add(cross, vec2_make(0.5f * (float)views[1].x, 0.5f * (tall + 4.0f)));
    }
    *out = moved(*out, cross.x - 0.5f * out->plate.width, cross.y - 0.5f * out->plate.height);
    return true;
}

/// The cars in the order in which they are drawn: lower numbers later, those with a ring last.
static int drawing_order(int car_count, uint32_t ringed, int order[RACE_MAX_CARS]) {
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int car = car_count - 1; car >= 0; car--) {
            if ((int)(ringed >> car & 1u) == pass) {
                order[count++] = car;
            }
        }
    }
    return count;
}

static vec2s place_of(const Minimap *map, const Race *race, int car) {
    vec2s position = race_bodies_const(race)[car].position;
    return vec2_make(map->offset.x + map->scale * position.x,
                     map->offset.y - map->scale * position.y);
}

/// px, however small the map is.
static float disc_radius(const Minimap *map, bool ringed) {
    return ringed ? fmaxf(11.0f * map->unit, 7.5f) : fmaxf(8.5f * map->unit, 6.0f);
}

static void draw_car(const Minimap *map, const Canvas *canvas, const CarLook *look, vec2s at,
                     bool ringed, bool numbered) {
    DrawList *list = canvas->list;
    float radius = disc_radius(map, ringed);
    if (ringed) {
        draw_circle(list, at, radius + 3.5f, PALETTE_INK);
        draw_circle(list, at, radius + 2.2f, 0xFFFFFFFFu);
    }
    draw_circle(list, at, radius + 1.0f, PALETTE_INK);
    draw_circle(list, at, radius, look->color);
    if (!numbered) {
        return;
    }
    char text[8];
    snprintf(text, sizeof text, "%d", look->number % 100);
    uint32_t ink = shade_letters(look->color);
    float size = (look->number < 10 ? 1.55f : 1.2f) * radius;
    canvas_text(canvas, at.x, at.y + 0.36f * size, size, TEXT_CENTER, ink, text);
}

void minimap_draw(const Minimap *map, const Canvas *canvas, const Race *race, const CarLook *looks,
                  uint32_t ringed) {
    if (map->plate.width <= 0.0f) {
        return;
    }
    canvas_fill(canvas, map->plate, 12.0f * map->unit, PALETTE_PLATE);
    draw_list_append(canvas->list, map->track, map->offset, map->scale, -map->scale);
    int order[RACE_MAX_CARS], count = drawing_order(race->car_count, ringed, order);
    for (int i = 0; i < count; i++) {
        bool on_top = ringed >> order[i] & 1u, covered = false;
        vec2s at = place_of(map, race, order[i]);
        for (int k = i + 1; k < count && !covered; k++) { // by a disc drawn later
            float both = disc_radius(map, on_top) + disc_radius(map, ringed >> order[k] & 1u);
            covered = glms_vec2_distance(place_of(map, race, order[k]), at) < 0.9f * both;
        }
        draw_car(map, canvas, &looks[order[i]], at, on_top, !covered);
    }
}
