// A sheet as a PNG: how outlines become pixels, marks become outlines, pixels become a file.
#include "base/file.h"
#include "base/random.h"
#include "formats/png_bytes.h"
#include "sheet/raster.h"
#include "sheet/sheet_font.h"
#include "sheet/sheet_png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "test.h"

// ---------------------------------------------------------------- outlines become pixels

/// Adds the contour through these points, in units.
static void add(Raster *raster, const int *points, int count) {
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        raster_edge(raster, points[2 * i], points[2 * i + 1], points[2 * next],
                    points[2 * next + 1]);
    }
}

static void add_box(Raster *raster, int x0, int y0, int x1, int y1) {
    add(raster, (const int[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4);
}

static int red(const Raster *raster, int x, int y) {
    return raster->rgb[3 * (y * raster->width + x)];
}

/// All red of the picture, which is how much of it is covered by an opaque one.
static double all_red(const Raster *raster) {
    double sum = 0.0;
    for (int i = 0; i < raster->width * raster->height; i++) {
        sum += raster->rgb[3 * i] / 255.0;
    }
    return sum;
}

static void a_pixel_has_the_share_that_is_covered(void **state) {
    (void)state;
    Raster raster = raster_make(4, 3);
    add_box(&raster, 64, 128, 2 * 256 + 128, 2 * 256); // from 0.25 to 2.5, from 0.5 to 2
    raster_fill(&raster, 0xFF8000FFu);
    static const int rows[3][4] = {{96, 128, 64, 0}, {191, 255, 128, 0}, {0, 0, 0, 0}};
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 4; x++) {
            assert_int_equal(red(&raster, x, y), rows[y][x]);
        }
    }
    assert_int_equal(raster.rgb[3 * 5 + 1], 128); // the other colours of what is covered whole
    assert_int_equal(raster.rgb[3 * 5 + 2], 0);
    raster_destroy(&raster);
}

static void outlines_of_one_direction_lie_over_each_other(void **state) {
    (void)state;
    Raster once = raster_make(8, 8), twice = raster_make(8, 8);
    add_box(&once, 100, 100, 1500, 1700);
    add_box(&twice, 100, 100, 1000, 1700);
    add_box(&twice, 700, 100, 1500, 1700);
    raster_fill(&once, 0xFFFFFF80u);
    raster_fill(&twice, 0xFFFFFF80u);
    assert_memory_equal(once.rgb, twice.rgb, 3 * 64);
    // one of the other direction cuts a hole
    add_box(&once, 256, 256, 1024, 1024);
    add(&once, (const int[]){512, 512, 512, 768, 768, 768, 768, 512}, 4);
    raster_fill(&once, 0x000000FFu);
    assert_int_equal(red(&once, 1, 1), 0);
    assert_int_equal(red(&once, 2, 2), 128);
    raster_destroy(&once);
    raster_destroy(&twice);
}

/// Whoever wrote the outline, from wherever in whatever direction: the pixels are the same.
static void pixels_hang_on_the_shape_alone(void **state) {
    (void)state;
    enum {
        COUNT = 9
    };
    Random random = random_make(5, 1);
    for (int round = 0; round < 200; round++) {
        Raster rasters[2] = {raster_make(20, 16), raster_make(20, 16)};
        int points[2 * COUNT], turned[2 * COUNT];
        for (int i = 0; i < 2 * COUNT; i++) {
            points[i] = (int)(random_u32(&random) % 8000) - 1500; // beyond the picture too
        }
        for (int i = 0; i < COUNT; i++) {
            memcpy(&turned[2 * i], &points[2 * ((2 * COUNT - i + round) % COUNT)],
                   2 * sizeof *points);
        }
        add(&rasters[0], points, COUNT);
        add(&rasters[1], turned, COUNT);
        raster_fill(&rasters[0], 0xFFFFFFFFu);
        raster_fill(&rasters[1], 0xFFFFFFFFu);
        assert_memory_equal(rasters[0].rgb, rasters[1].rgb, 3 * 20 * 16);
        raster_destroy(&rasters[0]);
        raster_destroy(&rasters[1]);
    }
}

/// Of triangles, against the formula.
static void the_whole_has_the_area_of_its_outline(void **state) {
    (void)state;
    Random random = random_make(6, 1);
    for (int round = 0; round < 300; round++) {
        Raster raster = raster_make(64, 64);
        int p[6];
        for (int i = 0; i < 6; i++) {
            p[i] = (int)(random_u32(&random) % (64 * RASTER_ONE + 1));
        }
        add(&raster, p, 3);
        raster_fill(&raster, 0xFFFFFFFFu);
        double twice =
            (double)(p[2] - p[0]) * (p[5] - p[1]) - (double)(p[4] - p[0]) * (p[3] - p[1]);
        double area = (twice < 0.0 ? -twice : twice) / 2.0 / RASTER_ONE / RASTER_ONE;
        assert_near(all_red(&raster), area, 1.0);
        raster_destroy(&raster);
    }
}

// ---------------------------------------------------------------- pixels become a file

static uint32_t number_at(const TextBuffer *png, size_t at) {
    const uint8_t *bytes = (const uint8_t *)png->text + at;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Reads a file of ours with zlib, which packs in another way; the pixels are the caller's.
static uint8_t *read_png(const TextBuffer *png, int *width, int *height) {
    assert_true(png->size > 57);
    assert_memory_equal(png->text, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    *width = (int)number_at(png, 16);
    *height = (int)number_at(png, 20);
    assert_memory_equal(png->text + 24, "\x08\x02\0\0\0", 5);
    uint32_t packed = number_at(png, 33);
    assert_memory_equal(png->text + 37, "IDAT", 4);
    assert_int_equal(41 + packed + 16, png->size);
    assert_memory_equal(png->text + png->size - 8, "IEND\xAE\x42\x60\x82", 8);
    for (size_t at = 8; at < png->size; at += 12 + number_at(png, at)) { // each chunk
        uint32_t size = number_at(png, at);
        assert_int_equal(number_at(png, at + 8 + size),
                         crc32(0, (const Bytef *)png->text + at + 4, size + 4));
    }
    uLongf row = 3 * (uLongf)*width + 1, size = row * (uLongf)*height;
    uint8_t *rows = malloc(size), *rgb = malloc(size);
    assert_int_equal(uncompress(rows, &size, (const Bytef *)png->text + 41, packed), Z_OK);
    assert_int_equal(size, row * (uLongf)*height);
    for (int y = 0; y < *height; y++) {
        assert_int_equal(rows[(uLongf)y * row], 0); // no filter
        memcpy(rgb + (uLongf)y * (row - 1), rows + (uLongf)y * row + 1, row - 1);
    }
    free(rows);
    return rgb;
}

/// Noise, long runs of one colour, rows like those above them, and what is nearly so.
static void files_have_the_pixels_that_they_were_given(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 300}, {700, 3}, {97, 61}, {640, 120}};
    Random random = random_make(7, 1);
    for (int i = 0; i < 6 * 5; i++) {
        int width = sizes[i / 5][0], height = sizes[i / 5][1], seen_width, seen_height;
        size_t size = 3 * (size_t)width * (size_t)height;
        uint8_t *rgb = malloc(size);
        for (size_t k = 0; k < size; k++) {
            uint32_t dice = random_u32(&random);
            bool fresh = i % 5 == 0 || k < 3 || dice % 200 == 0;
            size_t from = i % 5 < 3 || k < 3 * (size_t)width ? 3 : 3 * (size_t)width;
            rgb[k] = i % 5 == 1 ? 0x7F : fresh ? (uint8_t)(dice >> 8) : rgb[k - from];
        }
        TextBuffer png = {0};
        png_bytes_add(&png, rgb, width, height);
        uint8_t *back = read_png(&png, &seen_width, &seen_height);
        assert_int_equal(seen_width, width);
        assert_int_equal(seen_height, height);
        assert_memory_equal(back, rgb, size);
        assert_true(i % 5 == 0 || width < 640 || png.size < size / 10);
        free(back);
        free(png.text);
        free(rgb);
    }
}

// ---------------------------------------------------------------- marks become outlines

typedef struct Picture {
    uint8_t *rgb;
    int width, height;
} Picture;

/// Ends `sheet`.
static Picture picture_of(Sheet *sheet) {
    MessageList messages = {.count = 0};
    TextBuffer png = {0};
    Picture picture;
    if (!sheet_png(sheet, &png, &messages)) {
        fail_msg("%s", messages.items[0].text);
    }
    picture.rgb = read_png(&png, &picture.width, &picture.height);
    free(png.text);
    sheet_destroy(sheet);
    return picture;
}

/// What is drawn in black on the paper, inside the frame: its box (px) and how much it is.
typedef struct Ink {
    int left, top, right, bottom;
    double area;
} Ink;

static Ink ink_of(Sheet *sheet) {
    Picture picture = picture_of(sheet);
    Ink ink = {picture.width, picture.height, 0, 0, 0.0};
    for (int y = 4; y < picture.height - 4; y++) {
        for (int x = 4; x < picture.width - 4; x++) {
            int dark = (int)(SHEET_PAPER >> 24) - picture.rgb[3 * (y * picture.width + x)];
            ink.area += dark / (double)(SHEET_PAPER >> 24);
            if (dark > 0) {
                ink.left = x < ink.left ? x : ink.left;
                ink.top = y < ink.top ? y : ink.top;
                ink.right = x + 1 > ink.right ? x + 1 : ink.right;
                ink.bottom = y + 1 > ink.bottom ? y + 1 : ink.bottom;
            }
        }
    }
    free(picture.rgb);
    return ink;
}

static void assert_ink(Ink ink, int left, int top, int right, int bottom) {
    assert_int_equal(ink.left, left);
    assert_int_equal(ink.top, top);
    assert_int_equal(ink.right, right);
    assert_int_equal(ink.bottom, bottom);
}

#define BLACK 0x000000FFu

static void marks_lie_where_the_sheet_has_them(void **state) {
    (void)state;
    Sheet sheet = sheet_make(100.0f, 50.0f);
    sheet_box(&sheet, (Box){vec2_make(5.0f, 10.0f), vec2_make(15.5f, 20.0f)},
              (Paint){.fill = BLACK});
    Ink ink = ink_of(&sheet);
    assert_ink(ink, 10, 60, 31, 80); // y down, two pixels for one
    assert_near(ink.area, 21.0 * 20.0, 1e-6);

    sheet = sheet_make(100.0f, 50.0f);
    sheet_dot(&sheet, vec2_make(50.0f, 25.0f), 10.0f, BLACK);
    ink = ink_of(&sheet);
    assert_ink(ink, 80, 30, 120, 70);
    assert_near(ink.area, 3.14159 * 400.0, 6.0);

    sheet = sheet_make(100.0f, 50.0f); // round ends
    sheet_line(&sheet, vec2_make(20.0f, 25.0f), vec2_make(60.0f, 25.0f), 4.0f, BLACK);
    ink = ink_of(&sheet);
    assert_ink(ink, 36, 46, 124, 54);
    assert_near(ink.area, 80.0 * 8.0 + 3.14159 * 16.0, 1.5);
}

/// A corner is as dark as the rest, whatever lies over it, and as wide.
static void a_line_is_even_around_its_corners(void **state) {
    (void)state;
    Sheet sheet = sheet_make(100.0f, 100.0f);
    sheet_box(&sheet, (Box){vec2_make(20.0f, 20.0f), vec2_make(80.0f, 80.0f)},
              (Paint){.line = 0x00000080u, .width = 4.0f});
    Ink ink = ink_of(&sheet);
    assert_ink(ink, 36, 36, 164, 164);
    double ring = 4.0 * 120.0 * 8.0 - 4.0 * 16.0 + 3.14159 * 16.0; // corners are quarters of discs
    assert_near(ink.area, ring * 128.0 / 255.0, 6.0);

    // a circle of many short pieces is a ring too
    sheet = sheet_make(100.0f, 100.0f);
    sheet_circle(&sheet, vec2_make(50.0f, 50.0f), 30.0f, (Paint){.line = BLACK, .width = 2.0f});
    ink = ink_of(&sheet);
    assert_near(ink.area, 2.0 * 3.14159 * 60.0 * 4.0, 4.0);
}

static void dashes_cover_half_of_their_line(void **state) {
    (void)state;
    Sheet sheet = sheet_make(100.0f, 50.0f);
    sheet_dashes(&sheet, vec2_make(10.0f, 25.0f), vec2_make(90.0f, 25.0f), 2.0f, BLACK);
    Ink ink = ink_of(&sheet);
    assert_ink(ink, 20, 48, 170, 52); // the last dash ends a gap before the line does
    assert_near(ink.area, 0.5 * 160.0 * 4.0, 1e-6);

    sheet =
        sheet_make(100.0f, 50.0f); // 7 px and 7 px around a corner: a dash of 5 with a bend in it
    vec2s bend[] = {vec2_make(20.0f, 10.0f), vec2_make(32.0f, 10.0f), vec2_make(32.0f, 18.0f)};
    sheet_curve(&sheet, bend, 3, 2.0f, BLACK);
    sheet.marks[sheet.mark_count - 1].dashed = true;
    ink = ink_of(&sheet);
    assert_ink(ink, 40, 74, 66, 82);   // the second dash ends 3 px up, with a round corner
    double disc = 4.0 * 3.14159 / 4.0; // what it adds in the quarter that neither side covers
    assert_near(ink.area, 4.0 * (10.0 + 4.0 + 6.0) - 4.0 + disc, 0.5);
}

static void texts_stand_on_their_baseline_at_the_side_they_want(void **state) {
    (void)state;
    // H of DejaVu Sans is 1540 units wide and 1493 high, its stems begin 201 units from its sides
    double scale = 2.0 * 20.0 / 2048.0, width = 1540.0 * scale;
    for (int align = MARK_LEFT; align <= MARK_RIGHT; align++) {
        Sheet sheet = sheet_make(100.0f, 50.0f);
        sheet_text(&sheet, vec2_make(50.0f, 20.0f), 20.0f, (MarkAlign)align, BLACK, "HH");
        Ink ink = ink_of(&sheet);
        double start = 100.0 - width * (double)align;
        assert_near(ink.left, start + 201.0 * scale, 1.0);
        assert_near(ink.right, start + 2.0 * width - 201.0 * scale, 1.0);
        assert_int_equal(ink.bottom, 60);
        assert_near(ink.top, 60.0 - 1493.0 * scale, 1.0);
    }
}

static Ink ink_of_text(const char *text) {
    Sheet sheet = sheet_make(100.0f, 50.0f);
    sheet_text(&sheet, vec2_make(10.0f, 20.0f), 20.0f, MARK_LEFT, BLACK, text);
    return ink_of(&sheet);
}

/// Letters that the font lacks, or that builds of it draw differently, are all one box.
static void letters_that_are_not_there_are_boxes(void **state) {
    (void)state;
    Ink box = ink_of_text("\u6F22"); // no font for Latin has it
    assert_true(box.area > 50.0);
    static const char *const others[] = {"\u2717", "\U0001F600", "\xFF"};
    for (int i = 0; i < 3; i++) {
        Ink ink = ink_of_text(others[i]);
        assert_ink(ink, box.left, box.top, box.right, box.bottom);
        assert_near(ink.area, box.area, 0.0);
    }
    assert_near(ink_of_text("\u2212").area, ink_of_text("-2").area - ink_of_text("2").area, 1.0);
    assert_near(ink_of_text("\x01 \x1F").area, 0.0, 0.0); // as blank as a space
    assert_near(ink_of_text("").area, 0.0, 0.0);
}

// ---------------------------------------------------------------- the font

/// The message that there is where fontconfig finds fonts in `folder` alone.
static Message message_with_fonts_of(const char *folder) {
    MessageList messages = {.count = 0};
    TextBuffer png = {0};
    char path[128], config[256];
    snprintf(path, sizeof path, "%s/fonts.conf", folder);
    snprintf(config, sizeof config, "<fontconfig><dir>%s</dir></fontconfig>", folder);
    assert_true(file_write(path, config, strlen(config), &messages));
    setenv("FONTCONFIG_FILE", path, 1);
    Sheet sheet = sheet_make(100.0f, 50.0f);
    assert_false(sheet_png(&sheet, &png, &messages));
    unsetenv("FONTCONFIG_FILE");
    remove(path);
    sheet_destroy(&sheet);
    assert_int_equal(png.size, 0);
    assert_int_equal(messages.count, 1);
    return messages.items[0];
}

static void no_other_font_is_taken(void **state) {
    (void)state;
    MessageList messages = {.count = 0};
    char folder[] = "/tmp/axle_fonts_XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    Message message = message_with_fonts_of(folder);
    assert_int_equal(message.code, MESSAGE_E960);
    assert_non_null(strstr(message.text, "not installed"));

    // the font with the pen moved further by one of its letters (table hmtx)
    SheetFont font;
    assert_true(sheet_font_open(&font, &messages));
    uint8_t *bytes = (uint8_t *)font.bytes.data;
    for (int i = 0; i < bytes[5]; i++) {
        const uint8_t *row = bytes + 12 + 16 * i;
        if (memcmp(row, "hmtx", 4) == 0) {
            size_t at =
                (size_t)row[8] << 24 | (size_t)row[9] << 16 | (size_t)row[10] << 8 | row[11];
            bytes[at + 4 * (size_t)font_outline_glyph(font.outline, 'a') + 1] ^= 1;
        }
    }
    snprintf(path, sizeof path, "%s/changed.ttf", folder);
    assert_true(file_write(path, bytes, font.bytes.size, &messages));
    sheet_font_close(&font);
    message = message_with_fonts_of(folder);
    assert_int_equal(message.code, MESSAGE_E960);
    assert_non_null(strstr(message.text, "changed.ttf"));
    remove(path);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pixel_has_the_share_that_is_covered),
        cmocka_unit_test(outlines_of_one_direction_lie_over_each_other),
        cmocka_unit_test(pixels_hang_on_the_shape_alone),
        cmocka_unit_test(the_whole_has_the_area_of_its_outline),
        cmocka_unit_test(files_have_the_pixels_that_they_were_given),
        cmocka_unit_test(marks_lie_where_the_sheet_has_them),
        cmocka_unit_test(a_line_is_even_around_its_corners),
        cmocka_unit_test(dashes_cover_half_of_their_line),
        cmocka_unit_test(texts_stand_on_their_baseline_at_the_side_they_want),
        cmocka_unit_test(letters_that_are_not_there_are_boxes),
        cmocka_unit_test(no_other_font_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
