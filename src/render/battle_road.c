#include "render/battle_road.h"

#include "base/scalar.h"
#include "battle/crates.h"
#include "render/battle_item.h"
#include "render/shade.h"

#include <math.h>

#define CRATE_HALF  0.62f       ///< m
#define CRATE_EDGE  0.14f       ///< m
#define CRATE_SIGN  0.86f       ///< m
#define MINE_SIGN   1.0f        ///< m: larger than what it touches, so that it is seen at speed.
#define OIL_FADES   480         ///< Ticks before its end from which it fades.
#define OIL_GROUND  0xF2E6C9FFu ///< That of its crates: the sign on it is the same.
#define NEAR_VIEW   4.0f        ///< m
#define SIGN_PIXELS 14.0f       ///< Signs are never smaller.

enum {
    OIL_SHEENS = 3
};

static const uint32_t oil_sheen[OIL_SHEENS] = {0xC9B8F0FFu, 0x6FC7C8D0u, 0xD79FCBC0u};

static void draw_square(DrawList *list, vec2s at, float half, uint32_t color) {
    vec2s corners[4] = {vec2_make(at.x - half, at.y - half), vec2_make(at.x + half, at.y - half),
                        vec2_make(at.x + half, at.y + half), vec2_make(at.x - half, at.y + half)};
    draw_quad(list, corners, color);
}

static void draw_crate(DrawList *list, vec2s at, BattleItem item) {
    float scale = fmaxf(1.0f, SIGN_PIXELS * list->feather / CRATE_SIGN);
    vec2s shadow = glms_vec2_add(at, vec2_make(0.15f * scale, -0.15f * scale));
    draw_square(list, shadow, CRATE_HALF * scale, shade_fade(SHADE_INK, 0.35f));
    draw_square(list, at, CRATE_HALF * scale, 0x8A5A2BFFu);
    draw_square(list, at, (CRATE_HALF - CRATE_EDGE) * scale, 0xF2E6C9FFu);
    battle_item_draw(list, at, CRATE_SIGN * scale, item, 1.0f);
}

static void draw_hazard(DrawList *list, const BattlePicture *picture, const Hazard *hazard) {
    if (hazard->item == ITEM_OIL) {
        float left = (float)(OIL_TICKS - hazard->age) / (float)OIL_FADES;
        float strength = 0.85f * float_clamp(left, 0.0f, 1.0f);
        float wide = fmaxf(0.14f, 2.0f * list->feather);
        draw_circle(list, hazard->position, OIL_RADIUS, shade_fade(OIL_GROUND, 0.5f * strength));
        for (int i = 0; i < OIL_SHEENS; i++) { // as oil on water: it is seen on dark roads too
            draw_ring(list, hazard->position, (0.95f - 0.14f * (float)i) * OIL_RADIUS, wide,
                      shade_fade(oil_sheen[i], strength));
        }
        battle_item_draw(list, hazard->position, 1.3f * OIL_RADIUS, ITEM_OIL, strength);
        return;
    }
    float size = fmaxf(MINE_SIGN, SIGN_PIXELS * list->feather);
    bool armed = hazard->age >= MINE_ARM_TICKS;
    draw_ring(list, hazard->position, 0.62f * size, 0.14f * size,
              picture->looks[hazard->owner].color | 0xFFu);
    battle_item_draw(list, hazard->position, size, ITEM_MINE, armed ? 1.0f : 0.45f);
}

void battle_road_draw(DrawList *list, const BattlePicture *picture) {
    const Race *race = picture->now;
    if (!race_is_battle(race)) {
        return;
    }
    Box near = box_grow(picture->seen, NEAR_VIEW);
    const BattleState *battle = &race->battle;
    for (int i = 0; i < BATTLE_HAZARDS_MAX; i++) {
        const Hazard *hazard = &battle->hazards[i];
        if (hazard->item != ITEM_NONE && box_contains(near, hazard->position)) {
            draw_hazard(list, picture, hazard);
        }
    }
    for (int i = 0; i < battle->crate_count; i++) {
        if (battle->crates[i].away == 0 && box_contains(near, race->data->crates[i])) {
            draw_crate(list, race->data->crates[i],
                       crate_item(race->seed, i, battle->crates[i].taken));
        }
    }
}
