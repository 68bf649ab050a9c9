#include "app/tuning.h"

#include "app/commands.h"
#include "base/assert.h"
#include "base/file.h"
#include "dynamics/car_write.h"
#include "geometry/trig.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE_TICKS = RACE_TICKS_PER_SECOND / PANEL_SAMPLE_RATE,
    SAMPLES_MAX = 15, ///< In one frame; after a longer hitch the plots have a gap.
    FIRST_FUNCTION_KEY = KEY_F1,
    LAST_FUNCTION_KEY = KEY_F12
};

_Static_assert((int)PANEL_KEYS == (int)WINDOW_KEYS, "the panel's keys are the window's");
_Static_assert((int)PANEL_TEXT_MAX == (int)WINDOW_TEXT_MAX, "and so is the text");

void tuning_destroy(Tuning *tuning) {
    panel_destroy(tuning->panel);
    *tuning = (Tuning){0};
}

static PanelInput panel_input(const InputFrame *input, float dt) {
    PanelInput out = {.mouse_x = input->mouse_x,
                      .mouse_y = input->mouse_y,
                      .wheel = input->wheel,
                      .keys = input->down,
                      .width_px = input->width_px,
                      .height_px = input->height_px,
                      .dt = dt};
    memcpy(out.mouse_down, input->mouse_down, sizeof out.mouse_down);
    memcpy(out.text, input->text, sizeof out.text);
    return out;
}

// Takes out of the frame what the panel has used. Function keys are always the game's.
static void take(InputFrame *input, PanelTook took) {
    if (took.mouse) {
        input->mouse_pressed = input->mouse_moved = false;
        memset(input->mouse_down, 0, sizeof input->mouse_down);
    }
    if (!took.keys) {
        return;
    }
    int kept = 0;
    for (int i = 0; i < input->press_count; i++) {
        int key = input->presses[i];
        if (key >= FIRST_FUNCTION_KEY && key <= LAST_FUNCTION_KEY) {
            input->presses[kept++] = key;
        }
    }
    input->press_count = kept;
    for (int key = 0; key < WINDOW_KEYS; key++) {
        input->down[key] &= key >= FIRST_FUNCTION_KEY && key <= LAST_FUNCTION_KEY;
    }
}

// The name as a file has it: "My drift!" becomes "my-drift".
static void short_name(const char *name, char out[CAR_BASE_MAX]) {
    size_t size = 0;
    for (const char *at = name; *at && size + 4 < CAR_BASE_MAX; at++) { // room for "-2"
        unsigned char letter = (unsigned char)*at;
        if (letter < 0x80 && isalnum(letter)) {
            out[size++] = (char)tolower(letter);
        } else if (size > 0 && out[size - 1] != '-') {
            out[size++] = '-';
        }
    }
    while (size > 0 && out[size - 1] == '-') {
        size--;
    }
    out[size] = '\0';
    if (size == 0) {
        snprintf(out, CAR_BASE_MAX, "car");
    }
}

// What the saved car builds on: the installed car that is driven; where that is what is saved over,
// or a file somewhere, what that one builds on. Fills in base and its numbers.
static bool choose_base(const Game *game, const char *id, CarFile *car, CarParams *base) {
    const CarFile *driven = &game->session.cars[0];
    const char *name = game->car_name;
    bool installed = !strchr(name, '/') && !strchr(name, '.') && strlen(name) < CAR_BASE_MAX;
    if (installed && strcmp(name, id) != 0) {
        snprintf(car->base, sizeof car->base, "%.*s", CAR_BASE_MAX - 1, name);
        *base = driven->params;
        return true;
    }
    memcpy(car->base, driven->base, sizeof car->base);
    *base = car_params_default();
    if (car->base[0]) {
        CarFile file;
        if (load_car(car->base, &file) != EXIT_FINE) {
            return false;
        }
        *base = file.params;
    }
    return true;
}

static void tell(Tuning *tuning, Game *game, bool fine, const char *text) {
    snprintf(tuning->status, sizeof tuning->status, "%s", text);
    tuning->status_is_bad = !fine;
    game_say(game, fine ? 0x7CF0C5FF : 0xFF5A4DFF, "%s", text);
}

// Whether the file `path` holds a car of another name than `name`: it is not written over.
static bool is_another(const char *path, const char *name) {
    CarFile file;
    MessageList messages = {0};
    return file_exists(path) &&
           (!load_car_file(path, &file, NULL, &messages) || strcmp(file.name, name) != 0);
}

static void save(Tuning *tuning, Game *game, const PanelCar *wishes) {
    char folder[PATH_LIMIT], path[PATH_LIMIT + 64], id[CAR_BASE_MAX], text[TUNING_STATUS_MAX];
    CarFile car = {.params = *wishes->setup[wishes->save_setup]};
    CarParams base;
    snprintf(car.name, sizeof car.name, "%s", wishes->save_name);
    short_name(car.name, id);
    if (!directories_user_data(folder, sizeof folder)) {
        tell(tuning, game, false, "not saved: neither XDG_DATA_HOME nor HOME is set");
        return;
    }
    snprintf(path, sizeof path, "%s/cars/%s%s", folder, id, LOAD_CAR_SUFFIX);
    bool chosen = choose_base(game, id, &car, &base);
    for (int i = 2; chosen && i < 10 && (is_another(path, car.name) || strcmp(car.base, id) == 0);
         i++) {
        short_name(car.name, id);
        snprintf(id + strlen(id), sizeof id - strlen(id), "-%d", i);
        snprintf(path, sizeof path, "%s/cars/%s%s", folder, id, LOAD_CAR_SUFFIX);
        chosen = choose_base(game, id, &car, &base);
    }
    if (!chosen || is_another(path, car.name)) {
        tell(tuning, game, false, "not saved: there are other cars of that name");
        return;
    }
    char *bytes = malloc(CAR_WRITE_MAX);
    ASSERT(bytes != NULL);
    size_t size = car_write(&car, &base, bytes);
    MessageList messages = {0};
    bool fine = file_write(path, bytes, size, &messages);
    free(bytes);
    messages_print(&messages, stderr, NULL);
    if (fine) {
        snprintf(text, sizeof text, "set-up %c saved as car \"%s\"", 'A' + wishes->save_setup, id);
    } else {
        snprintf(text, sizeof text, "not saved: %.120s", messages.items[0].text);
    }
    tell(tuning, game, fine, text);
}

static void grant(Tuning *tuning, Game *game, const PanelCar *wishes) {
    int live = game->live.setups.live;
    if (wishes->changed[live]) {
        game_setup_edited(game);
    }
    if (wishes->changed[1 - live]) {
        game->live.setups.best_s[1 - live] = 0.0;
    }
    if (wishes->compare) {
        char text[RELOAD_TEXT_MAX];
        rematch_run(&game->live.rematch, game->session.race, &game->live.setups, text, sizeof text);
        game_say(game, 0xF2F4F8FF, "%s", text);
    }
    if (wishes->save) {
        save(tuning, game, wishes);
    }
    if (wishes->copy) {
        game_setup_copy(game);
    }
    if (wishes->swap) {
        game_setup_swap(game);
    }
    if (wishes->close) {
        game->live.panel = false;
    }
}

static bool open_panel(Tuning *tuning, Game *game, const char *font) {
    if (tuning->panel) {
        return true;
    }
    MessageList messages = {0};
    PanelDef def = {.font = font, .draw = true};
    tuning->panel = panel_create(&def, &messages);
    if (!tuning->panel) {
        messages_print(&messages, stderr, NULL);
        game_say(game, 0xFF5A4DFF, "No panel: %s", messages.count ? messages.items[0].text : "");
        game->live.panel = false;
    }
    return tuning->panel != NULL;
}

void tuning_frame(Tuning *tuning, Game *game, InputFrame *input, const char *font, float dt) {
    bool open = game->live.panel && game_tuned_car(game) >= 0 && open_panel(tuning, game, font);
    game->reserved_px = open ? (int)panel_width(input->width_px, input->height_px) : 0;
    if (!open || input->width_px <= 0 || input->height_px <= 0) {
        return;
    }
    Setups *setups = &game->live.setups;
    const char *name = game->session.cars[0].name;
    PanelCar car = {.setup = {&setups->params[0], &setups->params[1]},
                    .base = {&setups->file, &setups->file},
                    .name = {name, name},
                    .live = setups->live,
                    .may_compare = rematch_ready(&game->live.rematch),
                    .status = tuning->status[0] ? tuning->status : NULL,
                    .status_is_bad = tuning->status_is_bad};
    PanelInput devices = panel_input(input, dt);
    take(input, panel_frame(tuning->panel, &devices, &car, &tuning->telemetry));
    grant(tuning, game, &car);
}

static float axle_slip_deg(const Car *car, int first) {
    float slip = 0.5f * (car->wheels[first].slip_y + car->wheels[first + 1].slip_y);
    return trig_atan2(slip, 1.0f) * (180.0f / TRIG_PI);
}

static PanelSample sample_of(const Game *game) {
    const Race *race = game->session.race;
    const Racer *racer = &race_racers_const(race)[game->seats[0].car];
    const Body *body = &race_bodies_const(race)[game->seats[0].car];
    const Car *car = &racer->car;
    return (PanelSample){
        .speed = glms_vec2_norm(body->velocity),
        .throttle = (float)racer->input.throttle / 255.0f,
        .brake = (float)racer->input.brake / 255.0f,
        .steer = (float)racer->input.steer / 127.0f,
        .wheel_angle = car->steer,
        .yaw_rate = body->spin,
        .ax = car->ax,
        .ay = car->ay,
        .slip_front_deg = axle_slip_deg(car, CAR_FRONT_LEFT),
        .slip_rear_deg = axle_slip_deg(car, CAR_REAR_LEFT),
        .grip = game->session.track.surfaces[car->wheels[0].surface].grip,
        .setup = game->live.setups.live,
    };
}

void tuning_sample(Tuning *tuning, const Game *game) {
    uint32_t tick = game->session.race->tick;
    if (game->seat_count != 1 || tick < tuning->sampled_tick) { // another race, or rewound
        tuning->sampled_tick = tick;
        return;
    }
    uint32_t count = (tick - tuning->sampled_tick) / SAMPLE_TICKS;
    tuning->sampled_tick += count * SAMPLE_TICKS;
    PanelSample sample = sample_of(game);
    for (uint32_t i = 0; i < count && i < SAMPLES_MAX; i++) {
        panel_telemetry_add(&tuning->telemetry, &sample);
    }
}

void tuning_draw(Tuning *tuning, const Game *game) {
    if (tuning->panel && game->live.panel && game->reserved_px > 0) {
        panel_draw(tuning->panel);
    }
}
