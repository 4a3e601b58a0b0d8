/* Checkpoints: DIRECTORY/checkpoint-STEP.h5, an HDF5 file that all ranks write together through parallel HDF5.

   Contents: attributes of the root group (GrCheckpointHead), texts in the group `texts`, numbers in the group
   `numbers` (tables with one row), and a group per table with a dataset per column. Each dataset has the attributes
   `unit`, `description` and `checksum`.

   Writing: the file has the name checkpoint-STEP.h5.part-RANDOM until it is complete. GrCheckpointCommit flushes and
   closes it, syncs it to the disk, renames it, syncs the directory, and removes all checkpoints except the newest
   two. The last committed checkpoint is complete, whenever the run is killed. If a rank cannot write, it prints one
   message with HDF5's reason and calls MPI_Abort with exit code 4. The next run removes the *.part-* file.

   Opening: GrCheckpointOpen reads every dataset once and compares it with its checksum. Each rank reads an equal
   share of the rows in bounded memory. HDF5's own checksums protect the metadata. A file that is damaged, truncated,
   of another program or of another format is refused: GrFail(GR_EXIT_FILE, ...) with one message that names the
   column and the newest other checkpoint. Checksums detect accidents, not forged files.

   All calls are collective over the communicator and succeed or fail on all ranks together, unless stated
   otherwise. Names have less than GR_CHECKPOINT_NAME bytes and no slash. Integers are int64_t, reals are double;
   all bits are preserved. The bytes of the file do not depend on the number of ranks if the rows have the same
   order. */
#ifndef GRANUM_IO_CHECKPOINT_CHECKPOINT_H
#define GRANUM_IO_CHECKPOINT_CHECKPOINT_H

#include "base/bounds.h"

#include <stddef.h>
#include <stdio.h>

enum { GR_CHECKPOINT_NAME = 128, GR_CHECKPOINT_FORMAT = 7 };

typedef struct GrCheckpoint_ *GrCheckpoint;

/* Head of a checkpoint: attributes of the root group, and the text `program`. */
typedef struct {
  int64_t format; /* format version: GR_CHECKPOINT_FORMAT of the program that wrote the file */
  int64_t step;   /* step number of the saved state */
  /* number of the checkpoint in the order in which its folder got them, from 1; 0: the file cannot be read */
  int64_t sequence;
  char program[32]; /* version of granum that wrote the file */
} GrCheckpointHead;

/* An entry of a list of checkpoints: a file that has the name of a checkpoint. It may be unreadable. */
typedef struct {
  char path[PETSC_MAX_PATH_LEN];
  GrCheckpointHead head;
  int64_t bytes; /* size of the file [bytes] */
} GrCheckpointEntry;

/* A saved member of a struct: one number of 8 bytes, or column.components such numbers. */
typedef struct {
  GrColumn column;
  size_t offset;   /* offset of the member in the struct [bytes] */
  GrBounds bounds; /* valid range of its numbers when they are read */
} GrCheckpointMember;

/* Description of a struct that checkpoints contain. An array of such structs is a table with one column per member. */
typedef struct {
  const char *table; /* name of the table; NULL: a single struct, whose members are stored as single numbers */
  size_t size;       /* size of a struct [bytes] */
  int n;
  const GrCheckpointMember *member; /* [n] */
} GrCheckpointStruct;
#define GR_CHECKPOINT_STRUCT(table, type, members)                                                                     \
  {                                                                                                                    \
    table, sizeof(type), sizeof(members) / sizeof((members)[0]), members                                               \
  }

/* Begins to write the checkpoint of this step. case_text: the resolved case, stored as the text `case`. Removes
   *.part-* files of runs that were killed. */
PetscErrorCode GrCheckpointCreate(MPI_Comm comm, const char *directory, PetscInt64 step, const char *case_text,
                                  GrCheckpoint *file);

/* Begins a checkpoint in memory: the Put functions then store each rank's data in its memory. */
PetscErrorCode GrCheckpointKeep(MPI_Comm comm, PetscInt64 step, const char *case_text, GrCheckpoint *file);

/* Writes a text. All ranks pass the same text. */
PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text);

/* Writes column->components numbers under column->name. All ranks pass the same numbers. */
PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value);

/* Writes a column of a table. data[rows.count][components]: the values of this rank's rows. The rows of all ranks form
   the table without gaps and overlaps. All columns of a table have the same number of rows. */
PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data);

/* Writes structs[rows], an array of structs of this kind that is equal on all ranks. Collective. */
PetscErrorCode GrCheckpointPutStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      const void *structs);

/* Reads an array of structs of this kind to structs[rows] on all ranks. Collective. */
PetscErrorCode GrCheckpointGetStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      void *structs);

/* Function that GrCheckpointPutTable calls for rows first to first + n - 1 of this rank. data[k] has space for these
   rows of column k. The function writes the values there, or sets data[k] to the address of the values. */
typedef PetscErrorCode (*GrRowsFill)(void *context, PetscInt first, PetscInt n, void *data[]);

/* Writes n columns of a table that need not be in memory as a whole: calls `fill` for consecutive rows, a part after
   another, in ascending order. */
PetscErrorCode GrCheckpointPutTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                    GrRowsFill fill, void *context);

/* Completes and renames the file, as the head describes, and closes it. */
PetscErrorCode GrCheckpointCommit(GrCheckpoint *file);

/* Writes a checkpoint in memory to the file DIRECTORY/checkpoint-STEP.h5 and commits the file. The checkpoint in memory
   remains valid. */
PetscErrorCode GrCheckpointWriteKept(GrCheckpoint kept, const char *directory);

/* Opens a checkpoint for reading and verifies all checksums. On failure *file is NULL. */
PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file);

/* Returns the step number of a checkpoint in a file or in memory. Not collective. */
PetscInt64 GrCheckpointStep(GrCheckpoint file);

/* Reads a text; free it with PetscFree. */
PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text);

/* Reads the column->components numbers of the name column->name. Fails if the name is missing, if shape or type differ,
   or if a number is out of bounds. */
PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value);

/* Finds the number of rows of a table; -1: the file has no such table. */
PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total);

/* Finds out whether a table has a column of this name. table may also be "texts" or "numbers". */
PetscErrorCode GrCheckpointHas(GrCheckpoint file, const char *table, const char *name, PetscBool *has);

/* Reads rows of a column to data[rows.count][components]. Each rank may read any contiguous rows, or none. rows.total
   must be the number of rows of the table. Fails as GrCheckpointGetNumber does. */
PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data);

/* Closes a file that was opened for reading, or whose writing is given up; or frees a checkpoint in memory. */
PetscErrorCode GrCheckpointClose(GrCheckpoint *file);

/* Finds the newest checkpoint of a folder. If no checkpoint can be read, `path` is a file that GrCheckpointOpen
   refuses. If no file has the name of a checkpoint, `path` is "". */
PetscErrorCode GrCheckpointNewest(MPI_Comm comm, const char *directory, char path[PETSC_MAX_PATH_LEN]);

/* Serial. Lists the files that have names of checkpoints: first unreadable files, then the others in the order in which
   they were written. Free *list with PetscFree. *error: 0, or the system's error number if the folder cannot be
   read. */
PetscErrorCode GrCheckpointList(const char *directory, int *n, GrCheckpointEntry **list, int *error);

/* Serial. Whether the file is a checkpoint of any format, or has the name of a checkpoint. */
PetscBool GrCheckpointIs(const char *path);

/* Serial. Prints step, program version, title, time and rows of each table, for `granum info`. */
PetscErrorCode GrCheckpointInfo(const char *path, FILE *out);

#endif
