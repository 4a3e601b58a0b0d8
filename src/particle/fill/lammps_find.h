/* Where the particles stand in a LAMMPS data file (atom_style sphere), or in a frame of a LAMMPS or LIGGGHTS text dump.

   A dump begins with `ITEM:`. A data file has, after its first line, one that reads `N atoms`. */
#ifndef GRANUM_PARTICLE_FILL_LAMMPS_FIND_H
#define GRANUM_PARTICLE_FILL_LAMMPS_FIND_H

#include "particle/fill/lammps_columns.h"
#include "particle/fill/lines.h"

typedef enum { GR_LAMMPS_NOT, GR_LAMMPS_DUMP, GR_LAMMPS_DATA, GR_LAMMPS_UNREAD } GrLammpsForm;
#define GR_LAMMPS_UNITS "si|cgs|micro|lj"

/* Lines of particles that follow each other. */
typedef struct {
  char title[16]; /* for messages; "": there is none */
  GrLinesRun run;
  GrLammpsColumns columns;
} GrLammpsTable;

/* What is known before the lines of particles are read. */
typedef struct {
  GrLammpsForm form;
  int units;           /* that the file says it has, of GR_LAMMPS_UNITS; -1: it does not say */
  PetscInt64 count;    /* of particles that should be there */
  PetscInt64 box_line; /* where the box is given: of the bounds along x */
  GrLammpsBox box;
  bool tilted; /* the box is no cuboid */
  GrLammpsTable particles, velocities;
  PetscInt64 last_frame; /* of a dump, from 0 */
} GrLammpsHead;

/* Collective: what the first bytes are; GR_LAMMPS_UNREAD: they could not be read. */
PetscErrorCode GrLammpsRecognise(MPI_Comm comm, const char *path, GrLammpsForm *form);

/* Collective. `frame` of a dump: from 0, or -1 for the last. Fails like GrCsvRead. */
PetscErrorCode GrLammpsFind(const GrLines *lines, GrLammpsForm form, PetscInt64 frame, GrLammpsHead *head);

#endif
