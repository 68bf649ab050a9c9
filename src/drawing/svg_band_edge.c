#include "base/scalar.h"
#include "drawing/svg_band_parts.h"

#include <stdlib.h>

/// In mean widths: so near is another edge.
#define BESIDE_REACH 1.5

// ---- edges ----------------------------------------------------------------------------------

SvgEdge svg_edge_make(const SvgLine *line, int count, Arena *arena) {
    SvgEdge edge = {
        .count = count, .length = svg_outline_length(line), .area = svg_outline_area(line)};
    edge.at = arena_array(arena, (size_t)count, sizeof *edge.at);
    edge.along = arena_array(arena, (size_t)count, sizeof *edge.along);
    double step = edge.length / count;
    double left = 0.0; // of the way to the next sample, from the start of the piece
    int made = 0;
    for (int i = 0; i < line->count; i++) {
        Point from = line->points[i];
        Point to = line->points[(i + 1) % line->count];
        double piece = point_distance(from, to);
        for (; left < piece && made < count; left += step) {
            edge.at[made++] = point_mix(from, to, left / piece);
        }
        left -= piece;
    }
    for (; made < count; made++) { // what rounding left
        edge.at[made] = line->points[0];
    }
    for (int i = 0; i < count; i++) {
        Point way = point_sub(edge.at[(i + 1) % count], edge.at[(i + count - 1) % count]);
        double length = point_length(way);
        edge.along[i] = length > 0.0 ? (Point){way.x / length, way.y / length} : (Point){1.0, 0.0};
    }
    return edge;
}

void svg_edge_reverse(SvgEdge *edge) {
    for (int i = 0, k = edge->count - 1; i < k; i++, k--) {
        Point at = edge->at[i];
        Point along = edge->along[i];
        edge->at[i] = edge->at[k];
        edge->along[i] = edge->along[k];
        edge->at[k] = at;
        edge->along[k] = along;
    }
    for (int i = 0; i < edge->count; i++) {
        edge->along[i] = (Point){-edge->along[i].x, -edge->along[i].y};
    }
    edge->area = -edge->area;
}

// ---- what lies beside -------------------------------------------------------------------------

/// How far samples may be apart along one outline to be of two stretches.
static int apart(const SvgEdge *edge, double reach) {
    return (int)(3.0 * reach * edge->count / edge->length) + 2;
}

/// The sample of `other` nearest to sample `i` of `edge` that lies across the band; -1: none within
/// `reach`. On one outline that is a stretch in the opposite direction on the inner side.
static int find_beside(const SvgEdge *edge, int i, const SvgEdge *other, double reach,
                       double *distance) {
    int best = -1;
    double nearest = reach * reach;
    int least = apart(edge, reach);
    double side = edge->area > 0.0 ? 1.0 : -1.0;
    for (int k = 0; k < other->count; k++) {
        Point way = point_sub(other->at[k], edge->at[i]);
        double distance2 = point_dot(way, way);
        if (distance2 >= nearest) {
            continue;
        }
        double cosine = point_dot(edge->along[i], other->along[k]);
        if (edge == other) {
            int between = abs(k - i);
            between = between < edge->count - between ? between : edge->count - between;
            if (between < least || cosine > -0.7 ||
                side * point_cross(edge->along[i], way) <= 0.0) {
                continue;
            }
        } else if (fabs(cosine) < 0.7) {
            continue;
        }
        nearest = distance2;
        best = k;
    }
    *distance = sqrt(nearest);
    return best;
}

double svg_edge_share_beside(const SvgEdge *edge, const SvgEdge *other, double width,
                             SvgFeet *seed) {
    double step = edge->length / edge->count;
    double reach = fmax(BESIDE_REACH * width, width + step);
    double best = (double)INFINITY;
    int beside = 0;
    for (int i = 0; i < edge->count; i++) {
        double distance;
        int k = find_beside(edge, i, other, reach, &distance);
        beside += k >= 0;
        if (k >= 0 && fabs(distance - width) < best) {
            best = fabs(distance - width);
            *seed = (SvgFeet){i, k};
        }
    }
    return (double)beside / edge->count;
}

double svg_band_median(const double *values, int count, Arena *arena) {
    double *sorted = arena_array(arena, (size_t)count + 1, sizeof *sorted);
    for (int i = 0; i < count; i++) {
        sorted[i] = values[i];
    }
    qsort(sorted, (size_t)count, sizeof *sorted, double_compare);
    return sorted[count / 2];
}
