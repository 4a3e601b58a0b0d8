/* Observables: sums over the particles and contacts of a bulk case, the same bits on any number of ranks (base/sum.h).

   With the mean velocity V = sum m v / sum m of the particles that can move (finite mass), v' = v - V, the box volume
   B, and the force f on the first particle of a contact with the branch b from its centre (to the centre of the second,
   or to the point of contact on a wall): stress                   s_ij = (sum m v'_i v'_j - sum f_i b_j) / B      [Pa],
   positive in compression kinetic temperature      T = sum m v' . v' / (D sum m)                   [m^2/s^2], D = 2 or
   3 dimensions rotational temperature   T_r = sum I w . w / (D_r sum m)                 I = 2/5 m R^2, D_r = 1 or 3
   axes momentum                 sum m v solid fraction           sum 4/3 pi R^3 / B; in two dimensions of areas, sum pi
   R^2 over that of the box coordination             contacts with a force per particle, those of a pair counted for
   both, of a wall for one backbone coordination    the same of the particles alone that have at least two, which leaves
   out rattlers In two dimensions B is the area and the stress is a force per length. The stress is the mean over the
   box where it is full; a box with empty space gives that much less. K. Bagi, Mech. Mater. 22, 165 (1996); C. Thornton,
   Geotechnique 50, 43 (2000) for the coordination without rattlers.

   Limits: 2^31 contacts of one particle; fluctuations are about one mean for all particles, not about a local flow. */
#ifndef GRANUM_RECORD_OBSERVABLE_H
#define GRANUM_RECORD_OBSERVABLE_H

#include "parallel/columns.h"
#include <granum/world.h>

/* The particles of this rank, and the box. */
typedef struct {
  PetscInt n;
  const PetscInt64 *id;
  const double *state;         /* [9 n] position, velocity, spin */
  const double *radius, *mass; /* [n]; infinite mass: its velocity is prescribed */
  int dimension;               /* 2 or 3 */
  double lower[3], upper[3];   /* of the box [m] */
  PetscInt64 total;            /* rows of particles over all ranks, for whatever ids there are */
} GrObserveParticles;

typedef struct {
  PetscInt64 particles, contacts; /* contacts with a force */
  double coordination, backbone;  /* 0 without particles */
  double solid_fraction;
  double stress[9], stress_kinetic[9];                /* all of it, and the part of the motion; xx, xy, xz, yx, ... */
  double kinetic_temperature, rotational_temperature; /* not a number if no particle can move */
  double momentum[3];
  GrLeft left; /* so far */
} GrObserved;

/* Collective. `contacts`: those of all ranks, each once, on any rank (network_list.h). */
PetscErrorCode GrObserve(MPI_Comm comm, const GrObserveParticles *particles, const GrColumns *contacts,
                         GrObserved *observed);

#endif
