#include "track/validate.h"
#include "track_check/track_check_parts.h"

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

void zones_check(const Track *track, MessageList *messages) {
    int budget = PAIRS_MAX;
    for (int i = 0; i < track->zone_count; i++) {
        for (int over = i + 1; over < track->zone_count && budget > 0; over++) {
            if (!covers(&track->zones[over], &track->zones[i], &budget)) {
                continue;
            }
            char label[VALIDATE_LABEL_MAX];
            char label_over[VALIDATE_LABEL_MAX];
            vec2s at = polygon_centroid(track->zones[i].points, track->zones[i].count);
            const TrackZone *zone = &track->zones[i];
            const TrackZone *above = &track->zones[over];
            validate_label(label, "zone", zone->id, zone->number);
            validate_label(label_over, "zone", above->id, above->number);
            Message *message =
                message_add(messages, MESSAGE_W706, track->zones[i].place, label, label_over);
            message_at(message, at.x, at.y);
            break;
        }
    }
}
