/// The panels of the laboratory, by the number that a scene has of them.
#pragma once

#include "lab_world/contact.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

typedef struct Panel {
    const char *name;   ///< As in files.
    const char *title;  ///< As shown to people.
    const char *about;  ///< Three sentences.
    const char *source; ///< Where the method is described.
    void (*working)(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
    void (*draw)(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);
} Panel;

extern const Panel panels[SCENE_PANEL_COUNT];

/// What a panel finds out about a scene before it writes its working or draws. Nothing, but for the
/// one that takes long.
typedef struct PanelStudy {
    ContactStudy contact; ///< Of SCENE_CONTACT.
} PanelStudy;

void panel_study(const Scene *scene, const Solid solids[SCENE_SHAPES], PanelStudy *out);

/// The working of the scene that was studied.
void panel_working(const Scene *scene, const Solid solids[SCENE_SHAPES], const PanelStudy *study,
                   Working *working);

/// Writes the name of the scene and of its panel to the top of a sheet.
void panel_heading(Sheet *sheet, const Scene *scene);

/// The picture of a scene: its name and its panel. The caller ends it (sheet_destroy).
Sheet panel_picture(const Scene *scene, const Solid solids[SCENE_SHAPES]);

/// The same for a window, of the scene that was studied, where `before` was the view of the sheet
/// before and is kept like `keep` says, so that nothing runs away from under the mouse.
Sheet panel_picture_after(const Scene *scene, const Solid solids[SCENE_SHAPES],
                          const PanelStudy *study, SheetView before, SheetKeep keep);
