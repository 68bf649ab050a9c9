/// Solids and scenes for the tests of the laboratory's panels.
#pragma once

#include "scene/solid.h"
#include "sheet/working.h"

#include <string.h>

#include "random_shapes.h"
#include "test.h"

/// A solid of one convex piece.
static inline Solid solid_of(const Shape *shape, Transform at) {
    Solid solid;
    memset(&solid, 0, sizeof solid);
    solid.pieces[0] = *shape;
    solid.piece_count = 1;
    solid.outline_count = shape->count;
    for (int i = 0; i < shape->count; i++) {
        solid.outline[i] = shape_point(shape, i);
    }
    solid.at = at;
    return solid;
}

/// A pair of random shapes, the second somewhere near the first.
static inline void random_solids(Random *random, Solid out[SCENE_SHAPES]) {
    for (int i = 0; i < SCENE_SHAPES; i++) {
        ShapeKind kind = (ShapeKind)(random_u32(random) % SHAPE_KIND_COUNT);
        float far = i == 0 ? 10.0f : 3.0f;
        vec2s at = vec2_make(random_range(random, -far, far), random_range(random, -far, far));
        at = i == 0 ? at : glms_vec2_add(at, out[0].at.position);
        out[i] = solid_of(
            (const Shape[]){random_shape_of(random, kind, random_range(random, 0.5f, 4.0f))},
            (Transform){at, rotation_make(random_range(random, -3.1f, 3.1f))});
    }
}

/// A scene without a velocity whose options nobody has set.
static inline Scene plain_scene(ScenePanel panel) {
    Scene scene;
    memset(&scene, 0, sizeof scene);
    scene.panel = panel;
    scene.options = scene_options_default();
    return scene;
}

/// The value of the line called `name`, which has to be there.
static inline double value_of(const Working *working, const char *name) {
    const WorkingLine *line = working_find(working, name);
    if (!line) {
        fail_msg("no line is called %s", name);
        return 0.0;
    }
    return line->value;
}
