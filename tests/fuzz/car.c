// The doors of cars and of limits on their figures: YAML of a fixed form. What is good is made into
// a car.
#include "vehicle/car.h"

#include "tune/limits.h"
#include "vehicle/car_file.h"

#include "fuzz.h"

static void check_good(const CarFile *car) {
    CarModel model = car_model_make(&car->params);
    Hull hull = car_model_hull(&model);
    ASSERT(hull.count > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    char *text = fuzz_copy(data, size, true);
    CarFile car = {0};
    char base[CAR_BASE_MAX];
    car_file_base(text, size, "fuzz.car.yaml", base);
    bool good = car_file_read(text, size, "fuzz.car.yaml", NULL, &car, &messages);
    ASSERT(good == (messages.error_count == 0));
    if (good) {
        check_good(&car);
    }
    messages = (MessageList){0};
    Limits limits = {0};
    good = limits_read(text, size, "limits.yaml", &limits, &messages);
    ASSERT(good == (messages.error_count == 0));
    free(text);
    return 0;
}
