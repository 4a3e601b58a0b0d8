/* State of the creation of a group of particles; part of fill.c. */
#ifndef GRANUM_PARTICLE_FILL_GROUP_H
#define GRANUM_PARTICLE_FILL_GROUP_H

#include "particle/fill/distribution.h"
#include "particle/fill/fill.h"
#include <stdbool.h>

typedef struct GrFilling {
  MPI_Comm comm;
  int rank, size;
  const GrCase *the_case;
  const GrGrains *grains;
  int group;
  PetscInt64 first_id;
  PetscInt64 count; /* number of particles of the group on all ranks; set by GrFillAppend */
  bool drawn;       /* true: radii are drawn from the distribution; false: they are read from a file */
  /* distribution, if `drawn`; for clumps, of the radii of the spheres that contain them */
  GrDistribution radii;
  const GrClump *clump; /* shape of the particles; NULL: they are spheres */
  /* radius of the sphere that contains a clump, divided by the radius of equal volume [1]; spheres: 1 */
  double reach;
  char path[PETSC_MAX_PATH_LEN]; /* path of the file; "" if there is none */
  GrStore *store;
  PetscInt begin, end; /* the group has the rows begin to end - 1 of the store on this rank */
  PetscInt64 *line;    /* [end - begin] line in the file of each row; NULL: no file. Freed with the group */
} GrFilling;

/* Appends this rank's rows to the store: velocity, spin and properties are those of the group, radius and mass NaN, all
   other fields 0. all: the rows of the group over all ranks and on this rank. Sets count, begin and end. */
PetscErrorCode GrFillAppend(GrFilling *making, const GrRows *all);

/* Checks the number of particles in a file: it must not be 0, must be equal to the count in the case if there is one,
   and the particles must fit into the memory. Collective. */
PetscErrorCode GrFillCheckCount(const GrFilling *making, PetscInt64 count);

/* Sets radii, masses and random velocities, checks all particles of the group, and computes the properties of the
   group. Collective.
 */
PetscErrorCode GrFillFinish(GrFilling *making, GrGroupProperties *properties);

/* An error in a particle: of all invalid particles of this rank, the particle with the lowest id. */
typedef struct {
  PetscInt64 id; /* id of the particle; 0: no error */
  char text[512];
} GrComplaint;

/* Records an error in the particle in row i of the store, unless an error in a particle with a lower id is recorded.
   The text is a sentence: the problem; the remedy. */
void GrFillComplain(GrComplaint *complaint, const GrFilling *making, PetscInt i, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* If any rank has recorded an error, fails with the error in the particle with the lowest id. Collective. */
PetscErrorCode GrFillComplaintAgree(const GrComplaint *complaint, const GrFilling *making);

/* Fails with the error in the particle with the id `first`, the lowest id of an invalid particle on all ranks.
   Collective. */
PetscErrorCode GrFillComplaintReport(const GrComplaint *complaint, const GrFilling *making, PetscInt64 first);

/* Returns the id of the invalid particle, or INT64_MAX if no error is recorded. */
static inline PetscInt64 GrFillComplaintId(const GrComplaint *complaint)
{
  return complaint->id ? complaint->id : INT64_MAX;
}

/* Fails with GR_EXIT_INPUT and the message "file:line:column: particles.NAMEkey: sentence", with the place of the group
   in the input. key: e.g. ".lattice.spacing". To be called by all ranks. */
PetscErrorCode GrFillFail(const GrFilling *making, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
