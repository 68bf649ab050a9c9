#include "tune/limits.h"

#include "base/number.h"
#include "formats/yaml.h"

#include <stdio.h>
#include <string.h>

#define FORMAT "limits/1"
#define BOUND  1e6 ///< Larger than any figure.

static void read_format(const YamlNode *root, MessageList *messages) {
    const YamlNode *node = yaml_require(root, "format", "format: " FORMAT, messages);
    const char *text = "";
    if (yaml_text(node, "format", 1, 40, &text, messages) && strcmp(text, FORMAT) != 0) {
        message_add(messages, MESSAGE_E830, node->place, text);
    }
}

static bool read_bound(const YamlNode *node, const char *key, double *out, MessageList *messages) {
    float value = 0.0f;
    const YamlNode *member = yaml_find(node, key);
    if (!yaml_number(member, key, "", -BOUND, BOUND, &value, messages)) {
        return false;
    }
    // 6.9 of the file means 6.9, not the float beside it.
    return number_parse(member->text, out);
}

static void read_limit(const YamlNode *node, Limits *out, MessageList *messages) {
    static const char *const keys[] = {"min", "max"};
    int metric = metric_find(node->key);
    if (metric < 0) {
        char nearest[METRIC_NAME_MAX], help[METRIC_NAME_MAX + 48];
        if (metric_nearest(node->key, nearest)) {
            snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
        } else {
            snprintf(help, sizeof help, "`axle tune metrics` lists them");
        }
        message_add(messages, MESSAGE_E211, node->key_place, "figure", node->key, help);
        return;
    }
    if (!yaml_check_keys(node, node->key, keys, 2, NULL, 0, messages)) {
        return;
    }
    Limit limit = {0};
    int errors = messages->error_count;
    limit.has_min = read_bound(node, "min", &limit.min, messages);
    limit.has_max = read_bound(node, "max", &limit.max, messages);
    if (messages->error_count > errors) {
        return;
    }
    if (!limit.has_min && !limit.has_max) {
        message_add(messages, MESSAGE_E831, node->place, node->key, node->key);
    } else if (limit.has_min && limit.has_max && limit.min > limit.max) {
        message_add(messages, MESSAGE_E832, node->place, node->key);
    } else {
        out->of[metric] = limit;
    }
}

bool limits_read(const char *text, size_t size, const char *name, Limits *out,
                 MessageList *messages) {
    int errors_before = messages->error_count;
    Arena arena = {0};
    const YamlNode *root = yaml_read(text, size, name, &arena, messages);
    Limits made = {0};
    if (root && root->kind != YAML_MAP) {
        yaml_check_keys(root, "the file", NULL, 0, NULL, 0, messages);
    } else if (root) {
        read_format(root, messages);
        for (const YamlNode *node = root->first; node; node = node->next) {
            if (strcmp(node->key, "format") != 0 && strncmp(node->key, "x-", 2) != 0) {
                read_limit(node, &made, messages);
            }
        }
    }
    arena_destroy(&arena);
    if (messages->error_count > errors_before) {
        return false;
    }
    *out = made;
    return true;
}

bool limits_break(const Limits *limits, const MetricValues *values, int metric, bool missing) {
    const Limit *limit = &limits->of[metric];
    double value = values->value[metric];
    if (!values->has[metric]) {
        return missing && (limit->has_min || limit->has_max);
    }
    return (limit->has_min && !(value >= limit->min)) || (limit->has_max && !(value <= limit->max));
}
