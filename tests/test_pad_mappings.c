/// Mappings of gamepads: which lines of a file are taken, and how a pad that nobody knows gets one.
#include "base/random.h"
#include "platform/pad_mappings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define GUID_A "030000005e0400008e02000014010000"
#define GUID_B "03000000abcdef012345678901234567"

static MessageList messages;

/// The lines that are taken of `text`. The caller frees them.
static char *check(const char *text) {
    messages = (MessageList){0};
    return pad_mappings_check(text, strlen(text), "mine.txt", &messages);
}

static void good_lines_are_taken_as_they_mean(void **state) {
    (void)state;
    char *good = check("# a comment\n\n" GUID_A
                       ",Some pad,a:b0,leftx:a0,lefty:a1~,dpup:h0.1,righttrigger:+a5,"
                       "misc1:b19,crc:abcd,platform:Linux,\r\n");
    assert_string_equal(good, GUID_A ",Some pad,a:b0,leftx:a0,lefty:a1~,dpup:h0.1,"
                                     "righttrigger:+a5,platform:Linux,\n");
    assert_int_equal(messages.count, 0);
    free(good);
}

static void lines_for_other_systems_are_left_out_in_silence(void **state) {
    (void)state;
    char *good = check(GUID_A ",Pad,a:b0,platform:Windows,\n" GUID_B ",Pad,a:b1,\n");
    assert_string_equal(good, GUID_B ",Pad,a:b1,platform:Linux,\n");
    assert_int_equal(messages.count, 0);
    free(good);
}

static void wrong_lines_are_told_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *line;
        int column;
    } wrong[] = {
        {"xyz,Pad,a:b0,", 1},           {GUID_A, 1},
        {GUID_A ",,a:b0,", 1},          {GUID_A ",Pad,a:b0,b:c1,", 43},
        {GUID_A ",Pad,a:b256,", 38},    {GUID_A ",Pad,a:b99999999999,", 38},
        {GUID_A ",Pad,dpup:h0.3,", 38}, {GUID_A ",Pad,dpup:h9.1,", 38},
        {GUID_A ",Pad,leftx:+b3,", 38}, {GUID_A ",Pad,leftx:a64,", 38},
        {GUID_A ",Pad,leftx:a,", 38},   {GUID_A ",Pad,leftx,", 38},
        {GUID_A ",Pad,a:b-1,", 38},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "# first\n%s\n" GUID_B ",Pad,a:b1,\n", wrong[i].line);
        char *good = check(text);
        assert_string_equal(good, GUID_B ",Pad,a:b1,platform:Linux,\n");
        assert_int_equal(messages.count, 1);
        assert_int_equal(messages.items[0].place.line, 2);
        assert_int_equal(messages.items[0].place.column, wrong[i].column);
        free(good);
    }
}

static void a_huge_file_is_refused_and_a_huge_line_left_out(void **state) {
    (void)state;
    size_t size = PAD_MAPPINGS_LIMIT + 1;
    char *text = malloc(size + 1);
    memset(text, 'a', size);
    text[size] = '\0';
    char *good = check(text);
    assert_string_equal(good, "");
    assert_int_equal(messages.count, 1);
    free(good);
    text[5000] = '\0';
    good = check(text);
    assert_string_equal(good, "");
    assert_int_equal(messages.count, 1);
    free(good);
    char *at = text;
    for (int i = 0; i < PAD_MAPPINGS_MAX + 100; i++) {
        at += sprintf(at, "%032x,P,a:b1,\n", (unsigned)i);
    }
    good = check(text);
    int lines = 0;
    for (const char *c = good; *c; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, PAD_MAPPINGS_MAX);
    assert_int_equal(messages.count, 1);
    free(good);
    free(text);
}

// Bytes of any kind, from a file that somebody spoilt.
static void whatever_a_file_holds_good_lines_come_out(void **state) {
    (void)state;
    static const char seed[] = GUID_A ",Pad,a:b0,b:b1,leftx:a0,lefty:a1~,dpup:h0.1,righttrigger:a5,"
                                      "platform:Linux,\n";
    Random random = random_make(11, 3);
    for (int round = 0; round < 3000; round++) {
        char text[2 * sizeof seed];
        snprintf(text, sizeof text, "%s%s", seed, seed);
        for (int i = 0; i < 6; i++) {
            text[random_u32(&random) % (sizeof text - 2)] = (char)(random_u32(&random) % 256);
        }
        messages = (MessageList){0};
        char *good = pad_mappings_check(text, sizeof text - 2, "spoilt", &messages);
        char *again = check(good); // what comes out is clean
        assert_string_equal(again, good);
        assert_int_equal(messages.count, 0);
        free(again);
        free(good);
    }
}

static void a_new_mapping_takes_the_place_of_the_old_one(void **state) {
    (void)state;
    char *text = pad_mappings_with("# mine\n" GUID_A ",Old,a:b3,\n" GUID_B ",Other,a:b1,",
                                   GUID_A ",New,a:b0,");
    assert_string_equal(text, "# mine\n" GUID_B ",Other,a:b1,\n" GUID_A ",New,a:b0,\n");
    free(text);
    text = pad_mappings_with("", GUID_A ",New,a:b0,");
    assert_string_equal(text, GUID_A ",New,a:b0,\n");
    free(text);
}

static RawPad a_stranger(int axes, int buttons, int hats) {
    RawPad pad = {.present = true, .axis_count = axes, .button_count = buttons, .hat_count = hats};
    snprintf(pad.name, sizeof pad.name, "Odd, pad");
    snprintf(pad.guid, sizeof pad.guid, GUID_B);
    return pad;
}

static PadPart pressed_button(const RawPad *pad, int button) {
    RawPad now = *pad;
    now.buttons[button] = true;
    return pad_part_moved(pad, &now);
}

static PadPart moved_axis(const RawPad *pad, int axis, float to) {
    RawPad now = *pad;
    now.axes[axis] = to;
    return pad_part_moved(pad, &now);
}

static void expect_mapping(const RawPad *pad, const PadPart parts[PAD_ASK_COUNT],
                           const char *fields) {
    char line[PAD_MAPPING_LINE], wanted[PAD_MAPPING_LINE];
    pad_mapping_write(pad, parts, line);
    snprintf(wanted, sizeof wanted, GUID_B ",Odd  pad,%splatform:Linux,", fields);
    assert_string_equal(line, wanted);
    char *good = check(line); // what is written is taken
    assert_int_equal(messages.count, 0);
    assert_memory_equal(good, line, strlen(line));
    free(good);
}

static void four_presses_map_a_pad_with_sticks_and_triggers(void **state) {
    (void)state;
    RawPad pad = a_stranger(6, 10, 1);
    pad.axes[4] = pad.axes[5] = -1.0f; // triggers rest at an end
    PadPart parts[PAD_ASK_COUNT] = {
        [PAD_ASK_LEFT] = moved_axis(&pad, 0, -1.0f),
        [PAD_ASK_GAS] = moved_axis(&pad, 5, 1.0f),
        [PAD_ASK_BRAKE] = moved_axis(&pad, 4, 1.0f),
        [PAD_ASK_PAUSE] = pressed_button(&pad, 7),
    };
    expect_mapping(&pad, parts,
                   "righttrigger:a5,lefttrigger:a4,start:b7,leftx:a0,lefty:a1,"
                   "dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8,"
                   "a:b0,b:b1,x:b2,y:b3,rightshoulder:b4,leftshoulder:b5,back:b6,");
}

static void a_pad_of_buttons_alone_takes_a_fifth_press(void **state) {
    (void)state;
    RawPad pad = a_stranger(0, 8, 0);
    PadPart parts[PAD_ASK_COUNT] = {
        [PAD_ASK_LEFT] = pressed_button(&pad, 6),  [PAD_ASK_GAS] = pressed_button(&pad, 1),
        [PAD_ASK_BRAKE] = pressed_button(&pad, 0), [PAD_ASK_PAUSE] = pressed_button(&pad, 3),
        [PAD_ASK_RIGHT] = pressed_button(&pad, 7),
    };
    expect_mapping(&pad, parts,
                   "a:b1,x:b0,start:b3,dpleft:b6,dpright:b7,b:b2,y:b4,rightshoulder:b5,");
}

static void a_hat_or_a_stick_turned_round_steers_too(void **state) {
    (void)state;
    RawPad pad = a_stranger(2, 3, 1), now = pad;
    now.hats[0] = 8;
    PadPart parts[PAD_ASK_COUNT] = {
        [PAD_ASK_LEFT] = pad_part_moved(&pad, &now),
        [PAD_ASK_GAS] = pressed_button(&pad, 0),
        [PAD_ASK_BRAKE] = pressed_button(&pad, 1),
        [PAD_ASK_PAUSE] = pressed_button(&pad, 2),
    };
    expect_mapping(&pad, parts,
                   "a:b0,x:b1,start:b2,dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8,");
    parts[PAD_ASK_LEFT] = moved_axis(&pad, 1, 1.0f);
    parts[PAD_ASK_GAS] = moved_axis(&pad, 0, -1.0f); // half of a stick
    expect_mapping(&pad, parts,
                   "righttrigger:-a0,x:b1,start:b2,leftx:a1~,dpup:h0.1,dpright:h0.2,"
                   "dpdown:h0.4,dpleft:h0.8,a:b0,");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_lines_are_taken_as_they_mean),
        cmocka_unit_test(lines_for_other_systems_are_left_out_in_silence),
        cmocka_unit_test(wrong_lines_are_told_with_their_place),
        cmocka_unit_test(a_huge_file_is_refused_and_a_huge_line_left_out),
        cmocka_unit_test(whatever_a_file_holds_good_lines_come_out),
        cmocka_unit_test(a_new_mapping_takes_the_place_of_the_old_one),
        cmocka_unit_test(four_presses_map_a_pad_with_sticks_and_triggers),
        cmocka_unit_test(a_pad_of_buttons_alone_takes_a_fifth_press),
        cmocka_unit_test(a_hat_or_a_stick_turned_round_steers_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
