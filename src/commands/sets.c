#include "commands/sets.h"

#include "base/assert.h"
#include "commands/commands.h"
#include "session/load.h"
#include "tune/change.h"
#include "vehicle/car_write.h"

#include <stdlib.h>

int sets_apply(const OptionTexts *sets, CarParams *params) {
    MessageList messages = {0};
    if (sets) {
        change_apply(sets->items, sets->count, params, &messages);
    }
    messages_print(&messages, stderr, NULL);
    return messages.error_count > 0 ? EXIT_USAGE : EXIT_FINE;
}

int sets_numbers(const char *car, const OptionTexts *sets, char **text) {
    CarFile file;
    *text = NULL;
    if (sets->count == 0) {
        return EXIT_FINE;
    }
    int code = load_car(options_data_folder, car, &file);
    CarParams loaded = file.params;
    code = code == EXIT_FINE ? sets_apply(sets, &file.params) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    *text = malloc(CAR_WRITE_MAX);
    ASSERT(*text != NULL);
    file.base[0] = '\0';
    car_write(&file, NULL, &loaded, *text);
    return EXIT_FINE;
}
