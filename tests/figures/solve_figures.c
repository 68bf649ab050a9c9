#include "dynamics/world_step.h"

#include <math.h>

#include "figures.h"

enum {
    CARS = 8,
    ROWS = 5,
};

#define DT     (1.0f / 240.0f)
#define GAP    0.05f // m
#define SPEED  30.0f // m/s
#define WALL_X 20.0f // m

/// A queue of cars in front of a wall.
typedef struct Queue {
    Arena arena;
    Hull hull;
    WallPiece pieces[4];
    WallGrid walls;
    WorldState *world;
    WorldCache *cache;
} Queue;

static void queue_make(Queue *queue) {
    static const vec2s wall[] = {
        {{WALL_X, -3.0f}}, {{WALL_X + 4.0f, -3.0f}}, {{WALL_X + 4.0f, 3.0f}}, {{WALL_X, 3.0f}}};
    *queue = (Queue){.hull = hull_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f)};
    int count = wall_pieces_of_polygon(wall, 4, 0.3f, 0.1f, 0, queue->pieces, 4);
    queue->walls = wall_grid_make(queue->pieces, count, &queue->arena);
    queue->world = world_make(arena_alloc(&queue->arena, world_size(CARS)), CARS);
    queue->cache = arena_alloc(&queue->arena, world_cache_size(CARS)); // zeroed: empty
    for (int i = 0; i < CARS; i++) {
        Body *body = &world_bodies(queue->world)[i];
        *body = (Body){.position = vec2_make(WALL_X - 3.25f - (float)i * (4.5f + GAP), 0.0f),
                       .velocity = vec2_make(SPEED, 0.0f),
                       .inverse_mass = 1.0f / 1200.0f,
                       .inverse_inertia = 1.0f / 2349.0f,
                       .friction = 0.3f,
                       .restitution = 0.1f};
        body_set_angle(body, 0.0f);
    }
}

static void queue_step(Queue *queue) {
    world_step(queue->world, queue->cache, &queue->walls, &queue->hull, DT);
}

/// The cars as they stand, each contact as a bar as long as its impulse: 1 m for 30 kN s.
static void draw_queue(Canvas *canvas, const Queue *queue) {
    canvas_box(canvas, (Box){{{WALL_X, -1.4f}}, {{WALL_X + 1.6f, 1.4f}}}, paint_wall);
    const Body *bodies = world_bodies(queue->world);
    for (int i = 0; i < CARS; i++) {
        canvas_shape(canvas, &queue->hull.pieces[0], body_at(&bodies[i]), paint_first);
    }
    const Contact *contacts = world_contacts_const(queue->world);
    for (int i = 0; i < queue->world->contact_count; i++) {
        float half = contacts[i].impulse / 60e3f;
        float x = bodies[contacts[i].a].position.x + copysignf(2.25f, contacts[i].normal.x);
        canvas_line(canvas, vec2_make(x, -half), vec2_make(x, half), 5.0f, VERMILION);
    }
}

Canvas figure_queue(void) {
    static const int ticks[ROWS] = {0, 8, 11, 14, 60};
    Canvas canvas = canvas_make(760.0f, 330.0f);
    canvas_title(&canvas, vec2_make(20.0f, 302.0f),
                 "Eight cars, 5 cm apart, run into a wall at 30 m/s");
    Queue queue;
    queue_make(&queue);
    int tick = 0;
    for (int row = 0; row < ROWS; row++) {
        for (; tick < ticks[row]; tick++) {
            queue_step(&queue);
        }
        canvas_view(&canvas, vec2_make(380.0f, 258.0f - 56.0f * (float)row), 16.0f);
        draw_queue(&canvas, &queue);
        canvas_label(&canvas, vec2_make(-22.6f, 0.0f), LABEL_RIGHT, INK, "%d ms",
                     (int)lroundf(1000.0f * DT * (float)tick));
    }
    arena_destroy(&queue.arena);
    return canvas;
}
