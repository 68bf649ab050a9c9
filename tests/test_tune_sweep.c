/// What a sweep says: how far a fit is to be believed, and how far the runs have come.
#include "base/random.h"
#include "commands/sweep_progress.h"
#include "tune/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

enum {
    RUNS_MAX = 200
};

static SweepResult results[RUNS_MAX];

/// `lines` of --vary over the hatch.
static Sweep sweep_of(const char *const *lines, int count) {
    static MessageList messages;
    const CarParams car = car_params_default();
    Sweep sweep = {0};
    for (int i = 0; i < count; i++) {
        assert_true(sweep_vary(&sweep, lines[i], &car, &messages));
    }
    return sweep;
}

static Sweep one_number(void) {
    return sweep_of((const char *const[]){"body.mass=1000:1400:25"}, 1);
}

static Sweep two_numbers(void) {
    return sweep_of(
        (const char *const[]){"body.mass=1000:1400:100", "tyres.mu_y_rear=0.9,1.05,1.2"}, 2);
}

/// Runs whose lap is `linear` x a plane and `noise` x chance; returns how many.
static int invent(const Sweep *sweep, double linear, double noise, Random *random) {
    int count = (int)sweep_run_count(sweep);
    assert_true(count <= RUNS_MAX);
    for (int i = 0; i < count; i++) {
        double values[SWEEP_VARIABLES_MAX], lap = 30.0;
        sweep_run_values(sweep, i, values);
        for (int k = 0; k < sweep->variable_count; k++) {
            lap += linear * values[k] / sweep->variables[k].values[0];
        }
        results[i] = (SweepResult){.run = i, .done = true};
        lap += noise * (double)random_range(random, -1.0f, 1.0f);
        metric_set(&results[i].values, METRIC_lap_lap_s, lap);
    }
    return count;
}

static SweepFit fit(const Sweep *sweep, int count) {
    SweepFit out = {0};
    assert_true(sweep_fit(sweep, results, count, METRIC_lap_lap_s, &out));
    return out;
}

static void runs_on_a_line_have_an_r_squared_of_one(void **state) {
    (void)state;
    Random random = random_make(1, 0);
    for (int kind = 0; kind < 3; kind++) {
        Sweep sweep = kind == 0 ? one_number() : two_numbers();
        sweep.random_count = kind == 2 ? 60 : 0;
        SweepFit straight = fit(&sweep, invent(&sweep, 2.0, 0.0, &random));
        assert_true(straight.has_r_squared && !sweep_fit_is_poor(&straight));
        assert_near(straight.r_squared, 1.0, 1e-9);
    }
}

static void runs_by_chance_are_not_believed(void **state) {
    (void)state;
    Random random = random_make(2, 0);
    int poor = 0;
    for (int round = 0; round < 500; round++) {
        Sweep sweep = two_numbers(); // 15 runs: noise reaches 0.5 once in 64 sweeps
        SweepFit chance = fit(&sweep, invent(&sweep, 0.0, 1.0, &random));
        assert_true(chance.has_r_squared && chance.r_squared >= 0.0 && chance.r_squared <= 1.0);
        poor += sweep_fit_is_poor(&chance) ? 1 : 0;
    }
    print_message("%d of 500 sweeps of noise are warned of\n", poor);
    assert_true(poor > 470);
}

/// The worst of it: a line through a valley is level, however deep the valley is.
static void runs_that_bend_are_not_believed(void **state) {
    (void)state;
    Random random = random_make(3, 0);
    Sweep sweep = one_number();
    int count = invent(&sweep, 0.0, 0.0, &random);
    for (int i = 0; i < count; i++) {
        double off = i - 0.5 * (count - 1);
        results[i].values.value[METRIC_lap_lap_s] = 30.0 + 0.1 * off * off;
    }
    SweepFit valley = fit(&sweep, count);
    assert_true(sweep_fit_is_poor(&valley));
    assert_near(valley.r_squared, 0.0, 1e-9);
}

/// Of one variable it is the square of the correlation, whatever the units.
static void r_squared_is_that_of_the_books(void **state) {
    (void)state;
    Random random = random_make(4, 0);
    for (int round = 0; round < 200; round++) {
        Sweep sweep = one_number();
        double noise = (double)random_range(&random, 0.01f, 2.0f), n = 0.0;
        int count = invent(&sweep, 1.0, noise, &random);
        double x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
        for (int i = 0; i < count; i++) {
            double values[SWEEP_VARIABLES_MAX], lap = results[i].values.value[METRIC_lap_lap_s];
            results[i].done = i % 5 != 1; // runs that are missing do not count
            if (!results[i].done) {
                continue;
            }
            sweep_run_values(&sweep, i, values);
            n += 1.0;
            x += values[0];
            y += lap;
            xx += values[0] * values[0];
            yy += lap * lap;
            xy += values[0] * lap;
        }
        double squared = pow(n * xy - x * y, 2.0) / ((n * xx - x * x) * (n * yy - y * y));
        SweepFit made = fit(&sweep, count);
        assert_near(made.r_squared, squared, 1e-6);
        for (int i = 0; i < count; i++) {
            results[i].values.value[METRIC_lap_lap_s] *= 1000.0;
        }
        assert_near(fit(&sweep, count).r_squared, made.r_squared, 1e-9);
        assert_int_equal(sweep_fit_is_poor(&made), squared < SWEEP_R_SQUARED_LOW);
    }
}

/// A plane goes through any three points: that says nothing of the plane.
static void as_many_runs_as_unknowns_say_nothing(void **state) {
    (void)state;
    Random random = random_make(5, 0);
    Sweep sweep = two_numbers();
    int count = invent(&sweep, 1.0, 5.0, &random);
    for (int i = 0; i < count; i++) {
        results[i].done = i == 0 || i == 1 || i == 6;
    }
    SweepFit exact = fit(&sweep, count);
    assert_false(exact.has_r_squared || sweep_fit_is_poor(&exact));
    results[9].done = true;
    assert_true(fit(&sweep, count).has_r_squared);
    count = invent(&sweep, 0.0, 0.0, &random); // and nothing is explained where nothing differs
    SweepFit level = fit(&sweep, count);
    assert_false(level.has_r_squared || sweep_fit_is_poor(&level));
}

/// A clock of our own: lines stand SWEEP_PROGRESS_S apart, but for the wait for a run to end.
static void a_log_gets_a_line_every_ten_seconds(void **state) {
    (void)state;
    Random random = random_make(6, 0);
    for (int round = 0; round < 50; round++) {
        const double start = 1000.0;
        double now = start, last = start, longest = 0.0, least = SWEEP_PROGRESS_S;
        int lines = 0, count = 100;
        char line[SWEEP_PROGRESS_TEXT_MAX];
        SweepProgress progress = sweep_progress_make(start, 2, 8);
        for (int done = 1; done < count; done++) {
            double run = (double)random_range(&random, 0.1f, 3.0f);
            now += run;
            longest = fmax(longest, run);
            if (!sweep_progress_line(&progress, now, done, count, line)) {
                assert_true(now - last < SWEEP_PROGRESS_S);
                continue;
            }
            lines++;
            least = fmin(least, now - last);
            assert_true(now - last <= SWEEP_PROGRESS_S + longest);
            last = now;
            int told = 0, of = 0;
            double left = -1.0;
            assert_int_equal(
                sscanf(line, "axle: shard 3/8: %d of %d runs, about %lf s left", &told, &of, &left),
                3);
            assert_true(told == done && of == count && left >= 0.0);
            assert_true(strchr(line, '\n') == line + strlen(line) - 1);
        }
        assert_true(lines > 3 && least >= SWEEP_PROGRESS_S);
        assert_true(sweep_progress_line(&progress, now, count, count, line));
        assert_non_null(strstr(line, "100 of 100 runs in "));
        assert_false(sweep_progress_line(&progress, now + 60.0, count, count, line));
    }
}

static void a_quick_sweep_writes_nothing_into_the_log(void **state) {
    (void)state;
    char line[SWEEP_PROGRESS_TEXT_MAX];
    SweepProgress progress = sweep_progress_make(5.0, 0, 1);
    for (int done = 1; done <= 9; done++) {
        assert_false(sweep_progress_line(&progress, 5.0 + done, done, 9, line));
    }
    progress = sweep_progress_make(5.0, 0, 1);
    assert_true(sweep_progress_line(&progress, 15.0, 1, 9, line));
    assert_string_equal(line, "axle: 1 of 9 runs, about 80 s left\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_on_a_line_have_an_r_squared_of_one),
        cmocka_unit_test(runs_by_chance_are_not_believed),
        cmocka_unit_test(runs_that_bend_are_not_believed),
        cmocka_unit_test(r_squared_is_that_of_the_books),
        cmocka_unit_test(as_many_runs_as_unknowns_say_nothing),
        cmocka_unit_test(a_log_gets_a_line_every_ten_seconds),
        cmocka_unit_test(a_quick_sweep_writes_nothing_into_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
