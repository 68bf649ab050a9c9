// The door of settings. What is read is written back with other values, read again, and the same.
#include "base/random.h"
#include "store/settings_text.h"

#include "fuzz.h"

/// Moves some of the settings.
static void change(Settings *settings, Random *random) {
    for (int i = 0; i < 6; i++) {
        const SettingRow *row = &setting_rows[random_u32(random) % (uint32_t)setting_row_count];
        int seats = row->group == SETTING_GROUP_SEAT ? SETTINGS_SEATS : 1;
        setting_move(row, settings, (int)(random_u32(random) % (uint32_t)seats), 1);
    }
    settings->seats[random_u32(random) % SETTINGS_SEATS].keys[SETTING_ACTION_GAS][0] = 'G';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    char *text = fuzz_copy(data, size, true);
    Settings settings, again;
    if (settings_read(text, size, "fuzz.settings.yaml", &settings, &messages)) {
        TextBuffer written = {0};
        Random random = random_make(size, 16);
        change(&settings, &random);
        settings_write(text, size, &settings, &written);
        messages = (MessageList){0};
        ASSERT(settings_read(written.text, written.size, "fuzz", &again, &messages));
        ASSERT(settings_same(&settings, &again));
        free(written.text);
    } else {
        ASSERT(messages.error_count > 0);
    }
    free(text);
    return 0;
}
