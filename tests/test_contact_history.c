// The contacts of a race afterwards: what is kept is what the world had, films and scenes of it
// have the same numbers, and every scene can be read again.
#include "contacts/contact_view.h"
#include "lab_world/contact.h"
#include "race_state/props.h"
#include "replay/rewind.h"
#include "scene/scene_file.h"

#include <math.h>

#include "fixture.h"
#include "test.h"

static Fixture *make(const char *track, int cars, uint32_t ai_cars, RaceMode mode) {
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.mode = mode;
    def.ai_cars = ai_cars;
    return fixture_make(track, "hatch", &def);
}

static const char *names[RACE_MAX_CARS];

static void name_cars(const char *name) {
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        names[i] = name;
    }
}

/// Steps one car that is never steered, until it has touched a wall and `more` ticks have passed.
static void drive_into_wall(Fixture *fixture, ContactHistory *history, int more) {
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}};
    for (int left = -1; left != 0 && fixture->race->tick < 60 * RACE_TICKS_PER_SECOND;) {
        race_step(fixture->race, inputs);
        contact_history_tick(history, fixture->race);
        const WorldState *world = race_world_const(fixture->race);
        bool hit = world->contact_count > 0 && world_contacts_const(world)[0].impulse > 0.0f;
        left = left < 0 && hit ? more : left > 0 ? left - 1 : left;
    }
}

static void what_is_kept_is_what_the_world_had(void **state) {
    (void)state;
    Fixture *fixture = make("kiln-road", 6, ~0u, RACE_MODE_RACE);
    ContactHistory history = {0};
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    enum {
        TICKS = 20 * RACE_TICKS_PER_SECOND
    };
    static Body bodies[TICKS + 1];
    static Contact first_contacts[TICKS + 1];
    static int counts[TICKS + 1];
    while (fixture->race->tick < TICKS) {
        race_step(fixture->race, inputs);
        contact_history_tick(&history, fixture->race);
        const WorldState *world = race_world_const(fixture->race);
        bodies[fixture->race->tick] = race_bodies_const(fixture->race)[3];
        counts[fixture->race->tick] = world->contact_count;
        if (world->contact_count > 0) {
            first_contacts[fixture->race->tick] = world_contacts_const(world)[0];
        }
    }
    uint32_t first = 0, last = 0;
    assert_true(contact_history_span(&history, &first, &last));
    assert_int_equal(last, TICKS);
    assert_int_equal(last - first + 1, HISTORY_TICKS_MAX);
    for (uint32_t tick = first; tick <= last; tick++) {
        HistoryTick at = contact_history_at(&history, tick);
        assert_memory_equal(&at.bodies[3], &bodies[tick], sizeof(Body));
        assert_int_equal(at.contact_count, counts[tick]);
        bool found = counts[tick] == 0;
        for (int i = 0; i < at.contact_count; i++) {
            found |= memcmp(&at.contacts[i], &first_contacts[tick], sizeof(Contact)) == 0;
        }
        assert_true(found);
    }
    contact_history_destroy(&history);
    fixture_destroy(fixture);
}

static void a_car_that_hits_a_wall_is_one_touch(void **state) {
    (void)state;
    Fixture *fixture = make("first-oval", 1, 0, RACE_MODE_PRACTICE);
    ContactHistory history = {0};
    drive_into_wall(fixture, &history, 8);
    ContactTouch touches[HISTORY_TOUCHES_MAX];
    assert_int_equal(contact_history_touches(&history, fixture->race, touches, HISTORY_TOUCHES_MAX),
                     1);
    assert_int_equal(touches[0].a, 0);
    assert_int_equal(touches[0].b, CONTACT_WALL);
    assert_int_equal(touches[0].first, fixture->race->tick - 8);
    assert_true(touches[0].impulse > 100.0f);
    assert_true(glms_vec2_distance(touches[0].at, race_bodies_const(fixture->race)[0].position) <
                5.0f);
    contact_history_destroy(&history);
    fixture_destroy(fixture);
}

static void a_rewind_forgets_what_came_later(void **state) {
    (void)state;
    Fixture *fixture = make("first-oval", 1, 0, RACE_MODE_PRACTICE);
    ContactHistory history = {0};
    Rewind rewind = {0};
    rewind_make(&rewind, fixture->race);
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}};
    for (int i = 0; i < 500; i++) {
        race_step(fixture->race, inputs);
        contact_history_tick(&history, fixture->race);
        rewind_record(&rewind, fixture->race);
    }
    assert_true(rewind_to(&rewind, 300, fixture->race));
    uint32_t back = fixture->race->tick, first = 0, last = 0;
    race_step(fixture->race, inputs);
    contact_history_tick(&history, fixture->race);
    assert_true(contact_history_span(&history, &first, &last));
    assert_int_equal(last, back + 1);
    assert_int_equal(first, 1);
    for (int i = 0; i < 10; i++) { // ticks that nobody notes: what follows has nothing before it
        race_step(fixture->race, inputs);
    }
    contact_history_tick(&history, fixture->race);
    assert_true(contact_history_span(&history, &first, &last));
    assert_int_equal(first, last);
    contact_history_clear(&history);
    assert_false(contact_history_span(&history, &first, &last));
    contact_history_destroy(&history);
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

// ---------------------------------------------------------------- films and scenes

static bool same_film(const Film *a, const Film *b) { return memcmp(a, b, sizeof *a) == 0; }

static void the_film_of_a_hit_has_the_numbers_of_the_race(void **state) {
    (void)state;
    Fixture *fixture = make("first-oval", 1, 0, RACE_MODE_PRACTICE);
    ContactHistory history = {0};
    drive_into_wall(fixture, &history, 30);
    name_cars("hatch");
    ContactTouch touch;
    assert_int_equal(contact_history_touches(&history, fixture->race, &touch, 1), 1);
    static RaceContact contact, again;
    assert_true(race_contact_make(&history, fixture->race, &touch, 0, names, "Oval", &contact));
    assert_int_equal(contact.number, 0);
    assert_int_equal(contact.film.first, -FILM_BEFORE);
    assert_int_equal(contact.film.last, 30);
    float impulse = 0.0f;
    for (int i = contact.film.first; i <= contact.film.last; i++) {
        const FilmTick *tick = film_tick(&contact.film, i);
        uint32_t of_race = (uint32_t)((int)touch.first + i);
        HistoryTick before = contact_history_at(&history, of_race - 1);
        HistoryTick after = contact_history_at(&history, of_race);
        assert_near(tick->before[0].velocity.x, before.bodies[0].velocity.x, 0.0);
        assert_near(tick->after[0].spin, after.bodies[0].spin, 0.0);
        vec2s place = glms_vec2_sub(after.bodies[0].position, contact.origin);
        assert_near(tick->after[0].position.x, place.x, 0.0);
        assert_int_equal(tick->contact_count, after.contact_count);
        for (int k = 0; k < tick->contact_count; k++) {
            assert_memory_equal(tick->contacts[k].points, after.contacts[k].points,
                                sizeof after.contacts[k].points);
        }
        impulse = fmaxf(impulse, tick->normal_impulse);
        if (i < 0) {
            assert_near(tick->normal_impulse, 0.0, 0.0);
            assert_true(tick->gap.distance > 0.0f);
        }
    }
    assert_near(impulse, touch.impulse, 0.0);
    // back and forth: the same as at first
    assert_true(race_contact_make(&history, fixture->race, &touch, -7, names, "Oval", &again));
    assert_int_equal(again.number, -7);
    assert_false(same_film(&again.film, &contact.film)); // it shows another place of the wall
    assert_true(race_contact_make(&history, fixture->race, &touch, 0, names, "Oval", &again));
    assert_true(same_film(&again.film, &contact.film));
    assert_true(race_contact_make(&history, fixture->race, &touch, 99, names, "Oval", &again));
    assert_int_equal(again.number, 30); // the nearest that is kept
    contact_history_destroy(&history);
    fixture_destroy(fixture);
}

/// The laboratory has no tyres, and begins without warm starts; an impact is the same.
static void the_scene_of_a_hit_gives_the_same_impulse_in_the_laboratory(void **state) {
    (void)state;
    Fixture *fixture = make("first-oval", 1, 0, RACE_MODE_PRACTICE);
    ContactHistory history = {0};
    drive_into_wall(fixture, &history, 30);
    name_cars("hatch");
    ContactTouch touch;
    assert_int_equal(contact_history_touches(&history, fixture->race, &touch, 1), 1);
    static RaceContact contact;
    static Film film;
    assert_true(race_contact_make(&history, fixture->race, &touch, 0, names, "Oval", &contact));
    Solid solids[SCENE_SHAPES];
    CarParams params = fixture->models[0].params;
    assert_int_equal(solid_make(&contact.scene.shapes[0], &params, &solids[0]).fault, SOLID_FINE);
    assert_int_equal(solid_make(&contact.scene.shapes[1], NULL, &solids[1]).fault, SOLID_FINE);
    film_make(&contact.scene, solids, &film);
    assert_int_equal(film.started, 0); // it touches in the first tick
    float race = film_tick(&contact.film, 0)->normal_impulse;
    assert_true(race > 100.0f);
    assert_near(film_tick(&film, 0)->normal_impulse, race, 0.02 * (double)race);
    contact_history_destroy(&history);
    fixture_destroy(fixture);
}

/// Looks at each touch of a race: its film can be made, drawn and saved at several ticks.
static int look_at_touches(const ContactHistory *history, const Race *race, int kinds[5]) {
    static RaceContact contact;
    ContactTouch touches[HISTORY_TOUCHES_MAX];
    int count = contact_history_touches(history, race, touches, HISTORY_TOUCHES_MAX);
    for (int i = 0; i < count; i++) {
        const ContactTouch *touch = &touches[i];
        kinds[touch->b == CONTACT_WALL                        ? 0
              : touch->b < race->car_count                    ? 1
              : touch->b < race->car_count + race->prop_count ? 2
                                                              : 3]++;
        static const int numbers[] = {-24, -3, 0, 1, 40};
        bool hidden = false;
        for (int k = 0; k < 5; k++) {
            if (!race_contact_make(history, race, touch, numbers[k], names,
                                   "A track of a very long n\xC3\xA4me", &contact)) {
                hidden = true;
                continue;
            }
            TextBuffer text = {0};
            MessageList messages = {.count = 0};
            Scene again;
            scene_write(&contact.scene, &text);
            bool fine = scene_read(text.text, text.size, "touch", &again, &messages);
            bool spins = fabsf(contact.scene.shapes[0].turn_rate_deg) > (float)SCENE_TURN_MAX ||
                         fabsf(contact.scene.shapes[1].turn_rate_deg) > (float)SCENE_TURN_MAX;
            if (!fine && !spins) {
                messages_print(&messages, stderr, text.text);
                print_error("%s\n", text.text);
            }
            assert_int_equal(fine, !spins); // faster than scenes can say
            if (fine) {
                assert_memory_equal(&again, &contact.scene, sizeof again);
            }
            free(text.text);
            Sheet sheet = sheet_make(960.0f, 600.0f);
            contact_film_draw(&contact.scene, &contact.film, contact.number, NULL, &sheet);
            for (int m = 0; m < sheet.point_count; m++) {
                assert_true(isfinite(sheet.points[m].x) && isfinite(sheet.points[m].y));
            }
            sheet_destroy(&sheet);
        }
        kinds[4] += hidden;
    }
    return count;
}

static void every_touch_of_a_race_is_a_scene_that_can_be_read(void **state) {
    (void)state;
    static const char *const tracks[] = {"cone-yard", "turbine-hall", "harbour-mile", "quarry",
                                         "salvage-square"};
    int kinds[5] = {0}, count = 0;
    for (size_t t = 0; t < sizeof tracks / sizeof *tracks; t++) {
        name_cars(t % 2 == 0 ? "hatch" : NULL);
        Fixture *fixture = make(tracks[t], 8, 0x30u, RACE_MODE_RACE);
        ContactHistory history = {0};
        CarInput inputs[RACE_MAX_CARS];
        for (int i = 0; i < RACE_MAX_CARS;
             i++) { // some people at full throttle, all over the place
            inputs[i] = (CarInput){.throttle = 255, .steer = (int8_t)(i * 12 - 20)};
        }
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < HISTORY_TICKS_MAX; k++) {
                for (int c = 0; c < RACE_MAX_CARS; c++) {
                    inputs[c].steer = (int8_t)((k / 200 + c + i) % 3 * 60 - 60);
                }
                race_step(fixture->race, inputs);
                contact_history_tick(&history, fixture->race);
            }
            count += look_at_touches(&history, fixture->race, kinds);
        }
        contact_history_destroy(&history);
        fixture_destroy(fixture);
    }
    print_message("%d touches: %d of walls, %d of cars, %d of props, %d cannot be shown\n", count,
                  kinds[0], kinds[1], kinds[2], kinds[4]);
    assert_true(kinds[0] > 20 && kinds[1] > 10 && kinds[2] > 5);
    assert_true(kinds[4] <= count / 100); // put there in the tick of a touch
}

/// The truck of the quarry drives at 5 m/s into a car that was put before it.
static void a_mover_is_a_wall_that_moves(void **state) {
    (void)state;
    Fixture *fixture = make("quarry", 1, 0, RACE_MODE_PRACTICE);
    ContactHistory history = {0};
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    int kinds[5] = {0};
    name_cars("hatch");
    int left = -1; // ticks, once the car stands before it
    for (int i = 0; i < 60 * RACE_TICKS_PER_SECOND && left != 0; i++, left -= left > 0) {
        Body *bodies = world_bodies(race_world(fixture->race));
        const Body *truck = &bodies[movers_body(fixture->race, 0)];
        if (left < 0 && glms_vec2_norm(truck->velocity) > 4.9f) { // it waits now and then
            vec2s way = glms_vec2_normalize(truck->velocity);
            bodies[0].position = glms_vec2_add(truck->position, glms_vec2_scale(way, 9.0f));
            bodies[0].velocity = vec2_make(0.0f, 0.0f);
            left = RACE_TICKS_PER_SECOND;
        }
        race_step(fixture->race, inputs);
        contact_history_tick(&history, fixture->race);
    }
    look_at_touches(&history, fixture->race, kinds);
    assert_true(kinds[3] > 0);
    ContactTouch touch;
    static RaceContact contact;
    assert_int_equal(contact_history_touches(&history, fixture->race, &touch, 1), 1);
    assert_true(race_contact_make(&history, fixture->race, &touch, 0, names, "Quarry", &contact));
    const SceneShape *mover = &contact.scene.shapes[1];
    assert_int_equal(mover->kind, SCENE_WALL);
    assert_near(glms_vec2_norm(mover->velocity), 5.0, 0.1);
    assert_near(film_tick(&contact.film, 0)->before[1].inverse_mass, 0.0, 0.0);
    contact_history_destroy(&history);
    fixture_destroy(fixture);
}

// ---------------------------------------------------------------- picking

static void the_nearest_contact_is_picked_and_stays_so(void **state) {
    (void)state;
    Fixture *fixture = make("cone-yard", 8, 0, RACE_MODE_RACE);
    ContactView view = {.count = 0};
    CarInput inputs[RACE_MAX_CARS];
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        inputs[i] = (CarInput){.throttle = 255, .steer = (int8_t)(i * 15 - 50)};
    }
    name_cars("hatch");
    while (fixture->race->tick < 12 * RACE_TICKS_PER_SECOND && view.count < 3) {
        race_step(fixture->race, inputs);
        contact_history_tick(&view.history, fixture->race);
        if (fixture->race->tick % 60 == 0) {
            contact_view_look(&view, fixture->race);
        }
    }
    assert_true(view.count >= 3);
    ContactSource source = {fixture->race, names, "Yard"};
    contact_view_pick(&view, &source, 1);
    assert_int_equal(view.contact->number, (int)(view.touches[1].hardest - view.touches[1].first));
    assert_non_null(strstr(view.name, "hatch and "));
    ContactTouch picked = view.touches[1];
    for (int i = 0; i < 200; i++) {
        race_step(fixture->race, inputs);
        contact_history_tick(&view.history, fixture->race);
    }
    contact_view_look(&view, fixture->race);
    assert_int_equal(view.touches[view.picked].first, picked.first);
    for (int i = 0; i < view.count; i++) {
        int near = contact_view_near(&view, view.touches[i].at, 0.0f);
        assert_true(near >= 0);
        assert_near(glms_vec2_distance(view.touches[near].at, view.touches[i].at), 0.0, 0.0);
    }
    assert_int_equal(contact_view_near(&view, vec2_make(1e4f, 0.0f), 5.0f), -1);
    for (int i = 0; i < CONTACT_PAGE_COUNT; i++) {
        if (contact_view_has_page(&view, (ContactPage)i)) {
            contact_view_turn(&view, (ContactPage)i);
            assert_int_equal(view.page, i);
            assert_true(view.sheet.mark_count > 20);
        }
    }
    contact_view_clear(&view);
    assert_int_equal(view.sheet.mark_count, 0);
    assert_int_equal(view.count, 0);
    assert_null(view.contact);
    contact_view_destroy(&view);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_what_the_world_had),
        cmocka_unit_test(a_car_that_hits_a_wall_is_one_touch),
        cmocka_unit_test(a_rewind_forgets_what_came_later),
        cmocka_unit_test(the_film_of_a_hit_has_the_numbers_of_the_race),
        cmocka_unit_test(the_scene_of_a_hit_gives_the_same_impulse_in_the_laboratory),
        cmocka_unit_test(every_touch_of_a_race_is_a_scene_that_can_be_read),
        cmocka_unit_test(a_mover_is_a_wall_that_moves),
        cmocka_unit_test(the_nearest_contact_is_picked_and_stays_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
