/* Two bodies on prescribed paths: the laws are evaluated along the paths, step by step, and no equation of motion is
   solved.

   Motion. Displacement s_i(t) and rotation of each body are functions of time, or the integrals of its velocity and
   spin. The relative displacement is s = s_1 - s_2 + d_0 n_0, with the initial overlap d_0. The pair may also rotate as
   a rigid body, by the angle `turn` about a fixed axis. The input gives displacements, velocities and spins in axes
   that rotate with the pair. Overlap and slip do not depend on this rotation; the laws get the rotated normal.

   Steps. A step ends at each multiple of end/steps, and at each point of a table. The laws read the overlap and its
   rate at the end of the step, and the mean slip and relative spin over the step (GR_VELOCITY_MEAN). Springs are
   therefore stretched by the exact displacement. The dashpots of friction see the velocity half a step late.

   Energies. The work of a step is the integral of force times velocity along the paths. Its integrand is evaluated by
   the laws within the step, from the history at the start of the step, at the nodes of Lobatto's formula with 4 nodes.
   Intervals are halved until the integrals agree to rounding, so that begin and end of a contact and changes between
   sticking and sliding do not limit the accuracy. The ledger has
     supplied    work of forces and torques on the bodies, by their velocities and lever arms (two_bodies.h)
     dissipated  viscous: integral of the power of the normal dashpots; sliding: integral of friction times slip minus
                 the energy of the spring; rolling and twisting in the same way
     stored      energies that the laws compute in closed form from overlap and history
   and closes if the forces of normal law and adhesion are the derivatives of their energies.

   Limits: a law whose history depends on the way within a step (largest overlap, direction of sliding) sees its steps.
   The rotation of the pair does work only if the law of the lever arms (`lever: radius`) does not conserve the angular
   momentum; this work is not in the ledger. */
#ifndef GRANUM_IMPACT_PATH_H
#define GRANUM_IMPACT_PATH_H

#include "impact/two_bodies.h"
#include <granum/two_bodies.h>

/* Computes the points of a path at the times time[n], in ascending order, from 0 to its end [s]. Steps end at these
   times, so that no number is interpolated. If the path fails, *why is the reason, and the points from then on are NaN;
   otherwise *why is NULL. Not collective. */
PetscErrorCode GrPathSolveAt(const GrCase *the_case, PetscInt n, const double time[], GrPathPoint at[],
                             const char **why);

#endif
