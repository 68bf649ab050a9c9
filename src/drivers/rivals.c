#include "drivers/rivals.h"

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
    seen->parked |= (uint64_t)rival->parked << i;
    seen->soft |= (uint64_t)rival->soft << i;
}

/// Fills the lanes behind the last rival.
static void end_rivals(Rivals *seen) {
    for (int i = seen->count; i % SIMD_LANES != 0; i++) {
        seen->gap[i] = seen->offset[i] = seen->along[i] = 0.0f;
        seen->length[i] = seen->width[i] = seen->plan[i] = 0.0f;
    }
}

/// Car `its` of the pack, `gap` m ahead, as the driver of car `mine` sees it.
static Rival rival_at(const Pack *pack, int mine, int its, float gap) {
    float length = pack->length[its], width = pack->width[its];
    float sine = pack->sine[its], cosine = pack->cosine[its];
    return (Rival){
        .gap = gap,
        .offset = pack->offset[its],
        .along = pack->along[its],
        .length = 0.5f * (pack->length[mine] + length * cosine + width * sine),
        .width = 0.5f * (pack->width[mine] + width * cosine + length * sine),
        .parked = (pack->slow >> its & 1u) != 0,
    };
}

/// The cars in sight, those left out that are too far behind to matter. Looks at four at a time.
static void see_cars(const Race *race, int car, const Pack *pack, const TrafficView *view,
                     Rivals *seen) {
    Pack copy;
    pack = pack_seen_by(pack, race, car, &copy);
    uint32_t others = (pack->solid >> car & 1u) != 0 ? pack->solid & ~(1u << car) : 0;
    for (int i = 0; i < race->car_count; i += SIMD_LANES) {
        Lanes x = lanes_sub(lanes_load(pack->x + i), lanes_all(pack->x[car]));
        Lanes y = lanes_sub(lanes_load(pack->y + i), lanes_all(pack->y[car]));
        Lanes sight = lanes_load(pack->sight + i);
        LaneMask far = lanes_less(lanes_mul(sight, sight), lanes_dot(x, y, x, y));
        Lanes gap = rivals_gaps(&race->data->lines[car], view->s, lanes_load(pack->s + i));
        // On a stretch of road that passes close by.
        LaneMask elsewhere = lanes_less(lanes_mul(lanes_all(1.5f), sight), lanes_abs(gap));
        Lanes lengths = lanes_add(lanes_all(pack->length[car]), lanes_load(pack->length + i));
        Lanes reach = lanes_mul(lanes_all(0.5f), lanes_add(lengths, lanes_load(pack->width + i)));
        Lanes behind = lanes_sub(lanes_negate(reach), lanes_all(BEHIND));
        unsigned in_sight = others >> i & ~mask_bits(mask_or(far, elsewhere));
        unsigned matter = in_sight & mask_bits(lanes_less(behind, gap));
        seen->any = seen->any || (in_sight & ((1u << SIMD_LANES) - 1u)) != 0;
        float gaps[SIMD_LANES];
        lanes_store(gap, gaps);
        for (int k = 0; k < SIMD_LANES; k++) {
            if ((matter >> k & 1u) != 0) {
                Rival rival = rival_at(pack, car, i + k, gaps[k]);
                add_rival(seen, &race->data->lines[car], view, &rival);
            }
        }
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
    out->count = 0;
    out->any = false;
    see_cars(race, car, pack, view, out);
    see_things(race, car, view, out);
    end_rivals(out);
}
