/// The panel of a queue: copies of a, one behind the other, run into b, which stands. How the
/// impact runs through their contacts, and how deep they get into each other.
#pragma once

#include "dynamics/body.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    QUEUE_MAX = 12,     ///< Bodies.
    QUEUE_SEARCH = 480, ///< Ticks of 1/240 s within which the first has to touch b ...
    QUEUE_AFTER = 72,   ///< ... and ticks that are shown from then on.
    QUEUE_TICKS = QUEUE_SEARCH + QUEUE_AFTER,
};

/// After one tick.
typedef struct QueueTick {
    Transform places[QUEUE_MAX]; ///< Of the shape a of each body; 0 is the first in the queue.
    float impulses[QUEUE_MAX];   ///< N s in this tick: of each body with what is before it.
    float depth;                 ///< m, the deepest overlap of any two.
} QueueTick;

typedef struct Queue {
    int count;  ///< Bodies.
    vec2s way;  ///< Unit: where they go.
    float mass; ///< kg, of each.
    bool boxed; ///< a has more pieces than a body may have: a box stands for it.
    QueueTick ticks[QUEUE_TICKS + 1]; ///< 0 is the begin.
    int last;                         ///< Of `ticks`.
    int touch;                        ///< The tick in which the first touches b; -1: none.
    int pushed[QUEUE_MAX];            ///< The tick in which each is first pushed; -1: none.
    float speed;                      ///< m/s along the way, at the begin.
    float speeds[QUEUE_MAX];          ///< The same at the end.
    double wall_impulse;              ///< N s that b has taken, against the way.
    int deepest;                      ///< The tick of the deepest overlap ...
    int deep_ticks;                   ///< ... and in how many it is over QUEUE_DEEP.
    float largest;                    ///< N s, of the largest impulse of one contact in one tick.
    double energy[2];                 ///< J, of all at the begin and at the end.
} Queue;

#define QUEUE_DEEP 0.01f           ///< m
#define QUEUE_DT   (1.0f / 240.0f) ///< s

/// Runs the world of a race with these bodies. Same scene, same bits.
Queue queue_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

void queue_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void queue_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);
