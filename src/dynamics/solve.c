#include "dynamics/solve.h"

#include "base/assert.h"
#include "dynamics/kernels.h"
#include "dynamics/schedule.h"

enum {
    WORTH_WIDE = 12 ///< Contacts; fewer leave most of the wide lanes empty.
};

int contacts_solve(const ContactSet *set, float dt) {
    ASSERT(set && set->count >= 0 && set->count < CONTACT_COUNT_MAX && dt > 0.0f);
    ContactSchedule schedule;
    int left_out = schedule_make(set, &schedule);
    bool wide = set->count >= WORTH_WIDE;
    (wide ? kernels_wide() : kernels_narrow())->solve(set, &schedule, dt);
    return left_out;
}
