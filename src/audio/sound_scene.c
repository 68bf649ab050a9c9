#include "audio/sound_scene.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "battle/hazards.h"

#include <math.h>
#include <string.h>

/// The built-in surface that sounds most like `index` of the track.
static uint8_t known_surface(const Track *track, uint8_t index) {
    if (index < SURFACE_BUILT_IN_COUNT) {
        return index;
    }
    const Surface *own = &track->surfaces[index];
    uint8_t best = SURFACE_ASPHALT;
    float least = 1e9f;
    for (uint8_t i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        const Surface *known = &surface_built_in[i];
        float grip = own->grip - known->grip, rolling = 4.0f * (own->rolling - known->rolling);
        float bump = own->bump - known->bump;
        float apart = grip * grip + rolling * rolling + bump * bump;
        if (apart < least) {
            least = apart;
            best = i;
        }
    }
    return best;
}

static SoundWheel look_at_wheel(const Race *race, const Racer *racer, const Body *body, int index,
                                const OilPatches *oil) {
    const Wheel *wheel = &racer->car.wheels[index];
    bool front = index == CAR_FRONT_LEFT || index == CAR_FRONT_RIGHT;
    vec2s off = rotation_apply(body->rotation, racer->model.wheel_at[index]); // world axes
    bool oily = hazards_is_oily(oil, glms_vec2_add(body->position, off));
    vec2s velocity = body_velocity_at(body, off);
    vec2s in_body = rotation_undo(body->rotation, velocity);
    Rotation turned = rotation_make(front ? racer->car.steer : 0.0f); // the same for both sides
    vec2s in_wheel = rotation_undo(turned, in_body);
    vec2s slip =
        vec2_make(in_wheel.x - wheel->spin * racer->model.wheels.radius[index], in_wheel.y);
    float sliding = float_clamp(wheel->use - 1.0f, 0.0f, 1.0f); // fades in beyond the peak
    float power = fabsf(slip.x * wheel->force.x) + fabsf(slip.y * wheel->force.y);
    return (SoundWheel){.surface =
                            oily ? SURFACE_OIL : known_surface(race->data->track, wheel->surface),
                        .load = wheel->load,
                        .speed = glms_vec2_norm(velocity),
                        .slip = glms_vec2_norm(slip),
                        .power = sliding * power,
                        .use = wheel->use};
}

static void look_at_car(const Race *race, int index, const OilPatches *oil, SoundCar *out) {
    const Racer *racer = &race_racers_const(race)[index];
    const Body *body = &race_bodies_const(race)[index];
    const Car *car = &racer->car;
    const CarParams *params = &racer->model.params;
    bool shifts = car->shift_left > 0.0f;
    bool counts = race->phase == RACE_COUNTDOWN; // engines rev, and nothing drives
    float pressed = (float)racer->input.throttle / 255.0f;
    float throttle = counts ? pressed : shifts ? 0.0f : car->throttle;
    out->at = body->position;
    out->speed = glms_vec2_norm(body->velocity);
    out->rpm = float_clamp(car->rpm, 0.5f * params->idle_rpm, 1.05f * params->redline_rpm);
    out->throttle = float_clamp(throttle, 0.0f, 1.0f);
    out->shifts = shifts;
    out->limited = car->rpm > params->redline_rpm && throttle > 0.0f;
    for (int i = 0; i < CAR_WHEELS; i++) {
        out->wheels[i] = look_at_wheel(race, racer, body, i, oil);
    }
}

static void take_impacts(SoundScene *scene, const ContactWatch *contacts) {
    for (int i = 0; i < contacts->count && scene->impact_count < SOUND_IMPACTS_MAX; i++) {
        scene->impacts[scene->impact_count++] = contacts->impacts[i];
    }
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        const Scrape *now = &contacts->scrapes[i];
        Scrape *last = &scene->cars[i].scrape;
        *last = now->speed * now->force > last->speed * last->force ? *now : *last;
    }
}

/// Whether this is not the step after the last one that was seen.
static bool has_jumped(const SoundWatch *watch, const Race *race) {
    return !watch->begun || race->tick != watch->tick + 1 ||
           race->car_count != watch->scene.car_count;
}

static void jump(SoundWatch *watch, const Race *race, const EventList *events) {
    watch->jumps++;
    watch->begun = true;
    watch->tick = race->tick;
    watch->scene.car_count = race->car_count;
    memset(&watch->contacts, 0, sizeof watch->contacts);
    race_cues_begin(&watch->cues, race, events);
}

void sound_watch_tick(SoundWatch *watch, const Race *race, const EventList *events,
                      uint32_t people) {
    ASSERT(watch != NULL && race != NULL);
    if (has_jumped(watch, race)) {
        jump(watch, race, events);
    } else {
        contact_watch_tick(&watch->contacts, race);
        take_impacts(&watch->scene, &watch->contacts);
    }
    race_cues_tick(&watch->cues, race, events, people, &watch->scene.cues);
    watch->tick = race->tick;
}

SoundScene sound_watch_look(SoundWatch *watch, const Race *race) {
    ASSERT(watch != NULL && race != NULL);
    SoundScene *scene = &watch->scene;
    if (!watch->begun || race->tick != watch->tick || race->car_count != scene->car_count) {
        jump(watch, race, NULL);
    }
    scene->car_count = race->car_count;
    OilPatches oil = {.count = 0};
    if (race_is_battle(race)) {
        hazards_find_oil(&race->battle, &oil);
    }
    for (int i = 0; i < race->car_count; i++) {
        look_at_car(race, i, &oil, &scene->cars[i]);
    }
    SoundScene out = *scene;
    scene->impact_count = scene->cues.count = 0;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        scene->cars[i].scrape = (Scrape){0};
    }
    return out;
}
