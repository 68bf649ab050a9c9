/// What OpenGL makes of draw lists, read back off screen: colours in the middle of shapes.
#include "base/file.h"
#include "base/random.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "platform/font_path.h"
#include "platform/offscreen.h"
#include "render/gl_overlay.h"
#include "render/gl_tiles.h"
#include "render/png.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

enum {
    WIDTH = 160,
    HEIGHT = 120
};

/// One context for all tests: making it is what takes time.
typedef struct Stage {
    Offscreen *offscreen;
    Gl *gl;
    GlTiles *tiles;
    GlOverlay *overlay;
    Font font; ///< Boxes: every glyph is half an em wide and one high, and its left half is filled.
    MessageList messages;
    DrawList list;
    uint8_t pixels[3 * WIDTH * HEIGHT];
} Stage;

static void make_box_font(Font *font) {
    *font = (Font){.atlas = malloc(16), .atlas_size = 4, .digit_advance = 0.5f};
    for (int i = 0; i < 16; i++) {
        font->atlas[i] = i % 4 < 2 ? 0xFF : 0x00; // the outline lies in the middle
    }
    for (int i = 0; i < FONT_GLYPHS; i++) {
        font->glyphs[i] = (FontGlyph){.u0 = 0.125f,
                                      .v0 = 0.2f,
                                      .u1 = 0.875f,
                                      .v1 = 0.8f,
                                      .y0 = -1.0f,
                                      .x1 = 0.5f,
                                      .advance = 0.5f,
                                      .present = true};
    }
}

static int open_stage(void **state) {
    Stage *stage = *state = calloc(1, sizeof *stage);
    make_box_font(&stage->font);
    stage->offscreen = offscreen_open(&stage->messages);
    stage->gl = stage->offscreen ? gl_create(offscreen_gl_proc, TEST_DATA "/shaders", &stage->font,
                                             &stage->messages)
                                 : NULL;
    if (!stage->gl) {
        messages_print(&stage->messages, stderr, NULL); // the reason why all is skipped
        return stage->offscreen ? -1 : 0;
    }
    stage->tiles = gl_tiles_create(TEST_DATA "/shaders", &stage->messages);
    stage->overlay = gl_overlay_create(TEST_DATA "/shaders", &stage->messages);
    return stage->tiles != NULL && stage->overlay != NULL ? 0 : -1;
}

static int close_stage(void **state) {
    Stage *stage = *state;
    draw_list_destroy(&stage->list);
    gl_tiles_destroy(stage->tiles);
    gl_overlay_destroy(stage->overlay);
    gl_destroy(stage->gl);
    offscreen_close(stage->offscreen);
    font_destroy(&stage->font);
    free(stage);
    return 0;
}

/// An empty list and a target filled with dark grey, 0x202020.
static Stage *begin(void **state) {
    Stage *stage = *state;
    if (!stage->offscreen) {
        skip();
    }
    assert_true(gl_target(stage->gl, WIDTH, HEIGHT));
    gl_begin(stage->gl, WIDTH, HEIGHT, 0x202020FF);
    draw_list_clear(&stage->list);
    stage->list.feather = stage->list.height = 0.0f;
    return stage;
}

/// The pixel in column `x` and row `y` from the top as 0xRRGGBB.
static uint32_t pixel(const Stage *stage, int x, int y) {
    assert_true(x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT);
    const uint8_t *rgb = stage->pixels + 3 * (y * WIDTH + x);
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

static void show(Stage *stage, const GlView *view) {
    gl_draw_list(stage->gl, &stage->list, view);
    gl_read_pixels(stage->gl, WIDTH, HEIGHT, stage->pixels);
}

/// A world view of the whole target: 4 px a metre, (100, 50) in the middle.
static GlView world_view(void) {
    return (GlView){
        .width = WIDTH, .height = HEIGHT, .center = vec2_make(100.0f, 50.0f), .scale = 4.0f};
}

static void a_frame_starts_with_its_colour(void **state) {
    Stage *stage = begin(state);
    gl_begin(stage->gl, WIDTH, HEIGHT, 0x11AB03FF);
    gl_read_pixels(stage->gl, WIDTH, HEIGHT, stage->pixels);
    assert_int_equal(pixel(stage, 0, 0), 0x11AB03);
    assert_int_equal(pixel(stage, WIDTH - 1, HEIGHT - 1), 0x11AB03);
}

static void pixel_lists_start_at_the_top_left_with_sharp_edges(void **state) {
    Stage *stage = begin(state);
    stage->list.feather = 1.0f;
    draw_rect(&stage->list, 10.0f, 20.0f, 30.0f, 5.0f, 0xFF5A4DFF);
    GlView view = gl_view_pixels(WIDTH, HEIGHT);
    show(stage, &view);
    assert_int_equal(pixel(stage, 10, 20), 0xFF5A4D);
    assert_int_equal(pixel(stage, 39, 24), 0xFF5A4D);
    assert_int_equal(pixel(stage, 9, 22), 0x202020);
    assert_int_equal(pixel(stage, 40, 22), 0x202020);
    assert_int_equal(pixel(stage, 25, 19), 0x202020);
    assert_int_equal(pixel(stage, 25, 25), 0x202020);
}

static void an_edge_within_a_pixel_covers_its_part(void **state) {
    Stage *stage = begin(state);
    stage->list.feather = 1.0f;
    for (int i = 0; i < 4; i++) { // right edges 0, 1/4, 1/2 and 3/4 into column 40
        draw_rect(&stage->list, 10.0f, 20.0f * (float)i + 5.0f, 30.0f + 0.25f * (float)i, 10.0f,
                  0xFFFFFFFF);
    }
    GlView view = gl_view_pixels(WIDTH, HEIGHT);
    show(stage, &view);
    for (int i = 0; i < 4; i++) {
        float part = (float)((int)(pixel(stage, 40, 20 * i + 10) & 0xFF) - 0x20) / (0xFF - 0x20);
        assert_near(part, 0.25f * (float)i, 0.02f);
    }
}

static void world_lists_have_y_up_and_blend(void **state) {
    Stage *stage = begin(state);
    vec2s square[4] = {{{100.0f, 55.0f}}, {{110.0f, 55.0f}}, {{110.0f, 60.0f}}, {{100.0f, 60.0f}}};
    draw_convex(&stage->list, square, 4, 0xFFFFFF80);
    GlView view = world_view();
    show(stage, &view);
    // 20 to 40 px above the middle, which is row 60
    assert_near(pixel(stage, 100, 30) & 0xFF, 0x20 + (0xFF - 0x20) * 128.0 / 255.0, 1.0);
    assert_int_equal(pixel(stage, 100, 90), 0x202020);
    assert_int_equal(pixel(stage, 100, 18), 0x202020);
    assert_int_equal(pixel(stage, 100, 42), 0x202020);
}

static void views_draw_within_their_rectangle_alone(void **state) {
    Stage *stage = begin(state);
    vec2s all[4] = {{{0.0f, 0.0f}}, {{200.0f, 0.0f}}, {{200.0f, 200.0f}}, {{0.0f, 200.0f}}};
    draw_convex(&stage->list, all, 4, 0x00FF00FF);
    GlView view = world_view();
    view.x = 40;
    view.y = 10; // from the bottom
    view.width = 80;
    view.height = 30;
    show(stage, &view);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            bool inside = x >= 40 && x < 120 && y >= HEIGHT - 40 && y < HEIGHT - 10;
            assert_int_equal(pixel(stage, x, y), inside ? 0x00FF00 : 0x202020);
        }
    }
}

/// Where a list point on the ground has to appear: framebuffer pixels from the bottom left.
static vec2s point_in_view(const GlView *view, vec2s point) {
    vec2s off = glms_vec2_scale(glms_vec2_sub(point, view->center), view->scale);
    off.y = view->y_down ? -off.y : off.y;
    off = rotation_apply(rotation_make(view->angle), off);
    return vec2_make((float)view->x + 0.5f * (float)view->width + off.x,
                     (float)view->y + 0.5f * (float)view->height + off.y);
}

static void a_point_appears_where_its_view_puts_it(void **state) {
    Random random = random_make(11, 1);
    for (int round = 0; round < 60; round++) {
        Stage *stage = begin(state);
        GlView view = {
            .x = (int)random_range(&random, 0.0f, 20.0f),
            .y = (int)random_range(&random, 0.0f, 20.0f),
            .width = 120,
            .height = 90,
            .center = vec2_make(random_range(&random, -900.0f, 900.0f),
                                random_range(&random, -900.0f, 900.0f)),
            .scale = random_range(&random, 2.0f, 20.0f),
            .y_down = round % 2 == 1,
            .angle = random_range(&random, -3.0f, 3.0f),
        };
        vec2s off = vec2_make(random_range(&random, -25.0f, 25.0f) / view.scale,
                              random_range(&random, -25.0f, 25.0f) / view.scale);
        vec2s point = glms_vec2_add(view.center, off);
        draw_circle(&stage->list, point, 2.5f / view.scale, 0xFF0000FF);
        show(stage, &view);
        vec2s at = point_in_view(&view, point);
        int x = (int)floorf(at.x);
        int y = HEIGHT - 1 - (int)floorf(at.y);
        assert_int_equal(pixel(stage, x, y), 0xFF0000);
        assert_int_equal(pixel(stage, x + 6, y), 0x202020);
        assert_int_equal(pixel(stage, x, y - 6), 0x202020);
    }
}

static void heights_lean_away_from_the_centre(void **state) {
    Stage *stage = begin(state);
    stage->list.height = 10.0f;
    draw_rect(&stage->list, 109.0f, 49.0f, 2.0f, 2.0f, 0xFF0000FF); // 10 m right of the centre
    GlView view = world_view();
    view.lean = 0.02f; // at 12 m, so 48 px
    show(stage, &view);
    assert_int_equal(pixel(stage, WIDTH / 2 + 48, HEIGHT / 2), 0xFF0000);
    assert_int_equal(pixel(stage, WIDTH / 2 + 40, HEIGHT / 2), 0x202020);
    view.lean = 0.0f;
    gl_begin(stage->gl, WIDTH, HEIGHT, 0x202020FF);
    show(stage, &view);
    assert_int_equal(pixel(stage, WIDTH / 2 + 48, HEIGHT / 2), 0x202020);
    assert_int_equal(pixel(stage, WIDTH / 2 + 40, HEIGHT / 2), 0xFF0000);
}

static void text_and_shapes_keep_their_order(void **state) {
    Stage *stage = begin(state);
    DrawList *list = &stage->list;
    draw_rect(list, 0.0f, 0.0f, 100.0f, 100.0f, 0x0000FFFF);
    draw_text(list, &stage->font, 10.0f, 90.0f, 80.0f, TEXT_LEFT, 0xFFC145FF, "ab");
    draw_rect(list, 30.0f, 0.0f, 10.0f, 100.0f, 0x00FF00FF);
    draw_text(list, &stage->font, 60.0f, 60.0f, 20.0f, TEXT_LEFT, 0xFFFFFFFF, "c");
    GlView view = gl_view_pixels(WIDTH, HEIGHT);
    show(stage, &view);
    assert_int_equal(pixel(stage, 5, 50), 0x0000FF);
    assert_int_equal(pixel(stage, 20, 50), 0xFFC145);
    assert_int_equal(pixel(stage, 35, 50), 0x00FF00);
    assert_int_equal(pixel(stage, 45, 50), 0x0000FF);
    assert_int_equal(pixel(stage, 55, 50), 0xFFC145);
    assert_int_equal(pixel(stage, 62, 50), 0xFFFFFF);
    assert_int_equal(pixel(stage, 67, 50), 0xFFC145);
    assert_int_equal(pixel(stage, 95, 50), 0x0000FF);
}

static void meshes_look_like_their_lists(void **state) {
    Stage *stage = begin(state);
    draw_text_world(&stage->list, &stage->font, vec2_make(95.0f, 50.0f), 0.4f, 6.0f, TEXT_LEFT,
                    0xFFC145FF, "ab");
    draw_ring(&stage->list, vec2_make(100.0f, 50.0f), 9.0f, 2.0f, 0xFF5A4DFF);
    GlView view = world_view();
    view.angle = 0.3f;
    show(stage, &view);
    uint8_t *before = malloc(sizeof stage->pixels);
    memcpy(before, stage->pixels, sizeof stage->pixels);
    GlMesh mesh = gl_mesh_make(stage->gl, &stage->list);
    assert_true(mesh >= 0);
    gl_begin(stage->gl, WIDTH, HEIGHT, 0x202020FF);
    gl_draw_mesh(stage->gl, mesh, &view);
    gl_read_pixels(stage->gl, WIDTH, HEIGHT, stage->pixels);
    assert_memory_equal(before, stage->pixels, sizeof stage->pixels);
    free(before);
    gl_mesh_destroy(stage->gl, mesh);
    for (int i = 0; i < 3 * GL_MESHES_MAX; i++) { // places are used again
        mesh = gl_mesh_make(stage->gl, &stage->list);
        assert_true(mesh >= 0);
        gl_mesh_destroy(stage->gl, mesh);
    }
    draw_list_clear(&stage->list);
    assert_int_equal(gl_mesh_make(stage->gl, &stage->list), -1);
    gl_draw_mesh(stage->gl, -1, &view);
    gl_draw_list(stage->gl, &stage->list, &view);
}

/// A ground of squares of all colours, 2 m each, around (100, 50).
static GlMesh make_ground(Stage *stage) {
    Random random = random_make(3, 1);
    draw_list_clear(&stage->list);
    for (int i = 0; i < 400; i++) {
        float x = 80.0f + 2.0f * (float)(i % 20), y = 30.0f + 2.0f * (float)(i / 20);
        vec2s square[4] = {{{x, y}}, {{x + 2.0f, y}}, {{x + 2.0f, y + 2.0f}}, {{x, y + 2.0f}}};
        draw_convex(&stage->list, square, 4, random_u32(&random) | 0xFFu);
    }
    return gl_mesh_make(stage->gl, &stage->list);
}

/// Draws frames of the ground until it is drawn from pictures; how many it took, at most 40.
static int draw_until_kept(Stage *stage, GlMesh mesh, const GlView *view) {
    for (int frame = 1; frame <= 40; frame++) {
        gl_begin(stage->gl, WIDTH, HEIGHT, 0x202020FF);
        gl_tiles_begin(stage->tiles, WIDTH, HEIGHT);
        bool kept = gl_tiles_draw(stage->tiles, stage->gl, mesh, 0x202020FF, view, 0);
        gl_tiles_end(stage->tiles);
        gl_read_pixels(stage->gl, WIDTH, HEIGHT, stage->pixels);
        if (kept) {
            return frame;
        }
    }
    return 40;
}

/// The share of pixels of two pictures that differ by more than 16 of 255 in a channel.
static float difference(const uint8_t *a, const uint8_t *b) {
    int differ = 0;
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++) {
        differ += abs((int)a[i] - (int)b[i]) > 16;
    }
    return (float)differ / (3.0f * WIDTH * HEIGHT);
}

static void kept_ground_looks_like_its_mesh(void **state) {
    static uint8_t mesh_pixels[3 * WIDTH * HEIGHT];
    Stage *stage = begin(state);
    GlMesh mesh = make_ground(stage);
    GlView view = world_view();
    for (int i = 0; i < 4; i++) { // moving, nearer, farther
        view.center = vec2_make(98.3f + 1.7f * (float)i, 50.0f - 0.9f * (float)i);
        view.scale = 3.7f + (float)(i % 3);
        gl_begin(stage->gl, WIDTH, HEIGHT, 0x202020FF);
        gl_draw_mesh(stage->gl, mesh, &view);
        gl_read_pixels(stage->gl, WIDTH, HEIGHT, mesh_pixels);
        assert_in_range(draw_until_kept(stage, mesh, &view), 1, 30);
        // the edges of squares, a pixel wide, are mixed otherwise: every fifth pixel lies on one
        assert_true(difference(mesh_pixels, stage->pixels) < 0.25f);
        for (int k = 0; k < 9; k++) { // the middles of squares are what they are
            vec2s at = vec2_make(91.0f + 2.0f * (float)k, 51.0f);
            int x = WIDTH / 2 + (int)floorf((at.x - view.center.x) * view.scale);
            int y = HEIGHT / 2 - 1 - (int)floorf((at.y - view.center.y) * view.scale);
            size_t index = 3 * (size_t)(y * WIDTH + x);
            assert_memory_equal(stage->pixels + index, mesh_pixels + index, 3);
        }
    }
    gl_tiles_forget(stage->tiles);
    gl_mesh_destroy(stage->gl, mesh);
}

static void kept_ground_is_forgotten_with_its_mesh(void **state) {
    Stage *stage = begin(state);
    GlMesh mesh = make_ground(stage);
    GlView view = world_view();
    draw_until_kept(stage, mesh, &view);
    uint32_t before = pixel(stage, WIDTH / 2 + 4, HEIGHT / 2 - 4);
    gl_tiles_forget(stage->tiles);
    gl_mesh_destroy(stage->gl, mesh);
    draw_list_clear(&stage->list);
    vec2s all[4] = {{{0.0f, 0.0f}}, {{200.0f, 0.0f}}, {{200.0f, 200.0f}}, {{0.0f, 200.0f}}};
    draw_convex(&stage->list, all, 4, 0x00FF00FF);
    mesh = gl_mesh_make(stage->gl, &stage->list); // gets the number of the other
    draw_until_kept(stage, mesh, &view);
    assert_int_not_equal(before, 0x00FF00);
    assert_int_equal(pixel(stage, WIDTH / 2 + 4, HEIGHT / 2 - 4), 0x00FF00);
    gl_tiles_forget(stage->tiles);
    gl_mesh_destroy(stage->gl, mesh);
}

static void turned_views_of_the_ground_get_the_mesh(void **state) {
    Stage *stage = begin(state);
    GlMesh mesh = make_ground(stage);
    GlView view = world_view();
    view.angle = 0.3f;
    assert_int_equal(draw_until_kept(stage, mesh, &view), 40);
    assert_int_not_equal(pixel(stage, WIDTH / 2, HEIGHT / 2), 0x202020);
    gl_tiles_forget(stage->tiles);
    gl_mesh_destroy(stage->gl, mesh);
}

/// Plates that shine through, over each other and over the edges, and texts; one is `color`.
static void add_plates(Stage *stage, uint32_t color) {
    draw_list_clear(&stage->list);
    stage->list.feather = 1.0f;
    draw_round_rect(&stage->list, 10.0f, 8.0f, 90.0f, 50.0f, 9.0f, 0x20406090u);
    draw_rect(&stage->list, 30.5f, 30.5f, 60.0f, 60.0f, color);
    draw_circle(&stage->list, vec2_make(152.0f, 60.0f), 20.0f, 0xFF8000C0u);
    draw_text(&stage->list, &stage->font, 20.0f, 50.0f, 30.0f, TEXT_LEFT, 0xFFFFFFB0u, "abc");
}

/// The greatest difference of a channel between the list drawn as it is and as an overlay.
static float overlay_difference(Stage *stage) {
    static uint8_t drawn[3 * WIDTH * HEIGHT];
    GlView view = gl_view_pixels(WIDTH, HEIGHT);
    gl_begin(stage->gl, WIDTH, HEIGHT, 0x208040FF);
    gl_draw_list(stage->gl, &stage->list, &view);
    gl_read_pixels(stage->gl, WIDTH, HEIGHT, drawn);
    gl_begin(stage->gl, WIDTH, HEIGHT, 0x208040FF);
    gl_overlay_draw(stage->overlay, stage->gl, &stage->list, WIDTH, HEIGHT);
    gl_read_pixels(stage->gl, WIDTH, HEIGHT, stage->pixels);
    float most = 0.0f;
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++) {
        most = fmaxf(most, fabsf((float)drawn[i] - (float)stage->pixels[i]));
    }
    return most;
}

static void a_kept_overlay_looks_like_its_list(void **state) {
    Stage *stage = begin(state);
    for (uint32_t frame = 0; frame < 8; frame++) {
        add_plates(stage, frame < 4 ? 0xC0C000A0u : 0x00C0C0A0u + frame);
        assert_true(overlay_difference(stage) <= 4.0f); // rounded twice
    }
    draw_list_clear(&stage->list);
    assert_true(overlay_difference(stage) <= 0.0f); // nothing remains where nothing is shown
}

static void targets_have_limits_and_can_change(void **state) {
    Stage *stage = begin(state);
    assert_false(gl_target(stage->gl, 1 << 28, 4));
    assert_false(gl_target(stage->gl, -4, 4));
    assert_true(gl_target(stage->gl, 64, 32));
    gl_begin(stage->gl, 64, 32, 0x445566FF);
    uint8_t small[3 * 64 * 32];
    gl_read_pixels(stage->gl, 64, 32, small);
    assert_int_equal(small[0], 0x44);
    assert_int_equal(small[sizeof small - 1], 0x66);
}

/// Sum of how far the pixels are from the background towards white, in whole pixels.
static double ink(const Stage *stage) {
    double sum = 0.0;
    for (size_t i = 0; i < sizeof stage->pixels; i += 3) {
        sum += (double)(stage->pixels[i] - 0x20) / (0xFF - 0x20);
    }
    return sum;
}

static void real_text_weighs_the_same_at_any_size(void **state) {
    Stage *stage = begin(state);
    static const char *const families[] = {"Inter", "DejaVu Sans", "Liberation Sans"};
    char path[512];
    if (!font_path_find(families, 3, true, path, sizeof path)) {
        print_message("no font is installed\n");
        skip();
    }
    FileBytes bytes;
    Font font;
    assert_true(file_read(path, 64 << 20, &bytes, &stage->messages));
    assert_true(font_make((const uint8_t *)bytes.data, bytes.size, &font, &stage->messages));
    file_bytes_free(&bytes);
    assert_true(font_glyph(&font, 0x2192) != font_glyph(&font, '?')); // an arrow to the right
    Gl *gl = gl_create(offscreen_gl_proc, TEST_DATA "/shaders", &font, &stage->messages);
    assert_non_null(gl);
    assert_true(gl_target(gl, WIDTH, HEIGHT));
    static const float sizes[] = {100.0f, 60.0f, 24.0f, 14.0f};
    double expected = 0.0;
    for (int i = 0; i < 4; i++) {
        gl_begin(gl, WIDTH, HEIGHT, 0x202020FF);
        draw_list_clear(&stage->list);
        draw_text(&stage->list, &font, 10.3f, 100.0f, sizes[i], TEXT_LEFT, 0xFFFFFFFF, "E8");
        GlView view = gl_view_pixels(WIDTH, HEIGHT);
        gl_draw_list(gl, &stage->list, &view);
        gl_read_pixels(gl, WIDTH, HEIGHT, stage->pixels);
        double weight = ink(stage) / (double)(sizes[i] * sizes[i]);
        expected = i == 0 ? weight : expected;
        assert_true(weight > 0.2 && weight < 0.7);
        assert_near(weight, expected, 0.05 * expected);
    }
    gl_destroy(gl);
    font_destroy(&font);
}

static void broken_shaders_are_told_with_the_compilers_words(void **state) {
    begin(state);
    static const char *const names[] = {"scene.vert", "plain.frag", "text.frag"};
    char folder[] = "/tmp/axle_shaders_XXXXXX";
    assert_non_null(mkdtemp(folder));
    MessageList *messages = calloc(1, sizeof *messages);
    assert_null(gl_create(offscreen_gl_proc, folder, NULL, messages));
    assert_int_equal(messages->items[0].code, MESSAGE_E901);
    char paths[3][64];
    for (int i = 0; i < 3; i++) {
        char from[512];
        FileBytes bytes;
        snprintf(from, sizeof from, "%s/shaders/%s", TEST_DATA, names[i]);
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]);
        assert_true(file_read(from, FILE_LIMIT, &bytes, messages));
        assert_true(file_write(paths[i], bytes.data, bytes.size, messages));
        file_bytes_free(&bytes);
    }
    static const char broken[] = "#version 330 core\nvoid main() { no_such_thing = 1.0; }\n";
    assert_true(file_write(paths[1], broken, strlen(broken), messages));
    *messages = (MessageList){0};
    assert_null(gl_create(offscreen_gl_proc, folder, NULL, messages));
    assert_int_equal(messages->count, 1);
    assert_int_equal(messages->items[0].code, MESSAGE_E952);
    assert_non_null(strstr(messages->items[0].text, "plain.frag"));
    assert_non_null(strstr(messages->items[0].text, "no_such_thing"));
    free(messages);
    for (int i = 0; i < 3; i++) {
        unlink(paths[i]);
    }
    rmdir(folder);
}

static void pictures_become_png_files(void **state) {
    (void)state;
    uint8_t rgb[3 * 5 * 4];
    for (size_t i = 0; i < sizeof rgb; i++) {
        rgb[i] = (uint8_t)(7 * i);
    }
    char folder[] = "/tmp/axle_png_XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64];
    snprintf(path, sizeof path, "%s/a.png", folder);
    MessageList *messages = calloc(1, sizeof *messages);
    assert_true(png_write(path, rgb, 5, 4, messages));
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, 5);
    assert_int_equal(image.height, 4);
    image.format = PNG_FORMAT_RGB;
    uint8_t back[sizeof rgb];
    assert_true(png_image_finish_read(&image, NULL, back, 0, NULL));
    assert_memory_equal(rgb, back, sizeof rgb);
    assert_false(png_write("/proc/no/such/place.png", rgb, 5, 4, messages));
    assert_int_equal(messages->items[0].code, MESSAGE_E902);
    free(messages);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_starts_with_its_colour),
        cmocka_unit_test(pixel_lists_start_at_the_top_left_with_sharp_edges),
        cmocka_unit_test(an_edge_within_a_pixel_covers_its_part),
        cmocka_unit_test(world_lists_have_y_up_and_blend),
        cmocka_unit_test(views_draw_within_their_rectangle_alone),
        cmocka_unit_test(a_point_appears_where_its_view_puts_it),
        cmocka_unit_test(heights_lean_away_from_the_centre),
        cmocka_unit_test(text_and_shapes_keep_their_order),
        cmocka_unit_test(meshes_look_like_their_lists),
        cmocka_unit_test(kept_ground_looks_like_its_mesh),
        cmocka_unit_test(kept_ground_is_forgotten_with_its_mesh),
        cmocka_unit_test(turned_views_of_the_ground_get_the_mesh),
        cmocka_unit_test(a_kept_overlay_looks_like_its_list),
        cmocka_unit_test(targets_have_limits_and_can_change),
        cmocka_unit_test(real_text_weighs_the_same_at_any_size),
        cmocka_unit_test(broken_shaders_are_told_with_the_compilers_words),
        cmocka_unit_test(pictures_become_png_files),
    };
    return cmocka_run_group_tests(tests, open_stage, close_stage);
}
