/* Particles from a text file of comma-separated values, read by all ranks together.

     # comment lines and empty lines are skipped
     id, x, y, z, radius, vx, vy, vz
     1, 0.0, 0.0, 2.5e-3, 1e-3, 0, 0, -1.5

   The first line that is neither names the columns, in any order: x, y, z are required; id, radius, mass, vx, vy, vz,
   wx, wy, wz and the names of registered properties (granum/property.h) are optional. Values are plain numbers in SI. Lines end with LF or CR LF; a byte-order mark is skipped.
   Every rank reads an equal part of the bytes after the header, and takes the lines that begin there.
   Limits: lines of at most 4096 bytes; the header within the first 64 KiB. Ids may come in any order, with gaps; that
   none is given twice is checked by one exchange of ids among the ranks, unless they ascend.
   A file of LAMMPS is refused with a message that gives the command that converts it. */
#ifndef GRANUM_PARTICLE_FILL_CSV_H
#define GRANUM_PARTICLE_FILL_CSV_H

#include "particle/fill/csv_line.h"
#include <granum/results.h>

typedef struct {
  GrRows rows;                  /* of the file, without header and comments; this rank's run of them in file order */
  PetscInt64 *id;               /* [rows.count], from 1; NULL if the file has no such column */
  PetscInt64 *line;             /* [rows.count] where the row stands in the file, from 1 */
  double *value[GR_CSV_VALUES]; /* [rows.count] each, in SI; NULL if the file has no such column */
} GrCsv;

/* Collective. What is wrong with the file: GrFail(GR_EXIT_INPUT, "file:line:column: ..."), the first such place in the
   file, on every rank; a file that cannot be read: GrFail(GR_EXIT_FILE, ...). */
PetscErrorCode GrCsvRead(MPI_Comm comm, const char *path, GrCsv *csv);
PetscErrorCode GrCsvDestroy(GrCsv *csv);

#endif
