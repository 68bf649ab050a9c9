/// One car from above: its bodywork, tyres that turn, lights, pattern and number.
///
/// A car must read as a car at 24 to 60 pixels of length: few parts, strong contrast, and colour
/// never alone (number and pattern tell cars apart too).
#pragma once

#include "geometry/transform.h"
#include "render/draw_list.h"
#include "vehicle/bodywork.h"
#include "vehicle/car_model.h"

enum {
    CAR_PATTERNS = 4,
};

/// What tells a car from others of its kind.
typedef struct CarLook {
    uint32_t color;
    int number;  ///< Painted on the car, 0 to 99.
    int pattern; ///< 0 plain, 1 centre stripe, 2 side stripes, 3 chequer
} CarLook;

/// A car as it is drawn. All pointers are only read while it is drawn.
typedef struct CarPicture {
    Transform at; ///< Of the body frame; m.
    const CarModel *model;
    const Car *car;       ///< Its steering, lights and load transfer.
    const Bodywork *body; ///< With parts.
    CarLook look;
    float scale; ///< Times its size, from 1 on.
    float alpha; ///< 1: opaque.
    float pixel; ///< m that a pixel covers; above 0.
    bool night;  ///< The outline is light, the lamps are lit.
} CarPicture;

/// How much larger than it is a car `length` m long is drawn, so that one sees it: up to
/// CAR_PICTURE_SCALE_MAX times where it would be shorter than CAR_PICTURE_LENGTH_PX.
#define CAR_PICTURE_SCALE_MAX 1.3f
#define CAR_PICTURE_LENGTH_PX 44.0f
float car_picture_scale(float length, float pixel);

/// The box of a car in the body frame, m: that of its outline, where it has one.
Box car_picture_box(const CarParams *params);

/// Length of the box of a car, m, and its middle in the body frame.
float car_picture_length(const CarParams *params, vec2s *middle);

/// Appends the shadow, which falls `fall` m for each metre of height.
void car_picture_shadow(DrawList *list, const CarPicture *car, vec2s fall);

/// Appends the car, about 500 vertices: it leans out of bends, and its nose dips under the brakes.
/// list->feather should be what a pixel covers. `font` may be NULL: no number.
void car_picture_draw(DrawList *list, const Font *font, const CarPicture *car);
