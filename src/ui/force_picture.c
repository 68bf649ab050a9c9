#include "ui/force_picture.h"

#include "base/scalar.h"
#include "geometry/transform.h"
#include "render/race_picture.h"
#include "render/shade.h"
#include "ui/palette.h"

#include <math.h>

#define MARK_SHOWN 0.4f ///< s
#define MARK_APART 0.3f ///< m from tick to tick, at most, of one contact: 70 m/s.
/// Line for a force of a quarter of the weight, in m, and in px where the car is seen from afar.
#define FORCE_LENGTH    1.5f
#define FORCE_LENGTH_PX 38.0f
#define DIRECTION       0.7f  ///< x that, of the lines of slip.
#define PUSH_SCALE      20.0f ///< Pushes are centimetres at most.
#define NORMAL          0.7f  ///< x that, of a contact's normal.
#define LINE_PX         2.5f
#define SLOW            1.0f ///< m/s, below which a wheel goes nowhere in particular.

#define COLOR_GRIP   PALETTE_GOOD
#define COLOR_NEAR   PALETTE_ACCENT
#define COLOR_SLIDES PALETTE_BAD
#define COLOR_POINTS PALETTE_WITH(PALETTE_TEXT, 0xB0)
#define COLOR_GOES   PALETTE_A
#define COLOR_NORMAL PALETTE_NORMAL
#define COLOR_PUSH   0xFF6BE6FFu

/// The mark of a contact that goes on, which moves with it; else the oldest.
static ForceMark *mark_for(ForceMarks *marks, vec2s at) {
    for (int i = 0; i < FORCE_MARKS; i++) {
        ForceMark *mark = &marks->marks[i];
        if (mark->left_s > 0.0f && glms_vec2_distance2(mark->at, at) < MARK_APART * MARK_APART) {
            return mark;
        }
    }
    ForceMark *mark = &marks->marks[marks->next];
    marks->next = (marks->next + 1) % FORCE_MARKS;
    *mark = (ForceMark){0};
    return mark;
}

void force_marks_tick(ForceMarks *marks, const Race *race) {
    const WorldState *world = race_world_const(race);
    const Body *bodies = race_bodies_const(race);
    const Contact *contacts = world_contacts_const(world);
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        if (contact->impulse <= 0.0f && contact->depth <= 0.0f) {
            continue; // near, no more
        }
        for (int k = 0; k < contact->count; k++) {
            vec2s at = glms_vec2_add(bodies[contact->a].position, contact->points[k].anchor_a);
            ForceMark *mark = mark_for(marks, at);
            *mark = (ForceMark){
                .at = at,
                .normal = glms_vec2_negate(contact->normal),
                // the blow stays to be seen while the touch goes on
                .impulse = fmaxf(contact->points[k].normal_impulse, mark->impulse),
                .depth = fmaxf(contact->depth, mark->depth),
                .left_s = MARK_SHOWN,
            };
        }
    }
}

void force_marks_frame(ForceMarks *marks, float dt) {
    for (int i = 0; i < FORCE_MARKS; i++) {
        ForceMark *mark = &marks->marks[i];
        mark->left_s = fmaxf(mark->left_s - dt, 0.0f);
        float fade = 1.0f - fminf(dt / MARK_SHOWN, 1.0f);
        mark->impulse *= fade;
        mark->depth *= fade;
    }
}

/// A line with a head, no longer than its shaft.
static void arrow(DrawList *list, vec2s from, vec2s along, uint32_t color) {
    float width = LINE_PX * list->feather;
    float length = glms_vec2_norm(along);
    if (length < 2.0f * width) {
        return;
    }
    vec2s unit = glms_vec2_scale(along, 1.0f / length), left = vec2_make(-unit.y, unit.x);
    float head = fminf(4.0f * width, 0.6f * length);
    vec2s tip = glms_vec2_add(from, along);
    vec2s neck = glms_vec2_sub(tip, glms_vec2_scale(unit, head));
    draw_line(list, from, neck, width, color);
    vec2s side = glms_vec2_scale(left, 0.55f * head);
    draw_convex(list, (vec2s[3]){tip, glms_vec2_add(neck, side), glms_vec2_sub(neck, side)}, 3,
                color);
}

static float unit_length(const DrawList *list) {
    return fmaxf(FORCE_LENGTH, FORCE_LENGTH_PX * list->feather);
}

static uint32_t use_color(float use) {
    return use > 1.0f ? COLOR_SLIDES : use > 0.8f ? COLOR_NEAR : COLOR_GRIP;
}

static void draw_wheel(DrawList *list, const Racer *racer, const Body *body, Transform at,
                       float angle, int index) {
    const Wheel *wheel = &racer->car.wheels[index];
    vec2s place = transform_apply(at, racer->model.wheel_at[index]);
    float steer = index < CAR_REAR_LEFT ? racer->car.steer : 0.0f;
    Rotation rotation = rotation_make(angle + steer);
    float length = unit_length(list), way = DIRECTION * length;
    vec2s heading = rotation_apply(rotation, vec2_make(way, 0.0f));
    vec2s velocity = body_velocity_at(body, glms_vec2_sub(place, at.position));
    float speed = glms_vec2_norm(velocity);
    float thin = 1.2f * list->feather;
    draw_line(list, place, glms_vec2_add(place, heading), thin, COLOR_POINTS);
    if (speed > SLOW) {
        vec2s goes = glms_vec2_scale(velocity, way / speed);
        draw_line(list, place, glms_vec2_add(place, goes), thin, COLOR_GOES);
    }
    float quarter = 0.25f * racer->model.params.mass * GRAVITY;
    vec2s force = rotation_apply(rotation, wheel->force);
    arrow(list, place, glms_vec2_scale(force, length / quarter), use_color(wheel->use));
}

static void draw_mark(DrawList *list, const ForceMark *mark, float mass) {
    float alpha = fminf(2.0f * mark->left_s / MARK_SHOWN, 1.0f), dot = 2.0f * list->feather;
    // An impulse that changes the car's speed by 1 m/s makes it half as long again.
    float length = fminf(NORMAL + 0.5f * mark->impulse / mass, 5.0f) * unit_length(list);
    arrow(list, mark->at, glms_vec2_scale(mark->normal, length), shade_fade(COLOR_NORMAL, alpha));
    vec2s beside = glms_vec2_scale(vec2_make(-mark->normal.y, mark->normal.x), 5.0f * dot);
    arrow(list, glms_vec2_add(mark->at, beside),
          glms_vec2_scale(mark->normal, PUSH_SCALE * mark->depth), shade_fade(COLOR_PUSH, alpha));
    draw_circle(list, mark->at, 2.0f * dot, shade_fade(COLOR_NORMAL, alpha));
}

void force_picture(DrawList *list, const ForceMarks *marks, const Race *before, const Race *now,
                   float alpha) {
    const Racer *racers = race_racers_const(now);
    for (int i = 0; i < now->car_count; i++) {
        BodyPose pose = race_picture_pose(before, now, i, alpha);
        Transform at = {pose.position, rotation_make(pose.angle)};
        for (int k = 0; k < CAR_WHEELS; k++) {
            draw_wheel(list, &racers[i], &race_bodies_const(now)[i], at, pose.angle, k);
        }
    }
    for (int i = 0; i < FORCE_MARKS; i++) {
        if (marks->marks[i].left_s > 0.0f) {
            draw_mark(list, &marks->marks[i], racers[0].model.params.mass);
        }
    }
}
