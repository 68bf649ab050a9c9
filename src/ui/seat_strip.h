/// The strip below every menu: who is in, by what each drives and which car, and how others join.
#pragma once

#include "ui/canvas.h"

enum {
    SEAT_STRIP_SEATS = 4
};

/// A seat of the strip. The zero value is free.
typedef struct SeatStripSeat {
    const char *name; ///< NULL: nobody sits here.
    uint32_t color;
    bool has_pad;       ///< He drives by a gamepad, else by keys.
    const char *device; ///< "arrows"; left out where there is little room.
    const char *car;    ///< Or what else is to be said of him.
    float leaving;      ///< How much of the time is over that he must hold on to leave, 0 to 1.
} SeatStripSeat;

typedef struct SeatStrip {
    SeatStripSeat seats[SEAT_STRIP_SEATS];
    const char *join;      ///< On the first free seat: how others join ...
    const char *join_hint; ///< ... and a smaller line below it. "": none.
    const char *join_list; ///< Both where there is room: "To join, press", ...
    const char *join_all;  ///< ... and what. "": never.
} SeatStrip;

/// px that it takes from the foot of a canvas of this size.
float seat_strip_height(const CanvasSize *size);

/// The whole seats that lie under `left` to `right` px on a canvas of this size: whatever covers
/// them all cuts no text of the strip. `taken`: where somebody sits.
Area seat_strip_under(const CanvasSize *size, const bool taken[SEAT_STRIP_SEATS], float left,
                      float right);

/// Draws it over the foot of the canvas.
void seat_strip_draw(const Canvas *canvas, const SeatStrip *strip);
