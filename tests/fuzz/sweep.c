// The door of a sweep's CSV.
#include "tune/manoeuvre.h"
#include "tune/sweep_csv.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum {
        RUNS = 9
    };
    static MessageList messages;
    static Sweep sweep;
    static SweepResult results[RUNS];
    messages = (MessageList){0};
    if (sweep.variable_count == 0) {
        const CarParams car = car_params_default();
        ASSERT(sweep_vary(&sweep, "body.mass=1200,1300,1400", &car, &messages));
        ASSERT(sweep_vary(&sweep, "tyres.mu_y_rear=1:1.2:0.1", &car, &messages));
    }
    for (int i = 0; i < RUNS; i++) {
        results[i] = (SweepResult){.run = i};
    }
    char *text = fuzz_copy(data, size, true);
    bool good =
        sweep_csv_read(text, "fuzz.csv", &sweep, 1u << MANOEUVRE_LAUNCH, results, RUNS, &messages);
    ASSERT(good == (messages.error_count == 0));
    free(text);
    return 0;
}
