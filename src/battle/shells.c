#include "battle/shells.h"

#include "base/assert.h"
#include "base/scalar.h"

/// The way of one shell in this tick.
typedef struct Flight {
    ShellPath path;
    ShellFirst first;
    bool flies; ///< It has not burst yet.
} Flight;

static vec2s after_tick(const Shell *shell, float dt) {
    return glms_vec2_muladds(shell->velocity, dt, shell->position);
}

void shells_watch(const BattleState *state, const ShellField *field, ShellPoses *out) {
    out->count = 0;
    Box near = {{{1e9f, 1e9f}}, {{-1e9f, -1e9f}}};
    for (int i = 0; i < field->car_count; i++) {
        const Shell *shell = &state->cars[i].shell;
        if (shell->flies) {
            near = box_union(near, (Box){shell->position, shell->position});
            vec2s to = after_tick(shell, field->dt);
            near = box_union(near, (Box){to, to});
        }
    }
    if (near.low.x > near.high.x) {
        return;
    }
    ASSERT(field->body_count <= SHELL_BODIES_MAX);
    for (int i = 0; i < field->body_count; i++) {
        float reach = field->hulls[field->hull_of[i]].bounding_radius + SHELL_NEAR;
        if (box_contains(box_grow(near, reach), field->bodies[i].position)) {
            out->body[out->count] = (uint16_t)i;
            out->before[out->count++] = field->bodies[i];
        }
    }
}

bool shells_fire(BattleState *state, const ShellField *field, int car) {
    BattleCar *own = &state->cars[car];
    if (own->reload > 0 || own->out > 0 || own->shell.flies || (field->ghosts >> car & 1u) != 0) {
        return false;
    }
    const Body *body = &field->bodies[car];
    vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
    const Hull *hull = &field->hulls[field->hull_of[car]];
    float nose = hull_bounds(hull, transform_identity()).high.x;
    own->shell = (Shell){.flies = true,
                         .fresh = true,
                         .position = glms_vec2_muladds(ahead, nose, body->position),
                         .velocity = glms_vec2_muladds(ahead, SHELL_SPEED, body->velocity),
                         .ahead = ahead};
    own->reload = BATTLE_RELOAD_TICKS;
    own->shots++;
    battle_note(state, (BattleNote){.tick = field->tick,
                                    .kind = BATTLE_SHOT,
                                    .car = (int8_t)car,
                                    .other = -1,
                                    .at = own->shell.position});
    return true;
}

/// Whether the shell can meet a body of that reach (m) in this tick.
static bool comes_near(const ShellPath *path, const Body *before, const Body *after, float reach) {
    Box shell = box_union((Box){path->from, path->from}, (Box){path->to, path->to});
    Box body = box_union((Box){before->position, before->position},
                         (Box){after->position, after->position});
    return box_overlap(box_grow(shell, reach + SHELL_RADIUS), body);
}

/// What the shell of `car` hits first, of all that is there still.
static void find_first(const BattleState *state, const ShellField *field, const ShellPoses *poses,
                       Flight *flights, int car) {
    Flight *flight = &flights[car];
    flight->first = (ShellFirst){.index = -1};
    for (int i = 0; i < poses->count; i++) {
        int body = poses->body[i];
        const Hull *hull = &field->hulls[field->hull_of[body]];
        const Body *before = &poses->before[i], *after = &field->bodies[body];
        bool ghost = body < field->car_count && (field->ghosts >> body & 1u) != 0;
        if (!ghost && shell_may_hit(&flight->path, car, body) &&
            comes_near(&flight->path, before, after, hull->bounding_radius)) {
            shell_first_offer(&flight->first,
                              shell_sweep_hull(&flight->path, hull, shell_motion_of(before, after)),
                              SHELL_TARGET_BODY, body);
        }
    }
    int piece = -1;
    ShellHit wall = shell_sweep_walls(&flight->path, field->walls, &piece);
    shell_first_offer(&flight->first, wall, SHELL_TARGET_WALL, piece);
    for (int i = 0; i < field->car_count; i++) {
        if (i != car && flights[i].flies) {
            const ShellPath *other = &flights[i].path;
            shell_first_offer(
                &flight->first,
                shell_sweep_circle(&flight->path, other->from, other->to, SHELL_RADIUS),
                SHELL_TARGET_SHELL, i);
        }
    }
    for (int i = 0; i < BATTLE_HAZARDS_MAX; i++) {
        const Hazard *mine = &state->hazards[i];
        if (mine->item == ITEM_MINE) {
            shell_first_offer(
                &flight->first,
                shell_sweep_circle(&flight->path, mine->position, mine->position, MINE_RADIUS),
                SHELL_TARGET_MINE, i);
        }
    }
}

void shell_blow(Body *body, vec2s place, vec2s point, vec2s along, float most) {
    if (body->inverse_mass <= 0.0f) {
        return;
    }
    float size = float_min(SHELL_IMPULSE, most / body->inverse_mass);
    vec2s arm = glms_vec2_sub(point, place);
    vec2s impulse = glms_vec2_scale(along, size);
    body->velocity = glms_vec2_muladds(impulse, body->inverse_mass, body->velocity);
    body->spin += glms_vec2_cross(arm, impulse) * body->inverse_inertia;
}

/// The blow of `shell` on the body at poses->body[index], at `hit`.
static void strike(const ShellField *field, const ShellPoses *poses, int index, const Shell *shell,
                   const ShellHit *hit) {
    int number = poses->body[index];
    Body *body = &field->bodies[number];
    float most = number < field->car_count ? SHELL_KICK_CAR : SHELL_KICK_PROP;
    vec2s place = glms_vec2_lerp(poses->before[index].position, body->position, hit->time);
    shell_blow(body, place, hit->point, shell->ahead, most);
}

/// Where in `poses` body `body` stands; -1: it is not near.
static int pose_of(const ShellPoses *poses, int body) {
    for (int i = 0; i < poses->count; i++) {
        if (poses->body[i] == body) {
            return i;
        }
    }
    return -1;
}

/// The earliest hit of all flights; of equal times that of the lowest car. -1 none.
static int earliest(const Flight *flights, int count) {
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (flights[i].flies && flights[i].first.hit.hit &&
            (found < 0 || flights[i].first.hit.time < flights[found].first.hit.time)) {
            found = i;
        }
    }
    return found;
}

static void note_hit(BattleState *state, const ShellField *field, int car,
                     const ShellFirst *first) {
    bool other = first->target == SHELL_TARGET_BODY && first->index < field->car_count;
    uint8_t damage = 0;
    if (other) {
        damage = battle_hit(state, car, first->index);
        state->cars[car].hits++;
    }
    battle_note(state, (BattleNote){.tick = field->tick,
                                    .kind = other ? BATTLE_HIT : BATTLE_BURST,
                                    .car = (int8_t)car,
                                    .other = other ? (int8_t)first->index : -1,
                                    .damage = damage,
                                    .at = first->hit.point,
                                    .normal = first->hit.normal});
}

/// Has those look again that would have met shell or mine `index`, which is gone.
static void look_again(const BattleState *state, const ShellField *field, const ShellPoses *poses,
                       Flight *flights, ShellTarget target, int index) {
    for (int i = 0; i < field->car_count; i++) {
        const ShellFirst *first = &flights[i].first;
        if (flights[i].flies && first->hit.hit && first->target == target &&
            first->index == index) {
            find_first(state, field, poses, flights, i);
        }
    }
}

/// Ends the shell of `car`.
static void burst(BattleState *state, const ShellField *field, const ShellPoses *poses,
                  Flight *flights, int car) {
    flights[car].flies = false;
    state->cars[car].shell.flies = false;
    look_again(state, field, poses, flights, SHELL_TARGET_SHELL, car);
}

/// Ends the mine that the shell of `car` has met.
static void burst_mine(BattleState *state, const ShellField *field, const ShellPoses *poses,
                       Flight *flights, int car) {
    int index = flights[car].first.index;
    Hazard *mine = &state->hazards[index];
    mine->item = ITEM_NONE;
    battle_note(state, (BattleNote){.tick = field->tick,
                                    .kind = BATTLE_MINE_BURST,
                                    .car = (int8_t)car,
                                    .other = mine->owner,
                                    .item = ITEM_MINE,
                                    .index = (uint8_t)index,
                                    .at = mine->position});
    flights[car].flies = false;
    look_again(state, field, poses, flights, SHELL_TARGET_MINE, index);
}

static uint32_t settle(BattleState *state, const ShellField *field, const ShellPoses *poses,
                       Flight *flights) {
    uint32_t hit_cars = 0;
    for (int car = earliest(flights, field->car_count); car >= 0;
         car = earliest(flights, field->car_count)) {
        const ShellFirst first = flights[car].first;
        note_hit(state, field, car, &first);
        if (first.target == SHELL_TARGET_BODY) {
            strike(field, poses, pose_of(poses, first.index), &state->cars[car].shell, &first.hit);
            if (first.index < field->car_count) {
                hit_cars |= 1u << first.index;
            }
        }
        if (first.target == SHELL_TARGET_MINE) {
            burst_mine(state, field, poses, flights, car);
        }
        if (first.target == SHELL_TARGET_SHELL) {
            flights[first.index].flies = false; // both at once: neither looks for the other again
            burst(state, field, poses, flights, car);
            burst(state, field, poses, flights, first.index);
        } else {
            burst(state, field, poses, flights, car);
        }
    }
    return hit_cars;
}

/// The state of what still flies at the end of the tick.
static void fly_on(BattleState *state, const ShellField *field, const ShellPoses *poses,
                   const Flight *flight, int car) {
    Shell *shell = &state->cars[car].shell;
    const Hull *hull = &field->hulls[field->hull_of[car]];
    if (shell->fresh) {
        int pose = pose_of(poses, car); // its firer may have been put somewhere else
        shell->fresh = pose >= 0 && shell_stays_fresh(
                                        &flight->path, hull,
                                        shell_motion_of(&poses->before[pose], &field->bodies[car]));
    }
    shell->position = flight->path.to;
    shell->age++;
    float beyond = 2.0f * hull->bounding_radius;
    bool left = !box_contains(box_grow(field->bounds, beyond), shell->position);
    if (shell->age >= SHELL_TICKS || left) {
        shell->flies = false;
        battle_note(state, (BattleNote){.tick = field->tick,
                                        .kind = BATTLE_SPENT,
                                        .car = (int8_t)car,
                                        .other = -1,
                                        .at = shell->position});
    }
}

uint32_t shells_fly(BattleState *state, const ShellField *field, const ShellPoses *poses) {
    Flight flights[BATTLE_CARS_MAX];
    bool any = false;
    for (int i = 0; i < field->car_count; i++) {
        const Shell *shell = &state->cars[i].shell;
        flights[i] = (Flight){.flies = shell->flies};
        if (shell->flies) {
            flights[i].path = (ShellPath){.from = shell->position,
                                          .to = after_tick(shell, field->dt),
                                          .fresh = shell->fresh,
                                          .ahead = shell->ahead};
            any = true;
        }
    }
    if (!any) {
        return 0;
    }
    for (int i = 0; i < field->car_count; i++) {
        if (flights[i].flies) {
            find_first(state, field, poses, flights, i);
        }
    }
    uint32_t hit_cars = settle(state, field, poses, flights);
    for (int i = 0; i < field->car_count; i++) {
        if (flights[i].flies) {
            fly_on(state, field, poses, &flights[i], i);
        }
    }
    return hit_cars;
}
