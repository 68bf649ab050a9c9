#include "input/key_test.h"

#include "base/assert.h"
#include "formats/keys.h"

#include <string.h>

#define TRY_S    0.8f  // s of keys that stay the same: who is about to press another does not wait
#define ALONE_S  3.0f  // s, where somebody holds nothing yet that arrives
#define REVEAL_S 0.12f // s after one is let go in which a hidden one arrives
enum {
    TRIES = 3,    // of the same without anybody saying so; somebody may just be slow
    REVEALED = 2, // tries that one is worth after which the key came as another was let go
    CANDIDATES = 5,
};

/// Keys that hands at a place also reach, by action, the best first. Ctrl is usually wired by
/// itself. Shift is not among them, as pressed often it opens a dialog of the system, nor are Alt
/// and the system's keys; Caps Lock would stay on.
static const int candidates[DEVICE_KEYS_COUNT][SETTING_ACTION_COUNT][CANDIDATES] = {
    {[SETTING_ACTION_GAS] = {'E', 'R'},
     [SETTING_ACTION_BRAKE] = {'X', 'C'},
     [SETTING_ACTION_LEFT] = {'Z'},
     [SETTING_ACTION_RIGHT] = {'C', 'F'},
     [SETTING_ACTION_HANDBRAKE] = {KEY_LEFT_CONTROL, KEY_SPACE, 'C', 'V', 'X'},
     [SETTING_ACTION_FIRE] = {'V', 'G', 'B', 'T', 'F'}},
    {[SETTING_ACTION_GAS] = {KEY_PAGE_UP, KEY_HOME},
     [SETTING_ACTION_BRAKE] = {KEY_END, KEY_PAGE_DOWN},
     [SETTING_ACTION_LEFT] = {KEY_DELETE, KEY_RIGHT_CONTROL},
     [SETTING_ACTION_RIGHT] = {KEY_PAGE_DOWN, KEY_END},
     [SETTING_ACTION_HANDBRAKE] = {KEY_RIGHT_CONTROL, KEY_SLASH, KEY_PERIOD, KEY_DELETE, KEY_END},
     [SETTING_ACTION_FIRE] = {KEY_APOSTROPHE, KEY_DELETE, KEY_PERIOD, KEY_INSERT, KEY_END}},
    {[SETTING_ACTION_GAS] = {'O'},
     [SETTING_ACTION_BRAKE] = {KEY_COMMA, 'M'},
     [SETTING_ACTION_LEFT] = {'H', 'N'},
     [SETTING_ACTION_RIGHT] = {KEY_SEMICOLON, KEY_PERIOD},
     [SETTING_ACTION_HANDBRAKE] = {'H', KEY_SEMICOLON, 'N', 'B', 'M'},
     [SETTING_ACTION_FIRE] = {'N', 'P', 'M', 'O', 'Y'}},
    {[SETTING_ACTION_GAS] = {KEY_PAD_9, KEY_PAD_7},
     [SETTING_ACTION_BRAKE] = {KEY_PAD_2},
     [SETTING_ACTION_LEFT] = {KEY_PAD_1, KEY_PAD_7},
     [SETTING_ACTION_RIGHT] = {KEY_PAD_3, KEY_PAD_9},
     [SETTING_ACTION_HANDBRAKE] = {KEY_PAD_0, KEY_PAD_ENTER, KEY_PAD_DECIMAL, KEY_PAD_ADD,
                                   KEY_PAD_3},
     [SETTING_ACTION_FIRE] = {KEY_PAD_ADD, KEY_PAD_DECIMAL, KEY_PAD_ENTER, KEY_PAD_3, KEY_PAD_9}},
};

int key_test_people(const KeyTest *test) {
    int people = 0;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        people += test->takes[place];
    }
    return people;
}

/// The key that a step asks for besides gas and a side; SETTING_ACTION_COUNT: none.
static SettingAction third_action(KeyTestStep step) {
    switch (step) {
    case KEY_TEST_GAS_LEFT_HANDBRAKE:
    case KEY_TEST_GAS_RIGHT_HANDBRAKE:
        return SETTING_ACTION_HANDBRAKE;
    case KEY_TEST_GAS_LEFT_FIRE:
    case KEY_TEST_GAS_RIGHT_FIRE:
        return SETTING_ACTION_FIRE;
    default:
        return SETTING_ACTION_COUNT;
    }
}

bool key_test_applies(const KeyTest *test, KeyTestStep step) {
    bool apart = step == KEY_TEST_GAS_APART || step == KEY_TEST_GAS_APART2;
    bool fires = third_action(step) == SETTING_ACTION_FIRE;
    int people = 0;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        people += test->takes[place] && !(fires && test->auto_fire[place]);
    }
    return people > (apart ? 1 : 0);
}

KeyTestStep key_test_step(const KeyTest *test) {
    int step = 0;
    while (step < KEY_TEST_STEPS &&
           (!key_test_applies(test, (KeyTestStep)step) || test->states[step] != KEY_TEST_UNTRIED)) {
        step++;
    }
    return (KeyTestStep)step;
}

int key_test_asked(const KeyTest *test, KeyTestStep step, KeyAsked out[KEY_TEST_ASKED]) {
    ASSERT(step < KEY_TEST_STEPS);
    bool brakes = step == KEY_TEST_BRAKE_LEFT || step == KEY_TEST_BRAKE_RIGHT;
    SettingAction third = third_action(step);
    bool apart = step == KEY_TEST_GAS_APART || step == KEY_TEST_GAS_APART2;
    bool right = step == KEY_TEST_GAS_RIGHT || step == KEY_TEST_GAS_RIGHT_HANDBRAKE ||
                 step == KEY_TEST_BRAKE_RIGHT || step == KEY_TEST_GAS_APART2 ||
                 step == KEY_TEST_GAS_RIGHT_FIRE;
    int count = 0;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        if (!test->takes[place]) {
            continue;
        }
        if (brakes || !test->auto_gas[place]) {
            out[count++] = (KeyAsked){place, brakes ? SETTING_ACTION_BRAKE : SETTING_ACTION_GAS};
        }
        out[count++] = (KeyAsked){place, right ? SETTING_ACTION_RIGHT : SETTING_ACTION_LEFT};
        bool spared = third == SETTING_ACTION_FIRE && test->auto_fire[place];
        if (third != SETTING_ACTION_COUNT && !spared) {
            out[count++] = (KeyAsked){place, third};
        }
        right ^= apart;
    }
    return count;
}

const char *key_test_text(const KeyTest *test, KeyTestStep step) {
    static const char *const gas[] = {"gas and ", "gas, "};
    static const char *const texts[KEY_TEST_STEPS] = {
        [KEY_TEST_GAS_LEFT] = "gas and left",
        [KEY_TEST_GAS_RIGHT] = "gas and right",
        [KEY_TEST_GAS_APART] = "gas, one left, one right",
        [KEY_TEST_GAS_APART2] = "gas, the other way round",
        [KEY_TEST_GAS_LEFT_HANDBRAKE] = "gas, left and handbrake",
        [KEY_TEST_GAS_RIGHT_HANDBRAKE] = "gas, right and handbrake",
        [KEY_TEST_BRAKE_LEFT] = "brake and left",
        [KEY_TEST_BRAKE_RIGHT] = "brake and right",
        [KEY_TEST_GAS_LEFT_FIRE] = "gas, left and fire",
        [KEY_TEST_GAS_RIGHT_FIRE] = "gas, right and fire",
    };
    ASSERT(step < KEY_TEST_STEPS);
    bool gives = false;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        gives |= test->takes[place] && !test->auto_gas[place];
    }
    for (int i = 0; i < 2 && !gives; i++) {
        size_t size = strlen(gas[i]);
        if (strncmp(texts[step], gas[i], size) == 0) {
            return texts[step] + size;
        }
    }
    return texts[step];
}

// ---- what is held

/// The key that does it and is down; KEY_NONE: none is.
static int key_down(const Controls *controls, KeyAsked asked, const bool *down) {
    const int *keys = controls->keys[asked.place].controls[asked.action];
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        if (keys[i] != KEY_NONE && down[keys[i]]) {
            return keys[i];
        }
    }
    return KEY_NONE;
}

bool key_test_is_down(const Controls *controls, KeyAsked asked, const bool *down) {
    return key_down(controls, asked, down) != KEY_NONE;
}

static int first_key(const Controls *controls, KeyAsked asked) {
    return controls->keys[asked.place].controls[asked.action][0];
}

/// The step under way begins anew.
static void begin_step(KeyTest *test) {
    test->arrived = 0;
    test->held_s = test->let_go_s = 0.0f;
    test->tries = false;
    test->with.count = test->seen = 0;
    test->changes++;
}

static void note_blocked(KeyTest *test, KeyTestStep step) {
    KeyAsked asked[KEY_TEST_ASKED];
    key_test_asked(test, step, asked);
    test->blocked[test->blocked_count++ % KEY_TEST_BLOCKED] = test->with;
    test->states[step] = KEY_TEST_HIDDEN;
    test->missing[step] = asked[test->absent];
    begin_step(test);
}

bool key_test_absent(const KeyTest *test, KeyAsked *out) {
    KeyAsked asked[KEY_TEST_ASKED];
    KeyTestStep step = key_test_step(test);
    if (step == KEY_TEST_STEPS || test->with.count == 0) {
        return false;
    }
    key_test_asked(test, step, asked);
    *out = asked[test->absent];
    return true;
}

void key_test_say_held(KeyTest *test) {
    KeyAsked absent;
    if (key_test_absent(test, &absent)) {
        note_blocked(test, key_test_step(test));
    }
}

/// Whether everybody holds something of what is asked.
static bool all_hold(uint32_t arrived, const KeyAsked *asked, int count) {
    uint32_t want = 0, have = 0;
    for (int i = 0; i < count; i++) {
        want |= 1u << asked[i].place;
        have |= (arrived >> i & 1u) << asked[i].place;
    }
    return want == have;
}

/// Notes what stays away while the rest is held.
static void begin_try(KeyTest *test, const Controls *controls, const KeyAsked *asked, int count,
                      const bool *down) {
    KeySet with = {0};
    int absent = 0;
    while (test->arrived >> absent & 1u) {
        absent++;
    }
    for (int i = 0; i < count; i++) {
        if (test->arrived >> i & 1u) {
            with.keys[with.count++] = key_down(controls, asked[i], down);
        }
    }
    with.keys[with.count++] = first_key(controls, asked[absent]);
    if (test->with.count == 0 || test->absent != absent) {
        test->seen = 0;
    }
    test->with = with;
    test->absent = absent;
    test->tries = true;
    test->counts = all_hold(test->arrived, asked, count);
    test->changes++;
}

/// Follows the step under way, of which `arrived` is down.
static void follow(KeyTest *test, const Controls *controls, const KeyAsked *asked, int count,
                   uint32_t arrived, const InputFrame *input, float dt) {
    uint32_t came = arrived & ~test->arrived, went = test->arrived & ~arrived;
    bool same = came == 0 && went == 0;
    test->held_s = same ? test->held_s + dt : 0.0f;
    test->arrived = arrived;
    test->let_go_s += dt;
    if (test->tries && went != 0) {
        test->tries = false;
        test->seen += test->counts;
        test->let_go_s = 0.0f;
    } else if (test->tries && came != 0) { // it was only late
        test->tries = false;
        test->with.count = test->seen = 0;
    }
    bool waits = test->with.count > 0 && !test->tries;
    if (waits && test->let_go_s <= REVEAL_S && (came >> test->absent & 1u)) {
        test->seen += REVEALED;
    }
    float wait_s = all_hold(arrived, asked, count) ? TRY_S : ALONE_S;
    if (!test->tries && test->held_s >= wait_s && arrived != 0) {
        begin_try(test, controls, asked, count, input->down);
    }
    if (test->with.count > 0 && test->seen >= TRIES) {
        note_blocked(test, key_test_step(test));
    }
}

/// Whoever presses his gas takes part. Whether somebody new does.
static bool join(KeyTest *test, const Controls *controls, const InputFrame *input) {
    bool joins = false;
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        bool presses = bindings_pressed(&controls->keys[place], SETTING_ACTION_GAS, input, NULL);
        joins |= presses && !test->takes[place];
        test->takes[place] |= presses;
    }
    return joins;
}

void key_test_set_helps(KeyTest *test, int place, bool auto_gas, bool auto_fire) {
    if (test->auto_gas[place] != auto_gas || test->auto_fire[place] != auto_fire) {
        test->auto_gas[place] = auto_gas;
        test->auto_fire[place] = auto_fire;
        memset(test->states, 0, sizeof test->states);
        begin_step(test);
    }
}

void key_test_frame(KeyTest *test, const Controls *controls, const InputFrame *input, float dt) {
    if (join(test, controls, input)) {
        memset(test->states, 0, sizeof test->states); // all hold their keys together
        begin_step(test);
    }
    KeyTestStep step = key_test_step(test);
    if (step == KEY_TEST_STEPS) {
        return;
    }
    KeyAsked asked[KEY_TEST_ASKED];
    int count = key_test_asked(test, step, asked);
    uint32_t arrived = 0;
    for (int i = 0; i < count; i++) {
        arrived |= (uint32_t)key_test_is_down(controls, asked[i], input->down) << i;
    }
    if (arrived == (1u << count) - 1u) {
        test->states[step] = KEY_TEST_TOLD;
        begin_step(test);
    } else {
        follow(test, controls, asked, count, arrived, input, dt);
    }
}

// ---- what helps

static bool holds_key(const KeySet *set, int key) {
    for (int i = 0; i < set->count; i++) {
        if (set->keys[i] == key) {
            return true;
        }
    }
    return false;
}

/// Whether keys are known not to be reported together. More keys do not make that better.
static bool is_blocked(const KeyTest *test, const KeySet *held) {
    int kept = test->blocked_count < KEY_TEST_BLOCKED ? test->blocked_count : KEY_TEST_BLOCKED;
    for (int i = 0; i < kept; i++) {
        const KeySet *blocked = &test->blocked[i];
        int common = 0;
        for (int k = 0; k < blocked->count; k++) {
            common += holds_key(held, blocked->keys[k]);
        }
        if (common == blocked->count) {
            return true;
        }
    }
    return false;
}

/// Whether nothing is known against any step for those who take part.
static bool may_work(const KeyTest *test, const Controls *controls) {
    for (int step = 0; step < KEY_TEST_STEPS; step++) {
        KeyAsked asked[KEY_TEST_ASKED];
        int count = key_test_asked(test, (KeyTestStep)step, asked);
        KeySet held = {.count = count};
        for (int i = 0; i < count; i++) {
            held.keys[i] = first_key(controls, asked[i]);
        }
        if (key_test_applies(test, (KeyTestStep)step) && is_blocked(test, &held)) {
            return false;
        }
    }
    return true;
}

/// Whether `key` does something besides `asked`.
static bool is_used(const Controls *controls, int key, KeyAsked asked) {
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        SettingAction found = bindings_find(&controls->keys[place], key);
        bool own = place == asked.place && found == asked.action;
        if (found != SETTING_ACTION_COUNT && !own) {
            return true;
        }
    }
    return false;
}

/// Another key for what is asked; KEY_NONE where all are used or known not to work.
static int other_key(const KeyTest *test, const Controls *controls, KeyAsked asked) {
    const int *rivals = candidates[asked.place][asked.action];
    for (int i = 0; i < CANDIDATES && rivals[i] != KEY_NONE; i++) {
        Controls with = *controls;
        int *keys = with.keys[asked.place].controls[asked.action];
        if (keys[0] == rivals[i] || is_used(controls, rivals[i], asked)) {
            continue;
        }
        keys[0] = rivals[i];
        if (may_work(test, &with)) {
            return rivals[i];
        }
    }
    return KEY_NONE;
}

/// A free place against which nothing is known, in place of `place`; DEVICE_NONE: there is none.
static int other_place(const KeyTest *test, const Controls *controls, int place) {
    static const int order[DEVICE_KEYS_COUNT] = {1, 3, 0, 2}; // what lies apart first
    for (int i = 0; i < DEVICE_KEYS_COUNT; i++) {
        KeyTest moved = *test;
        moved.takes[place] = false;
        moved.takes[order[i]] = true;
        moved.auto_gas[order[i]] = test->auto_gas[place];
        moved.auto_fire[order[i]] = test->auto_fire[place];
        if (!test->takes[order[i]] && may_work(&moved, controls)) {
            return order[i];
        }
    }
    return DEVICE_NONE;
}

KeyProposal key_test_proposal(const KeyTest *test, const Controls *controls) {
    int step = 0;
    while (step < KEY_TEST_STEPS &&
           !(key_test_applies(test, (KeyTestStep)step) && test->states[step] == KEY_TEST_HIDDEN)) {
        step++;
    }
    if (step == KEY_TEST_STEPS) {
        return (KeyProposal){0};
    }
    // Of three keys the handbrake or that to fire is the one that is missed least where it was, but
    // whoever is missed may have none in this step.
    KeyAsked asked = test->missing[step], third = {asked.place, third_action((KeyTestStep)step)};
    bool has_third = third.action != SETTING_ACTION_COUNT &&
                     !(third.action == SETTING_ACTION_FIRE && test->auto_fire[third.place]);
    int place = asked.place, key = has_third ? other_key(test, controls, third) : KEY_NONE;
    asked = key != KEY_NONE ? third : asked;
    key = key != KEY_NONE ? key : other_key(test, controls, asked);
    if (key != KEY_NONE) {
        return (KeyProposal){
            .kind = KEY_PROPOSAL_KEY, .place = place, .action = asked.action, .key = key};
    }
    int to = other_place(test, controls, place);
    return (KeyProposal){.kind = to != DEVICE_NONE ? KEY_PROPOSAL_PLACE : KEY_PROPOSAL_PAD,
                         .place = place,
                         .to = to};
}

void key_test_take(KeyTest *test, const KeyProposal *proposal) {
    ASSERT(proposal->kind == KEY_PROPOSAL_KEY || proposal->kind == KEY_PROPOSAL_PLACE);
    bool moves = proposal->kind == KEY_PROPOSAL_PLACE;
    for (int step = 0; step < KEY_TEST_STEPS; step++) {
        KeyAsked asked[KEY_TEST_ASKED];
        int count = key_test_asked(test, (KeyTestStep)step, asked);
        bool changes = moves;
        for (int i = 0; i < count; i++) {
            changes |= asked[i].place == proposal->place && asked[i].action == proposal->action;
        }
        if (changes) {
            test->states[step] = KEY_TEST_UNTRIED;
        }
    }
    if (moves) {
        test->takes[proposal->place] = false;
        test->takes[proposal->to] = true;
        test->auto_gas[proposal->to] = test->auto_gas[proposal->place];
        test->auto_fire[proposal->to] = test->auto_fire[proposal->place];
    }
    begin_step(test);
}

void key_test_forget(KeyTest *test) {
    KeyTest fresh = {.changes = test->changes + 1};
    memcpy(fresh.takes, test->takes, sizeof fresh.takes);
    *test = fresh;
}
