#include "track/validate.h"
#include "track_check/track_check_parts.h"

void crates_check(const Track *track, const Ground *ground, MessageList *messages) {
    for (int i = 0; i < track->crate_count; i++) {
        const TrackCrate *crate = &track->crates[i];
        vec2s at = crate->position;
        if (track->surfaces[ground_surface(ground, at)].respawn) {
            char label[VALIDATE_LABEL_MAX];
            Message *message = message_add(messages, MESSAGE_W712, crate->place,
                                           validate_label(label, "crate", "", crate->number),
                                           (double)at.x, (double)at.y);
            message_at(message, at.x, at.y);
        }
    }
}
