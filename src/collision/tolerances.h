/// Tolerances: every length and angle below which things count as equal, on one page.
///
/// Lengths (m) are fractions of one slop. Angles are given as sines. A change here changes the
/// results of races.
///
/// geometry/ stands below this room and has two of its own (polygon_clean.c), which fit these:
/// outlines merge points nearer than slop / 5 (POLYGON_TOLERANCE), and refuse necks thinner than
/// the shortest edge of a shape (POLYGON_NECK_MIN).
#pragma once

// ---- rest -----------------------------------------------------------------------------------

/// m that the solver keeps between surfaces at rest. What few iterations leave of an impact eats
/// into this gap and not into the bodies. A car stands this far off a wall; much more would show.
/// Box2D has the same linear slop.
#define LINEAR_SLOP 5e-3

/// The same as the solver takes it.
#define CONTACT_SLOP ((float)LINEAR_SLOP)

/// Sine of 1 degree: directions nearer than this are one, such as a direction and the normal of an
/// exposed edge.
#define ANGULAR_SLOP 0.0174524f

// ---- shapes ---------------------------------------------------------------------------------

/// m: shapes refuse shorter edges and thinner polygons, because their normals would be noise. So
/// pieces of walls that are thinner may be missing.
#define SHAPE_EDGE_MIN (LINEAR_SLOP / 50)

/// m, plus the same share of an edge's length: how far a point may stand outside an edge and the
/// polygon still count as convex. Rounding of points to float moves them by less.
#define SHAPE_CONVEX_SLACK (LINEAR_SLOP / 5000)

/// m: points nearer than this have no direction between them: any will do.
#define POINT_GAP_MIN ((float)(LINEAR_SLOP / 5000))

// ---- axes: an axis tried later wins only when it is better by more than this ----------------

/// m, for overlaps. More than the rounding of coordinates up to 100 m (8e-6 m), so that of two
/// parallel axes the first wins and noise decides nothing; a fifth of the 1e-4 m that a depth may
/// be off.
#define SAT_TIE_BIAS ((float)(LINEAR_SLOP / 250))

/// m, for manifolds. One that flips between two equal axes from step to step loses its warm start.
#define MANIFOLD_TIE_BIAS ((float)(LINEAR_SLOP / 50))

// ---- manifolds ------------------------------------------------------------------------------

/// m: how far beside the reference edge a point may lie and still count as over it.
#define MANIFOLD_CLIP_SLACK ((float)(LINEAR_SLOP / 5))

/// m: corners of sharp polygons that are nearer than this have no direction between them that is
/// worth an axis; their edges' normals serve. Round ones are never so near while their surfaces
/// touch.
#define MANIFOLD_CORNER_GAP ((float)(LINEAR_SLOP / 5))

/// m: two ways out of a shape count as equally long up to this. A piece of a car is not moved out
/// of another shape by a way that is longer than the shortest by more, where that leads along a
/// seam. More than cars are pressed into each other, less than any of them is wide: without it a
/// piece was moved by 3 m, out at the far end of the other.
#define MANIFOLD_DETOUR ((float)(LINEAR_SLOP * 20))

/// m: hulls of several pieces that overlap deeper part as wholes. The solver leaves less of what is
/// not squeezed, and there each piece has its own way out.
#define HULL_OVERLAP_DEEP ((float)(LINEAR_SLOP * 4))

/// By how many times the whole way may be longer than the longest of a pair of pieces. A tyre in
/// the middle of a car takes up to twice; what is squeezed between the flanks of a notch is not to
/// be thrown out along the notch.
#define HULL_OVERLAP_DETOUR 4.0f

/// Sine of the turn up to which an outline goes straight on: 0.06 degrees, one slop in 5 m.
#define MANIFOLD_STRAIGHT_SLACK ((float)(LINEAR_SLOP / 5))

// ---- sweeps ---------------------------------------------------------------------------------

/// m: a sweep ends when the gap is this near to its target; without it the last advances would be
/// endless. Shapes that overlap by less touch; deeper, one started inside the other.
#define SWEEP_TOUCH ((float)(LINEAR_SLOP / 50))

/// m: how far beside an edge two round shapes may still touch at its face.
#define SWEEP_FACE_SLACK ((float)(LINEAR_SLOP / 500))

// ---- steps of a world (dynamics/) -----------------------------------------------------------

/// m by which the quick tests of distance may be wrong, by rounding far from the origin. They may
/// only let too much pass.
#define CULL_SLACK ((float)LINEAR_SLOP)

/// m added to what bodies can move in a step when contacts are looked for, so that those at rest
/// stay known and two points of an edge that lies flat are both found. Box2D has the same
/// speculative distance.
#define SPECULATIVE_MARGIN ((float)(LINEAR_SLOP * 4))

/// m: bodies that come this near on their paths touch. Less than the slop that the solver keeps: a
/// car that scrapes rides that slop off its wall, and where another wall begins flush with it the
/// next corner is as far off. With the whole slop the corner would be a bump: at 60 m/s a kick of
/// 10 m/s.
#define SPECULATIVE_TARGET ((float)(LINEAR_SLOP / 5))

/// m: what is apart and approaches by less in a step (0.48 m/s) is not swept: it could not lose
/// more speed.
#define SPECULATIVE_APPROACH_MIN ((float)(LINEAR_SLOP / 2.5))

/// m that a body may be behind the face of a wall and still pass beside it. What slides along the
/// face before rides one slop off it, so steps up to nearly two of them are free; what comes in at
/// an angle may be at that face itself, and steps up to one slop are. With 2 mm a car that came in
/// at 12 degrees was thrown back by 14 m/s.
#define SPECULATIVE_PASS_DEPTH ((float)LINEAR_SLOP)

/// Cosine of the angle (1.1 degrees) between a face and the contact's normal below which it is the
/// face that is touched, and the contact may keep both of its points.
#define SPECULATIVE_PASS_SAME 0.9998f

/// m that what passes by may come nearer than its path says, so that rounding does not touch it.
#define SPECULATIVE_PASS_SLACK ((float)(LINEAR_SLOP / 50))

/// m of overlap with a wall at which the sweep stops a body: more than the solver leaves, so that
/// scraping is free, and far less than a wall.
#define WALL_OVERLAP_MAX ((float)(LINEAR_SLOP * 4))

/// m by which a deeper overlap may grow in a step, so that rounding does not hold a body up.
#define WALL_OVERLAP_GROWTH ((float)(LINEAR_SLOP / 5))

// ---- walls ----------------------------------------------------------------------------------

/// m: points of a wall's line that are nearer than this are one: shorter quads give nothing, and
/// their edges come near to what shapes refuse.
#define WALL_POINT_GAP ((float)(LINEAR_SLOP * 2))

/// m: a wall's piece is entered in all cells of the grid within this of its bounds, so that
/// rounding along a ray skips none at a cell's corner.
#define WALL_CELL_MARGIN ((float)(LINEAR_SLOP * 2))

/// m by which the box that rays test first is larger than its piece: more than what rounding can
/// hide from a ray.
#define WALL_BOX_MARGIN (LINEAR_SLOP / 5)

/// m: a ray shorter than this along an axis stays in its column or row of the grid. It guards a
/// division and is no fraction of the slop.
#define WALL_RAY_MIN 1e-30f
