#include "track/form.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/polygon.h"

#include <math.h>

const char *const prop_kind_names[PROP_CUSTOM + 1] = {
#define X(NAME, name, ...) name,
    PROP_LIST(X)
#undef X
        "custom"};

typedef struct KindRow {
    float mass, length, width, height;
    uint8_t material;
    float spacing;
} KindRow;

static const KindRow kind_rows[PROP_CUSTOM] = {
#define X(NAME, name, mass, length, width, height, material, spacing) \
    {mass, length, width, height, material, spacing},
    PROP_LIST(X)
#undef X
};

float prop_kind_spacing(PropKind kind) {
    return kind < PROP_CUSTOM ? kind_rows[kind].spacing : 2.0f;
}

static TrackForm form_begin(PropKind kind, float mass, const Material *material,
                            uint8_t material_index) {
    return (TrackForm){.kind = kind,
                       .mass = mass,
                       .height = material->height,
                       .friction = material->friction,
                       .restitution = material->restitution,
                       .material = material_index,
                       .color = material->color};
}

/// Drag of a thing that is as wide as its hull and blunt: its coefficient is 1.
static void form_end(TrackForm *form) {
    float area = 2.0f * form->hull.bounding_radius * form->height;
    form->drag = 0.5f * AIR_DENSITY * area / form->mass;
}

TrackForm form_of_circle(PropKind kind, float radius, float mass, const Material *material,
                         uint8_t material_index) {
    TrackForm form = form_begin(kind, mass, material, material_index);
    form.radius = radius;
    form.hull = (Hull){.pieces = {shape_circle(vec2_make(0.0f, 0.0f), radius)}, .count = 1};
    form.hull.outlines[0] = outline_of_shape(&form.hull.pieces[0]);
    form.hull.bounding_radius = form.hull.pieces[0].bounding_radius;
    form.inertia = 0.5f * mass * radius * radius;
    form.lever = 2.0f / 3.0f * radius; // of a disc that presses evenly on the ground
    form_end(&form);
    return form;
}

bool form_of_polygon(PropKind kind, const vec2s *points, int count, float mass,
                     const Material *material, uint8_t material_index, Arena *arena, TrackForm *out,
                     vec2s *middle) {
    ASSERT(count >= 3);
    TrackForm form = form_begin(kind, mass, material, material_index);
    form.points = arena_copy_array(arena, points, (size_t)count, sizeof *form.points);
    form.count = polygon_normalise(form.points, count, NULL);
    if (form.count < 3) {
        return false;
    }
    *middle = polygon_centroid(form.points, form.count);
    for (int i = 0; i < form.count; i++) {
        form.points[i] = glms_vec2_sub(form.points[i], *middle);
    }
    if (!hull_make(form.points, form.count, &form.hull)) {
        return false;
    }
    float spread = polygon_mean_square(form.points, form.count);
    form.inertia = mass * spread;
    // The lever of a disc with the same spread: a disc of radius r has r r / 2, and 2/3 r.
    form.lever = 2.0f / 3.0f * sqrtf(2.0f * spread);
    form_end(&form);
    *out = form;
    return true;
}

TrackForm form_of_kind(PropKind kind, const Material *materials, Arena *arena) {
    ASSERT(kind < PROP_CUSTOM);
    const KindRow *row = &kind_rows[kind];
    const Material *material = &materials[row->material];
    TrackForm form;
    if (row->width > 0.0f) {
        float x = 0.5f * row->length;
        float y = 0.5f * row->width;
        const vec2s corners[4] = {{{-x, -y}}, {{x, -y}}, {{x, y}}, {{-x, y}}};
        vec2s middle;
        bool made = form_of_polygon(kind, corners, 4, row->mass, material, row->material, arena,
                                    &form, &middle);
        ASSERT(made);
    } else {
        form = form_of_circle(kind, 0.5f * row->length, row->mass, material, row->material);
    }
    form.height = row->height;
    form_end(&form);
    return form;
}
