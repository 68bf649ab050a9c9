#include "command_line/layer_option.h"

#include <string.h>

OptionTexts layer_option_texts;

int layer_option_take(int parsed, const char *const **layers, int *count) {
    if (parsed != OPTIONS_GO_ON) {
        return parsed;
    }
    for (int i = 0; i < layer_option_texts.count; i++) {
        const char *text = layer_option_texts.items[i];
        const char *colon = strchr(text, ':');
        if (!colon || colon == text || !colon[1]) {
            return options_usage_error(
                "--layer must be KIND:NAME, such as road:Layer1, found \"%s\"", text);
        }
    }
    *layers = layer_option_texts.items;
    *count = layer_option_texts.count;
    return OPTIONS_GO_ON;
}
