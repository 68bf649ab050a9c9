#include "records/replay_lap.h"

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool replay_lap_unpack(const char *path, Replay *replay, char why[REPLAY_LAP_TEXT_MAX]) {
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    FileBytes bytes = {0};
    bool fine = file_read(path, REPLAY_LIMIT, &bytes, messages) &&
                replay_unpack((const uint8_t *)bytes.data, bytes.size, path, replay, messages);
    if (!fine) {
        text_copy(messages->items[0].text, why, REPLAY_LAP_TEXT_MAX);
    }
    file_bytes_free(&bytes);
    free(messages);
    return fine;
}

bool replay_lap_find(const char *data, const char *path, const Replay *replay,
                     const atomic_bool *stop, DrivenLap *out, char why[REPLAY_LAP_TEXT_MAX]) {
    char *text = NULL;
    size_t size = 0;
    FILE *said = open_memstream(&text, &size);
    ASSERT(said != NULL);
    bool found = driven_lap_find(data, path, replay, (DrivenLapWish){.car = -1, .index = -1}, stop,
                                 out, said) == DRIVEN_LAP_FOUND;
    fclose(said);
    text[strcspn(text, "\n")] = '\0'; // the first line, without the name before it
    const char *sentence = strstr(text, "error: ");
    sentence = sentence ? sentence + strlen("error: ") : text;
    size_t name = strlen(path);
    if (strncmp(sentence, path, name) == 0 && strncmp(sentence + name, ": ", 2) == 0) {
        sentence += name + 2;
    }
    text_copy(sentence, why, REPLAY_LAP_TEXT_MAX);
    free(text);
    return found;
}
