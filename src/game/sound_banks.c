#include "game/sound_banks.h"

#include "base/assert.h"

#include <stddef.h>

static void bake(void *argument) {
    SoundBank *item = argument;
    item->baked = engine_bank_bake(&item->sound, item->idle_rpm, item->redline_rpm);
}

static void drop(SoundBank *item) {
    ASSERT(item->job == NULL);
    engine_bank_free(item->bank);
    *item = (SoundBank){0};
}

/// The item with this sound, else NULL.
static SoundBank *find(SoundBanks *banks, const CarSound *sound, float idle_rpm,
                       float redline_rpm) {
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        SoundBank *item = &banks->items[i];
        if (item->used && item->idle_rpm == idle_rpm && item->redline_rpm == redline_rpm &&
            car_sound_same(&item->sound, sound)) {
            return item;
        }
    }
    return NULL;
}

/// Whether it plays, waits or is baked for nobody.
static bool is_idle(const SoundBanks *banks, const SoundBank *item) {
    return item->bank && banks->heard > item->asked;
}

/// The idle item that nobody has asked for for the longest time, else NULL.
static SoundBank *find_oldest(SoundBanks *banks) {
    SoundBank *oldest = NULL;
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        SoundBank *item = &banks->items[i];
        if (is_idle(banks, item) && (!oldest || item->asked < oldest->asked)) {
            oldest = item;
        }
    }
    return oldest;
}

/// A place for another one, if need be that of the oldest. NULL: all are in use.
static SoundBank *find_free(SoundBanks *banks) {
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        if (!banks->items[i].used) {
            return &banks->items[i];
        }
    }
    SoundBank *oldest = find_oldest(banks);
    if (oldest) {
        drop(oldest);
    }
    return oldest;
}

static void keep_alive(SoundBanks *banks, const EngineBank *bank, uint32_t frame) {
    for (int i = 0; bank && i < SOUND_BANKS_MAX; i++) {
        if (banks->items[i].bank == bank) {
            banks->items[i].asked = frame;
        }
    }
}

const EngineBank *sound_banks_get(SoundBanks *banks, const CarSound *sound, float idle_rpm,
                                  float redline_rpm, const EngineBank *meanwhile, uint32_t frame) {
    SoundBank *item = find(banks, sound, idle_rpm, redline_rpm);
    if (!item) {
        item = find_free(banks);
        if (item) {
            *item = (SoundBank){
                .sound = *sound, .idle_rpm = idle_rpm, .redline_rpm = redline_rpm, .used = true};
        }
    }
    if (item) {
        item->asked = frame;
    }
    if (item && item->bank) {
        return item->bank;
    }
    keep_alive(banks, meanwhile, frame);
    return meanwhile;
}

/// Takes in what was baked. Whether one is still being baked.
static bool collect(SoundBanks *banks) {
    bool bakes = false;
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        SoundBank *item = &banks->items[i];
        if (item->job && job_is_done(item->job)) {
            job_end(item->job);
            item->job = NULL;
            item->bank = item->baked;
        }
        bakes |= item->job != NULL;
    }
    return bakes;
}

size_t sound_banks_bytes(const SoundBanks *banks) {
    size_t bytes = 0;
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        const EngineBank *bank = banks->items[i].bank;
        bytes += bank ? engine_bank_bytes(bank) : 0;
    }
    return bytes;
}

static void make_room(SoundBanks *banks) {
    while (sound_banks_bytes(banks) > SOUND_BANKS_BYTES) {
        SoundBank *oldest = find_oldest(banks);
        if (!oldest) {
            return;
        }
        drop(oldest);
    }
}

void sound_banks_frame(SoundBanks *banks, uint32_t frame, uint32_t heard) {
    banks->heard = heard;
    bool bakes = collect(banks);
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        SoundBank *item = &banks->items[i];
        bool waits = item->used && !item->bank && !item->job;
        bool wanted = frame - item->asked <= 1;
        if (waits && !wanted) {
            drop(item); // a slider has moved on
        } else if (waits && !bakes) {
            item->job = job_begin(bake, item);
            bakes = true;
        } else if (is_idle(banks, item) && frame - item->asked > SOUND_BANKS_KEPT) {
            drop(item);
        }
    }
    make_room(banks);
}

int sound_banks_count(const SoundBanks *banks) {
    int count = 0;
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        count += banks->items[i].bank != NULL;
    }
    return count;
}

void sound_banks_destroy(SoundBanks *banks) {
    for (int i = 0; i < SOUND_BANKS_MAX; i++) {
        SoundBank *item = &banks->items[i];
        job_end(item->job);
        item->job = NULL;
        item->bank = item->bank ? item->bank : item->baked;
        drop(item);
    }
}
