#include "contacts/race_wall.h"

#include "geometry/trig.h"
#include "scene/solid.h"

#include <math.h>
#include <string.h>

enum {
    PIECES_MAX = 64,
    ROUND_CORNERS = 24,
    CLIPPED_MAX = ROUND_CORNERS + 4,
};

#define SAME_POINT \
    1e-3f ///< m: corners that pieces share are rounded alike, but for the last digit.

typedef struct Outlined {
    vec2s points[CLIPPED_MAX];
    int count;
} Outlined;

/// Cuts off what lies beyond `limit` along `way`, a unit. Source: Sutherland & Hodgman, Reentrant
/// Polygon Clipping (1974).
static Outlined clip(const Outlined *from, vec2s way, float limit) {
    Outlined kept = {.count = 0};
    for (int i = 0; i < from->count; i++) {
        vec2s a = from->points[i], b = from->points[(i + 1) % from->count];
        float past_a = glms_vec2_dot(a, way) - limit, past_b = glms_vec2_dot(b, way) - limit;
        if (past_a <= 0.0f && kept.count < CLIPPED_MAX) {
            kept.points[kept.count++] = a;
        }
        if ((past_a < 0.0f && past_b > 0.0f) || (past_a > 0.0f && past_b < 0.0f)) {
            // from the same end whichever way round, so that neighbours get the same corner
            vec2s low = past_a < past_b ? a : b, high = past_a < past_b ? b : a;
            float share = fminf(past_a, past_b) / (fminf(past_a, past_b) - fmaxf(past_a, past_b));
            if (kept.count < CLIPPED_MAX) {
                kept.points[kept.count++] = glms_vec2_lerp(low, high, share);
            }
        }
    }
    return kept;
}

/// The outline of a piece within the box, rounded as scenes are, without corners that fall
/// together.
static Outlined outline_of(const WallPiece *piece, vec2s center, float reach) {
    const Shape *shape = &piece->shape;
    Outlined whole = {.count = shape->count == 1 ? ROUND_CORNERS : shape->count};
    vec2s offset = glms_vec2_sub(piece->origin, center);
    for (int i = 0; i < whole.count; i++) {
        vec2s point = shape_point(shape, i % shape->count);
        if (shape->count == 1) {
            float angle = TRIG_PI * (2.0f * (float)i / (float)ROUND_CORNERS - 1.0f);
            point = glms_vec2_add(
                point, rotation_apply(rotation_make(angle), vec2_make(shape->radius, 0.0f)));
        }
        whole.points[i] = glms_vec2_add(point, offset);
    }
    static const vec2s ways[] = {{{1, 0}}, {{-1, 0}}, {{0, 1}}, {{0, -1}}};
    for (int i = 0; i < 4; i++) {
        whole = clip(&whole, ways[i], reach);
    }
    Outlined kept = {.count = 0};
    for (int i = 0; i < whole.count; i++) {
        vec2s point = vec2_make(scene_round((double)whole.points[i].x),
                                scene_round((double)whole.points[i].y));
        bool same = kept.count > 0 &&
                    (glms_vec2_distance(kept.points[kept.count - 1], point) < SAME_POINT ||
                     glms_vec2_distance(kept.points[0], point) < SAME_POINT);
        if (!same) {
            kept.points[kept.count++] = point;
        }
    }
    return kept;
}

static bool is_fine(const SceneShape *shape) {
    Solid unused;
    return solid_make(shape, NULL, &unused).fault == SOLID_FINE;
}

/// Joins `piece` to the polygon `out` at an edge that both have. False where they have none, or
/// where what comes out is no scene's polygon.
static bool join(SceneShape *out, const Outlined *piece) {
    for (int i = 0; i < out->count; i++) {
        vec2s from = out->points[i], to = out->points[(i + 1) % out->count];
        for (int k = 0; k < piece->count; k++) {
            int after = (k + 1) % piece->count, more = piece->count - 2;
            if (glms_vec2_distance(piece->points[k], to) > SAME_POINT ||
                glms_vec2_distance(piece->points[after], from) > SAME_POINT ||
                out->count + more > SCENE_POINTS_MAX) {
                continue;
            }
            SceneShape joined = *out;
            memmove(joined.points + i + 1 + more, out->points + i + 1,
                    (size_t)(out->count - i - 1) * sizeof *out->points);
            for (int m = 0; m < more; m++) {
                joined.points[i + 1 + m] = piece->points[(after + 1 + m) % piece->count];
            }
            joined.count += more;
            if (is_fine(&joined)) {
                *out = joined;
                return true;
            }
        }
    }
    return false;
}

bool race_wall_shape(const WallGrid *walls, int wall, int first, vec2s center, float reach,
                     SceneShape *out) {
    Outlined start = outline_of(&walls->pieces[first], center, reach);
    SceneShape made = {.kind = SCENE_WALL, .count = start.count};
    memcpy(made.points, start.points, (size_t)start.count * sizeof *start.points);
    if (made.count < 3 || !is_fine(&made)) {
        return false;
    }
    vec2s corner = vec2_make(reach, reach);
    int found[PIECES_MAX];
    int count =
        wall_grid_query(walls, (Box){glms_vec2_sub(center, corner), glms_vec2_add(center, corner)},
                        found, PIECES_MAX);
    count = count < PIECES_MAX ? count : PIECES_MAX;
    bool done[PIECES_MAX] = {false};
    for (bool joined = true; joined;) {
        joined = false;
        for (int i = 0; i < count; i++) {
            const WallPiece *piece = &walls->pieces[found[i]];
            if (done[i] || found[i] == first || piece->wall != wall) {
                continue;
            }
            Outlined outline = outline_of(piece, center, reach);
            done[i] = outline.count >= 3 && join(&made, &outline);
            joined |= done[i];
        }
    }
    *out = made;
    return true;
}
