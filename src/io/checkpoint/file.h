/* Internal struct and internal functions of checkpoints. Only the source files in this folder use them. */
#ifndef GRANUM_IO_CHECKPOINT_FILE_H
#define GRANUM_IO_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/h5/reader.h"
#include <stdbool.h>

enum { GR_CHECKPOINT_REASON = GR_HDF5_REASON, GR_CHECKPOINT_OBJECT = 2 * GR_CHECKPOINT_NAME };

#define GR_CHECKPOINT_TEXTS "texts"
#define GR_CHECKPOINT_NUMBERS "numbers"
#define GR_CHECKPOINT_SUM "checksum"

/* A piece of a checkpoint that is kept in memory: a text, or a column of a table. The group `numbers` counts as a
   table with one row. The members name, unit, description, number and components have the meaning of GrColumn. */
typedef struct {
  char *table, *name, *unit, *description; /* table: name of the table; NULL: the piece is a text */
  GrNumber number;
  int components;
  GrRows rows; /* rows of the column that this rank stores */
  char *data;  /* values of these rows, or the text */
} GrCheckpointPiece;

/* A checkpoint that is being written to a file, kept in memory, or read from a file. */
struct GrCheckpoint_ {
  MPI_Comm comm;
  int rank;
  GrCheckpointHead head; /* step number, format version, ... of the checkpoint */
  /* HDF5 file to which all ranks write; H5I_INVALID_HID: the checkpoint is kept in memory, or is read from a file */
  hid_t file;
  int disk; /* descriptor of this file, with which each rank begins to write its rows to the disk; -1: no file */
  /* reader of the file; each rank reads independently. reader.path points to the member `path` */
  GrHdf5Reader reader;
  char path[PETSC_MAX_PATH_LEN]; /* path of the file */
  char part[PETSC_MAX_PATH_LEN]; /* temporary path of the file until it has been written completely */
  int n_pieces;                  /* number of pieces of a checkpoint that is kept in memory; otherwise 0 */
  GrCheckpointPiece *piece;      /* [n_pieces] the pieces: texts and columns */
};

/* Returns the checksum of n 64-bit words of a dataset. first: index of words[0] in the dataset. The checksum is the sum
   modulo 2^64 of a hash of each word and its index. Each rank can therefore sum its own words, in any order. For a
   given index the hash is a bijection of the word. Therefore the checksum always detects damage of one word. It detects
   other damage with a probability of 1 - 2^-64. */
uint64_t GrCheckpointSum(const void *words, size_t n, uint64_t first);

/* Returns the error context of HDF5 calls that write the dataset or group `object` to the checkpoint file. With this
   context, a failed call ends the MPI job. */
static inline GrErrorContext GrCheckpointContext(GrCheckpoint file, const char *object)
{
  return (GrErrorContext){MPI_COMM_NULL, file->part, "write", object};
}

/* Not collective. Reads the head (step number, format version, ...) of a checkpoint from its file. If the file is not a
   checkpoint of this format, returns false and writes the reason to `reason`. */
bool GrCheckpointHeadRead(const char *path, GrCheckpointHead *head, char reason[GR_CHECKPOINT_REASON]);

/* Prepares a folder for new checkpoints. Removes temporary files (*.part-*) of killed runs, and sets *sequence to the
   sequence number of the next checkpoint. Collective. */
PetscErrorCode GrCheckpointFolderBegin(MPI_Comm comm, const char *directory, int64_t *sequence);

/* Removes all checkpoints of a folder except the newest two. Only rank 0 calls it. */
PetscErrorCode GrCheckpointFolderPrune(const char *directory);

/* Reports that a checkpoint cannot be used. Always fails. The message is "PATH: REASON; use the previous checkpoint
   OTHER", where REASON is the argument `reason` on rank 0. Collective. */
PetscErrorCode GrCheckpointRefuse(MPI_Comm comm, const char *path, const char *reason);

#endif
