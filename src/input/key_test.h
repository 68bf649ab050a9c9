/// The test of a keyboard that several people share. Many keyboards cannot report every third key
/// while two others are held: where those lie on one row and one column of its wires, the third
/// would look like a fourth that nobody holds, so that it is left out.
///
/// No program can see which keys fingers are on. So a key counts as blocked only where others were
/// held for a while, it stayed away, and somebody says that it was held, or it happened several
/// times, or it arrived the moment that another one was let go.
#pragma once

#include "input/seats.h"

enum {
    KEY_TEST_ASKED = 3 * DEVICE_KEYS_COUNT, ///< Keys at once: three of each.
    KEY_TEST_BLOCKED = 24,                  ///< Combinations that are remembered.
};

/// What all hold at the same time, step by step.
typedef enum KeyTestStep {
    KEY_TEST_GAS_LEFT,
    KEY_TEST_GAS_RIGHT,
    KEY_TEST_GAS_APART,  ///< One steers left, the next right; of several people.
    KEY_TEST_GAS_APART2, ///< The other way round.
    KEY_TEST_GAS_LEFT_HANDBRAKE,
    KEY_TEST_GAS_RIGHT_HANDBRAKE,
    KEY_TEST_BRAKE_LEFT,
    KEY_TEST_BRAKE_RIGHT,
    KEY_TEST_GAS_LEFT_FIRE, ///< In battles.
    KEY_TEST_GAS_RIGHT_FIRE,
    KEY_TEST_STEPS
} KeyTestStep;

/// A key that somebody is to hold.
typedef struct KeyAsked {
    int place; ///< On the keyboard: a device.
    SettingAction action;
} KeyAsked;

/// Keys that are held at the same time.
typedef struct KeySet {
    int keys[KEY_TEST_ASKED];
    int count;
} KeySet;

typedef enum KeyTestState {
    KEY_TEST_UNTRIED,
    KEY_TEST_TOLD,   ///< All its keys were seen down at the same time.
    KEY_TEST_HIDDEN, ///< The keyboard does not report one of them.
} KeyTestState;

/// A value; the zero value has nobody who takes part.
typedef struct KeyTest {
    bool takes[DEVICE_KEYS_COUNT];     ///< By place: somebody there takes part ...
    bool auto_gas[DEVICE_KEYS_COUNT];  ///< ... and holds no gas, as his car does so by itself ...
    bool auto_fire[DEVICE_KEYS_COUNT]; ///< ... or no key that fires.
    KeyTestState states[KEY_TEST_STEPS];
    KeyAsked missing[KEY_TEST_STEPS]; ///< Of KEY_TEST_HIDDEN: what did not arrive.
    KeySet blocked[KEY_TEST_BLOCKED]; ///< The newest take the places of the oldest.
    int blocked_count;                ///< Ever noted.
    // the step under way
    uint32_t arrived; ///< Bits of what is asked, in the last frame ...
    float held_s;     ///< ... and s for which they were the same.
    bool tries;       ///< They were for so long that what is missing was noted:
    int absent;       ///< which of what is asked, while `count` > 0 ...
    KeySet with;      ///< ... with it and all that was held; count 0: nothing was noted.
    bool counts;      ///< Everybody held something in it.
    int seen;         ///< In how many tries that count.
    float let_go_s;   ///< s since the last try ended.
    int changes;      ///< How often anything of this has changed that a screen shows.
} KeyTest;

/// From what a combination is made of to a whole other one.
typedef struct KeyProposal {
    enum {
        KEY_PROPOSAL_NONE,
        KEY_PROPOSAL_KEY,   ///< `key` does `action` at `place`.
        KEY_PROPOSAL_PLACE, ///< Whoever drives at `place` moves to `to`.
        KEY_PROPOSAL_PAD,   ///< He takes a gamepad: this keyboard has no keys for him.
    } kind;
    int place;
    SettingAction action;
    int key, to;
} KeyProposal;

/// Takes a frame of `dt` s. Whoever presses his gas takes part from then on.
void key_test_frame(KeyTest *test, const Controls *controls, const InputFrame *input, float dt);

/// Whether whoever drives at `place` has automatic gas, and automatic fire. Where that changes all
/// is tried anew.
void key_test_set_helps(KeyTest *test, int place, bool auto_gas, bool auto_fire);

/// How many people take part.
int key_test_people(const KeyTest *test);

/// The step under way; KEY_TEST_STEPS where all are through, or nobody takes part.
KeyTestStep key_test_step(const KeyTest *test);

/// Whether the step is one for those who take part.
bool key_test_applies(const KeyTest *test, KeyTestStep step);

/// What is asked for in a step, place by place. Returns how many.
int key_test_asked(const KeyTest *test, KeyTestStep step, KeyAsked out[KEY_TEST_ASKED]);

/// "gas and left"; "left" where nobody holds gas.
const char *key_test_text(const KeyTest *test, KeyTestStep step);

/// Whether a key of what is asked is down.
bool key_test_is_down(const Controls *controls, KeyAsked asked, const bool *down);

/// The key that has stayed away in the step under way while others were held; false: none.
bool key_test_absent(const KeyTest *test, KeyAsked *out);

/// Somebody says that he held it: the keyboard does not report it.
void key_test_say_held(KeyTest *test);

/// What helps with the first step whose keys are not all reported: another key, and where there is
/// none, another place for one of the people, and else a gamepad. Never one that is known not to
/// be reported with the others, or that somebody uses, and neither Shift, Alt nor the system's key.
KeyProposal key_test_proposal(const KeyTest *test, const Controls *controls);

/// The proposal was taken: what it changes is to be tried anew.
void key_test_take(KeyTest *test, const KeyProposal *proposal);

/// Forgets all but who takes part.
void key_test_forget(KeyTest *test);
