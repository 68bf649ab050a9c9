#include "game/view.h"

#include "base/directories.h"
#include "base/text.h"
#include "game/toast.h"
#include "game/view_font.h"
#include "game_state/contacts_stand.h"
#include "game_state/designer.h"
#include "game_state/trial_picture.h"
#include "game_state/watching.h"
#include "race/ending.h"
#include "race_state/classification.h"
#include "screens/strip.h"
#include "session/load.h"
#include "track_picture/prop_picture.h"
#include "ui/compare_picture.h"
#include "ui/elimination_sign.h"
#include "ui/finish_clock.h"
#include "ui/hold_ring.h"
#include "ui/hud_marks.h"
#include "ui/hud_notice.h"
#include "ui/key_hints.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RESCUE_RING_FROM 0.1f // s: a tap is the horn, and shows no ring

// Where the line about a new set-up stands, in units below the top: below its letter, and below
// the sign of a slower time.
#define SETUP_NOTE            72.0f
#define SETUP_NOTE_BELOW_SIGN 144.0f

bool view_make(View *view, const char *data, GlProc (*load)(const char *name),
               MessageList *messages) {
    *view = (View){.ground = -1, .above = -1};
    char folder[PATH_LIMIT], shaders[PATH_LIMIT + 16];
    if (!load_data_folder(data, folder) ||
        !view_font_load(&view->font, view->font_path, messages)) {
        return false;
    }
    snprintf(shaders, sizeof shaders, "%s/shaders", folder);
    view->gl = gl_create(load, shaders, &view->font, messages);
    if (view->gl != NULL) {
        view->renderer.software = gl_is_software();
        text_copy(gl_renderer(), view->renderer.name, sizeof view->renderer.name);
        text_mask(view->renderer.name);
    }
    if (view->renderer.software) {
        view->tiles = gl_tiles_create(shaders, messages);
        view->kept = view->tiles != NULL ? gl_overlay_create(shaders, messages) : NULL;
        if (view->kept == NULL) {
            gl_tiles_destroy(view->tiles);
            gl_destroy(view->gl);
            view->tiles = NULL;
            view->gl = NULL;
        }
    }
    if (view->gl == NULL) {
        font_destroy(&view->font);
    }
    return view->gl != NULL;
}

void view_destroy(View *view) {
    draw_list_destroy(&view->minimap);
    draw_list_destroy(&view->low);
    draw_list_destroy(&view->high);
    draw_list_destroy(&view->overlay);
    roof_picture_destroy(&view->roofs);
    gl_tiles_destroy(view->tiles);
    gl_overlay_destroy(view->kept);
    gl_destroy(view->gl);
    font_destroy(&view->font);
    *view = (View){0};
}

/// Builds the meshes of `track`, or takes those of `made` (may be NULL), its roofs away from it.
static void set_track(View *view, const Track *track, ReloadPicture *made) {
    if (view->tiles != NULL) {
        gl_tiles_forget(view->tiles);
    }
    if (view->ground >= 0) {
        gl_mesh_destroy(view->gl, view->ground);
        gl_mesh_destroy(view->gl, view->above);
    }
    TrackMesh own = {0};
    bool ready = made && made->made;
    if (!ready) {
        track_mesh_make(track, &view->font, &own);
    }
    TrackMesh *mesh = ready ? &made->mesh : &own;
    view->ground = gl_mesh_make(view->gl, &mesh->ground);
    view->above = gl_mesh_make(view->gl, &mesh->above);
    roof_picture_destroy(&view->roofs);
    view->roofs = mesh->roofs;
    mesh->roofs = (RoofPicture){0};
    track_mesh_destroy(&own);
    draw_list_clear(&view->minimap);
    if (ready) {
        draw_list_append(&view->minimap, &made->minimap, vec2_make(0.0f, 0.0f), 1.0f, 1.0f);
    } else {
        track_mesh_minimap(track, &view->minimap);
    }
    view->track = track;
}

static GlView gl_view(ViewRect rect, const Camera *camera, vec2s shake) {
    GlView view = {.x = rect.x, .y = rect.y, .width = rect.width, .height = rect.height};
    view.center = glms_vec2_add(camera->center, shake);
    view.scale = camera_view_scale(camera, rect);
    view.angle = camera->angle;
    view.lean = camera_lean(camera->span);
    return view;
}

/// The box around what of the world a view shows, in metres.
static Box shown(const GlView *where) {
    vec2s half = vec2_make(0.5f * (float)where->width / where->scale,
                           0.5f * (float)where->height / where->scale);
    half = rotation_box(rotation_make(where->angle), half);
    return (Box){glms_vec2_sub(where->center, half), glms_vec2_add(where->center, half)};
}

/// Whether the last lap by both set-ups is shown.
static bool is_comparing(const Game *game) {
    return game->live.panel && game->live.rematch.comparison.count > 0;
}

/// What view `index` shows of the world.
static GlView world_view(const Game *game, int index, ViewRect rect) {
    const Seat *seat = game->seat_count > 0 ? &game->seats[index] : NULL;
    vec2s shake = {{0.0f, 0.0f}};
    if (seat != NULL && !game->camera_style.steady) {
        shake = effects_shake(&game->effects, seat->car, game->time);
    }
    GlView where = gl_view(rect, seat != NULL ? &seat->camera : &game->title_camera, shake);
    if (game_screen(game) ==
        GAME_TITLE) { // the writing stands on the left: show the cars beside it
        where.center.x -= 0.22f * (float)rect.width / where.scale;
    }
    return where;
}

/// The ground of all views.
static void draw_grounds(View *view, const GlView *views, int count) {
    if (view->tiles != NULL) {
        gl_tiles_begin(view->tiles, view->width, view->height);
    }
    for (int i = 0; i < count; i++) {
        if (view->tiles != NULL) {
            gl_tiles_draw(view->tiles, view->gl, view->ground, track_mesh_clear_color(view->track),
                          &views[i], i);
        } else {
            gl_draw_mesh(view->gl, view->ground, &views[i]);
        }
    }
    if (view->tiles != NULL) {
        gl_tiles_end(view->tiles);
    }
}

/// What stands and moves on the ground, in a view of the player of `car`, -1 none.
static void draw_world(View *view, const Game *game, GlView where, int car, const RoadAhead *road) {
    const Race *race = game->session.race;
    draw_list_clear(&view->low);
    view->low.feather = 1.0f / where.scale;
    effects_draw_low(&game->effects, &view->low, shown(&where));
    if (car >= 0) {
        road_ahead_draw(&view->low, race, car, road);
    }
    prop_picture(&view->low, game->before, race, game_alpha(game), shown(&where));
    if (car >= 0) {
        trial_picture_ghosts(game, &view->low);
    }
    RacePicture cars = {.before = game->before,
                        .now = race,
                        .alpha = game_alpha(game),
                        .looks = game->looks,
                        .cars = game->session.cars,
                        .effects = &game->effects,
                        .seen = shown(&where),
                        .night = view->track->light == 2};
    race_picture_cars(&view->low, &view->font, &cars);
    gl_draw_list(view->gl, &view->low, &where);
    gl_draw_mesh(view->gl, view->above, &where);
    draw_list_clear(&view->high);
    view->high.feather = 1.0f / where.scale;
    roof_picture(&view->roofs, &view->high, game->before, race, game_alpha(game), shown(&where));
    effects_draw_high(&game->effects, &view->high, shown(&where));
    const Rematch *rematch = &game->live.rematch;
    if (is_comparing(game)) {
        compare_picture_world(&view->high, &rematch->comparison, &race->data->hulls[car],
                              rematch->t, sign_setup_colors);
    }
    OverlayView overlay;
    if (designer_view(game, view->width, view->height, &overlay)) {
        overlay_world(&view->high, &overlay);
    }
    contacts_picture(game, &view->high);
    gl_draw_list(view->gl, &view->high, &where);
}

/// The picture of the keys. Its place is chosen anew while the car stands; under a car that drives
/// it would jump.
static void draw_hints(View *view, const Canvas *canvas, const Game *game, int seat_index,
                       const HudView *hud, HudTaken *taken) {
    const Seat *seat = &game->seats[seat_index];
    const Race *race = game->session.race;
    bool busy = game->designer.open || is_comparing(game) || // these say more now
                classification_stands(&race_racers_const(race)[seat->car]);
    bool brief = hud_is_small(hud);
    char title[SETTING_TEXT_MAX + 40];
    bool alone = game->seat_count == 1;
    bool joins = game_mode_is_race(game->def.mode) && race->ai_cars != 0 && !brief;
    snprintf(title, sizeof title, brief ? "%s: %s" : "%s: you are the %s car",
             game_person_name(game, seat->number), game_person_color_name(game, seat->number));
    KeyHints hints = {.gas = device_label(&game->controls, seat->device, SETTING_ACTION_GAS),
                      .brake = device_label(&game->controls, seat->device, SETTING_ACTION_BRAKE),
                      .left = device_label(&game->controls, seat->device, SETTING_ACTION_LEFT),
                      .right = device_label(&game->controls, seat->device, SETTING_ACTION_RIGHT),
                      .handbrake =
                          device_label(&game->controls, seat->device, SETTING_ACTION_HANDBRAKE),
                      .fire = race_is_battle(race)
                                  ? device_label(&game->controls, seat->device, SETTING_ACTION_FIRE)
                                  : NULL,
                      .title = !alone  ? title
                               : joins ? "Friends join by pressing gas"
                                       : NULL,
                      .color = alone ? PALETTE_TEXT : game->looks[seat->car].color,
                      .brief = brief};
    float alpha = busy ? 0.0f : key_hints_fade(&seat->hints, &hints);
    float before = view->hints_alpha[seat->number];
    view->hints_alpha[seat->number] = alpha;
    if (alpha <= 0.0f) {
        return;
    }
    HudRoom room = hud_room(canvas, race, hud, &view->minimap);
    if (before <= 0.0f || glms_vec2_norm(race_bodies_const(race)[seat->car].velocity) < 1.0f) {
        view->hints_place[seat->number] = key_hints_place(canvas, &hints, &room, race, hud, taken);
    }
    KeyHintsArea area = key_hints_area(&view->font, &hints, &room, view->hints_place[seat->number]);
    key_hints_draw(canvas, &hints, &area, alpha);
    hud_take(taken, (Area){area.x, area.y, area.width, area.height});
}

static void forget_hints_of_empty_seats(View *view, const Game *game) {
    bool sits[SEATS_MAX] = {false};
    for (int i = 0; i < game->seat_count; i++) {
        sits[game->seats[i].number] = true;
    }
    for (int i = 0; i < SEATS_MAX; i++) {
        view->hints_alpha[i] = sits[i] ? view->hints_alpha[i] : 0.0f;
    }
}

/// Around the car while its rescue key is held: when the ring is full, it goes back to the road.
static void draw_rescue(const Canvas *canvas, const Game *game, const Seat *seat, ViewRect rect) {
    const Race *race = game->session.race;
    BodyPose pose = race_picture_pose(game->before, race, seat->car, game_alpha(game));
    vec2s at = camera_pixel(&seat->camera, rect, canvas->height, pose.position);
    float length = race_racers_const(race)[seat->car].model.params.length;
    float radius = 0.9f * length * camera_view_scale(&seat->camera, rect);
    bool shown = seat->rescue_s > RESCUE_RING_FROM && seat->rescue_s < GAME_RESCUE_HOLD + 0.2f;
    float part = (seat->rescue_s - RESCUE_RING_FROM) / (GAME_RESCUE_HOLD - RESCUE_RING_FROM);
    hold_ring_draw(canvas, at, radius, shown ? part : 0.0f, PALETTE_ACCENT);
}

/// A canvas with texts as large as people want them.
static Canvas make_canvas(const Game *game, DrawList *list, const Font *font, int width,
                          int height) {
    Canvas canvas = canvas_make(list, font, width, height);
    canvas.unit = game_unit(game, (float)width, (float)height);
    return canvas;
}

static Canvas beside_panel(const Canvas *canvas, const Game *game) {
    return make_canvas(game, canvas->list, canvas->font, canvas->width - game->reserved_px,
                       canvas->height);
}

/// Whether the letter of the set-up that is driven is seen.
static bool shows_setup(const Game *game) {
    return game_tuned_car(game) >= 0 && (game->live.panel || setups_in_use(&game->live.setups));
}

static void draw_notice(const Canvas *canvas, const Game *game, const Notice *notice,
                        const DriverFace *const faces[RACE_MAX_CARS], const HudView *hud,
                        HudTaken *taken) {
    const SignToast toast = {.text = notice->text,
                             .color = notice->color,
                             .alpha = fminf(notice->left_s, 1.0f),
                             .badge = notice->of_rival,
                             .face = faces[notice->car]};
    const Race *race = game->session.race;
    vec2s at = race_picture_pose(game->before, race, hud->car, game_alpha(game)).position;
    float length = race_racers_const(race)[hud->car].model.params.length;
    hud_notice_draw(canvas, hud, &toast, hud_car_area(hud, at, length), taken);
}

static void draw_hud(View *view, const Canvas *canvas, const Game *game, int seat_index,
                     ViewRect rect, const char *timings) {
    const Seat *seat = &game->seats[seat_index];
    const Race *race = game->session.race;
    char line[64] = "", lap[FINISH_TEXT_MAX];
    if (timings && seat_index == 0) {
        snprintf(line, sizeof line, "%s", timings);
    } else if (game->speed < 1.0f) {
        snprintf(line, sizeof line, "%.0f %% speed", 100.0 * (double)game->speed);
    }
    int watched = watching_car(game, seat_index);
    HudView hud = {
        .rect = rect,
        .height_px = view->height,
        .car = watched,
        .record_s = seat->record_s,
        .keys_rescue = device_label(&game->controls, seat->device, SETTING_ACTION_RESCUE),
        .line = line[0] ? line : NULL,
        .shared_map = view->has_shared_map ? &view->shared_map : NULL,
        .scale = game->ui_scale,
        // letters of a quarter of a view that change in each frame double a processor's work
        .steady = game->camera_style.steady || view->kept != NULL,
        .camera = seat->camera,
        .home_place = watched != seat->car ? race_racers_const(race)[seat->car].place : 0,
        .ends = ending_is_open(race),
    };
    const char *names[RACE_MAX_CARS], *people[RACE_MAX_CARS] = {NULL};
    const DriverFace *faces[RACE_MAX_CARS];
    const LineUp line_up = game_line_up(game, seat->car, names, faces);
    for (int i = 0; i < game->seat_count && game->settings.game.name_tags; i++) {
        people[game->seats[i].car] = names[game->seats[i].car];
    }
    hud.lap = finish_clock_watched(race, &hud, names, lap);
    HudMarks marks = {game->before, game_alpha(game), people, view->roads[seat_index]};
    HudTaken taken = {0};
    HudTrial trial;
    bool is_trial = trial_picture_hud(game, &hud, &trial);
    int first_index = canvas->list->index_count;
    hud_draw(canvas, race, &hud, game->looks, &view->minimap, &taken);
    if (shows_setup(game)) {
        Canvas beside = beside_panel(canvas, game);
        hud_take(&taken, sign_setup_area(&beside));
    }
    finish_clock_draw(canvas, race, &hud, names, &taken);
    elimination_sign_draw(canvas, race, &hud, seat->car, names, &taken);
    draw_rescue(canvas, game, seat, rect);
    draw_hints(view, canvas, game, seat_index, &hud, &taken);
    if (game_screen(game) == GAME_DRIVE) { // menus would hide half of it
        line_up_draw_in_view(canvas, &line_up, &hud, &taken);
    }
    if (is_trial) {
        hud_trial_draw(canvas, race, &hud, &trial, &taken);
    }
    draw_notice(canvas, game, &seat->notice, line_up.faces, &hud, &taken);
    hud_marks_draw(canvas, race, &hud, &marks, game->looks, &taken);
    draw_list_texts_last(canvas->list, first_index);
}

/// The map that all views share, over the place where they meet.
static void draw_shared_map(const View *view, const Canvas *canvas, const Game *game) {
    uint32_t people = 0;
    for (int i = 0; i < game->seat_count; i++) {
        people |= 1u << game->seats[i].car;
    }
    int first_index = canvas->list->index_count;
    minimap_draw(&view->shared_map, canvas, game->session.race, game->looks, people);
    draw_list_texts_last(canvas->list, first_index);
}

/// What stands between the views of several players.
static void draw_dividers(const Canvas *canvas, const ViewRect *rects, int count) {
    for (int i = 0; i < count; i++) {
        float left = (float)rects[i].x, width = (float)rects[i].width;
        float height = (float)rects[i].height, top = (float)(canvas->height - rects[i].y) - height;
        draw_rect(canvas->list, left - 4.0f, top - 4.0f, 4.0f, height + 4.0f, PALETTE_INK);
        draw_rect(canvas->list, left, top - 4.0f, width, 4.0f, PALETTE_INK);
    }
    if (count == 3 && rects[2].y != rects[0].y) { // the quarter that is free
        draw_rect(canvas->list, (float)rects[1].x - 4.0f,
                  (float)(canvas->height - rects[2].y - rects[2].height) - 4.0f,
                  (float)rects[1].width + 4.0f, (float)rects[2].height + 4.0f, PALETTE_INK);
    }
}

/// What a tuner must see: which set-up is driven, and that time does not run as usual.
static void draw_live(const Canvas *canvas, const Game *game) {
    const Live *live = &game->live;
    Canvas beside = beside_panel(canvas, game);
    if (shows_setup(game)) {
        sign_setup(&beside, live->setups.live);
    }
    if (is_comparing(game)) {
        float room = (float)beside.width, wide = 0.34f * room, tall = 120.0f * canvas->unit;
        float top = (float)canvas->height - tall - 24.0f * canvas->unit;
        compare_picture_chart(canvas, &live->rematch.comparison,
                              (Area){0.5f * (room - wide), top, wide, tall}, live->rematch.s,
                              sign_setup_colors);
    }
    char text[64];
    pace_text(&live->pace, text, sizeof text);
    bool has_sign = game_screen(game) == GAME_DRIVE && text[0];
    if (has_sign) {
        sign_pace(&beside, text);
    }
    if (game->toast_setup && game->toast_left > 0.0f) {
        sign_setup_note(&beside, has_sign ? SETUP_NOTE_BELOW_SIGN : SETUP_NOTE,
                        fminf(game->toast_left, 1.0f), game->toast_color, game->toast);
    }
}

/// `two_rows`: views stand above each other, two in a row.
static void draw_screen(const Canvas *canvas, const Game *game, bool two_rows) {
    Canvas beside = beside_panel(canvas, game);
    strip_draw(game, &beside);
    CanvasSize size = canvas_size(&beside);
    float strip = size.height - strip_rest(game, size).height;
    // the results say a record themselves
    bool told = game_screen(game) == GAME_RESULTS && strcmp(game->toast, game->record_news) == 0;
    if (game->toast_left > 0.0f && !game->toast_setup && !told) {
        toast_draw(&beside, game, strip, two_rows);
    }
}

/// Sends what was drawn in pixels.
static void draw_overlay(View *view, int width, int height) {
    if (view->kept != NULL) {
        gl_overlay_draw(view->kept, view->gl, &view->overlay, width, height);
    } else {
        GlView pixels = gl_view_pixels(width, height);
        gl_draw_list(view->gl, &view->overlay, &pixels);
    }
}

/// Where there is no HUD, a line after the other in the corner.
static void draw_timings(const Canvas *canvas, const char *timings) {
    char line[64];
    float size = 27.0f * canvas->unit, y = 39.0f * canvas->unit;
    for (const char *at = timings; *at != '\0'; y += 1.2f * size) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        canvas_text(canvas, 18.0f * canvas->unit, y, size, TEXT_LEFT, 0xFFFFFFFF, line);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
}

/// Everything but the screens: the views of all players, and what stands over them.
static void draw_race(View *view, const Canvas *canvas, const Game *game, const ViewRect *rects,
                      int count, const char *timings) {
    int width = view->width, height = view->height;
    if (count > 1) {
        draw_dividers(canvas, rects, count);
    }
    view->has_shared_map =
        minimap_shared(&view->minimap, rects, count, height, game->ui_scale, &view->shared_map);
    OverlayView overlay;
    if (designer_view(game, width, height, &overlay)) {
        overlay_labels(canvas, &overlay);
    }
    for (int i = 0; i < game->seat_count && screen_shown(game)->has_hud; i++) {
        draw_hud(view, canvas, game, i, rects[i], timings);
    }
    if (view->has_shared_map && screen_shown(game)->has_hud) {
        draw_shared_map(view, canvas, game);
    }
    forget_hints_of_empty_seats(view, game);
    draw_live(canvas, game);
}

/// The world in all views.
static void draw_worlds(View *view, const Game *game, const ViewRect *rects, int count) {
    GlView views[SEATS_MAX];
    for (int i = 0; i < count; i++) {
        views[i] = world_view(game, i, rects[i]);
    }
    draw_grounds(view, views, count);
    for (int i = 0; i < count; i++) {
        int car = game->seat_count ? game->seats[i].car : -1;
        view->roads[i] = (RoadAhead){0};
        if (car >= 0) {
            view->roads[i] =
                road_ahead_make(game->session.race, car, &game->seats[i].camera, rects[i]);
        }
        draw_world(view, game, views[i], car, &view->roads[i]);
    }
}

void view_draw(View *view, Game *game, int width, int height, const char *timings) {
    if (game->track_changed) {
        set_track(view, &game->session.track, &game->live.reload.picture);
        reload_forget_picture(&game->live.reload);
        game->track_changed = false;
    }
    ViewRect rects[SEATS_MAX];
    int count = game_views(game, width, height, rects);
    bool covered = screen_race_covered(game);
    view->width = width;
    view->height = height;
    gl_begin(view->gl, width, height, track_mesh_clear_color(view->track));
    view->renderer.load = quality_load(width, height, count);
    view->low.hard = view->high.hard = quality_is_low(&game->settings, &view->renderer);
    view->overlay.hard = view->low.hard;
    draw_list_clear(&view->overlay);
    Canvas canvas = make_canvas(game, &view->overlay, &view->font, width, height);
    if (!covered) {
        draw_worlds(view, game, rects, count);
        draw_race(view, &canvas, game, rects, count, timings);
    }
    draw_screen(&canvas, game, view->has_shared_map && !covered);
    OverlayView overlay;
    if (!covered && designer_view(game, width, height, &overlay)) {
        overlay.minimap = &view->minimap; // what is pointed at, over whatever else is said
        overlay_readout(&canvas, &overlay);
    }
    if (timings && (game->seat_count == 0 || !screen_shown(game)->has_hud)) {
        draw_timings(&canvas, timings);
    }
    draw_overlay(view, width, height);
}

void view_draw_waiting(View *view, int width, int height, float part, float scale) {
    char text[64];
    snprintf(text, sizeof text, "Finding the racing line: %.0f %%", 100.0 * (double)part);
    gl_begin(view->gl, width, height, PALETTE_INK);
    draw_list_clear(&view->overlay);
    Canvas canvas = canvas_make(&view->overlay, &view->font, width, height);
    canvas.unit *= scale;
    sign_waiting(&canvas, text, part);
    draw_overlay(view, width, height);
}

void view_draw_track(View *view, const Track *track, const GlView *where, const DrawList *low,
                     const DrawList *high) {
    set_track(view, track, NULL);
    gl_begin(view->gl, where->width, where->height, track_mesh_clear_color(track));
    gl_draw_mesh(view->gl, view->ground, where);
    if (low) {
        gl_draw_list(view->gl, low, where);
    }
    gl_draw_mesh(view->gl, view->above, where);
    draw_list_clear(&view->high);
    roof_picture(&view->roofs, &view->high, NULL, NULL, 1.0f, shown(where));
    gl_draw_list(view->gl, &view->high, where);
    if (high) {
        gl_draw_list(view->gl, high, where);
    }
}
