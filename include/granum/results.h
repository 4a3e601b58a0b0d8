/* granum/results.h: functions by which all ranks together write a results file (H5MD 1.1).

   Kinds of data with time: a series has frames, each with the rows of all ranks at one time. A trace has samples, each
   with the quantities of one rank at one time. Data without time: single datasets, and tables.

   All calls are collective unless their comments say otherwise. In datasets of particles, each row is one particle, in
   the order of the ids. Each rank has one contiguous range of rows, which may be empty. Two runs of the same case give
   the same file, on any number of ranks and at any time of day. A rank that cannot write prints one message and ends
   the job by MPI_Abort with exit code GR_EXIT_FILE. If the name or the shape of a dataset is wrong, all ranks call
   GrFail(GR_EXIT_FILE, ...).

   Two files: during a run the values are in the data file NAME-data.h5, which is in the same folder as the results
   file NAME.h5. Each GrResultsSync replaces NAME.h5 by a file of HDF5 virtual datasets that refer to the data file.
   Readers of NAME.h5 see all frames and samples up to the last sync, also if the run is killed. Copy both files to
   copy the results of an incomplete run. GrResultsFinish replaces both by one ordinary file NAME.h5. */
#ifndef GRANUM_RESULTS_H
#define GRANUM_RESULTS_H

#include <petscsys.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrResults_ *GrResults;
typedef struct GrSeries_ *GrSeries;
typedef struct GrTrace_ *GrTrace;
typedef struct GrTable_ *GrTable;

typedef enum { GR_REAL, GR_INTEGER } GrNumber; /* number type: double, or 64-bit signed integer */

/* Description of a dataset. Unit and description become HDF5 attributes of the dataset. */
typedef struct {
  const char *name; /* name of the dataset in its HDF5 group */
  GrNumber number;
  int components; /* number of values in each row; 1: the dataset has no dimension for the components */
  /* SI unit such as "m/s^2", which granum writes as in the H5MD units module, "m s-2"; "1": no unit */
  const char *unit;
  const char *description; /* meaning of the values, one sentence */
} GrColumn;

/* Distribution of the rows of a dataset over the ranks: each rank passes one contiguous range of rows. */
typedef struct {
  PetscInt64 total; /* number of rows of all ranks together */
  PetscInt64 first; /* index in the dataset of the first row of this rank, from 0 */
  PetscInt64 count; /* number of rows of this rank, >= 0 */
} GrRows;

/* Numbers of frames of a series, or of samples of a trace. If a run exceeds the planned number, its data file is copied
   into a larger file. */
typedef struct {
  PetscInt64 planned; /* expected number of frames or samples at the end of the run */
  PetscInt64 done;    /* number of frames or samples that are kept from an earlier run in this file; 0: new file */
  double latest;      /* time of the last frame or sample that is kept [s]; unused if done = 0 */
} GrSpan;

/* Maximum size of the author's name and address in the results file [bytes]; a longer text is cut. */
enum { GR_AUTHOR_MAX = 512 };

/* Options for the access of the ranks to the results file. A NULL pointer to these options means: independent
   transfers, no alignment, no hints. */
typedef struct {
  /* true: the ranks write together (collective MPI-IO transfers); false: each rank writes on its own */
  bool collective;
  /* number of ranks that write to the file; all other ranks send their rows to a writer. 0: granum chooses 1 writer per
     node if transfers are collective or nodes have more than 4 ranks on average; otherwise all ranks write */
  PetscInt64 writers;
  /* alignment A [bytes]: datasets of at least 16 A bytes begin at a multiple of A in the file; 0: no alignment */
  PetscInt64 alignment;
  /* hints for MPI-IO, "name=value;name=value", or NULL; the text must remain valid until the file is closed */
  const char *hints;
} GrResultsAccess;

/* Creates the results file at `path` with the H5MD group h5md: the version of H5MD, the author, and granum with its
   version as creator. author: "NAME" or "NAME <EMAIL>"; `granum diff` does not compare it. Collective. */
PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, const GrResultsAccess *access,
                               GrResults *results);

/* Opens the results file of an earlier run to append to it, also if that run was killed. GrSeriesCreate and
   GrTraceCreate then return the existing datasets and keep their first `done` frames or samples. Fails if a dataset
   differs from the datasets that granum writes. looks: true: only check whether the file can be continued; write
   nothing. Collective. */
PetscErrorCode GrResultsOpen(MPI_Comm comm, const char *path, bool looks, const GrResultsAccess *access,
                             GrResults *results);

/* Allocates the data file, in which the values are stored during a run. Call it after the last series, trace or table
   has been created. Collective. */
PetscErrorCode GrResultsReady(GrResults results);
/* Writes all buffered values to the disk and makes them visible to readers. Does nothing if no value has changed since
   the last sync. Collective. */
PetscErrorCode GrResultsSync(GrResults results);
/* Closes the results of an incomplete run. Values that were written after the last sync are in the data file, but
   readers of the results file do not see them. Collective. */
PetscErrorCode GrResultsClose(GrResults *results);
/* Closes the results of a completed run. Leaves one ordinary file, whose datasets have no unused frames or rows.
   Collective. */
PetscErrorCode GrResultsFinish(GrResults *results);

/* Writes a text as a scalar UTF-8 string dataset at `path`. If path is "GROUP@NAME", writes it as the string attribute
   NAME of a group; description is then not used. Creates missing groups. All ranks pass the same text. Collective. */
PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text);

/* Box of the domain, as GrResultsBox writes it. */
typedef struct {
  double lower[3], upper[3]; /* corners with the lowest and the highest coordinates [m] */
  bool periodic[3];          /* whether the box is periodic along each axis */
  bool move; /* whether the box moves; the caller then creates series for the datasets edges and lower */
} GrResultsSides;

/* Writes the H5MD subgroup `box` of a particle group such as "particles/grains". It has the attributes dimension and
   boundary ("periodic" or "none" along each axis). If the box does not move, it also has the datasets edges (side
   lengths) and lower (lowest corner, an addition to H5MD). sides NULL: all boundaries are "none", without datasets.
   Collective. */
PetscErrorCode GrResultsBox(GrResults results, const char *group, int dimension, const GrResultsSides *sides);

/* Writes the dataset group/column.name, which does not change in time. Its shape is [rows.total], or
   [rows.total][components] if components > 1. data: values of the rows of this rank. Collective. */
PetscErrorCode GrResultsRows(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                             const void *data);

/* Creates a series: a time-dependent H5MD element group/column.name with the datasets step, time and value. The shape
   of value is [frames][rows.total], or [frames][rows.total][components] if components > 1. steps_of: an earlier series
   with the same frames. The new series shares its datasets step and time. Append each frame to `steps_of` last,
   after the series that share its datasets, because this also writes step and time. steps_of NULL: the new series has
   its own datasets step and time. Collective. */
PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSpan frames, GrSeries *series);

/* Appends a frame to a series. step: number of the time step. time: time of the frame [s]. data:
   [rows.count][components] values of the rows of this rank, of type double, or PetscInt64 if the column has integers.
   Collective. */
PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const void *data);

/* Storage of the values of a series in the results file. */
typedef struct {
  bool single; /* true: real numbers have 4 bytes in the file, not 8; integers always have 8 */
  bool pack;   /* true: GrResultsFinish compresses the dataset (shuffle and deflate) */
} GrStorage;
/* Kind of a series.
     GR_SERIES_PLAIN     the number of rows is the same in all frames
     GR_SERIES_VARYING   the number of rows differs between frames. The dataset has the shape [frames][width], with the
                         largest number of rows of a frame as its width. Unused rows are NaN, or -1 for integers.
                         rows.total: estimated width
     GR_SERIES_ON_LINE   vectors with one component (dimension 1): the dataset value has the shape [frames][total][1] */
typedef enum { GR_SERIES_PLAIN, GR_SERIES_VARYING, GR_SERIES_ON_LINE } GrSeriesKind;
/* Creates a series as GrSeriesCreate does, of the given kind and with the given storage of its values. Collective. */
PetscErrorCode GrSeriesCreateStored(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                                    GrSeriesKind kind, GrStorage storage, GrSeries steps_of, GrSpan frames,
                                    GrSeries *series);

/* Appends a frame as GrSeriesAppend does. rows: distribution of the rows of this frame over the ranks. rows.total may
   differ between frames only in a series of the kind GR_SERIES_VARYING. Collective. */
PetscErrorCode GrSeriesAppendRows(GrSeries series, PetscInt64 step, double time, GrRows rows, const void *data);

/* Increases the width (largest number of rows of a frame) of a GR_SERIES_VARYING series to at least `rows`. When a file
   is continued, call it with the number of rows of each kept frame, because the file does not contain this number. Pass
   the same number on all ranks. */
void GrSeriesWidest(GrSeries series, PetscInt64 rows);
/* Returns the width of a GR_SERIES_VARYING series: largest number of rows of a frame, at least 1. Not collective. */
PetscInt64 GrSeriesWidth(GrSeries series);
/* Reads the times of the first n frames, time[n] [s], on all ranks. Collective. */
PetscErrorCode GrSeriesTimes(GrSeries series, PetscInt64 n, double time[]);
/* Reads the first n frames of a series that has one row, data[n][components], on all ranks. Collective. */
PetscErrorCode GrSeriesRead(GrSeries series, PetscInt64 n, void *data);
/* Frees a series; its values remain in the file. */
PetscErrorCode GrSeriesDestroy(GrSeries *series);

/* Creates a trace: a time series of quantities that only one rank, the owner, has. The group gets the datasets step,
   time, and one dataset per column with the shape [samples], or [samples][components] if components > 1. The owner
   stores up to `capacity` samples in memory without communication; the caller must flush the trace before this memory
   is full. Collective. */
PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[], bool owner,
                             PetscInt capacity, GrSpan samples, GrTrace *trace);

/* Stores a sample of a trace in memory. Only the owner calls it. step, time: as for GrSeriesAppend. values: all
   components of the first column, then of the second, and so on; integers are passed as doubles. */
PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[]);
/* Writes the stored samples of a trace from the memory of the owner (the rank that has the values) to the file.
   Collective. */
PetscErrorCode GrTraceFlush(GrTrace trace);
/* Writes the samples that are still in the memory of the owner to the file, and frees the trace. Collective. */
PetscErrorCode GrTraceDestroy(GrTrace *trace);

/* Creates a table: datasets with `total` rows, group/column.name for each column, of shape [total], or
   [total][components] if components > 1. GrTableWrite writes its rows, in one or several calls. If the file is
   continued, the existing table is used, and its rows can be overwritten. Collective. */
PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table);
/* Writes rows of a table. Each rank passes the rows first to first + count - 1, count >= 0. data: one array
   [count][components] for each column. Collective. */
PetscErrorCode GrTableWrite(GrTable table, PetscInt64 first, PetscInt64 count, const void *const data[]);
/* Frees a table; its values remain in the file. */
PetscErrorCode GrTableDestroy(GrTable *table);

#ifdef __cplusplus
}
#endif

#endif
