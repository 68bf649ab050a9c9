/// Colours as people see them: contrast, and how far two are apart to all kinds of eyes.
#pragma once

#include <stdint.h>

enum {
    EYES_COUNT = 4, ///< Usual ones, then those of protan, deutan and tritan people.
};

/// A colour in CIE L*a*b* (D65).
typedef struct EyesLab {
    double l, a, b;
} EyesLab;

/// A colour as one kind of eyes sees it (0: the usual ones); 0xRRGGBBAA here and below, its alpha
/// does not count. Source of the others: Machado, Oliveira and Fernandes, A Physiologically-based
/// Model for Simulation of Color Vision Deficiency (2009), severity 1.
EyesLab eyes_lab(int eye, uint32_t color);

/// How far two colours are apart, CIE76.
double eyes_apart(EyesLab a, EyesLab b);

/// The same of two colours to one kind of eyes.
double eyes_difference(int eye, uint32_t a, uint32_t b);

/// What is left of that without hue: their lightness.
double eyes_grey_difference(uint32_t a, uint32_t b);

/// Contrast, 1 to 21. Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/
double eyes_contrast(uint32_t a, uint32_t b);
