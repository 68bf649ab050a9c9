#include "sheet/sheet_dashes.h"

#include "base/array.h"

#include <math.h>

int sheet_dashes_of(const Sheet *sheet, const Mark *mark, SheetDash **out) {
    const vec2s *points = sheet->points + mark->first;
    int count = 0, capacity = 0, last = mark->closed ? mark->count : mark->count - 1;
    float done = 0.0f; // px of the way that lie behind
    *out = NULL;
    for (int i = 0; i < last; i++) {
        vec2s corner = points[i];
        vec2s along = glms_vec2_sub(points[(i + 1) % mark->count], corner);
        float length = sqrtf(glms_vec2_norm2(along));
        for (float start = -fmodf(done, 2.0f * SHEET_DASH); start < length;
             start += 2.0f * SHEET_DASH) {
            float from = fmaxf(start, 0.0f), to = fminf(start + SHEET_DASH, length);
            if (to > from) {
                *out = array_reserve(*out, count + 1, &capacity, sizeof **out);
                (*out)[count++] = (SheetDash){
                    .from = glms_vec2_add(corner, glms_vec2_scale(along, from / length)),
                    .to = glms_vec2_add(corner, glms_vec2_scale(along, to / length)),
                    .bends = i + 1 < last && start + SHEET_DASH > length,
                };
            }
        }
        done += length;
    }
    return count;
}
