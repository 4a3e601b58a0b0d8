/* Particles from a text file of comma-separated values, read by all ranks together.

     # comment lines and empty lines are skipped
     id, x, y, z, radius, vx, vy, vz
     1, 0.0, 0.0, 2.5e-3, 1e-3, 0, 0, -1.5

   The first line that is not skipped is the header. It names the columns, in any order: x, y, z are required; id,
   radius, mass, vx, vy, vz, wx, wy, wz, q_w, q_x, q_y, q_z (orientations of clumps) and the names of registered
   properties (granum/property.h) are optional. Values are plain numbers in SI. Lines end with LF or CR LF; a byte-order
   mark is skipped. Every rank reads an equal part of the bytes after the header, and the lines that begin there.
   Limits: lines of at most 4096 bytes; the header within the first 64 KiB. Ids may have any order and gaps. If they do
   not ascend, the ranks exchange the ids once to find repeated ids. granum refuses a file of LAMMPS, and prints the
   command that converts it. */
#ifndef GRANUM_PARTICLE_FILL_CSV_H
#define GRANUM_PARTICLE_FILL_CSV_H

#include "particle/fill/csv_line.h"
#include <granum/results.h>

typedef struct {
  GrRows rows;                  /* this rank's share of the rows, in the order of the file */
  PetscInt64 *id;               /* [rows.count] ids, from 1; NULL if the file has no such column */
  PetscInt64 *line;             /* [rows.count] line number of each row, from 1 */
  double *value[GR_CSV_VALUES]; /* [rows.count] values of each column, in SI; NULL if the file has no such column */
} GrCsv;

/* Reads a particle file. Errors, equal on all ranks: GR_EXIT_INPUT with the message "file:line:column: ..." about the
   first error in the file; GR_EXIT_FILE if the file cannot be read. Collective. */
PetscErrorCode GrFillCsvRead(MPI_Comm comm, const char *path, GrCsv *csv);
/* Frees the arrays. */
PetscErrorCode GrFillCsvDestroy(GrCsv *csv);

#endif
