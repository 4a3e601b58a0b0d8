/* granum/results.h: a results file (H5MD 1.1) written by all ranks together.

   Every call is collective over the communicator. Rows are particles in id order; each rank has one contiguous range of
   rows (possibly empty). Nothing in the file depends on the number of ranks or on the time of day, so that two runs of
   the same case give the same file. A rank that cannot write prints one message and ends the job by MPI_Abort with exit
   code GR_EXIT_FILE; mistakes in names and shapes end in GrFail(GR_EXIT_FILE, ...) on all ranks.

   Two files: until the file is finished, the values are in a data file beside it, NAME-data.h5 for NAME.h5. Each
   GrResultsSync replaces NAME.h5 by a file with virtual datasets, which show the frames and samples written so far. A
   run that is killed at any moment keeps all frames and samples up to its last sync. GrResultsFinish leaves one plain
   file NAME.h5. A copy of the results of an incomplete run needs both files. */
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

/* A dataset: its name and the kind of its values. Unit and description are written as its attributes. */
typedef struct {
  const char *name; /* last part of its path */
  GrNumber number;
  int components;   /* values per row; 1: the dataset has no dimension for components */
  const char *unit; /* SI, "1" if dimensionless; "m/s^2" is written as "m s-2", the form of H5MD's units module */
  const char *description; /* one sentence */
} GrColumn;

/* The rows of this rank. */
typedef struct {
  PetscInt64 total; /* over all ranks */
  PetscInt64 first; /* position of this rank's first row, from 0 */
  PetscInt64 count; /* rows on this rank */
} GrRows;

/* Numbers of frames or samples. If more are written than planned, the data file is copied into a larger one. */
typedef struct {
  PetscInt64 planned; /* expected total number */
  PetscInt64 done;    /* number of frames or samples to keep in a file that is continued; 0: new file */
  double latest;      /* time of frame or sample number `done` [s]; the file must contain it */
} GrSpan;

enum { GR_AUTHOR_MAX = 512 }; /* maximum size of the author's name [bytes]; a longer one is cut off */

/* Access to the file. NULL in place of this struct: independent transfers, no alignment, no hints. */
typedef struct {
  PetscBool collective; /* ranks write rows by collective transfers of MPI-IO; otherwise by independent transfers */
  PetscInt64 writers;   /* number of ranks that write for the others; 0: one for each node, or with independent
                           transfers all ranks if there are at most 4 for each node */
  PetscInt64 alignment; /* [bytes] objects at least 16 times as large begin at a multiple of it; 0: anywhere */
  const char *hints;    /* for MPI_Info, "name=value;name=value", until the file is closed; NULL: none */
} GrResultsAccess;

/* Creates the file, with the h5md group: version, author ("NAME" or "NAME <EMAIL>", in which granum diff sees no
   difference), creator = granum and its version. */
PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                               GrResults *results);

/* Opens the file of a run that was completed, stopped or killed, to continue it: GrSeriesCreate and GrTraceCreate find
   their datasets and continue after `done` frames or samples. A dataset that granum would not have written is a
   failure. `looks`: only checks whether the file can be continued; nothing is written. */
PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, PetscBool looks, const GrResultsAccess *access,
                             GrResults *results);

/* To be called when all series, traces and tables have been created. Gives the data file the size that they need. */
PetscErrorCode GrResultsReady(GrResults results);

/* Flushes all written values to the disk and makes them visible to readers. */
PetscErrorCode GrResultsSync(GrResults results);

/* Closes the files. Readers do not see values that were written after the last sync until the file is continued. */
PetscErrorCode GrResultsClose(GrResults *results);

/* Closes the file of a completed run: one plain file is left, with datasets of exact length. */
PetscErrorCode GrResultsFinish(GrResults *results);

/* A scalar UTF-8 string dataset at `path` or, with the path "GROUP@NAME", a string attribute of a group (description
   unused). Missing groups on the path are created. Every rank passes the same text. */
PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text);

/* Corners of a box, and whether its sides are periodic along each axis. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
  PetscBool move; /* edges and lower change during the run: the caller creates series for them */
} GrResultsSides;

/* H5MD's box of a particle group, e.g. "particles/grains": its subgroup `box` with the attributes dimension and
   boundary ("periodic" or "none"), and the datasets edges (lengths) and lower (corner, an addition to H5MD).
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

/* Appends a frame. data: [rows.count][components], doubles, or PetscInt64 for a column of integers. */
PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data);

/* Creates a series of another kind, or with a storage other than plain 8-byte numbers:
     GR_SERIES_VARYING   the number of rows varies: value [frames][width]..., where `width` is the number of rows of the
                         largest frame. In smaller frames the remaining rows are NaN, or -1 for integers. rows.total is
                         the initial estimate of the width
     GR_SERIES_ON_LINE   vectors in dimension 1, which have one component: value [frames][total][1] */
typedef struct {
  PetscBool single; /* real numbers are written with 4 bytes, integers with 8 */
  PetscBool pack;   /* GrResultsFinish compresses: shuffle and deflate; the data file is not compressed */
} GrStorage;
typedef enum { GR_SERIES_PLAIN, GR_SERIES_VARYING, GR_SERIES_ON_LINE } GrSeriesKind;
PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series);

/* Appends a frame with these rows. Only a varying series may have another rows.total than its first rows. */
PetscErrorCode GrSeriesAppendRows(GrSeries series, PetscInt64 step, double time, GrRows rows, const void *data);

/* Declares that a frame has this number of rows. Needed for the existing frames of a file that is continued. */
void GrSeriesWidest(GrSeries series, PetscInt64 rows);

/* Largest number of rows of a frame, at least 1: the width that readers find. */
PetscInt64 GrSeriesWidth(GrSeries series);

/* Reads the first n times on every rank. */
PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[]);
/* Reads the first n frames of a series with one row, on every rank. */
PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data);
/* Frees a series; its data remain in the file. */
PetscErrorCode GrSeriesDestroy(GrSeries *series);

/* Numbers over time: group/{step,time,columns...} of [samples], or [samples][components] if components > 1. One rank,
   the owner, has the values and stores them without communication. A flush writes the stored samples and is collective.
   Memory: `capacity` samples on the owner only; the caller flushes before the memory is full. */
PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrSpan samples, GrTrace *trace);

/* Stores a sample; to be called on the owner alone. values: the components of each column, column after column;
   integers are passed as doubles. */
PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[]);
/* Writes the stored samples of the owner to the file. */
PetscErrorCode GrTraceFlush(GrTrace trace);
/* Writes the stored samples and frees the trace. */
PetscErrorCode GrTraceDestroy(GrTrace *trace);

/* A table of `total` rows that is written in pieces, as datasets group/column.name of [total], or [total][components]
   if components > 1. In each write every rank passes some rows, possibly none, and one array per column. In a file that
   is continued the table is found, and its rows can be overwritten. */
PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table);
/* Writes rows first, ..., first + count - 1 of this rank. data: one array per column. Collective. */
PetscErrorCode GrTableWrite(GrTable table, PetscInt64 first, PetscInt64 count, const void *const data[]);
/* Frees a table; its data remain in the file. */
PetscErrorCode GrTableDestroy(GrTable *table);

/* `granum diff`: compares every dataset; `*same` and, if different, one line about the first difference: dataset,
   frame, row (with its particle id where the group has ids) and both values to all digits. Serial. */
PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, PetscBool *same, FILE *out);

/* `granum info`. Prints the contents of
     a results file  title, version, particles, frames, time span, datasets with shape, unit and description
     a checkpoint    step, time, title, tables; a damaged checkpoint is a failure whose message has the reason
     a folder        results, checkpoints, study
   Serial. */
PetscErrorCode GrRunInfo(const char *path, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
