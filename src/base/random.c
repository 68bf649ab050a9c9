#include "base/random.h"

#include "base/assert.h"

#include <stddef.h>

uint32_t random_u32(Random *random) {
    ASSERT(random != NULL);
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + random->stream;
    // XSH RR: an xorshift of the high bits, then a rotation by the top five
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

Random random_make(uint64_t seed, uint64_t stream) {
    Random random = {.state = 0, .stream = (stream << 1) | 1}; // the increment must be odd
    random_u32(&random);
    random.state += seed;
    random_u32(&random);
    return random;
}

float random_range(Random *random, float low, float high) {
    ASSERT(low <= high);
    float share = (float)(random_u32(random) >> 8) * 0x1p-24f; // 24 bits: exact, below 1
    float value = low + (high - low) * share;
    return value < high ? value : low; // the sum may round up to `high`
}
