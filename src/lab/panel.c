#include "lab/panel.h"

#include "lab/axes.h"
#include "lab/border.h"
#include "lab/circles.h"
#include "lab/crossings.h"
#include "lab/pieces.h"
#include "lab/turning.h"
#include "lab_world/broad.h"
#include "lab_world/contact.h"
#include "lab_world/queue.h"
#include "lab_world/wheel.h"
#include "sheet/panel_style.h"

const Panel panels[SCENE_PANEL_COUNT] = {
#define PANEL(id, name, title, about, source) \
    [SCENE_##id] = {#name, title, about, source, name##_working, name##_draw},
#include "scene/panels.def"
#undef PANEL
};

void panel_heading(Sheet *sheet, const Scene *scene) {
    sheet_text(sheet, vec2_make(24.0f, 562.0f), 22.0f, MARK_LEFT, SHEET_INK, scene->name);
    sheet_text(sheet, vec2_make(24.0f, 539.0f), 14.0f, MARK_LEFT, SHEET_FAINT,
               panels[scene->panel].title);
}

void panel_study(const Scene *scene, const Solid solids[SCENE_SHAPES], PanelStudy *out) {
    if (scene->panel == SCENE_CONTACT) {
        contact_study(scene, solids, &out->contact);
    }
}

void panel_working(const Scene *scene, const Solid solids[SCENE_SHAPES], const PanelStudy *study,
                   Working *working) {
    if (scene->panel == SCENE_CONTACT) {
        contact_study_working(scene, &study->contact, working);
    } else {
        panels[scene->panel].working(scene, solids, working);
    }
}

Sheet panel_picture(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    PanelStudy study;
    panel_study(scene, solids, &study);
    return panel_picture_after(scene, solids, &study, (SheetView){.scale = 0.0f}, SHEET_FIT);
}

Sheet panel_picture_after(const Scene *scene, const Solid solids[SCENE_SHAPES],
                          const PanelStudy *study, SheetView before, SheetKeep keep) {
    Sheet sheet = sheet_make(STYLE_WIDTH, STYLE_HEIGHT);
    sheet.before = before;
    sheet.keep = keep;
    panel_heading(&sheet, scene);
    if (scene->panel == SCENE_CONTACT) {
        contact_study_draw(scene, &study->contact, &sheet);
    } else {
        panels[scene->panel].draw(scene, solids, &sheet);
    }
    return sheet;
}
