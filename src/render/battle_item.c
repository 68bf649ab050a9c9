#include "render/battle_item.h"

#include "render/shade.h"

#define TURN 6.2831853f

static void draw_mine(DrawList *list, vec2s at, float size, float strength) {
    enum {
        SPIKES = 8
    };
    for (int i = 0; i < SPIKES; i++) {
        float angle = TURN * ((float)i + 0.5f) / (float)SPIKES;
        vec2s tip = draw_circle_point(at, 0.5f * size, angle);
        draw_line(list, at, tip, 0.13f * size, shade_fade(0x1B1D22FFu, strength));
    }
    draw_circle(list, at, 0.36f * size, shade_fade(0x1B1D22FFu, strength));
    draw_circle(list, at, 0.17f * size, shade_fade(0xFF4A3AFFu, strength));
}

static void draw_oil(DrawList *list, vec2s at, float size, float strength) {
    static const vec2s blobs[] = {{{-0.2f, 0.1f}}, {{0.2f, 0.12f}}, {{0.0f, -0.2f}}};
    uint32_t color = shade_fade(0x15121CFFu, strength);
    for (int i = 0; i < 3; i++) {
        vec2s middle = glms_vec2_muladds(blobs[i], size, at);
        draw_circle(list, middle, 0.29f * size, color);
    }
    draw_circle(list, at, 0.28f * size, color);
    vec2s shine = glms_vec2_muladds(vec2_make(-0.08f, 0.06f), size, at);
    draw_circle(list, shine, 0.12f * size, shade_fade(0x8E7CC3FFu, strength));
}

static void draw_repair(DrawList *list, vec2s at, float size, float strength) {
    uint32_t color = shade_fade(0x3FC06BFFu, strength);
    float reach = 0.44f * size, wide = 0.3f * size;
    draw_line(list, vec2_make(at.x - reach, at.y), vec2_make(at.x + reach, at.y), wide, color);
    draw_line(list, vec2_make(at.x, at.y - reach), vec2_make(at.x, at.y + reach), wide, color);
}

void battle_item_draw(DrawList *list, vec2s at, float size, BattleItem item, float strength) {
    switch (item) {
    case ITEM_MINE:
        draw_mine(list, at, size, strength);
        break;
    case ITEM_OIL:
        draw_oil(list, at, size, strength);
        break;
    case ITEM_REPAIR:
        draw_repair(list, at, size, strength);
        break;
    case ITEM_NONE:
    case ITEM_COUNT:
        break;
    }
}
