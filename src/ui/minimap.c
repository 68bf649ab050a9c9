#include "ui/minimap.h"

#include "geometry/transform.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

static Box list_box(const DrawList *list) {
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int i = 0; i < list->vertex_count; i++) {
        const DrawVertex *vertex = &list->vertices[i];
        box.low = vec2_make(fminf(box.low.x, vertex->x), fminf(box.low.y, vertex->y));
        box.high = vec2_make(fmaxf(box.high.x, vertex->x), fmaxf(box.high.y, vertex->y));
    }
    return box;
}

Minimap minimap_layout(const DrawList *track, float left, float bottom, float size, float unit) {
    Minimap map = {.track = track, .plate = {left, bottom, 0.0f, 0.0f}, .unit = unit};
    if (track == NULL || track->vertex_count == 0) {
        return map;
    }
    Box box = list_box(track);
    float wide = fmaxf(box.high.x - box.low.x, 1.0f), tall = fmaxf(box.high.y - box.low.y, 1.0f);
    // Wide tracks may use half as much again in width: the corner of a screen is wide too.
    float scale = fminf(1.45f * size / wide, size / tall), pad = 14.0f * unit;
    map.plate.width = wide * scale + 2.0f * pad;
    map.plate.height = tall * scale + 2.0f * pad;
    map.plate.y -= map.plate.height;
    map.offset = vec2_make(left + pad - scale * box.low.x, map.plate.y + pad + scale * box.high.y);
    map.scale = scale;
    return map;
}

/// Whether a disc drawn later (lower numbers are, the own car last) hides the number of `car`.
static bool is_covered(const Minimap *map, const Race *race, int own, int car, float radius) {
    const Body *bodies = race_bodies_const(race);
    for (int i = 0; i < race->car_count; i++) {
        bool later = car != own && (i < car || i == own);
        float apart = map->scale * glms_vec2_distance(bodies[i].position, bodies[car].position);
        if (later && apart < 1.4f * radius) {
            return true;
        }
    }
    return false;
}

static void draw_car(const Minimap *map, const Canvas *canvas, const Race *race,
                     const CarLook *look, int own, int car) {
    DrawList *list = canvas->list;
    vec2s position = race_bodies_const(race)[car].position;
    vec2s at =
        vec2_make(map->offset.x + map->scale * position.x, map->offset.y - map->scale * position.y);
    float radius = fmaxf((car == own ? 11.0f : 8.5f) * map->unit, car == own ? 7.5f : 6.0f);
    if (car == own) {
        draw_circle(list, at, radius + 3.5f, PALETTE_INK);
        draw_circle(list, at, radius + 2.2f, 0xFFFFFFFFu);
    }
    draw_circle(list, at, radius + 1.0f, PALETTE_INK);
    draw_circle(list, at, radius, look->color);
    if (is_covered(map, race, own, car, radius)) {
        return;
    }
    char text[8];
    snprintf(text, sizeof text, "%d", look->number % 100);
    uint32_t ink = shade_light(look->color) > 0.42f ? PALETTE_INK : 0xFFFFFFFFu;
    float size = (look->number < 10 ? 1.55f : 1.2f) * radius;
    canvas_text(canvas, at.x, at.y + 0.36f * size, size, TEXT_CENTER, ink, text);
}

void minimap_draw(const Minimap *map, const Canvas *canvas, const Race *race, const CarLook *looks,
                  int own) {
    if (map->plate.width <= 0.0f) {
        return;
    }
    canvas_fill(canvas, map->plate, 12.0f * map->unit, PALETTE_PLATE);
    draw_list_append(canvas->list, map->track, map->offset, map->scale, -map->scale);
    for (int car = race->car_count - 1; car >= 0; car--) {
        if (car != own) {
            draw_car(map, canvas, race, &looks[car], own, car);
        }
    }
    draw_car(map, canvas, race, &looks[own], own, own);
}
