#include "ui/key_hints.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "render/shade.h"
#include "ui/palette.h"

#include <math.h>

#define HINT_PLATE PALETTE_WITH(PALETTE_INK, 0xC8)

// Units.
#define HINT_CAP   28.0f ///< Letters on keys.
#define HINT_WORD  24.0f
#define KEY_TALL   42.0f
#define KEY_ROW    52.0f
#define KEY_GAP    8.0f ///< Between two keys, and before the word.
#define PAD        14.0f
#define COLUMN     30.0f ///< Between two columns.
#define TITLE_ROW  38.0f
#define TITLE_TALL 26.0f ///< Without anything below it.
#define TITLE_MARK 30.0f ///< The disc before the title.
#define GAP        14.0f ///< Between the plate and other parts of the HUD.

#define SMALLEST    0.75f ///< Share of its usual size down to which it shrinks into the gap.
#define SMALLER     0.70f ///< Likewise in the places for a smaller one.
#define READABLE    0.60f ///< Likewise down to which it can be read.
#define ROAD_AROUND 1.0f  ///< m: half a car beside the way that is free for its middle.
#define CAR_AROUND  0.6f  ///< Lengths of a car.

#define DRIVEN       8.0f  ///< s of driving until all of it is gone ...
#define TITLED       3.0f  ///< ... and the title, where it is alone ...
#define FADE         1.0f  ///< ... in the last of which they fade.
#define BRIEF        0.5f  ///< Share of these times for a brief one.
#define USED         0.25f ///< s of use after which an action is known ...
#define USED_FADE    0.6f  ///< ... and then fades.
#define STILL        3.0f  ///< s
#define STANDS_BELOW 2.0f  ///< m/s

/// What of an axis or pedal, of 127 or 255, is meant: less is a stick or pedal at rest.
enum {
    STEERS = 32,
    PRESSES = 64,
    HANDBRAKE = 3, ///< Of the actions.
    FIRE = 4,
    ACROSS = 4 ///< Steps from side to side of the road.
};

void key_hints_time_start(KeyHintsTime *time) {
    ASSERT(time != NULL);
    time->shown_s = DRIVEN;
    time->still_s = 0.0f;
}

void key_hints_time_step(KeyHintsTime *time, CarInput input, float speed, float dt) {
    ASSERT(time != NULL);
    if (speed < STANDS_BELOW) {
        time->still_s += dt;
        time->shown_s = time->still_s >= STILL ? DRIVEN : time->shown_s;
    } else {
        time->still_s = 0.0f;
        time->shown_s = fmaxf(time->shown_s - dt, 0.0f);
    }
    const bool uses[KEY_HINTS_ACTIONS] = {
        input.throttle >= PRESSES, input.steer >= STEERS || input.steer <= -STEERS,
        input.brake >= PRESSES, (input.flags & CAR_INPUT_HANDBRAKE) != 0,
        (input.flags & CAR_INPUT_FIRE) != 0};
    for (int i = 0; i < KEY_HINTS_ACTIONS; i++) {
        bool known = time->used_s[i] >= USED;
        time->used_s[i] = fminf(time->used_s[i] + (uses[i] || known ? dt : 0.0f), USED + USED_FADE);
    }
}

/// Whether there is an action `index` to show at all.
static bool has_action(const KeyHints *hints, int index) {
    return index == HANDBRAKE ? !hints->brief : index != FIRE || hints->fire != NULL;
}

float key_hints_fade(const KeyHintsTime *time, KeyHints *hints) {
    ASSERT(time != NULL && hints != NULL);
    float share = hints->brief ? BRIEF : 1.0f;
    float left_s = time->shown_s - (1.0f - share) * DRIVEN;
    float titled_s = time->shown_s - DRIVEN + share * TITLED;
    float most = hints->title != NULL ? float_clamp(titled_s / FADE, 0.0f, 1.0f) : 0.0f;
    for (int i = 0; i < KEY_HINTS_ACTIONS; i++) {
        if (!has_action(hints, i)) {
            continue;
        }
        hints->faded[i] = float_clamp((time->used_s[i] - USED) / USED_FADE, 0.0f, 1.0f);
        most = fmaxf(most, 1.0f - hints->faded[i]);
    }
    return fminf(float_clamp(left_s / FADE, 0.0f, 1.0f), most);
}

/// One thing to do, with one key or two.
typedef struct Action {
    const char *keys[2];
    const char *word;
    float alpha;
} Action;

/// Those that are not gone; returns how many there are.
static int list_actions(const KeyHints *hints, Action out[KEY_HINTS_ACTIONS]) {
    const Action all[KEY_HINTS_ACTIONS] = {
        {{hints->gas, NULL}, "gas", 1.0f - hints->faded[0]},
        {{hints->left, hints->right}, "steer", 1.0f - hints->faded[1]},
        {{hints->brake, NULL}, hints->brief ? "brake" : "brake, reverse", 1.0f - hints->faded[2]},
        {{hints->handbrake, NULL}, "handbrake", 1.0f - hints->faded[HANDBRAKE]},
        {{hints->fire, NULL}, "fire", 1.0f - hints->faded[FIRE]},
    };
    int count = 0;
    for (int i = 0; i < KEY_HINTS_ACTIONS; i++) {
        if (has_action(hints, i) && all[i].alpha > 0.0f) {
            out[count++] = all[i];
        }
    }
    return count;
}

/// How they stand in so many columns: the last one may hold fewer.
static int row_count(int actions, int columns) { return (actions + columns - 1) / columns; }

/// How many of them column `column` holds.
static int rows_in(int actions, int columns, int column) {
    int rows = row_count(actions, columns), left = actions - column * rows;
    return left < rows ? left : rows;
}

/// All in units.
static float key_width(const Font *font, const char *label) {
    return fmaxf(HINT_CAP * font_text_width(font, label) + 24.0f, KEY_TALL);
}

static float keys_width(const Font *font, const Action *action) {
    float width = 0.0f;
    for (int i = 0; i < 2 && action->keys[i] != NULL; i++) {
        width += key_width(font, action->keys[i]) + KEY_GAP;
    }
    return width;
}

static float column_width(const Font *font, const Action *actions, int count) {
    float width = 0.0f;
    for (int i = 0; i < count; i++) {
        float word = HINT_WORD * font_text_width(font, actions[i].word);
        width = fmaxf(width, keys_width(font, &actions[i]) + word);
    }
    return width;
}

/// Width and height, units.
static vec2s plate_size(const Font *font, const KeyHints *hints, int columns) {
    Action actions[KEY_HINTS_ACTIONS];
    int count = list_actions(hints, actions), rows = row_count(count, columns);
    float width = 2.0f * PAD + COLUMN * (float)(columns - 1);
    for (int i = 0; i < columns; i++) {
        width += column_width(font, actions + i * rows, rows_in(count, columns, i));
    }
    float height = 2.0f * PAD + (rows > 0 ? KEY_ROW * (float)(rows - 1) + KEY_TALL : 0.0f);
    if (hints->title != NULL) {
        float title = HINT_WORD * font_text_width(font, hints->title);
        width = fmaxf(width, 2.0f * PAD + TITLE_MARK + title);
        height += rows > 0 ? TITLE_ROW : TITLE_TALL;
    }
    return vec2_make(width, height);
}

/// The plate as large as fits into `wide` x `high` px, at most its usual size.
static KeyHintsArea fitted(const Font *font, const KeyHints *hints, int columns, float unit,
                           float wide, float high) {
    Action actions[KEY_HINTS_ACTIONS];
    int count = list_actions(hints, actions);
    columns = columns < count ? columns : count > 0 ? count : 1;
    vec2s size = plate_size(font, hints, columns);
    unit = fminf(unit, fminf(wide / size.x, high / size.y));
    return (KeyHintsArea){
        .width = unit * size.x, .height = unit * size.y, .unit = unit, .columns = columns};
}

KeyHintsArea key_hints_area(const Font *font, const KeyHints *hints, const HudRoom *room,
                            int place) {
    ASSERT(font != NULL && hints != NULL && room != NULL);
    ASSERT(place >= 0 && place < KEY_HINTS_PLACES);
    float gap = GAP * room->unit, high = room->foot - room->head - 2.0f * gap;
    float most = place < KEY_HINTS_SIDES ? room->unit : SMALLER * room->unit;
    int side = place % KEY_HINTS_SIDES;
    if (side == 0) {
        float wide = room->gap_right - room->gap_left - 2.0f * gap;
        int columns = hints->brief ? 3 : 2;
        KeyHintsArea area = fitted(font, hints, columns, most, wide, INFINITY);
        area.x = 0.5f * (room->gap_left + room->gap_right - area.width);
        area.y = room->bottom - area.height;
        if (area.unit < SMALLEST * most) {
            area = fitted(font, hints, columns, most, room->right - room->left, high);
            area.x = 0.5f * (room->left + room->right - area.width);
            area.y = room->foot - gap - area.height;
        }
        return area;
    }
    bool low = side <= 2, left = side % 2 == 1;
    KeyHintsArea area = fitted(font, hints, 1, most, 0.5f * (room->right - room->left), high);
    area.x = left ? room->left : room->right - area.width;
    area.y = low ? room->foot - gap - area.height : room->head + gap;
    return area;
}

/// How the world lies under a plate.
typedef struct Sheet {
    const HudView *view;
    int height_px;
    float scale; ///< px per m
    KeyHintsArea area;
} Sheet;

/// Whether a place in the world lies under the plate, or less than `around` m beside it.
static bool is_hidden(const Sheet *sheet, vec2s world, float around) {
    const KeyHintsArea *area = &sheet->area;
    float margin = around * sheet->scale;
    vec2s at = camera_pixel(&sheet->view->camera, sheet->view->rect, sheet->height_px, world);
    return at.x > area->x - margin && at.x < area->x + area->width + margin &&
           at.y > area->y - margin && at.y < area->y + area->height + margin;
}

/// What a car counts: more than all of the road.
static int car_counts(const RacingLine *line) { return line->count * (ACROSS + 1) + 1; }

/// How much of what matters lies under the plate: of the road, by the car's racing line and the
/// free way beside it; a car counts more than all of that.
static int count_hidden(const Sheet *sheet, const Race *race) {
    const RacingLine *line = &race->data->lines[sheet->view->car];
    const KeyHintsArea *area = &sheet->area;
    vec2s middle = camera_point(&sheet->view->camera, sheet->view->rect, sheet->height_px,
                                area->x + 0.5f * area->width, area->y + 0.5f * area->height);
    float corner = 0.5f * glms_vec2_norm(vec2_make(area->width, area->height)) / sheet->scale;
    int hidden = 0;
    for (int i = 0; i < line->count; i++) {
        const LinePoint *at = &line->points[i];
        float reach = corner + 1.5f * ROAD_AROUND + fmaxf(fabsf(at->left), fabsf(at->right));
        if (glms_vec2_distance2(at->point, middle) > reach * reach) {
            continue; // all of it lies elsewhere: this goes over whole laps in every frame
        }
        vec2s left = vec2_left(at->tangent);
        for (int k = 0; k <= ACROSS; k++) {
            float off = at->left - (at->left + at->right) * (float)k / (float)ACROSS;
            vec2s point = glms_vec2_add(at->point, glms_vec2_scale(left, off));
            hidden += is_hidden(sheet, point, ROAD_AROUND);
        }
    }
    for (int car = 0; car < race->car_count; car++) {
        float length = race_racers_const(race)[car].model.params.length;
        vec2s position = race_bodies_const(race)[car].position;
        hidden += is_hidden(sheet, position, CAR_AROUND * length) ? car_counts(line) : 0;
    }
    return hidden;
}

/// How many plates lie below this one.
static int count_plates(const KeyHintsArea *area, const HudTaken *taken) {
    Area own = {area->x, area->y, area->width, area->height};
    int count = 0;
    for (int i = 0; i < taken->count; i++) {
        count += canvas_overlap(own, taken->areas[i]);
    }
    return count;
}

int key_hints_place(const Canvas *canvas, const KeyHints *hints, const HudRoom *room,
                    const Race *race, const HudView *view, const HudTaken *taken) {
    ASSERT(canvas != NULL && race != NULL && view != NULL && taken != NULL);
    int best = 0, least = 0;
    for (int place = 0; place < KEY_HINTS_PLACES; place++) {
        Sheet sheet = {view, canvas->height, camera_view_scale(&view->camera, view->rect),
                       key_hints_area(canvas->font, hints, room, place)};
        int car = car_counts(&race->data->lines[view->car]);
        int hidden = count_hidden(&sheet, race) + car * count_plates(&sheet.area, taken);
        // the smallest plate hides least, but helps nobody: rather some road than that
        hidden += sheet.area.unit < READABLE * room->unit ? car - 1 : 0;
        if (place == 0 || hidden < least) {
            best = place;
            least = hidden;
        }
    }
    return best;
}

/// The data that all parts of one plate need.
typedef struct Plate {
    const Canvas *canvas;
    float unit, alpha;
} Plate;

/// `y` is the middle of the capitals.
static void put(const Plate *plate, float x, float y, float size, TextAlign align, uint32_t color,
                const char *text) {
    canvas_text(plate->canvas, x, y + 0.35f * size, size, align, shade_fade(color, plate->alpha),
                text);
}

static void fill(const Plate *plate, Area area, float radius, uint32_t color) {
    canvas_fill(plate->canvas, area, radius * plate->unit, shade_fade(color, plate->alpha));
}

static void draw_title(const Plate *plate, const KeyHints *hints, float x, float y) {
    float u = plate->unit, middle = y + 13.0f * u;
    fill(plate, (Area){x, middle - 10.0f * u, 20.0f * u, 20.0f * u}, 10.0f, hints->color);
    put(plate, x + TITLE_MARK * u, middle, HINT_WORD * u, TEXT_LEFT, PALETTE_TEXT, hints->title);
}

static void draw_key(const Plate *plate, float x, float y, float wide, const char *label) {
    float u = plate->unit, tall = KEY_TALL * u, edge = fmaxf(4.0f * u, 2.0f);
    fill(plate, (Area){x, y, wide, tall}, 8.0f, 0x8A93A1FFu);
    fill(plate, (Area){x, y, wide, tall - edge}, 8.0f, PALETTE_TEXT);
    put(plate, x + 0.5f * wide, y + 0.5f * (tall - edge), HINT_CAP * u, TEXT_CENTER, PALETTE_INK,
        label);
}

static void draw_action(const Plate *whole, const Action *action, float x, float y) {
    const Plate faded = {whole->canvas, whole->unit, whole->alpha * action->alpha};
    const Plate *plate = &faded;
    float u = plate->unit;
    for (int i = 0; i < 2 && action->keys[i] != NULL; i++) {
        float wide = key_width(plate->canvas->font, action->keys[i]) * u;
        draw_key(plate, x, y, wide, action->keys[i]);
        x += wide + KEY_GAP * u;
    }
    put(plate, x, y + 0.5f * KEY_TALL * u, HINT_WORD * u, TEXT_LEFT, PALETTE_TEXT, action->word);
}

void key_hints_draw(const Canvas *canvas, const KeyHints *hints, const KeyHintsArea *area,
                    float alpha) {
    ASSERT(canvas != NULL && hints != NULL && area != NULL);
    if (alpha <= 0.004f) {
        return;
    }
    Action actions[KEY_HINTS_ACTIONS];
    int count = list_actions(hints, actions), rows = row_count(count, area->columns);
    int first_index = canvas->list->index_count;
    float u = area->unit;
    Plate plate = {canvas, u, alpha};
    float left = area->x + PAD * u, top = area->y + PAD * u;
    fill(&plate, (Area){area->x, area->y, area->width, area->height}, 12.0f, HINT_PLATE);
    if (hints->title != NULL) {
        draw_title(&plate, hints, left, top);
        top += TITLE_ROW * u;
    }
    for (int column = 0; column < area->columns; column++) {
        const Action *first = actions + column * rows;
        int in_column = rows_in(count, area->columns, column);
        for (int i = 0; i < in_column; i++) {
            draw_action(&plate, &first[i], left, top + KEY_ROW * u * (float)i);
        }
        left += (column_width(canvas->font, first, in_column) + COLUMN) * u;
    }
    draw_list_texts_last(canvas->list, first_index);
}
