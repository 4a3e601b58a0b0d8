/* granum/results.h: a results file (H5MD 1.1) written by all ranks together.

   Every call is collective over the communicator. Rows are particles in id order; each rank holds one contiguous run of
   them (possibly empty). Nothing in the file depends on the number of ranks or on the time of day, so that two runs of
   the same case give the same file. A rank that cannot write prints one message and ends the job by MPI_Abort with exit
   code GR_EXIT_FILE; mistakes in names and shapes end in GrFail(GR_EXIT_FILE, ...) on all ranks.

   Two files: until the file is finished, the values are in a data file beside it, NAME-data.h5 for NAME.h5. At each
   GrResultsSync NAME.h5 is replaced by one that shows them as virtual datasets, with the frames and samples that were
   written so far. A run that is killed at any moment keeps what there was at its last sync. GrResultsFinish leaves one
   plain file NAME.h5. Whoever copies the results of a run that is not complete needs both files. */
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

/* How many frames or samples there will be. If there are more, the data file is copied into a larger one. Of an opened
   file: how many it has already, and the time of the last of them [s], which must be there. */
typedef struct {
  PetscInt64 planned, done;
  double latest;
} GrSpan;

enum { GR_AUTHOR_MAX = 512 }; /* bytes of an author that are kept */

/* How the file is written; NULL: independently, and with nothing aligned. */
typedef struct {
  PetscBool collective; /* ranks write rows by collective transfers of MPI-IO; otherwise each rank writes its own */
  PetscInt64 alignment; /* [bytes] what is 16 times as large begins at a multiple of it; 0: anywhere */
  const char *hints;    /* for MPI_Info, "name=value;name=value", until the file is closed; NULL: none */
} GrResultsAccess;

/* Creates the file, with the h5md group: version, author ("NAME" or "NAME <EMAIL>", in which granum diff sees no
   difference), creator = granum and its version. */
PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                               GrResults *results);

/* Opens the file of a run that was completed, stopped or killed, to continue it: GrSeriesCreate and GrTraceCreate find
   their datasets and continue after `done` frames or samples. Datasets that are not as granum writes them are failures.
   `looks`: only checks whether this is possible; nothing is written. */
PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, PetscBool looks, const GrResultsAccess *access,
                             GrResults *results);

/* All series, traces and tables of an opened file have been created. The data file gets the size that they need. */
PetscErrorCode GrResultsReady(GrResults results);

/* Brings all that was written to the disk and shows it to readers. */
PetscErrorCode GrResultsSync(GrResults results);

/* Closes the files. What was written after the last sync is not shown before the file is opened again. */
PetscErrorCode GrResultsClose(GrResults *results);

/* Closes the file of a completed run: one plain file is left, with datasets of exact length. */
PetscErrorCode GrResultsFinish(GrResults *results);

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
   of numbers. `steps_of`: NULL, or a series with the same frames whose step and time this one shares by hard link; a
   frame is appended to that series last. */
PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSpan frames, GrSeries *series);

/* `data`: [rows.count][components], double or PetscInt64 as the column says. */
PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data);

/* The same for other kinds of series, and stored otherwise than in plain 8-byte numbers:
     GR_SERIES_VARYING   the number of rows varies: value [frames][width]..., where the width is that of the largest
                         frame; rows behind those of a frame are not a number, or -1 for integers. rows.total is a first
                         guess of the width
     GR_SERIES_ON_LINE   vectors of beads on a line, which have one component: value [frames][total][1] */
typedef struct {
  PetscBool single; /* real numbers have 4 bytes; integers stay as they are */
  PetscBool pack;   /* GrResultsFinish compresses: shuffle and deflate; the data file is not compressed */
} GrStorage;
typedef enum { GR_SERIES_PLAIN, GR_SERIES_VARYING, GR_SERIES_ON_LINE } GrSeriesKind;
PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series);

/* A frame of a varying series. */
PetscErrorCode GrSeriesAppendRows(GrSeries series, PetscInt64 step, double time, GrRows rows, const void *data);

/* Of a file that was opened: a frame that it has has so many rows. The number of rows that readers find. */
void GrSeriesWidest(GrSeries series, PetscInt64 rows);
PetscInt64 GrSeriesWidth(GrSeries series);

/* The first n times, on every rank. */
PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[]);
/* All numbers of the first n frames of a series of one row, on every rank. */
PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data);
PetscErrorCode GrSeriesDestroy(GrSeries *series);

/* Numbers over time: group/{step,time,columns...}, of [samples], or [samples][components] if components > 1. One rank,
   the owner, has the values and stores them without communication; a flush writes what is stored and is collective.
   Memory: `capacity` samples on the owner only; the caller flushes before it is full. */
PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrSpan samples, GrTrace *trace);

/* Owner only. Components of a column stand one after the other in `values`; integers are given as doubles. */
PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[]);
PetscErrorCode GrTraceFlush(GrTrace trace);
PetscErrorCode GrTraceDestroy(GrTrace *trace); /* flushes what is still stored */

/* A table of `total` rows, as datasets group/column.name of [total], or [total][components] if components > 1, that is
   written in pieces: in each write every rank gives some rows, possibly none, and one array per column. Of an opened
   file it is found, and its rows can be written anew. */
PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table);
PetscErrorCode GrTableWrite(GrTable table, PetscInt64 first, PetscInt64 count, const void *const data[]);
PetscErrorCode GrTableDestroy(GrTable *table);

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
