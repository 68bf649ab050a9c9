/// What impacts and scrapes sound like, measured on the samples that they give.
#include "audio/impact_voice.h"
#include "base/random.h"

#include <string.h>

#include "golden.h"
#include "samples.h"
#include "test.h"

enum {
    COUNT = 2 * AUDIO_RATE,
    MATERIALS = CONTACT_BODYWORK + 1
};

static float samples[COUNT], other[COUNT], right[COUNT];

static const StereoGain middle = {0.7f, 0.7f};

static Impact blow(float energy, int material, int against) {
    return (Impact){.energy = energy,
                    .car = 0,
                    .other = -1,
                    .material = (uint8_t)material,
                    .against = (uint8_t)against};
}

/// Against a random material.
static Impact random_blow(Random *random, float most) {
    float energy = random_range(random, 0.0f, most);
    return blow(energy, CONTACT_BODYWORK, (int)(random_u32(random) % MATERIALS));
}

/// All of one blow, in blocks; returns its level over a quarter of a second (dB).
static float play(const Impact *impact, uint32_t seed) {
    ImpactVoice voice = impact_voice_make(impact, seed);
    memset(samples, 0, sizeof samples);
    for (int at = 0; at + AUDIO_BLOCK <= COUNT; at += AUDIO_BLOCK) {
        impact_voice_add(&voice, samples + at, AUDIO_BLOCK);
    }
    assert_int_equal(voice.left, 0);
    return samples_level(samples, AUDIO_RATE / 4);
}

/// The level (dB) of a blow as a mean over seeds: which pieces break, and when, is up to chance.
static float mean_level(const Impact *impact) {
    const uint32_t seeds = 24;
    float sum = 0.0f;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        sum += play(impact, seed);
    }
    return sum / (float)seeds;
}

static void an_impact_is_louder_the_more_energy_it_takes(void **state) {
    (void)state;
    float least = 100.0f, most = 0.0f;
    for (int material = 0; material < MATERIALS; material++) {
        for (int loose = 0; loose < 2; loose++) {
            float last = 0.0f;
            for (float energy = 20.0f; energy < 200001.0f; energy *= 10.0f) { // four decades
                Impact impact = blow(energy, CONTACT_BODYWORK, material);
                impact.loose = loose == 1;
                float level = mean_level(&impact);
                if (energy > 20.0f) {
                    least = fminf(least, level - last);
                    most = fmaxf(most, level - last);
                }
                last = level;
            }
        }
    }
    print_message("ten times the energy: %.2f to %.2f dB more\n", (double)least, (double)most);
    assert_true(least > IMPACT_DECADE - 0.5f);
    assert_true(most < IMPACT_DECADE + 6.0f); // what breaks adds to it
}

static void materials_differ(void **state) {
    (void)state;
    for (int a = 0; a < MATERIALS; a++) {
        Impact first = blow(5000.0f, CONTACT_BODYWORK, a);
        play(&first, 1);
        memcpy(other, samples, sizeof samples);
        for (int b = 0; b < a; b++) {
            Impact second = blow(5000.0f, CONTACT_BODYWORK, b);
            play(&second, 1);
            double both = 0.0, one = 0.0, two = 0.0;
            for (int i = 0; i < COUNT; i++) {
                both += (double)samples[i] * (double)other[i];
                one += (double)samples[i] * (double)samples[i];
                two += (double)other[i] * (double)other[i];
            }
            assert_true(both < 0.95 * sqrt(one * two));
        }
    }
}

static void a_blow_stays_within_1_and_dies_away(void **state) {
    (void)state;
    Random random = random_make(1, 0);
    for (int i = 0; i < 2000; i++) {
        Impact impact = random_blow(&random, 2e6f);
        impact.material = (uint8_t)(random_u32(&random) % MATERIALS);
        impact.loose = random_u32(&random) % 2 == 0;
        ImpactVoice voice = impact_voice_make(&impact, random_u32(&random));
        int left = voice.left;
        assert_true(left > 0 && left < COUNT);
        memset(samples, 0, sizeof samples);
        impact_voice_add(&voice, samples, COUNT);
        assert_int_equal(voice.left, 0);
        assert_true(samples_within(samples, COUNT, 1.0f));
        assert_true(samples_peak(samples + left - 10, 10) < 0.004f); // no step at its end
    }
}

/// What still rings when a voice becomes free, as pieces that knocked late do, fades until then.
static void a_blow_that_still_rings_at_its_end_fades(void **state) {
    (void)state;
    Random random = random_make(2, 0);
    int rang = 0;
    for (int i = 0; i < 200; i++) {
        Impact impact = random_blow(&random, 2e6f);
        ImpactVoice voice = impact_voice_make(&impact, random_u32(&random)), longer = voice;
        int left = voice.left;
        longer.left += 1000;
        memset(samples, 0, sizeof samples);
        memset(other, 0, sizeof other);
        impact_voice_add(&voice, samples, left);
        impact_voice_add(&longer, other, left);
        for (int at = left - 100; at < left; at++) { // the last fifth of the fade
            assert_true(fabsf(samples[at]) <= 0.25f * fabsf(other[at]));
            rang += fabsf(other[at]) > 1e-6f;
        }
    }
    assert_true(rang > 1000);
}

/// The sum of both sides of a pool.
static void play_pool(ImpactPool *pool, float *out, int count) {
    memset(out, 0, (size_t)count * sizeof *out);
    memset(right, 0, (size_t)count * sizeof *right);
    for (int at = 0; at < count; at += AUDIO_BLOCK) {
        int frames = count - at < AUDIO_BLOCK ? count - at : AUDIO_BLOCK;
        impact_pool_add(pool, 1.0f, 1.0f, out + at, right + at, frames);
    }
}

static int ringing(const ImpactPool *pool) {
    int count = 0;
    for (int i = 0; i < IMPACT_VOICES; i++) {
        count += pool->voices[i].left > 0 ? 1 : 0;
    }
    return count;
}

static void a_stolen_voice_fades(void **state) {
    (void)state;
    const StereoGain faint_left = {0.3f, 0.0f}, only_right = {0.0f, 0.7f};
    const int begin = 2400; // the bursts are over
    ImpactPool pool = impact_pool_make(1);
    Impact bell = blow(3e4f, MATERIAL_STEEL, MATERIAL_STEEL);
    for (int i = 0; i < IMPACT_RINGING; i++) { // the faintest is alone on its side
        impact_pool_strike(&pool, &bell, i == 7 ? faint_left : only_right);
    }
    play_pool(&pool, samples, begin);
    assert_int_equal(ringing(&pool), IMPACT_RINGING);
    Impact loud = blow(2e5f, CONTACT_BODYWORK, MATERIAL_CONCRETE);
    impact_pool_strike(&pool, &loud, only_right);
    assert_int_equal(ringing(&pool), IMPACT_RINGING + 1);
    play_pool(&pool, samples + begin, 2 * AUDIO_BLOCK);
    assert_int_equal(ringing(&pool), IMPACT_RINGING);
    float usual = samples_peak(samples + begin - 512, 512);
    assert_true(samples_peak(samples + begin, 100) > 0.3f * usual);
    assert_true(samples_peak(samples + begin + AUDIO_BLOCK - 32, 32) < 0.1f * usual);
    assert_true(samples_peak(samples + begin + AUDIO_BLOCK, AUDIO_BLOCK) == 0.0f);
}

static void a_fainter_blow_steals_nothing(void **state) {
    (void)state;
    ImpactPool pool = impact_pool_make(1);
    Impact loud = blow(2e5f, CONTACT_BODYWORK, MATERIAL_STEEL);
    for (int i = 0; i < IMPACT_RINGING; i++) {
        impact_pool_strike(&pool, &loud, middle);
    }
    Impact faint = blow(10.0f, CONTACT_BODYWORK, MATERIAL_WOOD);
    ImpactPool before = pool;
    impact_pool_strike(&pool, &faint, middle);
    assert_memory_equal(&pool, &before, sizeof pool);
}

static void a_hundred_blows_at_once_find_their_end(void **state) {
    (void)state;
    Random random = random_make(3, 0);
    ImpactPool pool = impact_pool_make(1);
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 20; k++) {
            Impact impact = random_blow(&random, 2e5f);
            impact_pool_strike(&pool, &impact, middle);
        }
        play_pool(&pool, samples, AUDIO_BLOCK);
        assert_true(samples_within(samples, AUDIO_BLOCK, (float)IMPACT_VOICES));
    }
    play_pool(&pool, samples, COUNT);
    assert_int_equal(ringing(&pool), 0);
}

/// Level (dB) of a second of scraping.
static float scrape_level(Scrape scrape) {
    ScrapeVoice voice = scrape_voice_make(1);
    memset(samples, 0, sizeof samples);
    for (int at = 0; at + AUDIO_BLOCK <= AUDIO_RATE; at += AUDIO_BLOCK) {
        scrape_voice_add(&voice, &scrape, samples + at, AUDIO_BLOCK);
    }
    assert_true(samples_within(samples, AUDIO_RATE, 1.0f));
    return samples_level(samples + 9600, AUDIO_RATE - 10000);
}

static void scraping_is_louder_the_faster_and_the_harder(void **state) {
    (void)state;
    for (uint8_t material = 0; material < MATERIALS; material++) {
        float last = -200.0f;
        for (float force = 100.0f; force < 2e5f; force *= 10.0f) {
            float level = scrape_level((Scrape){10.0f, force, material});
            assert_true(level > last + 2.0f);
            last = level;
        }
        assert_true(scrape_level((Scrape){20.0f, 1000.0f, material}) >
                    scrape_level((Scrape){2.0f, 1000.0f, material}));
        assert_true(scrape_level((Scrape){0.0f, 1e5f, material}) <= -200.0f);
        assert_true(scrape_level((Scrape){50.0f, 0.0f, material}) <= -200.0f);
    }
}

static void scraping_that_comes_and_goes_does_not_click(void **state) {
    (void)state;
    ScrapeVoice voice = scrape_voice_make(1);
    const Scrape hard = {20.0f, 2e4f, MATERIAL_STEEL}, none = {0};
    memset(samples, 0, sizeof samples);
    for (int i = 0; i < 100; i++) { // half of them steadily, then on and off
        const Scrape *now = i < 50 || i % 2 == 0 ? &hard : &none;
        scrape_voice_add(&voice, now, samples + i * AUDIO_BLOCK, AUDIO_BLOCK);
    }
    assert_true(fabsf(samples[0]) < 0.004f);
    float usual = samples_corner(samples + 10 * AUDIO_BLOCK, 40 * AUDIO_BLOCK);
    assert_true(samples_corner(samples + 50 * AUDIO_BLOCK, 50 * AUDIO_BLOCK) < 1.2f * usual);
    for (int i = 0; i < 100; i++) { // it ends, and then costs nothing
        memset(samples, 0, AUDIO_BLOCK * sizeof *samples);
        scrape_voice_add(&voice, &none, samples, AUDIO_BLOCK);
    }
    assert_true(samples_peak(samples, AUDIO_BLOCK) == 0.0f);
    assert_true(voice.level == 0.0f);
}

static void the_samples_are_the_golden_ones(void **state) {
    (void)state;
    Random random = random_make(5, 0);
    ImpactPool pool = impact_pool_make(1);
    ScrapeVoice voice = scrape_voice_make(2);
    memset(samples, 0, sizeof samples);
    memset(right, 0, sizeof right);
    for (int at = 0; at + AUDIO_BLOCK <= COUNT; at += AUDIO_BLOCK) {
        Impact impact = random_blow(&random, 1e5f);
        Scrape scrape = {.speed = random_range(&random, 0.0f, 40.0f), .material = impact.against};
        scrape.force = random_range(&random, 0.0f, 1e4f);
        impact_pool_strike(&pool, &impact, middle);
        impact_pool_add(&pool, 1.0f, 1.0f, samples + at, right + at, AUDIO_BLOCK);
        scrape_voice_add(&voice, &scrape, samples + at, AUDIO_BLOCK);
    }
    assert_golden("impacts", samples, COUNT, golden_impacts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impact_is_louder_the_more_energy_it_takes),
        cmocka_unit_test(materials_differ),
        cmocka_unit_test(a_blow_stays_within_1_and_dies_away),
        cmocka_unit_test(a_blow_that_still_rings_at_its_end_fades),
        cmocka_unit_test(a_stolen_voice_fades),
        cmocka_unit_test(a_fainter_blow_steals_nothing),
        cmocka_unit_test(a_hundred_blows_at_once_find_their_end),
        cmocka_unit_test(scraping_is_louder_the_faster_and_the_harder),
        cmocka_unit_test(scraping_that_comes_and_goes_does_not_click),
        cmocka_unit_test(the_samples_are_the_golden_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
