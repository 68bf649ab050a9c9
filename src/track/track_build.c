#include "track/track_build.h"

#include "base/assert.h"
#include "base/text.h"
#include "geometry/polygon.h"
#include "geometry/trig.h"
#include "track/crate_build.h"
#include "track/gates.h"
#include "track/grid.h"
#include "track/prop_build.h"
#include "track/ribbon_build.h"
#include "track/ribbon_verges.h"
#include "track/ribbon_walls.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m: automatic bounds leave this much around everything.
#define BOUNDS_MARGIN 30.0f

/// m: chord error at which circles become polygons, to be drawn and to be driven on.
#define CIRCLE_CHORD 0.01f

/// The track that the file gives as it is. Its arena is that of `track`.
static void take_base(const TrackDef *def, Track *track) {
    Arena arena = track->arena;
    *track = def->base;
    track->arena = arena;
    text_copy(def->name, track->name, sizeof track->name);
    text_copy(def->author, track->author, sizeof track->author);
    text_copy(def->license, track->license, sizeof track->license);
    text_copy(def->description, track->description, sizeof track->description);
    track->background = def->background ? arena_copy_text(&track->arena, def->background) : NULL;
    track->background_place = def->background_place;
    bool sprint = def->ribbon_count > 0 && !def->ribbons[0].closed;
    track->laps = def->laps > 0 ? def->laps : sprint ? 1 : 3;
}

static vec2s *copy_points(Track *track, const vec2s *points, int count) {
    return arena_copy_array(&track->arena, points, (size_t)count, sizeof *points);
}

/// A circle as a polygon.
static vec2s *circle_points(Track *track, vec2s center, float radius, int *count) {
    float step = 2.0f * sqrtf(2.0f * CIRCLE_CHORD / radius);
    int points = (int)(2.0f * TRIG_PI / fminf(step, 0.5f)) + 1;
    vec2s *made = arena_array(&track->arena, (size_t)points, sizeof *made);
    for (int i = 0; i < points; i++) {
        TrigPair at = trig_sincos(trig_wrap(2.0f * TRIG_PI * (float)i / (float)points));
        made[i] = (vec2s){{center.x + radius * at.cos, center.y + radius * at.sin}};
    }
    *count = points;
    return made;
}

// ---- roads, zones, walls ----------------------------------------------------------------------

static void build_ribbons(TrackDef *def, Track *track) {
    track->ribbons = arena_array(&track->arena, TRACK_RIBBONS_MAX, sizeof *track->ribbons);
    track->ribbon_count = def->ribbon_count;
    for (int i = 0; i < def->ribbon_count; i++) {
        RibbonDef *ribbon = &def->ribbons[i];
        ribbon->valid = ribbon->valid && ribbon_build(ribbon, &track->arena, &track->ribbons[i]);
    }
}

static void build_zone(const ZoneDef *def, Track *track, TrackZone *zone) {
    *zone = (TrackZone){.surface = def->surface, .color = def->color, .place = def->place};
    snprintf(zone->id, sizeof zone->id, "%s", def->id);
    const OutlineDef *outline = &def->outline;
    if (outline->kind == OUTLINE_CIRCLE) {
        zone->points = circle_points(track, outline->points[0], outline->radius, &zone->count);
    } else {
        zone->points = copy_points(track, outline->points, outline->count);
        zone->count = polygon_normalise(zone->points, outline->count, NULL);
    }
    size_t holes = (size_t)def->hole_count + 1;
    zone->holes = arena_array(&track->arena, holes, sizeof *zone->holes);
    zone->hole_counts = arena_array(&track->arena, holes, sizeof *zone->hole_counts);
    for (int i = 0; i < def->hole_count; i++) {
        const OutlineDef *hole = &def->holes[i];
        vec2s *points = copy_points(track, hole->points, hole->count);
        int count = polygon_normalise(points, hole->count, NULL);
        if (count >= 3) {
            zone->holes[zone->hole_count] = points;
            zone->hole_counts[zone->hole_count++] = count;
        }
    }
}

static void build_zones(const TrackDef *def, Track *track) {
    track->zones = arena_array(&track->arena, (size_t)def->zone_count + 1, sizeof *track->zones);
    for (int i = 0; i < def->zone_count; i++) {
        if (def->zones[i].valid) {
            TrackZone *zone = &track->zones[track->zone_count];
            build_zone(&def->zones[i], track, zone);
            zone->number = i + 1;
            track->zone_count += zone->count >= 3;
        }
    }
}

/// The wall or ribbon with the most pieces, to be named where there are too many.
static void add_too_many(const TrackDef *def, const WallList *list, MessageList *messages) {
    int worst = 0;
    int most = 0;
    for (int wall = 0, piece = 0; wall < list->count; wall++) {
        int first = piece;
        while (piece < list->piece_count && list->pieces[piece].wall == wall) {
            piece++;
        }
        if (piece - first > most) {
            most = piece - first;
            worst = wall;
        }
    }
    char label[VALIDATE_LABEL_MAX];
    char count[32];
    char limit[32];
    validate_label(label, "wall", list->count > 0 ? list->walls[worst].id : "", worst + 1);
    snprintf(count, sizeof count, "%d", most);
    snprintf(limit, sizeof limit, "%d", TRACK_PIECES_MAX);
    message_add(messages, MESSAGE_E307, list->count > 0 ? list->walls[worst].place : def->place,
                "too many", "convex pieces of walls", limit, label, count);
}

static void build_walls(TrackDef *def, const RoadGrid *grid, Track *track, MessageList *messages) {
    Arena scratch = {0};
    WallList list = wall_list_make(&track->arena, &scratch);
    for (int i = 0; i < def->wall_count; i++) {
        WallDef *wall = &def->walls[i];
        if (wall->valid && wall_list_add(&list, wall, 0) == WALL_NO_PARTITION) {
            char label[VALIDATE_LABEL_MAX];
            vec2s at = wall->outline.points[0];
            message_at(message_add(messages, MESSAGE_E308, wall->place,
                                   validate_label(label, "wall", wall->id, i + 1), (double)at.x,
                                   (double)at.y, "wall"),
                       at.x, at.y);
            wall->valid = false;
        }
    }
    ribbon_walls_make(track->ribbons, track->ribbon_count, grid, track->materials, &list);
    ribbon_kerbs_clear(track->ribbons, track->ribbon_count, grid);
    if (list.full) {
        add_too_many(def, &list, messages);
    }
    track->wall_count = list.count;
    track->walls =
        arena_copy_array(&track->arena, list.walls, (size_t)list.count, sizeof *list.walls);
    track->wall_piece_count = list.piece_count;
    track->wall_pieces =
        arena_copy_array(&track->arena, list.pieces, (size_t)list.piece_count, sizeof *list.pieces);
    arena_destroy(&scratch);
}

// ---- what is only drawn or hinted -------------------------------------------------------------

static void build_scenery(const TrackDef *def, Track *track) {
    track->scenery =
        arena_array(&track->arena, (size_t)def->scenery_count + 1, sizeof *track->scenery);
    for (int i = 0; i < def->scenery_count; i++) {
        const SceneryDef *from = &def->scenery[i];
        if (from->valid) {
            TrackScenery *item = &track->scenery[track->scenery_count++];
            *item = from->scenery;
            item->place = from->place;
            item->count = from->outline.count;
            item->points = copy_points(track, from->outline.points, from->outline.count);
        }
    }
}

static void build_lines(const TrackDef *def, Track *track) {
    track->lines = arena_array(&track->arena, TRACK_LINES_MAX, sizeof *track->lines);
    track->line_count = def->line_count;
    for (int i = 0; i < def->line_count; i++) {
        const TrackLine *from = &def->lines[i];
        TrackLine *line = &track->lines[i];
        *line = *from;
        line->points = copy_points(track, from->points, from->count);
        line->speeds =
            arena_copy_array(&track->arena, from->speeds, (size_t)from->count, sizeof(float));
    }
}

// ---- the whole --------------------------------------------------------------------------------

/// The box of all geometry and a margin.
static Box automatic_bounds(const Track *track) {
    Box box = box_of(NULL, 0);
    for (int r = 0; r < track->ribbon_count; r++) {
        for (int i = 0; i < track->ribbons[r].count; i++) {
            box = box_add(box, track->ribbons[r].samples[i].shoulder_edge[0]);
            box = box_add(box, track->ribbons[r].samples[i].shoulder_edge[1]);
        }
    }
    for (int i = 0; i < track->wall_piece_count; i++) {
        box = box_add(box, track->wall_pieces[i].bounds.low);
        box = box_add(box, track->wall_pieces[i].bounds.high);
    }
    for (int i = 0; i < track->zone_count; i++) {
        for (int k = 0; k < track->zones[i].count; k++) {
            box = box_add(box, track->zones[i].points[k]);
        }
    }
    for (int i = 0; i < track->gate_count; i++) {
        box = box_add(box, track->gates[i].left);
        box = box_add(box, track->gates[i].right);
    }
    for (int i = 0; i < track->slot_count; i++) {
        box = box_add(box, track->slots[i].position);
    }
    for (int i = 0; i < track->prop_count; i++) {
        box = box_add(box, track->props[i].position);
    }
    for (int i = 0; i < track->crate_count; i++) {
        box = box_add(box, track->crates[i].position);
    }
    for (int i = 0; i < track->mover_count; i++) {
        const MoverPath *path = &track->movers[i].path;
        for (int k = 0; k < path->count; k++) {
            box = box_add(box, path->points[k]);
        }
    }
    return box_grow(box.low.x > box.high.x ? (Box){0} : box, BOUNDS_MARGIN);
}

/// Whether all that gates and grid refer to was read and built.
static bool race_is_sound(const TrackDef *def) {
    bool sound = !def->finish.given || def->finish.valid;
    for (int i = 0; i < def->gate_count; i++) {
        sound = sound && def->gates[i].valid;
    }
    for (int i = 0; i < def->ribbon_count; i++) {
        sound = sound && def->ribbons[i].valid;
    }
    return sound;
}

/// Gates and grid. Where something they stand on is missing, what could be said of them would be
/// noise: the mistake itself has been named.
static void build_race(const TrackDef *def, const RoadGrid *roads, const WallGrid *walls,
                       Track *track, MessageList *messages) {
    if (!def->finish.given && def->ribbon_count == 0 && !def->race_lost) {
        message_add(messages, MESSAGE_E501, def->place);
        return;
    }
    if (def->race_lost || !race_is_sound(def)) {
        return;
    }
    bool road = track->ribbon_count > 0 && track->ribbons[0].count > 0;
    RoadClear made = road ? road_clear_make(track, roads, walls) : (RoadClear){0};
    const RoadClear *clear = road ? &made : NULL;
    if (gates_make(def, clear, track)) {
        validate_gates(def, track, walls, messages);
        if (def->grid.valid && grid_make(def, clear, track)) {
            validate_grid(def, track, messages);
        } else if (def->grid.valid && def->grid.given) {
            message_add(messages, MESSAGE_E202, def->grid.place, "slots",
                        "slots: [[x, y, degrees], ...]");
        } else if (def->grid.valid && def->ribbon_count > 0) {
            message_add(messages, MESSAGE_E202, def->place, "grid",
                        "grid: {slots: [[x, y, degrees], ...]}");
        }
    }
}

void track_build(TrackDef *def, bool verbose, Track *out, MessageList *messages) {
    ASSERT(def != NULL && out != NULL && messages != NULL);
    int errors = messages->error_count;
    take_base(def, out);
    if (!validate_size(def, messages)) {
        return;
    }
    validate_shapes(def, verbose, messages);
    validate_ribbon_points(def, messages);
    Arena scratch = {0};
    build_ribbons(def, out);
    RoadGrid grid = road_grid_make(out->ribbons, out->ribbon_count, &scratch);
    ribbon_verges_narrow(out->ribbons, out->ribbon_count, &grid);
    validate_roads(def, out, &grid, messages);
    build_zones(def, out);
    build_walls(def, &grid, out, messages);
    WallGrid walls = wall_grid_make(out->wall_pieces, out->wall_piece_count, &scratch);
    build_race(def, &grid, &walls, out, messages);
    props_build(def, &walls, out, messages);
    crates_build(def, &walls, out, messages);
    out->bounds = def->has_bounds ? def->base.bounds : automatic_bounds(out);
    validate_bounds(def, out, messages);
    arena_destroy(&scratch);
    if (messages->error_count > errors) {
        return;
    }
    build_scenery(def, out);
    build_lines(def, out);
    out->hash = track_hash(out);
}
