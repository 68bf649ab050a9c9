#include "ui/medal_disc.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/palette.h"

const uint32_t medal_disc_colors[MEDAL_DISC_COUNT] = {PALETTE_GOOD, 0xF5CB45FFu, 0xC9D1DBFFu,
                                                      0xD08A52FFu, 0xCC79A7FFu};

char medal_disc_initial(int disc) {
    ASSERT(disc >= 0 && disc < MEDAL_DISC_COUNT);
    return disc == MEDAL_DISC_CHAMPION ? 'C' : (char)(medal_names[disc][0] - 'a' + 'A');
}

void medal_disc_draw(const Canvas *canvas, float x, float y, float radius, int disc) {
    char initial[2] = {medal_disc_initial(disc), '\0'};
    draw_circle(canvas->list, vec2_make(x, y), radius, medal_disc_colors[disc]);
    canvas_text(canvas, x, y + 0.45f * radius, 1.3f * radius, TEXT_CENTER, PALETTE_INK, initial);
}
