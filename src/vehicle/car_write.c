#include "vehicle/car_write.h"

#include "base/assert.h"
#include "base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    FLOAT_DIGITS = 9, ///< Significant digits that bring back every float.
};

/// Text under construction; `out` holds CAR_WRITE_MAX bytes.
typedef struct Writer {
    char *out;
    size_t size;
} Writer;

__attribute__((format(printf, 2, 3))) static void put(Writer *writer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(writer->out + writer->size, CAR_WRITE_MAX - writer->size, format, arguments);
    va_end(arguments);
    // The longest car has 16 torques, 10 gears, 64 corners and 70 numbers, 8 kB, a note of 1000
    // characters, each of which may take 4 bytes, and a look of 48 parts with 12 points, 24 kB.
    ASSERT(length >= 0 && (size_t)length < CAR_WRITE_MAX - writer->size);
    writer->size += (size_t)length;
}

char *car_write_number(float value, char *out) {
    ASSERT(isfinite(value) && out != NULL);
    for (int digits = 1; digits <= FLOAT_DIGITS; digits++) {
        double read = 0.0;
        number_text_digits((double)value, digits, out);
        if (number_parse(out, &read) && (float)read == value) {
            break;
        }
    }
    double size = fabs((double)value);
    if (strchr(out, 'e') && size >= 1.0 && size < 1e9) { // 1e+04 is 10000 to people
        number_text((double)value, 0, out);
    }
    return out;
}

/// In double quotes, so that no name means anything to YAML. Bytes of UTF-8 go through.
static void put_text(Writer *writer, const char *key, const char *text) {
    put(writer, "%s: \"", key);
    for (const char *at = text; *at; at++) {
        if (*at == '"' || *at == '\\') {
            put(writer, "\\%c", *at);
        } else if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            put(writer, "\\x%02X", (unsigned)(unsigned char)*at);
        } else {
            put(writer, "%c", *at);
        }
    }
    put(writer, "\"\n");
}

static void put_point(Writer *writer, bool first, float x, float y) {
    char first_text[NUMBER_TEXT_MAX];
    char second_text[NUMBER_TEXT_MAX];
    put(writer, "%s[%s, %s]", first ? "" : ", ", car_write_number(x, first_text),
        car_write_number(y, second_text));
}

static void put_outline(Writer *writer, const CarParams *params) {
    CarParams outlined = *params;
    if (params->outline_count == 0) { // the box, which an outline of the base would hide
        car_params_outline_box(&outlined);
    }
    put(writer, "outline: [");
    for (int i = 0; i < outlined.outline_count; i++) {
        put_point(writer, i == 0, outlined.outline[i].x, outlined.outline[i].y);
    }
    put(writer, "]   # m\n");
}

static void put_curve(Writer *writer, const CarParams *params) {
    put(writer, "  torque_curve: [");
    for (int i = 0; i < params->torque_count; i++) {
        put_point(writer, i == 0, params->torque_curve[i].rpm, params->torque_curve[i].torque);
    }
    put(writer, "]   # rpm, N m\n");
}

static void put_gears(Writer *writer, const CarParams *params) {
    char text[NUMBER_TEXT_MAX];
    put(writer, "  gears: [");
    for (int i = 0; i < params->gear_count; i++) {
        put(writer, "%s%s", i == 0 ? "" : ", ", car_write_number(params->gears[i], text));
    }
    put(writer, "]   # first to top\n");
}

static void put_row(Writer *writer, const ParamRow *row, const CarParams *params,
                    const CarParams *base) {
    char now[NUMBER_TEXT_MAX];
    char before[NUMBER_TEXT_MAX];
    car_write_number(param_get(row, params), now);
    car_write_number(param_get(row, base), before);
    bool pure = strcmp(row->unit, "1") == 0;
    put(writer, "  %s: %-8s   # %s%swas %s\n", row->name, now, pure ? "" : row->unit,
        pure ? "" : ", ", before);
}

/// All of one group that differs, its lists first. `row` is the group's first; returns the row
/// behind the group.
static int put_group(Writer *writer, int row, const CarParams *params, const CarParams *base) {
    const char *group = car_param_table.rows[row].group;
    bool curve = strcmp(group, "engine") == 0 && !car_params_same_torques(params, base);
    bool gears = strcmp(group, "gearbox") == 0 && !car_params_same_gears(params, base);
    bool open = curve || gears;
    if (open) {
        put(writer, "\n%s:\n", group);
    }
    if (curve) {
        put_curve(writer, params);
    }
    if (gears) {
        put_gears(writer, params);
    }
    for (; row < car_param_table.count; row++) {
        const ParamRow *at = &car_param_table.rows[row];
        if (strcmp(at->group, group) != 0) {
            break;
        }
        if (param_get(at, params) != param_get(at, base)) {
            if (!open) {
                put(writer, "\n%s:\n", group);
            }
            open = true;
            put_row(writer, at, params, base);
        }
    }
    return row;
}

static void put_part(Writer *writer, const BodyworkPart *part) {
    char height[NUMBER_TEXT_MAX];
    put(writer, "    - {paint: %s", bodywork_paints[part->paint].name);
    if (part->sides != BODYWORK_ACROSS) {
        put(writer, ", sides: %s", bodywork_sides[part->sides]);
    }
    put(writer, ", height: %s, points: [", car_write_number(part->height, height));
    for (int i = 0; i < part->count; i++) {
        put_point(writer, i == 0, part->points[i].x, part->points[i].y);
    }
    put(writer, "]}\n");
}

static void put_look(Writer *writer, const Bodywork *look) {
    char value[NUMBER_TEXT_MAX];
    put(writer, "\nlook:\n");
    for (int i = 0; i < bodywork_table.count; i++) {
        const ParamRow *row = &bodywork_table.rows[i];
        put(writer, "  %s: %-8s   # %s\n", row->name, car_write_number(param_get(row, look), value),
            row->unit);
    }
    put(writer, "  parts:\n");
    for (int i = 0; i < look->part_count; i++) {
        put_part(writer, &look->parts[i]);
    }
}

static void put_sound(Writer *writer, const CarSound *sound) {
    char value[NUMBER_TEXT_MAX];
    put(writer, "\nsound:\n  cylinders: %d\n  strokes: %d\n  firing: [", sound->cylinder_count,
        sound->strokes);
    for (int i = 0; i < sound->cylinder_count; i++) {
        const CarFiring *firing = &sound->firing[i];
        put(writer, "%s[%s, %d]", i == 0 ? "" : ", ", car_write_number(firing->angle_deg, value),
            firing->bank);
    }
    put(writer, "]   # degrees of the crank, collector\n");
    for (int i = 0; i < car_sound_table.count; i++) {
        const ParamRow *row = &car_sound_table.rows[i];
        bool pure = strcmp(row->unit, "1") == 0;
        put(writer, "  %s: %s%s%s\n", row->name, car_write_number(param_get(row, sound), value),
            pure ? "" : "   # ", pure ? "" : row->unit);
    }
}

size_t car_write_sound(const CarSound *sound, char *out) {
    Writer writer = {.out = out};
    put_sound(&writer, sound);
    return writer.size;
}

size_t car_write_look(const Bodywork *look, char *out) {
    Writer writer = {.out = out};
    put_look(&writer, look);
    return writer.size;
}

size_t car_write(const CarFile *car, const char *note, const CarParams *base, char *out) {
    ASSERT(car != NULL && out != NULL && (base != NULL || car->base[0] == '\0'));
    CarParams below = base ? *base : car_params_default();
    Writer writer = {.out = out};
    put(&writer, "format: car/1\n");
    put_text(&writer, "name", car->name);
    if (note) {
        put_text(&writer, "note", note);
    }
    if (car->base[0]) {
        put(&writer, "base: %s   # only what differs from it stands here\n", car->base);
    }
    if (!car_params_same_outline(&car->params, &below)) {
        put_outline(&writer, &car->params);
    }
    if (car->own_look) {
        put_look(&writer, &car->look);
    }
    if (car->own_sound) {
        put_sound(&writer, &car->sound);
    }
    for (int i = 0; i < car_param_table.count;) {
        i = put_group(&writer, i, &car->params, &below);
    }
    return writer.size;
}
