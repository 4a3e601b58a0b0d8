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

/* Description of a dataset: name and kind of the values. Unit and description are written as attributes of the
   dataset. */
typedef struct {
  const char *name; /* last part of its path */
  GrNumber number;
  int components;   /* number of values per row; 1: the dataset has no dimension for components */
  const char *unit; /* SI unit, "1" if dimensionless; "m/s^2" is written as "m s-2", the form of H5MD's units module */
  const char *description; /* one sentence */
} GrColumn;

/* Distribution of the rows of a dataset: all rows, and the contiguous range of this rank. */
typedef struct {
  PetscInt64 total; /* number of rows over all ranks */
  PetscInt64 first; /* position of this rank's first row, from 0 */
  PetscInt64 count; /* number of rows of this rank */
} GrRows;

/* Numbers of frames or samples of a series. If more are written than planned, the data file is copied into a larger
   file. */
typedef struct {
  PetscInt64 planned; /* expected total number of frames or samples */
  PetscInt64 done;    /* number of frames or samples that remain in a file that is continued; 0: the file is new */
  double latest;      /* time of the last of these `done` frames or samples [s], which the file must contain */
} GrSpan;

enum { GR_AUTHOR_MAX = 512 }; /* largest size of the author's name [bytes]; a longer name is cut off */

/* How ranks access the results file. A NULL pointer to this struct means: independent transfers, no alignment, no
   hints. */
typedef struct {
  /* whether ranks write rows by collective transfers of MPI-IO; otherwise each rank writes its own rows */
  PetscBool collective;
  /* number of ranks that write the rows of all ranks; 0: one per node, but with independent transfers all ranks if a
     node has at most 4 ranks on average */
  PetscInt64 writers;
  /* [bytes] datasets of at least 16 times this size begin at a multiple of it in the file; 0: no alignment */
  PetscInt64 alignment;
  /* hints for MPI-IO, "name=value;name=value"; the text must remain valid until the file is closed; NULL: none */
  const char *hints;
} GrResultsAccess;

/* Creates the results file at `path` with H5MD's group h5md: version, author, and granum with its version as creator.
   author: "NAME" or "NAME <EMAIL>"; `granum diff` ignores it. Collective. */
PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                               GrResults *results);

/* Opens the file of a run that was completed, stopped or killed, to continue it: GrSeriesCreate and GrTraceCreate find
   their datasets and continue after `done` frames or samples. A dataset that granum would not have written is a
   failure. looks: PETSC_TRUE only checks whether the file can be continued, and writes nothing. */
PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, PetscBool looks, const GrResultsAccess *access,
                             GrResults *results);

/* To be called when all series, traces and tables have been created. Sets the size of the data file to the size that
   they need. */
PetscErrorCode GrResultsReady(GrResults results);

/* Flushes all written values to the disk and makes them visible to readers. */
PetscErrorCode GrResultsSync(GrResults results);

/* Closes results file and data file. Values that were written after the last sync become visible to readers only when
   the file is continued. */
PetscErrorCode GrResultsClose(GrResults *results);

/* Closes the file of a completed run: one plain file is left, with datasets of exact length. */
PetscErrorCode GrResultsFinish(GrResults *results);

/* Writes a text as a scalar UTF-8 string dataset at `path` or, with the path "GROUP@NAME", as a string attribute of a
   group (description unused). Missing groups on the path are created. Every rank passes the same text. */
PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text);

/* The box of a particle group: corners, and whether the sides are periodic along each axis. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
  PetscBool move; /* the sides change during the run: the caller then creates series for the datasets edges and lower */
} GrResultsSides;

/* Writes H5MD's box of a particle group, e.g. "particles/grains": its subgroup `box` with the attributes dimension and
   boundary ("periodic" or "none"), and the datasets edges (lengths) and lower (corner, an addition to H5MD). `sides`
   NULL: "none" on every side and no datasets. */
PetscErrorCode GrResultsBox(GrResults results, const char *group, int dimension, const GrResultsSides *sides);

/* Writes a dataset that does not change in time: group/column.name, [total], or [total][components] if components >
   1. */
PetscErrorCode GrResultsRows(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                             const void *data);

/* Creates a series: a time-dependent element group/column.name of H5MD, with the datasets step, time and value. The
   shape of value is [frames][total], or [frames][total][components] if components > 1. `steps_of`: NULL, or a series
   with the same frames whose step and time this one shares by hard link; a frame is appended to that series last. */
PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSpan frames, GrSeries *series);

/* Appends a frame to a series. data[rows.count][components]: values of this rank's rows, double, or PetscInt64 if the
   column has integers. time [s]. Collective. */
PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data);

/* Creates a series of another kind, or with a storage other than plain 8-byte numbers:
     GR_SERIES_VARYING   the number of rows varies: value [frames][width]..., where `width` is the number of rows of the
                         largest frame. In smaller frames the remaining rows are NaN, or -1 for integers. rows.total is
                         the initial estimate of the width
     GR_SERIES_ON_LINE   vectors in dimension 1, which have one component: value [frames][total][1] */
typedef struct {
  PetscBool single; /* real numbers are written with 4 bytes, integers always with 8 */
  /* GrResultsFinish compresses the dataset (shuffle and deflate); it is not compressed in the data file */
  PetscBool pack;
} GrStorage;
typedef enum { GR_SERIES_PLAIN, GR_SERIES_VARYING, GR_SERIES_ON_LINE } GrSeriesKind;
PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series);

/* Appends a frame with these rows to a series, as GrSeriesAppend does. rows.total must be that of GrSeriesCreate unless
   the kind of the series is GR_SERIES_VARYING. Collective. */
PetscErrorCode GrSeriesAppendRows(GrSeries series, PetscInt64 step, double time, GrRows rows, const void *data);

/* Declares that an existing frame has this number of rows. A caller that continues a file calls it for each frame in
   it. */
void GrSeriesWidest(GrSeries series, PetscInt64 rows);

/* Returns the width of a varying series: the largest number of rows of a frame, at least 1. */
PetscInt64 GrSeriesWidth(GrSeries series);

/* Reads the times of the first n frames, time[n] [s], on every rank. */
PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[]);
/* Reads the first n frames of a series that has one row: data[n][components], on every rank. */
PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data);
/* Frees a series. The values that were written remain in the file. */
PetscErrorCode GrSeriesDestroy(GrSeries *series);

/* Creates a trace: numbers over time in the datasets step, time and one per column of a group, each [samples], or
   [samples][components] if components > 1. One rank, the owner, has the values and stores them without communication. A
   flush writes the stored samples and is collective. Memory: `capacity` samples on the owner only; the caller flushes
   before the memory is full. */
PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrSpan samples, GrTrace *trace);

/* Stores a sample of a trace in memory; to be called only on the owner. time [s]; values: the components of each
   column, column after column; integers are passed as doubles. */
PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[]);
/* Writes the samples that the owner has stored to the file. Collective. */
PetscErrorCode GrTraceFlush(GrTrace trace);
/* Writes the samples that the owner has stored to the file, and frees the trace. Collective. */
PetscErrorCode GrTraceDestroy(GrTrace *trace);

/* Creates a table of `total` rows, one dataset group/column.name per column: [total], or [total][components] if
   components > 1. It is written in pieces: in each call of GrTableWrite every rank passes some rows, possibly none, and
   one array per column. In a file that is continued the table is found, and its rows can be overwritten. */
PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table);
/* Writes rows of a table: on each rank the rows first to first + count - 1, possibly none. data: one array
   [count][components] per column. Collective. */
PetscErrorCode GrTableWrite(GrTable table, PetscInt64 first, PetscInt64 count, const void *const data[]);
/* Frees a table. The values that were written remain in the file. */
PetscErrorCode GrTableDestroy(GrTable *table);

/* `granum diff`: compares all datasets of two files and sets *same. Prints one line about the first difference:
   dataset, frame, row (with its particle id if the group has ids) and both values with all digits. Serial. */
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
