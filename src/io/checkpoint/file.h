/* Struct and internal functions of a checkpoint, for the source files that write and read it. */
#ifndef GRANUM_IO_CHECKPOINT_FILE_H
#define GRANUM_IO_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/h5/reader.h"

enum { GR_CHECKPOINT_REASON = GR_HDF5_REASON, GR_CHECKPOINT_OBJECT = 2 * GR_CHECKPOINT_NAME };

#define GR_CHECKPOINT_TEXTS "texts"
#define GR_CHECKPOINT_NUMBERS "numbers"
#define GR_CHECKPOINT_SUM "checksum"

/* A text, or a column of a table, of a checkpoint in memory. */
typedef struct {
  char *table, *name, *unit, *description; /* table: NULL for a text */
  GrNumber number;
  int components;
  GrRows rows;
  char *data;
} GrCheckpointPiece;

struct GrCheckpoint_ {
  MPI_Comm comm;
  int rank;
  GrCheckpointHead head;
  /* file that all ranks write together; H5I_INVALID_HID: the checkpoint is in memory, or is read */
  hid_t file;
  GrHdf5Reader reader; /* used when the file is read, by each rank for itself; reader.path points to `path` */
  char path[PETSC_MAX_PATH_LEN];
  char part[PETSC_MAX_PATH_LEN]; /* name of the file while it is written */
  int n_pieces;
  GrCheckpointPiece *piece;
};

/* put.c: checksum of n 64-bit words of a dataset; first: index of the first of them. It is the sum modulo 2^64 of a
   hash of (index of the word, word), so the words may be summed in any order and on any rank. For a given index the
   hash is a bijection of the word, so damage of one word is always detected, and other damage with a probability of 1 -
   2^-64. */
uint64_t GrCheckpointSum(const void *words, size_t n, uint64_t first);

/* Returns the error context of an HDF5 call that writes `object` to the file. A failure of the call ends the job. */
static inline GrErrorContext GrCheckpointContext(GrCheckpoint file, const char *object)
{
  return (GrErrorContext){MPI_COMM_NULL, file->part, "write", object};
}

/* read.c. Serial. Reads the head of a checkpoint. Returns false and sets `reason` if the file is not a checkpoint of
   this format. */
PetscBool GrCheckpointHeadRead(const char *path, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON]);

/* folder.c: removes *.part-* files of killed runs, and finds *sequence, the number of the next checkpoint in the
   folder. */
PetscErrorCode GrCheckpointFolderBegin(MPI_Comm comm, const char *directory, int64_t *sequence);

/* folder.c: removes all checkpoints of a folder except the newest two. To be called on the first rank. */
PetscErrorCode GrCheckpointFolderPrune(const char *directory);

/* Refuses a checkpoint: always fails with the message "PATH: REASON; use the previous checkpoint OTHER". The reason on
   the first rank is used. Collective. */
PetscErrorCode GrCheckpointRefuse(MPI_Comm comm, const char *path, const char *reason);

#endif
