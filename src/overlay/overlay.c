#include "overlay/overlay.h"

#include "base/assert.h"
#include "base/number.h"
#include "ui/hud.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <math.h>
#include <stdio.h>

#define PLATE_PAD      0.6f  // ems at each end of a plate's lines
#define LEAST_KEYS     0.8f  // of its usual size, to which the line of keys shrinks at most
#define LABELS_FROM    5.0f  // px a metre, from which on grid slots have numbers
#define SLOWEST_WITHIN 40.0f // m along the line: of the slow places so near only one has its speed

/// A small dark plate with `text` in its middle.
static void label(const Canvas *canvas, vec2s at, float size, uint32_t color, const char *text) {
    float wide = canvas_text_width(canvas, size, text) + 0.7f * size, tall = 1.35f * size;
    Area plate = {at.x - 0.5f * wide, at.y - 0.5f * tall, wide, tall};
    canvas_fill(canvas, plate, 0.35f * size, PALETTE_WITH(PALETTE_INK, 0xC8));
    canvas_text(canvas, at.x, at.y + 0.35f * size, size, TEXT_CENTER, color, text);
}

static vec2s pixel(const OverlayView *view, vec2s point) {
    return camera_pixel(&view->camera, view->rect, view->height_px, point);
}

static float unit_of(const OverlayView *view) {
    return canvas_unit((float)view->rect.width, (float)view->rect.height) *
           (view->scale > 0.0f ? view->scale : 1.0f);
}

static void label_gates(const Canvas *canvas, const OverlayView *view) {
    const Track *track = view->race->data->track;
    Box box = overlay_shown(view, 0.0f);
    for (int i = 0; i < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            const TrackGate *gate = track_gate_way(&track->gates[i], way);
            if (!box_overlap(box, overlay_gate_box(gate))) {
                continue;
            }
            bool finish = i == track->gate_count - 1;
            char text[64];
            if (finish) {
                snprintf(text, sizeof text, "finish");
            } else {
                snprintf(text, sizeof text, "%d%s%s", i + 1, track->gates[i].name[0] ? " " : "",
                         track->gates[i].name);
            }
            // Beyond the left post, off the road that one looks at.
            vec2s at = pixel(view, gate->left);
            vec2s out = glms_vec2_normalize(glms_vec2_sub(at, pixel(view, gate->right)));
            float size = 26.0f * unit_of(view);
            float ems = font_text_width(canvas->font, text);
            float away = 0.9f * size + fabsf(out.x) * 0.5f * size * ems;
            at = glms_vec2_add(at, glms_vec2_scale(out, away));
            label(canvas, at, size, finish ? PALETTE_ACCENT : PALETTE_TEXT, text);
        }
    }
}

static void label_slots(const Canvas *canvas, const OverlayView *view) {
    const Track *track = view->race->data->track;
    Box box = overlay_shown(view, 0.0f);
    if (camera_view_scale(&view->camera, view->rect) < LABELS_FROM) {
        return;
    }
    for (int i = 0; i < track->slot_count; i++) {
        if (box_contains(box, track->slots[i].position)) {
            char text[16];
            snprintf(text, sizeof text, "%d", i + 1);
            label(canvas, pixel(view, track->slots[i].position), 20.0f * unit_of(view),
                  PALETTE_TEXT, text);
        }
    }
}

/// Whether no point of the line within SLOWEST_WITHIN is slower.
static bool is_slowest_around(const RacingLine *line, int i) {
    for (int k = 1; k < line->count / 2; k++) {
        const LinePoint *behind = &line->points[(i + line->count - k) % line->count];
        const LinePoint *ahead = &line->points[(i + k) % line->count];
        if (behind->speed <= line->points[i].speed || ahead->speed < line->points[i].speed) {
            return false;
        }
        if (glms_vec2_distance2(ahead->point, line->points[i].point) >
            SLOWEST_WITHIN * SLOWEST_WITHIN) {
            return true;
        }
    }
    return false;
}

static void label_speeds(const Canvas *canvas, const OverlayView *view) {
    const RacingLine *line = &view->race->data->lines[view->car];
    Box box = overlay_shown(view, 0.0f);
    for (int i = 0; i < line->count; i++) {
        if (box_contains(box, line->points[i].point) && is_slowest_around(line, i)) {
            char text[24];
            snprintf(text, sizeof text, "%.0f km/h", (double)line->points[i].speed * 3.6);
            vec2s at = pixel(view, line->points[i].point);
            at.y += 26.0f * unit_of(view);
            label(canvas, at, 20.0f * unit_of(view), PALETTE_TEXT, text);
        }
    }
}

void overlay_labels(const Canvas *canvas, const OverlayView *view) {
    ASSERT(canvas != NULL && view != NULL && view->race != NULL);
    label_slots(canvas, view);
    label_speeds(canvas, view);
    label_gates(canvas, view);
}

enum {
    PLATE_LINES = 3
};

/// The text of the plate beside the mouse.
typedef struct Plate {
    char lines[PLATE_LINES][OVERLAY_NAME_MAX + OVERLAY_DETAIL_MAX + 40];
    uint32_t colors[PLATE_LINES];
    int count;
} Plate;

static Plate make_plate(const OverlayView *view) {
    const Track *track = view->race->data->track;
    char at[OVERLAY_NAME_MAX], name[OVERLAY_NAME_MAX], line[OVERLAY_NAME_MAX];
    char detail[OVERLAY_DETAIL_MAX], away[NUMBER_TEXT_MAX];
    Plate plate = {.colors = {PALETTE_TEXT, PALETTE_ACCENT, PALETTE_QUIET}, .count = 1};
    overlay_coordinates(view->at, at);
    snprintf(plate.lines[0], sizeof plate.lines[0], "%s m  %s", at,
             track->surfaces[ground_surface(&view->race->data->ground, view->at)].name);
    if (view->pick.kind == OVERLAY_NOTHING) {
        return plate;
    }
    overlay_name(track, &view->pick, name);
    overlay_file_line(&view->pick, line);
    overlay_detail(track, &view->pick, view->at, detail);
    plate.count = 2;
    snprintf(plate.lines[1], sizeof plate.lines[1], "%s%s%s", name, line[0] ? "  " : "", line);
    number_text_fixed((double)view->pick.distance, 1, away);
    bool apart = view->pick.distance >= 0.05f;
    if (detail[0] || apart) {
        plate.count = 3;
        snprintf(plate.lines[2], sizeof plate.lines[2], "%s%s%s%s", detail,
                 detail[0] && apart ? ", " : "", apart ? away : "", apart ? " m away" : "");
    }
    return plate;
}

static void draw_plate(const Canvas *canvas, const OverlayView *view) {
    Plate plate = make_plate(view);
    float u = unit_of(view), ems = 0.0f;
    for (int i = 0; i < plate.count; i++) {
        ems = fmaxf(ems, canvas_text_width(canvas, 1.0f, plate.lines[i]) + 2.0f * PLATE_PAD);
    }
    float size = fminf(27.0f * u, (float)view->rect.width / ems); // beside a panel there is less
    float row = 1.35f * size, pad = PLATE_PAD * size, wide = ems * size;
    float tall = row * (float)plate.count + 0.9f * pad;
    vec2s mouse = pixel(view, view->at);
    float left = (float)view->rect.x, right = left + (float)view->rect.width;
    float bottom = (float)(view->height_px - view->rect.y);
    float x = mouse.x + 26.0f * u, y = mouse.y + 30.0f * u;
    x = x + wide > right ? mouse.x - 20.0f * u - wide : x;
    y = y + tall > bottom ? mouse.y - 20.0f * u - tall : y;
    x = fmaxf(x, left);
    canvas_fill(canvas, (Area){x, y, wide, tall}, 8.0f * u, PALETTE_SCREEN);
    for (int i = 0; i < plate.count; i++) {
        float base = y + 0.45f * pad + row * ((float)i + 0.74f);
        canvas_text(canvas, x + pad, base, size, TEXT_LEFT, plate.colors[i], plate.lines[i]);
    }
}

/// The keys, between minimap and speed or, where that is too narrow, above the two.
static void draw_keys(const Canvas *canvas, const OverlayView *view) {
    static const SignKey keys[] = {
        {"Click", "copies [x, y]"}, {"F5", "drops the car at the mouse"}, {"F2", "closes"}};
    const int count = sizeof keys / sizeof keys[0];
    Canvas usual = *canvas;
    usual.unit = unit_of(view);
    usual.texts = NULL; // the plate beside the mouse may lie over them
    HudView hud = {.rect = view->rect,
                   .height_px = view->height_px,
                   .car = view->car,
                   .scale = view->scale > 0.0f ? view->scale : 1.0f,
                   .camera = view->camera};
    HudRoom room = hud_room(canvas, view->race, &hud, view->minimap);
    bool fits = LEAST_KEYS * sign_keys_width(&usual, keys, count) <= room.gap_right - room.gap_left;
    float bottom = (float)(view->height_px - view->rect.y);
    sign_keys(&usual, keys, count, fits ? room.gap_left : room.left,
              fits ? room.gap_right : room.right, fits ? bottom : room.foot);
}

void overlay_readout(const Canvas *canvas, const OverlayView *view) {
    ASSERT(canvas != NULL && view != NULL && view->race != NULL);
    draw_keys(canvas, view);
    if (view->pointed) {
        draw_plate(canvas, view);
    }
}
