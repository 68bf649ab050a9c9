/// The badge of a driver, his face in a frame of his car's colour, and the disc with his number. As
/// small as a line of text it is still a face.
#pragma once

#include "driver_file/driver_face.h"
#include "formats/svg.h"
#include "render/car_picture.h"
#include "ui/canvas.h"

/// Appends it `side` px wide and high around (x, y). `face` NULL: of somebody whose face is not
/// known, such as a person; a helmet in `color`. `alpha` 0 to 1. Nothing reaches out of it,
/// whatever the face holds.
void driver_badge_draw(const Canvas *canvas, float x, float y, float side, float alpha,
                       const DriverFace *face, uint32_t color);

/// The same as a drawing from (0, 0) to (side, side), which may be as large as it likes.
void driver_badge_svg(Svg *svg, float side, const DriverFace *face, uint32_t color);

/// Appends a disc in the colour of a car with its number.
void driver_disc_draw(const Canvas *canvas, float x, float y, float radius, const CarLook *look);
