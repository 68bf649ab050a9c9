#include "track/validate.h"

enum {
    PAIRS_MAX = 10000000 ///< Pairs of edges looked at: more than any drawing needs, under 1 s.
};

/// Whether some edge of one polygon meets one of the other. Counts the pairs down in `budget`.
static bool edges_meet(const vec2s *a, int a_count, const vec2s *b, int b_count, int *budget) {
    *budget -= a_count * b_count;
    for (int i = 0; i < a_count; i++) {
        for (int k = 0; k < b_count; k++) {
            if (segments_cross(a[i], a[(i + 1) % a_count], b[k], b[(k + 1) % b_count], NULL)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether `over` hides all of `zone`.
static bool covers(const TrackZone *over, const TrackZone *zone, int *budget) {
    Box outer = box_of(over->points, over->count);
    Box inner = box_of(zone->points, zone->count);
    if (!box_contains(outer, inner.low) || !box_contains(outer, inner.high) ||
        !polygon_contains(over->points, over->count, zone->points[0]) ||
        edges_meet(over->points, over->count, zone->points, zone->count, budget)) {
        return false;
    }
    for (int h = 0; h < over->hole_count; h++) {
        const vec2s *hole = over->holes[h];
        int count = over->hole_counts[h];
        if (polygon_contains(zone->points, zone->count, hole[0]) ||
            polygon_contains(hole, count, zone->points[0]) ||
            edges_meet(hole, count, zone->points, zone->count, budget)) {
            return false;
        }
    }
    return true;
}

/// The definition that zone `i` of `track` was made from; zones without area have none.
static int definition_of(const TrackDef *def, const Track *track, int i) {
    int at = i;
    while (at < def->zone_count - 1 &&
           (def->zones[at].place.line != track->zones[i].place.line ||
            def->zones[at].place.column != track->zones[i].place.column)) {
        at++;
    }
    return at;
}

void validate_zones(const TrackDef *def, const Track *track, MessageList *messages) {
    int budget = PAIRS_MAX;
    for (int i = 0; i < track->zone_count; i++) {
        for (int over = i + 1; over < track->zone_count && budget > 0; over++) {
            if (!covers(&track->zones[over], &track->zones[i], &budget)) {
                continue;
            }
            char label[VALIDATE_LABEL_MAX];
            char label_over[VALIDATE_LABEL_MAX];
            int of = definition_of(def, track, i);
            int of_over = definition_of(def, track, over);
            vec2s at = polygon_centroid(track->zones[i].points, track->zones[i].count);
            validate_label(label, "zone", def->zones[of].id, of + 1);
            validate_label(label_over, "zone", def->zones[of_over].id, of_over + 1);
            Message *message =
                message_add(messages, MESSAGE_W706, track->zones[i].place, label, label_over);
            message_at(message, at.x, at.y);
            break;
        }
    }
}
