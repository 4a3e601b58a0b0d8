/* granum/force.h: a custom force that a program defines on the particles of a case.

   Set it in a case before the world is created (GrCase.force), or in the options of a run that is resumed
   (GrRunOptions.force). It is then part of every evaluation, in chains and assemblies, with any integrator. Its work is
   external work in the energy balance.

   Like a law it is a pure function: it may be called any number of times for any trial step, each time for a chunk of
   the particles of a rank. If it depends on the data of the chunk alone, results have the same bits on any number of
   ranks. Three computations ignore the force: the automatic step (time.step: auto), the equilibrium at the start, and
   the error estimate scales of `rk`. */
#ifndef GRANUM_FORCE_H
#define GRANUM_FORCE_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A chunk of the particles of a rank, and the force and torque on them. In chains only the first of three components is
   used, and there is no spin and no torque. In dimension 2 components out of the plane are not used. Held and driven
   particles ignore the force. */
typedef struct {
  double time;          /* time of the evaluation [s] */
  PetscInt n;           /* number of particles of the chunk */
  const PetscInt64 *id; /* [n] ids, from 1 */
  const double *radius; /* [n] [m] */
  const double *mass;   /* [n] [kg] */
  /* [n][3] centres [m]; along periodic axes up to half the skin of the neighbour list beyond the box */
  const double *position;
  const double *velocity; /* [n][3] [m/s] */
  const double *spin;     /* [n][3] [rad/s] */
  /* [k][n] values of registered property k, in the order of registration (granum/property.h); chains: NULL */
  const double *const *property;
  double *force;  /* [n][3] forces, to be set; initially 0 [N] */
  double *torque; /* [n][3] torques about the centres, to be set; initially 0 [N m] */
} GrForceChunk;

/* A force: function and context must remain valid as long as the case, the name until the calling program ends. */
typedef struct {
  const char *name; /* saved in checkpoints: a run with a force can be resumed only with a force of the same name */
  /* Function that sets the forces and torques of a chunk of particles. context: the member below. */
  void (*act)(void *context, const GrForceChunk *chunk);
  void *context;
} GrForce;

#ifdef __cplusplus
}
#endif

#endif
