#include "battle/hazards.h"

#include "base/scalar.h"
#include "battle/shells.h"
#include "collision/sweep.h"

#define DROP_GAP 0.1f ///< m between the tail of a car and what it drops.
/// m in a wall that a car may back: it scrapes along one, and solvers leave some.
#define DROP_DEEP 0.05f

enum {
    PIECES_NEAR = 256
};

/// Whether a car can back straight by `back` m, and meets no wall.
static bool can_back(const WallGrid *walls, const Hull *hull, const Body *body, float back) {
    vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
    vec2s to = glms_vec2_muladds(ahead, -back, body->position);
    Box box = box_union(hull_bounds(hull, body_at(body)),
                        hull_bounds(hull, (Transform){to, body->rotation}));
    Motion motion = {
        .from = body->position, .to = to, .angle_from = body->angle, .angle_to = body->angle};
    int near[PIECES_NEAR];
    int count = wall_grid_query(walls, box, near, PIECES_NEAR);
    for (int i = 0; i < count && i < PIECES_NEAR; i++) {
        const WallPiece *piece = &walls->pieces[near[i]];
        for (int k = 0; k < hull->count; k++) {
            if (sweep_motion(&hull->pieces[k], motion, &piece->shape, wall_piece_at(piece),
                             -DROP_DEEP)
                    .hit) {
                return false;
            }
        }
    }
    return count <= PIECES_NEAR;
}

bool hazards_drop(BattleState *state, const CarSweep *sweep, const WallGrid *walls, int car) {
    BattleCar *own = &state->cars[car];
    if (own->left == 0 || own->drop_reload > 0 || own->out > 0 ||
        (sweep->ghosts >> car & 1u) != 0) {
        return false;
    }
    const Body *body = &sweep->cars[car];
    bool mine = own->carries == ITEM_MINE;
    float radius = mine ? MINE_RADIUS : OIL_RADIUS;
    const Hull *hull = &sweep->hulls[sweep->hull_of[car]];
    float behind = hull_bounds(hull, transform_identity()).low.x - radius - DROP_GAP;
    vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
    vec2s place = glms_vec2_muladds(ahead, behind, body->position);
    if (wall_grid_clearance(walls, place, MINE_RADIUS) < MINE_RADIUS ||
        !can_back(walls, hull, body, radius + DROP_GAP)) {
        return false;
    }
    uint32_t index = state->hazard_count++ % BATTLE_HAZARDS_MAX;
    state->hazards[index] = (Hazard){.item = own->carries, .owner = (int8_t)car, .position = place};
    battle_note(state, (BattleNote){.tick = sweep->tick,
                                    .kind = BATTLE_DROP,
                                    .car = (int8_t)car,
                                    .other = -1,
                                    .item = own->carries,
                                    .index = (uint8_t)index,
                                    .at = place});
    own->mines = (uint16_t)(own->mines + mine);
    own->oils = (uint16_t)(own->oils + !mine);
    own->drop_reload = DROP_RELOAD_TICKS;
    own->left--;
    own->carries = own->left > 0 ? own->carries : ITEM_NONE;
    return true;
}

/// The blow of the mine at `center` on car `car`, which touches it at `hit`.
static void blow_up(const CarSweep *sweep, int car, vec2s center, const SweepHit *hit) {
    Body *body = &sweep->cars[car];
    vec2s place = glms_vec2_lerp(sweep->before[car].position, body->position, hit->time);
    vec2s outward = glms_vec2_negate(hit->normal);
    vec2s point = glms_vec2_muladds(outward, MINE_RADIUS, center);
    if (hit->time <= 0.0f) { // it was armed under the car: from there towards its middle
        vec2s off = glms_vec2_sub(place, center);
        bool apart = glms_vec2_norm2(off) > 1e-6f;
        outward = apart ? glms_vec2_normalize(off) : outward;
        point = center;
    }
    shell_blow(body, place, point, outward, SHELL_KICK_CAR);
}

/// Mine `index` goes up at car `car`.
static void hit_car(BattleState *state, const CarSweep *sweep, int index, int car,
                    const SweepHit *hit) {
    Hazard *mine = &state->hazards[index];
    uint8_t damage = battle_hit(state, mine->owner, car);
    state->cars[mine->owner].mine_hits =
        (uint16_t)(state->cars[mine->owner].mine_hits + (mine->owner != car));
    blow_up(sweep, car, mine->position, hit);
    battle_note(state, (BattleNote){.tick = sweep->tick,
                                    .kind = BATTLE_MINE_HIT,
                                    .car = mine->owner,
                                    .other = (int8_t)car,
                                    .damage = damage,
                                    .item = ITEM_MINE,
                                    .index = (uint8_t)index,
                                    .at = mine->position,
                                    .normal = hit->normal});
    mine->item = ITEM_NONE;
}

uint32_t hazards_step(BattleState *state, const CarSweep *sweep) {
    uint32_t hit_cars = 0;
    for (int i = 0; i < BATTLE_HAZARDS_MAX; i++) {
        Hazard *hazard = &state->hazards[i];
        if (hazard->item == ITEM_NONE) {
            continue;
        }
        hazard->age++;
        if (hazard->age >= (hazard->item == ITEM_MINE ? MINE_TICKS : OIL_TICKS)) {
            hazard->item = ITEM_NONE;
            continue;
        }
        if (hazard->item != ITEM_MINE || hazard->age < MINE_ARM_TICKS) {
            continue;
        }
        SweepHit hit;
        int car = car_sweep_first(sweep, UINT32_MAX, hazard->position, MINE_RADIUS, &hit);
        if (car >= 0) {
            hit_car(state, sweep, i, car, &hit);
            hit_cars |= 1u << car;
        }
    }
    return hit_cars;
}

void hazards_find_oil(const BattleState *state, OilPatches *out) {
    out->count = 0;
    for (int i = 0; i < BATTLE_HAZARDS_MAX; i++) {
        if (state->hazards[i].item == ITEM_OIL) {
            out->at[out->count++] = state->hazards[i].position;
        }
    }
}

void hazards_oil_near(const OilPatches *oil, vec2s at, float reach, OilPatches *out) {
    float most = 1.01f * (reach + OIL_RADIUS); // no rounding makes what is near look far away
    out->count = 0;
    for (int i = 0; i < oil->count; i++) {
        if (glms_vec2_distance2(oil->at[i], at) <= most * most) {
            out->at[out->count++] = oil->at[i];
        }
    }
}

bool hazards_is_oily(const OilPatches *oil, vec2s point) {
    for (int i = 0; i < oil->count; i++) {
        if (glms_vec2_distance2(oil->at[i], point) <= OIL_RADIUS * OIL_RADIUS) {
            return true;
        }
    }
    return false;
}
