// The door of YAML. Anything but a tree or a message is a finding.
#include "formats/yaml.h"

#include "fuzz.h"

/// Visits every node, so that the sanitizer sees each byte of the tree.
static size_t count_bytes(const YamlNode *node, size_t limit) {
    size_t bytes = (node->text ? strlen(node->text) : 0) + (node->key ? strlen(node->key) : 0);
    ASSERT(node->begin <= node->end && node->end <= limit);
    ASSERT(node->place.line >= 1 && node->place.column >= 1);
    for (const YamlNode *member = node->first; member; member = member->next) {
        bytes += count_bytes(member, limit);
    }
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    Arena arena = {0};
    char *text = fuzz_copy(data, size, false);
    const YamlNode *root = yaml_read(text, size, "fuzz", &arena, &messages);
    ASSERT((root == NULL) == (messages.error_count > 0));
    if (root) {
        count_bytes(root, size);
    }
    free(text);
    arena_destroy(&arena);
    return 0;
}
