#include "lab_window/lab_text.h"

#include "lab_window/lab_step.h"
#include "ui/prompts.h"
#include "ui/text_lines.h"

#include <stdio.h>
#include <string.h>

#define LINE       1.32f ///< Of the size of letters.
#define HINT_GAP   1.1f  ///< Likewise: between two hints.
#define HINT_LINE  1.55f
#define HINT       17.0f ///< Units.
#define HINT_LEAST 4.0f  ///< px

/// Where the sentence ends that `text` begins with: behind its dot, or at the end of all.
static size_t sentence_end(const char *text) {
    const char *end = strstr(text, ". ");
    return end ? (size_t)(end - text) + 1 : strlen(text);
}

float lab_text_height(const Canvas *canvas, float width, float size, const char *text) {
    float height = 0.0f;
    while (*text != '\0') {
        char sentence[TEXT_LINE_BYTES];
        size_t length = sentence_end(text);
        snprintf(sentence, sizeof sentence, "%.*s", (int)length, text);
        height +=
            (float)text_lines_break(canvas->font, sentence, width / size, TEXT_LINES_MAX).count *
            LINE * size;
        text += length;
        text += *text == ' ';
    }
    return height;
}

float lab_text_draw(const Canvas *canvas, Area area, float size, uint32_t color, const char *text) {
    float y = area.y, line_px = LINE * size;
    while (*text != '\0') {
        char sentence[TEXT_LINE_BYTES];
        size_t length = sentence_end(text);
        snprintf(sentence, sizeof sentence, "%.*s", (int)length, text);
        TextLines lines =
            text_lines_break(canvas->font, sentence, area.width / size, TEXT_LINES_MAX);
        if (y + (float)lines.count * line_px > area.y + area.height + 0.5f) {
            break;
        }
        for (int i = 0; i < lines.count; i++) {
            canvas_text(canvas, area.x, y + size, size, TEXT_LEFT, color, lines.text[i]);
            y += line_px;
        }
        text += length;
        text += *text == ' ';
    }
    return y - area.y;
}

/// A key with its words, from `x` on; only measured where `draws` is false. Returns its width.
static float hint(const Canvas *canvas, float x, float middle, float size, const LabColors *colors,
                  const LabKeyRow *row, bool draws) {
    float begin = x;
    if (row->ctrl) {
        const char *ctrl = "Ctrl";
        if (draws) {
            prompt_key_draw(canvas, x, middle, size, ctrl);
        }
        x += prompt_key_width(canvas, size, ctrl) + 0.15f * size;
    }
    for (int i = 0; i < lab_key_count(row); i++) {
        const char *label = window_key_name(row->keys[i]);
        float wide = prompt_key_width(canvas, size, label);
        if (draws) {
            prompt_key_draw(canvas, x, middle, size, label);
        }
        x += wide + 0.15f * size;
    }
    x += 0.2f * size;
    if (draws) {
        canvas_text(canvas, x, middle + 0.35f * size, size, TEXT_LEFT, colors->text, row->label);
    }
    return x + canvas_text_width(canvas, size, row->label) - begin;
}

/// Whether large letters leave room for a few keys only.
static bool tells_few(const LabDesk *desk) {
    return desk->presents && lab_step_moment(desk) == LAB_WHEN_DESK;
}

/// Whether a key is told of now. `more`: tables or charts are left.
static bool is_told(const LabDesk *desk, bool more, LabKey key) {
    LabMoment moment = lab_step_moment(desk);
    if (lab_key_rows[key].moment != moment || (key == LAB_KEY_REVEAL && !desk->guess.on)) {
        return false;
    }
    return !tells_few(desk) || key == LAB_KEY_SCENE || key == LAB_KEY_PAGE ||
           (more ? key == LAB_KEY_ROW : key == LAB_KEY_PREDICT) || key == LAB_KEY_REVEAL ||
           key == LAB_KEY_PRESENT;
}

/// How it is told: in a few words where large letters leave no room for more.
static LabKeyRow telling(const LabDesk *desk, LabKey key) {
    LabKeyRow row = lab_key_rows[key];
    if (!tells_few(desk)) {
        return row;
    }
    static const char *const next[LAB_PAGE_COUNT] = {[LAB_PAGE_ROWS] = "tables",
                                                     [LAB_PAGE_SHEET] = "working",
                                                     [LAB_PAGE_WORKING] = "about",
                                                     [LAB_PAGE_ABOUT] = "rows"};
    if (key == LAB_KEY_SCENE) {
        row = (LabKeyRow){row.moment, row.ctrl, {KEY_PAGE_DOWN}, "next scene"};
    } else if (key == LAB_KEY_PAGE) {
        row.label = next[desk->page];
    } else if (key == LAB_KEY_ROW) {
        row = (LabKeyRow){row.moment, row.ctrl, {KEY_DOWN}, "more"};
    } else if (key == LAB_KEY_PRESENT) {
        row.label = "normal view";
    }
    return row;
}

/// The keys one after the other into `area`, in lines; only measured where `draws` is false.
/// Returns the height that they take.
static float hints(const Canvas *canvas, Area area, float size, const LabColors *colors,
                   const LabDesk *desk, bool more, bool draws) {
    static const LabKeyRow sheet = {LAB_WHEN_DESK, false, {KEY_F1}, "all keys"};
    float x = area.x, y = area.y + 0.5f * HINT_LINE * size;
    for (int i = -1; i < (int)LAB_KEY_COUNT; i++) {
        if (i >= 0 && !is_told(desk, more, (LabKey)i)) {
            continue;
        }
        LabKeyRow row = i < 0 ? sheet : telling(desk, (LabKey)i);
        float wide = hint(canvas, x, y, size, colors, &row, false);
        if (x > area.x && x + wide > area.x + area.width) {
            x = area.x;
            y += HINT_LINE * size;
        }
        if (draws) {
            hint(canvas, x, y, size, colors, &row, true);
        }
        x += wide + HINT_GAP * size;
    }
    return y + 0.5f * HINT_LINE * size - area.y;
}

void lab_hints_draw(const Canvas *canvas, Area area, const LabColors *colors, const LabDesk *desk,
                    bool more) {
    float size = tells_few(desk) ? area.height / LINE : HINT * canvas->unit;
    while (hints(canvas, area, size, colors, desk, more, false) > area.height + 0.25f * size &&
           size > HINT_LEAST) {
        size *= 0.95f;
    }
    hints(canvas, area, size, colors, desk, more, true);
}
