/// Stops the program where a condition that the programmer promised does not hold, in every build.
#pragma once

#define ASSERT(condition) ((condition) ? (void)0 : assert_fail(#condition, __FILE__, __LINE__))

/// Prints the condition with its place to stderr and aborts.
_Noreturn void assert_fail(const char *condition, const char *file, int line);
