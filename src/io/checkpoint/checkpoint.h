/* Checkpoint files: what the future of a run depends on, written by all ranks together and read on any number of them.
   A container of named things; what goes in is the engine's business.

   A checkpoint is DIRECTORY/checkpoint-STEP.h5: an HDF5 file with a header of 512 bytes in front (an HDF5 user block,
   so that HDF5 tools read the file as it is). The header holds the format, the program version, the step, the size and
   a checksum of all other bytes, and has a checksum of its own, since it is also read alone.

   Writing: the file grows as checkpoint-STEP.h5.part-RANDOM, and of each text and column every rank keeps the checksum,
   taken from memory. GrCheckpointCommit flushes the file on every rank, puts the checksums together, reads back what
   HDF5 has added, and only then writes the header, renames the file and flushes the directory. After that only it and
   the one written before it are kept. Whenever the run is killed, the last committed checkpoint is there and whole.

   Opening: the header and the checksum of the whole file come first, so that HDF5 never sees damaged bytes. A file that
   is damaged, cut short, foreign, incomplete or of another format ends in GrFail(GR_EXIT_FILE, ...) with one message
   that names the newest other checkpoint in its directory. Cost: each byte is read once more, by all ranks in parallel.
   Checksums guard against accidents; against a file that somebody forged, every dataset must be as granum writes them
   (io/h5/plain.h), and every number that is read must be within the bounds that its reader gives.

   Every call is collective over the communicator and ends alike on all ranks. Texts, numbers and tables have names of
   their own, at most GR_CHECKPOINT_NAME - 1 bytes and without a slash. Integers are 64-bit (int64_t), reals are
   double; both keep all bits. The bytes of the file follow from what is put in and the order of its rows alone.

   Limits: one run at a time writes into a directory. The older checkpoint that is kept is known by its header and size;
   its bytes are looked at when it is opened. That HDF5 itself withstands forged files is trusted. */
#ifndef GRANUM_IO_CHECKPOINT_CHECKPOINT_H
#define GRANUM_IO_CHECKPOINT_CHECKPOINT_H

#include "base/bounds.h"
#include "io/checkpoint/folder.h"

#include <stdio.h>

enum { GR_CHECKPOINT_NAME = 128 };

typedef struct GrCheckpoint_ *GrCheckpoint;

/* Begins the checkpoint of this step with the text `case` in it. What killed runs left (*.part-*) is removed. If this,
   GrCheckpointCommit or GrCheckpointOpen fails, nothing stays open, no *.part-* is left and *file is NULL. */
PetscErrorCode GrCheckpointCreate(MPI_Comm comm, const char *directory, PetscInt64 step, const char *case_text,
                                  GrCheckpoint *file);

/* Every rank gives the same text. */
PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text);

/* column->components numbers of a kind (often one). Every rank gives the same. */
PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value);

/* A column of a table: `rows` are the rows of this rank, row by row in `data` (may be NULL without rows). The rows of
   all ranks make up the table without gap or overlap; which rank has which rows may differ from column to column. All
   columns of a table have the same number of rows. Any name for a table but "texts" and "numbers". */
PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data);

/* Hands over rows first to first + n - 1 of this rank, of all columns of a table. data[k] has room for those of column
   k, row by row; or it is made to point at where they lie in this way already. */
typedef PetscErrorCode (*GrRowsFill)(void *context, PetscInt first, PetscInt n, void *data[]);

/* All columns of a table, without their ever being in memory as a whole: `fill` is asked for the rows of this rank, a
   few thousand at a time and each once, in ascending order. */
PetscErrorCode GrCheckpointPutTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                    GrRowsFill fill, void *context);

/* Makes the file a checkpoint, as told above, and closes it. Older ones go last. */
PetscErrorCode GrCheckpointCommit(GrCheckpoint *file);

/* A checkpoint in memory: it takes what one that is being written takes, and each rank keeps its own part. Each call
   copies what it is given and talks to nobody. */
PetscErrorCode GrCheckpointKeep(MPI_Comm comm, PetscInt64 step, const char *case_text, GrCheckpoint *file);

/* Writes it to DIRECTORY/checkpoint-STEP.h5, as if it had been put there, and commits that. It stays in memory until it
   is closed. */
PetscErrorCode GrCheckpointWriteKept(GrCheckpoint kept, const char *directory);

PetscInt64 GrCheckpointKeptStep(GrCheckpoint kept);

PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file);

PetscInt64 GrCheckpointStep(GrCheckpoint file);
const char *GrCheckpointPath(GrCheckpoint file);

/* The text of this name (the case: "case"); free with PetscFree. */
PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text);

/* A name, kind or number of components that the file does not have is a failure, and so is a number out of bounds; here
   and for columns. */
PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value);

/* Rows of a table, or -1 if there is no such table. */
PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total);

/* Whether a table has a column; also for the "tables" texts and numbers. */
PetscErrorCode GrCheckpointHas(GrCheckpoint file, const char *table, const char *name, PetscBool *has);

/* Any contiguous rows to any rank (also none, also the same to several); rows.total must be the number there are. */
PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data);

/* The same, but rows with a 0 in `present`, [rows.count], may have any numbers. */
PetscErrorCode GrCheckpointGetPresent(GrCheckpoint file, const char *table, const GrColumn *column,
                                      const GrBounds *bounds, GrRows rows, const PetscInt64 *present, void *data);

/* Records, and returns, the failure "row ROW of TABLE/NAME WHAT"; on this rank alone, see GrFailAgree. */
PetscErrorCode GrCheckpointFault(GrCheckpoint file, const char *table, const char *name, PetscInt64 row,
                                 const char *what);

/* `granum info`: step, version, title, time, rows of each table of the checkpoint at `path`. One that is damaged or was
   never completed ends, after the line of what it is, in the failure of GrCheckpointOpen, which says why. Serial. */
PetscErrorCode GrCheckpointInfo(const char *path, FILE *out);

/* Ends reading. A file that was not committed is removed: what to call when writing it failed. */
PetscErrorCode GrCheckpointClose(GrCheckpoint *file);

#endif
