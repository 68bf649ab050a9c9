#include "track/wall_list.h"

#include "base/assert.h"

#include <stdio.h>

WallList wall_list_make(Arena *arena, Arena *scratch) {
    return (WallList){.arena = arena,
                      .walls = arena_array(scratch, TRACK_WALLS_ALL, sizeof(TrackWall)),
                      .pieces = arena_array(scratch, TRACK_PIECES_MAX, sizeof(WallPiece))};
}

/// What is drawn of a line are its very pieces: four points each, inner side first. A triangle
/// repeats its last point. `inner_left` says which side of the line is the inner one.
static void take_quads(WallList *list, TrackWall *wall, int count, bool inner_left) {
    const WallPiece *pieces = &list->pieces[list->piece_count];
    wall->quads = true;
    wall->count = 4 * count;
    wall->points = arena_array(list->arena, (size_t)wall->count + 1, sizeof *wall->points);
    for (int i = 0; i < count; i++) {
        const Shape *shape = &pieces[i].shape;
        for (int k = 0; k < 4; k++) {
            int from = inner_left ? (k + 2) % 4 : k;
            from = from < shape->count ? from : shape->count - 1;
            wall->points[4 * i + k] = glms_vec2_add(shape_point(shape, from), pieces[i].origin);
        }
    }
}

static WallResult take(WallList *list, const TrackWall *wall, int count) {
    list->walls[list->count++] = *wall;
    list->piece_count += count;
    return WALL_ADDED;
}

/// What is said where pieces come back as -1: no room is likelier than no partition only near the
/// end of the list.
static WallResult refuse(WallList *list, int points) {
    if (list->piece_count + points > TRACK_PIECES_MAX) {
        list->full = true;
        return WALL_NO_ROOM;
    }
    return WALL_NO_PARTITION;
}

static WallResult add_polygon(WallList *list, const WallDef *def, TrackWall *wall) {
    const OutlineDef *outline = &def->outline;
    wall->points = arena_copy_array(list->arena, outline->points, (size_t)outline->count,
                                    sizeof *wall->points);
    wall->count = polygon_normalise(wall->points, outline->count, NULL);
    if (wall->count < 3) {
        return WALL_NO_PARTITION;
    }
    int count = wall_pieces_of_polygon(wall->points, wall->count, def->friction, def->restitution,
                                       list->count, &list->pieces[list->piece_count],
                                       TRACK_PIECES_MAX - list->piece_count);
    return count > 0 ? take(list, wall, count) : refuse(list, wall->count);
}

static WallResult add_circle(WallList *list, const WallDef *def, TrackWall *wall) {
    wall->points = arena_array(list->arena, 1, sizeof *wall->points);
    wall->points[0] = def->outline.points[0];
    wall->count = 1;
    wall->circle_radius = def->outline.radius;
    if (list->piece_count >= TRACK_PIECES_MAX) {
        return refuse(list, 1);
    }
    list->pieces[list->piece_count] = wall_piece_of_circle(
        wall->points[0], wall->circle_radius, def->friction, def->restitution, list->count);
    return take(list, wall, 1);
}

WallResult wall_list_add(WallList *list, const WallDef *def, int side) {
    ASSERT(def->valid && side >= -1 && side <= 1);
    if (list->count >= TRACK_WALLS_ALL) {
        list->full = true;
        return WALL_NO_ROOM;
    }
    TrackWall wall = {
        .material = def->material, .height = def->height, .color = def->color, .place = def->place};
    snprintf(wall.id, sizeof wall.id, "%s", def->id);
    const OutlineDef *outline = &def->outline;
    if (outline->kind == OUTLINE_POLYGON) {
        return add_polygon(list, def, &wall);
    }
    if (outline->kind == OUTLINE_CIRCLE) {
        return add_circle(list, def, &wall);
    }
    int count =
        wall_pieces_of_line(outline->points, outline->count, def->closed, def->thickness, side,
                            def->friction, def->restitution, list->count,
                            &list->pieces[list->piece_count], TRACK_PIECES_MAX - list->piece_count);
    if (count <= 0) {
        return refuse(list, 2 * outline->count);
    }
    take_quads(list, &wall, count, side <= 0);
    return take(list, &wall, count);
}
