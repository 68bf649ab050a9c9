#include "import/csv_table.h"

#include "base/number.h"
#include "base/text.h"

#include <string.h>

enum {
    VALUE_TEXT_MAX = 48, ///< Bytes of one number, with its terminator.
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// ---- lines ----------------------------------------------------------------------------------

/// Goes on to the next line, whatever it holds. `comment` gets what stands behind its #, NULL where
/// there is none. False behind the last.
static bool next_line(CsvTable *table, CsvCell *comment) {
    if (table->next >= table->size) {
        return false;
    }
    table->start = table->text + table->next;
    const char *end = memchr(table->start, '\n', table->size - table->next);
    table->length = end ? (size_t)(end - table->start) : table->size - table->next;
    table->next += table->length + 1;
    table->line++;
    *comment = (CsvCell){0};
    const char *hash = memchr(table->start, '#', table->length);
    if (hash) {
        *comment = (CsvCell){hash + 1, table->length - (size_t)(hash + 1 - table->start)};
        table->length = (size_t)(hash - table->start);
    }
    while (table->length > 0 && is_blank(table->start[table->length - 1])) {
        table->length--;
    }
    return true;
}

static bool is_empty(const CsvTable *table) {
    return table->length == 0; // blanks at its end are off
}

/// Whether the text is one of words, as spreadsheets put above their columns: it has letters, and
/// not two numbers among its words.
static bool has_words(const char *text, size_t size) {
    int numbers = 0;
    bool letters = false; // but for the e of 1e5
    bool only_number = true;
    size_t digits = 0;
    for (size_t i = 0; i <= size; i++) {
        char c = i < size ? text[i] : ' ';
        if (is_blank(c) || c == ',' || c == ';' || c == '"') {
            numbers += only_number && digits > 0;
            only_number = true;
            digits = 0;
            continue;
        }
        digits += c >= '0' && c <= '9';
        only_number = only_number && strchr("0123456789+-.eE", c) != NULL;
        letters = letters || (is_letter(c) && c != 'e' && c != 'E');
    }
    return letters && numbers < 2;
}

bool csv_next(CsvTable *table) {
    CsvCell comment;
    while (table->first_line > 0 && next_line(table, &comment)) {
        if (!is_empty(table) && table->line >= table->first_line) {
            return true;
        }
    }
    return false;
}

// ---- cells ----------------------------------------------------------------------------------

static CsvCell trimmed(const char *begin, const char *stop) {
    while (begin < stop && is_blank(*begin)) {
        begin++;
    }
    while (stop > begin && is_blank(stop[-1])) {
        stop--;
    }
    if (stop - begin >= 2 && *begin == '"' && stop[-1] == '"') {
        begin++;
        stop--;
    }
    return (CsvCell){begin, (size_t)(stop - begin)};
}

static bool parts(char separator, char c) {
    return separator == ' ' ? is_blank(c) : c == separator;
}

/// Splits `size` bytes of `text`. A separator at the end parts nothing.
static int split(char separator, const char *text, size_t size, CsvCell cells[CSV_COLUMNS_MAX]) {
    const char *end = text + size;
    int count = 0;
    for (const char *at = text; at < end; at++) {
        while (separator == ' ' && at < end && is_blank(*at)) {
            at++;
        }
        const char *begin = at;
        bool quoted = false;
        while (at < end && (quoted || !parts(separator, *at))) {
            quoted ^= *at == '"';
            at++;
        }
        if (count < CSV_COLUMNS_MAX) {
            cells[count] = trimmed(begin, at);
        }
        count++;
    }
    return count;
}

int csv_cells(const CsvTable *table, CsvCell cells[CSV_COLUMNS_MAX]) {
    return split(table->separator, table->start, table->length, cells);
}

int csv_column(const CsvTable *table, const char *at) {
    int column = 1;
    for (const char *before = table->start; before < at; before++) {
        column += !text_continues(*before);
    }
    return column;
}

bool csv_number(const CsvTable *table, CsvCell cell, double *out, MessageList *messages) {
    char word[VALUE_TEXT_MAX];
    bool fits = cell.size < sizeof word;
    size_t kept = fits ? cell.size : text_cut(cell.text, sizeof word - 1);
    memcpy(word, cell.text, kept);
    word[kept] = '\0';
    char *comma = table->separator == ',' ? NULL : strchr(word, ',');
    if (comma) {
        *comma = '.';
    }
    if (fits && number_parse(word, out)) {
        return true;
    }
    if (comma) {
        *comma = ',';
    }
    message_add(messages, MESSAGE_E621,
                (Place){table->file, table->line, csv_column(table, cell.text)}, word,
                table->separator == ',' ? "write it as 12.5, with a comma between two"
                                        : "write it as 12.5 or 12,5");
    return false;
}

// ---- what parts the columns, and their names ------------------------------------------------

/// Whether a comma with a blank behind it stands in the line: it parts columns.
static bool has_loose_comma(const char *text, size_t size) {
    for (size_t i = 0; i + 1 < size; i++) {
        if (text[i] == ',' && is_blank(text[i + 1])) {
            return true;
        }
    }
    return false;
}

static char find_separator(const char *text, size_t size) {
    while (size > 0 && is_blank(*text)) {
        text++;
        size--;
    }
    if (memchr(text, ';', size)) {
        return ';';
    }
    if (memchr(text, '\t', size) && !has_loose_comma(text, size)) {
        return '\t';
    }
    return memchr(text, ',', size) ? ',' : ' ';
}

/// A line above the values that may name the columns.
typedef struct Heading {
    const char *start; ///< Of the whole line.
    CsvCell words;
    int line;
    bool is_comment;
} Heading;

/// Takes the names from `heading`, where it has as many as the line of values has cells.
static void take_names(CsvTable *table, const Heading *heading, int count,
                       bool (*wanted)(const CsvCell *names, int count)) {
    CsvCell names[CSV_COLUMNS_MAX];
    if (!heading->words.text || count > CSV_COLUMNS_MAX ||
        split(table->separator, heading->words.text, heading->words.size, names) != count ||
        (heading->is_comment && !wanted(names, count))) {
        return;
    }
    memcpy(table->names, names, (size_t)count * sizeof *names);
    table->name_count = count;
    table->name_line = heading->line;
    table->name_start = heading->start;
}

CsvTable csv_open(const char *text, size_t size, const char *file,
                  bool (*wanted)(const CsvCell *names, int count)) {
    bool mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; // byte-order mark
    CsvTable table = {.file = file, .text = text, .size = size, .next = mark ? 3 : 0};
    Heading headings[8]; // the last ones, of which one may have the names
    int heading_count = 0;
    CsvCell comment;
    while (table.first_line == 0 && next_line(&table, &comment)) {
        bool words = has_words(table.start, table.length);
        if (!is_empty(&table) && !words) {
            table.first_line = table.line;
            table.separator = find_separator(table.start, table.length);
        } else if (words || comment.text) {
            CsvCell cell = words ? (CsvCell){table.start, table.length} : comment;
            headings[heading_count++ % 8] = (Heading){table.start, cell, table.line, !words};
        }
    }
    if (table.first_line > 0) {
        CsvCell cells[CSV_COLUMNS_MAX];
        int count = csv_cells(&table, cells);
        int first = heading_count > 8 ? heading_count - 8 : 0;
        for (int i = heading_count - 1; i >= first && table.name_count == 0; i--) {
            take_names(&table, &headings[i % 8], count, wanted);
        }
    }
    table.next = mark ? 3 : 0;
    table.line = 0;
    return table;
}
