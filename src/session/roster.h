/// The drivers that there are: what a field is drawn from.
#pragma once

#include "driver_file/driver_file.h"
#include "race/field.h"

enum {
    ROSTER_ID_MAX = 64, ///< Bytes of a file's short name, with the terminator; longer ones are cut.
};

/// An owner; made by roster_load, ended by roster_destroy. The zero value has no drivers.
typedef struct Roster {
    DriverParams params[FIELD_ROSTER_MAX];     ///< For field_draw.
    char ids[FIELD_ROSTER_MAX][ROSTER_ID_MAX]; ///< Short names of the files: "ada-okonjo".
    DriverFile *drivers;                       ///< By the same index.
    int count;
} Roster;

/// Reads every driver of the user's folder, of the data folder (`data` as in session/load.h) and of
/// the system's, in order of the names of their files; one of the user's hides a shipped one of the
/// same name. A file that cannot be read is left out (W840), and so are drivers past
/// FIELD_ROSTER_MAX (W841): both are warnings, added to `messages`. Prints only where there is no
/// data folder. About 10 ms for 24 drivers.
void roster_load(const char *data, Roster *out, MessageList *messages);

void roster_destroy(Roster *roster);

/// The driver number `index`; NULL for -1, who has no character (field_draw's `who`).
const DriverFile *roster_driver(const Roster *roster, int index);
