/* The inside of a checkpoint file, shared by the files that read and write it. */
#ifndef GRANUM_IO_CHECKPOINT_FILE_H
#define GRANUM_IO_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/header.h"
#include "io/h5/dataset.h"

/* A text or column as the ranks gave it, for the commit. */
typedef struct {
  char *path;
  int64_t at;    /* where it was written in the file, on the first rank; -1: by HDF5, which knows */
  int64_t bytes; /* of all ranks */
  uint64_t part; /* of their checksum, of this rank */
} GrCheckpointGiven;

typedef enum { GR_PIECE_TEXT, GR_PIECE_NUMBER, GR_PIECE_COLUMN } GrPieceKind;

/* One thing that was put in. */
typedef struct {
  GrPieceKind kind;
  char table[GR_CHECKPOINT_NAME]; /* of a column */
  char *name, *unit, *description;
  GrColumn column;
  GrRows rows;
  char *data;
} GrPiece;

/* What a checkpoint in memory holds. */
struct GrMemoryCheckpoint_ {
  PetscInt64 step;
  char *case_text;
  int n, room;
  GrPiece *piece;
};

struct GrCheckpoint_ {
  MPI_Comm comm; /* of all ranks */
  int rank;
  struct GrResults_ inside; /* the HDF5 file that is open; its path is the one in use now. In writing it is open on the
                               first rank alone, and its communicator is that of one rank */
  char *path;               /* of the checkpoint */
  char *directory;          /* that it is written into; NULL when it is read */
  GrFileHeader header;
  int direct;           /* of the file for the system, on every rank, to write rows with; -1: none */
  PetscErrorCode error; /* of something that was put in, on this rank; the others learn it with the next column */
  int n_given;
  GrCheckpointGiven *given;
  struct GrMemoryCheckpoint_ *kept; /* what is in it, if it is in memory; NULL: it is a file */
};

#define GR_CHECKPOINT_NUMBERS "numbers"

/* Whether it can be the name of something, or of a table. */
PetscErrorCode GrCheckpointCheckName(const char *name);
PetscErrorCode GrCheckpointCheckTable(const char *table);

/* What this rank gave, for the checksum of the file when it is committed. */
PetscErrorCode GrCheckpointNoteGiven(GrCheckpoint file, const char *path, int64_t at, uint64_t part, uint64_t bytes);

/* Of a checkpoint in memory: copies what is put into it. */
PetscErrorCode GrMemoryCheckpointAddText(GrCheckpoint file, const char *name, const char *text);
PetscErrorCode GrMemoryCheckpointAddNumber(GrCheckpoint file, const GrColumn *column, const void *value);
PetscErrorCode GrMemoryCheckpointAddTable(GrCheckpoint file, const char *table, int n, const GrColumn column[],
                                          GrRows rows, GrRowsFill fill, void *context);
PetscErrorCode GrMemoryCheckpointDestroy(GrCheckpoint *file);

/* Of the rank or ranks that have it open. Closes the HDF5 file. */
PetscErrorCode GrCheckpointInsideClose(GrCheckpoint file);

/* Collective. What is left to do whatever happened before. Errors of the file are not looked at: nothing better can be
   done about them. */
PetscErrorCode GrCheckpointDestroy(GrCheckpoint *file, PetscBool remove);

/* Collective. The name of link i of a group, in the order of names ("" if there is no such link), and how many there
   are. */
PetscErrorCode GrCheckpointLink(GrCheckpoint file, const char *group, hsize_t i, char name[GR_CHECKPOINT_NAME],
                                hsize_t *n);

/* Collective. Lets every rank write rows into the file that HDF5 has made. */
PetscErrorCode GrCheckpointDirectOpen(GrCheckpoint file);

/* The rows of this rank of a column, on their way into the file. */
typedef struct {
  size_t width;  /* bytes of a row */
  int64_t at;    /* where in the file the next ones go */
  int64_t sent;  /* up to where the system was told to bring them to the disk */
  uint64_t part; /* of the checksum, of what was written */
} GrDirectColumn;

/* This rank. Writes the next rows: 0 or the error number. */
int GrCheckpointDirectWrite(GrCheckpoint file, GrDirectColumn *column, const void *rows, size_t n);

/* This rank, after its last row. */
void GrCheckpointDirectEnd(GrCheckpoint file, GrDirectColumn *column);

/* Rows of a table that are handed over at once. */
PetscInt GrCheckpointRunRows(int n, const GrColumn column[]);

/* Collective. Reads rows of an open dataset of numbers, a bounded number of them at a time. */
PetscErrorCode GrCheckpointSlotsRead(const GrDataset *dataset, GrRows rows, void *data);

#endif
