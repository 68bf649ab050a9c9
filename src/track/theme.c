#include "track/theme.h"

const char *const theme_names[THEME_COUNT] = {"meadow", "dune", "snow", "night"};

// Road against ground has a contrast of 5.5 and more (night: the edge line carries it), the line
// against the road 5.4 and more.
const TrackColors theme_colors[THEME_COUNT] = {
    [THEME_MEADOW] = {.ground = 0xA9C283FF,
                      .ground2 = 0x9FB978FF,
                      .asphalt = 0x3A3E46FF,
                      .line = 0xF4F1E8FF,
                      .kerb_a = 0xD9483BFF,
                      .kerb_b = 0xF4F1E8FF,
                      .wall_top = 0xE9E4D8FF,
                      .wall_side = 0xB9B2A3FF,
                      .accent = 0xFFC145FF},
    [THEME_DUNE] = {.ground = 0xE3BE8AFF,
                    .ground2 = 0xD9B27CFF,
                    .asphalt = 0x3F3A45FF,
                    .line = 0xF6EAD7FF,
                    .kerb_a = 0x2F6F8FFF,
                    .kerb_b = 0xF6EAD7FF,
                    .wall_top = 0xF3E2C7FF,
                    .wall_side = 0xC49A6CFF,
                    .accent = 0xE4572EFF},
    [THEME_SNOW] = {.ground = 0xE6ECEFFF,
                    .ground2 = 0xD8E1E6FF,
                    .asphalt = 0x3C434EFF,
                    .line = 0xFFFFFFFF,
                    .kerb_a = 0xC8463CFF,
                    .kerb_b = 0xFFFFFFFF,
                    .wall_top = 0xFFFFFFFF,
                    .wall_side = 0xAEBBC6FF,
                    .accent = 0x2E86ABFF},
    [THEME_NIGHT] = {.ground = 0x121620FF,
                     .ground2 = 0x161B27FF,
                     .asphalt = 0x2A2F3BFF,
                     .line = 0x9AA5B8FF,
                     .kerb_a = 0xC24A3FFF,
                     .kerb_b = 0xD5DAE5FF,
                     .wall_top = 0x4A5266FF,
                     .wall_side = 0x2F3646FF,
                     .accent = 0x4CC9F0FF},
};
