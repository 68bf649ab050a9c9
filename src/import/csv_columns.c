#include "import/csv_columns.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum {
    WORDS_MAX = 4,
    WORD_MAX = 16, ///< Bytes of a word, with its terminator.
    NAME_MAX = 40, ///< Bytes of a name in a message, with its terminator.
};

/// A name in small letters, cut into words: "w_tr_right_m" is w, tr, right, m.
typedef struct NameWords {
    char words[WORDS_MAX][WORD_MAX];
    int count; ///< More than WORDS_MAX: no name that is known.
} NameWords;

static NameWords words_of(CsvCell name) {
    NameWords out = {0};
    size_t size = 0;
    for (size_t i = 0; i <= name.size; i++) {
        char c = i < name.size ? text_lower(name.text[i]) : ' ';
        bool inside = (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
        if (inside && out.count < WORDS_MAX && size < WORD_MAX - 1) {
            out.words[out.count][size++] = c;
        } else if (inside) {
            out.count = WORDS_MAX + 1; // a longer one
            return out;
        } else if (size > 0) {
            out.count++;
            size = 0;
        }
    }
    return out;
}

static bool is_among(const char *word, const char *list) {
    size_t size = strlen(word);
    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word)) {
        bool begins = at == list || at[-1] == ' ';
        if (begins && (at[size] == ' ' || at[size] == '\0')) {
            return true;
        }
    }
    return false;
}

/// How many of the words are in `list`, names parted by blanks.
static int count_among(const NameWords *name, const char *list) {
    int count = 0;
    for (int i = 0; i < name->count; i++) {
        count += is_among(name->words[i], list);
    }
    return count;
}

/// Whether one word or more is in `list`, and all others are in `beside`.
static bool has_and_only(const NameWords *name, const char *list, const char *beside) {
    int in_list = count_among(name, list);
    return in_list > 0 && in_list + count_among(name, beside) == name->count;
}

static CsvRole role_of(CsvCell cell) {
    static const char beside_place[] = "m deg ref center centre point pos position coord";
    static const char beside_width[] = "m w width tr track road half to";
    static const char known[] =
        "s t z n id nr no i index name number time v vx vy ax ay speed velocity psi yaw heading "
        "kappa curvature radius dist distance ele elevation alt altitude height bank banking "
        "normvec alpha gradient slope sector";
    const NameWords name = words_of(cell);
    if (name.count == 0 || name.count > WORDS_MAX) {
        return CSV_UNKNOWN;
    }
    static const struct {
        CsvRole role;
        const char *words, *beside;
    } rows[] = {
        {CSV_X, "x east easting", beside_place},
        {CSV_Y, "y north northing", beside_place},
        {CSV_LONGITUDE, "lon lng long longitude", beside_place},
        {CSV_LATITUDE, "lat latitude", beside_place},
        {CSV_RIGHT, "right", beside_width},
        {CSV_LEFT, "left", beside_width},
        {CSV_WIDTH, "w width", "m tr track road total full"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (has_and_only(&name, rows[i].words, rows[i].beside)) {
            return rows[i].role;
        }
    }
    return count_among(&name, known) > 0 && count_among(&name, "w width right left") == 0
               ? CSV_KNOWN
               : CSV_UNKNOWN;
}

static CsvColumns columns_of(const CsvCell *names, int count) {
    CsvColumns columns = {.count = count};
    for (int role = 0; role < CSV_ROLE_COUNT; role++) {
        columns.of[role] = -1;
    }
    for (int i = 0; i < count; i++) {
        CsvRole role = role_of(names[i]);
        if (role < CSV_ROLE_COUNT && columns.of[role] < 0) {
            columns.of[role] = i;
        }
    }
    return columns;
}

static bool has_both(const CsvColumns *columns, CsvRole a, CsvRole b) {
    return columns->of[a] >= 0 && columns->of[b] >= 0;
}

bool csv_columns_wanted(const CsvCell *names, int count) {
    CsvColumns columns = columns_of(names, count);
    return has_both(&columns, CSV_X, CSV_Y) || has_both(&columns, CSV_LONGITUDE, CSV_LATITUDE);
}

static const char *cell_text(CsvCell cell, char out[NAME_MAX]) {
    size_t kept = cell.size < NAME_MAX ? cell.size : text_cut(cell.text, NAME_MAX - 1);
    memcpy(out, cell.text, kept);
    out[kept] = '\0';
    return out;
}

static Place name_place(const CsvTable *table, int column) {
    CsvTable names = *table;
    names.start = table->name_start;
    return (Place){table->file, table->name_line, csv_column(&names, table->names[column].text)};
}

/// Says which columns are left out, as a note, and of which that may be a mistake.
static void report_left_out(const CsvTable *table, const CsvColumns *columns, bool verbose,
                            MessageList *messages) {
    char name[NAME_MAX];
    char list[160] = "";
    size_t size = 0;
    for (int i = 0; i < columns->count; i++) {
        CsvRole role = role_of(table->names[i]);
        bool taken = role < CSV_ROLE_COUNT && columns->of[role] == i;
        if (role == CSV_UNKNOWN) {
            message_add(messages, MESSAGE_W621, name_place(table, i),
                        cell_text(table->names[i], name));
        }
        if (!taken && size + NAME_MAX + 3 < sizeof list) {
            size += (size_t)snprintf(list + size, sizeof list - size, "%s%s", size > 0 ? ", " : "",
                                     cell_text(table->names[i], name));
        }
    }
    if (size > 0 && verbose) {
        char what[sizeof list + 24];
        snprintf(what, sizeof what, "columns left out: %s", list);
        message_add(messages, MESSAGE_N630, name_place(table, 0), what);
    }
}

bool csv_columns_read(const CsvTable *table, bool verbose, CsvColumns *out, MessageList *messages) {
    CsvColumns columns = columns_of(table->names, table->name_count);
    bool good = true;
    bool on_map = has_both(&columns, CSV_LONGITUDE, CSV_LATITUDE);
    if (!on_map && !has_both(&columns, CSV_X, CSV_Y)) {
        bool half = columns.of[CSV_LONGITUDE] >= 0 || columns.of[CSV_LATITUDE] >= 0;
        const char *lacks = half ? (columns.of[CSV_LONGITUDE] < 0 ? "lon" : "lat")
                                 : (columns.of[CSV_X] < 0 ? "x" : "y");
        message_add(messages, MESSAGE_E632, name_place(table, 0), lacks,
                    "name the columns x,y or lat,lon");
        good = false;
    }
    if (has_both(&columns, CSV_X, CSV_Y)) {
        columns.of[CSV_LONGITUDE] = columns.of[CSV_LATITUDE] = -1; // metres are nearer the truth
    }
    int right = columns.of[CSV_RIGHT];
    int left = columns.of[CSV_LEFT];
    if ((right < 0) != (left < 0)) {
        message_add(messages, MESSAGE_E632, name_place(table, right < 0 ? left : right),
                    right < 0 ? "w_right" : "w_left",
                    "give both sides, or one column called width");
        good = false;
    }
    if (right >= 0) {
        columns.of[CSV_WIDTH] = -1; // the sides say more
    }
    if (good) {
        report_left_out(table, &columns, verbose, messages);
    }
    *out = columns;
    return good;
}
