#include "store/record_columns.h"

#include "base/text.h"

#include <string.h>

enum {
    HASH_DIGITS = 32
};

#define TIME_MAX 1e7 // s: no race takes longer

void record_bind_hash(sqlite3_stmt *query, int at, Hash128 hash) {
    char text[HASH_TEXT_MAX];
    sqlite3_bind_text(query, at, hash_text128(hash, text), -1, SQLITE_TRANSIENT);
}

void record_bind_text(sqlite3_stmt *query, int at, const char *text) {
    sqlite3_bind_text(query, at, text, (int)text_cut(text, strnlen(text, RECORDS_TEXT_MAX - 1)),
                      SQLITE_TRANSIENT);
}

int64_t record_take_integer(sqlite3_stmt *query, int at, int64_t low, int64_t high, bool *bad) {
    int64_t value = sqlite3_column_int64(query, at);
    bool fine = sqlite3_column_type(query, at) == SQLITE_INTEGER && value >= low && value <= high;
    *bad |= !fine;
    return fine ? value : 0;
}

static uint64_t take_digits(const char *text) {
    uint64_t value = 0;
    for (int i = 0; i < 16; i++) {
        char digit = text[i];
        value = value << 4 | (uint64_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    return value;
}

Hash128 record_take_hash(sqlite3_stmt *query, int at, bool *bad) {
    bool is_text = sqlite3_column_type(query, at) == SQLITE_TEXT;
    const char *text = (const char *)sqlite3_column_text(query, at);
    if (!is_text || !text || sqlite3_column_bytes(query, at) != HASH_DIGITS ||
        strspn(text, "0123456789abcdef") != HASH_DIGITS) {
        *bad = true;
        return (Hash128){0};
    }
    return (Hash128){.high = take_digits(text), .low = take_digits(text + 16)};
}

void record_take_text(sqlite3_stmt *query, int at, char out[RECORDS_TEXT_MAX], bool *bad) {
    bool is_text = sqlite3_column_type(query, at) == SQLITE_TEXT;
    const char *text = (const char *)sqlite3_column_text(query, at);
    size_t size = (size_t)sqlite3_column_bytes(query, at);
    if (!is_text || !text || size >= RECORDS_TEXT_MAX || strlen(text) != size) {
        *bad = true;
        return;
    }
    memcpy(out, text, size + 1);
    for (const char *rest = out; *rest;) {
        int length;
        *bad |= !text_is_shown(text_code_point(rest, &length));
        rest += length;
    }
}

double record_take_time(sqlite3_stmt *query, int at, bool *bad) {
    double time_s = sqlite3_column_double(query, at);
    bool fine = sqlite3_column_type(query, at) == SQLITE_FLOAT && time_s > 0.0 && time_s < TIME_MAX;
    *bad |= !fine;
    return fine ? time_s : 0.0;
}
