/* A group of particles that is being created, and functions by which fill.c and the generators create it. */
#ifndef GRANUM_PARTICLE_FILL_GROUP_H
#define GRANUM_PARTICLE_FILL_GROUP_H

#include "particle/fill/distribution.h"
#include "particle/fill/fill.h"
#include <stdbool.h>

/* A group of particles that is being created. All ranks create it together. */
typedef struct GrFilling {
  MPI_Comm comm;
  int rank, size; /* this rank, and number of ranks */
  const GrCase *the_case;
  const GrGrains *grains; /* the group as the input describes it */
  int group;              /* number of the group in the input, from 0 */
  PetscInt64 first_id;    /* id of the first particle of the group */
  PetscInt64 count;       /* number of particles of the group on all ranks; set by GrFillAppend */
  bool drawn;             /* true: radii are drawn from the distribution `radii`; false: they are read from a file */
  /* distribution of the radii, if `drawn`; for clumps, the radii of their enclosing spheres */
  GrDistribution radii;
  const GrClump *clump; /* shape of the particles; NULL: they are spheres */
  /* for clumps: radius of the enclosing sphere about the centre of mass, divided by the radius of the sphere of equal
     volume [1]; for spheres: 1 */
  double reach;
  char path[PETSC_MAX_PATH_LEN]; /* path of the file with the particles of the group; "": the generator reads no file */
  GrStore *store;      /* table of the particles of this rank, to which the particles of the group are appended */
  PetscInt begin, end; /* rows begin to end - 1 of the store of this rank are particles of the group */
  /* [end - begin] for each particle of the group on this rank: number of its line in the CSV file, from 1, for error
     messages; NULL: the particles are not from a CSV file */
  PetscInt64 *line;
} GrFilling;

/* Appends the particles of the group on this rank to the store, as the first step of their creation. Velocity, spin and
   registered properties get the values of the group. Radius and mass are set to NaN, the type to GR_PARTICLE_TYPE_OWN,
   and all other fields to 0. all: number of particles of the group over all ranks, and range of these particles that
   this rank creates. The caller sets making->begin; the function sets making->count and making->end. */
PetscErrorCode GrFillAppend(GrFilling *making, const GrRows *all);

/* Checks `count`, the number of particles in a file. It must not be 0, and it must agree with the number in the case,
   if the case gives one. Also checks that the memory suffices for the particles. Collective. */
PetscErrorCode GrFillCheckCount(const GrFilling *making, PetscInt64 count);

/* Completes the particles of the group: sets radii, masses and random velocities, and checks all particles. Computes
   the properties of the group. Collective. */
PetscErrorCode GrFillFinish(GrFilling *making, GrGroupProperties *properties);

/* Error in a particle of this rank. If several particles are invalid, only the error in the particle with the lowest id
   is stored. */
typedef struct {
  PetscInt64 id;  /* id of the particle; 0: no particle of this rank is invalid */
  char text[512]; /* message in the form `problem; remedy` */
} GrComplaint;

/* Records an error in the particle in row i of the store. Does nothing if an error in a particle with a lower id has
   been recorded. format: text of the error, as for printf: the problem and the remedy, separated by "; ". */
void GrFillComplain(GrComplaint *complaint, const GrFilling *making, PetscInt i, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Fails on all ranks if any rank has recorded an error. The message is the error in the invalid particle with the
   lowest id. Collective. */
PetscErrorCode GrFillComplaintAgree(const GrComplaint *complaint, const GrFilling *making);

/* Fails with GR_EXIT_INPUT and the message "file:line:column: particles.NAMEkey: sentence". Line and column
   give the place of the group in the input, and NAME is its name. key: end of the path of the wrong key, for example
   ".lattice.spacing". format: the sentence. All ranks must call this function. */
PetscErrorCode GrFillFail(const GrFilling *making, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
