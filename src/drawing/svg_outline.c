#include "drawing/svg_outline.h"

#include "base/assert.h"

#include <math.h>

static bool is_inside(const SvgLine *line, Point at) {
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

static double area_of(const SvgLine *line) {
    double area = 0.0;
    for (int i = 0, k = line->count - 1; i < line->count; k = i++) {
        area += line->points[k].x * line->points[i].y - line->points[i].x * line->points[k].y;
    }
    return fabs(0.5 * area);
}

void svg_outlines_nest(SvgOutline *outlines, int count) {
    ASSERT(count == 0 || outlines != NULL);
    for (int i = 0; i < count; i++) {
        outlines[i].area = area_of(&outlines[i].line);
        outlines[i].parent = -1;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            if (k != i && outlines[k].area > outlines[i].area &&
                is_inside(&outlines[k].line, outlines[i].line.points[0])) {
                outlines[i].inside++;
                int parent = outlines[i].parent;
                if (parent < 0 || outlines[k].area < outlines[parent].area) {
                    outlines[i].parent = k;
                }
            }
        }
    }
}
