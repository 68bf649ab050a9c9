/// Included by the compiler ahead of a kernel's source file (-include) where it is compiled once
/// more for another instruction set: gives its public functions _of_ and KERNEL_LEVEL behind their
/// names.
#pragma once

#define KERNEL_JOINED(name, level) name##_of_##level
#define KERNEL_NAMED(name, level)  KERNEL_JOINED(name, level)
#define KERNEL_NAME(name)          KERNEL_NAMED(name, KERNEL_LEVEL)

#define sat_overlap           KERNEL_NAME(sat_overlap)
#define sat_separation        KERNEL_NAME(sat_separation)
#define sat_distance          KERNEL_NAME(sat_distance)
#define sat_signed_distance   KERNEL_NAME(sat_signed_distance)
#define manifold_make         KERNEL_NAME(manifold_make)
#define manifold_of_pieces    KERNEL_NAME(manifold_of_pieces)
#define careful_manifold      KERNEL_NAME(careful_manifold)
#define fallback_manifold     KERNEL_NAME(fallback_manifold)
#define whole_manifold_narrow KERNEL_NAME(whole_manifold_narrow)
#define box_pairs_manifold    KERNEL_NAME(box_pairs_manifold)
#define quad_pairs_manifold   KERNEL_NAME(quad_pairs_manifold)
#define sweep_translate       KERNEL_NAME(sweep_translate)
#define sweep_enter           KERNEL_NAME(sweep_enter)
#define sweep_motion          KERNEL_NAME(sweep_motion)
