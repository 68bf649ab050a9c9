/// What driving leaves behind: skid marks, dust, spray and smoke; sparks, debris and scuffs of what
/// was hit. They are pictures alone and
/// never change the race. The same ticks leave the same traces: the effects have random numbers of
/// their own and read no clock.
#pragma once

#include "base/random.h"
#include "race/race.h"
#include "render/car_picture.h"
#include "render/draw_list.h"

enum {
    EFFECTS_SKIDS = 8192,
    EFFECTS_SKIDS_FADE = 1024, ///< In a full ring this many of the oldest fade.
    EFFECTS_PARTICLES = 512,
    EFFECTS_SCUFFS = 192,   ///< On walls.
    EFFECTS_CAR_SCUFFS = 6, ///< On each car.
    EFFECTS_SCORCHES = 96,  ///< On the road, where shells burst.
};

/// A piece of a mark, up to 0.3 m or 5 degrees long. Neighbours share corners.
typedef struct Skid {
    vec2s corners[4]; ///< m: old left, old right, new right, new left.
    float alpha[2];   ///< At the old and the new end.
} Skid;

typedef enum ParticleKind {
    PARTICLE_PUFF, ///< Dust, smoke: a disc that grows and fades. Below cars, which it never hides.
    PARTICLE_STREAK, ///< Dust, spray: a line along its motion, below cars.
    PARTICLE_SPARK,  ///< A short bright line along its motion.
    PARTICLE_CLOD,   ///< Gravel, mud, debris: a small hard piece.
    PARTICLE_RING,   ///< A thump: a ring that grows and fades.
    PARTICLE_FLASH,  ///< Light of a shot or a burst: a bright disc that fades.
} ParticleKind;

typedef struct Particle {
    vec2s position, velocity; ///< m, m/s
    float age, life;          ///< s; life 0 = none.
    float size, grow;         ///< m, m/s
    uint32_t color;
    uint8_t kind;
} Particle;

/// What a wheel is drawing.
typedef struct WheelMark {
    vec2s last;     ///< m, where the open piece began.
    vec2s side;     ///< Unit, left of the motion there.
    float strength; ///< Of the mark, follows the slip with 40 ms delay.
    uint32_t skid;  ///< The open piece's number: it ends at the wheel until it is full.
    bool on;
} WheelMark;

/// A scratch: on a wall in the world, on a car in its body frame.
typedef struct Scuff {
    vec2s at, along; ///< m: its middle, and from there to its end.
} Scuff;

/// What hits have left on a car.
typedef struct CarScuffs {
    Scuff scuffs[EFFECTS_CAR_SCUFFS];
    int total;     ///< How many there were; the ring holds the last.
    vec2s wall_at; ///< m, where the last scuff on a wall began.
    float wait;    ///< s until the car can get the next one.
} CarScuffs;

/// Where a shell has burst: a dark mark on the ground.
typedef struct Scorch {
    vec2s at;   ///< m
    float size; ///< m
} Scorch;

/// A value with ring buffers; the zero value is empty. About 500 KiB.
typedef struct Effects {
    Skid skids[EFFECTS_SKIDS];
    uint32_t skid_total; ///< How many were begun; the ring holds the last EFFECTS_SKIDS.
    WheelMark wheels[RACE_MAX_CARS][CAR_WHEELS];
    Particle particles[EFFECTS_PARTICLES];
    int particle_next;
    Scuff scuffs[EFFECTS_SCUFFS]; ///< On walls.
    uint32_t scuff_total;
    Scorch scorches[EFFECTS_SCORCHES];
    uint32_t scorch_total;
    CarScuffs cars[RACE_MAX_CARS];
    float shake[RACE_MAX_CARS]; ///< m, 0 to 0.35: blows and rough ground, for the view of that car.
    Random random;
} Effects;

/// Call after each race_step (cheap) with the race. `looks` by car: the colours of debris; NULL:
/// grey.
void effects_tick(Effects *effects, const Race *race, const CarLook *looks);

/// The horn of a car at `at` (m) begins to sound: for who does not hear it, a ring in that colour.
void effects_horn(Effects *effects, vec2s at, uint32_t color);

/// Ages particles and calms the shaking; call once a frame with its length (s).
void effects_frame(Effects *effects, float dt);

/// Marks, dust and smoke, which lie below cars; to a list in metres, as far as they lie in `seen`,
/// which a view shows.
void effects_draw_low(const Effects *effects, DrawList *list, Box seen);

/// Scratches on walls, sparks, debris and rings, over cars and walls.
void effects_draw_high(const Effects *effects, DrawList *list, Box seen);

/// Scratches on a car that is drawn as `car`.
void effects_draw_car(const Effects *effects, int index, DrawList *list, const CarPicture *car);

/// How far the view of `car` is moved by its shaking (m), at `time` s of any steadily running
/// clock: at most shake[car] along each axis.
vec2s effects_shake(const Effects *effects, int car, double time);
