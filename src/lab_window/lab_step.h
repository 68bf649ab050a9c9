/// What a frame of keys, mouse and gamepads does to the desk. Needs no window.
#pragma once

#include "lab_window/lab_keys.h"
#include "lab_window/lab_layout.h"
#include "platform/window.h"

/// What gamepads want, as menus take it.
typedef struct LabPads {
    int x, y;     ///< Moves: -1 left or up, 1 right or down.
    int shoulder; ///< -1, 1: another scene.
    bool accept, back, other;
} LabPads;

typedef struct LabInput {
    const InputFrame *frame;
    LabPads pads;
    float dt; ///< s since the frame before.
} LabInput;

/// What the desk cannot do itself.
typedef enum LabWish {
    LAB_WISH_NOTHING,
    LAB_WISH_LEAVE,
    LAB_WISH_SAVE,
    LAB_WISH_SAVE_COPY, ///< Under a name of its own.
    LAB_WISH_EXPORT,
    LAB_WISH_NEXT_SCENE,
    LAB_WISH_PREVIOUS_SCENE,
} LabWish;

/// Takes a frame. `rows`, `layout` and `view` are those of the frame before, which people see; the
/// rows follow what the mouse changes.
LabWish lab_step(LabDesk *desk, const LabInput *input, LabRows *rows, const LabLayout *layout,
                 const SheetView *view);

/// Whose keys act now.
LabMoment lab_step_moment(const LabDesk *desk);

/// Whether the view of the scene must stay where it is: something is dragged, or drawn.
bool lab_step_holds(const LabDesk *desk);
