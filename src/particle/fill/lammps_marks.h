/* Lines that begin the frames of a dump, or the sections of a data file. Each rank looks through an equal part of the
   bytes, block by block. */
#ifndef GRANUM_PARTICLE_FILL_LAMMPS_MARKS_H
#define GRANUM_PARTICLE_FILL_LAMMPS_MARKS_H

#include "particle/fill/lines.h"

typedef struct {
  PetscInt64 at, line; /* byte of the file where it begins; its number, from 1 */
} GrLammpsMark;

typedef struct {
  int file;        /* open for reading */
  PetscInt64 size; /* bytes of it */
  PetscInt64 n;    /* on rank 0: of the whole file */
  GrLammpsMark *mark;
} GrLammpsMarks;

/* Collective. Lines that begin with `title`, of at most 16 bytes; NULL: with a capital letter. */
PetscErrorCode GrLammpsMarksFind(const GrLines *lines, const char *title, GrLammpsMarks *marks);
PetscErrorCode GrLammpsMarksFree(GrLammpsMarks *marks);

#endif
