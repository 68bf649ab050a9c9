#include "store/record_board.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static int compare_numbers(double a, double b) { return (a > b) - (a < b); }

static int compare_hashes(Hash128 a, Hash128 b) {
    return a.high != b.high ? (a.high > b.high) - (a.high < b.high)
                            : (a.low > b.low) - (a.low < b.low);
}

/// 0 where two records are of one group.
static int compare_groups(const Record *a, const Record *b) {
    const RecordKey *of_a = &a->key, *of_b = &b->key;
    int order = compare_numbers(of_b->race_version, of_a->race_version);
    order = order != 0 ? order : compare_numbers(a->reverse, b->reverse);
    order = order != 0 ? order : compare_numbers(of_a->laps, of_b->laps);
    order = order != 0 ? order : compare_numbers(of_a->helps, of_b->helps);
    return order != 0 ? order : compare_hashes(of_a->track, of_b->track);
}

static int compare_rows(const void *left, const void *right) {
    const Record *a = &((const RecordBoardRow *)left)->record;
    const Record *b = &((const RecordBoardRow *)right)->record;
    int order = compare_groups(a, b);
    order = order != 0 ? order
                       : compare_numbers(a->state == RECORD_REFUSED, b->state == RECORD_REFUSED);
    order = order != 0 ? order : compare_numbers(a->time_s, b->time_s);
    return order != 0 ? order : (a->id > b->id) - (a->id < b->id);
}

/// Notes the name of a car, in order of the alphabet.
static void note_car(RecordBoard *board, const char *name) {
    int at = 0;
    while (at < board->car_count && strcmp(board->cars[at], name) < 0) {
        at++;
    }
    bool known = at < board->car_count && strcmp(board->cars[at], name) == 0;
    if (known || board->car_count == RECORD_BOARD_CARS_MAX) {
        return;
    }
    memmove(board->cars + at + 1, board->cars + at,
            (size_t)(board->car_count - at) * sizeof *board->cars);
    memcpy(board->cars[at], name, sizeof board->cars[at]);
    board->car_count++;
}

static RecordBoardRow *add_row(RecordBoard *board, const Record *record) {
    board->rows =
        array_reserve(board->rows, board->count + 1, &board->capacity, sizeof *board->rows);
    RecordBoardRow *row = &board->rows[board->count++];
    *row = (RecordBoardRow){.record = *record};
    return row;
}

/// Whether row `index` is the first verified one with its car since row `from`.
static bool is_best_of_car(const RecordBoardRow *rows, int from, int index) {
    for (int i = from; i < index; i++) {
        if (rows[i].record.state == RECORD_VERIFIED &&
            hash_equal128(rows[i].record.key.car, rows[index].record.key.car)) {
            return false;
        }
    }
    return true;
}

/// Whether somebody else has a verified lap with the same car among rows `from` to `to`.
static bool has_beaten_others(const RecordBoardRow *rows, int from, int to, int index) {
    const Record *best = &rows[index].record;
    for (int i = from; i < to; i++) {
        const Record *other = &rows[i].record;
        if (other->state == RECORD_VERIFIED && hash_equal128(other->key.car, best->key.car) &&
            strcmp(other->player, best->player) != 0) {
            return true;
        }
    }
    return false;
}

/// The end of the group that begins with row `from`.
static int end_of_group(const RecordBoardRow *rows, int from, int count) {
    int end = from + 1;
    while (end < count && compare_groups(&rows[end].record, &rows[from].record) == 0) {
        end++;
    }
    return end;
}

/// Puts a heading before each group of the sorted `rows`, and gives places.
static void set_out(RecordBoard *board, const RecordBoardRow *rows, int count) {
    int from = 0, end = 0, place = 0;
    for (int i = 0; i < count; i++) {
        const Record *record = &rows[i].record;
        if (i == 0 || compare_groups(record, &rows[i - 1].record) != 0) {
            add_row(board, record)->heading = true;
            from = i;
            end = end_of_group(rows, i, count);
            place = 0;
        }
        RecordBoardRow *row = add_row(board, record);
        if (record->state == RECORD_VERIFIED) {
            row->place = ++place;
            row->champion = record->key.laps == 0 && record->key.race_version == RACE_VERSION &&
                            place <= RECORD_BOARD_CARS_MAX && is_best_of_car(rows, from, i) &&
                            has_beaten_others(rows, from, end, i);
        }
    }
}

void record_board_make(RecordBoard *board, const RecordList *list, const char *track,
                       const char *car) {
    record_board_destroy(board);
    for (int i = 0; i < list->count; i++) {
        const Record *record = &list->items[i];
        if (strcmp(record->track, track) == 0) {
            note_car(board, record->car_name);
            if (!car || strcmp(record->car_name, car) == 0) {
                add_row(board, record);
            }
        }
    }
    RecordBoardRow *rows = board->rows;
    int count = board->count;
    board->rows = NULL;
    board->count = board->capacity = 0;
    if (count > 0) {
        qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    }
    set_out(board, rows, count);
    free(rows);
}

void record_board_destroy(RecordBoard *board) {
    free(board->rows);
    *board = (RecordBoard){0};
}
