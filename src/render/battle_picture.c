#include "render/battle_picture.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "render/shade.h"

#include <math.h>

#define TAIL        7.0f  ///< m of light behind a shell: what it flies in a twentieth of a second.
#define WIDTH       0.42f ///< m
#define WIDTH_LEAST 0.14f ///< m, as it meets the ground.
#define PIXELS      2.5f  ///< A shell is never thinner, where the list says how much a pixel is.
#define SOFT        1.1f  ///< Pixels of the soft edge of a disc, at its corners.
#define CORE        0.45f ///< Share of its width that is white.
#define DROP_FROM   0.75f ///< Share of its range from which it drops and fades.
#define NEAR_VIEW   20.0f ///< m
#define OUT_RADIUS  0.75f ///< x a car's length.
#define TURN        6.2831853f

/// The note of the end of `car`'s shell in the tick between the two; NULL: it goes on.
static const BattleNote *end_of(const Race *now, int car) {
    const BattleState *battle = &now->battle;
    for (uint32_t i = battle_first_note(battle); i < battle->note_count; i++) {
        const BattleNote *note = battle_note_at(battle, i);
        bool ends = note->kind == BATTLE_HIT || note->kind == BATTLE_BURST ||
                    note->kind == BATTLE_MINE_BURST || note->kind == BATTLE_SPENT;
        if (ends && note->car == car && note->tick + 1 == now->tick) {
            return note;
        }
    }
    return NULL;
}

ShellPicture battle_picture_shell(const Race *before, const Race *now, int car, float alpha) {
    ASSERT(before != NULL && now != NULL && car >= 0 && car < now->car_count);
    const Shell *from = &before->battle.cars[car].shell, *to = &now->battle.cars[car].shell;
    const BattleNote *end = from->flies ? end_of(now, car) : NULL;
    const Shell *shell = from->flies ? from : to;
    if (!from->flies && !to->flies) {
        return (ShellPicture){.shown = false};
    }
    bool same = from->flies && to->flies && to->age >= from->age && end == NULL;
    vec2s tip = shell->position;
    float ticks = (float)shell->age;
    if (end != NULL) {
        tip = glms_vec2_lerp(from->position, end->at, alpha);
        ticks += alpha;
    } else if (same) {
        tip = glms_vec2_lerp(from->position, to->position, alpha);
        ticks += alpha * (float)(to->age - from->age);
    }
    // Its light is as long as its way so far, seen from who fired: at the muzzle there is none.
    float tail = fminf(ticks / (float)SHELL_TICKS * SHELL_RANGE, TAIL);
    float left = (1.0f - ticks / (float)SHELL_TICKS) / (1.0f - DROP_FROM);
    float strength = float_clamp(left, 0.0f, 1.0f);
    float speed = fmaxf(glms_vec2_norm(shell->velocity), 1.0f);
    return (ShellPicture){
        .shown = strength > 0.0f,
        .tip = tip,
        .tail = glms_vec2_sub(tip, glms_vec2_scale(shell->velocity, tail / speed)),
        .width = WIDTH_LEAST + (WIDTH - WIDTH_LEAST) * strength,
        .strength = strength,
    };
}

/// A wedge of light from `tail` to `tip`, where it is `width` wide.
static void draw_wedge(DrawList *list, const ShellPicture *shell, float width, uint32_t color) {
    vec2s way = glms_vec2_sub(shell->tip, shell->tail);
    float length = glms_vec2_norm(way);
    if (length < 1e-3f) {
        return;
    }
    vec2s side = vec2_left(glms_vec2_scale(way, 0.5f * width / length));
    uint32_t gone = color & 0xFFFFFF00u;
    vec2s corners[4] = {shell->tail, shell->tail, glms_vec2_sub(shell->tip, side),
                        glms_vec2_add(shell->tip, side)};
    draw_quad_colors(list, corners, (uint32_t[4]){gone, gone, color, color});
}

void battle_picture_shells(DrawList *list, const BattlePicture *picture) {
    ASSERT(list != NULL && picture->before != NULL && picture->now != NULL);
    const Race *now = picture->now;
    Box near = box_grow(picture->seen, NEAR_VIEW);
    for (int i = 0; i < now->car_count && race_is_battle(now); i++) {
        ShellPicture shell = battle_picture_shell(picture->before, now, i, picture->alpha);
        if (!shell.shown || !box_contains(near, shell.tip)) {
            continue;
        }
        float width = fmaxf(shell.width, PIXELS * list->feather);
        float strength = 0.25f + 0.75f * shell.strength;
        uint32_t color = shade_fade(picture->looks[i].color | 0xFFu, strength);
        draw_wedge(list, &shell, 1.6f * width, shade_fade(SHADE_INK, 0.5f * strength));
        draw_wedge(list, &shell, width, color);
        float tail = glms_vec2_distance(shell.tip, shell.tail);
        float back = 0.5f * width + SOFT * list->feather; // with its soft edge it ends at the tip
        if (tail < 2.0f * back) {
            continue; // still in the muzzle
        }
        vec2s head = glms_vec2_lerp(shell.tip, shell.tail, back / tail);
        shade_disc(list, head, 0.5f * width, 8, color);
        shade_disc(list, head, 0.5f * CORE * width, 6, shade_fade(0xFFFFFFFFu, strength));
    }
}

void battle_picture_out(DrawList *list, const Race *now, int car, vec2s at, uint32_t color) {
    enum {
        POINTS = 32
    };
    int left = now->battle.cars[car].out;
    if (!race_is_battle(now) || left == 0) {
        return;
    }
    float radius = OUT_RADIUS * race_racers_const(now)[car].model.params.length;
    float wide = fmaxf(0.28f, PIXELS * list->feather), part = (float)left / (float)BATTLE_OUT_TICKS;
    draw_ring(list, at, radius, 1.8f * wide, shade_fade(SHADE_INK, 0.75f));
    vec2s points[POINTS + 1];
    int count = (int)ceilf(part * (float)POINTS);
    for (int i = 0; i <= count; i++) {
        float share = fminf((float)i / (float)POINTS, part);
        points[i] = draw_circle_point(at, radius, TURN * (0.25f - share));
    }
    draw_polyline(list, points, count + 1, false, wide, color | 0xFFu);
    for (int i = 0; i < 2; i++) {
        float reach = 0.45f * radius, side = i == 0 ? reach : -reach;
        vec2s from = vec2_make(at.x - reach, at.y - side),
              to = vec2_make(at.x + reach, at.y + side);
        draw_line(list, from, to, 1.9f * wide, shade_fade(SHADE_INK, 0.75f));
        draw_line(list, from, to, wide, 0xFF4A3AFFu);
    }
}
