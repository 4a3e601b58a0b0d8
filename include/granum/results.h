/* granum/results.h: a results file (H5MD 1.1) written by all ranks together.

   Every call is collective over the communicator. Rows are particles in id order; each rank holds one contiguous run of
   them (possibly empty). Nothing in the file depends on the number of ranks or on the time of day, so that two runs of
   the same case give the same datasets bit for bit. Failures to write end in GrFail(GR_EXIT_FILE, ...).

   Killed runs: what is made of known size before the first GrResultsSync gets its room on the disk then, once and for
   all. From then on only numbers are written, never the tables by which HDF5 finds them, so a run that is killed at any
   moment leaves a file that opens. The file has its name from the first sync on. Readers find the frames and samples
   that there were at the last sync, not the room for those to come (io/h5/extent.c). Should they see it after all,
   times that were not reached are not a number, and their steps -1. */
#ifndef GRANUM_RESULTS_H
#define GRANUM_RESULTS_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrResults_ *GrResults;
typedef struct GrSeries_ *GrSeries;
typedef struct GrTrace_ *GrTrace;
typedef struct GrTable_ *GrTable;

typedef enum { GR_REAL, GR_INTEGER } GrNumber; /* double; 64-bit signed */

/* What a dataset holds; written as the attributes `unit` and `description`. */
typedef struct {
  const char *name; /* last part of its path */
  GrNumber number;
  int components;   /* values per row; with 1 a row is a number, which has no dimension of its own */
  const char *unit; /* SI, "1" if dimensionless; "m/s^2" is written the way H5MD's units module has it: "m s-2" */
  const char *description; /* one sentence */
} GrColumn;

/* The rows of this rank. */
typedef struct {
  PetscInt64 total; /* over all ranks */
  PetscInt64 first; /* position of this rank's first row, from 0 */
  PetscInt64 count; /* rows on this rank */
} GrRows;

/* How many frames or samples there will be, so that room is made for them. More than planned can be written, but then
   the file grows: see above. Of an opened file: how many it has already, and the time of the last of them [s], which
   must be there. */
typedef struct {
  PetscInt64 planned, done;
  double latest;
} GrSpan;

enum { GR_AUTHOR_MAX = 512 }; /* bytes of an author that are kept */

/* Creates the file, with the h5md group: version, author ("NAME" or "NAME <EMAIL>", in which granum diff sees no
   difference), creator = granum and its version. It is written as PATH.part
   and replaces a file of this name at the first GrResultsSync, or when it is closed. */
PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, GrResults *results);

/* Opens a file of a run that ended or was killed, to go on with it: GrSeriesCreate and GrTraceCreate find what is there
   and continue after `done` frames or samples. Datasets that are not as granum writes them are failures. `looks`: only
   to see whether it can be gone on with; then nothing is written. */
PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, PetscBool looks, GrResults *results);

/* The same with a say in how the file is written; the others write directly, and align nothing. */
typedef struct {
  PetscBool mpi_io;     /* rows are written through MPI-IO; otherwise each rank writes its own (io/h5/direct.c) */
  PetscInt64 alignment; /* [bytes] what is 16 times as large begins at a multiple of it; 0: anywhere */
  const char *hints;    /* for MPI_Info, "name=value;name=value"; NULL: none */
} GrResultsAccess;
PetscErrorCode GrResultsCreateAs(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                                 GrResults *results);
PetscErrorCode GrResultsOpenAs(MPI_Comm comm, const char *path, PetscBool looks, const GrResultsAccess *access,
                               GrResults *results);

PetscErrorCode GrResultsClose(GrResults *results);

/* A scalar UTF-8 string dataset at `path` or, with the path "GROUP@NAME", a string attribute of a group (description
   unused). Missing groups on the path are made. Every rank gives the same text. */
PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text);

/* The sides of a box along each axis. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
  PetscBool move; /* edges and lower are series, which whoever moves them makes */
} GrResultsSides;

/* H5MD's box of a particle group, e.g. "particles/grains": its subgroup `box` with the attributes dimension and
   boundary ("periodic" or "none"), and the datasets edges (lengths) and lower (corner), which H5MD does not know.
   `sides` NULL: "none" on every side and no datasets. */
PetscErrorCode GrResultsBox(GrResults results, const char *group, int dimension, const GrResultsSides *sides);

/* A dataset that does not change: group/column.name, [total] or [total][components] if components > 1. */
PetscErrorCode GrResultsRows(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                             const void *data);

/* A time-dependent element group/column.name with step, time and value [frames][total][components], or [frames][total]
   of numbers. `steps_of`: NULL, or a series with the same frames whose step and time this one shares by hard link; such
   a series must be the last to which a frame is appended. */
PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSpan frames, GrSeries *series);

/* `data`: [rows.count][components], double or PetscInt64 as the column says. */
PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data);

/* The same for other kinds of series, and stored otherwise than in plain 8-byte numbers:
     GR_SERIES_VARYING   rows that come and go, value [frames][width]..., each frame with as many rows as it has, and
                         behind them not a number, or -1 for integers. The width is rows.total to begin with; it grows
                         with the frames. What the largest frame has is kept when the room is given up.
     GR_SERIES_ON_LINE   vectors of beads on a line, which have one component: value [frames][total][1]
   A file whose series are compressed is whole after each sync, as others are; but killed just while it syncs, when
   tables of chunks change, it may be lost. */
typedef struct {
  PetscBool single; /* real numbers have 4 bytes; integers stay as they are */
  PetscBool pack;   /* chunks are compressed: shuffle and deflate */
} GrStorage;
typedef enum { GR_SERIES_PLAIN, GR_SERIES_VARYING, GR_SERIES_ON_LINE } GrSeriesKind;
PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series);

/* A frame of a varying series. */
PetscErrorCode GrSeriesAppendRows(GrSeries series, PetscInt64 step, double time, GrRows rows, const void *data);

/* A frame has so many rows: of a file that was opened, of each frame that it has. The width that readers find, which is
   that of the largest frame once the room has been given up. */
void GrSeriesWidest(GrSeries series, PetscInt64 rows);
PetscInt64 GrSeriesWidth(GrSeries series);

/* The first n times, on every rank. */
PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[]);
/* All numbers of the first n frames of a series of one row, on every rank. */
PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data);
/* Gives up the room for frames that were not written, when the file is closed; nothing may be appended any more. */
PetscErrorCode GrSeriesTruncate(GrSeries series);
PetscErrorCode GrSeriesDestroy(GrSeries *series);

/* Numbers over time: group/{step,time,columns...}, of [samples], or [samples][components] if components > 1. One rank,
   the owner, has the values and stores them without communication; a flush writes what is stored and is collective.
   Memory: `capacity` samples on the owner only; the caller flushes before it is full. */
PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrSpan samples, GrTrace *trace);

/* Owner only. Components of a column stand one after the other in `values`; integers are given as doubles. */
PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[]);
PetscErrorCode GrTraceFlush(GrTrace trace);
PetscErrorCode GrTraceTruncate(GrTrace trace); /* flushes; as GrSeriesTruncate */
PetscErrorCode GrTraceDestroy(GrTrace *trace); /* flushes what is still stored */

/* A table of `total` rows, as datasets group/column.name of [total], or [total][components] if components > 1, that is
   written in pieces: in each write every rank gives some rows, possibly none, and one array per column. Of an opened
   file it is found, and its rows can be written anew. */
PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table);
PetscErrorCode GrTableWrite(GrTable table, PetscInt64 first, PetscInt64 count, const void *const data[]);
PetscErrorCode GrTableDestroy(GrTable *table);

/* Pushes all that was written to the disk. */
PetscErrorCode GrResultsSync(GrResults results);

/* `granum diff`: compares every dataset; `*same` and, if different, one line about the first difference: dataset,
   frame, row (with its particle id where the group has ids) and both values to all digits. Serial. */
PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, PetscBool *same, FILE *out);

/* `granum info`: what a results file holds: title, version, particles, frames, time span, datasets with shape, unit,
 * description. Of a checkpoint: its step, time, title, tables, and whether it is whole; a damaged one is a failure that
 * says why. Of a folder: its results, checkpoints and study. Serial. */
PetscErrorCode GrResultsInfo(const char *path, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
