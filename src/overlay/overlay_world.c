#include "base/assert.h"
#include "geometry/trig.h"
#include "overlay/overlay.h"
#include "race_state/props.h"
#include "render/shade.h"
#include "track/gates.h"
#include "track/slot.h"
#include "ui/palette.h"

#include <math.h>

#define COLOR_PIECE_A PALETTE_A
#define COLOR_PIECE_B 0xFF8FD8FFu
#define COLOR_NORMAL  PALETTE_NORMAL
#define COLOR_GATE    PALETTE_TEXT
#define COLOR_FINISH  PALETTE_ACCENT
#define COLOR_SLOT    PALETTE_WITH(PALETTE_TEXT, 0xC0)
#define COLOR_POINT   PALETTE_TEXT
#define COLOR_PATH    PALETTE_WITH(PALETTE_TEXT, 0xA0)
#define COLOR_PICK    PALETTE_ACCENT
#define COLOR_SLOW    PALETTE_BAD
#define COLOR_MIDDLE  PALETTE_ACCENT
#define COLOR_FAST    PALETTE_GOOD
#define NORMAL_PX     16.0f
#define NORMALS_TO    0.20f // m a pixel: seen from further away they would hide the walls
#define ARROW_PX      15.0f // half of the length of an arrow

enum {
    PIECES_MAX = 2048 // In view; further ones are left out.
};

/// A light line with a dark one under it: seen on every ground.
static void cased_line(DrawList *list, vec2s a, vec2s b, float px, uint32_t color) {
    draw_line(list, a, b, (px + 2.0f) * list->feather, PALETTE_WITH(PALETTE_INK, 0xA0));
    draw_line(list, a, b, px * list->feather, color);
}

/// A filled arrow head of 2 * `half` m, its middle at `at`.
static void arrow_head(DrawList *list, vec2s at, vec2s along, float half, uint32_t color) {
    vec2s across = vec2_left(along);
    for (int layer = 0; layer < 2; layer++) {
        float size = layer == 0 ? half + 2.0f * list->feather : half;
        vec2s tip = glms_vec2_add(at, glms_vec2_scale(along, size));
        vec2s back = glms_vec2_sub(at, glms_vec2_scale(along, 0.8f * size));
        vec2s wing = glms_vec2_scale(across, 0.75f * size);
        draw_convex(list, (vec2s[3]){tip, glms_vec2_add(back, wing), glms_vec2_sub(back, wing)}, 3,
                    layer == 0 ? PALETTE_WITH(PALETTE_INK, 0xC0) : color);
    }
}

static void draw_piece(DrawList *list, const WallPiece *piece, int index, bool picked) {
    const Shape *shape = &piece->shape;
    uint32_t color = picked ? COLOR_PICK : index % 2 == 0 ? COLOR_PIECE_A : COLOR_PIECE_B;
    float width = (picked ? 3.0f : 1.5f) * list->feather;
    if (shape->count == 1) {
        vec2s middle = glms_vec2_add(piece->origin, shape_point(shape, 0));
        draw_circle(list, middle, shape->radius, shade_fade(color, 0.3f));
        draw_ring(list, middle, shape->radius, width, color);
        return;
    }
    vec2s points[SHAPE_POINTS_MAX];
    for (int i = 0; i < shape->count; i++) {
        points[i] = glms_vec2_add(piece->origin, shape_point(shape, i));
    }
    draw_convex(list, points, shape->count, shade_fade(color, 0.3f));
    draw_polyline(list, points, shape->count, true, width, color);
    bool near = list->feather < NORMALS_TO;
    for (int i = 0; near && i < shape->count && shape->count > 2; i++) {
        if ((piece->outline.exposed >> i & 1u) != 0) {
            vec2s middle = glms_vec2_lerp(points[i], points[(i + 1) % shape->count], 0.5f);
            vec2s end = glms_vec2_add(
                middle, glms_vec2_scale(shape_normal(shape, i), NORMAL_PX * list->feather));
            draw_line(list, middle, end, 1.5f * list->feather, COLOR_NORMAL);
            draw_circle(list, end, 2.5f * list->feather, COLOR_NORMAL);
        }
    }
}

static void draw_pieces(DrawList *list, const OverlayView *view) {
    const WallGrid *walls = &view->race->data->walls;
    int found[PIECES_MAX];
    int count = wall_grid_query(walls, overlay_shown(view, 0.0f), found, PIECES_MAX);
    for (int i = 0; i < count && i < PIECES_MAX; i++) {
        const WallPiece *piece = &walls->pieces[found[i]];
        draw_piece(list, piece, found[i],
                   overlay_is_picked(view, OVERLAY_WALL, piece->wall, found[i]));
    }
}

static uint32_t speed_color(float share) {
    return share < 0.5f ? shade_mix(COLOR_SLOW, COLOR_MIDDLE, 2.0f * share)
                        : shade_mix(COLOR_MIDDLE, COLOR_FAST, 2.0f * share - 1.0f);
}

static void draw_line_of_ai(DrawList *list, const OverlayView *view) {
    const RacingLine *line = &view->race->data->lines[view->car];
    if (line->count == 0) { // none was found
        return;
    }
    Box box = overlay_shown(view, 2.0f);
    float slowest = INFINITY, fastest = 0.0f;
    for (int i = 0; i < line->count; i++) {
        slowest = fminf(slowest, line->points[i].speed);
        fastest = fmaxf(fastest, line->points[i].speed);
    }
    float span = fmaxf(fastest - slowest, 1.0f);
    for (int pass = 0; pass < 2; pass++) { // the dark casing under all of it first
        ShadeStrip strip = {.soft = SHADE_SOFT_BOTH};
        float half = (pass == 0 ? 2.75f : 1.75f) * list->feather;
        for (int i = 0; i <= line->count; i++) {
            const LinePoint *at = &line->points[i % line->count];
            if (!box_contains(box, at->point)) {
                strip.open = false;
                continue;
            }
            uint32_t color = pass == 0 ? PALETTE_WITH(PALETTE_INK, 0xA0)
                                       : speed_color((at->speed - slowest) / span);
            vec2s side = glms_vec2_scale(vec2_left(at->tangent), half);
            shade_strip_add(list, &strip, glms_vec2_add(at->point, side),
                            glms_vec2_sub(at->point, side), color, color);
        }
    }
}

static void draw_gates(DrawList *list, const OverlayView *view) {
    const Track *track = view->race->data->track;
    Box box = overlay_shown(view, 3.0f);
    for (int i = 0; i < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            const TrackGate *gate = track_gate_way(&track->gates[i], way);
            if (!box_overlap(box, overlay_gate_box(gate))) {
                continue;
            }
            bool picked = overlay_is_picked(view, OVERLAY_GATE, i, way);
            bool finish = i == track->gate_count - 1;
            uint32_t color = picked || finish ? COLOR_FINISH : COLOR_GATE;
            cased_line(list, gate->left, gate->right, picked ? 4.0f : 2.5f, color);
            draw_circle(list, gate->left, 4.0f * list->feather, color);
            draw_circle(list, gate->right, 4.0f * list->feather, color);
            vec2s along = gate_forward(gate);
            for (int k = 1; k <= 3; k++) {
                vec2s at = glms_vec2_lerp(gate->left, gate->right, 0.25f * (float)k);
                at = glms_vec2_add(at, glms_vec2_scale(along, 0.8f * ARROW_PX * list->feather));
                arrow_head(list, at, along, 0.6f * ARROW_PX * list->feather, color);
            }
        }
    }
}

static void draw_respawns(DrawList *list, const OverlayView *view) {
    const Track *track = view->race->data->track;
    Box box = overlay_shown(view, 1.0f);
    for (int i = 0; i < track->gate_count; i++) {
        const TrackGate *gate = &track->gates[i];
        if (box_contains(box, gate->respawn)) {
            Rotation turn = rotation_make(trig_wrap(gate->respawn_angle));
            draw_ring(list, gate->respawn, 9.0f * list->feather, 1.5f * list->feather, COLOR_SLOT);
            arrow_head(list, gate->respawn, vec2_make(turn.c, turn.s), 5.0f * list->feather,
                       COLOR_SLOT);
        }
    }
}

static void draw_slots(DrawList *list, const OverlayView *view) {
    const Track *track = view->race->data->track;
    Box box = overlay_shown(view, SLOT_LENGTH);
    for (int i = 0; i < track->slot_count; i++) {
        const TrackSlot *slot = &track->slots[i];
        if (!box_contains(box, slot->position)) {
            continue;
        }
        bool picked = overlay_is_picked(view, OVERLAY_SLOT, i, 0);
        uint32_t color = picked ? COLOR_PICK : COLOR_SLOT;
        Rotation turn = rotation_make(trig_wrap(slot->angle));
        vec2s along = vec2_make(turn.c, turn.s), corners[4];
        shade_quad(slot->position, glms_vec2_scale(along, 0.5f * SLOT_LENGTH),
                   glms_vec2_scale(vec2_left(along), 0.5f * SLOT_WIDTH), corners);
        draw_polyline(list, corners, 4, true, (picked ? 3.0f : 1.5f) * list->feather, color);
        vec2s nose = glms_vec2_add(slot->position, glms_vec2_scale(along, 0.35f * SLOT_LENGTH));
        arrow_head(list, nose, along, 0.5f, color);
    }
}

static void draw_square(DrawList *list, vec2s at, float half, uint32_t color) {
    draw_rect(list, at.x - half, at.y - half, 2.0f * half, 2.0f * half, color);
}

static void draw_points(DrawList *list, const OverlayView *view) {
    const Track *track = view->race->data->track;
    Box box = overlay_shown(view, 1.0f);
    for (int i = 0; i < track->ribbon_count; i++) {
        for (int k = 0; k < track->ribbons[i].point_count; k++) {
            vec2s at = track->ribbons[i].points[k];
            bool picked = overlay_is_picked(view, OVERLAY_RIBBON, i, k);
            float half = (picked ? 7.0f : 4.5f) * list->feather;
            if (box_contains(box, at)) {
                draw_square(list, at, half + list->feather, PALETTE_WITH(PALETTE_INK, 0xC0));
                draw_square(list, at, half, picked ? COLOR_PICK : COLOR_POINT);
            }
        }
    }
}

static void draw_paths(DrawList *list, const OverlayView *view) {
    const Track *track = view->race->data->track;
    for (int i = 0; i < track->mover_count; i++) {
        const MoverPath *path = &track->movers[i].path;
        draw_polyline(list, path->points, path->count, false, 1.5f * list->feather, COLOR_PATH);
    }
}

static void outline_hull(DrawList *list, const Hull *hull, Transform at, float width,
                         uint32_t color) {
    for (int k = 0; k < hull->count; k++) {
        const Shape *shape = &hull->pieces[k];
        vec2s points[SHAPE_POINTS_MAX];
        for (int i = 0; i < shape->count; i++) {
            points[i] = transform_apply(at, shape_point(shape, i));
        }
        if (shape->count == 1) {
            draw_ring(list, points[0], shape->radius, width, color);
        }
        for (int i = 0; i < shape->count && shape->count > 1; i++) {
            if ((hull->outlines[k].exposed >> i & 1u) != 0) {
                draw_line(list, points[i], points[(i + 1) % shape->count], width, color);
            }
        }
    }
}

static void draw_picked_area(DrawList *list, const OverlayView *view) {
    const Track *track = view->race->data->track;
    const OverlayPick *pick = &view->pick;
    float width = 3.0f * list->feather;
    if (pick->kind == OVERLAY_ZONE) {
        const TrackZone *zone = &track->zones[pick->index];
        draw_polyline(list, zone->points, zone->count, true, width, COLOR_PICK);
        for (int i = 0; i < zone->hole_count; i++) {
            draw_polyline(list, zone->holes[i], zone->hole_counts[i], true, width, COLOR_PICK);
        }
    } else if (pick->kind == OVERLAY_SCENERY) {
        const TrackScenery *item = &track->scenery[pick->index];
        if (item->kind == SCENERY_POLYGON || item->kind == SCENERY_LINE) {
            draw_polyline(list, item->points, item->count, item->kind == SCENERY_POLYGON, width,
                          COLOR_PICK);
        } else {
            draw_ring(list, item->points[0], fmaxf(item->radius, 0.5f * item->size), width,
                      COLOR_PICK);
        }
    } else if (pick->kind == OVERLAY_PROP || pick->kind == OVERLAY_MOVER) {
        const Race *race = view->race;
        bool mover = pick->kind == OVERLAY_MOVER;
        int body = mover ? movers_body(race, pick->index) : props_body(race, pick->index);
        int form = mover ? track->movers[pick->index].form : track->props[pick->index].form;
        outline_hull(list, &track->forms[form].hull, body_at(&race_bodies_const(race)[body]), width,
                     COLOR_PICK);
    }
}

/// The way to what is picked, and the car as it would stand here.
static void draw_mouse(DrawList *list, const OverlayView *view) {
    const OverlayPick *pick = &view->pick;
    draw_picked_area(list, view);
    if (pick->kind != OVERLAY_NOTHING && pick->distance > 0.0f) {
        draw_line(list, view->at, pick->nearest, 1.5f * list->feather, COLOR_PICK);
        draw_ring(list, pick->nearest, 5.0f * list->feather, 2.0f * list->feather, COLOR_PICK);
    }
    Transform at = {view->at, rotation_make(trig_wrap(view->heading))};
    uint32_t color = shade_fade(view->wall >= 0 ? PALETTE_BAD : PALETTE_TEXT, 0.75f);
    outline_hull(list, &view->race->data->hulls[view->car], at, 1.5f * list->feather, color);
}

void overlay_world(DrawList *list, const OverlayView *view) {
    ASSERT(list != NULL && view != NULL && view->race != NULL);
    draw_pieces(list, view);
    draw_paths(list, view);
    draw_slots(list, view);
    draw_respawns(list, view);
    draw_line_of_ai(list, view);
    draw_points(list, view);
    draw_gates(list, view);
    if (view->pointed) {
        draw_mouse(list, view);
    }
}
