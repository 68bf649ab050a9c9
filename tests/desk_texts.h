/// What the game before a desk says in letters.
#pragma once

#include "base/file.h"
#include "platform/font_path.h"
#include "screens/strip.h"

#include "desk.h"
#include "texts.h"

static inline Font load_font(void) {
    static const char *const families[] = {"Inter", "DejaVu Sans", "Liberation Sans", "Noto Sans"};
    char path[PATH_LIMIT];
    FileBytes bytes;
    MessageList messages = {0};
    Font font;
    assert_true(font_path_find(families, 4, true, path, sizeof path));
    assert_true(file_read(path, 64 * 1024 * 1024, &bytes, &messages));
    assert_true(font_make((const uint8_t *)bytes.data, bytes.size, &font, &messages));
    file_bytes_free(&bytes);
    return font;
}

/// How often the screen says `text`.
static inline int count_texts(const Desk *desk, const char *text) {
    Font font = load_font();
    DrawList list = {0};
    CanvasTexts *texts = calloc(1, sizeof *texts);
    assert_non_null(texts);
    Canvas canvas = {.list = &list,
                     .font = &font,
                     .width = DESK_WIDTH,
                     .height = DESK_HEIGHT,
                     .unit = game_unit(&desk->game, DESK_WIDTH, DESK_HEIGHT),
                     .texts = texts};
    strip_draw(&desk->game, &canvas);
    int count = 0;
    for (int i = 0; i < texts->count; i++) {
        count += strcmp(texts->texts[i], text) == 0;
    }
    free(texts);
    draw_list_destroy(&list);
    font_destroy(&font);
    return count;
}
