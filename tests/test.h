/// What every test includes: cmocka and what it wants before it.
#pragma once

// cmocka.h needs the others before it.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <locale.h>

/// Whether the program runs under AddressSanitizer, which takes many times as long and as much
/// memory.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/// Tests run in the locale of the environment: with LC_ALL=de_DE.UTF-8 under a decimal comma.
__attribute__((constructor)) static void take_locale(void) { setlocale(LC_ALL, ""); }

/// Back to the locale of C, for a program that makes with printf the texts that it reads, or tests
/// what only the game does, which stays in it.
static inline void leave_locale(void) { setlocale(LC_ALL, "C"); }

/// Fails with both values where |actual - expected| > tolerance, or where one is no number.
#define assert_near(actual, expected, tolerance)                                                \
    do {                                                                                        \
        double actual_ = (double)(actual), expected_ = (double)(expected);                      \
        double off_ = actual_ > expected_ ? actual_ - expected_ : expected_ - actual_;          \
        if (!(off_ <= (double)(tolerance))) {                                                   \
            print_error("%s is %.9g, expected %.9g within %.3g\n", #actual, actual_, expected_, \
                        (double)(tolerance));                                                   \
            fail();                                                                             \
        }                                                                                       \
    } while (0)
