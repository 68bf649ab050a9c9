/// Signals that are to be heard: short sounds that mean something, each with whom it is for.
#pragma once

#include <stdint.h>

enum {
    CUE_LIST_MAX = 16,
    CUE_FOR_ALL = -1
};

/// Each of them is also shown: a lamp, a word or a sign stands for it on the screen.
typedef enum CueKind {
    CUE_LIGHT,      ///< A start light.
    CUE_GO,         ///< They go out.
    CUE_LAST_LAP,   ///< The last lap begins.
    CUE_FINISH,     ///< The flag.
    CUE_RECORD,     ///< A best lap or race.
    CUE_MEDAL,      ///< A medal.
    CUE_MISSED,     ///< A gate was left out.
    CUE_GAINED,     ///< A place gained.
    CUE_LOST,       ///< A place lost.
    CUE_JOIN,       ///< Somebody joins.
    CUE_LEAVE,      ///< Somebody leaves.
    CUE_MENU_MOVE,  ///< Another row, another value.
    CUE_MENU_ENTER, ///< Another screen.
    CUE_MENU_BACK,  ///< Back from it.
    CUE_BLUE_FLAG,  ///< A faster car wants to pass: a lap ahead.
    CUE_WEARS,      ///< In a battle: who hits nobody soon wears out.
    CUE_KIND_COUNT
} CueKind;

typedef struct CueEvent {
    uint8_t kind; ///< CueKind
    int8_t car;   ///< Whose driver it is for; CUE_FOR_ALL.
} CueEvent;

/// The zero value is empty.
typedef struct CueList {
    CueEvent items[CUE_LIST_MAX];
    int count;
} CueList;

/// What finds no room is left out: so many at once are a chord of noise anyway.
static inline void cue_list_add(CueList *list, CueKind kind, int car) {
    if (list->count < CUE_LIST_MAX) {
        list->items[list->count++] = (CueEvent){(uint8_t)kind, (int8_t)car};
    }
}
