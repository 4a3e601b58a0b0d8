/* One group of particles while it is made: a part of fill.c. */
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
  PetscInt64 count;              /* over all ranks; known once the rows are there */
  bool drawn;                    /* radii come from the distribution, not from a file */
  GrDistribution radii;          /* prepared, if drawn */
  char path[PETSC_MAX_PATH_LEN]; /* of the file; "" without */
  GrStore *store;
  PetscInt begin, end; /* rows of the group on this rank */
  PetscInt64 *line;    /* [end - begin] where the rows stand in the file, or NULL; freed with the group */
} GrFilling;

/* Adds this rank's rows (rank by rank) with the velocity and spin of the group, radius and mass not a number, zero
   elsewhere; sets count, begin, end. */
PetscErrorCode GrFillAppend(GrFilling *making, const GrRows *all);

/* The number of particles that a file has: some, as many as the case says, if it does, and no more than there is memory
   for. */
PetscErrorCode GrFillCheckCount(const GrFilling *making, PetscInt64 count);

/* Collective. Radii, masses, random velocities, and the checks of all; what the group is then. */
PetscErrorCode GrFillFinish(GrFilling *making, GrGroupProperties *properties);

/* What is wrong with particles: the lowest id speaks. */
typedef struct {
  PetscInt64 id; /* 0: none */
  char text[512];
} GrComplaint;

/* Something is wrong with row i of the store: what; what to write instead. */
void GrFillComplain(GrComplaint *complaint, const GrFilling *making, PetscInt i, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Collective. GrFail if any rank has a complaint; or if `first` is its id, the lowest of all ranks. */
PetscErrorCode GrFillComplaintAgree(const GrComplaint *complaint, const GrFilling *making);
PetscErrorCode GrFillComplaintTell(const GrComplaint *complaint, const GrFilling *making, PetscInt64 first);
static inline PetscInt64 GrFillComplaintId(const GrComplaint *complaint) /* the largest number: there is none */
{
  return complaint->id ? complaint->id : INT64_MAX;
}

/* The same everywhere: GrFail(GR_EXIT_INPUT, "file:line:column: particles.NAMEkey: sentence"). */
PetscErrorCode GrFillFail(const GrFilling *making, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
