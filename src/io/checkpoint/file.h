/* Internals of a checkpoint, shared by the files that write and read it. */
#ifndef GRANUM_IO_CHECKPOINT_FILE_H
#define GRANUM_IO_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/h5/reader.h"

enum { GR_CHECKPOINT_REASON = GR_HDF5_REASON, GR_CHECKPOINT_OBJECT = 2 * GR_CHECKPOINT_NAME };

#define GR_CHECKPOINT_TEXTS "texts"
#define GR_CHECKPOINT_NUMBERS "numbers"
#define GR_CHECKPOINT_SUM "checksum"

/* A text or a column of a checkpoint in memory. */
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
  hid_t file;          /* written by all ranks together; H5I_INVALID_HID: in memory, or read */
  GrHdf5Reader reader; /* each rank reads for itself; reader.path is the array `path` */
  char path[PETSC_MAX_PATH_LEN];
  char part[PETSC_MAX_PATH_LEN]; /* name of the file while it is written */
  int n_pieces;
  GrCheckpointPiece *piece;
};

/* put.c: sum modulo 2^64 of a hash of (index of the word in the dataset, word). The words of a dataset may be
   summed in any order and on any rank. For a given index the hash is a bijection of the word, so damage of one word
   is always detected, and other damage with a probability of 1 - 2^-64. */
uint64_t GrCheckpointSum(const void *words, size_t n, uint64_t first);

/* Context of a call that writes `object` to the file, for its message. A failure of the call ends the job. */
static inline GrErrorContext GrCheckpointContext(GrCheckpoint file, const char *object)
{
  return (GrErrorContext){MPI_COMM_NULL, file->part, "write", object};
}

/* read.c. Serial. Reads the attributes of the root group. Returns false and the reason if the file is not a
   checkpoint of this format. */
PetscBool GrCheckpointHeadRead(const char *path, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON]);

/* folder.c: removes *.part-* files and returns the number of the next checkpoint in the directory. */
PetscErrorCode GrCheckpointFolderBegin(MPI_Comm comm, const char *directory, int64_t *sequence);

/* First rank. Removes all checkpoints except for the newest two. */
PetscErrorCode GrCheckpointFolderPrune(const char *directory);

/* Collective. Always fails: "PATH: REASON; use the previous checkpoint OTHER". The first rank provides the reason. */
PetscErrorCode GrCheckpointRefuse(MPI_Comm comm, const char *path, const char *reason);

#endif
