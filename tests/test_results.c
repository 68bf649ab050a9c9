/// The table of results, the chart of places, and what they are made of.
#include "pages/results.h"
#include "replay/place_history.h"
#include "ui/medal_disc.h"

#include "fixture.h"
#include "picture_rig.h"
#include "texts.h"

static int vertices_of(const DrawList *list, uint32_t color) {
    int count = 0;
    for (int i = 0; i < list->vertex_count; i++) {
        count += list->vertices[i].color == draw_color(color, 1.0f) ? 1 : 0;
    }
    return count;
}

/// The same medals for every car.
static const float (*for_all(const float medals[MEDAL_COUNT]))[MEDAL_COUNT] {
    static float all[RIG_CARS_MAX][MEDAL_COUNT];
    for (int i = 0; i < RIG_CARS_MAX; i++) {
        memcpy(all[i], medals, sizeof all[i]);
    }
    return (const float(*)[MEDAL_COUNT])all;
}

static void show(const Canvas *canvas, const PictureRig *rig, const CarLook *looks,
                 const float *medals, const MenuPanel *menu) {
    Results results = {.race = rig->race, .looks = looks, .medals = for_all(medals)};
    results_draw(canvas, &results, menu);
}

static void the_fifth_medal_is_for_who_beats_the_champion_too(void **state) {
    (void)state;
    static const float medals[MEDAL_COUNT] = {20.0f, 21.0f, 22.0f, 24.0f};
    // of others with the same car: beaten, not beaten, none, no lap
    static const double champions[4] = {19.6, 19.4, 0.0, 19.6}, laps[4] = {19.5, 19.5, 19.5, 0.0};
    static const bool earned[4] = {true, false, false, false};
    MenuPanel menu = {0};
    menu_action(&menu, 0, "Again");
    for (int i = 0; i < 4; i++) {
        PictureRig *rig = rig_make(1);
        CarLook look = race_picture_look(0);
        look.color = 0x808080FF;
        DrawList list = {0};
        Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
        Results results = {.race = rig->race,
                           .looks = &look,
                           .medals = for_all(medals),
                           .champions = &champions[i]};
        int counts[2]; // among the times to beat alone, and with that of the lap
        for (int k = 0; k < 2; k++) {
            race_racers(rig->race)[0].best_lap_s = k > 0 ? laps[i] : 0.0;
            draw_list_clear(&list);
            results_draw(&canvas, &results, &menu);
            counts[k] = vertices_of(&list, medal_disc_colors[MEDAL_DISC_CHAMPION]);
        }
        assert_int_equal(counts[0] > 0, champions[i] > 0.0);
        assert_int_equal(counts[1] > counts[0], earned[i]);
        draw_list_destroy(&list);
        rig_free(rig);
    }
}

static void best_laps_stand_beside_the_medals_that_they_earn(void **state) {
    (void)state;
    static const float medals[MEDAL_COUNT] = {20.0f, 21.0f, 22.0f, 24.0f}, none[MEDAL_COUNT] = {0};
    static const double laps[5] = {19.5, 21.7, 23.0, 22.5, 25.0}; // A, S, B, B, none
    static const int earned[MEDAL_COUNT] = {1, 0, 1, 2};
    MenuPanel menu = {0};
    menu_action(&menu, 0, "Again");
    PictureRig *rig = rig_make(5);
    CarLook looks[RIG_CARS_MAX];
    for (int k = 0; k < RIG_CARS_MAX; k++) {
        looks[k] = race_picture_look(k);
        looks[k].color = 0x808080FF;
    }
    DrawList lists[3] = {0}; // without medals, before any lap, with laps
    Canvas canvases[3];
    for (int i = 0; i < 3; i++) {
        canvases[i] = canvas_make(&lists[i], &rig->font, 1280, 720);
    }
    show(&canvases[0], rig, looks, none, &menu);
    show(&canvases[1], rig, looks, medals, &menu);
    for (int i = 0; i < 5; i++) {
        race_racers(rig->race)[i].best_lap_s = laps[i];
    }
    show(&canvases[2], rig, looks, medals, &menu);
    for (int i = 0; i < MEDAL_COUNT; i++) {
        assert_int_equal(vertices_of(&lists[0], medal_disc_colors[i]), 0);
        int listed = vertices_of(&lists[1], medal_disc_colors[i]);
        int shown = vertices_of(&lists[2], medal_disc_colors[i]);
        assert_true(listed > 0);
        assert_true(shown == listed || earned[i] > 0);
        assert_true(earned[i] == 0 || shown > listed);
    }
    for (int i = 0; i < 3; i++) {
        draw_list_destroy(&lists[i]);
    }
    rig_free(rig);
}

static int count_texts(const CanvasTexts *texts, const char *text) {
    int count = 0;
    for (int i = 0; i < texts->count; i++) {
        count += strcmp(texts->texts[i], text) == 0;
    }
    return count;
}

static void records_are_marked_beside_the_names(void **state) {
    (void)state;
    static const ResultsMark marks[6] = {RESULTS_MARK_TRACK_RECORD, RESULTS_MARK_CHECKED,
                                         RESULTS_MARK_BEST_LAP,     RESULTS_MARK_NONE,
                                         RESULTS_MARK_BEST_RACE,    RESULTS_MARK_RACE_RECORD};
    static const char *const said[2][5] = {
        {"track record", "being checked", "your best lap", "your best race", "race record"},
        {"record", "checking", "own best", "own best", "record"}};
    static const float medals[MEDAL_COUNT] = {0};
    const char *names[2][6] = {{"P1", "P2", "P3", "P4", "Ada", "Bo"},
                               {"Maximiliana-Charlotte", "Maximiliana-Charlotte",
                                "Maximiliana-Charlotte", "P4", "Maximiliana-Charlotte",
                                "Maximiliana-Charlotte"}};
    CarLook looks[RIG_CARS_MAX];
    for (int k = 0; k < RIG_CARS_MAX; k++) {
        looks[k] = race_picture_look(k);
    }
    PictureRig *rig = rig_make(6);
    for (int k = 0; k < FONT_GLYPHS; k++) {
        rig->font.glyphs[k].advance = 0.62f;
    }
    MenuPanel menu = {0};
    static CanvasTexts texts;
    DrawList list = {0}, picture = {0};
    draw_rect(&picture, 0.0f, 0.0f, 1.0f, 0.6f, 0x00FF00FFu);
    for (int wide = 0; wide < 2; wide++) { // short words for long names
        Results results = {.race = rig->race,
                           .names = names[wide],
                           .looks = looks,
                           .medals = for_all(medals),
                           .marks = marks,
                           .picture = &picture};
        draw_list_clear(&list);
        Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
        canvas.texts = &texts;
        texts.count = 0;
        results_draw(&canvas, &results, &menu);
        for (int i = 0; i < 5; i++) {
            assert_true(count_texts(&texts, said[wide][i]) > 0);
        }
        assert_texts_stand_clear(&canvas);
        assert_int_equal(vertices_of(&list, 0x00FF00FFu) > 0, true);
        canvas = canvas_make(&list, &rig->font, 640, 480);
        canvas.unit *= 1.5f; // which leaves no room for the picture
        draw_list_clear(&list);
        results_draw(&canvas, &results, &menu);
        assert_int_equal(vertices_of(&list, 0x00FF00FFu), 0);
        results.marks = NULL;
        canvas.texts = &texts;
        texts.count = 0;
        results_draw(&canvas, &results, &menu);
        for (int i = 0; i < 5; i++) {
            assert_int_equal(count_texts(&texts, said[wide][i]), 0);
        }
    }
    draw_list_destroy(&picture);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void results_fit_and_their_buttons_answer(void **state) {
    (void)state;
    static const int counts[4] = {1, 6, 20, 32};
    static const float medals[MEDAL_COUNT] = {61.2f, 65.0f, 70.0f, 754.3f};
    static const char *const labels[6] = {"Again",       "Next track", "Another race",
                                          "Save replay", "Settings",   "Back to title"};
    static const CanvasSize size = {1280.0f, 720.0f, 720.0f / 1080.0f};
    MenuPanel menu = {.focus = 1};
    for (int i = 0; i < 6; i++) {
        menu_action(&menu, i, labels[i]);
    }
    for (int i = 0; i < 4; i++) {
        PictureRig *rig = rig_make(counts[i]);
        CarLook looks[RIG_CARS_MAX];
        for (int k = 0; k < RIG_CARS_MAX; k++) {
            looks[k] = race_picture_look(k);
        }
        DrawList list = {0};
        Results results = {.race = rig->race, .looks = looks, .medals = for_all(medals)};
        Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
        show(&canvas, rig, looks, medals, &menu);
        assert_list_sound(&list);
        for (int k = 0; k < list.vertex_count; k++) {
            assert_true(list.vertices[k].x > -2.0f && list.vertices[k].x < 1282.0f);
            assert_true(list.vertices[k].y > -2.0f && list.vertices[k].y < 722.0f);
        }
        bool met[6] = {false};
        for (int x = 3; x < 1280; x += 7) {
            for (int y = 360; y < 720; y += 9) {
                int hit = results_hit(&size, &results, &menu, (float)x, (float)y);
                if (hit >= 0) {
                    met[hit] = true;
                }
            }
        }
        for (int k = 0; k < menu.count; k++) {
            assert_true(met[k]);
        }
        draw_list_destroy(&list);
        rig_free(rig);
    }
}

/// How tall the name of the first car stands in the results of `cars` cars, px.
static float name_height(const PictureRig *rig, float scale) {
    static const float medals[MEDAL_COUNT];
    static const char *const names[RIG_CARS_MAX] = {"Ada"};
    static CanvasTexts texts;
    CarLook looks[RIG_CARS_MAX];
    for (int k = 0; k < RIG_CARS_MAX; k++) {
        looks[k] = race_picture_look(k);
    }
    MenuPanel menu = {.title = "Results"};
    menu_action(&menu, 0, "Again");
    DrawList list = {0};
    Canvas canvas = canvas_make(&list, &rig->font, 1280, 675); // above the strip of seats
    canvas.unit = scale * 720.0f / 1080.0f;
    canvas.texts = &texts;
    texts.count = 0;
    Results results = {
        .race = rig->race, .looks = looks, .names = names, .medals = for_all(medals)};
    results_draw(&canvas, &results, &menu);
    float height = 0.0f;
    for (int i = 0; i < texts.count; i++) {
        height = strcmp(texts.texts[i], "Ada") == 0 ? texts.areas[i].height : height;
    }
    draw_list_destroy(&list);
    assert_true(height > 0.0f);
    return height;
}

static void who_wants_larger_letters_gets_no_smaller_ones(void **state) {
    (void)state;
    PictureRig *rig = rig_make(6);
    float usual = name_height(rig, 1.0f);
    for (float scale = 1.25f; scale <= 2.0f; scale += 0.25f) {
        assert_true(name_height(rig, scale) > 1.1f * usual);
    }
    rig_free(rig);
}

// Title and buttons make room for the rows.
static void in_a_large_field_they_are_no_smaller_either(void **state) {
    (void)state;
    for (int cars = 10; cars <= RIG_CARS_MAX; cars += 4) {
        PictureRig *rig = rig_make(cars);
        float usual = name_height(rig, 1.0f);
        for (float scale = 1.25f; scale <= 2.0f; scale += 0.25f) {
            if (name_height(rig, scale) < 0.95f * usual) {
                fail_msg("%d cars: %.1f px at %.2f, %.1f usually", cars,
                         (double)name_height(rig, scale), (double)scale, (double)usual);
            }
        }
        rig_free(rig);
    }
}

/// A race that went through its gates in an order made up, two gates a lap, three laps.
static PlaceHistory made_up_history(PictureRig *rig) {
    PlaceHistory history;
    place_history_start(&history, rig->race);
    for (int gates = 1; gates <= 6; gates++) {
        for (int i = 0; i < rig->race->car_count; i++) {
            int car = (i + gates) % rig->race->car_count; // another one leads each time
            race_racers(rig->race)[car].lap = gates / 2;
            race_racers(rig->race)[car].gates_passed = gates % 2;
            place_history_tick(&history, rig->race);
        }
    }
    return history;
}

static void texts_stand_clear_with_any_number_of_cars_at_every_size_and_scale(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1080}};
    static const int counts[] = {2, 6, 13, 20, 32};
    static const float medals[MEDAL_COUNT] = {61.2f, 65.0f, 70.0f, 754.3f};
    static CanvasTexts texts;
    const char *names[RIG_CARS_MAX];
    CarLook looks[RIG_CARS_MAX];
    ResultsMark marks[RIG_CARS_MAX];
    static const double champions[RIG_CARS_MAX] = {60.987};
    for (int k = 0; k < RIG_CARS_MAX; k++) {
        names[k] = k % 3 == 0 ? "Maximiliana-Charlotte" : "Ada";
        marks[k] = (ResultsMark)(k % RESULTS_MARK_COUNT);
        looks[k] = race_picture_look(k);
    }
    MenuPanel menu = {.title = "Results (changed while driving)"};
    static const char *const labels[7] = {
        "Again",       "Next track", "Change car",   "Reverse direction",
        "Save replay", "Chart",      "Back to title"};
    for (int i = 0; i < 7; i++) {
        menu_action(&menu, i, labels[i]);
    }
    DrawList list = {0};
    for (int i = 0; i < 5; i++) {
        PictureRig *rig = rig_make(counts[i]);
        for (int k = 0; k < FONT_GLYPHS; k++) { // as wide as letters and digits of Inter are
            rig->font.glyphs[k].advance = 0.62f;
        }
        rig->font.digit_advance = 0.64f;
        PlaceHistory history = made_up_history(rig);
        for (int k = 0; k < counts[i]; k++) {
            Racer *racer = &race_racers(rig->race)[k];
            racer->best_lap_s = 64.0 + (double)k;
            racer->finished = k < counts[i] - 1;
            racer->retired = !racer->finished;
            racer->total_s = 754.3 + 7.0 * (double)k;
            rig->race->battle.cars[k] = (BattleCar){.shots = 188, .hits = 88, .outs = 12};
        }
        for (int k = 0; k < 4 * 4 * 4; k++) {
            rig->race->battle_mode = k / 32 ? BATTLE_LAPS : BATTLE_OFF;
            const int *size = sizes[k % 4];
            float scale = 0.75f + 0.4f * (float)(k / 4 % 4);
            if (k % 4 == 0 && scale > 1.0f) {
                continue; // texts of such a size ask for a larger window
            }
            Results results = {.race = rig->race,
                               .track = "Chicane Club of the Long Name, 3 laps, reverse direction",
                               .record = "New record: 1:04.000 by Maximiliana-Charlotte",
                               .names = names,
                               .looks = looks,
                               .medals = for_all(medals),
                               .champions = champions,
                               .target = k % 2 ? "Kart" : NULL,
                               .marks = marks,
                               .history = &history,
                               .people = 5,
                               .chart = k % 32 >= 16};
            draw_list_clear(&list);
            Canvas canvas = canvas_make(&list, &rig->font, size[0], size[1]);
            canvas.unit *= scale;
            canvas.texts = &texts;
            texts.count = 0;
            results_draw(&canvas, &results, &menu);
            assert_texts_stand_clear(&canvas);
        }
        rig_free(rig);
    }
    draw_list_destroy(&list);
}

static void places_are_counted_at_every_gate(void **state) {
    (void)state;
    PictureRig *rig = rig_make(3);
    PlaceHistory history = made_up_history(rig);
    assert_true(place_chart_has(&history));
    assert_int_equal(history.step_count, 7);
    assert_near(place_history_laps(&history, 6), 3.0f, 0.0f);
    for (int car = 0; car < 3; car++) {
        assert_int_equal(history.reached[car], 7);
        assert_int_equal(history.places[car][0], car + 1);
        for (int gates = 1; gates <= 6; gates++) {
            assert_int_equal(history.places[car][gates], (car - gates % 3 + 3) % 3 + 1);
        }
    }
    rig_free(rig);
}

static void who_is_ahead_has_the_better_place_at_a_gate_that_two_reach_in_one_tick(void **state) {
    (void)state;
    PictureRig *rig = rig_make(3);
    Racer *racers = race_racers(rig->race);
    PlaceHistory history;
    place_history_start(&history, rig->race);
    for (int car = 0; car < 3; car++) { // the last car of the grid is the first at the gate
        racers[car].gates_passed = 1;
        racers[car].to_next_gate = 90.0f - 10.0f * (float)car;
    }
    for (int round = 0; round < 2; round++) { // also where the history begins there
        place_history_tick(&history, rig->race);
        for (int car = 0; car < 3; car++) {
            assert_int_equal(history.reached[car], 2);
            assert_int_equal(history.places[car][1], 3 - car);
        }
        place_history_start(&history, rig->race);
    }
    rig_free(rig);
}

static void the_last_places_of_a_race_are_those_of_its_results(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 6;
    def.laps = 1;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    PlaceHistory history;
    place_history_start(&history, fixture->race);
    assert_false(place_chart_has(&history));
    for (int tick = 0; tick < 240 * 90 && fixture->race->phase != RACE_OVER; tick++) {
        fixture_run(fixture->race, 1);
        place_history_tick(&history, fixture->race);
    }
    int order[RACE_MAX_CARS];
    race_order(fixture->race, order);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(history.reached[order[i]], history.step_count);
        assert_int_equal(history.places[order[i]][history.step_count - 1], i + 1);
    }
    for (int step = 0; step < history.step_count; step++) { // each place once
        int seen = 0;
        for (int car = 0; car < 6; car++) {
            seen |= 1 << history.places[car][step];
        }
        assert_int_equal(seen, 0x7E);
    }
    fixture_destroy(fixture);
}

static void a_long_race_keeps_fewer_gates_and_practice_none(void **state) {
    (void)state;
    PictureRig *rig = rig_make(3);
    PlaceHistory history;
    rig->race->laps = 99 * 13;
    place_history_start(&history, rig->race);
    assert_true(history.step_count <= PLACE_STEPS_MAX && history.step_count > 200);
    assert_near(place_history_laps(&history, history.step_count - 1), 1287.0f, 0.0f);
    race_racers(rig->race)[1].lap = 1287;
    place_history_tick(&history, rig->race);
    assert_int_equal(history.reached[1], history.step_count);
    rig->race->mode = RACE_MODE_PRACTICE;
    place_history_start(&history, rig->race);
    place_history_tick(&history, rig->race);
    assert_false(place_chart_has(&history));
    rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fifth_medal_is_for_who_beats_the_champion_too),
        cmocka_unit_test(best_laps_stand_beside_the_medals_that_they_earn),
        cmocka_unit_test(records_are_marked_beside_the_names),
        cmocka_unit_test(results_fit_and_their_buttons_answer),
        cmocka_unit_test(texts_stand_clear_with_any_number_of_cars_at_every_size_and_scale),
        cmocka_unit_test(who_wants_larger_letters_gets_no_smaller_ones),
        cmocka_unit_test(in_a_large_field_they_are_no_smaller_either),
        cmocka_unit_test(places_are_counted_at_every_gate),
        cmocka_unit_test(who_is_ahead_has_the_better_place_at_a_gate_that_two_reach_in_one_tick),
        cmocka_unit_test(the_last_places_of_a_race_are_those_of_its_results),
        cmocka_unit_test(a_long_race_keeps_fewer_gates_and_practice_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
