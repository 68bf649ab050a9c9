/// The picture of the panel of crossing lines (lab/crossings.h).
#include "lab/crossings.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

#define FAR_OFF \
    0.01f ///< m: a crossing that is farther from its place is drawn where slopes put it.

enum {
    ROWS_MAX = 12, ///< Of the table; of more edges the first.
};

// px: the columns of the table.
#define SLOPE_AT 640.0f
#define PLACE_AT 730.0f
#define FOUND_AT 770.0f
#define PATH_AT  836.0f
#define EDGE_AT  896.0f
#define HIT_AT   936.0f

// ---------------------------------------------------------------- the shapes

static Box shown_box(const Crossings *crossings, const Solid solids[SCENE_SHAPES]) {
    Box box = solid_bounds(&solids[1], solids[1].at);
    box = box_add(box_add(box, crossings->from), crossings->to);
    if (crossings->has_muzzle) {
        box = box_add(box, crossings->muzzle);
    }
    return box;
}

/// Draws the line on which the edge lies a little beyond its ends.
static void draw_beyond(Sheet *sheet, vec2s from, vec2s to, float reach) {
    vec2s along = glms_vec2_sub(to, from);
    float length = sqrtf(glms_vec2_norm2(along));
    along = glms_vec2_scale(along, reach / fmaxf(length, 1e-6f));
    sheet_dashes(sheet, glms_vec2_sub(from, along), from, 1.0f, SHEET_HAIR);
    sheet_dashes(sheet, to, glms_vec2_add(to, along), 1.0f, SHEET_HAIR);
}

static void draw_crossings(Sheet *sheet, const Crossings *crossings, Box shown) {
    for (int i = 0; i < crossings->count; i++) {
        const CrossingsRow *row = &crossings->rows[i];
        if (!row->lines_meet || !box_contains(shown, row->at)) {
            continue;
        }
        sheet_dot(sheet, row->at, row->hit ? 6.0f : 5.0f, SHEET_PAPER);
        sheet_dot(sheet, row->at, row->hit ? 4.5f : 3.5f, row->hit ? SHEET_INK : 0xA9AEB2FFu);
        if (row->hit && !row->slopes.hit) {
            sheet_cross(sheet, row->at, 9.0f, 2.5f, SHEET_PURPLE);
        } else if (row->hit && glms_vec2_distance2(row->at, row->slopes.at) > FAR_OFF * FAR_OFF) {
            sheet_line(sheet, row->at, row->slopes.at, 1.5f, SHEET_PURPLE);
            sheet_cross(sheet, row->slopes.at, 6.0f, 2.5f, SHEET_PURPLE);
        }
    }
    if (crossings->first.hit) {
        sheet_circle(sheet, crossings->first.point, 10.0f / sheet->scale,
                     (Paint){.line = SHEET_VERMILION, .width = 2.5f});
    }
}

/// Names an end of a path that leads `along`, beside it, where no crossing lies.
static void draw_end(Sheet *sheet, vec2s along, vec2s end, const char *name) {
    float length = fmaxf(sqrtf(glms_vec2_norm2(along)), 1e-6f);
    vec2s out = glms_vec2_scale(vec2_left(along), (along.x < 0.0f ? -1.0f : 1.0f) / length);
    vec2s beside = vec2_make(36.0f * out.x / sheet->scale, (16.0f * out.y - 4.5f) / sheet->scale);
    sheet_text(sheet, glms_vec2_add(end, beside), STYLE_TEXT - 1.0f, MARK_MIDDLE, SHEET_BLUE, name);
}

static void draw_edge_number(Sheet *sheet, const CrossingsRow *row, int i) {
    char text[8];
    snprintf(text, sizeof text, "%d", i + 1);
    vec2s middle = glms_vec2_scale(glms_vec2_add(row->from, row->to), 0.5f);
    vec2s along = glms_vec2_sub(row->to, row->from);
    float length = fmaxf(sqrtf(glms_vec2_norm2(along)), 1e-6f);
    vec2s out = glms_vec2_scale(vec2_left(along), -11.0f / length);
    vec2s at = glms_vec2_add(middle, glms_vec2_scale(out, 1.0f / sheet->scale));
    at.y -= 4.5f / sheet->scale;
    sheet_text(sheet, at, STYLE_TEXT - 2.0f, MARK_MIDDLE, SHEET_GREEN, text);
}

static void draw_shapes(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                        const Crossings *crossings) {
    Box box = shown_box(crossings, solids);
    sheet_fit_scene(sheet, box, vec2_make(STYLE_LEFT + 62.0f, STYLE_BOTTOM + 24.0f),
                    vec2_make(STYLE_MIDDLE - 62.0f, STYLE_TOP - 20.0f), 140.0f);
    float past = 18.0f / sheet->scale;
    sheet_solid(sheet, &solids[1], solids[1].at, style_of(scene, 1));
    for (int i = 0; i < crossings->count; i++) {
        draw_beyond(sheet, crossings->rows[i].from, crossings->rows[i].to, past);
    }
    sheet_solid(sheet, &solids[1], solids[1].at, style_outline(scene, 1));
    if (crossings->has_muzzle) {
        sheet_dashes(sheet, crossings->muzzle, crossings->to, 2.0f, SHEET_PURPLE);
        sheet_dot(sheet, crossings->muzzle, 4.0f, SHEET_PURPLE);
        vec2s over = glms_vec2_add(crossings->muzzle, vec2_make(0.0f, 9.0f / sheet->scale));
        sheet_text(sheet, over, STYLE_TEXT - 1.0f, MARK_MIDDLE, SHEET_PURPLE, "muzzle");
    }
    sheet_arrow(sheet, crossings->from, crossings->to, 3.0f, SHEET_BLUE);
    sheet_dot(sheet, crossings->from, 4.5f, SHEET_BLUE);
    vec2s way = glms_vec2_sub(crossings->to, crossings->from);
    draw_end(sheet, way, crossings->from, "last tick");
    draw_end(sheet, way, crossings->to, "now");
    for (int i = 0; i < crossings->count && i < ROWS_MAX; i++) {
        draw_edge_number(sheet, &crossings->rows[i], i);
    }
    draw_crossings(sheet, crossings, box_grow(box, 2.0f * past));
}

// ---------------------------------------------------------------- the table

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

/// A number that may be none, or too long for its column.
static const char *short_number(Digits *digits, float value) {
    if (isfinite(value) && fabsf(value) >= 1e4f) {
        return value > 0.0f ? "> 9999" : "< -9999";
    }
    return digits_of(digits, (double)value, 2);
}

static void draw_row(Sheet *sheet, const Crossings *crossings, int i, float y) {
    const CrossingsRow *row = &crossings->rows[i];
    Digits d = {0};
    char text[8];
    bool differ = row->hit != row->slopes.hit;
    if (differ || (crossings->first.hit && crossings->first.edge == i)) {
        Box box = {vec2_make(STYLE_MIDDLE, y - 6.0f), vec2_make(STYLE_RIGHT + 6.0f, y + 16.0f)};
        sheet_box(sheet, box, (Paint){.fill = differ ? 0xF2E2ECFFu : 0xFBE6D9FFu});
    }
    snprintf(text, sizeof text, "%d", i + 1);
    put(sheet, STYLE_MIDDLE + 28.0f, y, MARK_RIGHT, SHEET_GREEN, text);
    bool number = isfinite(row->slopes.slope);
    put(sheet, SLOPE_AT, y, MARK_RIGHT, number ? SHEET_FAINT : SHEET_PURPLE,
        short_number(&d, row->slopes.slope));
    put(sheet, PLACE_AT - 24.0f, y, MARK_RIGHT,
        isfinite(row->slopes.at.x) ? SHEET_FAINT : SHEET_PURPLE,
        short_number(&d, row->slopes.at.x));
    put(sheet, FOUND_AT, y, MARK_RIGHT, differ ? SHEET_PURPLE : SHEET_FAINT,
        row->slopes.hit ? "hit" : "\u2013");
    put(sheet, PATH_AT, y, MARK_RIGHT, SHEET_INK,
        row->lines_meet ? short_number(&d, row->path_share) : "parallel");
    put(sheet, EDGE_AT, y, MARK_RIGHT, SHEET_INK,
        row->lines_meet ? short_number(&d, row->edge_share) : "");
    put(sheet, HIT_AT, y, MARK_RIGHT, row->hit ? SHEET_VERMILION : SHEET_FAINT,
        row->hit ? "hit" : "\u2013");
}

static void draw_table(Sheet *sheet, const Crossings *crossings) {
    sheet_figure(sheet);
    put(sheet, FOUND_AT, STYLE_TOP + 8.0f, MARK_RIGHT, SHEET_FAINT, "slopes: m, x, found");
    put(sheet, HIT_AT, STYLE_TOP + 8.0f, MARK_RIGHT, SHEET_FAINT, "shares: path, edge");
    put(sheet, STYLE_MIDDLE + 8.0f, STYLE_TOP + 8.0f, MARK_LEFT, SHEET_FAINT, "edge");
    int rows = crossings->count < ROWS_MAX ? crossings->count : ROWS_MAX;
    for (int i = 0; i < rows; i++) {
        draw_row(sheet, crossings, i, STYLE_TOP - 16.0f - 22.0f * (float)i);
    }
    if (rows < crossings->count) {
        char text[40];
        snprintf(text, sizeof text, "and %d more", crossings->count - rows);
        put(sheet, STYLE_MIDDLE + 8.0f, STYLE_TOP - 16.0f - 22.0f * (float)rows, MARK_LEFT,
            SHEET_FAINT, text);
    }
}

/// How the shares of the edge that is hit, or of the first one, come about.
static void draw_arithmetic(Sheet *sheet, const Crossings *crossings) {
    int shown = crossings->first.hit ? crossings->first.edge : 0;
    const CrossingsRow *row = &crossings->rows[shown];
    vec2s u = glms_vec2_sub(crossings->to, crossings->from), v = glms_vec2_sub(row->to, row->from);
    vec2s g = glms_vec2_sub(row->from, crossings->from);
    Digits d = {0};
    char text[5][128];
    snprintf(text[0], sizeof text[0], "Edge %d: path u, edge v, g between their starts", shown + 1);
    snprintf(text[1], sizeof text[1], "u = %s  v = %s  g = %s", digits_point(&d, u),
             digits_point(&d, v), digits_point(&d, g));
    snprintf(text[2], sizeof text[2], "u \u00d7 v = ux vy \u2212 uy vx = %s",
             digits_of(&d, (double)glms_vec2_cross(u, v), 3));
    snprintf(text[3], sizeof text[3], "on the path: g \u00d7 v / u \u00d7 v = %s / %s = %s",
             digits_of(&d, (double)glms_vec2_cross(g, v), 3),
             digits_of(&d, (double)glms_vec2_cross(u, v), 3),
             row->lines_meet ? digits_of(&d, (double)row->path_share, 3) : "none");
    snprintf(text[4], sizeof text[4], "on the edge: g \u00d7 u / u \u00d7 v = %s / %s = %s",
             digits_of(&d, (double)glms_vec2_cross(g, u), 3),
             digits_of(&d, (double)glms_vec2_cross(u, v), 3),
             row->lines_meet ? digits_of(&d, (double)row->edge_share, 3) : "none");
    sheet_figure(sheet);
    for (int i = 0; i < 5; i++) {
        put(sheet, STYLE_MIDDLE + 8.0f, 188.0f - 20.0f * (float)i, MARK_LEFT,
            i == 0 ? SHEET_FAINT : SHEET_INK, text[i]);
    }
}

static void draw_sentences(Sheet *sheet, const Scene *scene, const Crossings *crossings) {
    Digits d = {0};
    if (crossings->first.hit) {
        style_sentence(sheet, 0, SHEET_VERMILION, "Edge %d is hit at %s of the tick%s.%s",
                       crossings->first.edge + 1, digits_of(&d, (double)crossings->first.time, 2),
                       crossings->hit_count > 1 ? ", the first of several crossings" : "",
                       !crossings->first.starts_inside && !crossings->ends_inside
                           ? " At neither tick the shot is inside."
                           : "");
    } else {
        style_sentence(sheet, 0, SHEET_VERMILION,
                       "The path of the last tick crosses no edge: no hit.");
    }
    if (crossings->slopes_missed + crossings->slopes_invented > 0) {
        style_sentence(sheet, 1, SHEET_PURPLE, "Slopes miss %d of %d crossing%s%s.",
                       crossings->slopes_missed, crossings->hit_count,
                       crossings->hit_count == 1 ? "" : "s",
                       crossings->slopes_invented > 0 ? " and invent another" : "");
    } else if (crossings->slopes_off > FAR_OFF) {
        style_sentence(sheet, 1, SHEET_PURPLE,
                       "Slopes find it, and put it up to %s m away from where it is.",
                       digits_of(&d, (double)crossings->slopes_off, 2));
    } else if (crossings->has_muzzle && crossings->from_muzzle.hit && !crossings->first.hit) {
        style_sentence(sheet, 1, SHEET_PURPLE,
                       "The line from the muzzle says hit: b drove across it after the shot had "
                       "passed.");
    }
    const SceneShape *target = &scene->shapes[1];
    if (glms_vec2_norm2(target->velocity) > 0.0f || fabsf(target->turn_rate_deg) > 0.0f) {
        style_sentence(sheet, 2, SHEET_FAINT,
                       "The path is drawn as b sees it, which moves: b stands where it is now.");
    }
}

void crossings_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Crossings crossings = crossings_make(scene, solids);
    draw_shapes(sheet, scene, solids, &crossings);
    draw_table(sheet, &crossings);
    draw_arithmetic(sheet, &crossings);
    draw_sentences(sheet, scene, &crossings);
}
