#include "drawing/svg_outline.h"

#include "base/assert.h"

#include <math.h>

bool svg_outline_holds(const SvgLine *line, Point at) {
    bool inside = false;
    for (int i = 0, k = line->count - 1; i < line->count; k = i++) {
        Point a = line->points[i];
        Point b = line->points[k];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

double svg_outline_length(const SvgLine *line) {
    double length = 0.0;
    for (int i = 0; i < line->count; i++) {
        length += point_distance(line->points[i], line->points[(i + 1) % line->count]);
    }
    return length;
}

double svg_outline_area(const SvgLine *line) {
    double area = 0.0;
    Point origin = line->points[0];
    for (int i = 0; i < line->count; i++) {
        area += point_cross(point_sub(line->points[i], origin),
                            point_sub(line->points[(i + 1) % line->count], origin));
    }
    return 0.5 * area;
}

void svg_outlines_nest(SvgOutline *outlines, int count) {
    ASSERT(count == 0 || outlines != NULL);
    for (int i = 0; i < count; i++) {
        outlines[i].area = fabs(svg_outline_area(&outlines[i].line));
        outlines[i].parent = -1;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            if (k != i && outlines[k].area > outlines[i].area &&
                svg_outline_holds(&outlines[k].line, outlines[i].line.points[0])) {
                outlines[i].inside++;
                int parent = outlines[i].parent;
                if (parent < 0 || outlines[k].area < outlines[parent].area) {
                    outlines[i].parent = k;
                }
            }
        }
    }
}
