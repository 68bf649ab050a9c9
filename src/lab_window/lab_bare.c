#include "lab_window/lab_bare.h"

#include "lab/panel.h"
#include "lab_window/lab_guess.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <string.h>

#define ROOM 0.2f ///< m around the shapes.

/// Where the other end of a shape's motion over the step is, from where it stands.
static vec2s way_of(const LabDesk *desk, int index) {
    float step = lab_question(desk).past ? -lab_desk_step(desk) : lab_desk_step(desk);
    return glms_vec2_scale(desk->scene.shapes[index].velocity, step);
}

static void draw_shapes(Sheet *sheet, const LabDesk *desk) {
    const Solid *solids = desk->solids;
    for (int i = SCENE_SHAPES - 1; i >= 0; i--) {
        sheet_solid(sheet, &solids[i], solids[i].at, style_of(&desk->scene, i));
    }
    sheet_solid(sheet, &solids[1], solids[1].at, style_outline(&desk->scene, 1));
    for (int i = 0; i < SCENE_SHAPES; i++) {
        vec2s from = solids[i].at.position, to = glms_vec2_add(from, way_of(desk, i));
        style_letter(sheet, &solids[i], i);
        bool past = lab_question(desk).past;
        sheet_arrow(sheet, past ? to : from, past ? from : to, 2.0f, style_color(i));
    }
}

Sheet lab_bare_picture(const LabDesk *desk, SheetView before, SheetKeep keep) {
    Sheet sheet = sheet_make(STYLE_WIDTH, STYLE_HEIGHT);
    sheet.before = before;
    sheet.keep = keep;
    sheet_text(&sheet, vec2_make(24.0f, 562.0f), 22.0f, MARK_LEFT, SHEET_INK,
               "What do you expect?");
    sheet_text(&sheet, vec2_make(24.0f, 539.0f), 14.0f, MARK_LEFT, SHEET_FAINT,
               panels[desk->scene.panel].title);
    Box box = box_of(NULL, 0);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const Solid *solid = &desk->solids[i];
        box = box_union(box, solid_bounds(solid, solid->at));
        box = box_add(box, glms_vec2_add(solid->at.position, way_of(desk, i)));
    }
    sheet_fit_scene(&sheet, box_grow(box, ROOM),
                    vec2_make(STYLE_LEFT + 30.0f, STYLE_BOTTOM + 30.0f),
                    vec2_make(STYLE_MIDDLE - 40.0f, STYLE_TOP - 30.0f), 120.0f);
    draw_shapes(&sheet, desk);
    LabQuestion question = lab_question(desk);
    int line = 0;
    if (question.truth[0]) {
        style_sentence(&sheet, line++, SHEET_INK, "%s", question.truth_text);
    }
    if (question.number[0]) {
        style_sentence(&sheet, line++, SHEET_INK, "%s", question.number_text);
    }
    style_sentence(&sheet, line, SHEET_FAINT, "Say what you expect, then reveal it.");
    return sheet;
}
