/// The desk of the laboratory: a scene that people change, and what they have open beside it. Plain
/// values, no window: tests press and look.
///
/// Every change goes through the writer and the reader of scene files. So what is on the desk can
/// always be saved and read again, and is then the same to the bit.
#pragma once

#include "lab/panel.h"
#include "scene/scene.h"
#include "scene/solid.h"
#include "sheet/working.h"

enum {
    LAB_CARS_MAX = 128,
    LAB_UNDO_MAX = 64,
    LAB_NOTE_MAX = 240,
    LAB_ALONE = 0, ///< The gesture of a change that is undone alone.
};

/// A car that a shape may be.
typedef struct LabCar {
    char name[YAML_ID_MAX];
    CarParams params;
} LabCar;

typedef struct LabCars {
    LabCar items[LAB_CARS_MAX]; ///< By name.
    int count;
} LabCars;

/// A polygon that is being drawn. The zero value is none.
typedef struct LabPen {
    bool draws;
    vec2s points[SCENE_POINTS_MAX]; ///< m, in the scene.
    int count;
    vec2s at; ///< Where the next point would be.
} LabPen;

/// The corner of a polygon that keys move, of the shape that was selected (lab_corners.h). The zero
/// value is none.
typedef struct LabCorner {
    bool on;
    int shape, index;
} LabCorner;

/// What is open beside the shapes.
typedef enum LabPage {
    LAB_PAGE_ROWS,
    LAB_PAGE_SHEET,   ///< The whole picture, or its tables and charts in letters that are read.
    LAB_PAGE_WORKING, ///< Every number, line by line.
    LAB_PAGE_ABOUT,   ///< What the panel is about, with room for all of it.
    LAB_PAGE_COUNT,
} LabPage;

/// What the mouse can take hold of.
typedef enum LabGrip {
    LAB_GRIP_NONE,
    LAB_GRIP_BODY,
    LAB_GRIP_TURN,     ///< The knob on the ring.
    LAB_GRIP_VELOCITY, ///< The tip of the arrow.
    LAB_GRIP_CORNER,   ///< Of a polygon.
    LAB_GRIP_SLIDER,
} LabGrip;

/// What hands are doing. The zero value is nothing.
typedef struct LabHands {
    LabGrip grip;
    int row;        ///< Whose slider it is.
    int corner;     ///< Which one is held.
    vec2s from;     ///< m, where the mouse took hold ...
    SceneShape was; ///< ... of the shape like this ...
    float reach;    ///< ... and m of its arrow for m/s.
    int key;        ///< That is held, so that it repeats.
    float wait_s;   ///< Until it counts again.
} LabHands;

/// The name that is being typed. The zero value is none.
typedef struct LabNaming {
    bool on;
    char text[SCENE_NAME_MAX];
} LabNaming;

/// What a person expects, before it is shown.
typedef struct LabGuess {
    bool on;       ///< Answers stay hidden until they are revealed.
    bool revealed; ///< They were.
    int verdict;   ///< -1 not said, else 0 no or 1 yes.
    float amount;
    bool has_amount;
} LabGuess;

/// Ended by nobody: plain values. `cars` outlive it.
typedef struct LabDesk {
    Scene scene;
    Solid solids[SCENE_SHAPES];
    PanelStudy study; ///< What the panel finds out about it, made with each change ...
    Working work;     ///< ... and says of it.
    const LabCars *cars;
    int revision; ///< Another number after each change of the scene.
    int selected; ///< The shape that keys move.
    int row;      ///< The row (lab_rows.h) with the focus.
    LabPage page;
    int line;      ///< The first line of the working that is shown, or the first figure.
    bool presents; ///< Large letters on a light ground.
    LabPen pen;
    LabCorner corner;
    LabNaming naming;
    LabHands hands;
    LabGuess guess;
    bool changed;            ///< Since it was saved or opened.
    char note[LAB_NOTE_MAX]; ///< What is to be said of the last change; "": nothing.
    bool note_wrong;
    float note_left_s;        ///< For which it is said; what is wrong stays until the next change.
    int gesture;              ///< Changes of one gesture are undone together.
    Scene kept[LAB_UNDO_MAX]; ///< Scenes before, the oldest first, then those that were undone.
    int undo_count, kept_count;
} LabDesk;

/// The car called `name`; NULL where there is none.
const LabCar *lab_cars_find(const LabCars *cars, const char *name);

/// Puts `scene`, whose cars are among `cars`, on an empty desk. False, and `desk` as it was, where
/// it cannot be read back.
bool lab_desk_open(LabDesk *desk, const LabCars *cars, const Scene *scene);

/// Puts another scene on the desk, which can be undone.
bool lab_desk_replace(LabDesk *desk, const Scene *scene);

/// Makes `wanted` the scene: numbers are rounded and kept within the limits of scene.h. False, with
/// the reason in `note`, where the scene cannot be: a polygon that crosses itself, a panel that
/// does not take such shapes. Changes of the same `gesture` in a row are undone together.
bool lab_desk_change(LabDesk *desk, const Scene *wanted, int gesture);

/// The next change begins a gesture of its own.
void lab_desk_rest(LabDesk *desk);

/// The scene before the last gesture, or the one that was undone. False where there is none.
bool lab_desk_undo(LabDesk *desk);
bool lab_desk_redo(LabDesk *desk);

/// Whether what the panel says is to be hidden now.
bool lab_desk_hides(const LabDesk *desk);

/// s of motion that arrows show: the step of the panel, so that they end where the shape would; of
/// a panel without one a twentieth.
float lab_desk_step(const LabDesk *desk);

/// Sets what is said of the last change.
void lab_desk_note(LabDesk *desk, bool wrong, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// How large a solid is: of a circle its diameter, of others the longer side of its box (m).
float lab_solid_size(const Solid *solid);

/// Makes `shape` one of another kind, of about the size and at the place of `solid`, which it was.
void lab_shape_become(SceneShape *shape, const Solid *solid, SceneKind kind, const LabCars *cars);
