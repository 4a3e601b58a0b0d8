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

/* Attributes of the root group, and the text `program`. */
typedef struct {
  int64_t format;   /* GR_CHECKPOINT_FORMAT of the program that wrote it */
  int64_t step;     /* step number of the saved state */
  int64_t sequence; /* number of the checkpoint in its directory, counted from 1; 0: unreadable file */
  char program[32]; /* version of granum that wrote it */
} GrCheckpointHead;

/* An entry of a list of checkpoints: a file whose name is that of a checkpoint; it may be unreadable. */
typedef struct {
  char path[PETSC_MAX_PATH_LEN];
  GrCheckpointHead head;
  int64_t bytes; /* size of the file */
} GrCheckpointEntry;

/* A member of a struct in a checkpoint: an 8-byte number, or `column.components` of them. */
typedef struct {
  GrColumn column;
  size_t offset;
  GrBounds bounds;
} GrCheckpointMember;

/* How structs are saved: an array of them is a table with a column per member. */
typedef struct {
  const char *table; /* NULL: a single struct, whose members are numbers of the checkpoint */
  size_t size;       /* size of a struct [bytes] */
  int n;
  const GrCheckpointMember *member; /* [n] */
} GrCheckpointStruct;
#define GR_CHECKPOINT_STRUCT(table, type, members)                                                                     \
  {                                                                                                                    \
    table, sizeof(type), sizeof(members) / sizeof((members)[0]), members                                               \
  }

/* Begins the checkpoint of this step with the text `case`. Removes *.part-* files of runs that were killed. */
PetscErrorCode GrCheckpointCreate(MPI_Comm comm, const char *directory, PetscInt64 step, const char *case_text,
                                  GrCheckpoint *file);

/* Begins a checkpoint in memory: each rank stores a copy of its part. */
PetscErrorCode GrCheckpointKeep(MPI_Comm comm, PetscInt64 step, const char *case_text, GrCheckpoint *file);

/* Writes a text, which is equal on all ranks. */
PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text);

/* Writes column->components numbers, which are equal on all ranks. */
PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value);

/* Writes a column of a table: `data` are the rows of this rank [rows.count][components]. The rows of all ranks form
   the table without gaps and overlaps. All columns of a table have the same number of rows. */
PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data);

/* Writes an array of structs, which is equal on all ranks. */
PetscErrorCode GrCheckpointPutStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      const void *structs);

/* Reads an array of structs on all ranks. */
PetscErrorCode GrCheckpointGetStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      void *structs);

/* Provides rows first to first + n - 1 of this rank for all columns of a table. data[k] has space for these rows of
   column k. The function writes them there, or sets data[k] to the address of these rows. */
typedef PetscErrorCode (*GrRowsFill)(void *context, PetscInt first, PetscInt n, void *data[]);

/* Writes n columns of a table without the whole table in memory: calls `fill` for runs of rows in ascending order. */
PetscErrorCode GrCheckpointPutTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                    GrRowsFill fill, void *context);

/* Completes the file and closes it; see above. */
PetscErrorCode GrCheckpointCommit(GrCheckpoint *file);

/* Writes a checkpoint in memory to DIRECTORY/checkpoint-STEP.h5 and commits the file. The checkpoint in memory is kept.
   */
PetscErrorCode GrCheckpointWriteKept(GrCheckpoint kept, const char *directory);

/* Opens a checkpoint for reading and verifies all checksums. On failure *file is NULL. */
PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file);

/* Step of a checkpoint in a file or in memory. Not collective. */
PetscInt64 GrCheckpointStep(GrCheckpoint file);

/* Reads a text; free it with PetscFree. */
PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text);

/* Reads numbers. Fails if the name is missing, if shape or type differ, or if a number is out of bounds; so does
   GrCheckpointGetColumn. */
PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value);

/* Number of rows of a table, or -1 if the file has no such table. */
PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total);

/* Whether a table has a column. Also for the "tables" texts and numbers. */
PetscErrorCode GrCheckpointHas(GrCheckpoint file, const char *table, const char *name, PetscBool *has);

/* Reads rows to data [rows.count][components]: any contiguous rows, none, or the same rows on several ranks. rows.total
   must be the number of rows of the table. */
PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data);

/* Closes a file without completing it, or frees a checkpoint in memory. */
PetscErrorCode GrCheckpointClose(GrCheckpoint *file);

/* Finds the newest checkpoint of a directory. If none can be read, the path of a file that GrCheckpointOpen
   refuses; "" if no file has the name of a checkpoint. */
PetscErrorCode GrCheckpointNewest(MPI_Comm comm, const char *directory, char path[PETSC_MAX_PATH_LEN]);

/* Serial. Lists files with names of checkpoints in the order in which they were written, unreadable ones first; free
   *list with PetscFree. Returns 0 or the error number of the directory in *error. */
PetscErrorCode GrCheckpointList(const char *directory, int *n, GrCheckpointEntry **list, int *error);

/* Serial. Whether the file is a checkpoint of any format, or has the name of one. */
PetscBool GrCheckpointIs(const char *path);

/* Serial. Prints step, program version, title, time and rows of each table, for `granum info`. */
PetscErrorCode GrCheckpointInfo(const char *path, FILE *out);

#endif
