/* A group of particles from a LAMMPS file: units, type, frame and box. */
#ifndef GRANUM_PARTICLE_FILL_LAMMPS_GROUP_H
#define GRANUM_PARTICLE_FILL_LAMMPS_GROUP_H

#include "particle/fill/group.h"
#include "particle/fill/lammps.h"

/* What a group is given by the key `file`; of a CSV file the path alone. */
typedef struct {
  char *path;
  int units;        /* of GR_LAMMPS_UNITS; -1: not given */
  double scale[3];  /* instead: what 1 in the file stands for [m], [kg], [s]; NaN: not given */
  PetscInt64 frame; /* of a dump, from 0; -1: the last */
  PetscInt64 type;  /* the only one that is taken; 0: all */
} GrFileGiven;

/* Collective. The rows of the group's file, which is of this form. */
PetscErrorCode GrLammpsReadGroup(const GrFilling *making, GrLammpsForm form, GrCsv *csv);

#endif
