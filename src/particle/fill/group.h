/* A group of particles while it is created: a part of fill.c. */
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
  PetscInt64 count;              /* particles of the group on all ranks; set by GrFillAppend */
  bool drawn;                    /* whether radii are drawn from the distribution, not read from a file */
  GrDistribution radii;          /* set if `drawn`; for clumps: radii of their containing spheres */
  const GrClump *clump;          /* shape of the particles; NULL: spheres */
  double reach;                  /* GrBodiesReach */
  char path[PETSC_MAX_PATH_LEN]; /* path of the file; "" if there is none */
  GrStore *store;
  PetscInt begin, end; /* rows of the group on this rank */
  PetscInt64 *line;    /* [end - begin] line numbers of the rows in the file, or NULL; freed with the group */
} GrFilling;

/* Appends this rank's rows to the store, with the velocity, spin and properties of the group, radius and mass NaN, and
   0 elsewhere. Sets count, begin and end. */
PetscErrorCode GrFillAppend(GrFilling *making, const GrRows *all);

/* Checks the number of particles of a file: it must not be 0, must be the count of the case if that is given, and must
   fit into the memory. Collective. */
PetscErrorCode GrFillCheckCount(const GrFilling *making, PetscInt64 count);

/* Sets radii, masses and random velocities, checks all particles, and computes the properties of the group. Collective.
   */
PetscErrorCode GrFillFinish(GrFilling *making, GrGroupProperties *properties);

/* Complaint about the particle of the lowest id. */
typedef struct {
  PetscInt64 id; /* 0: none */
  char text[512];
} GrComplaint;

/* Records a complaint about the particle in row i of the store, unless there is a complaint about a lower id. Its text
   is a sentence: fault; remedy. */
void GrFillComplain(GrComplaint *complaint, const GrFilling *making, PetscInt i, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Fails with the complaint of the lowest id, if any rank has a complaint. Collective. */
PetscErrorCode GrFillComplaintAgree(const GrComplaint *complaint, const GrFilling *making);

/* Fails with the complaint about the particle `first`, the lowest id with a complaint on all ranks. Collective. */
PetscErrorCode GrFillComplaintReport(const GrComplaint *complaint, const GrFilling *making, PetscInt64 first);

/* Id of the complaint, or INT64_MAX if there is none. */
static inline PetscInt64 GrFillComplaintId(const GrComplaint *complaint)
{
  return complaint->id ? complaint->id : INT64_MAX;
}

/* Fails with GR_EXIT_INPUT and "file:line:column: particles.NAMEkey: sentence". To be called by all ranks. */
PetscErrorCode GrFillFail(const GrFilling *making, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
