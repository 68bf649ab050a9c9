#include "game/sound.h"

#include "base/print.h"
#include "base/scalar.h"
#include "game_state/watching.h"
#include "screens/screen.h"

#define BEHIND 0.3f ///< Of the world behind title and results: the music is in front.

enum {
    LONGEST_FRAME_MS = 100 ///< What a car does within a longer one is not heard more slowly.
};

void sound_begin(Sound *sound) {
    sound->feed = sound_feed_make();
    sound->output = output_make(sound_feed_mix, sound->feed);
    sound->thread = job_begin_lasting(output_run, sound->output);
    if (!sound->thread) {
        sound_end(sound);
    }
}

static Listener listener_of(const Camera *camera, ViewRect rect, int width, int car) {
    float scale = camera_view_scale(camera, rect);
    float middle = (float)rect.x + 0.5f * (float)rect.width;
    Rotation turned = rotation_make(-camera->angle);
    return (Listener){.at = camera->center,
                      .right = vec2_make(turned.c, turned.s),
                      .half_width = float_max(0.5f * (float)rect.width / scale, 1.0f),
                      .side = 2.0f * middle / (float)width - 1.0f,
                      .share = (float)rect.width / (float)width,
                      .car = car};
}

static void listen(const Game *game, int width, int height, SoundFrame *out) {
    ViewRect views[SEATS_MAX];
    if (width <= 0 || height <= 0) { // iconified: as if all were one small view
        width = height = 100;
    }
    out->listener_count = game_views(game, width, height, views);
    for (int i = 0; i < out->listener_count; i++) {
        bool seated = game->seat_count > 0;
        out->listeners[i] =
            listener_of(seated ? &game->seats[i].camera : &game->title_camera, views[i],
                        width - game->reserved_px, seated ? watching_car(game, i) : -1);
    }
}

/// Whether the race lies behind a piece of music.
static bool is_behind(const Game *game) {
    GameScreen screen = game_screen(game);
    return game->seat_count == 0 || screen == GAME_RESULTS || screen == GAME_STANDINGS;
}

static MixerLevels levels_of(const Game *game) {
    const SettingsSound *volumes = &game->settings.sound;
    bool runs = screen_race_runs(game) && !game->live.pace.rewinding;
    return (MixerLevels){.world = !runs             ? 0.0f
                                  : is_behind(game) ? BEHIND
                                                    : 1.0f,
                         .engines = volumes->all * volumes->engines,
                         .effects = volumes->all * volumes->effects,
                         .signals = volumes->all * volumes->effects,
                         .music = is_behind(game) ? volumes->all * volumes->music : 0.0f};
}

static void find_banks(Sound *sound, const Game *game, SoundFrame *out) {
    const Session *session = &game->session;
    for (int i = 0; i < session->race->car_count; i++) {
        const CarParams *params = &session->models[i].params;
        CarSound own = car_file_sound(&session->cars[i]);
        out->horns[i] = (HornTones){own.horn_low, own.horn_high};
        sound->heard[i] = out->banks[i] =
            sound_banks_get(&sound->banks, &own, params->idle_rpm, params->redline_rpm,
                            sound->heard[i], sound->number + 1);
    }
}

void sound_look(Sound *sound, Game *game, int width, int height, float dt, SoundFrame *out) {
    *out = (SoundFrame){.scene = sound_watch_look(&game->sounds, game->session.race)};
    out->jumps = game->sounds.jumps;
    out->seed = game->session.race->seed;
    out->seconds = float_min(dt, 1e-3f * LONGEST_FRAME_MS);
    out->levels = levels_of(game);
    out->music_hash = game->session.track.hash.low;
    out->theme = game->session.track.theme;
    if (game->seat_count == 0) {
        out->scene.cues.count = 0; // nobody drives
    }
    for (int i = 0; i < game->seat_count; i++) {
        out->scene.cars[game->seats[i].car].horn = game->seats[i].honks;
    }
    sound_signals_frame(&sound->signals, game, &out->scene.cues);
    listen(game, width, height, out);
}

void sound_frame(Sound *sound, Game *game, int width, int height, float dt) {
    if (!sound->feed) {
        return;
    }
    SoundFrame frame;
    sound_look(sound, game, width, height, dt, &frame);
    find_banks(sound, game, &frame);
    sound->number = sound_feed_push(sound->feed, &frame) ? frame.number : sound->number;
    sound_banks_frame(&sound->banks, sound->number + 1, sound_feed_heard(sound->feed));
}

void sound_print(const Sound *sound) {
    OutputCounts counts = sound->output ? output_counts(sound->output) : (OutputCounts){0};
    print("sound: %u blocks, %u underruns, %u devices opened, %u lost\n", counts.blocks,
          counts.underruns, counts.devices, counts.lost);
}

void sound_end(Sound *sound) {
    if (sound->thread) {
        output_stop(sound->output);
        job_end(sound->thread);
    }
    output_destroy(sound->output);
    sound_feed_destroy(sound->feed);
    sound_banks_destroy(&sound->banks);
    *sound = (Sound){0};
}
