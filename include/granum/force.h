/* granum/force.h: a force of the program's own on the particles of a case.

   It is given to a case before a world is made of it (GrCase.force), or to a run that goes on (GrRunOptions.force), and
   then is a part of every evaluation, of chains and of assemblies, with any integrator. Its work is external work in
   the ledger, so that the energies balance.

   Like a law it is a pure function: it may be called any number of times for any trial step, a chunk of the particles
   of a rank at a time. If it depends on nothing but what the chunk has, results have the same bits on any number of
   ranks. It is not known to the stable step (time.step: auto), to an equilibrium at the start and to the scales of
   error control. */
#ifndef GRANUM_FORCE_H
#define GRANUM_FORCE_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Particles and what acts on them. On a line only the first of three numbers counts, and there is no spin and no
   torque; in dimension 2 what points out of the plane does not count. What is held or driven feels nothing. */
typedef struct {
  double time;                   /* of the evaluation [s] */
  PetscInt n;                    /* particles of the chunk */
  const PetscInt64 *id;          /* [n] from 1 */
  const double *radius;          /* [n] [m] */
  const double *mass;            /* [n] [kg] */
  const double *position;        /* [n][3] of the centres [m]; along periodic axes up to half a skin beyond the box */
  const double *velocity;        /* [n][3] [m/s] */
  const double *spin;            /* [n][3] [rad/s] */
  const double *const *property; /* [k][n] property k in the order of registration (granum/property.h); chains: NULL */
  double *force;                 /* [n][3] [N], to be set; 0 before */
  double *torque;                /* [n][3] about the centres [N m], to be set; 0 before */
} GrForceChunk;

/* All that it points to must stay as long as the case, and the name until the program ends. */
typedef struct {
  const char *name; /* which checkpoints remember: a run with a force goes on only with one of the same name */
  void (*act)(void *context, const GrForceChunk *chunk);
  void *context;
} GrForce;

#ifdef __cplusplus
}
#endif

#endif
