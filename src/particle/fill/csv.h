/* Reads particles from a text file with comma-separated values (CSV). All ranks read the file together. Example:

     # comment lines and empty lines are skipped
     id, x, y, z, radius, vx, vy, vz
     1, 0.0, 0.0, 2.5e-3, 1e-3, 0, 0, -1.5

   The first line that is neither empty nor a comment is the header. It has the names of the columns, in any order:
     required   x, y, z
     optional   id, radius, mass, vx, vy, vz, wx, wy, wz; q_w, q_x, q_y, q_z (quaternion: the orientation of a clump);
                names of properties that the program has added (granum/particle.h)
   Values are numbers without units, in SI units. Lines end with LF or CR LF. A byte-order mark is skipped. The bytes
   after the header are divided equally among the ranks. Each rank reads the lines that begin in its part. The ids may
   be in any order and may have gaps; the generator `file` rejects gaps (fill.h). The ranks sort all ids to find
   repeated ids. granum does not read a LAMMPS file, but prints the command that converts it.

   Limits: a line has at most 4096 bytes; the header is in the first 64 KiB of the file. */
#ifndef GRANUM_PARTICLE_FILL_CSV_H
#define GRANUM_PARTICLE_FILL_CSV_H

#include "particle/fill/csv_line.h"
#include <granum/results.h>

/* Particles that this rank has read from a CSV file. */
typedef struct {
  /* range of rows (particles) that this rank has read, numbered in the order of the file */
  GrRows rows;
  PetscInt64 *id;               /* [rows.count] id of each row, >= 1; NULL: the file has no column `id` */
  PetscInt64 *line;             /* [rows.count] number of the line in the file, from 1, for each row */
  double *value[GR_CSV_VALUES]; /* for each column: [rows.count] values, in SI units; NULL: the file lacks the column */
} GrCsv;

/* Reads a file of particles. Fails by GrFail with GR_EXIT_INPUT if the file has an error; the message
   "file:line:column: ..." describes the first error in the file. Fails with GR_EXIT_FILE if the file cannot be read.
   All ranks return the same error. Collective. */
PetscErrorCode GrFillCsvRead(MPI_Comm comm, const char *path, GrCsv *csv);
/* Frees the arrays of the particles. */
PetscErrorCode GrFillCsvDestroy(GrCsv *csv);

#endif
