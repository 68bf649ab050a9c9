#include "race/line_check.h"

#include "line/racing_line.h"
#include "track/ground.h"
#include "track/validate.h"

bool line_check(const Track *track, const CarModel *model, const char *name,
                MessageList *messages) {
    Arena scratch = {0};
    WallGrid walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &scratch);
    Ground ground = ground_make(track, &scratch);
    RacingLine line;
    GateTrouble trouble;
    bool found = racing_line_make(track, &walls, &ground, model, (ProgressPart){0}, &scratch, &line,
                                  &trouble);
    if (!found) {
        char from[VALIDATE_LABEL_MAX] = "start slot 1", to[VALIDATE_LABEL_MAX];
        if (trouble.from >= 0) {
            validate_gate_label(track, trouble.from, from);
        }
        Message *message = message_add(messages, MESSAGE_E511, track->gates[trouble.to].place, name,
                                       from, validate_gate_label(track, trouble.to, to),
                                       (double)trouble.at.x, (double)trouble.at.y);
        message_at(message, trouble.at.x, trouble.at.y);
    }
    arena_destroy(&scratch);
    return found;
}
