#include "base/print.h"

#include "base/assert.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum {
    FLAGS_MAX = 8,
    SPEC_MAX = 48,
    WHOLE = -1 ///< A precision that is not given; less is as good.
};

/// The arguments of one call, so that functions can take them in turn.
typedef struct Arguments {
    va_list list;
} Arguments;

/// One conversion of a format: `%-*.3lld`.
typedef struct Spec {
    char flags[FLAGS_MAX];
    int width, precision; ///< 0, WHOLE: not given.
    char length[3];       ///< "", "l", "ll", "z"
    char conversion;
} Spec;

static int take_number(const char **format, Arguments *arguments) {
    int value = 0;
    if (**format == '*') {
        ++*format;
        return va_arg(arguments->list, int);
    }
    for (; **format >= '0' && **format <= '9'; ++*format) {
        value = 10 * value + (**format - '0');
    }
    return value;
}

static void take_letters(const char **format, const char *letters, char *out, size_t size) {
    size_t count = strspn(*format, letters);
    ASSERT(count < size);
    memcpy(out, *format, count);
    out[count] = '\0';
    *format += count;
}

/// Reads what follows a '%' and moves `format` past it.
static Spec take_spec(const char **format, Arguments *arguments) {
    Spec spec = {.precision = WHOLE};
    take_letters(format, "-+ #0", spec.flags, sizeof spec.flags - 1); // room for one more
    spec.width = take_number(format, arguments);
    if (spec.width < 0) { // of a '*', as printf takes it
        strcat(spec.flags, "-");
        spec.width = -spec.width;
    }
    if (**format == '.') {
        ++*format;
        spec.precision = take_number(format, arguments);
    }
    take_letters(format, "lz", spec.length, sizeof spec.length);
    spec.conversion = *(*format)++;
    return spec;
}

/// Writes at most `max` bytes of `text`, masked. With `out` NULL only counts. Returns code points.
static int put_masked(FILE *out, const char *text, size_t max) {
    int count = 0;
    size_t at = 0;
    while (at < max && text[at]) {
        int size;
        bool shown = text_is_shown(text_code_point(text + at, &size));
        if (at + (size_t)size > max) { // cut in half by the precision
            break;
        }
        for (int i = 0; i < size && out; i++) {
            putc(shown ? text[at + (size_t)i] : '?', out);
        }
        count += shown ? 1 : size;
        at += (size_t)size;
    }
    return count;
}

static void put_text(FILE *out, const Spec *spec, const char *text) {
    size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    int padding = spec->width > 0 ? spec->width - put_masked(NULL, text, max) : 0;
    bool left = strchr(spec->flags, '-') != NULL;
    if (!left && padding > 0) {
        fprintf(out, "%*s", padding, "");
    }
    put_masked(out, text, max);
    if (left && padding > 0) {
        fprintf(out, "%*s", padding, "");
    }
}

static intmax_t take_signed(const Spec *spec, Arguments *arguments) {
    if (spec->length[0] == 'l') {
        return spec->length[1] ? va_arg(arguments->list, long long) : va_arg(arguments->list, long);
    }
    return spec->length[0] == 'z' ? (intmax_t)va_arg(arguments->list, size_t)
                                  : va_arg(arguments->list, int);
}

static uintmax_t take_unsigned(const Spec *spec, Arguments *arguments) {
    if (spec->length[0] == 'l') {
        return spec->length[1] ? va_arg(arguments->list, unsigned long long)
                               : va_arg(arguments->list, unsigned long);
    }
    return spec->length[0] == 'z' ? va_arg(arguments->list, size_t)
                                  : va_arg(arguments->list, unsigned);
}

/// The conversion as a format of printf, with `length` in place of its own.
static const char *spec_text(const Spec *spec, const char *length, char out[SPEC_MAX]) {
    char width[16] = "", precision[16] = "";
    if (spec->width > 0) {
        snprintf(width, sizeof width, "%d", spec->width);
    }
    if (spec->precision >= 0) {
        snprintf(precision, sizeof precision, ".%d", spec->precision);
    }
    snprintf(out, SPEC_MAX, "%%%s%s%s%s%c", spec->flags, width, precision, length,
             spec->conversion);
    return out;
}

static void put_value(FILE *out, const Spec *spec, Arguments *arguments) {
    char text[SPEC_MAX];
    switch (spec->conversion) {
    case '%':
        putc('%', out);
        break;
    case 's':
        put_text(out, spec, va_arg(arguments->list, const char *));
        break;
    case 'c':
        text[0] = (char)va_arg(arguments->list, int);
        text[1] = '\0';
        put_text(out, spec, text);
        break;
    case 'd':
    case 'i':
        fprintf(out, spec_text(spec, "j", text), take_signed(spec, arguments));
        break;
    case 'u':
    case 'x':
    case 'X':
        fprintf(out, spec_text(spec, "j", text), take_unsigned(spec, arguments));
        break;
    default:
        ASSERT(strchr("fgeFGE", spec->conversion) != NULL);
        fprintf(out, spec_text(spec, "", text), va_arg(arguments->list, double));
        break;
    }
}

void print_list(FILE *out, const char *format, va_list arguments) {
    ASSERT(out != NULL && format != NULL);
    Arguments own;
    va_copy(own.list, arguments);
    for (;;) {
        size_t plain = strcspn(format, "%");
        fwrite(format, 1, plain, out);
        format += plain;
        if (!*format) {
            break;
        }
        format++;
        Spec spec = take_spec(&format, &own);
        put_value(out, &spec, &own);
    }
    va_end(own.list);
    if (out == stderr) {
        fflush(out);
    }
}

void print_to(FILE *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_list(out, format, arguments);
    va_end(arguments);
}

void print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_list(stdout, format, arguments);
    va_end(arguments);
}

void print_as_is(FILE *out, const char *text, size_t size) {
    ASSERT(out != NULL && (text != NULL || size == 0));
    fwrite(text, 1, size, out);
}

void print_begin(void) {
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); // so that print_list writes in one go
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            // What is written to standard output must fail still; nobody waits for errors then.
            int opened = open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
            ASSERT(opened == stream || opened < 0);
        }
    }
}

/// Writes out what `out` holds. False where something of it got lost; `*error` is then an errno, or
/// 0 where it was lost before.
static bool flush(FILE *out, int *error) {
    bool lost = ferror(out) != 0;
    errno = 0;
    bool fine = fflush(out) == 0 && !lost;
    *error = errno;
    return fine;
}

bool print_end(void) {
    int error;
    bool fine = flush(stdout, &error);
    // A device may tell only now that it is full, as NFS does.
    if (fine && close(STDOUT_FILENO) != 0 && errno != EBADF) {
        error = errno;
        fine = false;
    }
    if (!fine) {
        print_to(stderr, "axle: cannot write to standard output%s%s\n", error ? ": " : "",
                 error ? strerror(error) : "");
    }
    return flush(stderr, &error) && fine;
}
