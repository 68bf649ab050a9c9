/// What an observer notes of a race, and that it disturbs nothing.
#include "events/race_events.h"
#include "events/race_figures.h"
#include "race/rescue.h"
#include "replay/place_history.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

/// A race that a test drives by decree, watched from its start.
typedef struct Made {
    Fixture *fixture;
    Race *race;
    RaceEvents *events;
    vec2s along, left; ///< Unit, of the straight on which the grid stands.
} Made;

static Made make_on(const char *track, const RaceDef *def) {
    Made made = {.fixture = fixture_make(track, "hatch", def)};
    made.race = made.fixture->race;
    made.events = malloc(sizeof *made.events);
    assert_non_null(made.events);
    Rotation heading = rotation_make(made.fixture->track.slots[0].angle);
    made.along = vec2_make(heading.c, heading.s);
    made.left = vec2_left(made.along);
    race_events_begin(made.events, made.race);
    return made;
}

/// `cars` people in practice on the oval: nothing drives but what the test moves.
static Made make(int cars) {
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.ai_cars = 0;
    def.mode = RACE_MODE_PRACTICE;
    return make_on("first-oval", &def);
}

static void end(Made *made) {
    free(made->events);
    fixture_destroy(made->fixture);
}

/// Puts a car `ahead` m before the first place of the grid and `aside` m to the left of it.
static void put(Made *made, int car, float ahead, float aside) {
    const TrackSlot *slot = &made->fixture->track.slots[0];
    Body *body = &world_bodies(race_world(made->race))[car];
    vec2s off =
        glms_vec2_add(glms_vec2_scale(made->along, ahead), glms_vec2_scale(made->left, aside));
    body->position = glms_vec2_add(slot->position, off);
    body_set_angle(body, slot->angle);
    race_racers(made->race)[car].last_position = body->position;
}

/// Has a car move at this speed in the next step, m/s along the straight and to the left.
static void push(Made *made, int car, float along, float aside) {
    world_bodies(race_world(made->race))[car].velocity =
        glms_vec2_add(glms_vec2_scale(made->along, along), glms_vec2_scale(made->left, aside));
}

static void step(Made *made) {
    static const CarInput idle[RACE_MAX_CARS];
    race_step(made->race, idle);
    race_events_follow(made->events, made->race);
}

static int count(const Made *made, EventKind kind) {
    return event_list_count(&made->events->list, kind);
}

static const RaceEvent *last(const Made *made, EventKind kind) {
    const EventList *list = &made->events->list;
    for (int i = list->count - 1; i >= 0; i--) {
        if (list->items[i].kind == kind) {
            return &list->items[i];
        }
    }
    fail_msg("there is no %s", event_rows[kind].name);
    return NULL;
}

/// How two cars move until they touch, m/s.
typedef struct Course {
    float along[2], aside[2];
} Course;

/// Drives cars 0 and 1 until they have touched; they must within 3 s.
static const RaceEvent *drive_until_touch(Made *made, Course course) {
    for (int i = 0; i < 3 * RACE_TICKS_PER_SECOND && count(made, EVENT_CONTACT) == 0; i++) {
        push(made, 0, course.along[0], course.aside[0]);
        push(made, 1, course.along[1], course.aside[1]);
        step(made);
    }
    return last(made, EVENT_CONTACT);
}

static void who_runs_into_the_car_ahead_is_at_fault(void **state) {
    (void)state;
    for (int behind = 0; behind < 2; behind++) {
        Made made = make(2);
        put(&made, behind, -14.0f, 0.0f);
        put(&made, 1 - behind, 0.0f, 0.5f);
        Course course = {.along = {4.0f, 4.0f}};
        course.along[behind] = 12.0f;
        const RaceEvent *event = drive_until_touch(&made, course);
        assert_int_equal(event->car, behind);
        assert_int_equal(event->other, 1 - behind);
        assert_false(event->shared);
        assert_near(event->value, 8.0, 0.3);
        assert_true(event_is_hard(event));
        end(&made);
    }
}

static void who_moves_into_a_car_beside_it_is_at_fault(void **state) {
    (void)state;
    for (int mover = 0; mover < 2; mover++) {
        Made made = make(2);
        put(&made, 0, 0.0f, 2.5f);
        put(&made, 1, 1.0f, -2.5f);
        Course course = {.along = {8.0f, 8.0f}};
        course.aside[mover] = mover == 0 ? -2.5f : 2.5f;
        const RaceEvent *event = drive_until_touch(&made, course);
        assert_int_equal(event->car, mover);
        assert_false(event->shared);
        assert_near(event->value, 2.5, 0.3);
        assert_false(event_is_hard(event));
        end(&made);
    }
}

static void two_who_close_in_on_each_other_share_it(void **state) {
    (void)state;
    Made made = make(2);
    put(&made, 0, 0.0f, 3.0f);
    put(&made, 1, 0.5f, -3.0f);
    Course course = {.along = {8.0f, 8.0f}, .aside = {-2.0f, 2.0f}};
    assert_true(drive_until_touch(&made, course)->shared);
    end(&made);
}

static void who_backs_into_the_car_behind_is_at_fault(void **state) {
    (void)state;
    Made made = make(2);
    put(&made, 0, 0.0f, 0.0f);
    put(&made, 1, -10.0f, 0.0f);
    const RaceEvent *event = drive_until_touch(&made, (Course){.along = {-4.0f, 0.0f}});
    assert_int_equal(event->car, 0);
    assert_false(event->shared);
    end(&made);
}

/// A car that drives along x, `offset` m left of the middle of its road.
static CarSample sample_at(float x, float offset) {
    return (CarSample){.position = vec2_make(x, offset),
                       .rotation = rotation_make(0.0f),
                       .along = 20.0f,
                       .course = {.tangent = vec2_make(1.0f, 0.0f), .offset = offset}};
}

// Inside without overlap: who dives into the gap is beside the other when they touch, but half a
// second before it was behind.
static void beside_is_who_was_so_half_a_second_before(void **state) {
    (void)state;
    Hull box = hull_box(vec2_make(0.0f, 0.0f), 4.0f, 1.8f);
    const Hull *const hulls[2] = {&box, &box};
    const float limit = 4.0f - 4.0f * EVENT_VALUE(FAULT_OVERLAP);
    assert_int_equal((CONTACTS_SAMPLES - 1) * CONTACTS_SAMPLE_TICKS, EVENT_TICKS(FAULT_BEFORE));
    for (int i = 0; i < 2; i++) {
        bool beside = i == 1;
        float gap = beside ? limit - 0.1f : limit + 0.1f;
        // The second dives from behind; the first moves over into it.
        CarSample before[2] = {sample_at(gap, 2.0f), sample_at(0.0f, -1.0f)};
        CarSample now[2] = {sample_at(10.0f, 1.0f), sample_at(9.0f, -1.0f)};
        assert_int_equal(contact_fault(before, now, hulls), beside ? FAULT_FIRST : FAULT_SECOND);
    }
}

static void only_a_clear_move_aside_is_one_drivers_fault(void **state) {
    (void)state;
    Hull box = hull_box(vec2_make(0.0f, 0.0f), 4.0f, 1.8f);
    const Hull *const hulls[2] = {&box, &box};
    const struct {
        float moved[2];
        ContactFault fault;
    } cases[] = {
        {{0.29f, 0.0f}, FAULT_BOTH}, {{0.31f, 0.0f}, FAULT_FIRST}, {{0.0f, 0.31f}, FAULT_SECOND},
        {{0.8f, 0.5f}, FAULT_BOTH},  {{1.1f, 0.5f}, FAULT_FIRST},  {{-2.0f, 0.5f}, FAULT_SECOND},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CarSample before[2] = {sample_at(0.0f, 2.0f), sample_at(1.0f, -2.0f)};
        CarSample now[2] = {sample_at(10.0f, 2.0f - cases[i].moved[0]),
                            sample_at(11.0f, -2.0f + cases[i].moved[1])};
        assert_int_equal(contact_fault(before, now, hulls), cases[i].fault);
    }
}

static void touches_that_follow_each_other_are_one_contact(void **state) {
    (void)state;
    Made made = make(2);
    put(&made, 0, -8.0f, 0.0f);
    put(&made, 1, 0.0f, 0.0f);
    drive_until_touch(&made, (Course){.along = {6.0f, 4.0f}});
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) { // pushes on
        push(&made, 0, 5.0f, 0.0f);
        push(&made, 1, 4.0f, 0.0f);
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_CONTACT), 1);
    assert_near(last(&made, EVENT_CONTACT)->lasted_s, 1.0, 0.1);
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) { // falls back
        push(&made, 0, 2.0f, 0.0f);
        push(&made, 1, 4.0f, 0.0f);
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_CONTACT), 1);
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) { // and comes again
        push(&made, 0, 6.0f, 0.0f);
        push(&made, 1, 3.0f, 0.0f);
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_CONTACT), 2);
    end(&made);
}

static void a_wall_counts_where_it_is_hit_and_not_brushed(void **state) {
    (void)state;
    const float speeds[] = {10.0f, 1.0f};
    for (int i = 0; i < 2; i++) {
        Made made = make(1);
        put(&made, 0, 0.0f, i == 0 ? 0.0f : 4.0f);
        for (int k = 0; k < 5 * RACE_TICKS_PER_SECOND && count(&made, EVENT_WALL) == 0; k++) {
            push(&made, 0, 0.0f, speeds[i]);
            step(&made);
        }
        assert_int_equal(count(&made, EVENT_WALL), i == 0 ? 1 : 0);
        if (i == 0) {
            assert_near(last(&made, EVENT_WALL)->value, 10.0, 0.5);
        }
        end(&made);
    }
}

static void a_car_that_turns_round_in_motion_has_spun_once(void **state) {
    (void)state;
    Made made = make(1);
    put(&made, 0, -10.0f, 0.0f);
    Body *body = &world_bodies(race_world(made.race))[0];
    float straight = body->angle;
    for (int turns = 0; turns < 2; turns++) {
        for (int i = 0; i <= RACE_TICKS_PER_SECOND; i++) { // once round in a second
            body_set_angle(body, straight + 6.2831853f * (float)i / RACE_TICKS_PER_SECOND);
            push(&made, 0, 8.0f, 0.0f);
            step(&made);
        }
        assert_int_equal(count(&made, EVENT_SPIN), turns + 1);
    }
    assert_near(last(&made, EVENT_SPIN)->value, 8.0, 0.5);
    put(&made, 0, -10.0f, 0.0f);
    body_set_angle(body, straight + 3.14159f);
    int spins = count(&made, EVENT_SPIN);
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) { // slowly it is no spin
        push(&made, 0, -2.0f, 0.0f);
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_SPIN), spins);
    end(&made);
}

static void a_mistake_is_noted_once_when_it_begins(void **state) {
    (void)state;
    Made made = make(2);
    made.race->ai_cars = 1u;
    put(&made, 0, -10.0f, 0.0f);
    put(&made, 1, -30.0f, 0.0f);
    for (int kind = DRIVER_MISTAKE_LATE; kind < DRIVER_MISTAKES; kind++) {
        for (int car = 0; car < 2; car++) { // a person errs in ways of its own
            race_racers(made.race)[car].driver.mistake = (uint8_t)kind;
            race_racers(made.race)[car].driver.mistake_s = 0.5f;
        }
        for (int i = 0; i < 100; i++) {
            push(&made, 0, 12.0f, 0.0f);
            step(&made);
        }
        assert_int_equal(count(&made, EVENT_MISTAKE), kind);
        assert_int_equal(last(&made, EVENT_MISTAKE)->car, 0);
        assert_int_equal(last(&made, EVENT_MISTAKE)->mistake, kind);
        assert_near(last(&made, EVENT_MISTAKE)->value, 12.0, 0.5);
        char text[EVENT_TEXT_MAX];
        const char *const names[] = {"Ada", "Bo"};
        event_text(last(&made, EVENT_MISTAKE), made.race, names, text);
        assert_non_null(strstr(text, mistake_rows[kind].does));
        for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) {
            step(&made);
        }
    }
    RaceFigures figures = {0};
    made.race->mode = RACE_MODE_RACE;
    figures = race_figures(made.events, made.race);
    assert_near(figures.sums[FIGURE_mistakes], DRIVER_MISTAKES - 1, 0.0);
    end(&made);
}

static void a_car_that_stands_is_noted_after_five_seconds_and_timed_to_its_end(void **state) {
    (void)state;
    Made made = make(1);
    for (int i = 0; i < 5 * RACE_TICKS_PER_SECOND; i++) {
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_STOP), 0);
    for (int i = 0; i < 2 * RACE_TICKS_PER_SECOND; i++) {
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_STOP), 1);
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) {
        push(&made, 0, 5.0f, 0.0f);
        step(&made);
    }
    const RaceEvent *event = last(&made, EVENT_STOP);
    assert_near(event->value, 7.0, 0.1);
    assert_true(event->tick <= 2);
    assert_near(made.events->standing_s[0], 7.0, 0.1);
    end(&made);
}

static void a_rescue_says_how_far_the_car_was_carried(void **state) {
    (void)state;
    Made made = make(1);
    put(&made, 0, 20.0f, 3.0f);
    for (int i = 0; i < 24; i++) {
        step(&made);
    }
    vec2s from = race_bodies_const(made.race)[0].position;
    CarInput rescue = {.flags = CAR_INPUT_RESCUE};
    race_step(made.race, &rescue);
    race_events_follow(made.events, made.race);
    assert_int_equal(count(&made, EVENT_RESCUE), 1);
    vec2s to = race_bodies_const(made.race)[0].position;
    assert_near(last(&made, EVENT_RESCUE)->value, glms_vec2_distance(from, to), 0.05);
    end(&made);
}

/// A race of `cars` without physics: the test says who crosses which gate when.
static Made make_race(int cars, int laps) {
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.ai_cars = 0;
    def.laps = laps;
    Made made = make_on("first-oval", &def);
    made.race->phase = RACE_RUNNING;
    made.race->tick = made.race->start_tick + 1;
    race_events_begin(made.events, made.race);
    return made;
}

/// Lets `seconds` pass. Who is ahead of whom follows from laps and gates, then from `to_next_gate`.
static void wait(Made *made, float seconds) {
    for (int i = 0; i < (int)(seconds * (float)RACE_TICKS_PER_SECOND); i++) {
        int order[RACE_MAX_CARS];
        race_order(made->race, order);
        for (int k = 0; k < made->race->car_count; k++) {
            race_racers(made->race)[order[k]].place = k + 1;
        }
        made->race->tick++;
        race_events_follow(made->events, made->race);
    }
}

/// Has a car take its next gate, ahead of those who take it later; at the end of the race it
/// finishes.
static void cross(Made *made, int car) {
    Race *race = made->race;
    Racer *racer = &race_racers(race)[car];
    const double tick = 1.0 / RACE_TICKS_PER_SECOND;
    if (++racer->gates_passed == race->data->track->gate_count) {
        racer->gates_passed = 0;
        racer->lap_times[racer->lap] =
            (race->tick + 1.0 - race->start_tick) * tick -
            (racer->lap > 0 ? race_time(race) * 0.5 : 0.0); // any; later ones are shorter
        racer->lap++;
        racer->finished = racer->lap == race->laps;
        racer->total_s = racer->finished ? race_time(race) + tick : 0.0;
    }
    racer->next_gate = racer->gates_passed;
    racer->to_next_gate = (float)race->tick;
    wait(made, 1.5f * (float)tick);
}

static void a_pass_counts_at_the_gate_once_it_has_lasted(void **state) {
    (void)state;
    Made made = make_race(3, 2);
    uint32_t at = made.race->tick + 1;
    cross(&made, 2);
    cross(&made, 0);
    cross(&made, 1);
    wait(&made, 0.9f);
    assert_int_equal(count(&made, EVENT_PASS), 0);
    wait(&made, 0.2f);
    assert_int_equal(count(&made, EVENT_PASS), 2); // of both others
    assert_int_equal(count(&made, EVENT_LEAD), 1);
    const RaceEvent *event = last(&made, EVENT_PASS);
    assert_int_equal(event->car, 2);
    assert_int_equal(event->tick, at);
    assert_int_equal(event->gate, 0);
    assert_int_equal(event->lap, 1);
    assert_near(event->value, 1.0, 0.0);
    assert_int_equal(last(&made, EVENT_LEAD)->car, 2);
    assert_int_equal(last(&made, EVENT_LEAD)->other, 0);
    end(&made);
}

static void a_pass_that_is_lost_again_at_once_is_none(void **state) {
    (void)state;
    Made made = make_race(2, 2);
    cross(&made, 1);
    cross(&made, 0);
    wait(&made, 0.5f);
    cross(&made, 0); // back at the next gate
    wait(&made, 2.0f);
    assert_int_equal(count(&made, EVENT_PASS) + count(&made, EVENT_LEAD), 0);
    cross(&made, 1);
    wait(&made, 2.0f);
    assert_int_equal(count(&made, EVENT_PASS) + count(&made, EVENT_LEAD), 0);
    // And one that is lost between the gates.
    cross(&made, 1);
    cross(&made, 0);
    race_racers(made.race)[1].to_next_gate = race_racers(made.race)[0].to_next_gate + 5.0f;
    wait(&made, 2.0f);
    assert_int_equal(count(&made, EVENT_PASS) + count(&made, EVENT_LEAD), 0);
    // And one that is lost at the next gate and made good behind it: that counts at the one after.
    wait(&made, 2.0f);
    cross(&made, 1);
    cross(&made, 0);
    wait(&made, 0.3f);
    cross(&made, 0);
    cross(&made, 1);
    race_racers(made.race)[1].to_next_gate = race_racers(made.race)[0].to_next_gate - 5.0f;
    wait(&made, 2.0f);
    assert_int_equal(count(&made, EVENT_PASS) + count(&made, EVENT_LEAD), 0);
    cross(&made, 1);
    wait(&made, 2.0f);
    assert_int_equal(count(&made, EVENT_PASS), 1);
    assert_int_equal(count(&made, EVENT_LEAD), 1);
    end(&made);
}

static void at_the_finish_a_pass_counts_at_once_and_a_small_gap_is_told(void **state) {
    (void)state;
    Made made = make_race(2, 1);
    int gates = made.fixture->track.gate_count;
    for (int i = 0; i < gates - 1; i++) {
        cross(&made, 0);
        cross(&made, 1);
    }
    wait(&made, 2.0f);
    assert_int_equal(made.events->list.count, 0);
    cross(&made, 1);
    assert_int_equal(count(&made, EVENT_PASS), 1);
    assert_int_equal(count(&made, EVENT_LEAD), 1);
    assert_int_equal(count(&made, EVENT_PHOTO_FINISH), 0);
    cross(&made, 0);
    const RaceEvent *event = last(&made, EVENT_PHOTO_FINISH);
    assert_int_equal(event->car, 1);
    assert_int_equal(event->other, 0);
    assert_near(event->value, 1.0 / RACE_TICKS_PER_SECOND, 1e-6);
    end(&made);
}

static void a_gap_that_can_be_seen_is_no_photo_finish(void **state) {
    (void)state;
    Made made = make_race(2, 1);
    int gates = made.fixture->track.gate_count;
    for (int i = 0; i < gates; i++) {
        cross(&made, 0);
        wait(&made, 0.11f);
        cross(&made, 1);
    }
    assert_true(race_racers_const(made.race)[1].finished);
    assert_int_equal(count(&made, EVENT_PHOTO_FINISH), 0);
    end(&made);
}

static void the_fastest_lap_is_none_of_the_first_laps(void **state) {
    (void)state;
    Made made = make_race(2, 3);
    int gates = made.fixture->track.gate_count;
    const double times[] = {20.0, 30.0, 29.0}; // the first counts from the grid
    for (int lap = 0; lap < 3; lap++) {
        for (int i = 0; i < gates; i++) {
            Racer *racer = &race_racers(made.race)[0];
            bool whole = racer->gates_passed == gates - 1;
            if (whole) {
                racer->gates_passed = 0;
                racer->lap_times[racer->lap++] = times[lap];
                racer->next_gate = 0;
                wait(&made, 0.01f);
            } else {
                cross(&made, 0);
            }
        }
        assert_int_equal(count(&made, EVENT_FASTEST_LAP), lap);
    }
    assert_near(last(&made, EVENT_FASTEST_LAP)->value, 29.0, 1e-4);
    assert_int_equal(last(&made, EVENT_FASTEST_LAP)->lap, 3);
    end(&made);
}

static void who_drives_when_the_time_is_up_is_noted(void **state) {
    (void)state;
    RaceDef def = fixture_field(2, SKILL_HARD, 1);
    def.time_limit = 5.0f;
    Made made = make_on("first-oval", &def);
    while (made.race->phase != RACE_OVER) {
        step(&made);
    }
    step(&made);
    assert_int_equal(count(&made, EVENT_RETIRED), 2);
    end(&made);
}

// Car 1 is lapped and rolls on behind the flag, past car 2, which still drives its last lap.
static void who_rolls_on_behind_the_flag_passes_nobody(void **state) {
    (void)state;
    RaceDef def = fixture_field(3, SKILL_HARD, 3);
    def.ai_cars = 0;
    Made made = make_on("first-oval", &def);
    Racer *racers = race_racers(made.race);
    for (int i = 0; i < RACE_COUNTDOWN_TICKS + 10; i++) {
        step(&made);
    }
    for (int i = 0; i < 3; i++) {
        racers[i].lap = i == 0 ? 3 : 2;
        racers[i].finished = i < 2;
        racers[i].total_s = 90.0 + i;
        made.race->finished_count += i < 2;
    }
    for (int i = 0; i < 2 * RACE_TICKS_PER_SECOND; i++) {
        step(&made); // what that decree changes is noted
    }
    int passes = count(&made, EVENT_PASS);
    for (int gate = 0; gate < 4; gate++) {
        racers[1].gates_passed++;
        racers[1].next_gate++;
        for (int i = 0; i < 2 * RACE_TICKS_PER_SECOND; i++) {
            step(&made);
        }
    }
    assert_int_equal(racers[1].place, 3);
    assert_int_equal(count(&made, EVENT_PASS), passes);
    end(&made);
}

static void what_the_rules_do_is_noted(void **state) {
    (void)state;
    RaceDef def = fixture_field(2, SKILL_HARD, 3);
    def.ai_cars = 0;
    Made made = make_on("first-oval", &def);
    Racer *racers = race_racers(made.race);
    step(&made);
    racers[1].false_start = true;
    for (int i = 0; i < RACE_COUNTDOWN_TICKS + 10; i++) {
        step(&made);
    }
    assert_int_equal(count(&made, EVENT_FALSE_START), 1);
    assert_int_equal(last(&made, EVENT_FALSE_START)->car, 1);
    racers[0].cutting.count++;
    racers[0].cutting.gained_s = 0.7f;
    step(&made);
    step(&made);
    assert_int_equal(count(&made, EVENT_CUT), 1);
    assert_near(last(&made, EVENT_CUT)->value, 0.7, 1e-6);
    racers[0].penalty_s = 1.0f;
    step(&made);
    racers[0].penalty_s = 2.5f;
    step(&made);
    assert_int_equal(count(&made, EVENT_PENALTY), 2);
    assert_near(last(&made, EVENT_PENALTY)->value, 1.5, 1e-6);
    end(&made);
}

/// When a car crossed each gate of a race, as the test sees it.
enum {
    STEPS_MAX = 400
};
typedef struct Crossings {
    uint32_t ticks[RACE_MAX_CARS][STEPS_MAX]; ///< 0: not yet. By gates since the start.
    int order[RACE_MAX_CARS][STEPS_MAX];      ///< The how many-th it was there.
    int counts[STEPS_MAX];
} Crossings;

static void note_crossings(Crossings *seen, const Race *race, int gate_count) {
    int by_place[RACE_MAX_CARS];
    race_order(race, by_place);
    for (int i = 0; i < race->car_count; i++) {
        int car = by_place[i];
        const Racer *racer = &race_racers_const(race)[car];
        int steps = racer->lap * gate_count + racer->gates_passed;
        int most = race->laps * gate_count;
        for (int at = 1; at <= (steps < most ? steps : most) && at < STEPS_MAX; at++) {
            if (seen->ticks[car][at] == 0) {
                seen->ticks[car][at] = race->tick;
                seen->order[car][at] = ++seen->counts[at];
            }
        }
    }
}

/// A race of a slow head and a fast tail, so that much happens.
static RaceDef mixed_field(int seed, int cars) {
    RaceDef def = fixture_field(cars, SKILL_EASY, 3);
    for (int i = cars / 2; i < cars; i++) {
        def.drivers[i] = driver_params_of(SKILL_EXPERT);
    }
    def.seed = (uint64_t)seed;
    return def;
}

// Of two cars that finish, the passes between them lead from their order on the grid to that at
// the finish, in turns; each was crossed by the passer first. And who leads is who passed.
static void passes_add_up_to_the_changes_of_the_order_at_gates(void **state) {
    (void)state;
    int passes = 0;
    static Crossings seen;
    for (int seed = 1; seed <= (SANITIZED ? 3 : 9); seed++) {
        memset(&seen, 0, sizeof seen);
        RaceDef def = mixed_field(seed, 6 + seed % 3);
        Made made = make_on(fixture_tracks[seed % FIXTURE_TRACK_COUNT], &def);
        int gates = made.fixture->track.gate_count;
        while (made.race->phase != RACE_OVER) {
            step(&made);
            note_crossings(&seen, made.race, gates);
        }
        event_list_sort(&made.events->list);
        bool ahead[RACE_MAX_CARS][RACE_MAX_CARS];
        for (int i = 0; i < def.car_count; i++) {
            for (int k = 0; k < def.car_count; k++) {
                ahead[i][k] = i < k;
            }
        }
        int leader = 0;
        for (int i = 0; i < made.events->list.count; i++) {
            const RaceEvent *event = &made.events->list.items[i];
            int step_index = (event->lap - 1) * gates + event->gate + 1;
            if (event->kind == EVENT_LEAD) {
                assert_int_equal(event->other, leader);
                assert_int_equal(seen.order[event->car][step_index], 1);
                leader = event->car;
            } else if (event->kind == EVENT_PASS) {
                passes++;
                assert_true(ahead[event->other][event->car]);
                ahead[event->other][event->car] = false;
                ahead[event->car][event->other] = true;
                assert_int_equal(seen.ticks[event->car][step_index], event->tick);
                int theirs = seen.order[event->other][step_index];
                assert_true(theirs == 0 || seen.order[event->car][step_index] < theirs);
                assert_int_equal(seen.order[event->car][step_index], (int)event->value);
            }
        }
        const Racer *racers = race_racers_const(made.race);
        int laps = 0; // who is lapped drives one fewer
        for (int i = 0; i < def.car_count; i++) {
            assert_true(racers[i].finished);
            laps += racers[i].lap;
            int behind = 0;
            for (int k = 0; k < def.car_count; k++) {
                behind += i != k && ahead[k][i] ? 1 : 0;
            }
            assert_int_equal(behind + 1, racers[i].place);
        }
        assert_int_equal(leader, race_winner(made.race));
        RaceFigures figures = race_figures(made.events, made.race);
        assert_int_equal(figures.sums[FIGURE_passes], count(&made, EVENT_PASS));
        assert_int_equal(figures.sums[FIGURE_finished], def.car_count);
        assert_int_equal(figures.sums[FIGURE_car_laps], laps);
        end(&made);
    }
    assert_true(passes > 20);
}

static void watching_changes_nothing_and_a_second_race_gives_the_same_list(void **state) {
    (void)state;
    EventList *lists[2];
    uint64_t hashes[3];
    for (int i = 0; i < 2; i++) {
        RaceDef def = mixed_field(5, 8);
        Made made = make_on("kiln-road", &def);
        for (int k = 0; k < 60 * RACE_TICKS_PER_SECOND; k++) {
            step(&made);
        }
        hashes[i] = race_hash(made.race);
        lists[i] = malloc(sizeof *lists[i]);
        assert_non_null(lists[i]);
        *lists[i] = made.events->list;
        end(&made);
    }
    RaceDef def = mixed_field(5, 8);
    Fixture *alone = fixture_make("kiln-road", "hatch", &def);
    fixture_run(alone->race, 60 * RACE_TICKS_PER_SECOND);
    hashes[2] = race_hash(alone->race);
    assert_true(hashes[0] == hashes[2] && hashes[1] == hashes[2]);
    assert_int_equal(lists[0]->count, lists[1]->count);
    assert_true(lists[0]->count > 3);
    for (int i = 0; i < lists[0]->count; i++) {
        const RaceEvent *a = &lists[0]->items[i], *b = &lists[1]->items[i];
        assert_true(a->tick == b->tick && a->kind == b->kind && a->car == b->car &&
                    a->other == b->other && a->shared == b->shared && a->lap == b->lap &&
                    a->gate == b->gate && a->s == b->s && a->value == b->value &&
                    a->lasted_s == b->lasted_s);
        char text[EVENT_TEXT_MAX];
        static const char *const names[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
        assert_true(strlen(event_text(a, alone->race, names, text)) > 15);
    }
    fixture_destroy(alone);
    free(lists[0]);
    free(lists[1]);
}

// As F8 does: what was undone has not happened, and what comes after is noted anew.
static void a_rewind_takes_back_the_events_after_it(void **state) {
    (void)state;
    RaceDef def = mixed_field(5, 8);
    Made made = make_on("kiln-road", &def);
    size_t size = race_size(&made.fixture->track, def.car_count);
    Race *saved = fixture_block(size);
    for (int i = 0; i < 20 * RACE_TICKS_PER_SECOND; i++) {
        step(&made);
        if (i == 12 * RACE_TICKS_PER_SECOND) {
            memcpy(saved, made.race, size);
        }
    }
    assert_true(made.events->list.items[made.events->list.count - 1].tick > saved->tick);
    memcpy(made.race, saved, size);
    race_events_follow(made.events, made.race);
    for (int i = 0; i < made.events->list.count; i++) {
        assert_true(made.events->list.items[i].tick <= saved->tick);
    }
    int kept = made.events->list.count;
    for (int i = 0; i < 20 * RACE_TICKS_PER_SECOND; i++) {
        step(&made);
    }
    assert_true(made.events->list.count > kept);
    free(saved);
    end(&made);
}

static void a_full_list_counts_what_it_leaves_out(void **state) {
    (void)state;
    EventList *list = calloc(1, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < EVENT_LIST_MAX + 3; i++) {
        RaceEvent event = {.tick = (uint32_t)(100000 - i)};
        assert_int_equal(event_list_add(list, &event), i < EVENT_LIST_MAX ? i : -1);
    }
    assert_int_equal(list->left_out, 3);
    event_list_sort(list);
    assert_true(list->items[0].tick < list->items[EVENT_LIST_MAX - 1].tick);
    free(list);
}

// docs/racing.md holds the tables as they follow from events/event_list.def and race_figures.def.
static void the_manual_lists_the_kinds_the_numbers_and_the_figures(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/docs/racing.md", TEST_DATA);
    MessageList messages = {0};
    FileBytes bytes;
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    leave_locale();
    char kinds[8192] = "| kind | `value` in | what happened |\n|---|---|---|\n";
    for (int i = 0; i < EVENT_COUNT; i++) {
        size_t size = strlen(kinds);
        snprintf(kinds + size, sizeof kinds - size, "| `%s` | %s | %s |\n", event_rows[i].name,
                 event_rows[i].unit, event_rows[i].about);
    }
    char numbers[8192] = "| number | is | what it decides |\n|---|---|---|\n";
    for (int i = 0; i < EVENT_NUMBER_COUNT; i++) {
        const EventNumberRow *row = &event_numbers[i];
        size_t size = strlen(numbers);
        snprintf(numbers + size, sizeof numbers - size, "| `%s` | %g%s%s | %s |\n", row->name,
                 (double)row->value, strcmp(row->unit, "1") ? " " : "",
                 strcmp(row->unit, "1") ? row->unit : "", row->about);
    }
    char figures[8192] = "| figure | what it is |\n|---|---|\n";
    for (int i = 0; i < FIGURE_COUNT + RATIO_COUNT; i++) {
        bool sum = i < FIGURE_COUNT;
        const FigureRow *row = sum ? &figure_rows[i] : &figure_ratios[i - FIGURE_COUNT];
        size_t size = strlen(figures);
        snprintf(figures + size, sizeof figures - size, "| `%s` | %s |\n", row->name, row->about);
    }
    char mistakes[1024] = "| mistake | what it is |\n|---|---|\n";
    for (int i = DRIVER_MISTAKE_NONE + 1; i < DRIVER_MISTAKES; i++) {
        size_t size = strlen(mistakes);
        snprintf(mistakes + size, sizeof mistakes - size, "| `%s` | %s |\n", mistake_rows[i].name,
                 mistake_rows[i].about);
    }
    const char *const tables[] = {kinds, numbers, figures, mistakes};
    for (int i = 0; i < 4; i++) {
        if (!strstr(bytes.data, tables[i])) {
            fprintf(stderr, "docs/racing.md lacks this table:\n%s", tables[i]);
            fail();
        }
    }
    file_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_runs_into_the_car_ahead_is_at_fault),
        cmocka_unit_test(who_moves_into_a_car_beside_it_is_at_fault),
        cmocka_unit_test(two_who_close_in_on_each_other_share_it),
        cmocka_unit_test(who_backs_into_the_car_behind_is_at_fault),
        cmocka_unit_test(beside_is_who_was_so_half_a_second_before),
        cmocka_unit_test(only_a_clear_move_aside_is_one_drivers_fault),
        cmocka_unit_test(touches_that_follow_each_other_are_one_contact),
        cmocka_unit_test(a_wall_counts_where_it_is_hit_and_not_brushed),
        cmocka_unit_test(a_car_that_turns_round_in_motion_has_spun_once),
        cmocka_unit_test(a_mistake_is_noted_once_when_it_begins),
        cmocka_unit_test(a_car_that_stands_is_noted_after_five_seconds_and_timed_to_its_end),
        cmocka_unit_test(a_rescue_says_how_far_the_car_was_carried),
        cmocka_unit_test(a_pass_counts_at_the_gate_once_it_has_lasted),
        cmocka_unit_test(a_pass_that_is_lost_again_at_once_is_none),
        cmocka_unit_test(at_the_finish_a_pass_counts_at_once_and_a_small_gap_is_told),
        cmocka_unit_test(a_gap_that_can_be_seen_is_no_photo_finish),
        cmocka_unit_test(the_fastest_lap_is_none_of_the_first_laps),
        cmocka_unit_test(who_drives_when_the_time_is_up_is_noted),
        cmocka_unit_test(who_rolls_on_behind_the_flag_passes_nobody),
        cmocka_unit_test(what_the_rules_do_is_noted),
        cmocka_unit_test(passes_add_up_to_the_changes_of_the_order_at_gates),
        cmocka_unit_test(watching_changes_nothing_and_a_second_race_gives_the_same_list),
        cmocka_unit_test(a_rewind_takes_back_the_events_after_it),
        cmocka_unit_test(a_full_list_counts_what_it_leaves_out),
        cmocka_unit_test(the_manual_lists_the_kinds_the_numbers_and_the_figures),
    };
    return cmocka_run_group_tests_name("race_events", tests, NULL, NULL);
}
