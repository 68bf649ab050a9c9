#include "audio/output.h"

#include "audio/audio.h"
#include "audio/pacer.h"
#include "base/assert.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <AL/efx.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_S 0.0025 ///< s between two looks at the device, a quarter of a block.

enum {
    BUFFERS = 32, ///< More than a device of the largest period needs.
    PERIOD_MAX = (BUFFERS - PACER_SPARE - 1) * AUDIO_BLOCK
};

struct Output {
    OutputMix *mix;
    void *context;
    atomic_bool stopped;
    atomic_uint blocks, underruns, devices, lost;
    // Of the thread alone:
    ALCdevice *device; ///< NULL: none.
    ALCcontext *al;
    ALuint source, buffers[BUFFERS];
    int next;   ///< The buffer that is queued next; they go round.
    int period; ///< Frames that the device takes at once.
    bool plays;
    bool tells; ///< It says whether the device is still there.
    Pacer pacer;
};

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_s(double seconds) {
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)(1e9 * (seconds - (double)time.tv_sec));
    nanosleep(&time, NULL);
}

static void say_nothing(const char *file, int line, const char *function, int error,
                        const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// A machine without a sound card makes ALSA, which OpenAL loads when it is there, print a dozen
/// lines. It has a door for that.
static void quiet_alsa(void) {
    void (*set_handler)(void (*)(const char *, int, const char *, int, const char *, ...));
    void *alsa = dlopen("libasound.so.2", RTLD_LAZY);
    void *found = alsa ? dlsym(alsa, "snd_lib_error_set_handler") : NULL;
    if (found) {
        memcpy(&set_handler, &found, sizeof set_handler); // as POSIX has it of dlsym
        set_handler(say_nothing);
    }
}

Output *output_make(OutputMix *mix, void *context) {
    ASSERT(mix != NULL);
    Output *output = calloc(1, sizeof *output);
    ASSERT(output != NULL);
    output->mix = mix;
    output->context = context;
    setenv("ALSOFT_LOGLEVEL", "0", 0); // whoever wants to see what OpenAL says sets it
    return output;
}

static void close_device(Output *output) {
    if (output->al) {
        alDeleteSources(1, &output->source); // which lets go of its buffers
        alDeleteBuffers(BUFFERS, output->buffers);
        alcMakeContextCurrent(NULL);
        alcDestroyContext(output->al);
    }
    if (output->device) {
        alcCloseDevice(output->device);
    }
    output->al = NULL;
    output->device = NULL;
}

static void ask_period(Output *output) {
    ALCint rate = 0, refresh = 0;
    alcGetIntegerv(output->device, ALC_FREQUENCY, 1, &rate);
    alcGetIntegerv(output->device, ALC_REFRESH, 1, &refresh);
    int period = refresh > 0 ? AUDIO_RATE / refresh : 2 * AUDIO_BLOCK;
    output->period = period < 1 ? 1 : period > PERIOD_MAX ? PERIOD_MAX : period;
}

/// False where there is no device.
static bool open_device(Output *output) {
    // Newer ones ask the device for so short a period; OpenAL Soft 1.19 has one of its own.
    // Without effects its 256 voices take 0.8 MB less.
    const ALCint wishes[] = {ALC_FREQUENCY,
                             AUDIO_RATE,
                             ALC_REFRESH,
                             AUDIO_RATE / AUDIO_BLOCK,
                             ALC_MAX_AUXILIARY_SENDS,
                             0,
                             0};
    output->device = alcOpenDevice(NULL);
    output->al = output->device ? alcCreateContext(output->device, wishes) : NULL;
    if (!output->al || !alcMakeContextCurrent(output->al)) {
        if (output->al) {
            alcDestroyContext(output->al);
            output->al = NULL;
        }
        close_device(output);
        return false;
    }
    alGetError();
    alGenSources(1, &output->source);
    alGenBuffers(BUFFERS, output->buffers);
    if (alGetError() != AL_NO_ERROR) {
        close_device(output);
        return false;
    }
    output->tells = alcIsExtensionPresent(output->device, "ALC_EXT_disconnect");
    output->plays = false;
    output->next = 0;
    output->pacer = (Pacer){0};
    ask_period(output);
    atomic_fetch_add(&output->devices, 1);
    return true;
}

/// Whether the device is still there.
static bool is_connected(const Output *output) {
    ALCint connected = 1;
    if (output->tells) {
        alcGetIntegerv(output->device, ALC_CONNECTED, 1, &connected);
    }
    return connected != 0;
}

static void queue_block(Output *output) {
    int16_t block[2 * AUDIO_BLOCK];
    ALuint buffer = output->buffers[output->next];
    output->mix(output->context, block);
    alBufferData(buffer, AL_FORMAT_STEREO16, block, sizeof block, AUDIO_RATE);
    alSourceQueueBuffers(output->source, 1, &buffer);
    output->next = (output->next + 1) % BUFFERS;
    atomic_fetch_add(&output->blocks, 1);
}

/// Takes back what was played, mixes what is due, and goes on where the device ran dry.
static void feed(Output *output) {
    ALint played = 0, queued = 0, state = 0;
    ALuint back[BUFFERS];
    alGetSourcei(output->source, AL_SOURCE_STATE, &state);
    alGetSourcei(output->source, AL_BUFFERS_PROCESSED, &played);
    alSourceUnqueueBuffers(output->source, played, back);
    alGetSourcei(output->source, AL_BUFFERS_QUEUED, &queued);
    bool dry = output->plays && state != AL_PLAYING;
    atomic_fetch_add(&output->underruns, dry);
    int blocks = pacer_take(&output->pacer, now_s(), queued, output->period);
    for (int i = 0; i < blocks; i++) {
        queue_block(output);
    }
    if ((dry || !output->plays) && queued + blocks > 0) {
        alSourcePlay(output->source);
        output->plays = true;
    }
}

void output_run(void *argument) {
    Output *output = argument;
    double tried = -OUTPUT_RETRY_S;
    quiet_alsa();
    while (!atomic_load(&output->stopped)) {
        double now = now_s();
        if (!output->device && now - tried >= OUTPUT_RETRY_S) {
            tried = now;
            open_device(output);
        }
        if (output->device && !is_connected(output)) {
            atomic_fetch_add(&output->lost, 1);
            close_device(output);
        }
        if (output->device) {
            feed(output);
        } else {
            output->mix(output->context, NULL);
        }
        sleep_s(output->device ? LOOK_S : 8.0 * LOOK_S);
    }
    close_device(output);
}

void output_stop(Output *output) { atomic_store(&output->stopped, true); }

OutputCounts output_counts(const Output *output) {
    return (OutputCounts){.blocks = atomic_load(&output->blocks),
                          .underruns = atomic_load(&output->underruns),
                          .devices = atomic_load(&output->devices),
                          .lost = atomic_load(&output->lost)};
}

void output_destroy(Output *output) { free(output); }
