// The door of window.yaml: a place with sides, or none. What is read is written and read again the
// same.
#include "platform/window_place.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const WindowScreen screens[] = {{0, 0, 1920, 1080}, {1920, -200, 2560, 1440}};
    char *text = fuzz_copy(data, size, true), written[WINDOW_PLACE_TEXT];
    WindowPlace place = window_place_read(text, size);
    if (place.width > 0) {
        window_place_write(&place, written);
        WindowPlace again = window_place_read(written, strlen(written));
        ASSERT(again.width == place.width && again.height == place.height);
        ASSERT(again.x == place.x && again.y == place.y && again.placed == place.placed);
        WindowPlace fit = window_place_fit(place, screens, 2);
        ASSERT(fit.width >= WINDOW_MIN_WIDTH && fit.width <= 2560);
        ASSERT(fit.height >= WINDOW_MIN_HEIGHT && fit.height <= 1440);
    } else {
        ASSERT(place.height == 0 && !place.placed && !place.maximized);
    }
    free(text);
    return 0;
}
