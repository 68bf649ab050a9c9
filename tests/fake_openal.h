/// What a test that fake_openal.c is linked into can ask it.
#pragma once

/// Calls of OpenAL so far, by all threads and by the main one. May be called in any thread.
int fake_openal_calls(void);
int fake_openal_calls_of_main(void);
