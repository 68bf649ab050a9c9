#include "lab_window/laboratory.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/text.h"
#include "lab/panel.h"
#include "lab_window/lab_bare.h"
#include "lab_window/lab_corners.h"
#include "lab_window/lab_handles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool open_scene(Laboratory *lab, const Scene *scene, const char *path) {
    if (scene) {
        text_copy(path, lab->path, sizeof lab->path);
        return lab_desk_open(&lab->desk, &lab->cars, scene);
    }
    lab->scene = 0;
    return lab->shelf.count > 0 && lab_desk_open(&lab->desk, &lab->cars, &lab->shelf.scenes[0]);
}

Laboratory *laboratory_open(const char *data, const Scene *scene, const char *path) {
    Laboratory *lab = calloc(1, sizeof *lab);
    ASSERT(lab != NULL);
    lab->data = data;
    lab_shelf_cars(data, &lab->cars);
    lab_shelf_scenes(data, &lab->cars, &lab->shelf);
    lab->scene = -1;
    if (!open_scene(lab, scene, path)) {
        laboratory_close(lab);
        return NULL;
    }
    return lab;
}

void laboratory_close(Laboratory *lab) {
    if (lab) {
        lab_shelf_destroy(&lab->shelf);
        sheet_destroy(&lab->sheet);
        sheet_destroy(&lab->sketch);
        free(lab);
    }
}

// ---------------------------------------------------------------- the picture

/// Draws the sheet anew where the scene has changed, or its view may move again.
static void refresh(Laboratory *lab) {
    LabDesk *desk = &lab->desk;
    bool bare = lab_desk_hides(desk);
    SheetKeep keep = lab_step_holds(desk) ? SHEET_HELD : SHEET_STEADY;
    if (lab->drawn == desk->revision && lab->bare == bare && lab->kept == keep) {
        return;
    }
    SheetView before = lab->sheet.scene;
    sheet_destroy(&lab->sheet);
    lab->sheet = bare ? lab_bare_picture(desk, before, keep)
                      : panel_picture_after(&desk->scene, desk->solids, &desk->study, before, keep);
    before = lab->sketch.scene;
    sheet_destroy(&lab->sketch);
    if (!(lab->sheet.scene.scale > 0.0f)) {
        lab->sketch = lab_bare_picture(desk, before, keep);
    }
    lab->drawn = desk->revision;
    lab->bare = bare;
    lab->kept = keep;
}

const Sheet *laboratory_shapes(const Laboratory *lab, const LabLayout *layout) {
    return !layout->whole && lab->sketch.mark_count > 0 ? &lab->sketch : &lab->sheet;
}

// ---------------------------------------------------------------- wishes

static void say_failure(Laboratory *lab, const char *what, const MessageList *messages) {
    lab_desk_note(&lab->desk, true, "%s: %s", what, messages->count ? messages->items[0].text : "");
}

static void save(Laboratory *lab, bool copy) {
    MessageList messages = {.count = 0};
    char shown[PATH_LIMIT];
    bool again = !copy && lab->path[0] != '\0';
    if (!lab_shelf_save(&lab->desk, copy, lab->path, &messages)) {
        say_failure(lab, "Not saved", &messages);
        return;
    }
    directories_shorten(lab->path, shown, sizeof shown);
    if (!again) { // it stands on the shelf from now on
        lab_shelf_destroy(&lab->shelf);
        lab_shelf_scenes(lab->data, &lab->cars, &lab->shelf);
        lab->scene = lab_shelf_find(&lab->shelf, &lab->desk.scene);
    }
    lab->desk.changed = false;
    lab_desk_note(&lab->desk, false, "Saved: %.180s%s", shown,
                  again ? " (what was there: .bak)" : "");
}

static void export_files(Laboratory *lab) {
    MessageList messages = {.count = 0};
    char stem[PATH_LIMIT], shown[PATH_LIMIT];
    if (!lab_shelf_export(&lab->desk, lab->path, stem, &messages)) {
        say_failure(lab, "Not all is written", &messages);
        return;
    }
    directories_shorten(stem, shown, sizeof shown);
    lab_desk_note(&lab->desk, false, "Written: %.180s.svg, .png, .csv", shown);
}

/// Opens the scene of the shelf that is `way` further. What was on the desk can be had back.
static void open_next(Laboratory *lab, int way) {
    const LabShelf *shelf = &lab->shelf;
    if (shelf->count == 0) {
        return;
    }
    lab->scene = lab->scene < 0 ? lab_shelf_of(shelf, lab->desk.scene.panel) : lab->scene + way;
    lab->scene = (lab->scene + shelf->count) % shelf->count;
    lab->path[0] = '\0';
    lab_desk_replace(&lab->desk, &shelf->scenes[lab->scene]);
    lab->sheet.scene.scale = lab->sketch.scene.scale = 0.0f; // it is seen anew
    lab_desk_note(&lab->desk, false, "Scene %d of %d", lab->scene + 1, shelf->count);
}

/// Whether to leave: what is not saved is asked for once.
static bool leave(Laboratory *lab) {
    bool asks = lab->desk.changed && !lab->leaves;
    if (asks) {
        lab_desk_note(&lab->desk, false, "Leave without saving? Esc again leaves, Ctrl+S saves");
    }
    lab->leaves = asks;
    return !asks;
}

static bool carry_out(Laboratory *lab, LabWish wish) {
    switch (wish) {
    case LAB_WISH_LEAVE:
        return leave(lab);
    case LAB_WISH_SAVE:
    case LAB_WISH_SAVE_COPY:
        save(lab, wish == LAB_WISH_SAVE_COPY);
        break;
    case LAB_WISH_EXPORT:
        export_files(lab);
        break;
    case LAB_WISH_NEXT_SCENE:
        open_next(lab, 1);
        break;
    case LAB_WISH_PREVIOUS_SCENE:
        open_next(lab, -1);
        break;
    case LAB_WISH_NOTHING:
        break;
    }
    return false;
}

void laboratory_trace(const Laboratory *lab, char out[LABORATORY_TRACE]) {
    const LabDesk *desk = &lab->desk;
    static const char *const pages[LAB_PAGE_COUNT] = {"rows", "sheet", "working", "about"};
    LabMap map = lab_map(&lab->layout, &laboratory_shapes(lab, &lab->layout)->scene);
    LabHandles handles = lab_handles(desk, desk->selected, &lab->layout, &map);
    int size =
        snprintf(out, LABORATORY_TRACE,
                 "lab %s %s%s%s%s row %s, shape %c, %d points:", panels[desk->scene.panel].name,
                 pages[desk->page], desk->presents ? " light" : "",
                 lab_desk_hides(desk) ? " hidden" : "", map.scale > 0.0f ? "" : " without hands",
                 lab->rows.items[desk->row].label, 'a' + desk->selected, desk->pen.count);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &desk->scene.shapes[i];
        vec2s pixel = lab_map_pixel(&map, shape->at);
        size += snprintf(out + size, (size_t)(LABORATORY_TRACE - size),
                         " %c %s %.2f %.2f turned %.2f velocity %.1f %.1f at %.0f %.0f;", 'a' + i,
                         scene_kinds[shape->kind], (double)shape->at.x, (double)shape->at.y,
                         (double)shape->angle_deg, (double)shape->velocity.x,
                         (double)shape->velocity.y, (double)pixel.x, (double)pixel.y);
    }
    if (lab_corners_there(desk)) {
        int chosen = lab_corners_chosen(desk), corner = chosen < 0 ? 0 : chosen;
        vec2s pixel = lab_map_pixel(&map, lab_corner_place(desk, desk->selected, corner));
        vec2s point = desk->scene.shapes[desk->selected].points[corner];
        size += snprintf(out + size, (size_t)(LABORATORY_TRACE - size),
                         " corner %d%s %.2f %.2f at %.0f %.0f;", corner + 1,
                         chosen < 0 ? "" : " chosen", (double)point.x, (double)point.y,
                         (double)pixel.x, (double)pixel.y);
    }
    snprintf(out + size, (size_t)(LABORATORY_TRACE - size),
             " knob at %.0f %.0f, tip at %.0f %.0f, says %.120s", (double)handles.turn.x,
             (double)handles.turn.y, (double)handles.tip.x, (double)handles.tip.y, desk->note);
}

bool laboratory_frame(Laboratory *lab, const LabInput *input, CanvasSize size) {
    LabDesk *desk = &lab->desk;
    if (lab->layout.text <= 0.0f) { // the first frame
        refresh(lab);
        lab_rows_refresh(&lab->rows, desk);
        lab->layout = lab_layout(desk, &lab->rows, lab->sheet.figure_count, size);
    }
    desk->note_left_s -= input->dt;
    if (!desk->note_wrong && desk->note_left_s <= 0.0f) {
        desk->note[0] = '\0';
    }
    int revision = desk->revision;
    LabWish wish = lab_step(desk, input, &lab->rows, &lab->layout,
                            &laboratory_shapes(lab, &lab->layout)->scene);
    lab->leaves &= desk->revision == revision;
    bool leaves = carry_out(lab, wish);
    refresh(lab);
    lab_rows_refresh(&lab->rows, desk);
    lab->layout = lab_layout(desk, &lab->rows, lab->sheet.figure_count, size);
    if (!lab_step_holds(desk) && lab_cost_frame(&lab->cost, desk)) {
        lab_cost_text(&lab->cost, desk, lab->cost_text);
    }
    return leaves;
}
