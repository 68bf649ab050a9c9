#include "ui/hud.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track/gates.h"
#include "ui/minimap.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

#define DELTA_SHOWN 3.0 ///< s after a gate.
/// Units below the top that place and times take at most.
#define HUD_HEAD 190.0f
#define RIM      24.0f ///< Units between the view's rim and what stands in its corners.
/// Height of a view, in units of 1/1080 of it at full size, below which the countdown moves aside.
#define COUNTDOWN_ROOM 800.0f

/// A view needs this many units in width and height for all of its HUD to stand beside each other:
/// in a smaller one (four views in a small window) everything shrinks.
#define VIEW_WIDTH_UNITS  740.0f
#define VIEW_HEIGHT_UNITS 540.0f

#define MESSAGE_SHOWN 2.0   ///< s
#define MESSAGE_PLACE 0.27f ///< Baseline of messages, as a share of the view's height.
#define MESSAGE_SIZE  64.0f ///< Units.
#define MESSAGE_RISE  0.98f ///< Of their size, from the baseline to the top of their plate.

/// s of Racer.stuck_s after which the key that helps is named: 1.2 s of pushing that moves nothing.
#define STUCK_HINT_AFTER 3.6f
#define GO_SHOWN         0.9 ///< s

float hud_unit(ViewRect rect) {
    float width = (float)rect.width, height = (float)rect.height;
    return fminf(canvas_unit(width, height),
                 fminf(width / VIEW_WIDTH_UNITS, height / VIEW_HEIGHT_UNITS));
}

float hud_message_top(ViewRect rect) {
    return MESSAGE_PLACE * (float)rect.height - MESSAGE_RISE * MESSAGE_SIZE * hud_unit(rect);
}

char *hud_time_text(double seconds, char out[24]) {
    if (!(seconds > 0.0) || seconds > 35999.0) {
        snprintf(out, 24, "-");
        return out;
    }
    unsigned ms = (unsigned)(seconds * 1000.0 + 0.5);
    snprintf(out, 24, "%u:%02u.%03u", ms / 60000, ms / 1000 % 60, ms % 1000);
    return out;
}

char *hud_place_text(int place, char out[8]) {
    int last = place % 10, teens = place / 10 % 10;
    const char *end = "th";
    if (teens != 1) {
        end = last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
    }
    snprintf(out, 8, "%d%s", place % 1000, end);
    return out;
}

/// The data that all parts of one view's HUD need.
typedef struct Panel {
    const Canvas *canvas;
    DrawList *list; ///< Of the canvas.
    const Race *race;
    const Racer *racer;
    const HudView *view;
    float left, top, right, bottom, width, height; ///< px
    vec2s middle;                                  ///< px
    float unit;                                    ///< px of a unit in this view.
} Panel;

static float text_width(const Panel *panel, float size, const char *text) {
    return canvas_text_width(panel->canvas, size, text);
}

static void put(const Panel *panel, float x, float y, float size, TextAlign align, uint32_t color,
                const char *text) {
    canvas_text(panel->canvas, x, y, size, align, color, text);
}

static void plate(const Panel *panel, Area area) {
    canvas_fill(panel->canvas, area, 12.0f * panel->unit, PALETTE_PLATE);
}

static double lap_seconds(const Race *race, const Racer *racer) {
    double ticks =
        (double)race->tick - (double)racer->lap_started_tick - (double)racer->lap_started_part;
    return racer->finished ? 0.0 : fmax(ticks * (double)RACE_DT, 0.0);
}

/// A small line about the time that frames take.
static void draw_timings(const Panel *panel, float x, float y) {
    float u = panel->unit, size = 22.0f * u;
    const char *text = panel->view->timings;
    plate(panel, (Area){x, y, text_width(panel, size, text) + 24.0f * u, 32.0f * u});
    put(panel, x + 12.0f * u, y + 24.0f * u, size, TEXT_LEFT, PALETTE_TEXT, text);
}

/// Place and lap, with the car's colour beside them.
static void draw_place(const Panel *panel, uint32_t color) {
    const Race *race = panel->race;
    bool practice = race->mode == RACE_MODE_PRACTICE, alone = race->car_count < 2 || practice;
    float u = panel->unit, big = 68.0f * u, small = 34.0f * u, pad = 34.0f * u;
    float x = panel->left + RIM * u, y = panel->top + RIM * u, tall = (alone ? 58.0f : 126.0f) * u;
    char lap[32], place[16], of[16];
    int now = panel->racer->lap < 0 ? 1 : panel->racer->lap + 1;
    if (practice) {
        snprintf(lap, sizeof lap, "Lap %d", now);
    } else {
        snprintf(lap, sizeof lap, "Lap %d/%d", now > race->laps ? race->laps : now, race->laps);
    }
    snprintf(place, sizeof place, "%d", panel->racer->place);
    snprintf(of, sizeof of, "/%d", race->car_count);
    float first = text_width(panel, big, place);
    float wide =
        fmaxf(text_width(panel, small, lap), alone ? 0.0f : first + text_width(panel, small, of));
    plate(panel, (Area){x, y, wide + 52.0f * u, tall});
    canvas_fill(panel->canvas, (Area){x + 12.0f * u, y + 12.0f * u, 8.0f * u, tall - 24.0f * u},
                4.0f * u, color);
    if (!alone) {
        put(panel, x + pad, y + 65.0f * u, big, TEXT_LEFT, PALETTE_TEXT, place);
        put(panel, x + pad + first + 2.0f * u, y + 65.0f * u, small, TEXT_LEFT, PALETTE_MUTED, of);
    }
    put(panel, x + pad, y + tall - 18.0f * u, small, TEXT_LEFT, PALETTE_TEXT, lap);
    if (panel->view->timings != NULL) {
        draw_timings(panel, x, y + tall + 6.0f * u);
    }
}

/// Seconds won (negative) or lost against the best lap at the gate just passed. False where there
/// is nothing to compare.
static bool delta_now(const Race *race, const Racer *racer, double *delta) {
    double now = lap_seconds(race, racer);
    int latest = -1;
    for (int i = 0; i < race->data->track->gate_count && i < TRACK_GATES_MAX; i++) {
        if (racer->sector_s[i] > 0.0f &&
            (latest < 0 || racer->sector_s[i] > racer->sector_s[latest])) {
            latest = i;
        }
    }
    if (latest < 0 || racer->best_sector_s[latest] <= 0.0f ||
        now - (double)racer->sector_s[latest] > DELTA_SHOWN) {
        return false;
    }
    *delta = (double)racer->sector_s[latest] - (double)racer->best_sector_s[latest];
    return true;
}

static void draw_times(const Panel *panel) {
    const Racer *racer = panel->racer;
    float u = panel->unit, pad = 18.0f * u;
    double delta = 0.0;
    bool compared = delta_now(panel->race, racer, &delta);
    double record = panel->view->record_s, own = racer->best_lap_s;
    double best = own > 0.0 && (record <= 0.0 || own < record) ? own : record;
    char now[24], text[24];
    double lap = fmax(lap_seconds(panel->race, racer), 1e-4);
    hud_time_text(racer->finished ? racer->total_s : lap, now);
    hud_time_text(best, text);
    // As wide as the digits of this font are, so that nothing meets; tabular digits keep it still.
    float second =
        text_width(panel, 26.0f * u, "Best") + 16.0f * u + text_width(panel, 26.0f * u, text);
    float width = fmaxf(text_width(panel, 40.0f * u, now), second) + 2.0f * pad;
    float tall = 62.0f * u + (best > 0.0 ? 34.0f * u : 0.0f) + (compared ? 44.0f * u : 0.0f);
    float x = panel->right - RIM * u - width, y = panel->top + RIM * u;
    plate(panel, (Area){x, y, width, tall});
    float edge = x + width - pad, line = y + 44.0f * u;
    put(panel, edge, line, 40.0f * u, TEXT_RIGHT, PALETTE_TEXT, now);
    if (best > 0.0) {
        line += 36.0f * u;
        put(panel, edge, line, 26.0f * u, TEXT_RIGHT, PALETTE_MUTED, text);
        put(panel, x + pad, line, 26.0f * u, TEXT_LEFT, PALETTE_MUTED, "Best");
    }
    if (compared) {
        line += 42.0f * u;
        snprintf(text, sizeof text, "%+.2f", delta);
        put(panel, edge, line, 38.0f * u, TEXT_RIGHT, delta <= 0.0 ? PALETTE_GOOD : PALETTE_BAD,
            text);
    }
}

static Area speed_area(const Panel *panel) {
    float u = panel->unit, height = 84.0f * u;
    float width =
        text_width(panel, 50.0f * u, "000") + text_width(panel, 24.0f * u, "km/h") + 90.0f * u;
    return (Area){panel->right - RIM * u - width, panel->bottom - RIM * u - height, width, height};
}

static void draw_speed(const Panel *panel) {
    const Car *car = &panel->racer->car;
    vec2s velocity = race_bodies_const(panel->race)[panel->view->car].velocity;
    float u = panel->unit, digits = text_width(panel, 50.0f * u, "000");
    Area area = speed_area(panel);
    float x = area.x, y = area.y, base = y + 52.0f * u;
    plate(panel, area);
    char text[16];
    snprintf(text, sizeof text, "%d", car->gear);
    put(panel, x + 18.0f * u, base, 36.0f * u, TEXT_LEFT, PALETTE_ACCENT,
        car->gear < 0    ? "R"
        : car->gear == 0 ? "N"
                         : text);
    snprintf(text, sizeof text, "%d", (int)(3.6f * glms_vec2_norm(velocity) + 0.5f));
    put(panel, x + 64.0f * u + digits, base, 50.0f * u, TEXT_RIGHT, PALETTE_TEXT, text);
    put(panel, x + 72.0f * u + digits, base, 24.0f * u, TEXT_LEFT, PALETTE_MUTED, "km/h");
    float redline = fmaxf(panel->racer->model.params.redline_rpm, 1.0f);
    float share = float_clamp(car->rpm / redline, 0.0f, 1.0f);
    Area bar = {x + 18.0f * u, y + 64.0f * u, area.width - 36.0f * u, 7.0f * u};
    canvas_fill(panel->canvas, bar, 3.5f * u, PALETTE_WITH(PALETTE_TEXT, 0x2E));
    bar.width = fmaxf(bar.width * share, bar.height);
    canvas_fill(panel->canvas, bar, 3.5f * u, share > 0.95f ? PALETTE_BAD : PALETTE_ACCENT);
}

static Minimap minimap_of(const Panel *panel, const DrawList *track) {
    float rim = RIM * panel->unit, size = 0.22f * fminf(panel->width, panel->height);
    return minimap_layout(track, panel->left + rim, panel->bottom - rim, size, panel->unit);
}

/// The middle of a gate's line; of several branches, that of the nearest to `from`.
static vec2s gate_place(const TrackGate *gate, vec2s from) {
    vec2s best = gate_middle(gate);
    for (int way = 1; way <= gate->other_count; way++) {
        vec2s middle = gate_middle(track_gate_way(gate, way));
        if (glms_vec2_distance2(middle, from) < glms_vec2_distance2(best, from)) {
            best = middle;
        }
    }
    return best;
}

/// An arrow at the rim of the view when the next gate is out of sight.
static void draw_gate_hint(const Panel *panel) {
    const Track *track = panel->race->data->track;
    int next = panel->racer->next_gate;
    if (panel->racer->finished || next < 0 || next >= track->gate_count) {
        return;
    }
    vec2s position = race_bodies_const(panel->race)[panel->view->car].position;
    vec2s gate = gate_place(&track->gates[next], position);
    vec2s at = camera_pixel(&panel->view->camera, panel->view->rect, panel->canvas->height, gate);
    float margin = 46.0f * panel->unit;
    if (at.x > panel->left && at.x < panel->right && at.y > panel->top && at.y < panel->bottom) {
        return;
    }
    vec2s to = glms_vec2_sub(at, panel->middle);
    float reach_x = 0.5f * panel->width - margin, reach_y = 0.5f * panel->height - margin;
    float share = fminf(reach_x / fmaxf(fabsf(to.x), 1e-3f), reach_y / fmaxf(fabsf(to.y), 1e-3f));
    vec2s tip = glms_vec2_add(panel->middle, glms_vec2_scale(to, share));
    vec2s along = glms_vec2_normalize(to), across = vec2_left(along);
    for (int layer = 0; layer < 2; layer++) {
        float size = (layer == 0 ? 34.0f : 25.0f) * panel->unit;
        vec2s head = glms_vec2_add(tip, glms_vec2_scale(along, 0.55f * size));
        vec2s back = glms_vec2_sub(tip, glms_vec2_scale(along, 0.55f * size));
        vec2s notch = glms_vec2_sub(tip, glms_vec2_scale(along, 0.20f * size));
        uint32_t color = layer == 0 ? PALETTE_WITH(PALETTE_INK, 0xE0) : PALETTE_ACCENT;
        for (int half = -1; half <= 1; half += 2) {
            vec2s wing = glms_vec2_add(back, glms_vec2_scale(across, 0.60f * (float)half * size));
            draw_convex(panel->list, (vec2s[3]){head, wing, notch}, 3, color);
        }
    }
}

static void banner(const Panel *panel, float y, float size, uint32_t color, const char *text) {
    // Narrow views: the text shrinks rather than leave the view.
    size = canvas_fitting(panel->canvas, size, 0.86f * panel->width, text);
    float width = text_width(panel, size, text) + 1.1f * size;
    plate(panel,
          (Area){panel->middle.x - 0.5f * width, y - MESSAGE_RISE * size, width, 1.36f * size});
    put(panel, panel->middle.x, y, size, TEXT_CENTER, color, text);
}

static void draw_messages(const Panel *panel) {
    const Racer *racer = panel->racer;
    float y = panel->top + MESSAGE_PLACE * panel->height;
    float size = MESSAGE_SIZE * panel->unit;
    char text[32], place[8];
    if (racer->finished) {
        snprintf(text, sizeof text, "FINISHED %s", hud_place_text(racer->place, place));
        banner(panel, y, size, racer->place == 1 ? PALETTE_ACCENT : PALETTE_TEXT, text);
    } else if (racer->retired) {
        snprintf(text, sizeof text, "TIME IS UP: %s", hud_place_text(racer->place, place));
        banner(panel, y, size, PALETTE_TEXT, text);
    } else if (racer->wrong_way) {
        banner(panel, y, size, PALETTE_BAD, "WRONG WAY");
    } else if (racer->stuck_s > STUCK_HINT_AFTER && panel->view->keys_rescue) {
        snprintf(text, sizeof text, "Stuck? Press %s", panel->view->keys_rescue);
        banner(panel, y, size, PALETTE_ACCENT, text);
    } else if (racer->ghost_s > 0.0f) {
        banner(panel, y, 0.7f * size, PALETTE_TEXT, "BACK ON THE ROAD");
    } else if (racer->missed_gate >= 0 && racer->missed_s > 0.0f) {
        banner(panel, y, size, PALETTE_BAD, "MISSED CHECKPOINT");
    } else if (panel->race->mode == RACE_MODE_RACE && panel->race->laps > 1 &&
               racer->lap == panel->race->laps - 1 &&
               lap_seconds(panel->race, racer) < MESSAGE_SHOWN) {
        banner(panel, y, size, PALETTE_ACCENT, "FINAL LAP");
    }
}

static void draw_lights(const Panel *panel, int lit, bool go, float alpha) {
    float u = panel->unit, radius = 19.0f * u, gap = 54.0f * u;
    float middle = panel->middle.x, y = panel->top + 0.11f * panel->height;
    Area box = {middle - 2.5f * gap - 6.0f * u, y - 32.0f * u, 5.0f * gap + 12.0f * u, 64.0f * u};
    canvas_fill(panel->canvas, box, 18.0f * u, shade_fade(PALETTE_SCREEN, alpha));
    for (int i = 0; i < 5; i++) {
        vec2s at = vec2_make(middle + (float)(i - 2) * gap, y);
        bool on = go || i < lit;
        uint32_t color = go ? PALETTE_GOOD : on ? 0xFF3B2EFFu : 0x343944FFu;
        if (on) {
            shade_glow(panel->list, at, 2.0f * radius, 16, shade_fade(color, 0.45f * alpha));
        }
        draw_circle(panel->list, at, radius, shade_fade(color, alpha));
        if (on) {
            draw_circle(panel->list, vec2_make(at.x - 0.3f * radius, at.y - 0.3f * radius),
                        0.28f * radius, shade_fade(0xFFFFFFB0u, alpha));
        }
    }
}

/// Five lights and a digit that shrinks as its second runs out; then GO.
static void draw_countdown(const Panel *panel) {
    const Race *race = panel->race;
    if (race->mode != RACE_MODE_RACE) {
        return;
    }
    double left = -race_time(race);
    if (left <= -GO_SHOWN || (race->phase != RACE_COUNTDOWN && left > 0.0)) {
        return;
    }
    float total = (float)RACE_COUNTDOWN_TICKS * RACE_DT;
    bool go = left <= 0.0;
    float gone = (float)(-left / GO_SHOWN), alpha = go ? 1.0f - gone : 1.0f;
    int lit = (int)(5.0f * (total - (float)left) / total) + 1;
    draw_lights(panel, lit, go, alpha);
    char text[8];
    int digit = (int)ceil(left);
    snprintf(text, sizeof text, "%d", digit);
    float beat = go ? gone : (float)digit - (float)left;
    float size = (go ? 190.0f + 60.0f * beat : 210.0f - 40.0f * beat) * panel->unit;
    float x = panel->middle.x;
    float y = panel->top + 0.23f * panel->height + 0.36f * 200.0f * panel->unit;
    if (panel->height < COUNTDOWN_ROOM * panel->unit) {
        // A low view: beside the lights, or the digit would hide the cars.
        size *= 0.42f;
        x += 195.0f * panel->unit;
        y = panel->top + 0.11f * panel->height + 0.36f * size;
    }
    float edge = fmaxf(4.0f * panel->unit, 2.0f);
    const char *shown = go ? "GO" : text;
    for (int i = 0; i < 8; i++) { // a dark rim, so that it reads on snow too
        vec2s at = draw_circle_point(vec2_make(x, y), edge, 0.25f * TRIG_PI * (float)i);
        put(panel, at.x, at.y, size, TEXT_CENTER,
            shade_fade(PALETTE_WITH(PALETTE_INK, 0x8C), alpha), shown);
    }
    put(panel, x, y, size, TEXT_CENTER, shade_fade(go ? PALETTE_GOOD : PALETTE_TEXT, alpha), shown);
}

static Panel panel_make(const Canvas *canvas, const Race *race, const HudView *view) {
    const ViewRect *rect = &view->rect;
    float width = (float)rect->width, height = (float)rect->height;
    return (Panel){
        .canvas = canvas,
        .list = canvas->list,
        .race = race,
        .racer = &race_racers_const(race)[view->car],
        .view = view,
        .left = (float)rect->x,
        .top = (float)(canvas->height - rect->y - rect->height),
        .right = (float)(rect->x + rect->width),
        .bottom = (float)(canvas->height - rect->y),
        .width = width,
        .height = height,
        .middle = vec2_make((float)rect->x + 0.5f * width,
                            (float)(canvas->height - rect->y) - 0.5f * height),
        .unit = hud_unit(*rect),
    };
}

HudRoom hud_room(const Canvas *canvas, const Race *race, const HudView *view,
                 const DrawList *minimap) {
    ASSERT(canvas != NULL && race != NULL && view != NULL);
    Panel panel = panel_make(canvas, race, view);
    Area map = minimap_of(&panel, minimap).plate, speed = speed_area(&panel);
    float rim = RIM * panel.unit;
    return (HudRoom){.left = panel.left + rim,
                     .right = panel.right - rim,
                     .bottom = panel.bottom - rim,
                     .head = panel.top + HUD_HEAD * panel.unit,
                     .foot = fminf(map.y, speed.y),
                     .gap_left = map.x + map.width,
                     .gap_right = speed.x,
                     .unit = panel.unit};
}

void hud_draw(const Canvas *canvas, const Race *race, const HudView *view, const CarLook *looks,
              const DrawList *minimap) {
    ASSERT(canvas != NULL && race != NULL && view != NULL && looks != NULL);
    ASSERT(view->car >= 0 && view->car < race->car_count);
    Panel panel = panel_make(canvas, race, view);
    int first_index = canvas->list->index_count;
    draw_gate_hint(&panel);
    draw_place(&panel, looks[view->car].color);
    draw_times(&panel);
    draw_speed(&panel);
    Minimap map = minimap_of(&panel, minimap);
    minimap_draw(&map, canvas, race, looks, view->car);
    draw_messages(&panel);
    draw_countdown(&panel);
    draw_list_texts_last(canvas->list, first_index);
}
