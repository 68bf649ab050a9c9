#include "vehicle/tyre.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>

// ---- the curve and its peak -----------------------------------------------------------------
//
// F / (mu load) = sine(C arctan(B rho)), with rho = slip / slip at the peak. Three numbers shape
// it: slip_x and slip_y say at which slip the peak lies (rho = 1), mu_x and mu_y how high it is,
// and C how far the force falls beyond it. B follows from C. Source: Pacejka, Tire and Vehicle
// Dynamics (2012), section 4.3, with E = 0; docs/physics.md.

Tyre tyre_make(const TyreDef *def) {
    ASSERT(def->slip_ratio > 0.0f && def->slip_angle > 0.0f && def->load_ref > 0.0f);
    ASSERT(def->relax_x > 0.0f && def->relax_y > 0.0f && def->slide > 0.0f && def->slide <= 1.0f);
    // The curve ends at sine(C pi / 2) = slide. At C = 1 (slide 1) the stiffness would be infinite,
    // so C is 1.02 at least (slide 0.9995).
    float shape_c = float_max(1.02f, 2.0f - 2.0f / TRIG_PI * trig_asin(def->slide));
    return (Tyre){
        .def = *def,
        .slip_x = def->slip_ratio,
        .slip_y = trig_tan(def->slip_angle),
        .shape_c = shape_c,
        .shape_b = trig_tan(TRIG_PI / (2.0f * shape_c)), // 1 at rho = 1: C arctan(B) = pi / 2
    };
}

float tyre_slip_for(const Tyre *tyre, float share, float peak_scale) {
    ASSERT(share >= 0.0f && share < 1.0f);
    float peak = peak_scale * tyre->slip_y;
    return peak * trig_tan(trig_asin(share) / tyre->shape_c) / tyre->shape_b;
}

TyreSet tyre_set_make(const Tyre *front, const Tyre *rear) {
    TyreSet set;
    for (int i = 0; i < TYRE_SET; i++) {
        const Tyre *tyre = i < TYRE_SET / 2 ? front : rear;
        set.mu_x[i] = tyre->def.mu_x;
        set.mu_y[i] = tyre->def.mu_y;
        set.slip_x[i] = tyre->slip_x;
        set.slip_y[i] = tyre->slip_y;
        set.load_sens[i] = tyre->def.load_sens;
        set.load_ref[i] = tyre->def.load_ref;
        set.shape_c[i] = tyre->shape_c;
        set.shape_b[i] = tyre->shape_b;
        set.relax_x[i] = tyre->def.relax_x;
        set.relax_y[i] = tyre->def.relax_y;
        set.damp[i] = tyre->def.damp;
        set.damp_speed[i] = tyre->def.damp_speed;
    }
    return set;
}

static float mu_at(const Tyre *tyre, float mu, float load) {
    float change = tyre->def.load_sens * (load / tyre->def.load_ref - 1.0f);
    return mu * float_max(0.1f, 1.0f - change);
}

float tyre_mu_x(const Tyre *tyre, float load) { return mu_at(tyre, tyre->def.mu_x, load); }
float tyre_mu_y(const Tyre *tyre, float load) { return mu_at(tyre, tyre->def.mu_y, load); }
