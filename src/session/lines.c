#include "session/lines.h"

#include "base/assert.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// All that a line depends on.
typedef struct LineKey {
    Hash128 track, car;
} LineKey;

/// A line and its points, which are its own.
typedef struct KeptLine {
    LineKey key;
    RacingLine line;
    int asked; ///< Number of the question that it answered last.
} KeptLine;

struct Lines {
    pthread_mutex_t lock;
    KeptLine kept[LINES_MAX];
    int count, asked, found;
};

Lines *lines_make(void) {
    Lines *lines = calloc(1, sizeof *lines);
    ASSERT(lines != NULL);
    int failed = pthread_mutex_init(&lines->lock, NULL);
    ASSERT(!failed);
    return lines;
}

void lines_destroy(Lines *lines) {
    if (!lines) {
        return;
    }
    for (int i = 0; i < lines->count; i++) {
        free(lines->kept[i].line.points);
    }
    pthread_mutex_destroy(&lines->lock);
    free(lines);
}

int lines_found(Lines *lines) {
    pthread_mutex_lock(&lines->lock);
    int found = lines->found;
    pthread_mutex_unlock(&lines->lock);
    return found;
}

static KeptLine *find(Lines *lines, const LineKey *key) {
    for (int i = 0; i < lines->count; i++) {
        const LineKey *own = &lines->kept[i].key;
        if (hash_equal128(own->track, key->track) && hash_equal128(own->car, key->car)) {
            return &lines->kept[i];
        }
    }
    return NULL;
}

/// Copies the line of `key` into `arena`. False where it is not known.
static bool look_up(Lines *lines, const LineKey *key, Arena *arena, RacingLine *out) {
    pthread_mutex_lock(&lines->lock);
    KeptLine *kept = find(lines, key);
    if (kept) {
        size_t count = (size_t)kept->line.count;
        *out = kept->line;
        out->points = arena_array(arena, count, sizeof *out->points);
        memcpy(out->points, kept->line.points, count * sizeof *out->points);
        kept->asked = ++lines->asked;
        lines->found++;
    }
    pthread_mutex_unlock(&lines->lock);
    return kept != NULL;
}

/// Room for one more line: that of the one that was not asked for longest.
static KeptLine *make_room(Lines *lines) {
    if (lines->count < LINES_MAX) {
        return &lines->kept[lines->count++];
    }
    KeptLine *oldest = &lines->kept[0];
    for (int i = 1; i < LINES_MAX; i++) {
        oldest = lines->kept[i].asked < oldest->asked ? &lines->kept[i] : oldest;
    }
    free(oldest->line.points);
    return oldest;
}

static void keep(Lines *lines, const LineKey *key, const RacingLine *line) {
    size_t size = (size_t)line->count * sizeof *line->points;
    pthread_mutex_lock(&lines->lock);
    if (!find(lines, key)) {
        KeptLine *kept = make_room(lines);
        *kept = (KeptLine){.key = *key, .line = *line, .asked = ++lines->asked};
        kept->line.points = malloc(size);
        ASSERT(kept->line.points != NULL);
        memcpy(kept->line.points, line->points, size);
    }
    pthread_mutex_unlock(&lines->lock);
}

/// What is made, for waiting_for.
typedef struct Making {
    Lines *lines;
    RaceData *data;
    const Track *track;
    const CarModel *models;
    int car_count;
    bool made;
} Making;

static void make(void *context, ProgressPart progress) {
    Making *making = context;
    const CarModel *models = making->models;
    Arena scratch = {0};
    LineKey keys[RACE_MAX_CARS];
    RacingLine copies[RACE_MAX_CARS];
    const RacingLine *known[RACE_MAX_CARS] = {NULL};
    int count = making->lines ? making->car_count : 0;
    for (int i = 0; i < count; i++) {
        keys[i] = (LineKey){making->track->hash, car_model_hash(&models[i])};
        bool again = i > 0 && hash_equal128(keys[i].car, keys[i - 1].car);
        if (!again && look_up(making->lines, &keys[i], &scratch, &copies[i])) {
            known[i] = &copies[i];
        }
    }
    making->made = race_data_make_with(making->data, making->track, models, making->car_count,
                                       known, progress);
    for (int i = 0; making->made && i < count; i++) {
        keep(making->lines, &keys[i], &making->data->lines[i]);
    }
    arena_destroy(&scratch);
}

bool lines_race_data(Lines *lines, RaceData *data, const Track *track, const CarModel *models,
                     int car_count, Waiting waiting) {
    Making making = {lines, data, track, models, car_count, false};
    waiting_for(waiting, make, &making);
    return making.made;
}
