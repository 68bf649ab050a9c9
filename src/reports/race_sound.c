#include "reports/race_sound.h"

#include "audio/mixer.h"
#include "audio/wav.h"
#include "base/assert.h"
#include "base/exit_code.h"
#include "base/print.h"
#include "events/race_events.h"
#include "platform/interrupt.h"

#include <stdlib.h>
#include <string.h>

enum {
    TICK_FRAMES = AUDIO_RATE / RACE_TICKS_PER_SECOND
};

#define VIEW_HALF 40.0f ///< m from the middle of a view that fills the screen to its side.

/// A race that is being heard. Large: it belongs on the heap.
typedef struct Listening {
    RaceEvents events;
    SoundWatch watch;
    Mixer mixer;
    SoundFrame frame;
    EngineBank *banks[RACE_MAX_CARS]; ///< By car; those of equal cars are one.
    int cars[LISTENERS_MAX];          ///< Whose drivers listen.
    int listener_count;
    FileSave save;
    bool to_file;
} Listening;

static void choose_listeners(Listening *listening, const RaceDef *def, int car) {
    for (int i = 0; i < def->car_count && car < 0; i++) {
        bool person = (def->ai_cars >> i & 1u) == 0;
        if (person && listening->listener_count < LISTENERS_MAX) {
            listening->cars[listening->listener_count++] = i;
        }
    }
    if (listening->listener_count == 0) {
        listening->cars[listening->listener_count++] = car < 0 ? 0 : car;
    }
}

static void bake(Listening *listening, const Session *session, int car_count) {
    for (int i = 0; i < car_count; i++) {
        for (int j = 0; j < i && !listening->banks[i]; j++) {
            bool same = session_same_car(session, i, j);
            listening->banks[i] = same ? listening->banks[j] : NULL;
        }
        CarSound sound = car_file_sound(&session->cars[i]);
        listening->frame.horns[i] = (HornTones){sound.horn_low, sound.horn_high};
        if (!listening->banks[i]) {
            const CarParams *params = &session->models[i].params;
            listening->banks[i] = engine_bank_bake(&sound, params->idle_rpm, params->redline_rpm);
        }
    }
}

static void free_banks(Listening *listening) {
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        bool shared = false;
        for (int j = 0; j < i; j++) {
            shared |= listening->banks[j] == listening->banks[i];
        }
        if (!shared) {
            engine_bank_free(listening->banks[i]);
        }
    }
}

static void put(Listening *listening, const void *data, size_t size) {
    if (listening->to_file) {
        file_save_put(&listening->save, data, size);
    } else {
        print_as_is(stdout, data, size);
    }
}

/// Views side by side, each in the middle of its car's race.
static void place_listeners(Listening *listening, const Race *race) {
    int count = listening->listener_count;
    uint32_t shown = 0;
    for (int i = 0; i < count; i++) {
        int car = listening->cars[i];
        if (car >= race->car_count) {
            continue; // joins later
        }
        listening->frame.listeners[shown++] =
            (Listener){.at = race_bodies_const(race)[car].position,
                       .right = vec2_make(1.0f, 0.0f),
                       .half_width = VIEW_HALF / (float)count,
                       .side = (2.0f * (float)i + 1.0f) / (float)count - 1.0f,
                       .share = 1.0f / (float)count,
                       .car = car};
    }
    listening->frame.listener_count = (int)shown;
}

static uint32_t people_of(const Listening *listening) {
    uint32_t people = 0;
    for (int i = 0; i < listening->listener_count; i++) {
        people |= 1u << listening->cars[i];
    }
    return people;
}

/// RecordingWatch: the frames of the tick just made.
static bool hear_tick(void *context, const Race *race) {
    Listening *listening = context;
    float left[TICK_FRAMES], right[TICK_FRAMES], both[2 * TICK_FRAMES];
    unsigned char bytes[2 * sizeof both / sizeof *both];
    race_events_follow(&listening->events, race);
    sound_watch_tick(&listening->watch, race, &listening->events.list, people_of(listening));
    SoundFrame *frame = &listening->frame;
    frame->scene = sound_watch_look(&listening->watch, race);
    frame->jumps = listening->watch.jumps;
    frame->number++;
    place_listeners(listening, race);
    mixer_take(&listening->mixer, frame);
    mixer_run(&listening->mixer, left, right, TICK_FRAMES);
    for (int i = 0; i < TICK_FRAMES; i++) {
        both[2 * i] = left[i];
        both[2 * i + 1] = right[i];
    }
    wav_samples(both, 2 * TICK_FRAMES, bytes);
    put(listening, bytes, sizeof bytes);
    return !interrupt_noted();
}

static int write_all(Listening *listening, const char *file, const Replay *replay,
                     Session *session) {
    unsigned char head[WAV_HEAD_BYTES];
    wav_head(2, (long)replay->info.ticks * TICK_FRAMES, head);
    put(listening, head, sizeof head);
    memcpy(listening->frame.banks, listening->banks, sizeof listening->frame.banks);
    listening->frame.levels = (MixerLevels){1.0f, 1.0f, 1.0f, 1.0f, 0.0f};
    listening->frame.seconds = RACE_DT;
    listening->frame.seed = replay->info.def.seed;
    mixer_make(&listening->mixer);
    race_events_begin(&listening->events, session->race);
    return recording_play(file, replay, session, hear_tick, listening, stderr);
}

int race_sound_write(const char *path, const char *file, const Replay *replay, Session *session,
                     int car) {
    MessageList messages = {0};
    if ((long)replay->info.ticks * TICK_FRAMES > WAV_FRAMES_MAX) {
        message_add(&messages, MESSAGE_E902, (Place){0}, path,
                    "a WAV file holds no more than 2.8 hours");
        messages_print(&messages, stderr, NULL);
        return EXIT_UNREADABLE;
    }
    Listening *listening = calloc(1, sizeof *listening);
    ASSERT(listening != NULL);
    listening->to_file = strcmp(path, "-") != 0;
    choose_listeners(listening, &replay->info.def, car);
    bake(listening, session, replay->info.def.car_count);
    int code = EXIT_FINE;
    if (listening->to_file) {
        interrupt_hold(); // half a file is taken away
    }
    if (listening->to_file && !file_save_begin(&listening->save, path, &messages)) {
        code = EXIT_UNREADABLE;
    } else {
        code = write_all(listening, file, replay, session);
        if (listening->to_file && !file_save_end(&listening->save, code == EXIT_FINE, &messages)) {
            code = EXIT_UNREADABLE;
        }
    }
    messages_print(&messages, stderr, NULL);
    free_banks(listening);
    free(listening);
    return code;
}
