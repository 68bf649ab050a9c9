// Runs a fuzzer where there is no libFuzzer: over every file of the folders that are its arguments,
// and over copies of them that are cut short or spoilt, the same ones each time.
#include "base/file.h"
#include "base/random.h"

#include <stdio.h>

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
    __attribute__((weak));

enum {
    FILES_MAX = 1000,
    COPIES = 20, ///< Of each file.
    ROOM = 1024, ///< Bytes that a copy may grow by.
};

static Random random_of_all;

/// What libFuzzer's own function does, in short: one byte changed, left out or put in.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    uint32_t kind = random_u32(&random_of_all) % 4;
    size_t at = random_u32(&random_of_all) % (size + 1);
    if (at == size || kind == 0) {
        return kind == 1 ? at : size;
    }
    if (kind == 2 && size < max_size) {
        memmove(data + at + 1, data + at, size - at);
        size++;
    }
    data[at] = (uint8_t)random_u32(&random_of_all);
    return size;
}

static void run_spoilt(const FileBytes *file) {
    size_t max = file->size + ROOM;
    uint8_t *copy = malloc(max);
    ASSERT(copy != NULL);
    for (int i = 0; i < COPIES; i++) {
        memcpy(copy, file->data, file->size);
        unsigned seed = random_u32(&random_of_all);
        size_t size = LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(copy, file->size, max, seed)
                                              : LLVMFuzzerMutate(copy, file->size, max);
        LLVMFuzzerTestOneInput(copy, size);
    }
    free(copy);
}

static int run_folder(const char *folder) {
    static char *names[FILES_MAX];
    int count = file_list(folder, "", names, FILES_MAX);
    for (int i = 0; i < count; i++) {
        char path[4096];
        FileBytes bytes;
        static MessageList messages;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        ASSERT(file_read(path, FILE_LIMIT, &bytes, &messages));
        LLVMFuzzerTestOneInput((const uint8_t *)bytes.data, bytes.size);
        run_spoilt(&bytes);
        file_bytes_free(&bytes);
        free(names[i]);
    }
    return count;
}

int main(int count, char **arguments) {
    int files = 0;
    random_of_all = random_make(1, 1);
    for (int i = 1; i < count; i++) {
        files += run_folder(arguments[i]);
    }
    printf("%d files and %d spoilt copies of each\n", files, COPIES);
    return files > 0 ? 0 : 1;
}
