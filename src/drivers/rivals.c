#include "drivers/rivals.h"

#include "base/bits.h"
#include "geometry/simd.h"
#include "race_state/props.h"

#include <math.h>

/// Props lighter than this (kg) are driven through, and others that lie farther ahead (m) do
/// not matter yet.
#define PROP_MASS  8.0f
#define PROP_SIGHT 45.0f

/// m between tail and nose from which on a car behind matters to nothing here: a little more than
/// what passing, driving side by side and backing out look at.
#define BEHIND 4.1f

_Static_assert((int)RIVALS_MAX <= 64 && (int)RIVALS_MAX % (int)SIMD_LANES == 0, "bits and lanes");

/// How fast the driver would go `gap` m ahead of where it is.
static float plan_ahead(const RacingLine *line, const TrafficView *view, float gap) {
    int points = (int)(gap * (float)line->count / line->length);
    int at = racing_line_index(line, view->point + points);
    return view->speed * line->points[at].speed / line->points[view->point].speed;
}

static void add_rival(Rivals *seen, const RacingLine *line, const TrafficView *view,
                      const Rival *rival) {
    int i = seen->count++;
    seen->gap[i] = rival->gap;
    seen->offset[i] = rival->offset;
    seen->along[i] = rival->along;
    seen->length[i] = rival->length;
    seen->width[i] = rival->width;
    seen->plan[i] = plan_ahead(line, view, rival->gap);
    seen->things |= (uint64_t)rival->thing << i;
    seen->soft |= (uint64_t)rival->soft << i;
}

/// Fills the lanes behind the last rival.
static void end_rivals(Rivals *seen) {
    for (int i = seen->count; i % SIMD_LANES != 0; i++) {
        seen->gap[i] = seen->offset[i] = seen->along[i] = 0.0f;
        seen->length[i] = seen->width[i] = seen->plan[i] = 0.0f;
    }
}

/// Bit i: car i of the pack is in sight of car `car`, and not too far behind to matter. Looks at
/// four at a time.
static uint32_t cars_that_matter(const Race *race, int car, const Pack *pack, float s,
                                 float gaps[RACE_MAX_CARS], Rivals *seen) {
    uint32_t others = (pack->solid >> car & 1u) != 0 ? pack->solid & ~(1u << car) : 0;
    uint32_t out_of_sight = 0, matter = 0;
    for (int i = 0; i < race->car_count; i += SIMD_LANES) {
        Lanes x = lanes_sub(lanes_load(pack->x + i), lanes_all(pack->x[car]));
        Lanes y = lanes_sub(lanes_load(pack->y + i), lanes_all(pack->y[car]));
        Lanes sight = lanes_load(pack->sight + i);
        LaneMask far = lanes_less(lanes_mul(sight, sight), lanes_dot(x, y, x, y));
        Lanes gap = rivals_gaps(&race->data->lines[car], s, lanes_load(pack->s + i));
        // On a stretch of road that passes close by.
        LaneMask elsewhere = lanes_less(lanes_mul(lanes_all(1.5f), sight), lanes_abs(gap));
        Lanes lengths = lanes_add(lanes_all(pack->length[car]), lanes_load(pack->length + i));
        Lanes reach = lanes_mul(lanes_all(0.5f), lanes_add(lengths, lanes_load(pack->width + i)));
        Lanes last = lanes_sub(lanes_negate(reach), lanes_all(BEHIND));
        out_of_sight |= mask_bits(mask_or(far, elsewhere)) << i;
        matter |= mask_bits(lanes_less(last, gap)) << i;
        lanes_store(gap, gaps + i);
    }
    seen->any = (others & ~out_of_sight) != 0;
    return others & ~out_of_sight & matter;
}

/// Fills rivals `at` to `at` + SIMD_LANES - 1 with cars `its` of the pack, as the driver of car
/// `mine` sees them.
static void see_group(const RacingLine *line, const TrafficView *view, const Pack *pack, int mine,
                      const float *gaps, const uint32_t its[SIMD_LANES], int at, Rivals *seen) {
    Lanes gap = lanes_gather(gaps, its), half = lanes_all(0.5f);
    Lanes length = lanes_gather(pack->length, its), width = lanes_gather(pack->width, its);
    Lanes sine = lanes_gather(pack->sine, its), cosine = lanes_gather(pack->cosine, its);
    Lanes lengths = lanes_add(lanes_all(pack->length[mine]), lanes_mul(length, cosine));
    Lanes widths = lanes_add(lanes_all(pack->width[mine]), lanes_mul(width, cosine));
    lanes_store(gap, seen->gap + at);
    lanes_store(lanes_gather(pack->offset, its), seen->offset + at);
    lanes_store(lanes_gather(pack->along, its), seen->along + at);
    lanes_store(lanes_mul(half, lanes_add(lengths, lanes_mul(width, sine))), seen->length + at);
    lanes_store(lanes_mul(half, lanes_add(widths, lanes_mul(length, sine))), seen->width + at);
    // As plan_ahead has it.
    int32_t points[SIMD_LANES];
    Lanes scaled = lanes_mul(gap, lanes_all((float)line->count));
    lanes_store_whole(lanes_div(scaled, lanes_all(line->length)), points);
    float speeds[SIMD_LANES];
    for (int k = 0; k < SIMD_LANES; k++) {
        speeds[k] = line->points[racing_line_index(line, view->point + points[k])].speed;
    }
    Lanes ahead = lanes_of(speeds[0], speeds[1], speeds[2], speeds[3]);
    Lanes here = lanes_all(line->points[view->point].speed);
    lanes_store(lanes_div(lanes_mul(lanes_all(view->speed), ahead), here), seen->plan + at);
}

/// The cars in sight, those left out that are too far behind to matter.
static void see_cars(const Race *race, int car, const Pack *pack, const TrafficView *view,
                     Rivals *seen) {
    Pack copy;
    pack = pack_seen_by(pack, race, car, &copy);
    _Alignas(16) float gaps[RACE_MAX_CARS];
    uint32_t its[RACE_MAX_CARS];
    uint32_t matter = cars_that_matter(race, car, pack, view->s, gaps, seen);
    int count = 0;
    for (; matter != 0; matter &= matter - 1) {
        int i = bits_lowest(matter);
        seen->parked |= (uint64_t)(pack->slow >> i & 1u) << count;
        its[count++] = (uint32_t)i;
    }
    seen->count = count;
    for (; count % SIMD_LANES != 0; count++) {
        its[count] = (uint32_t)car;
    }
    for (int i = 0; i < count; i += SIMD_LANES) {
        see_group(&race->data->lines[car], view, pack, car, gaps, its + i, i, seen);
    }
}

/// Adds the props that stand ahead.
static void see_things(const Race *race, int car, const TrafficView *view, Rivals *seen) {
    const Track *track = race->data->track;
    const Body *bodies = race_bodies_const(race);
    vec2s own = bodies[car].position;
    int most = seen->count + PROPS_SEEN_MAX;
    for (int i = 0; i < race->prop_count && seen->count < most; i++) {
        const Body *body = &bodies[props_body(race, i)];
        if (glms_vec2_distance2(body->position, own) >= PROP_SIGHT * PROP_SIGHT) {
            continue; // most are: looked at before anything else of theirs is fetched
        }
        const TrackForm *form = &track->forms[track->props[i].form];
        if (form->mass < PROP_MASS) {
            continue;
        }
        int point = race_data_prop_point(race->data, car, i, body->position, view->point);
        Rival rival;
        if (sight_thing(race, car, &form->hull, body_at(body), point, view->s, &rival)) {
            rival.soft = true;
            seen->any = true;
            add_rival(seen, &race->data->lines[car], view, &rival);
        }
    }
}

void rivals_see(const Race *race, int car, const Pack *pack, const TrafficView *view, Rivals *out) {
    out->things = out->parked = out->soft = out->handled = 0;
    see_cars(race, car, pack, view, out);
    see_things(race, car, view, out);
    end_rivals(out);
}
