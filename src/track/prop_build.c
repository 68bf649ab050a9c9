#include "track/prop_build.h"

#include "collision/sweep.h"
#include "geometry/trig.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WALLS_NEAR_MAX = 512 ///< Wall pieces looked at around a prop or a piece of a mover's path.
};

/// m that a prop may overlap a wall: it is pushed out at the start. Deeper it might come out on the
/// other side.
#define WALL_OVERLAP 0.05f

/// m that a mover may overlap a wall on its way.
#define MOVER_OVERLAP 0.01f

/// Forms that are made already and what they were made of, so that each is made once.
typedef struct FormMaker {
    const TrackDef *def;
    Track *track;
    MessageList *messages;
    const PropDef *from[TRACK_FORMS_MAX]; ///< NULL where it is a mover's.
    vec2s middles[TRACK_FORMS_MAX];       ///< m, origins of the forms in their outlines.
} FormMaker;

/// A form in the frame of its outline; index -1 where there is none.
typedef struct Made {
    int index;
    vec2s middle;
} Made;

static bool same_outline(const OutlineDef *a, const OutlineDef *b) {
    return a->kind == b->kind && a->count == b->count && a->radius == b->radius &&
           memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points) == 0;
}

static bool same_make(const PropDef *a, const PropDef *b) {
    if (a->kind != b->kind || a->kind != PROP_CUSTOM) {
        return a->kind == b->kind;
    }
    return a->mass == b->mass && a->material == b->material &&
           same_outline(&a->outline, &b->outline);
}

/// Adds `form`; E604 where there is no room.
static Made add_form(FormMaker *maker, const TrackForm *form, const PropDef *from, vec2s middle,
                     Place place) {
    Track *track = maker->track;
    if (track->form_count == TRACK_FORMS_MAX) {
        message_add(maker->messages, MESSAGE_E604, place, TRACK_FORMS_MAX);
        return (Made){.index = -1};
    }
    maker->from[track->form_count] = from;
    maker->middles[track->form_count] = middle;
    track->forms[track->form_count] = *form;
    return (Made){track->form_count++, middle};
}

/// The form with an outline of the file; says E603 where it needs too many pieces.
static Made form_of_outline(FormMaker *maker, PropKind kind, const OutlineDef *outline, float mass,
                            uint8_t material, const PropDef *from, const char *label, Place place) {
    Track *track = maker->track;
    const Material *skin = &track->materials[material];
    TrackForm form;
    vec2s middle = outline->points[0];
    if (outline->kind == OUTLINE_CIRCLE) {
        form = form_of_circle(kind, outline->radius, mass, skin, material);
    } else if (!form_of_polygon(kind, outline->points, outline->count, mass, skin, material,
                                &track->arena, &form, &middle)) {
        message_add(maker->messages, MESSAGE_E603, place, label, HULL_PIECES_MAX, SHAPE_POINTS_MAX);
        return (Made){.index = -1};
    }
    return add_form(maker, &form, from, middle, place);
}

static Made form_of_prop(FormMaker *maker, const PropDef *prop, const char *label) {
    Track *track = maker->track;
    for (int i = 0; i < track->form_count; i++) {
        if (maker->from[i] && same_make(maker->from[i], prop)) {
            return (Made){i, maker->middles[i]};
        }
    }
    if (prop->kind == PROP_CUSTOM) {
        return form_of_outline(maker, prop->kind, &prop->outline, prop->mass, prop->material, prop,
                               label, prop->place);
    }
    TrackForm form = form_of_kind(prop->kind, track->materials, &track->arena);
    return add_form(maker, &form, prop, vec2_make(0.0f, 0.0f), prop->place);
}

// ---- props ----------------------------------------------------------------------------------

/// Bodies that a prop or row makes. In double: a row may be absurd.
static double body_count(const PropDef *prop) {
    if (!prop->row) {
        return 1.0;
    }
    double length = (double)glms_vec2_distance(prop->from, prop->to);
    return floor(length / (double)prop->spacing + 1e-3) + 1.0;
}

/// E601: one row that is too long, or all together; false where it is said.
static bool check_count(const TrackDef *def, MessageList *messages) {
    double total = 0.0;
    for (int i = 0; i < def->prop_count; i++) {
        double count = def->props[i].valid ? body_count(&def->props[i]) : 0.0;
        total += count;
        if (total > TRACK_PROPS_MAX) {
            bool alone = count > TRACK_PROPS_MAX;
            char made[32];
            char limit[32];
            message_add(messages, MESSAGE_E601, def->props[i].place,
                        alone ? "prop row makes" : "with this one, props make",
                        validate_grouped(alone ? count : total, made),
                        validate_grouped(TRACK_PROPS_MAX, limit),
                        def->props[i].row ? "larger spacing" : "fewer props");
            return false;
        }
    }
    return true;
}

/// How deep (m) a form stands in the walls; `*wall` is the deepest one's.
static float depth_in_walls(const TrackForm *form, Transform at, const WallGrid *walls, int *wall) {
    int near[WALLS_NEAR_MAX];
    int count = wall_grid_query(walls, hull_bounds(&form->hull, at), near, WALLS_NEAR_MAX);
    count = count < WALLS_NEAR_MAX ? count : WALLS_NEAR_MAX;
    float depth = 0.0f;
    for (int i = 0; i < count; i++) {
        const WallPiece *piece = &walls->pieces[near[i]];
        Transform wall_in_form = transform_relative(at, wall_piece_at(piece));
        for (int k = 0; k < form->hull.count; k++) {
            Overlap overlap = sat_overlap(&form->hull.pieces[k], &piece->shape, wall_in_form);
            if (overlap.hit && overlap.depth > depth) {
                depth = overlap.depth;
                *wall = piece->wall;
            }
        }
    }
    return depth;
}

/// Adds the bodies of a prop or row; says W703 once for those that stand in a wall.
static void add_bodies(FormMaker *maker, const PropDef *prop, const char *label, Made made,
                       const WallGrid *walls) {
    Track *track = maker->track;
    const TrackForm *form = &track->forms[made.index];
    int count = (int)body_count(prop);
    vec2s along = vec2_make(0.0f, 0.0f);
    if (prop->row) {
        along = glms_vec2_normalize(glms_vec2_sub(prop->to, prop->from));
    }
    int removed = 0;
    vec2s first = prop->from;
    int first_wall = 0;
    Rotation turn = rotation_make(prop->angle);
    for (int i = 0; i < count; i++) {
        vec2s at = glms_vec2_add(prop->from, glms_vec2_scale(along, prop->spacing * (float)i));
        vec2s position = glms_vec2_add(at, rotation_apply(turn, made.middle));
        int wall = 0;
        if (depth_in_walls(form, (Transform){position, turn}, walls, &wall) > WALL_OVERLAP) {
            first = removed == 0 ? at : first;
            first_wall = removed == 0 ? wall : first_wall;
            removed++;
            continue;
        }
        track->props[track->prop_count++] = (TrackProp){.position = position,
                                                        .angle = trig_wrap(prop->angle),
                                                        .form = (uint8_t)made.index,
                                                        .place = prop->place};
    }
    if (removed > 0) {
        char wall_label[VALIDATE_LABEL_MAX];
        validate_label(wall_label, "wall", track->walls[first_wall].id, first_wall + 1);
        Message *message = message_add(maker->messages, MESSAGE_W703, prop->place, label,
                                       wall_label, (double)first.x, (double)first.y);
        message_at(message, first.x, first.y);
        if (removed > 1) {
            message_note(message, prop->place, "%d of its row in all", removed);
        }
    }
}

static void add_props(FormMaker *maker, const WallGrid *walls) {
    const TrackDef *def = maker->def;
    Track *track = maker->track;
    if (!check_count(def, maker->messages)) {
        return;
    }
    track->props = arena_array(&track->arena, TRACK_PROPS_MAX, sizeof *track->props);
    for (int i = 0; i < def->prop_count; i++) {
        const PropDef *prop = &def->props[i];
        char label[VALIDATE_LABEL_MAX];
        validate_label(label, "prop", prop->id, i + 1);
        Made made = prop->valid ? form_of_prop(maker, prop, label) : (Made){.index = -1};
        if (made.index >= 0) {
            add_bodies(maker, prop, label, made, walls);
        }
    }
}

// ---- movers ---------------------------------------------------------------------------------

/// The first wall in which the form gets on its way from `from` to `to`: -1 where there is none.
static int wall_on_way(const TrackForm *form, vec2s from, vec2s to, const WallGrid *walls,
                       vec2s *at) {
    Transform start = {from, rotation_make(0.0f)};
    Transform end = {to, rotation_make(0.0f)};
    Box swept = box_union(hull_bounds(&form->hull, start), hull_bounds(&form->hull, end));
    Motion motion = {.from = from, .to = to};
    Arena scratch = {0};
    int *near = arena_array(&scratch, (size_t)walls->piece_count + 1, sizeof *near);
    int count = wall_grid_query(walls, swept, near, walls->piece_count);
    float soonest = 2.0f;
    int wall = -1;
    for (int i = 0; i < count; i++) {
        const WallPiece *piece = &walls->pieces[near[i]];
        for (int k = 0; k < form->hull.count; k++) {
            SweepHit hit = sweep_motion(&form->hull.pieces[k], motion, &piece->shape,
                                        wall_piece_at(piece), -MOVER_OVERLAP);
            if (hit.hit && hit.time < soonest) {
                soonest = hit.time;
                wall = piece->wall;
            }
        }
    }
    arena_destroy(&scratch);
    *at = glms_vec2_lerp(from, to, fminf(soonest, 1.0f));
    return wall;
}

/// E602, once a mover.
static void check_way(const FormMaker *maker, const TrackForm *form, const MoverPath *path,
                      const MoverDef *from, const WallGrid *walls) {
    for (int i = 0; i + 1 < path->count; i++) {
        vec2s at;
        int wall = wall_on_way(form, path->points[i], path->points[i + 1], walls, &at);
        if (wall >= 0) {
            char label[VALIDATE_LABEL_MAX];
            validate_label(label, "wall", maker->track->walls[wall].id, wall + 1);
            Message *message = message_add(maker->messages, MESSAGE_E602, from->place, label,
                                           (double)at.x, (double)at.y);
            message_at(message, at.x, at.y);
            return;
        }
    }
}

/// The path of the form's centre of gravity; a loop is closed.
static MoverPath path_of(Track *track, const MoverDef *from, vec2s middle) {
    MoverPath path = {.loop = from->loop};
    size_t room = (size_t)from->path.count + 1;
    path.points = arena_array(&track->arena, room, sizeof *path.points);
    path.along = arena_array(&track->arena, room, sizeof *path.along);
    for (int i = 0; i < from->path.count; i++) {
        path.points[path.count++] = glms_vec2_add(from->path.points[i], middle);
    }
    vec2s first = path.points[0];
    if (from->loop && glms_vec2_distance(first, path.points[path.count - 1]) > 1e-3f) {
        path.points[path.count++] = first;
    }
    mover_path_finish(&path, from->speed, from->wait, from->phase);
    return path;
}

static void add_movers(FormMaker *maker, const WallGrid *walls) {
    const TrackDef *def = maker->def;
    Track *track = maker->track;
    track->movers = arena_array(&track->arena, TRACK_MOVERS_MAX, sizeof *track->movers);
    for (int i = 0; i < def->mover_count; i++) {
        const MoverDef *from = &def->movers[i];
        char label[VALIDATE_LABEL_MAX];
        validate_label(label, "mover", from->id, i + 1);
        Made made = {.index = -1};
        if (from->valid) {
            made = form_of_outline(maker, PROP_MOVER, &from->outline, 1000.0f, from->material, NULL,
                                   label, from->place);
        }
        if (made.index >= 0) {
            TrackMover *mover = &track->movers[track->mover_count++];
            *mover = (TrackMover){.path = path_of(track, from, made.middle),
                                  .form = (uint8_t)made.index,
                                  .place = from->place};
            snprintf(mover->id, sizeof mover->id, "%s", from->id);
            check_way(maker, &track->forms[made.index], &mover->path, from, walls);
        }
    }
}

void props_build(TrackDef *def, const WallGrid *walls, Track *track, MessageList *messages) {
    if (def->prop_count + def->mover_count == 0) {
        return;
    }
    Arena scratch = {0};
    FormMaker *maker = arena_alloc(&scratch, sizeof *maker);
    *maker = (FormMaker){.def = def, .track = track, .messages = messages};
    track->forms = arena_array(&track->arena, TRACK_FORMS_MAX, sizeof *track->forms);
    add_props(maker, walls);
    add_movers(maker, walls);
    arena_destroy(&scratch);
}
