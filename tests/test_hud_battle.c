/// What a view says of a battle, read from its draw list: what the car carries, who has hit whom,
/// and that it is about to wear out.
#include "ui/hud.h"
#include "ui/palette.h"

#include "picture_rig.h"
#include "texts.h"

enum {
    CARS = 4,
    WIDE = 1280,
    TALL = 720,
};

#define MINE_DOT  0xFF4A3AFFu ///< In the middle of a mine.
#define OIL_SHINE 0x8E7CC3FFu ///< On a patch of oil.
#define SHADES    40.0f       ///< By which colours may differ at soft edges.

typedef struct Desk {
    PictureRig *rig;
    CarLook looks[RIG_CARS_MAX];
    DrawList list;
    CanvasTexts texts;
    HudTaken taken;
    HudView view;
} Desk;

static Desk *desk_make(BattleMode mode) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->rig = rig_make(CARS);
    rig_looks(desk->looks);
    battle_state_make(&desk->rig->race->battle);
    desk->rig->race->battle_mode = mode;
    desk->view = (HudView){.rect = {0, 0, WIDE, TALL}, .height_px = TALL};
    return desk;
}

static void desk_free(Desk *desk) {
    draw_list_destroy(&desk->list);
    rig_free(desk->rig);
    free(desk);
}

static BattleState *battle_of(Desk *desk) { return &desk->rig->race->battle; }

static void draw(Desk *desk) {
    draw_list_clear(&desk->list);
    Canvas canvas = canvas_make(&desk->list, &desk->rig->font, WIDE, TALL);
    canvas.texts = &desk->texts;
    desk->texts.count = 0;
    desk->taken.count = 0;
    hud_draw(&canvas, desk->rig->race, &desk->view, desk->looks, NULL, &desk->taken);
    assert_list_sound(&desk->list);
}

static bool is_at(const Desk *desk, float x, float y, uint32_t color) {
    return rgb_distance(rgb_at(&desk->list, x, y, 0x808080FFu), rgb_of(color)) < SHADES;
}

/// How often the color comes along a line across `area`, at `part` of its height.
static int runs_of(const Desk *desk, Area area, float part, uint32_t color) {
    int runs = 0;
    bool before = false;
    for (float x = area.x; x < area.x + area.width; x += 1.0f) {
        bool now = is_at(desk, x, area.y + part * area.height, color);
        runs += now && !before;
        before = now;
    }
    return runs;
}

/// The most of such lines anywhere in `area`.
static int most_runs(const Desk *desk, Area area, uint32_t color) {
    int most = 0;
    for (float part = 0.1f; part < 0.95f; part += 0.05f) {
        int runs = runs_of(desk, area, part, color);
        most = runs > most ? runs : most;
    }
    return most;
}

/// What the second picture has taken that the first had not, of `plates` plates.
static Area new_plate(const Desk *desk, const HudTaken *before) {
    assert_int_equal(desk->taken.count, before->count + 1);
    for (int i = 0; i < desk->taken.count; i++) {
        bool is_new = true;
        for (int k = 0; k < before->count; k++) {
            is_new &= memcmp(&desk->taken.areas[i], &before->areas[k], sizeof(Area)) != 0;
        }
        if (is_new) {
            return desk->taken.areas[i];
        }
    }
    fail_msg("no plate is new");
    return (Area){0};
}

static void what_a_car_carries_is_shown_as_often_as_it_has_it(void **state) {
    (void)state;
    Desk *desk = desk_make(BATTLE_LAPS);
    BattleCar *car = &battle_of(desk)->cars[0];
    draw(desk);
    const HudTaken empty = desk->taken;
    for (int item = ITEM_MINE; item <= ITEM_OIL; item++) {
        float last = 0.0f;
        for (int left = 1; left <= 3; left++) {
            car->carries = (uint8_t)item;
            car->left = (uint8_t)left;
            draw(desk);
            Area plate = new_plate(desk, &empty);
            bool mine = item == ITEM_MINE;
            assert_int_equal(most_runs(desk, plate, MINE_DOT), mine ? left : 0);
            assert_int_equal(most_runs(desk, plate, OIL_SHINE), mine ? 0 : left);
            assert_true(plate.x > 0.5f * WIDE && plate.width > last);
            last = plate.width;
            for (int i = 0; i < desk->taken.count; i++) {
                const Area *other = &desk->taken.areas[i];
                assert_true(memcmp(other, &plate, sizeof plate) == 0 ||
                            !canvas_overlap(*other, plate));
            }
        }
    }
    car->left = 0; // the last is dropped
    draw(desk);
    assert_int_equal(desk->taken.count, empty.count);
    car->left = 2;
    desk->view.car = 1; // another one's view
    draw(desk);
    assert_int_equal(desk->taken.count, empty.count);
    desk->rig->race->battle_mode = BATTLE_OFF;
    desk->view.car = 0;
    draw(desk);
    assert_int_equal(desk->taken.count, empty.count - 1);
    desk_free(desk);
}

/// Draws the list with one line in it, and returns where it stands.
static Area line_of(Desk *desk, BattleNote note) {
    battle_state_make(battle_of(desk));
    draw(desk);
    const HudTaken before = desk->taken;
    note.tick = desk->rig->race->tick - 10;
    battle_note(battle_of(desk), note);
    draw(desk);
    return new_plate(desk, &before);
}

static Area part_of(Area area, float from, float to) {
    return (Area){area.x + from * area.width, area.y, (to - from) * area.width, area.height};
}

static void the_list_says_who_has_hit_whom_and_who_wears_out(void **state) {
    (void)state;
    Desk *desk = desk_make(BATTLE_LAST);
    const uint32_t firer = desk->looks[1].color, hit = desk->looks[2].color;
    for (int damage = 1; damage <= BATTLE_HITS_OUT; damage++) {
        for (int worn = 0; worn < 2; worn++) {
            bool out = damage == BATTLE_HITS_OUT;
            BattleNoteKind kind = worn ? BATTLE_WORN : out ? BATTLE_KNOCKOUT : BATTLE_HIT;
            Area line = line_of(desk, (BattleNote){.kind = (uint8_t)kind,
                                                   .car = worn ? -1 : 1,
                                                   .other = 2,
                                                   .damage = (uint8_t)damage});
            Area first = part_of(line, 0.0f, 0.3f), second = part_of(line, 0.38f, 0.66f);
            Area last = part_of(line, 0.7f, 1.0f);
            assert_int_equal(most_runs(desk, first, firer) > 0, !worn);
            assert_true(most_runs(desk, second, hit) > 0);
            // A ring and two hands where nobody fired.
            float middle = first.x + 26.0f * 2.0f / 3.0f;
            assert_int_equal(is_at(desk, middle, line.y + 0.4f * line.height, PALETTE_TEXT), worn);
            assert_int_equal(runs_of(desk, last, 0.5f, PALETTE_BAD), out ? 1 : damage);
            assert_int_equal(runs_of(desk, last, 0.36f, PALETTE_BAD), out ? 2 : damage);
        }
    }
    BattleNote old = {.kind = BATTLE_WORN, .car = -1, .other = 2, .damage = 1};
    battle_state_make(battle_of(desk));
    draw(desk);
    int count = desk->taken.count;
    old.tick = desk->rig->race->tick - 5 * RACE_TICKS_PER_SECOND;
    battle_note(battle_of(desk), old);
    draw(desk);
    assert_int_equal(desk->taken.count, count); // it is five seconds old
    desk_free(desk);
}

// What a message in its way leaves no room for is left out: parted, it would look like another
// list.
static void the_list_stands_in_one_piece(void **state) {
    (void)state;
    Desk *desk = desk_make(BATTLE_LAPS);
    desk->view.rect.width = WIDE / 2; // of two people
    for (int i = 0; i < 4; i++) {
        battle_note(battle_of(desk), (BattleNote){.tick = desk->rig->race->tick - 10,
                                                  .kind = BATTLE_HIT,
                                                  .car = 1,
                                                  .other = 2,
                                                  .damage = 1});
    }
    for (int out = 0; out < 2; out++) {
        battle_of(desk)->cars[0].out = out ? 500 : 0; // "SPUN OUT: BACK IN 3"
        draw(desk);
        float u = hud_unit(&desk->view), last = 0.0f;
        int lines = 0;
        for (int i = 0; i < desk->taken.count; i++) {
            Area area = desk->taken.areas[i];
            if (fabsf(area.width - 186.0f * u) < 0.1f && fabsf(area.height - 44.0f * u) < 0.1f) {
                assert_true(lines == 0 || fabsf(area.y - last - 50.0f * u) < 0.1f);
                last = area.y;
                lines++;
            }
        }
        assert_int_equal(lines, out ? 3 : 4);
    }
    desk_free(desk);
}

/// The text that begins with `start`; NULL: none does.
static const char *text_of(const Desk *desk, const char *start) {
    for (int i = 0; i < desk->texts.count; i++) {
        if (strncmp(desk->texts.texts[i], start, strlen(start)) == 0) {
            return desk->texts.texts[i];
        }
    }
    return NULL;
}

static void who_is_about_to_wear_out_is_warned(void **state) {
    (void)state;
    Desk *desk = desk_make(BATTLE_LAST);
    BattleCar *car = &battle_of(desk)->cars[0];
    static const struct {
        int left;
        const char *text;
    } cases[] = {{BATTLE_IDLE_TICKS, NULL},
                 {BATTLE_WEARS_TICKS + 1, NULL},
                 {BATTLE_WEARS_TICKS, "HIT A CAR IN 10 s"},
                 {9 * 240 + 1, "HIT A CAR IN 10 s"},
                 {9 * 240, "HIT A CAR IN 9 s"},
                 {1, "HIT A CAR IN 1 s"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        car->idle = (uint16_t)(BATTLE_IDLE_TICKS - cases[i].left);
        draw(desk);
        const char *text = text_of(desk, "HIT A CAR");
        assert_int_equal(text != NULL, cases[i].text != NULL);
        assert_true(text == NULL || strcmp(text, cases[i].text) == 0);
    }
    race_racers(desk->rig->race)[0].wrong_way = true; // he may be on his way to somebody
    draw(desk);
    assert_non_null(text_of(desk, "HIT A CAR"));
    race_racers(desk->rig->race)[0].eliminated = 3; // of all that, nothing concerns him any more
    draw(desk);
    assert_null(text_of(desk, "HIT A CAR"));
    race_racers(desk->rig->race)[0].eliminated = 0;
    desk->rig->race->battle_mode = BATTLE_LAPS; // to the flag nobody wears out
    draw(desk);
    assert_null(text_of(desk, "HIT A CAR"));
    desk_free(desk);
}

/// The plate of the car's bars, above the speed.
static Area bars_of(Desk *desk) {
    draw(desk);
    const HudTaken with = desk->taken;
    BattleMode mode = desk->rig->race->battle_mode;
    desk->rig->race->battle_mode = BATTLE_OFF;
    draw(desk);
    const HudTaken without = desk->taken;
    desk->rig->race->battle_mode = mode;
    desk->taken = with;
    Area bars = {0};
    for (int i = 0; i < with.count; i++) {
        bool is_new = true;
        for (int k = 0; k < without.count; k++) {
            is_new &= memcmp(&with.areas[i], &without.areas[k], sizeof(Area)) != 0;
        }
        bars = is_new && with.areas[i].y > 0.6f * TALL ? with.areas[i] : bars;
    }
    assert_true(bars.width > 0.0f);
    return bars;
}

// Not faster than three times a second, and not at all where nothing shall pulse.
static void the_bar_that_is_about_to_go_blinks(void **state) {
    (void)state;
    for (int steady = 0; steady < 2; steady++) {
        for (int damage = 0; damage < BATTLE_HITS_OUT; damage++) {
            Desk *desk = desk_make(BATTLE_LAST);
            desk->view.steady = steady == 1;
            battle_of(desk)->cars[0].damage = (uint8_t)damage;
            Area bars = part_of(bars_of(desk), 0.0f, 0.42f);
            draw(desk);
            assert_int_equal(runs_of(desk, bars, 0.5f, PALETTE_GOOD), BATTLE_HITS_OUT - damage);
            battle_of(desk)->cars[0].idle = BATTLE_IDLE_TICKS - 800;
            int lit = 0, changes = 0;
            bool before = false;
            for (int frame = 0; frame < 120; frame++) { // two seconds
                desk->rig->race->tick += 4;
                draw(desk);
                assert_int_equal(runs_of(desk, bars, 0.5f, PALETTE_GOOD),
                                 BATTLE_HITS_OUT - damage - 1);
                bool now = runs_of(desk, bars, 0.5f, PALETTE_ACCENT) > 0;
                float middle = bars.x + (27.0f + 24.0f * (float)(2 - damage)) * 2.0f / 3.0f;
                assert_int_equal(is_at(desk, middle, bars.y + 0.5f * bars.height, PALETTE_ACCENT),
                                 now);
                changes += frame > 0 && now != before;
                lit += now;
                before = now;
            }
            assert_int_equal(lit, steady ? 120 : 60);
            assert_true(steady ? changes == 0 : changes >= 3 && changes <= 6);
            desk_free(desk);
        }
    }
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_car_carries_is_shown_as_often_as_it_has_it),
        cmocka_unit_test(the_list_says_who_has_hit_whom_and_who_wears_out),
        cmocka_unit_test(the_list_stands_in_one_piece),
        cmocka_unit_test(who_is_about_to_wear_out_is_warned),
        cmocka_unit_test(the_bar_that_is_about_to_go_blinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
