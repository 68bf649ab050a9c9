#include "collision/material.h"

const Material material_built_in[MATERIAL_BUILT_IN_COUNT] = {
#define X(NAME, text, bounce, scrape, tall, paint, spark) \
    [MATERIAL_##NAME] = {.name = text,                    \
                         .restitution = bounce,           \
                         .friction = scrape,              \
                         .height = tall,                  \
                         .color = paint,                  \
                         .sparks = spark},
    MATERIAL_LIST(X)
#undef X
};
