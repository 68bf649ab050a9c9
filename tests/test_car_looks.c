/// What the cars of a field look like, whoever drives them: each its driver's, and no two alike.
#include "base/random.h"
#include "render/car_looks.h"
#include "render/eyes.h"
#include "render/shade.h"

#include <math.h>

#include "shipped_drivers.h"
#include "test.h"

enum {
    PEOPLE = RACE_PICTURE_SEATS
};

/// A field of shipped drivers, those of the AI in the first cars and people in the last, or people
/// elsewhere in place of drivers.
typedef struct Field {
    CarLookWish wishes[RACE_MAX_CARS];
    CarLookPerson people[PEOPLE];
    CarLook looks[RACE_MAX_CARS];
    int who[RACE_MAX_CARS]; ///< Index of each car's driver.
} Field;

static void nobody_sits(CarLookPerson people[PEOPLE]) {
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = (CarLookPerson){.color = i, .car = -1};
    }
}

/// Draws `count` of them by `seed`; nobody sits.
static Field field_drawn(uint64_t seed, int count) {
    Field field = {.wishes = {{0}}};
    DriverParams roster[FIELD_ROSTER_MAX], drawn[RACE_MAX_CARS];
    for (int i = 0; i < shipped_driver_count; i++) {
        roster[i] = shipped_drivers[i].params;
    }
    const FieldRule rule = {.level = SKILL_HARD, .seed = seed};
    field_draw(&rule, roster, shipped_driver_count, count, drawn, field.who);
    for (int i = 0; i < count; i++) {
        const DriverFile *driver = &shipped_drivers[field.who[i]];
        field.wishes[i] = (CarLookWish){driver->color, driver->number};
    }
    nobody_sits(field.people);
    car_looks_make(field.wishes, field.people, field.looks);
    return field;
}

static void a_car_has_the_colour_and_number_of_its_driver(void **state) {
    (void)state;
    CarLookWish wishes[RACE_MAX_CARS] = {[2] = {0x80BFFFFFu, 50}};
    CarLookPerson people[PEOPLE];
    CarLook looks[RACE_MAX_CARS];
    nobody_sits(people);
    car_looks_make(wishes, people, looks);
    assert_int_equal(looks[2].color, 0x80BFFFFFu);
    assert_int_equal(looks[2].number, 50);
}

static void the_seat_of_a_person_wins_over_the_driver_and_nobody_else_changes(void **state) {
    (void)state;
    for (int car = 0; car < 8; car++) {
        Field field = field_drawn(7, 8);
        CarLook before[RACE_MAX_CARS];
        memcpy(before, field.looks, sizeof before);
        field.people[1] = (CarLookPerson){.color = 1, .car = car};
        car_looks_make(field.wishes, field.people, field.looks);
        for (int i = 0; i < RACE_MAX_CARS; i++) {
            if (i != car) {
                assert_memory_equal(&field.looks[i], &before[i], sizeof before[i]);
            }
        }
        assert_int_equal(field.looks[car].color, race_picture_colors[1]);
        assert_int_equal(field.looks[car].pattern, 1);
        assert_int_equal(field.looks[car].number, 2);
    }
}

static void people_have_the_numbers_of_their_seats_unless_a_driver_has(void **state) {
    (void)state;
    CarLookWish wishes[RACE_MAX_CARS] = {{0, 3}, {0, 3}, {0, 99}, {0, 99}, {0, 0}};
    CarLookPerson people[PEOPLE];
    CarLook looks[RACE_MAX_CARS];
    nobody_sits(people);
    for (int i = 0; i < PEOPLE; i++) {
        people[i].car = 10 + i;
    }
    car_looks_make(wishes, people, looks);
    static const int drivers[5] = {3, 6, 99, 7, 8}; // 1, 2, 4 and 5 are people's
    static const int persons[PEOPLE] = {1, 2, 4, 5};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(looks[i].number, drivers[i]);
    }
    for (int i = 0; i < PEOPLE; i++) {
        assert_int_equal(looks[10 + i].number, persons[i]);
    }
}

/// The most of `colors` that are all clearly apart to usual eyes, those from `next` on added to
/// `chosen`.
static int most_apart(const uint32_t *colors, int count, int next, const uint32_t *chosen,
                      int chosen_count) {
    int most = chosen_count;
    for (int i = next; i < count; i++) {
        uint32_t more[8];
        bool fits = true;
        for (int k = 0; k < chosen_count; k++) {
            more[k] = chosen[k];
            fits = fits && eyes_difference(0, chosen[k], colors[i]) >= CAR_LOOKS_APART;
        }
        if (fits) {
            more[chosen_count] = colors[i];
            int all = most_apart(colors, count, i + 1, more, chosen_count + 1);
            most = all > most ? all : most;
        }
    }
    return most;
}

static void four_people_and_eight_drivers_are_told_apart_by_all_eyes_and_without_hue(void **state) {
    (void)state;
    enum {
        RIVALS = 8,
        FIELD = RIVALS + PEOPLE,
        SEEDS = 400
    };
    int kept = 0, most_by_number = 0, by_number = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        Field field = field_drawn(seed, RIVALS);
        for (int i = 0; i < PEOPLE; i++) {
            field.people[i].car = RIVALS + i;
        }
        car_looks_make(field.wishes, field.people, field.looks);
        const CarLook *looks = field.looks;
        int number_alone = 0;
        for (int a = 0; a < FIELD; a++) {
            for (int b = 0; b < a; b++) {
                assert_int_not_equal(looks[a].number, looks[b].number);
                if (looks[a].pattern != looks[b].pattern) {
                    continue;
                }
                // Of one pattern: by colour, and clearly.
                for (int eye = 0; eye < EYES_COUNT; eye++) {
                    assert_true(eyes_difference(eye, looks[a].color, looks[b].color) >= 20.0);
                }
                number_alone += eyes_grey_difference(looks[a].color, looks[b].color) < 8.0;
            }
        }
        by_number += number_alone;
        most_by_number = number_alone > most_by_number ? number_alone : most_by_number;
        uint32_t colors[RIVALS];
        for (int i = 0; i < RIVALS; i++) {
            const DriverFile *driver = &shipped_drivers[field.who[i]];
            colors[i] = looks[i].color;
            kept += looks[i].color == driver->color;
            assert_int_equal(looks[i].number, driver->number);
        }
        assert_true(most_apart(colors, RIVALS, 0, NULL, 0) >= 6);
    }
    assert_true(kept >= RIVALS * SEEDS * 19 / 20); // nearly all have their own colour: 97 %
    // Four patterns for twelve cars: in grey a few of the 66 pairs have but their numbers.
    assert_true(most_by_number <= 6 && by_number <= 3 * SEEDS);
}

/// Whether any two of the first `count` cars have one number, or colour and pattern.
static bool any_alike(const CarLook *looks, int count) {
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < a; b++) {
            bool same = looks[a].color == looks[b].color && looks[a].pattern == looks[b].pattern;
            if (same || looks[a].number == looks[b].number) {
                return true;
            }
        }
    }
    return false;
}

// Of drivers that anybody wrote: all of one colour, black ones, all of one number.
static void no_two_cars_of_any_field_look_alike(void **state) {
    (void)state;
    Random random = random_make(3, 9);
    for (int round = 0; round < 150; round++) {
        CarLookWish wishes[RACE_MAX_CARS] = {{0}};
        CarLookPerson people[PEOPLE];
        CarLook looks[RACE_MAX_CARS];
        bool one_color = round % 3 == 0, one_number = round % 2 == 0;
        for (int i = 0; i < RACE_MAX_CARS; i++) {
            uint32_t color = (random_u32(&random) & 0xFFFFFF00u) | 0xFFu;
            bool wants = random_range(&random, 0.0f, 1.0f) < 0.8f;
            wishes[i] = (CarLookWish){one_color ? 0x000000FFu : color,
                                      one_number ? 99 : 1 + (int)random_range(&random, 0, 98.9f)};
            wishes[i] = wants ? wishes[i] : (CarLookWish){0};
        }
        nobody_sits(people);
        int first_car = (int)random_range(&random, 0.0f, RACE_MAX_CARS - 0.01f);
        int first_color = (int)random_range(&random, 0.0f, RACE_PICTURE_COLORS - 0.01f);
        for (int i = 0; i < PEOPLE; i++) {
            bool sits = random_range(&random, 0.0f, 1.0f) < 0.5f;
            people[i].color = (first_color + 3 * i) % RACE_PICTURE_COLORS;
            people[i].car = sits ? (first_car + i) % RACE_MAX_CARS : -1;
        }
        car_looks_make(wishes, people, looks);
        assert_false(any_alike(looks, RACE_MAX_CARS));
        for (int i = 0; i < PEOPLE; i++) {
            if (people[i].car >= 0) {
                const CarLook *look = &looks[people[i].car];
                assert_int_equal(look->color, race_picture_colors[people[i].color]);
                assert_int_equal(look->pattern, i);
            }
        }
    }
}

static void a_colour_that_is_not_seen_on_asphalt_becomes_the_nearest_usual_one(void **state) {
    (void)state;
    CarLookWish wishes[RACE_MAX_CARS] = {{0x203050FFu, 0}, {0x3A3E46FFu, 0}};
    CarLookPerson people[PEOPLE];
    CarLook looks[RACE_MAX_CARS];
    nobody_sits(people);
    car_looks_make(wishes, people, looks);
    for (int i = 0; i < 2; i++) {
        bool usual = false;
        for (int k = PEOPLE; k < RACE_PICTURE_COLORS; k++) {
            usual = usual || looks[i].color == race_picture_colors[k];
        }
        assert_true(usual);
    }
    assert_int_equal(looks[0].color, race_picture_colors[5]); // blue for a dark blue
}

static void numbers_on_discs_can_be_read_on_all_colours(void **state) {
    (void)state;
    for (int i = 0; i < RACE_PICTURE_COLORS + shipped_driver_count; i++) {
        uint32_t color = i < RACE_PICTURE_COLORS ? race_picture_colors[i]
                                                 : shipped_drivers[i - RACE_PICTURE_COLORS].color;
        assert_true(eyes_contrast(color, shade_letters(color)) >= 4.5);
    }
}

// As before there were drivers: with no files there are the ten usual colours.
static void a_field_without_drivers_has_the_usual_colours_each_once(void **state) {
    (void)state;
    CarLookWish wishes[RACE_MAX_CARS] = {{0}};
    CarLookPerson people[PEOPLE];
    CarLook looks[RACE_MAX_CARS];
    nobody_sits(people);
    for (int i = 0; i < PEOPLE; i++) {
        people[i].car = 6 + i;
    }
    car_looks_make(wishes, people, looks);
    for (int a = 0; a < RACE_PICTURE_COLORS; a++) {
        for (int b = 0; b < a; b++) {
            assert_int_not_equal(looks[a].color, looks[b].color);
        }
    }
    assert_false(any_alike(looks, RACE_MAX_CARS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_has_the_colour_and_number_of_its_driver),
        cmocka_unit_test(the_seat_of_a_person_wins_over_the_driver_and_nobody_else_changes),
        cmocka_unit_test(people_have_the_numbers_of_their_seats_unless_a_driver_has),
        cmocka_unit_test(four_people_and_eight_drivers_are_told_apart_by_all_eyes_and_without_hue),
        cmocka_unit_test(no_two_cars_of_any_field_look_alike),
        cmocka_unit_test(a_colour_that_is_not_seen_on_asphalt_becomes_the_nearest_usual_one),
        cmocka_unit_test(numbers_on_discs_can_be_read_on_all_colours),
        cmocka_unit_test(a_field_without_drivers_has_the_usual_colours_each_once),
    };
    return cmocka_run_group_tests(tests, shipped_drivers_read, NULL);
}
