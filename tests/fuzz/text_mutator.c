// How libFuzzer changes texts: half of the time as it likes, else by numbers and lines, so that
// what comes out still reads as a file and gets past the first door.
#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

typedef struct Text {
    char *data;
    size_t size, max;
} Text;

static size_t random_below(Random *random, size_t count) {
    return count == 0 ? 0 : random_u32(random) % count;
}

/// Puts `size` bytes of `with` in the place of `old` bytes at `at`; nothing where there is no room.
static void replace(Text *text, size_t at, size_t old, const char *with, size_t size) {
    if (text->size - old + size > text->max) {
        return;
    }
    memmove(text->data + at + size, text->data + at + old, text->size - at - old);
    memcpy(text->data + at, with, size);
    text->size = text->size - old + size;
}

static bool is_of_number(char c) { return (c >= '0' && c <= '9') || c == '.'; }

/// Finds the number at or after `at`, sign and all.
static bool find_number(const Text *text, size_t at, size_t *begin, size_t *end) {
    while (at < text->size && !is_of_number(text->data[at])) {
        at++;
    }
    while (at > 0 && is_of_number(text->data[at - 1])) {
        at--;
    }
    *end = at;
    while (*end < text->size && is_of_number(text->data[*end])) {
        ++*end;
    }
    *begin = at > 0 && text->data[at - 1] == '-' ? at - 1 : at;
    return *end > at;
}

static void change_number(Text *text, Random *random) {
    static const char *const wild[] = {"0",     "-0",   "1",    "-1",    "0.001", "1e-30", "1e30",
                                       "1e308", "3e38", "9999", "10000", "20001", "0.5",   "64",
                                       "65",    "180",  "360",  "90",    "1e9",   ".",     "2",
                                       "3",     "4",    "60",   "-90",   "0.01",  "32",    "1000"};
    size_t begin, end;
    if (!find_number(text, random_below(random, text->size), &begin, &end)) {
        return;
    }
    if (random_u32(random) % 4 == 0) {
        const char *number = wild[random_below(random, sizeof wild / sizeof *wild)];
        replace(text, begin, end - begin, number, strlen(number));
        return;
    }
    long whole = 0;
    for (size_t i = begin; i < end && text->data[i] != '.' && whole < 100000; i++) {
        whole = text->data[i] == '-' ? whole : whole * 10 + (text->data[i] - '0');
    }
    whole = text->data[begin] == '-' ? -whole : whole;
    char number[32];
    int reach = random_u32(random) % 2 == 0 ? 3 : 100;
    int size = snprintf(number, sizeof number, "%ld.%u",
                        whole + (long)random_below(random, (size_t)(2 * reach + 1)) - reach,
                        random_u32(random) % 1000);
    replace(text, begin, end - begin, number, (size_t)size);
}

/// Copies the number at one place to another: points that coincide, lengths that fit.
static void copy_number(Text *text, Random *random) {
    size_t from, from_end, to, to_end;
    char number[32];
    if (find_number(text, random_below(random, text->size), &from, &from_end) &&
        find_number(text, random_below(random, text->size), &to, &to_end) &&
        from_end - from < sizeof number) {
        memcpy(number, text->data + from, from_end - from);
        replace(text, to, to_end - to, number, from_end - from);
    }
}

/// The run of bytes from one of `marks` (or the beginning) to behind the next one.
static void find_part(const Text *text, size_t at, const char *marks, size_t *begin, size_t *end) {
    *begin = *end = at;
    while (*begin > 0 && !strchr(marks, text->data[*begin - 1])) {
        --*begin;
    }
    while (*end < text->size && !strchr(marks, text->data[*end])) {
        ++*end;
    }
    *end += *end < text->size ? 1 : 0;
}

/// Leaves a line or an element out, writes it twice, or copies it elsewhere.
static void move_part(Text *text, Random *random) {
    const char *marks = random_u32(random) % 2 == 0 ? "\n" : ",]}>";
    size_t begin, end, to, to_end;
    find_part(text, random_below(random, text->size), marks, &begin, &end);
    char part[512];
    if (end - begin > sizeof part) {
        return;
    }
    memcpy(part, text->data + begin, end - begin);
    size_t size = end - begin;
    switch (random_u32(random) % 3) {
    case 0:
        replace(text, begin, size, "", 0);
        break;
    case 1:
        replace(text, end, 0, part, size);
        break;
    default:
        find_part(text, random_below(random, text->size), marks, &to, &to_end);
        replace(text, to_end, 0, part, size);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    Random random = random_make(seed, 1);
    if (size == 0 || random_u32(&random) % 2 == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    Text text = {(char *)data, size, max_size};
    for (unsigned i = random_u32(&random) % 3; i < 3 && text.size > 0; i++) {
        switch (random_u32(&random) % 4) {
        case 0:
            copy_number(&text, &random);
            break;
        case 1:
            move_part(&text, &random);
            break;
        default:
            change_number(&text, &random);
        }
    }
    return text.size;
}
