/// The picture of the panel of the broad phase (lab/broad.h).
#include "lab_world/broad.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

// px: the table of the ways to find pairs, the chart of sorted boxes, the table of b's boxes.
#define LEFT        548.0f
#define NUMBER_AT   752.0f
#define BARS_LEFT   766.0f
#define BARS_RIGHT  936.0f
#define ROW_HEIGHT  21.0f
#define CHART_TOP   340.0f
#define CHART_LOW   190.0f
#define WAYS_TOP    152.0f
#define MIDDLE_GREY 0xA9AEB2FFu

enum {
    NAMED_MAX = 44 ///< Shapes up to which each of the crowd gets its number.
};

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

static void put_count(Sheet *sheet, float x, float y, uint32_t color, int count) {
    Digits d = {0};
    put(sheet, x, y, MARK_RIGHT, color, digits_of(&d, count, 0));
}

static vec2s middle_of(Box box) { return glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f); }

// ---------------------------------------------------------------- the map

static Box shown_box(const Broad *broad) {
    Box box = broad->things[0].box;
    for (int i = 1; i < broad->count; i++) {
        box = box_union(box, broad->things[i].box);
    }
    return broad->has_muzzle ? box_union(box, broad->muzzle.box) : box;
}

/// The cells that the line from the muzzle crosses.
static void draw_walked(Sheet *sheet, const Broad *broad, Box shown) {
    for (int row = 0; row < broad->rows && broad->has_muzzle; row++) {
        for (int column = 0; column < broad->columns; column++) {
            vec2s low = vec2_make(broad->low.x + broad->cell * (float)column,
                                  broad->low.y + broad->cell * (float)row);
            Box cell = {vec2_make(fmaxf(low.x, shown.low.x), fmaxf(low.y, shown.low.y)),
                        vec2_make(fminf(low.x + broad->cell, shown.high.x),
                                  fminf(low.y + broad->cell, shown.high.y))};
            if (broad_line_crosses(broad, column, row)) {
                sheet_box(sheet, cell, (Paint){.fill = SHEET_YELLOW});
            }
        }
    }
}

/// The borders of the cells, as far as `shown` reaches.
static void draw_cells(Sheet *sheet, const Broad *broad, Box shown) {
    for (int i = 0; i <= broad->columns; i++) {
        float x = broad->low.x + broad->cell * (float)i;
        if (x >= shown.low.x && x <= shown.high.x) {
            sheet_line(sheet, vec2_make(x, shown.low.y), vec2_make(x, shown.high.y), 1.5f,
                       SHEET_HAIR);
        }
    }
    for (int i = 0; i <= broad->rows; i++) {
        float y = broad->low.y + broad->cell * (float)i;
        if (y >= shown.low.y && y <= shown.high.y) {
            sheet_line(sheet, vec2_make(shown.low.x, y), vec2_make(shown.high.x, y), 1.5f,
                       SHEET_HAIR);
        }
    }
}

static void draw_crowd(Sheet *sheet, const Broad *broad) {
    for (int i = SCENE_SHAPES; i < broad->count; i++) {
        const BroadThing *thing = &broad->things[i];
        bool passed = broad->has_muzzle && broad->muzzle.has[i] && !broad->tick.has[i];
        sheet_shape(sheet, &thing->crowd, thing->at,
                    (Paint){SHEET_GREY_FILL, passed ? SHEET_PURPLE : SHEET_FAINT, 1.0f, false});
        sheet_box(sheet, thing->box,
                  (Paint){.line = passed ? SHEET_PURPLE : MIDDLE_GREY, .width = 0.75f});
    }
}

static void draw_names(Sheet *sheet, const Broad *broad) {
    for (int i = SCENE_SHAPES; i < broad->count && broad->count <= NAMED_MAX; i++) {
        char name[BROAD_NAME_MAX];
        broad_name(i, name);
        vec2s at = middle_of(broad->things[i].box);
        at.y -= 4.0f / sheet->scale;
        sheet_text(sheet, at, 11.0f, MARK_MIDDLE, SHEET_INK, name);
    }
}

static void draw_pairs(Sheet *sheet, const Broad *broad) {
    for (int i = 0; i < broad->pair_count; i++) {
        const BroadPair *pair = &broad->pairs[i];
        vec2s a = middle_of(broad->things[pair->first].box);
        vec2s b = middle_of(broad->things[pair->second].box);
        sheet_line(sheet, a, b, pair->touches ? 2.5f : 1.5f,
                   pair->touches ? SHEET_VERMILION : SHEET_INK);
        if (!pair->same_cell) {
            sheet_cross(sheet, glms_vec2_scale(glms_vec2_add(a, b), 0.5f), 4.0f, 2.0f,
                        SHEET_PURPLE);
        }
    }
}

static void draw_ways(Sheet *sheet, const Broad *broad) {
    if (broad->has_muzzle) {
        vec2s muzzle = broad->muzzle.from;
        sheet_box(sheet, broad->muzzle.box, style_wrong);
        sheet_dashes(sheet, muzzle, broad->things[1].at.position, 1.5f, SHEET_PURPLE);
        sheet_dot(sheet, muzzle, 4.0f, SHEET_PURPLE);
        if (broad->line.hit) {
            sheet_line(sheet, muzzle, broad->line.end, 2.0f, SHEET_VERMILION);
            sheet_dot(sheet, broad->line.end, 4.0f, SHEET_VERMILION);
        }
    }
    if (glms_vec2_norm2(broad->things[1].move) > 0.0f) {
        sheet_arrow(sheet, broad->tick.from, broad->things[1].at.position, 2.0f, SHEET_GREEN);
    }
    for (int i = 0; i < SCENE_SHAPES; i++) {
        sheet_box(sheet, broad->things[i].box, (Paint){.line = style_color(i), .width = 1.5f});
    }
}

static void draw_map(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                     const Broad *broad) {
    Box shown = box_grow(shown_box(broad), 1.0f);
    sheet_fit_scene(sheet, shown, vec2_make(STYLE_LEFT, STYLE_BOTTOM),
                    vec2_make(STYLE_MIDDLE - 16.0f, STYLE_TOP), 60.0f);
    draw_walked(sheet, broad, shown);
    draw_cells(sheet, broad, shown);
    draw_crowd(sheet, broad);
    for (int i = SCENE_SHAPES - 1; i >= 0; i--) {
        sheet_solid(sheet, &solids[i], solids[i].at, style_of(scene, i));
    }
    draw_ways(sheet, broad);
    draw_pairs(sheet, broad);
    draw_names(sheet, broad);
    style_letter(sheet, &solids[0], 0);
    style_letter(sheet, &solids[1], 1);
}

// ---------------------------------------------------------------- how many comparisons

static void draw_row(Sheet *sheet, const Broad *broad, int row, const char *name, int compared,
                     uint32_t color, uint32_t fill) {
    float y = STYLE_TOP - 24.0f - ROW_HEIGHT * (float)row;
    put(sheet, LEFT, y, MARK_LEFT, color, name);
    put_count(sheet, NUMBER_AT, y, color, compared);
    Box bar = {vec2_make(BARS_LEFT, y - 2.0f), vec2_make(BARS_RIGHT, y + 11.0f)};
    sheet_box(sheet, bar, (Paint){.fill = 0xEDECE6FFu});
    bar.high.x =
        BARS_LEFT + (BARS_RIGHT - BARS_LEFT) * fminf((float)compared / (float)broad->all, 1.0f);
    sheet_box(sheet, bar, (Paint){.fill = fill});
}

static void draw_table(Sheet *sheet, const Broad *broad) {
    put(sheet, LEFT, STYLE_TOP, MARK_LEFT, SHEET_FAINT, "boxes compared");
    put(sheet, BARS_RIGHT, STYLE_TOP, MARK_RIGHT, SHEET_FAINT, "of all pairs");
    const uint32_t blue = 0x8FC0E0FFu;
    draw_row(sheet, broad, 0, "each with each", broad->all, SHEET_INK, blue);
    draw_row(sheet, broad, 1, "sorted along x", broad->sorted[0], SHEET_INK, blue);
    draw_row(sheet, broad, 2, "sorted along y", broad->sorted[1], SHEET_INK, blue);
    draw_row(sheet, broad, 3, "that share a cell", broad->shared, SHEET_INK, blue);
    draw_row(sheet, broad, 4, "middles in one cell", broad->centred, SHEET_PURPLE, 0xD9A9C6FFu);
    draw_row(sheet, broad, 5, "left: boxes overlap", broad->pair_count, SHEET_VERMILION,
             0xF2B795FFu);
}

// ---------------------------------------------------------------- the boxes in order

static void draw_chart(Sheet *sheet, const Broad *broad, int axis) {
    const uint16_t *order = broad->order[axis];
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < broad->count; i++) {
        Box box = broad->things[i].box;
        low = fminf(low, axis == 0 ? box.low.x : box.low.y);
        high = fmaxf(high, axis == 0 ? box.high.x : box.high.y);
    }
    float scale = (STYLE_RIGHT - LEFT) / (high - low);
    float height = fminf((CHART_TOP - CHART_LOW) / (float)broad->count, 10.0f);
    for (int i = 0; i < broad->count; i++) {
        Box box = broad->things[order[i]].box;
        float from = LEFT + scale * ((axis == 0 ? box.low.x : box.low.y) - low);
        float to = LEFT + scale * ((axis == 0 ? box.high.x : box.high.y) - low);
        float y = CHART_TOP - height * ((float)i + 0.5f);
        sheet_bar(sheet, vec2_make(from, y), vec2_make(fmaxf(to, from + 1.0f), y),
                  fmaxf(height - 1.0f, 1.0f),
                  order[i] < SCENE_SHAPES ? style_color(order[i]) : MIDDLE_GREY);
    }
    char text[64];
    snprintf(text, sizeof text, "boxes in order of where they begin along %s",
             axis == 0 ? "x" : "y");
    put(sheet, LEFT, CHART_TOP + 8.0f, MARK_LEFT, SHEET_FAINT, text);
}

// ---------------------------------------------------------------- the boxes of b

static const float columns[] = {716.0f, 796.0f, 872.0f, 936.0f};

static void draw_way(Sheet *sheet, const BroadWay *way, float y, uint32_t color, const char *name) {
    put(sheet, LEFT, y, MARK_LEFT, color, name);
    const int counts[] = {way->cells, way->compared, way->gathered, way->hits};
    static const char *const heads[] = {"cells", "compared", "overlap", "met"};
    for (int i = 0; i < 4; i++) {
        put(sheet, columns[i], WAYS_TOP, MARK_RIGHT, SHEET_FAINT, heads[i]);
        put_count(sheet, columns[i], y, color, counts[i]);
    }
}

/// The line from the muzzle, which ends at the first box that it meets.
static void draw_line(Sheet *sheet, const BroadLine *line, float y) {
    put(sheet, LEFT, y, MARK_LEFT, SHEET_VERMILION, "line, cell by cell");
    put_count(sheet, columns[0], y, SHEET_VERMILION, line->cells);
    put_count(sheet, columns[1], y, SHEET_VERMILION, line->compared);
    put(sheet, columns[3], y, MARK_RIGHT, SHEET_VERMILION,
        line->hit ? "first: the dot" : "meets no box");
}

static void draw_way_table(Sheet *sheet, const Broad *broad) {
    put(sheet, LEFT, WAYS_TOP, MARK_LEFT, SHEET_FAINT, "box around b's way");
    draw_way(sheet, &broad->tick, WAYS_TOP - 20.0f, SHEET_GREEN, "in this tick");
    if (broad->has_muzzle) {
        draw_way(sheet, &broad->muzzle, WAYS_TOP - 40.0f, SHEET_PURPLE, "from the muzzle");
        draw_line(sheet, &broad->line, WAYS_TOP - 60.0f);
    }
}

static void draw_sentences(Sheet *sheet, const Broad *broad) {
    style_sentence(sheet, 0, SHEET_VERMILION,
                   "Pairs: %d. Their boxes overlap: %d, which are left to test. They touch: %d.",
                   broad->all, broad->pair_count, broad->touch_count);
    int line = 1;
    if (broad->missed > 0) {
        style_sentence(sheet, line++, SHEET_PURPLE,
                       "By the cells of their middles alone, pairs are missed (crosses): %d. "
                       "Of these touch: %d.",
                       broad->missed, broad->lost);
    }
    int worse = broad->sorted[0] >= broad->sorted[1] ? 0 : 1;
    if (broad->has_muzzle) {
        style_sentence(sheet, line, SHEET_PURPLE,
                       "The box from the muzzle overlaps those of %d shapes, that of this tick %d.",
                       broad->muzzle.gathered, broad->tick.gathered);
    } else if (broad->sorted[worse] > 4 * broad->sorted[1 - worse]) {
        style_sentence(sheet, line, SHEET_INK,
                       "Along %s nearly every box begins before the others end: sorting along it "
                       "saves little.",
                       worse == 0 ? "x" : "y");
    }
}

void broad_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Broad broad = broad_make(scene, solids);
    draw_map(sheet, scene, solids, &broad);
    sheet_figure(sheet);
    draw_table(sheet, &broad);
    sheet_figure(sheet);
    draw_chart(sheet, &broad, scene->options.chart);
    sheet_figure(sheet);
    draw_way_table(sheet, &broad);
    draw_sentences(sheet, &broad);
}
