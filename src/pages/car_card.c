#include "pages/car_card.h"

#include "base/assert.h"
#include "geometry/trig.h"
#include "ui/palette.h"

#include <math.h>

// In units.
#define NAME_TALL 50.0f
#define NAME_SIZE 34.0f
#define WORD_SIZE 26.0f
#define BAR_TALL  42.0f
#define BAR_SIZE  24.0f
#define PIC_LEAST 90.0f

void car_card_picture(const Canvas *canvas, Area area, const CarCard *card) {
    ASSERT(canvas != NULL && card != NULL && card->params != NULL);
    CarModel model = car_model_make(card->params);
    Bodywork made = {0};
    const Bodywork *look = card->look;
    if (look == NULL || look->part_count == 0) {
        made = bodywork_make(card->params);
        look = &made;
    }
    vec2s middle;
    float length = car_picture_length(card->params, &middle);
    float reach = hypotf(length, card->params->width) + 0.3f; // at any angle
    float scale = fminf(area.width, area.height) / reach;
    scale = fminf(scale, area.width / (1.1f * length));
    Car still = {0};
    DrawList list = {.feather = 1.0f / scale};
    CarPicture picture = {
        .at = {{{0.0f, 0.0f}}, rotation_make(trig_wrap(card->angle))},
        .model = &model,
        .car = &still,
        .body = look,
        .look = card->paint,
        .scale = 1.0f,
        .alpha = 1.0f,
        .pixel = 1.0f / scale,
    };
    vec2s shift = rotation_apply(picture.at.rotation, middle);
    picture.at.position = vec2_make(-shift.x, -shift.y);
    car_picture_shadow(&list, &picture, vec2_make(0.25f, -0.35f));
    car_picture_draw(&list, canvas->font, &picture);
    draw_list_append(canvas->list, &list,
                     vec2_make(area.x + 0.5f * area.width, area.y + 0.5f * area.height), scale,
                     -scale);
    draw_list_destroy(&list);
}

static void draw_bar(const Canvas *canvas, Area area, float u, const CarBar *bar) {
    float size = BAR_SIZE * u, middle = area.y + 0.5f * area.height, tall = 10.0f * u;
    float label = 0.33f * area.width, value = 0.29f * area.width;
    float base = middle + 0.35f * size;
    canvas_text(canvas, area.x, base, canvas_fitting(canvas, size, label - 8.0f * u, bar->label),
                TEXT_LEFT, PALETTE_QUIET, bar->label);
    canvas_text(canvas, area.x + area.width, base,
                canvas_fitting(canvas, size, value - 8.0f * u, bar->text), TEXT_RIGHT, PALETTE_TEXT,
                bar->text);
    Area line = {area.x + label, middle - 0.5f * tall, area.width - label - value, tall};
    canvas_fill(canvas, line, 0.5f * tall, PALETTE_WITH(PALETTE_TEXT, 0x22));
    line.width = fmaxf(fminf(bar->share, 1.0f) * line.width, tall);
    canvas_fill(canvas, line, 0.5f * tall, PALETTE_ACCENT);
}

void car_card_draw(const Canvas *canvas, Area area, float unit, const CarCard *card) {
    ASSERT(canvas != NULL && card != NULL);
    float u = unit, name = NAME_SIZE * u, word = WORD_SIZE * u;
    if (card->params == NULL || area.height < (PIC_LEAST + NAME_TALL) * u) {
        return;
    }
    float room = area.height - NAME_TALL * u;
    int bars = (int)((room - PIC_LEAST * u) / (BAR_TALL * u));
    bars = bars < CAR_CARD_BARS ? 0 : CAR_CARD_BARS; // all of them or none
    Area picture = {area.x, area.y, area.width, room - BAR_TALL * u * (float)bars};
    car_card_picture(canvas, picture, card);
    float base = picture.y + picture.height + 0.72f * NAME_TALL * u;
    float word_wide = canvas_text_width(canvas, word, card->word);
    name = canvas_fitting(canvas, name, area.width - word_wide - 20.0f * u, card->name);
    canvas_text(canvas, area.x, base, name, TEXT_LEFT, PALETTE_TEXT, card->name);
    canvas_text(canvas, area.x + area.width, base, word, TEXT_RIGHT, PALETTE_ACCENT, card->word);
    for (int i = 0; i < bars; i++) {
        Area bar = {area.x, picture.y + picture.height + (NAME_TALL + BAR_TALL * (float)i) * u,
                    area.width, BAR_TALL * u};
        draw_bar(canvas, bar, u, &card->bars[i]);
    }
}
