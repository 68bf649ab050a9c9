#include "replay/telemetry.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

#define DEGREES 57.29577951308232
#define STEP    (1.0 / RACE_TICKS_PER_SECOND)

static RaceDef alone(RaceMode mode, int laps) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.mode = mode;
    def.laps = laps;
    return def;
}

static int count_commas(const char *line) {
    int count = 0;
    for (; *line; line++) {
        count += *line == ',';
    }
    return count;
}

// Whoever reads the files knows them by these names.
static void the_columns_are_these_and_in_this_order(void **state) {
    (void)state;
    char line[TELEMETRY_TEXT_MAX];
    assert_int_equal(TELEMETRY_COLUMN_COUNT, 37);
    assert_string_equal(
        telemetry_names(line),
        "t_s,tick,lap,sector,s_m,lap_t_s,delta_s,x_m,y_m,yaw_deg,speed_mps,vx_mps,vy_mps,"
        "yaw_rate_dps,ax_g,ay_g,steer_in,throttle_in,brake_in,handbrake_in,steer_deg,beta_deg,"
        "slip_f_deg,slip_r_deg,load_f_n,load_r_n,use_f,use_r,surface_f,surface_r,wheels_off,"
        "contact_n,impact_ns,depth_mm,assist,variant,params_hash");
    assert_int_equal(count_commas(telemetry_units(line)), TELEMETRY_COLUMN_COUNT - 1);
    assert_memory_equal(line, "s,1,1,1,m,s,s,m,m,deg,m/s,", 26);
}

// The number that stands in column `column` of a line of CSV; NaN where the cell is empty.
static double cell_number(const char *line, int column) {
    for (; column > 0; column--) {
        line = strchr(line, ',') + 1;
    }
    char *end;
    double value = strtod(line, &end);
    return end == line ? (double)NAN : value;
}

static void a_row_has_the_digits_of_its_columns(void **state) {
    (void)state;
    RaceDef def = alone(RACE_MODE_RACE, 1);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Telemetry telemetry = telemetry_begin(fixture->race, 0);
    TelemetrySample sample = telemetry_sample(&telemetry, fixture->race);
    char line[TELEMETRY_TEXT_MAX], hash[HASH_TEXT_MAX];
    telemetry_row(&sample, &fixture->track, line);
    assert_int_equal(count_commas(line), TELEMETRY_COLUMN_COUNT - 1);
    assert_memory_equal(line, "-3.0000,0,1,1,-", 15);
    assert_non_null(strstr(line, ",asphalt,asphalt,0,0,0.00,0.00,0,A,"));
    assert_true(isnan(cell_number(line, TELEMETRY_COLUMN_delta_s))); // no lap to compare with
    assert_string_equal(strrchr(line, ',') + 1,
                        hash_text128(car_model_hash(&fixture->models[0]), hash));
    sample.speed_mps = 12.3;
    sample.vx_mps = -1e-9;
    sample.variant = 1;
    telemetry_row(&sample, &fixture->track, line);
    assert_non_null(strstr(line, ",12.3000,0.0000,"));
    assert_non_null(strstr(line, ",B,"));
    telemetry_destroy(&telemetry);
    fixture_destroy(fixture);
}

// The shortest turn from `from` to `to`, deg.
static double turned(double from, double to) { return remainder(to - from, 360.0); }

// A lap of the AI, every step of it checked against what its neighbours in time say.
static void motion_agrees_with_the_difference_of_two_snapshots(void **state) {
    (void)state;
    RaceDef def = alone(RACE_MODE_PRACTICE, 1);
    Fixture *fixture = fixture_make("kiln-road", "gt", &def);
    Race *race = fixture->race;
    Telemetry telemetry = telemetry_begin(race, 0);
    TelemetrySample before = telemetry_sample(&telemetry, race);
    double most_ay = 0.0, most_beta = 0.0;
    for (int i = 0; i < 40 * RACE_TICKS_PER_SECOND; i++) {
        fixture_run(race, 1);
        telemetry_follow(&telemetry, race);
        TelemetrySample now = telemetry_sample(&telemetry, race);
        double x = (now.x_m - before.x_m) / STEP, y = (now.y_m - before.y_m) / STEP;
        double yaw = now.yaw_deg / DEGREES, was = before.yaw_deg / DEGREES;
        assert_near(now.tick, before.tick + 1.0, 0.0);
        assert_near(now.t_s, before.t_s + STEP, 1e-9);
        if (now.contact_n == 0.0) { // positions are floats: 1e-5 m a step are 3e-3 m/s
            assert_near(now.speed_mps, sqrt(x * x + y * y), 8e-3);
            assert_near(now.vx_mps, cos(yaw) * x + sin(yaw) * y, 8e-3);
            assert_near(now.vy_mps, -sin(yaw) * x + cos(yaw) * y, 8e-3);
            assert_near(now.yaw_rate_dps, turned(before.yaw_deg, now.yaw_deg) / STEP, 0.05);
        }
        double vx = cos(yaw) * now.vx_mps - sin(yaw) * now.vy_mps; // of the world
        double vy = sin(yaw) * now.vx_mps + cos(yaw) * now.vy_mps;
        double wx = cos(was) * before.vx_mps - sin(was) * before.vy_mps;
        double wy = sin(was) * before.vx_mps + cos(was) * before.vy_mps;
        double ax = (vx - wx) / STEP / 9.81, ay = (vy - wy) / STEP / 9.81;
        assert_near(now.ax_g, cos(was) * ax + sin(was) * ay, 2e-3);
        assert_near(now.ay_g, -sin(was) * ax + cos(was) * ay, 2e-3);
        if (now.speed_mps > 1.0) {
            assert_near(turned(now.beta_deg, atan2(now.vy_mps, now.vx_mps) * DEGREES), 0.0, 1e-3);
        }
        most_ay = fmax(most_ay, fabs(now.ay_g));
        most_beta = fmax(most_beta, fabs(now.beta_deg));
        before = now;
    }
    assert_true(most_ay > 0.8 && most_ay < 4.0); // it did drive round bends
    assert_true(most_beta > 1.0);
    telemetry_destroy(&telemetry);
    fixture_destroy(fixture);
}

// Left positive, right negative, in everything that has a side.
static void a_left_bend_is_positive(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        RaceDef def = alone(RACE_MODE_PRACTICE, 1);
        def.ai_cars = 0;
        Fixture *fixture = fixture_make("first-oval", "hatch", &def);
        Race *race = fixture->race;
        Telemetry telemetry = telemetry_begin(race, 0);
        CarInput input = {.throttle = 255};
        for (int i = 0; i < 3 * RACE_TICKS_PER_SECOND; i++) {
            if (i == 2 * RACE_TICKS_PER_SECOND) {
                input = (CarInput){.steer = (int8_t)(side * 127), .brake = 51};
                input.flags = CAR_INPUT_HANDBRAKE;
            }
            race_step(race, &input);
            telemetry_follow(&telemetry, race);
            if (i == 2 * RACE_TICKS_PER_SECOND + 80) { // in the bend, the tail not yet round
                telemetry_sample(&telemetry, race);
            }
            if (i == 2 * RACE_TICKS_PER_SECOND + 96) {
                TelemetrySample now = telemetry_sample(&telemetry, race);
                assert_near(now.steer_in, side, 0.0);
                assert_near(now.throttle_in, 0.0, 0.0);
                assert_near(now.brake_in, 0.2, 1e-9);
                assert_near(now.handbrake_in, 1.0, 0.0);
                assert_true(side * now.steer_deg > 1.0);
                assert_true(side * now.yaw_rate_dps > 5.0);
                assert_true(side * now.ay_g > 0.2);
                assert_true(side * now.slip_f_deg > 0.5);
                assert_true(now.ax_g < 0.0);
                const CarParams *params = &fixture->models[0].params;
                double lift = (double)(params->lift_area_front + params->lift_area_rear);
                double weight =
                    (double)params->mass * 9.81 + 0.6 * lift * now.speed_mps * now.speed_mps;
                assert_near(now.load_f_n + now.load_r_n, weight, 0.01 * weight);
            }
        }
        telemetry_destroy(&telemetry);
        fixture_destroy(fixture);
    }
}

// Follows `laps` laps of one AI car, a row a tick.
typedef struct Laps {
    TelemetrySample *rows;
    int count;
    Telemetry telemetry;
} Laps;

static Laps drive_laps(const char *track, int laps, const LapTrace *reference, float *length) {
    RaceDef def = alone(RACE_MODE_RACE, laps);
    Fixture *fixture = fixture_make(track, "hatch", &def);
    Race *race = fixture->race;
    Laps out = {.telemetry = telemetry_begin(race, 0)};
    out.telemetry.reference = reference;
    out.rows = calloc(200000, sizeof *out.rows);
    while (race->phase != RACE_OVER && out.count < 200000) {
        fixture_run(race, 1);
        telemetry_follow(&out.telemetry, race);
        out.rows[out.count++] = telemetry_sample(&out.telemetry, race);
    }
    *length = lap_length(&fixture->data, 0);
    fixture_destroy(fixture);
    return out;
}

static void free_laps(Laps *laps) {
    free(laps->rows);
    telemetry_destroy(&laps->telemetry);
}

// From the grid just behind the line, up, and from the line again: on tracks with a road and
// without.
static void the_way_counts_from_the_finish_line(void **state) {
    (void)state;
    for (int track = 0; track < FIXTURE_TRACK_COUNT; track++) {
        float length;
        Laps laps = drive_laps(fixture_tracks[track], 2, NULL, &length);
        assert_true(laps.rows[0].s_m < 0.0 && laps.rows[0].s_m > -60.0);
        double driven = 0.0;
        int most_sector = 1;
        for (int i = 1; i < laps.count; i++) {
            const TelemetrySample *a = &laps.rows[i - 1], *b = &laps.rows[i];
            most_sector = b->sector > (double)most_sector ? (int)b->sector : most_sector;
            if (a->lap != b->lap) {
                assert_near(a->s_m, (double)length, 1.0);
                assert_near(b->s_m, 0.0, 1.0);
                assert_true(b->lap_t_s >= 0.0 && b->lap_t_s <= STEP + 1e-9);
                assert_near(b->sector, 1.0, 0.0);
            } else {
                assert_near(b->s_m, a->s_m, 2.5); // no jump: no branch of the road is mixed up
                driven += b->lap == 2.0 ? b->speed_mps * STEP : 0.0;
            }
        }
        assert_true(most_sector >= 2);
        assert_near(driven, (double)length, 0.12 * (double)length); // bends are cut
        free_laps(&laps);
    }
}

// The sum of speed over time is the way, and so a lap's.
static void speed_adds_up_to_the_way_driven(void **state) {
    (void)state;
    float length;
    Laps laps = drive_laps("kiln-road", 2, NULL, &length);
    double by_speed = 0.0, by_place = 0.0;
    for (int i = 1; i < laps.count; i++) {
        const TelemetrySample *a = &laps.rows[i - 1], *b = &laps.rows[i];
        by_speed += b->speed_mps * STEP;
        by_place += hypot(b->x_m - a->x_m, b->y_m - a->y_m);
    }
    assert_true(by_place > 1.5 * (double)length);
    assert_near(by_speed, by_place, 0.001 * by_place);
    free_laps(&laps);
}

static void the_best_lap_loses_nothing_to_itself(void **state) {
    (void)state;
    float length;
    Laps first = drive_laps("first-oval", 3, NULL, &length);
    const LapTrace *best = &first.telemetry.best;
    int best_lap = first.telemetry.best_lap;
    assert_true(best_lap >= 2); // the first one starts from rest
    assert_true(best->lap_s > 10.0);
    // Not told that it is the same lap, every step finds itself.
    Laps second = drive_laps("first-oval", 3, best, &length);
    double last = 0.0, compared = 0.0;
    for (int i = 0; i < second.count; i++) {
        const TelemetrySample *row = &second.rows[i];
        if (row->lap == (double)best_lap) {
            assert_near(row->delta_s, 0.0, 1e-9);
            compared++;
        } else if (row->lap == 1.0 && row->s_m > 1.0) {
            last = row->delta_s;
        }
    }
    assert_true(compared > 10.0 * RACE_TICKS_PER_SECOND);
    // At its end a lap has lost what it was slower.
    double first_lap_s = 0.0;
    for (int i = 1; i < second.count && second.rows[i].lap == 1.0; i++) {
        first_lap_s = second.rows[i].lap_t_s;
    }
    assert_near(last, first_lap_s - best->lap_s, 0.01);
    free_laps(&second);
    free_laps(&first);
}

// At 40 m/s into the tyres: the blow is seen in whatever row it falls, with its size.
static void a_blow_between_two_rows_is_seen(void **state) {
    (void)state;
    RaceDef def = alone(RACE_MODE_PRACTICE, 1);
    def.ai_cars = 0;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    Telemetry telemetry = telemetry_begin(race, 0);
    CarInput input = {.throttle = 255};
    double impulse = 0.0, worst = 0.0, off = 0.0, depth = 0.0, touched = 0.0;
    for (int i = 0; i < 12 * RACE_TICKS_PER_SECOND; i++) {
        race_step(race, &input);
        telemetry_follow(&telemetry, race);
        if (i % 20 == 19) { // 12 rows a second
            TelemetrySample now = telemetry_sample(&telemetry, race);
            impulse += now.impact_ns;
            worst = fmin(worst, now.ax_g);
            off = fmax(off, now.wheels_off);
            depth = fmax(depth, now.depth_mm);
            touched = fmax(touched, now.contact_n);
            assert_true(now.tick == (double)(i + 1));
        }
    }
    double mass = (double)fixture->models[0].params.mass;
    assert_true(impulse > 15.0 * mass && impulse < 100.0 * mass);
    assert_true(worst < -5.0);
    assert_true(off >= 2.0 && touched >= 1.0 && depth >= 0.0);
    telemetry_destroy(&telemetry);
    fixture_destroy(fixture);
}

static void watching_changes_nothing_and_a_jump_starts_anew(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 3;
    Fixture *fixture = fixture_make("first-oval", "gt", &def);
    Race *race = fixture->race;
    size_t size = race_size(&fixture->track, def.car_count);
    Race *saved = fixture_block(size);
    Telemetry telemetry = telemetry_begin(race, 2);
    for (int i = 0; i < 10 * RACE_TICKS_PER_SECOND; i++) {
        fixture_run(race, 1);
        uint64_t hash = race_hash(race);
        telemetry_follow(&telemetry, race);
        telemetry_sample(&telemetry, race);
        assert_true(race_hash(race) == hash);
        if (i == 5 * RACE_TICKS_PER_SECOND) {
            memcpy(saved, race, size);
        }
    }
    memcpy(race, saved, size); // as a rewind does
    telemetry_follow(&telemetry, race);
    TelemetrySample now = telemetry_sample(&telemetry, race);
    assert_near(now.ax_g, 0.0, 0.0);
    assert_near(now.tick, saved->tick, 0.0);
    free(saved);
    telemetry_destroy(&telemetry);
    fixture_destroy(fixture);
}

// docs/replay.md holds the table of columns as it follows from the list.
static void the_manual_lists_the_columns(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/docs/replay.md", TEST_DATA);
    MessageList messages = {0};
    FileBytes bytes;
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    char table[16 * 1024] = "| column | unit | what it is |\n|---|---|---|\n";
    for (int i = 0; i < TELEMETRY_COLUMN_COUNT; i++) {
        const TelemetryColumn *column = &telemetry_columns[i];
        size_t size = strlen(table);
        snprintf(table + size, sizeof table - size, "| `%s` | %s | %s |\n", column->name,
                 column->unit, column->about);
    }
    if (!strstr(bytes.data, table)) {
        print_error("docs/replay.md lacks this table:\n%s", table);
        fail();
    }
    file_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_columns_are_these_and_in_this_order),
        cmocka_unit_test(a_row_has_the_digits_of_its_columns),
        cmocka_unit_test(motion_agrees_with_the_difference_of_two_snapshots),
        cmocka_unit_test(a_left_bend_is_positive),
        cmocka_unit_test(the_way_counts_from_the_finish_line),
        cmocka_unit_test(speed_adds_up_to_the_way_driven),
        cmocka_unit_test(the_best_lap_loses_nothing_to_itself),
        cmocka_unit_test(a_blow_between_two_rows_is_seen),
        cmocka_unit_test(watching_changes_nothing_and_a_jump_starts_anew),
        cmocka_unit_test(the_manual_lists_the_columns),
    };
    return cmocka_run_group_tests_name("telemetry", tests, NULL, NULL);
}
