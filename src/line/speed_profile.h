/// How fast a car can go along a line: what its tyres, engine, brakes and wings allow.
#pragma once

#include "vehicle/car.h"

enum {
    CAR_LIMITS_COUNT = 96
};

/// Steady accelerations (m/s2, 0 or more, unless said) that a car reaches on asphalt at speeds 0,
/// step, 2 step ...: quasi-steady, with load transfer, load sensitivity and downforce.
typedef struct CarLimits {
    float step;                       ///< m/s
    float top;                        ///< m/s, the speed that the engine holds on the level.
    float side[CAR_LIMITS_COUNT];     ///< Cornering.
    float engine[CAR_LIMITS_COUNT];   ///< Force of the engine over the car's mass.
    float heavy[CAR_LIMITS_COUNT];    ///< x that mass: with engine and wheels to be spun up.
    float traction[CAR_LIMITS_COUNT]; ///< What the driven tyres can pass on, going straight.
    float brake[CAR_LIMITS_COUNT];    ///< Brakes alone, going straight.
    float rear[CAR_LIMITS_COUNT];     ///< Cornering, as far as the rear axle alone decides.
    float tail[CAR_LIMITS_COUNT]; ///< Share of the rear load that braking by 1 m/s2 takes, s2/m.
    float drag[CAR_LIMITS_COUNT]; ///< Air and rolling.
} CarLimits;

CarLimits car_limits_make(const CarModel *model);

/// A row of CarLimits at `speed`, linear between its entries, held beyond.
float car_limit(const CarLimits *limits, const float row[CAR_LIMITS_COUNT], float speed);

/// Shares of the limits that a plan uses. 1, 1, 1 and 0 is the ideal, which no driver reaches: it
/// brakes into bends as if the rear axle kept its load.
typedef struct SpeedMargins {
    float side, brake, drive; ///< x the row of CarLimits.
    float tail; ///< x the load that braking takes off the rear axle, which corners as well.
} SpeedMargins;

/// One stretch of a line.
typedef struct SpeedPoint {
    float length;           ///< m to the next point.
    float curvature;        ///< 1/m
    float grip;             ///< Of the surface, x asphalt.
    float rolling, viscous; ///< Of the surface.
    float most;             ///< m/s that is allowed here, 0 = whatever the car can do.
    float speed;            ///< m/s, the result.
} SpeedPoint;

/// Fills the speeds of a line of `count` points: cornering limit, then braking backwards and
/// driving forwards, twice round a closed one, tyre forces sharing an ellipse, all with `margins`.
/// An `open` line ends at its last point. Returns the time from the first point on in s. Source:
/// quasi-steady lap simulation, Heilmeier et al. 2019, A quasi-steady-state lap time simulation for
/// electrified race cars.
float speed_profile(const CarLimits *limits, SpeedMargins margins, SpeedPoint *points, int count,
                    bool open);
