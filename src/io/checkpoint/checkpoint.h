/* Checkpoints: DIRECTORY/checkpoint-STEP.h5, an HDF5 file that all ranks write together through parallel HDF5.

   Contents: attributes of the root group (GrCheckpointHead), texts in the group `texts`, single numbers and short
   arrays in the group `numbers`, and tables. Each table is a group with one dataset per column. Each dataset has the
   attributes `unit`, `description` and `checksum`.

   Writing: the file has the name checkpoint-STEP.h5.part-RANDOM until it is complete. GrCheckpointCommit flushes and
   closes it, syncs it to the disk, renames it, syncs the directory, and removes all checkpoints except the newest two.
   If the run is killed at any moment, the last committed checkpoint is complete. If a rank cannot write, it prints one
   message with HDF5's error text and calls MPI_Abort with exit code 4. The next run removes the *.part-* file.

   Opening: GrCheckpointOpen reads every dataset once and compares it with its checksum. Each rank reads the same number
   of rows, in parts, so that the memory is bounded. HDF5's own checksums protect the metadata. GrCheckpointOpen refuses
   a file that is damaged or truncated, that another program has written, or that has another format version. It then
   fails with GR_EXIT_FILE; the message names the column and the newest other checkpoint. Checksums detect accidental
   damage, but not forged files.

   Unless stated otherwise, all functions are collective over the communicator, and succeed or fail on all ranks
   together. Names have fewer than GR_CHECKPOINT_NAME bytes and no slash. Integers are stored as int64_t and reals as
   double, without loss of bits. The bytes of the file depend on the order of rows, but not on the number of ranks. */
#ifndef GRANUM_IO_CHECKPOINT_CHECKPOINT_H
#define GRANUM_IO_CHECKPOINT_CHECKPOINT_H

#include "base/member.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GR_CHECKPOINT_NAME = 128, GR_CHECKPOINT_FORMAT = 14 };

typedef struct GrCheckpoint_ *GrCheckpoint;

/* General data of a checkpoint file: the attributes of its root group, and the text `program`. */
typedef struct {
  int64_t format; /* format version: GR_CHECKPOINT_FORMAT of the program that wrote the file */
  int64_t step;   /* step number of the saved state */
  /* sequence number, from 1: checkpoints that are written later to the same folder have larger numbers; 0: the file
     cannot be read */
  int64_t sequence;
  char program[32]; /* version of granum that wrote the file */
} GrCheckpointHead;

/* A file in a folder that has the name of a checkpoint. The file may be unreadable. */
typedef struct {
  char path[PETSC_MAX_PATH_LEN]; /* path of the file */
  GrCheckpointHead head;         /* step, version, ...; head.sequence = 0: the file is unreadable */
  int64_t bytes;                 /* size of the file [bytes] */
} GrCheckpointEntry;

/* Description of a struct type that checkpoints store. An array of structs is stored as a table with one column per
   member. */
typedef struct {
  /* name of the table; NULL: there is only one struct, and its members are stored in the group `numbers` */
  const char *table;
  size_t size;            /* size of a struct [bytes] */
  int n;                  /* number of saved members */
  const GrMember *member; /* [n] descriptions of the saved members */
} GrCheckpointStruct;
#define GR_CHECKPOINT_STRUCT(table, type, members)                                                                     \
  {                                                                                                                    \
    table, sizeof(type), sizeof(members) / sizeof((members)[0]), members                                               \
  }

/* Creates the checkpoint file of a step and opens it for writing. case_text: the input of the case with all defaults,
   stored as the text `case`. Removes *.part-* files of runs that were killed. */
PetscErrorCode GrCheckpointCreate(MPI_Comm comm, const char *directory, PetscInt64 step, const char *case_text,
                                  GrCheckpoint *file);

/* Creates a checkpoint in memory, which GrCheckpointWriteKept writes to a file later if necessary. Each rank stores the
   data that it passes to the GrCheckpointPut... functions. */
PetscErrorCode GrCheckpointKeep(MPI_Comm comm, PetscInt64 step, const char *case_text, GrCheckpoint *file);

/* Writes a text to the group `texts` of a checkpoint. All ranks pass the same text. */
PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text);

/* Writes value[column->components] to the group `numbers` under the name column->name. All ranks pass the same
   numbers. */
PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value);

/* Writes a column of a table. rows: rows that this rank writes; each row of the table must belong to exactly one rank.
   data[rows.count][column->components]: values of these rows. All columns of a table have the same number of rows. */
PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data);

/* Writes an array of structs, structs[rows]. kind: description of the struct type. The array is equal on all ranks. */
PetscErrorCode GrCheckpointPutStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      const void *structs);

/* Reads an array of structs to structs[rows] on all ranks. kind: description of the struct type. */
PetscErrorCode GrCheckpointGetStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      void *structs);

/* Function by which the caller of GrCheckpointPutTable provides n rows of this rank. first: index of the first of these
   rows; 0 is the first row of this rank. data[k] points to memory for column k of the n rows. The function writes the
   values there, or sets data[k] to their address. */
typedef PetscErrorCode (*GrRowsFill)(void *context, PetscInt first, PetscInt n, void *data[]);

/* Writes n columns of a table without having the whole table in memory. Calls `fill` again and again, each time for the
   next rows of this rank in ascending order. */
PetscErrorCode GrCheckpointPutTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                    GrRowsFill fill, void *context);

/* Completes the file, writes it to the disk, gives it its final name, and closes it. Then removes all checkpoints of
   the folder except the newest two. */
PetscErrorCode GrCheckpointCommit(GrCheckpoint *file);

/* Writes a checkpoint in memory (GrCheckpointKeep) to the file DIRECTORY/checkpoint-STEP.h5 and commits the file. The
   checkpoint in memory remains valid. */
PetscErrorCode GrCheckpointWriteKept(GrCheckpoint kept, const char *directory);

/* Opens a checkpoint for reading and verifies all checksums. On failure *file is NULL. */
PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file);

/* Returns the step number of a checkpoint in a file or in memory. Not collective. */
PetscInt64 GrCheckpointStep(GrCheckpoint file);

/* Reads the text `name` of a checkpoint. Free *text with PetscFree. */
PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text);

/* Reads the numbers with the name column->name to value[column->components]. Fails if the file does not have this name,
   if the shape or type in the file differs from `column`, or if a number is outside `bounds`. */
PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value);

/* Sets *total to the number of rows of a table; -1: the file does not have the table. */
PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total);

/* Returns whether a table of the checkpoint has a column `name` or, if `table` is "texts" or "numbers", whether this
   group has an entry `name`. Not collective. */
bool GrCheckpointHas(GrCheckpoint file, const char *table, const char *name);

/* Reads rows of a column to data[rows.count][column->components]. rows: consecutive rows that this rank reads, or no
   rows; rows.total must be the number of rows of the table. Fails for the same reasons as GrCheckpointGetNumber. */
PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data);

/* Closes a checkpoint file, or frees a checkpoint in memory. A new file that was not committed remains incomplete and
   keeps its temporary name. */
PetscErrorCode GrCheckpointClose(GrCheckpoint *file);

/* Sets `path` to the newest readable checkpoint of a folder. If the folder has only unreadable checkpoints, sets `path`
   to one of them; GrCheckpointOpen then refuses this file. If the folder has no checkpoint, or does not exist, sets
   `path` to "". */
PetscErrorCode GrCheckpointNewest(MPI_Comm comm, const char *directory, char path[PETSC_MAX_PATH_LEN]);

/* Lists the files in a folder that have the name of a checkpoint. The unreadable files are first in the list; the
   readable files follow in the order in which they were written. Free *list with PetscFree. *error: 0, or the system's
   error number if the folder cannot be read. Not collective. */
PetscErrorCode GrCheckpointList(const char *directory, int *n, GrCheckpointEntry **list, int *error);

/* Whether a file has the contents or the name of a checkpoint, of any format version. Not collective. */
bool GrCheckpointIs(const char *path);

/* Prints the step, the program version, the title, the time and the number of rows of each table, for `granum info`.
   Not collective. */
PetscErrorCode GrCheckpointInfo(const char *path, FILE *out);

#endif
