#include "audio/listener.h"
#include "base/random.h"

#include <math.h>

#include "test.h"

static Listener listener_at(float x, float y, float side, float share, int car) {
    return (Listener){.at = vec2_make(x, y),
                      .right = vec2_make(1.0f, 0.0f),
                      .half_width = 40.0f,
                      .side = side,
                      .share = share,
                      .car = car};
}

static float power_of(Hearing hearing) {
    StereoGain gain = hearing_stereo(hearing);
    return gain.left * gain.left + gain.right * gain.right;
}

static void ones_own_car_is_centred_and_louder_than_any_other(void **state) {
    (void)state;
    Listener one = listener_at(10.0f, 5.0f, 0.0f, 1.0f, 3);
    Hearing own = listeners_hear(&one, 1, vec2_make(400.0f, 0.0f), 3);
    StereoGain gain = hearing_stereo(own);
    assert_true(own.own);
    assert_near(gain.left, gain.right, 0.0);
    for (float x = -300.0f; x < 300.0f; x += 3.0f) {
        Hearing other = listeners_hear(&one, 1, vec2_make(x, 5.0f), 0);
        assert_false(other.own);
        assert_true(power_of(other) <= 0.26f * power_of(own)); // 6 dB
    }
}

static void others_grow_fainter_with_the_distance_without_a_step(void **state) {
    (void)state;
    Listener one = listener_at(0.0f, 0.0f, 0.0f, 1.0f, 0);
    float last = listeners_hear(&one, 1, vec2_make(0.0f, 0.0f), 1).gain;
    assert_near(last, LISTENER_OTHERS, 1e-6);
    for (float y = 0.25f; y < 300.0f; y += 0.25f) {
        float gain = listeners_hear(&one, 1, vec2_make(0.0f, y), 1).gain;
        assert_true(gain <= last && last - gain < 0.01f);
        last = gain;
    }
    assert_near(last, 0.0, 0.0);
    assert_near(listeners_hear(&one, 1, vec2_make(0.0f, LISTENER_NEAR), 1).gain,
                0.5f * LISTENER_OTHERS, 1e-6);
}

static void others_come_from_their_place_on_the_screen(void **state) {
    (void)state;
    Listener one = listener_at(0.0f, 0.0f, 0.0f, 1.0f, 0);
    float last = -1.0f;
    for (float x = -60.0f; x < 60.0f; x += 1.0f) {
        float pan = listeners_hear(&one, 1, vec2_make(x, 8.0f), 1).pan;
        assert_true(pan >= last && pan >= -LISTENER_WIDTH && pan <= LISTENER_WIDTH);
        last = pan;
    }
    assert_near(last, LISTENER_WIDTH, 1e-6);
    one.right = vec2_make(0.0f, 1.0f); // the picture is turned
    assert_true(listeners_hear(&one, 1, vec2_make(0.0f, 20.0f), 1).pan > 0.3f);
}

static void who_is_near_a_view_is_heard_from_its_side(void **state) {
    (void)state;
    Listener two[] = {listener_at(0.0f, 0.0f, -0.5f, 0.5f, 0),
                      listener_at(500.0f, 0.0f, 0.5f, 0.5f, 1)};
    Hearing left = listeners_hear(two, 2, vec2_make(10.0f, 0.0f), 2);
    Hearing right = listeners_hear(two, 2, vec2_make(490.0f, 0.0f), 2);
    assert_true(left.pan < -0.2f && right.pan > 0.2f);
    assert_near(left.gain, right.gain, 1e-6);
    assert_near(listeners_hear(two, 2, vec2_make(0.0f, 0.0f), 0).pan, -LISTENER_LEAN, 1e-6);
    assert_near(listeners_hear(two, 2, vec2_make(0.0f, 0.0f), 1).pan, LISTENER_LEAN, 1e-6);
}

static void the_loudness_is_the_same_wherever_a_thing_is(void **state) {
    (void)state;
    for (float pan = -1.0f; pan <= 1.0f; pan += 0.05f) {
        assert_near(power_of((Hearing){.gain = 0.5f, .pan = pan}), 0.25, 1e-6);
    }
}

static void cars_are_ducked_by_their_rank_alone(void **state) {
    (void)state;
    Random random = random_make(9, 1);
    for (int round = 0; round < 500; round++) {
        Hearing cars[12], before[12];
        for (int i = 0; i < 12; i++) {
            before[i] = cars[i] = (Hearing){.gain = random_range(&random, 0.0f, 0.5f)};
        }
        listeners_duck(cars, 12);
        float sum = 0.0f;
        for (int i = 0; i < 12; i++) {
            sum += cars[i].gain;
            for (int j = 0; j < 12; j++) { // the order stays
                assert_true(before[i].gain <= before[j].gain || cars[i].gain >= cars[j].gain);
            }
        }
        assert_true(sum < 0.5f / (1.0f - LISTENER_DUCK)); // however many there are
    }
}

static void four_own_cars_are_as_loud_as_one(void **state) {
    (void)state;
    for (int count = 1; count <= 4; count++) {
        Hearing cars[5] = {{.gain = 0.4f}};
        float power = 0.0f;
        for (int i = 1; i <= count; i++) {
            cars[i] = (Hearing){.gain = 1.0f, .own = true};
        }
        listeners_duck(cars, 1 + count);
        for (int i = 1; i <= count; i++) {
            power += power_of(cars[i]);
        }
        assert_near(power, 1.0, 1e-5);
        assert_near(cars[0].gain, 0.4, 1e-6); // the loudest of the others keeps what it had
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ones_own_car_is_centred_and_louder_than_any_other),
        cmocka_unit_test(others_grow_fainter_with_the_distance_without_a_step),
        cmocka_unit_test(others_come_from_their_place_on_the_screen),
        cmocka_unit_test(who_is_near_a_view_is_heard_from_its_side),
        cmocka_unit_test(the_loudness_is_the_same_wherever_a_thing_is),
        cmocka_unit_test(cars_are_ducked_by_their_rank_alone),
        cmocka_unit_test(four_own_cars_are_as_loud_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
