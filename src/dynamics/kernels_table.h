/// All kernels, compiled for the lanes of the file that includes this.
#pragma once

#include "dynamics/cull_kernel.h"
#include "dynamics/integrate_kernel.h"
#include "dynamics/predict_kernel.h"
#include "dynamics/solve_kernel.h"
#include "dynamics/speculative_kernel.h"

#define KERNELS_TABLE                                                                       \
    {                                                                                       \
        .predict = predict_run, .cull_pairs = cull_pairs_run, .cull_walls = cull_walls_run, \
        .speculative = speculative_run, .solve = solve_run, .integrate = integrate_run      \
    }
