/* granum/force.h: a custom force that a program defines on the particles of a case.

   Add it to a case before GrWorldCreate (GrCaseSetForce), or set it in the options of a run that is resumed
   (GrRunOptions.force). Every evaluation of the forces then includes it, in dimension 1, 2 and 3 and with any
   integrator. The energy balance counts its work as external work.

   The function of the force must be a pure function: equal arguments give equal forces. granum calls it any number of
   times in a time step, also for steps that are later rejected. Each call computes the force on a chunk, which is a set
   of particles of one rank. If the function depends only on the data of the chunk, the results have the same bits on
   any number of ranks. Three computations ignore the force: the automatic time step (time.step: auto), the equilibrium
   of a chain at the start, and the absolute tolerances of the integrator `rk`. */
#ifndef GRANUM_FORCE_H
#define GRANUM_FORCE_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A chunk: some particles of a rank, and the force and torque on each of them. In a chain (dimension 1) only the first
   of three vector components is used, and spin and torque are not used. In dimension 2 the components out of the plane
   are not used. The force has no effect on particles that are fixed or have a prescribed motion. */
typedef struct {
  double time;          /* time of the evaluation [s] */
  PetscInt n;           /* number of particles of the chunk */
  const PetscInt64 *id; /* [n] ids, from 1 */
  const double *radius; /* [n] radii [m] */
  const double *mass;   /* [n] masses [kg] */
  /* [n][3] centres [m]. Along a periodic axis, a centre may be outside the box by up to half the skin of the neighbour
     list. */
  const double *position;
  const double *velocity; /* [n][3] velocities of the centres [m/s] */
  const double *spin;     /* [n][3] angular velocities [rad/s] */
  /* property[k][n]: values of property k, such as a charge, that the program has registered (granum/property.h); k from
     0 in the order of registration; NULL for chains */
  const double *const *property;
  double *force;  /* [n][3] forces [N], output; 0 before the call */
  double *torque; /* [n][3] torques about the centres [N m], output; 0 before the call */
} GrForceChunk;

/* A custom force of the calling program. `act` and `context` must remain valid until the case is destroyed, and `name`
   until the program ends. */
typedef struct {
  /* name of the force. Checkpoints store it: a run can only be resumed with a force of the same name */
  const char *name;
  /* Function that sets the forces and torques of a chunk of particles. context: the member `context`. */
  void (*act)(void *context, const GrForceChunk *chunk);
  void *context; /* data of the calling program for `act`; granum does not read them */
} GrForce;

#ifdef __cplusplus
}
#endif

#endif
