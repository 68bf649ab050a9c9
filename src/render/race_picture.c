#include "render/race_picture.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/headlights.h"
#include "render/shade.h"

#include <math.h>
#include <stdio.h>

#define CAR_HEIGHT    1.3f   ///< m, for the shadow.
#define JUMP_DISTANCE 3.0f   ///< m in one tick: nothing goes that far, it was put there.
#define ROOF_SHIFT    0.15f  ///< m that the roof moves against 1 g of side force.
#define BODY_SHIFT    0.09f  ///< m, the same of the body.
#define ROOF_LIFT     0.30f  ///< m of height for the lean: the true 1.3 m would part roof and body.
#define OPEN_CAR_MASS 750.0f ///< kg: lighter ones are drawn as karts and formula cars.
#define GHOST_ALPHA   0.45f
#define DUSK_BEAMS    0.5f ///< Share of the headlights' strength that is seen at dusk.
#define BEAM          0xFFF1C258u
#define BODY_POINTS   16

const uint32_t race_picture_colors[RACE_PICTURE_COLORS] = {
    0xFF5A4DFF, 0xF0E442FF, 0x7CF0C5FF, 0xA378FFFF, // red, yellow, mint, violet
    0xDE9210FF, 0x65ABEBFF, 0xE85FA7FF, 0xE3E4FFFF, 0xA9F375FF, 0xC28E83FF,
};

CarLook race_picture_look(int car) {
    ASSERT(car >= 0);
    int turn = car % RACE_PICTURE_COLORS, drivers = RACE_PICTURE_COLORS - RACE_PICTURE_SEATS;
    int color = turn < drivers ? RACE_PICTURE_SEATS + turn : RACE_PICTURE_COLORS - 1 - turn;
    return (CarLook){.color = race_picture_colors[color],
                     .number = car + 1,
                     .pattern = (color + car / RACE_PICTURE_COLORS) % RACE_PICTURE_PATTERNS};
}

/// Everything but the numbers.
static void swap_looks(CarLook *a, CarLook *b) {
    CarLook kept = *a;
    *a = (CarLook){b->color, a->number, b->pattern};
    *b = (CarLook){kept.color, b->number, kept.pattern};
}

void race_picture_looks(CarLook looks[RACE_MAX_CARS], const int *seat_cars, int seat_count) {
    ASSERT(seat_count >= 0 && seat_count <= RACE_PICTURE_SEATS);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        looks[i] = race_picture_look(i);
    }
    for (int seat = 0; seat < seat_count; seat++) {
        int holder = 0;
        while (looks[holder].color != race_picture_colors[seat]) {
            holder++;
        }
        swap_looks(&looks[seat_cars[seat]], &looks[holder]);
    }
}

BodyPose race_picture_pose(const Race *before, const Race *now, int body, float alpha) {
    ASSERT(body >= 0 && body < now->car_count + now->prop_count + now->mover_count);
    const Body *from = &race_bodies_const(before)[body];
    const Body *to = &race_bodies_const(now)[body];
    if (glms_vec2_distance(from->position, to->position) > JUMP_DISTANCE) {
        from = to;
    }
    float turn = trig_wrap(to->angle - from->angle);
    return (BodyPose){
        .position = glms_vec2_lerp(from->position, to->position, alpha),
        .angle = trig_wrap(from->angle + alpha * turn),
        .velocity = glms_vec2_lerp(from->velocity, to->velocity, alpha),
    };
}

/// What the parts of one car share while it is drawn.
typedef struct Brush {
    DrawList *list;
    const Font *font;
    const Racer *racer;
    const CarLook *look;
    Transform at;        ///< Of the body frame.
    vec2s middle;        ///< Of the box, body frame.
    float length, width; ///< m
    vec2s shift;         ///< m, body frame: what the parts drawn now are moved by.
    float pixel;         ///< m
    float alpha;
    bool night;
} Brush;

static uint32_t ink(const Brush *brush, uint32_t color) { return shade_fade(color, brush->alpha); }

/// Half-width of the outline `x` m ahead of the origin, over half of the widest: parts of a wedge
/// keep inside it. 1 for boxes.
static float taper(const Brush *brush, float x) {
    const CarParams *params = &brush->racer->model.params;
    float widest = 0.0f, here = 0.0f;
    for (int i = 0; i < params->outline_count; i++) {
        vec2s a = params->outline[i], b = params->outline[(i + 1) % params->outline_count];
        widest = fmaxf(widest, fabsf(a.y));
        if ((a.x <= x) != (b.x <= x)) {
            here = fmaxf(here, fabsf(a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)));
        }
    }
    return here > 0.0f ? here / widest : 1.0f;
}

/// A place given in shares of length and width from the middle of the box (x forward), in world.
static vec2s spot(const Brush *brush, float x, float y) {
    float along = brush->middle.x + x * brush->length;
    vec2s local =
        vec2_make(along + brush->shift.x,
                  brush->middle.y + taper(brush, along) * y * brush->width + brush->shift.y);
    return transform_apply(brush->at, local);
}

/// A convex part mirrored about the car's axis: `half` holds its left side from front to back.
static void mirrored(const Brush *brush, const vec2s *half, int count, float grow, uint32_t color) {
    vec2s points[BODY_POINTS];
    ASSERT(2 * count <= BODY_POINTS);
    float gx = grow / brush->length, gy = grow / brush->width;
    for (int i = 0; i < count; i++) {
        // Growing by the sign of the place is exact enough for shapes this round.
        float x = half[i].x + (half[i].x > 0.0f ? gx : -gx);
        float y = half[i].y + gy;
        points[i] = spot(brush, x, y);
        points[2 * count - 1 - i] = spot(brush, x, -y);
    }
    draw_convex(brush->list, points, 2 * count, ink(brush, color));
}

static void box_part(const Brush *brush, float x0, float x1, float y0, float y1, uint32_t color) {
    vec2s points[4] = {spot(brush, x0, y0), spot(brush, x1, y0), spot(brush, x1, y1),
                       spot(brush, x0, y1)};
    draw_convex(brush->list, points, 4, ink(brush, color));
}

/// The same without soft edge: parts that lie inside others.
static void flat_part(const Brush *brush, float x0, float x1, float y0, float y1, uint32_t color) {
    vec2s points[4] = {spot(brush, x0, y0), spot(brush, x1, y0), spot(brush, x1, y1),
                       spot(brush, x0, y1)};
    draw_quad(brush->list, points, ink(brush, color));
}

static const vec2s body_half[8] = {
    {{0.500f, 0.270f}},  {{0.480f, 0.390f}},  {{0.430f, 0.465f}},  {{0.300f, 0.500f}},
    {{-0.330f, 0.500f}}, {{-0.450f, 0.475f}}, {{-0.488f, 0.410f}}, {{-0.500f, 0.310f}},
};

/// The silhouette in one colour, grown by `grow` m: the outline's pieces where the car has one.
static void silhouette(const Brush *brush, const Hull *hull, float grow, uint32_t color) {
    if (brush->racer->model.params.outline_count == 0) {
        mirrored(brush, body_half, 8, grow, color);
        return;
    }
    for (int i = 0; i < hull->count; i++) {
        const Shape *shape = &hull->pieces[i];
        vec2s points[SHAPE_POINTS_MAX];
        for (int k = 0; k < shape->count; k++) {
            vec2s last = shape_normal(shape, (k + shape->count - 1) % shape->count);
            vec2s out = glms_vec2_add(last, shape_normal(shape, k));
            float along = fmaxf(glms_vec2_dot(out, shape_normal(shape, k)), 0.5f);
            vec2s local = glms_vec2_add(shape_point(shape, k),
                                        glms_vec2_scale(out, (grow + shape->radius) / along));
            points[k] = transform_apply(brush->at, glms_vec2_add(local, brush->shift));
        }
        draw_convex(brush->list, points, shape->count, ink(brush, color));
    }
}

static bool is_open(const CarModel *model) { return model->params.mass < OPEN_CAR_MASS; }

static void draw_wheels(const Brush *brush) {
    const CarModel *model = &brush->racer->model;
    bool open = is_open(model);
    for (int i = 0; i < CAR_WHEELS; i++) {
        bool front = i < CAR_REAR_LEFT;
        float radius = front ? model->params.wheel_radius_front : model->params.wheel_radius_rear;
        float half = 1.15f * radius, wide = open ? 0.10f * brush->width : 0.15f;
        vec2s hub = model->wheel_at[i];
        // Closed bodies hide their wheels: they stand out by 8 cm, so that one sees them turn.
        float rim = 0.5f * brush->width + 0.08f - wide;
        hub.y = open ? hub.y : hub.y > 0.0f ? fmaxf(hub.y, rim) : fminf(hub.y, -rim);
        Transform wheel = {transform_apply(brush->at, hub), brush->at.rotation};
        if (front) {
            Rotation turn = rotation_make(brush->racer->car.steer);
            vec2s heading = rotation_apply(brush->at.rotation, vec2_make(turn.c, turn.s));
            wheel.rotation = (Rotation){heading.x, heading.y};
        }
        vec2s points[4] = {vec2_make(-half, -wide), vec2_make(half, -wide), vec2_make(half, wide),
                           vec2_make(-half, wide)};
        for (int k = 0; k < 4; k++) {
            points[k] = transform_apply(wheel, points[k]);
        }
        draw_convex(brush->list, points, 4, ink(brush, brush->night ? 0x0A0B0EFFu : 0x1B1D22FFu));
    }
}

/// White on dark cars, ink on light ones.
static uint32_t contrast(uint32_t color) {
    return shade_light(color) > 0.62f ? 0x2A2D35FFu : 0xFFFFFFFFu;
}

/// Pattern parts lie on the roof (x from -0.24 to 0.04) or on the whole body.
static void draw_pattern(const Brush *brush, bool on_roof) {
    uint32_t color = contrast(brush->look->color);
    float front = on_roof ? 0.04f : 0.49f, back = on_roof ? -0.24f : -0.49f;
    switch (brush->look->pattern) {
    case 1:
        flat_part(brush, back, front, -0.09f, 0.09f, color);
        break;
    case 2:
        for (int side = -1; side <= 1 && !on_roof; side += 2) {
            float y = 0.40f * (float)side;
            flat_part(brush, -0.45f, 0.42f, y - 0.05f, y + 0.05f, color);
        }
        break;
    case 3:
        for (int i = 0; i < 6 && !on_roof; i++) {
            float y = -0.30f + 0.20f * (float)(i % 3) + (i >= 3 ? 0.10f : 0.0f);
            float x = i >= 3 ? 0.36f : 0.30f;
            flat_part(brush, x, x + 0.06f, y, y + 0.10f, color);
        }
        break;
    default:
        break;
    }
}

/// The number on its disc, upright when the car drives up the screen.
static void draw_number(const Brush *brush) {
    bool open = is_open(&brush->racer->model);
    float radius = (open ? 0.23f : 0.30f) * brush->width;
    vec2s at = spot(brush, open ? -0.19f : -0.095f, 0.0f);
    shade_disc(brush->list, at, radius, 14, ink(brush, 0xFFFFFFFFu));
    if (brush->font == NULL) {
        return;
    }
    char text[4];
    snprintf(text, sizeof text, "%d", brush->look->number % 100);
    float size = (brush->look->number < 10 ? 1.75f : 1.35f) * radius;
    float turn = trig_atan2(brush->at.rotation.s, brush->at.rotation.c) - 0.5f * TRIG_PI;
    // The baseline lies a third of an em below the middle of a digit.
    TrigPair up = trig_sincos(trig_wrap(turn));
    vec2s base = vec2_make(at.x + 0.36f * size * up.sin, at.y - 0.36f * size * up.cos);
    draw_text_world(brush->list, brush->font, base, trig_wrap(turn), size, TEXT_CENTER,
                    ink(brush, SHADE_INK), text);
}

static void draw_lights(const Brush *brush) {
    bool braking = brush->racer->car.brake > 0.05f && brush->racer->car.gear >= 0;
    bool reverse = brush->racer->car.gear < 0;
    for (int side = -1; side <= 1; side += 2) {
        float y = 0.33f * (float)side;
        box_part(brush, 0.445f, 0.482f, y - 0.075f, y + 0.075f, 0xFFF3C9FFu);
        box_part(brush, -0.492f, -0.455f, y - 0.085f, y + 0.085f,
                 braking   ? 0xFF2A1EFFu
                 : reverse ? 0xFFFFFFFFu
                           : 0x8E1F1AFFu);
        if (braking) {
            shade_glow(brush->list, spot(brush, -0.50f, y), 0.75f, 10, ink(brush, 0xFF3A2A8Cu));
        }
    }
}

static void draw_shadow(const Brush *brush, vec2s fall) {
    float keep = brush->list->feather;
    brush->list->feather = 0.45f; // soft: the rim of the shadow is half a metre wide
    Brush moved = *brush;
    moved.at.position = glms_vec2_add(moved.at.position, glms_vec2_scale(fall, 0.55f * CAR_HEIGHT));
    mirrored(&moved, body_half, 8, -0.12f, 0x14182A5Cu);
    brush->list->feather = keep;
}

/// Cabin of a closed car: dark glass all round, the roof on it.
static void draw_cabin(const Brush *brush) {
    static const vec2s glass[4] = {
        {{0.200f, 0.340f}}, {{0.130f, 0.425f}}, {{-0.270f, 0.415f}}, {{-0.360f, 0.330f}}};
    static const vec2s roof[4] = {
        {{0.070f, 0.285f}}, {{0.030f, 0.345f}}, {{-0.215f, 0.345f}}, {{-0.260f, 0.285f}}};
    uint32_t color = brush->look->color;
    mirrored(brush, glass, 4, 0.0f, 0x20262FFFu);
    vec2s glint[4] = {spot(brush, 0.185f, 0.06f), spot(brush, 0.150f, 0.36f),
                      spot(brush, 0.095f, 0.33f), spot(brush, 0.110f, 0.06f)};
    draw_quad(brush->list, glint, ink(brush, 0x6B7B8CFFu)); // on the windscreen's far corner
    mirrored(brush, roof, 4, 0.0f, shade_scale(color, 1.12f));
}

static void draw_closed(const Brush *plain, const Hull *hull) {
    uint32_t color = plain->look->color;
    Brush brush = *plain;
    vec2s lean = brush.shift;
    draw_wheels(&brush);
    brush.shift = glms_vec2_scale(lean, BODY_SHIFT);
    brush.list->height = 0.3f * ROOF_LIFT;
    silhouette(&brush, hull, 2.0f * brush.pixel, brush.night ? 0xE8ECF4FFu : SHADE_INK);
    silhouette(&brush, hull, 0.0f, shade_scale(color, 0.80f));
    silhouette(&brush, hull, -0.14f, color);
    draw_pattern(&brush, false);
    draw_lights(&brush);
    brush.shift = glms_vec2_scale(lean, ROOF_SHIFT);
    brush.list->height = ROOF_LIFT;
    draw_cabin(&brush);
    draw_pattern(&brush, true);
    draw_number(&brush);
    brush.list->height = 0.0f;
}

/// Karts and formula cars: a needle between four bare wheels, wings if it has any, a helmet.
static void draw_open(const Brush *plain) {
    static const vec2s needle[6] = {{{0.500f, 0.060f}},  {{0.250f, 0.130f}},  {{0.050f, 0.330f}},
                                    {{-0.250f, 0.330f}}, {{-0.420f, 0.160f}}, {{-0.480f, 0.110f}}};
    Brush brush = *plain;
    uint32_t color = brush.look->color, rim = brush.night ? 0xE8ECF4FFu : SHADE_INK;
    bool wings = brush.racer->model.params.lift_area_rear > 0.5f;
    draw_wheels(&brush);
    brush.shift = glms_vec2_scale(brush.shift, BODY_SHIFT);
    float px = brush.pixel / brush.length, py = brush.pixel / brush.width;
    float front = wings ? 0.40f : 0.43f, back = wings ? -0.42f : -0.45f;
    box_part(&brush, front - 2.0f * px, 0.5f + 2.0f * px, -0.5f - 2.0f * py, 0.5f + 2.0f * py, rim);
    box_part(&brush, -0.5f - 2.0f * px, back + 2.0f * px, -0.42f - 2.0f * py, 0.42f + 2.0f * py,
             rim);
    mirrored(&brush, needle, 6, 2.0f * brush.pixel, rim);
    box_part(&brush, front, 0.5f, -0.5f, 0.5f, shade_scale(color, 0.85f));
    box_part(&brush, -0.5f, back, -0.42f, 0.42f, shade_scale(color, 0.85f));
    mirrored(&brush, needle, 6, 0.0f, color);
    draw_pattern(&brush, true);
    brush.list->height = 0.6f * ROOF_LIFT;
    shade_disc(brush.list, spot(&brush, 0.09f, 0.0f), 0.17f * brush.width, 10,
               ink(&brush, 0x20262FFFu));
    shade_disc(brush.list, spot(&brush, 0.07f, 0.0f), 0.12f * brush.width, 10,
               ink(&brush, contrast(color)));
    draw_number(&brush);
    brush.list->height = 0.0f;
    if (brush.racer->car.brake > 0.05f && brush.racer->car.gear >= 0) {
        shade_glow(brush.list, spot(&brush, -0.5f, 0.0f), 0.6f, 10, ink(&brush, 0xFF3A2AB0u));
    }
}

static Brush brush_make(DrawList *list, const Font *font, const Race *before, const Race *now,
                        int car, float alpha, const CarLook *look, bool night) {
    const Racer *racer = &race_racers_const(now)[car];
    const CarParams *params = &racer->model.params;
    BodyPose pose = race_picture_pose(before, now, car, alpha);
    Brush brush = {
        .list = list,
        .font = font,
        .racer = racer,
        .look = look,
        .at = {pose.position, rotation_make(pose.angle)},
        .middle = vec2_make(params->body_offset, 0.0f),
        .length = params->length,
        .width = params->width,
        // Turning left presses to the right; speeding up to the back, half as much.
        .shift = vec2_make(-0.5f * float_clamp(racer->car.ax / GRAVITY, -1.0f, 1.0f),
                           -float_clamp(racer->car.ay / GRAVITY, -1.0f, 1.0f)),
        .pixel = list->feather > 0.0f ? list->feather : 0.1f,
        .alpha = racer->ghost_s > 0.0f ? GHOST_ALPHA : 1.0f,
        .night = night,
    };
    if (params->outline_count > 0) {
        Box box = box_of(params->outline, params->outline_count);
        brush.middle = glms_vec2_lerp(box.low, box.high, 0.5f);
        brush.length = box.high.x - box.low.x;
        brush.width = box.high.y - box.low.y;
    }
    return brush;
}

void race_picture_cars(DrawList *list, const Font *font, const Race *before, const Race *now,
                       float alpha, const CarLook *looks, bool night) {
    ASSERT(list != NULL && before != NULL && now != NULL && looks != NULL);
    const Track *track = now->data->track;
    vec2s fall = shade_shadow(track->sun, track->sun_elevation);
    night = night || track->theme == THEME_NIGHT;
    bool dusk = !night && track->light == 1;
    int first_index = list->index_count;
    for (int car = 0; car < now->car_count; car++) {
        Brush brush = brush_make(list, font, before, now, car, alpha, &looks[car], night);
        if (!night) {
            draw_shadow(&brush, fall);
        }
        if (night || dusk) {
            Transform lamp = {spot(&brush, 0.40f, 0.0f), brush.at.rotation};
            uint32_t light = shade_fade(ink(&brush, BEAM), night ? 1.0f : DUSK_BEAMS);
            headlights_draw(list, &now->data->walls, lamp, light);
        }
    }
    for (int car = 0; car < now->car_count; car++) {
        Brush brush = brush_make(list, font, before, now, car, alpha, &looks[car], night);
        if (is_open(&brush.racer->model)) {
            draw_open(&brush);
        } else {
            draw_closed(&brush, &now->data->hulls[car]);
        }
    }
    draw_list_texts_last(list, first_index);
}
