#include "ui/prompts.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/palette.h"

#include <math.h>

// Sizes of glyphs, in ems of the text beside them.
#define KEY_TALL   1.45f
#define KEY_PAD    0.40f
#define KEY_LETTER 0.86f
#define GLYPH_GAP  0.18f // between the keys of one prompt
#define TEXT_GAP   0.45f
#define PROMPT_GAP 1.30f

/// An arrow is the side that it points to: x right, y down; a glyph without one shows its letters.
typedef struct Glyph {
    signed char x, y;
    const char *letters;
} Glyph;

enum {
    GLYPHS_MAX = 4
};

/// The keys of a prompt: those that everybody tries first.
static const Glyph key_glyphs[PROMPT_COUNT][GLYPHS_MAX] = {
    [PROMPT_MOVE] = {{.y = -1}, {.y = 1}},
    [PROMPT_CHANGE] = {{.x = -1}, {.x = 1}},
    [PROMPT_PICK] = {{.x = -1}, {.x = 1}, {.y = -1}, {.y = 1}},
    [PROMPT_ACCEPT] = {{.letters = "Enter"}},
    [PROMPT_BACK] = {{.letters = "Esc"}},
    [PROMPT_MENU] = {{.letters = "Tab"}},
    [PROMPT_SHOULDER] = {{.letters = "PgUp"}, {.letters = "PgDn"}},
    [PROMPT_SHEET] = {{.letters = "F1"}},
    [PROMPT_GIVE_UP] = {{.letters = "Esc"}},
};

/// The button of a gamepad: a disc with its letter. NULL: the cross of directions.
static const char *const pad_letters[PROMPT_COUNT] = {[PROMPT_ACCEPT] = "A",
                                                      [PROMPT_BACK] = "B",
                                                      [PROMPT_MENU] = "View",
                                                      [PROMPT_SHOULDER] = "LB RB",
                                                      [PROMPT_GIVE_UP] = "Start"};

static bool is_glyph(const Glyph *glyph) { return glyph->x || glyph->y || glyph->letters; }

static float key_width(const Canvas *canvas, float size, const Glyph *glyph) {
    if (!glyph->letters) {
        return KEY_TALL * size;
    }
    float letters = canvas_text_width(canvas, KEY_LETTER * size, glyph->letters);
    return fmaxf(letters + 2.0f * KEY_PAD * size, KEY_TALL * size);
}

static void draw_arrow(DrawList *list, vec2s middle, vec2s way, float size, uint32_t color) {
    vec2s side = vec2_left(way);
    vec2s points[3] = {glms_vec2_add(middle, glms_vec2_scale(way, size)),
                       glms_vec2_add(middle, glms_vec2_sub(glms_vec2_scale(side, size),
                                                           glms_vec2_scale(way, 0.7f * size))),
                       glms_vec2_sub(middle, glms_vec2_add(glms_vec2_scale(side, size),
                                                           glms_vec2_scale(way, 0.7f * size)))};
    draw_convex(list, points, 3, color);
}

static void draw_key(const Canvas *canvas, Area area, float size, const Glyph *glyph) {
    DrawList *list = canvas->list;
    float rim = 0.09f * size, radius = 0.28f * size;
    canvas_fill(canvas, area, radius, PALETTE_MUTED);
    Area top = {area.x + rim, area.y + rim, area.width - 2.0f * rim,
                area.height - 2.6f * rim}; // the lower rim is the key's front
    canvas_fill(canvas, top, radius - rim, PALETTE_INK);
    vec2s middle = vec2_make(top.x + 0.5f * top.width, top.y + 0.5f * top.height);
    if (glyph->letters) {
        float letters = KEY_LETTER * size;
        canvas_text(canvas, middle.x, middle.y + 0.35f * letters, letters, TEXT_CENTER,
                    PALETTE_TEXT, glyph->letters);
    } else {
        draw_arrow(list, middle, vec2_make((float)glyph->x, (float)glyph->y), 0.30f * size,
                   PALETTE_TEXT);
    }
}

/// The cross of a gamepad; the arms that count are bright.
static void draw_cross(const Canvas *canvas, Area area, Prompt prompt) {
    float arm = area.height / 3.0f;
    for (int i = 0; i < 2; i++) {
        Area bar = i == 0 ? (Area){area.x, area.y + arm, 3.0f * arm, arm}
                          : (Area){area.x + arm, area.y, arm, 3.0f * arm};
        canvas_fill(canvas, bar, 0.25f * arm, 0x59616EFFu);
    }
    for (int way = 0; way < 4; way++) {
        bool sideways = way < 2;
        if ((sideways && prompt == PROMPT_MOVE) || (!sideways && prompt == PROMPT_CHANGE)) {
            continue;
        }
        float sign = way % 2 == 0 ? -1.0f : 1.0f;
        vec2s to = sideways ? vec2_make(sign, 0.0f) : vec2_make(0.0f, sign);
        vec2s middle = vec2_make(area.x + 1.5f * arm, area.y + 1.5f * arm);
        draw_arrow(canvas->list, glms_vec2_add(middle, glms_vec2_scale(to, 0.98f * arm)), to,
                   0.36f * arm, PALETTE_TEXT);
    }
}

static void draw_button(const Canvas *canvas, Area area, float size, Prompt prompt) {
    static const uint32_t colors[PROMPT_COUNT] = {
        [PROMPT_ACCEPT] = PALETTE_GOOD, [PROMPT_BACK] = PALETTE_BAD};
    const char *letters = pad_letters[prompt];
    uint32_t color = colors[prompt] ? colors[prompt] : PALETTE_MUTED;
    float rim = 0.09f * size, letter = KEY_LETTER * size;
    canvas_fill(canvas, area, 0.5f * area.height, color);
    Area face = {area.x + rim, area.y + rim, area.width - 2.0f * rim, area.height - 2.0f * rim};
    canvas_fill(canvas, face, 0.5f * face.height, PALETTE_INK);
    canvas_text(canvas, area.x + 0.5f * area.width, area.y + 0.5f * area.height + 0.35f * letter,
                letter, TEXT_CENTER, PALETTE_TEXT, letters);
}

/// Draws one prompt, or only measures it. Returns its width.
static float prompt_draw(const Canvas *canvas, float x, float middle, float size,
                         PromptDevice device, const PromptText *prompt, bool draws) {
    float tall = KEY_TALL * size, left = x;
    const Glyph *glyphs = key_glyphs[prompt->prompt];
    bool pad = device == PROMPT_PAD && prompt->prompt != PROMPT_SHEET;
    if (pad) {
        Glyph button = {.letters = pad_letters[prompt->prompt]};
        Area area = {x, middle - 0.5f * tall, key_width(canvas, size, &button), tall};
        if (draws && button.letters) {
            draw_button(canvas, area, size, prompt->prompt);
        } else if (draws) {
            draw_cross(canvas, area, prompt->prompt);
        }
        x += area.width + GLYPH_GAP * size;
    }
    for (int i = 0; !pad && i < GLYPHS_MAX && is_glyph(&glyphs[i]); i++) {
        Area area = {x, middle - 0.5f * tall, key_width(canvas, size, &glyphs[i]), tall};
        if (draws) {
            draw_key(canvas, area, size, &glyphs[i]);
        }
        x += area.width + GLYPH_GAP * size;
    }
    x += (TEXT_GAP - GLYPH_GAP) * size;
    if (draws) {
        canvas_text(canvas, x, middle + 0.35f * size, size, TEXT_LEFT, PALETTE_QUIET, prompt->text);
    }
    return x + canvas_text_width(canvas, size, prompt->text) - left;
}

void prompts_draw(const Canvas *canvas, float x, float middle, float size, float room,
                  PromptDevice device, const PromptText *prompts, int count) {
    ASSERT(canvas != NULL && (prompts != NULL || count == 0));
    float ems = -PROMPT_GAP;
    for (int i = 0; i < count; i++) {
        ems += PROMPT_GAP + prompt_draw(canvas, 0.0f, 0.0f, 1.0f, device, &prompts[i], false);
    }
    size = fminf(size, room / fmaxf(ems, 1.0f));
    for (int i = 0; i < count; i++) {
        x += prompt_draw(canvas, x, middle, size, device, &prompts[i], true) + PROMPT_GAP * size;
    }
}

float prompt_key_width(const Canvas *canvas, float size, const char *label) {
    return key_width(canvas, size, &(Glyph){.letters = label});
}

void prompt_key_draw(const Canvas *canvas, float x, float middle, float size, const char *label) {
    Glyph glyph = {.letters = label};
    Area area = {x, middle - 0.5f * KEY_TALL * size, key_width(canvas, size, &glyph),
                 KEY_TALL * size};
    draw_key(canvas, area, size, &glyph);
}
