/// A sound device that a test plugs in and pulls out: the part of OpenAL that audio/output.c calls.
/// Linked into a test, or preloaded (LD_PRELOAD) into the game. The device is there as long as the
/// file $FAKE_OPENAL is, and plays in real time, FAKE_PERIOD frames at once. $FAKE_OPENAL.log gets
/// a line each time that it is opened or closed. Each call takes $FAKE_OPENAL_MS ms; none: no time.
#define _DEFAULT_SOURCE // syscall

#include "fake_openal.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    RATE = 48000,
    FAKE_PERIOD = 1114, // as OpenAL Soft 1.19 has it at this rate
    FRAME_BYTES = 4,
    QUEUE = 64,
    BUFFERS = 1024
};

static int device_there, context_there; // what the handles point to
static bool connected, plays;
static int sizes[BUFFERS]; // frames, by buffer
static ALuint queue[QUEUE];
static int queued, processed, left; // left: frames of the queue's first that is not processed
static double next_period;
static ALuint names;

static atomic_int calls, calls_of_main;

int fake_openal_calls(void) { return atomic_load(&calls); }
int fake_openal_calls_of_main(void) { return atomic_load(&calls_of_main); }

/// Begins each call.
static void enter(void) {
    const char *ms = getenv("FAKE_OPENAL_MS");
    atomic_fetch_add(&calls, 1);
    atomic_fetch_add(&calls_of_main, syscall(SYS_gettid) == getpid());
    if (ms) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * strtol(ms, NULL, 10)}, NULL);
    }
}

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool is_plugged_in(void) {
    const char *path = getenv("FAKE_OPENAL");
    return path && access(path, F_OK) == 0;
}

static void note(const char *what) {
    char path[512];
    snprintf(path, sizeof path, "%s.log", getenv("FAKE_OPENAL"));
    FILE *log = fopen(path, "a");
    if (log) {
        fprintf(log, "%s\n", what);
        fclose(log);
    }
}

/// Plays what has been due since the last call.
static void advance(void) {
    connected = connected && is_plugged_in();
    plays = plays && connected;
    for (; plays && next_period <= now_s(); next_period += (double)FAKE_PERIOD / RATE) {
        int wanted = FAKE_PERIOD;
        while (wanted > 0 && processed < queued) {
            int part = left < wanted ? left : wanted;
            wanted -= part;
            left -= part;
            if (left == 0) {
                processed++;
                left = processed < queued ? sizes[queue[processed]] : 0;
            }
        }
        plays = processed < queued;
    }
}

ALCdevice *alcOpenDevice(const ALCchar *name) {
    enter();
    (void)name;
    connected = is_plugged_in();
    plays = false;
    queued = processed = left = 0;
    if (connected) {
        note("opened");
    }
    return connected ? (ALCdevice *)(void *)&device_there : NULL;
}

ALCboolean alcCloseDevice(ALCdevice *device) {
    enter();
    (void)device;
    note("closed");
    return ALC_TRUE;
}

ALCcontext *alcCreateContext(ALCdevice *device, const ALCint *wishes) {
    enter();
    (void)device, (void)wishes;
    return (ALCcontext *)(void *)&context_there;
}

void alcDestroyContext(ALCcontext *context) {
    enter();
    (void)context;
}

ALCboolean alcMakeContextCurrent(ALCcontext *context) {
    enter();
    (void)context;
    return ALC_TRUE;
}

ALCboolean alcIsExtensionPresent(ALCdevice *device, const ALCchar *name) {
    enter();
    (void)device;
    return strcmp(name, "ALC_EXT_disconnect") == 0;
}

void alcGetIntegerv(ALCdevice *device, ALCenum what, ALCsizei size, ALCint *out) {
    enter();
    (void)device, (void)size;
    advance();
    *out = what == ALC_FREQUENCY ? RATE : what == ALC_REFRESH ? RATE / FAKE_PERIOD : connected;
}

ALenum alGetError(void) {
    enter();
    return AL_NO_ERROR;
}

static void make_names(ALsizei count, ALuint *out) {
    for (int i = 0; i < count; i++) {
        out[i] = ++names % BUFFERS;
    }
}

void alGenSources(ALsizei count, ALuint *sources) {
    enter();
    make_names(count, sources);
}
void alGenBuffers(ALsizei count, ALuint *buffers) {
    enter();
    make_names(count, buffers);
}

void alDeleteSources(ALsizei count, const ALuint *sources) {
    enter();
    (void)count, (void)sources;
}
void alDeleteBuffers(ALsizei count, const ALuint *buffers) {
    enter();
    (void)count, (void)buffers;
}

void alBufferData(ALuint buffer, ALenum format, const ALvoid *data, ALsizei size, ALsizei rate) {
    enter();
    if (format != AL_FORMAT_STEREO16 || data == NULL || rate != RATE) {
        abort();
    }
    sizes[buffer] = size / FRAME_BYTES;
}

void alSourceQueueBuffers(ALuint source, ALsizei count, const ALuint *buffers) {
    enter();
    (void)source;
    advance();
    for (int i = 0; i < count; i++) {
        if (queued == QUEUE) {
            abort();
        }
        left = processed == queued ? sizes[buffers[i]] : left;
        queue[queued++] = buffers[i];
    }
}

void alSourceUnqueueBuffers(ALuint source, ALsizei count, ALuint *out) {
    enter();
    (void)source;
    if (count > processed) {
        abort();
    }
    memcpy(out, queue, (size_t)count * sizeof *out);
    memmove(queue, queue + count, (size_t)(queued - count) * sizeof *queue);
    queued -= count;
    processed -= count;
}

void alGetSourcei(ALuint source, ALenum what, ALint *out) {
    enter();
    (void)source;
    advance();
    *out = what == AL_SOURCE_STATE        ? (plays ? AL_PLAYING : AL_STOPPED)
           : what == AL_BUFFERS_PROCESSED ? processed
                                          : queued;
}

void alSourcePlay(ALuint source) {
    enter();
    (void)source;
    plays = true;
    next_period = now_s();
}
