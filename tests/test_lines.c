#include "session/lines.h"
#include "track_file/track_file.h"

#include <string.h>
#include <time.h>

#include "test.h"

static const char oval[] = "format: track/1\nname: Oval\nribbons:\n"
                           "  - curve: round\n    radius: 30\n    width: 14\n"
                           "    points: [[-90, -40], [90, -40], [90, 40], [-90, 40]]\n";

static Track read_track(const char *text) {
    Track track;
    MessageList messages = {0};
    assert_true(track_read(text, strlen(text), "test", false, &track, &messages));
    return track;
}

// A car that is `mass` kg heavy.
static CarModel model_of(float mass) {
    CarParams params = car_params_default();
    params.mass = mass;
    return car_model_make(&params);
}

static RaceData data_of(Lines *lines, const Track *track, const CarModel *models, int car_count) {
    RaceData data;
    assert_true(lines_race_data(lines, &data, track, models, car_count, (Waiting){0}));
    return data;
}

static void assert_same_line(const RacingLine *a, const RacingLine *b) {
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->points, b->points, (size_t)a->count * sizeof *a->points);
    assert_true(a->length == b->length && a->lap_s == b->lap_s && a->open == b->open);
}

static void the_same_track_and_car_get_the_line_from_before(void **state) {
    (void)state;
    Track track = read_track(oval), again = read_track(oval);
    CarModel model = model_of(1200.0f);
    Lines *lines = lines_make();
    RaceData first = data_of(lines, &track, &model, 1);
    assert_int_equal(lines_found(lines), 0);
    RaceData second = data_of(lines, &again, &model, 1);
    assert_int_equal(lines_found(lines), 1);
    RaceData made = data_of(NULL, &track, &model, 1);
    assert_same_line(&first.lines[0], &made.lines[0]);
    assert_same_line(&second.lines[0], &made.lines[0]);
    assert_memory_equal(second.gate_s[0], made.gate_s[0], sizeof made.gate_s[0]);
    race_data_destroy(&first); // what is kept is nobody else's
    RaceData third = data_of(lines, &again, &model, 1);
    assert_same_line(&third.lines[0], &made.lines[0]);
    race_data_destroy(&second);
    race_data_destroy(&third);
    race_data_destroy(&made);
    lines_destroy(lines);
    track_destroy(&track);
    track_destroy(&again);
}

static void another_car_or_track_gets_a_line_of_its_own(void **state) {
    (void)state;
    Track track = read_track(oval), once = read_track(oval);
    once.laps = 1;
    once.hash = track_hash(&once);
    CarModel models[3] = {model_of(1200.0f), model_of(1300.0f), model_of(1200.0f)};
    Lines *lines = lines_make();
    RaceData data = data_of(lines, &track, &models[1], 1);
    RaceData field = data_of(lines, &track, models, 3);
    assert_int_equal(lines_found(lines), 1);
    assert_true(field.lines[0].lap_s != field.lines[1].lap_s);
    assert_same_line(&field.lines[1], &data.lines[0]);
    assert_ptr_equal(field.lines[0].points, field.lines[2].points);
    RaceData sprint = data_of(lines, &once, models, 1); // it might have been one
    assert_int_equal(lines_found(lines), 1);
    race_data_destroy(&data);
    race_data_destroy(&field);
    race_data_destroy(&sprint);
    lines_destroy(lines);
    track_destroy(&track);
    track_destroy(&once);
}

static void the_line_not_asked_for_longest_is_forgotten_first(void **state) {
    (void)state;
    Track track = read_track(oval);
    Lines *lines = lines_make();
    for (int i = 0; i <= LINES_MAX; i++) {
        CarModel model = model_of(1200.0f + (float)i), first = model_of(1200.0f);
        RaceData data = data_of(lines, &track, &model, 1);
        race_data_destroy(&data);
        data = data_of(lines, &track, &first, 1); // asked for again and again
        race_data_destroy(&data);
    }
    assert_int_equal(lines_found(lines), LINES_MAX + 1);
    CarModel second = model_of(1201.0f), third = model_of(1202.0f);
    RaceData data = data_of(lines, &track, &third, 1);
    assert_int_equal(lines_found(lines), LINES_MAX + 2);
    race_data_destroy(&data);
    data = data_of(lines, &track, &second, 1);
    assert_int_equal(lines_found(lines), LINES_MAX + 2);
    race_data_destroy(&data);
    lines_destroy(lines);
    track_destroy(&track);
}

static void progress_of_parts_grows_to_the_whole(void **state) {
    (void)state;
    Progress *progress = progress_make();
    ProgressPart whole = progress_whole(progress);
    ProgressPart second = progress_part(whole, 0.5f, 1.0f);
    assert_true(progress_read(progress) == 0.0f);
    progress_tell(progress_part(second, 0.0f, 0.5f), 0.5f);
    assert_near(progress_read(progress), 0.625f, 1e-4f);
    progress_tell(whole, 0.25f);
    assert_near(progress_read(progress), 0.625f, 1e-4f);
    progress_tell(second, 1.0f);
    assert_true(progress_read(progress) == 1.0f);
    progress_tell((ProgressPart){0}, 0.5f); // for nobody
    progress_destroy(progress);
}

// What somebody who waits was shown.
typedef struct Shown {
    int count;
    float last;
    bool grew;
} Shown;

static void show(void *context, float part) {
    Shown *shown = context;
    shown->grew = shown->grew && part >= shown->last;
    shown->last = part;
    shown->count++;
}

static void work_for(void *context, ProgressPart progress) {
    int *milliseconds = context;
    for (int i = 0; i < 10; i++) {
        struct timespec pause = {.tv_nsec = *milliseconds * 100000L};
        nanosleep(&pause, NULL);
        progress_tell(progress, 0.1f * (float)(i + 1));
    }
}

static void what_takes_long_is_shown_until_it_is_done(void **state) {
    (void)state;
    Shown shown = {.grew = true};
    int milliseconds = 0;
    waiting_for((Waiting){show, &shown}, work_for, &milliseconds);
    assert_int_equal(shown.count, 0);
    milliseconds = 900;
    waiting_for((Waiting){show, &shown}, work_for, &milliseconds);
    assert_true(shown.count >= 2 && shown.grew);
    assert_true(shown.last == 1.0f);
    waiting_for((Waiting){0}, work_for, &milliseconds); // nobody looks
}

static void making_race_data_tells_how_far_it_is(void **state) {
    (void)state;
    Track track = read_track(oval);
    CarModel models[2] = {model_of(1200.0f), model_of(1300.0f)};
    Progress *progress = progress_make();
    RaceData data;
    assert_true(race_data_make_with(&data, &track, models, 2, NULL,
                                    progress_part(progress_whole(progress), 0.0f, 0.5f)));
    assert_near(progress_read(progress), 0.5f, 1e-4f);
    race_data_destroy(&data);
    progress_destroy(progress);
    track_destroy(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_track_and_car_get_the_line_from_before),
        cmocka_unit_test(another_car_or_track_gets_a_line_of_its_own),
        cmocka_unit_test(the_line_not_asked_for_longest_is_forgotten_first),
        cmocka_unit_test(progress_of_parts_grows_to_the_whole),
        cmocka_unit_test(what_takes_long_is_shown_until_it_is_done),
        cmocka_unit_test(making_race_data_tells_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
