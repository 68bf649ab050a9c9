#include "game/tuning.h"

#include "base/exit_code.h"
#include "base/print.h"
#include "game/game.h"
#include "geometry/trig.h"
#include "ui/palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE_TICKS = RACE_TICKS_PER_SECOND / PANEL_SAMPLE_RATE,
    SAMPLES_MAX = 15, ///< In one frame; after a longer hitch the plots have a gap.
};

_Static_assert((int)PANEL_KEYS == (int)WINDOW_KEYS, "the panel's keys are the window's");
_Static_assert((int)PANEL_TEXT_MAX == (int)WINDOW_TEXT_MAX, "and so is the text");

void tuning_destroy(Tuning *tuning, const Game *game) {
    tuning_keep(&tuning->keep, game, true);
    panel_destroy(tuning->panel);
    *tuning = (Tuning){0};
}

/// The keys that are down, with Ctrl and Shift as they were at the last press of another key: the
/// panel asks for them a frame at a time.
static void panel_keys(const InputFrame *input, bool keys[PANEL_KEYS]) {
    memcpy(keys, input->down, sizeof input->down);
    for (int i = 0; i < input->press_count; i++) {
        KeyPress press = input->presses[i];
        if (press.key < KEY_LEFT_SHIFT) {
            keys[KEY_LEFT_CONTROL] = press.ctrl;
            keys[KEY_LEFT_SHIFT] = press.shift;
            keys[KEY_RIGHT_CONTROL] = keys[KEY_RIGHT_SHIFT] = false;
        }
    }
}

static PanelInput panel_input(const InputFrame *input, const bool keys[PANEL_KEYS], float dt) {
    PanelInput out = {.mouse_x = input->mouse_x,
                      .mouse_y = input->mouse_y,
                      .wheel = input->wheel,
                      .keys = keys,
                      .width_px = input->width_px,
                      .height_px = input->height_px,
                      .dt = dt};
    memcpy(out.mouse_down, input->mouse_down, sizeof out.mouse_down);
    memcpy(out.text, input->text, sizeof out.text);
    return out;
}

/// Whether the panel has used `key`. Function keys are always the game's.
static bool has_taken(PanelTook took, int key) {
    bool is_function = key >= KEY_F1 && key <= KEY_F12;
    return (took.keys && !is_function) || (took.escape && key == KEY_ESCAPE);
}

/// Takes out of the frame what the panel has used.
static void take(InputFrame *input, PanelTook took) {
    if (took.mouse) {
        input->mouse_pressed = input->mouse_moved = false;
        memset(input->mouse_down, 0, sizeof input->mouse_down);
    }
    int kept = 0;
    for (int i = 0; i < input->press_count; i++) {
        if (!has_taken(took, input->presses[i].key)) {
            input->presses[kept++] = input->presses[i];
        }
    }
    input->press_count = kept;
    for (int key = 0; key < WINDOW_KEYS; key++) {
        input->down[key] &= !has_taken(took, key);
    }
}

static void tell(Tuning *tuning, Game *game, bool fine, const char *text) {
    snprintf(tuning->status, sizeof tuning->status, "%s", text);
    tuning->status_is_bad = !fine;
    game_say(game, fine ? PALETTE_GOOD : PALETTE_BAD, "%s", text);
}

/// What is saved, and which car it came from: the one that is driven or the one that was loaded,
/// whichever it differs from in fewer numbers. So copies, undo and redo need no memory of their
/// own.
static TuningSave save_of(const Tuning *tuning, const Game *game, const PanelCar *wishes,
                          const char *name) {
    const CarParams *params = wishes->setup[wishes->save_setup];
    bool loaded =
        tuning->loaded_name[0] && car_params_differences(params, &tuning->loaded.params) <
                                      car_params_differences(params, &game->live.setups.file);
    return (TuningSave){.data = game->def.data,
                        .name = name,
                        .params = params,
                        .driven = loaded ? &tuning->loaded : &game->session.cars[0],
                        .driven_name = loaded ? tuning->loaded_name : game->car_name};
}

static void save(Tuning *tuning, Game *game, const PanelCar *wishes) {
    char name[TUNING_SAVE_TEXT_MAX], text[TUNING_STATUS_MAX];
    TuningSave what = save_of(tuning, game, wishes, wishes->save_name);
    bool fine = tuning_save(&what, name);
    if (fine) {
        snprintf(text, sizeof text, "set-up %c saved as car \"%.80s\"", 'A' + wishes->save_setup,
                 name);
        game_list_cars(game);
        tuning_keep_saved(&tuning->keep, game, wishes->save_setup);
    } else {
        snprintf(text, sizeof text, "not saved: %s", name);
    }
    tell(tuning, game, fine, text);
}

/// Any car, into B. Where the car that is driven has an outline the other gets its box as one: no
/// car file takes an outline away, so no replay could hold the change.
static void load_into_b(Tuning *tuning, Game *game, const char *name) {
    Setups *setups = &game->live.setups;
    CarFile file;
    char text[TUNING_STATUS_MAX];
    bool fine = load_car(game->def.data, name, &file) == EXIT_FINE;
    if (fine) {
        tuning->loaded = file;
        snprintf(tuning->loaded_name, sizeof tuning->loaded_name, "%s", name);
        if (file.params.outline_count == 0 && setups->file.outline_count > 0) {
            car_params_outline_box(&file.params);
        }
        setups->params[1] = file.params;
        setups->best_s[1] = 0.0;
        if (setups->live == 1) {
            game_setup_edited(game);
        }
    }
    snprintf(text, sizeof text, fine ? "\"%.80s\" is loaded into B" : "\"%.80s\" cannot be read",
             name);
    tell(tuning, game, fine, text);
}

static void copy_text(Tuning *tuning, Game *game, const PanelCar *wishes) {
    TuningSave what =
        save_of(tuning, game, wishes, wishes->save_name[0] ? wishes->save_name : "My car");
    char *text = tuning_save_text(&what);
    if (text) {
        window_copy(text);
        tell(tuning, game, true, "the text of a car file is on the clipboard");
    }
    free(text);
}

/// The sound of the car as it is now. Whatever else than the panel has changed it, a file or
/// another car, is what the panel goes back to.
static void take_sound(Tuning *tuning, const Game *game) {
    CarSound now = car_file_sound(&game->session.cars[game_tuned_car(game)]);
    if (!car_sound_same(&now, &tuning->sound)) {
        tuning->sound = tuning->sound_base = now;
    }
}

/// It is heard at once: the engine is baked anew in the background (game/sound.h).
static void give_sound(const Tuning *tuning, Game *game) {
    int tuned = game_tuned_car(game);
    for (int i = 0; i < game->session.race->car_count; i++) {
        if (session_same_car(&game->session, i, tuned)) {
            game->session.cars[i].sound = tuning->sound;
            game->session.cars[i].own_sound = true;
        }
    }
}

static void grant(Tuning *tuning, Game *game, const PanelCar *wishes) {
    int live = game->live.setups.live;
    if (wishes->changed[live]) {
        game_setup_edited(game);
    }
    if (wishes->changed[1 - live]) {
        game->live.setups.best_s[1 - live] = 0.0;
    }
    if (wishes->sound_changed) {
        give_sound(tuning, game);
    }
    if (wishes->compare) {
        char text[RELOAD_TEXT_MAX];
        rematch_run(&game->live.rematch, game->session.race, &game->live.setups, text, sizeof text);
        game_say(game, PALETTE_TEXT, "%s", text);
    }
    if (wishes->restore) {
        if (tuning_keep_restore(&tuning->keep, game)) {
            game_setup_edited(game);
        }
        tell(tuning, game, true, "The unsaved numbers of last time are back");
    }
    if (wishes->forget) {
        tuning_keep_forget(&tuning->keep, game);
    }
    if (wishes->save) {
        save(tuning, game, wishes);
    }
    if (wishes->load) {
        load_into_b(tuning, game, wishes->load);
    }
    if (wishes->copy_text) {
        copy_text(tuning, game, wishes);
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
        game_say(game, PALETTE_BAD, "No panel: %s", messages.count ? messages.items[0].text : "");
        game->live.panel = false;
    }
    return tuning->panel != NULL;
}

static void look_for_unsaved(Tuning *tuning, Game *game) {
    char path[PATH_LIMIT];
    if (tuning_keep_find(&tuning->keep, game, path)) {
        game_say(game, PALETTE_GOOD, "Unsaved numbers of last time: --car=%.200s", path);
        print_to(stderr, "axle: unsaved numbers of this car: %s\n", path); // to be copied
    }
}

void tuning_frame(Tuning *tuning, Game *game, InputFrame *input, const char *font, float dt) {
    tuning_keep(&tuning->keep, game, false);
    bool open = game->live.panel && game_tuned_car(game) >= 0 && open_panel(tuning, game, font);
    game->reserved_px =
        open ? (int)panel_width(input->width_px, input->height_px, game->ui_scale) : 0;
    if (!open || input->width_px <= 0 || input->height_px <= 0) {
        return;
    }
    look_for_unsaved(tuning, game);
    take_sound(tuning, game);
    Setups *setups = &game->live.setups;
    const char *name = game->session.cars[0].name;
    PanelCar car = {.setup = {&setups->params[0], &setups->params[1]},
                    .base = {&setups->file, &setups->file},
                    .name = {name, name},
                    .sound = &tuning->sound,
                    .sound_base = &tuning->sound_base,
                    .which = game->car_name,
                    .live = setups->live,
                    .may_restore = tuning->keep.left[0] || tuning->keep.left[1],
                    .may_compare = rematch_ready(&game->live.rematch),
                    .cars = (const char *const *)game->cars,
                    .car_count = game->car_count,
                    .status = tuning->status[0] ? tuning->status : NULL,
                    .status_is_bad = tuning->status_is_bad};
    bool keys[PANEL_KEYS];
    panel_keys(input, keys);
    PanelInput devices = panel_input(input, keys, dt);
    devices.scale = game->ui_scale;
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

/// Changes with every place of a thing.
static uint32_t layout_of(const PanelItem *items, int count) {
    uint32_t sum = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        sum = 31u * sum + (uint32_t)(int)items[i].x;
        sum = 31u * sum + (uint32_t)(int)items[i].y;
    }
    return sum;
}

void tuning_trace(Tuning *tuning, const Game *game) {
    if (!tuning->panel || game->reserved_px == 0) {
        tuning->traced = 0;
        return;
    }
    int count = 0;
    const PanelItem *items = panel_items(tuning->panel, &count);
    uint32_t layout = layout_of(items, count);
    if (layout == tuning->traced) {
        return;
    }
    tuning->traced = layout;
    for (int i = 0; i < count; i++) {
        print("%.2f panel %s at %.0f %.0f, %.0f wide\n", game->time, items[i].id,
              (double)(items[i].x + 0.5f * items[i].width),
              (double)(items[i].y + 0.5f * items[i].height), (double)items[i].width);
    }
    print("%.2f panel is so\n", game->time);
}

void tuning_draw(Tuning *tuning, const Game *game) {
    if (tuning->panel && game->live.panel && game->reserved_px > 0) {
        panel_draw(tuning->panel);
    }
}
