/* Columns of LAMMPS and LIGGGHTS files: names, and the values in SI that a line of them makes.

   Names of a dump: id, type; x y z, or xu yu zu (unwrapped), xs ys zs (in parts of the box), xsu ysu zsu; radius or
   diameter; mass or density; vx vy vz; omegax omegay omegaz, or wx wy wz. Of several that say the same the first
   counts; others are passed over. A data file has fixed columns, those of atom_style sphere.
     radius = diameter/2,  mass = density 4/3 pi radius^3,  x = lower + (upper - lower) xs
   in the units of the file; then lengths, masses and times times what 1 stands for. `granum-post import` has the same
   names and formulas, in the same order of operations (postprocess/granum_post/lammps.py); a test compares the two. */
#ifndef GRANUM_PARTICLE_FILL_LAMMPS_COLUMNS_H
#define GRANUM_PARTICLE_FILL_LAMMPS_COLUMNS_H

#include "particle/fill/csv_line.h"

enum { GR_LAMMPS_COLUMNS_MAX = 128, GR_LAMMPS_ID = GR_CSV_VALUES, GR_LAMMPS_TYPE };

/* What the columns of a table are. */
typedef struct {
  int n, last;                            /* how many; the last one that is read, from 1 */
  signed char row[GR_LAMMPS_COLUMNS_MAX]; /* of the table of names; -1: passed over */
} GrLammpsColumns;

/* The box of a file, in its units. */
typedef struct {
  bool given;
  double lower[3], upper[3];
} GrLammpsBox;

typedef struct {
  double length, mass, time; /* what 1 in the file stands for [m], [kg], [s] */
} GrLammpsScale;

/* What is said of a particle. */
typedef struct {
  PetscInt64 id, type;
  double value[GR_CSV_VALUES]; /* in SI; NaN: not said */
} GrLammpsParticle;

/* Columns by their names, separated by blanks. false: there are too many. */
bool GrLammpsColumnsParse(const char *begin, const char *end, GrLammpsColumns *columns);

/* Whether there is a column for a GrCsvValue, for GR_LAMMPS_ID or GR_LAMMPS_TYPE. */
bool GrLammpsColumnsHave(const GrLammpsColumns *columns, int value);

/* One line; false: there is a problem. What follows a '#' does not count. */
bool GrLammpsLineParse(const GrLammpsColumns *columns, const GrLammpsBox *box, const GrLammpsScale *scale,
                       const char *begin, const char *end, GrLammpsParticle *particle, GrCsvProblem *problem);

#endif
