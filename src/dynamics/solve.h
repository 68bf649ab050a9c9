/// The contact solver: sequential impulses.
#pragma once

#include "dynamics/contact.h"

/// Solves all contacts for one step of `dt` s. Changes the bodies' velocities, sets the contacts'
/// impulses and approaches, and fills `corrections`: a body is to be moved by the sum of its
/// velocity and its correction, times `dt`. Returns how many contacts were left out, because one of
/// their bodies has more than CONTACT_COLORS_MAX; 0 in any sane scene. O(count) for each
/// round.
///
/// Velocities: normal impulses, Coulomb friction within the cone of the whole normal impulse
/// (restitution included), warm started from the points' impulses, of the normal ones no more than
/// CONTACT_WARM_SPEED allows. Points still apart may close their gap (up to the slop) in this step
/// and no more. What is hit at more than 1 m/s bounces: in a second phase it gets back a share of
/// the impulse that stopped it.
///
/// Position corrections: bodies nearer than the slop are parted, in each step by a part of what is
/// missing, and at 5 m/s at most, or 20 m/s for each metre. Velocities that miss their targets are
/// made up for as well, so that nothing sinks in. Corrections never enter the velocities, so no
/// energy comes from them.
///
/// A few rounds over all contacts serve most. Islands (bodies that contacts connect) that have not
/// settled by then get more.
///
/// Contacts are coloured so that none of one colour shares a body with another; those of a colour
/// are solved side by side, four or eight at a time, with the same result (geometry/simd.h).
///
/// Sources: Catto, Iterative Dynamics with Temporal Coherence (2005), for the impulses; Catto,
/// Box2D Lite and the block solver of Box2D 2 (2007), for the two normals of a contact taken
/// together; Catto, Solver2D (2024), for colours and lanes; Glocker and Pfeiffer,
/// Multiple Impacts with Friction in Rigid Multibody Systems (1995), for restitution.
int contacts_solve(const ContactSet *set, float dt);
