/// What driving leaves behind: skid marks, dust, smoke and sparks. Pictures only: nothing of it
/// reaches the race.
#pragma once

#include "race/race.h"
#include "render/draw_list.h"

enum {
    EFFECTS_SKIDS = 8192,
    EFFECTS_PARTICLES = 512,
};

typedef struct Skid {
    vec2s corners[4];
    float alpha[2]; ///< At the old and the new end.
} Skid;

typedef struct Particle {
    vec2s position, velocity;
    float age, life, size, grow;
    uint32_t color;
} Particle;

/// A value with rings; zero = nothing.
typedef struct Effects {
    Skid skids[EFFECTS_SKIDS];
    int skid_next, skid_count;
    vec2s wheel_last[RACE_MAX_CARS][CAR_WHEELS];
    vec2s wheel_side[RACE_MAX_CARS][CAR_WHEELS];
    float wheel_alpha[RACE_MAX_CARS][CAR_WHEELS];
    bool wheel_on[RACE_MAX_CARS][CAR_WHEELS];
    Particle particles[EFFECTS_PARTICLES];
    int particle_next;
    float shake[RACE_MAX_CARS];
    uint64_t random;
} Effects;

/// Call after each race_step (cheap) with the race.
void effects_tick(Effects *effects, const Race *race);

/// Ages particles; call once a frame.
void effects_frame(Effects *effects, float dt);
void effects_draw_skids(const Effects *effects, DrawList *list);
void effects_draw_particles(const Effects *effects, DrawList *list);
