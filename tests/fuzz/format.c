// The reader of comments, the writer and the splice: a text that says something else after being
// written is a finding.
#include "formats/yaml_build.h"
#include "formats/yaml_comments.h"
#include "formats/yaml_write.h"
#include "track_file/splice.h"
#include "track_file/track_write.h"

#include "fuzz.h"

/// Writes the track in the one form, twice: the second time nothing changes.
static void check_format(YamlNode *root, Arena *arena, MessageList *messages) {
    TextBuffer first = {0};
    TextBuffer second = {0};
    YamlNode *wanted = track_canonical(root, NULL, arena);
    yaml_write(wanted, &first);
    YamlNode *read = yaml_read(first.text, first.size, "first", arena, messages);
    ASSERT(read != NULL && yaml_build_equal(read, wanted));
    yaml_comments_read(read, first.text, first.size, arena);
    track_write(read, &second);
    ASSERT(second.size == first.size && memcmp(first.text, second.text, first.size) == 0);
    free(first.text);
    free(second.text);
}

/// Deletes, doubles or changes a node that the bytes pick, and splices that.
static void check_splice(const char *text, size_t size, const YamlNode *root, Arena *arena,
                         MessageList *messages) {
    YamlNode *after = yaml_build_copy(arena, root);
    YamlNode *node = after;
    for (size_t i = 0; i < size && node->count > 0; i++) {
        YamlNode *member = node->first;
        for (int skip = (unsigned char)text[size - 1 - i] % node->count; skip > 0; skip--) {
            member = member->next;
        }
        bool stop = text[i] % 3 == 0;
        if (stop && node->kind == YAML_MAP) {
            yaml_build_remove(node, member->key);
        } else if (stop) {
            yaml_build_add(node, yaml_build_copy(arena, member));
        }
        if (stop) {
            break;
        }
        node = member;
    }
    if (node->kind == YAML_TEXT) {
        node->text = "changed";
    }
    TextBuffer out = {0};
    splice_write(text, size, after, &out);
    YamlNode *read = yaml_read(out.text, out.size, "spliced", arena, messages);
    ASSERT(read != NULL && yaml_build_equal(track_canonical(read, NULL, arena),
                                            track_canonical(after, NULL, arena)));
    free(out.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    messages = (MessageList){0};
    Arena arena = {0};
    char *text = fuzz_copy(data, size, false);
    YamlNode *root = yaml_read(text, size, "fuzz", &arena, &messages);
    if (root && root->kind == YAML_MAP) {
        check_splice(text, size, root, &arena, &messages);
        yaml_comments_read(root, text, size, &arena);
        check_format(root, &arena, &messages);
    }
    free(text);
    arena_destroy(&arena);
    return 0;
}
