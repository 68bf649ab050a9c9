#include "overlay/overlay_pick.h"

#include "base/assert.h"
#include "base/number.h"
#include "geometry/trig.h"
#include "race_state/props.h"
#include "track/gates.h"
#include "track/slot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The best so far of those that are asked about `point`.
typedef struct Search {
    const Race *race;
    const Track *track;
    vec2s point;
    float near;
    OverlayPick best;
} Search;

/// A place on an object, and how far it is.
typedef struct Reach {
    vec2s nearest;
    float distance;
} Reach;

static Reach reach_inside(vec2s point) { return (Reach){point, 0.0f}; }

static Reach reach_none(vec2s point) { return (Reach){point, INFINITY}; }

static Reach nearer(Reach a, Reach b) { return b.distance < a.distance ? b : a; }

static Reach reach_segment(vec2s a, vec2s b, vec2s point) {
    float t = 0.0f;
    float distance = sqrtf(segment_distance2(a, b, point, &t));
    return (Reach){glms_vec2_lerp(a, b, t), distance};
}

static Reach reach_line(const vec2s *points, int count, bool closed, vec2s point) {
    Reach reach = reach_none(point);
    for (int i = 0; i + 1 < count; i++) {
        reach = nearer(reach, reach_segment(points[i], points[i + 1], point));
    }
    return closed && count > 1 ? nearer(reach, reach_segment(points[count - 1], points[0], point))
                               : reach;
}

static Reach reach_polygon(const vec2s *points, int count, vec2s point) {
    return polygon_contains(points, count, point) ? reach_inside(point)
                                                  : reach_line(points, count, true, point);
}

static Reach reach_circle(vec2s center, float radius, vec2s point) {
    vec2s to = glms_vec2_sub(point, center);
    float distance = glms_vec2_norm(to);
    if (distance <= radius) {
        return reach_inside(point);
    }
    return (Reach){glms_vec2_add(center, glms_vec2_scale(to, radius / distance)),
                   distance - radius};
}

static Reach reach_shape(const Shape *shape, Transform at, vec2s point) {
    vec2s corners[SHAPE_POINTS_MAX];
    for (int i = 0; i < shape->count; i++) {
        corners[i] = transform_apply(at, shape_point(shape, i));
    }
    if (shape->count == 1) {
        return reach_circle(corners[0], shape->radius, point);
    }
    Reach reach = reach_polygon(corners, shape->count, point);
    return reach.distance <= shape->radius ? reach_inside(point)
                                           : (Reach){reach.nearest, reach.distance - shape->radius};
}

static Reach reach_hull(const Hull *hull, Transform at, vec2s point) {
    Reach reach = reach_none(point);
    for (int i = 0; i < hull->count; i++) {
        reach = nearer(reach, reach_shape(&hull->pieces[i], at, point));
    }
    return reach;
}

/// Things on top are offered first: of equals the first stays.
static void offer(Search *search, OverlayKind kind, int index, int part, Place place, Reach reach) {
    OverlayPick *best = &search->best;
    float old = fmaxf(best->distance - search->near, 0.0f);
    float new = fmaxf(reach.distance - search->near, 0.0f);
    bool better = new < old || (kind == best->kind && kind != OVERLAY_ZONE &&
                                new <= old &&reach.distance < best->distance);
    if (best->kind == OVERLAY_NOTHING || better) {
        *best = (OverlayPick){kind, index, part, reach.distance, reach.nearest, place};
    }
}

static void search_things(Search *search) {
    const Race *race = search->race;
    const Track *track = search->track;
    for (int i = 0; i < race->prop_count; i++) {
        const Body *body = &race_bodies_const(race)[props_body(race, i)];
        const Hull *hull = &track->forms[track->props[i].form].hull;
        offer(search, OVERLAY_PROP, i, 0, track->props[i].place,
              reach_hull(hull, body_at(body), search->point));
    }
    for (int i = 0; i < race->mover_count; i++) {
        const Body *body = &race_bodies_const(race)[movers_body(race, i)];
        const TrackMover *mover = &track->movers[i];
        const Hull *hull = &track->forms[mover->form].hull;
        Reach reach = reach_hull(hull, body_at(body), search->point);
        reach =
            nearer(reach, reach_line(mover->path.points, mover->path.count, false, search->point));
        offer(search, OVERLAY_MOVER, i, 0, mover->place, reach);
    }
}

static void search_race(Search *search) {
    const Track *track = search->track;
    for (int i = 0; i < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            const TrackGate *gate = track_gate_way(&track->gates[i], way);
            offer(search, OVERLAY_GATE, i, way, gate->place,
                  reach_segment(gate->left, gate->right, search->point));
        }
    }
    Shape box = shape_box(vec2_make(0.0f, 0.0f), SLOT_LENGTH, SLOT_WIDTH);
    for (int i = 0; i < track->slot_count; i++) {
        const TrackSlot *slot = &track->slots[i];
        Transform at = {slot->position, rotation_make(trig_wrap(slot->angle))};
        offer(search, OVERLAY_SLOT, i, 0, slot->place, reach_shape(&box, at, search->point));
    }
}

static void search_walls(Search *search) {
    const Track *track = search->track;
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        // Further away than the best so far: most are.
        float room = fmaxf(search->best.distance, search->near);
        if (search->best.kind == OVERLAY_NOTHING ||
            box_contains(box_grow(piece->bounds, room), search->point)) {
            offer(search, OVERLAY_WALL, piece->wall, i, track->walls[piece->wall].place,
                  reach_shape(&piece->shape, wall_piece_at(piece), search->point));
        }
    }
}

static Reach reach_scenery(const TrackScenery *item, vec2s point) {
    switch (item->kind) {
    case SCENERY_POLYGON:
        return reach_polygon(item->points, item->count, point);
    case SCENERY_LINE:
        return reach_line(item->points, item->count, false, point);
    case SCENERY_CIRCLE:
    case SCENERY_TREE:
        return reach_circle(item->points[0], item->radius, point);
    case SCENERY_TEXT:
    case SCENERY_ARROW:
        break;
    }
    return reach_circle(item->points[0], 0.5f * item->size, point);
}

static Reach reach_zone(const TrackZone *zone, vec2s point) {
    if (!polygon_contains(zone->points, zone->count, point)) {
        return reach_line(zone->points, zone->count, true, point);
    }
    for (int i = 0; i < zone->hole_count; i++) {
        if (polygon_contains(zone->holes[i], zone->hole_counts[i], point)) {
            return reach_line(zone->holes[i], zone->hole_counts[i], true, point);
        }
    }
    return reach_inside(point);
}

/// The written point that is nearest along the road: the nearest as the crow flies may belong to
/// another stretch.
static int nearest_point(const Ribbon *ribbon, vec2s point) {
    float s = ribbon_locate(ribbon, point, -1).s, nearest = INFINITY;
    int best = 0;
    for (int i = 0; i < ribbon->point_count; i++) {
        float away = fabsf(ribbon->samples[ribbon->point_samples[i]].s - s);
        away = ribbon->closed ? fminf(away, ribbon->length - away) : away;
        if (away < nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}

/// The shoulders belong to it.
static Reach reach_ribbon(const Ribbon *ribbon, vec2s point) {
    RibbonPlace place = ribbon_locate(ribbon, point, -1);
    int side = place.offset >= 0.0f ? 0 : 1;
    float half = ribbon_half_width(ribbon, place, side) +
                 fmaxf(ribbon->samples[place.sample].shoulder[side], 0.0f);
    RibbonPlace edge = place;
    edge.offset = side == 0 ? half : -half;
    vec2s nearest = ribbon_point(ribbon, edge);
    if (fabsf(place.offset) <= half) {
        edge.offset = 0.0f;
        // Beyond the end of an open one the offset says nothing.
        vec2s middle = ribbon_point(ribbon, edge);
        float away = glms_vec2_distance(middle, point);
        return away <= fabsf(place.offset) + 0.01f ? reach_inside(point) : (Reach){middle, away};
    }
    return (Reach){nearest, glms_vec2_distance(nearest, point)};
}

static void search_ground(Search *search) {
    const Track *track = search->track;
    for (int i = track->scenery_count - 1; i >= 0; i--) {
        offer(search, OVERLAY_SCENERY, i, 0, track->scenery[i].place,
              reach_scenery(&track->scenery[i], search->point));
    }
    for (int i = track->zone_count - 1; i >= 0; i--) { // later ones lie on earlier ones
        offer(search, OVERLAY_ZONE, i, 0, track->zones[i].place,
              reach_zone(&track->zones[i], search->point));
    }
    for (int i = 0; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        int part = nearest_point(ribbon, search->point);
        Place place = ribbon->point_count > 0 ? ribbon->point_places[part] : ribbon->place;
        offer(search, OVERLAY_RIBBON, i, part, place, reach_ribbon(ribbon, search->point));
    }
}

OverlayPick overlay_pick(const Race *race, vec2s point, float near) {
    ASSERT(race != NULL && near >= 0.0f);
    Search search = {.race = race, .track = race->data->track, .point = point, .near = near};
    search_things(&search);
    search_race(&search);
    search_walls(&search);
    search_ground(&search);
    return search.best;
}

// ---- words ------------------------------------------------------------------------------------

static void name_it(char out[OVERLAY_NAME_MAX], const char *noun, const char *id, int index) {
    if (id[0]) {
        snprintf(out, OVERLAY_NAME_MAX, "%s \"%s\"", noun, id);
    } else {
        snprintf(out, OVERLAY_NAME_MAX, "%s #%d", noun, index + 1);
    }
}

static bool same_place(Place a, Place b) { return a.line == b.line && a.column == b.column; }

/// Walls along a road stand where the road does.
static void name_wall(const Track *track, int index, char out[OVERLAY_NAME_MAX]) {
    const TrackWall *wall = &track->walls[index];
    for (int i = 0; i < track->ribbon_count; i++) {
        if (same_place(wall->place, track->ribbons[i].place)) {
            name_it(out, "wall of ribbon", track->ribbons[i].id, i);
            return;
        }
    }
    name_it(out, "wall", wall->id, index);
}

/// Without an id by what lies there: one remembers the sand better than its number.
static void name_zone(const Track *track, int index, char out[OVERLAY_NAME_MAX]) {
    const TrackZone *zone = &track->zones[index];
    char noun[64] = "zone";
    if (!zone->id[0]) {
        snprintf(noun, sizeof noun, "%s zone", track->surfaces[zone->surface].name);
    }
    name_it(out, noun, zone->id, index);
}

static void name_scenery(const TrackScenery *item, int index, char out[OVERLAY_NAME_MAX]) {
    static const char *const nouns[] = {"scenery polygon", "scenery circle", "tree",
                                        "scenery text",    "arrow",          "scenery line"};
    name_it(out, nouns[item->kind], item->kind == SCENERY_TEXT ? item->text : "", index);
}

void overlay_name(const Track *track, const OverlayPick *pick, char out[OVERLAY_NAME_MAX]) {
    int i = pick->index;
    out[0] = '\0';
    switch (pick->kind) {
    case OVERLAY_NOTHING:
        break;
    case OVERLAY_PROP:
        // Without its number, which counts those of rows too.
        snprintf(out, OVERLAY_NAME_MAX, "%s",
                 prop_kind_names[track->forms[track->props[i].form].kind]);
        break;
    case OVERLAY_MOVER:
        name_it(out, "mover", track->movers[i].id, i);
        break;
    case OVERLAY_GATE:
        if (i == track->gate_count - 1) {
            snprintf(out, OVERLAY_NAME_MAX, "finish");
        } else {
            name_it(out, "gate", track->gates[i].name, i);
        }
        break;
    case OVERLAY_SLOT:
        name_it(out, "grid slot", "", i);
        break;
    case OVERLAY_WALL:
        name_wall(track, i, out);
        break;
    case OVERLAY_SCENERY:
        name_scenery(&track->scenery[i], i, out);
        break;
    case OVERLAY_ZONE:
        name_zone(track, i, out);
        break;
    case OVERLAY_RIBBON: {
        name_it(out, "ribbon", track->ribbons[i].id, i);
        size_t length = strlen(out);
        snprintf(out + length, OVERLAY_NAME_MAX - length, ", point %d", pick->part + 1);
        break;
    }
    }
}

static const char *metres(float value, char out[NUMBER_TEXT_MAX]) {
    return number_text_fixed((double)value, 1, out);
}

static void detail_ribbon(const Track *track, const Ribbon *ribbon, vec2s point,
                          char out[OVERLAY_DETAIL_MAX]) {
    char along[NUMBER_TEXT_MAX], beside[NUMBER_TEXT_MAX], wide[NUMBER_TEXT_MAX];
    RibbonPlace place = ribbon_locate(ribbon, point, -1);
    float width = ribbon_half_width(ribbon, place, 0) + ribbon_half_width(ribbon, place, 1);
    snprintf(out, OVERLAY_DETAIL_MAX, "s %s m, %s m %s of its line, %s m wide, %s",
             metres(place.s, along), metres(fabsf(place.offset), beside),
             place.offset >= 0.0f ? "left" : "right", metres(width, wide),
             track->surfaces[ribbon->samples[place.sample].surface].name);
}

static float mover_speed(const MoverPath *path) {
    return path->along[path->count - 1] / (float)path->run_ticks * (float)MOVER_TICKS_PER_SECOND;
}

void overlay_detail(const Track *track, const OverlayPick *pick, vec2s point,
                    char out[OVERLAY_DETAIL_MAX]) {
    char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX];
    int i = pick->index;
    out[0] = '\0';
    if (pick->kind == OVERLAY_PROP || pick->kind == OVERLAY_MOVER) {
        const TrackForm *form =
            &track
                 ->forms[pick->kind == OVERLAY_PROP ? track->props[i].form : track->movers[i].form];
        bool moves = pick->kind == OVERLAY_MOVER;
        snprintf(out, OVERLAY_DETAIL_MAX, "%s, %s %s", track->materials[form->material].name,
                 metres(moves ? mover_speed(&track->movers[i].path) : form->mass, a),
                 moves ? "m/s" : "kg");
    } else if (pick->kind == OVERLAY_GATE) {
        const TrackGate *gate = track_gate_way(&track->gates[i], pick->part);
        const char *sector = track->gates[i].sector ? ", ends a sector" : "";
        metres(glms_vec2_distance(gate->left, gate->right), b);
        if (gate->s >= 0.0f) {
            snprintf(out, OVERLAY_DETAIL_MAX, "s %s m, %s m across%s", metres(gate->s, a), b,
                     sector);
        } else {
            snprintf(out, OVERLAY_DETAIL_MAX, "%s m across%s", b, sector);
        }
    } else if (pick->kind == OVERLAY_WALL) {
        const TrackWall *wall = &track->walls[i];
        snprintf(out, OVERLAY_DETAIL_MAX, "%s, %s m high", track->materials[wall->material].name,
                 metres(wall->height, a));
    } else if (pick->kind == OVERLAY_ZONE) {
        const Surface *surface = &track->surfaces[track->zones[i].surface];
        snprintf(out, OVERLAY_DETAIL_MAX, "%s, grip %s", surface->name,
                 number_text_fixed((double)surface->grip, 2, a));
    } else if (pick->kind == OVERLAY_RIBBON) {
        detail_ribbon(track, &track->ribbons[i], point, out);
    }
}

void overlay_file_line(const OverlayPick *pick, char out[OVERLAY_NAME_MAX]) {
    out[0] = '\0';
    if (pick->place.line > 0 && pick->place.file) {
        const char *slash = strrchr(pick->place.file, '/');
        snprintf(out, OVERLAY_NAME_MAX, "%.80s:%d", slash ? slash + 1 : pick->place.file,
                 pick->place.line);
    }
}

void overlay_coordinates(vec2s point, char out[OVERLAY_NAME_MAX]) {
    char x[NUMBER_TEXT_MAX], y[NUMBER_TEXT_MAX];
    snprintf(out, OVERLAY_NAME_MAX, "[%s, %s]", number_text((double)point.x, 2, x),
             number_text((double)point.y, 2, y));
}
