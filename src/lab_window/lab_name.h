/// The scene gets another name, letter by letter.
#pragma once

#include "lab_window/lab_desk.h"

/// Begins with the name that it has.
void lab_name_begin(LabDesk *desk);

/// Adds what was typed (UTF-8), as far as a name may be long.
void lab_name_type(LabDesk *desk, const char *typed);

/// Takes the last letter away.
void lab_name_take_back(LabDesk *desk);

/// Gives the scene the name. Where it cannot have it, says why and goes on.
void lab_name_done(LabDesk *desk);

/// Leaves the name as it was.
void lab_name_cancel(LabDesk *desk);
